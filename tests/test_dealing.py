"""The deals of `ordinary_deals`: the same in a test and in its bot, and over when it is over."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from engine.cards.deck import Deck, format_cards, parse_deck
from engine.record import shuffle
from engine.rules.options import make_rules
from tests.support.dealing import RULES, is_ordinary, ordinary_deals

SEEDS = [bytes([number]) * 32 for number in range(30)]
ASK = """
from engine.cards.deck import format_cards
from engine.record.shuffle import deck
for number in range(30):
    print(format_cards(deck(bytes([number]) * 32, 1)))
"""


def dealt(deck: Callable[[bytes, int], Deck]) -> list[str]:
    """The decks of some seeds."""
    return [format_cards(deck(seed, 1)) for seed in SEEDS]


def asked() -> list[str]:
    """The same from another Python."""
    return subprocess.run(
        [sys.executable, "-c", ASK], check=True, capture_output=True, text=True
    ).stdout.split()


def test_a_bot_and_its_test_deal_alike() -> None:
    """Some seeds lead to other decks, all of them ordinary; afterwards chance deals again, everywhere."""
    chance = dealt(shuffle.deck)
    with ordinary_deals():
        ordinary = dealt(shuffle.deck)
        assert asked() == ordinary
    assert asked() == dealt(shuffle.deck) == chance
    changed = [number for number, text in enumerate(ordinary) if text != chance[number]]
    assert 0 < len(changed) < len(SEEDS) / 2
    for text in ordinary:
        assert all(is_ordinary(rules, parse_deck(text)) for rules in RULES)


def with_cards(letters: dict[int, str]) -> Deck:
    """An ordinary deck in which these cards have changed their places."""
    with ordinary_deals():
        cards = list(format_cards(shuffle.deck(SEEDS[0], 1)))
    for place, letter in letters.items():
        other = cards.index(letter)
        cards[place], cards[other] = cards[other], cards[place]
    return parse_deck("".join(cards))


@pytest.mark.parametrize(
    ("rules", "letters"),
    [
        pytest.param("classic", {4: "A", 5: "B", 6: "C", 7: "D"}, id="four of a month on the field"),
        pytest.param("classic", {4: "A", 5: "B", 6: "C", 8: "D"}, id="three, and the fourth in a hand"),
        pytest.param("league", {0: "A", 1: "B", 2: "C", 3: "D"}, id="four of a month in a hand"),
        pytest.param("sannin", {0: "A", 1: "B", 2: "C", 3: "D"}, id="something to declare"),
    ],
)
def test_what_is_not_ordinary(rules: str, letters: dict[int, str]) -> None:
    """Each kind of deal that the fixture leaves out is told from the others."""
    assert is_ordinary(make_rules(rules), with_cards({}))
    assert not is_ordinary(make_rules(rules), with_cards(letters))
