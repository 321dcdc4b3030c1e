"""Answers the buttons with which somebody wants to be told when a table opens, or no more."""

from __future__ import annotations

from bot.match.vocabulary import GuildId
from bot.storage.finding import openings
from bot.storage.guilds import GuildRow
from bot.wording import notes
from bot.wording.finding import openings as wording
from cogs.failures import say
from cogs.finding.opening_rows import UNWATCH, WATCH, unwatch_button
from cogs.finding.openings import MOST_A_DAY
from cogs.messages.answer import Answer
from cogs.messages.content import MessageContent, RenderedMessage
from cogs.pages.page_id import PagePress
from cogs.presenter import Services


class OpeningsPage:
    """Answers the buttons with which somebody wants to be told, or no more."""

    def __init__(self, services: Services) -> None:
        self._store = services.store
        self._now = services.clock.now

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press."""
        words, place = answer.words, answer.place
        if press.action == WATCH and place is not None and place.guild is not None:
            row = GuildRow(place.guild, place.locale)
            await self._store.write(openings.watch, row, answer.person, self._now())
            content = MessageContent(
                wording.watching(words, MOST_A_DAY), ((unwatch_button(words, place.guild),),)
            )
            await answer.note(RenderedMessage(content))
        elif press.action == UNWATCH and (guild := _guild(press)) is not None:
            await self._store.write(openings.unwatch, answer.user, guild)
            await say(answer, wording.no_more(words))
        else:
            await say(answer, notes.old_button(words))


def _guild(press: PagePress) -> GuildId | None:
    """The server that a button names; None for a forger's."""
    named = press.state[0] if len(press.state) == 1 else ""
    return GuildId(int(named)) if named.isdecimal() and len(named) < 20 else None
