"""Arenas as values: evenings of any size and state, for the tests of words and scenes."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.ids import ArenaId, ChannelId, GuildId, MatchId, UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance, Bout
from bot.match.arenas.standing import Row
from bot.match.arenas.view import ArenaView
from bot.match.arenas.waiting import Free
from bot.match.vocabulary import CpuPlayer
from bot.screens.arenas.standing import Facts
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import SHORT_NAMES

STARTS = datetime(2026, 11, 27, 20, tzinfo=UTC)
MINUTES = 90
RULES = make_rules(RuleSetId.CLASSIC, {"months": 1})
UTC_ZONE = ZoneInfo("UTC")


def arena(
    status: ArenaStatus = ArenaStatus.RUNNING, rules: Rules = RULES, starts_at: datetime = STARTS
) -> Arena:
    """An arena of 90 minutes against *normal*."""
    return Arena(
        id=ArenaId(1),
        guild=GuildId(1),
        channel=ChannelId(2),
        host=user(0),
        rules=rules,
        minutes=MINUTES,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=MINUTES),
        status=status,
        cpu=CpuPlayer.NORMAL,
        locale="en",
        weekly=False,
    )


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
                halves=max(0, 5 * wins - (2 if n == 3 else n) // 2),
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
        found.append(Bout(MatchId(10 + n), tuple(there), cpu, ChannelId(50 + n), STARTS))
    return tuple(found)


def view(
    count: int,
    status: ArenaStatus = ArenaStatus.RUNNING,
    *,
    names: tuple[str, ...] = SHORT_NAMES,
    rules: Rules = RULES,
    starts_at: datetime = STARTS,
) -> ArenaView:
    """An arena of this many people: while it goes on most play, some wait, pause, are away or have left."""
    shown = arena(status, rules, starts_at)
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
        Free(row.user, row.name, STARTS, STARTS)
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
        last_call=shown.ends_at - timedelta(minutes=5),
    )


def facts(shown: ArenaView) -> Facts:
    """The facts of an arena whose server lives by UTC."""
    return Facts.of(shown, UTC_ZONE)
