"""The cut: the shuffled deck before the deal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.i18n import Words
from bot.match.views import MatchView
from bot.screens import course, month
from bot.screens.course import Course
from bot.screens.month import Month
from bot.wording import months, numbers, settling, speech
from bot.wording.limits import Part, Sentence
from bot.wording.people import Cast, People
from bot.wording.speech import Described
from engine.cards.deck import DECK
from engine.play.observation import Observation
from engine.rules.actions import Player
from images.scene.common import Label, Text
from images.scene.lobby import CutScene

DEPTHS = (12, 24, 36)
"""The cuts that have a button of their own, beside the tap and the random one; the picture marks them."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The deck and who cuts it, as a match in play and a replay show it."""

    cast: Cast
    month: Month
    cutters: tuple[Player, ...]

    @classmethod
    def of(cls, cast: Cast, seen: Observation) -> Cut:
        """The cut of a public observation."""
        return cls(cast, Month.of(seen), seen.to_move)


@dataclass(frozen=True, slots=True)
class Facts:
    """The cut of a match in play."""

    cut: Cut
    scores: tuple[int, ...]
    """By table number."""
    course: Course

    @classmethod
    def of(cls, view: MatchView, seen: Observation) -> Facts:
        """The facts of a view whose public observation is `seen`."""
        around = Course.of(view)
        return cls(Cut.of(around.cast, seen), seen.scores, around)


def text(words: Words, facts: Facts) -> str:
    """Return the player who cuts, the value of the month, and the time until which the bot waits."""
    cut, escaped = facts.cut, facts.cut.cast.named(words)
    names = numbers.listing(words, [f"**{escaped.seated(each)}**" for each in cut.cutters])
    asked = [
        Part(words("{player} cuts the deck.", player=names)),
        Part(month.stakes(words, cut.month), 1),
    ]
    return course.text(words, facts.course, asked, _described(words, facts).left_out)


def alt(words: Words, facts: Facts) -> str:
    """The deck, waiting to be cut."""
    return _described(words, facts).alt


def _described(words: Words, facts: Facts) -> Described:
    return speech.described(words, facts.cut.cast, partial(sentences, words, facts))


def sentences(words: Words, facts: Facts, people: People) -> tuple[Sentence, ...]:
    """The picture in sentences."""
    cutter = numbers.listing(words, [people.seated(each) for each in facts.cut.cutters])
    scores = settling.standing(words, facts.course.rules, people, facts.scores)
    return (
        month.sentence(words, facts.cut.month),
        Sentence((Part(words("The shuffled deck; {player} cuts", player=cutter)),)),
        Sentence((Part(scores),), words("Scores")),
    )


def scene(words: Words, facts: Facts) -> CutScene:
    """The picture of the deck before it is cut.

    While a match is played, nobody sees the cut deck: it is dealt at once.
    """
    return picture(words, facts.cut)


def picture(words: Words, cut: Cut, *, at: int | None = None, done: Text | None = None) -> CutScene:
    """The shuffled deck, before it is cut or, once it was cut `at` a depth, with what was `done`."""
    people = cut.cast.named(words, plain=True)
    names = numbers.listing(words, [people.seated(each) for each in cut.cutters])
    named = months.in_match(words, cut.month.rules, cut.month.number)
    return CutScene(
        title=words.within("picture", "{month}: the cut", month=named),
        hint=Label(words("{player} cuts the deck.", player=names), names),
        top=words.within("picture", "Top"),
        bottom=words.within("picture", "Bottom"),
        size=len(DECK),
        at=at,
        chip=done,
        marks=DEPTHS,
    )
