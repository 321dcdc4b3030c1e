"""`python -m tests.bench_stack --arena N`: a whole arena of N people, whose bot has one core to itself."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.changes.interactions import Act
from bot.sandbox.common.settings import RateProfile
from bot.sandbox.common.types import ChannelType, InteractionType
from bot.sandbox.server import Server
from bot.sandbox.world.events import Event, MessageCreated, MessageUpdated
from bot.sandbox.world.interaction import InteractionState
from bot.sandbox.world.model import Member, Message, User
from bot.sandbox.world.seed import GUILD_ID
from cogs.content.custom_id import parse_press
from cogs.content.page_id import is_page
from tests.support.bench.crowd import (
    SELECT,
    Figures,
    Usage,
    bot_pid,
    longest_pause,
    quantiles,
    sandbox,
    until,
)
from tests.support.e2e.arena_stage import announce
from tests.support.e2e.scripted_player import MOVES
from tests.support.processes import databases
from tests.support.sandbox.client import Sandbox
from tests.support.sandbox.messages import Json, buttons, selects

CHANNEL = "hanafuda"
THINKS = (1.0, 6.0)
"""Seconds from a hand to its player's press."""
LOOK = 0.05
COMES = 60.0
"""Seconds in which everybody has joined."""
MINUTES = 30
WARM_SECONDS = COMES + 30.0


@dataclass(slots=True)
class Seen:
    """The arena as its channel and its threads show it."""

    hands: dict[int, Message] = field(default_factory=dict)
    standing: Message | None = None
    edits: list[float] = field(default_factory=list)
    """The moments at which the standing was edited."""
    posts: Counter[str] = field(default_factory=Counter)
    """The pictures of the channel's messages, and of the threads', by name."""


class Guests:
    """The people of an arena, and what they see."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.figures, self.seen = server, Figures(), Seen()
        guild = server.world.guilds[GUILD_ID]
        self.channel = next(
            found for each in guild.channel_ids if (found := server.world.channels[each]).name == CHANNEL
        )
        self.people = [self._person(each) for each in range(number)]
        server.world.subscribe(self._happened)

    def _person(self, number: int) -> User:
        world = self.server.world
        user = User(world.ids.next(), f"guest{number}", f"Guest {number}", "#808080")
        world.users[user.id] = user
        world.guilds[GUILD_ID].members[user.id] = Member(user, [], 0.0)
        return user

    @property
    def threads(self) -> int:
        """Return the number of threads."""
        channels = self.server.world.channels.values()
        return sum(each.type is ChannelType.PUBLIC_THREAD for each in channels)

    async def play(self, end: float) -> None:
        """Come within a minute, then play whatever is dealt."""
        async with asyncio.TaskGroup() as group:
            for user in self.people:
                group.create_task(self._attend(user, end))

    async def _attend(self, user: User, end: float) -> None:
        await asyncio.sleep(random.uniform(0, COMES))
        await until(lambda: self.seen.standing is not None, COMES)
        assert self.seen.standing is not None
        join = next(each for each in buttons(_body(self.seen.standing)) if each.get("label") == "Join")
        await self._press(user, self.seen.standing, join)
        while time.monotonic() < end:
            hand = self.seen.hands.get(user.id)
            if hand is None or not (controls := _moves(hand)):
                await asyncio.sleep(LOOK)
                continue
            await asyncio.sleep(random.uniform(*THINKS))
            if self.seen.hands.get(user.id) is hand and (controls := _moves(hand)):
                await self._press(user, hand, random.choice(controls))
            await self._changed(user, hand, controls)

    async def _changed(self, user: User, hand: Message, controls: list[Json]) -> None:
        """Wait until somebody's hand offers something else; who waits in vain presses again."""
        with suppress(TimeoutError):
            await until(lambda: self.seen.hands[user.id] is not hand or _moves(hand) != controls, THINKS[1])

    async def _press(self, user: User, message: Message, control: Json) -> None:
        data: Json = {name: control[name] for name in ("custom_id", "id")}
        data["component_type"] = control["type"]
        if control["type"] == SELECT:
            data["values"] = [random.choice(control["options"])["value"]]
        channel = self.server.world.channels[message.channel_id]
        began = time.monotonic()
        act = Act(InteractionType.COMPONENT, user, "en-US", channel, data, message)
        interaction = self.server.interactions.start(act)
        await interaction.settled.wait()
        self.figures.acknowledged.append(time.monotonic() - began)
        if interaction.state is InteractionState.FAILED:
            self.figures.failed += 1

    def _happened(self, event: Event) -> None:
        if not isinstance(event, (MessageCreated, MessageUpdated)):
            return
        message = event.message
        if message.author is not self.server.world.bot:
            return
        names = [each.filename for each in message.attachments]
        if message.audience is not None:
            if "hand.png" in names or _moves(message):
                self.seen.hands[message.audience] = message
        elif isinstance(event, MessageCreated):
            self.seen.posts[(names or ["text"])[0]] += 1
        elif "arena.png" in names:
            self.seen.edits.append(time.monotonic())
        if message.audience is None and "arena.png" in names:
            self.seen.standing = message


async def arena(people: int, seconds: float, limits: RateProfile) -> list[str]:
    """Have `people` play an arena for a while."""
    with tempfile.TemporaryDirectory(prefix="koikoi-bench-") as name:
        folder = Path(name)
        async with sandbox(folder, limits) as server:
            guests = Guests(server, people)
            # On the one core that it gets, a bot has no process that draws.
            own = {**databases.environment(folder), "KOIKOI_DRAWING_PROCESSES": "0"}
            server.bot.environment = {**server.bot.environment, **own}
            await server.bot.start()
            async with Sandbox.connect(server.url) as client:
                await client.bot_ready()
                host = await client.user(0)
                await announce(host, minutes=str(MINUTES), months="1")
            _pin(bot_pid(server))
            playing = asyncio.create_task(guests.play(time.monotonic() + WARM_SECONDS + seconds))
            await asyncio.sleep(WARM_SECONDS)
            lines = await _measured(server, guests, seconds)
            await playing
            return [*lines, *_waits(folder)]


def _pin(pid: int) -> None:
    """Give the bot the last core and everything else the others, where there are two."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores[-1:])
        os.sched_setaffinity(0, cores[:-1])


async def _measured(server: Server, guests: Guests, seconds: float) -> list[str]:
    pid, traffic = bot_pid(server), server.services.traffic
    await longest_pause(server, pid)
    guests.figures, guests.seen.edits = Figures(), []
    guests.seen.posts.clear()
    traffic.reset()
    before, began = Usage.of(pid), time.monotonic()
    await asyncio.sleep(seconds)
    took, after, figures, seen = time.monotonic() - began, Usage.of(pid), guests.figures, guests.seen
    gaps = [later - sooner for sooner, later in zip(seen.edits, seen.edits[1:], strict=False)]
    refused = Counter(f"{each['route']} {each['status']} {each['code']}" for each in traffic.errors)
    return [
        f"people: {len(guests.people)}, {took:.0f} s; threads: {guests.threads}",
        f"presses: {len(figures.acknowledged) / took:.1f} a second, {figures.failed} failed",
        f"acknowledgement: {quantiles(figures.acknowledged)}",
        f"standing: {len(seen.edits)} edits, at least {min(gaps, default=0):.1f} s apart; "
        f"posts: {dict(seen.posts)}",
        f"requests: {sum(traffic.counts.values()) / took:.1f} a second; refused: {dict(refused)}",
        f"processor: bot {(after.processor - before.processor) / took:.2f} of a core; "
        f"{1000 * (after.processor - before.processor) / max(1, len(figures.acknowledged)):.0f} ms a press",
        f"memory: bot {after.memory:.0f} MB",
        f"event loop of the bot: {await longest_pause(server, pid)}",
    ]


def _waits(folder: Path) -> list[str]:
    """Return how long people waited between two matches, as the rows have it."""
    query = (
        "SELECT p.person, m.opened_at, m.ended_at FROM matches m JOIN participants p ON p.match = m.id"
        " WHERE m.arena IS NOT NULL AND p.person IS NOT NULL ORDER BY m.opened_at"
    )
    last: dict[int, int] = {}
    waits: list[float] = []
    found = databases.rows(folder, query)
    for person, opened, ended in found:
        if person in last:
            waits.append((opened - last[person]) / 1e6)
        if ended is not None:
            last[person] = ended
    return [f"from one match to the next: {quantiles(waits)}; {len(waits)} of {len(found)}"]


def _body(message: Message) -> Json:
    return {"components": message.components}


def _moves(message: Message) -> list[Json]:
    """Return the controls of a hand that make a move."""
    found = [
        each for each in (*buttons(_body(message)), *selects(_body(message))) if not each.get("disabled")
    ]
    ours = [each for each in found if not is_page(each["custom_id"])]
    return [each for each in ours if parse_press(each["custom_id"]).verb in MOVES]
