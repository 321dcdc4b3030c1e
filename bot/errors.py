# ruff: noqa: N818 - they are named for what is the case, as a reader of `except` wants it
"""The errors of a match, as classes with a code and typed fields; one place in `cogs` words them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from datetime import datetime

    from bot.ids import ChannelId, MatchId, UserId


class ProcessEnd(Exception):
    """The process cannot go on; the text says why, in a sentence for the person who runs the bot."""

    status: ClassVar[int] = 1
    """The exit status of the process."""


class BotError(Exception):
    """Root of all expected errors of this package. `code` names the message, fields fill it in."""

    code: ClassVar[str] = "error"

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value}" for name, value in vars(self).items() if value)])


class NoSuchMatch(BotError):
    """The match does not exist, or it is over and its lobby is gone."""

    code = "no_such_match"


class NotInMatch(BotError):
    """A press by somebody who has no part in this."""

    code = "not_in_match"


class NobodyAway(BotError):
    """A choice about an absent player where nobody is absent."""

    code = "nobody_away"


class NotInvited(BotError):
    """A join of a lobby that is meant for others."""

    code = "not_invited"


@dataclass(eq=False)
class NotHost(BotError):
    """The user is not the host, who alone may do this."""

    code = "not_host"
    host: UserId


@dataclass(eq=False)
class WeightsUnfit(BotError):
    """Weights that are missing, broken, or do not fit the inputs of a rule set. `why`: for the host's log."""

    code = "weights_unfit"
    why: str


class NotManager(BotError):
    """The user may not manage the server, which this needs."""

    code = "not_manager"


class LobbyFull(BotError):
    """Eight take part already."""

    code = "lobby_full"


class AlreadyJoined(BotError):
    """The user is in this lobby already."""

    code = "already_joined"


@dataclass(eq=False)
class LobbyNotReady(BotError):
    """Seats are free still. `missing`: how many."""

    code = "lobby_not_ready"
    missing: int


class NotSealed(BotError):
    """The line with the commitment of a match's secret cannot be posted, and without it there is no match."""

    code = "not_sealed"


class LobbyOver(BotError):
    """The lobby has closed or its match has begun."""

    code = "lobby_over"


@dataclass(eq=False)
class UserBusy(BotError):
    """The user has an open lobby, or plays as many matches as a user may. `match`, `channel`: where."""

    code = "user_busy"
    match: MatchId
    channel: ChannelId


@dataclass(eq=False)
class OtherBusy(BotError):
    """Somebody in the lobby plays as many matches with such a clock as a user may. `user`: who."""

    code = "other_busy"
    user: UserId


class Barred(BotError):
    """The managers of the server keep the user from its tables."""

    code = "barred"


class Unwelcome(BotError):
    """Somebody at an open table does not want to play with the user; nobody is told who, or that it is so."""

    code = "unwelcome"


@dataclass(eq=False)
class SeatsPromised(BotError):
    """A rule set has fewer seats than are promised. `seats`: how many it has; `people`: host and invited."""

    code = "seats_promised"
    seats: int
    people: int


@dataclass(eq=False)
class OtherUnwilling(BotError):
    """Somebody cannot be invited: by this user, by anybody, or here. `user`: who."""

    code = "other_unwilling"
    user: UserId


@dataclass(eq=False)
class NotInThisChannel(BotError):
    """The server's tables are opened in other channels. `channels`: in which."""

    code = "not_in_this_channel"
    channels: tuple[ChannelId, ...]


@dataclass(eq=False)
class MissingPermissions(BotError):
    """The bot lacks permissions here, by Discord's names. `instead`: a channel where it has all."""

    code = "missing_permissions"
    permissions: tuple[str, ...]
    instead: ChannelId | None = None


@dataclass(eq=False)
class InvitedLately(BotError):
    """The user has invited somebody a moment ago. `again_at`: from when on they may again."""

    code = "invited_lately"
    again_at: datetime


class MayNotWrite(BotError):
    """The user may not write themself where the bot would post for them."""

    code = "may_not_write"


class AlreadyShown(BotError):
    """Somebody has shown the content of this private message to everybody already."""

    code = "already_shown"


@dataclass(eq=False)
class PostedLately(BotError):
    """The bot has posted for the user in this channel a moment ago. `again_at`: from when on it may again."""

    code = "posted_lately"
    again_at: datetime


@dataclass(eq=False)
class ChannelBusy(BotError):
    """The channel has its tables already. `matches`: which, the oldest first."""

    code = "channel_busy"
    matches: tuple[MatchId, ...]


class ArenaOver(BotError):
    """The arena does not exist any more, or it is over, or its time is up: nobody comes to it."""

    code = "arena_over"


@dataclass(eq=False)
class ArenaBusy(BotError):
    """An arena of the server runs already. `channel`: where."""

    code = "arena_busy"
    channel: ChannelId


@dataclass(eq=False)
class PlannedAlready(BotError):
    """The user has planned an arena, and who cannot manage the server plans one. When and where it is."""

    code = "planned_already"
    starts_at: datetime
    channel: ChannelId


class TooFarAhead(BotError):
    """An arena that is not weekly would begin more than a week from now."""

    code = "too_far_ahead"


@dataclass(eq=False)
class ArenaFull(BotError):
    """The arena takes no more people. `most`: how many may be in it."""

    code = "arena_full"
    most: int


class NotInArena(BotError):
    """A press by somebody who is not in this arena."""

    code = "not_in_arena"


class RemovedFromArena(BotError):
    """A manager has taken the user out of this arena."""

    code = "removed_from_arena"


class DealSeen(BotError):
    """The user has begun the deal of the day already, and has deleted it with their data."""

    code = "deal_seen"


class MatchNotOver(BotError):
    """The match goes on, and only finished matches show this."""

    code = "match_not_over"


class ArenaRuns(BotError):
    """The arena of the match is not over, and nobody is taught by it before."""

    code = "arena_runs"


class NotPlayedYet(BotError):
    """The deal of the day is not over, and only people who have played it may see this."""

    code = "not_played_yet"


class NoFinishedMatch(BotError):
    """No such match has ended, or the asking user may not open it there."""

    code = "no_finished_match"


@dataclass(eq=False)
class IllegalMove(BotError):
    """A move that the engine refused. `move`: its notation."""

    code = "illegal_move"
    move: str


class StorageErrorKind(StrEnum):
    """The reasons why nothing was stored: the `kind` of a `StorageError`."""

    LOCKED = "locked"
    """Somebody else writes; trying again helps."""
    FULL = "full"
    UNWRITABLE = "unwritable"
    DAMAGED = "damaged"
    CONFLICT = "conflict"
    """The rows are there already: memory is behind the rows."""
    NEWER = "newer"
    """The file was written by a newer version of the bot."""
    OLDER = "older"
    """The database is of a revision from before the first that this version knows."""
    UNAVAILABLE = "unavailable"
    POOLED = "pooled"
    """A pooler gives each transaction another connection, which keeps no lock."""


@dataclass(eq=False)
class StorageError(BotError):
    """Nothing was stored and nothing changed, unless `outcome_unknown` is true: then only the rows know.

    `revision`: that of a database of a newer or too old version. `tables`: those with references to rows that
    are missing. `why`: the driver's own words about a server that cannot be reached, without user and
    password.
    """

    code = "storage_trouble"
    kind: StorageErrorKind
    revision: str | None = None
    tables: tuple[str, ...] = ()
    outcome_unknown: bool = False
    """The commit itself failed, which may have reached the disk all the same."""
    why: str | None = None


class TooManyRequests(BotError):
    """Heavy work has not come to its turn: a person, or all of them, have asked for too much at once."""

    code = "too_many_requests"


class TokenRefused(BotError):
    """Discord does not know the bot's token."""

    code = "token_refused"
