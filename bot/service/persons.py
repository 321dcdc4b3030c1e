"""The settings that a person makes for themself, and the export of all that is stored about them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from bot.ids import UserId
from bot.match.calls import Choice
from bot.match.vocabulary import Challenges, Deck, Hints, Pings, QuietHours
from bot.records import periods
from bot.service.context import Peers
from bot.storage import Store
from bot.storage.moderation import blocks
from bot.storage.owners.notices import Subject
from bot.storage.privacy import export
from bot.storage.settings import persons
from bot.storage.settings.persons import PersonRow
from engine.cards.deck import Card

MOST_REMEMBERED = 10_000
"""People whose choice of calls is kept in memory at once."""


class Persons:
    """The settings of people. `reread` has the ended matches of one of them read from the rows again.

    What of them is kept in memory the other managers keep, too, and are told of every change.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        *,
        reread: Callable[[UserId], Awaitable[None]],
        peers: Peers,
    ) -> None:
        self._peers = peers
        self._store = store
        self._now = now
        self._reread = reread
        self._calling: dict[UserId, PersonRow | None] = {}
        """The rows of those whose choice was asked for, until they change it."""
        self._changes = 0
        self._languages: dict[UserId, str] = {}
        """The languages of those who have chosen one."""

    async def get(self, user: UserId) -> PersonRow | None:
        """A person's settings; None where nothing is stored about them."""
        return await self._store.read(persons.get, user)

    async def reads_text(self, user: UserId) -> bool:
        """Whether somebody wants words in place of pictures."""
        row = await self.get(user)
        return row is not None and row.text_mode

    async def choice(self, user: UserId, locale: str | None) -> Choice:
        """Return a person's choice of calls. `locale`: their language, whose zone holds if they set none."""
        if user not in self._calling:
            changes = self._changes
            row = await self.get(user)
            if len(self._calling) >= MOST_REMEMBERED:
                self._calling.clear()
            if changes == self._changes:  # nobody has changed anything while it was read
                self._calling[user] = row
        else:
            row = self._calling[user]
        zone = periods.zone(None if row is None else row.time_zone, locale or "")
        return Choice(Pings.SMART, None, zone) if row is None else Choice(row.pings, row.quiet, zone)

    def forgotten(self, user: UserId) -> None:
        """Take note that what is stored about a person has changed."""
        self._changes += 1
        self._calling.pop(user, None)

    def deleted(self, user: UserId) -> None:
        """Take note that nothing is stored about a person any more."""
        self._note_language(user, None)
        self.forgotten(user)

    async def _set(self, user: UserId, name: str, **values: Any) -> None:
        """Change settings, by their columns, here and wherever they are kept. `name`: theirs now."""
        await self._store.write(persons.change, user, name, self._now(), **values)
        self.forgotten(user)
        if "language" in values:
            self._note_language(user, values["language"])
        await self._peers.publish(Subject.PERSON, user)

    async def set_zone(self, user: UserId, name: str, zone: str | None) -> None:
        """Set a person's time zone (an IANA name); None: by their language. `name`: their name now."""
        await self._set(user, name, time_zone=zone)

    async def set_pings(self, user: UserId, name: str, pings: Pings) -> None:
        """Set when messages call a person. `name`: their name now."""
        await self._set(user, name, pings=pings.value)

    async def set_quiet(self, user: UserId, name: str, hours: QuietHours | None) -> None:
        """Set the hours of a person's day in which nothing calls them; None: there are none."""
        start, end = (None, None) if hours is None else (hours.start, hours.end)
        await self._set(user, name, quiet_from=start, quiet_to=end)

    async def mark_months(self, user: UserId, name: str, *, marked: bool) -> None:
        """Have the cards of a person's hands wear the numbers of their months, or not."""
        await self._set(user, name, month_marks=marked)

    async def choose_deck(self, user: UserId, name: str, deck: Deck) -> None:
        """Have the cards of a person's hands wear these drawings. `name`: their name now."""
        await self._set(user, name, deck=deck.value)

    async def choose_favourite(self, user: UserId, name: str, card: Card | None) -> None:
        """Set the card on a person's profile; None: they choose none. `name`: their name now."""
        await self._set(user, name, favourite=None if card is None else card.letter)

    async def choose_hints(self, user: UserId, name: str, hints: Hints) -> None:
        """Set when a person's hands have tips. `name`: their name now."""
        await self._set(user, name, hints=hints.value)

    async def speak(self, user: UserId, name: str, language: str | None) -> None:
        """Speak a language to a person in what they alone read; None: that of their Discord."""
        await self._set(user, name, language=language)

    async def load(self) -> None:
        """Read again whatever is kept, first before anybody presses. Raises StorageError."""
        while True:
            changes = self._changes
            found = await self._store.read(persons.languages)
            if changes == self._changes:  # nobody has changed anything while it was read
                break
        self._languages = found
        self._calling.clear()
        self._changes += 1

    async def refresh(self, user: UserId) -> None:
        """Read again what is kept of a person: somebody else has changed it. Raises StorageError."""
        self.forgotten(user)
        changes = self._changes
        row = await self.get(user)
        if changes == self._changes:  # or another change reads it again
            self._note_language(user, None if row is None else row.language)
        else:
            await self.load()

    def language(self, user: UserId) -> str | None:
        """The language that a person has chosen; None: that of their Discord.

        It is kept in memory, as no answer can wait for it.
        """
        return self._languages.get(user)

    async def take_challenges(self, user: UserId, name: str, challenges: Challenges) -> None:
        """Set whose invitations a person takes. `name`: their name now."""
        await self._set(user, name, challenges=challenges.value)

    async def blocked(self, user: UserId) -> tuple[UserId, ...]:
        """Return the people whose invitations a person does not want, the first of them first."""
        return await self._store.read(blocks.of_person, user)

    async def block(self, user: UserId, name: str, others: Mapping[UserId, str | None]) -> None:
        """Let these people, with their names, invite a person no more. `name`: that person's own."""
        now = self._now()

        def job(tx: Connection) -> None:
            for other, other_name in others.items():
                blocks.block(tx, user, name, other, other_name, now)

        await self._store.write(job)

    async def unblock(self, user: UserId, others: Collection[UserId]) -> None:
        """Let these people invite a person again."""

        def job(tx: Connection) -> None:
            for other in others:
                blocks.unblock(tx, user, other)

        await self._store.write(job)

    def _note_language(self, user: UserId, language: str | None) -> None:
        self._languages.pop(user, None)
        if language is not None:
            self._languages[user] = language

    async def read_texts(self, user: UserId, name: str, *, text: bool) -> None:
        """Show a person's hands as texts without a picture, or with one. `name`: their name now."""
        await self._set(user, name, text_mode=text)

    async def confirm_plays(self, user: UserId, name: str, *, confirm: bool) -> None:
        """Ask a person again before a card of theirs is played, or not. `name`: their name now."""
        await self._set(user, name, confirm_plays=confirm)

    async def deck(self, user: UserId) -> Deck:
        """Return the drawings on the cards of a person's hands."""
        row = await self.get(user)
        return Deck.STANDARD if row is None else row.deck

    async def hide(self, user: UserId, name: str, *, hidden: bool) -> None:
        """Keep a person out of what others see of lists, profiles, histories and replays, or show them."""
        await self._set(user, name, hidden=hidden)
        await self._reread(user)

    async def export(self, user: UserId) -> dict[str, Any]:
        """All that is stored about a person, as `bot/legal/export.schema.json` says; of nobody else."""
        return await self._store.read(export.about, user, self._now())
