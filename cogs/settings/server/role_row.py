"""The row of a server's settings for the role that its new open tables call."""

from __future__ import annotations

import discord

from bot.i18n import Words
from bot.service.servers import Server
from bot.wording.finding import openings as wording
from cogs.content.controls import Option, Rows, Select
from cogs.messages.answer import Answer
from cogs.settings.panel import Put, Said
from cogs.settings.server.choices import NamedRow

NONE = "none"
MOST = 24
"""A select has 25 lines, and one is for none."""


def offered(guild: discord.Guild | None) -> tuple[tuple[int, str], ...]:
    """The roles that the bot can call: number and name, the highest first."""
    if guild is None:
        return ()
    may_all = guild.me is not None and guild.me.guild_permissions.mention_everyone
    found = [each for each in reversed(guild.roles) if not each.is_default() and not each.managed]
    return tuple((each.id, each.name) for each in found if each.mentionable or may_all)[:MOST]


class RoleRow(NamedRow):
    """The row in which a manager chooses the role."""

    what = "call_role"

    def standing(self, words: Words, state: Server) -> str:
        """Which role it is."""
        return wording.role_now(words, state.call_role, gone=state.call_role != state.row.call_role)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """One select with a line for each role that can be called."""
        chosen = state.call_role
        lines = [Option(words.say(wording.NO_ROLE), NONE, "", chosen=chosen is None)]
        lines += [Option(named[:100], str(role), "", chosen=role == chosen) for role, named in state.roles]
        return ((Select(self.title(words), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set the role, or none."""
        known = {str(role): role for role, _ in state.roles}
        if wanted == NONE or wanted in known:
            await self.put(answer, state, call_role=known.get(wanted))
        return Said()
