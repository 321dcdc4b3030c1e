"""The result of a month: made from its end alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView
from bot.screens import month_result
from bot.screens.month_result import Result
from bot.screens.public import screen_of
from bot.wording import (
    settling,
)
from bot.wording.people import Cast, People
from engine.actions import Player
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.month_end import EndReason, MonthEnd
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from images.scene.result import MONTH_RESULT_ROWS, MonthResultScene
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, matches

RULE_SETS = tuple(RuleSetId)
SANNIN = make_rules("sannin")
TRIO = People(("A", "B", "C"), (0, 1, 2))
ONE = Player(1)


def test_a_month_result_is_made_from_its_end() -> None:
    """Yaku with their cards and every player's change and score; the reason where no yaku won."""
    for rule_set in RULE_SETS:
        for view in matches(make_rules(rule_set, {"months": 6}), 31, koikoi=0.6):
            if view.rest is None:
                continue
            end, scene = view.rest.end, screen_of(view, month_marks=False).scene(JAPANESE)
            assert isinstance(scene, MonthResultScene)
            assert scene == month_result.picture(
                JAPANESE, Result.of(view.rules, Cast.of(view), view.ends[-1])
            )
            by_yaku = end.reason.by_yaku
            assert bool(scene.rows) == by_yaku and (scene.reason is None) == by_yaku
            assert (scene.total is None) == (end.winner is None)
            assert len(scene.changes) == len(view.seats)
            for row in scene.rows:
                assert row.cards
                assert end.winner is not None
                assert CardSet.of(row.cards) - end.captured[end.winner] == CardSet()


def test_a_month_result_explains_its_yaku_in_english() -> None:
    """In the message in brackets, in the picture below the name; Japanese names stand alone."""
    view = next(each for each in matches(make_rules("sannin"), 3) if each.rest)
    assert view.rest is not None
    end = replace(view.rest.end, reason=EndReason.SHOBU, yaku={YakuId.SANKO: 6, YakuId.TAN: 1})
    result = Result.of(view.rules, Cast.of(view), end)
    told = [line for line in settling.course(ENGLISH, view.rules, end, TRIO) if "Sanko" in line]
    assert told == ["Yaku: Sanko (three lights) 6 mon, Tan (ribbons) 1 mon."]
    rows = month_result.picture(ENGLISH, result).rows
    assert [(row.name, row.gloss) for row in rows] == [("Sanko", "three lights"), ("Tan", "ribbons")]
    assert not any(row.gloss for row in month_result.picture(JAPANESE, result).rows)


def test_more_yaku_than_rows_are_merged() -> None:
    """Seven yaku become five rows and one that counts the other two together."""
    view = next(each for each in matches(make_rules("sannin"), 3) if each.rest)
    assert view.rest is not None
    held = dict.fromkeys(tuple(YakuId)[:7], 2)
    end = replace(view.rest.end, reason=EndReason.SHOBU, yaku=held)
    scene = month_result.picture(JAPANESE, Result.of(view.rules, Cast.of(view), end))
    assert len(scene.rows) == MONTH_RESULT_ROWS
    assert (scene.rows[-1].name, scene.rows[-1].points) == ("ほか2役", "4文")


def test_a_hand_yaku_shows_the_hand_and_four_on_the_field_the_field() -> None:
    """The reason of such a month comes with its cards."""
    view = next(each for each in matches(make_rules("league"), 3) if each.rest)
    assert view.rest is not None
    dealt = (CardSet.parse("ABCDEFGI"), CardSet.parse("JKLMNOPQ"))
    end = replace(view.rest.end, reason=EndReason.HAND_YAKU, winner=view.seats[0].player, hands=dealt)
    assert CardSet.of(_reason_cards(view, replace(end, yaku={YakuId.TESHI: 6}))) == dealt[0]
    lying = CardSet.parse("abYZtuvc")
    end = replace(end, reason=EndReason.REDEAL_FIELD_FOUR, winner=None, field=lying)
    assert CardSet.of(_reason_cards(view, end)) == CardSet.parse("YZab")
    assert _reason_cards(view, replace(end, reason=EndReason.OYAKEN)) == ()


def _reason_cards(view: MatchView, end: MonthEnd) -> tuple[Card, ...]:
    scene = month_result.picture(ENGLISH, Result.of(view.rules, Cast.of(view), end))
    assert scene.reason is not None
    return scene.reason.cards


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_end_of_a_month_is_told(words: Words) -> None:
    """Each reason has its title and its sentence; void months say what follows."""
    end = next(view.rest.end for view in matches(SANNIN, 3) if view.rest)
    lines = set()
    for reason in EndReason:
        winner = None if reason.is_void or reason.is_redeal else ONE
        told = replace(end, reason=reason, winner=winner, yaku={}, kobiki=(ONE, (-5, 10, -5)), extended=True)
        lines.add(settling.lines(words, SANNIN, told, TRIO))
        assert settling.title(words, SANNIN, told, TRIO)
        assert bool(settling.consequence(words, told)) == reason.is_void
    assert len(lines) == len(EndReason)
