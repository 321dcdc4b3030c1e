"""All matches: the door through which presses come in, and whatever else the cogs ask for.

A press is one step (see `Step`) through the match's actor. Its answer comes after the change has been stored
and handed to the presenter.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import structlog

from bot import opponents
from bot.config import Settings
from bot.errors import ChannelBusy, StorageError
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match import absence, ending, lobby, moves, secret_round
from bot.match.ending import WayOut
from bot.match.hosted_match import Change, HostedMatch, Step
from bot.match.series import NEW, Continuation
from bot.match.verdict import Verdict
from bot.match.view_builder import build_record
from bot.match.views import MatchView, Receipt, View
from bot.match.vocabulary import (
    CpuPlayer,
    MadeBy,
    MatchClock,
    Person,
    Place,
    Refusal,
    Strength,
    TablePlace,
)
from bot.monitoring.metrics import Metrics
from bot.opponents import mixture
from bot.service import checks
from bot.service.arenas import Arenas
from bot.service.context import Peers, ShardContext
from bot.service.cpu_turns import Think
from bot.service.deletion import Deletion
from bot.service.housekeeping import Housekeeping
from bot.service.listener import NoticeListener
from bot.service.match_actor import Check
from bot.service.moderation import Moderation
from bot.service.persons import Persons
from bot.service.presenter import Presenter
from bot.service.registry import LiveMatches
from bot.service.rematches import OpenThread, Rematches
from bot.service.runner import Runner
from bot.service.servers import Servers
from bot.service.watch.match_time import MatchTime, utc_now
from bot.storage import Store, bounds, matches
from bot.storage.records import own_level, profiles, results
from bot.storage.settings.servers import ServerRow
from engine.rules.actions import Move
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId

log = structlog.stdlib.get_logger("koikoi.manager")


class Manager:
    """Holds every live match of a shard. One for each; `context` says what the others are to it."""

    def __init__(  # noqa: PLR0913 - wired once, by hand
        self,
        store: Store,
        settings: Settings,
        presenter: Presenter,
        *,
        now: Callable[[], datetime] = utc_now,
        doubt: Callable[[], str | None] = lambda: None,
        time: MatchTime | None = None,
        secret: Callable[[int], bytes] = os.urandom,
        think: Think = opponents.think,
        metrics: Metrics | None = None,
        context: ShardContext | None = None,
    ) -> None:
        self._store, context = store, context or ShardContext()
        self.shard = context.shard
        """The shard whose matches these are."""
        self._settings, self._now, self._secret, self._metrics = settings, now, secret, metrics or Metrics()
        self._limits = bounds.Limits(settings.live_matches_per_user, settings.matches_per_user)
        time, think, peers = time or MatchTime(now), self._metrics.thinking(think), Peers(context)
        self._runner = Runner(
            *(store, settings, presenter), time=time, think=think, secret=secret, context=context, peers=peers
        )
        registry = self._registry = self._runner.registry
        self._live = LiveMatches(store, registry, context)
        self._deletion = Deletion(store, registry, now, peers)
        self._chores = Housekeeping(store, presenter, now, settings, context, purge=self._purge, doubt=doubt)
        self.servers = Servers(store, now, context.shard)
        """The settings of servers."""
        self.rematches = Rematches(self, now, doubt)
        """The service behind a press on `Rematch`."""
        self.persons = Persons(store, now, reread=self._deletion.reread_ended, peers=peers)
        """The settings that people make for themselves."""
        self.moderation = Moderation(store, now, reread=self._reread, peers=peers)
        """The actions of servers' managers about people and matches."""
        self.arenas = Arenas(store, self._runner, presenter, now, doubt)
        """The arenas of servers."""
        self.listener = NoticeListener(context, peers, registry, self.persons, self._deletion, self.arenas)
        """The handler of changes that other managers tell of."""

    async def start(self) -> None:
        """Go on with the live matches from their rows; each is shown again by and by."""
        self.listener.start()
        await self.persons.load()
        await self._runner.start()
        self.arenas.start()
        self._chores.start()

    async def close(self) -> None:
        """Finish what was asked, take no more. Raises TimeoutError after 2.5 s, with nothing half stored."""
        await self.listener.close()
        await self.arenas.close()
        await self._chores.close()
        await self._runner.close()

    def disown(self) -> None:
        """Serve the shard no more, which may be another process's by now; `close` comes next."""
        self.arenas.stop()
        self._runner.stop_heartbeats()

    def live_tables(self) -> Counter[str]:
        """Return the number of live lobbies and matches, by rule set; `unread`: not in memory yet."""
        return self._registry.count_live()

    def broken(self) -> frozenset[MatchId]:
        """The live matches that could not be rebuilt from their rows since the start."""
        return frozenset(self._runner.broken)

    async def open_lobby(  # noqa: PLR0913 - all that a lobby is opened with
        self,
        place: Place,
        host: Person,
        rules: Rules,
        *,
        invited: Mapping[UserId, str] | Sequence[UserId] = (),
        cpu: CpuPlayer | None = None,
        strength: Strength | None = None,
        clock: MatchClock | None = None,
        locale: str | None = None,
        thread: OpenThread | None = None,
        follows: Continuation = NEW,
    ) -> View:
        """Open a lobby, only for those who are `invited` (with their names, if known) if anybody is.

        With `cpu` CPU players take the seats that no invited person is awaited for; if that fills them the
        match starts as it is sealed. `strength`: that to which they mix levels. `clock`: None is the
        server's default. `locale`: the language of the table where the server has set none; None: that of
        the place. `thread` opens a thread where the server wants one for each match, or a table stands there
        already. `follows`: the length of its series, and what it carries on. A line that is long in coming is
        not waited for: the view is of a lobby not sealed yet. Raises UserBusy, ChannelBusy, InvitedLately,
        Barred, OtherUnwilling, NotSealed, StorageError, and what `thread` raises.
        """
        server, names = await self.servers.row(place.guild), invited if isinstance(invited, Mapping) else {}
        spoken = replace(place, locale=server.language or locale or place.locale)
        opened = lobby.open_lobby(
            *(spoken, host, rules),
            secret=self._secret(32),
            now=self._now(),
            invited=tuple(invited),
            names=names,
            cpu=cpu,
            strength=strength,
            clock=clock or server.clock or MatchClock.LIVE,
            rated=server.rated,
            follows=follows,
        )
        view = await self._open(opened, host.user, place, server, thread)
        return await self._runner.sealing.waited_for(self._registry.actor(view.match))

    async def _open(
        self, opened: Change, host: UserId, place: Place, server: ServerRow, thread: OpenThread | None
    ) -> View:
        """Open a lobby in a place, or in a thread of it, where nothing speaks against it."""
        free = [checks.allowed(host), checks.user_is_free(host, self._limits)]
        if opened.after.invited:
            pause = timedelta(seconds=self._settings.invite_seconds)
            free += [checks.may_invite(host, self._now(), pause), checks.willing(host)]
        if thread is None or server.place is not TablePlace.THREAD:
            # Where a thread can be opened, only the first table stands in the channel by default.
            most = self._settings.tables_per_channel if thread is None else 1
            room = checks.channel_is_free(opened.after.place.channel, most)
            try:
                return await self._registry.open(opened, host, checks.noted(place), *free, room)
            except ChannelBusy:
                if thread is None:
                    raise
        await self._store.read(checks.every(*free), opened.after)
        there = opened.after.place
        inside = replace(there, channel=await thread(there.locale, opened.after.clock), parent=there.channel)
        opened = replace(opened, after=replace(opened.after, place=inside))
        return await self._registry.open(opened, host, checks.noted(place), *free)

    async def join(self, match: MatchId, person: Person) -> View:
        """Come into a lobby. Raises as `lobby.join` and `checks.may_join` do."""
        free = checks.may_join(person.user, self._limits)
        return await self._change(match, person.user, lambda it, now: lobby.join(it, person, now), check=free)

    async def leave(self, match: MatchId, user: UserId) -> View:
        """Go from a lobby. Raises LobbyOver, NotInMatch."""
        return await self._change(match, user, lambda it, now: lobby.leave(it, user, now))

    async def decline(self, match: MatchId, user: UserId) -> View:
        """Turn an invitation down. Raises LobbyOver, NotInvited."""
        return await self._change(match, user, lambda it, now: lobby.decline(it, user, now))

    async def play_cpu(
        self,
        match: MatchId,
        user: UserId,
        cpu: CpuPlayer = CpuPlayer.NORMAL,
    ) -> View:
        """Play against CPU players, alone at once. Raises LobbyOver, NotHost, LobbyFull, UserBusy."""
        free = checks.may_play_alone(match, user, self._limits)
        step: Step = lambda it, now: lobby.play_cpu(it, user, cpu, now)  # noqa: E731
        return await self._change(match, user, step, check=free)

    async def play_at_own_level(self, match: MatchId, user: UserId) -> View:
        """Play against CPU players that are as strong as a user. Raises as `play_cpu` does."""
        rules = (await self.view(match)).rules.id
        cpu, strength = await self.opponent_at_own_level(user, rules)

        def step(it: HostedMatch, now: datetime) -> Change | Refusal:
            return Refusal.STALE if it.rules.id is not rules else lobby.play_cpu(it, user, cpu, now, strength)

        return await self._change(match, user, step, check=checks.may_play_alone(match, user, self._limits))

    async def opponent_at_own_level(self, user: UserId, rules: RuleSetId) -> tuple[CpuPlayer, Strength]:
        """A CPU player as strong as a user, drawn by chance, and that strength. Raises StorageError."""
        found = await self.own_level(user, rules)
        return mixture.by_chance(rules, found.points), found

    async def opponent(self, user: UserId, rules: RuleSetId) -> tuple[CpuPlayer, Strength | None]:
        """The CPU player that a user should play next: a rung of the ladder, or one at their own level.

        The second is for those who have beaten all, and for those who have opted out of what others see.
        Raises StorageError.
        """
        rung = await self._store.read(profiles.next_rung, user, rules)
        return await self.opponent_at_own_level(user, rules) if rung is None else (rung, None)

    async def own_level(self, user: UserId, rules: RuleSetId) -> Strength:
        """The strength of CPU players that suits a user by a rule set. Raises StorageError."""
        return await self._store.read(own_level.of, user, rules)

    async def send_cpu_away(self, match: MatchId, user: UserId, cpu: CpuPlayer) -> View:
        """Send a CPU player away. Raises LobbyOver, NotHost."""
        return await self._change(match, user, lambda it, _: lobby.send_cpu_away(it, user, cpu))

    async def change_options(
        self,
        match: MatchId,
        user: UserId,
        options: Mapping[str, object],
        rule_set: RuleSetId | None = None,
    ) -> Receipt[View]:
        """Change options of a lobby's rules. Stale and what is raised: as `lobby.change_options` has it."""
        return await self._receipt(
            match, user, lambda it, _: lobby.change_options(it, user, options, rule_set)
        )

    async def change_rules(self, match: MatchId, user: UserId, rules: Rules) -> View:
        """Play by another rule set. Raises LobbyOver, NotHost, SeatsPromised."""
        return await self._change(match, user, lambda it, _: lobby.change_rules(it, user, rules))

    async def reset_options(self, match: MatchId, user: UserId) -> View:
        """Go back to the rule set's own options. Raises LobbyOver, NotHost."""
        return await self._change(match, user, lambda it, _: lobby.reset_options(it, user))

    async def set_clock(self, match: MatchId, user: UserId, clock: MatchClock) -> View:
        """Choose how much time there is for a turn. Raises LobbyOver, NotHost, OtherBusy."""
        suits = checks.clock_suits(match, clock, self._limits)
        return await self._change(match, user, lambda it, _: lobby.set_clock(it, user, clock), check=suits)

    async def set_best_of(self, match: MatchId, user: UserId, best_of: int | None) -> View:
        """Choose how many matches the series has. Raises LobbyOver, NotHost."""
        return await self._change(match, user, lambda it, _: lobby.set_best_of(it, user, best_of))

    async def start_match(self, match: MatchId, user: UserId) -> MatchView:
        """Close the lobby and begin. Raises LobbyOver, NotHost, LobbyNotReady."""
        return (await self._press(match, user, lambda it, now: lobby.start(it, user, now))).view

    async def draw(self, match: MatchId, user: UserId, draw_round: int, place: int = 0) -> Receipt[MatchView]:
        """Draw the card at a place of the row (from 0) in a round (from 1). Raises as `moves.draw` does."""
        return await self._press(match, user, lambda it, now: moves.draw(it, user, draw_round, now, place))

    async def act(self, match: MatchId, user: UserId, question: int, move: Move) -> Receipt[MatchView]:
        """Make a move if the seat's question is still open. Raises as `secret_round.act` does."""
        return await self._press(match, user, lambda it, now: secret_round.act(it, user, question, move, now))

    async def agree(self, match: MatchId, user: UserId, end: int) -> Receipt[MatchView]:
        """Be ready for the next month after the given end (from 0). Raises as `moves.agree` does."""
        return await self._press(match, user, lambda it, now: moves.agree(it, user, end, now))

    async def resign(self, match: MatchId, user: UserId, *, lose: bool = True) -> Receipt[MatchView]:
        """Give the match up. `lose` and what is raised: as `moves.resign` has it."""
        return await self._press(match, user, lambda it, now: moves.resign(it, user, now, lose=lose))

    async def if_resigned(self, match: MatchId, user: UserId) -> Verdict | None:
        """Return the change of ratings if a user gave a match up now; None where that is not known.

        Raises as `moves.resign` does.
        """
        change = await self._registry.actor(match).inspect(lambda it: moves.resign(it, user, self._now()))
        if isinstance(change, Refusal):
            return None
        return await self._store.read(results.preview, match, change.after)

    async def claim(self, match: MatchId, user: UserId) -> Receipt[MatchView]:
        """Want the win that an absent player leaves. Raises as `absence.claim` does."""
        return await self._press(match, user, lambda it, now: absence.claim(it, user, now))

    async def seat_stand_in(self, match: MatchId, user: UserId) -> Receipt[MatchView]:
        """Let a CPU player play for each absent player. Raises as `absence.seat_stand_in` does."""
        return await self._press(match, user, lambda it, now: absence.seat_stand_in(it, user, now))

    async def come_back(self, match: MatchId, user: UserId) -> Receipt[MatchView]:
        """Take one's own seat again. Raises as `absence.come_back` does."""
        return await self._press(match, user, lambda it, now: absence.come_back(it, user, now))

    async def way_out(self, match: MatchId, user: UserId) -> WayOut:
        """Return the way in which a user can end a match without a result, as one of its people.

        Raises NoSuchMatch.
        """
        settings, now = self._settings, self._now()
        return await self._registry.actor(match).inspect(lambda it: ending.way_out(it, user, settings, now))

    async def agree_to_abort(self, match: MatchId, user: UserId) -> Receipt[View]:
        """Want a match to end without a result, or close one's lobby. Raises as `ending.agree_to_abort`."""
        settings = self._settings
        return await self._receipt(
            match, user, lambda it, now: ending.agree_to_abort(it, user, settings, now)
        )

    async def play_on(self, match: MatchId, user: UserId) -> Receipt[View]:
        """Want a match to go on that others want to end. Raises as `ending.play_on` does."""
        return await self._receipt(match, user, lambda it, _: ending.play_on(it, user))

    async def force_abort(self, match: MatchId, user: UserId) -> Receipt[View]:
        """End a match or a lobby, as a manager of its server: the caller knows that `user` is one."""
        return await self._receipt(match, user, ending.force_abort)

    async def take_up(self, match: MatchId, user: UserId, thread: OpenThread | None = None) -> View:
        """Bring back a match that was set aside; its time begins again.

        `thread` opens the thread for one that rests, where its channel is full. Raises as `ending.take_up`
        does, and what `thread` raises.
        """
        inside = None if thread is None else await self._room(match, thread)

        def step(it: HostedMatch, now: datetime) -> Change | Refusal:
            return moves.inside(ending.take_up(it, user, now), inside)

        return await self._change(match, user, step)

    async def _room(self, match: MatchId, thread: OpenThread) -> ChannelId | None:
        """Return a new thread for a match that wakes in a full channel; None: it has its place."""
        hosted = await self._registry.actor(match).inspect(lambda it: it)
        if not hosted.sleeps or hosted.place.parent is not None:
            return None
        first = checks.channel_is_free(hosted.place.channel, 1, beside=match)  # as where one is opened
        try:
            await self._store.read(first, hosted)
        except ChannelBusy:
            return await thread(hosted.place.locale, hosted.clock)
        return None

    async def left_server(self, guild: GuildId, match: MatchId, user: UserId) -> None:
        """Take note that a player of a match has left its server, and the server's arena with it.

        Their time is over, where their move is awaited. Raises NoSuchMatch, StorageError.
        """
        await self.arenas.left_server(guild, user)
        await self._runner.time_out(match, user)

    async def abort(self, match: MatchId) -> View:
        """End a match or a lobby that has lost its server."""
        return await self._change(match, None, ending.abort)

    async def bring(self, match: MatchId, channel: ChannelId) -> View:
        """Show a match in another channel of its guild from now on. Raises ChannelBusy."""
        return await self._change(
            match,
            None,
            lambda it, _: moves.bring(it, channel),
            made_by=MadeBy.DEFAULT,
            check=checks.channel_is_free(channel, self._settings.tables_per_channel, beside=match),
        )

    def connection_lost(self) -> None:
        """Note that no press can come in: time in which somebody must press stands still."""
        self._runner.connection_lost()

    def connection_back(self) -> None:
        """Note that presses come in again: the time without them is given back."""
        self._runner.connection_back()

    async def view(self, match: MatchId) -> View:
        """A match as it stands. Raises NoSuchMatch, StorageError."""
        return await self._registry.actor(match).view()

    async def last_of_series(self, first: MatchId, user: UserId) -> View:
        """Return the last match of a user's series that began with `first`. Raises as `view` does."""
        return await self.view(await self._store.read(matches.last_of_series, first, user))

    async def record(self, match: MatchId) -> dict[str, Any]:
        """The record of a match that has ended (record.md). Raises MatchNotOver."""
        return await self._registry.actor(match).inspect(build_record)

    async def live_matches(
        self,
        *,
        user: UserId | None = None,
        guild: GuildId | None = None,
        channel: ChannelId | None = None,
        invited: bool = False,
    ) -> list[View]:
        """Lobbies and matches in play, the oldest first: those of a user, of a guild, of a channel.

        They may be of any shard. With `invited`, also the lobbies to which the user is invited and has not
        come. Raises StorageError where it has to ask storage which these are.
        """
        return await self._live.of(user=user, guild=guild, channel=channel, invited=invited)

    async def forget(self, user: UserId) -> None:
        """Delete what is stored about a user, who leaves all that they take part in. Raises StorageError.

        Where it was interrupted, doing it again completes it.
        """
        await self._deletion.person(user)
        self.persons.deleted(user)

    async def present_in(self, guilds: Collection[GuildId]) -> None:
        """Note that the bot is in these guilds. Raises StorageError."""
        await self.servers.note(came=guilds)
        self._chores.servers_known()

    async def leave_guild(self, guild: GuildId) -> None:
        """End without a result what is open in a guild that the bot has no part in any more, and note it."""
        try:
            await self.servers.note(left=[guild])
        except StorageError as error:
            # The next start finds it out.
            log.warning("leaving a server is not stored", guild=guild, trouble=str(error))
        try:
            await self.arenas.left_guild(guild)
        except StorageError as error:
            log.warning("arena of a left server goes on", guild=guild, trouble=str(error))
        try:
            views = await self.live_matches(guild=guild)
        except StorageError as error:
            log.warning("matches of a left server go on", guild=guild, trouble=str(error))
            return
        for view in views:
            try:
                await self.abort(view.match)
            except StorageError as error:
                # Its idle deadline ends it later.
                log.warning("match of a left server goes on", match=view.match, trouble=str(error))

    async def _purge(self, guild: GuildId) -> None:
        """Delete the data of a guild that has put the bot out for good. Raises StorageError."""
        await self.arenas.left_guild(guild)
        for view in await self.live_matches(guild=guild):
            await self.abort(view.match)
        await self._deletion.server(guild)

    async def _change(
        self,
        match: MatchId,
        user: UserId | None,
        step: Step,
        *,
        made_by: MadeBy = MadeBy.USER,
        check: Check | None = None,
    ) -> View:
        """The view after a step that nobody needs to be told about where it changes nothing."""
        actor = self._registry.actor(match)
        return (await actor.change(step, user=user, made_by=made_by, check=check)).view

    async def _receipt(self, match: MatchId, user: UserId, step: Step) -> Receipt[View]:
        """The answer to a press on a lobby or a match: the view after it, and why it changed nothing."""
        receipt = await self._registry.actor(match).change(step, user=user)
        if receipt.refusal is not None:
            self._metrics.stale(receipt.refusal.value)
        return receipt

    async def _press(self, match: MatchId, user: UserId, step: Step) -> Receipt[MatchView]:
        """The answer to a press on a match in play: the view after it, and why it changed nothing if so."""
        receipt = await self._receipt(match, user, step)
        assert isinstance(receipt.view, MatchView)
        return Receipt(receipt.view, receipt.refusal)

    async def _reread(self, match: MatchId) -> None:
        """Have a match that has ended read from its rows again, where it is in memory."""
        await self._registry.actor(match).reread(lambda hosted: not hosted.live)
