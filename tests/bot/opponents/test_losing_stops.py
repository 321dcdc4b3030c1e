"""In the last month nobody from *normal* on stops where that loses a match that can still be won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from bot import opponents
from bot.ids import MatchId
from bot.match.decisions import Decision
from bot.match.vocabulary import CpuPlayer
from bot.opponents import easy, hard
from bot.opponents.ladder import ladder, played
from bot.opponents.losing_stops import loses
from bot.opponents.review import Review
from bot.opponents.review import review as look_back
from bot.screens.finished import review
from bot.wording.people import Cast
from engine.play.legal import to_move
from engine.play.observation import Observation, observe
from engine.record.match_record import parse
from engine.rules.actions import KoiKoi, Shobu
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import play_random
from tests.support.wording_views import EVERY, people


def decisions(rule_set: RuleSetId, ahead: int) -> Iterator[Observation]:
    """Yield decisions of matches of *easy*, as if in the last month; others are `ahead` after a stop."""
    rules = make_rules(rule_set, {"months": 3})
    for seed in range(1, 4):
        for step in played(rules, [easy.choose] * rules.seats, seed):
            for player in to_move(step.state):
                seen = observe(step.state, player)
                if {Shobu(), KoiKoi()} <= set(seen.legal):
                    most = seen.stakes[player] * (rules.seats if rules.losers_pay else 1)
                    others = [0 if each == player else most + ahead for each in range(rules.seats)]
                    yield replace(seen, month=3, scores=tuple(others), season_wins=())


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_stop_that_loses_the_match_is_not_made(rule_set: RuleSetId) -> None:
    """Six behind after it: *normal*, *hard* and *master* go on, as *Hint* says; one that wins is made."""
    met = 0
    for seen in filter(loses, decisions(rule_set, 6)):
        chances = hard.chances(seen)
        assert chances[Shobu()] == 0 < chances[KoiKoi()]
        for cpu in (CpuPlayer.NORMAL, CpuPlayer.HARD, CpuPlayer.MASTER):
            assert opponents.choose(cpu, seen) == KoiKoi()
        met += 1
    assert met
    for seen in islice(decisions(rule_set, -1), 3):
        assert not loses(seen) and hard.chances(seen)[Shobu()] == 1
        for cpu in (CpuPlayer.NORMAL, CpuPlayer.HARD, CpuPlayer.MASTER):
            assert opponents.choose(cpu, seen) == Shobu()


def test_what_cannot_be_won_any_more_is_no_losing_stop() -> None:
    """A thousand behind, nothing is lost by a stop."""
    assert not any(map(loses, islice(decisions(RuleSetId.LEAGUE, 1000), 2)))


@pytest.mark.outside
def test_they_are_counted() -> None:
    """*Easy* makes such stops, *normal* does not."""
    rules = make_rules(RuleSetId.LEAGUE, {"months": 3})
    *_, weak = islice(ladder(rules, ("easy", "normal"), 1), 12)
    assert 0 < weak.fallen <= weak.tempted
    *_, strong = islice(ladder(rules, ("normal", "easy"), 1), 12)
    assert strong.fallen == 0 < strong.tempted


@cache
def _stopped() -> tuple[Review, Cast, Decision]:
    """A match by chance in which somebody stopped so."""
    rules = make_rules(RuleSetId.LEAGUE, {"months": 3})
    for seed in range(60):
        match = play_random(rules, seed, koikoi=0.0)
        told = look_back(parse(match.record()))
        for each in (each for player in told.players for each in player.decisions if each.loses):
            return told, Cast(people(match.participants), match.last.order or ()), each
    raise AssertionError("nobody lost by a stop")


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en", "stop, which lost the match"), ("ja", "これで対局は負け"), ("ko", "이것으로 대국은 패배")],
)
def test_the_review_names_it_first(locale: str, said: str) -> None:
    """Before all that cost more points, and says that koi-koi was better."""
    told, cast, stop = _stopped()
    words = next(each for each in EVERY if each.locale == locale)
    facts = review.Facts(MatchId(1), make_rules(RuleSetId.LEAGUE, {"months": 3}), cast, told, stop.player)
    assert facts.missed[0].first.loses and stop.best == KoiKoi() and stop.lost > 0
    assert said in review.moves(words, facts)
