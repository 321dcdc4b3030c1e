"""`/koikoi rules`: the deck by months as a picture, beside it the yaku that matter and the rules."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.screens.learning import deck_sheet
from bot.screens.parts import with_deck
from bot.wording import notes
from cogs.command_text import RULES, described, description, name, renamed
from cogs.failures import run_command, say
from cogs.learning.yaku import own_match, usual
from cogs.messages.answer import Answer
from cogs.messages.content import MessageContent, rendered
from cogs.messages.pictures import Urgency
from cogs.presenter import Services
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId


async def show(services: Services, answer: Answer, chosen: RuleSetId | None) -> None:
    """Answer with the rules of a rule set; None: of one's own match here, else of new tables."""
    view = None if chosen is not None else await own_match(services, answer)
    rules = make_rules(chosen or await usual(services, answer)) if view is None else view.rules
    facts = deck_sheet.Facts.of(rules, of_match=view is not None)
    deck = await services.manager.persons.deck(answer.user)
    content = MessageContent(
        content=deck_sheet.text(answer.words, facts),
        scene=with_deck(deck_sheet.scene(answer.words, facts), deck),
        alt=deck_sheet.alt(answer.words, facts),
        file="rules.png",
    )
    await answer.note(await rendered(content, services.presenter.pictures, Urgency.PRESS))


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
