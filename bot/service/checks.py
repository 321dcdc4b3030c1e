"""The checks as a table is opened or somebody comes to one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.ids import ChannelId, MatchId, UserId
from bot.match import lobby
from bot.match.hosted_match import HostedMatch
from bot.match.vocabulary import MatchClock, Place
from bot.service.match_actor import Check
from bot.storage import bounds
from bot.storage.bounds import Limits
from bot.storage.settings import servers


def noted(place: Place) -> Check:
    """Raises nothing: notes the language of the server as Discord has it, whatever its tables speak."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        if place.guild is not None:
            servers.met(tx, place.guild, place.locale)

    return check


def allowed(user: UserId) -> Check:
    """Raises Barred where the managers of the server keep a user from its tables."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        bounds.may_play(tx, hosted.place.guild, user)

    return check


def welcome(user: UserId) -> Check:
    """Raises Unwelcome where somebody at an open table has blocked a user who comes to it."""
    return lambda tx, hosted: bounds.may_sit_down(tx, hosted, user)


def willing(host: UserId) -> Check:
    """Raises OtherUnwilling where somebody who is invited does not want that, or may not play here."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        bounds.may_be_invited(tx, hosted.place.guild, host, hosted.invited)

    return check


def every(*checks: Check) -> Check:
    """Raises what the first of these raises."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        for one in checks:
            one(tx, hosted)

    return check


def may_join(user: UserId, limits: Limits) -> Check:
    """Raises Barred, Unwelcome or UserBusy where a user cannot come to a table."""
    return every(allowed(user), welcome(user), user_is_free(user, limits))


def user_is_free(user: UserId, limits: Limits) -> Check:
    """Raises UserBusy where a user has matches enough for another one like this."""
    return lambda tx, hosted: bounds.user_is_free(tx, hosted, user, limits)


def may_play_alone(match: MatchId, user: UserId, limits: Limits) -> Check:
    """Raise UserBusy if a person alone in a lobby plays against CPU players enough already."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        if lobby.is_solo(hosted):
            unclocked = replace(hosted, clock=MatchClock.OFF)  # it will count as one
            bounds.user_is_free(tx, unclocked, user, limits, beside=match)

    return check


def clock_suits(match: MatchId, clock: MatchClock, limits: Limits) -> Check:
    """Raises OtherBusy where somebody in a lobby has matches enough with such a clock."""
    return lambda tx, hosted: bounds.clock_suits(tx, match, hosted, clock, limits)


def may_invite(user: UserId, now: datetime, pause: timedelta) -> Check:
    """Raises InvitedLately where a user has invited somebody a moment ago."""
    return lambda tx, _: bounds.may_invite(tx, user, now, pause=pause)


def channel_is_free(channel: ChannelId, most: int, beside: MatchId | None = None) -> Check:
    """Raises ChannelBusy where a channel has matches enough: as its server says, else `most`."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        here = servers.get(tx, hosted.place.guild).tables or most
        bounds.channel_is_free(tx, hosted, channel, most=here, beside=beside)

    return check
