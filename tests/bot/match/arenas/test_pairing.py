"""Pairings: the matches that begin next in an arena."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ids import UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance, Bout, Evening, Pairing
from bot.match.arenas.pairing import pairings
from bot.match.arenas.timing import PATIENCE, last_start
from bot.match.arenas.waiting import waiting
from bot.match.vocabulary import CpuPlayer
from tests.support.arenas import TICK, arena_of, at, attending, bout, evening_of

PATIENT = PATIENCE.total_seconds()


def tables(evening: Evening, seconds: float) -> list[set[int]]:
    """The people of each table that begins at this second, a CPU player not told."""
    return [set(pairing.people) for pairing in pairings(evening, at(seconds))]


def test_everybody_plays_as_it_begins() -> None:
    """Forty people, twenty tables; not a second earlier, and never twice."""
    evening = evening_of(40)
    assert tables(evening, -1) == []
    begun = tables(evening, 0)
    assert len(begun) == 20
    assert set().union(*begun) == set(range(1, 41))


def test_people_near_in_points_play() -> None:
    """Winners play winners."""
    bouts = [bout(n, (n, n + 4), (1, 2)) for n in (1, 2, 3, 4)]
    assert all(pair <= {1, 2, 3, 4} or pair <= {5, 6, 7, 8} for pair in tables(evening_of(8, bouts), 300))


def test_the_longest_waiting_plays_first() -> None:
    """Of three, the two who have waited least are those of whom one is left."""
    bouts = [bout(1, (1, 2), (1, 2), end=300), bout(2, (3, 4), (2, 1), end=200)]
    evening = evening_of((1, 2, 3), bouts)
    assert 3 in tables(evening, 300)[0]


def test_two_who_have_just_met_wait_while_another_match_is_in_play() -> None:
    """Two people play each other again once they have waited, and somebody else at once."""
    bouts = [bout(1, (1, 2), (1, 2)), bout(2, (3, 4))]
    evening = evening_of(4, bouts)
    assert tables(evening, 300) == tables(evening, 300 + PATIENT - 1) == []
    assert tables(evening, 300 + PATIENT) == [{1, 2}]
    ended = evening_of(4, [bouts[0], bout(2, (3, 4), (1, 2), end=310)])
    assert not [pair for pair in tables(ended, 310) if pair in ({1, 2}, {3, 4})]
    assert len(tables(ended, 310)) == 2


def test_two_who_are_alone_play_again_at_once() -> None:
    """Nobody else could come free."""
    assert tables(evening_of(2, [bout(1, (1, 2), (1, 2))]), 300) == [{1, 2}]


def test_pairs_change_partners_for_those_who_are_left() -> None:
    """Two tables begin, although two of four people block each other."""
    evening = evening_of(4, blocked=[(3, 4), (1, 2)])
    assert len(tables(evening, 0)) == 2
    for first, second in combinations(range(1, 5), 2):
        assert len(tables(evening_of(4, blocked=[(first, second)]), 0)) == 2


def test_an_odd_player_plays_a_cpu_player_after_a_while_and_not_twice_in_a_row() -> None:
    """Or waits, where the arena has none."""
    evening = evening_of(3, [bout(1, (1, 2))])
    assert pairings(evening, at(PATIENT - 1)) == ()
    assert pairings(evening, at(PATIENT)) == (Pairing((UserId(3),), CpuPlayer.NORMAL),)
    assert pairings(replace(evening, arena=arena_of(cpu=False)), at(600)) == ()
    played = replace(evening, bouts=(*evening.bouts, bout(2, (3, None), (1, 2), start=45)))
    assert pairings(played, at(900)) == ()


def test_a_cpu_player_takes_no_table_that_people_may_want() -> None:
    """Of the two tables of four people, one has a CPU player; two who pause may want the other."""
    evening = attending(evening_of(4, [bout(1, (1, None))]), 3, Attendance.PAUSED)
    assert pairings(attending(evening, 4, Attendance.PAUSED), at(600)) == ()
    (made,) = pairings(attending(evening, 4, Attendance.ABSENT), at(600))
    assert made == Pairing((UserId(2),), CpuPlayer.NORMAL)


def test_where_no_two_may_play_they_play_cpu_players() -> None:
    """At as many tables as there are: the third one waits."""
    evening = evening_of(3, blocked=list(combinations((1, 2, 3), 2)))
    assert [len(table) for table in tables(evening, PATIENT)] == [1, 1]


def test_three_play_at_a_table_of_sannin() -> None:
    """Of five, two wait, and play with a CPU player after a while; a single one with two."""
    arena = arena_of(seats=3)
    begun = pairings(evening_of(5, arena=arena), at(0))
    assert [len(pairing.people) for pairing in begun] == [3]
    later = pairings(evening_of(5, [bout(1, (1, 2, 3))], arena=arena), at(PATIENT))
    assert [(set(each.people), each.cpu) for each in later] == [({4, 5}, CpuPlayer.NORMAL)]
    single = pairings(evening_of(4, [bout(1, (1, 2, 3))], arena=arena), at(PATIENT))
    assert single == (Pairing((UserId(4),), CpuPlayer.NORMAL),)


def test_nobody_sits_at_a_table_of_three_with_somebody_blocked() -> None:
    """Two tables of six around three blocks."""
    blocked = [(1, 2), (3, 4), (5, 6)]
    begun = tables(evening_of(6, arena=arena_of(seats=3), blocked=blocked), 0)
    assert [len(table) for table in begun] == [3, 3]
    assert not [pair for pair in blocked for table in begun if {*pair} <= table]


@pytest.mark.parametrize("attendance", [each for each in Attendance if each is not Attendance.IN])
def test_only_people_who_are_in_are_paired(attendance: Attendance) -> None:
    """Nobody is who has paused, was absent, left or was removed."""
    assert tables(attending(evening_of(3), 2, attendance), 0) == [{1, 3}]


def test_people_at_another_table_are_paired_after_it() -> None:
    """A table of the arena, or any other live one."""
    evening = evening_of(5, [bout(1, (1, 2))], busy=[3])
    assert tables(evening, 10) == [{4, 5}]


def test_a_player_who_gave_up_is_free_when_the_match_would_usually_have_ended() -> None:
    """Giving up saves no time; the opponent is free at once."""
    evening = evening_of(4, [bout(1, (1, 2), (2, 1), end=60, gave_up=1), bout(2, (3, 4), (1, 2), end=60)])
    assert 1 not in set().union(*tables(evening, 60))
    free = next(each for each in waiting(evening) if each.user == 1)
    assert (free.since, free.not_before) == (at(60), at(450))
    assert 1 in set().union(*tables(evening, 450))


@pytest.mark.parametrize(("months", "before"), [(1, 150), (3, 300)])
def test_no_match_begins_that_cannot_end(months: int, before: int) -> None:
    """Five minutes before time is up at the latest; a single month begins until later."""
    arena = arena_of(months=months)
    assert last_start(arena) == arena.ends_at - timedelta(seconds=before)
    evening = evening_of(4, arena=arena)
    assert len(pairings(evening, last_start(arena) - TICK)) == 2
    assert pairings(evening, last_start(arena)) == ()


@pytest.mark.parametrize("status", [each for each in ArenaStatus if each is not ArenaStatus.RUNNING])
def test_nothing_begins_unless_the_arena_runs(status: ArenaStatus) -> None:
    """Neither before the start nor while the last matches are awaited."""
    assert pairings(evening_of(4, arena=replace(arena_of(), status=status)), at(60)) == ()


@dataclass
class Night:
    """An arena with people who come, pause, come back and play, by a clock that jumps from tick to tick."""

    evening: Evening
    chance: Random
    now: float = 0
    waited: dict[UserId, float] = field(default_factory=dict)

    def tick(self) -> tuple[Pairing, ...]:
        """Let somebody pause or come back, matches end and the next ones begin."""
        self.now += TICK.total_seconds()
        self.wander()
        self.evening = replace(self.evening, bouts=tuple(map(self.ended, self.evening.bouts)))
        made = pairings(self.evening, at(self.now))
        check_tables(self.evening, made, self.now)
        in_play = [each for each in self.evening.bouts if each.in_play]
        assert len(in_play) + len(made) <= -(-len(self.evening.contestants) // 2)
        seats = self.evening.arena.rules.seats
        begun = [
            bout(
                len(self.evening.bouts) + n,
                [*pair.people, *[None] * (seats - len(pair.people))],
                start=self.now,
            )
            for n, pair in enumerate(made)
        ]
        self.evening = replace(self.evening, bouts=(*self.evening.bouts, *begun))
        return made

    def wander(self) -> None:
        """Somebody pauses or comes back in one of ten ticks."""
        if self.chance.random() < 0.1:
            each = self.chance.choice(self.evening.contestants)
            other = Attendance.PAUSED if each.attendance is Attendance.IN else Attendance.IN
            self.evening = attending(self.evening, each.user, other, self.now)

    def ended(self, match: Bout) -> Bout:
        """A match in play ends in one of thirty ticks; one of ten such has no result."""
        if not match.in_play or self.chance.random() > 1 / 30:
            return match
        places = self.chance.sample(range(1, len(match.people) + 1), len(match.people))
        if self.chance.random() < 0.1:
            return replace(match, ended_at=at(self.now))
        return replace(match, ended_at=at(self.now), ranking=tuple(places), scores=tuple(places))


def check_tables(evening: Evening, made: Sequence[Pairing], now: float) -> None:
    """Nobody is at two tables, is blocked there, plays elsewhere; full tables have no CPU player."""
    people = [user for pairing in made for user in pairing.people]
    free = {each.user for each in waiting(evening)}
    assert len(people) == len({*people})
    assert {*people} <= free
    seats = evening.arena.rules.seats
    for pairing in made:
        assert (pairing.cpu is None) == (len(pairing.people) == seats)
        assert not [pair for pair in combinations(pairing.people, 2) if frozenset(pair) in evening.blocked]
    if seats == 2:
        check_rematches(evening, made)


def last_company(evening: Evening) -> dict[UserId, frozenset[UserId]]:
    """Return the people of everybody's last table."""
    found: dict[UserId, frozenset[UserId]] = {}
    for match in sorted(evening.bouts, key=lambda each: (each.started_at, each.match)):
        found.update(dict.fromkeys(match.users, frozenset(match.users)))
    return found


def check_rematches(evening: Evening, made: Sequence[Pairing]) -> None:
    """Two who have just met play again only if neither could play anybody else who is left."""
    last = last_company(evening)

    def anew(one: UserId, other: UserId) -> bool:
        pair = frozenset((one, other))
        return pair not in evening.blocked and pair not in (last.get(one), last.get(other))

    again = [each.people for each in made if len(each.people) == 2 and not anew(*each.people)]
    rest = {each.user for each in waiting(evening)} - {
        user for each in made for user in each.people if len(each.people) == 2 and each.people not in again
    }
    for pair in again:
        assert not [other for one in pair for other in rest if other not in pair and anew(one, other)]


Drawn = tuple[int, int, list[tuple[int, int]]]
TICKS = 200
NIGHTS = st.tuples(
    st.integers(2, 9),
    st.integers(0, 1 << 30),
    st.lists(
        st.tuples(st.integers(1, 9), st.integers(1, 9)).filter(lambda pair: pair[0] != pair[1]), max_size=4
    ),
)


def night_of(drawn: Drawn, arena: Arena) -> Night:
    people, seed, blocked = drawn
    return Night(evening_of(people, arena=arena, blocked=blocked), Random(seed))


@settings(max_examples=15, deadline=None)
@given(NIGHTS, st.sampled_from([2, 3]), st.booleans())
def test_nobody_waits_a_minute_while_a_table_could_be_filled(drawn: Drawn, seats: int, cpu: bool) -> None:
    """A table begins within 60 s once its people are free, unless two of them block each other."""
    night = night_of(drawn, arena_of(seats=seats, cpu=cpu))
    possible: dict[frozenset[UserId], float] = {}
    for _ in range(TICKS):
        night.tick()
        free = sorted(each.user for each in waiting(night.evening))
        companies = {
            frozenset(group)
            for group in combinations(free, seats)
            if not any(frozenset(pair) in night.evening.blocked for pair in combinations(group, 2))
        }
        possible = {group: possible.get(group, night.now) for group in companies}
        assert all(night.now - since < 60 for since in possible.values())


@settings(max_examples=15, deadline=None)
@given(NIGHTS)
def test_nobody_plays_alone_against_cpu_players_twice_in_a_row(
    drawn: Drawn,
) -> None:
    """Between two such matches there is one with people."""
    night = night_of(drawn, arena_of())
    for _ in range(TICKS):
        last = last_company(night.evening)
        for pairing in night.tick():
            if pairing.cpu is not None:
                assert last.get(pairing.people[0]) != frozenset(pairing.people)


@given(st.permutations(range(1, 8)), st.randoms(use_true_random=False))
def test_pairings_do_not_depend_on_the_order_of_rows(order: list[int], chance: Random) -> None:
    """People and matches come from a database in any order."""
    bouts = [bout(1, order[:2], (1, 2)), bout(2, order[2:4], (1, 1), end=299), bout(3, order[4:6], (2, 1))]
    evening = evening_of(7, bouts)
    mixed = replace(
        evening,
        bouts=tuple(chance.sample(bouts, 3)),
        contestants=tuple(chance.sample(evening.contestants, 7)),
    )
    assert pairings(mixed, at(400)) == pairings(evening, at(400))
