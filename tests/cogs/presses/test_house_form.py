"""The form of house rules as a value: it fits into Discord, and gives back what it was filled in with."""

from __future__ import annotations

import random

import pytest

from bot.i18n import Words
from bot.ids import MatchId
from cogs.content import submitted
from cogs.content.controls import FieldKind, OptionForm, modal_of
from cogs.content.custom_id import Verb, parse_press
from cogs.presses.house_rules import TICKS, form, forms, kept, offered, read
from engine.errors import OptionError, OptionTwice
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import random_rules
from tests.support.wording_views import ENGLISH, EVERY

LABEL, ABOUT, TITLE = 45, 100, 45
FIELDS = 5
LINES = {FieldKind.TICKS: range(1, 11), FieldKind.RADIO: range(2, 11), FieldKind.SELECT: range(1, 26)}


def sent(filled: OptionForm) -> dict[str, tuple[str, ...]]:
    """Return Discord's data of a form that nobody has touched."""
    return {each.name: tuple(one.value for one in each.lines if one.chosen) for each in filled.fields}


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_every_rule_set_has_forms_that_discord_takes(words: Words, rule_set: RuleSetId) -> None:
    """All its forms together have every option but the length, each once."""
    named = [name for which in forms(rule_set) for name in fits(words, rule_set, which)]
    assert sorted(named) == sorted(spec.name for spec in offered(rule_set)) and "months" not in named


def fits(words: Words, rule_set: RuleSetId, which: Verb) -> set[str]:
    """The options of a form, which has at most five fields, and every text within its limit."""
    made = form(words, MatchId(7), make_rules(rule_set), which)
    assert 1 <= len(made.fields) <= FIELDS and 1 <= len(made.title) <= TITLE
    for each in made.fields:
        assert 1 <= len(each.label) <= LABEL and len(each.about) <= ABOUT
        assert len(each.lines) in LINES[each.kind]
        assert len({one.value for one in each.lines}) == len(each.lines)
        assert all(1 <= len(one.label) <= ABOUT and len(one.description) <= ABOUT for one in each.lines)
        assert each.kind is FieldKind.TICKS or sum(one.chosen for one in each.lines) == 1
    told = modal_of(made).to_dict()
    assert parse_press(told["custom_id"]).verb is Verb.HOUSED and len(told["components"]) == len(made.fields)
    ticks = TICKS[which]
    named = {each.name for each in made.fields} - {ticks}
    return named | {one.value for each in made.fields if each.name == ticks for one in each.lines}


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_form_that_nobody_touched_changes_nothing(rule_set: RuleSetId) -> None:
    """Whatever the rules are; the length is not its own to say."""
    chance = random.Random(rule_set.value)
    for _ in range(60):
        rules = random_rules(chance, rule_set, months=6)
        made = [sent(form(ENGLISH, MatchId(1), rules, which)) for which in forms(rule_set)]
        chosen = {name: value for each in made for name, value in read(rule_set, each).items()}
        assert make_rules(rule_set, {**chosen, "months": 6}) == rules


def test_what_is_not_offered_is_left_to_the_engine_to_refuse() -> None:
    """A forger's value, or none at all."""
    with pytest.raises(OptionError):
        make_rules("league", read(RuleSetId.LEAGUE, {"oyaken": ("40",)}))
    assert read(RuleSetId.LEAGUE, {"goko_bonus": ("3",), "teshi": ("off",), "oyaken": ()}) == {}
    ticked = read(RuleSetId.ISHOKAI, {TICKS[Verb.HOUSE]: ("seven_double",)})
    assert ticked == {"hand_yaku": False}


@pytest.mark.parametrize(
    "data",
    [
        {"components": [{"custom_id": "oyaken", "value": "4"}, {"custom_id": "oyaken", "value": "6"}]},
        {"components": [{"custom_id": "oyaken", "values": ["4", "6"]}]},
        {
            "components": [
                {"custom_id": TICKS[Verb.HOUSE], "values": ["seven_double", "koi_void", "seven_double"]}
            ]
        },
    ],
)
def test_an_option_that_comes_back_twice_is_refused(data: dict[str, object]) -> None:
    """Discord sends none; a forger's is told as what was typed twice."""
    with pytest.raises(OptionTwice):
        read(RuleSetId.LEAGUE, submitted.fields(data))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_what_was_chosen_in_vain_can_be_typed(words: Words) -> None:
    """As the command takes it; nothing is said where it is the rule set's own."""
    own = make_rules("league")
    assert kept(words, own.id, _options(own)) == ""
    told = kept(words, own.id, _options(make_rules("league", {"oyaken": 4})))
    assert "4" in told and "`" in told


def _options(rules: Rules) -> dict[str, int | str]:
    return {spec.name: getattr(rules.options, spec.name) for spec in offered(rules.id)}
