"""Chores in the background: matches counted, judged and packed, seasons closed, servers that left purged.

Each chore goes its own round, begun at the start and repeated after a while. What fails is logged and tried
again: nothing here ever ends the bot.

Of several managers on one database one leads. It alone does the work about all rows that each would do again:
the backlog, judging, problems, seasons, logs, keys, deals, files, copies and backups. Champions of seasons
are told by a request, which any client may make. A new leader begins within `LOOK_SECONDS`; where two do the
same at such a moment it does no harm, as each chore finds in the rows what is left to do. Servers each
manager purges by itself, those of its own shard: it alone knows by its client in which of them the bot is.

A chore whose work cannot be undone asks `_trusted_now` for the time, and waits while it is in doubt
(`wall_clock`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from sqlalchemy import Connection

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.errors import StorageError
from bot.ids import GuildId
from bot.opponents.background import BackgroundProcess, WorkLostError
from bot.records.periods import SeasonOver
from bot.service.confirming import Confirmer
from bot.service.context import ShardContext
from bot.service.judging import Judge
from bot.service.presenter import Presenter
from bot.service.watch.match_time import utc_now
from bot.storage import Store, actions, backlog, daily, hands
from bot.storage.backups.backup import BackupError, backup
from bot.storage.checking import look_at
from bot.storage.database.copies import expire_copies, keep_newest, made, real, scheduled
from bot.storage.moderation import kept
from bot.storage.privacy import cleaning
from bot.storage.records import boards, results, seasons
from bot.storage.records.seasons import SeasonRow
from bot.storage.settings import servers

KEPT_DAYS = 30
"""Days for which the data of a server stays that has put the bot out, and a deal of the day after its day."""
SETTLED = timedelta(hours=1)
"""Time from the end of a match to the packing of its log."""
MINUTE, DAY = 60.0, 86_400.0
PACK_SECONDS = 10 * MINUTE
KEY_SECONDS = 10 * MINUTE
CLEAN_SECONDS = 10 * MINUTE
BACKUP_SECONDS = 10 * MINUTE
"""The pause between two checks whether a backup is due."""
LOOK_SECONDS = MINUTE
"""The pause between two checks by a manager whether it leads now."""
RETRY_SECONDS = 30.0
TELL_SECONDS = MINUTE
"""Seconds for the post of a season's end; then it is tried again."""
PAUSE_SECONDS = 0.05
FEW = 5
"""The number of faults of a copy that the log names."""
log = structlog.stdlib.get_logger("koikoi.housekeeping")


class ClockNotTrusted(Exception):  # noqa: N818 - not an error: the work waits
    """The time of day may be wrong; the text says what speaks against it."""


@dataclass(frozen=True, slots=True)
class Chore:
    """Work that is done again after some seconds; None: once, as soon as it can be done."""

    name: str
    work: Callable[[], Awaitable[None]]
    seconds: float | None
    leader_only: bool = True
    """Whether it is for the leader alone."""


class Housekeeping:
    """The chores of a manager, from `start` to `close`.

    `purge` takes a server's data out of storage and memory. `context`: whose servers are purged here, and
    whether the rest is this manager's to do. `doubt` gives what speaks against the time of day.
    """

    def __init__(  # noqa: PLR0913 - wired once, by hand
        self,
        store: Store,
        presenter: Presenter,
        now: Callable[[], datetime],
        settings: Settings,
        context: ShardContext | None = None,
        *,
        purge: Callable[[GuildId], Awaitable[None]],
        doubt: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._doubt = doubt
        self._doubted: str | None = None
        """The last doubt about the time of day that the log was told of."""
        self._context = context or ShardContext()
        self._store = store
        self._presenter = presenter
        self._now = now
        self._purge = purge
        self._settings = settings
        self._process = process = BackgroundProcess()
        self._judge, self._confirmer = Judge(store, now, process), Confirmer(store, now, process)
        self._present = asyncio.Event()
        self._background = BackgroundTasks()

    def servers_known(self) -> None:
        """Allow purging: it is stored now in which servers the bot is."""
        self._present.set()

    def start(self) -> None:
        """Begin all chores, in the background."""
        if self._settings.backup_hours is not None and not isinstance(self._store.address, Path):
            log.warning("KOIKOI_BACKUP_HOURS copies a file: copy a database on a server with pg_dump")
        for chore in self.chores():
            self._background.start(self.repeat(chore), name=chore.name)

    async def close(self) -> None:
        """Stop; what is stored is whole, and the next start goes on from there."""
        await self._background.close()
        await self._judge.close()

    def chores(self) -> tuple[Chore, ...]:
        """Each chore with its pause in seconds."""
        return (
            Chore("backlog", lambda: backlog.work_off(self._store), None),
            Chore("seasons", self.close_seasons, MINUTE),
            Chore("logs", self.pack_logs, PACK_SECONDS),
            Chore("judge", self._judge.work, MINUTE),
            Chore("problems", self._confirmer.work, MINUTE),
            Chore("keys", self.remove_keys, KEY_SECONDS),
            Chore("kept ids", self.let_ids_go, KEY_SECONDS),
            Chore("files", self.clean_files, CLEAN_SECONDS),
            Chore("servers", self.purge_servers, DAY, leader_only=False),
            Chore("copies", self.expire_copies, DAY),
            Chore("backup", self.back_up, BACKUP_SECONDS),
            Chore("deals of the day", self.expire_deals, DAY),
        )

    def _trusted_now(self) -> datetime:
        """Return the time of day for work that cannot be undone. Raises TimeInDoubt."""
        if (why := self._doubt()) is not None:
            raise ClockNotTrusted(why)
        self._doubted = None
        return self._now()

    async def close_seasons(self) -> None:
        """Begin the seasons that are due, and have the champions told of those that are over, each once."""
        now, aside = self._trusted_now(), self._store.aside
        for guild in aside.rest("seasons", await self._store.read(seasons.ended, now)):
            with aside.doing("seasons", guild):
                if (begun := await self._store.write(seasons.go_on, guild, now)) is not None:
                    log.info("season begun", guild=guild, season=begun.label)
        over = {season.id: season for season in await self._store.read(_to_tell, now)}
        ends = list[tuple[SeasonRow, SeasonOver | None]]()
        for season in aside.rest("champions", over):
            with aside.doing("champions", season):
                ends.append((over[season], await self._store.read(boards.champions, over[season], now)))
        # All at once: no server waits for the channel of another one.
        await asyncio.gather(*(self._tell(*each) for each in ends))

    async def _tell(self, season: SeasonRow, end: SeasonOver | None) -> None:
        """Have the champions of a season told, where that can be done now."""
        with self._store.aside.doing("champions", season.id), suppress(TimeoutError):
            async with asyncio.timeout(TELL_SECONDS):
                told = end is None or await self._presenter.season_over(end)
            if told:
                await self._store.write(seasons.mark_announced, season.id, self._now())
                log.info("season over", guild=season.guild, season=season.label, told=end is not None)

    async def pack_logs(self) -> None:
        """Make one row each of the logs of matches that have ended a while ago."""
        aside = self._store.aside
        while found := await self._store.read(actions.to_pack, self._now() - SETTLED, aside.of("logs")):
            for match in found:
                with aside.doing("logs", match):
                    await self._store.write(actions.pack, match)
            log.info("logs packed", matches=len(found))
            await asyncio.sleep(PAUSE_SECONDS)

    async def remove_keys(self) -> None:
        """Delete the rows whose tokens reach no private message any more, from the files as well."""
        if await self._store.write(hands.remove_dead_keys, self._trusted_now()):
            await cleaning.empty_log(self._store)

    async def clean_files(self) -> None:
        """Clean the files of what was deleted, where a crash or a reader has kept it from being done."""
        await cleaning.clean(self._store)

    async def expire_copies(self) -> None:
        """Remove the copies of the database that the bot has made and that are too old."""
        if isinstance(file := self._store.address, Path):
            # Files have their times from this machine's clock, which may differ from the time of day.
            now = min(self._trusted_now(), utc_now())
            # In a thread: a slow disk must not hold the matches.
            await asyncio.to_thread(expire_copies, file, now, self._settings.copy_days)

    async def back_up(self) -> None:
        """Copy the database where that is due by the settings, and let the oldest such copies go."""
        hours, file = self._settings.backup_hours, self._store.address
        if hours is not None and isinstance(file, Path):
            # A copy more does no harm where the time is in doubt, one less does.
            keep = None if self._doubt() else self._settings.backup_keep
            if await _back_up(file, self._now(), timedelta(hours=hours), keep):
                await self._look_at(file)

    async def _look_at(self, file: Path) -> None:
        """Warn of matches that do not agree with what is stored of them, as they are in a copy just made.

        The process for work that nobody waits for replays them, and some of many: all would take too long.
        """
        try:
            found = await self._process.run(look_at, file)
        except WorkLostError as error:
            log.warning("the backup's matches were not replayed", error=str(error))
            return
        if found.found:
            log.warning(
                "the backup has matches that do not agree; koikoi check names all",
                found=found.found[:FEW],
                things=len(found.found),
                replayed=found.replayed,
                matches=found.matches,
            )

    async def expire_deals(self) -> None:
        """Delete the deals of days that are long over, with what was made of them."""
        last = (self._trusted_now() - timedelta(days=KEPT_DAYS)).date()
        if gone := await self._store.write(daily.expire, last.isoformat()):
            log.info("deals of the day deleted", deals=gone)

    async def let_ids_go(self) -> None:
        """Delete the ids of deleted people whose arena, or whose deal's day, is over."""

        def job(tx: Connection) -> None:
            if kept.let_go(tx, self._trusted_now()):
                cleaning.ask(tx)

        await self._store.write(job)

    async def purge_servers(self) -> None:
        """Delete the data of the shard's servers that have put the bot out long enough ago."""
        await self._present.wait()
        before = self._trusted_now() - timedelta(days=KEPT_DAYS)
        aside = self._store.aside
        gone = await self._store.read(servers.removed_before, before, self._context.shard)
        for guild in aside.rest("servers", gone):
            with aside.doing("servers", guild):
                await self._purge(guild)

    async def repeat(self, chore: Chore) -> None:
        """Do a chore again and again, while this manager leads if it is for that one alone."""
        while True:
            if chore.leader_only and not self._context.is_leader():
                await asyncio.sleep(LOOK_SECONDS)
                continue
            pause = chore.seconds
            try:
                await chore.work()
            except StorageError as error:
                log.warning("chore waits for storage", chore=chore.name, trouble=str(error))
                pause = RETRY_SECONDS
            except ClockNotTrusted as doubt:
                self._warn_of_doubt(str(doubt))
                pause = LOOK_SECONDS
            except Exception:
                # Nobody waits for this: it is told in the log, and tried again.
                log.exception("chore failed", chore=chore.name)
                pause = DAY if chore.seconds is None else chore.seconds
            if pause is None:
                return
            await asyncio.sleep(pause)

    def _warn_of_doubt(self, why: str) -> None:
        """Warn once of each doubt: all chores that need the time wait for the same."""
        if why != self._doubted:
            self._doubted = why
            log.warning(
                "the time of day is in doubt: nothing is deleted, no season ends, no arena begins", why=why
            )


def _to_tell(tx: Connection, now: datetime) -> list[SeasonRow]:
    """The seasons whose champions are to be told; none while older matches are counted, which may win."""
    return [] if results.backlog(tx) is not None else seasons.unannounced(tx, now)


async def _back_up(path: Path, now: datetime, pause: timedelta, keep: int | None) -> bool:
    """Make the copy that is due, and leave `keep` of them; None: all. Return whether one was made.

    If it fails, the older ones stay and the next round tries again.
    """
    try:
        # A copy whose name lies in the future was made while the clock was wrong: nobody knows its age.
        if any(now - pause < at <= now for at, _ in await asyncio.to_thread(made, path)):
            return False
        copy = scheduled(real(path), now)
        size = await backup(path, copy, _BackupProgress(copy.name).part)
        gone = [] if keep is None else await asyncio.to_thread(keep_newest, path, keep, now)
    except (BackupError, OSError) as error:
        log.error("no backup was made", trouble=str(error))  # noqa: TRY400 - the sentence says all
        return False
    log.info("backup made", name=copy.name, bytes=size, removed=len(gone))
    return True


class _BackupProgress:
    """Logs how far a copy is, at each new tenth."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tenths = 0

    def part(self, done: int, total: int) -> None:
        """Some pages more are copied; a small file is not worth a line before its end."""
        tenths = 10 * done // max(1, total)
        if self._tenths < tenths < 10:
            self._tenths = tenths
            log.info("backup under way", name=self._name, percent=10 * tenths)
