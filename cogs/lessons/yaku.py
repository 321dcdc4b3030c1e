"""`/koikoi yaku` and the buttons *Yaku*: the sheet of all yaku, in a match of one's own that of its month."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.match.views import View
from bot.match.vocabulary import Status
from bot.wording import notes
from cogs.hosting.services import Services
from cogs.lessons import sheets
from cogs.lessons.sheets import About, Sheet, SheetPage, Subject
from cogs.messages.answer import Answer
from cogs.messages.failures import run_command, say
from cogs.platform.command_text import RULES, described, description, name, renamed
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId


async def own_match(services: Services, answer: Answer, *, elsewhere: bool = False) -> View | None:
    """The newest live match of the user in this channel; with `elsewhere`, else the newest in the server.

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
    """The rule set of the server's new tables; in direct messages the one that all begin with."""
    guild = None if answer.place is None else answer.place.guild
    return (await services.manager.servers.row(guild)).rule_set


async def show(services: Services, answer: Answer, chosen: RuleSetId | None) -> None:
    """Answer with the sheet of a rule set; None: of one's own match, of its month while cards are played."""
    view = None if chosen is not None else await own_match(services, answer, elsewhere=True)
    subject: Subject
    if view is not None:
        subject, about = view.match, About(view.rules, view)
    else:
        subject = chosen or await usual(services, answer)
        about = About(make_rules(subject))
    await answer.note(await sheets.shown(services, answer, SheetPage(Sheet.YAKU, subject), about))


def add_to(group: app_commands.Group, services: Services) -> None:
    """Add the command to the group."""

    @group.command(name=name("koikoi yaku"), description=description("koikoi yaku"))
    @described("rules")
    @renamed("rules")
    @app_commands.choices(rules=RULES)
    async def yaku(interaction: discord.Interaction[Any], rules: str | None = None) -> None:
        """Show the yaku."""

        async def work(answer: Answer) -> None:
            try:
                chosen = None if rules is None else RuleSetId(rules)
            except ValueError:  # no client offers that
                await say(answer, answer.words.say(notes.UNKNOWN))
                return
            await show(services, answer, chosen)

        await run_command(services.presenter.answers, interaction, work)
