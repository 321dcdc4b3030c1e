"""A match that is hosted here as one that can be written to a file."""

from __future__ import annotations

from bot.match import absence
from bot.match.exchange.match_file import MatchFile
from bot.match.hosted_match import HostedMatch
from bot.match.view_builder import build_record
from bot.match.vocabulary import Participant


def kept(hosted: HostedMatch, people: tuple[Participant, ...]) -> MatchFile:
    """A match that has ended as a file holds it, with its people as `people` call them.

    Raises MatchNotOver while its cards are secret still.
    """
    record = build_record(hosted)
    places = absence.places(hosted)
    return MatchFile(
        record,
        people,
        hosted.started_at,
        hosted.ended_at,
        None if places == hosted.begun.state.ranking else places,
    )
