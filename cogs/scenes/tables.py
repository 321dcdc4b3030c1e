"""The public table in play, or as it ended (art-guide sections 9.1 and 9.2)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Words
from bot.views import Participant
from bot.wording import description, months, numbers
from bot.wording import yaku as yaku_words
from bot.wording.cards import CUP
from bot.screens import parts as common
from engine.actions import Player
from engine.cards import Card
from engine.cardset import CardSet
from engine.observation import LastMove, Observation
from engine.phase import Phase
from engine.rule_sets import RuleSet
from engine.rules import Rules
from engine.yaku import progress
from engine.yaku_ids import YakuId
from images.scene import (
    Band,
    Flipped,
    Highlight,
    MonthTile,
    Ring,
    SeatMark,
    Slot,
    Stock,
    TableScene,
    Text,
    YakuChip,
)
from images.scene import Words as Forms

YAKU_CHIPS = 3
"""Of a band: the picture counts finished yaku that it has no room for; the message names them all."""


def table(
    words: Words, seats: Sequence[Participant], seen: Observation, *, month_marks: bool = False
) -> TableScene:
    """The field and one band for each of the `seats`, in their order: everybody sees the same picture."""
    return TableScene(
        month=tile(words, seen),
        stock=stock(words, seen),
        bands=tuple(band(words, one, seen, Player(who)) for who, one in enumerate(seats)),
        slots=slots(words, seen),
        letters=common.letters(words),
        flipped=waiting_flip(words, seen),
        month_marks=month_marks,
    )


def stock(words: Words, seen: Observation) -> Stock:
    """The pile and how many cards are left in it."""
    said = words.within("picture", "Stock {n}", n=seen.stock)
    return Stock(seen.stock, Forms(said, str(seen.stock)))


def tile(words: Words, seen: Observation) -> MonthTile:
    """The month, and what changes its value."""
    month = months.calendar(seen.rules, seen.month)
    return MonthTile(
        heading=months.heading(words, month),
        plant=months.sign(words, month),
        subtitle=months.subtitle(words, month),
        progress=f"{seen.month} / {seen.months}",
        chips=chips(words, seen),
    )


def chips(words: Words, seen: Observation) -> tuple[Text, ...]:
    """Bound month, honba, the multiplier of whoever is to move."""
    told: list[Text] = []
    if seen.phase is Phase.OVER:
        return ()  # what would hold for a month that is not played
    if seen.bound:
        told.append(Forms(words.within("picture", "Bound: 3 mon"), words.within("picture", "Bound 3")))
    if seen.honba:
        told.append(words.within("picture", "Honba {n}", n=seen.honba))
    if seen.multiplier > 1:
        told.append(words("×{n}", n=seen.multiplier))
    return tuple(told)


def slots(words: Words, seen: Observation) -> tuple[Slot, ...]:
    """The field by place on screen, with the marks of the last move or of the open choice."""
    marks = highlights(words, seen)
    return tuple(Slot(card, marks.get(card) if card else None) for card in seen.slots)


def highlights(words: Words, seen: Observation) -> dict[Card, Highlight]:
    """Cards of the field that wear a ring."""
    if seen.flipped is not None:
        targets = description.targets_of(seen, seen.flipped)
        marks = {each: Highlight(Ring.CANDIDATE, str(n)) for n, each in enumerate(targets, start=1)}
    else:
        marks = {}
    if seen.last is not None:
        for card, captured, ring in _steps(seen.last):
            if card is not None and not captured:
                marks.setdefault(card, Highlight(ring, _ring_word(words, ring)))
    return marks


def _steps(last: LastMove) -> tuple[tuple[Card | None, CardSet, Ring], ...]:
    return (
        (last.played, last.played_captured, Ring.PLAYED),
        (last.flipped, last.flipped_captured, Ring.FLIPPED),
    )


def _ring_word(words: Words, ring: Ring) -> str:
    return words.within("picture", "Played") if ring is Ring.PLAYED else words.within("picture", "Flipped")


def waiting_flip(words: Words, seen: Observation) -> Flipped | None:
    """The flipped card whose capture is not chosen yet."""
    return Flipped(seen.flipped, _ring_word(words, Ring.FLIPPED)) if seen.flipped else None


def band(words: Words, one: Participant, seen: Observation, who: Player) -> Band:
    """One player's strip."""
    captured, rules = seen.captured[who], seen.rules
    cup = description.cup_counts(seen) and CUP in captured
    koi = seen.koi[who]
    return Band(
        name=common.name(words, one),
        score=numbers.short_points(words, rules, seen.scores[who]),
        hand_count=words.within("picture", "Hand {n}", n=seen.hand_counts[who]),
        active=who in seen.to_move,
        seat_mark=seat_mark(words, rules.rule_set, seen, who),
        koi=words.within("picture", "Koi ×{n}", n=koi) if koi else None,
        yaku=yaku_chips(words, seen, who),
        captured=tuple(captured),
        fresh=fresh(seen, who),
        cup_word=words.within("picture", "Cup") if cup else None,
    )


def seat_mark(words: Words, rule_set: RuleSet, seen: Observation, who: Player) -> SeatMark | None:
    """Who deals; with three players each seat has its name (rules.md section 6, sannin)."""
    if seen.dealer is None:
        return None
    distance = (who - seen.dealer) % rule_set.seats
    if rule_set.seats == 2:
        return SeatMark(words.within("seat of two", "D")) if distance == 0 else None
    said = (
        words.within("seat of three", "D"),
        words.within("seat of three", "2nd"),
        words.within("seat of three", "Last"),
    )
    return SeatMark(said[distance], dealer=distance == 0)


def yaku_chips(words: Words, seen: Observation, who: Player) -> tuple[YakuChip, ...]:
    """Every finished one, the highest first; then, where there is room, the nearest to completion."""
    rules = seen.rules
    finished = [
        _chip(words, rules, yaku, numbers.short_points(words, rules, n), finished=True)
        for yaku, n in yaku_words.by_points(seen.yaku[who])
    ]
    unfinished = [
        _chip(words, rules, yaku, f"{have}/{need}", finished=False) for yaku, have, need in nearest(seen, who)
    ]
    return (*finished, *unfinished[: max(0, YAKU_CHIPS - len(finished))])


def _chip(words: Words, rules: Rules, yaku: YakuId, tail: str, *, finished: bool) -> YakuChip:
    return YakuChip(common.yaku_name(words, rules, yaku, f" {tail}"), finished=finished)


def nearest(seen: Observation, who: Player) -> list[tuple[YakuId, int, int]]:
    """Yaku begun that can still be completed: (yaku, cards had, cards needed), fewest missing first."""
    gone = CardSet()
    for other, cards in enumerate(seen.captured):
        if other != who:
            gone |= cards
    begun = [each for each in progress(seen.rules, seen.captured[who], gone) if each[1]]
    return sorted(begun, key=lambda each: each[2] - each[1])


def fresh(seen: Observation, who: Player) -> tuple[tuple[Card, Ring], ...]:
    """What the last move captured, with the ring of the step that did."""
    if seen.last is None or seen.last.player != who:
        return ()
    rings: dict[Card, Ring] = {}
    for _, captured, ring in _steps(seen.last):
        for card in captured:
            rings.setdefault(card, ring)
    return tuple((card, ring) for card, ring in sorted(rings.items()) if card in seen.captured[who])
