"""Ends of a match: the row under tables and hands, and the Notes that ask first."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.ending import WayOut
from bot.match.views import MatchView, View
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


def question(words: Words, view: View, way: WayOut, *, cost: str, manager: bool) -> MessageContent:
    """The question whether somebody really ends a match or closes a lobby; what they cannot do is told.

    `cost`: a sentence on what giving up does to their rating.
    """
    match, manager = view.match, manager and way not in {WayOut.CLOSE, WayOut.ALONE, WayOut.UNPLAYED}
    row = list(_ways(words, view, way))
    if manager:
        row.append(Button(words.say(buttons.FORCE_ABORT), Press(match, Verb.FORCE_ABORT), Style.DANGER))
    rows: tuple[Row, ...] = ()
    if row:
        row.append(Button(words.say(buttons.CANCEL), Press(match, Verb.CANCEL)))
        rows = (tuple(row),)
    return MessageContent(ending.question(words, view, way, cost=cost, manager=manager), rows)


def _ways(words: Words, view: View, way: WayOut) -> Iterator[Button]:
    """The buttons of somebody who takes part: to give up, then to end without a result what would be lost."""
    match = view.match
    if way is WayOut.CLOSE:
        yield Button(words.say(buttons.CLOSE_LOBBY), Press(match, Verb.ABORT), Style.DANGER)
    if not isinstance(view, MatchView) or way is WayOut.NONE:
        return
    verb = Verb.RESIGN if view.all_have_played else Verb.END_UNMOVED
    yield Button(words.say(buttons.RESIGN), Press(match, verb), Style.DANGER)
    if not view.all_have_played:
        return
    if way is WayOut.ASKED:
        yield _play_on(words, match)
    else:
        label = buttons.ASK_OTHERS if way is WayOut.ASK else buttons.ABORT
        yield Button(words.say(label), Press(match, Verb.ABORT))


def _play_on(words: Words, match: MatchId) -> Button:
    return Button(words.say(buttons.PLAY_ON), Press(match, Verb.PLAY_ON), Style.GO)
