"""The rules of a table as a Note; for the host of an open lobby with controls that change them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match.series import LENGTHS
from bot.match.views import ClockTimes, View
from bot.match.vocabulary import MatchClock
from bot.screens.notes import rules_in_force
from bot.screens.notes.rules_in_force import Facts
from bot.wording import buttons
from bot.wording import rules as rule_words
from bot.wording.settings import server
from cogs.content.controls import Button, Option, Row, Rows, Select, Style
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent
from cogs.lessons.sheets import Sheet, SheetPage
from cogs.presses.house_rules import forms
from engine.rules.options import OPTIONS
from engine.rules.presets import NAMES, name_of


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reader of the rules; `manages`: they may manage the server."""

    user: UserId
    manages: bool


def panel(words: Words, view: View, viewer: Viewer, *, said: str = "") -> MessageContent:
    """Return the rules for anybody, and the controls for the host; `said`: what was done."""
    facts = Facts.of(view, viewer.user, manages=viewer.manages)
    return MessageContent(rules_in_force.text(words, facts, below=said), rows(words, facts))


def rows(words: Words, facts: Facts) -> Rows:
    """Rule set, length, clock, series and house rules for the host; the last row alone without a lobby."""
    last = _buttons(words, facts)
    below = (last,) if last else ()
    if not facts.hosts or facts.clock is None:
        return below
    return (
        (_rule_sets(words, facts),),
        _months(words, facts),
        (_clocks(words, facts.match, *facts.clock),),
        _series(words, facts),
        *below,
    )


def _rule_sets(words: Words, facts: Facts) -> Select:
    """Build one line for each rule set and preset, with what it is."""
    now = name_of(facts.rules)
    lines = tuple(
        Option(rule_words.choice(words, each), each.value, "", chosen=each is now) for each in NAMES
    )
    return Select(words.say(buttons.RULE_SET_PLACEHOLDER), Press(facts.match, Verb.RULE_SET), lines)


def _months(words: Words, facts: Facts) -> Row:
    """One button for each length that the rule set offers."""
    return tuple(
        Button(
            buttons.months(words, count, chosen=count == facts.rules.months),
            Press(facts.match, Verb.MONTHS, count),
            Style.MAIN if count == facts.rules.months else Style.PLAIN,
        )
        for count in map(int, OPTIONS["months"].allowed(facts.rules.id))
    )


def _series(words: Words, facts: Facts) -> Row:
    """Build one button for each length that a series can have."""
    return tuple(
        Button(
            buttons.best_of(words, each, chosen=each == facts.best_of),
            Press(facts.match, Verb.BEST_OF, each or 0),
            Style.MAIN if each == facts.best_of else Style.PLAIN,
        )
        for each in (None, *LENGTHS)
    )


def _buttons(words: Words, facts: Facts) -> Row:
    """The form of house rules and the way back for the host; for managers the server's default."""
    changed = any(each.changed for each in facts.options if each.name != "months")
    house = tuple(
        Button(words.say(label), Press(facts.match, verb))
        for verb, label in ((Verb.YAKU_RULES, buttons.YAKU_RULES), (Verb.HOUSE, buttons.HOUSE_RULES))
        if verb in forms(facts.rules.id)
    )
    reset = Button(words.say(buttons.RESET), Press(facts.match, Verb.RESET), disabled=not changed)
    mark = Button(words.say(server.MARK_BUTTON), Press(facts.match, Verb.MARK))
    every = Button(words.say(buttons.ALL_OPTIONS), SheetPage(Sheet.OPTIONS, facts.match).press())
    return (*((*house, reset) if facts.hosts else ()), every, *((mark,) if facts.manages else ()))


def _clocks(words: Words, match: MatchId, chosen: MatchClock, times: ClockTimes) -> Select:
    """One line for each clock: its times, what it is for."""
    lines = tuple(
        Option(
            rule_words.clock(words, each, times),
            each.value,
            rule_words.clock_about(words, each),
            chosen=each is chosen,
        )
        for each in MatchClock
    )
    return Select(words.say(buttons.CLOCK_PLACEHOLDER), Press(match, Verb.CLOCK), lines)
