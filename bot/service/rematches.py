"""Rematches: the people of a match that is over press one after another; the last press begins it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.locks import Locks
from bot.match.hosted_match import Carried
from bot.match.series import Continuation, Standing
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import CpuPlayer, MatchClock, Person, Place, Strength
from bot.opponents import mixture
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId

OpenThread = Callable[[str, MatchClock], Awaitable[ChannelId]]
"""Opens a thread for a match in a language, with a clock. Raises what Discord says."""


class Tables(Protocol):
    """All matches, as the manager has them."""

    async def open_lobby(  # noqa: PLR0913 - all that a lobby is opened with
        self,
        place: Place,
        host: Person,
        rules: Rules,
        *,
        invited: Mapping[UserId, str] = ...,
        cpu: CpuPlayer | None = ...,
        strength: Strength | None = ...,
        clock: MatchClock | None = ...,
        locale: str | None = ...,
        thread: OpenThread | None = ...,
        follows: Continuation = ...,
    ) -> View:
        """Open a lobby, or with CPU players a match."""

    async def join(self, match: MatchId, person: Person) -> View:
        """Come into a lobby."""

    async def live_matches(self, *, guild: GuildId | None = ...) -> list[View]:
        """The lobbies and matches of a server that go on."""

    async def own_level(self, user: UserId, rules: RuleSetId) -> Strength:
        """The strength of CPU players that suits a user by a rule set."""

    async def last_of_series(self, first: MatchId, user: UserId) -> View:
        """Return the last match of the series of a user that began with the match `first`."""


class Rematches:
    """Opens the lobby of a rematch, or lets somebody who presses come into the one that waits for them."""

    def __init__(self, tables: Tables, now: Callable[[], datetime], doubt: Callable[[], str | None]) -> None:
        """`now`: the time of day; `doubt`: what speaks against it."""
        self._tables, self._now, self._doubt = tables, now, doubt
        self._one_at_a_time = Locks[frozenset[UserId]]()

    async def again(
        self,
        ended: MatchView,
        place: Place,
        person: Person,
        *,
        locale: str | None = None,
        thread: OpenThread | None = None,
    ) -> View:
        """Play again by the rules of a match with its people, who are invited; against CPU players at once.

        `locale` and `thread`: as `Manager.open_lobby` takes them.
        Where one of them has opened such a lobby, to come there is what is meant: once all have, the match
        begins. Who is there already changes nothing. Raises as opening and joining do.
        """
        # Of two who press at once the second one comes to the first; other people wait for neither.
        async with self._one_at_a_time.of(frozenset(_people(ended))):
            waiting = await self._lobby(ended)
            if waiting is None:
                return await self._opened(ended, place, person, locale, thread)
            if person.user in waiting.awaited:
                return await self._tables.join(waiting.match, person)
            return waiting

    async def _opened(
        self, ended: MatchView, place: Place, person: Person, locale: str | None, thread: OpenThread | None
    ) -> View:
        people = {one.user: one.name for one in ended.people if one.user is not None}
        cpu, strength = next(((one.cpu, one.strength) for one in ended.people if one.cpu), (None, None))
        if cpu is not None and strength is not None:
            # How they have done since counts, that match among it.
            strength = await self._tables.own_level(person.user, ended.rules.id)
            cpu = mixture.nearest(ended.rules.id, cpu.character, strength.points)
        if place.channel == ended.place.channel:
            place = replace(place, parent=ended.place.parent)
        return await self._tables.open_lobby(
            place,
            person,
            ended.rules,
            invited={user: name for user, name in people.items() if user != person.user},
            cpu=cpu,
            strength=strength,
            clock=ended.clock,
            locale=locale,
            thread=thread,
            follows=await self._follows(ended, person.user),
        )

    async def _follows(self, ended: MatchView, user: UserId) -> Continuation:
        """Return what the rematch carries on: the series as its last match left it, also under an older one.

        A series that has ended is begun again, as long as it was. So is one that is being played just now.
        """
        series = ended.series
        anew = Continuation(series.best_of)
        if self._left(series):
            return anew
        last = await self._tables.last_of_series(series.first or ended.match, user)
        if not isinstance(last, MatchView) or last.series.decided or self._left(last.series):
            return anew
        return continuation(last)

    def _left(self, series: Standing) -> bool:
        """Say whether nobody has gone on with a series for six hours; a clock in doubt does not say so."""
        return series.until is None or (self._now() > series.until and self._doubt() is None)

    async def _lobby(self, ended: MatchView) -> LobbyView | None:
        """An open lobby of exactly the people of a match, come or awaited, by its rule set."""
        people = _people(ended)
        for view in await self._tables.live_matches(guild=ended.place.guild):
            if not isinstance(view, LobbyView) or not view.invited or view.rules.id is not ended.rules.id:
                continue
            if _people(view) | {*view.awaited} == people:
                return view
        return None


def continuation(last: MatchView) -> Continuation:
    """Return what carries on the series of a match that has ended."""
    series, people = last.series, last.people
    carried = Carried(
        first=series.first or last.match,
        best_of=series.best_of,
        people=len(people),
        used=series.used,
        replay=series.plays_again or (series.replay and not series.over),
    )
    wins = tuple(zip(people, series.wins, strict=True))
    return Continuation(
        series.best_of,
        carried,
        {one.user: count for one, count in wins if one.user is not None},
        tuple(count for one, count in wins if one.cpu is not None),
    )


def _people(view: View) -> set[UserId]:
    return {one.user for one in view.people if one.user is not None}
