"""The content of public messages: text, picture, and controls that name neither a question nor a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.series import FIRST, Standing
from bot.match.views import View
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer, Status
from bot.screens import cut, ending, lobby, month_result, result, seat_draw, table
from bot.screens.public import AnyScreen, last_line, screen_of
from bot.wording import buttons, people
from bot.wording.finished import review as wording
from cogs.content import review_state, shared_buttons
from cogs.content.controls import Button, Option, Row, Rows, Select, Style
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent
from cogs.content.replay_state import Action, ReplayState
from cogs.content.review_state import ReviewState
from cogs.content.shared_buttons import nobody_came
from cogs.messages import ending_rows
from engine.rules.options import Rules
from images.scene.result import MonthResultScene

AWAY = "away-"
"""Begins the value of a line that sends a CPU player away."""
LEVEL = "level:"
"""Begins the value of a line that chooses a level, and leaves the character to chance."""
OWN_LEVEL = "own-level"
"""The value of the line for CPU players that mix levels to suit the host."""
CHARACTERS = "characters"
"""The value of the line that leads to the choice of a character."""
CARDS_IN_ROW = 4
"""Buttons of face-down cards beside each other."""


def table_content(
    words: Words,
    view: View,
    now: datetime | None = None,
    result: str | None = None,
    *,
    moves: bool = False,
) -> MessageContent:
    """The message of a lobby or a match at `now`, or where that is None when it was asked something.

    `result`: the address of the message that tells the match's result, once there is one. `moves`: whether
    the winning capture of a grand month is animated.
    """
    screen = screen_of(view, now=now)
    if (line := last_line(words, view, result)) is not None:
        return MessageContent(line, rows(words, screen) or nobody_came(words, view))
    scene = None if screen.set_aside else screen.scene(words)
    return MessageContent(
        content=screen.text(words),
        rows=rows(words, screen),
        scene=scene,
        alt="" if screen.set_aside else screen.alt(words),
        animation=month_result.moving(scene) if moves and isinstance(scene, MonthResultScene) else None,
    )


def result_content(words: Words, facts: result.Facts) -> MessageContent:
    """The message that stays when a match is over."""
    return MessageContent(
        content=result.text(words, facts),
        rows=result_rows(words, facts),
        scene=result.scene(words, facts),
        alt=result.alt(words, facts),
        file="result.png",
    )


def rows(words: Words, screen: AnyScreen) -> Rows:
    """The rows of the table message; none once there is nothing left to press."""
    if screen.status is Status.ABORTED and screen.ending is not None:
        return _without_result(words, screen.ending)
    if screen.status not in {Status.LOBBY, Status.PLAYING}:
        return ()
    if screen.ending is not None and screen.set_aside:
        return ((_my_hand(words, screen.ending.match),),)
    match screen.facts:
        case lobby.Facts() as facts:
            return _lobby(words, facts)
        case month_result.Facts(match, _, rest):
            assert rest is not None, "a match that goes on rests at a result"
            press = Press(match, Verb.NEXT, rest.number)
            first = Button(buttons.go_on(words, rest), press, Style.GO)
        case seat_draw.Facts() as facts if facts.draw_awaited:
            match = facts.course.match
            fair = Button(words.say(buttons.SHUFFLES), Press(match, Verb.SHUFFLES))
            return *_draw(words, facts), *_below(words, screen, match, fair)
        case seat_draw.Facts() | cut.Facts() | table.Facts() as facts:
            match = facts.course.match
            first = _my_hand(words, match)
    return _below(words, screen, match, first)


def _draw(words: Words, facts: seat_draw.Facts) -> Rows:
    """A button for each free card, places 1 to 4 over 5 to 8 as on a phone; one where nobody chooses."""
    match, draw = facts.course.match, facts.draw
    if not draw.free:
        return ((Button(words.say(buttons.DRAW), Press(match, Verb.DRAW, draw.round), Style.GO),),)
    lines = groupby(draw.free, lambda place: place // CARDS_IN_ROW)
    return tuple(
        tuple(
            Button(str(each + 1), Press(match, Verb.DRAW, draw.round, place=each), Style.GO) for each in line
        )
        for _, line in lines
    )


def _below(words: Words, screen: AnyScreen, match: MatchId, *first: Button) -> Rows:
    """Return the buttons of every table, and those about the match's end."""
    row = (*first, Button(words.say(buttons.MORE), Press(match, Verb.MORE)))
    return row, *(ending_rows.asked(words, screen.ending) if screen.ending is not None else ())


def _my_hand(words: Words, match: MatchId) -> Button:
    return Button(words.say(buttons.MY_HAND), Press(match, Verb.HAND), Style.MAIN)


def without_rematch(content: MessageContent) -> MessageContent:
    """Return the end of an arena's match: the arena chooses who plays next."""
    rows = tuple(tuple(each for each in row if not _asks_again(each)) for row in content.rows)
    return replace(content, rows=tuple(filter(None, rows)))


def _asks_again(control: Button | Select) -> bool:
    return isinstance(control.press, Press) and control.press.verb is Verb.REMATCH


def result_rows(words: Words, facts: result.Facts) -> Rows:
    """The rows of the result message, which stays for good: two, as four buttons are too wide for a phone.

    A third one holds the next rung of the ladder, whose label is long.
    """
    match = facts.match
    again = _rematch(words, match, facts.series)
    scores = Button(words.say(buttons.SCORES), Press(match, Verb.SCORES))
    shuffles = Button(words.say(buttons.SHUFFLES), Press(match, Verb.SHUFFLES))
    rung = () if facts.rung is None else ((rung_button(words, match, facts.rung, facts.rules),),)
    return (_review(words, match), again, scores), (*_looked_at(words, match), shuffles), *rung


def rung_button(words: Words, match: MatchId, cpu: CpuPlayer, rules: Rules) -> Button:
    """Build the button that begins a match against the next CPU player on the ladder."""
    return Button(buttons.next_rung(words, cpu, rules), Press(match, Verb.RUNG, tuple(CpuPlayer).index(cpu)))


def _without_result(words: Words, facts: ending.Facts) -> Rows:
    """Return the rows under the line of a match without a result, which has no message of its own.

    What was dealt can be looked at; where it was given up as it had hardly begun another one is offered, in
    the place of a review that had nothing to tell.
    """
    match, dealt = facts.match, _looked_at(words, facts.match) if facts.dealt else ()
    if facts.may_begin_anew:
        return ((_rematch(words, match), *dealt),)
    return ((*dealt, _review(words, match)),) if dealt else ()


def _review(words: Words, match: MatchId) -> Button:
    return Button(words.say(wording.BUTTON), ReviewState(match).press(review_state.Action.OPEN))


def _looked_at(words: Words, match: MatchId) -> Row:
    """Return the buttons of an ended match: its replay, and its log."""
    return (
        Button(words.say(buttons.REPLAY), ReplayState(match).press(Action.OPEN)),
        Button(words.say(buttons.LOG), Press(match, Verb.LOG)),
    )


def _rematch(words: Words, match: MatchId, series: Standing = FIRST) -> Button:
    """Build the button to play on with the same people; its label says what becomes of the series."""
    label = words.say(buttons.REMATCH)
    if series.best_of is not None:
        label = words.say(buttons.NEW_SERIES) if series.decided else words.say(buttons.NEXT_MATCH)
    return Button(label, Press(match, Verb.REMATCH), Style.GO)


def _lobby(words: Words, facts: lobby.Facts) -> Rows:
    """One row of at most four buttons, and where CPU players can come or go a select of them.

    The next press is coloured: to come while a seat is free, to start once that is possible. Nothing is
    coloured where the host is alone, who has a seat already and begins with the select. People who join a
    full table draw for a seat, too, as long as there are not eight.
    """
    match = facts.match
    ready = (Button(words.say(buttons.START), Press(match, Verb.START), Style.GO),) if facts.ready else ()
    rules = Button(words.say(buttons.RULES), Press(match, Verb.RULES))
    leave = Button(words.say(buttons.LEAVE), Press(match, Verb.LEAVE))
    # A fifth button beside these would be a second row on a phone, as the longer name of this one would.
    learn = () if ready else (shared_buttons.short_tutorial_button(words),)
    if facts.awaited:
        accept = Button(words.say(buttons.ACCEPT), Press(match, Verb.ACCEPT), Style.GO)
        decline = Button(words.say(buttons.DECLINE), Press(match, Verb.DECLINE))
        # The inviter takes it back by declining: a fourth button would be a second row on a phone.
        first: Row = (accept, decline, *ready, rules, *learn)
    elif facts.invited:
        first = (*ready, rules, leave, *learn)
    else:
        style = Style.MAIN if facts.free and not facts.solo else Style.PLAIN
        join = Button(words.say(buttons.JOIN), Press(match, Verb.JOIN), style, disabled=facts.crowded)
        first = (join, *ready, rules, leave, *learn)
    lines = _cpus(words, facts)
    if not lines:
        return (first,)
    return first, (Select(_cpus_named(words, facts), Press(match, Verb.PLAY_CPU), lines),)


def _cpus_named(words: Words, facts: lobby.Facts) -> str:
    """Return the placeholder of the select of CPU players."""
    if facts.solo:
        return words.say(buttons.CHOOSE_CPU)
    return words.say(buttons.PLAY_CPU) if facts.cpu_seats else words.say(buttons.CPU_PLAYERS)


def _cpus(words: Words, facts: lobby.Facts) -> tuple[Option, ...]:
    """Return the lines that let CPU players come, and one for each that has a seat to send it away."""
    come = _come(words, facts) if facts.cpu_seats else ()
    seated = {one.cpu for one in facts.cast.people}
    go = (
        Option(buttons.send_away(words, each), f"{AWAY}{each.value}", words.say(buttons.SEAT_FREE_AGAIN))
        for each in CpuPlayer
        if each in seated
    )
    return (*come, *go)


def _come(words: Words, facts: lobby.Facts) -> tuple[Option, ...]:
    """Return the lines that suit the host, one a level, and one that leads to the characters.

    Everybody sees the select. Only the host can choose in it, so what suits the host is in it.
    """
    levels = (
        Option(
            people.cpu_level(words, each).capitalize(),
            f"{LEVEL}{each.value}",
            people.level_manner(words, each),
        )
        for each in CpuLevel
    )
    more = Option(words.say(buttons.CHOOSE_CHARACTER), CHARACTERS, buttons.names_of_characters(words))
    return (*_suiting(words, facts), *levels, more)


def _suiting(words: Words, facts: lobby.Facts) -> Iterator[Option]:
    """Yield the lines that the host's matches make; each CPU player once, as Discord has it."""
    rung, again = facts.rung if facts.solo else None, facts.again
    if rung is not None:
        label = buttons.rung(words, rung, facts.rules.id)
        yield Option(label, rung.value, buttons.rung_pays(words, facts.rules))
    if facts.own_level is not None and facts.solo:
        suits = buttons.own_level(words, facts.own_level, facts.rules.id)
        yield Option(words.say(buttons.OWN_LEVEL), OWN_LEVEL, suits)
    if again is not None and again is not rung:
        yield Option(people.cpu_again(words, again), again.value, people.cpu_manner(words, again))


def character_content(words: Words, match: MatchId) -> MessageContent:
    """Return the note on which the host of a lobby chooses a character together with its level."""
    selects = (
        Select(
            buttons.character(words, each),
            Press(match, Verb.CHARACTER, place),
            tuple(_player(words, CpuPlayer.of(level, each)) for level in CpuLevel),
        )
        for place, each in enumerate(Character)
    )
    return MessageContent(people.characters(words), tuple((each,) for each in selects))


def _player(words: Words, cpu: CpuPlayer) -> Option:
    return Option(people.cpu(words, cpu), cpu.value, people.level_manner(words, cpu.level))
