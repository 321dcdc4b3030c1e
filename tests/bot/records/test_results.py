"""The results of a finished match: its facts, whether it counts; nothing is lost or counted twice."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.ids import MatchId
from bot.match.hosted_match import HostedMatch
from bot.match.verdict import MOST_A_DAY, Ending, Unrated, Verdict
from bot.match.vocabulary import CpuPlayer, MatchClock, Status
from bot.records.results import MatchResult, own_reason, result_of
from bot.service.watch.match_time import utc_now
from bot.storage import checking, matches
from bot.storage.database.schema import result_players, result_yaku, seasons, standings
from bot.storage.database.schema import results as result_table
from bot.storage.records import counting, recount, results
from bot.storage.settings import persons
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    GUILD,
    PLACE,
    TRIO,
    RunningService,
    as_after_a_kill,
    opened,
    running_service,
)

pytestmark = [pytest.mark.databases, pytest.mark.dealt_by_chance]  # secrets are searched for a result

ALL = [each.value for each in RuleSetId]


async def hosted_match_of(service: RunningService, match: MatchId) -> HostedMatch:
    """A match as its rows have it."""
    with service.store.reading() as tx:
        hosted = matches.load(tx, match)
    assert hosted is not None
    return hosted


async def played(service: RunningService, rules: str = "classic", **options: object) -> MatchId:
    """A match of two or three people, played to its end."""
    people = TRIO if rules == "sannin" else (ANN, BEN)
    match = await service.match(*people, rules=rules, **{"months": 3, **options})
    await service.play(match)
    return match


async def facts(service: RunningService, match: MatchId) -> MatchResult:
    result = result_of(await hosted_match_of(service, match))
    assert result is not None
    return result


def secret_of_a_match_that_is_over_at_once() -> bytes:
    """A secret by which the only month of a league match against the CPU is won with the dealt hand."""
    rules, now = make_rules("league", {"months": 1}), utc_now()
    for secret in (number.to_bytes(32, "big") for number in count()):
        if not opened(PLACE, ANN, rules, secret=secret, now=now, cpu=CpuPlayer.NORMAL).after.live:
            return secret
    raise AssertionError


async def test_a_match_that_is_over_as_soon_as_it_is_dealt_has_its_result(tmp_path: Path) -> None:
    """Dealt and won with the last card of the draw, its facts and its verdict are there as for any other."""
    secret = secret_of_a_match_that_is_over_at_once()
    async with running_service(tmp_path, secret=lambda _: secret) as service:
        rules = make_rules("league", {"months": 1})
        match = (await service.manager.open_lobby(PLACE, ANN, rules, cpu=CpuPlayer.NORMAL)).match
        await service.draw(match)
        view = await service.seen(match)
        assert view.status is Status.OVER
        assert view.verdict is not None
        assert (await service.manager.view(view.match)) == view
        assert [fault async for fault in checking.faults(service.store)] == []


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.sqlite
async def test_the_result_of_a_match_agrees_with_its_ends(tmp_path: Path, rules: str) -> None:
    """Scores, months, points, yaku and calls are those that its view told month by month."""
    async with running_service(tmp_path) as service:
        match = await played(service, rules)
        view, result = await service.seen(match), await facts(service, match)
        assert result.how is Ending.PLAYED
        assert result.everybody_moved
        assert tuple(player.score for player in result.players) == view.scores
        won = [end for end in view.ends if end.winner is not None]
        assert result.months == len(won)
        for player in result.players:
            mine = [end for end in won if end.winner == player.seat]
            assert player.months_won == len(mine)
            assert player.points_won == sum(end.calculation.points for end in mine)
            assert player.best_month == max((end.calculation.points for end in mine), default=0)
            assert player.calls >= player.calls_won >= 0
        scored = {(made.deal, made.yaku): made.points for made in result.yaku if made.scored}
        assert scored == {(end.deal, yaku): value for end in won for yaku, value in end.yaku.items()}


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.sqlite
async def test_net_sums_to_zero(tmp_path: Path, rules: str) -> None:
    """One player's win is the loss of others: the losers pay, or it is the difference."""
    async with running_service(tmp_path) as service:
        result = await facts(service, await played(service, rules))
        assert sum(player.net for player in result.players) == 0
        if RULE_SETS[RuleSetId(rules)].defaults.losers_pay:
            assert [player.net for player in result.players] == [player.score for player in result.players]


@pytest.mark.sqlite
async def test_the_result_is_there_as_soon_as_the_match_is_over(tmp_path: Path) -> None:
    """Result, players, yaku and standings are stored with the last action, and say what a replay says."""
    async with running_service(tmp_path) as service:
        match = await played(service)
        result = await facts(service, match)
        with service.store.reading() as tx:
            (row,) = tx.execute(sa.select(result_table)).all()
            players = tx.execute(sa.select(result_players)).all()
            yaku = tx.execute(sa.select(result_yaku)).all()
            rows = tx.execute(sa.select(standings)).all()
        assert (row.match, row.how, row.unrated, row.counts, row.counted) == (match, "played", None, True, 1)
        assert [each.score for each in players] == [each.score for each in result.players]
        assert len(yaku) == len(result.yaku)
        assert {each.period[0] for each in rows} == {"a", "m", "s"}
        assert len(rows) == 2 * 3
        view = await service.seen(match)
        assert view.verdict is not None and view.verdict.unrated is None
        assert [round(rating.before) for rating in view.verdict.ratings if rating] == [1000, 1000]


async def test_a_kill_after_the_last_move_loses_no_result_and_counts_none_twice(tmp_path: Path) -> None:
    """The rows as they are right after the end hold the result once; a start on them changes nothing."""
    async with running_service(tmp_path) as service:
        await played(service)
        folder = as_after_a_kill(tmp_path)
        with service.store.reading() as tx:
            before = counting.stored(tx)
    async with running_service(folder) as again:
        with again.store.reading() as tx:
            assert tx.execute(sa.select(sa.func.count()).select_from(result_table)).scalar() == 1
            assert counting.stored(tx) == before


def changed_rules(hosted: HostedMatch, **options: object) -> HostedMatch:
    return replace(hosted, rules=make_rules(hosted.rules.id, {**hosted.rules.changed(), **options}))


async def test_why_a_match_is_not_rated(tmp_path: Path) -> None:
    """CPU players, absence, too few months, house rules and an abort keep a match from moving ratings."""
    async with running_service(tmp_path) as service:
        match = await played(service)
        hosted = await hosted_match_of(service, match)
        result = await facts(service, match)
        assert own_reason(hosted.rules, result, {}) is None
        house_rules = changed_rules(hosted, oyaken=4).rules
        assert own_reason(house_rules, result, {}) is Unrated.OPTIONS
        assert own_reason(house_rules, result, {"oyaken": 4}) is None
        assert own_reason(hosted.rules, result, {"oyaken": 4}) is None
        assert own_reason(make_rules("classic", {"months": 1}), result, {}) is Unrated.SHORT
        absent = replace(result, everybody_moved=False)
        assert own_reason(hosted.rules, absent, {}) is Unrated.ABSENT
        assert own_reason(hosted.rules, replace(result, stood_in=True), {}) is Unrated.STAND_IN
        assert own_reason(hosted.rules, replace(result, unclocked=True), {}) is Unrated.UNCLOCKED
        aborted = replace(result, how=Ending.ABORTED)
        assert own_reason(hosted.rules, aborted, {}) is Unrated.ABORTED


@pytest.mark.sqlite
async def test_a_match_from_before_there_were_clocks_is_rated_all_the_same(tmp_path: Path) -> None:
    """The rows say that the match had no clock, as those of a match that was to have none."""
    async with running_service(tmp_path) as service:
        match = await played(service)
        old = replace(await hosted_match_of(service, match), clock=MatchClock.OFF)
        with service.store.writing() as tx:
            for table in (result_yaku, result_players, result_table):
                tx.execute(sa.delete(table))
            assert results.insert(tx, match, old)
            assert tx.execute(sa.select(result_table.c.unrated)).scalar() is None


@pytest.mark.parametrize("months", [1, 3])
@pytest.mark.sqlite
async def test_a_match_with_a_cpu_player_counts_for_nothing(tmp_path: Path, months: int) -> None:
    """The match is kept with its result, and no list changes."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN, rules="classic", months=months)
        await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
        view = await service.play(match)
        assert view.verdict is not None and view.verdict.unrated is Unrated.CPU
        with service.store.reading() as tx:
            assert tx.execute(sa.select(result_table.c.counts)).scalar() is False
            assert not tx.execute(sa.select(standings)).all()


@pytest.mark.sqlite
async def test_a_match_given_up_at_once_counts_for_nothing(tmp_path: Path) -> None:
    """A match without a card of somebody is nobody's result; after a card of each it is a loss."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=3)
        await service.manager.resign(match, ANN.user)
        verdict = (await service.seen(match)).verdict
        assert verdict is not None and verdict.unrated is Unrated.ABORTED
        result = await facts(service, match)
        assert result.how is Ending.ABORTED
        assert {player.place for player in result.players} == {None}
        match = await service.match_all_played(ANN, BEN, months=3)
        view = (await service.manager.resign(match, BEN.user)).view
        assert view.verdict is not None and view.verdict.unrated is None
        result = await facts(service, match)
        assert result.how is Ending.RESIGNED
        assert {player.who.name: player.place for player in result.players} == {"Ann": 1, "Ben": 2}


async def test_the_same_people_are_counted_five_times_a_day(tmp_path: Path) -> None:
    """The sixth match of two on one day is kept and counts for nothing; one with somebody else counts."""
    async with running_service(tmp_path) as service:
        for _ in range(MOST_A_DAY):
            view = await service.seen(await played(service))
            assert view.verdict is not None and view.verdict.unrated is None
        view = await service.seen(await played(service))
        assert view.verdict is not None and view.verdict.unrated is Unrated.OFTEN
        match = await service.match(ANN, CAT, months=3)
        await service.play(match)
        view = await service.seen(match)
        assert view.verdict is not None and view.verdict.unrated is None


async def test_a_verdict_counts_the_matches_that_have_moved_each_rating(tmp_path: Path) -> None:
    """Count the matches of this server and rule set so far, as a match ends and as its rows tell it later."""
    async with running_service(tmp_path) as service:
        counted: dict[MatchId, list[tuple[str, int]]] = {}
        for rules, people, expected in (
            ("classic", (ANN, BEN), [("Ann", 1), ("Ben", 1)]),
            ("league", (ANN, BEN), [("Ann", 1), ("Ben", 1)]),
            ("classic", (BEN, CAT), [("Ben", 2), ("Cat", 1)]),
            ("classic", (ANN, CAT), [("Ann", 2), ("Cat", 2)]),
            ("classic", (ANN, BEN), [("Ann", 3), ("Ben", 3)]),
        ):
            match = await service.match(*people, rules=rules, months=3)
            view = await service.play(match)
            names = [seat.participant.name for seat in view.seats]
            assert view.verdict is not None and None not in view.verdict.ratings
            told = [rating.matches for rating in view.verdict.ratings if rating]
            assert sorted(zip(names, told, strict=True)) == expected
            counted[match] = list(zip(names, told, strict=True))
        for match, expected in counted.items():
            with service.store.reading() as tx:
                later = results.verdict(tx, match)
            assert later == (await service.seen(match)).verdict
            assert later is not None
            assert [rating.matches for rating in later.ratings if rating] == [n for _, n in expected]


async def test_what_giving_up_would_cost_is_what_it_costs(tmp_path: Path) -> None:
    """The verdict that is foretold is the one that comes, and foretelling it stores nothing."""
    async with running_service(tmp_path) as service:
        for number, (quitter, other) in enumerate([(ANN, BEN), (ANN, CAT), (BEN, ANN), (CAT, ANN)] * 2):
            match = await service.match_all_played(quitter, other, months=3)
            with service.store.reading() as tx:
                before = counting.stored(tx), tx.execute(sa.select(seasons)).all()
            foretold = await service.manager.if_resigned(match, quitter.user)
            with service.store.reading() as tx:
                assert (counting.stored(tx), tx.execute(sa.select(seasons)).all()) == before
            view = (await service.manager.resign(match, quitter.user)).view
            assert foretold is not None and view.verdict == foretold
            mine = foretold.ratings[view.seats[0].participant.user != quitter.user]
            assert mine is not None and mine.after < mine.before and mine.matches <= number + 1
        short = await service.match_all_played(ANN, BEN, months=1)
        assert await service.manager.if_resigned(short, ANN.user) == Verdict(Unrated.SHORT, (None, None))
        early = await service.match(BEN, CAT, months=3)
        assert await service.manager.if_resigned(early, BEN.user) in {
            None,
            Verdict(Unrated.ABORTED, (None, None)),
        }


async def test_an_aborted_match_has_a_result_without_places(tmp_path: Path) -> None:
    """The result tells how the match ended; nobody has won it."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=3)
        await service.manager.leave_guild(GUILD)
        assert (await service.seen(match)).status is Status.ABORTED
        with service.store.reading() as tx:
            (row,) = tx.execute(sa.select(result_table)).all()
            places = {each.place for each in tx.execute(sa.select(result_players.c.place))}
        assert (row.how, row.unrated, row.counts) == ("aborted", "aborted", False)
        assert places == {None}


@pytest.mark.outside
@pytest.mark.parametrize("seed", range(3))
async def test_counting_all_once_more_gives_the_same_numbers(tmp_path: Path, seed: int) -> None:
    """Standings and ratings made again from the results are equal to the last bit to those that grew."""
    chance = random.Random(seed)
    async with running_service(tmp_path) as service:
        for _ in range(8):
            rules = chance.choice(ALL)
            pair = (ANN, BEN, CAT) if rules == "sannin" else chance.sample(TRIO, 2)
            match = await service.match(*pair, rules=rules, months=chance.choice([3, 3, 6]))
            if chance.random() < 0.3:
                for _ in range(chance.randint(0, 6)):
                    await service.move(match)
                await service.manager.resign(match, pair[0].user)
            await service.play(match)
        with service.store.reading() as tx:
            before, counted = counting.stored(tx), counting.load(tx)
        with service.store.writing() as tx:
            changed = recount.rebuild(tx)
        with service.store.reading() as tx:
            assert counting.stored(tx) == before
        assert counted
        assert changed == 0


async def test_verdicts_are_told_again_after_a_restart(tmp_path: Path) -> None:
    """The verdict on ratings is read from the rows."""
    async with running_service(tmp_path) as service:
        match = await played(service)
        before = (await service.seen(match)).verdict
    async with running_service(tmp_path) as service:
        assert (await service.seen(match)).verdict == before
        with service.store.reading() as tx:
            assert results.backlog(tx) is None


async def test_the_last_cpu_player_is_that_of_the_last_match_that_began(service: RunningService) -> None:
    """A lobby does not count, nor a match of people; people who have opted out have none."""
    store, manager = service.store, service.manager
    assert await store.read(matches.last_cpu, ANN.user) is None
    for cpu in (CpuPlayer.EASY, CpuPlayer.HARD_BOLD):
        match = await service.lobby(ANN, rules="classic", months=1)
        await manager.play_cpu(match, ANN.user, cpu)
    waiting = await service.lobby(ANN, rules="sannin", months=3)
    await manager.join(waiting, BEN)
    await manager.play_cpu(waiting, ANN.user, CpuPlayer.NORMAL)
    assert await store.read(matches.last_cpu, ANN.user) is CpuPlayer.HARD_BOLD
    assert await store.read(matches.last_cpu, BEN.user) is None
    with store.writing() as tx:
        persons.change(tx, ANN.user, ANN.name, utc_now(), hidden=True)
    assert await store.read(matches.last_cpu, ANN.user) is None
