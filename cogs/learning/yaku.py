"""`/koikoi yaku` and the buttons *Yaku*: the sheet of all yaku, in a match of one's own that of its month."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.match.views import MatchView, View
from bot.match.vocabulary import Status, UserId
from bot.screens.notes import yaku_sheet
from bot.screens.notes.yaku_month import Month
from bot.screens.parts import with_deck
from bot.wording import notes
from bot.wording.people import Cast
from cogs.command_text import RULES, described, description, name, renamed
from cogs.failures import run_command, say
from cogs.messages.answer import Answer
from cogs.messages.content import MessageContent, RenderedMessage, rendered
from cogs.messages.pictures import Urgency
from cogs.presenter import Services
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId


async def own_match(services: Services, answer: Answer, *, elsewhere: bool = False) -> View | None:
    """The newest live match of the user in this channel; with `elsewhere`, else the newest in the server.

    Raises StorageTrouble.
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


def month_of(view: View, user: UserId) -> Month | None:
    """The month that is played, as this user may know it: a player with their hand, others as all see it.

    None where no cards are played, or the drawn ones are looked at still.
    """
    if not isinstance(view, MatchView) or view.status is not Status.PLAYING or view.shows_draw:
        return None
    seat = view.seat_of(user)
    seen = view.public if seat is None else seat.observation
    return None if seen is None or view.rest is not None else Month.of(seen, Cast.of(view))


async def sheet(
    services: Services, answer: Answer, rules: Rules, month: Month | None = None
) -> RenderedMessage:
    """The sheet for the user, with the deck that they have chosen."""
    facts = yaku_sheet.Facts.of(rules, month)
    deck = await services.manager.persons.deck(answer.user)
    content = MessageContent(
        content=yaku_sheet.text(answer.words, facts),
        scene=with_deck(yaku_sheet.scene(answer.words, facts), deck),
        alt=yaku_sheet.alt(answer.words, facts),
        file="yaku.png",
    )
    return await rendered(content, services.presenter.pictures, Urgency.PRESS)


async def show(services: Services, answer: Answer, chosen: RuleSetId | None) -> None:
    """Answer with the sheet of a rule set; None: of one's own match, of its month while cards are played."""
    view = None if chosen is not None else await own_match(services, answer, elsewhere=True)
    if view is None:
        rules = make_rules(chosen or await usual(services, answer))
        await answer.note(await sheet(services, answer, rules))
    else:
        await answer.note(await sheet(services, answer, view.rules, month_of(view, answer.user)))


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
