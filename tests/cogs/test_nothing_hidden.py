"""No leak in words and pictures: worlds that differ only in hidden cards are told and drawn alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot import show
from bot.fold import Game
from bot.i18n import Words
from bot.screens import hand, month_result, score_sheet
from bot.screens.month_result import Result
from bot.screens.notes import about_match
from bot.screens.public import screen_of
from bot.views import NOBODY, MatchId, MatchView, SeatView, Version
from bot.wording.people import Cast
from engine.cards import Card
from engine.cardset import CardSet, cards_in
from engine.deal import Deal
from engine.month_end import MonthEnd
from engine.phase import Phase
from engine.rules import RuleSetId
from tests.bot.wording_views import EVERY, games, people, position
from tests.builders import random_rules


def other_table(table: Deal, viewer: int | None, chance: random.Random) -> Deal:
    """The same deal with what `viewer` cannot see in other places: the hands of others and the stock."""
    own = {viewer, *table.shown}
    hidden: list[Card] = list(table.deck[table.top :])
    for player, held in enumerate(table.hands):
        if player not in own:
            hidden += cards_in(held)
    swap = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    return table._replace(
        deck=tuple(swap.get(card, card) for card in table.deck),
        hands=tuple(sum(swap.get(card, card).bit for card in cards_in(hand)) for hand in table.hands),
    )


def other_end(end: MonthEnd, chance: random.Random) -> MonthEnd:
    """The same end with other cards in the hands that were not laid open."""
    unseen = [card for player, hand in enumerate(end.hands) if player not in end.shown for card in hand]
    drawn = iter(chance.sample(unseen, len(unseen)))
    hands = tuple(
        hand if player in end.shown else CardSet.of(next(drawn) for _ in hand)
        for player, hand in enumerate(end.hands)
    )
    return replace(end, hands=hands)


def other_world(game: Game, viewer: int | None, chance: random.Random) -> Game:
    """The match as it would be with other hidden cards; all that anybody may have seen is the same."""
    state = game.state
    if state.table is not None:
        state = state._replace(table=other_table(state.table, viewer, chance))
    return replace(game, state=state, ends=tuple(other_end(end, chance) for end in game.ends))


def view_of(game: Game) -> MatchView:
    """What may be seen of a match."""
    seen = show.view(
        MatchId(1), Version(1), position(game.state.rules, people(game.state.participants), game)
    )
    assert isinstance(seen, MatchView)
    return seen


def told(words: Words, view: MatchView) -> Iterator[object]:
    """Everything that everybody reads and sees."""
    screen, sheet = screen_of(view), score_sheet.Facts.of(view)
    yield screen.text(words)
    yield screen.alt(words)
    yield screen.scene(words)
    yield score_sheet.alt(words, sheet)
    yield score_sheet.scene(words, sheet)
    yield about_match.more(words, about_match.Facts.of(view, view.people[0].user or NOBODY))
    if view.ends:
        shown = Result.of(view.rules, Cast.of(view), view.ends[-1])
        yield month_result.sentences(words, shown, shown.cast.named(words, plain=True))
        yield month_result.picture(words, shown)


def told_to(words: Words, view: MatchView, seat: SeatView) -> Iterator[object]:
    """Everything that one player reads and sees on his hand."""
    facts = hand.Facts.of(view, seat)
    yield hand.text(words, facts)
    yield hand.alt(words, facts)
    yield hand.scene(words, facts)


@pytest.mark.parametrize("rule_set", RuleSetId)
@pytest.mark.parametrize("seed", range(2))
def test_hidden_cards_change_no_word_and_no_picture(rule_set: RuleSetId, seed: int) -> None:
    """Hands and stock exchanged, the public reads and sees the same, and so does each player on his hand."""
    chance = random.Random(seed)
    words = EVERY[seed % len(EVERY)]
    different = 0
    for game in games(random_rules(chance, rule_set, months=3), seed):
        if game.state.phase is Phase.SEATS:
            continue
        view, elsewhere = view_of(game), view_of(other_world(game, None, chance))
        different += view.seats != elsewhere.seats
        assert list(told(words, view)) == list(told(words, elsewhere))
        for seat in view.seats:
            world = view_of(other_world(game, seat.player, chance))
            own = world.seats[seat.player]
            assert own.observation == seat.observation
            assert list(told_to(words, view, seat)) == list(told_to(words, world, own))
    assert different
