"""The arenas of a server that are over: a line each, and the standing of one of them."""

from __future__ import annotations

from bot.i18n import Words
from bot.screens.arenas import poster
from bot.screens.arenas.standing import Facts
from bot.wording import arena_pages as pages
from bot.wording import limits
from bot.wording.limits import CONTENT, Part
from cogs.content.arena_state import Action, ArenaState
from cogs.content.controls import Arrow, Button, Rows, turning
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting.services import Services
from cogs.messages.answer import Answer


class PastArenas:
    """Shows arenas that are over."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def show(self, answer: Answer, state: ArenaState) -> None:
        """Show one page of a server's arenas, the latest first. Raises StorageError."""
        assert answer.place is not None and answer.place.guild is not None, "looked at before"
        views, number = await self._services.manager.arenas.history(answer.place.guild, state.page + 1)
        facts = [await self._services.presenter.arenas.facts(view) for view in views]
        place = (min(state.page, number - 1), number - 1)
        await answer.instead(RenderedMessage(_content(answer.words, state, facts, place)))


def _content(words: Words, state: ArenaState, facts: list[Facts], place: tuple[int, int]) -> MessageContent:
    page, last = place
    lines = [Part(f"**{words.say(pages.PAST)}**"), *(Part(poster.line(words, each), 1) for each in facts)]
    if not facts:
        lines.append(Part(words.say(pages.NONE_YET)))
    numbers = tuple(
        Button(str(number), ArenaState(each.arena.id).press(Action.WORDS))
        for number, each in enumerate(facts, start=1)
    )
    rows: Rows = tuple(numbers[at : at + 4] for at in range(0, len(numbers), 4))
    if last:
        back, on = (ArenaState(state.arena, each).press(Action.PAST) for each in (max(0, page - 1), page + 1))
        rows = (*rows, (turning(Arrow.BACK, back, end=page == 0), turning(Arrow.NEXT, on, end=page == last)))
    return MessageContent(limits.fitted(lines, CONTENT), rows)
