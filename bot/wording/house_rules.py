"""House rules as people choose them: a form with ticks, and text, `Oya-ken: 4, Sake cup: animal or chaff`.

Each option and value is understood by what it is called in any catalogue, and by its name in records
(`oyaken=4`). What is written here is read back as the same options.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from bot.i18n import Words, mark, mark_within
from bot.wording import commands, numbers, rules
from bot.wording.limits import OPTION
from engine.errors import OptionError, OptionTwice
from engine.rules.options import OPTIONS, OptionKind, OptionValue, make_rules
from engine.rules.rule_sets import RuleSetId

MOST = 25
"""Suggestions at a time (Discord)."""

Chosen = Mapping[str, OptionValue]


def code(value: OptionValue) -> str:
    """A value as in records: `true`, `4`, `dealer_takes`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_of(rule_set: RuleSetId, option: str, text: str) -> OptionValue:
    """The value with this code. Raises OptionError."""
    found = [each for each in OPTIONS[option].allowed(rule_set) if code(each) == text]
    value = found[0] if found else text
    make_rules(rule_set, {option: value})
    return value


def read(every: Iterable[Words], rule_set: RuleSetId, text: str) -> dict[str, OptionValue]:
    """Read the chosen values. Raises OptionError, which names what is allowed, or OptionTwice."""
    languages = tuple(every)
    chosen: dict[str, OptionValue] = {}
    for part in filter(str.strip, _parts(languages, text)):
        option, value = _read_one(languages, rule_set, part)
        if option in chosen:
            raise OptionTwice(f"options.{option}")
        chosen[option] = value
    return chosen


def written(words: Words, chosen: Chosen) -> str | None:
    """The options in a language, else by their codes; None if even that is longer than Discord takes."""
    said = numbers.listing(words, [rules.setting(words, *one) for one in chosen.items()])
    coded = ", ".join(f"{option}={code(value)}" for option, value in chosen.items())
    return next((text for text in (said, coded) if len(text) <= OPTION), None)


def suggestions(words: Words, every: Iterable[Words], rule_set: RuleSetId, text: str) -> tuple[str, ...]:
    """Ways to go on with a text, at most 25; each is a whole text that `read` understands.

    First the option that is finished, then what else its text may become, then one more option.
    """
    languages = tuple(every)
    *whole, begun = _parts(languages, text)
    try:
        chosen = read(languages, rule_set, ",".join(whole))
    except OptionError:
        return ()
    finished = _finished(languages, rule_set, begun)
    wishes: list[Chosen] = [chosen | finished] if finished else []
    for option, value in _settings(rule_set):
        if option not in chosen and _begins(languages, begun, option, value):
            wishes.append({**chosen, option: value})
    if finished:
        more = [each for each in _settings(rule_set) if each[0] not in chosen | finished]
        wishes += [{**chosen, **finished, option: value} for option, value in more]
    found = dict.fromkeys(written(words, each) for each in wishes)
    return tuple(each for each in found if each)[:MOST]


def _finished(languages: tuple[Words, ...], rule_set: RuleSetId, begun: str) -> dict[str, OptionValue]:
    """The one option that a part of a text is, if it is one already."""
    try:
        return read(languages, rule_set, begun)
    except OptionError:
        return {}


def _settings(rule_set: RuleSetId) -> Iterator[tuple[str, OptionValue]]:
    """Every change that a rule set offers; numbers, of which there are many, come last."""
    offered = [spec for spec in OPTIONS.values() if spec.allowed(rule_set)]
    for spec in sorted(offered, key=lambda spec: (spec.kind is OptionKind.NUMBER, spec.name == "months")):
        for value in spec.allowed(rule_set):
            if value != spec.default(rule_set):
                yield spec.name, value


def _read_one(languages: tuple[Words, ...], rule_set: RuleSetId, text: str) -> tuple[str, OptionValue]:
    typed, wanted = _halves(text)
    option = _option(languages, rule_set, typed)
    for value in OPTIONS[option].allowed(rule_set):
        if _key(wanted) in _values(languages, option, value):
            return option, value
    return option, value_of(rule_set, option, wanted.strip())


def _option(languages: tuple[Words, ...], rule_set: RuleSetId, typed: str) -> str:
    """The option of this name, or the only one whose name begins like this. Raises OptionError."""
    offered = [each for each in OPTIONS if OPTIONS[each].allowed(rule_set)]
    key = _key(typed)
    exact = [each for each in offered if key in _names(languages, each)]
    like = [each for each in offered if any(name.startswith(key) for name in _names(languages, each))]
    if not exact and (not key or len(like) != 1):
        raise OptionError(f"options.{typed.strip()}", f"not an option of {rule_set}", offered)
    return (exact or like)[0]


def _begins(languages: tuple[Words, ...], begun: str, option: str, value: OptionValue) -> bool:
    """Whether a typed text may mean this: a part of either half, or a name and part of a value."""
    typed, wanted = _halves(begun)
    names, values = _names(languages, option), _values(languages, option, value)
    if typed == begun:
        return any(_key(typed) in each for each in names | values)
    return any(_key(typed) in name for name in names) and any(
        each.startswith(_key(wanted)) for each in values
    )


def _halves(text: str) -> tuple[str, str]:
    """An option and its value."""
    typed, _, wanted = text.replace(":", "=", 1).partition("=")
    return typed, wanted


@cache
def _values(languages: tuple[Words, ...], option: str, value: OptionValue) -> frozenset[str]:
    return frozenset({_key(code(value)), *(_key(rules.value(words, option, value)) for words in languages)})


def _parts(languages: tuple[Words, ...], text: str) -> list[str]:
    """Return the parts between commas, as any of the languages writes them."""
    text = unicodedata.normalize("NFKC", text)
    for words in languages:
        text = text.replace(numbers.listing(words, ("", "")).strip(), ",")
    return re.split(r"[,;\n]", text)


@cache
def _names(languages: tuple[Words, ...], option: str) -> frozenset[str]:
    return frozenset({_key(option), *(_key(rules.option_name(words, option)) for words in languages)})


def _key(text: str) -> str:
    """A text without what people type in different ways: width, case, spaces, hyphens of words, not signs."""
    bare = re.sub(r"[\s_:=]", "", unicodedata.normalize("NFKC", text).casefold())
    return re.sub(r"(?<!\d)-(?!\d)", "", bare)


def form_title(words: Words, rule_set: RuleSetId) -> str:
    """Return the title above the form."""
    return words("House rules: {rules}", rules=rules.name(words, rule_set))


TICKS = mark_within("form", "Rules in play")
"""Field of the options that are on or off."""

TICKS_ABOUT = mark("Ticked rules are played, unticked ones are not.")


def kept(words: Words, written: str) -> str:
    """Return the note on an invalid choice; `written` as `/koikoi play` takes it."""
    return words(
        "Your choice is not lost. Copy it into {parameter} of {play} for the next table: {options}",
        parameter=f"`{commands.command_name(words, 'options')}`",
        play=commands.mention(words, "koikoi play"),
        options=f"`{written}`",
    )


def other_rule_set(words: Words, rule_set: RuleSetId) -> str:
    """Return the reason why a form has changed nothing."""
    return words(
        "This form was for {rules}, but the table has other rules now. Nothing was changed.",
        rules=rules.name(words, rule_set),
    )
