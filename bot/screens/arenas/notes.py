"""The private notes of an arena: where somebody stands and plays, who plays whom, how it went for them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from bot.i18n import Message, Words
from bot.ids import UserId
from bot.match.arenas.facts import ArenaStatus, Attendance
from bot.match.arenas.standing import Row
from bot.match.arenas.timing import REMINDER
from bot.screens.arenas import standing
from bot.screens.arenas.standing import Facts
from bot.wording import arena_pages as pages
from bot.wording import arenas as wording
from bot.wording import limits
from bot.wording.limits import CONTENT, Part
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Planned:
    """An arena that somebody may open."""

    rules: Rules
    minutes: int
    starts_at: datetime | None
    """In its zone, where it is meant in one, else in UTC. None: at once."""
    weekly: bool


_ASIDE: dict[Attendance, Message] = {
    Attendance.PAUSED: wording.PAUSED,
    Attendance.ABSENT: wording.ABSENT,
    Attendance.LEFT: wording.LEFT,
    Attendance.REMOVED: wording.REMOVED,
}


def preview(words: Words, planned: Planned) -> str:
    """Return what its host decides by: the rules, how long it lasts and when it begins, in which zone."""
    rules, starts_at = planned.rules, planned.starts_at
    if starts_at is None:
        when = [wording.at_once(words, planned.minutes)]
    else:
        zone = "" if starts_at.tzinfo is UTC else pages.in_zone(words, starts_at)
        when = [wording.begins(words, starts_at, planned.minutes), zone]
    lines = [
        f"**{wording.title(words, rules)}**",
        *when,
        wording.weekly(words) if planned.weekly else "",
        standing.options(words, rules),
        standing.counts_for(words, rules),
        f"-# {words.say(pages.PREVIEW)}",
    ]
    return limits.fitted([Part(line) for line in lines], CONTENT)


def own(words: Words, facts: Facts, user: UserId, now: datetime) -> str:
    """Return what *My table* tells somebody: their table, or why they have none, and their place."""
    row = facts.row_of(user)
    if row is None:
        return words.say(wording.IS_OVER_NOTE if not facts.status.live else wording.NOT_IN)
    if not facts.begun:
        begins = facts.arena.starts_at
        early = now < begins - REMINDER
        return words.say(wording.JOINED_EARLY) if early else wording.joined_late(words, begins)
    if not facts.status.live:
        return end(words, facts, row)
    place = wording.own_place(words, row, len(facts.rows))
    return "\n".join((_now(words, facts, row), place))


def _now(words: Words, facts: Facts, row: Row) -> str:
    """Return whom somebody plays and where, or why they do not play."""
    bout = facts.bout_of(row.user)
    if bout is not None:
        table = wording.your_table(words, standing.opponents(words, facts, row), bout.channel)
        after = wording.PAUSED_AFTER if row.attendance is Attendance.PAUSED else _ASIDE.get(row.attendance)
        return table if after is None else f"{table}\n{words.say(after)}"
    if row.attendance in _ASIDE:
        return words.say(_ASIDE[row.attendance])
    if facts.status is not ArenaStatus.RUNNING or facts.arena.called:
        return words.say(wording.NOTHING_BEGINS)
    if facts.time_in_doubt:
        return words.say(wording.TIME_IN_DOUBT)
    if facts.missing:
        return wording.no_threads(words, facts.missing)
    free = next((one for one in facts.waiting if one.user == row.user), None)
    return words.say(wording.BUSY) if free is None else wording.you_wait(words, free.since)


def end(words: Words, facts: Facts, row: Row) -> str:
    """Return how an arena that is over went for somebody."""
    return wording.end_line(words, row, len(facts.rows))


def who_plays(words: Words, facts: Facts) -> str:
    """Return the matches in play, each behind a link to its thread, the oldest first."""
    bouts = facts.playing
    if not bouts:
        return words.say(wording.NOBODY_PLAYS)
    joint = words.within("between notes", " · ")
    lines = []
    for bout in bouts:
        told = wording.against(words, standing.players(words, facts, bout))
        lines.append(joint.join((f"<#{bout.channel}>", told)))
    shown = lines
    while len(shown) > 1 and len("\n".join(shown)) > CONTENT - 200:
        shown = shown[:-1]
    hidden = len(lines) - len(shown)
    head = f"**{wording.in_play(words, len(bouts))}**"
    parts = [head, *shown, *([wording.more_matches(words, hidden)] if hidden else [])]
    return limits.fitted(map(Part, parts), CONTENT)
