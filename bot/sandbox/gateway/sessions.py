"""The gateway: sessions that outlive their connections, and who is told what."""

from __future__ import annotations

import json
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from typing import Final

from bot.sandbox.common.types import JsonObject, Snowflake
from bot.sandbox.gateway.dispatches import Dispatch, dispatches, guild_create
from bot.sandbox.world import events
from bot.sandbox.world.objects import application_flags, self_json
from bot.sandbox.world.state import World

log = logging.getLogger(__name__)

_REPLAY_FRAMES: Final = 1000
_REPLAY_CHARACTERS: Final = 2_000_000
_DAY: Final = 24 * 3600.0
READY: Final = "READY"
RESUME_PATH: Final = "/resume"
"""The path of the resume host behind the gateway's address."""


class Sink(ABC):
    """The target of a session's frames while it has a connection."""

    @abstractmethod
    def send(self, frame: str) -> None:
        """Queue one frame; keeps the order."""

    @abstractmethod
    def send_op(self, op: int, data: object = None) -> None:
        """Queue a frame that is no event."""

    @abstractmethod
    def close(self, code: int) -> None:
        """Queue a close after everything that was queued before."""

    @abstractmethod
    def cut(self) -> None:
        """End the TCP connection without a close frame."""

    @abstractmethod
    def invalidate(self, *, resumable: bool) -> None:
        """Op 9: the connection is unauthenticated again."""


class Session:
    """One identified client. Frames are serialised when the event happens and kept until acknowledged."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.all_members_asked: dict[Snowflake, float] = {}
        self.sink: Sink | None = None
        self.lost_at: float | None = None
        self.sequence = 0
        self.oldest = 1
        """The lowest sequence number that can still be replayed."""
        self._replay: deque[str] = deque()
        self._replay_size = 0

    def dispatch(self, name: str, data: JsonObject) -> None:
        """Number, serialise, keep and send one event."""
        self.sequence += 1
        frame = json.dumps({"op": 0, "t": name, "s": self.sequence, "d": data}, ensure_ascii=False)
        self._replay.append(frame)
        self._replay_size += len(frame)
        while len(self._replay) > _REPLAY_FRAMES or self._replay_size > _REPLAY_CHARACTERS:
            self._drop_oldest()
        if self.sink is not None:
            self.sink.send(frame)

    def acknowledge(self, sequence: int) -> None:
        """A heartbeat told what the client has: nothing before that is needed again."""
        while self.oldest <= min(sequence, self.sequence):
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        self._replay_size -= len(self._replay.popleft())
        self.oldest += 1

    def can_replay(self, sequence: int) -> bool:
        """Whether everything after a sequence number is still here."""
        return sequence + 1 >= self.oldest

    def replay(self, sequence: int, sink: Sink) -> None:
        """Send again what came after a sequence number."""
        for number, frame in enumerate(self._replay, self.oldest):
            if number > sequence:
                sink.send(frame)

    def hears(self, dispatch: Dispatch) -> bool:
        """Whether a dispatch is for this session: by intents and by shard."""
        if dispatch.intents and not self.intents & dispatch.intents:
            return False
        return self.owns(dispatch.guild_id)

    def owns(self, guild_id: Snowflake | None) -> bool:
        """Whether a guild is on this session's shard; direct messages are on shard 0."""
        # Question: shard-of-user.
        number, count = self.shard
        return (0 if guild_id is None else (guild_id >> 22) % count) == number


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, gateway_url: str) -> None:
        self._world = world
        self.url = gateway_url
        self.sessions: dict[str, Session] = {}
        self._identified: dict[int, float] = {}
        """By bucket: when the last IDENTIFY was accepted."""
        self.refused_identifies = 0
        """The number of identifies that came too early, or on a day that has none left."""
        self._starts: list[float] = []
        self.dispatched = 0
        world.subscribe(self.on_event)

    @property
    def resume_url(self) -> str:
        """Return the address for resuming a session: like Discord's, another one than the default."""
        return f"{self.url}{RESUME_PATH}"

    @property
    def shards(self) -> set[tuple[int, int]]:
        """The shards, each with how many there are, that have a connection."""
        return {session.shard for session in self.sessions.values() if session.sink is not None}

    @property
    def online(self) -> tuple[int, int]:
        """Return the numbers of connected shards and of all; of two such counts the nearest to all."""
        counts = Counter(count for _, count in self.shards)
        return max(((there, count) for count, there in counts.items()), default=(0, 0), key=_share)

    def on_event(self, event: events.Event) -> None:
        """Tell the sessions."""
        self.forget_lost()
        if not self.sessions:
            return
        for dispatch in dispatches(self._world, event):
            for session in list(self.sessions.values()):
                if session.hears(dispatch):
                    self.dispatched += 1
                    session.dispatch(dispatch.name, dispatch.data_for(session.intents))

    def forget_lost(self) -> None:
        """Drop sessions that nobody resumed in time."""
        limit = time.time() - self._world.settings.resume_seconds
        for session in list(self.sessions.values()):
            if session.lost_at is not None and session.lost_at < limit:
                del self.sessions[session.id]

    def may_identify(self, shard: int) -> bool:
        """Whether the window of a shard's bucket, and the day, have room; takes the place when they have."""
        now, settings = time.monotonic(), self._world.settings
        bucket = shard % max(1, settings.max_concurrency)
        last = self._identified.get(bucket)
        # Question: no-sessions-left.
        if (last is not None and now - last < settings.identify_seconds) or not self._left(now):
            self.refused_identifies += 1
            return False
        self._identified[bucket] = now
        return True

    def start_limit(self) -> JsonObject:
        """Return the number of sessions that may still start; the day begins with its first."""
        now, settings = time.monotonic(), self._world.settings
        remaining = self._left(now)
        left = _DAY - (now - self._starts[0]) if self._starts else 0.0
        return {
            "total": settings.sessions_a_day,
            "remaining": remaining,
            "reset_after": int(left * 1000),
            "max_concurrency": max(1, settings.max_concurrency),
        }

    def _left(self, now: float) -> int:
        """Sessions that may still start today."""
        if self._starts and now - self._starts[0] >= _DAY:
            self._starts.clear()
        return max(0, self._world.settings.sessions_a_day - len(self._starts))

    def identify(self, session: Session, sink: Sink) -> None:
        """Begin a session: READY, then one GUILD_CREATE for each guild."""
        self._starts.append(time.monotonic())
        session.sink = sink
        self.sessions[session.id] = session
        guilds = [
            guild for guild in self._world.guilds.values() if guild.bot_present and session.owns(guild.id)
        ]
        ready: JsonObject = {
            "v": 10,
            "user": self_json(self._world),
            "user_settings": {},
            "session_type": "normal",
            "session_id": session.id,
            "resume_gateway_url": self.resume_url,
            "relationships": [],
            "private_channels": [],
            "presences": [],
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "application": {"id": str(self._world.application_id), "flags": application_flags(self._world)},
            "auth": {},
            "shard": list(session.shard),
            "_trace": ["sandbox"],
        }
        session.dispatch(READY, ready)
        for guild in guilds:
            dispatch = guild_create(self._world, guild)
            if not guild.unavailable and session.hears(dispatch):
                session.dispatch(dispatch.name, dispatch.data_for(session.intents))
        self._world.publish(events.BotChanged())

    def resume(self, session: Session, sequence: int, sink: Sink) -> None:
        """Give a session a new connection and send what it missed."""
        if session.sink is not None:
            session.sink.close(4000)
        session.sink, session.lost_at = sink, None
        session.replay(sequence, sink)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})
        self._world.publish(events.BotChanged())

    def lost(self, session: Session, sink: Sink, *, clean: bool) -> None:
        """A connection ended. A clean close (1000, 1001) by the client ends the session as well."""
        if session.sink is not sink:
            return
        session.sink = None
        session.lost_at = time.time()
        if clean:
            self.sessions.pop(session.id, None)
        self._world.publish(events.BotChanged())

    def invalidate(self, session: Session) -> None:
        """Forget a session; its connection stays as it is."""
        self.sessions.pop(session.id, None)
        session.sink = None
        self._world.publish(events.BotChanged())


def _share(online: tuple[int, int]) -> float:
    there, count = online
    return there / count
