"""The turns since the owner's last one, as a hand tells them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens import hand
from bot.screens.hand import Facts, Look
from bot.screens.hand.questions import PlayCard
from bot.wording.people import Cast
from bot.wording.turns import Turn, lines, turns
from engine.cards.cardset import CardSet
from engine.cards.deck import card
from engine.play.events import Flipped, KoiKoiCalled, Played
from engine.rules.actions import Phase, Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import ENGLISH, JAPANESE, matches

ME, OTHER, THIRD = Player(0), Player(1), Player(2)
OWN = (Played(ME, card("A"), CardSet()), Flipped(ME, card("E"), CardSet()))
THEIRS = (
    Played(OTHER, card("C"), CardSet.parse("AC")),
    Flipped(OTHER, card("H"), CardSet.parse("EH")),
    KoiKoiCalled(OTHER, 5),
)
LAST = (Flipped(THIRD, card("r"), CardSet()),)


def test_every_opponent_s_turn_since_the_own_one_is_told() -> None:
    """A turn is all that one player did in it; the own one comes first where it is asked for."""
    told = (*THEIRS, *OWN, *THEIRS, *LAST)
    assert turns(told, ME, own=False) == (Turn(OTHER, False, THEIRS), Turn(THIRD, False, LAST))
    assert turns(told, ME, own=True)[0] == Turn(ME, True, OWN)
    assert turns(THEIRS, ME, own=True) == (Turn(OTHER, False, THEIRS),)
    assert turns((), ME, own=True) == ()


def test_what_the_own_stock_card_took_is_told_once_more() -> None:
    """A quick opponent replaces the player's own turn within a second: what came of chance stays told."""
    taken = Flipped(ME, card("r"), CardSet.parse("rq"))
    told = (*THEIRS, OWN[0], taken, *THEIRS)
    since = turns(told, ME, own=False)
    assert since == (Turn(ME, True, (taken,)), Turn(OTHER, False, THEIRS))
    view = next(each for each in matches(make_rules(RuleSetId.SANNIN), 4) if each.seats)
    first, _ = lines(ENGLISH, since, Cast.of(view).named(ENGLISH))
    assert first.startswith("You: turned up ") and " took " in first


def test_a_turn_is_one_line() -> None:
    """Card, what it took by its short name, the stock's card, and a call."""
    view = next(each for each in matches(make_rules(RuleSetId.SANNIN), 4) if each.seats)
    people = Cast.of(view).named(ENGLISH)
    own, theirs = lines(ENGLISH, (Turn(ME, True, OWN), Turn(OTHER, False, THEIRS)), people)
    assert own == "You: crane to the field; turned up warbler."
    name = people.seated(OTHER)
    assert theirs == f"{name}: pine took crane; turned up plum, took warbler; koi-koi."


@pytest.mark.parametrize("rule_set", [RuleSetId.CLASSIC, RuleSetId.SANNIN])
def test_a_hand_tells_a_line_for_each_opponent_who_has_moved(rule_set: RuleSetId) -> None:
    """The player to move for a card reads *Your turn* first, then what each opponent has done since."""
    found = stock = 0
    for view in matches(make_rules(rule_set, {"months": 3}), 5):
        for seat in view.seats:
            held = Facts.of(view, seat).held
            if held is None or held.phase is not Phase.PLAY or not isinstance(held.question, PlayCard):
                continue
            first, *further = hand.text(JAPANESE, Facts.of(view, seat)).splitlines()
            assert first.startswith("**あなたの番です。**")
            own = [turn.steps for turn in held.since if turn.own]
            assert all(isinstance(step, Flipped) and step.captured for steps in own for step in steps)
            stock += len(own)
            told = lines(JAPANESE, held.since, held.course.cast.named(JAPANESE))
            assert set(told) <= set(further)
            if len(held.cards) < max(one.number for one in held.cards) and held.since:
                assert {turn.player for turn in held.since if not turn.own} == {
                    one.player for one in held.around.others
                }
                found += 1
    assert found and stock


def test_the_hint_goes_with_practice() -> None:
    """A player with some finished matches is told the sign no more."""
    for played in matches(make_rules(RuleSetId.CLASSIC), 5):
        view = replace(played, at_stake=False)
        for seat in view.seats:
            held = Facts.of(view, seat).held
            if (
                held is not None
                and isinstance(held.question, PlayCard)
                and any(c.matches for c in held.cards)
            ):
                new, old = (
                    hand.text(ENGLISH, Facts.of(view, seat, Look(hint=hint))) for hint in (True, False)
                )
                told, tip = new.replace(" ◎ matches a card on the field.", "").rsplit("\n", 1)
                assert told == old
                assert tip.startswith("-# Tip: ")
                return
    pytest.fail("nobody was asked for a card that matches")
