"""The arenas of a server that are over: a line each, and the standing of one of them."""

from __future__ import annotations

from bot.errors import ArenaOver
from bot.i18n import Words
from bot.ids import UserId
from bot.match.arenas.view import ArenaView
from bot.match.vocabulary import Place
from bot.screens.arenas import poster
from bot.screens.arenas.standing import Facts
from bot.storage.settings import persons
from bot.wording import arena_pages as pages
from bot.wording import limits
from bot.wording.limits import CONTENT, Part
from cogs.content.arena_state import NO_ARENA, Action, ArenaState
from cogs.content.controls import Button, Rows
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.messages.arena_content import turned


class PastArenas:
    """Shows arenas that are over."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def show(self, answer: Answer, page: int) -> None:
        """Show one page (from 0) of a server's arenas, the latest first. Raises ArenaOver elsewhere."""
        if answer.place is None or answer.place.guild is None:
            raise ArenaOver
        views, number = await self._services.manager.arenas.history(answer.place.guild, page + 1)
        seen = [await self.seen_by(answer.user, view) for view in views if await self.sees(answer, view)]
        facts = [await self._services.presenter.arenas.facts(view) for view in seen]
        last = number - 1
        await answer.instead(RenderedMessage(_content(answer.words, facts, min(page, last), last)))

    async def sees(self, answer: Answer, view: ArenaView) -> bool:
        """Whether the channel of an arena of the server is one that somebody sees."""
        place = Place(view.arena.guild, view.arena.channel, answer.locale)
        return await self._services.presenter.sight.is_visible_to_reader(answer.interaction, place)

    async def seen_by(self, viewer: UserId, view: ArenaView) -> ArenaView:
        """Return an arena as somebody sees it: once it is over, those who hide from others have no name."""
        if view.arena.status.live:
            return view
        hidden = await self._services.store.read(persons.hidden_among, [row.user for row in view.rows])
        return view.without_names(hidden - {viewer})


def _content(words: Words, facts: list[Facts], page: int, last: int) -> MessageContent:
    lines = [
        Part(f"**{words.say(pages.PAST)}**"),
        *(Part(f"**{number}** {poster.line(words, each)}", 1) for number, each in enumerate(facts, start=1)),
    ]
    if not facts:
        lines.append(Part(words.say(pages.NONE_YET)))
    numbers = tuple(
        Button(str(number), ArenaState(each.arena.id).press(Action.WORDS))
        for number, each in enumerate(facts, start=1)
    )
    rows: Rows = tuple(numbers[at : at + 4] for at in range(0, len(numbers), 4))
    turn = turned(ArenaState(NO_ARENA, page), Action.PAST, last)
    return MessageContent(limits.fitted(lines, CONTENT), (*rows, *turn))
