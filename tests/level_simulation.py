"""Stand-ins for newcomers who play *At my level*: `python -m tests.level_simulation RULES` (hours of a core).

A stand-in is new and plays 20 matches of three months alone against CPU players that mix levels, each of the
strength that the product offers after the matches before. Those from 640 (*easy* that errs in three of ten
moves) to 1500 (*normal*) should win 38 to 60 of 100 matches among the second to the eighth, pooled, and 42 to
57 from the ninth on. *Hard* and *master* have no bar: all newcomers begin far below them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from statistics import fmean, quantiles, stdev
from typing import NamedTuple

from bot import opponents
from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.opponents import mixture
from bot.opponents.ladder import SURE, Choose, played
from bot.records.own_level import Past
from bot.storage.records import own_level
from engine.play.observation import Observation
from engine.rules.actions import Move
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.cpu_places import MONTHS, mixed

MATCHES = 20
"""Of a run: 60 months."""
EARLY, LATE = slice(1, 8), slice(8, None)
"""The matches that are pooled: the second to the eighth, and those after them."""
BARS = ((0.38, 0.6), (0.42, 0.57))
"""Of the shares of these that are won."""
STAND_INS = ("easy~0.3", "easy~0.15", *(each.value for each in CpuLevel))
"""The first two make any legal move in so large a share of decisions."""
UNBARRED = frozenset({CpuLevel.HARD.value, CpuLevel.MASTER.value})


class Run(NamedTuple):
    """The matches of one stand-in, the first one first."""

    won: tuple[float, ...]
    """The share of the opponents that came behind."""
    offers: tuple[int, ...]


def run(rules: Rules, name: str, number: int) -> Run:
    """Play the matches of one stand-in, the same whenever it is played."""
    past: list[Past] = []
    for match in range(MATCHES):
        strength = own_level.suiting(past, rules.id)
        won = _match(rules, mixed(name), strength, number * MATCHES + match + 1)
        past.append(Past(strength, won, rules.months))
    return Run(tuple(each.won for each in past), tuple(each.against for each in past))


def _match(rules: Rules, me: Choose, strength: int, seed: int) -> float:
    """Play one match: the share won against the other seats."""
    seat = seed % rules.seats
    other = _opponent(rules.id, strength, seed)
    players = [me if each == seat else other for each in range(rules.seats)]
    *_, last = played(rules, players, seed)
    ranking = last.state.ranking
    assert ranking is not None
    mine, theirs = ranking[seat], [place for each, place in enumerate(ranking) if each != seat]
    return fmean((mine < place) + (mine == place) / 2 for place in theirs)


def _opponent(rule_set: RuleSetId, strength: int, seed: int) -> Choose:
    reached = mixture.characters(rule_set, strength)
    character = reached[seed % len(reached)]

    def choose(seen: Observation) -> Move:
        chance = mixture.chance_of(seed.to_bytes(32, "big"), seen)
        cpu: CpuPlayer | None = mixture.decides(rule_set, character, strength, chance)
        return chance.choice(seen.legal) if cpu is None else opponents.choose(cpu, seen)

    return choose


def told(rules: Rules, name: str, runs: Sequence[Run]) -> dict[str, object]:
    """Return the figures of one stand-in: what it wins with 95 % intervals, and what it is offered."""
    figures: dict[str, object] = {"rules": rules.id.value, "name": name, "runs": len(runs)}
    kept = True
    for what, pooled, (low, high) in zip(("early", "late"), (EARLY, LATE), BARS, strict=True):
        shares = [fmean(each.won[pooled]) for each in runs]
        share = fmean(shares)
        figures[what] = [round(share, 4), round(SURE * stdev(shares) / sqrt(len(shares)), 4)]
        kept = kept and low <= share <= high
    for match in (3, 9, MATCHES):
        offers = quantiles((each.offers[match - 1] for each in runs), n=10)
        figures[f"offer {match}"] = [round(offers[0]), round(offers[-1])]
    return figures if name in UNBARRED else {**figures, "kept": kept}


def main() -> None:
    """Play, and tell a line of JSON for each stand-in."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", choices=[each.value for each in RuleSetId])
    parser.add_argument("--names", nargs="*", default=STAND_INS)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    rules = make_rules(chosen.rules, {"months": MONTHS})
    with Pool(chosen.processes) as pool:
        for name in chosen.names:
            found = pool.map(partial(run, rules, name), range(chosen.runs), chunksize=1)
            print(json.dumps(told(rules, name, found)), flush=True)


if __name__ == "__main__":
    main()
