"""A match that has ended, as one viewer may see it: the one value that replays, files and proofs start from.

Players who have opted out of what others see are nameless in it to everybody but themselves, as somebody is
who has deleted themself. Cards are open: nothing of this is made of a match that goes on still.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.errors import MatchNotOver, NoFinishedMatch
from bot.ids import NOWHERE, GuildId, MatchId, UserId
from bot.match import absence
from bot.match.hosted_match import HostedMatch
from bot.match.verdict import Ending, Verdict
from bot.match.view_builder import build_record
from bot.match.vocabulary import JoinNumber, MatchClock, NoResult, Participant, Place, SealingLine
from bot.records.results import ending_of
from engine.record import match_record
from engine.record.match_record import Record
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Viewer:
    """The person who opens a match, and from which server; None: from direct messages.

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
    """The reason why it has no result, where that was told to anybody."""
    places: tuple[int, ...] | None
    """Places that count, by table number, 1 = first; None if the match has no result."""
    scores: tuple[int, ...]
    """By table number, as they were in the end."""
    clock: MatchClock
    verdict: Verdict | None
    """Whether it moved ratings; None where it has no result, or older ones are counted first."""
    record: Record
    written: Mapping[str, Any]
    """The record as JSON values, as `match_record.parse` reads them."""
    line: SealingLine | None = None
    """The message that sealed its secret; None in version 1, and where it was played elsewhere."""

    @property
    def rules(self) -> Rules:
        """Return the rules by which it was played."""
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


@dataclass(frozen=True, slots=True)
class Course:
    """The part of a match that stays as it is once it has ended: how it went, and nobody's name."""

    order: tuple[int, ...]
    started_at: datetime
    ended_at: datetime
    how: Ending
    no_result: NoResult | None
    places: tuple[int, ...] | None
    scores: tuple[int, ...]
    clock: MatchClock
    record: Record
    written: Mapping[str, Any]
    line: SealingLine | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The part of a match that may change after its end: its people as others see them, its place, its rating
    changes.
    """

    live: bool
    begun: bool
    place: Place
    people: tuple[Participant, ...]
    hidden: Collection[JoinNumber]
    """The numbers of those who have opted out of what others see."""
    verdict: Verdict | None
    arena_runs: bool = False
    """Whether it belongs to an arena that is not over."""

    def check(self, viewer: Viewer) -> None:
        """Raise NoFinishedMatch where it never began, or is not theirs to see: nobody learns of matches of
        other servers. Raise MatchNotOver while its cards are secret.
        """
        mine = viewer.user is not None and any(one.user == viewer.user for one in self.people)
        if not mine and not played_in(self.place, viewer.guild):
            raise NoFinishedMatch
        if self.live:
            raise MatchNotOver
        if not self.begun:
            raise NoFinishedMatch

    def people_for(self, viewer: Viewer) -> tuple[Participant, ...]:
        """The people, nameless those of whom this viewer may not know."""
        return nameless(self.people, self.hidden, viewer)


def nameless(
    people: tuple[Participant, ...], hidden: Collection[JoinNumber], viewer: Viewer
) -> tuple[Participant, ...]:
    """The people of a match, without their names those who have opted out of what others see."""
    return tuple(
        replace(one, name="", user=None, locale=None)
        if one.number in hidden and (one.user is None or one.user != viewer.user)
        else one
        for one in people
    )


def course_of(hosted: HostedMatch) -> Course:
    """Return the course of a match. Raises MatchNotOver while its cards are secret."""
    written, progress = build_record(hosted), hosted.begun
    how = ending_of(hosted, progress)
    assert hosted.ended_at is not None
    return Course(
        order=tuple(progress.state.order or ()),
        started_at=hosted.started_at or hosted.opened_at,
        ended_at=hosted.ended_at,
        how=how,
        no_result=hosted.no_result,
        places=None if how is Ending.ABORTED else absence.places(hosted),
        scores=tuple(progress.state.scores) if progress.state.order else (),
        clock=hosted.clock,
        record=match_record.parse(written),
        written=written,
        line=hosted.line,
    )


def seen(match: MatchId, course: Course, standing: Standing, viewer: Viewer) -> FinishedMatch:
    """A match as a viewer may see it. Raises as `Standing.check` does."""
    standing.check(viewer)
    mine = (one.number for one in standing.people if viewer.user is not None and one.user == viewer.user)
    return FinishedMatch(
        match=match,
        place=standing.place,
        people=standing.people_for(viewer),
        me=next(mine, None),
        order=course.order,
        started_at=course.started_at,
        ended_at=course.ended_at,
        how=course.how,
        no_result=course.no_result,
        places=course.places,
        scores=course.scores,
        clock=course.clock,
        verdict=standing.verdict,
        record=course.record,
        written=course.written,
        line=course.line,
    )


def played_in(place: Place, guild: GuildId | None) -> bool:
    """Whether it was played in a server: everybody there may open it."""
    return guild is not None and guild == place.guild and guild != NOWHERE
