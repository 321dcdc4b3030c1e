"""The ids of buttons that ask for a file or an animation of a finished match."""

from __future__ import annotations

from bot.ids import MatchId
from cogs.content.page_id import Page, PagePress

FILES, VERIFY, PICK, STOP = "files", "verify", "pick", "stop"


def files(match: MatchId) -> PagePress:
    """Asks for log and record."""
    return PagePress(Page.KEPT, FILES, (str(match),))


def verify(match: MatchId) -> PagePress:
    """Asks for the proof of the shuffles."""
    return PagePress(Page.KEPT, VERIFY, (str(match),))


def pick(match: MatchId) -> PagePress:
    """A select: of which deal an animation is wanted."""
    return PagePress(Page.KEPT, PICK, (str(match),))


def stop(match: MatchId) -> PagePress:
    """Nobody waits for the animation any more."""
    return PagePress(Page.KEPT, STOP, (str(match),))
