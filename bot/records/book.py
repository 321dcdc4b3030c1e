"""The book of standings: what counted matches add up to, one after another in the order of counting.

The same code counts a match as it ends and all of them again (`koikoi ratings rebuild`), so that both
come to the same numbers, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations

from bot.ids import GuildId, MatchId
from bot.records import ratings
from bot.records.ratings import NEW, Skill
from engine.rules.rule_sets import RuleSetId

ALL_TIME = "all"


def month_key(month: str) -> str:
    """The period of a month such as `2026-11`."""
    return f"m{month}"


def season_key(season: int) -> str:
    """The period of a season, by its id."""
    return f"s{season}"


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server; `number` counts them from 1."""

    id: int
    number: int


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one person in a counted match; the number is theirs in storage."""

    person: int
    name: str
    place: int
    net: int
    best_month: int
    best_yaku: int
    best_yaku_id: str | None


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted match. `guild` None: its server has put the bot out for good; `day` as 2026-11-22."""

    match: MatchId
    guild: GuildId | None
    rules: RuleSetId
    months: int
    rated: bool
    ended_at: datetime
    day: str
    season: Season | None
    lines: tuple[Line, ...]

    @property
    def periods(self) -> tuple[str, ...]:
        """The periods to which it belongs."""
        keys = (ALL_TIME, self.month)
        return keys if self.season is None else (*keys, season_key(self.season.id))

    @property
    def month(self) -> str:
        """The period of its month."""
        return month_key(self.day[:7])

    @property
    def window(self) -> str:
        """The time in which matches of the same people count ever less: its season, or else its month."""
        return self.month if self.season is None else season_key(self.season.id)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two of its people, the smaller number first."""
        return tuple(combinations(sorted(line.person for line in self.lines), 2))

    def won_by(self, line: Line) -> bool:
        """Whether this was somebody's win: a first place that is shared is a draw."""
        return line.place == 1 and sum(each.place == 1 for each in self.lines) == 1


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of somebody's counted matches of a period.

    `skill` is the one after the last rated match of the period, None before the first; `season` the number
    of the season it belongs to.
    """

    name: str = ""
    matches: int = 0
    wins: int = 0
    net: int = 0
    months: int = 0
    best_month: int = 0
    best_yaku: int = 0
    best_yaku_id: str | None = None
    last_at: datetime | None = None
    rated: int = 0
    skill: Skill | None = None
    season: int = 0

    def with_match(self, counted: Counted, line: Line) -> Tally:
        """The tally with one match more; its rating stays."""
        bigger = line.best_yaku > self.best_yaku
        return replace(
            self,
            name=line.name,
            matches=self.matches + 1,
            wins=self.wins + counted.won_by(line),
            net=self.net + line.net,
            months=self.months + counted.months,
            best_month=max(self.best_month, line.best_month),
            best_yaku=line.best_yaku if bigger else self.best_yaku,
            best_yaku_id=line.best_yaku_id if bigger else self.best_yaku_id,
            last_at=counted.ended_at,
        )

    def in_season(self, number: int | None) -> Tally:
        """The tally in this season: pulled to the middle for every season's end since its last match."""
        if number is None or number <= self.season:
            return self
        skill = None if self.skill is None else ratings.pulled(self.skill, number - self.season)
        return replace(self, skill=skill, season=number)


@dataclass(frozen=True, slots=True)
class Overall:
    """Somebody's rating over all servers."""

    rated: int = 0
    skill: Skill | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """The change of one person's shown ratings by a rated match; `before` and `after` None without a server.

    `matches`: how many have moved the rating of the server by then.
    """

    before: float | None
    after: float | None
    overall: float
    matches: int = 0


Pair = tuple[int, ...]
"""Two people."""
MeetingKey = tuple[GuildId | None, RuleSetId, str, Pair]
"""Server, or None over all of them; rule set, window, pair."""
StandingKey = tuple[GuildId, RuleSetId, str, int]
"""Server, rule set, period, person."""
OverallKey = tuple[RuleSetId, int]
"""Rule set, person."""


@dataclass(slots=True)
class Book:
    """Standings and overall ratings, as far as they are needed."""

    standings: dict[StandingKey, Tally] = field(default_factory=dict)
    overall: dict[OverallKey, Overall] = field(default_factory=dict)
    meetings: dict[MeetingKey, int] = field(default_factory=dict, compare=False)
    """The number of rated matches of two people in a window; it follows from the results."""

    def count(self, counted: Counted) -> tuple[Moved, ...]:
        """Enter one match; gives by line what it did to ratings, nothing where it is unrated."""
        moved = self._rate_overall(counted) if counted.rated else ()
        server = None if counted.guild is None else self._count_in_server(counted, counted.guild)
        if not server:
            return tuple(Moved(None, None, overall) for overall in moved)
        return tuple(replace(here, overall=overall) for here, overall in zip(server, moved, strict=True))

    def _rate_overall(self, counted: Counted) -> tuple[float, ...]:
        keys = [(counted.rules, line.person) for line in counted.lines]
        before = [self.overall.get(key, Overall()) for key in keys]
        skills = [each.skill or NEW for each in before]
        after = self._rated(counted, skills, None, counted.month)
        for key, old, skill in zip(keys, before, after, strict=True):
            self.overall[key] = Overall(old.rated + 1, skill)
        return tuple(ratings.shown(skill) for skill in after)

    def _count_in_server(self, counted: Counted, guild: GuildId) -> list[Moved]:
        """Enter it into the lists of its server; what it did to ratings there, by line, if it is rated."""
        number = counted.season.number if counted.season else None
        always = [
            self.standings.get((guild, counted.rules, ALL_TIME, line.person), Tally()).in_season(number)
            for line in counted.lines
        ]
        skills = [each.skill or NEW for each in always]
        new = self._rated(counted, skills, guild, counted.window) if counted.rated else None
        for at, line in enumerate(counted.lines):
            for period in counted.periods:
                key = (guild, counted.rules, period, line.person)
                tally = always[at] if period == ALL_TIME else self.standings.get(key, Tally())
                tally = tally.with_match(counted, line)
                if new is not None:
                    tally = replace(tally, rated=tally.rated + 1, skill=new[at], season=always[at].season)
                self.standings[key] = tally
        if new is None:
            return []
        return [
            Moved(ratings.shown(old), ratings.shown(skill), 0.0, tally.rated + 1)
            for old, skill, tally in zip(skills, new, always, strict=True)
        ]

    def _rated(
        self, counted: Counted, skills: Sequence[Skill], guild: GuildId | None, window: str
    ) -> tuple[Skill, ...]:
        """The skills after a rated match, which moves them the less the more often two of its people met."""
        keys: list[MeetingKey] = [(guild, counted.rules, window, pair) for pair in counted.pairs]
        for key in keys:
            self.meetings[key] = self.meetings.get(key, 0) + 1
        nth = max(self.meetings[key] for key in keys)
        after = ratings.rated(skills, [line.place for line in counted.lines])
        return tuple(ratings.damped(old, new, nth) for old, new in zip(skills, after, strict=True))


def book_of(matches: Iterable[Counted]) -> tuple[Book, dict[MatchId, tuple[Moved, ...]]]:
    """All matches in the order of counting, entered into an empty book, and what each moved."""
    book = Book()
    return book, {counted.match: book.count(counted) for counted in matches}
