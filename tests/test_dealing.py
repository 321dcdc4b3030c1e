"""The deals of `ordinary_deals`: what they leave out, and that they end with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.cards.deck import Deck, format_cards, parse_deck
from engine.record import shuffle
from engine.rules.options import make_rules
from tests.support.dealing import RULES, is_ordinary, ordinary_deals

SEEDS = [bytes([number]) * 32 for number in range(30)]


def dealt(deck: Callable[[bytes, int], Deck]) -> list[str]:
    """The decks of some seeds."""
    return [format_cards(deck(seed, 1)) for seed in SEEDS]


def test_ordinary_deals_are_ordinary_and_end() -> None:
    """Some seeds lead to other decks, all of them ordinary; afterwards chance deals again."""
    chance = dealt(shuffle.deck)
    with ordinary_deals():
        ordinary = dealt(shuffle.deck)
    assert dealt(shuffle.deck) == chance
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
