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
from cogs.content.page_id import PagePress

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
    more = _button(words.say(buttons.MORE), ArenaState(facts.arena.id), Action.WORDS)
    return MessageContent(
        poster.text(words, facts),
        ((more,),),
        poster.scene(words, facts),
        poster.alt(words, facts),
        "podium.png",
    )


def preview(words: Words, planned: notes.Planned, opens: PagePress) -> MessageContent:
    """Return what its host alone sees of an arena, with the button that opens it."""
    button = Button(words.say(wording.OPEN), opens, Style.GO)
    return MessageContent(notes.preview(words, planned), ((button,),))


def rows(words: Words, facts: Facts) -> Rows:
    """Return the row under the standing; what else somebody may do is in the private notes."""
    state = ArenaState(facts.arena.id)
    join = _button(words.say(buttons.JOIN), state, Action.JOIN, Style.GO)
    table = _button(words.say(buttons.MY_TABLE), state, Action.TABLE, Style.MAIN)
    more = _button(words.say(buttons.MORE), state, Action.WORDS)
    match facts.status:
        case ArenaStatus.ANNOUNCED:
            return ((join, more),)
        case ArenaStatus.RUNNING:
            return ((join, table, more),)
        case ArenaStatus.CLOSING:
            return ((table, more),)
        case ArenaStatus.OVER:
            return ((more,),)
    return ()


def own_content(
    words: Words, facts: Facts, person: Person | None, now: datetime, may: Collection[Action] = ()
) -> MessageContent:
    """Return what somebody is told of themself, with what they can do next.

    `may`: as `allowed` has it for them.
    """
    user = person.user if person is not None else None
    text = words.say(wording.NOT_IN) if user is None else notes.own(words, facts, user, now)
    row = (*_own(words, facts, person), *_manage(words, facts, may))
    return MessageContent(text, (row,) if row else ())


def _own(words: Words, facts: Facts, person: Person | None) -> tuple[Button, ...]:
    """Return the buttons with which somebody comes, rests and goes."""
    state, before = ArenaState(facts.arena.id), facts.status is ArenaStatus.ANNOUNCED
    if not before and facts.status is not ArenaStatus.RUNNING:
        return ()
    if person is None or person.attendance is Attendance.LEFT:
        return (_button(words.say(buttons.JOIN), state, Action.JOIN, Style.GO),)
    if person.attendance is Attendance.REMOVED:
        return ()
    leave = _button(words.say(buttons.LEAVE), state, Action.LEAVE)
    if person.attendance in {Attendance.PAUSED, Attendance.ABSENT}:
        return (_button(words.say(wording.COME_BACK), state, Action.BACK, Style.GO), leave)
    return (leave,) if before else (_button(words.say(wording.PAUSE), state, Action.PAUSE), leave)


def words_content(
    words: Words, facts: Facts, page: int, may: Collection[Action], person: Person | None = None
) -> MessageContent:
    """Return the standing as text, one page of it, with all that its reader may do.

    `may`: as `allowed` has it for them; `person`: themself in the arena.
    """
    last = standing.pages(facts) - 1
    page = min(page, last)
    state = ArenaState(facts.arena.id, page)
    who = (_button(words.say(wording.WHO_PLAYS), state, Action.WHO),) if facts.playing else ()
    own = _own(words, facts, person)
    below = (*who, *_manage(words, facts, may), past_button(words))
    shown = (*turned(state, Action.WORDS, last), *((own,) if own else ()), below)
    return MessageContent(standing.in_words(words, facts, page), shown)


def who_content(words: Words, facts: Facts) -> MessageContent:
    """Return who plays whom and where, with the way back."""
    return MessageContent(notes.who_plays(words, facts), (_back(words, facts, Action.WORDS),))


def allowed(arena: Arena, user: UserId, *, manager: bool) -> frozenset[Action]:
    """Return what somebody may ask of an arena: a manager of the server everything, its host its end."""
    if manager:
        return frozenset({Action.ASK_END, Action.ASK_REMOVE})
    return frozenset({Action.ASK_END} if arena.host == user else ())


def _manage(words: Words, facts: Facts, may: Collection[Action]) -> tuple[Button, ...]:
    """Return the button to what somebody may ask of an arena, while it goes on."""
    if not facts.status.live or not may:
        return ()
    return (_button(words.say(wording.MANAGE), ArenaState(facts.arena.id), Action.MANAGE),)


def managing(words: Words, facts: Facts, may: Collection[Action]) -> MessageContent:
    """Return what somebody may ask of an arena that goes on, with the way back."""
    state, row = ArenaState(facts.arena.id), list[Button]()
    if Action.ASK_END in may:
        row.append(_button(words.say(wording.END), state, Action.ASK_END, Style.DANGER))
    if Action.ASK_REMOVE in may and facts.people:
        row.append(_button(words.say(wording.REMOVE), state, Action.ASK_REMOVE, Style.DANGER))
    return MessageContent(standing.text(words, facts), ((*row, *_back(words, facts, Action.WORDS)),))


def end_question(words: Words, facts: Facts) -> MessageContent:
    """Return the question whether the arena shall really end now, and what becomes of its matches.

    The button ends nothing but what was asked: time may be up before it is pressed.
    """
    asked, action = {
        ArenaStatus.ANNOUNCED: (wording.ASK_CALL_OFF, Action.END),
        ArenaStatus.CLOSING: (wording.ASK_END_NOW, Action.END_NOW),
    }.get(facts.status, (wording.ASK_END, Action.END))
    end = _button(words.say(wording.END), ArenaState(facts.arena.id), action, Style.DANGER)
    return MessageContent(words.say(asked), ((end, *_back(words, facts, Action.MANAGE)),))


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
    return MessageContent(words.say(wording.ASK_REMOVE), (*rows, _back(words, facts, Action.MANAGE)))


def removed(words: Words, facts: Facts, name: str) -> MessageContent:
    """Return what a manager is told of somebody who is out of the arena."""
    told = wording.removed(words, people.somebody(words, name))
    return MessageContent(told, (_back(words, facts, Action.MANAGE),))


def _back(words: Words, facts: Facts, to: Action) -> tuple[Button, ...]:
    return (_button(words.say(buttons.BACK), ArenaState(facts.arena.id), to),)


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
    return MessageContent(text, ((*_manage(words, facts, may), past_button(words)),))
