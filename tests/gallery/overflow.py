"""Pictures of random matches, looked at for texts that do not fit.

`python -m tests.gallery.overflow 10` looks at those of ten long matches of each rule set (one takes 5 s).
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from bot.i18n import Words
from bot.match.views import MatchView, Rest
from bot.screens import hand as hand_screen
from bot.screens import month_result as month_screen
from bot.screens import result as result_screen
from bot.screens import score_sheet as sheet_screen
from bot.screens.month_result import Result
from bot.screens.notes import yaku_sheet as yaku_screen
from bot.screens.notes.yaku_month import Month
from bot.screens.public import screen_of
from bot.wording.people import Cast
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Kind, card
from engine.play.events import MatchOver
from engine.play.observation import Observation
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import score
from images.drawing.compose import Canvas
from images.layouts.geometry import Box
from images.pictures import paint
from images.scene.common import Scene
from tests.support.builders import random_rules
from tests.support.wording_views import EVERY, matches, people
from tests.support.wording_views import lobby as lobby_of

ARABIC = "محمد علي عبد الرحمن الخطيب"
NAMES = (
    "とても長い名前のプレイヤーさんでもきちんと収まります",
    "Wolfeschlegelsteinhausen",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Ñandú Ærøskøbing Łódź Žž",
    "名前名前名前名前名前名前名前名前名前名前名前名前",
    "สมชาย ใจดี มากมายเหลือเกิน",
    ARABIC,
    "Xx_DragonSlayer_2000_xX!",
)
"""Twenty-four letters each, of those that are widest."""
MOST = 12345


def faults(scene: Scene) -> Iterator[str]:
    """Yield the faults of a picture: texts cut, outside, or on each other; chips on each other."""
    kind = type(scene).__name__
    yield from (f"{kind}: {fault}" for fault in faults_of(paint(scene)))


def faults_of(canvas: Canvas) -> Iterator[str]:
    """Return what is wrong with a painted picture."""
    for placed in canvas.placed:
        if placed.cut and not placed.name:
            yield f"cut: {placed.text}"
        if not inside(canvas.box, placed.ink):
            yield f"outside: {placed.text}"
    for i, one in enumerate(canvas.placed):
        for other in canvas.placed[i + 1 :]:
            if overlap(one.ink, other.ink):
                yield f"{one.text} lies on {other.text}"
    for i, box in enumerate(canvas.chips):
        if any(overlap(box, other) for other in canvas.chips[i + 1 :]):
            yield "chips lie on each other"


def inside(outer: Box, inner: Box) -> bool:
    """Whether `inner` lies wholly inside `outer`."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def some_views(rules: Rules, chance: random.Random, count: int) -> Iterator[MatchView]:
    """Yield views of a long random match and its last, as they came and as full as they could be."""
    there = rules.seats + chance.randrange(9 - rules.seats)
    names = tuple(chance.sample(NAMES, len(NAMES)))
    views = list(matches(rules, chance.randrange(10**6), count=there, names=names, koikoi=0.8))
    for view in (*chance.sample(views, min(count, len(views))), views[-1]):
        yield view
        yield crowded(view, chance)


def crowded(view: MatchView, chance: random.Random) -> MatchView:
    """Return the moment with five-digit numbers, a full field and everything captured."""
    scores = tuple(chance.choice((MOST, -MOST, 0, 7)) for _ in view.scores)
    ends = tuple(large(end, chance) for end in view.ends)
    rest: Rest | None = replace(view.rest, end=ends[-1]) if view.rest else None
    seen = full(view.public, chance) if view.public else None
    seats = tuple(
        replace(seat, observation=full(seat.observation, chance) if seat.observation else None)
        for seat in view.seats
    )
    return replace(view, scores=scores, ends=ends, rest=rest, public=seen, seats=seats)


def large(end: MonthEnd, chance: random.Random) -> MonthEnd:
    """An end that moved five-digit numbers."""
    made = replace(end.calculation, total=MOST, points=MOST, honba=10)
    deltas = tuple(chance.choice((MOST, -MOST)) for _ in end.deltas)
    return replace(end, calculation=made, deltas=deltas, scores=tuple(-each for each in deltas))


def full(seen: Observation, chance: random.Random) -> Observation:
    """Return the phase with eighteen cards on the field; each holds all chaff and the cup, or all else."""
    if not seen.captured:
        return seen
    chaff = CardSet.of([*(each for each in DECK if each.kind is Kind.CHAFF), card("g")])
    rest = CardSet.of(DECK) - chaff
    captured = tuple(chance.choice((chaff, rest, chaff | rest)) for _ in seen.captured)
    lying = tuple(chance.sample(DECK, 18))
    return replace(
        seen,
        captured=captured,
        slots=seen.slots if seen.flipped else lying,
        yaku=tuple(score(seen.rules, cards) for cards in captured),
        dealt=seen.hand,
        koi=tuple(chance.randrange(5) for _ in captured),
        scores=tuple(chance.choice((MOST, -MOST)) for _ in captured),
        stakes=(MOST,) * len(captured),
        honba=chance.choice((0, 10)),
        multipliers=(8,) * len(captured),
        last=None,
    )


def pictures(words: Words, view: MatchView) -> Iterator[Scene]:
    """Every picture of a moment."""
    yield screen_of(view).scene(words)
    for seat in view.seats:
        yield hand_screen.scene(words, hand_screen.Facts.of(view, seat))
    yield sheet_screen.scene(words, sheet_screen.Facts.of(view))
    for seen in (view.public, *(seat.observation for seat in view.seats)):
        if seen is not None and (month := Month.of(seen, Cast.of(view))) is not None:
            yield from yaku_pages(words, yaku_screen.Facts.of(view.rules, month))
    if view.ends:
        yield month_screen.picture(words, Result.of(view.rules, Cast.of(view), view.ends[-1]))
    if view.seats:
        yield result_screen.scene(words, result_screen.Facts.of(ended(view)))


def ended(view: MatchView) -> MatchView:
    """The match as it were, had it ended at this moment."""
    ranking = tuple(1 + sum(other > score for other in view.scores) for score in view.scores)
    return replace(view, events=(MatchOver(view.scores, ranking),))


def yaku_pages(words: Words, facts: yaku_screen.Facts) -> Iterator[Scene]:
    """All pages of a yaku sheet."""
    return (yaku_screen.scene(words, replace(facts, page=page)) for page in range(yaku_screen.pages(facts)))


def all_pictures(rule_set: RuleSetId, seed: int, *, moments: int = 12) -> Iterator[Scene]:
    """The pictures of some moments of a random match, its lobby and its yaku sheet, in both languages."""
    chance = random.Random(seed)
    rules = random_rules(chance, rule_set, months=chance.choice((3, 6, 12)))
    views = list(some_views(rules, chance, moments))
    open_lobby = lobby_of(rules, people(chance.randint(1, 8), NAMES))
    for words in EVERY:
        yield from yaku_pages(words, yaku_screen.Facts.of(rules))
        yield screen_of(open_lobby).scene(words)
        for view in views:
            yield from pictures(words, view)


def main(seeds: int) -> int:
    """Look at the pictures of this many matches; print what is wrong, most frequent first."""
    found: Counter[str] = Counter()
    drawn = 0
    for rule_set, seed in product(RuleSetId, range(seeds)):
        for scene in all_pictures(rule_set, seed):
            drawn += 1
            found.update(set(faults(scene)))
    for fault, count in found.most_common():
        sys.stdout.write(f"{count:5} {fault}\n")
    sys.stdout.write(f"{drawn} pictures, {len(found)} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
