"""Seals: which matches bring one, on either database; in profile and export, and gone with a deletion."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from bot.ids import MatchId
from bot.match.vocabulary import CpuPlayer
from bot.records.profiles import Facts, Profile, profile
from bot.storage.database.schema import matches, participants, result_players, results
from bot.storage.privacy import export
from bot.storage.records import profiles
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import ANN, BEN, GUILD, RunningService

pytestmark = pytest.mark.databases

NOW = datetime(2026, 11, 20, tzinfo=UTC)


async def facts(service: RunningService) -> Facts:
    return await service.store.read(profiles.facts, GUILD, ANN.user, ANN.user, NOW)


async def beaten(service: RunningService, *people: Any, cpu: CpuPlayer, rules: str = "classic") -> MatchId:
    """A match of a month that Ann has won, by the rows: chance decided it."""
    match = await service.lobby(ANN, *people, rules=rules, months=3 if rules == "sannin" else 1)
    await service.manager.play_cpu(match, ANN.user, cpu)
    if people:
        await service.manager.start_match(match, ANN.user)
    await service.play(match)
    mine = sa.select(participants.c.number).where(
        (participants.c.match == match) & (participants.c.name == "Ann")
    )
    theirs = result_players.c.match == match
    first = sa.case((result_players.c.number == mine.scalar_subquery(), 1), else_=2)
    await change(service, sa.update(result_players).where(theirs).values(place=first))
    await change(service, sa.update(matches).where(matches.c.id == match).values(options='{"months": 3}'))
    return match


async def change(service: RunningService, statement: sa.Update) -> None:
    await service.store.write(lambda tx: tx.execute(statement).rowcount)


async def test_a_seal_is_for_a_match_that_was_won_alone(service: RunningService) -> None:
    """For each CPU player once, in the order of their names, in whatever rule set."""
    assert (await facts(service)).seals == ()
    for cpu in (CpuPlayer.HARD_BOLD, CpuPlayer.EASY, CpuPlayer.HARD_BOLD):
        await beaten(service, cpu=cpu)
    assert (await facts(service)).seals == (CpuPlayer.EASY, CpuPlayer.HARD_BOLD)
    told = await service.store.read(export.about, ANN.user, NOW)
    assert told["seals"] == ["easy", "hard-bold"]
    await service.manager.forget(ANN.user)
    assert (await facts(service)).seals == ()
    assert (await service.store.read(export.about, ANN.user, NOW))["seals"] == []


async def test_what_brings_no_seal(service: RunningService) -> None:
    """A lost or shared match, a short one, one that was broken off, one that a CPU player finished."""
    match = await beaten(service, cpu=CpuPlayer.EASY)
    result, player = result_players.c.match == match, participants.c.match == match
    changes: tuple[tuple[sa.Update, dict[str, Any], dict[str, Any]], ...] = (
        (sa.update(matches).where(matches.c.id == match), {"options": '{"months": 1}'}, {"options": "{}"}),
        (sa.update(results).where(results.c.match == match), {"how": "aborted"}, {"how": "played"}),
        (sa.update(participants).where(player), {"stand_in": "hard"}, {"stand_in": None}),
    )
    for statement, broken, mended in changes:
        assert (await facts(service)).seals == (CpuPlayer.EASY,)
        await change(service, statement.values(**broken))
        assert (await facts(service)).seals == ()
        await change(service, statement.values(**mended))
    for place in (1, 2):
        await change(service, sa.update(result_players).where(result).values(place=place))
        assert (await facts(service)).seals == ()


@pytest.mark.outside
async def test_with_three_players_both_cpu_players_are_beaten_and_other_people_spoil_it(
    service: RunningService,
) -> None:
    """Alone against two brings two seals, or one where they are of one kind; beside a person none."""
    await beaten(service, BEN, cpu=CpuPlayer.NORMAL, rules="sannin")
    assert (await facts(service)).seals == ()
    match = await beaten(service, cpu=CpuPlayer.MASTER, rules="sannin")
    found = await facts(service)
    assert found.seals == (CpuPlayer.MASTER,)
    one = sa.select(sa.func.min(result_players.c.seat)).where(
        (result_players.c.match == match) & result_players.c.cpu.is_not(None)
    )
    other = sa.update(result_players).where(
        (result_players.c.match == match) & (result_players.c.seat == one.scalar_subquery())
    )
    await change(service, other.values(cpu="easy-careful"))
    assert (await facts(service)).seals == (CpuPlayer.MASTER, CpuPlayer.EASY_CAREFUL)


async def test_seals_alone_make_a_page(service: RunningService) -> None:
    """Seals are in no record and no rating: nothing else stands on the page."""
    await beaten(service, cpu=CpuPlayer.EASY)
    shown = profile(await facts(service), own=True, everywhere=False, rules=RuleSetId.CLASSIC)
    assert isinstance(shown, Profile)
    assert (shown.rules, shown.choices, shown.record.matches, shown.earned) == (RuleSetId.CLASSIC, (), 0, ())
    assert (shown.rating, shown.seals) == (None, (CpuPlayer.EASY,))
