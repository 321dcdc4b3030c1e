"""The rows of `engine.rules.yaku` ready to be summed fast: what captures are worth in all, without names.

A total falls into parts that do not know of each other: yaku of which one can replace another stay together,
all else adds up. So the sheet counts each part by itself, once for every set of its cards that comes up, and
a table remembers. What counts many cards (kasu) or whole months needs no such table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.cards.cardset import FIRST_CARDS, MONTH_MASKS
from engine.rules.options import Rules
from engine.rules.sheet import Line, Sheet, sheet_of
from engine.rules.yaku import CRANE, CUP, NOVEMBER, YakuId

WIDEST = 16
"""Cards of a part at most; of the 2^16 sets of them only some thousands come up in play."""


class Part(dict[int, int]):
    """The worth of some lines by the mask of their captured cards, counted when first asked for."""

    def __init__(self, sheet: Sheet, lines: Iterable[Line]) -> None:
        super().__init__()
        self._sheet = sheet
        self._lines = tuple(lines)

    def __missing__(self, captured: int) -> int:
        worth = sum(self._sheet.count(captured, self._lines).values())
        if len(self) < 1 << WIDEST:
            self[captured] = worth
        return worth


class Count(NamedTuple):
    """A line that only counts cards: what it is worth by how many of `few` are captured."""

    few: int
    worth: tuple[int, ...]


class Totals:
    """The total of captures by some lines of a sheet, or by `other` lines where these make it higher."""

    __slots__ = ("_months", "_need", "_other", "_sum", "_wanted")

    def __init__(self, rules: Rules, lines: Sequence[Line], other: Sequence[Line] = ()) -> None:
        sheet = sheet_of(rules)
        groups = _tied(sheet, lines)
        months = [line for line, *more in groups if not more and _is_month(line)]
        counts = [line for line, *more in groups if not more and _is_wide_count(line)]
        self._months = _worth_of_each(months)
        apart = [*counts, *(months if self._months else ())]
        parts = _packed(rules, [group for group in groups if group[0] not in apart])
        self._sum = _sum_of(
            [(cards, Part(sheet, lines)) for cards, lines in parts], list(map(_count, counts))
        )
        # Where the sake cup counts as one of two things, reading it the other way gains by one line alone.
        gains = next((line for line in other if line.few & CUP and line not in lines), None)
        self._other = Totals(rules, other) if gains else None
        self._wanted, self._need = (gains.few, gains.need) if gains else (0, 0)

    def function(self) -> Callable[[int], int]:
        """The total of captures by their mask; the sum alone where there is nothing else to it."""
        parts, each_month, wanted, need = self._sum, self._months, self._wanted, self._need
        other = self._other.function() if self._other else None
        if not each_month and other is None:
            return parts

        def total(captured: int) -> int:
            worth = parts(captured)
            if each_month:
                pairs = captured & captured >> 1  # all four of a month: two pairs, two cards apart
                worth += each_month * (pairs & pairs >> 2 & FIRST_CARDS).bit_count()
            if other and captured & CUP and (captured & wanted).bit_count() >= need:
                return max(worth, other(captured))
            return worth

        return total


def _sum_of(parts: Sequence[tuple[int, Part]], counts: Sequence[Count]) -> Callable[[int], int]:
    """The sum of these parts and counts; every rule set has two parts and one count."""
    if (len(parts), len(counts)) == (2, 1):
        (some, one), (more, other) = parts
        few, worth = counts[0]
        return lambda captured: (
            one[captured & some] + other[captured & more] + worth[(captured & few).bit_count()]
        )

    def total(captured: int) -> int:
        parted = sum([part[captured & cards] for cards, part in parts])
        return parted + sum([worth[(captured & few).bit_count()] for few, worth in counts])

    return total


def total_of(rules: Rules) -> Callable[[int], int]:
    """The total of captures (a mask) by all yaku of these rules."""
    return Totals(rules, *sheet_of(rules).readings).function()


def total_without_cup_yaku_of(rules: Rules) -> Callable[[int], int]:
    """Return a total without the cup yaku. The rules that ask for it read the cup in one way."""
    (lines,) = sheet_of(rules).readings
    return Totals(rules, [line for line in lines if not line.rained_off]).function()


def _worth_of_each(months: list[Line]) -> int:
    """Return the worth of each whole month, if that is a row of the sheet; else 0."""
    worths = {line.points for line in months}
    return worths.pop() if len(months) == len(MONTH_MASKS) and len(worths) == 1 else 0


def _is_month(line: Line) -> bool:
    return line.id is YakuId.TESHI


def _is_wide_count(line: Line) -> bool:
    """Whether a line only counts cards, and counts so many that no part has room for them."""
    counts = not line.whole and line.kind in (0, line.few) and not line.rained_off
    return counts and line.few.bit_count() > WIDEST


def _count(line: Line) -> Count:
    worth = [0] * line.need
    for number in range(line.need, line.few.bit_count() + 1):
        worth.append(line.points + (number - line.size if line.kind else 0))
    return Count(line.few, tuple(worth))


def _tied(sheet: Sheet, lines: Iterable[Line]) -> list[list[Line]]:
    """The lines in groups: those of which one can replace another stand together."""
    groups: list[list[Line]] = []
    for line in lines:
        tied = [group for group in groups if any(_replace(sheet, line, other) for other in group)]
        groups = [group for group in groups if group not in tied]
        groups.append([line, *(other for group in tied for other in group)])
    return groups


def _replace(sheet: Sheet, one: Line, other: Line) -> bool:
    return other.id in sheet.lesser(one.id) or one.id in sheet.lesser(other.id)


def _packed(rules: Rules, groups: Iterable[list[Line]]) -> Iterator[tuple[int, list[Line]]]:
    """Few parts, each with the mask of its cards: a group goes where it brings the fewest new cards."""
    parts: list[tuple[int, list[Line]]] = []
    for group in sorted(groups, key=lambda group: -_cards(rules, group).bit_count()):
        cards = _cards(rules, group)
        fitting = [part for part in parts if (part[0] | cards).bit_count() <= WIDEST]
        best = min(fitting, key=lambda part: (cards & ~part[0]).bit_count(), default=(0, []))
        parts = [part for part in parts if part is not best]
        parts.append((best[0] | cards, [*best[1], *group]))
    yield from parts


def _cards(rules: Rules, lines: Iterable[Line]) -> int:
    """The mask of all cards that matter to these lines."""
    cards = 0
    for line in lines:
        rain = NOVEMBER | CRANE if line.rained_off and rules.rule_set.rain else 0
        cards |= line.whole | line.few | line.kind | rain
    return cards
