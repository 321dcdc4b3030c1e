"""Questions about captures: which cards make a yaku, which yaku are within reach."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given

from engine.cards.cardset import CardSet
from engine.rules.options import Rules, make_rules
from engine.rules.sheet import begun, cards_of, lacking, progress, score
from engine.rules.yaku import REPLACES, YAKU, YakuId
from tests.support import strategies

CLASSIC, ISHOKAI, SANNIN = make_rules("classic"), make_rules("ishokai"), make_rules("sannin")
LEAGUE = make_rules("league")


def cards(letters: str) -> CardSet:
    return CardSet.parse(letters)


def test_cards_that_make_a_yaku() -> None:
    """Exactly the cards that count, those by which it grew included."""
    captured = cards("BFJNAIcoEMQUYgkCDGH")
    assert str(cards_of(CLASSIC, YakuId.AKATAN, captured)) == "BFJ"
    assert str(cards_of(ISHOKAI, YakuId.AKATAN, captured)) == "BFJN"
    assert str(cards_of(CLASSIC, YakuId.AME_SHIKO, captured)) == "AIco"
    assert str(cards_of(CLASSIC, YakuId.TANE, captured)) == "EMQUYgk"
    assert str(cards_of(CLASSIC, YakuId.SANKO, captured)) == ""


def test_cup_on_either_side() -> None:
    """With `either`, the cup is among the cards of the yaku for which it was counted."""
    chaff = cards("CDGHKLOPSgEMQUY")
    assert score(CLASSIC, chaff) == {YakuId.TANE: 2}
    assert "g" in str(cards_of(CLASSIC, YakuId.TANE, chaff))
    assert score(CLASSIC, cards("CDGHKLOPSg")) == {YakuId.KASU: 1}
    assert "g" in str(cards_of(CLASSIC, YakuId.KASU, cards("CDGHKLOPSg")))
    both = make_rules("classic", {"cup": "both"})
    assert score(both, chaff) == {YakuId.TANE: 2, YakuId.KASU: 1}


@given(strategies.rules, strategies.card_sets)
def test_cards_of_a_made_yaku_make_it(rules: Rules, captured: CardSet) -> None:
    """Every yaku made has cards, all captured; a yaku not made has none."""
    made = score(rules, captured)
    for yaku in YakuId:
        found = cards_of(rules, yaku, captured)
        assert bool(found) == (yaku in made)
        assert not found - captured


@given(strategies.rules, strategies.card_sets, strategies.card_sets)
def test_progress_is_within_reach(rules: Rules, captured: CardSet, gone: CardSet) -> None:
    """A yaku in progress is not made, lacks cards, and is made once everything not gone is captured."""
    gone -= captured
    everything = CardSet((1 << 48) - 1) - gone
    reachable = score(rules, everything)
    replaced = {lesser for each in REPLACES for lesser in each.lesser}
    for yaku, have, need in progress(rules, captured, gone):
        assert yaku not in score(rules, captured)
        assert 0 <= have < need
        row = next(row for row in YAKU if row.id is yaku)
        assert yaku in reachable or yaku in replaced or row.rained_off


def test_progress_of_a_few_cards() -> None:
    """Two of three boar, deer, butterflies; gone cards put a yaku out of reach."""
    assert (YakuId.INOSHIKACHO, 2, 3) in progress(CLASSIC, cards("UY"), cards(""))
    assert YakuId.INOSHIKACHO not in [each[0] for each in progress(CLASSIC, cards("UY"), cards("k"))]
    assert (YakuId.TESHI, 3, 4) in progress(CLASSIC, cards("ABC"), cards("E"))
    assert (YakuId.SANKO, 2, 3) in progress(SANNIN, cards("AIo"), cards(""))
    assert YakuId.SANKO not in [each[0] for each in progress(CLASSIC, cards("AIcs"), cards(""))]


def test_the_cards_that_a_yaku_lacks() -> None:
    """The deer for boar and butterflies; every animal left for tane; nothing once it is out of reach."""
    assert lacking(CLASSIC, YakuId.INOSHIKACHO, cards("UY"), cards("")) == cards("k")
    assert lacking(CLASSIC, YakuId.TANE, cards("EMQU"), cards("Yd")) == cards("gkp")
    assert lacking(CLASSIC, YakuId.INOSHIKACHO, cards("UY"), cards("k")) == cards("")
    assert lacking(CLASSIC, YakuId.TESHI, cards("ABCEF"), cards("G")) == cards("D")


@given(strategies.rules, strategies.card_sets, strategies.card_sets)
def test_each_card_that_is_lacking_brings_its_yaku_nearer(
    rules: Rules, captured: CardSet, gone: CardSet
) -> None:
    """With any one of them there is a card more, or the yaku is made or replaced by a higher one."""
    gone -= captured
    for yaku, have, _ in progress(rules, captured, gone):
        missing = lacking(rules, yaku, captured, gone)
        assert missing and not missing & (captured | gone)
        for card in missing:
            after = {each[0]: each[1] for each in progress(rules, captured | CardSet.of([card]), gone)}
            assert after.get(yaku, have + 1) > have or rules.options.cup.value == "either"


def test_what_is_rained_off_for_good_is_not_in_progress() -> None:
    """Sannin: with a November card, and the crane at somebody else, no cup yaku can be made any more."""
    cup_yaku = {YakuId.HANAMI, YakuId.TSUKIMI, YakuId.TEPPO}
    for own in ("Iqr", "gr", "Igq"):
        assert not cup_yaku & {yaku for yaku, *_ in progress(SANNIN, cards(own), cards("AB"))}
    assert (YakuId.HANAMI, 1, 2) in progress(SANNIN, cards("Iqr"), cards("B"))  # the crane may still come
    assert (YakuId.HANAMI, 1, 2) in progress(SANNIN, cards("I"), cards("AB"))
    assert (YakuId.HANAMI, 1, 2) in progress(CLASSIC, cards("Iqr"), cards("AB"))  # knows no rain


@given(strategies.rules, strategies.card_sets, strategies.card_sets)
def test_what_is_begun_is_made_by_the_cards_it_lacks(rules: Rules, captured: CardSet, gone: CardSet) -> None:
    """Of what is in progress exactly that; for what is left out no choice of its cards would do."""
    gone -= captured
    told = begun(rules, captured, gone)
    for yaku, have, need in progress(rules, captured, gone):
        missing = lacking(rules, yaku, captured, gone)
        made = any(
            yaku in score(rules, captured | CardSet.of(cards)) for cards in combinations(missing, need - have)
        )
        assert ((yaku, have, need) in told) == (made and have > 0)


@pytest.mark.parametrize(
    ("rules", "captured", "gone", "true", "false"),
    [
        (SANNIN, "Iqr", "", "", "hanami teppo"),
        (SANNIN, "AIqr", "", "hanami teppo", ""),
        (SANNIN, "gq", "", "", "hanami tsukimi teppo"),
        (SANNIN, "Ic", "", "teppo", "hanami tsukimi"),
        (CLASSIC, "Iqr", "", "hanami", ""),
        (SANNIN, "AEMds", "", "otori", "kotori"),
        (SANNIN, "AIco", "", "goko", "shiko sanko"),
        (CLASSIC, "AIco", "", "goko", "shiko"),
        (ISHOKAI, "AIcs", "", "goko", "ame_shiko"),
        (LEAGUE, "AIo", "", "ame_shiko", "sanko"),
        (CLASSIC, "AI", "", "sanko", ""),
        (ISHOKAI, "BFNR", "", "akatan tan", ""),
        (ISHOKAI, "BFNR", "VZhl", "akatan tan", ""),
        (ISHOKAI, "BFNR", "VZhlq", "akatan", "tan"),
    ],
)
def test_what_rain_voids_or_a_higher_yaku_replaces_is_not_begun(
    rules: Rules, captured: str, gone: str, true: str, false: str
) -> None:
    """Under rain no cup yaku; of yaku that the same card completes only the one that counts."""
    told = {yaku for yaku, *_ in begun(rules, cards(captured), cards(gone))}
    assert {*map(YakuId, true.split())} <= told
    assert not {*map(YakuId, false.split())} & told


def test_rain_and_sunrise() -> None:
    """A November card voids the cup yaku in sannin alone, and the crane revives them."""
    assert score(SANNIN, cards("Igq")) == {}
    assert score(SANNIN, cards("AIgq")) == {YakuId.HANAMI: 2}
    assert score(CLASSIC, cards("Igq")) == {YakuId.HANAMI: 5}
