"""The calls of one match's table: whom a new post mentions, and who is told by themself."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import structlog

from bot.errors import BotError
from bot.i18n import Words
from bot.ids import UserId
from bot.match import calls
from bot.match.calls import Call, Turn
from bot.match.views import LobbyView, MatchView, View
from bot.storage import Store, actions
from bot.wording import calls as wording
from cogs.calls.calls import Calls
from cogs.platform.places import ChannelAccess

log = structlog.stdlib.get_logger(__name__)


class TableCalls:
    """Follows whose turn it is at one table, and whether they have been called to it."""

    def __init__(self, calls: Calls, store: Store) -> None:
        self._calls = calls
        self._store = store
        self._turn: Turn | None = None
        self._asked_at: datetime | None = None
        """The time when the turn began; None where that was before the first view of this process."""
        self._pressed_at: datetime | None = None
        """The time of the last press of the player to move, as the log of the match tells after a start."""
        self._settled = True
        """Whether nobody is to be called to the turn any more: they have been, or need not be."""
        self._seen = False

    @property
    def sight(self) -> ChannelAccess:
        """Return who sees which channels and threads."""
        return self._calls.sight

    @property
    def player(self) -> UserId | None:
        """The player to move."""
        return None if self._turn is None else self._turn.user

    def happened(self, view: View) -> None:
        """Take note of a view: maybe it is another one's turn."""
        turn = calls.turn_of(view)
        if turn is None or not turn.goes_on_as(self._turn):
            self._asked_at = self._calls.now() if self._seen else None
            self._settled, self._pressed_at = turn is None, None
        self._turn, self._seen = turn, True

    async def due(self, view: View, posted_at: datetime | None) -> Call:
        """Return the call of the player to move now; none where storage does not tell.

        `posted_at`: when the table's message was posted. After a start of the bot that tells whether somebody
        was called already: a call is a post.
        """
        turn = self._turn
        if self._settled or turn is None or not isinstance(view, MatchView):
            return Call.NOT
        try:
            return await self._due(view, turn, posted_at)
        except BotError as error:
            log.warning("call not sent", match=view.match, error=error.code)
            return Call.NOT

    async def _due(self, view: MatchView, turn: Turn, posted_at: datetime | None) -> Call:
        after_start = self._asked_at is None
        if self._asked_at is None:
            self._asked_at = await self._recall(view, turn, posted_at)
        pressed_at = await self._calls.pressed_at(view.match, turn.user)
        known = [at for at in (pressed_at, self._pressed_at) if at is not None]
        locale = view.seats[turn.player].participant.locale
        call = await self._calls.to_turn(turn, locale, self._asked_at, max(known, default=None))
        # Nothing tells, after a start, whether a message to them alone has been sent.
        if self._settled or (after_start and call is Call.DIRECT):
            call = Call.NOT
        self._settled = call is Call.NOT
        return call

    def called(self) -> None:
        """Take note that the player to move has been called to it."""
        self._settled = True

    async def words(self, view: View, user: UserId) -> Words:
        """Return the language of somebody whom a view concerns; the table's where nothing is known of it."""
        there = next((one.locale for one in view.people if one.user == user), None)
        return await self._calls.words(view.match, user, there, view.place.locale)

    async def tell_turn(self, view: View, message: int | None) -> None:
        """Tell the player to move by themself, with a link to the table."""
        turn = self._turn
        self.called()
        if turn is None or not isinstance(view, MatchView):
            return
        words = await self.words(view, turn.user)
        self._calls.send_in_background(
            turn.user, wording.to_turn_alone(words, wording.link(view.place, message))
        )

    async def tell_woken(self, view: View, users: Iterable[UserId], message: int | None) -> None:
        """Tell some of those for whom a match that rests waits, each alone."""
        for user in users:
            words = await self.words(view, user)
            self._calls.send_in_background(user, wording.to_resume(words, wording.link(view.place, message)))

    async def sorted_out(
        self, view: View, users: Iterable[UserId]
    ) -> tuple[tuple[UserId, ...], tuple[UserId, ...]]:
        """Return those of some people who may be mentioned, and those to be told alone."""
        found = {user: await self._calls.allowed(user, _locale(view, user)) for user in users}
        mentioned = tuple(user for user, call in found.items() if call is Call.MENTION)
        return mentioned, tuple(user for user, call in found.items() if call is Call.DIRECT)

    async def tell_host(self, view: LobbyView, message: int | None) -> None:
        """Tell a lobby's host alone that all seats are taken."""
        words = await self.words(view, view.host)
        self._calls.send_in_background(view.host, wording.to_start(words, wording.link(view.place, message)))

    async def tell_invited(self, view: LobbyView, users: Iterable[UserId], message: int | None) -> None:
        """Tell some of those who are invited, each alone."""
        for user in users:
            words = await self.words(view, user)
            self._calls.send_in_background(
                user, wording.to_invitation(words, wording.link(view.place, message))
            )

    async def tell_gone(self, view: MatchView) -> None:
        """Tell all players who may be called, each alone, that the channel of their match was deleted."""
        for one in [seat.participant for seat in view.seats] or view.people:
            if one.user is not None and await self._calls.allowed(one.user, one.locale) is not Call.NOT:
                words = await self.words(view, one.user)
                self._calls.send_in_background(one.user, wording.gone(words))

    async def _recall(self, view: MatchView, turn: Turn, posted_at: datetime | None) -> datetime:
        """Return the time when the turn began, by the log; settle it where its player was called, or has
        moved in it.
        """
        last = await self._store.read(actions.last_of_each, view.match)
        if not last:
            self._settled = True
            return self._calls.now()
        own = last.get(view.seats[turn.player].participant.number)
        n, asked_at = max(last.values())
        self._pressed_at = None if own is None else own[1]
        self._settled = (own is not None and own[0] == n) or posted_at is None or posted_at >= asked_at
        return asked_at


def _locale(view: View, user: UserId) -> str:
    """The language of somebody whom a table concerns; the table's where they have not come yet."""
    found = next((one.locale for one in view.people if one.user == user), None)
    return found or view.place.locale
