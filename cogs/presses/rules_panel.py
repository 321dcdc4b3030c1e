"""The rules of a table as a Note; for the host of an open lobby with selects that change its options."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words
from bot.match.views import ClockTimes, View
from bot.match.vocabulary import MatchClock, MatchId, UserId
from bot.screens.notes import rules_in_force
from bot.screens.notes.rules_in_force import Facts
from bot.wording import buttons, limits, options, panels
from bot.wording import rules as rule_words
from cogs.messages.content import MessageContent
from cogs.presses.controls import Button, Option, Row, Rows, Select
from cogs.presses.custom_id import Press, Verb


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who reads the rules; `manages`: they may manage the server."""

    user: UserId
    manages: bool


def panel(
    words: Words, view: View, viewer: Viewer, option: str | None = None, *, said: str = ""
) -> MessageContent:
    """What anybody may read; `option` is the one whose values the host is offered, `said` what was done."""
    facts = Facts.of(view, viewer.user, manages=viewer.manages, opened=option)
    return MessageContent(rules_in_force.text(words, facts, below=said), rows(words, facts))


def rows(words: Words, facts: Facts) -> Rows:
    """The options and the values of one for the host, and the last row; nothing where there is no lobby."""
    selects: list[Row] = []
    if facts.hosts and facts.clock is not None:
        selects.append((_clocks(words, facts.match, *facts.clock),))
    if facts.hosts:
        selects.append((_options(words, facts),))
        if facts.opened is not None:
            selects.append((_values(words, facts, facts.opened),))
    last = _buttons(words, facts)
    return (*selects, last) if last else tuple(selects)


def _buttons(words: Words, facts: Facts) -> Row:
    """The way back for the host; for who manages the server the mark of its default."""
    changed = any(each.changed for each in facts.options)
    reset = Button(buttons.reset(words), Press(facts.match, Verb.RESET), disabled=not changed)
    mark = Button(panels.mark_button(words), Press(facts.match, Verb.MARK))
    return (*((reset,) if facts.hosts else ()), *((mark,) if facts.manages else ()))


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
    return Select(buttons.clock_placeholder(words), Press(match, Verb.CLOCK), lines)


def _options(words: Words, facts: Facts) -> Select:
    """One line for each option: how it stands, what it decides."""
    lines = tuple(
        Option(
            limits.shortened(rule_words.setting(words, each.name, each.value), limits.OPTION),
            each.name,
            limits.shortened(rule_words.option_description(words, each.name), limits.OPTION),
            chosen=each is facts.opened,
        )
        for each in facts.options
    )
    return Select(buttons.option_placeholder(words), Press(facts.match, Verb.OPTION), lines)


def _values(words: Words, facts: Facts, one: rules_in_force.Option) -> Select:
    """One line for each value; the rule set's own says so."""
    own = words("the rule set's own")
    lines = tuple(
        Option(
            rule_words.value(words, one.name, value),
            options.code(value),
            own if value == one.own else "",
            chosen=value == one.value,
        )
        for value in one.offered
    )
    press = Press(facts.match, Verb.VALUE, option=one.name)
    return Select(rule_words.option_name(words, one.name), press, lines)
