"""The rules note: the rules in force, all options as they stand, and what the host may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.i18n import Message, Words, mark
from bot.ids import MatchId, UserId
from bot.match.views import ClockTimes, LobbyView, View
from bot.match.vocabulary import MatchClock, Status
from bot.wording import limits, numbers, series
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from engine.rules.options import OPTIONS, OptionValue, Rules
from engine.rules.presets import name_of, preset_of
from engine.rules.rule_sets import RuleSetId

HOW: Mapping[RuleSetId, tuple[Message, ...]] = {
    RuleSetId.LEAGUE: (
        mark("The winner of a month scores, the loser loses nothing. If nobody stops, the dealer gets {n}."),
        mark(
            "Standard follows the sheet of the Japan Uno League. It differs in two ways: when the opponent "
            "makes a yaku after your koi-koi, yours stay valid until the opponent stops, and a match has "
            "3 months, not 12."
        ),
    ),
    RuleSetId.CLASSIC: (
        mark("The winner of a month scores, the loser loses nothing. If nobody stops, the dealer gets {n}."),
    ),
    RuleSetId.ISHOKAI: (
        mark("The loser pays (total + honba) × (koi-koi calls of both + 1)."),
        mark("Honba grows by 1 with each month that its dealer wins."),
        mark("When the hands are empty the stock is played out; the last to make a yaku wins."),
    ),
    RuleSetId.SANNIN: (
        mark("Each of the other two pays the winner. Koi-koi multiplies nothing."),
        mark("If nobody stops, the month is void and dealt again, bound: stopping then needs 3 mon."),
        mark("A whole season won brings kobiki (5 from each); ginmi settles the ranks at the end."),
    ),
}
"""The special rules of a rule set (rules.md section 6)."""
DEALER_SCORES = HOW[RuleSetId.CLASSIC][0]
NOBODY_SCORES = mark("The winner of a month scores, the loser loses nothing. If nobody stops, nobody scores.")
"""In place of that where the oya-ken is 0."""
LOSER_PAYS = mark("The loser of a month pays the winner. If nobody stops, the dealer is paid {n}.")
LOSER_PAYS_ALONE = mark("The loser of a month pays the winner. If nobody stops, nobody pays.")
"""In place of both with `losers_pay`."""
STANDARD_DIFFERS = HOW[RuleSetId.LEAGUE][-1]
"""The line that a preset has not: it is about plain Standard."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that the rule set has: its value, the rule set's own, and all that it may be."""

    name: str
    """As the engine calls it."""
    value: OptionValue
    own: OptionValue
    offered: tuple[OptionValue, ...]

    @property
    def changed(self) -> bool:
        """Whether it is another one than the rule set's own."""
        return self.value != self.own


def options_of(rules: Rules) -> tuple[Option, ...]:
    """Every option that the rule set has, as it stands."""
    return tuple(
        Option(name, getattr(rules.options, name), spec.default(rules.id), tuple(spec.allowed(rules.id)))
        for name, spec in OPTIONS.items()
        if spec.allowed(rules.id)
    )


@dataclass(frozen=True, slots=True)
class Facts:
    """The rules of a match, and what the reader may change."""

    match: MatchId
    rules: Rules
    options: tuple[Option, ...]
    hosts: bool
    """Whether the reader hosts a lobby that is open still: they may change what is played."""
    manages: bool
    """Whether the reader may make the options of an open lobby the server's default."""
    clock: tuple[MatchClock, ClockTimes] | None
    """The clock of an open lobby, and what the clocks give."""
    best_of: int | None
    """The number of matches in the series, as the lobby's host has chosen; None: no number."""

    @classmethod
    def of(cls, view: View, user: UserId, *, manages: bool) -> Facts:
        """The facts for `user`; `manages`: they may manage the server."""
        is_open = isinstance(view, LobbyView) and view.status is Status.LOBBY
        options = options_of(view.rules)
        return cls(
            match=view.match,
            rules=view.rules,
            options=options,
            hosts=is_open and view.host == user,
            manages=is_open and manages,
            clock=(view.clock, view.times) if isinstance(view, LobbyView) and is_open else None,
            best_of=view.series.best_of,
        )


def text(words: Words, facts: Facts, *, below: str = "") -> str:
    """Return what the rule set is, and what differs in it; `below` says what a press has done.

    The clock and the series stand in the host's controls.
    """
    lines = (
        f"**{rule_words.title(words, facts.rules)}**",
        rule_words.description(words, name_of(facts.rules)),
        *here(words, facts.rules),
        *(() if facts.hosts or facts.clock is None else (_clock(words, *facts.clock),)),
        *(() if facts.hosts else (f"- {series.about(words, facts.best_of)}",)),
    )
    return limits.fitted([Part("\n".join(lines), 1), Part(below and f"\n{below}")], CONTENT)


def here(words: Words, rules: Rules) -> Iterator[str]:
    """Yield what holds by these rules alone: who pays whom, and what was changed in the rule set."""
    own = (line for line in own_rules(rules) if line != STANDARD_DIFFERS)
    yield from (words.say(each, n=rules.options.oyaken) for each in own)
    yield from (_in_words(words, each) for each in _shown(rules) if each.changed)


def every_option(words: Words, rules: Rules) -> str:
    """Return the table of all options as they stand, those that were changed marked."""
    standard = [words.say(STANDARD_DIFFERS), ""] if STANDARD_DIFFERS in own_rules(rules) else []
    rows = (_row(words, each) for each in _shown(rules))
    title = f"**{rule_words.called(words, rules)}**"
    return limits.fitted([Part(title), *(Part(line, 1) for line in (*standard, *rows))], CONTENT)


def _shown(rules: Rules) -> Iterator[Option]:
    """Yield the options but for the length, which stands in the title."""
    return (each for each in options_of(rules) if each.name != "months")


def _row(words: Words, one: Option) -> str:
    chosen = rule_words.setting(words, one.name, one.value)
    return f"- ✎ **{chosen}**" if one.changed else f"- {chosen}"


def closed(words: Words, facts: Facts, why: str, below: str = "") -> str:
    """Return the rest of the note once nothing can be changed: why, the rules, and what was done."""
    changed = rule_words.changed(words, facts.rules)
    options = words("Options: {options}", options=numbers.listing(words, changed)) if changed else ""
    title = f"**{rule_words.title(words, facts.rules)}**"
    parts = (Part(f"-# {why}"), Part(title), Part(options, 1), Part(below and f"\n{below}"))
    return limits.fitted(parts, CONTENT)


def own_rules(rules: Rules) -> tuple[Message, ...]:
    """Return the special rules of a rule set with these options."""
    scores = rules.options.oyaken > 0
    if rules.losers_pay:
        first = LOSER_PAYS if scores else LOSER_PAYS_ALONE
    else:
        first = DEALER_SCORES if scores else NOBODY_SCORES
    lines = (first if line == DEALER_SCORES else line for line in HOW[rules.id])
    is_preset = preset_of(rules) is not None
    return tuple(line for line in lines if not (is_preset and line == STANDARD_DIFFERS))


def _clock(words: Words, clock: MatchClock, times: ClockTimes) -> str:
    """Return the time for a turn, as one more line of the list."""
    return f"- {words('Clock: {clock}', clock=rule_words.clock(words, clock, times))}"


def _in_words(words: Words, one: Option) -> str:
    """`- ✎ Oya-ken: 4 (default: 6)`, and what the option decides."""
    return words(
        "- ✎ **{option}** (default: {value}). {description}",
        option=rule_words.setting(words, one.name, one.value),
        value=rule_words.value(words, one.name, one.own),
        description=rule_words.option_description(words, one.name),
    )
