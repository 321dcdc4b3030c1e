"""How commands of pages are run: inside the error boundary, with a line in the log."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import discord
import structlog

from bot.i18n import Words
from cogs.failures import guarded
from cogs.messages.answer import Answer, Deferral
from cogs.presenter import CogPresenter

log = structlog.stdlib.get_logger(__name__)


async def run(
    presenter: CogPresenter,
    interaction: discord.Interaction[Any],
    work: Callable[[Answer, Words], Coroutine[Any, Any, None]],
    *,
    late: Deferral = Deferral.NOTE,
) -> None:
    """Do what a command asks for; `late` says who sees it where it takes long. Raises nothing."""
    words = presenter.languages.pick(interaction.locale.value)
    answer = presenter.answers.to(interaction, late)
    await guarded(answer, words, work(answer, words))
    name = interaction.command.qualified_name if interaction.command is not None else None
    log.info("command", name=name, user=interaction.user.id, channel=interaction.channel_id)
