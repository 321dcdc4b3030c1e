"""Answers that somebody else gave: another bot with this token, on another data folder.

Discord takes the first answer to an interaction and refuses any further one. Once may be an answer of ours
that the library has sent twice. Again and again it is another bot, which no lock keeps away.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import discord
import structlog

from cogs.platform.clock import Clock

ANSWERED = 40060
"""Discord's code for an interaction that has been answered already."""
MANY = 5
"""The number of such refusals, within `SECONDS`, that tells of another bot."""
SECONDS = 600.0
REMEMBERED = 500
"""Interactions of which it is known whether Discord has told them twice."""
BEGUN = "begun"
"""The mark of an interaction that was noted."""
log = structlog.stdlib.get_logger(__name__)


class OtherAnswers:
    """The answers of one client that came second."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = deque[float](maxlen=MANY)
        self._begun = deque[int](maxlen=REMEMBERED)
        self._told = False

    @property
    def there_is_another(self) -> bool:
        """Whether another bot has answered in our place again and again, lately."""
        now = self._clock.monotonic()
        return len(self._last) == MANY and now - self._last[0] <= SECONDS

    def begin(self, interaction: discord.Interaction[Any]) -> None:
        """Take note of an interaction; one that Discord tells again is another object."""
        if not interaction.extras.get(BEGUN):
            interaction.extras[BEGUN] = True
            self._begun.append(interaction.id)

    def note(self, error: Exception, interaction: int) -> None:
        """Take note of an error of an answer that would have been our first one."""
        if not isinstance(error, discord.HTTPException) or error.code != ANSWERED:
            return
        if self._begun.count(interaction) > 1:
            return  # Discord has told us twice: the first answer was ours
        self._last.append(self._clock.monotonic())
        if self.there_is_another and not self._told:
            self._told = True
            log.error("another bot answers with this token: stop it, or reset the token")
