"""The sentences for beginners, over random matches of every rule set: each is true where it is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.screens import hand
from bot.screens.hand import Facts, Look, tip
from bot.screens.hand.questions import ChooseTarget, PlayCard
from bot.screens.hand.tip import Choosing, Laying, Taking, Tip, Why, tip_of
from bot.wording.people import Cast
from engine.cards.cardset import CardSet
from engine.play.observation import Observation
from engine.rules.actions import Choose, Play
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import begun, score
from tests.support.wording_views import ENGLISH, JAPANESE, matches

SEEDS = range(4)


def turns(rules: RuleSetId) -> Iterator[tuple[MatchView, SeatView, Observation]]:
    """Every moment in which somebody is asked for a card."""
    for seed in SEEDS:
        for view in matches(make_rules(rules, {"months": 3}), seed):
            for seat in view.seats:
                seen = seat.observation
                if seen is not None and any(isinstance(each, Play) for each in seen.legal):
                    yield replace(view, at_stake=False), seat, seen


def after(seen: Observation, seat: SeatView, told: Taking) -> CardSet:
    """Return the player's captures with those of the card, before the stock's card."""
    taken = next(
        seen.takes(each)
        for each in seen.legal
        if isinstance(each, Play) and each.card is told.card and told.takes in seen.takes(each)
    )
    return seen.captured[seat.player] | taken | CardSet.of([told.card])


@pytest.mark.outside
@pytest.mark.parametrize("rules", RuleSetId)
def test_what_is_said_of_a_capture_is_so(rules: RuleSetId) -> None:
    """The card lies on the field and is of the month; yaku made, near, or needed by others are so."""
    found = Counter[str]()
    for _, seat, seen in turns(rules):
        told = tip_of(seen, seat.player)
        if not isinstance(told, Taking):
            continue
        assert list(seen.dealt)[told.number - 1] is told.card and told.card in seen.hand
        assert told.takes in seen.field and told.takes.month == told.card.month
        had, has = seen.captured[seat.player], after(seen, seat, told)
        if told.makes is not None:
            assert score(seen.rules, has)[told.makes] > score(seen.rules, had).get(told.makes, 0)
            found["makes"] += 1
        if told.near is not None:
            lacks = {yaku: need - have for yaku, have, need in begun(seen.rules, has, seen.gone(seat.player))}
            assert lacks[told.near] == 1
            found["near"] += 1
        if told.needed is not None:
            other, yaku = told.needed
            assert other != seat.player
            theirs = seen.captured[other]
            taken = seen.field.of_month(told.card.month)
            made = [score(seen.rules, theirs | CardSet.of([each])).get(yaku, 0) for each in taken]
            assert max(made) > score(seen.rules, theirs).get(yaku, 0)
            found["needed"] += 1
    assert found["makes"] and found["near"], found


@pytest.mark.outside
@pytest.mark.parametrize("rules", RuleSetId)
def test_a_card_is_laid_only_where_none_matches(rules: RuleSetId) -> None:
    """The card laid is of the lowest kind there is; what is said for it is so."""
    found = Counter[Why]()
    for _, seat, seen in turns(rules):
        told = tip_of(seen, seat.player)
        assert told is not None
        assert isinstance(told, Taking) is any(seen.matches(each) for each in seen.hand)
        if not isinstance(told, Laying):
            continue
        assert list(seen.dealt)[told.number - 1] is told.card and told.card in seen.hand
        assert told.card.points == min(each.points for each in seen.hand)
        month = told.card.month
        if told.why is Why.SAFE:
            known = seen.hand.of_month(month)
            for each in seen.captured:
                known |= each.of_month(month)
            assert len(known) == 4
        elif told.why is Why.KEPT:
            assert len(seen.hand.of_month(month)) > 1
        found[told.why] += 1
    assert found


@pytest.mark.parametrize("rules", RuleSetId)
def test_a_beginner_s_hand_says_it_at_every_turn(rules: RuleSetId) -> None:
    """In one line, in both languages; nobody else's does, and no other question."""
    for view, seat, _ in turns(rules):
        held = Facts.of(view, seat).held
        assert held is not None
        told = held.tip
        assert told is not None and isinstance(held.question, PlayCard)
        assert not isinstance(told, Choosing)
        for words in (ENGLISH, JAPANESE):
            said = sentence(words, view, told)
            assert f"**{told.number}**" in said and "\n" not in said
            assert said in hand.text(words, Facts.of(view, seat))
            assert said not in hand.text(words, Facts.of(view, seat, Look(hint=False)))


def test_a_choice_of_field_cards_is_explained() -> None:
    """The card is one of those that may be taken; what is said for it is so, and no other is better."""
    found = Counter[str]()
    for view, seat, seen in (each for rules in RuleSetId for each in choices(rules)):
        held = Facts.of(view, seat).held
        assert held is not None and seen.flipped is not None and isinstance(held.question, ChooseTarget)
        told = held.tip
        assert isinstance(told, Choosing)
        targets = [each.card for each in held.question.targets]
        assert targets[told.number - 1] is told.takes
        said = sentence(ENGLISH, view, told)
        assert said in hand.text(ENGLISH, Facts.of(view, seat))
        assert said not in hand.text(ENGLISH, Facts.of(view, seat, Look(hint=False)))
        before = seen.captured[seat.player] | CardSet.of([seen.flipped])
        points = {each: sum(score(view.rules, before | CardSet.of([each])).values()) for each in targets}
        assert points[told.takes] == max(points.values())
        if told.alike:
            assert len({each.points for each in targets}) == 1
        found["makes" if told.makes else "near" if told.near else "alike" if told.alike else "kind"] += 1
    assert found["kind"] and found["alike"] and found["near"], found


def choices(rules: RuleSetId) -> Iterator[tuple[MatchView, SeatView, Observation]]:
    """Every moment in which a turned card may take one of two, and somebody is asked which."""
    for seed in SEEDS:
        for view in matches(make_rules(rules, {"months": 3}), seed):
            for seat in view.seats:
                seen = seat.observation
                if seen is not None and any(isinstance(each, Choose) for each in seen.legal):
                    yield replace(view, at_stake=False), seat, seen


def sentence(words: Words, view: MatchView, told: Tip) -> str:
    """The sentence in a language."""
    return tip.text(words, view.rules, told, Cast.of(view).named(words))
