"""Leaderboards of random small worlds are what the stored results add up to, counted slowly again."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import timedelta
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ids import GuildId
from bot.match.verdict import Unrated
from bot.records import boards, ratings
from bot.records.boards import AWAY, Leaderboard, Measure, Query, Row, Scope, When
from bot.records.book import Counted, Line
from bot.records.periods import SeasonKind
from bot.records.ratings import NEW, PROVISIONAL, Skill
from bot.storage.database.schema import people, seasons
from bot.storage.records import counting
from bot.storage.settings.servers import ServerRow
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.support.records.world import NAMES, NOW, Seat, World, user, world

GUILDS = (GuildId(1), GuildId(2), GuildId(3))
PEOPLE = NAMES[:6]
RULES = (RuleSetId.CLASSIC, RuleSetId.SANNIN)
YAKU = (None, YakuId.TANE, YakuId.SANKO, YakuId.GOKO)
VERDICTS = (None, None, None, Unrated.SHORT, Unrated.OPTIONS, Unrated.OFTEN)


async def fill(here: World, chance: random.Random) -> list[ServerRow]:
    """Some servers with random settings, matches of some months, somebody hidden and somebody gone."""
    kinds = list(SeasonKind)
    rows = [
        ServerRow(
            guild,
            chance.choice(("en", "ja")),
            season=chance.choice(kinds),
            shares=chance.random() < 0.7,
            removed_at=NOW if chance.random() < 0.2 else None,
        )
        for guild in GUILDS
    ]
    for row in rows:
        await here.guild(row)
    days = sorted(chance.uniform(0, 200) for _ in range(chance.randint(1, 40)))
    for day in days:
        rules = chance.choice(RULES)
        await here.match(
            NOW - timedelta(days=200 - day),
            seats(chance, 3 if rules is RuleSetId.SANNIN else 2),
            guild=chance.choice(GUILDS),
            rules=rules,
            months=chance.randint(1, 6),
            unrated=chance.choice(VERDICTS),
        )
    for row in rows:  # a match brings the bot back
        await here.guild(row)
    known = [name for name in PEOPLE if user(name) in here.numbers]
    await here.hide(chance.choice(known))
    if chance.random() < 0.5:
        await here.delete(chance.choice(known))
    return rows


def seats(chance: random.Random, count: int) -> list[Seat]:
    """Return a match between `count` people, equal places among them."""
    names = chance.sample(PEOPLE, count)
    places = sorted(chance.choice((1, 2)) for _ in names)
    return [
        Seat(
            name, place - places[0] + 1, chance.randint(-9, 9), chance.choice((0, 5, 9)), points, YAKU[points]
        )
        for name, place, points in zip(names, places, (chance.randrange(4) for _ in names), strict=True)
    ]


@dataclass(frozen=True)
class Facts:
    """The stored facts, and the wanted lists. `running`: each server's season at `NOW`."""

    counted: list[Counted]
    guilds: dict[GuildId, ServerRow]
    running: dict[GuildId, int | None]
    hidden: set[int]
    gone: set[int]


async def facts(here: World, rows: list[ServerRow]) -> Facts:
    """Read the results and nothing that was made of them."""
    running: dict[GuildId, int | None] = {}
    with here.store.reading() as tx:
        counted = counting.load(tx)
        everybody = tx.execute(sa.select(people)).all()
        for row in rows:
            query = sa.select(seasons.c.number, seasons.c.ends_at).where(seasons.c.guild == row.id)
            begun = sorted((each.number, each.ends_at) for each in tx.execute(query))
            last, ends_at = begun[-1] if begun else (0, NOW)
            running[row.id] = last if ends_at > NOW else None if row.season is SeasonKind.OFF else last + 1
    return Facts(
        counted,
        {row.id: row for row in rows},
        running,
        {one.id for one in everybody if one.hidden},
        {one.id for one in everybody if one.discord is None},
    )


@dataclass
class Track:
    """Somebody's rating in one server, or over all: what moves it, match by match."""

    skill: Skill = NEW
    season: int = 0
    moved: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    left: dict[str, Skill] = field(default_factory=dict)
    """As the last rated match of each period left it."""

    def comes_to(self, number: int) -> None:
        """A season begins: all that ended since move it to the middle."""
        if self.season and number > self.season:
            self.skill = ratings.pulled(self.skill, number - self.season)
        self.season = max(self.season, number)


def tracks(known: Facts, query: Query) -> dict[int, Track]:
    """Everybody's rating, from their first match on."""
    found: dict[int, Track] = defaultdict(Track)
    met: list[tuple[str, set[int]]] = []
    for one in known.counted:
        here = query.scope is Scope.ALL or one.guild == query.guild
        if one.rules is not query.rules or not here:
            continue
        mine = [found[line.person] for line in one.lines]
        for track in mine:
            if one.season and query.scope is Scope.SERVER:
                track.comes_to(one.season.number)
        if one.rated:
            persons = [line.person for line in one.lines]
            window = one.periods[1] if query.scope is Scope.ALL else one.periods[-1]
            met.append((window, set(persons)))
            nth = max(
                sum({a, b} <= there for when, there in met if when == window)
                for a in persons
                for b in persons
                if a != b
            )
            before = [track.skill for track in mine]
            after = [
                ratings.damped(old, new, nth)
                for old, new in zip(
                    before, ratings.rated(before, [line.place for line in one.lines]), strict=True
                )
            ]
            for track, skill in zip(mine, after, strict=True):
                track.skill = skill
                for period in one.periods:
                    track.moved[period] += 1
                    track.left[period] = skill
    return found


def rating(known: Facts, query: Query, track: Track, period: str) -> tuple[int, int | None]:
    """Return the number of matches that moved it, and its value in a list."""
    if query.scope is Scope.ALL:
        period = "all"
    if period not in track.left:
        return 0, None
    skill = track.left[period]
    if period == "all":
        now = known.running[query.guild]
        if query.scope is Scope.SERVER and now is not None:
            track.comes_to(now)
        skill = track.skill
    return track.moved[period], round(ratings.shown(skill))


def value(measure: Measure, mine: list[tuple[Counted, Line]], rated: int | None) -> Fraction | int | None:
    """Return the value that ranks somebody, from their matches alone."""
    wins = sum([each.place for each in one.lines if each.place == 1] == [line.place] for one, line in mine)
    match measure:
        case Measure.RATING:
            return rated
        case Measure.WINS:
            return wins
        case Measure.RATE:
            return round(Fraction(1000 * wins, len(mine)) + Fraction(1, 10**9))
        case Measure.NET:
            return sum(line.net for _, line in mine)
        case Measure.BEST | Measure.YAKU:
            best = measure is Measure.BEST
            return max(line.best_month if best else line.best_yaku for _, line in mine) or None
    return None


def recounted(known: Facts, query: Query, period: str, viewer: int | None) -> list[dict[str, object]]:
    """The whole list, slowly."""
    everybody = tracks(known, query)
    ranked: list[dict[str, object]] = []
    later: list[dict[str, object]] = []
    for person in everybody:
        mine = [
            (one, line)
            for one in known.counted
            for line in one.lines
            if line.person == person and one.rules is query.rules and period in one.periods
            and one.guild in in_scope(known, query)
        ]  # fmt: skip
        unseen = person in known.gone or (person in known.hidden and person != viewer)
        away = period == "all" and mine and NOW - mine[-1][0].ended_at >= AWAY
        if not mine or unseen or away:
            continue
        moved, rated = rating(known, query, everybody[person], period)
        have = value(query.measure, mine, rated)
        if have is None:
            continue
        enough = {Measure.RATING: moved, Measure.RATE: len(mine)}.get(query.measure, PROVISIONAL)
        (ranked if enough >= PROVISIONAL else later).append(
            {
                "person": person,
                "value": have,
                "matches": len(mine),
                "months": sum(one.months for one, _ in mine),
                "last_at": mine[-1][0].ended_at,
                "hidden": person in known.hidden,
                # Ratings of provisional people are not told: not by their order either.
                "order": moved if query.measure is Measure.RATING and enough < PROVISIONAL else have,
            }
        )
    for rows in (ranked, later):
        rows.sort(key=lambda row: (-cast("int", row.pop("order")), row["last_at"], row["person"]))
    for row in ranked:
        better = (other for other in ranked if cast("int", other["value"]) > cast("int", row["value"]))
        row["rank"] = 1 + sum(not other["hidden"] for other in better)
    return [*ranked, *({**row, "rank": None} for row in later)]


def in_scope(known: Facts, query: Query) -> set[GuildId | None]:
    """The servers whose matches are in a list."""
    if query.scope is Scope.SERVER:
        return {query.guild}
    return {row.id for row in known.guilds.values() if row.shares and row.removed_at is None}


async def whole(here: World, query: Query, viewer: str | None) -> tuple[Leaderboard, list[Row]]:
    """All pages of a list one after another."""
    first = await here.board(query, viewer=viewer)
    rows = list(first.rows)
    for page in range(2, first.pages + 1):
        rows += (await here.board(replace(query, page=page), viewer=viewer)).rows
    return first, rows


async def check(chance: random.Random) -> None:
    """Every list of a random world, as a random person sees it."""
    with tempfile.TemporaryDirectory() as folder:
        async with world(Path(folder)) as here:
            known = await facts(here, await fill(here, chance))
            viewer = chance.choice((None, *PEOPLE))
            number = None if viewer is None else here.numbers.get(user(viewer))
            for guild, rules, measure, scope in product(GUILDS, RULES, Measure, Scope):
                query = Query(guild, rules, chance.choice((None, *When, "m2026-09")), measure, scope)
                board, rows = await whole(here, query, viewer)
                right = recounted(known, query, board.period.key, number)
                assert [seen(row, measure) for row in rows] == right
                assert board.total == len(right)
                assert {row.person for row in rows if row.own} <= {number}


def seen(row: Row, measure: Measure) -> dict[str, object]:
    """Return the recounted fields of a row."""
    return {
        "person": row.person,
        "value": boards.value(row, measure),
        "matches": row.matches,
        "months": row.months,
        "last_at": row.last_at,
        "hidden": row.hidden,
        "rank": row.rank,
    }


@pytest.mark.outside
@settings(max_examples=8)
@given(st.integers(0, 2**32))
def test_every_list_is_what_the_results_add_up_to(seed: int) -> None:
    """In every server, by every rule set, measure, scope and kind of period."""
    asyncio.run(check(random.Random(seed)))
