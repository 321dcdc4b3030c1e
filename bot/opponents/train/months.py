"""`python -m bot.opponents.train.months RULES`: what months between *hard* players come to, as a table.

`bot.opponents.equity` reads it. A rule set or a preset is played as it is, in matches of twelve months.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from bot.opponents import hard
from bot.opponents.judge import paid
from bot.opponents.ladder import played
from bot.opponents.train.__main__ import HERE
from engine.play.observation import observe
from engine.play.standing import next_dealer
from engine.play.state import MatchState
from engine.rules.actions import Phase, Player
from engine.rules.options import Rules
from engine.rules.presets import NAMES, name_of, named_rules, rules_name


class Measured:
    """The measurements so far. Players count from the dealer of a month, who is 0."""

    def __init__(self, rules: Rules) -> None:
        self.results: Counter[tuple[int, int]] = Counter()
        """The counts of results: the next dealer, and the points that each payer pays them."""
        self.deals = 0
        self._rules = rules
        self._fresh = [0.0] * rules.seats

    def match(self, seed: int) -> None:
        """Play one match, and count what its months came to."""
        seats, deal = self._rules.seats, 0
        for step in played(self._rules, [hard.choose] * seats, seed):
            for end in step.ended:
                if end.winner is not None:
                    dealer = next_dealer(self._rules, end.dealer, end.reason, end.winner)
                    self.results[(dealer - end.dealer) % seats, end.calculation.points] += 1
                if end.deal != deal:  # the cards alone have ended it
                    deal = end.deal
                    won = None if end.winner is None else (end.winner - end.dealer) % seats
                    self._count([paid(seats, won, each, end.calculation.points) for each in range(seats)])
            if step.state.phase is Phase.PLAY and step.state.deal_number != deal:
                deal = step.state.deal_number
                self._count(self._fresh_worth(step.state))

    def _fresh_worth(self, state: MatchState) -> list[float]:
        dealer, seats = state.dealer or 0, self._rules.seats
        return [hard.worth(observe(state, Player((dealer + each) % seats))) for each in range(seats)]

    def _count(self, values: list[float]) -> None:
        self.deals += 1
        self._fresh = [before + each for before, each in zip(self._fresh, values, strict=True)]

    def table(self, seed: int) -> dict[str, Any]:
        """All of it, as `bot.opponents.equity` reads it."""
        return {
            "rules": name_of(self._rules).value,
            "seed": seed,
            "months": sum(self.results.values()),
            "deals": self.deals,
            "fresh": [round(each / self.deals, 3) for each in self._fresh],
            "results": [[*result, count] for result, count in sorted(self.results.items())],
        }


@click.command()
@click.argument("rules", type=click.Choice([each.value for each in NAMES]))
@click.option("--matches", type=click.IntRange(1), default=800, show_default=True, help="Of twelve months.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def main(rules: str, matches: int, seed: int) -> None:
    """Play months by a rule set or a preset, and write what they came to."""
    measured = Measured(named_rules(rules_name(rules), months=12))
    for match in range(matches):
        measured.match(seed * 1_000_003 + match)
    path = HERE / (f"{rules}.json")
    lines = (f'"{name}": {json.dumps(value)}' for name, value in measured.table(seed).items())
    path.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
