"""A sandbox with hundreds of tables and a bot of its own process; people press from within the sandbox's."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.changes.interactions import Act
from bot.sandbox.server import Launch, Server
from bot.sandbox.settings import RateProfile, Settings
from bot.sandbox.types import ChannelType, InteractionType
from bot.sandbox.world.events import Event, MessageCreated, MessageUpdated
from bot.sandbox.world.interaction import InteractionState
from bot.sandbox.world.model import Channel, Member, Message, User
from bot.sandbox.world.seed import GUILD_ID
from cogs.pages.page_id import is_page
from cogs.presses.custom_id import Verb, parse_press
from tests.support.bench.rows import Seat
from tests.support.e2e.scripted_player import MOVES
from tests.support.sandbox.messages import Json, buttons, selects

BUTTON, SELECT = 2, 3
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Table:
    """One table as its two people see it."""

    channel: Channel
    people: tuple[User, User]
    message: Message | None = None
    """The table's message."""
    hands: dict[int, Message] = field(default_factory=dict)
    """Each one's newest hand."""
    pressed_at: float | None = None
    """When a press was made that the table does not show yet."""


@dataclass(slots=True)
class Figures:
    """What was measured; times in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    edited: list[float] = field(default_factory=list)
    failed: int = 0
    nothing: int = 0
    """Turns at which nobody at a table had anything to press."""


class Crowd:
    """The tables of a sandbox and the people at them."""

    def __init__(self, server: Server, tables: int) -> None:
        self.server = server
        self.figures = Figures()
        world = server.world
        self.tables = [self._table(number) for number in range(tables)]
        self._by_channel = {table.channel.id: table for table in self.tables}
        world.subscribe(self._happened)

    def seats(self) -> list[Seat]:
        """Where everybody sits."""
        return [
            Seat(int(table.channel.id), (int(table.people[0].id), int(table.people[1].id)))
            for table in self.tables
        ]

    @property
    def shown(self) -> int:
        """How many tables have been shown since `forget`."""
        return sum(table.message is not None for table in self.tables)

    def forget(self) -> None:
        """Take no table as shown, and measure anew."""
        self.figures = Figures()
        for table in self.tables:
            table.message = table.pressed_at = None

    async def sit_down(self) -> None:
        """Everybody takes their hand from the table, one after another."""
        for table in self.tables:
            for user in table.people:
                verbs = {Verb.HAND} if _controls(table.message, {Verb.HAND}) else {Verb.NEXT}
                await self.press(table, user, table.message, verbs)

    async def play(self, seconds: float, pause: float) -> None:
        """At each table a move is made every `pause` seconds, for so long."""
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

    async def _move(self, table: Table) -> None:
        """Whoever is asked answers; where a month is over both go on."""
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
    ) -> float:
        """Press one of a message's controls; the seconds to its acknowledgement."""
        control = random.choice(_controls(message, verbs))
        data: Json = {name: control[name] for name in ("custom_id", "id")}
        data["component_type"] = control["type"]
        if control["type"] == SELECT:
            data["values"] = [random.choice(control["options"])["value"]]
        began = time.monotonic()
        act = Act(InteractionType.COMPONENT, user, "en-US", table.channel, data, message)
        interaction = self.server.interactions.start(act)
        await interaction.settled.wait()
        took = time.monotonic() - began
        if interaction.state is InteractionState.FAILED:
            self.figures.failed += 1
        if counts:
            self.figures.acknowledged.append(took)
        return took

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

    def _table(self, number: int) -> Table:
        world = self.server.world
        guild = world.guilds[GUILD_ID]
        channel = Channel(world.ids.next(), ChannelType.TEXT, f"table-{number}", GUILD_ID, 10 + number)
        world.channels[channel.id] = channel
        guild.channel_ids.append(channel.id)
        one, other = (self._person(2 * number + n) for n in range(2))
        return Table(channel, (one, other))

    def _person(self, number: int) -> User:
        world = self.server.world
        user = User(world.ids.next(), f"player{number}", f"Player {number}", "#808080")
        world.users[user.id] = user
        world.guilds[GUILD_ID].members[user.id] = Member(user, [], 0.0)
        return user


def _controls(message: Message | None, verbs: set[Verb]) -> list[Json]:
    """What may be pressed under a message, of these verbs."""
    if message is None:
        return []
    body: Json = {"components": message.components}
    found = [each for each in (*buttons(body), *selects(body)) if not each.get("disabled")]
    ours = [each for each in found if not is_page(each["custom_id"])]
    return [each for each in ours if parse_press(each["custom_id"]).verb in verbs]


@contextlib.asynccontextmanager
async def sandbox(folder: Path, limits: RateProfile) -> AsyncIterator[Server]:
    """A sandbox in this process, whose bot, not started yet, will be another."""
    command = [sys.executable, "-m", "tests.support.bot_main"]
    settings = Settings(rate_profile=limits, ack_seconds=3.0, identify_seconds=0.0)
    async with Server(Launch(port=0, data=folder, bot_command=command, settings=settings)) as server:
        yield server


async def until(holds: Callable[[], bool], seconds: float) -> float:
    """Wait until something holds; how long that took. Raises TimeoutError after so many seconds."""
    began = time.monotonic()
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    return time.monotonic() - began


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process has used: processor seconds; its resident memory in MB."""

    processor: float
    memory: float

    @classmethod
    def of(cls, pid: int) -> Usage:
        """As the kernel says now."""
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
        return cls((int(fields[11]) + int(fields[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 2**20)


async def longest_pause(server: Server, pid: int) -> str:
    """What the bot says of its loop since it was last asked."""
    said = asyncio.get_running_loop().create_future()

    def hear(line: object) -> None:
        text = getattr(line, "text", "")
        if "longest pause" in text and not said.done():
            said.set_result(text)

    server.log.subscribe(hear)
    os.kill(pid, signal.SIGUSR2)
    return str(await asyncio.wait_for(said, 20))
