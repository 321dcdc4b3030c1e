"""A sandbox with hundreds of tables and a bot of its own process; people press from within the sandbox's."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import signal
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.changes.interactions import Act
from bot.sandbox.common.settings import RateProfile, Settings
from bot.sandbox.common.types import ChannelType, InteractionType, Snowflake
from bot.sandbox.server import Launch, Server
from bot.sandbox.world.events import Event, MessageCreated, MessageUpdated
from bot.sandbox.world.interaction import InteractionState
from bot.sandbox.world.model import Channel, Guild, Member, Message, User
from bot.sandbox.world.seed import GUILD_ID, another_server
from bot.sandbox.world.state import World
from cogs.content.custom_id import Verb, parse_press
from cogs.content.page_id import is_page
from tests.support.bench.rows import Seat
from tests.support.e2e.scripted_player import MOVES
from tests.support.sandbox.messages import Json, buttons, selects

BUTTON, SELECT = 2, 3
TICKS = os.sysconf("SC_CLK_TCK")
COMMAND = (sys.executable, "-m", "tests.support.bot_main")
ASK_SECONDS = 0.02
"""Between two presses of those who wait for a bot."""


@dataclass(slots=True)
class Table:
    """One table as its two people see it."""

    guild: Snowflake
    channel: Channel
    people: tuple[User, User]
    message: Message | None = None
    """The table's message."""
    hands: dict[int, Message] = field(default_factory=dict)
    """Each one's newest hand."""
    pressed_at: float | None = None
    """The time of a press that the table does not show yet."""


@dataclass(slots=True)
class Figures:
    """The measurements; times in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    edited: list[float] = field(default_factory=list)
    failed: int = 0
    nothing: int = 0
    """Turns at which nobody at a table had anything to press."""


class Crowd:
    """The tables of a sandbox and the people at them."""

    def __init__(self, server: Server, tables: int, shards: int = 1) -> None:
        self.server = server
        self.figures = Figures()
        guilds = _guilds(server.world, shards)
        self.tables = [self._table(number, guilds[number % shards]) for number in range(tables)]
        self._by_channel = {table.channel.id: table for table in self.tables}
        server.world.subscribe(self._happened)

    def seats(self) -> list[Seat]:
        """Return everybody's seats."""
        return [
            Seat(int(table.guild), int(table.channel.id), (int(table.people[0].id), int(table.people[1].id)))
            for table in self.tables
        ]

    @property
    def shown(self) -> int:
        """Return the number of tables shown since `forget`."""
        return sum(table.message is not None for table in self.tables)

    def forget(self) -> None:
        """Take no table as shown, and measure again."""
        self.figures = Figures()
        for table in self.tables:
            table.message = table.pressed_at = None

    async def sit_down(self) -> None:
        """Everybody takes their hand from the table, one after another."""
        for table in self.tables:
            await self._take_hands(table)

    async def play(self, seconds: float, pause: float) -> None:
        """Move every `pause` seconds at each table, for a time."""
        end = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                group.create_task(self._play(table, end, pause))

    async def _play(self, table: Table, end: float, pause: float) -> None:
        await asyncio.sleep(random.uniform(0, pause))
        due = time.monotonic()
        while due < end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self._move(table)
            due += pause

    async def _take_hands(self, table: Table) -> None:
        for user in table.people:
            verbs = {Verb.HAND} if _controls(table.message, {Verb.HAND}) else {Verb.NEXT}
            if _controls(table.message, verbs):
                await self.press(table, user, table.message, verbs)

    def offering_hands(self) -> list[Table]:
        """The tables at which one's own hand can be asked for now."""
        return [table for table in self.tables if _controls(table.message, {Verb.HAND})]

    async def first_answer(self) -> float:
        """Ask for hands again and again; the moment, as `time.monotonic` has it, of the first answer."""
        pressing: set[asyncio.Task[float | None]] = set()
        try:
            for number in itertools.count():
                table = self.tables[-1 - number % len(self.tables)]
                if _controls(table.message, {Verb.HAND}):
                    pressing.add(asyncio.create_task(self._ask(table)))
                done, pressing = (
                    await asyncio.wait(pressing, timeout=ASK_SECONDS) if pressing else (set(), pressing)
                )
                answered = [found for each in done if (found := each.result()) is not None]
                if answered:
                    return min(answered)
            raise AssertionError
        finally:
            for each in pressing:
                each.cancel()

    async def _ask(self, table: Table) -> float | None:
        if (act := self._act(table, table.people[0], table.message, {Verb.HAND})) is None:
            return None
        interaction = self.server.interactions.start(act)
        await interaction.settled.wait()
        return time.monotonic() if interaction.state is InteractionState.ACKNOWLEDGED else None

    async def _move(self, table: Table) -> None:
        """The player to move answers; where a month is over both go on."""
        for verbs in (MOVES, {Verb.NEXT}):
            able = [user for user in table.people if _controls(table.hands.get(user.id), verbs)]
            if able:
                table.pressed_at = time.monotonic()
                for user in able:
                    await self.press(table, user, table.hands.get(user.id), verbs, counts=True)
                return
        self.figures.nothing += 1

    async def press(
        self, table: Table, user: User, message: Message | None, verbs: set[Verb], *, counts: bool = False
    ) -> float | None:
        """Press one of a message's controls; return the seconds to its acknowledgement.

        None: the message has changed since somebody looked at it, and offers none any more.
        """
        if (act := self._act(table, user, message, verbs)) is None:
            return None
        began = time.monotonic()
        interaction = self.server.interactions.start(act)
        await interaction.settled.wait()
        took = time.monotonic() - began
        if interaction.state is InteractionState.FAILED:
            self.figures.failed += 1
        if counts:
            self.figures.acknowledged.append(took)
        return took

    def _act(self, table: Table, user: User, message: Message | None, verbs: set[Verb]) -> Act | None:
        """A press of one of a message's controls, by chance; None where it offers none."""
        if not (controls := _controls(message, verbs)):
            return None
        control = random.choice(controls)
        data: Json = {name: control[name] for name in ("custom_id", "id")}
        data["component_type"] = control["type"]
        if control["type"] == SELECT:
            data["values"] = [random.choice(control["options"])["value"]]
        return Act(InteractionType.COMPONENT, user, "en-US", table.channel, data, message)

    def _happened(self, event: Event) -> None:
        if not isinstance(event, (MessageCreated, MessageUpdated)):
            return
        table = self._by_channel.get(event.message.channel_id)
        if table is None or event.message.author is not self.server.world.bot:
            return
        if event.message.audience is not None:
            table.hands[event.message.audience] = event.message
            return
        if not _controls(event.message, {Verb.HAND, Verb.NEXT}):
            return  # a reminder, or a result
        table.message = event.message
        if table.pressed_at is not None:
            self.figures.edited.append(time.monotonic() - table.pressed_at)
            table.pressed_at = None

    def _table(self, number: int, guild: Guild) -> Table:
        world = self.server.world
        channel = Channel(world.ids.next(), ChannelType.TEXT, f"table-{number}", guild.id, 10 + number)
        world.channels[channel.id] = channel
        guild.channel_ids.append(channel.id)
        one, other = (self._person(2 * number + n, guild) for n in range(2))
        return Table(guild.id, channel, (one, other))

    def _person(self, number: int, guild: Guild) -> User:
        world = self.server.world
        user = User(world.ids.next(), f"player{number}", f"Player {number}", "#808080")
        world.users[user.id] = user
        guild.members[user.id] = Member(user, [], 0.0)
        return user


def _guilds(world: World, shards: int) -> list[Guild]:
    """A server on each shard."""
    first = world.guilds[GUILD_ID]
    for number in range(1, shards):
        guild, channel = another_server(number, f"Server {number}", "hanafuda", first)
        world.guilds[guild.id], world.channels[channel.id] = guild, channel
    return list(world.guilds.values())


def _controls(message: Message | None, verbs: set[Verb]) -> list[Json]:
    """Return the controls under a message, of these verbs."""
    if message is None:
        return []
    body: Json = {"components": message.components}
    found = [each for each in (*buttons(body), *selects(body)) if not each.get("disabled")]
    ours = [each for each in found if not is_page(each["custom_id"])]
    return [each for each in ours if parse_press(each["custom_id"]).verb in verbs]


@contextlib.asynccontextmanager
async def sandbox(folder: Path, limits: RateProfile) -> AsyncIterator[Server]:
    """A sandbox in this process, whose bot, not started yet, will be another."""
    settings = Settings(rate_profile=limits, ack_seconds=3.0, identify_seconds=0.0)
    async with Server(Launch(port=0, data=folder, bot_command=COMMAND, settings=settings)) as server:
        yield server


async def until(holds: Callable[[], bool], seconds: float) -> float:
    """Wait until something holds, and return the time that it took.

    Raises TimeoutError after `seconds`.
    """
    began = time.monotonic()
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    return time.monotonic() - began


@dataclass(frozen=True, slots=True)
class Usage:
    """The use of a process: processor seconds of itself; its resident memory in MB, and each child's."""

    alone: float
    processor: float
    """Processor seconds with those of its children, also of ended ones."""
    memory: float
    children: tuple[float, ...] = ()

    @classmethod
    def of(cls, pid: int) -> Usage:
        """As the kernel says now."""
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
        own, ended = (sum(map(int, fields[first : first + 2])) / TICKS for first in (11, 13))
        children = list(_children(pid))
        processor = own + ended + sum(child.processor for child in children)
        memory = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        return cls(own, processor, memory, tuple(child.memory for child in children))


def _children(pid: int) -> Iterator[Usage]:
    """The children of a process, whichever of its threads has started them."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # the thread or the child has ended meanwhile
            for child in (thread / "children").read_text(encoding="ascii").split():
                yield Usage.of(int(child))


async def longest_pause(server: Server, pid: int) -> str:
    """Return the bot's report about its loop since it was last asked."""
    said = asyncio.get_running_loop().create_future()

    def hear(line: object) -> None:
        text = getattr(line, "text", "")
        if "longest pause" in text and not said.done():
            said.set_result(text)

    server.log.subscribe(hear)
    os.kill(pid, signal.SIGUSR2)
    return str(await asyncio.wait_for(said, 20))


def bot_pid(server: Server) -> int:
    """The process id of the sandbox's bot."""
    return int(str(server.bot.view()["pid"]))


def quantiles(seconds: Sequence[float]) -> str:
    """Return the median and the slowest of these times, in milliseconds."""
    if len(seconds) < 2:
        return "nothing measured"
    cut = statistics.quantiles(seconds, n=100, method="inclusive")
    return ", ".join(f"p{n} {1000 * cut[n - 1]:.0f} ms" for n in (50, 95, 99))
