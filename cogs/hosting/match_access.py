"""The one gate for presses and commands that name a match: who may see what of it.

A match in play is there in its own server alone: for its people, and for those who see its channel. One that
is over its people may open anywhere. To everybody else it is as if there were none of that number.
"""

from __future__ import annotations

import structlog

from bot.errors import NoFinishedMatch, NoSuchMatch
from bot.ids import MatchId
from bot.match.views import View, concerns
from bot.match.vocabulary import Place
from bot.records.finished import Viewer
from bot.records.imported import NO_CHANNEL
from cogs.hosting.services import Services
from cogs.messages.answer import Answer

log = structlog.stdlib.get_logger(__name__)


async def of_here(services: Services, answer: Answer, match: MatchId) -> View:
    """Return the match of a press on it, as it stands. Raises NoSuchMatch where it is not there for them.

    Direct messages are one place for each person.
    """
    view, place = await services.manager.view(match), answer.place
    if place is None or place.guild != view.place.guild:
        seen = False
    elif place.guild is None:
        seen = place.channel == view.place.channel
    else:
        seen = concerns(view, answer.user, invited=True) or await _sees(services, answer, view.place)
    if not seen:
        log.info("press from elsewhere", match=match, user=answer.user)
        raise NoSuchMatch
    return view


async def admit(services: Services, answer: Answer, match: MatchId) -> None:
    """Let a press on a page that names a match go on. Raises NoFinishedMatch where they may not see it."""
    standing = await services.finished.standing(match)
    if not standing.live:
        standing.check(await _viewer(services, answer, standing.place))
        return
    try:
        await of_here(services, answer, match)
    except NoSuchMatch as error:
        raise NoFinishedMatch from error


async def viewer_of(services: Services, answer: Answer, match: MatchId) -> Viewer:
    """Return the viewer, in the server in which they ask, if they see where the match was played.

    To everybody else it is as if they asked elsewhere. Raises NoFinishedMatch, StorageError.
    """
    return await _viewer(services, answer, (await services.finished.standing(match)).place)


async def _viewer(services: Services, answer: Answer, place: Place) -> Viewer:
    guild = None if answer.place is None else answer.place.guild
    if guild is None or place.guild != guild or place.channel == NO_CHANNEL:
        return Viewer(answer.user, guild)
    return Viewer(answer.user, guild if await _sees(services, answer, place) else None)


async def _sees(services: Services, answer: Answer, place: Place) -> bool:
    return await services.presenter.sight.is_visible_to_reader(answer.interaction, place)
