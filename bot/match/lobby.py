"""The lobby of a match: who may come, go and start. Pure: each rule makes a new position of an old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.errors import AlreadyJoined, LobbyFull, LobbyNotReady, LobbyOver, NotHost, NotInMatch, NotInvited
from bot.match.hosted_match import Entry, HostedMatch
from bot.match.progress import begin
from bot.match.shuffles import seed_of
from bot.match.vocabulary import CpuLevel, JoinNumber, LobbyEnd, Participant, Person, Place, Status, UserId
from engine.rules.options import Rules, make_rules

MOST = 8
"""People in one lobby (rules.md section 2)."""


def open_lobby(  # noqa: PLR0913 - all that a lobby is opened with
    place: Place, host: Person, rules: Rules, *, invited: Sequence[UserId], secret: bytes, now: datetime
) -> HostedMatch:
    """A lobby with its host alone in it. `secret`: 32 random bytes; `invited`: who alone may come."""
    return HostedMatch(
        place=place,
        host=host.user,
        rules=rules,
        secret=secret,
        entries=(_entry(0, host),),
        invited=tuple(dict.fromkeys(user for user in invited if user != host.user)),
        status=Status.LOBBY,
        opened_at=now,
    )


def join(hosted: HostedMatch, person: Person) -> HostedMatch:
    """Somebody comes in. Raises LobbyOver, AlreadyJoined, NotInvited, LobbyFull."""
    _must_be_open(hosted)
    if hosted.entry_of(person.user):
        raise AlreadyJoined
    if hosted.invited and person.user not in hosted.invited:
        raise NotInvited
    if len(hosted.entries) >= MOST:
        raise LobbyFull
    return replace(hosted, entries=(*hosted.entries, _entry(len(hosted.entries), person)))


def leave(hosted: HostedMatch, user: UserId, now: datetime) -> HostedMatch:
    """Somebody goes; the host's part passes on, and with the last person the lobby closes.

    Raises LobbyOver, NotInMatch.
    """
    _must_be_open(hosted)
    if not hosted.entry_of(user):
        raise NotInMatch
    people = [entry for entry in hosted.entries if entry.who.user != user]
    users = [entry.who.user for entry in people if entry.who.user is not None]
    if not users:
        # Somebody invited who is there alone has accepted: whoever invited him left before him.
        withdrawn = hosted.invited and user not in hosted.invited
        return close(hosted, LobbyEnd.WITHDRAWN if withdrawn else LobbyEnd.LEFT, now)
    entries = tuple(
        replace(entry, who=replace(entry.who, number=JoinNumber(number)))
        for number, entry in enumerate(people)
    )
    return replace(hosted, entries=entries, host=hosted.host if hosted.host in users else users[0])


def decline(hosted: HostedMatch, user: UserId, now: datetime) -> HostedMatch:
    """Somebody invited will not come, so the lobby closes; who invited and declines leaves.

    Raises LobbyOver, NotInvited.
    """
    _must_be_open(hosted)
    if user not in hosted.invited:
        if hosted.entry_of(user):
            return leave(hosted, user, now)
        raise NotInvited
    return close(hosted, LobbyEnd.DECLINED, now)


def add_cpu(hosted: HostedMatch, user: UserId, level: CpuLevel) -> HostedMatch:
    """The host seats a CPU player, where a seat is free. Raises LobbyOver, NotHost, LobbyFull."""
    _must_be_open(hosted)
    _must_be_host(hosted, user)
    if len(hosted.entries) >= hosted.rules.seats:
        raise LobbyFull
    return _with_cpu(hosted, level)


def fill(hosted: HostedMatch, level: CpuLevel) -> HostedMatch:
    """CPU players take the free seats, except those kept for people who are invited."""
    for _ in range(hosted.rules.seats - len(hosted.entries) - len(hosted.invited)):
        hosted = _with_cpu(hosted, level)
    return hosted


def change_options(hosted: HostedMatch, user: UserId, options: Mapping[str, object]) -> HostedMatch:
    """The host plays by other options; those not named stay. Raises LobbyOver, NotHost, OptionError."""
    _must_be_open(hosted)
    _must_be_host(hosted, user)
    rules = hosted.rules
    return replace(hosted, rules=make_rules(rules.id, {**rules.changed(), **options}))


def reset_options(hosted: HostedMatch, user: UserId) -> HostedMatch:
    """The host goes back to the rule set's own options. Raises LobbyOver, NotHost."""
    _must_be_open(hosted)
    _must_be_host(hosted, user)
    return replace(hosted, rules=make_rules(hosted.rules.id))


def start(hosted: HostedMatch, user: UserId, now: datetime) -> HostedMatch:
    """The host closes the lobby, the seed is fixed. Raises LobbyOver, NotHost, LobbyNotReady."""
    _must_be_open(hosted)
    _must_be_host(hosted, user)
    missing = hosted.rules.seats - len(hosted.entries)
    if missing > 0:
        raise LobbyNotReady(missing=missing)
    joins = [entry.join_id for entry in hosted.entries if entry.join_id is not None]
    progress = begin(hosted.rules, len(hosted.entries), seed_of(hosted.secret, joins))
    return replace(hosted, status=Status.PLAYING, started_at=now, progress=progress)


def close(hosted: HostedMatch, why: LobbyEnd, now: datetime) -> HostedMatch:
    """The lobby ends without a match."""
    return replace(hosted, status=Status.CLOSED, lobby_end=why, ended_at=now)


def is_filled(hosted: HostedMatch) -> bool:
    """Whether the host may start."""
    return len(hosted.entries) >= hosted.rules.seats


def _must_be_open(hosted: HostedMatch) -> None:
    if hosted.status is not Status.LOBBY:
        raise LobbyOver


def _must_be_host(hosted: HostedMatch, user: UserId) -> None:
    if hosted.host != user:
        raise NotHost(host=hosted.host)


def _entry(number: int, person: Person) -> Entry:
    who = Participant(JoinNumber(number), person.name, user=person.user, locale=person.locale)
    return Entry(who, join_id=person.join_id)


def _with_cpu(hosted: HostedMatch, level: CpuLevel) -> HostedMatch:
    """One more CPU player. Its name is for the words to make: level and number say which it is."""
    number = JoinNumber(len(hosted.entries))
    return replace(hosted, entries=(*hosted.entries, Entry(Participant(number, level.value, cpu=level))))
