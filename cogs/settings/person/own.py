"""The settings of somebody, as the rows of `/koikoi me` read them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ids import UserId
from bot.match.vocabulary import Challenges, Deck, Hints, Pings, QuietHours
from bot.storage.settings.persons import PersonRow
from engine.cards.deck import Card


@dataclass(frozen=True, slots=True)
class Own:
    """The settings of somebody; `row` None where nothing is stored about them."""

    row: PersonRow | None
    locale: str
    blocked: tuple[UserId, ...] = ()
    """The people whose invitations they do not want."""

    @property
    def hidden(self) -> bool:
        """Whether others are kept from seeing them."""
        return self.row is not None and self.row.hidden

    @property
    def language(self) -> str | None:
        """The language that they have chosen; None: that of their Discord is taken."""
        return None if self.row is None else self.row.language

    @property
    def challenges(self) -> Challenges:
        """The people whose invitations they take."""
        return Challenges.ALL if self.row is None else self.row.challenges

    @property
    def time_zone(self) -> str | None:
        """The time zone that they have chosen; None: that of their language is taken."""
        return None if self.row is None else self.row.time_zone

    @property
    def month_marks(self) -> bool:
        """Whether the cards of their hands wear the numbers of their months."""
        return self.row is None or self.row.month_marks

    @property
    def deck(self) -> Deck:
        """Return the drawings on the cards of their hands."""
        return Deck.STANDARD if self.row is None else self.row.deck

    @property
    def favourite(self) -> Card | None:
        """The card on their profile that they have chosen."""
        return None if self.row is None else self.row.favourite

    @property
    def hints(self) -> Hints:
        """Return the cases in which their hands have tips."""
        return Hints.FIRST if self.row is None else self.row.hints

    @property
    def text_mode(self) -> bool:
        """Whether their hands are texts without a picture."""
        return self.row is not None and self.row.text_mode

    @property
    def confirm_plays(self) -> bool:
        """Whether they are asked again before a card is played."""
        return self.row is not None and self.row.confirm_plays

    @property
    def pings(self) -> Pings:
        """Return the cases in which they are called."""
        return Pings.SMART if self.row is None else self.row.pings

    @property
    def quiet(self) -> QuietHours | None:
        """The hours in which nobody calls them."""
        return None if self.row is None else self.row.quiet
