"""The outlook of every yaku for one player's captures: made, open, or not to be had any more, and why."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from itertools import combinations
from typing import NamedTuple

from engine.cards.cardset import CardSet
from engine.rules.options import Rules
from engine.rules.sheet import Line, Sheet, sheet_of
from engine.rules.yaku import CRANE, YakuId


class Reach(Enum):
    """The states of a yaku."""

    MADE = auto()
    OPEN = auto()
    """The cards that it lacks would make it."""
    RAINED = auto()
    """The rain man is among the lights: with the crane besides, they would."""
    REPLACED = auto()
    """A higher one counts in its place, now or as soon as its cards are together."""
    GONE = auto()
    """Others have captured what it needs."""


class Outlook(NamedTuple):
    """One yaku for one player."""

    yaku: YakuId
    reach: Reach
    points: int
    """The present worth, 0 unless it is made."""
    have: int
    need: int
    """Cards captured of those needed, in the way in which it is nearest."""
    whole: CardSet
    """The cards of that way that are all needed."""
    few: CardSet
    """Cards of which only some are needed; empty if there are none."""
    by: YakuId | None
    """The yaku that counts in its place; None unless it is replaced."""


def outlook(rules: Rules, captured: CardSet, gone: CardSet) -> tuple[Outlook, ...]:
    """Every yaku of these rules for somebody with these captures; `gone` is what others captured.

    In table order. What is neither captured nor gone may still be had, wherever it lies.
    """
    sheet, own, away = sheet_of(rules), captured.mask, gone.mask
    made = sheet.score(own)
    found = dict.fromkeys(line.id for line in sheet.readings[0])
    return tuple(_stands(sheet, each, made, own, away) for each in found)


def _stands(sheet: Sheet, yaku: YakuId, made: dict[YakuId, int], own: int, away: int) -> Outlook:
    line, alive = _nearest(sheet, yaku, own, away)
    reach, by = Reach.OPEN, _replacer(sheet, yaku, made)
    if yaku in made:
        reach, by = Reach.MADE, None
    elif by is not None:
        reach = Reach.REPLACED
    elif not alive:
        reach = Reach.GONE
    elif yaku in sheet.uncertain and (by := _always_replaced(sheet, line, own, away)) is not None:
        reach = Reach.REPLACED
    elif line.rained_off and sheet.rains(own):
        reach = Reach.RAINED
    have = (line.whole & own).bit_count() + min(line.need, (line.few & own).bit_count())
    points = made.get(yaku, 0)
    few = line.few if line.need else 0
    return Outlook(yaku, reach, points, have, line.size, CardSet(line.whole), CardSet(few), by)


def _nearest(sheet: Sheet, yaku: YakuId, own: int, away: int) -> tuple[Line, bool]:
    """The way in which a yaku is nearest, and whether it can be had at all in the end."""
    counted = sheet.lines(own)
    # Where the sake cup counts as one of two things, the other one may still do.
    ways = [counted, *(each for each in sheet.readings if each is not counted)]
    for lines in ways:
        open_ways = [each for each in lines if each.id is yaku and each.progress(own, away) is not None]
        if open_ways:
            return max(open_ways, key=lambda each: (each.progress(own, away) or (0, 0))[0]), True
    lost = [each for each in counted if each.id is yaku]
    return max(lost, key=lambda each: ((each.whole | each.few) & own).bit_count()), False


def _replacer(sheet: Sheet, yaku: YakuId, made: dict[YakuId, int]) -> YakuId | None:
    """The yaku among those made that counts in place of this one."""
    return next((each for each in made if yaku in sheet.lesser(each)), None)


def _always_replaced(sheet: Sheet, line: Line, own: int, away: int) -> YakuId | None:
    """Return the yaku that replaces it however its cards came together; None where it counts itself."""
    by = None
    for more in _completions(line, own, away):
        reached = own | more | (CRANE if line.rained_off and sheet.rains(own) else 0)
        made = sheet.score(reached)
        if line.id in made:
            return None
        by = by or _replacer(sheet, line.id, made)
    return by


def _completions(line: Line, own: int, away: int) -> Iterator[int]:
    """The least sets of further cards that bring the cards of a way together."""
    whole = line.whole & ~own
    few = CardSet(line.few & ~own & ~away)
    lacks = max(0, line.need - (line.few & own).bit_count())
    for cards in combinations(few, lacks):
        yield whole | CardSet.of(cards).mask
