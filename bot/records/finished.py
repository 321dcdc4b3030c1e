"""A match that has ended, as one viewer may see it: the one value that replays, files and proofs start from.

Whoever has opted out of what others see is nameless in it to everybody but themself, as somebody is who has
deleted themself. Cards are open: nothing of this is made of a match that goes on still.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.errors import MatchNotOver, NoFinishedMatch
from bot.match import absence
from bot.match.hosted_match import HostedMatch
from bot.match.verdict import Ending, Verdict
from bot.match.view_builder import build_record, told_apart
from bot.match.vocabulary import (
    NOWHERE,
    GuildId,
    JoinNumber,
    MatchClock,
    MatchId,
    NoResult,
    Participant,
    Place,
    UserId,
)
from bot.records.results import ending_of
from engine.record import match_record
from engine.record.match_record import Record
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who opens a match, and from which server; None: from direct messages.

    `user` None: all who read a message in that server.
    """

    user: UserId | None
    guild: GuildId | None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that has begun and ended. Table numbers are there only where the seats were drawn."""

    match: MatchId
    place: Place
    """Guild None: in somebody's direct messages; NOWHERE: in a server or with somebody that is gone."""
    people: tuple[Participant, ...]
    """By joining number, watchers too; without name and user where this viewer may not know who it was."""
    me: JoinNumber | None
    """The viewer's own number, where they took part."""
    order: tuple[int, ...]
    """Joining numbers by table number; empty where the draw for the seats never ended."""
    started_at: datetime
    ended_at: datetime
    how: Ending
    no_result: NoResult | None
    """Why it has no result, where that was told to anybody."""
    places: tuple[int, ...] | None
    """Those that count, by table number, 1 = first; None where the match has no result."""
    scores: tuple[int, ...]
    """By table number, as they were in the end."""
    clock: MatchClock
    verdict: Verdict | None
    """Whether it moved ratings; None where it has no result, or older ones are counted first."""
    record: Record
    written: Mapping[str, Any]
    """The same record as JSON values, as `match_record.parse` reads them."""

    @property
    def rules(self) -> Rules:
        """By which it was played."""
        return self.record.rules

    @property
    def seats(self) -> tuple[Participant, ...]:
        """The players by table number."""
        return tuple(self.people[number] for number in self.order)

    @property
    def rated(self) -> bool:
        """Whether it moved ratings."""
        return self.verdict is not None and self.verdict.unrated is None

    def public_in(self, guild: GuildId | None) -> bool:
        """Whether everybody in a server may open it there: it was played in that one."""
        return played_in(self.place, guild)


def seen(
    match: MatchId, hosted: HostedMatch | None, hidden: Collection[JoinNumber], viewer: Viewer
) -> FinishedMatch:
    """A match as a viewer may see it; `hidden` are the numbers of those who have opted out.

    Raises NoFinishedMatch where there is none, it never began, or it is not theirs to see: nobody learns of
    matches of other servers. Raises MatchNotOver while its cards are secret.
    """
    if hosted is None:
        raise NoFinishedMatch
    mine = None if viewer.user is None else hosted.entry_of(viewer.user)
    if mine is None and not played_in(hosted.place, viewer.guild):
        raise NoFinishedMatch
    if hosted.live:
        raise MatchNotOver
    if hosted.progress is None:
        raise NoFinishedMatch
    written, how = build_record(hosted), ending_of(hosted, hosted.progress)
    assert hosted.ended_at is not None
    return FinishedMatch(
        match=match,
        place=hosted.place,
        people=_people(hosted, hidden, viewer),
        me=None if mine is None else mine.who.number,
        order=tuple(hosted.progress.state.order or ()),
        started_at=hosted.started_at or hosted.opened_at,
        ended_at=hosted.ended_at,
        how=how,
        no_result=hosted.no_result,
        places=None if how is Ending.ABORTED else absence.places(hosted),
        scores=tuple(hosted.progress.state.scores) if hosted.progress.state.order else (),
        clock=hosted.clock,
        verdict=hosted.verdict,
        record=match_record.parse(written),
        written=written,
    )


def played_in(place: Place, guild: GuildId | None) -> bool:
    """Whether it was played in a server: everybody there may open it."""
    return guild is not None and guild == place.guild and guild != NOWHERE


def _people(hosted: HostedMatch, hidden: Collection[JoinNumber], viewer: Viewer) -> tuple[Participant, ...]:
    """The people of a match, nameless those who have opted out of what this viewer sees."""
    return tuple(
        replace(one, name="", user=None, locale=None)
        if one.number in hidden and one.user != viewer.user
        else one
        for one in told_apart(hosted)
    )
