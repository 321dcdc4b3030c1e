"""Leaderboards: who stands in them, where, and what else can be chosen."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import GuildId
from bot.match.verdict import Unrated
from bot.records import boards
from bot.records.boards import (
    ARCHIVED,
    AWAY,
    ROWS,
    Absence,
    Leaderboard,
    Measure,
    NoSuchPeriodError,
    Notice,
    PeriodKind,
    Query,
    Row,
    Scope,
    When,
)
from bot.records.periods import SeasonKind
from bot.records.ratings import PROVISIONAL
from bot.storage.database.schema import jobs
from bot.storage.settings.servers import ServerRow
from engine.rules.rule_sets import STANDARD, RuleSetId
from engine.rules.yaku import YakuId
from tests.support.records.world import HERE, NAMES, NOW, THERE, Seat, World, won, world

pytestmark = pytest.mark.databases

HOUR = timedelta(hours=1)
WINS = Query(HERE, RuleSetId.CLASSIC, "all", Measure.WINS)
OVERALL = replace(WINS, scope=Scope.ALL)


def row(person: int, *, wins: int = 0, matches: int = 10, hour: int = 0, **values: object) -> Row:
    """Return a row of somebody with a number and as many wins, whose last match was at an hour."""
    numbers = {"net": 0, "months": 30, "best_month": 5, "best_yaku": 5, "rated": matches, "rating": 1000}
    return Row(
        person=person,
        name=str(person),
        matches=matches,
        wins=wins,
        last_at=NOW + hour * HOUR,
        **{**numbers, **values},  # type: ignore[arg-type]
    )


def names(board: Leaderboard) -> list[str]:
    """Return the names on the page, in its order."""
    return [one.name for one in board.rows]


def ranks(board: Leaderboard) -> dict[str, int | None]:
    """The ranks on the page."""
    return {one.name: one.rank for one in board.rows}


async def played(here: World, *winners: str, loser: str = "Max", **match: object) -> None:
    """Matches one after another, an hour apart, each won by one of these."""
    for n, winner in enumerate(winners):
        await here.match(NOW - timedelta(days=2) + n * HOUR, won(winner, loser), **match)  # type: ignore[arg-type]


def test_equal_numbers_share_a_rank_and_whoever_came_first_stands_first() -> None:
    """Two thirds are followed by a fifth; the order of equals does not hang on that of the rows."""
    rows = [row(1, wins=3), row(2, wins=5, hour=2), row(3, wins=3, hour=-1), row(4, wins=5, hour=1)]
    rows.append(row(5, wins=1))
    for given_rows in (rows, rows[::-1]):
        found = boards.ordered(given_rows, Measure.WINS)
        assert [(one.person, one.rank) for one in found] == [(4, 1), (2, 1), (3, 3), (1, 3), (5, 5)]


def test_ratings_and_rates_are_equal_where_they_are_shown_as_equal() -> None:
    """33.3 % is one rank, whether of 3 or of 30 matches."""
    found = boards.ordered([row(1, wins=2, matches=6), row(2, wins=10, matches=30)], Measure.RATE)
    assert [one.rank for one in found] == [1, 1]


@pytest.mark.parametrize(("measure", "few"), [(Measure.RATING, "rated"), (Measure.RATE, "matches")])
def test_who_has_few_matches_stands_below_without_a_rank(measure: Measure, few: str) -> None:
    """By rating the rated matches decide, by win rate the counted ones; by anything else nobody does."""
    best = replace(row(1, wins=9, rating=2000), **{few: PROVISIONAL - 1})  # type: ignore[arg-type]
    other = row(2, wins=1, rating=900)
    found = boards.ordered([best, other], measure)
    assert [(one.person, one.rank) for one in found] == [(2, 1), (1, None)]
    enough = replace(best, **{few: PROVISIONAL})  # type: ignore[arg-type]
    assert [one.rank for one in boards.ordered([enough, other], measure)] == [1, 2]
    assert [one.rank for one in boards.ordered([best, other], Measure.WINS)] == [1, 2]


def test_who_has_nothing_to_show_is_not_shown() -> None:
    """No rating before the first rated match, no best month or yaku before the first month won."""
    bare = row(1, rating=None, best_month=0, best_yaku=0)
    for measure in Measure:
        hidden = measure not in {Measure.WINS, Measure.RATE, Measure.NET}
        assert (boards.ordered([bare], measure) == []) is hidden


@given(st.lists(st.integers(0, 4), max_size=35), st.integers(-3, 40))
def test_pages_hold_everybody_once(wins: list[int], wanted: int) -> None:
    """Whatever page is asked for there is one, never empty where somebody is there."""
    rows = boards.ordered([row(n, wins=each, hour=n) for n, each in enumerate(wins)], Measure.WINS)
    page = boards.page_of(rows, wanted)
    assert 1 <= page <= max(1, -(-len(rows) // ROWS))
    assert not rows or rows[(page - 1) * ROWS : page * ROWS]


async def test_a_list_counts_what_was_played(tmp_path: Path) -> None:
    """Wins, matches, net, months, the best month and yaku; the rating of each."""
    async with world(tmp_path) as here:
        await here.match(NOW - HOUR, [Seat("Ann", 1, 12, 9, 8, YakuId.SHIKO), Seat("Ben", 2, -12)], months=3)
        await here.match(NOW, [Seat("Ben", 1, 2, 4, 5, YakuId.SANKO), Seat("Ann", 2, -2, 1, 1)], months=6)
        board = await here.board(WINS, viewer="Ben")
        rated = await here.board(replace(WINS, measure=Measure.RATING))
    ann, ben = sorted(board.rows, key=lambda one: one.name)
    assert (ann.matches, ann.wins, ann.net, ann.months, ann.best_month) == (2, 1, 10, 9, 9)
    assert (ann.best_yaku, ann.best_yaku_id, ann.rated, ann.rate) == (8, YakuId.SHIKO, 2, 500)
    assert all(one.rating is not None and one.rank is None for one in rated.rows)
    assert (ann.own, ben.own, board.own, board.pinned) == (False, True, ben, None)


async def test_ones_own_row_is_pinned_below_a_page_that_has_it_not(tmp_path: Path) -> None:
    """On its own page it is no pinned one; a stranger has none."""
    async with world(tmp_path) as here:
        for n, name in enumerate(NAMES[:12]):
            await played(here, *[name] * (13 - n))
        first = await here.board(WINS, viewer="Lea")
        own = await here.board(replace(WINS, page=2), viewer="Lea")
        stranger = await here.board(WINS)
    assert first.page == 1 and len(first.rows) == ROWS and first.pinned is not None
    assert first.pinned.rank == 12 and first.total == 13 and first.pages == 2
    assert own.page == 2 and names(own) == ["Kim", "Lea", "Max"] and own.pinned is None
    assert stranger.page == 1 and stranger.own is None and stranger.absence is None


async def test_who_is_away_leaves_the_all_time_list_until_their_next_match(tmp_path: Path) -> None:
    """After sixty days; a season's list keeps them, and they are told where they are."""
    async with world(tmp_path) as here:
        await here.match(NOW - AWAY, won("Ann", "Ben"))
        await here.match(NOW - AWAY + HOUR, won("Cat", "Dan"))
        board = await here.board(WINS, viewer="Ann")
        assert names(board) == ["Cat", "Dan"]
        assert board.absence is Absence.AWAY
        archived = await here.board(replace(WINS, period="last_season"), viewer="Ann")
        assert "Ann" in names(await here.board(replace(WINS, period="m2026-09"), viewer="Ann"))
        assert archived.period.label == "2026-09"
        await here.match(NOW, won("Ben", "Ann"))
        again = await here.board(WINS, viewer="Ann")
    assert ranks(again) == {"Cat": 1, "Ann": 1, "Ben": 1, "Dan": 4}


async def test_hidden_people_are_seen_by_themselves_alone_and_take_no_rank(tmp_path: Path) -> None:
    """Hidden people see the rank that they would have; everybody else's is the same for all who look."""
    async with world(tmp_path) as here:
        await played(here, "Ann", "Ann", "Ben", "Ben", "Cat")
        await here.hide("Ann")
        assert ranks(await here.board(WINS, viewer="Ben")) == {"Ben": 1, "Cat": 2, "Max": 3}
        mine = await here.board(WINS, viewer="Ann")
        posted = await here.board(WINS)
    assert ranks(mine) == {"Ann": 1, "Ben": 1, "Cat": 2, "Max": 3}
    assert mine.own is not None and mine.own.hidden
    assert "Ann" not in names(posted)


async def test_who_has_deleted_themself_is_nowhere(tmp_path: Path) -> None:
    """Not for others, not for themself, in no scope."""
    async with world(tmp_path) as here:
        await here.guild(ServerRow(HERE, "en", shares=True))
        await played(here, "Ann", "Ben")
        await here.delete("Ann")
        for query in (WINS, OVERALL):
            board = await here.board(query, viewer="Ann")
            assert names(board) == ["Ben", "Max"]
            assert board.absence is Absence.NO_MATCH


async def test_why_somebody_is_not_there(tmp_path: Path) -> None:
    """No match, none that moved a rating, no month won."""
    async with world(tmp_path) as here:
        await here.match(NOW, won("Ann", "Ben"), unrated=Unrated.SHORT)
        for measure, viewer, absence in (
            (Measure.RATING, "Ann", Absence.UNRATED),
            (Measure.RATING, "Dan", Absence.NO_MATCH),
            (Measure.BEST, "Ben", Absence.NO_MONTH),
            (Measure.YAKU, "Ben", Absence.NO_MONTH),
            (Measure.WINS, "Ben", None),
        ):
            board = await here.board(replace(WINS, measure=measure), viewer=viewer)
            assert board.absence is absence, (measure, viewer)


async def test_matches_that_do_not_count_bring_nobody_into_a_list(tmp_path: Path) -> None:
    """A CPU player, an abort, absence, the sixth of a day."""
    async with world(tmp_path) as here:
        for why in (Unrated.CPU, Unrated.ABORTED, Unrated.ABSENT, Unrated.OFTEN):
            await here.match(NOW, won("Ann", "Ben"), unrated=why)
        assert (await here.board(WINS)).rows == ()


async def test_what_is_played_most_is_shown_unless_asked_otherwise(tmp_path: Path) -> None:
    """A list without matches shows the rule set of the server's tables."""
    async with world(tmp_path) as here:
        assert (await here.board(Query(HERE))).rules is STANDARD
        await played(here, "Ann")
        await played(here, "Ann", "Ben", rules=RuleSetId.ISHOKAI)
        board = await here.board(Query(HERE))
        assert board.rules is RuleSetId.ISHOKAI
        assert (board.period.when, board.measure, board.scope) == (When.SEASON, Measure.RATING, Scope.SERVER)


MONTHS = [datetime(2025 + n // 12, n % 12 + 1, 15, tzinfo=UTC) for n in range(23)]
"""The middle of each month from January 2025 to November 2026."""


async def test_the_menu_offers_the_seasons_that_were_months_and_all_time(tmp_path: Path) -> None:
    """The menu lists this season, the newest dozen past seasons, this month, last month and all time."""
    async with world(tmp_path) as here:
        for at in MONTHS:
            await here.match(at, won("Ann", "Ben"))
        board = await here.board(Query(HERE))
        offered = [(one.when, one.label) for one in board.periods]
        assert offered[:3] == [(When.SEASON, "2026-11"), (When.LAST_SEASON, "2026-10"), (None, "2026-09")]
        assert offered[-3:] == [(When.MONTH, "2026-11"), (When.LAST_MONTH, "2026-10"), (When.ALL_TIME, "")]
        assert len({one.key for one in board.periods}) == len(board.periods) == 1 + ARCHIVED + 3
        for one in board.periods:
            shown = await here.board(Query(HERE, period=one.key, measure=Measure.WINS))
            assert shown.period == one
            assert shown.rows[0].wins == (len(MONTHS) if one.kind is PeriodKind.ALL_TIME else 1)
        old = await here.board(Query(HERE, period="s1"))
        assert old.period.label == "2025-01" and old.periods[-2] == old.period
        assert len(old.periods) == len(board.periods) + 1


async def test_each_period_counts_its_own_matches(tmp_path: Path) -> None:
    """By the server's time zone: it is November in Tokyo while it is October in London."""
    async with world(tmp_path) as here:
        await here.guild(ServerRow(HERE, "ja"))
        await here.match(datetime(2026, 10, 31, 14, tzinfo=UTC), won("Ann", "Ben"))
        await here.match(datetime(2026, 10, 31, 16, tzinfo=UTC), won("Cat", "Ben"))
        for late, early in ((When.MONTH, When.LAST_MONTH), (When.SEASON, When.LAST_SEASON)):
            assert (await here.board(replace(WINS, period=late))).rows[0].name == "Cat"
            assert (await here.board(replace(WINS, period=early))).rows[0].name == "Ann"
        before = datetime(2026, 10, 31, 14, 59, tzinfo=UTC)
        assert (await here.board(replace(WINS, period=When.MONTH), now=before)).period.label == "2026-10"


async def test_a_season_that_nobody_has_played_in_is_offered_and_empty(tmp_path: Path) -> None:
    """The season has its name before it has a row; a button from then leads to it later."""
    async with world(tmp_path) as here:
        await here.match(datetime(2026, 9, 15, tzinfo=UTC), won("Ann", "Ben"))
        board = await here.board(Query(HERE), viewer="Ann")
        assert board.rows == () and board.absence is Absence.NO_MATCH
        assert (board.period.when, board.period.label) == (When.SEASON, "2026-11")
        assert board.periods[1].when is When.LAST_SEASON and board.periods[1].label == "2026-09"
        await here.match(NOW, won("Ben", "Ann"))
        later = await here.board(Query(HERE, period=board.period.key))
        assert later.period.key != board.period.key and set(names(later)) == {"Ann", "Ben"}


async def test_without_seasons_those_of_the_past_remain(tmp_path: Path) -> None:
    """A query for this season, which is not offered, says so; a running season goes on under its name."""
    async with world(tmp_path) as here:
        await here.match(datetime(2026, 9, 15, tzinfo=UTC), won("Ann", "Ben"))
        await here.guild(ServerRow(HERE, "en", season=SeasonKind.OFF))
        running = await here.board(Query(HERE), now=datetime(2026, 9, 20, tzinfo=UTC))
        assert running.period.kind is PeriodKind.ALL_TIME
        assert (running.periods[0].label, running.periods[0].when) == ("2026-09", None)
        board = await here.board(replace(WINS, period=When.SEASON), viewer="Ann")
        assert (board.period.kind, board.notice) == (PeriodKind.ALL_TIME, Notice.NO_SEASONS_HERE)
        assert When.SEASON not in {one.when for one in board.periods}
        assert (await here.board(replace(WINS, period=When.LAST_SEASON))).rows[0].name == "Ann"
        unseasoned = ServerRow(THERE, "en", season=SeasonKind.OFF)
        await here.guild(unseasoned)
        there = await here.board(replace(WINS, guild=THERE, period=When.LAST_SEASON))
        assert (there.period.kind, there.notice) == (PeriodKind.ALL_TIME, Notice.NO_SEASON_YET)


@pytest.mark.parametrize("key", ["s2", "s99", "s0x", "m2026-12", "m2026-13", "x", "", "M2026-10", "s-1"])
async def test_a_period_that_a_server_never_had_is_refused(tmp_path: Path, key: str) -> None:
    """Another server's season, a month to come, nonsense."""
    async with world(tmp_path) as here:
        await here.match(NOW, won("Ann", "Ben"))
        await here.match(NOW, won("Ann", "Ben"), guild=THERE)
        with pytest.raises(NoSuchPeriodError):
            await here.board(replace(WINS, period=key))


async def test_over_all_servers_those_that_share_are_added_up(tmp_path: Path) -> None:
    """Sums and bests of several servers; the name as they were last called; one rating over all."""
    async with world(tmp_path) as here:
        for guild in (HERE, THERE):
            await here.guild(ServerRow(guild, "en", shares=True))
        await here.match(NOW - HOUR, [Seat("Ann", 1, 12, 9, 5, YakuId.SANKO), Seat("Ben", 2, -12)])
        await here.match(NOW, [Seat("Ann", 1, 3, 6, 8, YakuId.SHIKO), Seat("Ben", 2, -3)], guild=THERE)
        alone = GuildId(3)
        await here.match(NOW, won("Ann", "Ben"), guild=alone)
        board = await here.board(OVERALL, viewer="Ben")
        ann = board.rows[0]
        assert (ann.matches, ann.wins, ann.net, ann.months, ann.best_month) == (2, 2, 15, 6, 9)
        assert ann.rated == 3, "the rating is that of all servers"
        yaku = await here.board(replace(OVERALL, measure=Measure.YAKU), viewer="Ann")
        assert yaku.own is not None and yaku.own == yaku.rows[0]
        assert (yaku.own.best_yaku, yaku.own.best_yaku_id) == (8, YakuId.SHIKO)
        assert (board.shares, board.others_share) == (True, True)
        await here.guild(ServerRow(THERE, "en", shares=True, removed_at=NOW))
        left = await here.board(OVERALL)
        assert left.rows[0].matches == 1 and not left.others_share
        outside = await here.board(replace(OVERALL, guild=alone))
        assert outside.shares is False and outside.others_share


@pytest.mark.parametrize("asked", [When.SEASON, When.LAST_SEASON, "s1", None])
async def test_over_all_servers_there_are_no_seasons(tmp_path: Path, asked: str | None) -> None:
    """All time instead, and it is said unless nobody asked for another."""
    async with world(tmp_path) as here:
        await here.guild(ServerRow(HERE, "en", shares=True))
        await here.match(NOW, won("Ann", "Ben"))
        board = await here.board(replace(OVERALL, period=asked))
    assert board.period.kind is PeriodKind.ALL_TIME and names(board) == ["Ann", "Ben"]
    assert board.notice is (None if asked is None else Notice.NO_SEASONS_OVERALL)
    assert {one.kind for one in board.periods} == {PeriodKind.MONTH, PeriodKind.ALL_TIME}


async def test_all_time_ratings_are_pulled_for_everybody_when_a_season_has_ended(tmp_path: Path) -> None:
    """Also for players without a match in the new one: the order stays, the distance to the start shrinks."""
    async with world(tmp_path) as here:
        at = datetime(2026, 10, 30, tzinfo=UTC)
        for n in range(PROVISIONAL):
            await here.match(at + n * HOUR, won("Ann", "Ben"))
        rating = replace(WINS, measure=Measure.RATING)
        before = await here.board(rating, now=at + timedelta(days=1))
        after = await here.board(rating, now=at + timedelta(days=3))
        month = await here.board(replace(rating, period="m2026-10"))
    told = [one.rating for one in before.rows]
    assert names(before) == names(after) == ["Ann", "Ben"]
    assert told == [one.rating for one in month.rows], "what a month left stays as it was"
    assert told != [one.rating for one in after.rows]


async def test_while_older_matches_are_counted_the_list_says_how_far(tmp_path: Path) -> None:
    """And no longer once all are."""
    async with world(tmp_path) as here:
        assert (await here.board(WINS)).backlog is None
        with here.store.writing() as tx:
            tx.execute(sa.insert(jobs).values(name="records", done=30, total=200))
        assert (await here.board(WINS)).backlog == (30, 200)
