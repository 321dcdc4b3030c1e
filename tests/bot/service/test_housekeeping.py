"""The work while nobody asks: seasons end and begin, logs are packed, servers that left are purged."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from structlog.testing import capture_logs

from bot.ids import GuildId, UserId
from bot.match.vocabulary import Status
from bot.records.periods import SeasonKind
from bot.service.housekeeping import KEPT_DAYS, SETTLED, ClockNotTrusted, Housekeeping
from bot.storage import Store, actions
from bot.storage.backups.incoming import opened
from bot.storage.backups.restore import restore
from bot.storage.database.copies import made
from bot.storage.database.schema import actions as action_table
from bot.storage.database.schema import jobs, logs, matches, messages, metadata, result_players, standings
from bot.storage.database.schema import people as people_table
from bot.storage.hands import HandRow, PressRow
from bot.storage.records import recount, results, seasons
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    GUILD,
    PLACE,
    Recorder,
    RunningService,
    Watch,
    put_new_database,
    quick,
    running_service,
)
from tests.support.records.world import HERE, THERE, World, won, world
from tests.support.waiting import until

OCTOBER = datetime(2026, 10, 20, 12, tzinfo=UTC)
NOVEMBER = datetime(2026, 11, 1, 0, 0, 30, tzinfo=UTC)


async def season(it: World, *, times: int = 6, guild: GuildId = HERE, rules: str = "classic") -> None:
    """Ann wins some matches of October."""
    for n in range(times):
        at = OCTOBER + timedelta(hours=n)
        await it.match(at, won("Ann", "Ben"), guild=guild, rules=RuleSetId(rules))


def keeping(it: World, recorder: Recorder, now: datetime = NOVEMBER) -> Housekeeping:
    """The chores of a world at a moment."""

    async def purge(guild: GuildId) -> None:
        raise AssertionError(guild)

    return Housekeeping(it.store, recorder, lambda: now, quick(), purge=purge)


async def waiting(it: World, now: datetime = NOVEMBER) -> int:
    """Return the number of seasons that wait to be told."""
    with it.store.reading() as tx:
        return len(seasons.unannounced(tx, now))


async def test_the_best_of_a_season_are_told_when_it_ends(tmp_path: Path) -> None:
    """By rating and rule set, where the last match was played; once."""
    recorder = Recorder()
    async with world(tmp_path) as it:
        await season(it)
        await season(it, rules="ishokai", times=5)
        await season(it, rules="league", times=4)
        early = keeping(it, recorder, NOVEMBER - timedelta(minutes=1))
        await early.close_seasons()
        assert recorder.seasons == []
        for _ in range(2):
            await keeping(it, recorder).close_seasons()
        (end,) = recorder.seasons
        assert (end.guild, end.channels, end.locale, end.label) == (HERE, (10,), "en", "2026-10")
        assert [(one.rules.value, one.name) for one in end.champions] == [
            ("classic", "Ann"),
            ("ishokai", "Ann"),
        ]


async def test_a_season_that_could_not_be_told_is_told_later(tmp_path: Path) -> None:
    """Until then it waits."""
    recorder = Recorder(tells=False)
    async with world(tmp_path) as it:
        await season(it)
        await keeping(it, recorder).close_seasons()
        assert await waiting(it) == 1
        recorder.tells = True
        await keeping(it, recorder).close_seasons()
        assert await waiting(it) == 0
        assert len(recorder.seasons) == 2


async def test_a_season_without_champions_ends_in_silence(tmp_path: Path) -> None:
    """Nobody has played enough, or those who have are hidden or gone."""
    recorder = Recorder()
    async with world(tmp_path) as it:
        await season(it, times=4)
        await season(it, guild=THERE)
        await it.hide("Ann")
        await it.delete("Ben")
        await keeping(it, recorder).close_seasons()
        assert recorder.seasons == []
        assert await waiting(it) == 0


async def test_the_next_best_is_champion_where_the_best_is_hidden(tmp_path: Path) -> None:
    """Nobody is told of who does not want to be seen."""
    recorder = Recorder()
    async with world(tmp_path) as it:
        await season(it)
        await it.hide("Ann")
        await keeping(it, recorder).close_seasons()
        (end,) = recorder.seasons
        assert [one.name for one in end.champions] == ["Ben"]


async def test_the_next_season_begins_at_once(tmp_path: Path) -> None:
    """Though nobody has played in it; not where seasons were switched off, nor where the bot is no more."""
    async with world(tmp_path) as it:
        for guild in (HERE, THERE, GuildId(3)):
            await season(it, times=1, guild=guild)
        await it.guild(ServerRow(THERE, "en", season=SeasonKind.OFF))
        await it.guild(ServerRow(GuildId(3), "en", removed_at=OCTOBER))
        await keeping(it, Recorder()).close_seasons()
        with it.store.reading() as tx:
            labels = {
                guild: [each.label for each in seasons.of_guild(tx, guild, most=9)]
                for guild in (HERE, THERE, GuildId(3))
            }
    assert labels == {HERE: ["2026-11", "2026-10"], THERE: ["2026-10"], GuildId(3): ["2026-10"]}


async def test_nobody_is_champion_while_older_matches_are_counted(tmp_path: Path) -> None:
    """The people of the older matches may have won."""
    recorder = Recorder()
    async with world(tmp_path) as it:
        await season(it)
        with it.store.writing() as tx:
            tx.execute(sa.insert(jobs).values(name=results.BACKLOG, done=0, total=1))
        await keeping(it, recorder).close_seasons()
        assert recorder.seasons == []
        assert await waiting(it) == 1


async def test_logs_of_finished_matches_are_packed(tmp_path: Path) -> None:
    """An hour after their end; live ones and those that nobody can read stay as they are."""
    watch = Watch()
    async with running_service(tmp_path, now=watch) as service:
        done, live, broken = [await service.match(ANN, BEN, months=1) for _ in range(3)]
        await service.play(done)
        await service.manager.resign(broken, ANN.user)
        with service.store.writing() as tx:
            tx.execute(
                sa.update(action_table).where(action_table.c.match == broken).values(action="nonsense")
            )
        with service.store.reading() as tx:
            before = actions.of_match(tx, done)
        keeper = Housekeeping(service.store, service.recorder, watch, quick(), purge=service.manager._purge)
        await keeper.pack_logs()
        assert await packed(service) == set()
        watch.ahead = SETTLED + timedelta(minutes=1)
        await keeper.pack_logs()
        assert await packed(service) == {done}
        with service.store.reading() as tx:
            assert actions.of_match(tx, done) == before
        assert (await service.seen(live)).status is Status.PLAYING


async def test_dead_tokens_leave_the_database_by_themselves(tmp_path: Path) -> None:
    """Within the hour after the press, though nobody presses again; what still lives stays."""
    watch = Watch()
    async with running_service(tmp_path, now=watch) as service:
        match = await service.lobby(ANN, BEN)
        for who, minutes in ((ANN, 14), (BEN, 80)):
            end, token = watch() + timedelta(minutes=minutes), f"token-of-{who.name}"
            await service.store.hands.save(HandRow(match, who.user, token, "@original", end, "en"))
            await service.store.presses.save(PressRow(match, who.user, token, end, "en"))
        assert traces_of(tmp_path, "token-of-Ann") and traces_of(tmp_path, "token-of-Ben")
        purge = service.manager._purge
        keeper = Housekeeping(service.store, service.recorder, watch, quick(), purge=purge)
        (chore,) = [chore for chore in keeper.chores() if chore.name == "keys"]
        assert chore.seconds is not None
        watch.ahead = timedelta(hours=1, seconds=-chore.seconds)
        await chore.work()
        for table in (service.store.hands, service.store.presses):
            assert await table.get(match, ANN.user) is None
            assert await table.get(match, BEN.user) is not None
        assert not traces_of(tmp_path, "token-of-Ann")


def traces_of(folder: Path, text: str) -> list[str]:
    """The database's files in whose bytes a text stands."""
    return [path.name for path in folder.glob("koikoi.db*") if text.encode() in path.read_bytes()]


async def packed(service: RunningService) -> set[int]:
    """The matches whose log is one row."""
    with service.store.reading() as tx:
        return set(tx.execute(sa.select(logs.c.match)).scalars())


async def left(service: RunningService, guild: GuildId) -> None:
    """A server puts the bot out."""
    await service.manager.leave_guild(guild)


async def test_a_server_s_data_goes_a_month_after_the_bot(tmp_path: Path) -> None:
    """Not earlier; results, people and ratings over all servers stay, and a rebuild agrees."""
    watch = Watch()
    async with running_service(tmp_path, now=watch) as service:
        await service.play(await service.match(ANN, BEN, months=3))
        live = await service.match(ANN, CAT)
        await service.store.table_messages.save(live, PLACE.channel, 5, watch())
        await left(service, GUILD)
        assert (await service.seen(live)).status is Status.ABORTED
        keeper = Housekeeping(service.store, service.recorder, watch, quick(), purge=service.manager._purge)
        keeper.servers_known()
        watch.ahead = timedelta(days=KEPT_DAYS, minutes=-1)
        await keeper.purge_servers()
        assert await count(service, "standings")
        watch.ahead = timedelta(days=KEPT_DAYS, minutes=1)
        await keeper.purge_servers()
        for table in ("guilds", "seasons", "standings", "messages"):
            assert await count(service, table) == 0
        for table in ("matches", "participants", "results", "result_players", "overall", "people"):
            assert await count(service, table)
        with service.store.reading() as tx:
            assert set(tx.execute(sa.select(matches.c.guild, matches.c.channel))) == {(None, None)}
            assert recount.differences(tx) == []
        assert (await service.seen(live)).place.guild == 0


async def count(service: RunningService, table: str) -> int:
    """Return the number of a table's rows."""
    with service.store.reading() as tx:
        query = sa.select(sa.func.count()).select_from(metadata.tables[table])
        return int(tx.execute(query).scalar_one())


async def test_a_server_that_comes_back_keeps_everything(tmp_path: Path) -> None:
    """Within the time, and also after it where the bot did not run meanwhile."""
    watch = Watch()
    async with running_service(tmp_path, now=watch) as service:
        await service.play(await service.match(ANN, BEN, months=3))
        await left(service, GUILD)
        before = await count(service, "standings")
        watch.ahead = timedelta(days=KEPT_DAYS + 5)
        keeper = Housekeeping(service.store, service.recorder, watch, quick(), purge=service.manager._purge)
        purging = asyncio.create_task(keeper.purge_servers())
        await asyncio.sleep(0)
        assert not purging.done()  # nobody knows yet where the bot is
        await service.manager.servers.note(came=[GUILD])
        keeper.servers_known()
        await purging
        assert await count(service, "standings") == before
        with service.store.reading() as tx:
            assert servers.get(tx, GUILD).removed_at is None


async def test_another_server_loses_nothing(tmp_path: Path) -> None:
    """A purge deletes one server's rows."""
    async with world(tmp_path) as it:
        for guild in (HERE, THERE):
            await season(it, guild=guild)
    async with running_service(tmp_path) as service:
        await service.manager._purge(HERE)
        with service.store.reading() as tx:
            assert set(tx.execute(sa.select(standings.c.guild)).scalars()) == {THERE}
            assert recount.differences(tx) == []
            query = sa.select(result_players.c.rating).join(matches, matches.c.id == result_players.c.match)
            there = list(tx.execute(query.where(matches.c.guild == THERE)).scalars())
            gone = set(tx.execute(query.where(matches.c.guild.is_(None))).scalars())
        assert None not in there
        assert gone == {None}


async def test_servers_are_noted_once(tmp_path: Path) -> None:
    """Since when the bot is out stays as it was first noted; one that nobody knows is no row."""
    watch = Watch()
    async with running_service(tmp_path, now=watch) as service:
        await service.lobby(ANN)
        await service.manager.servers.note(left=[GUILD, GuildId(77)])
        with service.store.reading() as tx:
            first = servers.get(tx, GUILD).removed_at
        watch.ahead = timedelta(days=3)
        await service.manager.servers.note(left=[GUILD])
        with service.store.reading() as tx:
            assert servers.get(tx, GUILD).removed_at == first
        assert first is not None
        assert await service.manager.servers.missing([]) == []
        await service.manager.servers.note(came=[GUILD])
        assert await service.manager.servers.missing([]) == [GUILD]
        assert await service.manager.servers.missing([GUILD]) == []


async def test_the_manager_does_the_chores(tmp_path: Path) -> None:
    """From its start on, by itself."""
    async with world(tmp_path) as it:
        await season(it)
    async with running_service(tmp_path) as service:
        await until(lambda: bool(service.recorder.seasons))
        with service.store.reading() as tx:
            assert tx.execute(sa.select(messages)).first() is None


async def test_backups_are_made_by_schedule_and_one_is_put_back(tmp_path: Path) -> None:
    """A backup is made each time the hours are over, and a number of them is kept; the older one brings back
    its content.
    """
    moments, steps = [OCTOBER], []
    async with running_service(tmp_path) as service:
        settings = quick(backup_hours=6, backup_keep=2)
        keeper = Housekeeping(
            service.store, service.recorder, lambda: moments[-1], settings, purge=service.manager._purge
        )
        database = service.file
        for hours in (0, 5, 6, 11, 13, 20):
            moments.append(OCTOBER + timedelta(hours=hours))
            await service.manager.persons.speak(UserId(100 + hours), "Guest", "ko")
            await keeper.back_up()
            steps.append([path.name for _, path in made(database)])
    first, second, third, fourth = [
        f"koikoi.db.backup-{OCTOBER + timedelta(hours=hours):%Y%m%dT%H%M%SZ}" for hours in (0, 6, 13, 20)
    ]
    assert steps == [[first], [first], [first, second], [first, second], [second, third], [third, fourth]]
    await asyncio.to_thread(put_back, tmp_path / third, database)
    store = Store(database)
    assert await store.read(known_people) == {100, 105, 106, 111, 113}
    await store.close()


async def test_a_backup_of_a_match_that_does_not_agree_is_a_warning(tmp_path: Path) -> None:
    """The copy is made all the same, and the log names what differs."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=1)
        await service.play(match)
        with service.store.writing() as tx:
            tx.execute(
                sa.update(result_players)
                .values(score=result_players.c.score + 1)
                .where(result_players.c.seat == 0)
            )
        settings = quick(backup_hours=6)
        keeper = Housekeeping(
            service.store, service.recorder, lambda: OCTOBER, settings, purge=service.manager._purge
        )
        with capture_logs() as lines:
            await keeper.back_up()
        await keeper.close()
        (warning,) = [line for line in lines if line["log_level"] == "warning"]
        assert warning["found"][0].startswith(f"match {match}: player 0: score is ")
        assert (warning["things"], warning["replayed"], warning["matches"]) == (1, 1, 1)
        assert len(made(service.file)) == 1


async def test_a_copy_of_a_clock_that_was_ahead_takes_no_place(tmp_path: Path) -> None:
    """Two years ahead for a minute: nothing goes then, and later copies are made as if it were not there."""
    now: tuple[datetime, str] = (OCTOBER, "")
    put_new_database(tmp_path)
    store, settings = Store(tmp_path / "koikoi.db"), quick(backup_hours=6, backup_keep=1)

    async def purge(guild: GuildId) -> None:
        raise AssertionError(guild)

    keeper = Housekeeping(
        *(store, Recorder(), lambda: now[0], settings), purge=purge, doubt=lambda: now[1] or None
    )
    steps = []
    for now in (  # noqa: B007 - the keeper asks for it
        (OCTOBER, ""),
        (OCTOBER + timedelta(days=730), "two years"),
        (OCTOBER + timedelta(hours=5), ""),
        (OCTOBER + timedelta(hours=6), ""),
        (OCTOBER + timedelta(hours=13), ""),
    ):
        await keeper.back_up()
        steps.append([f"{at:%Y-%m-%d %H}" for at, _ in made(tmp_path / "koikoi.db")])
    await store.close()
    first, wrong = "2026-10-20 12", "2028-10-19 12"
    assert steps == [[first], [first, wrong], [first, wrong], ["2026-10-20 18"], ["2026-10-21 01"]]


async def test_nothing_is_undone_while_the_time_is_in_doubt(tmp_path: Path) -> None:
    """Seasons, tokens, copies, deals and servers wait; the log says so once."""
    doubt = "the clock is wrong"
    async with world(tmp_path) as it:
        await season(it)
        recorder = Recorder()

        async def purge(guild: GuildId) -> None:
            raise AssertionError(guild)

        keeper = Housekeeping(
            *(it.store, recorder, lambda: NOVEMBER, quick()), purge=purge, doubt=lambda: doubt or None
        )
        keeper.servers_known()
        waiting = {}
        for chore in keeper.chores():
            try:
                await chore.work()
            except ClockNotTrusted as why:
                waiting[chore.name] = str(why)
        chores = ("seasons", "keys", "servers", "copies", "deals of the day", "kept ids")
        assert waiting == dict.fromkeys(chores, doubt)
        assert recorder.seasons == []
        with capture_logs() as lines:
            for _ in range(2):
                keeper._warn_of_doubt(doubt)
        assert [(line["log_level"], line["why"]) for line in lines] == [("warning", doubt)]
        doubt = ""
        await keeper.close_seasons()
        assert recorder.seasons


def put_back(copy: Path, database: Path) -> None:
    """Restore a copy, as the command does."""
    with opened(copy) as source:
        restore(source, database, now=OCTOBER)


def known_people(tx: sa.Connection) -> set[int]:
    """The people of whom there is a row."""
    return set(tx.execute(sa.select(people_table.c.discord)).scalars())


async def test_a_backup_that_fails_takes_no_older_one_away(tmp_path: Path) -> None:
    """A damaged database is not copied: what was copied before it was damaged stays, and nothing else."""
    put_new_database(tmp_path)
    store, moments = Store(tmp_path / "koikoi.db"), [OCTOBER]

    async def purge(guild: GuildId) -> None:
        raise AssertionError(guild)

    settings = quick(backup_hours=1, backup_keep=1)
    keeper = Housekeeping(store, Recorder(), lambda: moments[-1], settings, purge=purge)
    await keeper.back_up()
    assert isinstance(store.address, Path)
    ((_, before),) = made(store.address)
    content = before.read_bytes()
    moments.append(OCTOBER + timedelta(hours=2))
    with store.address.open("rb+") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)
    with capture_logs() as lines:
        await keeper.back_up()
    assert [(line["event"], line["log_level"]) for line in lines] == [("no backup was made", "error")]
    assert [path for _, path in made(store.address)] == [before]
    assert before.read_bytes() == content
    await store.close()
