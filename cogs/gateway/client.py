"""The bot as a Discord client: of one shard, wired once, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import discord
import structlog
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.ids import ChannelId, GuildId
from bot.service.context import ShardContext
from bot.service.daily import DailyDeals
from bot.service.finished import FinishedMatches
from bot.service.manager import Manager
from bot.shards import WHOLE, Shard
from bot.storage import Store
from bot.storage.clocks import latest_moment
from bot.storage.owners.notices import Notice, Subject
from cogs.commands import MatchCommands
from cogs.gateway.guilds import Guilds
from cogs.gateway.identify_limiter import IdentifyLimiter
from cogs.gateway.reconnect import Connection, answers
from cogs.gateway.registration import Registration, Told
from cogs.gateway.shared import Shared
from cogs.hosting.presenter import CogPresenter
from cogs.hosting.services import Services
from cogs.hosting.which_match import Refusals
from cogs.messages.answer import Deferral
from cogs.messages.failures import guarded, say
from cogs.messages.slash_commands import SlashCommands
from cogs.pages import add_pages
from cogs.platform import command_text
from cogs.platform.discord_errors import DISCORD_ERRORS, backoff_delays, is_refused
from cogs.platform.places import refusal
from cogs.presses.dispatch import Presses
from cogs.presses.stale_presses import StalePressDetector

log = structlog.stdlib.get_logger(__name__)

ASK_SECONDS = 20.0
"""The pause between two questions for the time."""
REFUSED_SECONDS = 3600.0
"""Seconds after which Discord is told commands again that it has refused."""
LONGEST_WAIT = 30.0
"""Seconds for which discord.py, which takes no less, holds a request back; a longer wait is an error."""


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
        self, settings: Settings, store: Store, shard: Shard | None = None, shared: Shared | None = None
    ) -> None:
        """`shard`: None is the only one. `shared`: what this process's clients share; None: it is alone."""
        self.shard = shard or WHOLE
        self.shared = shared = shared or Shared()
        trace = shared.metrics.requests()
        shared.clock.listen(trace)
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=_Commands,
            help_command=None,
            http_trace=trace,
            shard_id=self.shard.number,
            shard_count=self.shard.count,
            **_bounds(),
        )
        self.settings = settings
        self.store = store
        self.languages, clock = shared.languages, shared.clock
        self.presenter = CogPresenter(
            *(self, store, settings, self.languages, clock),
            metrics=shared.metrics,
            heavy=shared.heavy,
            load=shared.load,
            pictures=shared.pictures,
            leads=self.leads,
        )
        self.lateness = StalePressDetector(shared.time, shared.metrics)
        self.manager = self._managing()
        self.services = self._serving()
        self.presenter.answers.refusals = Refusals(self.services)
        self.registration = Registration(self.tree, self.languages)
        turns = IdentifyLimiter(self, self.shard, shared.ownership, shared.metrics)
        self.connection = Connection(
            self.connect, self.hang_up, _gateway_answers, settings.data, shared.waits, turns=turns
        )
        self._background = BackgroundTasks()
        self._ending = False

    def leads(self) -> bool:
        """Whether what must happen once for all shards is this client's to do."""
        return self.shard == self.settings.sharding.own[0] and self.shared.ownership.is_leader

    def _managing(self) -> Manager:
        """Return the manager of the live matches, which has CPU players think."""
        shared = self.shared
        return Manager(
            *(self.store, self.settings, self.presenter),
            now=shared.clock.now,
            doubt=shared.clock.day.doubt,
            time=shared.time,
            secret=shared.secret,
            think=shared.thinker.think,
            metrics=shared.metrics,
            context=ShardContext(self.shard, shared.ownership.notices, self.leads),
        )

    def _serving(self) -> Services:
        """Return the services for commands, presses and pages."""
        store, settings, clock, heavy = self.store, self.settings, self.shared.clock, self.shared.heavy
        finished = FinishedMatches(store, heavy)
        daily = DailyDeals(
            *(store, settings, self.manager.servers, clock.now), heavy=heavy, secret=self.shared.secret
        )
        return Services(settings, store, clock, self.manager, self.presenter, finished, daily, heavy)

    async def setup_hook(self) -> None:
        """Called once, after the login and before the gateway; `on_ready` fires again and again."""
        await self.add_cogs()
        self.shared.ownership.notices.subscribe(self._hear)
        there = None
        with suppress(discord.RateLimited):
            there = await self.registration.fetch()  # first: what is shown after a start mentions them
        self.presenter.start(self.manager)
        self._background.keep(self._ask_time, name="time of day")
        if (latest := await latest_moment(self.store)) is not None:
            self.shared.clock.day.remember(latest)
        await self.manager.start()
        self.manager.connection_lost()  # until the gateway greets us
        try:
            told = there is not None and await self._tell_commands(there)
        except discord.RateLimited:
            told = False
        if not told:
            self._background.start(self._look_at_commands(), name="commands")
        if self.shard == self.settings.sharding.own[0] and not self.leads():
            self._background.start(self._tell_commands_later(), name="commands")

    async def _ask_time(self) -> None:
        """Have Discord tell the time while it is in doubt: every answer does, and an idle bot gets none."""
        while True:
            await self.shared.clock.sleep(ASK_SECONDS)
            if self.shared.clock.day.doubt() is not None:
                with suppress(*DISCORD_ERRORS):
                    await self.http.request(Route("GET", "/users/@me"))

    async def _tell_commands(self, there: Sequence[Told]) -> bool:
        """Tell Discord our commands where this client leads, and the other processes that they may be others.

        Returns True. Raises what Discord says.
        """
        if self.leads() and await self.registration.sync(there):
            await self.shared.ownership.notices.publish(Notice(Subject.COMMANDS, 0), by=self._hear)
        return True

    async def _tell_commands_later(self) -> None:
        """Tell Discord the commands once this process leads: the leader before may have been older."""
        await self.shared.ownership.wait_until_leader()
        await self._look_at_commands()

    def _hear(self, notice: Notice) -> None:
        """Another process has told Discord commands: ours have other numbers, maybe."""
        if notice.subject is Subject.COMMANDS and not self._ending:
            self._background.start(self._look_at_commands(), name="commands")

    async def _look_at_commands(self) -> None:
        """Ask Discord for the commands until it answers, and tell it ours where this client leads."""
        for pause in backoff_delays():
            try:
                await self._tell_commands(await self.registration.fetch())
            except DISCORD_ERRORS as error:
                named = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
                wait = max(pause, named, REFUSED_SECONDS if is_refused(error) else 0.0)
                log.warning("commands wait", error=repr(error), seconds=round(wait))
                await self.shared.clock.sleep(wait)
            else:
                return

    async def add_cogs(self) -> None:
        """Add the commands and the cogs: presses, servers. Called once, before the gateway connects."""
        await self.tree.set_translator(command_text.Translator(self.languages))
        slash_commands = SlashCommands(self.tree, self.presenter.answers)
        MatchCommands(self.services).add_to(slash_commands)
        pages = add_pages(self.services, slash_commands)
        await self.add_cog(Presses(self.services, pages, self.lateness))
        await self.add_cog(Guilds(self, self.manager, self.store.aside))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Called by discord.py before it begins a session."""
        await self.connection.before_session()

    async def on_connect(self) -> None:
        """The gateway has begun a session with us: READY has come."""
        self.connection.on_connected()
        self.manager.connection_back()
        self.presenter.retry_now()

    async def on_resumed(self) -> None:
        """The gateway goes on with our session."""
        self.connection.on_connected()
        self.manager.connection_back()
        self.presenter.retry_now()

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """React to permissions in a channel that may have changed."""
        self.presenter.permitted(GuildId(channel.guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, and matches with it, maybe."""
        self.presenter.channel_deleted(ChannelId(channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted, and a match with it, maybe."""
        self.presenter.channel_deleted(ChannelId(thread.thread_id))

    async def on_raw_message_delete(self, message: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted, and an arena's standing with it, maybe."""
        self.presenter.message_deleted(ChannelId(message.channel_id), message.message_id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """React to permissions in a server that may have changed."""
        self.presenter.permitted(GuildId(role.guild.id))

    async def on_emoji_refused(self) -> None:
        """Discord has refused a message for one of its emoji."""
        self.presenter.emoji_refused()

    async def on_disconnect(self) -> None:
        """The connection is lost, or an attempt to have it back has failed."""
        # Where discord.py gives up for good it closes the client, and says why only after that.
        if not self._ending:
            self.connection.on_disconnected()
            self.manager.connection_lost()

    async def on_message(self, message: discord.Message, /) -> None:
        """No message is a command."""

    async def close(self) -> None:
        """Finish what was asked, show no more, and leave."""
        self._ending = True
        with suppress(TimeoutError):
            await self.manager.close()
        await self._background.close()
        await self.presenter.close()
        await super().close()

    async def hang_up(self) -> None:
        """End what is left of a connection that nobody waits for any more; its session ends with it."""
        socket: DiscordWebSocket | None = self.ws
        if socket is not None and socket.open:
            await socket.close(code=1000)


def _bounds() -> dict[str, Any]:
    """Return the limits of discord.py: what to ask for, keep and wait for."""
    # Matches run on interactions, which need no intent; messages are only counted, members never kept.
    return {
        "intents": discord.Intents(guilds=True, guild_messages=True),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        "max_messages": None,
        "max_ratelimit_timeout": LONGEST_WAIT,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


async def _gateway_answers() -> bool:
    """Whether the gateway that new sessions begin at greets somebody who connects."""
    return await answers(str(DiscordWebSocket.DEFAULT_GATEWAY.with_query(v=10, encoding="json")))
