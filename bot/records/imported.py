"""A match that was played elsewhere, as its reader sees it: open to the server it was given to."""

from __future__ import annotations

from collections import deque
from datetime import datetime

from bot.ids import NOWHERE, ChannelId, GuildId
from bot.match.match_file import MatchFile
from bot.match.verdict import Ending
from bot.match.vocabulary import MatchClock, Place
from bot.records.finished import Course, FinishedMatch, Standing
from engine.play.events import Resigned
from engine.record import match_record

LOCALE = "en"
NO_CHANNEL = ChannelId(0)


def standing_of(file: MatchFile, guild: GuildId | None) -> Standing:
    """Return the people of an imported match, and the place where it is open."""
    place = Place(NOWHERE if guild is None else guild, NO_CHANNEL, LOCALE)
    return Standing(live=False, begun=True, place=place, people=file.people, hidden=(), verdict=None)


def course_of(file: MatchFile, taken_in: datetime) -> Course:
    """Return the course of the imported match.

    Where the file does not say when, it is as of when it was taken in.
    """
    record = file.parsed()
    (last,) = deque(match_record.replay(record), maxlen=1)
    resigned = any(isinstance(event, Resigned) for event in last.events)
    places = file.places or last.state.ranking
    how = Ending.ABORTED if places is None else Ending.RESIGNED if resigned else Ending.PLAYED
    ended_at = file.ended_at or file.started_at or taken_in
    return Course(
        order=tuple(last.state.order or ()),
        started_at=file.started_at or ended_at,
        ended_at=ended_at,
        how=how,
        no_result=None,
        places=places,
        scores=tuple(last.state.scores) if last.state.order else (),
        clock=MatchClock.OFF,
        record=record,
        written=file.record,
    )


def is_imported(found: FinishedMatch) -> bool:
    """Whether a match was played elsewhere: it is open to a server, and stands in none of its channels."""
    return found.place.channel == NO_CHANNEL and found.place.guild != NOWHERE
