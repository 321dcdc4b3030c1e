"""The lobby of a match: who may come, go and start. Pure: each rule makes a new position of an old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.errors import AlreadyJoined, LobbyFull, LobbyNotReady, LobbyOver, NotHost, NotInMatch, NotInvited
from bot.fold import begin
from bot.position import Entry, Position
from bot.shuffles import seed_of
from bot.views import CpuLevel, JoinNumber, LobbyEnd, Participant, Person, Place, Status, UserId
from engine.rules.options import Rules, make_rules

MOST = 8
"""People in one lobby (rules.md section 2)."""


def open_lobby(  # noqa: PLR0913 - all that a lobby is opened with
    place: Place, host: Person, rules: Rules, *, invited: Sequence[UserId], secret: bytes, now: datetime
) -> Position:
    """A lobby with its host alone in it. `secret`: 32 random bytes; `invited`: who alone may come."""
    return Position(
        place=place,
        host=host.user,
        rules=rules,
        secret=secret,
        entries=(_entry(0, host),),
        invited=tuple(dict.fromkeys(user for user in invited if user != host.user)),
        status=Status.LOBBY,
        opened_at=now,
    )


def join(position: Position, person: Person) -> Position:
    """Somebody comes in. Raises LobbyOver, AlreadyJoined, NotInvited, LobbyFull."""
    _must_be_open(position)
    if position.entry_of(person.user):
        raise AlreadyJoined
    if position.invited and person.user not in position.invited:
        raise NotInvited
    if len(position.entries) >= MOST:
        raise LobbyFull
    return replace(position, entries=(*position.entries, _entry(len(position.entries), person)))


def leave(position: Position, user: UserId, now: datetime) -> Position:
    """Somebody goes; the host's part passes on, and with the last person the lobby closes.

    Raises LobbyOver, NotInMatch.
    """
    _must_be_open(position)
    if not position.entry_of(user):
        raise NotInMatch
    people = [entry for entry in position.entries if entry.who.user != user]
    users = [entry.who.user for entry in people if entry.who.user is not None]
    if not users:
        # Somebody invited who is there alone has accepted: whoever invited him left before him.
        withdrawn = position.invited and user not in position.invited
        return close(position, LobbyEnd.WITHDRAWN if withdrawn else LobbyEnd.LEFT, now)
    entries = tuple(
        replace(entry, who=replace(entry.who, number=JoinNumber(number)))
        for number, entry in enumerate(people)
    )
    return replace(position, entries=entries, host=position.host if position.host in users else users[0])


def decline(position: Position, user: UserId, now: datetime) -> Position:
    """Somebody invited will not come, so the lobby closes; who invited and declines leaves.

    Raises LobbyOver, NotInvited.
    """
    _must_be_open(position)
    if user not in position.invited:
        if position.entry_of(user):
            return leave(position, user, now)
        raise NotInvited
    return close(position, LobbyEnd.DECLINED, now)


def add_cpu(position: Position, user: UserId, level: CpuLevel) -> Position:
    """The host seats a CPU player, where a seat is free. Raises LobbyOver, NotHost, LobbyFull."""
    _must_be_open(position)
    _must_be_host(position, user)
    if len(position.entries) >= position.rules.seats:
        raise LobbyFull
    return _with_cpu(position, level)


def fill(position: Position, level: CpuLevel) -> Position:
    """CPU players take the free seats, except those kept for people who are invited."""
    for _ in range(position.rules.seats - len(position.entries) - len(position.invited)):
        position = _with_cpu(position, level)
    return position


def change_options(position: Position, user: UserId, options: Mapping[str, object]) -> Position:
    """The host plays by other options; those not named stay. Raises LobbyOver, NotHost, OptionError."""
    _must_be_open(position)
    _must_be_host(position, user)
    rules = position.rules
    return replace(position, rules=make_rules(rules.id, {**rules.changed(), **options}))


def reset_options(position: Position, user: UserId) -> Position:
    """The host goes back to the rule set's own options. Raises LobbyOver, NotHost."""
    _must_be_open(position)
    _must_be_host(position, user)
    return replace(position, rules=make_rules(position.rules.id))


def start(position: Position, user: UserId, now: datetime) -> Position:
    """The host closes the lobby, the seed is fixed. Raises LobbyOver, NotHost, LobbyNotReady."""
    _must_be_open(position)
    _must_be_host(position, user)
    missing = position.rules.seats - len(position.entries)
    if missing > 0:
        raise LobbyNotReady(missing=missing)
    joins = [entry.join_id for entry in position.entries if entry.join_id is not None]
    game = begin(position.rules, len(position.entries), seed_of(position.secret, joins))
    return replace(position, status=Status.PLAYING, started_at=now, game=game)


def close(position: Position, why: LobbyEnd, now: datetime) -> Position:
    """The lobby ends without a match."""
    return replace(position, status=Status.CLOSED, lobby_end=why, ended_at=now)


def is_filled(position: Position) -> bool:
    """Whether the host may start."""
    return len(position.entries) >= position.rules.seats


def _must_be_open(position: Position) -> None:
    if position.status is not Status.LOBBY:
        raise LobbyOver


def _must_be_host(position: Position, user: UserId) -> None:
    if position.host != user:
        raise NotHost(host=position.host)


def _entry(number: int, person: Person) -> Entry:
    who = Participant(JoinNumber(number), person.name, user=person.user, locale=person.locale)
    return Entry(who, join_id=person.join_id)


def _with_cpu(position: Position, level: CpuLevel) -> Position:
    """One more CPU player. Its name is for the words to make: level and number say which it is."""
    number = JoinNumber(len(position.entries))
    return replace(position, entries=(*position.entries, Entry(Participant(number, level.value, cpu=level))))
