"""The row of the time zone: a select of the likely ones, and a form in which any other is looked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TypeVar

from bot.i18n import Words
from bot.records import periods
from bot.wording import limits
from bot.wording.settings import panels
from cogs.content.controls import Button, Form, Option, Rows, Select
from cogs.content.page_id import PagePress
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said

S = TypeVar("S")
BY_LANGUAGE = "language"
MOST = 25
"""Options of a select."""


class ZoneRow(PanelRow[S]):
    """The row of a time zone, a person's or a server's."""

    name = "zone"
    title = panels.ZONE_TITLE

    @abstractmethod
    def chosen(self, state: S) -> str | None:
        """The zone that was chosen; None: that of the language is taken."""

    @abstractmethod
    def usual(self, state: S) -> str:
        """The zone of the language."""

    @abstractmethod
    async def put(self, answer: Answer, state: S, zone: str | None) -> None:
        """Keep a zone; None: that of the language."""

    def standing(self, words: Words, state: S) -> str:
        """The zone in force, in words."""
        chosen = self.chosen(state)
        return panels.zone(words, chosen or self.usual(state), by_language=chosen is None)

    def controls(self, words: Words, state: S, put: Put) -> Rows:
        """A select of the likely zones, and the button to the form."""
        chosen = self.chosen(state)
        likely = dict.fromkeys((*((chosen,) if chosen else ()), *periods.COMMON))
        label, told = panels.zone_by_language(words, self.usual(state))
        language = Option(label, BY_LANGUAGE, told, chosen=chosen is None)
        zones = _options(list(likely)[: MOST - 1], chosen)
        return self._rows(words, put, (language, *zones))

    def form(self, words: Words, press: PagePress) -> Form:
        """The form in which a zone is looked for that the select does not offer."""
        title, label, example = panels.zone_form(words)
        return Form(title, press, label, example)

    async def change(self, answer: Answer, state: S, wanted: str, put: Put) -> Said[S]:
        """Take a zone by its name; where there is none of that name, offer those that are like it."""
        if wanted == BY_LANGUAGE:
            await self.put(answer, state, None)
            return Said()
        if not wanted.strip():
            return Said()
        found = periods.suggestions(wanted)
        same = [zone for zone in (wanted, *found) if zone.casefold() == wanted.strip().casefold()]
        if (zone := next(filter(periods.is_zone, same), None)) is not None:
            await self.put(answer, state, zone)
            return Said()
        said = panels.zone_unknown(answer.words, wanted, found=bool(found))
        return Said(said, self._rows(answer.words, put, _options(found[:MOST], None)) if found else None)

    def _rows(self, words: Words, put: Put, zones: tuple[Option, ...]) -> Rows:
        select = Select(words.say(panels.ZONE_PLACEHOLDER), put.chosen(), zones)
        return ((select,), (Button(words.say(panels.ZONE_OTHER), put.form()),))


def _options(zones: Iterable[str], chosen: str | None) -> tuple[Option, ...]:
    return tuple(
        Option(limits.shortened(zone, limits.OPTION), zone, "", chosen=zone == chosen) for zone in zones
    )
