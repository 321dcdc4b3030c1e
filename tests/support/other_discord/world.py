"""SimCord's world by this machine's clock, whose people act at once."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.models import Interaction


class TrueTime(Clock):
    """The time of this machine: SimCord's own stands still until a test moves it."""

    def now(self) -> datetime:
        """Return the time of day."""
        return datetime.now(UTC)


class World(simcord.Env):
    """A world that attaches no client of its own: the bot comes to it by the network.

    SimCord would wait after each act until the bot's event loop is idle, and a bot with timers never is. Here
    an act returns at once; `Person` waits for its answer.
    """

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents(guilds=True)))
        self.backend.clock = TrueTime()
        self._register_dispatch_observer(_be_patient)

    async def _settle_internal(self, **_: Any) -> None:
        """Wait for nothing."""


def _be_patient(interaction: Interaction) -> None:
    """Let an interaction live until it is answered: three seconds would say how busy the machine is."""
    interaction.initial_response_deadline = None


def is_thinking(backend: Backend, interaction: Interaction) -> bool:
    """Whether the bot is seen thinking about its answer; an answer that was deleted is none."""
    answer = backend.messages.get(interaction.channel_id, {}).get(interaction.message_id or 0)
    return interaction.loading and answer is not None
