"""Profiles out of a database: equal to a slow recount, by index alone, nothing of people who opted out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.maintenance.demo import Demo, fill
from bot.match.hosted_match import HostedMatch
from bot.match.vocabulary import CpuPlayer
from bot.records.achievements import Achievement, earned
from bot.records.played import Outcome, between
from bot.records.profiles import MOST_RIVALS, Facts, Profile, profile
from bot.records.results import MatchResult, PlayerResult, result_of
from bot.storage import Store, matches
from bot.storage.database.schema import matches as match_table
from bot.storage.database.schema import people as people_table
from bot.storage.database.schema import result_players, result_yaku
from bot.storage.database.schema import results as result_table
from bot.storage.records import profiles
from bot.storage.settings import persons, servers
from bot.storage.settings.persons import PersonId
from bot.storage.settings.servers import ServerRow
from engine.rules.hand_yaku import HAND_YAKU
from engine.rules.month_end import EndReason
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.support.manager_fixture import ANN, BEN, CAT, GUILD, TRIO, RunningService

HERE, THERE = GuildId(1), GuildId(2)
NOW = datetime(2026, 11, 20, tzinfo=UTC)
USERS = {UserId(100 + n): f"User {n}" for n in range(6)}
ONE, OTHER = UserId(100), UserId(101)


async def look(store: Store, user: UserId, asker: UserId, guild: GuildId = HERE) -> Facts:
    with store.reading() as tx:
        return profiles.facts(tx, guild, user, asker, NOW)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six people and a hundred matches that really replay, every third of them in another server."""
    path = tmp_path_factory.mktemp("demo") / "koikoi.db"

    async def make() -> None:
        made = await Store.open(path)
        fill(made, Demo(HERE, ChannelId(1), players=6, matches=100, days=12, users=USERS), NOW)
        with made.writing() as tx:
            servers.save(tx, ServerRow(THERE))
            tx.execute(sa.update(match_table).where(match_table.c.id % 3 == 0).values(guild=THERE))
        await made.close()

    asyncio.run(make())
    return path


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """The database, open."""
    opened = await Store.open(database)
    yield opened
    await opened.close()


Replay = tuple[HostedMatch, MatchResult]


@dataclass(frozen=True, slots=True)
class Slow:
    """A counted match, replayed: what it was to one person, and to another if they sat in it."""

    hosted: HostedMatch
    result: MatchResult
    mine: PlayerResult
    other: PlayerResult | None

    @property
    def outcome(self) -> Outcome:
        first = [each for each in self.result.players if each.place == 1]
        if self.mine not in first:
            return Outcome.LOST
        return Outcome.WON if len(first) == 1 else Outcome.DRAWN


@pytest.fixture(scope="module")
def replays(database: Path) -> list[Replay]:
    """The slow way: every match of the database, from its log."""

    async def replay() -> list[Replay]:
        opened = await Store.open(database)
        try:
            return await _replayed(opened)
        finally:
            await opened.close()

    return asyncio.run(replay())


async def _replayed(store: Store) -> list[Replay]:
    found = []
    query = sa.select(result_table.c.match).where(result_table.c.counts).order_by(result_table.c.counted)
    with store.reading() as tx:
        for number in tx.execute(query).scalars().all():
            hosted = matches.load(tx, MatchId(number))
            assert hosted is not None
            result = result_of(hosted)
            assert result is not None
            found.append((hosted, result))
    return found


def seen_by(replays: list[Replay], user: UserId, asker: UserId, guild: GuildId | None) -> list[Slow]:
    """Return the matches of one person, in a server or anywhere, and the result of each for the asker."""
    found = []
    for hosted, result in replays:
        by_user = {each.who.user: each for each in result.players}
        if user in by_user and guild in {None, hosted.place.guild}:
            found.append(Slow(hosted, result, by_user[user], by_user.get(asker)))
    return found


def streaks(played: Iterable[Slow]) -> tuple[int, int]:
    wins = "".join("w" if each.outcome is Outcome.WON else "." for each in played)
    return len(wins) - len(wins.rstrip("w")), max(map(len, wins.split(".")))


def agrees(shown: Profile, everything: list[Slow]) -> None:
    """The numbers of a page are those of the replayed matches."""
    played = [each for each in everything if each.hosted.rules.id is shown.rules]
    outcomes = Counter(each.outcome for each in played)
    record, mine = shown.record, [each.mine for each in played]
    assert (record.wins, record.draws, record.losses) == tuple(outcomes[each] for each in Outcome)
    assert record.net == sum(each.net for each in mine)
    assert record.months == sum(each.result.months for each in played)
    assert record.months_won == sum(each.months_won for each in mine)
    assert record.points_won == sum(each.points_won for each in mine)
    assert record.best_month == max(each.best_month for each in mine)
    assert (record.calls, record.calls_won) == (
        sum(each.calls for each in mine),
        sum(each.calls_won for each in mine),
    )
    assert (shown.streak.current, shown.streak.best) == streaks(everything)
    times = Counter(
        made.yaku
        for each in played
        for made in each.result.yaku
        if made.scored and made.seat == each.mine.seat
    )
    if shown.favourite is None:
        assert not times
    else:
        assert shown.favourite.times == times[shown.favourite.yaku] == max(times.values())
    if shown.rarest is not None:
        assert shown.rarest.times == times[shown.rarest.yaku] == min(times.values())
    met = [(each.other, each.mine) for each in played if each.other is not None]
    wins = sum((their.place or 9) > (other.place or 9) for other, their in met)
    draws = sum(their.place == other.place for other, their in met)
    if shown.versus is None:
        assert not met
    else:
        assert (shown.versus.wins, shown.versus.draws, shown.versus.matches) == (wins, draws, len(met))
        assert shown.versus.net == sum(other.net for other, _ in met)


@pytest.mark.outside
@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("user", list(USERS)[:4])
async def test_numbers_equal_a_slow_recount(
    store: Store, replays: list[Replay], user: UserId, *, everywhere: bool
) -> None:
    """Of every rule set, here and over all servers, as replaying every match tells them."""
    asker = OTHER if user != OTHER else ONE
    facts = await look(store, user, asker)
    everything = seen_by(replays, user, asker, None if everywhere else HERE)
    assert len(everything) == sum(everywhere or each.here for each in facts.played)
    for rules in {each.hosted.rules.id for each in everything}:
        shown = profile(facts, own=False, everywhere=everywhere, rules=rules)
        assert shown is not None and shown.rules is rules
        agrees(shown, everything)


@pytest.mark.parametrize("user", USERS)
async def test_achievements_equal_a_slow_recount(store: Store, replays: list[Replay], user: UserId) -> None:
    """Achievements of yaku and months, as replaying every match tells them, each with its day."""
    facts = await look(store, user, user)
    found = earned(facts.played, facts.scored)
    dates: dict[Achievement, datetime] = {}
    months, calendar, hand = 0, set[int](), {row.id for row in HAND_YAKU}
    for each in seen_by(replays, user, user, None):
        assert each.hosted.progress is not None and each.hosted.ended_at is not None
        reached = set()
        for end in each.hosted.progress.ends:
            if end.winner != each.mine.seat:
                continue
            held = set(end.yaku)
            months, calendar = months + 1, calendar | {(end.month - 1) % 12 + 1}
            reached |= {
                Achievement(str(one)) for one in held & {YakuId.GOKO, YakuId.SHIKO, YakuId.INOSHIKACHO}
            }
            reached |= {Achievement.HAND_YAKU} if end.reason is EndReason.HAND_YAKU and held & hand else set()
            reached |= {Achievement.VIEWING} if {YakuId.HANAMI, YakuId.TSUKIMI} <= held else set()
            reached |= {Achievement.MONTH_20} if end.calculation.points >= 20 else set()
            reached |= {Achievement.KOI_KOI_TWICE} if end.koi[each.mine.seat] >= 2 else set()
        reached |= {Achievement.HUNDRED_MONTHS} if months >= 100 else set()
        reached |= {Achievement.ALL_MONTHS} if len(calendar) == 12 else set()
        reached |= {Achievement.FIRST_WIN} if each.outcome is Outcome.WON else set()
        for which in reached:
            dates.setdefault(which, each.hosted.ended_at)
    other = {
        Achievement.BOTH_RIBBONS, Achievement.SEASON_SWEPT, Achievement.COMEBACK, Achievement.ONE_POINT,
        Achievement.FIVE_IN_A_ROW, Achievement.ALL_RULE_SETS,
    }  # fmt: skip
    assert {which: at for which, at in found.items() if which not in other} == dates


async def test_head_to_head_equals_a_slow_recount(store: Store, replays: list[Replay]) -> None:
    """In a server and over all of them; nobody but the person learns whom they met."""
    mine = await look(store, ONE, ONE)
    for guild in (HERE, None):
        shown = profile(mine, own=True, everywhere=guild is None)
        assert shown is not None and len(shown.rivals) == MOST_RIVALS
        for one in shown.rivals:
            met = [each for each in seen_by(replays, ONE, one.user, guild) if each.other is not None]
            outcomes = Counter(
                between(each.mine.place or 0, each.other.place or 0) for each in met if each.other
            )
            assert (one.wins, one.losses) == (outcomes[Outcome.WON], outcomes[Outcome.LOST])
            assert one.matches == len(met)
        assert list(shown.rivals) == sorted(shown.rivals, key=lambda one: -one.matches)
    assert (await look(store, ONE, OTHER)).rivals == ()


async def test_every_query_goes_by_index(store: Store) -> None:
    """No table is read from end to end."""
    person, other = PersonId(1), PersonId(2)
    queries = (
        profiles.played_query(person, other),
        profiles.played_query(person, None),
        profiles.rivals_query(person),
        profiles.scored_query(person),
        profiles.with_cpu_query(person),
        profiles.unfinished_query(person),
        profiles.here_query(person, HERE),
        profiles.overall_query(person),
        sa.select(people_table).where(people_table.c.discord == 1),
    )
    with store.reading() as tx:
        for query in queries:
            text = query.compile(dialect=tx.dialect, compile_kwargs={"literal_binds": True})
            plan = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}").all()
            assert not [row for row in plan if "SCAN" in row.detail], (str(text), plan)


async def test_of_whoever_has_opted_out_others_learn_nothing(store: Store) -> None:
    """Not a number leaves storage; they themselves see all, and what they ask about others too."""
    before = await look(store, ONE, OTHER)
    with store.writing() as tx:
        tx.execute(sa.update(people_table).where(people_table.c.discord == ONE).values(hidden=True))
    try:
        assert await look(store, ONE, OTHER) == Facts(ONE, before.name, hidden=True)
        own = await look(store, ONE, ONE)
        assert own.hidden and len(own.played) == len(before.played)
        met = [each.met for each in (await look(store, OTHER, ONE)).played if each.met is not None]
        assert met
        assert ONE not in [each.user for each in (await look(store, OTHER, OTHER)).rivals]
    finally:
        with store.writing() as tx:
            tx.execute(sa.update(people_table).where(people_table.c.discord == ONE).values(hidden=False))


async def test_of_somebody_unknown_there_is_nothing(store: Store) -> None:
    """Nobody has met them, or they have deleted themselves."""
    assert await look(store, UserId(2**62), ONE) == Facts(UserId(2**62), "")
    facts = await look(store, ONE, UserId(2**62))
    assert facts.played and not any(each.met for each in facts.played)


async def test_matches_with_cpu_players_are_a_number_alone(service: RunningService) -> None:
    """Matches with CPU players are in no record, streak or achievement; one's own page begins with them."""
    match = await service.lobby(ANN, rules="classic", months=1)
    await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
    await service.play(match)
    facts = await look(service.store, ANN.user, ANN.user, GUILD)
    assert (facts.played, facts.scored) == ((), ())
    assert dict(facts.with_cpu) == {(RuleSetId.CLASSIC, True): 1}
    assert profile(facts, own=False, everywhere=True) is None
    page = profile(facts, own=True, everywhere=True)
    assert page is not None and (page.rules, page.with_cpu, page.seals) == (RuleSetId.CLASSIC, 1, ())
    assert (page.record.matches, page.earned) == (0, ())


async def test_matches_without_a_result_are_a_number_for_whoever_opened_them(service: RunningService) -> None:
    """However they ended; none with CPU players, and none of which the seats were not drawn for."""
    for _ in range(2):
        match = await service.match(ANN, BEN, rules="classic", months=3)
        await service.manager.force_abort(match, ANN.user)
    given_up = await service.match(BEN, ANN, rules="league", months=3)
    await service.manager.resign(given_up, ANN.user)
    cpu = await service.lobby(ANN, rules="classic", months=1)
    await service.manager.play_cpu(cpu, ANN.user, CpuPlayer.EASY)
    await service.manager.force_abort(cpu, ANN.user)
    closed = await service.lobby(ANN, rules="classic", months=1)
    await service.manager.force_abort(closed, ANN.user)
    assert (await look(service.store, ANN.user, BEN.user, GUILD)).unfinished == {(RuleSetId.CLASSIC, True): 2}
    assert (await look(service.store, BEN.user, ANN.user, GUILD)).unfinished == {(RuleSetId.LEAGUE, True): 1}


async def test_a_page_is_there_as_soon_as_a_match_is_over(service: RunningService) -> None:
    """With its rating before and after it; three people in one match have met each other."""
    await service.play(await service.match(*TRIO, rules="sannin", months=3))
    facts = await look(service.store, BEN.user, CAT.user, GUILD)
    (one,) = facts.played
    assert (facts.name, one.rules, one.here) == ("Ben", RuleSetId.SANNIN, True)
    assert one.met is not None and one.rating == facts.here[RuleSetId.SANNIN].value
    assert one.overall == facts.overall[RuleSetId.SANNIN].value
    own = await look(service.store, CAT.user, CAT.user, GUILD)
    assert one.met.net == own.played[0].net


@pytest.mark.parametrize(
    ("options", "dealt"), [("{}", False), ('{"teshi": "dealt"}', True), ('{"teshi": "off"}', True)]
)
async def test_four_of_a_month_are_of_the_hand_where_they_cannot_be_captured(
    service: RunningService, options: str, *, dealt: bool
) -> None:
    """The match's own options tell which of the two they were."""
    match = await service.match(ANN, BEN, rules="classic", months=3)
    await service.play(match)
    with service.store.writing() as tx:
        person = (persons.numbers(tx, [ANN.user]))[ANN.user]
        query = sa.select(result_players.c.seat).where(result_players.c.person == person)
        seat = tx.execute(query).scalar_one()
        row = {"match": match, "deal": 99, "seat": seat, "yaku": "teshi", "month": 1, "points": 6}
        tx.execute(sa.insert(result_yaku).values(**row, scored=True))
        tx.execute(sa.update(match_table).values(options=options))
    facts = await look(service.store, ANN.user, ANN.user, GUILD)
    (made,) = [each for each in facts.scored if each.deal == 99]
    assert made.dealt is dealt
