"""Rows of a server's panel about what has happened: matches left out of lists, and what was changed."""

from __future__ import annotations

from typing import ClassVar

from bot.i18n import Words
from bot.ids import MatchId
from bot.service.moderation import Moderation
from bot.service.servers import Server, Servers
from bot.wording.finished import history
from bot.wording.settings import server as wording
from bot.wording.settings import values
from cogs.content.controls import Arrow, Button, Form, Rows, Style, turning
from cogs.content.custom_id import MOST_PAGES, number
from cogs.content.page_id import PagePress
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said


class MatchRow(PanelRow[Server]):
    """The row in which a match is taken out of the lists."""

    name = "match"
    title = values.TITLES["match"]
    about = wording.ABOUT["match"]
    LAST: ClassVar[str] = "last"
    OUT, IN = "out-", "in-"

    def __init__(self, moderation: Moderation) -> None:
        self._moderation = moderation

    def standing(self, words: Words, state: Server) -> str:
        """Return the number of matches that are left out."""
        return wording.matches(words, len(state.marked))

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """The last match here, or one by its number."""
        last = Button(words.say(wording.LAST_BUTTON), put.to(self.LAST), Style.MAIN)
        return ((last, Button(words.say(wording.NUMBER_BUTTON), put.form())),)

    def form(self, words: Words, press: PagePress) -> Form:
        """The form in which a match is named."""
        title, label, example = wording.number_form(words)
        return Form(title, press, label, example)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Find a match, and say whether it counts; or change that."""
        guild, match = state.row.id, None
        if wanted == self.LAST and answer.place is not None:
            match = await self._moderation.last(guild, min(answer.here))
        else:
            match = history.read(wanted)
        if match is not None and wanted.startswith((self.OUT, self.IN)):
            await self._moderation.mark(guild, match, answer.person, out=wanted.startswith(self.OUT))
        return await self._said(answer.words, state, match, put)

    async def _said(self, words: Words, state: Server, match: MatchId | None, put: Put) -> Said[Server]:
        found = None if match is None else await self._moderation.ended(state.row.id, match)
        usual = self.controls(words, state, put)
        if found is None:
            return Said(words.say(wording.NO_SUCH_MATCH), usual)
        if not (found.counts or found.marked):
            return Said(wording.match(words, found), usual)
        label = words.say(wording.COUNT_BUTTON) if found.marked else words.say(wording.LEAVE_OUT_BUTTON)
        wanted = put.to(f"{self.IN if found.marked else self.OUT}{found.match}")
        other = Button(label, wanted, Style.PLAIN if found.marked else Style.DANGER)
        return Said(wording.match(words, found), ((other,), *usual))


class ChangesRow(PanelRow[Server]):
    """The row of what managers have changed."""

    name = "changes"
    title = wording.CHANGES_TITLE
    about = wording.ABOUT["changes"]

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def standing(self, words: Words, state: Server) -> str:
        """Return the number of changes."""
        return wording.changes(words, state.changes)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """None of its own: the buttons belong to the page that is shown."""
        return ()

    async def opened(self, answer: Answer, state: Server, put: Put) -> Said[Server]:
        """The latest changes."""
        return await self._page(answer.words, state, 1, put)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Turn to another page."""
        return await self._page(answer.words, state, number(wanted, MOST_PAGES, least=1), put)

    async def _page(self, words: Words, state: Server, page: int, put: Put) -> Said[Server]:
        found, pages = await self._servers.changes(state.row.id, page)
        if not found:
            return Said(words.say(wording.NO_CHANGES), ())
        lines = [wording.change(words, one) for one in found]
        if pages == 1:
            return Said("\n".join(lines), ())
        newer = turning(Arrow.BACK, put.to(str(page - 1)), end=page == 1)
        older = turning(Arrow.NEXT, put.to(str(page + 1)), end=page >= pages)
        return Said("\n".join((*lines, wording.page(words, page, pages))), ((newer, older),))
