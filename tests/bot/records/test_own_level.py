"""*At my level*: the estimate, the rows that it reads, and the seat that plays by it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from bot.ids import MatchId, UserId
from bot.match.match_file import MatchFile, dumps, loads
from bot.match.view_builder import build_record
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, Person, Status, Strength
from bot.opponents import mixture
from bot.opponents.places import PLACES, rungs
from bot.records import own_level as estimates
from bot.records.own_level import FIRST, Past, offer
from bot.storage import matches as match_rows
from bot.storage.database.schema import matches, participants, result_players, results
from bot.storage.privacy import export
from bot.storage.records import own_level, profiles
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import ANN, BEN, PLACE, RunningService, as_after_a_kill, running_service

NOW = datetime(2026, 11, 20, tzinfo=UTC)
CLASSIC = RuleSetId.CLASSIC


LADDER = [PLACES[CLASSIC][each] for each in rungs(CLASSIC)]
LEAST = mixture.bounds(CLASSIC)[0]


def offered(past: Sequence[Past]) -> int:
    return offer(past, LADDER, LEAST)


def lived(outcomes: str, months: int = 3) -> list[int]:
    """The offers of somebody who plays each, before these outcomes (+, =, -) and after the last one."""
    past, offers = [], [offered([])]
    for each in outcomes:
        past.append(Past(offers[-1], "-=+".index(each) / 2, months))
        offers.append(offered(past))
    return offers


def test_an_offer_begins_low_and_follows_each_match() -> None:
    """Upwards after a win, downwards after a loss, and nowhere after a tie."""
    assert offered([]) == FIRST
    first, won, tied, lost = lived("+=-")
    assert first < won == tied > lost


@pytest.mark.parametrize("months", [1, 3, 12])
def test_no_match_throws_an_offer_about(months: int) -> None:
    """A hundred points at most: by a lucky win no more than by another; in a run of wins two hundred."""
    chance = Random(months)
    for _ in range(200):
        outcomes = "".join(chance.choices("+=-", (5, 1, 5), k=20))
        offers = lived(outcomes, months)
        for n, (before, after) in enumerate(pairwise(offers)):
            most = 200 if outcomes[: n + 1].endswith("+++") else 100
            assert -100 <= after - before <= most, (outcomes, offers)
    assert offered([Past(LADDER[-1], 1, months)]) <= FIRST + 100


def test_an_offer_lies_below_the_place_after_the_strongest_that_was_beaten() -> None:
    """Beating the easiest again and again brings nobody to *master*; a tie is no win."""
    assert offered([Past(LADDER[0], 1, 3)] * 50) == LADDER[1]
    assert offered([Past(LADDER[1], 1, 3)] * 50) == LADDER[2]
    assert offered([Past(LADDER[-1], 0.5, 3)] * 50) == FIRST


def test_who_always_wins_or_loses_comes_to_the_ends() -> None:
    """The strength stays within what there is, however sure the estimate is."""
    assert lived("+" * 30)[-1] == LADDER[-1]
    assert lived("-" * 40)[-1] == LEAST


def test_what_a_match_says() -> None:
    """A long one more than a short one, a strong opponent more."""
    mostly_lost = [Past(FIRST, n % 3 == 0, 3) for n in range(30)]
    after = {each: offered([*mostly_lost, each]) for each in (Past(FIRST, 0, 1), Past(FIRST, 0, 3))}
    assert offered(mostly_lost) > after[Past(FIRST, 0, 1)] >= after[Past(FIRST, 0, 3)]
    weak, strong = ([*mostly_lost, *[Past(against, 0, 3)] * 5] for against in (500, 1600))
    assert offered(weak) < offered(strong)


async def own(service: RunningService) -> Strength:
    return await service.store.read(own_level.of, ANN.user, CLASSIC)


async def change(service: RunningService, statement: sa.Update) -> None:
    await service.store.write(lambda tx: tx.execute(statement).rowcount)


async def finished(service: RunningService, cpu: CpuPlayer | None = None, *, won: bool) -> MatchId:
    """A match of Ann's alone, at her level unless a `cpu` is named, with its result by the rows."""
    match = await service.lobby(ANN, months=1)
    if cpu is None:
        await service.manager.play_at_own_level(match, ANN.user)
    else:
        await service.manager.play_cpu(match, ANN.user, cpu)
    await service.play(match)
    first = sa.case((result_players.c.person.is_not(None), 1 if won else 2), else_=2 if won else 1)
    await change(
        service, sa.update(result_players).where(result_players.c.match == match).values(place=first)
    )
    await change(service, sa.update(matches).where(matches.c.id == match).values(options='{"months": 3}'))
    return match


@pytest.mark.databases
async def test_the_level_is_computed_from_the_stored_rows(service: RunningService) -> None:
    """Each match counts once, against what it was played; nothing is kept beside them."""
    assert await own(service) == Strength(FIRST)
    await finished(service, CpuPlayer.HARD, won=True)
    hard = Past(PLACES[CLASSIC][CpuPlayer.HARD], 1, 3)
    once = Strength(offered([hard]))
    assert await own(service) == once == Strength(FIRST + 100)
    mixed = await finished(service, won=False)
    both = Strength(offered([hard, Past(once.points, 0, 3)]))
    assert await own(service) == both
    await change(service, sa.update(results).where(results.c.match == mixed).values(how="resigned"))
    assert await own(service) == both
    how = sa.update(results).where(results.c.match == mixed)
    person = (participants.c.match == mixed) & participants.c.person.is_not(None)
    me, rules = sa.update(participants).where(person), sa.update(matches).where(matches.c.id == mixed)
    for broken, mended in (
        (how.values(how="aborted"), how.values(how="played")),
        (me.values(stand_in="hard"), me.values(stand_in=None)),
        (rules.values(rules="league"), rules.values(rules="classic")),
    ):
        assert await own(service) == both
        await change(service, broken)
        assert await own(service) == once
        await change(service, mended)


@pytest.mark.databases
async def test_a_match_with_others_says_nothing_and_a_mixture_brings_no_seal(service: RunningService) -> None:
    """The ladder is climbed by beating the twelve themselves, and nobody is offered a mixture again."""
    match = await finished(service, won=True)
    assert await service.store.read(profiles.seals_of, ANN.user) == ()
    assert await service.store.read(match_rows.last_cpu, ANN.user) is None
    known = await own(service)
    other = (result_players.c.match == match) & result_players.c.cpu.is_not(None)
    person = sa.select(participants.c.person).where(participants.c.name == "Ben").limit(1)
    await service.lobby(BEN)
    await change(
        service, sa.update(result_players).where(other).values(cpu=None, person=person.scalar_subquery())
    )
    assert await own(service) == Strength(FIRST) != known


@pytest.mark.databases
async def test_it_goes_with_the_person_and_is_in_their_export(service: RunningService) -> None:
    """Somebody who opts out plays at their level too, and no line tells it."""
    await finished(service, won=True)
    points = (await own(service)).points
    told = await service.store.read(export.about, ANN.user, NOW)
    assert told["own_levels"]["classic"] == points > FIRST
    assert told["matches"][0]["own_level"] == FIRST
    await service.manager.persons.hide(ANN.user, "Ann", hidden=True)
    assert await own(service) == Strength(points, told=False)
    await service.manager.forget(ANN.user)
    assert await own(service) == Strength(FIRST)
    rows = await service.store.read(lambda tx: tx.execute(sa.select(participants.c.strength)).scalars().all())
    assert set(rows) == {None, 0}
    assert (await service.store.read(export.about, ANN.user, NOW))["own_levels"] == {}


SANNIN = make_rules("sannin", {"months": 3})


@pytest.mark.outside
@pytest.mark.databases
async def test_a_level_suits_its_host_alone(service: RunningService) -> None:
    """Nobody else's export tells it. Their deletion leaves it as it is, the host's takes it along."""
    told = Strength(1777, told=False)
    opened = await service.manager.open_lobby(
        PLACE, ANN, SANNIN, invited={BEN.user: "Ben"}, cpu=CpuPlayer.NORMAL, strength=told
    )
    await service.manager.join(opened.match, BEN)
    await service.play(opened.match)

    async def seen(person: Person) -> list[object]:
        found = await service.store.read(export.about, person.user, NOW)
        return [each["own_level"] for each in found["matches"]]

    async def stored() -> set[int | None]:
        query = sa.select(participants.c.strength)
        return {*await service.store.read(lambda tx: tx.execute(query).scalars().all())}

    assert (await seen(ANN), await seen(BEN)) == ([1777], [None])
    await service.manager.forget(BEN.user)
    assert await stored() == {None, 1777}
    await service.manager.forget(ANN.user)
    assert await stored() == {None, 0}


async def test_a_level_goes_with_its_host_and_with_its_rules(service: RunningService) -> None:
    """Another host has another level, and another rule set another scale; other CPU players stay."""
    for leaves in (True, False):
        match = await service.lobby(ANN, BEN, rules="sannin")
        await service.manager.play_at_own_level(match, ANN.user)
        if leaves:
            after = await service.manager.leave(match, ANN.user)
            assert [one.name for one in after.people] == [BEN.name]
            await service.manager.leave(match, BEN.user)
        else:
            await service.manager.leave(match, BEN.user)
            kept = await service.manager.view(match)
            assert [one.strength for one in kept.people] == [None, Strength(FIRST)]
            after = await service.manager.change_rules(match, ANN.user, make_rules("classic"))
            assert [one.name for one in after.people] == [ANN.name]


async def test_a_level_by_rules_that_changed_meanwhile_is_not_played(service: RunningService) -> None:
    """The lobby is as it was, and shows the rules that are played now."""
    match = await service.lobby(ANN, BEN, rules="sannin")
    read, manager = service.manager.own_level, service.manager

    async def slowly(user: UserId, rules: RuleSetId) -> Strength:
        found = await read(user, rules)
        await manager.change_rules(match, ANN.user, make_rules("classic"))
        return found

    manager.own_level = slowly  # type: ignore[method-assign]
    view = await manager.play_at_own_level(match, ANN.user)
    assert view.rules.id is CLASSIC and len(view.people) == 2
    assert view.status is Status.LOBBY


@pytest.mark.databases
async def test_the_next_rung_is_told_to_nobody_who_has_opted_out(service: RunningService) -> None:
    """The button stands below a result, which everybody sees as they see the lobby."""
    beaten = rungs(CLASSIC)[0]
    await finished(service, beaten, won=True)

    async def rung() -> CpuPlayer | None:
        return await service.store.read(profiles.next_rung, ANN.user, CLASSIC)

    assert await rung() == rungs(CLASSIC)[1]
    assert await service.manager.opponent(ANN.user, CLASSIC) == (rungs(CLASSIC)[1], None)
    await service.manager.persons.hide(ANN.user, "Ann", hidden=True)
    assert await rung() is None
    assert (await service.manager.opponent(ANN.user, CLASSIC))[1] == await own(service)


@pytest.mark.databases
async def test_a_newcomer_is_sent_to_the_first_rung(service: RunningService) -> None:
    """From the tutorial's end and in direct messages, where nobody chooses."""
    assert await service.manager.opponent(ANN.user, CLASSIC) == (rungs(CLASSIC)[0], None)


@pytest.mark.databases
async def test_the_seat_is_the_same_after_a_restart(tmp_path: Path) -> None:
    """The strength stands in its row and its moves come of the match: after a kill it goes on alike."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN, months=3)
        begun = await service.manager.play_at_own_level(match, ANN.user)
        assert begun.people[1].strength == Strength(FIRST)
        await service.play(match, until=lambda view: len(view.ends) == 1)
        copied = as_after_a_kill(tmp_path)
        await service.play(match)
        first = await service.seen(match)
    async with running_service(copied) as service:
        assert (await service.seen(match)).people == first.people
        await service.play(match)
        again = await service.seen(match)
        assert (again.status, again.ends) == (Status.OVER, first.ends)


async def test_a_rematch_is_at_the_level_of_then(tmp_path: Path) -> None:
    """A character stays; it is as strong as its opponent is by the match that has just ended."""
    async with running_service(tmp_path) as service:
        match = await finished(service, won=True)
        ended = await service.seen(match)
        view = await service.manager.rematches.again(ended, PLACE, ANN)
        assert isinstance(view, MatchView)
        before, after = ended.people[1], view.people[1]
        assert before.cpu is not None and after.cpu is not None
        assert before.cpu.character is after.cpu.character
        assert after.strength == await own(service) != before.strength


async def test_a_file_of_the_match_tells_the_strength_unless_it_is_not_to_be_told(tmp_path: Path) -> None:
    """A file from before there were mixtures has none, and is read as ever."""
    async with running_service(tmp_path) as service:
        for told in (True, False):
            opened = await service.manager.open_lobby(
                *(PLACE, ANN, make_rules("classic", {"months": 1})),
                cpu=CpuPlayer.NORMAL_CAREFUL,
                strength=Strength(1480, told=told),
            )
            await service.play(opened.match)
            hosted = await service.store.read(match_rows.load, opened.match)
            assert hosted is not None
            view = await service.seen(opened.match)
            file = MatchFile(build_record(hosted), view.people)
            content = dumps(file)
            assert (b"1480" in content) is told
            read = loads(content).people[1].strength
            assert read is not None and read.told is told
            assert loads(dumps(file.anonymous())).people[1].strength == read
            old = content.replace(b', "strength": 1480', b"").replace(b', "strength": null', b"")
            assert old != content and loads(old).people[1].strength is None


def test_the_hundred_latest_matches_are_looked_at() -> None:
    """An older one weighs less than a twentieth of the last one."""
    assert estimates.FADING**estimates.MATCHES < 0.05
