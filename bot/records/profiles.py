"""Profiles: what somebody's counted matches tell about them, as plain values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from bot.ids import MatchId, UserId
from bot.match.vocabulary import CpuPlayer
from bot.records import ratings
from bot.records.achievements import Achievement, earned, near
from bot.records.played import Outcome, Played, Scored, runs
from bot.records.ratings import NEW, PROVISIONAL
from bot.records.skill import Figures, Skill, Tally
from engine.cards.deck import Card
from engine.rules.rule_sets import RULE_SETS, STANDARD, RuleSetId
from engine.rules.yaku import YakuId


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as it is shown now, and how many matches have moved it."""

    value: float
    matches: int

    @property
    def provisional(self) -> bool:
        """Whether too few matches have moved it to say much."""
        return self.matches < PROVISIONAL


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A person's rating after their rated match number `match`, counted from 1; 0 is before the first.

    A match has two points where a season's end has pulled the rating to the middle after it.
    """

    match: int
    rating: float


@dataclass(frozen=True, slots=True)
class Record:
    """The sums of matches; points and mon are those of their rule set, which is one."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    net: int = 0
    months: int = 0
    """Months that somebody won."""
    months_won: int = 0
    points_won: int = 0
    best_month: int = 0
    calls: int = 0
    calls_won: int = 0

    @property
    def matches(self) -> int:
        """Return the number of matches."""
        return self.wins + self.draws + self.losses

    @property
    def average(self) -> float | None:
        """Return the average worth of a won month; None where none was won."""
        return self.points_won / self.months_won if self.months_won else None


@dataclass(frozen=True, slots=True)
class Versus:
    """The sums of two people's matches for the one who asks."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    net: int = 0

    @property
    def matches(self) -> int:
        """Return the number of matches."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody else with whom a person has counted matches; `here`: in the server where they are looked at.

    `wins` and `losses` are those of the person whose page it is, between the two alone, by all rule sets.
    """

    user: UserId
    name: str
    here: bool
    matches: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Streak:
    """Matches won one after another: the last ones, and the most there ever were."""

    current: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class Made:
    """The number of times that a yaku was scored."""

    yaku: YakuId
    times: int


class Skills(NamedTuple):
    """Estimates of skill; None where there is too little to estimate it from."""

    all_time: Skill | None = None
    season: Skill | None = None
    """By the matches of the season that runs here alone."""


NO_SKILLS = Skills()


@dataclass(frozen=True, slots=True)
class Facts:
    """The stored facts about a person; `played` in the order of counting, of all servers.

    `here` and `overall` are the ratings by rule set. `with_cpu` is the number of matches with CPU players by
    rule set and by whether they were played here. `unfinished` is the number of matches with people alone
    that they opened without a result. `backlog` is the number of older matches that are counted, and of all.
    """

    user: UserId
    name: str
    hidden: bool = False
    played: tuple[Played, ...] = ()
    scored: tuple[Scored, ...] = ()
    here: Mapping[RuleSetId, Rating] = field(default_factory=dict)
    overall: Mapping[RuleSetId, Rating] = field(default_factory=dict)
    with_cpu: Mapping[tuple[RuleSetId, bool], int] = field(default_factory=dict)
    unfinished: Mapping[tuple[RuleSetId, bool], int] = field(default_factory=dict)
    backlog: tuple[int, int] | None = None
    card: Card | None = None
    """Card that they have chosen for their page."""
    seals: tuple[CpuPlayer, ...] = ()
    """The CPU players that they have beaten alone, anywhere."""
    rivals: tuple[Rival, ...] = ()
    """Opponents by server, in no order; only of those who look at their own page."""
    judged: Mapping[MatchId, Figures] = field(default_factory=dict)
    """The matches by which their skill is estimated."""
    of_season: frozenset[MatchId] = frozenset()
    """The judged matches of the season that runs here."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's page for one rule set. `everywhere`: over all servers, else in the one where it is opened.

    `choices` are the rule sets of which there are counted matches, the most played first, with how many.
    `streak` is over all of these. `favourite` is the yaku scored most often, `rarest` the one scored least
    often, None where there is but one. `versus` is by this rule set, None where the two never met;
    `versus_all` by all, None where that is no more. `earned` is over all servers, the first one first.
    """

    user: UserId
    name: str
    own: bool
    everywhere: bool
    rules: RuleSetId
    choices: tuple[tuple[RuleSetId, int], ...]
    record: Record
    streak: Streak
    rating: Rating | None
    history: tuple[RatingPoint, ...]
    """`match` ascending, from the last provisional match on; empty before it."""
    favourite: Made | None
    rarest: Made | None
    versus: Versus | None
    versus_all: Versus | None
    earned: tuple[tuple[Achievement, datetime], ...]
    near: tuple[tuple[Achievement, int, int], ...]
    """Of those not earned that have begun and can be counted: how far they have come, of how much."""
    with_cpu: int
    unfinished: int
    backlog: tuple[int, int] | None
    card: Card | None
    seals: tuple[CpuPlayer, ...]
    rivals: tuple[Rival, ...] = ()
    """Opponents met most often, the first one first, at most `MOST_RIVALS`."""
    skills: Skills = NO_SKILLS


MOST_RIVALS = 3
"""Opponents that a page names."""


def choices(facts: Facts, *, everywhere: bool) -> tuple[tuple[RuleSetId, int], ...]:
    """The rule sets of somebody's counted matches, with how many of each, the most played first."""
    counted = Counter(one.rules for one in facts.played if everywhere or one.here)
    order = list(RULE_SETS)
    return tuple(sorted(counted.items(), key=lambda item: (-item[1], order.index(item[0]))))


def profile(facts: Facts, *, own: bool, everywhere: bool, rules: RuleSetId | None = None) -> Profile | None:
    """Somebody's page; None where they have neither a counted match nor a seal to tell of.

    One's own begins with the first match against CPU players: it shows the way to the seals.
    """
    offered = choices(facts, everywhere=everywhere)
    if not (usual := [*dict(offered), *_alone(facts, own=own, everywhere=everywhere)]):
        return None
    shown = rules if rules is not None and rules in dict(offered) else usual[0]
    played = [one for one in facts.played if everywhere or one.here]
    chosen = [one for one in played if one.rules is shown]
    versus, versus_all = versus_of(chosen), versus_of(played)
    favourite, rarest = yaku_of(facts.scored, {one.match for one in chosen})
    have = earned(facts.played, facts.scored)
    points = overall_points(chosen) if everywhere else server_points(chosen, facts.here.get(shown))
    return Profile(
        user=facts.user,
        name=facts.name,
        own=own,
        everywhere=everywhere,
        rules=shown,
        choices=offered,
        record=record_of(chosen),
        streak=streak_of(played),
        rating=(facts.overall if everywhere else facts.here).get(shown),
        history=tuple(point for point in points if point.match >= PROVISIONAL),
        favourite=favourite,
        rarest=rarest,
        versus=versus,
        versus_all=None if versus_all == versus else versus_all,
        earned=tuple(sorted(have.items(), key=lambda item: item[1])),
        near=tuple((each, *way) for each, way in near(facts.played).items() if way[0] and each not in have),
        with_cpu=with_cpu(facts, everywhere=everywhere, rules=shown),
        unfinished=unfinished(facts, everywhere=everywhere, rules=shown),
        backlog=facts.backlog,
        card=facts.card,
        seals=facts.seals,
        rivals=rivals_of(facts.rivals, everywhere=everywhere),
        skills=skills_of(facts, shown, {one.match for one in chosen}, everywhere=everywhere),
    )


def skills_of(facts: Facts, rules: RuleSetId, matches: Set[MatchId], *, everywhere: bool) -> Skills:
    """Return the estimates from those of some matches that have been judged."""

    def skill(of: Set[MatchId]) -> Skill | None:
        return Tally.of(rules, (facts.judged[match] for match in sorted(of & facts.judged.keys()))).skill()

    return Skills(skill(matches), None if everywhere else skill(matches & facts.of_season))


def _alone(facts: Facts, *, own: bool, everywhere: bool) -> list[RuleSetId]:
    """Return the rule sets of a page without counted matches; none where there is nothing to tell of.

    They are those that its reader has played with CPU players, the one played most first.
    """
    numbers = {each: with_cpu(facts, everywhere=everywhere, rules=each) for each in RuleSetId if own}
    played = sorted((each for each in numbers if numbers[each]), key=lambda each: -numbers[each])
    return [*played, STANDARD] if facts.seals else played


def with_cpu(facts: Facts, *, everywhere: bool, rules: RuleSetId | None = None) -> int:
    """Return the number of somebody's matches with CPU players; by all rule sets unless one is named."""
    return _sum(facts.with_cpu, everywhere, rules)


def unfinished(facts: Facts, *, everywhere: bool, rules: RuleSetId | None = None) -> int:
    """Return the number of matches that somebody opened without a result; by all rule sets unless one is
    named.
    """
    return _sum(facts.unfinished, everywhere, rules)


def _sum(numbers: Mapping[tuple[RuleSetId, bool], int], everywhere: bool, rules: RuleSetId | None) -> int:
    return sum(
        number
        for (played, here), number in numbers.items()
        if (everywhere or here) and rules in {None, played}
    )


def record_of(played: Sequence[Played]) -> Record:
    """Return the sums of matches of one rule set."""
    outcomes = Counter(one.outcome for one in played)
    return Record(
        wins=outcomes[Outcome.WON],
        draws=outcomes[Outcome.DRAWN],
        losses=outcomes[Outcome.LOST],
        net=sum(one.net for one in played),
        months=sum(one.months for one in played),
        months_won=sum(one.months_won for one in played),
        points_won=sum(one.points_won for one in played),
        best_month=max((one.best_month for one in played), default=0),
        calls=sum(one.calls for one in played),
        calls_won=sum(one.calls_won for one in played),
    )


def streak_of(played: Iterable[Played]) -> Streak:
    """Wins in a row, of matches in the order of counting."""
    rows = [0, *runs(played)]
    return Streak(rows[-1], max(rows))


def versus_of(played: Iterable[Played]) -> Versus | None:
    """Return the sums of the matches in which the one who asks sat too; None where they did in none."""
    met = [one.met for one in played if one.met is not None]
    outcomes = Counter(one.outcome for one in met)
    if not met:
        return None
    return Versus(
        outcomes[Outcome.WON], outcomes[Outcome.DRAWN], outcomes[Outcome.LOST], sum(one.net for one in met)
    )


def rivals_of(rivals: Iterable[Rival], *, everywhere: bool) -> tuple[Rival, ...]:
    """Return the opponents met most often, in the server or over all of them."""
    met: dict[UserId, Rival] = {}
    for one in rivals:
        if everywhere or one.here:
            before = met.get(one.user, replace(one, matches=0, wins=0, losses=0))
            met[one.user] = replace(
                before,
                matches=before.matches + one.matches,
                wins=before.wins + one.wins,
                losses=before.losses + one.losses,
            )
    order = sorted(met.values(), key=lambda one: (-one.matches, -one.wins, one.name, one.user))
    return tuple(order[:MOST_RIVALS])


def yaku_of(scored: Iterable[Scored], matches: set[MatchId]) -> tuple[Made | None, Made | None]:
    """The yaku scored most and least often in these matches.

    Of several scored as seldom the rarest is the one worth most; of several scored as often the favourite is.
    """
    times: Counter[YakuId] = Counter()
    worth: dict[YakuId, int] = defaultdict(int)
    for one in scored:
        if one.match in matches:
            times[one.yaku] += 1
            worth[one.yaku] = max(worth[one.yaku], one.points)
    if not times:
        return None, None
    order = list(YakuId)
    favourite = min(times, key=lambda yaku: (-times[yaku], -worth[yaku], order.index(yaku)))
    others = times.keys() - {favourite}
    rarest = min(others, key=lambda yaku: (times[yaku], -worth[yaku], order.index(yaku)), default=None)
    return Made(favourite, times[favourite]), None if rarest is None else Made(rarest, times[rarest])


def overall_points(played: Iterable[Played]) -> tuple[RatingPoint, ...]:
    """The rating over all servers, match by match; empty where no match has moved it."""
    values = [one.overall for one in played if one.overall is not None]
    start = [ratings.shown(NEW)] if values else []
    return tuple(RatingPoint(n, value) for n, value in enumerate(start + values))


def server_points(played: Iterable[Played], now: Rating | None) -> tuple[RatingPoint, ...]:
    """The rating in a server, match by match, with what ends of seasons did to it; `now` is how it stands."""
    points: list[RatingPoint] = []
    for one in played:
        if one.rating is None or one.rating_before is None:
            continue
        last = len(points) and points[-1].match
        if not points or points[-1].rating != one.rating_before:
            points.append(RatingPoint(last, one.rating_before))
        points.append(RatingPoint(last + 1, one.rating))
    if points and now is not None and points[-1].rating != now.value:
        points.append(RatingPoint(points[-1].match, now.value))
    return tuple(points)
