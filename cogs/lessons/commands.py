"""`/koikoi help`, `/koikoi rules` and `/koikoi yaku`: what the game is, how it is counted, its yaku."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.match.views import View
from bot.match.vocabulary import Status
from bot.wording import notes
from bot.wording.lessons import first_page
from cogs.content import shared_buttons
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting.services import Services
from cogs.lessons import sheets
from cogs.lessons.sheets import About, Sheet, SheetPage, Subject
from cogs.messages.answer import Answer
from cogs.messages.failures import run_command, say
from cogs.platform.command_text import RULES, described, description, name, renamed
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId


async def own_match(services: Services, answer: Answer, *, elsewhere: bool = False) -> View | None:
    """Return the newest live match of the user in this channel; with `elsewhere`, else in the server.

    Raises StorageError.
    """
    place = answer.place
    if place is None:
        return None
    mine = await services.manager.live_matches(user=answer.user, guild=place.guild)
    here = [view for view in mine if view.place.is_in(place.channel)]
    found = here or (mine if elsewhere else [])
    return max(found, key=lambda view: (view.status is Status.PLAYING, view.match), default=None)


async def usual(services: Services, answer: Answer) -> RuleSetId:
    """Return the rule set of the server's new tables; in direct messages the one that all begin with."""
    guild = None if answer.place is None else answer.place.guild
    return (await services.manager.servers.row(guild)).rule_set


async def show(services: Services, answer: Answer, sheet: Sheet, chosen: RuleSetId | None) -> None:
    """Answer with a sheet of a rule set; None: of one's own match, else of new tables.

    The yaku of a match are those of its month, and it may be played elsewhere on the server.
    """
    view = None
    if chosen is None:
        view = await own_match(services, answer, elsewhere=sheet is Sheet.YAKU)
    subject: Subject
    if view is not None:
        subject, about = view.match, About(view.rules, view)
    else:
        subject = chosen or await usual(services, answer)
        about = About(make_rules(subject))
    await answer.note(await sheets.shown(services, answer, SheetPage(sheet, subject), about))


async def _help(answer: Answer) -> None:
    """Answer with how koi-koi is played in five lines, and the tutorial's button."""
    words = answer.words
    button = shared_buttons.tutorial_button(words)
    await answer.note(RenderedMessage(MessageContent(first_page.text(words), ((button,),))))


def add_to(group: app_commands.Group, services: Services) -> None:
    """Add the commands to the group."""
    answers = services.presenter.answers

    @group.command(name=name("koikoi help"), description=description("koikoi help"))
    async def help_(interaction: discord.Interaction[Any]) -> None:
        """Show the first page."""
        await run_command(answers, interaction, _help)

    _add_sheet(group, services, "koikoi rules", Sheet.RULES)
    _add_sheet(group, services, "koikoi yaku", Sheet.YAKU)


def _add_sheet(group: app_commands.Group, services: Services, path: str, sheet: Sheet) -> None:
    @group.command(name=name(path), description=description(path))
    @described("rules")
    @renamed("rules")
    @app_commands.choices(rules=RULES)
    async def tell(interaction: discord.Interaction[Any], rules: str | None = None) -> None:
        """Show the sheet."""

        async def work(answer: Answer) -> None:
            try:
                chosen = None if rules is None else RuleSetId(rules)
            except ValueError:  # no client offers that
                await say(answer, answer.words.say(notes.UNKNOWN))
                return
            await show(services, answer, sheet, chosen)

        await run_command(services.presenter.answers, interaction, work)
