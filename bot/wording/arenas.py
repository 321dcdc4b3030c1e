"""Arenas in words: when one begins, how its matches count, how it stands, what each person can do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from bot.i18n import Message, Words, mark, mark_within
from bot.ids import ChannelId, UserId
from bot.match.arenas.facts import Arena, ArenaCall, Attendance
from bot.match.arenas.standing import Row
from bot.match.arenas.timing import WAITS
from bot.match.arenas.view import WEEKLY_LEAST
from bot.match.verdict import LEAST_MONTHS
from bot.match.vocabulary import CpuPlayer
from bot.wording import arena_pages as pages
from bot.wording import limits, notes, numbers, people
from bot.wording import rules as rule_words
from engine.rules.options import Rules

PAUSE = mark_within("button", "Pause")
COME_BACK = mark_within("button", "Come back")
WHO_PLAYS = mark_within("button", "Who plays")

MANAGE = mark_within("button", "Manage")
OPEN = mark_within("button", "Open arena")
END = mark_within("button", "End arena")
REMOVE = mark_within("button", "Remove player")
REMOVE_PLACEHOLDER = mark("Choose the player to remove")

WON = mark_within("seal of who has won a month, on its result", "won")
"""The seal of the winner on the poster, as on all results."""


def points(words: Words, n: int) -> str:
    """Write points with their unit: `31 points`."""
    return words.plural("{amount} point", "{amount} points", n, amount=n)


def wins(words: Words, n: int) -> str:
    """Write a number of wins: `7 wins`."""
    return words.plural("{n} win", "{n} wins", n)


def streak(words: Words, n: int) -> str:
    """Tell wins in a row: `4 wins in a row`; empty for fewer than two."""
    return words.plural("{n} win in a row", "{n} wins in a row", n) if n > 1 else ""


def matches(words: Words, n: int) -> str:
    """Write a number of matches: `61 matches`."""
    return words.plural("{n} match", "{n} matches", n)


def size(words: Words, n: int) -> str:
    """Write a number of players: `24 players`."""
    return words.plural("{n} player", "{n} players", n)


def in_play(words: Words, n: int) -> str:
    """Count the matches that go on: `11 matches in play`."""
    return words.plural("{n} match in play", "{n} matches in play", n)


def waiting(words: Words, n: int) -> str:
    """Count the players who wait for an opponent: `2 waiting`."""
    return words.plural("{n} waiting", "{n} waiting", n)


def more(words: Words, n: int) -> str:
    """Count the people who are not shown: `84 more`."""
    return words.within("people who are not shown", "{n} more", n=n)


def more_matches(words: Words, n: int) -> str:
    """Count the matches that are not shown: `12 more`."""
    return words.within("matches that are not shown", "{n} more", n=n)


# Before the start.


def title(words: Words, rules: Rules) -> str:
    """Name an arena: `Arena: Classic · 1 month`."""
    return words("Arena: {rules}", rules=rule_words.title(words, rules))


def length(words: Words, minutes: int) -> str:
    """Write how long an arena lasts: `1 h 30 min`."""
    return numbers.duration(words, timedelta(minutes=minutes))


def begins(words: Words, when: datetime, minutes: int) -> str:
    """Tell when an arena begins, in each reader's own time zone, and how long it lasts."""
    return words(
        "{when} ({countdown}), for {length}.",
        when=numbers.moment(when),
        countdown=numbers.countdown(when),
        length=length(words, minutes),
    )


def at_once(words: Words, minutes: int) -> str:
    """Tell how long an arena lasts that begins as it is opened."""
    return words("At once, for {length}.", length=length(words, minutes))


def weekly(words: Words) -> str:
    """Tell that an arena is repeated, and when it is not."""
    return words("Every week, unless fewer than {n} join.", n=WEEKLY_LEAST)


NOBODY_YET = mark("Nobody has joined yet: press Join to be the first.")


def coming(words: Words, n: int) -> str:
    """Count the people who come."""
    return words.plural("{n} player is coming", "{n} players are coming", n)


LATE_AND_EARLY = mark("come late, leave early")
SCORING = mark("Win 2 points, 3 on a streak; draw 1.")
COURAGE = mark("Stop after your own koi-koi: 1 point more.")
TIES = mark("Ties: most wins, then most points scored.")
PAIRING = mark("As soon as you are free, you play somebody near you in points.")


def odd(words: Words, cpu: CpuPlayer | None) -> str:
    """Tell what somebody does for whom there is no opponent."""
    if cpu is None:
        return words("A player without an opponent waits for the next one.")
    named = people.escaped(people.cpu(words, cpu))
    return words("A player without an opponent plays {cpu} for 1 point, or waits for a table.", cpu=named)


def ratings(words: Words, rules: Rules) -> str:
    """Tell that short matches move no ratings; empty for longer ones."""
    if rules.months >= LEAST_MONTHS:
        return ""
    return words.plural(
        "Matches of {n} month move no ratings.", "Matches of {n} months move no ratings.", rules.months
    )


def reminder(words: Words, users: Iterable[UserId], when: datetime, link: str) -> tuple[str, ...]:
    """Return the messages that call people ten minutes before the start: several where one is too short."""
    told = pages.begins_soon(words, when, link)
    messages, calls = list[str](), list[str]()
    for call in (f"<@{user}>" for user in users):
        if calls and len(" ".join((*calls, call, told))) > limits.CONTENT:
            messages.append(" ".join((*calls, told)))
            calls = []
        calls.append(call)
    return (*messages, " ".join((*calls, told))) if calls else ()


# While it runs, and at its end.


def ends(words: Words, when: datetime) -> str:
    """Tell when time is up."""
    return words("ends {when}", when=numbers.countdown(when))


JOIN_NOW = mark("Press Join to come in at any time.")
NO_MORE_BEGIN = mark("The last matches are in play: no new one begins.")
TIME_IS_UP = mark("time is up")
IS_OVER = mark_within("of an arena", "over")


def call(words: Words, arena: Arena, what: ArenaCall) -> str:
    """Return the line for everybody in an arena's channel; it stays, so it counts nothing down."""
    if what is ArenaCall.LAST:
        return words(
            "**Last call!** The arena ends at {time}. Matches in play still count, no new one begins.",
            time=numbers.time_of_day(arena.ends_at),
        )
    if what is ArenaCall.WAITS:
        return waits(words, arena.starts_at + WAITS)
    return words.say(BEGINS if what is ArenaCall.BEGINS else LAPSED)


def waits(words: Words, until: datetime) -> str:
    """Tell that an arena waits for another one, and for how long."""
    return words(
        "Another arena of this server still runs. This one begins when that is over, or lapses at {time}.",
        time=numbers.time_of_day(until),
    )


BEGINS = mark("The other arena is over: this one begins now.")
LAPSED = mark("The arena has lapsed: half an hour after its start another one still ran.")


def against(words: Words, names: Sequence[str]) -> str:
    """Say who plays whom: `Sakura against Kenta`, of three `Sakura, Kenta, Mio`."""
    if len(names) != 2:
        return numbers.listing(words, names)
    return words("{first} against {second}", first=names[0], second=names[1])


def facing(words: Words, names: Sequence[str]) -> str:
    """Say whom somebody plays, behind their own line: `against Kenta`, `against Kenta, Mio`."""
    return words("against {players}", players=numbers.listing(words, names))


def awaited(words: Words, bouts: Collection[str]) -> str:
    """Name the matches whose end an arena waits for."""
    joint = words.within("between the parts of a sentence", "; ")
    return words.plural(
        "The end of {n} match is awaited: {matches}.",
        "The end of {n} matches is awaited: {matches}.",
        len(bouts),
        matches=joint.join(bouts),
    )


def winners(words: Words, names: Sequence[str], won: int) -> str:
    """Tell who has won an arena; nobody where nobody has a point."""
    if not names:
        return words("Nobody has won a point.")
    told = points(words, won)
    if len(names) == 1:
        return words("{player} wins the arena with {points}!", player=names[0], points=told)
    return words(
        "{players} share the first place with {points}.", players=numbers.listing(words, names), points=told
    )


def best_streak(words: Words, name: str, n: int) -> str:
    """Tell the longest streak of the evening, and whose it was: `longest streak: Kenta 6`."""
    return words("longest streak: {player} {n}", player=name, n=n)


STATES: Mapping[Attendance, Message] = {
    Attendance.IN: mark_within("somebody in an arena", "waiting"),
    Attendance.PAUSED: mark_within("somebody in an arena", "paused"),
    Attendance.ABSENT: mark_within("somebody in an arena", "away"),
    Attendance.LEFT: mark_within("somebody in an arena", "left"),
    Attendance.REMOVED: mark_within("somebody in an arena", "removed"),
}
"""The states of people who do not play at the moment; of those who are in, that they wait."""


def called_off(words: Words, arena: Arena, following: datetime | None = None) -> str:
    """Tell that an arena did not begin, and why; `following`: the next weekly one."""
    told = words("The arena was called off.")
    if arena.lapsed:
        told = words.say(LAPSED)
    elif arena.skipped:
        told = words("The arena is skipped: fewer than {n} players had joined.", n=WEEKLY_LEAST)
    return told if following is None else f"{told} {next_week(words, following)}"


def next_week(words: Words, when: datetime) -> str:
    """Tell when the next weekly arena begins."""
    return words("The next one begins {when}.", when=numbers.moment(when))


# To one person.


def end_line(words: Words, row: Row, of: int) -> str:
    """Tell somebody how an arena of `of` players went for them: place, points, wins, their longest streak."""
    parts = [points(words, row.points), wins(words, row.wins)]
    if row.best > 1:
        parts.append(words("longest streak {n}", n=row.best))
    told = numbers.listing(words, parts)
    return words(
        "The arena is over. Your place: {place} of {n}, {result}.", place=row.place, n=of, result=told
    )


def own_place(words: Words, row: Row, of: int) -> str:
    """Tell somebody how they stand among `of` players: `Your place: 4 of 24, 18 points, 7 wins`."""
    parts = (points(words, row.points), wins(words, row.wins), streak(words, row.streak))
    told = numbers.listing(words, [*filter(None, parts)])
    return words("Your place: {place} of {n}, {result}.", place=row.place, n=of, result=told)


def place_and_table(words: Words, row: Row, of: int, channel: ChannelId) -> str:
    """Lead somebody to their table and tell how they stand: `#table · 4 of 24 · 18 points`, and a streak."""
    place = words.within("a place among how many players", "{place} of {n}", place=row.place, n=of)
    told = (f"<#{channel}>", place, points(words, row.points), streak(words, row.streak))
    return words.within("between notes", " · ").join(filter(None, told))


def your_table(words: Words, names: Sequence[str], channel: ChannelId) -> str:
    """Tell somebody whom they play, with a link to the table's thread."""
    return words(
        "You play {players} in {thread}.", players=numbers.listing(words, names), thread=f"<#{channel}>"
    )


def you_wait(words: Words, since: datetime) -> str:
    """Tell somebody that they wait, and since when."""
    return words("You have been waiting for an opponent since {time}.", time=numbers.time_of_day(since))


def joined_late(words: Words, when: datetime) -> str:
    """Tell somebody that they have joined an arena that begins soon: nobody reminds them of it."""
    return words("You are coming. The arena begins {when}.", when=numbers.countdown(when))


JOINED_EARLY = mark("You are coming. The bot calls you ten minutes before, if your settings allow it.")
JOINED = mark("You are in the arena: you play as soon as somebody is free.")
PAUSED_AFTER = mark("You pause after this match. Press Come back to play on.")
PAUSED = mark("You pause: you are not paired. Press Come back to play on.")
ABSENT = mark("Your time ran out in a match, so you are not paired. Press Come back to play on.")
LEFT = mark("You have left the arena. Your points stay, and Join brings you back.")
REMOVED = mark("A manager of the server has removed you from this arena.")
NOT_IN = mark("You are not in this arena. Press Join to come in.")
BUSY = mark("You sit at another table. You are paired when that match is over.")
NOTHING_BEGINS = mark("No new match begins in this arena any more.")
NOBODY_PLAYS = mark("Nobody plays at the moment.")

ASK_END = mark("End the arena now? Matches in play count if they end in time, and no new one begins.")
ASK_END_NOW = mark("End the arena without waiting? Matches that are still in play will not count.")
ASK_CALL_OFF = mark("Call the arena off? It will not begin.")
ASK_REMOVE = mark("Who is removed from the arena? Their points stay; they cannot join again.")


def removed(words: Words, player: str) -> str:
    """Tell a manager that somebody is out of the arena."""
    return words("{player} was removed from the arena.", player=player)


# Refusals.

IS_OVER_NOTE = mark("This arena is over.")
MANAGERS_OPEN = mark("On this server only members who may manage it can open an arena.")


def no_threads(words: Words, permissions: Sequence[str]) -> str:
    """Tell which permissions the bot lacks for the threads of an arena's tables."""
    said = [words.say(notes.PERMISSIONS[each]) for each in permissions]
    return words(
        "An arena is played in threads, which I may not use here. Missing permissions: {permissions}.",
        permissions=numbers.listing(words, said),
    )


TIME_IN_DOUBT = mark(
    "Nothing begins at the moment: I do not know what time it is. The person who hosts me can help."
)


# Elsewhere.


def thread(words: Words, n: int) -> str:
    """Name the nth thread of an arena's tables."""
    return words.within("name of a thread", "Arena table {n}", n=n)


def won_by(words: Words, names: Sequence[str], won: int) -> str:
    """Name the winners of an arena of the past with their points: `Sakura 31`."""
    return numbers.listing(words, [words("{player}\u00a0{score}", player=name, score=won) for name in names])
