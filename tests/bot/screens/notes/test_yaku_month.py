"""The yaku sheet of a month: each card where it lies, each yaku as far as it has come, nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView
from bot.screens.notes import yaku_sheet
from bot.screens.notes.yaku_month import Month, YakuStatus
from bot.screens.notes.yaku_sheet import Facts
from bot.wording import yaku as yaku_words
from bot.wording.limits import ALT, CONTENT
from bot.wording.people import Cast
from bot.wording.yaku import counts_nothing
from engine.cards.deck import Card, card
from engine.play.observation import Observation
from engine.rules.actions import Player
from engine.rules.outlook import Reach
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId, rows_in_force
from images.scene.records import CardState, RowLook
from tests.gallery import void
from tests.support.builders import random_rules
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES, matches

RULE_SETS = pytest.mark.parametrize("rule_set", RuleSetId)
MADE = {RowLook.MADE, RowLook.VOID}
SEEDS = pytest.mark.parametrize("seed", range(2))


def played(rule_set: RuleSetId, seed: int) -> Iterator[MatchView]:
    """Views of a random match by random options in which cards are played, some of them."""
    rules = random_rules(random.Random(seed), rule_set, months=3)
    views = [view for view in matches(rules, seed, names=LONG_NAMES) if view.seats and view.rest is None]
    yield from random.Random(seed).sample(views, min(24, len(views)))


def months(view: MatchView) -> Iterator[tuple[Observation, Month]]:
    """Yield the view of each seat and of the public, with its month."""
    for seen in (*(seat.observation for seat in view.seats), view.public):
        if seen is not None and (month := Month.of(seen, Cast.of(view))) is not None:
            yield seen, month


def lies(seen: Observation, one: Card) -> CardState:
    """Return the state of a card for a player, counted from the table alone."""
    assert seen.viewer is not None
    owners = [player for player, cards in enumerate(seen.captured) if one in cards]
    if owners:
        return CardState.CAPTURED if owners == [seen.viewer] else CardState.GONE
    return CardState.HELD if one in seen.hand else CardState.OUT


@RULE_SETS
@SEEDS
def test_each_card_is_told_where_it_lies(rule_set: RuleSetId, seed: int) -> None:
    """Captured, in the hand, open or gone; the fraction counts what is captured of a way to make it."""
    states = dict.fromkeys(CardState, 0)
    for view in played(rule_set, seed):
        for seen, month in months(view):
            if seen.viewer is None:
                continue
            assert month.mine
            for which, stand in month.statuses.items():
                assert stand.player is None
                for one, state in zip(stand.cards, stand.states, strict=True):
                    assert state is lies(seen, one)
                    states[state] += 1
                shapes = [s for row, _ in rows_in_force(seen.rules) if row.id is which for s in row.shapes]
                own = seen.captured[seen.viewer].mask
                counts = {
                    (s.whole & own).bit_count() + min(s.need, (s.few & own).bit_count()) for s in shapes
                }
                assert stand.outlook.have in counts or seen.rules.options.cup == "either"
                assert (stand.row_look in MADE) == (which in seen.yaku[seen.viewer])
    assert all(states[each] for each in CardState if each is not CardState.PLAIN)


@RULE_SETS
def test_what_is_crossed_out_cannot_be_made(rule_set: RuleSetId) -> None:
    """Of a yaku that is gone others have a card that it needs, or so many that too few are left, or it rains.

    Of one that is not, nothing that it needs is with others.
    """
    for view in played(rule_set, 7):
        for seen, month in months(view):
            if seen.viewer is None:
                continue
            away = seen.gone(seen.viewer)
            for which, stand in month.statuses.items():
                shapes = [s for row, _ in rows_in_force(seen.rules) if row.id is which for s in row.shapes]
                left = [
                    not s.whole & away.mask and (s.few & ~away.mask).bit_count() >= s.need for s in shapes
                ]
                if stand.outlook.reach is Reach.GONE:
                    assert not any(left) or (seen.rules.rule_set.rain and card("A") in away)
                else:
                    assert any(left)
                assert set(stand.held) <= set(seen.hand)


@RULE_SETS
@SEEDS
def test_nothing_that_is_hidden_is_on_a_sheet(rule_set: RuleSetId, seed: int) -> None:
    """Cards that no one but their holder sees are open for all others; everybody's sheet knows no hand."""
    hands = 0
    for view in played(rule_set, seed):
        seats = [seat.observation for seat in view.seats if seat.observation is not None]
        for seen, month in months(view):
            hidden = [each.hand for each in seats if each.viewer != seen.viewer]
            for stand in month.statuses.values():
                assert seen.viewer is not None or not stand.held
                for one, state in zip(stand.cards, stand.states, strict=True):
                    if any(one in hand for hand in hidden):
                        assert state is CardState.OUT
                        hands += 1
    assert hands


@RULE_SETS
def test_everybodys_sheet_names_who_is_nearest(rule_set: RuleSetId) -> None:
    """Nobody lacks fewer cards of a yaku that can be had than the one who is named."""
    named = 0
    for view in played(rule_set, 3):
        cast = Cast.of(view)
        public = view.public and Month.of(view.public, cast)
        if not public:
            continue
        assert not public.mine
        own = [month for seen, month in months(view) if seen.viewer is not None]
        for which, stand in public.statuses.items():
            each = [month.statuses[which].outlook for month in own]
            if stand.row_look in MADE:
                assert any(one.reach is Reach.MADE for one in each)
            elif stand.player is not None and stand.outlook.reach is Reach.OPEN:
                lacks = [one.need - one.have for one in each if one.reach is Reach.OPEN]
                assert each[stand.player] == stand.outlook
                assert stand.outlook.need - stand.outlook.have == min(lacks)
                named += 1
            elif stand.outlook.reach is Reach.GONE:
                assert all(one.reach is Reach.GONE for one in each)
    assert named


@pytest.mark.outside
@RULE_SETS
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_text_and_description_tell_every_yaku(rule_set: RuleSetId, words: Words) -> None:
    """Within the limits, whatever the names; what is begun is told with how far it has come."""
    for view in played(rule_set, 5):
        for seen, month in months(view):
            facts = Facts.of(seen.rules, month)
            every = range(yaku_sheet.pages(facts))
            pages = [yaku_sheet.alt(words, replace(facts, page=page)) for page in every]
            assert max(map(len, pages)) <= ALT and len(yaku_sheet.text(words, facts)) <= CONTENT
            said = "".join(pages)
            assert "{" not in said
            drawn_rows = yaku_sheet.entries(words, facts)[len(month.void_losses) :]
            assert len(drawn_rows) == len(facts.captured) + len(facts.dealt)
            for entry, drawn in zip(facts.captured, drawn_rows, strict=False):
                stand = month.statuses[entry.yaku]
                assert drawn.look is stand.row_look and drawn.states == stand.states
                assert yaku_words.long_name(words, seen.rules, entry.yaku) in said
                if _counts(stand):
                    assert drawn.reached == f"{stand.outlook.have}/{stand.outlook.need}"
                else:
                    assert drawn.reached == ""


def _counts(stand: YakuStatus) -> bool:
    return stand.outlook.reach in {Reach.OPEN, Reach.RAINED}


VOID = dict(void.views(LONG_NAMES))
SHEETS = pytest.mark.parametrize("which", [which for which, view in VOID.items() if view.rest is None])


@SHEETS
def test_void_yaku_are_struck_through(which: str) -> None:
    """A made yaku that counts nothing is void, and says so; a later one is not."""
    for seen, month in months(VOID[which]):
        made = {each: stand for each, stand in month.statuses.items() if stand.row_look in MADE}
        for each, stand in made.items():
            holders = [held for held in seen.yaku if each in held]
            if seen.viewer is not None:
                holders = [seen.yaku[seen.viewer]]
            assert stand.void == all(map(counts_nothing, holders))
            assert (stand.row_look is RowLook.VOID) == stand.void
        facts = Facts.of(seen.rules, month)
        void_ones = sum(stand.void for stand in made.values())
        every = range(yaku_sheet.pages(facts))
        said = "".join(yaku_sheet.alt(ENGLISH, replace(facts, page=page)) for page in every)
        assert said.count("Void: the opponent") == void_ones


@SHEETS
def test_void_yaku_beside_others_are_a_row_of_their_own(which: str) -> None:
    """The first, with what they take from the sum; everybody's sheet names whose they are."""
    for seen, month in months(VOID[which]):
        players = [seen.viewer] if seen.viewer is not None else [Player(n) for n in range(seen.rules.seats)]
        partly = [who for who in players if YakuId.KOI_VOID in seen.yaku[who] and seen.totals[who] > 0]
        assert [who for who, _ in month.void_losses] == partly
        facts = Facts.of(seen.rules, month)
        rows = yaku_sheet.entries(ENGLISH, facts)[: len(partly)]
        for who, row in zip(partly, rows, strict=True):
            taken = -seen.yaku[who][YakuId.KOI_VOID]
            assert (row.name, row.points) == ("Void", f"−{taken} pt{'s' * (taken != 1)}")
            assert (row.who is None) == month.mine
            assert f"Void (by the opponent's yaku) {row.points}" in yaku_sheet.alt(ENGLISH, facts)


def test_both_kinds_of_void_yaku_are_looked_at() -> None:
    """Among these moments are yaku all of which are void, and such beside others that count."""
    found = [month for view in VOID.values() if view.rest is None for _, month in months(view)]
    assert any(stand.void for month in found for stand in month.statuses.values())
    assert any(month.void_losses for month in found)


def test_no_month_is_told_where_no_cards_are_played() -> None:
    """In the draw, and as long as the match rests, the sheet is that of the rules."""
    rules = random_rules(random.Random(1), RuleSetId.SANNIN, months=3)
    for view in matches(rules, 1):
        if not view.seats and view.public is not None:
            assert Month.of(view.public, Cast.of(view)) is None
