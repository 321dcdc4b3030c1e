"""Seasons of a made-up server, by hand: `python -m tests.season_simulation --worlds 500` (an hour).

What the constants of `bot.records.ratings` were chosen by. A world is a server of thirty regulars whose true
strengths differ as little as koi-koi lets them and who play very different numbers of matches, and the hero.
Everything is played twice with the same luck: once the hero has been there in the seasons before, once they
come new to the last one, in which they play as much as people do on average.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, pairwise
from multiprocessing import Pool
from statistics import NormalDist, correlation, fmean
from typing import Any, NamedTuple, cast

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

from bot.records import ratings
from bot.records.ratings import NEW, Skill

REGULARS = 30
SPREAD = 0.1
"""Of true strengths, where a difference d wins a match of three months with the probability Phi(d).

The best of thirty then beat the middle 58 and the weakest 66 times in a hundred. Measured with this engine:
the CPU player that looks ahead beats the one that does not 57 times; one that sees the other hand wins 59.
"""
TIES = {2: 0.03, 3: 0.1}
"""The share of ties at the end, by the number of players; in three of four sannin matches nobody is level."""
KINDS: dict[str, type[Any]] = {
    "Bradley-Terry": BradleyTerryFull,
    "Plackett-Luce": PlackettLuce,
    "Thurstone-Mosteller": ThurstoneMostellerFull,
}
"""Models of the library; the product's first."""
HERO = 0
Match = tuple[tuple[int, ...], tuple[int, ...]]
"""Players and their places."""


@dataclass(frozen=True)
class Server:
    """The play on a server: months of a match, players of one, and matches of a person a season."""

    months: int = 3
    seats: int = 2
    matches: int = 24
    seasons: int = 5


@dataclass(frozen=True)
class System:
    """A way to rate; what is not given is as in the product."""

    kind: str = "Bradley-Terry"
    luck: float = ratings.LUCK
    caution: float = ratings.CAUTION
    pull: float = ratings.PULL
    reopening: float = ratings.REOPENING
    least: int = ratings.PROVISIONAL
    damped: bool = True
    """Whether the n-th match of the same two in a season moves them one n-th as far."""

    def shown(self, skill: Skill) -> float:
        """Return the rating that people see."""
        return ratings.shown(skill, caution=self.caution)


@dataclass(frozen=True)
class World:
    """True strengths by person, and the matches of each season."""

    strengths: tuple[float, ...]
    seasons: tuple[tuple[Match, ...], ...]


class Outcome(NamedTuple):
    """A last season: the hero's place, and what the list of those who are not provisional is worth."""

    first: float
    among_three: float
    order: float
    """Rank correlation of shown ratings with true strengths."""
    diligence: float
    """Rank correlation of shown ratings with the number of matches."""
    merit: float
    """True strength of the first on the list; 1 is the strongest of them, 0 the middle of all."""
    lucky: float
    """Whether the first has played fewer than ten matches of the season."""
    listed: float
    """Share of those who played."""
    height: float
    """The first one's shown rating."""


def gathered(server: Server, activity: Sequence[float], chance: random.Random) -> tuple[int, ...]:
    """Return the players who sit down: chance, weighted by how much everybody plays."""
    people: list[int] = []
    while len(set(people)) < server.seats:
        people = chance.choices(range(len(activity)), activity, k=server.seats)
    return tuple(people)


def play(server: Server, people: tuple[int, ...], strengths: Sequence[float], chance: random.Random) -> Match:
    """One match: strength, and far more luck."""
    noise = math.sqrt(3 / server.months)
    level = noise * NormalDist().inv_cdf(0.5 + TIES[server.seats] / 2)
    results = [strengths[person] + chance.gauss(0, noise / math.sqrt(2)) for person in people]
    order = sorted(range(server.seats), key=lambda at: -results[at])
    places = [1] * server.seats
    for rank, (above, at) in enumerate(pairwise(order), start=2):
        places[at] = places[above] if results[above] - results[at] <= level else rank
    return people, tuple(places)


def world(server: Server, seed: int, hero: float | None) -> World:
    """A world of a seed; the hero is as strong as said, or (None) as the best of the others."""
    chance = random.Random(seed)
    others = [chance.gauss(0, SPREAD) for _ in range(REGULARS)]
    strengths = (max(others) if hero is None else hero, *others)
    habit = [chance.gauss(0, 0.8) for _ in strengths]
    seasons = []
    for number in range(server.seasons):
        activity = [math.exp(each + chance.gauss(0, 0.6)) for each in habit]
        if number == server.seasons - 1:
            activity[HERO] = fmean(activity[1:])
        matches = round(len(strengths) * server.matches / server.seats)
        tables = (gathered(server, activity, chance) for _ in range(matches))
        seasons.append(tuple(play(server, people, strengths, chance) for people in tables))
    return World(strengths, tuple(seasons))


@cache
def model(kind: str, luck: float) -> BradleyTerryFull:
    """A model of the library. The others have the same methods; only their types differ."""
    return cast("BradleyTerryFull", KINDS[kind](beta=luck * 25 / 6))


def rate(seasons: Sequence[Sequence[Match]], system: System, *, new: bool) -> dict[int, Skill]:
    """Everybody's skill at the end of the last season; `new`: the hero is not in those before."""
    skills: dict[int, Skill] = {}
    for number, matches in enumerate(seasons):
        ended = min(number, 1)
        for person, skill in skills.items():
            skills[person] = ratings.pulled(skill, ended, pull=system.pull, reopening=system.reopening)
        met: Counter[tuple[int, ...]] = Counter()
        for people, places in matches:
            if new and HERO in people and number < len(seasons) - 1:
                continue
            before = [skills.get(person, NEW) for person in people]
            after = ratings.rated(before, places, model=model(system.kind, system.luck))
            pairs = list(combinations(sorted(people), 2))
            met.update(pairs)
            nth = max(met[pair] for pair in pairs) if system.damped else 1
            moved = (ratings.damped(old, skill, nth) for old, skill in zip(before, after, strict=True))
            skills.update(zip(people, moved, strict=True))
    return skills


def outcome(made: World, system: System, *, new: bool) -> Outcome:
    """Return the result of a world's last season."""
    skills = rate(made.seasons, system, new=new)
    played = Counter(person for people, _ in made.seasons[-1] for person in people)
    listed = [person for person in played if played[person] >= system.least]
    numbers = {person: system.shown(skills[person]) for person in listed}
    listed.sort(key=lambda person: -numbers[person])
    true = [made.strengths[person] for person in listed]
    return Outcome(
        first=listed[0] == HERO,
        among_three=HERO in listed[:3],
        order=ranked([numbers[person] for person in listed], true),
        diligence=ranked([numbers[person] for person in listed], [played[person] for person in listed]),
        merit=true[0] / max(true),
        lucky=played[listed[0]] < 10,
        listed=len(listed) / len(played),
        height=numbers[listed[0]],
    )


def ranked(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation; equals are ranked as they stand."""
    ranks = []
    for values in (one, other):
        place = {at: rank for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__))}
        ranks.append([float(place[at]) for at in range(len(values))])
    return correlation(*ranks)


def both(server: Server, systems: Sequence[System], seed: int) -> list[tuple[Outcome, Outcome]]:
    """By system, a world in which the hero is new, and in which they are not."""
    made = world(server, seed, None)
    return [(outcome(made, system, new=True), outcome(made, system, new=False)) for system in systems]


def over(worlds: range, measured: partial[Any]) -> list[Any]:
    """The measurement of each world, on all cores."""
    with Pool(os.cpu_count()) as pool:
        return pool.map(measured, worlds, chunksize=5)


def mean(outcomes: Sequence[Outcome]) -> Outcome:
    """The mean, figure by figure."""
    return Outcome(*(fmean(values) for values in zip(*outcomes, strict=True)))


HEAD = "new 1st  old 1st  new top3  old top3  order  diligence  merit  lucky  listed  height"


def compare(title: str, worlds: range, server: Server, systems: dict[str, System]) -> None:
    """Print a table: a line for each system."""
    print(f"\n{title}\n{'':24} {HEAD}", flush=True)
    runs = over(worlds, partial(both, server, list(systems.values())))
    for at, name in enumerate(systems):
        new, old = (mean([run[at][side] for run in runs]) for side in (0, 1))
        figures = (new.first, old.first, new.among_three, old.among_three)
        shares = "  ".join(f"{figure:8.1%}" for figure in figures)
        worth = f"{old.order:5.2f}  {old.diligence:9.2f}  {old.merit:5.2f}"
        rest = f"{old.lucky:5.1%}  {old.listed:6.1%}  {old.height:6.0f}"
        print(f"{name:24}{shares}  {worth}  {rest}", flush=True)


def models() -> dict[str, System]:
    """Models, how much chance they are told of, and how cautious the shown number is."""
    found = {kind: System(kind) for kind in KINDS}
    found |= {f"luck {luck}": System(luck=luck) for luck in (1, 2, 4, 6)}
    found |= {f"caution {caution}": System(caution=caution) for caution in (0, 2, 3)}
    return found | {"luck 1, caution 3": System(luck=1, caution=3)}


def pulls() -> dict[str, System]:
    """Return the ways in which a season's end goes back to the beginning."""
    pairs = [(pull, ratings.REOPENING) for pull in (0, 0.25, 0.5, ratings.PULL, 0.75, 1)]
    pairs += [(ratings.PULL, reopening) for reopening in (0, 0.5, 1)] + [(0, 0), (0.5, 0.5), (1, 1)]
    return {
        f"mu {pull:.2f}, sigma {reopening:.2f}": System(pull=pull, reopening=reopening)
        for pull, reopening in pairs
    }


def thresholds() -> dict[str, System]:
    """From how many matches somebody is on the list."""
    return {f"from {least} matches": System(least=least) for least in (1, 3, 5, 8, 10, 20)}


def learned(server: Server, marks: Sequence[int], seed: int) -> tuple[float, list[float]]:
    """True strength of somebody new among people who are known, and what is shown of them by then."""
    chance = random.Random(seed)
    strength = chance.gauss(0, SPREAD)
    made = world(server, seed, strength)
    skills, numbers = rate(made.seasons, System(), new=True) | {HERO: NEW}, []
    for number in range(1, max(marks) + 1):
        people, places = play(server, (HERO, chance.randint(1, REGULARS)), made.strengths, chance)
        after = ratings.rated([skills.get(person, NEW) for person in people], places)
        skills.update(zip(people, after, strict=True))
        if number in marks:
            numbers.append(ratings.shown(skills[HERO]))
    return strength, numbers


def meaning(worlds: range) -> None:
    """Print the meaning of a rating by the number of matches."""
    marks = (1, 3, 5, 10, 20, 50, 100, 200)
    print(
        f"\nWhat a rating says after so many matches\n{'months':8}" + "".join(f"{mark:7}" for mark in marks)
    )
    for months in (3, 12):
        runs = over(worlds, partial(learned, Server(months=months), marks))
        true = [strength for strength, _ in runs]
        told = [correlation(true, [numbers[at] for _, numbers in runs]) for at in range(len(marks))]
        print(f"{months:6}  " + "".join(f"{figure:7.2f}" for figure in told), flush=True)


def farmed(server: Server, thrown: int, system: System, seed: int) -> Outcome:
    """Return a season in which the hero, of middling strength, also wins matches that a partner throws."""
    made = world(server, seed, 0.0)
    gift: Match = ((HERO, REGULARS + 1), (1, 2))
    *before, last = made.seasons
    matches = [gift] * thrown + list(last)
    random.Random(seed).shuffle(matches)
    # The partner is the weakest of all.
    strengths = (*made.strengths, min(made.strengths))
    return outcome(World(strengths, (*before, tuple(matches))), system, new=False)


def farming(worlds: range) -> None:
    """Print what thrown matches bring in a month, damped as in the product and not."""
    print("\nThrown matches a month: how often somebody of the middle is first, in the first three, height")
    for system in (System(), System(damped=False)):
        print("damped" if system.damped else "not damped")
        for thrown in (0, 5, 10, 20, 30, 60, 150):
            runs = mean(over(worlds, partial(farmed, Server(), thrown, system)))
            print(f"{thrown:8} {runs.first:8.1%} {runs.among_three:8.1%} {runs.height:8.0f}", flush=True)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--worlds", type=int, default=60, help="seasons of each line (60: two minutes)")
    parser.add_argument("--seed", type=int, default=0, help="of the first world")
    wanted = parser.parse_args()
    worlds = range(wanted.seed, wanted.seed + wanted.worlds)
    print(f"{wanted.worlds} seasons; by chance alone somebody is first in {1 / (REGULARS + 1):.1%}")
    compare("Models, two players", worlds, Server(), models())
    compare("Models, three players", worlds, Server(seats=3), models())
    compare("Seasons' ends, matches of three months", worlds, Server(), pulls())
    compare("Seasons' ends, matches of twelve months", worlds, Server(months=12), pulls())
    compare("Seasons' ends, quarterly seasons", worlds, Server(matches=72), {"as it is": System()})
    compare("Who is on the list", worlds, Server(), thresholds())
    meaning(range(wanted.seed, wanted.seed + 5 * wanted.worlds))
    farming(worlds)


if __name__ == "__main__":
    main()
