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
from cogs.content.controls import Arrow, Button, Option, Row, Rows, Select, Style, turning
from cogs.content.history_state import HistoryState
from cogs.content.message import MessageContent
from cogs.content.post import Post
from cogs.content.replay_state import Action, FromReview, Origin, ReplayState
from cogs.content.review_state import ReviewState
from cogs.finished import kept_id

FILE = "replay.png"
MOST = 25
"""Lines of a select (Discord): a match may have more deals."""


def private(
    words: Words, facts: screen.Facts, state: ReplayState, *, post: Post, text_mode: bool = False
) -> MessageContent:
    """Return a step with its controls. `post`: whether everybody may be shown it here."""
    rows = _rows(words, facts.replay, state, post)
    if text_mode:
        return MessageContent(screen.in_words(words, facts, state.step), rows)
    return _pictured(words, facts, state.step, rows)


def public(words: Words, facts: screen.Facts, state: ReplayState) -> MessageContent:
    """A step for everybody: nothing in it moves, and one button opens a copy of one's own."""
    opens = replace(state, origin=None).press(Action.OPEN)
    return _pictured(words, facts, state.step, ((Button(words.say(board_notes.LOOK_THROUGH), opens),),))


def _pictured(words: Words, facts: screen.Facts, step: int, rows: Rows) -> MessageContent:
    said, scene = screen.text(words, facts, step), screen.scene(words, facts, step)
    return MessageContent(said, rows, scene, screen.alt(words, facts, step), FILE)


def _rows(words: Words, replay: Replay, state: ReplayState, post: Post) -> Rows:
    """Return the steps, the months, the files, and the way back or the review."""
    first, last = state.step == 0, state.step == len(replay.steps) - 1
    steps: Row = (
        turning(Arrow.BACK, state.press(Action.BACK), end=first),
        turning(Arrow.NEXT, state.press(Action.NEXT), end=last, style=Style.MAIN),
    )
    files = Button(words.say(keepsakes.FILES_BUTTON), kept_id.files(state.match))
    shown: Row = ()
    if post is not Post.NEVER:
        label, done = words.say(buttons.SHOW_EVERYBODY), post is Post.DONE
        shown = (Button(label, state.press(Action.POST), disabled=done),)
    return ((*steps, *_around(words, state)), *_months(words, replay, state), (files, *shown))


def _around(words: Words, state: ReplayState) -> Row:
    """Return the way back, and the review, which is that itself where the replay was opened from it."""
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
