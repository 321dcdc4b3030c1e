"""What calls somebody back to a match that waits for them."""

from __future__ import annotations

from datetime import datetime

from bot.i18n import Words
from bot.match.vocabulary import UserId
from bot.wording import numbers


def half_time(words: Words, user: UserId, due_at: datetime) -> str:
    """To a user who is asked something, half of whose time has passed; all of it is over at `due_at`."""
    when = numbers.countdown(due_at)
    return words("{player}, it is your turn. Your time runs out {when}.", player=f"<@{user}>", when=when)
