"""The picture of a hand (art-guide section 9.3): numbered cells, or the open choice, or the decision."""

from __future__ import annotations

from bot.i18n import Words
from bot.screens import parts, public
from bot.screens.hand.facts import Answer, ChooseTarget, Decide, Facts, Held, PlayCard
from bot.screens.players import yaku_lines
from bot.screens.waiting import time_left
from bot.wording import numbers, settling
from images.scene.common import Label, Text
from images.scene.hand import Choice, Decision, HandCell, HandGrid, HandScene, Target

DECISION_LINES = 6
"""Yaku that a decision has room for."""


def scene(words: Words, facts: Facts) -> HandScene | public.PublicScene:
    """The picture of a hand; where there are no cards to hold, the public picture."""
    if not facts.own_picture or facts.held is None:
        assert facts.public is not None
        return facts.public.scene(words)
    drawn = _drawn(words, facts.held)
    return parts.with_month_marks(drawn) if facts.held.month_marks else drawn


def _drawn(words: Words, held: Held) -> HandScene:
    match held.question:
        case ChooseTarget() as asked:
            return _choice(words, held, asked)
        case Decide() as asked:
            return _decision(words, held, asked)
        case _:
            return _grid(words, held)


def _grid(words: Words, held: Held) -> HandScene:
    """The cards in button order, each with what it matches."""
    matching = sum(bool(one.matches) for one in held.cards)
    return HandScene(
        title=words.within("picture", "Your hand"),
        hint=_hint(words, held),
        body=HandGrid(
            cells=tuple(HandCell(one.card, one.matches) for one in held.cards),
            field_word=words.within("picture", "Field"),
            no_match=words.within("picture", "No match"),
            playable=isinstance(held.question, PlayCard),
            places=held.course.rules.rule_set.hand_size,
        ),
        chip=words.within("picture", "{n} with a match", n=matching) if held.cards else None,
        time=time_left.bar(held.course.time),
    )


def _hint(words: Words, held: Held) -> Text:
    """The quiet line beside the title."""
    match held.question:
        case None:
            names = held.course.cast.named(words, plain=True)
            awaited = numbers.listing(words, (names.seated(each) for each in held.awaited))
            waiting = words("Waiting for {players}.", players=awaited)
            return Label(waiting, words.within("picture", "Not your turn"))
        case Answer() as asked if asked.held:
            return words.within("picture", "A hand yaku!")
        case Answer():
            return words.within("picture", "Ready?")
        case _:
            return words.within("picture", "Play a card by its number")


def _choice(words: Words, held: Held, asked: ChooseTarget) -> HandScene:
    """Which of two field cards is captured; the numbers are those of the buttons."""
    return HandScene(
        title=words.within("picture", "Your choice"),
        hint=words.within("picture", "Take which card?"),
        body=Choice(
            card=asked.card,
            word=words.within("picture", "Flipped") if asked.flipped else words.within("picture", "You play"),
            targets=tuple(Target(each.card, str(each.number)) for each in asked.targets),
            or_word=words.within("picture", "or"),
            rest=held.rest,
            rest_word=words.within("picture", "Rest of the hand"),
            flipped=asked.flipped,
        ),
        time=time_left.bar(held.course.time),
    )


def _decision(words: Words, held: Held, asked: Decide) -> HandScene:
    """The yaku made, and what stopping is worth."""
    made = asked.calculation
    return HandScene(
        title=words.within("picture", "A yaku!"),
        hint=words.within("picture", "Koi-koi or stop?"),
        body=Decision(
            yaku=yaku_lines(words, held.course.rules, asked.made, DECISION_LINES),
            total_word=words.within("picture", "Stop now for"),
            total=numbers.short_points(words, held.course.rules, asked.stake),
            calculation=None if made is None else settling.calculation(words, held.course.rules, made),
            rest=held.rest,
            rest_word=words.within("picture", "Rest of the hand"),
        ),
        time=time_left.bar(held.course.time),
    )
