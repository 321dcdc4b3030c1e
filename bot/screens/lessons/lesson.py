"""A step of the tutorial: the learner's hand as it would be in a match, and what it teaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.config import Settings
from bot.i18n import Words
from bot.match import lessons
from bot.match.lessons import LEARNER, SCENES, Step
from bot.screens import hand
from bot.screens.hand import Look
from bot.screens.hand.facts import Emoji, Held
from bot.screens.hand.questions import ChooseTarget, Decide
from bot.screens.public import PublicScene
from bot.wording import limits, turns
from bot.wording.lessons import lesson as wording
from bot.wording.limits import CONTENT, Part
from engine.cards.deck import Card
from images.scene.hand import HandScene

NEWS = {Step.NONE, Step.YAKU, Step.MORE}
"""The steps that tell what the CPU player has done, as a hand tells it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The content of a step, in text and picture.

    `pressed`: another card than the marked one, which was pressed.
    """

    step: Step
    hand: hand.Facts
    pressed: Card | None

    @classmethod
    def of(
        cls, step: Step, name: str, settings: Settings, emoji: Emoji, *, pressed: Card | None = None
    ) -> Facts:
        """The facts of a step for a learner of this name; a card that is the marked one is none pressed."""
        view, scene = lessons.view(step, name, settings), SCENES[step]
        look = Look(choosing=scene.picked, emoji=emoji, hint=False)
        facts = cls(step, hand.Facts.of(view, view.seats[LEARNER], look), None)
        if scene.wanted is None or pressed is None or pressed is scene.wanted:
            return facts
        return replace(facts, pressed=pressed) if facts.number(pressed) is not None else facts

    @property
    def held(self) -> Held | None:
        """The cards of the learner; None where the month is over."""
        return self.hand.held

    @property
    def wanted(self) -> Card | None:
        """The card that is to be pressed."""
        return SCENES[self.step].wanted

    @property
    def asks_for_a_card(self) -> bool:
        """Whether a card is to be pressed."""
        return self.wanted is not None

    @property
    def decides(self) -> bool:
        """Whether the learner has to say stop or koi-koi."""
        return len(SCENES[self.step].leads) > 1

    @property
    def stake(self) -> int | None:
        """Return the worth of a stop; None where none is asked for."""
        asked = None if self.held is None else self.held.question
        return asked.stake if isinstance(asked, Decide) else None

    def number(self, card: Card) -> int | None:
        """The number of a card's button; None where it has none."""
        assert self.held is not None
        asked = self.held.question
        if isinstance(asked, ChooseTarget):
            return next((each.number for each in asked.targets if each.card is card), None)
        return next((each.number for each in self.held.cards if each.card is card), None)


def text(words: Words, facts: Facts) -> str:
    """The step's heading, the answer to a press on another card, what has happened, what it teaches."""
    wanted = facts.wanted
    number = None if wanted is None else facts.number(wanted)
    lines = wording.lines(words, facts.step, number)
    return limits.fitted(
        [
            Part(wording.title(words, facts.step)),
            Part(_better(words, facts, number)),
            *(Part(line) for line in _news(words, facts)),
            *(Part(line) for line in (lines if facts.pressed is None else lines[-1:])),
            Part("" if SCENES[facts.step].leads else wording.what_next(words)),
        ],
        CONTENT,
    )


def _better(words: Words, facts: Facts, number: int | None) -> str:
    """Return the reason why the marked card is better than the one that was pressed."""
    pressed = facts.pressed
    if pressed is None or number is None or facts.held is None:
        return ""
    matching = {each.card for each in facts.held.cards if each.matches}
    matches = pressed in matching or isinstance(facts.held.question, ChooseTarget)
    other = facts.number(pressed)
    assert other is not None
    said = wording.better(words, facts.step, number, wording.Other(other, pressed.kind, matches))
    return f"> {said}"


def _news(words: Words, facts: Facts) -> Iterator[str]:
    """Yield the CPU player's moves; nothing while something is explained to the person who pressed."""
    held = facts.held
    if facts.step in NEWS and held is not None and facts.pressed is None:
        yield from turns.lines(words, held.since, held.course.cast.named(words))


def alt(words: Words, facts: Facts) -> str:
    """The description of the hand, or of the month's result."""
    return hand.alt(words, facts.hand)


def scene(words: Words, facts: Facts) -> HandScene | PublicScene:
    """The picture of the hand, or of the month's result."""
    return hand.scene(words, facts.hand)
