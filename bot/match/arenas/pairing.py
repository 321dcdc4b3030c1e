"""The people who play next: the longest waiting first, with somebody near in points, not the same two again.

Two who have just played each other wait a moment for somebody else (`PATIENCE`), as long as other matches are
in play. So does an odd player, who then plays against a CPU player, but never twice in a row. Otherwise a
player who blocks everybody would always be odd. A CPU player answers at once, so they would play two matches
in the time of one.

There are never more tables at once than half as many as people, rounded up: the last one of an odd number may
have one with a CPU player. Such a table takes none that people may soon want among themselves: then an odd
player waits, and is the first to be paired.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations, islice
from zlib import crc32

from bot.ids import UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance, Bout, Evening, Pairing
from bot.match.arenas.standing import tallied
from bot.match.arenas.timing import PATIENCE, last_start
from bot.match.arenas.waiting import Free, waiting

MET = 2
"""The weight of each match that two people have already played here, in points."""
JUST_MET = 100
"""The weight of two who meet twice in a row at a table of three, which cannot always be helped."""
NEAREST = 12
"""People among whom company for a table of three is looked for first: to try all would take too long."""
HERE = (Attendance.IN, Attendance.PAUSED)
"""The attendance of those who may soon want a table."""
Group = tuple[Free, ...]


def pairings(evening: Evening, now: datetime) -> tuple[Pairing, ...]:
    """Return the matches that begin now.

    Nothing begins unless the arena runs, nor where a match could not end in time (`last_start`).
    """
    arena = evening.arena
    if arena.status is not ArenaStatus.RUNNING or not arena.starts_at <= now < last_start(arena):
        return ()
    ready = [free for free in waiting(evening) if free.not_before <= now]
    if len(ready) < arena.rules.seats and not any(_is_patient(free, now) for free in ready):
        return ()
    return tuple(_Room(evening, ready, now).pairings())


class _Room:
    """The people who are to be paired now, and everything that is known of them."""

    def __init__(self, evening: Evening, ready: Sequence[Free], now: datetime) -> None:
        self.arena, self.blocked = evening.arena, evening.blocked
        in_play = [bout for bout in evening.bouts if bout.in_play]
        self.tables = -(-len(evening.contestants) // 2) - len(in_play)
        """Tables that may begin."""
        playing = {user for bout in in_play for user in bout.users}
        self.others = {each.user for each in evening.contestants if each.attendance in HERE} - playing
        """People who play nowhere, those included who are not ready or have paused."""
        self.ready = sorted(ready, key=lambda free: (free.since, _shuffled(evening.arena, free.user)))
        self.patient = {free.user for free in ready if _is_patient(free, now)}
        self.alone = not in_play
        """Whether no match is in play, whose people could soon be free."""
        self.bouts: dict[UserId, list[Bout]] = {free.user: [] for free in ready}
        """The matches of these people, the oldest first."""
        theirs = [bout for bout in evening.bouts if not self.bouts.keys().isdisjoint(bout.people)]
        for bout in sorted(theirs, key=lambda each: (each.started_at, each.match)):
            for user in self.bouts.keys() & {*bout.people}:
                self.bouts[user].append(bout)
        self.points = {user: tally.points for user, tally in tallied(self.arena, theirs).items()}

    def pairings(self) -> Iterator[Pairing]:
        """Return the tables that begin, those of people alone first."""
        seats = self.arena.rules.seats
        groups, left = self._seated(self.ready, seats, again=False)
        if seats == 2:
            groups, left = self._exchanged(groups, left)
        more, left = self._seated(left, seats, again=True)
        begun = (groups + more)[: max(0, self.tables)]
        for group in begun:
            yield Pairing(tuple(free.user for free in group))
        if self.arena.cpu is not None:
            others = self.others - {free.user for group in begun for free in group}
            yield from self._spared(self.tables - len(begun), others, self._odd(left))

    def _spared(self, tables: int, others: set[UserId], odd: Iterable[Pairing]) -> Iterator[Pairing]:
        """Tables with a CPU player, as long as enough of `tables` are left to `others` among themselves."""
        for pairing in odd:
            rest = others.difference(pairing.people)
            if tables > sum(map(self._could_play(rest), rest)) // self.arena.rules.seats:
                tables, others = tables - 1, rest
                yield pairing

    def _could_play(self, people: Collection[UserId]) -> Callable[[UserId], bool]:
        """Whether somebody of these people could play with another of them."""
        return lambda one: any(two != one and frozenset((one, two)) not in self.blocked for two in people)

    def _seated(self, people: Sequence[Free], seats: int, *, again: bool) -> tuple[list[Group], list[Free]]:
        """Groups of `seats` people, and those who are left; `again`: those who have just met, if patient."""
        free, groups, left = list(people), list[Group](), list[Free]()
        while free:
            first = free.pop(0)
            others = self._company(first, free, seats - 1, again=again)
            if others is None:
                left.append(first)
            else:
                groups.append((first, *others))
                free = [each for each in free if each not in others]
        return groups, left

    def _company(self, first: Free, people: Sequence[Free], count: int, *, again: bool) -> Group | None:
        """Return the nearest people who can sit down with somebody; None where there are none."""
        allowed = [each for each in people if self._allowed((first, each))]
        near = sorted(allowed, key=lambda each: self._apart((first, each)))
        for among in (near[:NEAREST], near):
            groups = [
                (first, *others)
                for others in combinations(among, count)
                if self._fits((first, *others), again=again)
            ]
            if groups:
                return min(groups, key=self._apart)[1:]
        return None

    def _exchanged(self, groups: list[Group], left: list[Free]) -> tuple[list[Group], list[Free]]:
        """Pairs, and those who are left, after pairs have changed partners so that two of these can play."""
        groups, left = list(groups), list(left)
        for one, other in combinations(left, 2):
            exchanges = (
                (at, pairs)
                for at, (a, b) in enumerate(groups)
                for pairs in (((one, a), (other, b)), ((one, b), (other, a)))
                if one in left and other in left and all(self._fits(pair, again=False) for pair in pairs)
            )
            for at, pairs in [*islice(exchanges, 1)]:
                groups[at : at + 1] = pairs
                left = [free for free in left if free not in (one, other)]
        return groups, left

    def _odd(self, left: Sequence[Free]) -> Iterator[Pairing]:
        """Tables with a CPU player: patient people, at a table of three with somebody else who is left.

        Nobody plays alone against CPU players twice in a row.
        """
        cpu, seats = self.arena.cpu, self.arena.rules.seats
        people = list(left)
        while people:
            first = people.pop(0)
            if first.user not in self.patient:
                continue
            other = next((each for each in people if self._allowed((first, each))), None)
            if seats > 2 and other is not None:
                people.remove(other)
                yield Pairing((first.user, other.user), cpu)
            elif self._last(first.user) != frozenset((first.user,)):
                yield Pairing((first.user,), cpu)

    def _allowed(self, group: Group) -> bool:
        """Whether nobody of a group has blocked another."""
        return not any(frozenset(pair) in self.blocked for pair in _pairs(group))

    def _fits(self, group: Group, *, again: bool) -> bool:
        """Whether a group may sit down; `again`: even if they have just met, once one has waited."""
        if not self._allowed(group):
            return False
        users = frozenset(free.user for free in group)
        if not any(users <= self._last(user) for user in users):
            return True
        return again and (self.alone or not users.isdisjoint(self.patient))

    def _apart(self, group: Group) -> int:
        """Return how little people suit each other: by points, and by how often and how lately they met."""
        points = [self.points.get(free.user, 0) for free in group]
        met = just = 0
        for one, two in _pairs(group):
            met += sum(two in bout.people for bout in self.bouts[one])
            just += two in self._last(one) or one in self._last(two)
        return max(points) - min(points) + MET * met + JUST_MET * just

    def _last(self, user: UserId) -> frozenset[UserId]:
        """Return the people of somebody's last table, themself included; nobody before the first one."""
        bouts = self.bouts[user]
        return frozenset(bouts[-1].users) if bouts else frozenset()


def _pairs(group: Iterable[Free]) -> Iterator[tuple[UserId, UserId]]:
    return combinations((free.user for free in group), 2)


def _is_patient(free: Free, now: datetime) -> bool:
    """Whether somebody has waited so long that they take what is left."""
    return now - free.since >= PATIENCE


def _shuffled(arena: Arena, user: UserId) -> int:
    """Return a number that orders people who wait equally long: nobody can choose theirs."""
    return crc32(f"{arena.id} {user}".encode())
