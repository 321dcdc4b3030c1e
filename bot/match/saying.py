"""The sentence with which a finished match's review begins, chosen by its figures: pure functions.

Each kind is a claim that holds by the figures below it. Of those that hold the first one is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from bot.match.decisions import COSTLIEST, Decision, PlayersReview
from engine.rules.options import Rules

WELL_PLAYED = 1.0
"""Points a month that somebody who played well has lost at most."""
LUCK = 1.0
"""Points a month of luck from which cards were for or against somebody."""


class Kind(StrEnum):
    """The claims, of one player."""

    ONE = "one"
    """The match is lost; by points they would have won it without what their costliest decision lost."""
    SOME = "some"
    """The match is lost; no single decision lost more than they were behind, two or three together did."""
    DEALS = "deals"
    """The match is lost, they played well, and luck was against them: above all the deals."""
    STOCK = "stock"
    """The match is lost, they played well, and the cards that they turned were against them."""
    CARDS = "cards"
    """The match is lost, luck was against them, and cost more than all their decisions."""
    LUCKY = "lucky"
    """The match is won by no more than the points that luck brought, and that it put them ahead."""
    IN_SPITE = "in_spite"
    """The match is won, and luck was against them."""
    WELL = "well"
    """The player lost little to the best moves."""
    COSTLY = "costly"
    """The player lost more than that."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match to one player."""

    months: int
    ahead: float
    """Points before the best of the others, as a month pays them."""
    rival: int
    """The table number of the best of the others."""
    won: bool
    lost: bool
    """Neither: a draw, or a match that was not played to its end."""


@dataclass(frozen=True, slots=True)
class Saying:
    """The claim, and the decisions that it names."""

    kind: Kind
    decisions: tuple[Decision, ...] = ()


def result(
    rules: Rules, months: int, scores: Sequence[int], places: Sequence[int] | None, player: int
) -> Result:
    """Return the end of a match to a player; `places` None: it was not played to its end."""
    rival = max((each for each in range(len(scores)) if each != player), key=scores.__getitem__)
    pays = 2 if rules.losers_pay and rules.seats == 2 else 1
    first = places is not None and places[player] == 1
    return Result(
        months=max(1, months),
        ahead=(scores[player] - scores[rival]) / pays,
        rival=rival,
        won=first and places is not None and list(places).count(1) == 1,
        lost=places is not None and not first,
    )


def saying(players: Sequence[PlayersReview], player: int, end: Result) -> Saying | None:
    """Return what is said of a player, by table number; None where they decided nothing."""
    one = players[player]
    if not one.decisions:
        return None
    if end.lost and (cost := _cost(one, -end.ahead)):
        return Saying(Kind.ONE if len(cost) == 1 else Kind.SOME, cost)
    return Saying(next(kind for kind, holds in _claims(one, players[end.rival], end) if holds))


def _claims(one: PlayersReview, rival: PlayersReview, end: Result) -> Iterator[tuple[Kind, bool]]:
    """Yield what needs no decision by name, in order, and whether it holds."""
    beyond, enough = _beyond(one, rival), LUCK * end.months
    well, against = one.lost <= WELL_PLAYED * end.months, max(one.luck, beyond) <= -enough
    beaten = end.lost and against
    yield Kind.DEALS, beaten and well and one.dealt < one.turned
    yield Kind.STOCK, beaten and well
    yield Kind.CARDS, beaten and -one.luck > one.lost
    yield Kind.LUCKY, end.won and min(one.luck, beyond) >= max(end.ahead, enough)
    yield Kind.IN_SPITE, end.won and against
    yield Kind.WELL, well
    yield Kind.COSTLY, True


def _beyond(one: PlayersReview, rival: PlayersReview) -> float:
    """Return the points by which luck put a player before another.

    Both judge the same deals, each by their own cards, so half the difference counts. Each card from the
    stock is the luck of one of them alone.
    """
    return (one.dealt - rival.dealt) / 2 + one.turned - rival.turned


def _cost(one: PlayersReview, behind: float) -> tuple[Decision, ...]:
    """Return the fewest of the costliest decisions that lost more than somebody is behind; else none.

    A stop that lost the match for certain is judged alike: it may have thrown away a small chance only.
    """
    costly = sorted(one.decisions, key=lambda each: -each.lost)[:COSTLIEST]
    for n, lost in enumerate(accumulate(each.lost for each in costly), start=1):
        if lost > behind:
            return tuple(costly[:n])
    return ()
