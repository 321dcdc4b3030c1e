"""Ends without a result: the row under tables and hands, and the Notes that ask first."""

from __future__ import annotations

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.ending import WayOut
from bot.match.views import View
from bot.screens import ending
from bot.wording import buttons
from cogs.content.controls import Button, Row, Rows, Style
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent


def asked(words: Words, facts: ending.Facts) -> Rows:
    """The row for those who have to agree; none where nobody wants the match to end."""
    if not facts.open:
        return ()
    agree = Button(words.say(buttons.AGREE_TO_END), Press(facts.match, Verb.AGREE_ABORT), Style.DANGER)
    return ((agree, _play_on(words, facts.match)),)


def question(words: Words, view: View, way: WayOut, *, manager: bool) -> MessageContent:
    """The question whether somebody really ends a match or closes a lobby; what they cannot do is told."""
    row, match = list[Button](), view.match
    match way:
        case WayOut.CLOSE:
            row.append(Button(words.say(buttons.CLOSE_LOBBY), Press(match, Verb.ABORT), Style.DANGER))
        case WayOut.ALONE | WayOut.UNPLAYED:
            row.append(Button(words.say(buttons.CONFIRM_ABORT), Press(match, Verb.ABORT), Style.DANGER))
        case WayOut.ASK:
            row.append(Button(words.say(buttons.ASK_OTHERS), Press(match, Verb.ABORT), Style.DANGER))
        case WayOut.ASKED:
            row.append(_play_on(words, match))
        case WayOut.NONE:
            pass
    if manager and way not in {WayOut.CLOSE, WayOut.ALONE, WayOut.UNPLAYED}:
        row.append(Button(words.say(buttons.FORCE_ABORT), Press(match, Verb.FORCE_ABORT), Style.DANGER))
    rows: tuple[Row, ...] = ()
    if row:
        row.append(Button(words.say(buttons.CANCEL), Press(match, Verb.CANCEL)))
        rows = (tuple(row),)
    return MessageContent(ending.question(words, view, way, manager=manager), rows)


def _play_on(words: Words, match: MatchId) -> Button:
    return Button(words.say(buttons.PLAY_ON), Press(match, Verb.PLAY_ON), Style.GO)
