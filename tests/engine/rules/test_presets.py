"""Presets are names for rules, and nothing else."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from engine.errors import OptionError
from engine.rules.options import OPTIONS, make_rules
from engine.rules.presets import NAMES, PRESETS, PresetId, name_of, named_rules, preset_of, rules_name
from engine.rules.rule_sets import RULE_SETS, RuleSetId

GIVEN = json.loads((Path(__file__).parents[2] / "vectors" / "presets" / "presets.json").read_text("ascii"))


def test_presets_are_those_of_the_vector() -> None:
    """Name, rule set and options, in the same order."""
    found = {each.id: {"rules": each.rule_set, "options": dict(each.options)} for each in PRESETS.values()}
    assert found == GIVEN and list(found) == list(GIVEN)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("months", [1, 3, 6, 12])
def test_rules_are_found_by_their_name_whatever_their_length(name: RuleSetId | PresetId, months: int) -> None:
    """The name of a preset's rules is the preset's, that of plain rules the rule set's."""
    if name is not RuleSetId.SANNIN or months > 1:
        assert name_of(named_rules(name, months=months)) == name == rules_name(name.value)


@pytest.mark.parametrize("preset", PresetId)
def test_one_other_option_makes_it_the_rule_set(preset: PresetId) -> None:
    """Whatever is changed but the length, the rules have the rule set's name."""
    rules = named_rules(preset)
    for option, spec in OPTIONS.items():
        for value in spec.allowed(rules.id):
            if option != "months" and value != getattr(rules.options, option):
                changed = make_rules(rules.id, {**rules.changed(), option: value})
                assert preset_of(changed) is None and name_of(changed) is rules.id


def test_no_two_names_mean_the_same_rules() -> None:
    """No preset agrees with another one, or with its plain rule set, in all options but the length."""
    plain = [named_rules(name, months=3) for name in NAMES]
    assert all(one != other for one, other in combinations(plain, 2))


@pytest.mark.parametrize("text", ["", "Nintendo", "leagu", "league ", "flash\n"])
def test_other_names_are_refused_with_those_that_there_are(text: str) -> None:
    """The error lists every rule set and preset."""
    with pytest.raises(OptionError, match=r"nintendo.*flash") as refused:
        rules_name(text)
    assert refused.value.place == "rules" and refused.value.allowed == NAMES
    assert set(NAMES) >= set(RULE_SETS)
