"""No leak in words and pictures: worlds that differ only in hidden cards are told and drawn alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.ids import NOBODY, MatchId
from bot.match import view_builder
from bot.match.progress import Progress
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import Version
from bot.screens import hand, month_result, score_sheet
from bot.screens.month_result import Result
from bot.screens.notes import about_match
from bot.screens.public import screen_of
from bot.wording.people import Cast
from engine.cards.cardset import CardSet
from engine.play.deal import Deal
from engine.rules.actions import Phase
from engine.rules.month_end import MonthEnd
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import random_rules, swapped
from tests.support.manager_fixture import quick
from tests.support.wording_views import EVERY, course, hosted, people


def other_table(table: Deal, viewer: int | None, chance: random.Random) -> Deal:
    """Return the deal with the cards that `viewer` cannot see mixed: the hands of others and the stock."""
    own = {viewer, *table.shown}
    hidden = list(table.deck[table.top :])
    for player, held in enumerate(table.hands):
        if player not in own:
            hidden += held
    return swapped(table, dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True)))


def other_end(end: MonthEnd, chance: random.Random) -> MonthEnd:
    """Return the end with other cards in the hands that were not laid open."""
    unseen = [card for player, hand in enumerate(end.hands) if player not in end.shown for card in hand]
    drawn = iter(chance.sample(unseen, len(unseen)))
    hands = tuple(
        hand if player in end.shown else CardSet.of(next(drawn) for _ in hand)
        for player, hand in enumerate(end.hands)
    )
    return replace(end, hands=hands)


def other_world(progress: Progress, viewer: int | None, chance: random.Random) -> Progress:
    """The match as it would be with other hidden cards; all that anybody may have seen is the same."""
    state = progress.state
    if state.in_play is not None:
        table = other_table(state.in_play.deal, viewer, chance)
        state = state._replace(in_play=state.in_play._replace(deal=table))
    return replace(progress, state=state, ends=tuple(other_end(end, chance) for end in progress.ends))


def view_of(progress: Progress) -> MatchView:
    """Return the public view of a match."""
    seen = view_builder.build_view(
        MatchId(1),
        Version(1),
        hosted(progress.state.rules, people(progress.state.participants), progress),
        quick(),
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
    """Everything that one player reads and sees on their hand."""
    facts = hand.Facts.of(view, seat)
    yield hand.text(words, facts)
    yield hand.alt(words, facts)
    yield hand.scene(words, facts)


@pytest.mark.parametrize("rule_set", RuleSetId)
@pytest.mark.parametrize("seed", range(2))
def test_hidden_cards_change_no_word_and_no_picture(rule_set: RuleSetId, seed: int) -> None:
    """Hands and stock exchanged, the public reads and sees the same, and so does each player on theirs."""
    chance = random.Random(seed)
    words = EVERY[seed % len(EVERY)]
    different = 0
    for progress in course(random_rules(chance, rule_set, months=3), seed):
        if progress.state.phase is Phase.SEATS:
            continue
        view, elsewhere = view_of(progress), view_of(other_world(progress, None, chance))
        different += view.seats != elsewhere.seats
        assert list(told(words, view)) == list(told(words, elsewhere))
        for seat in view.seats:
            world = view_of(other_world(progress, seat.player, chance))
            own = world.seats[seat.player]
            assert own.observation == seat.observation
            assert list(told_to(words, view, seat)) == list(told_to(words, world, own))
    assert different
