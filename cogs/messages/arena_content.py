"""The content of an arena's messages: its standing, the poster at its end, and the notes of its people."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from bot.i18n import Words
from bot.ids import UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance
from bot.match.arenas.standing import Row as Person
from bot.screens.arenas import notes, poster, standing
from bot.screens.arenas.standing import Facts
from bot.wording import arena_pages as pages
from bot.wording import arenas as wording
from bot.wording import buttons, people
from cogs.content.arena_state import Action, ArenaState, past
from cogs.content.controls import Arrow, Button, Option, Rows, Select, Style, turning
from cogs.content.message import MessageContent

MOST_OPTIONS = 25
"""People in a select (Discord): the others of those who can be removed are on further pages."""


def standing_content(words: Words, facts: Facts) -> MessageContent:
    """Return the one message of an arena: who is coming, then how it stands."""
    text = standing.text(words, facts)
    if facts.status is ArenaStatus.CALLED_OFF:
        return MessageContent(text)
    return MessageContent(
        text, rows(words, facts), standing.scene(words, facts), standing.alt(words, facts), "arena.png"
    )


def poster_content(words: Words, facts: Facts) -> MessageContent:
    """Return the message that stays when an arena is over."""
    state = ArenaState(facts.arena.id)
    row = (_button(words.say(wording.IN_WORDS), state, Action.WORDS), past_button(words))
    return MessageContent(
        poster.text(words, facts), (row,), poster.scene(words, facts), poster.alt(words, facts), "podium.png"
    )


def rows(words: Words, facts: Facts) -> Rows:
    """Return the rows under the standing: three buttons in each, which fit on a phone."""
    state = ArenaState(facts.arena.id)
    join = _button(words.say(buttons.JOIN), state, Action.JOIN, Style.GO)
    leave = _button(words.say(buttons.LEAVE), state, Action.LEAVE)
    table = _button(words.say(wording.MY_TABLE), state, Action.TABLE, Style.MAIN)
    pause = _button(words.say(wording.PAUSE), state, Action.PAUSE)
    who = _button(words.say(wording.WHO_PLAYS), state, Action.WHO)
    in_words = _button(words.say(wording.IN_WORDS), state, Action.WORDS)
    match facts.status:
        case ArenaStatus.ANNOUNCED:
            return ((join, leave, in_words),)
        case ArenaStatus.RUNNING:
            return (join, table, who), (pause, leave, in_words)
        case ArenaStatus.CLOSING:
            return ((table, who, in_words),)
        case ArenaStatus.OVER:
            return ((in_words, past_button(words)),)
    return ()


def own_content(
    words: Words, facts: Facts, person: Person | None, now: datetime, line: str = ""
) -> MessageContent:
    """Return what somebody is told of themself, with what they can do next; `line` stands above it."""
    user = person.user if person is not None else None
    text = words.say(wording.NOT_IN) if user is None else notes.own(words, facts, user, now)
    content = MessageContent(text, _own_rows(words, facts, person))
    return content.with_heading(line)


def _own_rows(words: Words, facts: Facts, person: Person | None) -> Rows:
    state = ArenaState(facts.arena.id)
    if facts.status not in {ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING}:
        return ()
    if person is None or person.attendance is Attendance.LEFT:
        return ((_button(words.say(buttons.JOIN), state, Action.JOIN, Style.GO),),)
    if person.attendance in {Attendance.PAUSED, Attendance.ABSENT}:
        return ((_button(words.say(wording.COME_BACK), state, Action.BACK, Style.GO),),)
    return ()


def words_content(words: Words, facts: Facts, page: int, may: Collection[Action]) -> MessageContent:
    """Return the standing as text, one page of it; `may`: as `allowed` has it for its reader."""
    last = standing.pages(facts) - 1
    page = min(page, last)
    turn = turned(ArenaState(facts.arena.id, page), Action.WORDS, last)
    below = managing(words, facts, may)
    if facts.status is ArenaStatus.OVER:
        below = ((past_button(words),),)
    return MessageContent(standing.in_words(words, facts, page), (*turn, *below))


def who_content(words: Words, facts: Facts, may: Collection[Action]) -> MessageContent:
    """Return who plays whom and where; `may`: as `allowed` has it for its reader."""
    return MessageContent(notes.who_plays(words, facts), managing(words, facts, may))


def allowed(arena: Arena, user: UserId, *, manager: bool) -> frozenset[Action]:
    """Return what somebody may ask of an arena: a manager of the server everything, its host its end."""
    if manager:
        return frozenset({Action.ASK_END, Action.ASK_REMOVE})
    return frozenset({Action.ASK_END} if arena.host == user else ())


def managing(words: Words, facts: Facts, may: Collection[Action]) -> Rows:
    """Return the buttons for what somebody may ask of an arena, while it goes on."""
    state, offered = ArenaState(facts.arena.id), list[Button]()
    if facts.status.live and Action.ASK_END in may:
        offered.append(_button(words.say(wording.END), state, Action.ASK_END, Style.DANGER))
    if facts.status.live and Action.ASK_REMOVE in may and facts.people:
        offered.append(_button(words.say(wording.REMOVE), state, Action.ASK_REMOVE, Style.DANGER))
    return (tuple(offered),) if offered else ()


def end_question(words: Words, facts: Facts) -> MessageContent:
    """Return the question whether the arena shall really end now, and what becomes of its matches.

    The button ends nothing but what was asked: time may be up before it is pressed.
    """
    asked, action = {
        ArenaStatus.ANNOUNCED: (wording.ASK_CALL_OFF, Action.END),
        ArenaStatus.CLOSING: (wording.ASK_END_NOW, Action.END_NOW),
    }.get(facts.status, (wording.ASK_END, Action.END))
    end = _button(words.say(wording.END), ArenaState(facts.arena.id), action, Style.DANGER)
    return MessageContent(words.say(asked), ((end,),))


def remove_question(words: Words, facts: Facts, page: int = 0) -> MessageContent:
    """Return the select of the people who can be removed, one page of them."""
    last = max(0, len(facts.people) - 1) // MOST_OPTIONS
    page = min(page, last)
    state = ArenaState(facts.arena.id, page)
    lines = tuple(
        Option(people.somebody(words, each.name, plain=True), str(each.user), "")
        for each in facts.people[page * MOST_OPTIONS : (page + 1) * MOST_OPTIONS]
    )
    select = Select(words.say(wording.REMOVE_PLACEHOLDER), state.press(Action.REMOVE), lines)
    rows: Rows = ((select,), *turned(state, Action.ASK_REMOVE, last)) if lines else ()
    return MessageContent(words.say(wording.ASK_REMOVE), rows)


def turned(state: ArenaState, action: Action, last: int) -> Rows:
    """Return the row that turns the pages of what an action shows, up to `last`; none for a single page."""
    if not last:
        return ()
    back, on = (replace(state, page=each).press(action) for each in (max(0, state.page - 1), state.page + 1))
    turns = (turning(Arrow.BACK, back, end=state.page == 0), turning(Arrow.NEXT, on, end=state.page == last))
    return (turns,)


def past_button(words: Words) -> Button:
    """Return the button that shows the server's arenas that are over."""
    return Button(words.say(pages.PAST), past())


def _button(label: str, state: ArenaState, action: Action, style: Style = Style.PLAIN) -> Button:
    return Button(label, state.press(action), style)


def there_is_one(words: Words, facts: Facts, text: str, may: Collection[Action]) -> MessageContent:
    """Return the answer to somebody who opens an arena where there is one."""
    return MessageContent(text, (*managing(words, facts, may), (past_button(words),)))
