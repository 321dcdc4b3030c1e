"""Rematches: the people of a match that is over press one after another; the last press begins it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Protocol

from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import ChannelId, CpuPlayer, GuildId, MatchClock, MatchId, Person, Place, UserId
from engine.rules.options import Rules

OpenThread = Callable[[str, MatchClock], Awaitable[ChannelId]]
"""Opens a thread for a match in a language, with a clock. Raises what Discord says."""


class Tables(Protocol):
    """All matches, as the manager has them."""

    async def open_lobby(  # noqa: PLR0913 - all that a lobby is opened with
        self,
        place: Place,
        host: Person,
        rules: Rules,
        *,
        invited: Mapping[UserId, str] = ...,
        cpu: CpuPlayer | None = ...,
        clock: MatchClock | None = ...,
        locale: str | None = ...,
        thread: OpenThread | None = ...,
    ) -> View:
        """Open a lobby, or with CPU players a match."""

    async def join(self, match: MatchId, person: Person) -> View:
        """Come into a lobby."""

    async def live_matches(self, *, guild: GuildId | None = ...) -> list[View]:
        """The lobbies and matches of a server that go on."""


class Rematches:
    """Opens the lobby of a rematch, or lets somebody who presses come into the one that waits for them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._one_at_a_time = asyncio.Lock()

    async def again(
        self,
        ended: MatchView,
        place: Place,
        person: Person,
        *,
        locale: str | None = None,
        thread: OpenThread | None = None,
    ) -> View:
        """Play again by the rules of a match with its people, who are invited; against CPU players at once.

        `locale` and `thread`: as `Manager.open_lobby` takes them.
        Where one of them has opened such a lobby, to come there is what is meant: once all have, the match
        begins. Who is there already changes nothing. Raises as opening and joining do.
        """
        async with self._one_at_a_time:  # of two who press at once the second one comes to the first
            waiting = await self._lobby(ended)
            if waiting is None:
                return await self._opened(ended, place, person, locale, thread)
            if person.user in waiting.awaited:
                return await self._tables.join(waiting.match, person)
            return waiting

    async def _opened(
        self, ended: MatchView, place: Place, person: Person, locale: str | None, thread: OpenThread | None
    ) -> View:
        people = {one.user: one.name for one in ended.people if one.user is not None}
        if place.channel == ended.place.channel:
            place = replace(place, parent=ended.place.parent)
        return await self._tables.open_lobby(
            place,
            person,
            ended.rules,
            invited={user: name for user, name in people.items() if user != person.user},
            cpu=next((one.cpu for one in ended.people if one.cpu is not None), None),
            clock=ended.clock,
            locale=locale,
            thread=thread,
        )

    async def _lobby(self, ended: MatchView) -> LobbyView | None:
        """An open lobby of exactly the people of a match, come or awaited, by its rule set."""
        people = _people(ended)
        for view in await self._tables.live_matches(guild=ended.place.guild):
            if not isinstance(view, LobbyView) or not view.invited or view.rules.id is not ended.rules.id:
                continue
            if _people(view) | {*view.awaited} == people:
                return view
        return None


def _people(view: View) -> set[UserId]:
    return {one.user for one in view.people if one.user is not None}
