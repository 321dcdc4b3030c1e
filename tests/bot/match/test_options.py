"""Options as they are typed after `/koikoi play`: read, written, suggested."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.i18n import Words
from bot.wording import house_rules, notes, rules
from engine.errors import OptionError, OptionTwice
from engine.rules.options import OPTIONS, OptionValue, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE


@st.composite
def choices(draw: st.DrawFn) -> tuple[RuleSetId, dict[str, OptionValue]]:
    """A rule set and values for some of its options."""
    rule_set = draw(st.sampled_from(RuleSetId))
    offered = [name for name, spec in OPTIONS.items() if spec.allowed(rule_set)]
    names = draw(st.lists(st.sampled_from(offered), unique=True))
    return rule_set, {name: draw(st.sampled_from(OPTIONS[name].allowed(rule_set))) for name in names}


@settings(deadline=None)
@given(choices(), st.sampled_from(EVERY))
def test_what_is_written_is_read_as_the_same_options(
    wanted: tuple[RuleSetId, dict[str, OptionValue]], words: Words
) -> None:
    """In each language; where the words are too long the names of records stand for them."""
    rule_set, chosen = wanted
    text = house_rules.written(words, chosen)
    assert text is None or house_rules.read(EVERY, rule_set, text) == chosen
    said = [rules.setting(words, *one) for one in chosen.items()]
    assert house_rules.read(EVERY, rule_set, "、".join(said)) == chosen
    assert (
        house_rules.read(EVERY, rule_set, ";".join(f"{k}={house_rules.code(v)}" for k, v in chosen.items()))
        == chosen
    )


@pytest.mark.outside
@settings(deadline=None)
@given(st.sampled_from(RuleSetId), st.text(max_size=60))
def test_any_text_is_options_or_an_option_error(rule_set: RuleSetId, text: str) -> None:
    """Nothing that a person types raises anything else, and the error makes a sentence."""
    try:
        make_rules(rule_set, house_rules.read(EVERY, rule_set, text))
    except OptionError as error:
        assert 1 <= len(notes.option_error(ENGLISH, error)) <= 2000
    assert len(house_rules.suggestions(JAPANESE, EVERY, rule_set, text)) <= house_rules.MOST


@pytest.mark.parametrize("text", ["OYA-KEN : 4", "oya: 4", "oya ken=4", "親権：４", " oyaken=4 , "])
def test_people_type_in_many_ways(text: str) -> None:
    """Case, width, spaces and hyphens do not matter."""
    assert house_rules.read(EVERY, RuleSetId.LEAGUE, text) == {"oyaken": 4}


@pytest.mark.parametrize(
    "text", ["Oya-ken: 6, oyaken=4", "oyaken=4; 親権：4", "oya: 4, Seven doubles: on, oya: 4"]
)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_an_option_that_is_given_twice_is_told(text: str, words: Words) -> None:
    """In whatever ways it is typed, and with the same value as well: nobody knows which one is meant."""
    with pytest.raises(OptionTwice) as refused:
        house_rules.read(EVERY, RuleSetId.LEAGUE, text)
    said = notes.option_error(words, refused.value)
    assert f"**{rules.option_name(words, 'oyaken')}**" in said
    assert words.locale == "en" or "twice" not in said


@pytest.mark.parametrize("text", ["Oya-ken: -4", "oyaken=-4", "親権：－４", "Oya-ken: - 4", "oyaken=4-"])
def test_a_sign_is_not_lost(text: str) -> None:
    """A number below 0 is refused, and the refusal names what is allowed."""
    with pytest.raises(OptionError) as refused:
        house_rules.read(EVERY, RuleSetId.LEAGUE, text)
    assert refused.value.place == "options.oyaken"
    assert refused.value.allowed == tuple(range(13))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("oyaken=40", ("**Oya-ken**", "0–12")),
        ("cup=half", ("**Sake cup**", "animal or chaff")),
        ("Koi-koi multiplier", ("×2 if the loser called",)),
        ("goko_bonus=4", ("`goko_bonus`", "Seven doubles")),
        ("券=4", ("`券`", "Oya-ken")),
        ("s=4", ("`s`", "Sake cup", "Seven doubles")),
    ],
)
def test_what_does_not_fit_is_told_with_what_would(text: str, told: tuple[str, ...]) -> None:
    """The Note names the option and the allowed values, or what was typed and the options there are."""
    with pytest.raises(OptionError) as raised:
        house_rules.read(EVERY, RuleSetId.LEAGUE, text)
    said = notes.option_error(ENGLISH, raised.value)
    assert all(each in said for each in told), said


@settings(deadline=None)
@given(choices(), st.sampled_from(EVERY))
def test_every_suggestion_is_understood(
    wanted: tuple[RuleSetId, dict[str, OptionValue]], words: Words
) -> None:
    """A suggestion keeps what is finished, adds one option at most, fits into Discord's 100 characters."""
    rule_set, chosen = wanted
    typed = house_rules.written(words, chosen)
    if typed is None:
        return
    for text in house_rules.suggestions(words, EVERY, rule_set, typed):
        found = house_rules.read(EVERY, rule_set, text)
        assert dict([*chosen.items()][:-1]).items() <= found.items()
        assert chosen.keys() <= found.keys()
        assert len(found) <= len(chosen) + 1
        assert 1 <= len(text) <= 100


def test_suggestions_follow_the_finger() -> None:
    """Nothing typed: every change; a few letters: what has them; an option finished: it, then it and more."""
    assert "Seven doubles: on" in house_rules.suggestions(ENGLISH, EVERY, RuleSetId.CLASSIC, "")
    assert house_rules.suggestions(ENGLISH, EVERY, RuleSetId.SANNIN, "goko bonus: 24")[0] == "Goko bonus: 24"
    assert house_rules.suggestions(JAPANESE, EVERY, RuleSetId.LEAGUE, "倍") == (
        "7点以上は倍：あり",
        "こいこい倍率：相手のこいこいで×2",
        "こいこい倍率：双方のこいこいの数＋1",
        "こいこい倍率：勝者のこいこいの数＋1（相手のこいこいで×2）",
    )
    first, second, *_ = house_rules.suggestions(ENGLISH, EVERY, RuleSetId.LEAGUE, "Seven doubles: on")
    assert first == "Seven doubles: on"
    assert second == "Seven doubles: on, Rain man in sanko: on"
    typed = house_rules.suggestions(ENGLISH, EVERY, RuleSetId.LEAGUE, "oya: 1")
    assert typed[:5] == (
        "Oya-ken: 1",
        "Oya-ken: 10",
        "Oya-ken: 11",
        "Oya-ken: 12",
        "Oya-ken: 1, Rain man in sanko: on",
    )
    assert house_rules.suggestions(ENGLISH, EVERY, RuleSetId.LEAGUE, "nothing: of it, ") == ()
