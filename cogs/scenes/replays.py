"""Replays: one step of a finished match, and all steps of a month as an animation (art-guide section 9.8)."""

from __future__ import annotations

from bot.i18n import Words
from bot.replays import Moment, Replay, ReplayStep
from bot.wording import replays as replay_words
from bot.screens import parts as common
from cogs.scenes import opening, results, tables
from engine.events import Dealt
from images.scene import (
    CutScene,
    MonthResultScene,
    OpenHand,
    ReplayFrame,
    ReplayScene,
    SeatDrawScene,
)

TURN_MS, DEAL_MS, END_MS = 1600, 2400, 5000
"""How long a turn, a fresh deal and the end stay in view."""

StepScene = SeatDrawScene | CutScene | MonthResultScene | ReplayFrame


def step(words: Words, replay: Replay, number: int, *, month_marks: bool = False) -> StepScene:
    """The picture of step `number` (from 0)."""
    shown = replay.steps[number]
    match shown.moment:
        case Moment.DRAW:
            return opening.seat_draw(words, replay.people, shown.seen, month_marks=month_marks)
        case Moment.CUT:
            people = replay_words.people_of(words, replay, plain=True)
            done = replay_words.cut(words, shown, people)
            return opening.cut(words, people, shown.seen, at=shown.at, done=done)
        case Moment.TABLE:
            return frame(words, replay, shown, month_marks=month_marks)
        case Moment.RESULT:
            assert shown.end is not None
            return results.month(words, replay.rules, replay.seats, shown.end, month_marks=month_marks)


def month(words: Words, replay: Replay, deal: int, *, month_marks: bool = False) -> ReplayScene:
    """Deal number `deal` (from 1) from the first card to the result. Raises ValueError for no such deal."""
    shown = replay.of_deal(deal)
    if not shown:
        raise ValueError(f"no deal {deal}")
    return ReplayScene(tuple(frame(words, replay, each, month_marks=month_marks) for each in shown))


def frame(words: Words, replay: Replay, shown: ReplayStep, *, month_marks: bool = False) -> ReplayFrame:
    """The table of a step, what happened, and everybody's hand; in the animation the end is one too."""
    people = replay_words.people_of(words, replay, plain=True)
    return ReplayFrame(
        table=tables.table(words, replay.seats, shown.seen, month_marks=month_marks),
        caption=replay_words.caption(words, replay, shown, people),
        hands=tuple(
            OpenHand(common.name(words, one), tuple(hand))
            for one, hand in zip(replay.seats, shown.hands, strict=True)
        ),
        milliseconds=_duration(shown),
    )


def _duration(shown: ReplayStep) -> int:
    if shown.moment is Moment.RESULT:
        return END_MS
    return DEAL_MS if any(isinstance(event, Dealt) for event in shown.events) else TURN_MS
