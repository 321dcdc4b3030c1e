# ruff: noqa: N818 - they are named for what is the case, as a reader of `except` wants it
"""What can go wrong with a match, as classes with a code and data; one place in `cogs` words them."""

from __future__ import annotations


class BotError(Exception):
    """Root of all expected errors of this package. `code` names the message, `data` fills it in."""

    code = "error"

    def __init__(self, **data: object) -> None:
        super().__init__(f"{self.code} {data}" if data else self.code)
        self.data = data


class NoSuchMatch(BotError):
    """The match does not exist, or it is over and its lobby is gone."""

    code = "no_such_match"


class NotInMatch(BotError):
    """A press by somebody who has no part in this."""

    code = "not_in_match"


class NotInvited(BotError):
    """A join of a lobby that is meant for others."""

    code = "not_invited"


class NotHost(BotError):
    """Only the host may do this. `host`: his user id."""

    code = "not_host"


class LobbyFull(BotError):
    """Eight take part already."""

    code = "lobby_full"


class AlreadyJoined(BotError):
    """The user is in this lobby already."""

    code = "already_joined"


class LobbyNotReady(BotError):
    """Seats are free still. `missing`: how many."""

    code = "lobby_not_ready"


class LobbyOver(BotError):
    """The lobby has closed or its match has begun."""

    code = "lobby_over"


class UserBusy(BotError):
    """The user has an open lobby, or plays as much as he may. `match`, `channel`: where."""

    code = "user_busy"


class ChannelBusy(BotError):
    """The channel has a table already. `match`: which."""

    code = "channel_busy"


class MatchNotOver(BotError):
    """What is shown of finished matches alone was asked of one that goes on."""

    code = "match_not_over"


class IllegalMove(BotError):
    """A move that the engine refused. `move`: its notation."""

    code = "illegal_move"


class StorageTrouble(BotError):
    """Nothing was stored and nothing changed: locked, full, unwritable or damaged. `kind`: which of them."""

    code = "storage_trouble"


class TokenRefused(BotError):
    """Discord does not know the bot's token."""

    code = "token_refused"
