"""The ids of buttons that ask for a file or an animation of a finished match."""

from __future__ import annotations

from bot.ids import MatchId
from cogs.content.page_id import Page, PagePress

FILES, VERIFY, MONTH, STEP, PICK, STOP = "files", "verify", "month", "step", "pick", "stop"


def files(match: MatchId) -> PagePress:
    """Asks for log and record."""
    return PagePress(Page.KEPT, FILES, (str(match),))


def verify(match: MatchId) -> PagePress:
    """Asks for the proof of the shuffles."""
    return PagePress(Page.KEPT, VERIFY, (str(match),))


def of_month(match: MatchId, deal: int) -> PagePress:
    """Asks for the animation of deal `deal` (from 1)."""
    return PagePress(Page.KEPT, MONTH, (str(match), str(deal)))


def of_step(match: MatchId, step: int) -> PagePress:
    """Asks for the animation of the month of step `step` (from 0) of the replay; of the draw, the first."""
    return PagePress(Page.KEPT, STEP, (str(match), str(step)))


def pick(match: MatchId) -> PagePress:
    """A select: of which deal an animation is wanted."""
    return PagePress(Page.KEPT, PICK, (str(match),))


def stop(match: MatchId) -> PagePress:
    """Nobody waits for the animation any more."""
    return PagePress(Page.KEPT, STOP, (str(match),))
