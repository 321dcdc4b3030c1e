"""The start of an arena, as somebody types it: now, in some minutes, or at a time of day of a zone.

A time of day is one of the zone behind it, else of the person's own, else of the server's; where nobody has
chosen any, the bot asks.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord.app_commands import Choice

from bot import times_of_day
from bot.i18n import Words
from bot.ids import GuildId, UserId
from bot.records import periods
from bot.times_of_day import plain
from bot.wording import arena_pages as pages
from cogs.hosting.services import Services
from cogs.messages.answer import Answer

Interaction = discord.Interaction[Any]
SOON = (15, 30, 60)
"""Minutes to the start that are offered."""
MOST_DIGITS = 5
"""Digits of minutes that are read."""
MOST_CHOICES = 25
MOST_SIGNS = 100
"""Discord's limits of suggestions."""


class Typed(NamedTuple):
    """A time of day, and the zone behind it, as far as it is typed."""

    at: time
    zone: str


class Starts:
    """Reads when an arena starts, and suggests it."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def read(self, answer: Answer, guild: GuildId, typed: str, *, weekly: bool) -> datetime | str:
        """Return when an arena starts; a text where that cannot be known.

        It is in UTC; a time of day, and any start that is repeated weekly, is in its zone.
        """
        words, now, own = answer.words, self._services.clock.now(), await self.zone(answer.user, guild)
        if (minutes := _minutes(words, typed)) is not None:
            at = now + timedelta(minutes=minutes)
            usual = (await self._services.manager.servers.row(guild)).zone
            return at.astimezone(own or usual) if weekly else at
        found = _typed(typed)
        if found is None:
            return pages.no_time(words)
        zone = _zone(found.zone) if found.zone else own
        if zone is None:
            return pages.no_time(words) if found.zone else pages.which_zone(words, plain(typed))
        return times_of_day.next_at(found.at, zone, now)

    async def zone(self, user: UserId, guild: GuildId | None) -> ZoneInfo | None:
        """Return the zone of a person, else of a server; None where neither has chosen one."""
        person, server = (
            await self._services.manager.persons.get(user),
            await self._services.manager.servers.row(guild),
        )
        chosen = (None if person is None else person.time_zone, server.time_zone)
        return next((ZoneInfo(name) for name in chosen if name is not None and periods.is_zone(name)), None)

    async def complete(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Suggest when to start: now, in some minutes; of these what is typed, else that as it is.

        Discord takes the first suggestion for whatever was typed.
        """
        answers = self._services.presenter.answers
        words = answers.languages.pick(answers.locale_of(interaction))
        typed, found = current.strip()[:MOST_SIGNS], _typed(current)
        if found is not None:
            zone = None if found.zone else await self.zone(UserId(interaction.user.id), _guild(interaction))
            return _zones(typed, found, zone, interaction.locale.value)
        minutes = _minutes(words, typed) if plain(typed).isdecimal() else None
        offered = [(words.say(pages.NOW), "0")]
        offered += [(pages.start_in(words, n), str(n)) for n in ((minutes,) if minutes else SOON)]
        fit = [each for each in offered if plain(typed) in plain(each[0])] or [(typed, typed)]
        return [Choice(name=name, value=value) for name, value in fit]


def _minutes(words: Words, typed: str) -> int | None:
    """Return in how many minutes an arena starts; None where that is no number, or a time of day."""
    said = plain(typed)
    if said in {"", plain(words.say(pages.NOW))}:
        return 0
    number = said.isdecimal() and len(said) <= MOST_DIGITS and times_of_day.read(said) is None
    return int(said) if number else None


def _typed(typed: str) -> Typed | None:
    """Return the time of day with which a text begins, and what stands behind it."""
    said = plain(typed).split(" ")
    for end in range(len(said), 0, -1):
        if (at := times_of_day.read(" ".join(said[:end]))) is not None:
            return Typed(at, " ".join(said[end:]))
    return None


def _zone(said: str) -> ZoneInfo | None:
    """Return the zone of this name, or the only one of this city or country."""
    found = periods.suggestions(said)
    named = [name for name in found if plain(name) == said]
    only = named or (found if len(found) == 1 else [])
    return ZoneInfo(only[0]) if only else None


def _zones(typed: str, found: Typed, known: ZoneInfo | None, locale: str) -> list[Choice[str]]:
    """Suggest a time of day as it is, with its zone where one is known, else with each that it may be of."""
    if known is not None:
        return [Choice(name=f"{found.at:%H:%M} ({known.key})", value=typed)]
    at, likely = f"{found.at:%H:%M}", periods.zone(None, locale).key
    zones = dict.fromkeys((likely, *periods.COMMON)) if not found.zone else periods.suggestions(found.zone)
    named = [f"{at} {zone}" for zone in zones]
    texts = named if found.zone and named else [typed, *named]
    return [Choice(name=text, value=text) for text in texts[:MOST_CHOICES]]


def _guild(interaction: Interaction) -> GuildId | None:
    return None if interaction.guild_id is None else GuildId(interaction.guild_id)
