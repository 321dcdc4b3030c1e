"""A live trial on a local Discord, and a person there who does what the trial asks for."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord.asset
import discord.gateway
import discord.http
from pydantic import SecretStr

from bot.config import Settings
from bot.sandbox.checks.groups import FILE_UPLOAD
from bot.sandbox.common import settings as sandbox_settings
from bot.sandbox.common.types import Snowflake
from bot.sandbox.server import Server
from bot.sandbox.world.model import Message
from bot.sandbox.world.snowflakes import at_time
from cogs.trial.course import Wish, hold
from cogs.trial.place import FOR_OVERWRITES, FOR_THREADS, NEEDED
from cogs.trial.report import Report
from cogs.trial.trial import Patience
from tests.support.sandbox.client import QUICK, Sandbox, put_commands, start_server
from tests.support.sandbox.messages import Json, walk
from tests.support.sandbox.user import SandboxUser

CHANNEL = "hanafuda"
RIGHTS = NEEDED | FOR_THREADS | FOR_OVERWRITES
HASTE = Patience(pause=0.0, press=20.0, late=0.5, token=0.0)
COMMAND = {
    "name": "koikoi",
    "description": "Koi-koi",
    "options": [{"type": 1, "name": "games", "description": "Lists games"}],
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
}
FILLED = {"Choice": ["one"], "One": "two", "Several": ["one", "two"], "Box": True, "Text": "Text"}
"""Values for the fields of forms, by their names; people and places are chosen at the stage."""


@dataclass(slots=True)
class Stage:
    """A local Discord with a channel for trials."""

    server: Server
    sandbox: Sandbox
    data: Path
    said: list[str] = field(default_factory=list)
    on_line: Callable[[str], None] = lambda _: None
    """Hears each line that the trial says."""

    @property
    def settings(self) -> Settings:
        """The settings of the bot."""
        token = SecretStr(self.server.token)
        return Settings(_env_file=None, token=token, discord=self.server.url, data=self.data)

    async def hold(self, *only: str, alone: bool = False, patience: Patience = HASTE) -> Report:
        """Hold a trial."""
        channel = int(self.sandbox.channel(CHANNEL))
        return await hold(self.settings, Wish(channel, alone, only, patience), self._say)

    def _say(self, line: str) -> None:
        self.said.append(line)
        self.on_line(line)

    @property
    def left(self) -> tuple[int, int]:
        """The numbers of messages in the channel and of threads in all."""
        world = self.server.world
        threads = sum(each.thread is not None for each in world.channels.values())
        return len(world.channels[Snowflake(int(self.sandbox.channel(CHANNEL)))].messages), threads

    def old_message(self) -> Message:
        """Put a message of the bot into the channel that is older than an hour, and return it."""
        world, then = self.server.world, time.time() - 7200
        channel = world.channels[Snowflake(int(self.sandbox.channel(CHANNEL)))]
        message = Message(Snowflake(at_time(then)), channel.id, channel.guild_id, world.bot, then)
        message.content = "An old message"
        channel.messages[message.id] = message
        return message


@contextlib.contextmanager
def library_unchanged() -> Iterator[None]:
    """Undo the redirection of the client library."""
    kept = (
        discord.http.Route.BASE,
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
        discord.asset.Asset.BASE,
    )
    try:
        yield
    finally:
        (
            discord.http.Route.BASE,
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
            discord.asset.Asset.BASE,
        ) = kept


@contextlib.asynccontextmanager
async def stage(data: Path, record: Path | None = None, **changes: Any) -> AsyncIterator[Stage]:
    """A local Discord whose bot has the rights for a trial, and one command."""
    settings: sandbox_settings.Settings = dataclasses.replace(QUICK, **changes)
    with library_unchanged():
        async with start_server(settings, record=record) as (server, sandbox):
            await sandbox.control("role", permissions=str(RIGHTS.value))
            await put_commands(server, [COMMAND])
            yield Stage(server, sandbox, data)


@contextlib.asynccontextmanager
async def person(stage: Stage) -> AsyncIterator[SandboxUser]:
    """Somebody who has installed the bot and does what a trial asks for, until the block ends."""
    user = await stage.sandbox.user(0)
    await stage.sandbox.control("install", user=user.id, installed=True)
    acting = asyncio.create_task(_do_as_asked(stage, user))
    try:
        yield user
    finally:
        acting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await acting


async def _do_as_asked(stage: Stage, user: SandboxUser) -> None:
    done: set[str] = set()
    async with asyncio.TaskGroup() as acts:
        while True:
            for key, act in _wishes(stage, user):
                if key not in done:
                    done.add(key)
                    acts.create_task(act())
            await user.news()


def _wishes(stage: Stage, user: SandboxUser) -> Sequence[tuple[str, Callable[[], Coroutine[Any, Any, Any]]]]:
    """Return what is asked for on a screen, by the message or form that asks."""
    found: list[tuple[str, Callable[[], Coroutine[Any, Any, Any]]]] = []
    for message in user.messages():
        for component in walk(message["components"]):
            if component["type"] == 2:
                found.append((message["id"], _press(user, message["id"], component["custom_id"])))
        if message["content"].startswith("Use "):
            where = user.direct if "direct message" in message["content"] else CHANNEL
            found.append((message["id"], _use(user, where)))
    found += [(modal["interaction"], _fill(stage, user, modal)) for modal in user.modals]
    return found


def _press(user: SandboxUser, message: str, custom_id: str) -> Callable[[], Coroutine[Any, Any, Any]]:
    return lambda: user.press(message, custom_id=custom_id)


def _use(user: SandboxUser, where: str) -> Callable[[], Coroutine[Any, Any, Any]]:
    return lambda: user.command("koikoi games", channel=where)


def _fill(stage: Stage, user: SandboxUser, modal: Json) -> Callable[[], Coroutine[Any, Any, Any]]:
    chosen = {
        "Person": [user.id],
        "Role": [stage.sandbox.guild],
        "Either": [user.id],
        "Channel": [stage.sandbox.channel(CHANNEL)],
    }

    async def fill() -> None:
        named = [each["component"] for each in modal["components"]]
        if any(each["type"] == FILE_UPLOAD for each in named):
            chosen["File"] = [await user.upload(modal, "any.txt", b"words")]
        await user.submit(modal, FILLED | chosen)

    return fill
