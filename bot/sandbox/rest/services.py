"""The parts of a running sandbox, wired once and passed to whoever serves a request."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.changes.interactions import Interactions
from bot.sandbox.gateway.sessions import Gateway
from bot.sandbox.rest.ratelimits import RateLimits
from bot.sandbox.traffic import Traffic
from bot.sandbox.world.state import World


@dataclass(frozen=True, slots=True)
class Services:
    """What a REST call may use."""

    world: World
    gateway: Gateway
    interactions: Interactions
    limits: RateLimits
    traffic: Traffic
