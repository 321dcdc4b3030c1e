"""`/koikoi rules`: the deck by months as a picture, beside it the yaku that matter and the rules."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.wording import notes
from cogs.hosting.services import Services
from cogs.lessons import sheets
from cogs.lessons.sheets import About, Sheet, SheetPage, Subject
from cogs.lessons.yaku import own_match, usual
from cogs.messages.answer import Answer
from cogs.messages.failures import run_command, say
from cogs.platform.command_text import RULES, described, description, name, renamed
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId


async def show(services: Services, answer: Answer, chosen: RuleSetId | None) -> None:
    """Answer with the rules of a rule set; None: of one's own match here, else of new tables."""
    view = None if chosen is not None else await own_match(services, answer)
    subject: Subject
    if view is not None:
        subject, about = view.match, About(view.rules, view)
    else:
        subject = chosen or await usual(services, answer)
        about = About(make_rules(subject))
    await answer.note(await sheets.shown(services, answer, SheetPage(Sheet.RULES, subject), about))


def add_to(group: app_commands.Group, services: Services) -> None:
    """Add the command to the group."""

    @group.command(name=name("koikoi rules"), description=description("koikoi rules"))
    @described("rules")
    @renamed("rules")
    @app_commands.choices(rules=RULES)
    async def tell(interaction: discord.Interaction[Any], rules: str | None = None) -> None:
        """Show the rules."""

        async def work(answer: Answer) -> None:
            try:
                chosen = None if rules is None else RuleSetId(rules)
            except ValueError:  # no client offers that
                await say(answer, answer.words.say(notes.UNKNOWN))
                return
            await show(services, answer, chosen)

        await run_command(services.presenter.answers, interaction, work)
