"""Rows of a server's panel whose value is picked from what Discord offers: channels, people, a role."""

from __future__ import annotations

import discord

from bot.i18n import Words
from bot.ids import UserId
from bot.match.vocabulary import BarKind
from bot.service.moderation import Moderation
from bot.service.servers import Server
from bot.wording import openings
from bot.wording.settings import server as wording
from bot.wording.settings import values
from cogs.content.controls import MOST_PICKED, Offered, Option, Picker, Rows, Select
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said
from cogs.settings.server.choices import NamedRow, lacking, lacks_told


class ChannelsRow(NamedRow):
    """The row of the channels in which alone tables are opened."""

    name = "channels"

    def standing(self, words: Words, state: Server) -> str:
        """Return the chosen ones, and the number of those that were deleted."""
        gone = len(state.row.channels) - len(state.channels)
        return wording.channels(words, state.channels, gone)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """Discord's select of channels."""
        picker = Picker(
            words.say(wording.CHANNELS_PLACEHOLDER),
            put.chosen(),
            offers=Offered.CHANNELS,
            chosen=state.channels,
        )
        return ((picker,),)

    async def opened(self, answer: Answer, state: Server, put: Put) -> Said[Server]:
        """Return the bot's missing permissions in the channels that are chosen."""
        if not state.channels:
            return Said()
        return Said(lacks_told(answer.words, lacking(answer, state.channels, state.row.place)))

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set the channels, and say what the bot lacks in them. Tables that are open stay where they are."""
        channels = answer.channels[:MOST_PICKED]
        await self.put(answer, state, channels=channels)
        return Said(lacks_told(answer.words, lacking(answer, channels, state.row.place)) if channels else "")


class BarRow(PanelRow[Server]):
    """The row of who is kept from tables, or from lists."""

    def __init__(self, moderation: Moderation, kind: BarKind) -> None:
        self._moderation = moderation
        self._kind = kind
        self.name = f"bar_{kind.value}"
        self.title, self.about = values.TITLES[self.name], wording.ABOUT[self.name]

    def standing(self, words: Words, state: Server) -> str:
        """Return their names."""
        return wording.barred(words, self._kind, self._barred(state))

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """Discord's select of people, with those who are barred marked."""
        shown = self._barred(state)[:MOST_PICKED]
        return ((Picker(words.say(wording.PEOPLE_PLACEHOLDER), put.chosen(), chosen=shown),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Bar those who are picked, and nobody else of those who were offered as barred."""
        # Discord marks 25 people at most: who is beyond them is not let go by a choice among the others.
        kept: dict[UserId, str | None] = dict.fromkeys(self._barred(state)[MOST_PICKED:])
        await self._moderation.bar(
            state.row.id, state.row.locale, self._kind, {**answer.people, **kept}, answer.person
        )
        return Said()

    def _barred(self, state: Server) -> tuple[UserId, ...]:
        return state.barred.get(self._kind, ())


NO_ROLE = "none"
MOST_ROLES = 24
"""A select has 25 lines, and one is for none."""


def offered(guild: discord.Guild | None) -> tuple[tuple[int, str], ...]:
    """The roles that the bot can call: number and name, the highest first."""
    if guild is None:
        return ()
    may_all = guild.me is not None and guild.me.guild_permissions.mention_everyone
    found = [each for each in reversed(guild.roles) if not each.is_default() and not each.managed]
    return tuple((each.id, each.name) for each in found if each.mentionable or may_all)[:MOST_ROLES]


class RoleRow(NamedRow):
    """The row in which a manager chooses the role."""

    name = "call_role"

    def standing(self, words: Words, state: Server) -> str:
        """Return the role."""
        return openings.role_now(words, state.call_role, gone=state.call_role != state.row.call_role)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """One select with a line for each role that can be called."""
        chosen = state.call_role
        lines = [Option(words.say(openings.NO_ROLE), NO_ROLE, "", chosen=chosen is None)]
        lines += [Option(named[:100], str(role), "", chosen=role == chosen) for role, named in state.roles]
        return ((Select(words.say(self.title), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set the role, or none."""
        known = {str(role): role for role, _ in state.roles}
        if wanted == NO_ROLE or wanted in known:
            await self.put(answer, state, call_role=known.get(wanted))
        return Said()
