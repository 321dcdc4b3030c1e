"""The posters of matches: of every rule set, short and long, given up, drawn, with the widest names."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.series import Standing
from bot.match.views import MatchView
from bot.match.vocabulary import JoinNumber, MadeBy
from bot.screens import result
from engine.play.events import MatchOver, Resigned
from engine.rules.actions import Player
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.poster import PosterScene
from tests.gallery.overflow import MOST, NAMES, crowded
from tests.gallery.played import moments_by

ENDED = datetime(2026, 11, 27, 12, tzinfo=UTC)
_YEARS = {RuleSetId.CLASSIC: 64, RuleSetId.LEAGUE: 2, RuleSetId.ISHOKAI: 1, RuleSetId.SANNIN: 64}
_LENGTHS = (1, 3, 6)


def over(rule_set: RuleSetId, seed: int, months: int, names: tuple[str, ...]) -> MatchView:
    """The end of a match played for the gallery."""
    return over_by(make_rules(rule_set, {"months": months}), seed, names)


def over_by(rules: Rules, seed: int, names: tuple[str, ...]) -> MatchView:
    """The end of a match by these rules."""
    return replace(moments_by(rules, seed, names)["over"], ended_at=ENDED)


def given_up(view: MatchView, months: int, *, claimed: bool = False) -> MatchView:
    """Return the match as if the first player had resigned after `months` months."""
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


def _by_places(view: MatchView) -> list[int]:
    """Table numbers by place; of equal places the one that comes first at the table."""
    ranking = result.Facts.of(view).ranking
    return sorted(range(len(ranking)), key=lambda player: ranking[player])


def in_series(view: MatchView, best_of: int | None, *wins: int) -> MatchView:
    """The match as it were, had it made the series stand so: `wins` by the places of its players."""
    people = [view.seats[player].participant.number for player in _by_places(view)]
    by_number = tuple(wins[people.index(JoinNumber(number))] for number in range(len(wins)))
    alone = len(set(wins)) == len(wins)
    series = Standing(
        best_of=best_of,
        first=MatchId(1),
        number=3,
        replay=not alone,
        wins=by_number,
        won_by=people[0] if alone else None,
        over=True,
    )
    return replace(view, series=series)


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
    yield from _of_series(words, year, names)


def _of_series(words: Words, year: MatchView, names: tuple[str, ...]) -> Iterator[tuple[str, PosterScene]]:
    """Matches of a series: open, going on, won, level at its end, of three, with the widest names."""
    three = over(RuleSetId.SANNIN, _YEARS[RuleSetId.SANNIN], 12, names)
    crowd = over(RuleSetId.CLASSIC, _YEARS[RuleSetId.CLASSIC], 12, NAMES)
    yield "poster-series-open", poster(words, in_series(year, None, 3, 2))
    yield "poster-series-goes-on", poster(words, in_series(year, 5, 2, 1))
    yield "poster-series-won", poster(words, in_series(year, 3, 2, 1))
    yield "poster-series-level", poster(words, in_series(drawn(year), 3, 1, 1))
    yield "poster-series-three", poster(words, in_series(three, 5, 2, 1, 0))
    yield "poster-series-crowded", poster(words, in_series(crowd, 5, 2, 1))
