"""The result of a month (art-guide section 9.4), from its end alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Words
from bot.views import Participant
from bot.wording import numbers, settling
from bot.wording import yaku as yaku_words
from bot.wording.people import People
from bot.screens import parts as common
from engine.cardset import CardSet
from engine.month_end import EndReason, MonthEnd
from engine.rules import Rules
from engine.yaku import cards_of
from images.scene import MONTH_RESULT_ROWS, Change, MonthResultScene, Reason, YakuRow

BY_YAKU = frozenset({EndReason.SHOBU, EndReason.EXHAUSTED})
BY_FIELD = frozenset({EndReason.FIELD_FOUR, EndReason.VOID_FIELD_FOUR, EndReason.REDEAL_FIELD_FOUR})
MOST_CARDS = 8


def month(
    words: Words, rules: Rules, seats: Sequence[Participant], end: MonthEnd, *, month_marks: bool = False
) -> MonthResultScene:
    """The winner's yaku, or why there are none; the calculation; what it brought to each of the `seats`."""
    won = end.winner is not None
    made = end.calculation
    return MonthResultScene(
        title=settling.title(words, rules, end, People.at(words, seats, plain=True)),
        rows=rows(words, rules, end) if end.reason in BY_YAKU else (),
        changes=changes(words, rules, seats, end),
        reason=None if end.reason in BY_YAKU else reason(words, rules, end),
        calculation=settling.calculation(words, rules, made) if won and settling.has_factors(made) else None,
        total_word=total_word(words, rules) if won else None,
        total=numbers.short_points(words, rules, made.points) if won else None,
        month_marks=month_marks,
    )


def total_word(words: Words, rules: Rules) -> str:
    """What the large number is."""
    if rules.rule_set.losers_pay and rules.seats > 2:
        return words.within("picture", "from each")
    return words.within("picture", "Total")


def rows(words: Words, rules: Rules, end: MonthEnd) -> tuple[YakuRow, ...]:
    """The winner's yaku, the most valuable first; what does not fit is one last row."""
    held = yaku_words.by_points(end.yaku)
    shown = held if len(held) <= MONTH_RESULT_ROWS else held[: MONTH_RESULT_ROWS - 1]
    captured = end.captured[end.winner] if end.winner is not None else CardSet()
    made = [
        YakuRow(
            common.yaku_name(words, rules, yaku),
            tuple(cards_of(rules, yaku, captured))[:MOST_CARDS],
            numbers.short_points(words, rules, n),
        )
        for yaku, n in shown
    ]
    if rest := held[len(shown) :]:
        points = numbers.short_points(words, rules, sum(n for _, n in rest))
        made.append(YakuRow(words.within("picture", "{n} more yaku", n=len(rest)), (), points))
    return tuple(made)


def reason(words: Words, rules: Rules, end: MonthEnd) -> Reason:
    """Why the month ended without yaku of captures."""
    return Reason(
        settling.reason(words, rules, end),
        cards=tuple(shown_cards(end)),
        note=settling.consequence(words, end) or None,
    )


def shown_cards(end: MonthEnd) -> CardSet:
    """The winner's hand of a hand yaku, or the months that lie on the field whole."""
    if end.reason is EndReason.HAND_YAKU and end.winner is not None:
        return end.hands[end.winner]
    if end.reason in BY_FIELD:
        months = (end.field.of_month(each) for each in range(1, 13))
        return CardSet.of(card for whole in months if len(whole) == 4 for card in whole)
    return CardSet()


def changes(words: Words, rules: Rules, seats: Sequence[Participant], end: MonthEnd) -> tuple[Change, ...]:
    """A line for each player."""
    return tuple(
        Change(
            common.name(words, one),
            common.change(words, rules, delta),
            common.gain(delta),
            numbers.short_points(words, rules, score),
        )
        for one, delta, score in zip(seats, end.deltas, end.scores, strict=True)
    )
