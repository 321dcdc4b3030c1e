"""The errors between the bot and Discord, those worth another try, and the time of that."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord
import structlog

from cogs.platform.clock import Clock

DISCORD_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a request to Discord: it is refused, it must wait for long, or nobody answers."""
UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel, or a thread, that was deleted."""
UNKNOWN_MESSAGE = 10008
"""Discord's code for a message that is gone: it may be removed while a press on it is under way."""
INVALID = 50035
"""Discord's code for a request with a field that it does not take."""
ARCHIVED = 50083
"""Discord's code for a thread that is archived."""
LONGEST_PAUSE = 60.0
"""Seconds between two tries, however long Discord has been away."""
REMOVAL_PAUSES = (2.0, 10.0, 60.0)
"""Seconds before a message that could not be removed is tried to be removed again."""

log = structlog.stdlib.get_logger(__name__)
_EMOJI_FIELD = re.compile(r"^In (?:\S+\.)?emoji(?:\.\w+)?: ", re.MULTILINE)
"""The pattern by which discord.py's text of an error names an emoji among the fields that were refused."""
_REPEATED = {408, 429}
"""The HTTP statuses of requests that are refused now and may be taken later."""


def is_refused(error: Exception) -> bool:
    """Whether Discord would refuse the same request again: repeating it is useless."""
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status not in _REPEATED
    )


def is_emoji_refused(error: discord.HTTPException) -> bool:
    """Whether Discord refused an emoji of a request: it was deleted, or Discord erred (its issue 7128)."""
    return error.code == INVALID and _EMOJI_FIELD.search(error.text) is not None


def backoff_delays() -> Iterator[float]:
    """Seconds before each further try: 1, 2, 4 ... up to `LONGEST_PAUSE`, without end.

    Up to a fifth of each is left out by chance, so that those who wait do not all come at once.
    """
    doubled = itertools.takewhile(lambda pause: pause < LONGEST_PAUSE, (2.0**n for n in itertools.count()))
    for pause in itertools.chain(doubled, itertools.repeat(LONGEST_PAUSE)):
        yield pause * random.uniform(0.8, 1.0)  # noqa: S311 - nobody gains by guessing it


async def remove(message: discord.PartialMessage, clock: Clock, name: str) -> None:
    """Delete a message that the log calls `name`; if that fails it is tried again a little, then let go."""
    for pause in (*REMOVAL_PAUSES, None):
        try:
            await message.delete()
        except (discord.NotFound, discord.Forbidden):
            return
        except DISCORD_ERRORS as error:
            log.info(f"{name} not removed", message=message.id, error=repr(error))
        else:
            return
        if pause is not None:
            await clock.sleep(pause)


@contextmanager
def unless_gone() -> Iterator[None]:
    """Somebody's removal of the message, or of its channel, is no fault; a new message finds out which."""
    try:
        yield
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
