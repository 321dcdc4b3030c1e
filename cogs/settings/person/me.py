"""`/koikoi me`: one's own settings; all that is stored, as a file; and its deletion."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, Protocol

from bot.heavy_work import HeavyWork
from bot.i18n import Languages, Words
from bot.ids import UserId
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import Deck
from bot.records import periods
from bot.service.manager import Manager
from bot.service.persons import Persons
from bot.wording import buttons
from bot.wording.settings import notifications, person
from cogs.content.controls import Button, Rows, Style
from cogs.content.message import Document, MessageContent, RenderedMessage
from cogs.content.page_id import Page, PagePress
from cogs.messages.answer import Answer, heavy_work
from cogs.settings.panel import Panel, PanelRow, Put, Said, Section, SwitchRow
from cogs.settings.person.call_rows import PingsRow, QuietRow
from cogs.settings.person.contact import ChallengesRow, LanguageRow
from cogs.settings.person.favourite import FavouriteRow
from cogs.settings.person.own import Own
from cogs.settings.person.playing_rows import ConfirmRow, HandSwitch, HintsRow, TextRow
from cogs.settings.privacy import Privacy
from cogs.settings.zone_row import ZoneRow

EXPORT, ASK, DELETE, BACK, PRIVACY = "export", "delete", "deleted", "back", "privacy"
FILE = "koikoi-me.json"
MOST_BYTES = 8 << 20
"""A larger file is packed: Discord takes ten mebibytes."""


class LookAgain(Protocol):
    """Shows somebody's hands again, in a language where one is named."""

    def __call__(self, user: UserId, locale: str | None = None) -> None:
        """Do it in the background."""


class OwnZoneRow(ZoneRow[Own]):
    """The row of the time zone by which one's own days go."""

    about = person.ZONE_ABOUT

    def __init__(self, persons: Persons) -> None:
        self._persons = persons

    def chosen(self, state: Own) -> str | None:
        """The zone that was chosen."""
        return state.time_zone

    def usual(self, state: Own) -> str:
        """The zone of one's language."""
        return periods.zone(None, state.locale).key

    async def put(self, answer: Answer, state: Own, zone: str | None) -> None:
        """Store the zone; None: that of the language."""
        await self._persons.set_zone(answer.user, answer.person.name, zone)


class HiddenRow(SwitchRow[Own]):
    """The row that hides somebody from others, from the next list that anybody opens."""

    name = "hidden"
    title = person.HIDDEN_TITLE
    about = person.HIDDEN_ABOUT

    def __init__(self, persons: Persons) -> None:
        self._persons = persons

    def on(self, state: Own) -> bool:
        """Whether they are hidden."""
        return state.hidden

    def stands(self, words: Words, *, on: bool) -> str:
        """Say whether others see the reader."""
        return person.hidden(words, on=on)

    async def switch(self, answer: Answer, state: Own, *, on: bool) -> None:
        """Hide the user, or show them again."""
        await self._persons.hide(answer.user, answer.person.name, hidden=on)


class MarksRow(HandSwitch):
    """The row of the month marks."""

    name = "marks"
    title = person.MARKS_TITLE
    about = person.MARKS_ABOUT

    def on(self, state: Own) -> bool:
        """Whether the numbers are there."""
        return state.month_marks

    def stands(self, words: Words, *, on: bool) -> str:
        """Whether the numbers are there, in words."""
        return person.marks(words, on=on)

    async def store(self, answer: Answer, *, on: bool) -> None:
        """Store what is wanted."""
        await self._persons.mark_months(answer.user, answer.person.name, marked=on)


class DeckRow(PanelRow[Own]):
    """The row of the drawings that the cards wear."""

    name = "deck"
    title = person.DECK_TITLE
    about = person.DECK_ABOUT

    def __init__(self, persons: Persons, look_again: LookAgain) -> None:
        self._persons = persons
        self._look_again = look_again

    def standing(self, words: Words, state: Own) -> str:
        """Return the deck, in words."""
        return person.deck(words, state.deck)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A button for every other deck."""
        others = (each for each in Deck if each is not state.deck)
        return (tuple(Button(person.deck(words, each), put.to(each.value), Style.MAIN) for each in others),)

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store the choice; hands that are open show it at once."""
        if wanted not in set(Deck):
            return Said()
        await self._persons.choose_deck(answer.user, answer.person.name, Deck(wanted))
        self._look_again(answer.user)
        return Said()


class DataRow(PanelRow[Own]):
    """The row of all that is stored about somebody."""

    name = "data"
    title = person.DATA
    about = person.DATA_ABOUT

    def standing(self, words: Words, state: Own) -> str:
        """Return what can be done with it."""
        return words.say(person.DATA_STANDING)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """Return the buttons, which the panel answers."""
        export = Button(words.say(person.EXPORT_BUTTON), PagePress(Page.ME, EXPORT))
        privacy = Button(words.say(person.PRIVACY_BUTTON), PagePress(Page.ME, PRIVACY))
        delete = Button(words.say(person.DELETE_BUTTON), PagePress(Page.ME, ASK), Style.DANGER)
        return ((export, privacy, delete),)

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Change nothing: no control asks for it."""
        return Said()


class MePanel(Panel[Own]):
    """One's own settings, and what becomes of all that is stored."""

    page = Page.ME
    title = person.TITLE

    def __init__(
        self,
        manager: Manager,
        privacy: Privacy,
        look_again: LookAgain,
        languages: Languages,
        heavy: HeavyWork,
    ) -> None:
        persons = manager.persons
        super().__init__(
            (
                Section(
                    person.LANGUAGE_AND_TIME,
                    (LanguageRow(persons, languages, look_again), OwnZoneRow(persons)),
                ),
                Section(notifications.TITLE, (PingsRow(persons), QuietRow(persons))),
                Section(
                    buttons.MY_HAND,
                    (
                        *(DeckRow(persons, look_again), MarksRow(persons, look_again)),
                        *(TextRow(persons, look_again), ConfirmRow(persons, look_again)),
                        HintsRow(persons, look_again),
                    ),
                ),
                Section(person.PROFILE, (FavouriteRow(persons), HiddenRow(persons))),
                Section(ChallengesRow.title, (ChallengesRow(persons),)),
                Section(person.DATA, (DataRow(),)),
            )
        )
        self._manager = manager
        self._privacy = privacy
        self._heavy = heavy

    async def state(self, answer: Answer) -> Own:
        """Return the user's settings."""
        persons = self._manager.persons
        row, blocked = await persons.get(answer.user), await persons.blocked(answer.user)
        return Own(row, answer.locale, blocked)

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer a press on the panel."""
        does = {
            EXPORT: self._export,
            ASK: self._ask,
            DELETE: self._delete,
            PRIVACY: self._privacy.tell,
            BACK: self._back,
        }.get(press.action)
        if does is None:
            await super().pressed(answer, press)
        else:
            await does(answer)

    async def _back(self, answer: Answer) -> None:
        await self.show(answer)

    @heavy_work
    async def _export(self, answer: Answer) -> None:
        """A note of its own: what stands in the file stays below the panel."""
        found = await self._manager.persons.export(answer.user)
        paper = await self._heavy.run(paper_of, found)
        content = MessageContent(answer.words.say(person.EXPORTED))
        await answer.note(RenderedMessage(content, documents=(paper,)))

    async def _ask(self, answer: Answer) -> None:
        user, words = answer.user, answer.words
        views = await self._manager.live_matches(user=user)
        lobbies = sum(isinstance(view, LobbyView) for view in views)
        playing = sum(isinstance(view, MatchView) and view.plays(user) for view in views)
        confirm = Button(words.say(person.CONFIRM_DELETION_BUTTON), PagePress(Page.ME, DELETE), Style.DANGER)
        cancel = Button(words.say(buttons.CANCEL), PagePress(Page.ME, BACK))
        content = MessageContent(person.delete_question(words, playing, lobbies), ((confirm, cancel),))
        await answer.instead(RenderedMessage(content))

    async def _delete(self, answer: Answer) -> None:
        await self._manager.forget(answer.user)
        await answer.instead(RenderedMessage(MessageContent(answer.words.say(person.DELETED))))


def paper_of(found: dict[str, Any]) -> Document:
    """Return a person's stored data as a file to read; packed where it is too large for Discord."""
    content = json.dumps(found, ensure_ascii=False, indent=2).encode()
    if len(content) <= MOST_BYTES:
        return Document(FILE, content)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, content)
    return Document(f"{FILE}.zip", packed.getvalue())
