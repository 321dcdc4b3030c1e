"""The ids of buttons and selects on pages: `kk0:<page>:<action>[:<state>]`.

Pages (leaderboard, profile, settings ...) belong to no match; matches are numbered from 1. The state is what
the page shows, so that a press is understood from its custom id alone, also after a restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from bot.ids import MatchId
from cogs.content.custom_id import LONGEST, BadCustomId, number

E = TypeVar("E", bound=StrEnum)

_TEMPLATE = re.compile(r"kk0:([a-z]+):([a-z_]+)(?::([A-Za-z0-9_.\-]*))?")


class Page(StrEnum):
    """The pages, as presses on them name them."""

    BOARD = "board"
    PROFILE = "profile"
    SETTINGS = "settings"
    ME = "me"
    LESSON = "lesson"
    GAMES = "games"
    OPENINGS = "openings"
    KEPT = "kept"
    REPLAY = "replay"
    HISTORY = "history"
    DAILY = "daily"
    REVIEW = "review"
    PROBLEM = "problem"
    MINE = "mine"
    SHEET = "sheet"
    ARENA = "arena"


@dataclass(frozen=True, slots=True)
class PagePress:
    """A decoded press: what is asked for, and `state`, texts of letters, digits, `_` and `-`."""

    page: Page
    action: str
    state: tuple[str, ...] = ()


def is_page(text: str) -> bool:
    """Whether a custom id is one of a page's, or pretends to be."""
    return text.startswith("kk0:")


def format_page(press: PagePress) -> str:
    """The custom id of a press: 1 to 100 characters."""
    text = f"kk0:{press.page.value}:{press.action}"
    return f"{text}:{'.'.join(press.state)}" if press.state else text


def parse_page(text: str) -> PagePress:
    """Read a custom id; `format_page` gives the same text again. Raises BadCustomId on anything else."""
    found = _TEMPLATE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None or found[1] not in set(Page):
        raise BadCustomId(text)
    press = PagePress(Page(found[1]), found[2], tuple(found[3].split(".")) if found[3] else ())
    if format_page(press) != text:
        raise BadCustomId(text)
    return press


def one_of(values: type[E], text: str) -> E:
    """Return the value of an enum that a state names. Raises BadCustomId."""
    try:
        return values(text)
    except ValueError as error:
        raise BadCustomId(text) from error


def first_match(press: PagePress, _chosen: str | None = None) -> MatchId | None:
    """Return the match whose number a state begins with; None where it begins with a word.

    Raises BadCustomId.
    """
    first = press.state[0] if press.state else ""
    return MatchId(number(first)) if first.isdecimal() else None


def no_match(_press: PagePress, _chosen: str | None = None) -> None:
    """Return no match: presses on such a page name none."""
