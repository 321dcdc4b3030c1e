"""House rules as two forms: a list of ticks for what is on or off, and a choice for each other option.

Discord's forms hold five fields. All options with two values are one field of a form, so that
two forms, about yaku and about play, do for every rule set. The length of a match has buttons of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from bot.i18n import Words
from bot.ids import MatchId
from bot.wording import house_rules, limits
from bot.wording import rules as rule_words
from cogs.content.controls import Field, FieldKind, Option, OptionForm
from cogs.content.custom_id import Press, Verb
from engine.errors import OptionTwice
from engine.rules.options import OPTIONS, OptionSpec, OptionValue, Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import sheet_of

TICKS = {Verb.YAKU_RULES: "yaku", Verb.HOUSE: "ticks"}
"""The custom ids of the fields with ticks, by form; every other field is named as its option."""
MOST_RADIOS = 10
"""The most lines of a group of radio buttons; longer ones are selects."""


def form(words: Words, match: MatchId, rules: Rules, which: Verb) -> OptionForm:
    """Return one of the forms, filled in as the rules of a lobby stand; `which` is a key of `TICKS`."""
    asked = [spec for spec in offered(rules.id) if form_of(spec.name) is which]
    two = [spec for spec in asked if len(spec.allowed(rules.id)) == 2]
    lines = tuple(_tick(words, rules, spec) for spec in two)
    title, about = words.say(house_rules.TICKS), words.say(house_rules.TICKS_ABOUT)
    ticks = (Field(FieldKind.TICKS, TICKS[which], title, about, lines),)
    others = (_choice(words, rules, spec) for spec in asked if spec not in two)
    press = Press(match, Verb.HOUSED, rule_set=rules.id)
    return OptionForm(house_rules.form_title(words, rules.id), press, (*(ticks if two else ()), *others))


@cache
def form_of(name: str) -> Verb:
    """Return the form that asks for an option: that of yaku where a value changes what captures are worth."""
    for rule_set, values in OPTIONS[name].values.items():
        own = _lines(rule_set)
        if any(_lines(rule_set, **{name: each}) != own for each in values):
            return Verb.YAKU_RULES
    return Verb.HOUSE


def _lines(rule_set: RuleSetId, **options: OptionValue) -> object:
    """Return the lines by which captures are counted in January."""
    return sheet_of(make_rules(rule_set, options).in_month(1)).readings


def forms(rule_set: RuleSetId) -> tuple[Verb, ...]:
    """Return the forms that a rule set has."""
    return tuple(dict.fromkeys(form_of(spec.name) for spec in offered(rule_set)))


def offered(rule_set: RuleSetId) -> Iterator[OptionSpec]:
    """The options of a rule set that the forms ask for."""
    return (spec for spec in OPTIONS.values() if spec.name != "months" and spec.allowed(rule_set))


def read(rule_set: RuleSetId, fields: Mapping[str, tuple[str, ...]]) -> dict[str, OptionValue]:
    """Return the choices of a filled in form, for `make_rules` to judge; what a forger left out stays as it
    is.

    Raises OptionTwice where a field has come back twice, or with two values.
    """
    chosen: dict[str, OptionValue] = {}
    for spec in offered(rule_set):
        values = spec.allowed(rule_set)
        field = TICKS[form_of(spec.name)]
        ticks = fields.get(field, ())
        if ticks.count(spec.name) > 1 or len(fields.get(spec.name, ())) > 1:
            raise OptionTwice(f"options.{spec.name}")
        if len(values) == 2 and field in fields:
            chosen[spec.name] = values[0] if spec.name in ticks else values[1]
        elif texts_ := fields.get(spec.name):
            chosen[spec.name] = next(
                (each for each in values if house_rules.code(each) == texts_[0]), texts_[0]
            )
    return chosen


def kept(words: Words, rule_set: RuleSetId, chosen: Mapping[str, OptionValue]) -> str:
    """Return the choices without effect, as `/koikoi play` takes them; empty where they are the rule set's
    own.
    """
    changed = {name: value for name, value in chosen.items() if value != OPTIONS[name].default(rule_set)}
    written = house_rules.written(words, changed) if changed else None
    return house_rules.kept(words, written) if written else ""


def stale(words: Words, rule_set: RuleSetId, chosen: Mapping[str, OptionValue]) -> str:
    """Return the reason why a form of another rule set than the present one changed nothing."""
    return "\n".join(
        filter(None, (house_rules.other_rule_set(words, rule_set), kept(words, rule_set, chosen)))
    )


def _tick(words: Words, rules: Rules, spec: OptionSpec) -> Option:
    """A line that is ticked where the first of an option's two values is in force."""
    first = spec.allowed(rules.id)[0]
    named = rule_words.option_name(words, spec.name)
    label = named if first is True else rule_words.setting(words, spec.name, first)
    return Option(label, spec.name, _about(words, spec), chosen=_value(rules, spec) == first)


def _choice(words: Words, rules: Rules, spec: OptionSpec) -> Field:
    """A field with a line for each value; the rule set's own says so."""
    values, own = spec.allowed(rules.id), spec.default(rules.id)
    lines = tuple(
        Option(
            rule_words.value(words, spec.name, each),
            house_rules.code(each),
            words("the rule set's own") if each == own else "",
            chosen=each == _value(rules, spec),
        )
        for each in values
    )
    kind = FieldKind.RADIO if len(values) <= MOST_RADIOS else FieldKind.SELECT
    return Field(kind, spec.name, rule_words.option_name(words, spec.name), _about(words, spec), lines)


def _about(words: Words, spec: OptionSpec) -> str:
    return limits.shortened(rule_words.option_description(words, spec.name), limits.OPTION)


def _value(rules: Rules, spec: OptionSpec) -> OptionValue:
    value: OptionValue = getattr(rules.options, spec.name)
    return value
