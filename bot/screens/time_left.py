"""The time of the player to move: a live countdown in texts, a bar in pictures, which stand still."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.i18n import Words
from bot.match.views import MatchView
from bot.wording import numbers
from images.scene.common import TENTHS, TimeBar

NONE = timedelta(0)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time of a turn, as it was when somebody looked at it."""

    due_at: datetime
    """The time when all of it is used up."""
    length: timedelta
    """All that there was when they were asked, the bank included."""
    bank: timedelta
    """The rest of their bank then."""
    tenths: int
    """The rest of `length`, in tenths of it; a tenth that is begun counts."""

    @classmethod
    def of(cls, view: MatchView, now: datetime | None) -> TimeLeft | None:
        """The time of a view at `now`, or (None) when its question was asked; None where none runs."""
        time = view.turn_time
        if time is None:
            return None
        left = time.length if now is None else max(NONE, time.due_at - now)
        tenths = min(TENTHS, math.ceil(TENTHS * left / time.length)) if time.length else 0
        return cls(time.due_at, time.length, time.due_at - time.turn_ends_at, tenths)


def line(words: Words, time: TimeLeft | None) -> str:
    """Return the time that is left, counted down by the reader's own client; empty where none runs."""
    if time is None:
        return ""
    when = numbers.countdown(time.due_at)
    if not time.bank:
        return words("Deadline: {when}.", when=when)
    return words(
        "Deadline: {when} ({bank} spare).",
        when=when,
        bank=numbers.duration(words, time.bank),
    )


def in_words(words: Words, time: TimeLeft | None) -> str:
    """Return the bar in words, for a description; empty where there is none."""
    if time is None:
        return ""
    left = numbers.duration(words, time.length * time.tenths / TENTHS)
    said = words("time left {left} of {length}", left=left, length=numbers.duration(words, time.length))
    if not time.bank:
        return said
    return words("{time}, {bank} of it spare", time=said, bank=numbers.duration(words, time.bank))


def bar(time: TimeLeft | None) -> TimeBar | None:
    """The bar of a picture; None where no time runs."""
    if time is None:
        return None
    return TimeBar(time.tenths, round(TENTHS * time.bank / time.length) if time.length else 0)
