"""Notes of an evening, kept while it goes on, and what is wrong in them: of its rows and its channel."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from bot.sandbox.common.types import ChannelType, MessageType
from bot.sandbox.world.events import Event, MessageCreated, MessageUpdated
from bot.sandbox.world.model import Message
from bot.sandbox.world.seed import CHANNEL_IDS
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage
from tests.support.processes import databases

LONGEST_WAIT = 60.0
LEAST_PAUSE = 10.0
FREE = """
    SELECT people.discord FROM arena_people JOIN people ON people.id = person
    JOIN arenas ON arenas.id = arena
    WHERE status = 'running' AND starts_at <= ? AND ends_at > ? AND attendance = 'in' AND person NOT IN (
        SELECT person FROM participants JOIN matches ON matches.id = match
        WHERE ended_at IS NULL AND person IS NOT NULL)
"""
PLAYED = """
    SELECT matches.id, opened_at, ended_at, matches.channel, people.discord, result_players.place,
        matches.options, result_players.feats
    FROM matches JOIN participants ON participants.match = matches.id
    LEFT JOIN people ON people.id = participants.person
    LEFT JOIN result_players
        ON result_players.match = matches.id AND result_players.number = participants.number
    WHERE matches.arena IS NOT NULL ORDER BY matches.id, participants.number
"""


@dataclass(slots=True)
class Bout:
    """A match of the evening: when, in which thread, and each player's place; CPU players are None.

    `dared`: the people who stopped after their own koi-koi, where an arena pays for it.
    """

    opened_at: int
    ended_at: int | None
    channel: int
    places: list[tuple[int | None, int | None]] = field(default_factory=list)
    dared: set[int] = field(default_factory=set)

    @property
    def people(self) -> frozenset[int]:
        """Return the people in it."""
        return frozenset(user for user, _ in self.places if user is not None)


class Record:
    """Notes of what came over the channel, and of the people who were free at each look."""

    def __init__(self, here: LoopStage) -> None:
        self._here = here
        self.posted: list[Message] = []
        """The bot's messages in the channel."""
        self.edited: dict[int, list[float]] = defaultdict(list)
        """The times at which each of them was edited."""
        self.free: list[tuple[float, frozenset[int]]] = []
        """The people who were free at each look while matches begin."""
        self.last_seconds = 150
        """Before the end no match begins any more: of one month, unless said."""
        here.server.world.subscribe(self._note)

    def _note(self, event: Event) -> None:
        if not isinstance(event, (MessageCreated, MessageUpdated)):
            return
        message, world = event.message, self._here.server.world
        if message.channel_id != CHANNEL_IDS[CHANNEL] or message.audience is not None:
            return
        if message.author is not world.bot:
            return
        if isinstance(event, MessageCreated):
            self.posted.append(message)
        else:
            self.edited[message.id].append(self._here.clock.elapsed())

    @property
    def threads(self) -> list[str]:
        """Return the ids of all threads."""
        channels = self._here.server.world.channels.values()
        return [str(each.id) for each in channels if each.type is ChannelType.PUBLIC_THREAD]

    def look(self) -> None:
        """Note who is free now, while matches begin."""
        now = int(self._here.clock.machine().timestamp() * 1e6)
        found = databases.rows(self._here.data, FREE, now, now + self.last_seconds * 1_000_000)
        self.free.append((self._here.clock.elapsed(), frozenset(user for (user,) in found)))

    def bouts(self) -> list[Bout]:
        """Return the matches, in the order in which they began."""
        found: dict[int, Bout] = {}
        for match, opened, ended, channel, user, place, options, feats in databases.rows(
            self._here.data, PLAYED
        ):
            bout = found.setdefault(match, Bout(opened, ended, channel))
            bout.places.append((user, place))
            if feats and json.loads(feats)["dared"] and json.loads(options)["months"] == 1:
                bout.dared.add(user)
        return list(found.values())

    # What is wrong.

    def faults(self, people: int, blocked: frozenset[int]) -> Iterator[str]:
        """Tell what should not have happened; `blocked`: two of whom one has blocked the other."""
        bouts = self.bouts()
        yield from self._waited(blocked)
        yield from _twice_at_once(bouts)
        yield from self._again(bouts, blocked)
        yield from self.hasty()
        kept = [each for each in self.posted if each.type is not MessageType.THREAD_CREATED]
        yield from (f"unlooked-for in the channel: {each.content!r}" for each in kept if not _known(each))
        if blocked and any(blocked <= bout.people for bout in bouts):
            yield "two were paired of whom one has blocked the other"
        if len(self.threads) > -(-people // 2):
            yield f"{len(self.threads)} threads for {people} people"

    def _waited(self, blocked: frozenset[int]) -> Iterator[str]:
        """Two who could have played each other were both free for too long."""
        since: dict[frozenset[int], float] = {}
        for at, free in self.free:
            pairs = {frozenset(pair) for pair in combinations(sorted(free), 2)} - {blocked}
            since = {pair: since.get(pair, at) for pair in pairs}
            for pair in pairs:
                if at - since[pair] > LONGEST_WAIT:
                    yield f"{sorted(pair)} both free for {at - since[pair]:.0f} s"
                    since[pair] = at

    def _again(self, bouts: list[Bout], blocked: frozenset[int]) -> Iterator[str]:
        """Two played each other twice in a row, though somebody else was free at the last look before."""
        last: dict[int, frozenset[int]] = {}
        begun = self._here.clock.machine().timestamp() - self._here.clock.elapsed()
        for bout in bouts:
            at = bout.opened_at / 1e6 - begun
            before = [free for looked, free in self.free if looked <= at]
            others = (before[-1] if before else frozenset()) - bout.people
            if len(bout.people) > 1 and all(last.get(user) == bout.people for user in bout.people):
                could = [
                    (user, other) for user in bout.people for other in others if {user, other} != blocked
                ]
                if could:
                    yield f"{sorted(bout.people)} again, though free: {sorted(others)}"
            last.update(dict.fromkeys(bout.people, bout.people))

    def hasty(self) -> Iterator[str]:
        """A message was edited again within ten seconds."""
        for times in self.edited.values():
            for one, other in pairwise(times):
                if other - one < LEAST_PAUSE - 0.05:
                    yield f"the standing was edited again after {other - one:.1f} s"


def _twice_at_once(bouts: list[Bout]) -> Iterator[str]:
    """Somebody was in two matches at once."""
    ends: dict[int, int | None] = {}
    for bout in bouts:
        for user in bout.people:
            end = ends.get(user, 0)
            if end is None or end > bout.opened_at:
                yield f"{user} in two matches at once"
            ends[user] = bout.ended_at


def _known(message: Message) -> bool:
    files = {each.filename for each in message.attachments}
    return bool(files & {"arena.png", "podium.png"}) or bool(re.search(r"<t:\d+:t>", message.content))


def points(bouts: list[Bout]) -> dict[int, tuple[int, int]]:
    """Count everybody's points and wins anew; all ended in time and by themselves."""
    counted: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    streaks: dict[int, int] = defaultdict(int)
    ended = [bout for bout in bouts if bout.ended_at is not None]
    for bout in sorted(ended, key=lambda each: each.ended_at or 0):
        places = [place for _, place in bout.places]
        if None in places:
            continue
        for user, place in bout.places:
            if user is None:
                continue
            won, drawn = place == 1 and places.count(1) == 1, place == 1 and places.count(1) > 1
            alone = len(bout.people) < len(bout.places)
            total, wins = counted[user]
            if alone:
                counted[user] = (total + won, wins + won)
                continue
            streaks[user] = streaks[user] + 1 if won else 0
            gained = (3 if streaks[user] > 1 else 2) if won else int(drawn)
            counted[user] = (total + gained + (user in bout.dared), wins + won)
    return counted
