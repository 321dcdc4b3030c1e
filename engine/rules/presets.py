"""Presets: rules by the name that people know them by (rules.md section 9.10).

A preset is a name, a rule set and values of its options, nothing else: what it leaves out is the rule set's
default. Records and matches hold the values, so the name is found from the rules alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from engine.errors import OptionError, show
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RULE_SETS, STANDARD, RuleSetId


class PresetId(StrEnum):
    """The presets, in the order in which people are offered them."""

    NINTENDO = "nintendo"
    FUDAWIKI = "fudawiki"
    NEWHANAFUDA = "newhanafuda"
    FLASH = "flash"


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule set and the options that a preset changes in it."""

    id: PresetId
    rule_set: RuleSetId
    options: Mapping[str, Any]

    def rules(self, **more: Any) -> Rules:
        """Return the rules of this preset; `more` are options that win over its own. Raises OptionError."""
        return make_rules(self.rule_set, {**self.options, **more})


PRESETS: Mapping[PresetId, Preset] = {
    PresetId.NINTENDO: Preset(
        PresetId.NINTENDO,
        STANDARD,
        {
            "lights": "10-8-7-5",
            "sets": "growing",
            "seven_double": True,
            "koi_multiplier": "opponent",
            "koi_limit": "once",
            "oyaken": 0,
            "deal_passes": True,
        },
    ),
    PresetId.FUDAWIKI: Preset(
        PresetId.FUDAWIKI,
        STANDARD,
        {
            "lights": "15-8-7-6",
            "sets": "growing",
            "month_cards": True,
            "field_four": "redeal_pairs",
            "seven_double": True,
            "koi_multiplier": "opponent",
            "oyaken": 0,
        },
    ),
    PresetId.NEWHANAFUDA: Preset(
        PresetId.NEWHANAFUDA,
        STANDARD,
        {
            "months": 3,
            "lights": "15-8-7-6",
            "sets": "five",
            "field_four": "redeal_pairs",
            "seven_double": True,
            "koi_multiplier": "each",
            "oyaken": 0,
        },
    ),
    PresetId.FLASH: Preset(
        PresetId.FLASH,
        STANDARD,
        {"month_cards": True, "viewing": False, "hand_yaku": False, "losers_pay": True},
    ),
}

RulesName = RuleSetId | PresetId
"""A name under which people choose rules: a rule set's or a preset's."""
NAMES: tuple[RulesName, ...] = (*RULE_SETS, *PRESETS)
"""All names in the order in which people are offered them."""

_BY_OPTIONS = {(each.rule_set, replace(each.rules().options, months=0)): each.id for each in PRESETS.values()}


def preset_of(rules: Rules) -> PresetId | None:
    """Return the preset with which all options but the length agree; None where none does."""
    return _BY_OPTIONS.get((rules.id, replace(rules.options, months=0)))


def name_of(rules: Rules) -> RulesName:
    """Return the name of these rules: the preset's where they are one, else the rule set's."""
    return preset_of(rules) or rules.id


def rules_name(text: str) -> RulesName:
    """Read the name of a rule set or preset. Raises OptionError with place `rules`."""
    for names in (RuleSetId, PresetId):
        if text in set(names):
            return names(text)
    raise OptionError("rules", f"unknown rules {show(text)}", NAMES)


def named_rules(name: RulesName, **options: Any) -> Rules:
    """Return the rules of this name as they are by themselves; `options` win. Raises OptionError."""
    return PRESETS[name].rules(**options) if isinstance(name, PresetId) else make_rules(name, options)
