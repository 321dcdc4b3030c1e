"""The buttons of problems: each names its problem and what it does, so that nothing else has to be known.

`kk0:problem:answer:classic.17.2` takes the third choice of number 17.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.i18n import Words
from bot.match.problems import ProblemId, numbered
from bot.screens.lessons import problems as screen
from bot.screens.lessons.problems import Facts, Position
from bot.wording import buttons, own_problems
from bot.wording import problems as wording
from cogs.content.controls import Button, Row, Rows, Style
from cogs.content.custom_id import BadCustomId, number
from cogs.content.page_id import Page, PagePress
from engine.rules.actions import Choose, KoiKoi, Play, Shobu
from engine.rules.rule_sets import RuleSetId

OPEN, ANSWER, NEXT, SHARE = "open", "answer", "next", "share"
"""The actions of a press: the problem as a message of one's own; an answer; the next one; to show it."""
FIRST = "first"
"""Behind a choice: it was the first answer to its problem."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The problem and the action of a press. `chosen`: the choice at this place, taken now or shown as taken.

    `counted`: that was the first answer to the problem.
    """

    which: ProblemId
    chosen: int | None = None
    counted: bool = field(default=False, kw_only=True)


def read(press: PagePress) -> Asked:
    """Read a press. Raises BadCustomId where there is no such problem, or choice."""
    try:
        rule_set, *rest = press.state
        counted = rest[2:] == [FIRST]
        asked_for, *chosen = map(number, rest[:2] if counted else rest)
        asked = Asked(ProblemId(RuleSetId(rule_set), asked_for), *chosen, counted=counted)
        if asked.chosen is not None:
            _ = numbered(asked.which).choices[asked.chosen]
        else:
            numbered(asked.which)
    except (ValueError, TypeError, LookupError) as error:
        raise BadCustomId(str(press.state)) from error
    return asked


def _press(action: str, facts: Facts, chosen: int | None = None, *, counted: bool = False) -> PagePress:
    place = () if chosen is None else (str(chosen),)
    first = (FIRST,) if counted else ()
    state = (facts.which.rule_set.value, str(facts.which.number), *place, *first)
    return PagePress(Page.PROBLEM, action, state)


def question(words: Words, facts: Facts, *, sharing: bool, posted: bool = False) -> Rows:
    """Return the rows under a problem: its choices; where others can see it, to share it."""
    choices = tuple(
        choice_button(words, facts, place, _press(ANSWER, facts, place))
        for place in range(len(facts.choices))
    )
    share = Button(words.say(buttons.SHARE), _press(SHARE, facts), disabled=posted)
    return (choices, (share,)) if sharing else (choices,)


def answered(words: Words, facts: Facts, asked: Asked, *, sharing: bool, posted: bool = False) -> Rows:
    """Return the rows under an answer: the next problem, those of one's own; to share the result.

    Shared it is only where others can see it.
    """
    own = Button(words.say(own_problems.BUTTON), PagePress(Page.MINE, OPEN))
    row: Row = (Button(words.say(wording.NEXT_BUTTON), _press(NEXT, facts), Style.MAIN), own)
    press = _press(SHARE, facts, asked.chosen, counted=asked.counted)
    label = buttons.SHARE_RESULT if asked.counted else buttons.SHARE
    return ((*row, Button(words.say(label), press, disabled=posted)),) if sharing else (row,)


def shared(words: Words, facts: Facts) -> Rows:
    """Return the rows under a problem that everybody sees."""
    return ((Button(words.say(wording.SOLVE_BUTTON), _press(OPEN, facts), Style.MAIN),),)


def choice_button(words: Words, facts: Position, place: int, press: PagePress) -> Button:
    """A choice as the hand has it: by number and name, with its picture where there is one."""
    choice = facts.choices[place]
    label = screen.label(words, choice)
    match choice.move:
        case Shobu():
            return Button(label, press, Style.GO)
        case KoiKoi():
            return Button(label, press, Style.MAIN)
        case Play(card=card) | Choose(card=card):
            # What captures something stands out, as on a hand.
            style = Style.MAIN if choice.taken else Style.PLAIN
            return Button(label, press, style, emoji=facts.held.emoji.get(card))
        case _:
            raise ValueError(choice.move)
