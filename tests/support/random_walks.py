"""Matches walked through by chance, as views: what a presenter is given, without a process around it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache

from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match import lobby, moves, secret_round, view_builder
from bot.match.hosted_match import Change, HostedMatch
from bot.match.views import MatchView
from bot.match.vocabulary import Person, Place, Refusal, Status, Version
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.dealing import deals_by_chance
from tests.support.manager_fixture import opened, quick

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PLACE = Place(GuildId(1), ChannelId(2), "ja")
MATCH = MatchId(7)


class Walked:
    """The views of a match, made as far as somebody has looked, for everybody who looks after them."""

    def __init__(self, views: Iterator[MatchView]) -> None:
        self._views, self._seen = views, list[MatchView]()

    def __iter__(self) -> Iterator[MatchView]:
        for number in itertools.count():
            if number == len(self._seen):
                with deals_by_chance():
                    view = next(self._views, None)
                if view is None:
                    return
                self._seen.append(view)
            yield self._seen[number]


def walk(rule_set: RuleSetId, seed: int, *, months: int = 3) -> Iterator[MatchView]:
    """Every view of a match that people play by chance, the first one after the seat draw."""
    return iter(_walked(rule_set, seed, months))


@lru_cache(maxsize=12)
def _walked(rule_set: RuleSetId, seed: int, months: int) -> Walked:
    return Walked(_views(rule_set, seed, months))


def _views(rule_set: RuleSetId, seed: int, months: int) -> Iterator[MatchView]:
    chance = random.Random(seed)
    rules = make_rules(rule_set, {"months": months})
    people = [Person(UserId(100 + n), f"user {n}", "en-GB", 1000 + n) for n in range(rules.seats)]
    secret = chance.randbytes(32)
    hosted = opened(PLACE, people[0], rules, secret=secret, now=NOW).after
    for person in people[1:]:
        hosted = lobby.join(hosted, person, NOW).after
    hosted = moves.draw_seats(lobby.start(hosted, people[0].user, NOW).after, NOW).after
    version = 1
    while True:
        version += 1
        view = view_builder.build_view(MATCH, Version(version), hosted, quick())
        assert isinstance(view, MatchView)
        yield view
        if view.status is not Status.PLAYING:
            return
        hosted = _next(chance, hosted, view)


def _next(chance: random.Random, hosted: HostedMatch, view: MatchView) -> HostedMatch:
    if view.rest is not None:
        waiting = [one for one in view.people if one.number in view.rest.waiting_for]
        user = chance.choice(waiting).user
        assert user is not None
        return _after(moves.agree(hosted, user, view.rest.number, NOW))
    if secret_round.tells_nothing(hosted):
        return _after(secret_round.close(hosted, hosted.begun.state.asked, NOW))
    asked = [seat for seat in view.seats if seat.observation is not None and seat.observation.legal]
    seat = chance.choice(asked)
    seen, user = seat.observation, seat.participant.user
    assert seen is not None
    assert seen.question is not None
    assert user is not None
    return _after(moves.act(hosted, user, seen.question, chance.choice(seen.legal), NOW))


def _after(change: Change | Refusal) -> HostedMatch:
    assert isinstance(change, Change)
    return change.after
