"""Pages that belong to no match: leaderboard, profile, a server's settings, one's own data."""

from __future__ import annotations

from cogs.client import Client


async def setup(client: Client) -> None:
    """Called by the client when it loads this extension, after the one with the group of commands."""
    # Not above: what the pages import needs `page_id` of this package.
    from cogs.pages import leaderboard, me, privacy, profile, settings  # noqa: PLC0415

    cog = client.get_cog("Play")
    assert cog is not None and cog.app_command is not None
    group = cog.app_command
    leaderboard.add_to(group, leaderboard.LeaderboardPage(client))
    profile.add_to(group, profile.ProfilePage(client))
    notice = privacy.Privacy(client)
    settings.add_to(group, client)
    me.add_to(group, client, notice)
    privacy.add_to(group, notice)
