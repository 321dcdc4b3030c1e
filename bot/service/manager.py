"""All matches: the door through which presses, clocks and CPU players come in.

Each method finds the match's table and does its work as one job of that table's mailbox. The answer to a
press comes after its change has been stored and handed to the presenter.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.config import Settings
from bot.errors import LobbyNotReady, LobbyOver, NoSuchMatch, NotInMatch, StorageTrouble
from bot.match import lobby, moves
from bot.match.hosted_match import Change, HostedMatch
from bot.match.record import record
from bot.match.views import MatchView, Receipt, View
from bot.match.vocabulary import (
    Cause,
    ChannelId,
    CpuLevel,
    GuildId,
    MadeBy,
    MatchId,
    Occasion,
    Person,
    Place,
    Refusal,
    Status,
    UserId,
)
from bot.service.forgetting import Forgetting
from bot.service.housekeeping import Housekeeping
from bot.service.match_actor import Table
from bot.service.persons import Persons
from bot.service.presenter import Presenter
from bot.service.registry import Registry
from bot.service.servers import Servers
from bot.storage import Store, bounds
from engine.actions import Move
from engine.rules.options import Rules

log = structlog.stdlib.get_logger("koikoi.manager")

Press = Callable[[HostedMatch, datetime], Change | Refusal]


def utc_now() -> datetime:
    """The time of this machine, in UTC."""
    return datetime.now(UTC)


class Manager:
    """Holds every live match. One for each database."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        presenter: Presenter,
        *,
        now: Callable[[], datetime] = utc_now,
        secret: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._settings = settings
        self._now = now
        self._secret = secret
        self._keeper = Registry(store, settings, presenter, now)
        self._forgetting = Forgetting(store, self._keeper, now)
        self._housekeeping = Housekeeping(
            store, presenter, now, purge=self._purge, copy_days=settings.copy_days
        )
        self.servers = Servers(store, now)
        """The settings of servers."""
        self.persons = Persons(store, now, reread=self._forgetting.memory)
        """What people set for themselves."""

    async def start(self) -> None:
        """Rebuild the live matches from their rows and go on with them; each is shown once more by and by."""
        await self._keeper.start()
        self._housekeeping.start()

    async def close(self) -> None:
        """Finish what was asked, take no more. Raises TimeoutError after 2.5 s, with nothing half stored."""
        await self._housekeeping.close()
        await self._keeper.close()

    async def open_lobby(
        self,
        place: Place,
        host: Person,
        rules: Rules,
        *,
        invited: Sequence[UserId] = (),
        cpu: CpuLevel | None = None,
    ) -> View:
        """Open a lobby, only for those who are invited if anybody is.

        With `cpu` CPU players take the seats that no invited person is awaited for; if that fills them the
        match starts at once, its seat draw made. Raises UserBusy, ChannelBusy, StorageTrouble.
        """
        now = self._now()
        hosted = lobby.open_lobby(place, host, rules, invited=invited, secret=self._secret(32), now=now)
        change, occasion = Change(hosted), Occasion.OPENED
        if cpu is not None:
            hosted = lobby.fill(hosted, cpu)
            change = Change(hosted)
            if lobby.is_filled(hosted):
                change = moves.draw_seats(lobby.start(hosted, host.user, now), now)
                occasion = Occasion.STARTED

        async def free(tx: AsyncConnection) -> None:
            await bounds.user_is_free(tx, place.guild, host.user, most=self._settings.matches_per_user)
            await bounds.channel_is_free(tx, place.channel, most=self._settings.tables_per_channel)

        return await self._keeper.open(change, Cause(occasion, host.user), free)

    async def join(self, match: MatchId, person: Person) -> View:
        """Come into a lobby. Raises LobbyOver, AlreadyJoined, NotInvited, LobbyFull, UserBusy."""

        async def free(tx: AsyncConnection) -> None:
            guild = hosted_match_of(table).place.guild
            await bounds.user_is_free(tx, guild, person.user, most=self._settings.matches_per_user)

        async def job(hosted: HostedMatch) -> View:
            after = lobby.join(hosted, person)
            return await table.commit(Change(after), Cause(Occasion.JOINED, person.user), check=free)

        table = self._keeper.table(match)
        return await table.do(job)

    async def leave(self, match: MatchId, user: UserId) -> View:
        """Go from a lobby. Raises LobbyOver, NotInMatch."""
        return await self._in_lobby(match, user, Occasion.LEFT, lambda it: lobby.leave(it, user, self._now()))

    async def decline(self, match: MatchId, user: UserId) -> View:
        """Turn an invitation down. Raises LobbyOver, NotInvited."""
        return await self._in_lobby(
            match, user, Occasion.LEFT, lambda it: lobby.decline(it, user, self._now())
        )

    async def add_cpu(self, match: MatchId, user: UserId, level: CpuLevel = CpuLevel.NORMAL) -> View:
        """Seat a CPU player. Raises LobbyOver, NotHost, LobbyFull."""
        return await self._in_lobby(match, user, Occasion.JOINED, lambda it: lobby.add_cpu(it, user, level))

    async def change_options(self, match: MatchId, user: UserId, options: Mapping[str, object]) -> View:
        """Change options of a lobby's rules. Raises LobbyOver, NotHost, OptionError."""
        return await self._in_lobby(
            match, user, Occasion.RULES, lambda it: lobby.change_options(it, user, options)
        )

    async def reset_options(self, match: MatchId, user: UserId) -> View:
        """Go back to the rule set's own options. Raises LobbyOver, NotHost."""
        return await self._in_lobby(match, user, Occasion.RULES, lambda it: lobby.reset_options(it, user))

    async def start_match(self, match: MatchId, user: UserId) -> MatchView:
        """Close the lobby and begin. Raises LobbyOver, NotHost, LobbyNotReady."""
        view = await self._in_lobby(
            match, user, Occasion.STARTED, lambda it: lobby.start(it, user, self._now())
        )
        assert isinstance(view, MatchView)
        return view

    async def draw(self, match: MatchId, user: UserId, draw_round: int) -> Receipt:
        """Draw a card in a round of the seat draw (from 1). Raises NotInMatch."""
        return await self._press(
            match, user, Occasion.DREW, lambda it, at: moves.draw(it, user, draw_round, at)
        )

    async def act(self, match: MatchId, user: UserId, question: int, move: Move) -> Receipt:
        """Make a move if the seat's question is still open. Raises NotInMatch, IllegalMove."""
        return await self._press(
            match, user, Occasion.MOVED, lambda it, at: moves.act(it, user, question, move, at)
        )

    async def agree(self, match: MatchId, user: UserId, end: int) -> Receipt:
        """Be ready for the next month after the given end. Raises NotInMatch, also for who only watches."""
        return await self._press(match, user, Occasion.AGREED, lambda it, at: moves.agree(it, user, end, at))

    async def resign(self, match: MatchId, user: UserId) -> Receipt:
        """Give the match up. Raises NotInMatch, also for who only watches."""
        return await self._press(match, user, Occasion.RESIGNED, lambda it, at: moves.resign(it, user, at))

    async def abort(self, match: MatchId, user: UserId | None = None) -> View:
        """End a match or a lobby without a result; who may do that is for the caller to know."""

        async def job(hosted: HostedMatch) -> View:
            if not hosted.live:
                return table.shown(hosted)
            return await table.commit(moves.aborted(hosted, self._now()), Cause(Occasion.ABORTED, user))

        table = self._keeper.table(match)
        return await table.do(job)

    async def forget(self, user: UserId) -> None:
        """Delete what is stored about a user, who leaves all that they take part in. Raises StorageTrouble.

        Where it was interrupted, doing it again completes it.
        """
        await self._forgetting.person(user)

    async def present_in(self, guilds: Collection[GuildId]) -> None:
        """The bot is in these guilds. Raises StorageTrouble."""
        await self.servers.note(came=guilds)
        self._housekeeping.servers_known()

    async def leave_guild(self, guild: GuildId) -> None:
        """End without a result what is open in a guild that the bot has no part in any more, and note it."""
        try:
            await self.servers.note(left=[guild])
        except StorageTrouble as error:
            # The next start finds it out.
            log.warning("lost guild is not noted", guild=guild, trouble=str(error))
        for view in await self.live_matches(guild=guild):
            try:
                await self.abort(view.match)
            except StorageTrouble as error:
                # Its idle clock ends it later.
                log.warning("match of a lost guild goes on", match=view.match, trouble=str(error))

    async def _purge(self, guild: GuildId) -> None:
        """Delete the data of a guild that has put the bot out for good. Raises StorageTrouble."""
        for view in await self.live_matches(guild=guild):
            await self.abort(view.match)
        await self._forgetting.server(guild)

    async def move(self, match: MatchId, channel: ChannelId) -> View:
        """Show a match in another channel of its guild from now on. Raises ChannelBusy."""

        async def free(tx: AsyncConnection) -> None:
            await bounds.channel_is_free(tx, channel, most=self._settings.tables_per_channel)

        async def job(hosted: HostedMatch) -> View:
            if not hosted.live or hosted.place.channel == channel:
                return table.shown(hosted)
            change = Change(replace(hosted, place=replace(hosted.place, channel=channel)))
            cause = Cause(Occasion.BROUGHT, made_by=MadeBy.DEFAULT)
            return await table.commit(change, cause, check=free)

        table = self._keeper.table(match)
        return await table.do(job)

    async def view(self, match: MatchId) -> View:
        """A match as it stands. Raises NoSuchMatch, StorageTrouble."""
        return await self._keeper.table(match).view()

    async def live_matches(
        self, *, user: UserId | None = None, guild: GuildId | None = None, channel: ChannelId | None = None
    ) -> list[View]:
        """Lobbies and matches in play, the oldest first: those of a user, of a guild, of a channel."""
        found = []
        for table in self._keeper.live():
            with suppress(NoSuchMatch, StorageTrouble):
                view = await table.view()
                if (
                    view.status in (Status.LOBBY, Status.PLAYING)
                    and guild in (None, view.place.guild)
                    and channel in (None, view.place.channel)
                    and (user is None or any(one.user == user for one in view.people))
                ):
                    found.append(view)
        return found

    async def record(self, match: MatchId) -> dict[str, Any]:
        """`koikoi-record/1` of a match that has ended. Raises MatchNotOver."""

        async def job(hosted: HostedMatch) -> dict[str, Any]:
            return record(hosted)

        return await self._keeper.table(match).do(job)

    async def _in_lobby(
        self, match: MatchId, user: UserId, occasion: Occasion, step: Callable[[HostedMatch], HostedMatch]
    ) -> View:
        """A press on a lobby."""

        async def job(hosted: HostedMatch) -> View:
            after = step(hosted)
            if after == hosted:
                return table.shown(hosted)
            closed = after.status is Status.CLOSED
            return await table.commit(Change(after), Cause(Occasion.CLOSED if closed else occasion, user))

        table = self._keeper.table(match)
        return await table.do(job)

    async def _press(self, match: MatchId, user: UserId, occasion: Occasion, step: Press) -> Receipt:
        """A press on a match in play: the change it makes, or why it makes none."""

        async def job(hosted: HostedMatch) -> Receipt:
            refusal = _too_late(hosted, user)
            change = refusal or step(hosted, self._now())
            if isinstance(change, Refusal):
                return Receipt(_match_view(table.shown(hosted)), change)
            why = moves.occasion(hosted, change.after, occasion)
            return Receipt(_match_view(await table.commit(change, Cause(why, user))))

        table = self._keeper.table(match)
        return await table.do(job)


def hosted_match_of(table: Table) -> HostedMatch:
    """A table's position, from within one of its jobs."""
    assert table.hosted is not None
    return table.hosted


def _too_late(hosted: HostedMatch, user: UserId) -> Refusal | None:
    """What a press on a match finds before it finds a game. Raises LobbyNotReady, LobbyOver, NotInMatch."""
    if hosted.status is Status.LOBBY:
        raise LobbyNotReady(missing=max(0, hosted.rules.seats - len(hosted.entries)))
    if hosted.status is Status.CLOSED:
        raise LobbyOver
    if not hosted.entry_of(user):
        raise NotInMatch
    return Refusal.OVER if hosted.status is Status.ABORTED else None


def _match_view(view: View) -> MatchView:
    assert isinstance(view, MatchView)
    return view
