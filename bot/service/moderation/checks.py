"""What is looked at as a table is opened or somebody comes to one, beside how much goes on at once."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.match.hosted_match import HostedMatch
from bot.match.vocabulary import Place, UserId
from bot.service.match_actor import Check
from bot.storage import bounds, guilds


def noted(place: Place) -> Check:
    """Raises nothing: notes the language of the server as Discord has it, whatever its tables speak."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        if place.guild is not None:
            guilds.met(tx, place.guild, place.locale)

    return check


def allowed(user: UserId) -> Check:
    """Raises Barred where the managers of the server keep a user from its tables."""

    def check(tx: Connection, hosted: HostedMatch) -> None:
        bounds.may_play(tx, hosted.place.guild, user)

    return check


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
