"""Places that must know of each option: the networks of *hard*, the page of the engine, and the vectors."""

from __future__ import annotations

import json
from functools import cache

import pytest

from bot.opponents.features import option_inputs
from engine.rules.options import OPTIONS, make_rules
from tests.support.papers import ROOT

VECTORS = ROOT / "tests/vectors"
OUTSIDE_PLAY = {"months", "hand_yaku", "field_four", "deal_passes", "losers_pay"}
"""No inputs of the networks, which judge positions of one month after the deal by its lead."""
TOLD_BY_POSITIONS = {"field_lights"}
"""An input is not the option but what it makes of a position: the number of lights."""
WORTH_THE_SAME = {"months", "koi_void"}
"""Options that change nothing in what captured cards are worth; they stand in records that are replayed."""


@pytest.mark.parametrize("name", OPTIONS)
def test_the_networks_are_told_of_an_option(name: str) -> None:
    """A value other than the default changes the network's inputs, or a list here says why not."""
    told = any(
        option_inputs(make_rules(rule_set, {name: value})) != option_inputs(make_rules(rule_set))
        for rule_set, values in OPTIONS[name].values.items()
        for value in values
    )
    assert told != (name in OUTSIDE_PLAY | TOLD_BY_POSITIONS), (
        f"{name}: add it to `option_inputs` in bot/opponents/features.py and train, or to a list here"
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_the_page_of_the_engine_names_an_option(name: str) -> None:
    """The chapter of a rule set that offers it says what it does."""
    page = (ROOT / "engine/README.md").read_text(encoding="utf-8")
    chapters = page[page.index("## The four rule sets") : page.index("## Notation")]
    assert f"`{name}" in chapters, f"engine/README.md does not name `{name}`"


@pytest.mark.parametrize("name", OPTIONS)
def test_a_vector_has_an_option(name: str) -> None:
    """A row of score.jsonl has it; an option that changes no score stands in a record instead."""
    assert name in (_recorded() if name in WORTH_THE_SAME else _scored()), f"tests/vectors has no {name}"


@cache
def _scored() -> set[str]:
    files = (VECTORS / "score.jsonl", VECTORS / "presets" / "score.jsonl")
    rows = [row for path in files for row in path.read_text("ascii").splitlines()]
    return {name for row in rows for name in json.loads(row)["options"]}


@cache
def _recorded() -> set[str]:
    records = [json.loads(path.read_text("ascii")) for path in VECTORS.glob("replays*/*.json")]
    return {name for record in records for name in record["options"]}
