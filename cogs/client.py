"""The bot as a Discord client: wired once, by hand, and run until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import aiohttp
import discord
import structlog
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from bot.config import Settings
from bot.errors import TokenRefused
from bot.i18n import Languages
from bot.match.vocabulary import GuildId
from bot.monitoring.metrics import Metrics
from bot.opponents.thinker import Thinker
from bot.permissions import invite_link
from bot.service.daily.deals import DailyDeals
from bot.service.finished.finished_matches import FinishedMatches
from bot.service.health import trouble
from bot.service.health_monitor import HealthMonitor
from bot.service.manager import Manager
from bot.service.watch.running_time import RunningTime
from bot.storage import Store
from cogs import command_text
from cogs.clock import Clock
from cogs.commands import KoikoiCommands
from cogs.failures import guarded, say
from cogs.guilds import Guilds
from cogs.learning import rules, yaku
from cogs.messages.answer import Deferral
from cogs.notes.which import Refusals
from cogs.pages.commands import add_pages
from cogs.places import refusal
from cogs.presenter import CogPresenter, Services
from cogs.presses.dispatch import Presses
from cogs.presses.lateness import Lateness
from cogs.reconnect import USUAL, Connection, Waits, answers, stopped
from cogs.registration import Registration
from cogs.troubles import TROUBLES
from images.drawing.cache import return_large

log = structlog.stdlib.get_logger(__name__)

CLOSING_SECONDS = 4.0
"""How long the end may take once nothing new comes in: Docker waits 10 s, a person less."""
LONGEST_WAIT = 30.0
"""Seconds for which discord.py, which takes no less, holds a request back; a longer wait is an error."""
TOO_MANY_REQUESTS = 429
AUTHENTICATION_FAILED = 4004
"""The gateway's close code for a token that was good at the login."""


class UnreachableError(Exception):
    """There is no way to Discord; the text is one sentence for the person who runs the bot."""


class MetricsPortError(Exception):
    """KOIKOI_METRICS_PORT cannot be had; the text says why, without a full stop."""


class RedirectError(Exception):
    """KOIKOI_DISCORD cannot be obeyed; the text says why, without a full stop."""


class _Commands(discord.app_commands.CommandTree[Any]):
    """The bot's commands."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether a command is to be obeyed: not if its user saw it fail long ago, or where it cannot be."""
        client = cast("Client", self.client)
        if client.lateness.is_late(interaction.id):
            return False
        if interaction.type is not discord.InteractionType.application_command:
            return True  # what is offered while somebody types a command
        answer = client.presenter.answers.to(interaction, Deferral.NOTE)
        if (why := refusal(answer.words, interaction)) is None:
            return True
        await guarded(answer, say(answer, why))
        return False


class Client(commands.Bot):
    """discord.py's bot, with everything that answers for us wired together."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        clock: Clock | None = None,
        secret: Callable[[int], bytes] = os.urandom,
        waits: Waits = USUAL,
    ) -> None:
        """`clock`: None is this machine's; a test passes another. `secret(n)` gives a new match n bytes.

        `waits`: how long a lost connection is waited for before it is given up.
        """
        self.metrics = metrics = Metrics()
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=_Commands,
            help_command=None,
            http_trace=metrics.requests(),
            **_bounds(),
        )
        self.settings = settings
        self.store = store
        self.languages = Languages.load()
        clock = clock or Clock()
        store.timed = metrics.storing
        self.presenter = CogPresenter(self, store, settings, self.languages, clock, metrics=metrics)
        self.time = RunningTime(clock.now, clock.monotonic, clock.pulse)
        self.lateness = Lateness(self.time, metrics)
        self._thinker = Thinker()
        self.manager = self._managing(clock, secret)
        finished = FinishedMatches(store)
        daily = DailyDeals(store, settings, self.manager.servers, clock.now, secret=secret)
        self.services = Services(settings, store, clock, self.manager, self.presenter, finished, daily)
        self.presenter.answers.refusals = Refusals(self.services)
        self.registration = Registration(self.tree, self.languages)
        self.connection = Connection(self.connect, self._hang_up, _gateway_answers, settings.data, waits)
        self._ending = False

    def _managing(self, clock: Clock, secret: Callable[[int], bytes]) -> Manager:
        """What holds the live matches, and has CPU players think."""
        return Manager(
            *(self.store, self.settings, self.presenter),
            now=clock.now,
            time=self.time,
            secret=secret,
            think=self._thinker.think,
            metrics=self.metrics,
        )

    async def setup_hook(self) -> None:
        """Called once, after the login and before the gateway; `on_ready` fires again and again."""
        await self.add_cogs()
        there = await self.registration.look()  # first: what is shown after a start mentions them
        self.presenter.start(self.manager)
        await self.manager.start()
        self.manager.connection_lost()  # until the gateway greets us
        if there is not None:
            await self.registration.tell(there)

    async def add_cogs(self) -> None:
        """Add the commands and the cogs: presses, servers. Called once, before the gateway connects."""
        await self.tree.set_translator(command_text.Translator(self.languages))
        koikoi = KoikoiCommands(self.services)
        self.tree.error(koikoi.failed)
        await self.add_cog(koikoi)
        assert koikoi.app_command is not None
        rules.add_to(koikoi.app_command, self.services)
        yaku.add_to(koikoi.app_command, self.services)
        pages = add_pages(self.services, koikoi.app_command, self.tree)
        await self.add_cog(Presses(self.services, pages, self.lateness))
        await self.add_cog(Guilds(self, self.manager))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Called by discord.py before it begins a session."""
        await super().before_identify_hook(shard_id, initial=initial)
        await self.connection.before_session()

    async def on_connect(self) -> None:
        """The gateway has begun a session with us: READY has come."""
        self.connection.gained()
        self.manager.connection_back()
        self.presenter.hurry()
        if self.settings.metrics_port is not None:
            await self._count_identifies()

    async def on_resumed(self) -> None:
        """The gateway goes on with our session."""
        self.connection.gained()
        self.manager.connection_back()
        self.presenter.hurry()

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """What the bot may do in a channel has changed, maybe."""
        self.presenter.permitted(GuildId(channel.guild.id))

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """What the bot may do in a server has changed, maybe."""
        self.presenter.permitted(GuildId(role.guild.id))

    async def on_disconnect(self) -> None:
        """The connection is lost, or an attempt to have it back has failed."""
        # Where discord.py gives up for good it closes the client, and says why only after that.
        if not self._ending:
            self.connection.lost()
            self.manager.connection_lost()

    async def on_message(self, message: discord.Message, /) -> None:
        """No message is a command."""

    async def close(self) -> None:
        """Finish what was asked, show no more, and leave."""
        self._ending = True
        with suppress(TimeoutError):
            await self.manager.close()
        await self._thinker.close()
        await self.presenter.close()
        await super().close()

    async def _count_identifies(self) -> None:
        """Ask how many sessions may still begin today; where Discord does not say, the number stays."""
        with suppress(*TROUBLES, discord.GatewayNotFound):
            _, _, limit = await self.http.get_bot_gateway()
            self.metrics.identifies(limit["remaining"], limit["total"], limit["reset_after"] / 1000)

    async def _hang_up(self) -> None:
        """End what is left of a connection that nobody waits for any more; its session ends with it."""
        socket: DiscordWebSocket | None = self.ws
        if socket is not None and socket.open:
            await socket.close(code=1000)


def _bounds() -> dict[str, Any]:
    """What discord.py is to ask for, keep and wait for."""
    # Matches run on interactions, which need no intent; messages are only counted, members never kept.
    return {
        "intents": discord.Intents(guilds=True, guild_messages=True),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        "max_messages": None,
        "max_ratelimit_timeout": LONGEST_WAIT,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


async def serve(
    settings: Settings,
    store: Store,
    *,
    announce: Callable[[str], None],
    secret: Callable[[int], bytes] = os.urandom,
    waits: Waits = USUAL,
) -> None:
    """Run the bot until it is told to stop (SIGTERM, SIGINT, cancellation).

    `announce` gets the link that invites the bot, once it is known; `secret` makes so many bytes that each
    match is dealt from; `waits` are other times than the usual.
    Raises TokenRefused, UnreachableError, RedirectError, MetricsPortError, NeverReadyError.
    """
    assert settings.token is not None
    token = settings.token.get_secret_value()
    if settings.discord is not None:
        _redirect(settings.discord, token)
    # There is nothing to hear at a table: no advice about libraries for voice.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    client = Client(settings, store, secret=secret, waits=waits)
    monitor = HealthMonitor(settings, store, lambda: client.connection.online, client.manager.broken)
    async with monitor, seen_from_outside(client, monitor):
        try:
            await _until_told(client, _work(client, token, announce))
        except (discord.LoginFailure, discord.ConnectionClosed) as error:
            if isinstance(error, discord.LoginFailure) or error.code == AUTHENTICATION_FAILED:
                raise TokenRefused from error
            raise
        except (aiohttp.ClientError, TimeoutError, discord.HTTPException, discord.GatewayNotFound) as error:
            if (why := _unreachable(error)) is None:
                raise
            raise UnreachableError(f"Discord cannot be reached: {why}.") from error


@asynccontextmanager
async def seen_from_outside(client: Client, monitor: HealthMonitor) -> AsyncIterator[int | None]:
    """Answer `/metrics` and `/healthz` where a port is set, and give it. Raises MetricsPortError."""
    settings, metrics = client.settings, client.metrics
    if settings.metrics_port is None:
        yield None
        return
    from bot.monitoring.endpoint import CannotListenError, Endpoint  # noqa: PLC0415 - seldom needed

    def last_seen() -> float | None:
        return time.time() if client.connection.online else monitor.note.gateway

    metrics.watch(client.manager.live_tables, last_seen)
    endpoint = Endpoint(
        *(settings.metrics_host, settings.metrics_port, metrics),
        trouble=lambda: trouble(monitor.note, settings, time.time()),
    )
    try:
        await endpoint.open()
    except CannotListenError as error:
        raise MetricsPortError(str(error)) from error
    try:
        yield endpoint.port
    finally:
        await endpoint.close()


def _redirect(address: str, token: str) -> None:
    """Send discord.py's requests to a local Discord, or raise RedirectError."""
    try:
        from bot.sandbox import SandboxError, redirect  # noqa: PLC0415 - the production image has it not
    except ModuleNotFoundError as error:
        if error.name != "bot.sandbox":
            raise
        raise RedirectError("this installation cannot be sent to a local Discord") from error
    try:
        redirect(address, token)
    except SandboxError as error:
        raise RedirectError(str(error)) from error


def _unreachable(error: Exception) -> str | None:
    """Why there is no way to Discord; None where it was there, and refused what we asked for."""
    if not isinstance(error, discord.HTTPException) or isinstance(error, discord.DiscordServerError):
        return str(error) or "it does not answer"
    if error.status == TOO_MANY_REQUESTS:
        # What comes back is a whole page, written by whoever guards Discord.
        return "it refuses this machine for too many requests; try again in an hour"
    return None


async def _work(client: Client, token: str, announce: Callable[[str], None]) -> None:
    """Log in and serve for as long as Discord lets us."""
    return_large()
    await client.login(token)
    _set_aside()
    if client.settings.discord is None and client.application_id is not None:
        announce(invite_link(client.application_id))
    await client.connection.run()


async def _gateway_answers() -> bool:
    """Whether the gateway that new sessions begin at greets somebody who connects."""
    return await answers(str(DiscordWebSocket.DEFAULT_GATEWAY.with_query(v=10, encoding="json")))


def _set_aside() -> None:
    """Take what the start has made, and the process keeps, out of the garbage collection.

    A full collection goes through all that there is while every thread waits: through the libraries alone
    that takes 0.1 s, again and again.
    """
    gc.collect()
    gc.freeze()


async def _until_told(client: Client, work: Coroutine[Any, Any, None]) -> None:
    """Do the work until it ends or the process is told to; then close the client, whatever happened."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    run, stopping = asyncio.create_task(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({run, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
        ended = run.done()
        # First nothing new comes in, then what came is finished.
        await stopped(run, stopping)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await client.close()
    if ended:
        await run
