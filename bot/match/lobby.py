"""The lobby of a match: who may come, go and start. Pure: each function is a step, see `Step`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from bot.errors import AlreadyJoined, LobbyFull, LobbyNotReady, LobbyOver, NotHost, NotInMatch, NotInvited
from bot.match import moves
from bot.match.hosted_match import Change, Entry, HostedMatch
from bot.match.progress import begin
from bot.match.shuffles import seed_of
from bot.match.vocabulary import (
    CpuLevel,
    JoinNumber,
    LobbyEnd,
    MatchClock,
    Occasion,
    Participant,
    Person,
    Place,
    Refusal,
    Status,
    UserId,
)
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import MOST_PARTICIPANTS

NOBODY_NAMED: Mapping[UserId, str] = MappingProxyType({})


def open_lobby(  # noqa: PLR0913 - all that a lobby is opened with
    place: Place,
    host: Person,
    rules: Rules,
    *,
    secret: bytes,
    now: datetime,
    invited: Sequence[UserId] = (),
    names: Mapping[UserId, str] = NOBODY_NAMED,
    cpu: CpuLevel | None = None,
    clock: MatchClock = MatchClock.LIVE,
    rated: bool = True,
) -> Change:
    """A lobby with its host in it. `secret`: 32 random bytes; `invited`: who alone may come, and `names`.

    With `cpu` CPU players take the seats that no invited person is awaited for; if that fills them the match
    starts at once, its seat draw made.
    """
    hosted = HostedMatch(
        place=place,
        host=host.user,
        rules=rules,
        secret=secret,
        entries=(_entry(0, host),),
        invited=tuple(dict.fromkeys(user for user in invited if user != host.user)),
        invited_names=dict(names),
        status=Status.LOBBY,
        opened_at=now,
        clock=clock,
        rated=rated,
    )
    if cpu is not None:
        for _ in range(rules.seats - len(hosted.entries) - len(hosted.invited)):
            hosted = _with_cpu(hosted, cpu)
        if is_filled(hosted):
            return replace(
                moves.draw_seats(start(hosted, host.user, now).after, now), occasion=Occasion.STARTED
            )
    return Change(hosted, Occasion.OPENED)


def join(hosted: HostedMatch, person: Person) -> Change:
    """A person joins the lobby. Raises LobbyOver, AlreadyJoined, NotInvited, LobbyFull."""
    _must_be_open(hosted)
    if hosted.entry_of(person.user):
        raise AlreadyJoined
    if hosted.invited and person.user not in hosted.invited:
        raise NotInvited
    if len(hosted.entries) >= MOST_PARTICIPANTS:
        raise LobbyFull
    entries = (*hosted.entries, _entry(len(hosted.entries), person))
    return Change(replace(hosted, entries=entries), Occasion.JOINED)


def leave(hosted: HostedMatch, user: UserId, now: datetime) -> Change:
    """A person leaves the lobby: another one becomes its host; with the last person it closes.

    Raises LobbyOver, NotInMatch.
    """
    _must_be_open(hosted)
    if not hosted.entry_of(user):
        raise NotInMatch
    people = [entry for entry in hosted.entries if entry.who.user != user]
    users = [entry.who.user for entry in people if entry.who.user is not None]
    if not users:
        # An invited person who is there alone has accepted: whoever invited them left before them.
        withdrawn = hosted.invited and user not in hosted.invited
        return close(hosted, LobbyEnd.WITHDRAWN if withdrawn else LobbyEnd.LEFT, now)
    entries = tuple(
        replace(entry, who=replace(entry.who, number=JoinNumber(number)))
        for number, entry in enumerate(people)
    )
    host = hosted.host if hosted.host in users else users[0]
    return Change(replace(hosted, entries=entries, host=host), Occasion.LEFT)


def decline(hosted: HostedMatch, user: UserId, now: datetime) -> Change:
    """An invited person will not come, so the lobby closes; whoever invited and declines leaves.

    What is left of the invitations says who declined.

    Raises LobbyOver, NotInvited.
    """
    _must_be_open(hosted)
    if user not in hosted.invited:
        if hosted.entry_of(user):
            return leave(hosted, user, now)
        raise NotInvited
    return close(replace(hosted, invited=(user,)), LobbyEnd.DECLINED, now)


def add_cpu(hosted: HostedMatch, user: UserId, level: CpuLevel) -> Change:
    """The host seats a CPU player, where a seat is free. Raises LobbyOver, NotHost, LobbyFull."""
    _must_be_hosts(hosted, user)
    if is_filled(hosted):
        raise LobbyFull
    return Change(_with_cpu(hosted, level), Occasion.JOINED)


def change_options(hosted: HostedMatch, user: UserId, options: Mapping[str, object]) -> Change | Refusal:
    """The host plays by other options; those not named stay. Raises LobbyOver, NotHost, OptionError."""
    _must_be_hosts(hosted, user)
    return _with_rules(hosted, make_rules(hosted.rules.id, {**hosted.rules.changed(), **options}))


def reset_options(hosted: HostedMatch, user: UserId) -> Change | Refusal:
    """The host goes back to the rule set's own options. Raises LobbyOver, NotHost."""
    _must_be_hosts(hosted, user)
    return _with_rules(hosted, make_rules(hosted.rules.id))


def set_clock(hosted: HostedMatch, user: UserId, clock: MatchClock) -> Change | Refusal:
    """The host chooses how much time there is for a turn. Raises LobbyOver, NotHost."""
    _must_be_hosts(hosted, user)
    if clock is hosted.clock:
        return Refusal.UNCHANGED
    return Change(replace(hosted, clock=clock), Occasion.RULES)


def start(hosted: HostedMatch, user: UserId, now: datetime) -> Change:
    """The host closes the lobby, the seed is fixed. Raises LobbyOver, NotHost, LobbyNotReady."""
    _must_be_hosts(hosted, user)
    missing = hosted.rules.seats - len(hosted.entries)
    if missing > 0:
        raise LobbyNotReady(missing)
    joins = [entry.join_id for entry in hosted.entries if entry.join_id is not None]
    progress = begin(hosted.rules, len(hosted.entries), seed_of(hosted.secret, joins))
    after = replace(hosted, status=Status.PLAYING, started_at=now, progress=progress)
    return Change(after, Occasion.STARTED)


def close(hosted: HostedMatch, why: LobbyEnd, now: datetime) -> Change:
    """The lobby ends without a match, `why` says through what."""
    return Change(replace(hosted, status=Status.CLOSED, lobby_end=why, ended_at=now), Occasion.CLOSED)


def is_filled(hosted: HostedMatch) -> bool:
    """Whether the seats are filled, so that the host may start."""
    return len(hosted.entries) >= hosted.rules.seats


def _must_be_open(hosted: HostedMatch) -> None:
    if hosted.status is not Status.LOBBY:
        raise LobbyOver


def _must_be_hosts(hosted: HostedMatch, user: UserId) -> None:
    """Raises LobbyOver, or NotHost where this lobby is somebody else's."""
    _must_be_open(hosted)
    if hosted.host != user:
        raise NotHost(hosted.host)


def _entry(number: int, person: Person) -> Entry:
    who = Participant(JoinNumber(number), person.name, user=person.user, locale=person.locale)
    return Entry(who, join_id=person.join_id)


def _with_cpu(hosted: HostedMatch, level: CpuLevel) -> HostedMatch:
    """The match with one more CPU player. Its name is for the words to make, from level and number."""
    number = JoinNumber(len(hosted.entries))
    return replace(hosted, entries=(*hosted.entries, Entry(Participant(number, level.value, cpu=level))))


def _with_rules(hosted: HostedMatch, rules: Rules) -> Change | Refusal:
    if rules == hosted.rules:
        return Refusal.UNCHANGED
    return Change(replace(hosted, rules=rules), Occasion.RULES)
