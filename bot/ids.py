"""The ids of matches and arenas, and those of Discord: people, servers and channels."""

from __future__ import annotations

from typing import NewType

GREATEST = 2**63 - 1
"""The greatest number that a column of the database holds."""

MatchId = NewType("MatchId", int)
ArenaId = NewType("ArenaId", int)
UserId = NewType("UserId", int)
NOBODY = UserId(0)
"""In place of somebody who has deleted themself."""
GuildId = NewType("GuildId", int)
NOWHERE = GuildId(0)
"""In place of a server that has put the bot out for good."""
ChannelId = NewType("ChannelId", int)
