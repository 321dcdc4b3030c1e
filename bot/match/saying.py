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
    """The match is lost, they played well, and luck was for the other: above all the deals."""
    STOCK = "stock"
    """The match is lost, they played well, and the cards that were turned were for the other."""
    CARDS = "cards"
    """The match is lost, luck was for the other, by more than all their decisions lost."""
    LUCKY = "lucky"
    """The match is won by no more than the points by which luck put them ahead."""
    IN_SPITE = "in_spite"
    """The match is won, and luck was for the other."""
    WELL = "well"
    """The player lost little to the best moves."""
    ENOUGH = "enough"
    """The match is won, and the player lost more than that."""
    COSTLY = "costly"
    """The match is not won, and the player lost more than that."""


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
    ahead = luck_before(one, players[end.rival])
    decided = end.lost and not _beaten_by_cards(one, ahead, end)  # the greater cause is said first
    if decided and (cost := _cost(one, -end.ahead)):
        return Saying(Kind.ONE if len(cost) == 1 else Kind.SOME, cost)
    return Saying(next(kind for kind, holds in _claims(one, players[end.rival], end) if holds))


def luck_before(one: PlayersReview, other: PlayersReview) -> float:
    """Return the points by which luck put a player before another; the other's are their negative.

    Both judge the same deals, each by their own cards, so half the difference counts. Each card from the
    stock is the luck of one of them alone.
    """
    return _dealt_before(one, other) + one.turned - other.turned


def _dealt_before(one: PlayersReview, other: PlayersReview) -> float:
    return (one.dealt - other.dealt) / 2


def _beaten_by_cards(one: PlayersReview, ahead: float, end: Result) -> bool:
    """Whether a match is lost by luck more than by decisions."""
    return end.lost and -ahead >= LUCK * end.months and -ahead > one.lost


def _claims(one: PlayersReview, rival: PlayersReview, end: Result) -> Iterator[tuple[Kind, bool]]:
    """Yield what needs no decision by name, in order, and whether it holds."""
    ahead, enough = luck_before(one, rival), LUCK * end.months
    well, beaten = one.lost <= WELL_PLAYED * end.months, _beaten_by_cards(one, ahead, end)
    yield Kind.DEALS, beaten and well and _dealt_before(one, rival) < one.turned - rival.turned
    yield Kind.STOCK, beaten and well
    yield Kind.CARDS, beaten
    yield Kind.LUCKY, end.won and ahead >= max(end.ahead, enough)
    yield Kind.IN_SPITE, end.won and ahead <= -enough
    yield Kind.WELL, well
    yield Kind.ENOUGH, end.won
    yield Kind.COSTLY, True


def _cost(one: PlayersReview, behind: float) -> tuple[Decision, ...]:
    """Return the fewest of the costliest decisions that lost more than somebody is behind; else none.

    A stop that lost the match for certain is judged alike: it may have thrown away a small chance only.
    """
    costly = sorted(one.decisions, key=lambda each: -each.lost)[:COSTLIEST]
    for n, lost in enumerate(accumulate(each.lost for each in costly), start=1):
        if lost > behind:
            return tuple(costly[:n])
    return ()
