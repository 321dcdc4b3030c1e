"""The controls under the notes of the deal of the day. Every button names the day that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Self

from bot.i18n import Words
from bot.match.daily import Standings, Today
from bot.screens import daily as screen
from bot.wording import buttons
from bot.wording import daily as wording
from cogs.content.controls import Arrow, Button, Row, Rows, Select, Style, turning
from cogs.content.custom_id import MOST_PAGES, BadCustomId, Verb, number
from cogs.content.page_id import Page, PagePress
from engine.record.notation import format_move


class Action(StrEnum):
    """The actions of presses."""

    OPEN = "open"
    """On a message for everybody: a note of one's own."""
    BACK = "back"
    BEGIN = "begin"
    HAND = "hand"
    LIST = "list"
    """The hand as a list of texts."""
    MOVE = "move"
    PICK = "pick"
    CHOOSE = "choose"
    YAKU = "yaku"
    FAIR = "fair"
    """The argument for the proof of a day's decks."""
    STANDINGS = "standings"
    POST = "post"
    REVIEW = "review"
    POST_REVIEW = "postreview"
    WEEK = "week"
    SHARE = "share"
    """One's own result in one line, for everybody."""


LISTED = "list"
"""At the end of a state: the hand is a list. No move or card is written so."""
_OF_HANDS = {
    Verb.MOVE: Action.MOVE,
    Verb.PICK: Action.PICK,
    Verb.CHOOSE: Action.CHOOSE,
    Verb.HAND: Action.HAND,
    Verb.PICTURES: Action.HAND,
    Verb.LIST: Action.LIST,
    Verb.YAKU: Action.YAKU,
}
"""The buttons of a hand that a daily deal has; the others belong to a match."""


@dataclass(frozen=True, slots=True)
class State:
    """The state in a button. `number`: the question that it answers, or the page of a list, from 1."""

    day: str
    number: int = 1
    argument: str = ""
    """A move or a card, as record.md writes it."""
    listed: bool = False

    @classmethod
    def read(cls, press: PagePress) -> Self:
        """The state of a press. Raises BadCustomId."""
        texts = list(press.state)
        listed = texts[-1:] == [LISTED]
        day, asked, argument, *more = [*(texts[:-1] if listed else texts), *([""] * 3)][:4]
        try:
            sound = date.fromisoformat(day).isoformat() == day
        except ValueError:
            sound = False
        if not sound or any(more):
            raise BadCustomId(press)
        return cls(day, number(asked or "1", MOST_PAGES), argument.replace("-", ">"), listed)

    def press(self, action: Action) -> PagePress:
        """The press that carries it."""
        argument = [self.argument.replace(">", "-")] if self.argument else []
        listed = [LISTED] if self.listed else []
        return PagePress(Page.DAILY, action.value, (self.day, str(self.number), *argument, *listed))


def cover(words: Words, today: Today) -> Rows:
    """Return the rows for somebody who has not begun."""
    play = Button(words.say(wording.PLAY_BUTTON), State(today.day).press(Action.BEGIN), Style.GO)
    return ((play, *_week(words, today), *_beside(words, today)),)


def hand(words: Words, today: Today, rows: Rows, *, listed: bool) -> Rows:
    """The rows of a hand, leading here in place of a match; behind them the day before, and *Fair?*."""
    *first, last = of_hand(today.day, rows, listed=listed) or ((),)
    return (*first, (*last, *_beside(words, today)))


def of_hand(day: str, rows: Rows, *, listed: bool) -> Rows:
    """The rows of a hand without what only a match has, each control leading to the deal of a day."""
    made = [[_here(each, day, listed=listed) for each in row] for row in rows]
    return tuple(tuple(each for each in row if each is not None) for row in made)


def played(words: Words, today: Today, *, posted: bool = False) -> Rows:
    """Return the rows under the end of one's own month."""
    shown = Button(words.say(wording.LIST_BUTTON), State(today.day).press(Action.STANDINGS), Style.MAIN)
    share = Button(words.say(buttons.SHARE), State(today.day).press(Action.SHARE), disabled=posted)
    return ((shown, share, *_week(words, today), *_beside(words, today)),)


def week(words: Words, day: str) -> Rows:
    """Return the rows under somebody's week."""
    return ((Button(words.say(buttons.BACK), State(day).press(Action.BACK)),),)


def standings(words: Words, facts: Standings, page: int, *, posted: bool = False) -> Rows:
    """Return the rows under a day's list, for one reader."""
    here = State(facts.day, page)
    post = Button(words.say(buttons.SHOW_EVERYBODY), here.press(Action.POST), disabled=posted)
    return (*_pages(facts, here, Action.STANDINGS), (_back(words, facts), post))


def review(words: Words, facts: Standings, page: int, *, posted: bool = False) -> Rows:
    """Return the rows under a review, for one reader."""
    here = State(facts.day, page)
    post = Button(words.say(buttons.SHOW_EVERYBODY), here.press(Action.POST_REVIEW), disabled=posted)
    return (*_pages(facts, here, Action.REVIEW), (_back(words, facts), post, _fair(words, facts.day)))


def public(words: Words) -> Rows:
    """Return the rows under a public message: the way to a deal of one's own."""
    press = PagePress(Page.DAILY, Action.OPEN.value)
    return ((Button(words.say(wording.PLAY_BUTTON), press, Style.GO),),)


def _here(control: Button | Select, day: str, *, listed: bool) -> Button | Select | None:
    """A control of a hand as one of this day; None for one that needs a match."""
    press = control.press
    if isinstance(press, PagePress):
        return control
    if (action := _OF_HANDS.get(press.verb)) is None:
        return None
    argument = "" if press.move is None else format_move(press.move)
    argument = argument if press.card is None else press.card.letter
    switches = press.verb in {Verb.PICTURES, Verb.LIST}
    state = State(day, press.number or 1, argument, listed and not switches)
    return replace(control, press=state.press(action))


def _pages(facts: Standings, here: State, action: Action) -> Rows:
    """The arrows, where there is more than one page."""
    last = screen.pages(facts)
    if last == 1:
        return ()
    back = turning(Arrow.BACK, replace(here, number=here.number - 1).press(action), end=here.number <= 1)
    ahead = replace(here, number=here.number + 1).press(action)
    return ((back, turning(Arrow.NEXT, ahead, end=here.number >= last)),)


def _back(words: Words, facts: Standings) -> Button:
    return Button(words.say(buttons.BACK), State(facts.day).press(Action.BACK))


def _beside(words: Words, today: Today) -> Row:
    """The way to the review of the last deal before this one, and to what proves the decks."""
    fair = _fair(words, today.day)
    if today.earlier is None:
        return (fair,)
    review = Button(wording.review_button(words, today.earlier), State(today.earlier).press(Action.REVIEW))
    return (review, fair)


def _fair(words: Words, day: str) -> Button:
    return Button(words.say(buttons.SHUFFLES), State(day).press(Action.FAIR))


def _week(words: Words, today: Today) -> Row:
    """The way to one's own week, where there is something to see."""
    if not today.week:
        return ()
    return (Button(words.say(wording.WEEK_BUTTON), State(today.day).press(Action.WEEK)),)
