"""The chance to win a match: from the scores, the months that are left, and who deals.

The results of a month are a table for each rule set and each preset (`weights/*.json`, made by
`train.months`). It has the next dealer, who won the month, counted from its dealer, and the points, as often
as between *hard* players. Older house rules, honba and bound months are not told apart; with other options
nothing is told. Of two players it is computed month by month;
of three, whose scores are too many, paths are drawn, the same ones at every call. In 750 matches of three
months between *hard* players those who were said to win 64 to 75 % won 64 to 78 %.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate
from operator import mul
from random import Random
from typing import NamedTuple

from engine.play.standing import first_standing, next_dealer
from engine.rules.actions import Player
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from engine.rules.presets import NAMES, RulesName, preset_of
from engine.rules.rule_sets import RULE_SETS, SEASON, KoiMultiplier, RuleSetId

PATHS = 4000
"""The number of drawn paths for three players: a chance of a half is true to 1.6 %, with 95 % certainty."""
MOST = 400
"""The greatest lead of two players that is told apart from greater ones."""

Changes = tuple[int, ...]
"""The changes of the scores by months, by player."""


class Result(NamedTuple):
    """A possible end of a month: the next dealer, the payment to them, and the chance."""

    winner: int
    """Counted from the month's dealer: the winner, or with no points who deals next."""
    points: int
    chance: float


class Won(NamedTuple):
    """A next month that a player (table number) wins: how likely that is, and all chances then."""

    winner: int
    chance: float
    shares: tuple[float, ...]


class Chances(NamedTuple):
    """The chances to win the match, by table number, once a month had been won."""

    month: int
    """0: before the first one."""
    shares: tuple[float, ...]


class Months(NamedTuple):
    """The measurements of a rule set or a preset."""

    results: tuple[Result, ...]
    fresh: tuple[float, ...]
    """The average worth of a deal to a player as it begins, counted from the dealer: points that the network
    of *hard* gives it, by what each of them sees.
    """


@lru_cache(maxsize=len(NAMES))
def months_of(name: RulesName) -> Months:
    """The table of a rule set or a preset, read once."""
    read = json.loads(files("bot.opponents").joinpath("weights", f"{name}.json").read_bytes())
    results = [Result(winner, points, count / read["months"]) for winner, points, count in read["results"]]
    return Months(tuple(results), tuple(read["fresh"]))


UNMEASURED = {"lights", "sets", "month_cards", "koi_limit", "deal_passes", "field_lights"}
"""Options that change the worth of months, and with which they have been measured in presets alone."""


@lru_cache(maxsize=256)
def measured_as(rules: Rules) -> RulesName | None:
    """Return the name under which months by these rules have been measured; None where none have been."""
    if preset := preset_of(rules):
        return preset
    own = rules.options.koi_multiplier is KoiMultiplier.OWN
    return None if own or UNMEASURED & rules.changed().keys() else rules.id


def is_measured(rules: Rules) -> bool:
    """Whether the chance to win can be told."""
    return measured_as(rules) is not None


def usual_months(rules: Rules) -> Months:
    """Return the table of these rules; where none has been measured, that of their rule set."""
    return months_of(measured_as(rules) or rules.id)


def chance_to_win(
    rules: Rules,
    scores: Sequence[int],
    months_left: int,
    dealer: int,
    season_wins: Sequence[int] = (),
) -> tuple[float, ...]:
    """Return the chance of each player (table number) to win the match; equal players share it.

    `dealer`: of the next month; `season_wins`: who has won the months of the running season (sannin).
    """
    if rules.seats == 2:
        lead = (scores[dealer] - scores[1 - dealer]) // (2 if rules.losers_pay else 1)
        share = _leader(measured_as(rules) or rules.id, months_left)[min(max(lead, -MOST), MOST) + MOST]
        return (share, 1 - share) if dealer == 0 else (1 - share, share)
    each_won = chances_by_winner(rules, scores, months_left, dealer, season_wins)
    return tuple(sum(each.chance * each.shares[player] for each in each_won) for player in range(rules.seats))


def course(rules: Rules, ends: Iterable[MonthEnd]) -> tuple[Chances, ...]:
    """Return the chances before the first month, and after each of these ends that somebody has won.

    Nothing where no months have been measured by these rules.
    The first time for a rule set it takes up to 0.2 s of processor time for two players, 0.5 s for three.
    """
    if not is_measured(rules):
        return ()
    at, wins = first_standing(rules), list[Player]()
    months = at.months
    found = [Chances(0, chance_to_win(rules, at.scores, months, at.dealer))]
    for end in ends:
        if end.winner is None:
            continue
        months += SEASON if end.extended else 0
        wins = [] if end.month % SEASON == 0 else [*wins, end.winner]
        dealer = next_dealer(rules, end.dealer, end.reason, end.winner)
        shares = chance_to_win(rules, end.ginmi_scores, months - end.month, dealer, wins)
        found.append(Chances(end.month, shares))
    return tuple(found)


def chances_by_winner(
    rules: Rules, scores: Sequence[int], months_left: int, dealer: int, season_wins: Sequence[int] = ()
) -> tuple[Won, ...]:
    """Return `chance_to_win` after each player has won the next month. Two players need a month left."""
    seats = rules.seats
    if seats == 2:
        return tuple(_won_by(rules, scores, months_left, dealer, each) for each in range(2))
    held = [scores[(dealer + each) % seats] for each in range(seats)]
    likely, won = [0.0] * seats, [[0.0] * seats for _ in range(seats)]
    for (winner, changes), chance in _ends(
        rules.id, months_left, tuple((each - dealer) % seats for each in season_wins)
    ):
        after = [score + change for score, change in zip(held, changes, strict=True)]
        best = max(after)
        share = chance / after.count(best)
        likely[winner] += chance
        for each in range(seats):
            won[winner][each] += share if after[each] == best else 0.0
    counted = [(each - dealer) % seats for each in range(seats)]
    return tuple(
        Won((dealer + each) % seats, likely[each], tuple(won[each][n] / likely[each] for n in counted))
        for each in range(seats)
        if likely[each]
    )


def _won_by(rules: Rules, scores: Sequence[int], months_left: int, dealer: int, winner: int) -> Won:
    """Return the chances of two players after one wins the next month, in the usual ways."""
    lead, step = scores[0] - scores[1], (2 if rules.losers_pay else 1) * (1 if winner == 0 else -1)
    rows = [each for each in usual_months(rules).results if (dealer + each.winner) % 2 == winner]
    likely = sum(each.chance for each in rows)
    first = 0.0
    for each in rows:
        after = (lead + step * each.points, 0)
        first += each.chance * chance_to_win(rules, after, months_left - 1, winner)[0]
    return Won(winner, likely, (first / likely, 1 - first / likely))


@lru_cache(maxsize=64)
def _leader(name: RulesName, months: int) -> tuple[float, ...]:
    """Return the chance of the next of two dealers to win, by their lead from -MOST to MOST.

    Leads are counted in what a point of a month changes them by.
    """
    if not months:
        return (0.0,) * MOST + (0.5,) + (1.0,) * MOST
    results = months_of(name).results
    most = max(each.points for each in results)
    dealer, other = ([0.0] * (most + 1) for _ in range(2))
    for winner, points, chance in results:
        (other if winner else dealer)[points] += chance
    # One more lead than the table has is as good as won, one less as lost.
    after = (0.0,) * most + _leader(name, months - 1) + (1.0,) * most
    lost, middle = sum(other), MOST + most
    return tuple(
        sum(map(mul, dealer, after[middle + lead : middle + lead + most + 1]))
        + lost
        - sum(map(mul, other, after[middle - lead : middle - lead + most + 1]))
        for lead in range(-MOST, MOST + 1)
    )


@lru_cache(maxsize=256)
def _ends(
    rule_set: RuleSetId, months: int, wins: tuple[int, ...]
) -> tuple[tuple[tuple[int, Changes], float], ...]:
    """Draw ends of `months` for three players: next winner, changes of scores, chance; from the dealer.

    Without a month left nothing changes, and the winner means nothing.
    """
    drawn = Counter(_paths(rule_set, months, wins))
    return tuple((end, count / PATHS) for end, count in drawn.items())


def _paths(rule_set: RuleSetId, months: int, wins: tuple[int, ...]) -> Iterator[tuple[int, Changes]]:
    """Yield the changes of `months` on paths that are drawn, the bonus for a whole season too."""
    chance = Random(PATHS)  # noqa: S311 - nobody plays for anything here
    results = months_of(rule_set).results
    weights = list(accumulate(each.chance for each in results))
    kobiki = RULE_SETS[rule_set].kobiki
    for _ in range(PATHS):
        scores, dealer, season = [0] * RULE_SETS[rule_set].seats, 0, list(wins)
        drawn = chance.choices(results, cum_weights=weights, k=months)
        for left, result in zip(range(months - 1, -1, -1), drawn, strict=True):
            dealer = (dealer + result.winner) % len(scores)
            season.append(dealer)
            points = result.points
            if left % SEASON == 0:
                points += kobiki if season == [dealer] * SEASON else 0
                season = []
            for each in range(len(scores)):
                scores[each] += points * (len(scores) - 1) if each == dealer else -points
        yield drawn[0].winner if drawn else 0, tuple(scores)
