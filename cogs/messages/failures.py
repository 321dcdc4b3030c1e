"""Errors to words, in one place. No exception ever surfaces as "This interaction failed"."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import discord
import structlog

from bot.errors import BotError
from bot.wording import notes
from cogs.content.custom_id import BadCustomId
from cogs.content.message import MessageContent, RenderedMessage
from cogs.messages.answer import FORGOTTEN, Answer, Answers, Deferral
from cogs.platform.discord_errors import DISCORD_ERRORS, is_refused

log = structlog.stdlib.get_logger(__name__)

Work = Coroutine[Any, Any, None]


async def guarded(answer: Answer, work: Work) -> None:
    """Do the work of one interaction; whatever it raises becomes a Note to the person who pressed."""
    try:
        async with answer:
            await _worded(answer, work)
    except DISCORD_ERRORS as error:
        # There is nobody left to tell, or no way to: the next press finds the match as it is.
        answer.failed(error)
        forgotten = isinstance(error, discord.HTTPException) and error.code in FORGOTTEN
        level = log.info if forgotten else log.warning
        level("interaction not answered", user=answer.user, error=repr(error))
    except Exception:
        log.exception("interaction not answered", user=answer.user)


async def run_command(
    answers: Answers,
    interaction: discord.Interaction[Any],
    work: Callable[[Answer], Work],
    deferral: Deferral = Deferral.NOTE,
) -> None:
    """Do what a command asks for, with a line in the log. Raises nothing.

    `deferral` says who sees it where it takes long.
    """
    answer = answers.to(interaction, deferral)
    await guarded(answer, work(answer))
    name = interaction.command.qualified_name if interaction.command is not None else None
    log.info("command", name=name, user=answer.user, channel=interaction.channel_id)


async def say(answer: Answer, text: str) -> None:
    """Answer with a Note that is text alone."""
    await answer.note(RenderedMessage(MessageContent(text)))


async def _worded(answer: Answer, work: Work) -> None:
    try:
        await work
        await answer.acknowledge()  # where the work had nothing to show
    except BadCustomId:
        log.info("button refused", user=answer.user)
        await say(answer, notes.old_button(answer.words))
    except BotError as error:
        log.info("refused", user=answer.user, error=error.code)
        await answer.note(RenderedMessage(await answer.worded(error)))
    except DISCORD_ERRORS as error:
        if isinstance(error, discord.HTTPException) and error.code in FORGOTTEN:
            raise
        if is_refused(error):
            await _unexpected(answer)
        else:
            log.info("discord failed", user=answer.user, error=repr(error))
            await say(answer, answer.words.say(notes.DISCORD_IN_TROUBLE))
    except Exception:
        await _unexpected(answer)


async def _unexpected(answer: Answer) -> None:
    """Log the exception being handled under a number that the user sees too."""
    incident = secrets.token_hex(3)
    log.exception("incident", incident=incident, user=answer.user)
    await say(answer, notes.unexpected(answer.words, incident))
