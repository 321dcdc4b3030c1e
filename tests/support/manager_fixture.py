"""A manager on a real SQLite file, with a presenter that writes down what it is given."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.config import Settings
from bot.ids import ArenaId, ChannelId, GuildId, MatchId, UserId
from bot.match import lobby
from bot.match.arenas.facts import ArenaCall
from bot.match.arenas.view import ArenaView
from bot.match.hosted_match import Change
from bot.match.views import LobbyView, MatchView, Receipt, View
from bot.match.vocabulary import Cause, MatchClock, Occasion, Person, Place, SealingLine, Status
from bot.records.periods import SeasonOver
from bot.service.manager import Manager
from bot.service.runner import Runner
from bot.service.watch.match_time import MatchTime
from bot.storage import Store, matches
from bot.storage.backups.transfer import copy
from bot.storage.database.migrate import HEAD, migrate, revisions
from engine.rules.options import Rules, make_rules
from engine.version import Version as RecordVersion
from tests.support.processes.databases import database, on_server
from tests.support.waiting import until

GUILD = GuildId(1)
PLACE = Place(GUILD, ChannelId(10), "en")
ANN, BEN, CAT, DAN = (
    Person(UserId(100 + number), name, "en", join_id=9000 + number)
    for number, name in enumerate(("Ann", "Ben", "Cat", "Dan"))
)
TRIO = (ANN, BEN, CAT)
FIRST_THREAD = 70_000
"""Less than the ids of all threads that a recorder opens."""
FIRST_LINE = 5001
"""The id of the first sealing line that a recorder posts; each further one is one more."""


def opened(place: Place, host: Person, rules: Rules, *, now: datetime, **options: Any) -> Change:
    """A lobby as `lobby.open_lobby` opens it, sealed by the first line; against CPU players a match."""
    hosted = lobby.open_lobby(place, host, rules, now=now, **options).after
    sealed = lobby.seal(hosted, SealingLine(FIRST_LINE, place.channel), now)
    assert isinstance(sealed, Change)
    return sealed


def quick(**changes: Any) -> Settings:
    """Settings for tests: no pauses, and clocks so long that only a test that shortens one sees it end."""
    return _settings(tuple(changes.items()))


@cache
def _settings(changes: tuple[tuple[str, Any], ...]) -> Settings:
    """Make each settings once: to check them takes longer than to build a view."""
    values = {
        "lobby_nudge_seconds": 500,
        "draw_seconds": 500,
        "drawn_seconds": 0,
        "cut_seconds": 500,
        "ready_seconds": 0,
        "live_turn_seconds": 10_000_000,
        "rest_seconds": 500,
        "cpu_pause_min": 0,
        "cpu_pause_max": 0,
        "cpu_stop_pause": 0,
        "retry_seconds": 0.05,
        "restore_rate": 1000,
        "tables_per_channel": 100,
        "live_matches_per_user": 100,
        "matches_per_user": 100,
        "invite_seconds": 0,
        "aside_seconds": 1e8,
    }
    return Settings(_env_file=None, **{**values, **dict(changes)})


@dataclass
class Recorder:
    """Keeps every view that was published, with its cause."""

    published: list[tuple[View, Cause]] = field(default_factory=list)
    seasons: list[SeasonOver] = field(default_factory=list)
    """The ends of seasons that were to be told."""
    tells: bool = True
    """Whether it can tell them, and remind of arenas."""
    allows: bool = True
    """Whether arenas may play."""
    lines: list[str] = field(default_factory=list)
    """The commitments that were posted."""
    arenas: list[ArenaView] = field(default_factory=list)
    """Every view of an arena that was published."""
    reminded: list[ArenaView] = field(default_factory=list)
    """The arenas whose people were to be reminded."""
    called: list[tuple[ArenaId, ArenaCall]] = field(default_factory=list)
    """The news that the channels of arenas were to be told."""
    threads: list[ChannelId] = field(default_factory=list)
    """The threads that were opened."""

    def publish(self, view: View, cause: Cause) -> None:
        self.published.append((view, cause))

    async def seal(self, view: LobbyView) -> SealingLine:
        self.lines.append(view.secret_commitment)
        return SealingLine(FIRST_LINE - 1 + len(self.lines), view.place.channel)

    def publish_arena(self, view: ArenaView) -> None:
        self.arenas.append(view)

    async def remind_arena(self, view: ArenaView) -> bool:
        self.reminded.append(view)
        return self.tells

    async def tell_arena(self, view: ArenaView, call: ArenaCall) -> bool:
        self.called.append((view.arena.id, call))
        return self.tells

    def arena_plays(self, view: ArenaView) -> bool:
        return self.allows

    async def arena_thread(self, view: ArenaView, number: int) -> ChannelId:
        self.threads.append(ChannelId(FIRST_THREAD + 100 * view.arena.id + number))
        return self.threads[-1]

    async def season_over(self, end: SeasonOver) -> bool:
        self.seasons.append(end)
        return self.tells

    def occasions(self, match: MatchId | None = None) -> list[Occasion]:
        """Return the reasons why views were published, in order."""
        return [cause.occasion for view, cause in self.published if match in (None, view.match)]


@dataclass
class RunningService:
    """A running manager and all around it."""

    manager: Manager
    store: Store
    recorder: Recorder
    watch: Watch | None = None

    @property
    def file(self) -> Path:
        """The database's file."""
        assert isinstance(self.store.address, Path), "the database is on a server"
        return self.store.address

    def now(self) -> datetime:
        """The manager's time."""
        assert self.watch is not None, "this home has a time of its own"
        return self.watch()

    def turn(self, seconds: float) -> None:
        """Turn the manager's time forward: what is due by then happens now."""
        assert self.watch is not None, "this home has a time of its own"
        self.watch.ahead += timedelta(seconds=seconds)
        self.manager._runner.scheduler.wake()
        self.manager.arenas.wake()

    async def lobby(
        self, *people: Person, rules: str = "classic", clock: MatchClock | None = None, **options: Any
    ) -> MatchId:
        """A lobby that these people have joined, the first as host."""
        view = await self.manager.open_lobby(PLACE, people[0], make_rules(rules, options), clock=clock)
        for person in people[1:]:
            await self.manager.join(view.match, person)
        return view.match

    async def old_lobby(self, *people: Person, rules: str = "classic", **options: Any) -> MatchId:
        """A lobby of version 1, as an older bot has left its rows: it becomes a match of version 1."""
        made, now = make_rules(rules, options), self.manager._now()
        bare = lobby.open_lobby(PLACE, people[0], made, secret=self.manager._secret(32), now=now)
        hosted = replace(bare.after, version=RecordVersion.JOINS)
        for person in people[1:]:
            hosted = lobby.join(hosted, person, now).after
        match, _ = await self.store.write(lambda tx: matches.insert(tx, replace(bare, after=hosted)))
        return match

    async def old_match(self, *people: Person, rules: str = "classic", **options: Any) -> MatchId:
        """A match of version 1, its seat draw made."""
        match = await self.old_lobby(*people, rules=rules, **options)
        await self.manager.start_match(match, people[0].user)
        await self.draw(match)
        return match

    async def match(self, *people: Person, rules: str = "classic", **options: Any) -> MatchId:
        """A match of these people, its seat draw made."""
        match = await self.lobby(*people, rules=rules, **options)
        await self.manager.start_match(match, people[0].user)
        await self.draw(match)
        return match

    async def match_all_played(self, *people: Person, rules: str = "classic", **options: Any) -> MatchId:
        """A match in which each of these people has played a card: who gives it up loses it."""
        match = await self.match(*people, rules=rules, **options)
        await self.play(match, lambda view: view.all_have_played)
        return match

    async def draw(self, match: MatchId) -> None:
        """Every person draws until the seats are known."""
        while (view := await self.seen(match)).public and view.public.phase == "seats":
            for number in view.public.to_move:
                user = view.people[number].user
                if user is not None:
                    await self.manager.draw(match, user, view.public.draw_round)
            await asyncio.sleep(0)

    async def seen(self, match: MatchId) -> MatchView:
        """The view of a match that has begun."""
        view = await self.manager.view(match)
        assert isinstance(view, MatchView)
        return view

    async def move(self, match: MatchId) -> Receipt[MatchView] | None:
        """The first legal move, seats drawn, of some person who is asked; None if no person is."""
        await self.draw(match)
        view = await self.seen(match)
        for seat in view.seats:
            asked, user = seat.observation, seat.participant.user
            if user is not None and asked is not None and asked.question is not None:
                return await self.manager.act(match, user, asked.question, asked.legal[0])
        return None

    async def wait(self, match: MatchId, holds: Callable[[MatchView], bool]) -> MatchView:
        """The view of a match once something holds that happens by itself."""

        async def seen() -> MatchView | None:
            view = await self.seen(match)
            return view if holds(view) else None

        view = await until(seen)
        assert view is not None
        return view

    async def agree(self, match: MatchId) -> None:
        """Everybody leaves the shown end behind."""
        view = await self.seen(match)
        assert view.rest is not None
        for number in view.rest.waiting_for:
            user = view.people[number].user
            assert user is not None
            await self.manager.agree(match, user, view.rest.number)

    async def play(
        self, match: MatchId, until: Callable[[MatchView], bool] = lambda view: False
    ) -> MatchView:
        """People play the first legal move and go on after each month, until something holds."""
        while not until(view := await self.seen(match)) and view.status is Status.PLAYING:
            if view.rest is not None:
                await self.agree(match)
            elif await self.move(match) is None:
                await asyncio.sleep(0)
        return view


@asynccontextmanager
async def running_service(
    folder: Path, settings: Settings | None = None, *, recorder: Recorder | None = None, **wiring: Any
) -> AsyncIterator[RunningService]:
    """A manager on the database in a folder, started, and closed at the end.

    Its matches are dealt from known secrets: what chance deals once in a hundred is tested on purpose.
    """
    wiring.setdefault("secret", numbered_secrets())
    put_new_database(folder)
    store = await Store.open(database(folder))
    recorder = recorder or Recorder()
    now = wiring.setdefault("now", Watch())
    moves = now.monotonic if isinstance(now, Watch) else lambda: now().timestamp()
    wiring.setdefault("time", MatchTime(now, moves))
    manager = Manager(store, settings or quick(), recorder, **wiring)
    try:
        await manager.start()
        yield RunningService(manager, store, recorder, now if isinstance(now, Watch) else None)
    finally:
        await manager.close()
        await store.close()


def put_new_database(folder: Path) -> None:
    """Put an empty database of the newest schema into a folder where there is none; servers have theirs."""
    if not on_server() and not (path := folder / "koikoi.db").exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new_database())


def new_database(revision: str = HEAD) -> bytes:
    """Return an empty database of a revision; that of this version is the default."""
    return _new_database(revisions()[-1] if revision == HEAD else revision)


@cache
def _new_database(revision: str) -> bytes:
    """Make an empty database once: making it takes longer than most tests."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "koikoi.db"
        migrate(path, to=revision)
        return path.read_bytes()


def as_after_a_kill(folder: Path, name: str = "after") -> Path:
    """A copy of the database as a process that was killed now would leave it: the file and its log."""
    target = folder / name
    target.mkdir()
    if on_server():
        copy(database(folder), database(target))
    for suffix in ("", "-wal"):
        source = folder / f"koikoi.db{suffix}"
        if source.exists():
            shutil.copyfile(source, target / source.name)
    return target


def numbered_secrets() -> Callable[[int], bytes]:
    """A source of secrets that gives one number after another, from 1 on."""
    numbers = itertools.count(1)
    return lambda size: next(numbers).to_bytes(size, "big")


def fixed_secret(number: int) -> Callable[[int], bytes]:
    """A source of secrets that always gives the same one."""
    return lambda size: number.to_bytes(size, "big")


@dataclass
class Watch:
    """A time that a test can turn forward; `wrong` is by how much its clock is set wrong."""

    ahead: timedelta = timedelta(0)
    wrong: timedelta = timedelta(0)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead + self.wrong

    def monotonic(self) -> float:
        """Seconds that pass as the time does."""
        return time.monotonic() + self.ahead.total_seconds()


async def fired(runner: Runner, match: MatchId) -> None:
    """Wait until every deadline that has come was told, and what that did to a match is done."""
    scheduler = runner.scheduler
    scheduler.wake()
    await until(lambda: scheduler._until is not None and scheduler._until > scheduler._now())
    await asyncio.sleep(0)  # a step that is due has begun
    await until(lambda: runner.registry.actor(match).idle)
