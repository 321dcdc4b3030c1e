"""The presenter as the service knows it: the one door from here to Discord, kept by `cogs`.

It has a module of its own, so that code that shows matches needs nothing else of the service.
"""

from __future__ import annotations

from typing import Protocol

from bot.ids import ChannelId
from bot.match.arenas.facts import ArenaCall
from bot.match.arenas.view import ArenaView
from bot.match.views import LobbyView, View
from bot.match.vocabulary import Cause, SealingLine
from bot.records.periods import SeasonOver


class Presenter(Protocol):
    """Shows views. `publish` must return at once: showing is never awaited by a match's mailbox."""

    def publish(self, view: View, cause: Cause) -> None:
        """Show a view to everybody concerned; a later view replaces one that was not shown yet."""

    async def seal(self, view: LobbyView) -> SealingLine:
        """Post the line with the commitment of a match's secret, once; it is never edited and never deleted.

        Raises NotSealed where it cannot be posted here, and whatever else keeps it from being known.
        """

    def publish_arena(self, view: ArenaView) -> None:
        """Show an arena to everybody in its channel; a later view replaces one that was not shown yet."""

    async def remind_arena(self, view: ArenaView) -> bool:
        """Tell the people of an arena that it begins soon; False where it is to be tried again.

        They are told once however often it is called, as far as Discord knows a message again.
        """

    async def tell_arena(self, view: ArenaView, call: ArenaCall) -> bool:
        """Tell an arena's channel what happens to it; as `remind_arena`."""

    def arena_plays(self, view: ArenaView) -> bool:
        """Whether the bot has the permissions that an arena's tables need; if not, the standing says so."""

    async def arena_thread(self, view: ArenaView, number: int) -> ChannelId:
        """Open another thread of an arena's channel, the `number`th, and return it.

        Raises what Discord says.
        """

    async def season_over(self, end: SeasonOver) -> bool:
        """Tell a season's champions, once however often it is called; False where it is to be tried again."""
