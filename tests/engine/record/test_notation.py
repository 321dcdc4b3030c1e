"""Notation: texts of moves, actions, cards."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Card, Deck, Kind, card, format_cards, parse_deck
from engine.errors import NotationError
from engine.record.notation import format_action, format_move, parse_action, parse_move
from engine.rules.actions import Action, Move
from tests.support import strategies


@given(strategies.moves)
def test_moves_read_back(move: Move) -> None:
    """A move's text is read back as the same move."""
    assert parse_move(format_move(move)) == move


@given(strategies.actions)
def test_actions_read_back(action: Action) -> None:
    """An action's text is read back as the same action."""
    assert parse_action(format_action(action)) == action


@given(strategies.decks)
def test_decks_read_back(deck: Deck) -> None:
    """A deck's letters are read back as the same deck."""
    assert parse_deck(format_cards(deck)) == deck


@given(strategies.card_sets)
def test_card_sets_read_back(cards: CardSet) -> None:
    """A set's letters, in any order, are read back as the same set."""
    assert CardSet.parse(str(cards)) == cards == CardSet.parse(str(cards)[::-1])


@given(st.text(max_size=12) | st.from_regex(r"[0-9 a-vA-Z>:]{0,9}", fullmatch=True))
def test_other_texts_are_refused(text: str) -> None:
    """A text is either refused with a NotationError of one line, or is the one text of its action."""
    try:
        action = parse_action(text)
    except NotationError as error:
        assert str(error).isprintable()
        assert str(error).isascii()
    else:
        assert format_action(action) == text


@pytest.mark.parametrize(
    "text", ["", "0", "0 ", " 0 A", "0  A", "00 A", "-1 A", "+1 A", "0 w", "0 A>", "0 >", "0 A>B>C", "0 AB",
             "0 cut:48", "0 cut:05", "0 cut:", "0 Draw", "0 draw ", "0 A\n", "٠ A", "1234567890 A",
             "0 draw:0", "0 draw:8", "0 draw:01", "0 draw:", "0 draw:-1"]
)  # fmt: skip
def test_near_misses_are_refused(text: str) -> None:
    """Texts that are nearly actions are none."""
    with pytest.raises(NotationError):
        parse_action(text)


def test_the_deck_is_that_of_the_rules() -> None:
    """Five lights, nine animals, ten ribbons, twenty-four chaff, with the letters of section 1."""
    by_kind = {kind: format_cards(each for each in DECK if each.kind is kind) for kind in Kind}
    assert by_kind[Kind.LIGHT] == "AIcos"
    assert by_kind[Kind.ANIMAL] == "EMQUYdgkp"
    assert by_kind[Kind.RIBBON] == "BFJNRVZhlq"
    assert len(by_kind[Kind.CHAFF]) == 24
    assert [each.month for each in DECK] == [1 + index // 4 for index in range(48)]
    assert (card("A").id, card("r").id, card("v").id) == ("01-light", "11-chaff", "12-chaff-3")


def test_cards_stay_single_objects() -> None:
    """A card that went through pickling is the same object, so identity stays equality."""
    copy: Card = pickle.loads(pickle.dumps(card("g")))
    assert copy is card("g")
    assert sorted({*DECK}) == list(DECK)


def test_sets_of_cards() -> None:
    """Sets know their months and kinds, and behave as sets."""
    cards = CardSet.parse("AIgh")
    assert str(cards.of_kind(Kind.LIGHT)) == "AI"
    assert str(cards.of_month(9)) == "gh"
    assert str(cards - CardSet.parse("Ih")) == "Ag"
    assert str(cards & CardSet.parse("hI")) == "Ih"
    assert str(cards | CardSet.of([card("B")])) == "ABIgh"
    assert (len(cards), card("A") in cards, card("B") in cards, bool(CardSet())) == (4, True, False, False)
    with pytest.raises(NotationError):
        CardSet.parse("AA")
