"""Panels: private notes with rows, each of which says how something stands and lets it be changed.

A new row is one object in a list: it brings its wording, its controls and its change. A select offers the
rows; the one that is chosen shows its controls below it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.i18n import Message, Words
from bot.wording import limits
from bot.wording.limits import Part
from bot.wording.settings import panels
from cogs.content.controls import Button, Form, Option, Row, Rows, Select
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.page_id import Page, PagePress
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.failures import say

S = TypeVar("S")
"""The settings that a panel shows and changes, one type for each panel."""
PICK, SET, ASK, TYPED = "pick", "set", "ask", "typed"
ALL = "all"
"""In place of a row's name: no row, but all sections."""


@dataclass(frozen=True, slots=True)
class Put:
    """Makes what the controls of one row carry, as presses and forms."""

    page: Page
    row: str

    def chosen(self) -> PagePress:
        """The press of a select, whose value says what is wanted."""
        return PagePress(self.page, SET, (self.row,))

    def to(self, value: str) -> PagePress:
        """The press of a button that wants `wanted`: letters, digits, `_` and `-`."""
        return PagePress(self.page, SET, (self.row, value))

    def form(self) -> PagePress:
        """The press of a button that opens the row's form."""
        return PagePress(self.page, ASK, (self.row,))


@dataclass(frozen=True, slots=True)
class Said(Generic[S]):
    """The result of a change: words about it, and other controls than the row's usual ones."""

    text: str = ""
    controls: Rows | None = None


class PanelRow(ABC, Generic[S]):
    """One setting of a panel. `name` (small letters) stands in custom ids, and so stays what it is."""

    name: str
    title: Message
    about: Message
    """The effect of the setting, at most 100 characters."""

    @abstractmethod
    def standing(self, words: Words, state: S) -> str:
        """Return the present value of the setting, in words."""

    @abstractmethod
    def controls(self, words: Words, state: S, put: Put) -> Rows:
        """The controls that change the setting, at most three rows."""

    @abstractmethod
    async def change(self, answer: Answer, state: S, wanted: str, put: Put) -> Said[S]:
        """Make a change. `wanted` comes from a control, a form or a forger: nonsense changes nothing.

        It may raise BadCustomId.
        """

    async def opened(self, answer: Answer, state: S, put: Put) -> Said[S]:
        """Return the result as the row is chosen, beside its usual controls."""
        return Said()

    def form(self, words: Words, press: PagePress) -> Form | None:
        """The form for values that no select can offer; None where there are none."""
        return None


@dataclass(frozen=True, slots=True)
class Section(Generic[S]):
    """Rows under a heading, `title`."""

    title: Message
    rows: tuple[PanelRow[S], ...]


class Panel(ABC, Generic[S]):
    """A page of settings: its rows, and the presses on it.

    A panel in sections shows all of them at first, and with a chosen row only the section that it is in: on a
    phone text and controls are to be seen together.
    """

    page: Page
    title: Message
    """The title above the rows."""

    def __init__(self, rows: Sequence[PanelRow[S]], sections: Sequence[Section[S]] = ()) -> None:
        """`sections`: the rows in order, under headings; none: `rows` without any."""
        self._sections = tuple(sections)
        every = [*rows, *(row for section in sections for row in section.rows)]
        self._rows = {row.name: row for row in every}

    @property
    def rows(self) -> tuple[PanelRow[S], ...]:
        """All rows in the order in which they are shown."""
        return tuple(self._rows.values())

    @abstractmethod
    async def state(self, answer: Answer) -> S:
        """The settings as they stand for the user."""

    def allowed(self, answer: Answer) -> str:
        """The words for somebody who may neither see nor change it; empty for everybody else."""
        return ""

    async def news(self, answer: Answer) -> str:
        """Return the news below the rows as the panel opens; empty: nothing."""
        return ""

    def below(self, words: Words) -> Row:
        """Buttons that always stand under the rows."""
        return ()

    @heavy_work
    async def open(self, answer: Answer) -> None:
        """Show the panel in a note of its own."""
        if refusal := self.allowed(answer):
            await say(answer, refusal)
            return
        state, news = await self.state(answer), await self.news(answer)
        await answer.note(RenderedMessage(self.face(answer.words, state, said=Said(news))))

    @heavy_work
    async def show(self, answer: Answer, chosen: str | None = None, said: Said[S] | None = None) -> None:
        """Show the panel as it is now in place of the note that was pressed on."""
        content = self.face(answer.words, await self.state(answer), chosen, said or Said())
        await answer.instead(RenderedMessage(content))

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer a press on the panel."""
        if refusal := self.allowed(answer):
            await say(answer, refusal)
            return
        name = answer.chosen if press.action == PICK else press.state[0] if press.state else None
        row = self._rows.get(name or "")
        if row is None:
            await self.show(answer)
        elif press.action == ASK and (form := row.form(answer.words, self._typed(row))) is not None:
            await answer.ask(form)
        elif press.action in {SET, TYPED}:
            await self._change(answer, row, press)
        else:
            await self._chosen(answer, row)

    @heavy_work
    async def _chosen(self, answer: Answer, row: PanelRow[S]) -> None:
        said = await row.opened(answer, await self.state(answer), Put(self.page, row.name))
        await self.show(answer, row.name, said)

    @heavy_work
    async def _change(self, answer: Answer, row: PanelRow[S], press: PagePress) -> None:
        typed = answer.typed if press.action == TYPED else answer.chosen
        wanted = press.state[1] if len(press.state) > 1 else typed
        state = await self.state(answer)
        said = await row.change(answer, state, wanted or "", Put(self.page, row.name))
        await self.show(answer, row.name, said)

    def face(
        self, words: Words, state: S, chosen: str | None = None, said: Said[S] | None = None
    ) -> MessageContent:
        """Return the panel. `chosen`: the row whose controls are shown."""
        row_chosen = self._rows.get(chosen or "")
        parts = [Part(f"**{words.say(self.title)}**")]
        shown = [each for each in self._sections if row_chosen in (None, *each.rows)]
        for title, rows in [(words.say(each.title), each.rows) for each in shown] or [("", self.rows)]:
            parts.append(Part(title and f"__{title}__", 1))
            for row in rows:
                standing = panels.standing(words, words.say(row.title), row.standing(words, state))
                parts.append(Part(standing, 1))
        if row_chosen is not None:
            parts.append(Part(f"-# {words.say(row_chosen.about)}", 2))
        if said is not None and said.text:
            parts.append(Part(f"\n{said.text}"))
        return MessageContent(
            limits.fitted(parts, limits.CONTENT), self._controls(words, state, row_chosen, said)
        )

    def _controls(self, words: Words, state: S, chosen: PanelRow[S] | None, said: Said[S] | None) -> Rows:
        controls: Rows = ()
        if chosen is not None:
            own = None if said is None else said.controls
            usual = chosen.controls(words, state, Put(self.page, chosen.name))
            controls = usual if own is None else own
        below = self.below(words)
        return ((self._select(words, chosen),), *controls, *((below,) if below else ()))

    def _select(self, words: Words, chosen: PanelRow[S] | None) -> Select:
        lines = tuple(
            Option(words.say(row.title), row.name, words.say(row.about), chosen=row is chosen)
            for row in self._rows.values()
        )
        if self._sections and chosen is not None:
            lines = (Option(words.say(panels.EVERYTHING), ALL, ""), *lines)
        return Select(words.say(panels.CHOOSE), PagePress(self.page, PICK), lines)

    def _typed(self, row: PanelRow[S]) -> PagePress:
        return PagePress(self.page, TYPED, (row.name,))


def buttons(*each: Button) -> Rows:
    """Buttons in rows of four."""
    return tuple(tuple(each[at : at + 4]) for at in range(0, len(each), 4))
