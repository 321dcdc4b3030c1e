"""Hand yaku: how many hands hold them, counted exactly, and what they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, factorial, prod

from engine.cards.cardset import CardSet
from engine.rules.hand_yaku import hand_yaku
from engine.rules.options import Rules, make_rules
from engine.rules.yaku import YakuId


def splits(cards: int, most: int = 4) -> Iterator[tuple[int, ...]]:
    """Every way to split a hand by month, largest first."""
    if cards == 0:
        yield ()
    for first in range(min(cards, most), 0, -1):
        for rest in splits(cards - first, first):
            yield (first, *rest)


def hands_of(split: tuple[int, ...]) -> int:
    """Return the number of hands with this split: the months, times the cards of each."""
    if len(split) > 12:
        return 0
    same = prod(factorial(count) for count in Counter(split).values())
    months = factorial(12) // factorial(12 - len(split)) // same
    return months * prod(comb(4, count) for count in split)


def counted(rules: Rules) -> Counter[YakuId]:
    """Hands by hand yaku over all splits; one hand stands for each split, as no yaku asks for more."""
    found: Counter[YakuId] = Counter()
    for split in splits(rules.rule_set.hand_size):
        if hands_of(split):
            sample = sum((1 << count) - 1 << 4 * month for month, count in enumerate(split))
            for yaku in hand_yaku(rules, CardSet(sample)):
                found[yaku] += hands_of(split)
    return found


def test_splits_cover_all_hands() -> None:
    """The splits by month count every hand of 7 and of 8 cards once."""
    for size in (7, 8):
        assert sum(map(hands_of, splits(size))) == comb(48, size)


def test_two_player_counts() -> None:
    """Of C(48,8) hands 1,628,946 hold teshi and 641,520 are kuttsuki."""
    for rule_set in ("league", "ishokai"):
        found = counted(make_rules(rule_set))
        assert found == {YakuId.TESHI: 1_628_946, YakuId.KUTTSUKI: 641_520}


def test_sannin_counts() -> None:
    """The counts of section 3's table, of C(48,7) hands."""
    assert counted(make_rules("sannin")) == {
        YakuId.TESHI: 126_720,
        YakuId.HANEKEN: 95_040,
        YakuId.FUTA_SANBON: 42_240,
        YakuId.ICHI_NI_SHI: 31_680,
        YakuId.SHISO: 528,
    }


def test_values_and_examples_of_sannin() -> None:
    """The examples of section 3's table have their yaku."""
    examples = {
        "AQRSTau": (YakuId.TESHI, 8),
        "EFGOPkl": (YakuId.HANEKEN, 10),
        "JKLXtuv": (YakuId.FUTA_SANBON, 20),
        "FMPopqr": (YakuId.ICHI_NI_SHI, 30),
        "ghijlmn": (YakuId.SHISO, 80),
    }
    for letters, (yaku, value) in examples.items():
        assert hand_yaku(make_rules("sannin"), CardSet.parse(letters)) == {yaku: value}


def test_options_switch_hand_yaku() -> None:
    """Classic has teshi alone, with `teshi: dealt`; league and ishokai can switch theirs off."""
    teshi, kuttsuki = CardSet.parse("ABCDEIMQ"), CardSet.parse("ABEFIJMN")
    for rules, expected in (
        (make_rules("classic"), ({}, {})),
        (make_rules("classic", {"teshi": "dealt"}), ({YakuId.TESHI: 6}, {})),
        (make_rules("classic", {"teshi": "off"}), ({}, {})),
        (make_rules("league"), ({YakuId.TESHI: 6}, {YakuId.KUTTSUKI: 6})),
        (make_rules("league", {"hand_yaku": False}), ({}, {})),
        (make_rules("ishokai", {"hand_yaku": False}), ({}, {})),
    ):
        assert (hand_yaku(rules, teshi), hand_yaku(rules, kuttsuki)) == expected
    two_months = CardSet.parse("ABCDEFGH")
    assert hand_yaku(make_rules("league"), two_months) == {YakuId.TESHI: 6}
