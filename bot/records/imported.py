"""A match that was played elsewhere, as a viewer may see it: open to the server it was given to."""

from __future__ import annotations

from collections import deque
from datetime import datetime

from bot.errors import NoFinishedMatch
from bot.match.exchange.match_file import MatchFile
from bot.match.verdict import Ending
from bot.match.vocabulary import NOWHERE, ChannelId, GuildId, MatchClock, MatchId, Place
from bot.records.finished import FinishedMatch, Viewer, played_in
from engine.events import Resigned
from engine.record import match_record

LOCALE = "en"
NO_CHANNEL = ChannelId(0)


def seen(
    match: MatchId, file: MatchFile, guild: GuildId | None, taken_in: datetime, viewer: Viewer
) -> FinishedMatch:
    """A match from a file. Raises NoFinishedMatch where this viewer may not see it.

    Where the file does not say when it was played, it is as of when it was taken in.
    """
    place = Place(NOWHERE if guild is None else guild, NO_CHANNEL, LOCALE)
    if not played_in(place, viewer.guild):
        raise NoFinishedMatch
    record = file.parsed()
    (last,) = deque(match_record.replay(record), maxlen=1)
    resigned = any(isinstance(event, Resigned) for event in last.events)
    places = file.places or last.state.ranking
    how = Ending.ABORTED if places is None else Ending.RESIGNED if resigned else Ending.PLAYED
    ended_at = file.ended_at or file.started_at or taken_in
    return FinishedMatch(
        match=match,
        place=place,
        people=file.people,
        me=None,
        order=tuple(last.state.order or ()),
        started_at=file.started_at or ended_at,
        ended_at=ended_at,
        how=how,
        no_result=None,
        places=places,
        scores=tuple(last.state.scores) if last.state.order else (),
        clock=MatchClock.OFF,
        verdict=None,
        record=record,
        written=file.record,
    )


def is_imported(found: FinishedMatch) -> bool:
    """Whether a match was played elsewhere: it is open to a server, and stands in none of its channels."""
    return found.place.channel == NO_CHANNEL and found.place.guild != NOWHERE
