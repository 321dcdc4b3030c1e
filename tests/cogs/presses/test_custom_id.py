"""The grammar of custom ids."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import GREATEST, MatchId
from cogs.content.custom_id import (
    LONGEST,
    TEMPLATE,
    BadCustomId,
    Press,
    Shape,
    Verb,
    format_press,
    parse_press,
)
from engine.cards.deck import DECK
from engine.rules.actions import Choose, Cut, Declare, KoiKoi, Move, Play, Ready, Shobu
from engine.rules.rule_sets import RuleSetId

numbers = st.integers(0, GREATEST)
cards = st.sampled_from(DECK)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Play, cards, st.none() | cards),
    st.builds(Choose, cards),
    st.builds(Cut, st.integers(0, 47)),
    st.sampled_from([Ready(), Declare(), Shobu(), KoiKoi()]),
)


@st.composite
def presses(draw: st.DrawFn) -> Press:
    """Any press that a button of ours can carry."""
    verb, match = draw(st.sampled_from(Verb)), MatchId(draw(numbers))
    match verb.shape:
        case Shape.NUMBER:
            return Press(match, verb, draw(numbers))
        case Shape.PLACE:
            return Press(match, verb, draw(numbers), place=draw(st.integers(0, 7)))
        case Shape.MOVE:
            return Press(match, verb, draw(numbers), move=draw(moves))
        case Shape.CARD:
            return Press(match, verb, draw(numbers), card=draw(cards))
        case Shape.RULE_SET:
            return Press(match, verb, rule_set=draw(st.sampled_from(RuleSetId)))
    return Press(match, verb)


@given(presses())
def test_a_press_survives_being_written_and_read(press: Press) -> None:
    """A formatted press parses to that press, and Discord takes the text."""
    text = format_press(press)
    assert parse_press(text) == press
    assert 1 <= len(text) <= LONGEST
    assert re.fullmatch(TEMPLATE, text)


@given(st.text(max_size=120) | st.from_regex(r"kk[0-9]{1,3}:[a-z:0-9>A-Z]{0,30}", fullmatch=True))
def test_any_text_is_a_press_or_refused(text: str) -> None:
    """A forged text is either exactly what we would have written, or a bad custom id; never another error."""
    try:
        press = parse_press(text)
    except BadCustomId:
        return
    assert format_press(press) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kk1:",
        "kk1:nothing",
        "kk1:join:1",
        "kk1:draw",
        "kk1:draw:x",
        "kk1:draw:01",
        "kk1:draw:1:0",
        "kk1:draw:1:8",
        "kk1:draw:1:03",
        "kk01:join",
        "kk١:join",
        "kk1:move:3",
        "kk1:move:3:draw",
        "kk1:move:3:resign",
        "kk1:move:-3:A",
        "kk1:move:3:A>",
        "kk1:move:3:cut:99",
        "kk1:pick:3:!",
        "kk1:value",
        "kk1:value:oya",
        "kk1:value:oyaken:4",
        f"kk{2**63}:join",
        "kk1:join\n",
    ],
)
def test_these_are_refused(text: str) -> None:
    """Other spellings, other numbers of parts and moves with verbs of their own are no custom ids of ours."""
    with pytest.raises(BadCustomId):
        parse_press(text)
