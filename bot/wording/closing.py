"""A lobby that ended without a match: why, as a sentence and in the few words that a picture has room for."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.views import LobbyView
from bot.match.vocabulary import LobbyEnd, Status


def closed(view: LobbyView) -> bool:
    """Whether nobody can join any more."""
    return view.status is Status.CLOSED


def sentence(words: Words, ended: LobbyEnd | None) -> str:
    """Why a lobby ended without a match; where nobody on it ended it, only that it did."""
    match ended:
        case LobbyEnd.EXPIRED:
            return words("This lobby closed: nobody started the match in time.")
        case LobbyEnd.LEFT:
            return words("This lobby closed: everybody left.")
        case LobbyEnd.DECLINED:
            return words("This lobby closed: the invitation was declined.")
        case LobbyEnd.WITHDRAWN:
            return words("This lobby closed: the host took the invitation back.")
        case None:
            return words("This lobby closed.")


def short(words: Words, ended: LobbyEnd | None) -> str:
    """The same on a chip of the picture."""
    match ended:
        case LobbyEnd.EXPIRED:
            return words.within("picture", "Closed: not started in time")
        case LobbyEnd.LEFT:
            return words.within("picture", "Closed: everybody left")
        case LobbyEnd.DECLINED:
            return words.within("picture", "Closed: invitation declined")
        case LobbyEnd.WITHDRAWN:
            return words.within("picture", "Closed: invitation taken back")
        case None:
            return words.within("picture", "Closed")


def seat(words: Words) -> str:
    """A seat that nobody took before the lobby closed."""
    return words.within("picture", "Not taken")
