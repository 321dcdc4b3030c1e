"""The places of the seat draw: gaps, neighbours, further rounds, against the rule of the record."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.match.draw_row import PLACES, cards_before, free_places, taken_places
from engine.cards.deck import DECK, Card
from engine.play.seats import draw_card, new_draw
from engine.rules.actions import Action, Draw, Player
from engine.rules.options import make_rules
from engine.version import Version


@given(
    deck=st.permutations(DECK),
    people=st.integers(2, 8),
    rule_set=st.sampled_from(["league", "sannin"]),
    presses=st.lists(st.tuples(st.integers(0, 7), st.integers(0, PLACES - 1)), min_size=40, max_size=40),
)
def test_each_press_takes_the_card_that_everybody_sees_there(
    deck: list[Card], people: int, rule_set: str, presses: list[tuple[int, int]]
) -> None:
    """Or, where it is gone, the next to its right, at the end to its left; no press is refused."""
    rules, draw = make_rules(rule_set), new_draw(tuple(deck), people, Version.CHOICES)
    actions: list[Action] = []
    shown: dict[int, Card] = {}
    laid_in = 0
    for who, place in presses:
        if not draw.waiting:
            break
        if laid_in != draw.round:
            laid_in, shown = draw.round, dict(enumerate(draw.deck[:PLACES]))
        free = free_places(taken_places(actions, people), draw.round)
        assert free == tuple(shown)
        right = [each for each in free if each >= place]
        wanted = right[0] if right else free[-1]
        before, player = cards_before(free, place), draw.waiting[who % len(draw.waiting)]
        draw, card = draw_card(rules, draw, player, before)
        assert card == shown.pop(wanted)
        actions.append(Action(player, Draw(before)))
        assert taken_places(actions, people)[player][-1] == wanted


def test_a_draw_from_before_places_were_kept_goes_on() -> None:
    """A card that had moved up into the row has no place of its own; the others keep theirs."""
    actions = [Action(Player(0), Draw(7)), Action(Player(1), Draw(7))]
    assert taken_places(actions, 3) == ((7,), (PLACES,), ())
    assert free_places(taken_places(actions, 3), 1) == tuple(range(7))
