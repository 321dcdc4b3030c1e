"""Checks of the gateway: the sessions that the bot may begin, and the shards that Discord wants."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from pydantic import BaseModel, Field

from cogs.doctor.lines import Line
from cogs.gateway.identify_limiter import DAY, FEW

SMALL_PART: Final = 0.1
"""With less than this part of the day's sessions left something makes the bot connect too often."""


class SessionStartLimit(BaseModel):
    """The sessions of a day."""

    total: int
    remaining: int
    reset_after: Annotated[int, Field(ge=0, le=10**9)]
    """Milliseconds."""


class Gateway(BaseModel):
    """Discord's answer about its gateway."""

    shards: int
    session_start_limit: SessionStartLimit


def sessions(of: Gateway) -> Line:
    """Whether the bot may begin sessions today; with few left it does not start."""
    check, limit = "session starts", of.session_start_limit
    found = f"{limit.remaining} of {limit.total} are left today"
    if limit.remaining > max(FEW, limit.total * SMALL_PART):
        return Line.ok(check, found)
    if limit.remaining > FEW:
        return Line.warning(check, found, "Find out from the bot's log what makes it connect so often.")
    again = datetime.now(UTC) + timedelta(seconds=limit.reset_after / 1000 or DAY)
    todo = f"Find out from its log what makes it connect so often; start it after {again:%H:%M} UTC."
    return Line.error(check, found, todo)


def shards(of: Gateway, configured: int) -> Line:
    """Whether there are as many shards as Discord advises."""
    check = "shards"
    if of.shards > configured:
        found = f"Discord advises {of.shards}, and the bot has {configured}"
        return Line.warning(check, found, f"Set KOIKOI_SHARDS={of.shards} and start the bot again.")
    return Line.ok(check, f"{configured}, and Discord advises {of.shards}")
