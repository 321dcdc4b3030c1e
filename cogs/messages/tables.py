"""The public messages of all matches: which of them a view concerns, and what keeps them up to date."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from bot.errors import NoSuchMatch
from bot.ids import ChannelId, GuildId, MatchId
from bot.match.views import View
from bot.match.vocabulary import Cause
from cogs.calls.calls import Calls
from cogs.calls.turn_calls import TableCalls
from cogs.messages.table_message import TableMessage
from cogs.messages.writer import MessageServices, MessageWriters
from cogs.platform.throttle import Throttle, Throttles

REPOST_SECONDS = 20.0
"""Least time between two tables that are posted again in a channel."""
ROLE_SECONDS = 600.0
"""Least time between two open tables of one host that call the server's role."""


class TableMessages(MessageWriters[MatchId, TableMessage]):
    """All tables of this process."""

    def __init__(
        self,
        services: MessageServices,
        calls: Calls,
        edit_seconds: float,
        moved_down: Callable[[View, int], None],
    ) -> None:
        """`edit_seconds`: least time between two edits of tables in a channel.

        `moved_down` is told of each view with which a table has been posted again by itself, and where.
        """
        super().__init__(services)
        self._calls = calls
        self._moved_down = moved_down
        clock = services.clock
        self._throttles = Throttles(
            Throttle(edit_seconds, clock), Throttle(REPOST_SECONDS, clock), Throttle(ROLE_SECONDS, clock)
        )

    def show(self, view: View, cause: Cause) -> None:
        """Bring a table up to a view, in the background; the last of several views wins."""
        self.of(view.match).happened(view, cause)
        self.wake(view.match)

    async def stands(self, match: MatchId, *, seconds: float) -> bool:
        """Wait until the table's message is in its channel, but no longer than this; whether it is, or was.

        A table that is remembered no more has been shown to its end.
        """
        table = self.known(match)
        if table is None:
            return True
        with suppress(TimeoutError):
            async with self.services.clock.timeout(seconds):
                await table.stands.wait()
        return table.stands.is_set()

    async def repost(self, view: View) -> None:
        """Post the table again at the bottom, also where it was deleted.

        Raises NoSuchMatch where the match has ended meanwhile, and what Discord says.
        """
        table = self.of(view.match)
        try:
            if not await table.post_again(view):
                raise NoSuchMatch
        finally:
            if not table.busy:
                self.forget(view.match, table)

    def permitted(self, guild: GuildId) -> None:
        """Show those tables of a guild that the bot was forbidden to show: maybe it is allowed by now."""
        for table in self.all():
            if table.forbidden and table.guild == guild:
                self.wake(table.match)

    def channel_deleted(self, channel: ChannelId) -> None:
        """Look after the tables of a channel or thread that was deleted."""
        for table in self.all():
            if table.view is not None and table.view.place.is_in(channel) and not table.over:
                table.doubt()
                self.wake(table.match)

    def count(self, channel: ChannelId, message: int) -> None:
        """Count a message that came into a channel, maybe below a table."""
        for table in self.all():
            table.count(channel, message)

    async def _ended(self, key: MatchId, writer: TableMessage) -> None:
        if writer.postponed and writer.view is not None:
            seconds = self._throttles.reposts.seconds_left(writer.view.place.channel)
            self.services.background.start(self._again(key, seconds), name="call")

    async def _again(self, match: MatchId, seconds: float) -> None:
        """Write a table whose call had to wait for its channel, unless it is forgotten by then."""
        await self.services.clock.sleep(seconds)
        if self.known(match) is not None:
            self.wake(match)

    def _make(self, key: MatchId) -> TableMessage:
        calls = TableCalls(self._calls, self.services.store)
        return TableMessage(self.services, key, calls, self._throttles, self._moved_down)
