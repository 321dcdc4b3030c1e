"""The picture of a hand (art-guide section 9.3): the table in small, and the cards, a choice, a decision."""

from __future__ import annotations

from bot.i18n import Words
from bot.screens import parts, public
from bot.screens.hand.facts import ChooseTarget, Decide, Facts, Held, PlayCard
from bot.screens.hand.strip import strip
from bot.screens.players import yaku_lines
from bot.wording import numbers, settling
from images.scene.hand import Choice, Decision, HandCell, HandGrid, HandScene, Target

DECISION_LINES = 6
"""Yaku that a decision has room for."""


def scene(words: Words, facts: Facts) -> HandScene | public.PublicScene:
    """The picture of a hand; where there are no cards to hold, the public picture."""
    if not facts.own_picture or facts.held is None:
        assert facts.public is not None
        return facts.public.scene(words)
    drawn = parts.with_deck(_drawn(words, facts.held), facts.held.deck)
    return parts.with_month_marks(drawn) if facts.held.month_marks else drawn


def _drawn(words: Words, held: Held) -> HandScene:
    match held.question:
        case ChooseTarget() as asked:
            body: Choice | Decision | HandGrid = _choice(words, held, asked)
        case Decide() as asked:
            body = _decision(words, held, asked)
        case asked:
            cells = tuple(HandCell(one.number, one.card, one.matches) for one in held.cards)
            body = HandGrid(cells, playable=isinstance(asked, PlayCard))
    return HandScene(strip(words, held), body)


def _choice(words: Words, held: Held, asked: ChooseTarget) -> Choice:
    """Which of two field cards is captured; the numbers are those of the buttons."""
    return Choice(
        card=asked.card,
        word=words.within("picture", "Flipped") if asked.flipped else words.within("picture", "You play"),
        targets=tuple(Target(each.card, str(each.number)) for each in asked.targets),
        or_word=words.within("picture", "or"),
        rest=held.rest,
        rest_word=words.within("picture", "Rest of the hand"),
        flipped=asked.flipped,
    )


def _decision(words: Words, held: Held, asked: Decide) -> Decision:
    """The yaku made, and what stopping is worth."""
    made = asked.calculation
    return Decision(
        yaku=yaku_lines(words, held.course.rules, asked.made, DECISION_LINES),
        total_word=words.within("picture", "Stop now for"),
        total=numbers.short_points(words, held.course.rules, asked.stake),
        calculation=None if made is None else settling.calculation(words, held.course.rules, made),
        rest=held.rest,
        rest_word=words.within("picture", "Rest of the hand"),
    )
