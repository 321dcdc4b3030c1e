"""The picture of a hand (art-guide section 9.3): the table in small, and the cards, a choice, a decision."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Words
from bot.screens import field as places
from bot.screens import month, parts, players, public, time_left
from bot.screens.hand import match_after, prospects, risks
from bot.screens.hand.facts import Facts, HandCard, Held
from bot.screens.hand.prospects import Near, Step
from bot.screens.hand.questions import ChooseTarget, ConfirmPlay, Decide, PlayCard
from bot.screens.players import PlayerFacts, yaku_lines
from bot.wording import cards, numbers, settling
from images.scene.common import Label, Name, Text
from images.scene.hand import (
    MOST_FEW,
    Choice,
    Decision,
    HandCell,
    HandGrid,
    HandScene,
    Need,
    Strip,
    Target,
    YakuLine,
)
from images.scene.table import Band, Highlight, Ring, YakuChip

_EITHER = 2
"""Number of matching cards that leave a choice; of more, all are taken."""
NEEDS = 2
"""Near yaku of which a decision says where their cards are."""
DECISION_LINES = 3
"""Yaku that a decision has room for; one less where it says how its sum comes about."""


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
        case ConfirmPlay() as asked:
            picked = HandCard(asked.number, asked.card, asked.captured, (asked.move,), asked.brings)
            body = HandGrid((_few(words, held, picked),))
        case asked:
            body = HandGrid(_cells(words, held), playable=isinstance(asked, PlayCard))
    return HandScene(_strip(words, held), body)


def _cells(words: Words, held: Held) -> tuple[HandCell, ...]:
    """The cards of the hand; of few each says what it does."""
    if len(held.cards) > MOST_FEW:
        return tuple(HandCell(one.number, one.card, one.matches) for one in held.cards)
    return tuple(_few(words, held, one) for one in held.cards)


def _few(words: Words, held: Held, one: HandCard) -> HandCell:
    """A card of few, with what it does."""
    named = [cards.name(words, each) for each in one.matches]
    if not named:
        does: Text = words.within("picture", "goes to the field")
    elif len(named) <= _EITHER:
        does = words.within("picture", "takes {cards}", cards=numbers.either(words, named))
    else:
        does = words.within("picture", "takes all {n}", n=len(named))
    return HandCell(
        one.number, one.card, one.matches, does, tuple(_brings(words, held, step) for step in one.brings)
    )


def _choice(words: Words, held: Held, asked: ChooseTarget) -> Choice:
    """Return the choice between two field cards; the numbers are those of the buttons."""
    return Choice(
        card=asked.card,
        word=words.within("picture", "Flipped") if asked.flipped else words.within("picture", "You play"),
        targets=tuple(
            Target(each.card, str(each.number), tuple(_brings(words, held, step) for step in each.brings))
            for each in asked.targets
        ),
        or_word=words.within("picture", "or"),
        flipped=asked.flipped,
    )


def _brings(words: Words, held: Held, step: Step) -> YakuChip:
    """A yaku that a capture makes or brings nearer."""
    rules = held.course.rules
    if step.points:
        return players.made_chip(words, rules, step.yaku, step.points)
    return players.begun_chip(words, rules, step.yaku, step.have, step.need)


def _decision(words: Words, held: Held, asked: Decide) -> Decision:
    """The yaku made and what stopping is worth; what is near, where its cards are, what going on risks."""
    made, rules = asked.calculation, held.course.rules
    return Decision(
        yaku=_made(words, held, asked),
        total_word=match_after.outcome(words, asked.after) or words.within("picture", "Stop now for"),
        total=numbers.short_points(words, rules, asked.stake),
        calculation=None if made is None else settling.calculation(words, rules, made),
        match=match_after.in_short(words, asked.after, held.course.cast),
        go_on=words.within("picture", "If you go on"),
        needs=tuple(_need(words, held, each) for each in asked.near[:NEEDS]),
        nothing=words.within("picture", "nothing near"),
        risks=risks.in_short(words, rules, asked),
        end=risks.end_chip(words, rules, asked),
        rest=held.rest,
        rest_word=words.within("picture", "Rest of the hand"),
    )


def _made(words: Words, held: Held, asked: Decide) -> tuple[YakuLine, ...]:
    """The yaku made, in the narrow panel; how many more there are has a short form there."""
    room = DECISION_LINES - (asked.calculation is not None)
    lines = yaku_lines(words, held.course.rules, asked.made, room)
    *first, last = lines
    more = len(asked.made) - len(first)
    if more < 2 or not isinstance(last.name, str):
        return lines
    return (*first, replace(last, name=Label(last.name, f"+{more}")))


def _need(words: Words, held: Held, one: Near) -> Need:
    """A yaku that is near, and where the cards are that it lacks."""
    chip = players.begun_chip(words, held.course.rules, one.yaku, one.have, one.need)
    return Need(chip, one.lacking, Label(prospects.where(words, one), prospects.in_numbers(words, one)))


def _strip(words: Words, held: Held) -> Strip:
    """The table in small; cards that may be captured wear the numbers of their buttons."""
    around, seal = held.around, month.seal(words, held.around.month)
    targets = held.question.targets if isinstance(held.question, ChooseTarget) else ()
    numbers = {each.card: Highlight(Ring.CANDIDATE, str(each.number)) for each in targets}
    you = words.within("picture", "You")
    stock = words.within("picture", "Stock {n}", n=around.stock)
    return Strip(
        month=seal.number,
        heading=parts.joined(seal.heading, f" {seal.progress}"),
        chips=seal.chips,
        stock=Label(stock, str(around.stock)),
        others=tuple(_opponent(words, held, each) for each in around.others),
        me=replace(players.band(words, held.course.rules, around.me), name=Name(you, you), hand_count=None),
        field=places.slots(around.places, numbers),
        time=time_left.bar(held.course.time),
    )


def _opponent(words: Words, held: Held, one: PlayerFacts) -> Band:
    """An opponent's line; what they captured stands on the table, where there is one."""
    line = players.band(words, held.course.rules, one)
    return line if held.alone else replace(line, captured=(), fresh=(), cup_counts=False)
