"""The options as data (rules.md section 7), and rules: a rule set with checked options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache
from typing import Any, cast

from engine.errors import OptionError, show
from engine.rules.actions import Player
from engine.rules.rule_sets import (
    RULE_SETS,
    Cup,
    FieldFour,
    KoiLimit,
    KoiMultiplier,
    Lights,
    Options,
    Place,
    RuleSet,
    RuleSetId,
    Sets,
    Teshi,
    rule_set_of,
)

OptionValue = int | str
"""An option's value as in JSON: a number, a boolean or a text."""


class OptionKind(Enum):
    """The kinds of options, as a settings panel needs to ask for them."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option: its values for each rule set that offers it."""

    name: str
    kind: OptionKind
    values: Mapping[RuleSetId, tuple[OptionValue, ...]]

    def allowed(self, rule_set: RuleSetId) -> tuple[OptionValue, ...]:
        """The values that a host may choose in this rule set; empty if it does not offer the option."""
        return self.values.get(rule_set, ())

    def default(self, rule_set: RuleSetId) -> OptionValue:
        """The rule set's own value."""
        return cast(OptionValue, getattr(RULE_SETS[rule_set].defaults, self.name))


def _spec(
    name: str, kind: OptionKind, values: tuple[OptionValue, ...], *rule_sets: RuleSetId
) -> tuple[str, OptionSpec]:
    return name, OptionSpec(name, kind, dict.fromkeys(rule_sets, values))


_TWO = (RuleSetId.CLASSIC, RuleSetId.LEAGUE, RuleSetId.ISHOKAI)
_SHEETLESS = (RuleSetId.CLASSIC, RuleSetId.LEAGUE)
_ON_OFF = (True, False)

OPTIONS: Mapping[str, OptionSpec] = dict(
    (
        (
            "months",
            OptionSpec(
                "months",
                OptionKind.CHOICE,
                # Ruling (section 6, sannin): 6 or 3 months on request, with extension and ginmi at their end.
                {**dict.fromkeys(_TWO, (1, 3, 6, 12)), RuleSetId.SANNIN: (3, 6, 12)},
            ),
        ),
        _spec("rain_sanko", OptionKind.SWITCH, _ON_OFF, *_SHEETLESS),
        _spec("cup", OptionKind.CHOICE, tuple(Cup), *_SHEETLESS),
        _spec("viewing", OptionKind.SWITCH, _ON_OFF, *_SHEETLESS),
        _spec("teshi", OptionKind.CHOICE, tuple(Teshi), RuleSetId.CLASSIC),
        _spec("hand_yaku", OptionKind.SWITCH, _ON_OFF, RuleSetId.LEAGUE, RuleSetId.ISHOKAI),
        _spec(
            "field_four",
            OptionKind.CHOICE,
            (FieldFour.REDEAL, FieldFour.DEALER_TAKES, FieldFour.DEALER_WINS, FieldFour.REDEAL_PAIRS),
            *_SHEETLESS,
        ),
        _spec("seven_double", OptionKind.SWITCH, _ON_OFF, *_SHEETLESS),
        _spec("koi_multiplier", OptionKind.CHOICE, tuple(KoiMultiplier), *_SHEETLESS),
        _spec("oyaken", OptionKind.NUMBER, tuple(range(13)), *_SHEETLESS),
        _spec("koi_void", OptionKind.SWITCH, _ON_OFF, RuleSetId.LEAGUE),
        _spec("goko_bonus", OptionKind.NUMBER, tuple(range(25)), RuleSetId.SANNIN),
        _spec("lights", OptionKind.CHOICE, tuple(Lights), *_SHEETLESS),
        _spec("sets", OptionKind.CHOICE, tuple(Sets), *_SHEETLESS),
        _spec("month_cards", OptionKind.SWITCH, _ON_OFF, *_SHEETLESS),
        _spec("koi_limit", OptionKind.CHOICE, tuple(KoiLimit), *_SHEETLESS),
        _spec("deal_passes", OptionKind.SWITCH, _ON_OFF, *_SHEETLESS),
        _spec("losers_pay", OptionKind.SWITCH, _ON_OFF, *_SHEETLESS),
        _spec("field_lights", OptionKind.SWITCH, _ON_OFF, *_SHEETLESS),
    )
)
"""Every option in the order of rules.md sections 7 and 9.1."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set with its options: everything that `make_rules` has checked. Make it with that function."""

    rule_set: RuleSet
    options: Options
    month: int = 0
    """The month (1-12) whose cards are a yaku now, with `month_cards`; 0 outside of a month, or without."""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.rule_set.id, self.options, self.month)))

    def __hash__(self) -> int:
        return self._hash  # tables of yaku are looked up by rules in every turn

    @property
    def id(self) -> RuleSetId:
        return self.rule_set.id

    @property
    def seats(self) -> int:
        return self.rule_set.seats

    @property
    def months(self) -> int:
        """Return the planned number of months, without extensions."""
        return self.options.months

    @property
    def losers_pay(self) -> bool:
        """Whether the winner's points come from the others."""
        return self.options.losers_pay

    def in_month(self, month: int) -> Rules:
        """Return these rules as they are in a month (from 1): with `month_cards` its cards are a yaku."""
        return _in_month(self, month) if self.options.month_cards else self

    def player_at(self, dealer: Player, place: Place) -> Player:
        """Return the player at this distance from the dealer in table order."""
        return Player((dealer + place.value) % self.rule_set.seats)

    def changed(self) -> dict[str, Any]:
        """The options that differ from the rule set's defaults, as JSON."""
        defaults = self.rule_set.defaults
        return {
            name: str(value) if isinstance(value, str) else value
            for name in OPTIONS
            if (value := getattr(self.options, name)) != getattr(defaults, name)
        }

    def __reduce__(self) -> tuple[object, tuple[RuleSetId, dict[str, Any], int]]:
        return (_unpickled, (self.id, self.changed(), self.month))


def _unpickled(rule_set: RuleSetId, options: dict[str, Any], month: int) -> Rules:
    rules = make_rules(rule_set, options)
    return rules.in_month(month) if month else rules


@lru_cache(maxsize=256)
def _in_month(rules: Rules, month: int) -> Rules:
    return replace(rules, month=month)


_NO_OPTIONS: Mapping[str, object] = {}


def make_rules(rule_set: RuleSetId | str, options: Mapping[str, object] = _NO_OPTIONS) -> Rules:
    """The rules of a match from JSON-like values. Raises OptionError with place and allowed values."""
    found = rule_set_of(rule_set)
    values: dict[str, Any] = {each.name: getattr(found.defaults, each.name) for each in fields(Options)}
    for name, value in options.items():
        values[name] = _checked(found, name, value)
    return Rules(found, Options(**values))


def _checked(rule_set: RuleSet, name: str, value: object) -> OptionValue:
    place = f"options.{name}" if name in OPTIONS else f"options.{show(name, quoted=False)}"
    spec = OPTIONS.get(name)
    if spec is None:
        raise OptionError(place, "unknown option", OPTIONS)
    allowed = spec.allowed(rule_set.id)
    if not allowed:
        offered = [each for each in OPTIONS if OPTIONS[each].allowed(rule_set.id)]
        raise OptionError(place, f"not an option of {rule_set.id}", offered)
    for each in allowed:
        # `true` is not 1, and 12.0 is not 12 (record.md): the type must be the same, or a text for a text.
        same_type = isinstance(value, str) if isinstance(each, str) else type(value) is type(each)
        if same_type and value == each:
            return each
    raise OptionError(place, f"{show(value)} does not fit {rule_set.id}", allowed)
