"""The settings of a server by name: what each is called, and what a value of it says.

Values are plain, as the record of changes keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from babel import Locale

from bot.i18n import Message, Words, mark, mark_within
from bot.match.vocabulary import CpuPlayer, MatchClock, TablePlace
from bot.records.periods import SeasonKind
from bot.wording import limits, numbers, openings, people, rules
from engine.errors import OptionError
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RULE_SETS, STANDARD, RuleSetId

TITLES: Mapping[str, Message] = {
    "channels": mark_within("setting", "Channels"),
    "place": mark_within("setting", "Place"),
    "tables": mark_within("setting", "Tables per channel"),
    "language": mark_within("setting", "Language"),
    "rules": mark_within("setting", "Rule set"),
    "defaults": mark_within("setting", "Default rules"),
    "months": mark_within("setting", "Length"),
    "clock": mark_within("setting", "Clock"),
    "rated": mark_within("setting", "Ratings"),
    "hints": mark_within("setting", "Hints"),
    "moving": mark_within("setting", "Moving pictures"),
    "season": mark_within("setting", "Seasons"),
    "time_zone": mark_within("setting", "Time zone"),
    "shares": mark_within("setting", "Lists of all servers"),
    "call_role": mark_within("setting", "Role that new tables call"),
    "rare_yaku": mark_within("setting", "Rare yaku"),
    "arena_managers": mark_within("setting", "Who opens arenas"),
    "arena_cpu": mark_within("setting", "Odd player of an arena"),
    "arena_weekly": mark_within("setting", "Weekly arena"),
    "bar_tables": mark_within("setting", "Barred from tables"),
    "bar_lists": mark_within("setting", "Left out of lists"),
    "match": mark_within("setting", "Matches left out"),
}
"""The names of the settings, by the names that the record of changes has for them."""
SEASONS: Mapping[SeasonKind, tuple[Message, Message]] = {
    SeasonKind.MONTHLY: (
        mark_within("season", "Monthly"),
        mark("A new season begins on the first of each month"),
    ),
    SeasonKind.QUARTERLY: (
        mark_within("season", "Quarterly"),
        mark("A new season begins in January, April, July and October"),
    ),
    SeasonKind.OFF: (mark_within("season", "Off"), mark("There are no seasons")),
}
"""The names of the kinds of season, and their meanings."""
NAMED = 4
"""Channels that are named one by one; more are counted."""
LONG = 90
"""Characters of a value in the record of changes."""


def title(words: Words, what: str) -> str:
    """Return the name of a setting."""
    found = TITLES.get(what)
    return what if found is None else words.say(found)


def in_words(words: Words, what: str, value: Any) -> str:
    """Return a stored value in words; of a setting that this version does not know, the value itself."""
    teller = _VALUES.get(what)
    return limits.shortened(str(value) if teller is None else teller(words, value), LONG)


def language_name(locale: str) -> str:
    """Return a language's name for itself."""
    return (Locale.parse(locale.replace("-", "_")).get_display_name() or locale).capitalize()


def channels(words: Words, value: Any) -> str:
    """Return the channels where tables are opened. `value`: the channels' ids; none: everywhere."""
    if not value:
        return words("everywhere")
    if len(value) > NAMED:
        return words.plural("in {n} channel", "in {n} channels", len(value))
    return numbers.listing(words, [f"<#{channel}>" for channel in value])


def place(words: Words, value: Any) -> str:
    """Return the place where a match is played."""
    if value == TablePlace.THREAD:
        return words.within("place of a match", "A thread for each match")
    return words.within("place of a match", "In the channel")


def tables(words: Words, value: Any) -> str:
    """Return the number of tables at once in a channel; None: as the bot's own settings say."""
    if value is None:
        return words("usual number of tables")
    return words.plural("{n} table per channel", "{n} tables per channel", value)


def language(words: Words, value: Any) -> str:
    """The language of tables; None: that of the person who opens one."""
    return words("the host's language") if value is None else language_name(value)


def rule_set(words: Words, value: Any) -> str:
    """The rule set of new tables; None: nobody has chosen."""
    return rules.name(words, RuleSetId(value or STANDARD))


def defaults(words: Words, marked: Mapping[RuleSetId, Mapping[str, Any]]) -> str:
    """The options that are marked, by rule set."""
    if not marked:
        return words("usual options")
    return numbers.listing(words, [_marked(words, rule_set, one) for rule_set, one in marked.items()])


def _marked(words: Words, rule_set: RuleSetId, options: Mapping[str, Any]) -> str:
    """Rules by their name, and the options that it does not say."""
    name, more = rules.called(words, _rules(rule_set, options)), options_of(words, rule_set, options)
    return words("{rules} ({options})", rules=name, options=more) if more else name


def options_of(words: Words, rule_set: RuleSetId, options: Mapping[str, Any]) -> str:
    """Options as a list, their length first; those that this version does not offer are left out."""
    months = options.get("months")
    length = () if months is None else (words.plural("{n} month", "{n} months", int(months)),)
    return numbers.listing(words, (*length, *rules.changed(words, _rules(rule_set, options))))


def _rules(rule_set: RuleSetId, options: Mapping[str, Any]) -> Rules:
    try:
        return make_rules(rule_set, options)
    except OptionError:
        return make_rules(rule_set)


def months(words: Words, value: Mapping[str, int]) -> str:
    """The length of new tables, by rule set; where all have the same, that one."""
    if not value:
        return words("usual length")
    if len(set(value.values())) == 1 and len(value) == len(RULE_SETS):
        return length(words, next(iter(value.values())))
    return numbers.listing(
        words,
        [
            words("{rules} ({options})", rules=rules.name(words, RuleSetId(name)), options=length(words, n))
            for name, n in value.items()
        ],
    )


def length(words: Words, n: int) -> str:
    """Return a number of months."""
    return words.plural("{n} month", "{n} months", n)


def yes(words: Words, value: Any) -> str:
    """Yes, or no."""
    return words.within("answer", "yes") if value else words.within("answer", "no")


def season_kind(words: Words, kind: SeasonKind) -> tuple[str, str]:
    """A kind of season: its name, and what it is."""
    name, told = SEASONS[kind]
    return words.say(name), words.say(told)


def season(words: Words, value: Any) -> str:
    """A kind of season."""
    return season_kind(words, SeasonKind(value))[0]


def match(words: Words, value: Mapping[str, Any]) -> str:
    """A match that counts, or is left out."""
    if value["out"]:
        return words("match {n}: left out", n=value["match"])
    return words("match {n}: counts", n=value["match"])


def day(moment: datetime) -> str:
    """A moment as Discord shows it to each reader, with its day."""
    at = round(moment.timestamp())
    return f"<t:{at}:d> <t:{at}:t>"


def arena_managers(words: Words, *, on: bool) -> str:
    """Tell who opens arenas."""
    return words.within("button", "Managers open") if on else words.within("button", "Everybody opens")


def arena_cpu(words: Words, value: Any) -> str:
    """Tell what an odd player of an arena does: whom they play; none: they wait."""
    return people.cpu(words, CpuPlayer(value)) if value else words("an odd player waits")


_VALUES: Mapping[str, Callable[[Words, Any], str]] = {
    "channels": channels,
    "place": place,
    "tables": tables,
    "language": language,
    "rules": rule_set,
    "defaults": lambda words, value: defaults(words, {RuleSetId(name): one for name, one in value.items()}),
    "months": months,
    "clock": lambda words, value: rules.clock_name(words, MatchClock(value or MatchClock.LIVE)),
    "rated": yes,
    "hints": yes,
    "moving": yes,
    "call_role": openings.role,
    "rare_yaku": yes,
    "arena_managers": lambda words, value: arena_managers(words, on=bool(value)),
    "arena_cpu": arena_cpu,
    "season": season,
    "time_zone": lambda words, value: words("By language") if value is None else str(value),
    "shares": yes,
    "bar_tables": yes,
    "bar_lists": yes,
    "match": match,
}
