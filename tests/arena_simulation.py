"""Arenas of made-up people, by hand: `python -m tests.arena_simulation` (500 evenings: 15 minutes of a core).

An evening has 24 people whose strengths are known, and 90 minutes of matches of three months, or of one. The
functions of `bot.match.arenas` pair and count it, by a clock that jumps from tick to tick. The same people
also play a part of a round robin, with as many matches each. Then four of them try to gain by something else
than play: the same evening again, compared with what the same four have otherwise.

With three months a match (300 evenings) people play 11 matches and wait 17 seconds between two. The strongest
third has 43.0 % of the first eight places, and 45.2 % in the round robin: 2.2 less, give or take 2.4. Wide
strengths: 66.8 % and 68.1 %. With one month (200 evenings) they play 31 matches and wait 8 seconds: 51.9 %
and 50.4 %, wide strengths 75.0 % and 76.1 %.

Nothing gains. Points more than without, which are 13.2 with three months, give or take 0.3, and 40.0 with one
month and its point for courage, give or take 0.8:

- Leaving and coming back after each match: +0.1 and +0.4.
- Giving up before the first card against somebody stronger: -3.1 and -9.2. When behind after a month: -0.9.
- Losing two matches on purpose: -0.2 and -0.2. Losing quickly to stronger people: -1.9 and -5.0.
- Waiting for weak opponents: -2.1 and -13.5. Doing so after a win alone: -0.5 and -3.4.
- Blocking everybody to play CPU players: -12.8 and -39.5. Waiting to be the odd one: -1.5 and -13.3.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum
from functools import partial
from heapq import heappop, heappush
from multiprocessing import Pool
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from bot.ids import MatchId, UserId
from bot.match.arenas.facts import Arena, Attendance, Bout, Pairing
from bot.match.arenas.pairing import pairings
from bot.match.arenas.standing import Row, standing
from bot.match.arenas.timing import MONTH_LASTS, PATIENCE, last_start
from bot.match.arenas.waiting import waiting
from tests.support.arenas import TICK, arena_of, at, bout, evening_of

PEOPLE = 24
STRONGEST = 8
HEROES = 4
"""People who follow a strategy; their strengths are as anybody's."""
SPREAD = 0.1
"""Of true strengths, as in `tests.season_simulation`: a difference d wins with the probability Phi(d)."""
WIDE = 0.4
"""Strengths of a server of beginners and champions: the best beat the middle 79 times of 100."""
DARES = 0.2
"""The share of months that are stopped after an own koi-koi where that pays: see `tests.arena_koi_koi`."""
TIES = 0.06
"""The share of drawn matches; two *normal* players draw 7 of 100."""
POINTS = 10
"""Points of the cards that one standard deviation of a match is."""
UNEVEN = 0.25
"""The standard deviation of a month's length, as a part of the mean."""
SEALING = 15.0
"""Seconds between a pairing and the first card."""
ALONE = 0.6
"""The length of a match against a CPU player, who answers at once, as a part of that between people."""
THROWN = 0.5
"""The length of a match that somebody plays to lose it."""
LEVEL = NormalDist().inv_cdf(0.5 + TIES / 2)


class Strategy(Enum):
    """The things that people do in order to gain by them."""

    HONEST = "nothing"
    RETURN = "leaves and comes back after each match"
    ABANDON = "gives up before the first card against a stronger opponent"
    RESIGN = "gives up when behind after a month"
    LOSE = "loses the first two matches on purpose"
    FALL = "loses against stronger opponents on purpose, and quickly"
    PICK = "pauses until somebody weak alone waits"
    LURK = "pauses after a win until somebody weaker alone waits"
    ODD = "blocks everybody, to play against CPU players"
    LATE = "pauses until nobody waits, to be the odd one"


PATIENT = 240.0
"""Seconds after which somebody who waits for an opponent of their choice comes back all the same."""


class Played(NamedTuple):
    """A match as it will go: its seconds, the places and points by seat, and who gives it up."""

    seconds: float
    places: tuple[int, ...]
    scores: tuple[int, ...]
    gave_up: int | None = None
    dared: bool = False
    """Whether it is one month, and its winner has stopped after koi-koi."""


@dataclass(frozen=True)
class World:
    """The people of an evening: strengths by person, from 1."""

    seed: int
    strengths: tuple[float, ...]
    months: int = 3
    strategy: Strategy = Strategy.HONEST

    def strength(self, user: int | None) -> float:
        """Return somebody's strength; a CPU player is as strong as the middle."""
        return 0.0 if user is None else self.strengths[user - 1]

    def plays(self, user: int | None) -> Strategy:
        """Return what somebody does."""
        return self.strategy if user is not None and user <= HEROES else Strategy.HONEST

    @property
    def weak(self) -> float:
        """The strength below which somebody is of the weakest third."""
        return sorted(self.strengths)[PEOPLE // 3]


def world(seed: int, spread: float = SPREAD, strategy: Strategy = Strategy.HONEST, months: int = 3) -> World:
    """Return the people of a seed."""
    chance = random.Random(seed)
    return World(seed, tuple(chance.gauss(0, spread) for _ in range(PEOPLE)), months, strategy)


def play(here: World, one: int, other: int | None, nth: Sequence[int], chance: random.Random) -> Played:
    """One match, strength and far more luck, month by month; `nth`: matches of each before this one."""
    lead, seconds, gave_up = 0.0, SEALING, None
    better = here.strength(one) - here.strength(other)
    fast = thrown(here, one, other, nth)
    if fast is not None and here.plays(fast) is Strategy.ABANDON:
        return Played(seconds, *_result(-9.0 if fast == one else 9.0), gave_up=fast)
    for month in range(1, here.months + 1):
        lead += better / here.months + chance.gauss(0, 1 / math.sqrt(here.months))
        seconds += MONTH_LASTS.total_seconds() * max(0.3, chance.gauss(1, UNEVEN))
        for user, ahead in ((one, lead), (other, -lead)):
            if here.plays(user) is Strategy.RESIGN and month < here.months and ahead < -0.5:
                gave_up = user
        if gave_up is not None:
            return Played(seconds, *_result(-9.0 if gave_up == one else 9.0), gave_up=gave_up)
    if fast is not None:
        return Played(seconds * THROWN, *_result(-1.0 if fast == one else 1.0))
    dared = here.months == 1 and chance.random() < DARES
    return Played(seconds * (ALONE if other is None else 1), *_result(lead), dared=dared)


def thrown(here: World, one: int, other: int | None, nth: Sequence[int]) -> int | None:
    """Return who does not want to win a match; None where both do."""
    for user, opponent, played in ((one, other, nth[0]), (other, one, nth[1])):
        strategy = here.plays(user)
        stronger = user is not None and here.strength(opponent) > here.strength(user) + SPREAD / 2
        if strategy is Strategy.LOSE and played < 2:
            return user
        if strategy in (Strategy.ABANDON, Strategy.FALL) and stronger:
            return user
    return None


def _result(lead: float) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and points of the cards by the first one's lead, in standard deviations."""
    places = (1, 1) if abs(lead) < LEVEL else (1, 2) if lead > 0 else (2, 1)
    points = round(POINTS * lead)
    return places, (points, -points)


def _winners(bout: Bout, played: Played) -> Iterator[UserId]:
    """Yield the person who has won a match alone."""
    if 2 in played.places:
        yield from (user for user in (bout.people[played.places.index(1)],) if user is not None)


class Hall:
    """An arena under way, by a clock that the simulation moves."""

    def __init__(self, here: World, arena: Arena) -> None:
        self.here, self.chance = here, random.Random(here.seed + 1)
        blocked = [
            (hero, user) for hero in range(1, HEROES + 1) for user in range(1, PEOPLE + 1) if hero != user
        ]
        self.evening = evening_of(
            PEOPLE, arena=arena, blocked=blocked if here.strategy is Strategy.ODD else ()
        )
        self.ends: list[tuple[float, MatchId]] = []
        self.bouts: dict[MatchId, Bout] = {}
        self.results: dict[MatchId, Played] = {}
        self.away: dict[int, float] = {}
        """Since when heroes have paused."""

    def run(self) -> Hall:
        """Play until the last match has ended."""
        last = (last_start(self.evening.arena) - self.evening.arena.starts_at).total_seconds()
        now = wake = 0.0
        while now < last:
            changed = self.end_matches(now)
            changed |= self.come_back(now)
            if changed or now >= wake:
                self.begin_matches(now)
                wake = self.next_wake(now)
            now = now + TICK.total_seconds() if self.away else wake
        self.end_matches(math.inf)
        return self

    def rows(self) -> tuple[Row, ...]:
        """Return the standing."""
        return standing(self.evening)

    def end_matches(self, now: float) -> bool:
        """Give their results to matches that have ended by now; whether there were any."""
        begun = len(self.ends)
        while self.ends and self.ends[0][0] <= now:
            ended, match = heappop(self.ends)
            played = self.results[match]
            self.bouts[match] = replace(
                self.bouts[match],
                ended_at=at(ended),
                ranking=played.places,
                scores=played.scores,
                dared=frozenset(_winners(self.bouts[match], played)) if played.dared else frozenset(),
                gave_up=None if played.gave_up is None else UserId(played.gave_up),
            )
            for user, place in zip(self.bouts[match].people, played.places, strict=True):
                if user is not None:
                    self.leave(user, ended, won=place == 1)
        if len(self.ends) < begun:
            self.evening = replace(self.evening, bouts=tuple(self.bouts.values()))
        return len(self.ends) < begun

    def leave(self, user: int, now: float, *, won: bool) -> None:
        """Let a hero do what they do after a match."""
        strategy = self.here.plays(user)
        if strategy is Strategy.RETURN:
            self.attend(user, Attendance.IN, now + 1)
        elif strategy in (Strategy.PICK, Strategy.LATE) or (strategy is Strategy.LURK and won):
            self.away[user] = now
            self.attend(user, Attendance.PAUSED, now)

    def come_back(self, now: float) -> bool:
        """Let heroes come back who like what they see, or are tired of waiting; whether anybody did."""
        gone = len(self.away)
        free = [self.here.strength(each.user) for each in waiting(self.evening)] if gone else []
        for user, since in [*self.away.items()]:
            if now - since > PATIENT or self.likes(user, free):
                del self.away[user]
                self.attend(user, Attendance.IN, now)
                free.append(self.here.strength(user))
        return len(self.away) < gone

    def likes(self, user: int, free: Sequence[float]) -> bool:
        """Whether a hero wants to play now, given the strengths of people who wait."""
        match self.here.strategy:
            case Strategy.PICK:
                return bool(free) and max(free) < self.here.weak
            case Strategy.LURK:
                return bool(free) and max(free) < self.here.strength(user)
            case _:
                return not free

    def attend(self, user: int, attendance: Attendance, now: float) -> None:
        """Change whether somebody is there."""
        people = list(self.evening.contestants)
        people[user - 1] = replace(people[user - 1], attendance=attendance, since=at(now))
        self.evening = replace(self.evening, contestants=tuple(people))

    def begin_matches(self, now: float) -> None:
        """Begin what the arena pairs."""
        for pairing in pairings(self.evening, at(now)):
            self.begin(pairing, now)

    def begin(self, pairing: Pairing, now: float) -> None:
        """Begin one match, whose course is decided at once."""
        one, other = (*pairing.people, None)[:2]
        assert one is not None
        match = MatchId(len(self.bouts) + 1)
        nth = [sum(user in each.people for each in self.bouts.values()) for user in (one, other)]
        self.results[match] = play(self.here, one, other, nth, self.chance)
        self.bouts[match] = bout(match, (one, other), start=now)
        heappush(self.ends, (now + self.results[match].seconds, match))
        self.evening = replace(self.evening, bouts=tuple(self.bouts.values()))

    def next_wake(self, now: float) -> float:
        """Return the next tick at which a match ends, or somebody has waited long enough."""
        tick, start = TICK.total_seconds(), self.evening.arena.starts_at
        times = [self.ends[0][0]] if self.ends else []
        for free in waiting(self.evening):
            for moment in (free.since + PATIENCE, free.not_before):
                seconds = (moment - start).total_seconds()
                times += [seconds] if seconds > now else []
        return max(now + tick, math.ceil(min(times) / tick) * tick) if times else math.inf


def round_robin(here: World, rounds: int) -> list[int]:
    """Return people by place after rounds in which everybody plays somebody new."""
    chance = random.Random(here.seed + 2)
    people = list(range(1, PEOPLE + 1))
    chance.shuffle(people)
    sums = {user: [0, 0, 0] for user in people}
    for _ in range(rounds):
        for one, other in zip(people[: PEOPLE // 2], reversed(people[PEOPLE // 2 :]), strict=True):
            played = play(here, one, other, (9, 9), chance)
            drawn = played.places == (1, 1)
            for user, place, scored in zip((one, other), played.places, played.scores, strict=True):
                won = place == 1 and not drawn
                gained = (2 if won else 1 if drawn else 0, int(won), scored)
                sums[user] = [old + new for old, new in zip(sums[user], gained, strict=True)]
        people = [people[0], people[-1], *people[1:-1]]
    return sorted(people, key=lambda user: sums[user], reverse=True)


class Night(NamedTuple):
    """The outcome of an evening: shares of the first eight places, and what heroes have."""

    arena: float
    """The strongest third's share of the first eight places."""
    robin: float
    """The share of those in a round robin of as many matches."""
    points: float
    """Of a hero."""
    place: float
    first: float
    """Heroes' share of the first eight places, as a part of what there is for them."""
    matches: float
    """Of a person."""
    waited: float
    """Seconds between two matches of a person."""


def night(spread: float, strategy: Strategy, months: int, seed: int) -> Night:
    """One evening of a seed."""
    here = world(seed, spread, strategy, months)
    hall = Hall(here, arena_of(months=months)).run()
    rows = hall.rows()
    best = set(sorted(range(1, PEOPLE + 1), key=here.strength)[-STRONGEST:])
    rounds = round(2 * len(hall.bouts) / PEOPLE)
    heroes = [row for row in rows if row.user <= HEROES]
    first = [row.user for row in rows[:STRONGEST]]
    return Night(
        arena=len(best & {*first}) / STRONGEST,
        robin=len(best & {*round_robin(here, rounds)[:STRONGEST]}) / STRONGEST,
        points=fmean(row.points for row in heroes),
        place=fmean(row.place for row in heroes),
        first=sum(row.user in first for row in heroes) / HEROES,
        matches=fmean(row.played for row in heroes),
        waited=fmean(_waits(hall)),
    )


def _waits(hall: Hall) -> Iterator[float]:
    """Seconds between two matches, of everybody."""
    free: dict[UserId, Any] = {}
    for match in sorted(hall.bouts.values(), key=lambda each: each.started_at):
        for user in match.users:
            if user in free:
                yield (match.started_at - free[user]) / timedelta(seconds=1)
            free[user] = match.ended_at


def over(evenings: range, measured: partial[Night]) -> list[Night]:
    """The measurement of each evening, on all cores."""
    with Pool(os.cpu_count()) as pool:
        return pool.map(measured, evenings, chunksize=5)


def told(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half of its 95 % interval."""
    return fmean(values), 1.96 * stdev(values) / math.sqrt(len(values))


def orders(nights: dict[float, list[Night]]) -> None:
    """Print how often the strongest third fills the first eight places, by the spread of strengths."""
    print("\nThe strongest third's share of the first eight places (by chance: 33.3 %)")
    print("strengths  arena  round robin      difference  matches  seconds between two", flush=True)
    for spread, found in nights.items():
        mean = Night(*(fmean(values) for values in zip(*found, strict=True)))
        more, half = told([each.arena - each.robin for each in found])
        shares = f"{mean.arena:5.1%}  {mean.robin:11.1%}  {more:+6.1%} ± {half:4.1%}"
        print(f"{spread:9}  {shares}  {mean.matches:7.1f}  {mean.waited:19.0f}", flush=True)


def strategies(evenings: range, months: int, usual: list[Night]) -> None:
    """Print what four people have by each strategy, and how much more that is than without."""
    print(f"\nFour of 24 people try something ({len(evenings)} evenings)\n{HEAD}", flush=True)
    for strategy in Strategy:
        honest = strategy is Strategy.HONEST
        nights = usual if honest else over(evenings, partial(night, SPREAD, strategy, months))
        mean = Night(*(fmean(values) for values in zip(*nights, strict=True)))
        more, half = told([new.points - old.points for new, old in zip(nights, usual, strict=True)])
        gain = f"{mean.points:6.2f}  {more:+5.2f} ± {half:4.2f}"
        print(
            f"{strategy.value:58}  {gain}  {mean.place:5.1f}  {mean.first:7.1%}  {mean.matches:7.1f}",
            flush=True,
        )


HEAD = f"{'':58}  points       more      place  first 8  matches"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--evenings", type=int, default=500, help="of each line")
    parser.add_argument("--months", type=int, default=3, choices=(1, 3), help="of each match")
    parser.add_argument("--seed", type=int, default=0, help="of the first evening")
    wanted = parser.parse_args()
    evenings = range(wanted.seed, wanted.seed + wanted.evenings)
    honest = (Strategy.HONEST, wanted.months)
    nights = {spread: over(evenings, partial(night, spread, *honest)) for spread in (SPREAD, WIDE)}
    orders(nights)
    strategies(evenings, wanted.months, nights[SPREAD])


if __name__ == "__main__":
    main()
