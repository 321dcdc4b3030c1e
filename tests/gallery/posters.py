"""The posters of matches: of every rule set, short and long, given up, drawn, with the widest names."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import MadeBy
from bot.screens import result
from engine.actions import Player
from engine.events import MatchOver, Resigned
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.poster import PosterScene
from tests.gallery.overflow import MOST, NAMES, crowded
from tests.gallery.played import moments_inside, seen

ENDED = datetime(2026, 11, 27, 12, tzinfo=UTC)
_YEARS = {RuleSetId.CLASSIC: 64, RuleSetId.LEAGUE: 2, RuleSetId.ISHOKAI: 1, RuleSetId.SANNIN: 64}
_LENGTHS = (1, 3, 6)


def over(rule_set: RuleSetId, seed: int, months: int, names: tuple[str, ...]) -> MatchView:
    """The end of a match played for the gallery."""
    rules = make_rules(rule_set, {"months": months})
    *_, last = moments_inside(rules, seed)
    return replace(seen(rules, last, names), ended_at=ENDED)


def given_up(view: MatchView, months: int, *, claimed: bool = False) -> MatchView:
    """The match as it were, had the first player resigned after so many months."""
    ends = [end for end in view.ends if end.month <= months]
    scores = ends[-1].standing if ends else (0,) * view.rules.seats
    order = sorted(range(1, len(scores)), key=lambda player: -scores[player])
    ranking = (len(scores), *(order.index(player) + 1 for player in range(1, len(scores))))
    gone = (Resigned(Player(0)), MatchOver(scores, ranking))
    made_by = MadeBy.CLOCK if claimed else view.made_by
    return replace(view, events=gone, ends=tuple(ends), scores=scores, made_by=made_by)


def drawn(view: MatchView) -> MatchView:
    """The match as it were, had its last month made everybody equal."""
    scores = (view.scores[0],) * len(view.scores)
    return replace(view, events=(MatchOver(scores, (1,) * len(scores)),), scores=scores)


def large(view: MatchView, chance: random.Random) -> MatchView:
    """The match as it were, had it moved five-digit numbers."""
    many = crowded(view, chance)
    scores = (-MOST, *(MOST - player for player in range(1, len(view.scores))))
    ranking = (len(scores), *range(1, len(scores)))
    return replace(many, events=(MatchOver(scores, ranking),), scores=scores)


def nobodys(view: MatchView) -> MatchView:
    """The match as it were, had everybody given it up at once."""
    left = given_up(view, 0)
    return replace(left, events=(left.events[0], MatchOver(left.scores, (2,) * len(left.scores))))


def poster(words: Words, view: MatchView, *, curve: bool = True) -> PosterScene:
    """The poster of a match that is over, with its chances to win if it has a curve."""
    return result.scene(words, result.Facts.of(view, result.chances_of(view) if curve else ()))


def posters(words: Words, names: tuple[str, ...]) -> Iterator[tuple[str, PosterScene]]:
    """All of them by name."""
    for rule_set, seed in _YEARS.items():
        yield f"{rule_set}-poster", poster(words, over(rule_set, seed, 12, names))
    for months in _LENGTHS:
        yield f"poster-{months}", poster(words, over(RuleSetId.LEAGUE, 5, months, names))
    for rule_set, chance in ((RuleSetId.CLASSIC, random.Random(1)), (RuleSetId.SANNIN, random.Random(2))):
        view = over(rule_set, _YEARS[rule_set], 12, NAMES)
        yield f"{rule_set}-poster-crowded", poster(words, large(view, chance))
    year = over(RuleSetId.CLASSIC, _YEARS[RuleSetId.CLASSIC], 12, names)
    yield "poster-resigned", poster(words, given_up(year, 5))
    yield "poster-claimed", poster(words, given_up(year, 8, claimed=True))
    yield "poster-at-once", poster(words, given_up(year, 0))
    yield "poster-drawn", poster(words, drawn(year))
    yield "poster-nobody", poster(words, nobodys(year))
    yield "poster-house-rules", poster(words, year, curve=False)
    yield "poster-series", replace(poster(words, year), series=f"{names[0]} 3 : 2 {names[1]}")
