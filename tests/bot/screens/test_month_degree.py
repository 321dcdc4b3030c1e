"""The size in which the end of a month is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Words
from bot.match.views import MatchView
from bot.screens import month_degree, month_result
from bot.screens.month_degree import Degree
from bot.screens.month_result import Result
from bot.screens.public import screen_of
from bot.wording import settling
from bot.wording.people import Cast
from engine.cards.cardset import CardSet
from engine.cards.deck import card
from engine.play.events import Played
from engine.rules.actions import Player
from engine.rules.month_end import Calculation, EndReason, Factor
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from images.scene.result import MonthResultScene
from tests.support.wording_views import ENGLISH, EVERY, matches

FIRST = Player(0)


def ended(rule_set: RuleSetId, **changes: Any) -> Result:
    """A month that the first player has won, but for these changes."""
    view = next(each for each in matches(make_rules(rule_set, {"months": 3}), 3) if each.rest is not None)
    won: dict[str, Any] = {"reason": EndReason.SHOBU, "winner": FIRST, "kobiki": None}
    return Result.of(view.rules, Cast.of(view), replace(view.ends[-1], **(won | changes)), _moon())


def _moon() -> tuple[Played, ...]:
    """The first player takes the moon with pampas."""
    return (Played(FIRST, card("e"), CardSet.parse("ce")),)


def paid(total: int, **more: Any) -> Calculation:
    """Return a calculation of `total` points, and what they are multiplied by."""
    return Calculation(total, more.pop("points", total), **more)


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_ten_before_anything_is_multiplied_is_grand(rule_set: RuleSetId) -> None:
    """Nine by eight is not, ten is; honba counts."""
    yaku = {YakuId.TANE: 9}
    times = paid(9, points=72, multipliers=((Factor.KOI, 8),))
    assert ended(rule_set, yaku=yaku, calculation=times).degree is Degree.USUAL
    assert ended(rule_set, yaku=yaku, calculation=paid(9, points=10, honba=1)).degree is Degree.GRAND
    assert ended(rule_set, yaku=yaku, calculation=paid(10)).degree is Degree.GRAND


@pytest.mark.parametrize(
    "yaku",
    [(YakuId.GOKO,), (YakuId.SHIKO,), (YakuId.AME_SHIKO,), (YakuId.AKA_AO,), (YakuId.AKATAN, YakuId.AOTAN)],
)
def test_four_lights_and_both_ribbons_are_grand(yaku: tuple[YakuId, ...]) -> None:
    """However few points a rule set gives for them."""
    assert ended(RuleSetId.CLASSIC, yaku=dict.fromkeys(yaku, 2), calculation=paid(4)).degree is Degree.GRAND
    one = {yaku[0]: 4}
    grand = yaku[0] is not YakuId.AKATAN
    assert (ended(RuleSetId.CLASSIC, yaku=one, calculation=paid(4)).degree is Degree.GRAND) == grand


def test_a_season_of_which_one_won_every_month_ends_grand() -> None:
    """Sannin calls that kobiki; the headline says so."""
    swept = ended(RuleSetId.SANNIN, yaku={YakuId.KASU: 1}, calculation=paid(1), kobiki=(FIRST, (10, -5, -5)))
    assert swept.degree is Degree.GRAND
    assert "whole season" in swept.title(ENGLISH, swept.cast.named(ENGLISH))


def test_one_or_two_points_are_small_and_so_is_a_month_that_nobody_won() -> None:
    """A month of two points with many yaku, some of them void, has no room in one row."""
    for points, degree in ((1, Degree.SMALL), (2, Degree.SMALL), (3, Degree.USUAL)):
        assert ended(RuleSetId.CLASSIC, yaku={YakuId.TAN: points}, calculation=paid(points)).degree is degree
    many = {YakuId.HANAMI: 5, YakuId.TAN: 1, YakuId.KOI_VOID: -5}
    assert ended(RuleSetId.LEAGUE, yaku=many, calculation=paid(1)).degree is Degree.USUAL
    for reason in EndReason:
        if reason.is_void or reason.is_redeal:
            assert ended(RuleSetId.SANNIN, reason=reason, winner=None).degree is Degree.SMALL


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_grand_month_is_told_by_its_winning_move(words: Words) -> None:
    """Message, description and picture begin with it; its best card is named, and stands at the fan's end."""
    lights = CardSet.parse("AIcs")
    result = ended(
        RuleSetId.CLASSIC,
        yaku={YakuId.SHIKO: 8},
        calculation=paid(8),
        captured=(lights | CardSet.parse("e"), CardSet()),
    )
    people = result.cast.named(words)
    moment = settling.moment(words, result.rules, result.end, people, card("c"))
    first, *_ = month_result.sentences(words, result, people)
    assert moment in first.parts[0].text
    scene = month_result.picture(words, result)
    assert scene.grand is not None and not scene.small
    assert scene.grand.headline == moment
    assert scene.grand.fan == tuple(map(card, "AIsc")) and scene.grand.fresh == (card("c"),)


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_matches_have_months_of_every_degree(rule_set: RuleSetId, words: Words) -> None:
    """Of a grand one the message begins with the move, of others with the last turn; pictures go with it."""
    found = set()
    for seed in range(4):
        for view in matches(make_rules(rule_set, {"months": 6}), seed, koikoi=0.6):
            if view.shown_end is None:
                continue
            result = _result(view)
            scene = screen_of(view).scene(words)
            assert isinstance(scene, MonthResultScene)
            assert (scene.grand is not None) == (result.degree is Degree.GRAND)
            assert scene.small == (result.degree is Degree.SMALL)
            title = f"**{result.title(words, result.cast.named(words))}**"
            lines = screen_of(view).text(words).splitlines()
            assert (lines[0] == title) == (result.degree is Degree.GRAND or not result.last)
            found.add(result.degree)
    assert Degree.GRAND in found and len(found) > 1


def test_a_fan_has_at_most_eight_cards_the_best_and_the_newest() -> None:
    """Chaff gives way; what the last turn brought does not."""
    chaff = CardSet.parse("CDGHKLOPSTWXabefijmn")
    result = ended(
        RuleSetId.CLASSIC,
        yaku={YakuId.KASU: 11},
        calculation=paid(11),
        captured=(chaff | CardSet.parse("c"), CardSet()),
    )
    fan = month_degree.fan(result.made, (), result.end, CardSet.parse("ce"))
    assert len(fan) == month_degree.MOST_FANNED and fan[-1] is card("e")
    dealt = month_degree.fan((), map(card, "ABCD"), result.end, CardSet())
    assert dealt == tuple(map(card, "ABCD"))
    rest = month_degree.fan((), (), result.end, CardSet())
    assert card("c") in rest and len(rest) == month_degree.MOST_FANNED


def _result(view: MatchView) -> Result:
    assert view.shown_end is not None
    return Result.of(view.rules, Cast.of(view), view.shown_end, view.last_turn)
