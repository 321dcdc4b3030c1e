"""The standing of a match between deals: next dealer, seasons, the end of the match (rules.md sections 2 and
6).

Pure numbers: `settle` tells what happened here as events.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.play.deal import Deal
from engine.rules.actions import Player
from engine.rules.month_end import EndReason
from engine.rules.options import Rules
from engine.rules.rule_sets import SEASON, Place

GINMI_SECOND, GINMI_THIRD, GINMI_TIED = 6, 12, 9


class Standing(NamedTuple):
    """The standing of the match as a deal begins, or when it is over. Tuples go by player (table number)."""

    month: int
    months: int
    """Planned, extensions included."""
    deals: int
    """Deals begun, the one that begins included."""
    dealer: Player
    scores: tuple[int, ...]
    honba: int = 0
    bound: bool = False
    season_wins: tuple[Player, ...] = ()
    """The winners of the months of this season so far."""
    ranking: tuple[int, ...] | None = None
    """Places when the match is over."""


class InPlay(NamedTuple):
    """The fields of a match once its seats are drawn."""

    order: tuple[int, ...]
    """The joining numbers of the seated players in table order."""
    standing: Standing
    deal: Deal
    """The deal on the table; when the match is over, the last one."""


class Advance(NamedTuple):
    """The consequences of the end of a deal."""

    standing: Standing
    deltas: tuple[int, ...]
    """The points that the deal pays, by player."""
    scores: tuple[int, ...]
    """The scores with that, before kobiki and ginmi."""
    kobiki: tuple[Player, tuple[int, ...]] | None = None
    """The winner of a whole season, and the payments for it."""
    ginmi: tuple[int, ...] | None = None
    extended: bool = False


def first_standing(rules: Rules) -> Standing:
    """Return the standing of the first deal: the first in rank is dealer of the first month."""
    return Standing(month=1, months=rules.months, deals=1, dealer=Player(0), scores=(0,) * rules.seats)


def advance(rules: Rules, before: Standing, reason: EndReason, winner: Player | None, points: int) -> Advance:
    """The match after a deal that ended so; `points` is what each payer pays (or the winner scores)."""
    if winner is None:
        return Advance(_again(rules, before, reason), (0,) * rules.seats, before.scores)
    month, months, deals, dealer, scores, honba, _, wins, _ = before
    rule_set = rules.rule_set
    deltas = payment(rules, winner, points)
    paid = scores = add(scores, deltas)
    if rule_set.honba:
        # A hand yaku counts as a win for the next dealer and for honba (Ruling, section 3).
        honba = honba + 1 if winner == dealer else 0
    kobiki = None
    wins = (*wins, winner)
    if month % SEASON == 0:
        if rule_set.kobiki and wins == (winner,) * SEASON:
            kobiki = (winner, payment(rules, winner, rule_set.kobiki))
            scores = add(scores, kobiki[1])
        wins = ()
    # Kaeri-haru: all three equal after the last month, so a further season is played, until they are not.
    extended = month == months and rule_set.kobiki > 0 and len(set(scores)) == 1
    if extended:
        months += SEASON
    if month < months:
        dealer = next_dealer(rules, dealer, reason, winner)
        after = Standing(month + 1, months, deals + 1, dealer, scores, honba, False, wins)
        return Advance(after, deltas, paid, kobiki, None, extended)
    settling = ginmi(scores) if rule_set.kobiki else None
    if settling:
        scores = add(scores, settling)
    after = Standing(month, months, deals, dealer, scores, honba, False, wins, ranking(scores))
    return Advance(after, deltas, paid, kobiki, settling)


def next_dealer(rules: Rules, dealer: Player, reason: EndReason, winner: Player) -> Player:
    """Return the dealer of the month after one that `winner` has won."""
    # `deal_passes`: after an exhausted month the other player deals (section 9.5).
    passes = rules.options.deal_passes and reason is EndReason.OYAKEN
    return rules.player_at(dealer, Place.SECOND) if passes else winner


def payment(rules: Rules, winner: Player, points: int) -> tuple[int, ...]:
    """Return the change of each score after a win.

    Ruling (section 2, Payment; section 3): each of the others pays all of it, a hand yaku's difference too.
    """
    rule_set = rules.rule_set
    gain, loss = (points * (rule_set.seats - 1), -points) if rules.losers_pay else (points, 0)
    deltas = [loss] * rule_set.seats
    deltas[winner] = gain
    return tuple(deltas)


def add(scores: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    """Scores after these changes."""
    return tuple(map(int.__add__, scores, deltas))


def ranking(scores: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Places from scores: 1 = first, ties share the better place."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)


def ginmi(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Ginmi of three (section 6, sannin)."""
    first, second, third = sorted(scores, reverse=True)
    if first == second:
        # Also where two are equal after the last month (Ruling): no extension, ginmi decides.
        gains = {first: GINMI_TIED, third: -2 * GINMI_TIED}
    elif second == third:
        gains = {first: 2 * GINMI_TIED, second: -GINMI_TIED}
    else:
        gains = {first: GINMI_SECOND + GINMI_THIRD, second: -GINMI_SECOND, third: -GINMI_THIRD}
    return tuple(gains[score] for score in scores)


def _again(rules: Rules, standing: Standing, reason: EndReason) -> Standing:
    """Return the standing when a month is dealt again."""
    month, months, deals, dealer, scores, honba, bound, wins, _ = standing
    if not reason.is_redeal:
        # A void month: the last becomes dealer, and until it is won the month stays bound (section 6,
        # sannin).
        dealer, bound = rules.player_at(dealer, Place.LAST), True
    # Otherwise, by Ruling (sections 3 and 6): same dealer, honba unchanged.
    return Standing(month, months, deals + 1, dealer, scores, honba, bound, wins)
