"""The places of CPU players on the rating scale: `python -m tests.cpu_places RULES` (an hour of a core).

Each CPU player plays matches of three months against *normal*, with the same decks in every seat. Of its
share of those matches `bot.records.ratings` makes a distance to *normal*, whose place is 1500.
`bot.opponents.places` holds the figures. *Master* thinks too long for that: its places come from the month's
gain that compiled duels have measured (`bot/opponents/README.md`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from math import log, sqrt
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.opponents.ladder import RANDOM, SURE, Choose, chooser, played
from bot.records import ratings
from engine.play.observation import Observation
from engine.rules.actions import Move
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId

MONTHS = 3
"""The length of matches by which the constants of ratings were chosen."""
BATCH = 100
"""Sets of decks that one process plays before it tells."""
BLUNDERS = ("easy~0.15", "easy~0.3", "easy~0.6")
"""Levels that make any legal move in so large a share of decisions."""
NAMES = (*(each.value for each in CpuPlayer if each.level is not CpuLevel.MASTER), *BLUNDERS)


class Tally(NamedTuple):
    """The results of one set of decks, all seats together."""

    won: float
    """The share of the pairings in which the player came before another one; a tie is half."""
    gain: float
    """Points a month more than the others, as `bot.opponents.ladder` has it."""
    months: int
    """Months that the player won."""
    lost: float
    """Months that one of the others won, for each of them."""


def mixed(name: str) -> Choose:
    """The player of a name; `easy~0.3` makes any legal move in three of ten decisions."""
    level, _, share = name.partition("~")
    knows, guesses, often = chooser(level), chooser(RANDOM), float(share or 0)

    def choose(seen: Observation) -> Move:
        blind = often > Random(f"mix {seen.n} {seen.hand} {seen.field}").random()
        return (guesses if blind else knows)(seen)

    return choose


def batch(rules: Rules, name: str, against: str, first: int) -> list[Tally]:
    """Play some sets of decks, from the seed `first` on."""
    return [_set(rules, mixed(name), mixed(against), first + n) for n in range(BATCH)]


def _set(rules: Rules, one: Choose, other: Choose, seed: int) -> Tally:
    won, gain, months, lost = 0.0, 0.0, 0, 0.0
    for seat in range(rules.seats):
        players = [one if each == seat else other for each in range(rules.seats)]
        for step in played(rules, players, seed):
            for end in step.ended:
                paid = 0 if rules.losers_pay else sum(end.deltas) - end.deltas[seat]
                gain += end.deltas[seat] - paid
                months += end.won_by == seat
                lost += end.won_by not in {None, seat}
        ranking = step.state.ranking
        assert ranking is not None
        mine, theirs = ranking[seat], [place for each, place in enumerate(ranking) if each != seat]
        won += sum((mine < place) + (mine == place) / 2 for place in theirs) / len(theirs)
    played_months = rules.months * rules.seats
    return Tally(won / rules.seats, gain / played_months, months, lost / (rules.seats - 1))


def distance(share: float) -> float:
    """Points of the rating scale between players of whom one wins this share of matches."""
    unit = ratings.MODEL.beta * sqrt(2)
    return ratings.POINT * unit * log(share / (1 - share))


def told(rules: Rules, name: str, tallies: Sequence[Tally]) -> dict[str, object]:
    """The figures of one player."""
    count = len(tallies)
    share, gain = (sum(each[n] for each in tallies) / count for n in (0, 1))
    half = SURE * sqrt(sum((each.won - share) ** 2 for each in tallies) / (count - 1) / count)
    spread = SURE * sqrt(sum((each.gain - gain) ** 2 for each in tallies) / (count - 1) / count)
    months, lost = sum(each.months for each in tallies), sum(each.lost for each in tallies)
    return {
        "rules": rules.id.value,
        "name": name,
        "matches": count * rules.seats,
        "won": round(share, 4),
        "half": round(half, 4),
        "place": round(distance(share)),
        "within": [round(distance(share - half)), round(distance(share + half))],
        "gain": [round(gain, 3), round(spread, 3)],
        "month": round(log(months / lost), 4),
    }


def results(pool: object, rules: Rules, name: str, against: str, sets: int) -> Iterator[Tally]:
    """Play a number of sets of decks in the processes of a pool."""
    play = partial(batch, rules, name, against)
    for found in pool.imap(play, range(1, sets + 1, BATCH)):  # type: ignore[attr-defined]
        yield from found


def main() -> None:
    """Play, and tell a line of JSON for each player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", choices=[each.value for each in RuleSetId])
    parser.add_argument("--names", nargs="*", default=NAMES)
    parser.add_argument("--against", default=CpuPlayer.NORMAL.value)
    parser.add_argument("--sets", type=int, default=3000)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    rules = make_rules(chosen.rules, {"months": MONTHS})
    with Pool(chosen.processes) as pool:
        for name in chosen.names:
            if name != chosen.against:
                tallies = list(results(pool, rules, name, chosen.against, chosen.sets))
                print(json.dumps(told(rules, name, tallies)), flush=True)


if __name__ == "__main__":
    main()
