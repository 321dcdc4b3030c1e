"""Stand-ins for people who play *At my level*: `python -m tests.level_simulation RULES` (an hour of a core).

A stand-in is new and plays 20 matches of three months alone against CPU players that mix levels, each of the
strength that the product estimates of the matches before. In months 22 to 60 it should win 45 to 55 % of
matches: where others are as strong or weaker than all CPU players, it cannot.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from math import sqrt
from multiprocessing import Pool
from statistics import fmean, stdev
from typing import NamedTuple

from bot import opponents
from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.opponents import mixture
from bot.opponents.ladder import SURE, Choose, played
from bot.records import own_level
from bot.records.own_level import Past
from engine.play.observation import Observation
from engine.rules.actions import Move
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.cpu_places import MONTHS, mixed

MATCHES = 20
"""Of a run: 60 months."""
SETTLED = 7
"""Matches after which the opponent is looked at: months 22 and later."""
ERRING = "normal~0.3"
"""*Normal*, which makes any legal move in three of ten decisions."""
STAND_INS = (*(each.value for each in CpuLevel), ERRING)


class Run(NamedTuple):
    """The shares of one run after it has settled: of pairings won, and of months that somebody won."""

    matches: float
    months: float
    strength: float
    """Of the opponents, in the mean."""


def run(rules: Rules, name: str, number: int) -> Run:
    """Play the matches of one stand-in, the same whenever it is played."""
    past: list[Past] = []
    won, months, strengths = [], [0, 0], []
    least, most = mixture.bounds(rules.id)
    for match in range(MATCHES):
        seed = number * MATCHES + match + 1
        strength = min(max(own_level.estimate(past), least), most)
        shares, decided = _match(rules, mixed(name), strength, seed)
        past += [Past(strength, share, rules.months) for share in shares]
        if match >= SETTLED:
            won.append(fmean(shares))
            strengths.append(strength)
            months = [sum(pair) for pair in zip(months, decided, strict=True)]
    return Run(fmean(won), months[0] / sum(months), fmean(strengths))


def _match(rules: Rules, me: Choose, strength: int, seed: int) -> tuple[list[float], tuple[int, int]]:
    """Play one match: the share won against each other seat; the months won, and those of the others each."""
    seat = seed % rules.seats
    other = _opponent(rules.id, strength, seed)
    months = [0] * rules.seats
    for step in played(rules, [me if each == seat else other for each in range(rules.seats)], seed):
        for end in step.ended:
            if end.won_by is not None:
                months[end.won_by] += 1
    ranking = step.state.ranking
    assert ranking is not None
    mine, theirs = ranking[seat], [place for each, place in enumerate(ranking) if each != seat]
    shares = [(mine < place) + (mine == place) / 2 for place in theirs]
    return shares, (months[seat] * len(theirs), sum(months) - months[seat])


def _opponent(rule_set: RuleSetId, strength: int, seed: int) -> Choose:
    reached = mixture.characters(rule_set, strength)
    character = reached[seed % len(reached)]

    def choose(seen: Observation) -> Move:
        chance = mixture.chance_of(seed.to_bytes(32, "big"), seen)
        cpu: CpuPlayer | None = mixture.decides(rule_set, character, strength, chance)
        return chance.choice(seen.legal) if cpu is None else opponents.choose(cpu, seen)

    return choose


def main() -> None:
    """Play, and tell a line of JSON for each stand-in."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", choices=[each.value for each in RuleSetId])
    parser.add_argument("--names", nargs="*", default=STAND_INS)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    rules = make_rules(chosen.rules, {"months": MONTHS})
    with Pool(chosen.processes) as pool:
        for name in chosen.names:
            found = pool.map(partial(run, rules, name), range(chosen.runs), chunksize=1)
            told = {"rules": chosen.rules, "name": name, "runs": len(found)}
            for what in ("matches", "months", "strength"):
                values = [getattr(each, what) for each in found]
                half = SURE * stdev(values) / sqrt(len(values))
                told[what] = [round(fmean(values), 4), round(half, 4)]
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
