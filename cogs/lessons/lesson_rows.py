"""The controls under a step of the tutorial: the cards, the way on and back. Every button names its step."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.lessons import SCENES, Step, before
from bot.screens.hand.facts import Held
from bot.screens.hand.questions import ChooseTarget
from bot.screens.lessons.lesson import Facts
from bot.wording import buttons
from bot.wording.lessons import lesson as wording
from cogs.content.controls import Button, Row, Rows, Select, Style
from cogs.content.page_id import Page, PagePress
from cogs.messages.hand_rows import PER_ROW
from engine.cards.deck import Card

AT, CARD, LEAVE, PLAY = "at", "card", "leave", "play"
"""The actions of a press: a step; a card of a step; to leave there; a match of one's own."""


def rows(words: Words, facts: Facts) -> Rows:
    """The rows of a step."""
    if facts.decides:
        return _decision(words, facts), _ways(words, facts.step)
    if facts.asks_for_a_card:
        return *_cards(words, facts), _ways(words, facts.step)
    return (_ways(words, facts.step),)


def left(words: Words, step: Step) -> Rows:
    """Return the rows for somebody who has left at a step."""
    return ((Button(words.say(wording.GO_ON_BUTTON), _at(step), Style.MAIN),),)


def without_play(rows: Rows) -> Rows:
    """Return rows without *Play the CPU*: it has been pressed."""
    return tuple(tuple(each for each in row if not _plays(each)) for row in rows)


def _plays(control: Button | Select) -> bool:
    return isinstance(control.press, PagePress) and control.press.action == PLAY


def _at(step: Step) -> PagePress:
    return PagePress(Page.LESSON, AT, (step.value,))


def _ways(words: Words, step: Step) -> Row:
    """The way on, where no card or answer leads on; back; out. At the end a match, the other
    answer, and all again."""
    came_from, leads = before(step), SCENES[step].leads
    row: list[Button] = []
    if not leads and came_from is not None:
        row.append(Button(words.say(buttons.PLAY_CPU), PagePress(Page.LESSON, PLAY, (step.value,)), Style.GO))
        row.append(Button(words.say(wording.OTHER_BUTTON), _at(came_from)))
        row.append(Button(words.say(wording.AGAIN_BUTTON), _at(Step.MONTHS)))
        return tuple(row)
    if len(leads) == 1 and SCENES[step].wanted is None:
        row.append(Button(words.say(wording.NEXT_BUTTON), _at(leads[0]), Style.GO))
    if came_from is not None:
        row.append(Button(words.say(wording.BACK_BUTTON), _at(came_from)))
    row.append(Button(words.say(wording.LEAVE_BUTTON), PagePress(Page.LESSON, LEAVE, (step.value,))))
    return tuple(row)


def _decision(words: Words, facts: Facts) -> Row:
    """Return the buttons to stop and to go on, as on a hand."""
    stop, go_on = SCENES[facts.step].leads
    assert facts.stake is not None
    return (
        Button(buttons.stop(words, facts.stake), _at(stop), Style.GO),
        Button(words.say(buttons.KOIKOI), _at(go_on), Style.MAIN),
    )


def _cards(words: Words, facts: Facts) -> Rows:
    """The cards of the hand, or those that may be captured; the one to be pressed wears a sign."""
    held = facts.held
    assert held is not None
    row = [_button(facts, held, card, label) for card, label in _labels(words, held)]
    return tuple(tuple(row[start : start + PER_ROW]) for start in range(0, len(row), PER_ROW))


def _labels(words: Words, held: Held) -> list[tuple[Card, str]]:
    """The cards with what their buttons say."""
    asked = held.question
    if isinstance(asked, ChooseTarget):
        return [(each.card, buttons.target(words, each.number, each.card)) for each in asked.targets]
    return [
        (one.card, buttons.card(words, one.number, one.card, matches=len(one.matches))) for one in held.cards
    ]


def _button(facts: Facts, held: Held, card: Card, label: str) -> Button:
    wanted = card is facts.wanted
    return Button(
        wording.marked(label) if wanted else label,
        PagePress(Page.LESSON, CARD, (facts.step.value, card.letter)),
        Style.GO if wanted else Style.PLAIN,
        emoji=held.emoji.get(card),
    )
