"""A step of a replay as a message: the private one with its controls, and the one that everybody sees."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Words
from bot.match.finished import Replay
from bot.screens.finished import replay as screen
from bot.screens.records import board_notes
from bot.wording import buttons, limits
from bot.wording.finished import keepsakes
from bot.wording.finished import review as wording
from cogs.content import review_state
from cogs.content.board_state import Look
from cogs.content.controls import Arrow, Button, Option, Row, Rows, Select, Style, turning
from cogs.content.history_state import HistoryState
from cogs.content.message import MessageContent
from cogs.content.replay_state import Action, FromReview, Origin, ReplayState
from cogs.content.review_state import ReviewState
from cogs.finished import kept_id

FILE = "replay.png"
MOST = 25
"""Lines of a select (Discord): a match may have more deals."""


def private(
    words: Words, facts: screen.Facts, state: ReplayState, *, post: bool, posted: bool = False
) -> MessageContent:
    """A step with its controls. `post`: everybody may be shown it here; `posted`: they have been just now."""
    rows = _rows(words, facts.replay, state, post=post, posted=posted)
    if state.look is Look.TEXT:
        return MessageContent(screen.in_words(words, facts, state.step), rows)
    return _pictured(words, facts, state.step, rows)


def public(words: Words, facts: screen.Facts, state: ReplayState) -> MessageContent:
    """A step for everybody: nothing in it moves, and one button opens a copy of one's own."""
    opens = replace(state, look=None, origin=None).press(Action.OPEN)
    return _pictured(words, facts, state.step, ((Button(words.say(board_notes.LOOK_THROUGH), opens),),))


def _pictured(words: Words, facts: screen.Facts, step: int, rows: Rows) -> MessageContent:
    said, scene = screen.text(words, facts, step), screen.scene(words, facts, step)
    return MessageContent(said, rows, scene, screen.alt(words, facts, step), FILE)


def _rows(words: Words, replay: Replay, state: ReplayState, *, post: bool, posted: bool) -> Rows:
    """The steps, the months, how it is shown, what else can be made of the match, the way back, the review.

    These have a row of their own: beside the others they would not fit a phone.
    """
    first, last = state.step == 0, state.step == len(replay.steps) - 1
    steps: Row = (
        turning(Arrow.FIRST, state.press(Action.BEFORE), end=first),
        turning(Arrow.BACK, state.press(Action.BACK), end=first),
        turning(Arrow.NEXT, state.press(Action.NEXT), end=last, style=Style.MAIN),
        turning(Arrow.LAST, state.press(Action.AFTER), end=last),
    )
    look: Row = (_look(words, state),)
    if post:
        look = (*look, Button(words.say(buttons.SHOW_EVERYBODY), state.press(Action.POST), disabled=posted))
    return (steps, *_months(words, replay, state), look, taken_along(words, state), _around(words, state))


def _around(words: Words, state: ReplayState) -> Row:
    """The way back, and the review, which is the way back itself where the replay was opened from it."""
    match state.origin:
        case FromReview(player):
            came_from = ReviewState(state.match, player)
            return (Button(words.say(buttons.BACK), came_from.press(review_state.Action.MOVES)),)
        case Origin(user, page):
            back: Row = (Button(words.say(buttons.BACK), HistoryState(user, page).press()),)
        case None:
            back = ()
    review = ReviewState(state.match).press(review_state.Action.SHOW)
    return (*back, Button(words.say(wording.BUTTON), review))


def taken_along(words: Words, state: ReplayState) -> Row:
    """Return the buttons for other products of the match: the month as an animation, files, the proof of the
    shuffles.
    """
    return (
        Button(words.say(keepsakes.ANIMATION), kept_id.of_step(state.match, state.step)),
        Button(words.say(keepsakes.FILES_BUTTON), kept_id.files(state.match)),
        Button(words.say(buttons.SHUFFLES), kept_id.verify(state.match)),
    )


def _look(words: Words, state: ReplayState) -> Button:
    if state.look is Look.TEXT:
        return Button(words.say(board_notes.AS_PICTURE), state.press(Action.PICTURE))
    return Button(words.say(board_notes.AS_TEXT), state.press(Action.TEXT))


def _months(words: Words, replay: Replay, state: ReplayState) -> Rows:
    """A line for each part of the match, those around the one that is shown where there are many."""
    starts = replay.starts
    if len(starts) == 1:
        return ()
    here = max(at for at, each in enumerate(starts) if each <= state.step)
    begin = max(0, min(here - MOST // 2, len(starts) - MOST))
    lines = tuple(
        Option(
            screen.part_name(words, replay, start),
            str(start),
            limits.shortened(screen.part_end(words, replay, start), limits.OPTION),
            chosen=at == here,
        )
        for at, start in list(enumerate(starts))[begin : begin + MOST]
    )
    return ((Select(words.say(buttons.MONTH_PLACEHOLDER), state.press(Action.MONTH), lines),),)
