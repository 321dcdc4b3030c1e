"""The match that is meant: named and linked in every answer, asked for where it may be one of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import structlog

from bot.errors import BotError, ChannelBusy, StorageError, UserBusy
from bot.ids import UserId
from bot.match.views import LobbyView, View
from bot.wording import buttons, notes, own_matches
from bot.wording.calls import link
from bot.wording.own_matches import Linked
from cogs.content.controls import Button, Rows, Style
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.note_placement import ANY_MATCH, PER_ROW, NotePlacement
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.platform.places import is_gone

log = structlog.stdlib.get_logger(__name__)

FEW = 5
"""The most buttons in a column with the names of their matches; more have numbers in rows."""
MOST = 20
"""More are not offered: the oldest ones are left out."""


async def linked(services: Services, answer: Answer, view: View) -> Linked:
    """A match with the address of its table, or of its channel where it has none."""
    try:
        row = await services.store.table_messages.get(view.match)
    except StorageError as error:
        log.warning("table not found", match=view.match, error=error.code)
        row = None
    gone = await is_gone(answer.interaction.client, view.place)
    return Linked(view, link(view.place, None if row is None else row.message), gone)


async def line(services: Services, answer: Answer, view: View) -> str:
    """The line that names a match and leads to its table."""
    return f"-# {own_matches.line(answer.words, await linked(services, answer, view), answer.user)}"


async def named(services: Services, answer: Answer, view: View, text: str) -> str:
    """A text about a match, under a line that names it and leads to its table."""
    return own_matches.below(answer.words, await linked(services, answer, view), answer.user, text)


async def titled(services: Services, answer: Answer, view: View, content: MessageContent) -> MessageContent:
    """Return a content with the title of the match and the content's own controls."""
    return replace(content, content=await named(services, answer, view, content.content))


async def show(services: Services, answer: Answer, view: View, content: MessageContent) -> None:
    """Answer a command about a match, in the one note that its reader has of it."""
    answer.note_placement = answer.note_placement or NotePlacement((view.match, answer.user))
    await answer.note(RenderedMessage(await titled(services, answer, view, content)))


async def none(answer: Answer, text: str) -> None:
    """Answer a command with words about there being no match, in the note that asks which one is meant."""
    answer.note_placement = NotePlacement((ANY_MATCH, answer.user))
    await answer.note(RenderedMessage(MessageContent(text)))


async def ask(services: Services, answer: Answer, views: Sequence[View]) -> None:
    """Ask which of several matches somebody would like to end; the button of each asks about it."""
    some = [await linked(services, answer, view) for view in views[-MOST:]]
    content = MessageContent(own_matches.which_ends(answer.words, some, answer.user), _buttons(answer, some))
    answer.note_placement = NotePlacement((ANY_MATCH, answer.user))
    await answer.note(RenderedMessage(content))


def _buttons(answer: Answer, some: Sequence[Linked]) -> Rows:
    """A button for each match, numbered as in the text."""
    few = len(some) <= FEW
    every = [
        Button(
            own_matches.label(answer.words, number, each.view, answer.user) if few else str(number),
            Press(each.view.match, Verb.ASK_RESIGN),
        )
        for number, each in enumerate(some, start=1)
    ]
    wide = 1 if few else PER_ROW
    return tuple(tuple(every[at : at + wide]) for at in range(0, len(every), wide))


class Refusals:
    """Words for errors that name a match."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def worded(self, answer: Answer, error: BotError) -> MessageContent:
        """An expected error; where a table is in the way, which one, and the way to it."""
        try:
            if isinstance(error, ChannelBusy):
                return await self._no_room(answer, error)
            if isinstance(error, UserBusy):
                one = await linked(self._services, answer, await self._services.manager.view(error.match))
                return MessageContent(own_matches.user_busy(answer.words, one, answer.user))
        except BotError as trouble:  # it has ended meanwhile, or cannot be read
            log.info("table in the way not read", error=trouble.code)
        return MessageContent(notes.error(answer.words, error))

    async def _no_room(self, answer: Answer, error: ChannelBusy) -> MessageContent:
        """Offer a free seat at a table of a channel that takes no more, else a link to its first table."""
        views = [await self._services.manager.view(match) for match in error.matches]
        open_to_user = (view for view in views if _has_seat_for(view, answer.user))
        if (lobby := next(open_to_user, None)) is None:
            one = await linked(self._services, answer, views[0])
            return MessageContent(own_matches.channel_busy(answer.words, one, answer.user))
        one = await linked(self._services, answer, lobby)
        join = Button(answer.words.say(buttons.JOIN), Press(lobby.match, Verb.JOIN), Style.MAIN)
        return MessageContent(own_matches.seat_is_free(answer.words, one, answer.user), ((join,),))


def _has_seat_for(view: View, user: UserId) -> bool:
    """Say whether a user can take a free seat of a table that is open to everybody."""
    if not isinstance(view, LobbyView) or view.invited:
        return False
    return len(view.people) < view.rules.seats and all(one.user != user for one in view.people)
