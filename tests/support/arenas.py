"""Arenas, their people and matches as values, for tests that say only what matters to them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.ids import ArenaId, ChannelId, GuildId, MatchId, UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance, Bout, Contestant, Evening
from bot.match.vocabulary import CpuPlayer
from engine.rules.options import make_rules
from engine.rules.rule_sets import STANDARD, RuleSetId

EIGHT = datetime(2026, 11, 27, 20, tzinfo=UTC)
"""The beginning of every evening here."""
TICK = timedelta(seconds=3)


def at(seconds: float) -> datetime:
    """Return the moment that many seconds after the beginning."""
    return EIGHT + timedelta(seconds=seconds)


def arena_of(*, seats: int = 2, months: int = 3, minutes: int = 90, cpu: bool = True) -> Arena:
    """An arena that runs."""
    rules = make_rules(STANDARD if seats == 2 else RuleSetId("sannin"), {"months": months})
    return Arena(
        id=ArenaId(1),
        guild=GuildId(5),
        channel=ChannelId(7),
        host=UserId(1),
        rules=rules,
        minutes=minutes,
        starts_at=EIGHT,
        ends_at=EIGHT + timedelta(minutes=minutes),
        status=ArenaStatus.RUNNING,
        cpu=CpuPlayer.NORMAL if cpu else None,
        locale="en",
        weekly=False,
    )


def contestant(user: int, joined: float = -600, attendance: Attendance = Attendance.IN) -> Contestant:
    """Somebody who joined so many seconds after the beginning."""
    return Contestant(UserId(user), f"P{user}", attendance, at(joined), at(joined))


def bout(
    match: int,
    people: Sequence[int | None],
    places: Sequence[int] | None = None,
    *,
    start: float = 0,
    end: float | None = None,
    gave_up: int | None = None,
) -> Bout:
    """A match of these people; it has ended where there are places or a time of its end."""
    ended = end if end is not None else start + 300 if places else None
    return Bout(
        match=MatchId(match),
        people=tuple(None if one is None else UserId(one) for one in people),
        cpu=CpuPlayer.NORMAL if None in people else None,
        channel=ChannelId(100 + match),
        started_at=at(start),
        ended_at=None if ended is None else at(ended),
        ranking=None if places is None else tuple(places),
        scores=() if places is None else tuple(10 * (4 - place) for place in places),
        gave_up=None if gave_up is None else UserId(gave_up),
    )


def evening_of(
    users: int | Sequence[int],
    bouts: Sequence[Bout] = (),
    *,
    arena: Arena | None = None,
    busy: Collection[int] = (),
    blocked: Collection[tuple[int, int]] = (),
) -> Evening:
    """An evening on which these people are in; a number stands for people from 1 on."""
    numbers = range(1, users + 1) if isinstance(users, int) else users
    return Evening(
        arena=arena or arena_of(),
        contestants=tuple(contestant(user, joined=-600 + index) for index, user in enumerate(numbers)),
        bouts=tuple(bouts),
        busy=frozenset(map(UserId, busy)),
        blocked=frozenset(frozenset(map(UserId, pair)) for pair in blocked),
    )


def attending(evening: Evening, user: int, attendance: Attendance, since: float | None = None) -> Evening:
    """Return an evening on which somebody attends like this, since then."""
    return replace(
        evening,
        contestants=tuple(
            replace(each, attendance=attendance, since=each.since if since is None else at(since))
            if each.user == user
            else each
            for each in evening.contestants
        ),
    )
