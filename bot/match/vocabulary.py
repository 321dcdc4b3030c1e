"""The vocabulary of matches: ids, people, how far a match has come and why it changes. Values only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from bot.ids import ChannelId, GuildId, UserId

JoinNumber = NewType("JoinNumber", int)
"""A participant's place in the order of joining, from 0; it names them for the whole match."""
Version = NewType("Version", int)
"""Grows with every view of a match within a process: a lower version is never sent after a higher one."""


class Status(StrEnum):
    """The states of a match. `LOBBY` and `PLAYING` are live, the others final."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """The lobby ended without a match: it expired, everybody left, or an invitation came to nothing."""
    ABORTED = "aborted"


class CpuLevel(StrEnum):
    """The strengths of CPU players."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    MASTER = "master"


class Character(StrEnum):
    """The style of a CPU player, at any level."""

    EVEN = "even"
    BOLD = "bold"
    """Loves koi-koi, and thinks little of what others need."""
    CAREFUL = "careful"
    """Stops early, and denies others what they need."""


class CpuPlayer(StrEnum):
    """A CPU player: its level, then its character (stored). An even one is its level alone."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    MASTER = "master"
    EASY_BOLD = "easy-bold"
    NORMAL_BOLD = "normal-bold"
    HARD_BOLD = "hard-bold"
    MASTER_BOLD = "master-bold"
    EASY_CAREFUL = "easy-careful"
    NORMAL_CAREFUL = "normal-careful"
    HARD_CAREFUL = "hard-careful"
    MASTER_CAREFUL = "master-careful"

    @property
    def level(self) -> CpuLevel:
        """Return the level of a character."""
        return CpuLevel(self.value.partition("-")[0])

    @property
    def character(self) -> Character:
        """Style of this CPU player."""
        return Character(self.value.partition("-")[2] or Character.EVEN)

    @classmethod
    def of(cls, level: CpuLevel, character: Character) -> CpuPlayer:
        """Return the CPU player of a level and a character."""
        return next(each for each in cls if (each.level, each.character) == (level, character))


class MatchClock(StrEnum):
    """The times that people of a match have for a turn (stored)."""

    LIVE = "live"
    """Minutes a turn, and a bank of some more for the whole match."""
    SLOW = "slow"
    """A day a turn."""
    OFF = "off"
    """No time runs out; such a match is unrated."""


class WishKind(StrEnum):
    """The wishes, by what happens once all whom they concern agree (stored)."""

    ABORT = "abort"
    """The match ends without a result: all its people."""
    CLAIM = "claim"
    """The absent player has resigned: all their opponents."""
    RESUME = "resume"
    """A match that rests goes on: all its people who play themselves."""


class Pings(StrEnum):
    """The cases in which a message may call somebody to their turn (stored)."""

    SMART = "smart"
    """Unless they have pressed something in that match a moment ago."""
    ALWAYS = "always"
    NEVER = "never"
    DM = "dm"
    """By a message to them alone."""


class Deck(StrEnum):
    """The drawings on the cards of somebody's hands (stored); pictures know them by the same texts."""

    STANDARD = "standard"
    CLEAR = "clear"
    """Large shapes, and on each card the number of its month and the mark of its kind."""


class Hints(StrEnum):
    """The cases in which somebody's hands have tips (stored)."""

    FIRST = "first"
    """In their first matches."""
    ALWAYS = "always"
    NEVER = "never"


class TablePlace(StrEnum):
    """The places of a server's matches (stored)."""

    CHANNEL = "channel"
    """In the channel in which a table is opened."""
    THREAD = "thread"
    """In a public thread of that channel, one for each match."""


class Challenges(StrEnum):
    """The people whose invitations somebody takes (stored); blocked people never invite them."""

    ALL = "all"
    NONE = "none"


class BarKind(StrEnum):
    """The things from which a server's managers can keep somebody (stored)."""

    TABLES = "tables"
    """The person opens no table there and joins none."""
    LISTS = "lists"
    """The person stands in no list there, and their matches from then on count for nothing."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours in which nobody is called: from `start` to before `end`, minutes of a day; `end` may be of
    the next day.
    """

    start: int
    end: int


class MadeBy(StrEnum):
    """The makers of actions (stored with each)."""

    USER = "user"
    CLOCK = "clock"
    CPU = "cpu"
    DEFAULT = "default"
    """The bot made it by a rule of its own, as the seat draw of a match that starts at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a match; `locale` is the language of its public messages.

    `guild` None: in the direct messages of one person with the bot. `parent`: the channel of the thread in
    which it is played, where the bot has opened one for it.
    """

    guild: GuildId | None
    channel: ChannelId
    locale: str
    parent: ChannelId | None = None

    def is_in(self, channel: ChannelId) -> bool:
        """Whether it is this channel, or a thread of it."""
        return channel in {self.channel, self.parent}

    @property
    def home(self) -> ChannelId:
        """The channel to which its result goes, and in which it counts as a table."""
        return self.channel if self.parent is None else self.parent


@dataclass(frozen=True, slots=True)
class Person:
    """A user at the moment of a press: `join_id` is the interaction's id (source of the seed, record.md)."""

    user: UserId
    name: str
    locale: str
    join_id: int


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of a CPU player that mixes levels, on the scale of ratings (stored)."""

    points: int
    told: bool = True
    """Whether others may read it: it says how somebody plays who may have opted out of what others see."""


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who takes part: a user, or a CPU player.

    Neither of the two is set where a user has deleted themself; `name` is then empty.
    """

    number: JoinNumber
    name: str
    user: UserId | None = None
    cpu: CpuPlayer | None = None
    locale: str | None = None
    twin: int | None = None
    """The number among CPU players of one name, from 1, in views; None where there is no other."""
    strength: Strength | None = None
    """Of a CPU player that mixes levels, `cpu` being the one that comes nearest; None: it plays as `cpu`."""


class LobbyEnd(StrEnum):
    """The reasons why a lobby ended without a match."""

    EXPIRED = "expired"
    LEFT = "left"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """The inviter took it back before anybody had come."""
    CALLED_OFF = "called_off"
    """The host closed the lobby."""
    BY_MANAGER = "by_manager"
    """A manager of the server closed it."""


class NoResult(StrEnum):
    """The reasons why a match ended without a result (stored)."""

    AGREED = "agreed"
    """All its people wanted it."""
    MANAGER = "manager"
    """A manager of the server wanted it."""
    UNPLAYED = "unplayed"
    """No clock ran and nobody had moved for a day: one of its people wanted it."""
    IDLE = "idle"
    """Nobody had moved for so long that it ended by itself."""
    UNMOVED = "unmoved"
    """Somebody gave it up before everybody had played a card."""
    STAYED_AWAY = "stayed_away"
    """Somebody stayed away, and their opponents ended it before everybody had played a card."""


class Occasion(StrEnum):
    """The reason for which a view is published."""

    OPENED = "opened"
    JOINED = "joined"
    LEFT = "left"
    RULES = "rules"
    """The host has changed options."""
    CLOSED = "closed"
    STARTED = "started"
    DREW = "drew"
    DEALT = "dealt"
    """The cards drawn for the seats have been looked at: the first month is shown."""
    MOVED = "moved"
    RESTING = "resting"
    AGREED = "agreed"
    NEXT_MONTH = "next_month"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    """Somebody's time has run out: a safe move was made for them."""
    AWAY = "away"
    """The time has run out for the second time in a row: nothing was done, the opponents may choose."""
    CLAIM_WISHED = "claim_wished"
    """One of the opponents wants the win that an absent player leaves."""
    STAND_IN = "stand_in"
    """A CPU player has taken the seat of an absent player."""
    CAME_BACK = "came_back"
    """An absent player is there again."""
    HALF_TIME = "half_time"
    """Half of the turn's time has gone by: the player to move is reminded."""
    WARNED = "warned"
    """Nobody has moved for days: the match is soon aborted."""
    ABORT_WISHED = "abort_wished"
    """Somebody wants the match to end without a result, or no longer does."""
    SET_ASIDE = "set_aside"
    """Nobody has pressed for long, and nobody waits for anybody: the match waits to be taken up."""
    TAKEN_UP = "taken_up"
    """A player is there again."""
    WOKEN = "woken"
    """A player is there again in a match that rests, and the others are called."""
    NUDGED = "nudged"
    """The seats have been filled for a while: the host is reminded to start."""
    ABORTED = "aborted"
    RESTORED = "restored"
    """The bot has started again and shows the match again."""
    BROUGHT = "brought"
    """The match's channel was deleted, and somebody has brought the match into another one."""


def plays_alone(people: Iterable[tuple[bool, bool]]) -> bool:
    """Whether one person plays among CPU players.

    For each participant: whether it is a person, and whether it has a seat; before the seats are drawn all
    play, afterwards only those with one.
    """
    found = tuple(people)
    drawn = any(seated for _, seated in found)
    return sum(person and (seated or not drawn) for person, seated in found) == 1


@dataclass(frozen=True, slots=True)
class SealingLine:
    """The public message that holds the commitment of a match's secret: its id, and where it stands."""

    message: int
    channel: ChannelId


@dataclass(frozen=True, slots=True)
class Cause:
    """The reason why a view is published; `user` is whose press it was (that press shows its user's hand
    itself).
    """

    occasion: Occasion
    user: UserId | None = None
    made_by: MadeBy = MadeBy.USER


class Refusal(StrEnum):
    """The reasons why a step changed nothing (see `bot.match.hosted_match.Step`)."""

    STALE = "stale"
    """The question has been answered, or the month or round that the press names has passed."""
    RESTING = "resting"
    """The match rests between two months."""
    OVER = "over"
    """The match has ended."""
    UNCHANGED = "unchanged"
    """The wish is fulfilled already."""
