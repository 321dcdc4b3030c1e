"""Arenas as values: evenings by their matches for the rules, views of any size and state for the screens."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.ids import ArenaId, ChannelId, GuildId, MatchId, UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance, Bout, Contestant, Evening
from bot.match.arenas.standing import Row
from bot.match.arenas.view import ArenaView
from bot.match.arenas.waiting import Free
from bot.match.vocabulary import CpuPlayer
from bot.screens.arenas.standing import Facts
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import STANDARD, RuleSetId
from tests.support.wording_views import SHORT_NAMES

EIGHT = datetime(2026, 11, 27, 20, tzinfo=UTC)
"""The beginning of every evening here."""
TICK = timedelta(seconds=3)
ONE_MONTH = make_rules(RuleSetId.CLASSIC, {"months": 1})


def at(seconds: float) -> datetime:
    """Return the moment that many seconds after the beginning."""
    return EIGHT + timedelta(seconds=seconds)


def arena_of(
    status: ArenaStatus = ArenaStatus.RUNNING,
    *,
    seats: int = 2,
    months: int = 3,
    minutes: int = 90,
    cpu: bool = True,
    rules: Rules | None = None,
    starts_at: datetime = EIGHT,
) -> Arena:
    """An arena, of other rules than the standard ones for these seats where they are given."""
    rules = rules or make_rules(STANDARD if seats == 2 else RuleSetId("sannin"), {"months": months})
    return Arena(
        id=ArenaId(1),
        guild=GuildId(5),
        channel=ChannelId(7),
        host=UserId(1),
        rules=rules,
        minutes=minutes,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=minutes),
        status=status,
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
    dared: Collection[int] = (),
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
        dared=frozenset(map(UserId, dared)),
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


# Views, as the screens show them.


def user(n: int) -> UserId:
    """The id of the nth person, from 0."""
    return UserId(100 + n)


def name(n: int, names: tuple[str, ...] = SHORT_NAMES) -> str:
    """The name of the nth person: names that come again have a number."""
    again = n // len(names)
    return f"{names[n % len(names)]}{again + 1}" if again else names[n]


def rows(count: int, names: tuple[str, ...] = SHORT_NAMES) -> tuple[Row, ...]:
    """People by place, with fewer points the further down; the third and the fourth are level."""
    found = []
    for n in range(count):
        chance = random.Random(n)
        wins = max(0, round(14 - 14 * n / max(count, 8)))
        place = 3 if n == 3 else n + 1
        streak = (5, 0, 2, 1, 0, 3, 0, 0, 12)[n % 9] if wins else 0
        found.append(
            Row(
                place=place,
                user=user(n),
                name=name(n, names),
                points=max(0, 5 * wins - (2 if n == 3 else n) // 2) // 2,
                streak=min(streak, wins),
                best=min(max(streak, 2 + chance.randrange(3)), wins),
                wins=wins,
                losses=chance.randrange(6),
                scored=wins * 7,
            )
        )
    return tuple(found)


def bouts(count: int, people: int, seats: int, *, cpus: int = 0) -> tuple[Bout, ...]:
    """Matches of people who stand next to each other; a CPU player sits in the last `cpus` of them."""
    found = []
    for n in range(count):
        there: list[UserId | None] = [user(n * seats + seat) for seat in range(seats)]
        assert n * seats + seats <= people
        against_cpu = n >= count - cpus
        if against_cpu:
            there[-1] = None
        cpu = CpuPlayer.NORMAL if against_cpu else None
        found.append(Bout(MatchId(10 + n), tuple(there), cpu, ChannelId(50 + n), EIGHT))
    return tuple(found)


def view(
    count: int,
    status: ArenaStatus = ArenaStatus.RUNNING,
    *,
    names: tuple[str, ...] = SHORT_NAMES,
    rules: Rules = ONE_MONTH,
    starts_at: datetime = EIGHT,
) -> ArenaView:
    """An arena of this many people: while it goes on most play, some wait, pause, are away or have left."""
    shown = arena_of(status, rules=rules, starts_at=starts_at)
    seats = rules.seats
    playing: tuple[Bout, ...] = ()
    everybody = rows(count, names)
    if status is ArenaStatus.ANNOUNCED:
        everybody = tuple(Row(1, row.user, row.name) for row in everybody)
    if status in {ArenaStatus.RUNNING, ArenaStatus.CLOSING}:
        tables = count // seats - (1 if count % seats == 0 and count > seats else 0)
        playing = bouts(tables, count, seats, cpus=1 if tables > 2 else 0)
    at_table = {one: bout.match for bout in playing for one in bout.users}
    aside = (Attendance.PAUSED, Attendance.ABSENT, Attendance.LEFT, Attendance.IN)
    everybody = tuple(
        replace(
            row,
            plays=at_table.get(row.user),
            attendance=aside[n % 4] if playing and row.user not in at_table else Attendance.IN,
        )
        for n, row in enumerate(everybody)
    )
    free = tuple(
        Free(row.user, row.name, EIGHT, EIGHT)
        for row in everybody
        if playing and row.plays is None and row.attendance is Attendance.IN
    )
    return ArenaView(
        arena=shown,
        host_name=name(0, names),
        rows=everybody,
        playing=playing,
        waiting=free,
        finished=3 * count,
    )


def facts(shown: ArenaView) -> Facts:
    """The facts of an arena whose server lives by UTC."""
    return Facts.of(shown, ZoneInfo("UTC"))
