"""The place of a press: on a note, on a hand or in public; and the way back that a note offers.

What is on a note is known by what may be pressed there, so that it is known after a restart, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.wording import buttons
from cogs.content.controls import Button, Row, Rows
from cogs.content.custom_id import BadCustomId, Press, Verb, parse_press
from cogs.content.page_id import is_page

NoteKey = tuple[MatchId, UserId]
"""There is one note of a match for each person."""
ANY_MATCH = MatchId(0)
"""In place of a match: the note that asks which one is meant, or says that there is none. Matches are
numbered from 1.
"""
LESSON = MatchId(-1)
"""In place of a match: the tutorial, as long as nothing has been pressed on it."""
DAILY = MatchId(-2)
"""In place of a match: the deal of the day, as long as nothing has been pressed on it."""
ARENA = MatchId(-3)
"""In place of a match: what somebody has pressed for in an arena."""

MENU = {Verb.LOG, Verb.SHUFFLES}
"""The verbs of private messages that stand under *More*, or on the log that it leads to, alone."""
ON_NOTES = {
    *MENU,
    *(
        Verb.MENU,
        Verb.CANCEL,
        Verb.BRING_DOWN,
        Verb.UNSEEN,
        Verb.RULES,
        Verb.RULE_SET,
        Verb.MONTHS,
        Verb.YAKU_RULES,
        Verb.HOUSE,
        Verb.HOUSED,
        Verb.CLOCK,
        Verb.RESET,
        Verb.MARK,
    ),
    *(Verb.ASK_RESIGN, Verb.RESIGN, Verb.END_UNMOVED),
    *(Verb.ABORT, Verb.FORCE_ABORT, Verb.CLAIM),
}
"""The verbs of private messages that stand on notes, and never on a hand."""
MOST_ROWS, PER_ROW = 5, 4


@dataclass(frozen=True, slots=True)
class NotePlacement:
    """The placement of an answer that is a note: as the one note of `key`.

    `back`: where its *Back* leads. `apart`: only what takes the place of the note that was pressed on is it;
    anything else is a message of its own.
    """

    key: NoteKey
    back: Press | None = None
    apart: bool = False


def note_placement(
    message: discord.Message | None, press: Press, user: UserId, *, page: bool
) -> NotePlacement:
    """Return the placement of notes that answer a press of a match. `page`: they are pages of the note."""
    return NotePlacement((press.match, user), way_back(message) if page else None)


def of_page(message: discord.Message | None, user: UserId) -> NotePlacement | None:
    """Return where a press on a page stands; None if the page is no part of a match's note."""
    back = way_back(message)
    return None if back is None else NotePlacement((back.match, user), back, apart=True)


def is_note(message: discord.Message | None) -> bool:
    """Whether a message is a note, by what may be pressed on it."""
    return any(each.verb in ON_NOTES for each in _presses(message))


def way_back(message: discord.Message | None) -> Press | None:
    """Return the press that leads back to *More*; None where the note did not come from there."""
    found = next((each for each in _presses(message) if each.verb in {*MENU, Verb.MENU}), None)
    return None if found is None else Press(found.match, Verb.MENU)


def with_back(words: Words, rows: Rows, back: Press) -> Rows:
    """Rows with *Back*: in place of *Cancel* where there is that, else behind the last buttons."""
    button = Button(words.say(buttons.BACK), back)
    changed = tuple(tuple(button if _cancels(each) else each for each in row) for row in rows)
    if changed != rows:
        return changed
    last: Row = rows[-1] if rows else ()
    if last and len(last) < PER_ROW and all(isinstance(each, Button) for each in last):
        return (*rows[:-1], (*last, button))
    return (*rows, (button,)) if len(rows) < MOST_ROWS else rows


def _cancels(control: object) -> bool:
    press = control.press if isinstance(control, Button) else None
    return isinstance(press, Press) and press.verb is Verb.CANCEL


def _presses(message: discord.Message | None) -> list[Press]:
    """Return the presses of a match on a private message; nothing on a public one."""
    if message is None or not message.flags.ephemeral:
        return []
    found = []
    for row in message.components:
        for each in getattr(row, "children", ()):
            text = getattr(each, "custom_id", None) or ""
            if not is_page(text):
                try:
                    found.append(parse_press(text))
                except BadCustomId:
                    continue
    return found
