"""The estimate of skill: its intervals, the same from single matches as from the database's sums."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import timedelta
from math import inf, sqrt
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId
from bot.match.vocabulary import BarKind
from bot.records.boards import Absence, Measure, Query, Scope, When
from bot.records.periods import SeasonKind
from bot.records.profiles import profile
from bot.records.skill import (
    LEAST_DECISIONS,
    LEAST_MATCHES,
    Estimate,
    Figures,
    Skill,
    Sums,
    Tally,
    ratio,
)
from bot.storage.database.schema import judged as judged_table
from bot.storage.database.schema import matches as match_table
from bot.storage.database.schema import result_players, results
from bot.storage.moderation import bars
from bot.storage.records import judged, profiles
from bot.storage.settings.servers import ServerRow
from bot.wording.records import skills
from engine.rules.rule_sets import RuleSetId
from tests.support.budgets import budgets
from tests.support.records.world import HERE, NOW, THERE, Seat, World, world
from tests.support.wording_views import ENGLISH, EVERY


def drawn(chance: random.Random) -> Figures:
    """The figures of a match as chance has them: a point a month better than nothing."""
    decisions, months, luck = chance.randint(40, 90), chance.choice((3, 6)), chance.gauss(0, 12)
    lost = sum(chance.expovariate(4) for _ in range(decisions))
    points = round(months + chance.gauss(0, 9) + luck)
    return Figures(decisions, lost, months, points, luck / 3, 2 * luck / 3)


@pytest.mark.parametrize("draws", budgets(300, 2000))
def test_the_interval_holds_the_truth_95_times_of_100(draws: int) -> None:
    """Also of few matches, whose spread is known badly."""
    chance = random.Random(3)
    for matches in (LEAST_MATCHES, 5, 12, 40):
        held = 0
        for _ in range(draws):
            tally = Tally.of(RuleSetId.CLASSIC, (drawn(chance) for _ in range(matches)))
            gain = ratio(matches, tally.gain)
            held += abs(gain.value - 1) <= gain.half
        assert abs(held / draws - 0.95) <= 0.9 / sqrt(draws), matches


def test_a_ratio_and_its_spread() -> None:
    """Worked out by hand: 3 of 2, 1 of 2 and 2 of 2; matches that are all alike leave no doubt."""
    found = ratio(3, Sums(6, 6, 14, 12, 12))
    assert found.value == 1 and found.half == pytest.approx(4.303 * (2 * 3 / 2) ** 0.5 / 6)
    assert ratio(4, Sums(4, 8, 4, 8, 16)) == Estimate(0.5, 0.0)
    assert ratio(1, Sums(1, 2, 1, 2, 4)) == Estimate(0.5, inf)


@pytest.mark.parametrize(
    ("matches", "decisions"),
    [(LEAST_MATCHES - 1, LEAST_DECISIONS), (LEAST_MATCHES, LEAST_DECISIONS // LEAST_MATCHES - 1)],
)
def test_little_makes_no_estimate(matches: int, decisions: int) -> None:
    """Neither few matches nor few decisions: nobody can use a figure that may be anything."""
    alike = [Figures(decisions, 5.0, 3, 4, 0.0, 0.0)] * matches
    assert Tally.of(RuleSetId.CLASSIC, alike).skill() is None
    enough = [Figures(LEAST_DECISIONS, 5.0, 3, 4, 0.0, 0.0)] * LEAST_MATCHES
    assert Tally.of(RuleSetId.CLASSIC, enough).skill() is not None


NAMES = ("Ann", "Ben", "Cat", "Dan")
CLASSIC = RuleSetId.CLASSIC


@asynccontextmanager
async def judged_world(folder: Path) -> AsyncIterator[World]:
    """Two months of matches that have all been judged, every third of them in another server."""
    async with world(folder) as here:
        for guild in (HERE, THERE):
            await here.guild(ServerRow(guild, season=SeasonKind.MONTHLY, shares=True))
        chance = random.Random(5)
        for n in range(120):
            winner, loser = chance.sample(NAMES, 2)
            seats = [Seat(winner, 1, 5), Seat(loser, 2, -5)]
            at, guild = NOW - timedelta(hours=12 * (120 - n)), THERE if n % 3 == 0 else HERE
            await here.match(at, seats, guild=guild)
        await here.store.write(_judged)
        yield here


def _judged(tx: Connection) -> None:
    chance, mine = random.Random(7), result_players.c
    sat = tx.execute(sa.select(mine.match, mine.person).order_by(mine.match, mine.seat)).all()
    rows = [{"match": row.match, "person": row.person, **drawn(chance)._asdict()} for row in sat]
    tx.execute(sa.insert(judged_table), rows)


def slowly(tx: Connection, person: int, key: str, guilds: Collection[GuildId]) -> Skill | None:
    """Estimate a skill from single matches."""
    mine = judged.of_person(tx, person)
    query = sa.select(results.c.match, results.c.day, results.c.season)
    query = query.join(match_table, match_table.c.id == results.c.match)
    rows = tx.execute(query.where(match_table.c.guild.in_(guilds))).all()
    inside = [row.match for row in rows if key in {"all", f"m{row.day[:7]}", f"s{row.season}"}]
    return Tally.of(CLASSIC, (mine[match].figures for match in inside if match in mine)).skill()


@pytest.mark.outside
@pytest.mark.databases
async def test_lists_say_what_single_matches_say(tmp_path: Path) -> None:
    """In every period, in a server and over all that share; those who lose least stand first."""
    async with judged_world(tmp_path) as here:
        asked = [(when, scope, guilds) for scope, guilds in SCOPES for when in (*When, None)]
        seen = set[str]()
        for when, scope, guilds in asked:
            board = await here.board(Query(HERE, CLASSIC, when, Measure.SKILL, scope))
            assert len(board.rows) == len(NAMES), (when, scope)
            seen.add(board.period.key)
            lost = [round(row.skill.lost.value, 2) for row in board.rows if row.skill is not None]
            assert lost == sorted(lost) and len(lost) == len(NAMES)
            for row in board.rows:
                skill = await here.store.read(slowly, row.person, board.period.key, guilds)
                assert skill is not None and row.skill is not None
                assert skill.decisions >= LEAST_DECISIONS
                assert row.skill[:2] == skill[:2]
                assert row.skill.lost == pytest.approx(skill.lost)
                assert row.skill.gain == pytest.approx(skill.gain)
        assert len(seen) >= 4


SCOPES = ((Scope.SERVER, (HERE,)), (Scope.ALL, (HERE, THERE)))


@pytest.mark.outside
@pytest.mark.databases
async def test_a_server_s_bar_leaves_its_matches_out_of_the_list_over_all(tmp_path: Path) -> None:
    """Of the person whom it keeps from its lists; of the others they count as before."""
    async with judged_world(tmp_path) as here:
        ann = here.user("Ann")
        await here.store.write(lambda tx: bars.add(tx, THERE, BarKind.LISTS, ann, "Ann", NOW))
        board = await here.board(Query(HERE, CLASSIC, When.ALL_TIME, Measure.SKILL, Scope.ALL))
        assert {row.name for row in board.rows} == {*NAMES}
        for row in board.rows:
            guilds = (HERE,) if row.name == "Ann" else (HERE, THERE)
            wanted = await here.store.read(slowly, row.person, "all", guilds)
            assert row.skill is not None and wanted is not None
            assert row.skill[:2] == wanted[:2] and row.skill.gain == pytest.approx(wanted.gain)


@pytest.mark.outside
@pytest.mark.databases
async def test_a_page_says_what_the_list_says(tmp_path: Path) -> None:
    """Here and over all servers; hidden people are in no list, and show nothing to others."""
    async with judged_world(tmp_path) as here:
        ann = here.user("Ann")

        async def listed(when: When, scope: Scope = Scope.SERVER) -> Skill | None:
            board = await here.board(Query(HERE, CLASSIC, when, Measure.SKILL, scope), viewer="Ann")
            return None if board.own is None else board.own.skill

        facts = await here.store.read(profiles.facts, HERE, ann, ann, NOW)
        page, wide = (profile(facts, own=True, everywhere=each, rules=CLASSIC) for each in (False, True))
        assert page is not None and wide is not None
        pairs = [
            (page.skills.all_time, await listed(When.ALL_TIME)),
            (page.skills.season, await listed(When.SEASON)),
            (wide.skills.all_time, await listed(When.ALL_TIME, Scope.ALL)),
        ]
        for mine, theirs in pairs:
            assert mine is not None and theirs is not None
            assert mine[:2] == theirs[:2] and mine.gain == pytest.approx(theirs.gain)
        assert wide.skills.season is None
        await here.hide("Ann")
        board = await here.board(Query(HERE, CLASSIC, When.ALL_TIME, Measure.SKILL), viewer="Ben")
        assert {row.name for row in board.rows} == {"Ben", "Cat", "Dan"}
        assert not (await here.store.read(profiles.facts, HERE, ann, here.user("Ben"), NOW)).judged


@pytest.mark.outside
@pytest.mark.databases
async def test_few_decisions_are_in_no_list(tmp_path: Path) -> None:
    """The person who looks at it is told why."""
    async with judged_world(tmp_path) as here:
        few = sa.update(judged_table).values(decisions=1)
        await here.store.write(lambda tx: tx.execute(few).rowcount)
        board = await here.board(Query(HERE, CLASSIC, When.ALL_TIME, Measure.SKILL), viewer="Ann")
        assert board.rows == () and board.absence is Absence.FEW_DECISIONS


def test_alike_matches_show_no_interval() -> None:
    """The estimate stands alone, in every language: how much others may vary nobody knows."""
    alike = Tally.of(RuleSetId.CLASSIC, [Figures(50, 0.0, 3, 0, 0.0, 0.0)] * LEAST_MATCHES).skill()
    assert alike is not None
    differ = alike._replace(gain=Estimate(0.42, 0.31), lost=Estimate(0.21, 0.04))
    for words in EVERY:
        assert "±" not in skills.gain(words, alike) + skills.lost(words, alike)
        assert "±" in skills.gain(words, differ) and "±" in skills.lost(words, differ)
    assert (skills.gain(ENGLISH, alike), skills.lost(ENGLISH, alike)) == ("0.0", "0.00")
