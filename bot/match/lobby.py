"""The lobby of a match: who may come, go and start. Pure: each function is a step, see `Step`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from bot.errors import (
    AlreadyJoined,
    LobbyFull,
    LobbyNotReady,
    LobbyOver,
    NotHost,
    NotInMatch,
    NotInvited,
    SeatsPromised,
)
from bot.ids import ArenaId, UserId
from bot.match import moves, series
from bot.match.hosted_match import Change, Entry, HostedMatch
from bot.match.progress import begin
from bot.match.series import NEW, Continuation
from bot.match.shuffles import sealed_seed, seed_of
from bot.match.vocabulary import (
    CpuPlayer,
    JoinNumber,
    LobbyEnd,
    MatchClock,
    Occasion,
    Participant,
    Person,
    Place,
    Refusal,
    SealingLine,
    Status,
    Strength,
)
from engine.rules.options import OPTIONS, Rules, make_rules
from engine.rules.rule_sets import MOST_PARTICIPANTS, RuleSetId

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
    cpu: CpuPlayer | None = None,
    strength: Strength | None = None,
    clock: MatchClock = MatchClock.LIVE,
    rated: bool = True,
    follows: Continuation = NEW,
) -> Change:
    """A lobby with its host in it. `secret`: 32 random bytes; `invited`: who alone may come, and `names`.

    `follows`: how long the series is, and what of it the match is to carry on. With `cpu` CPU players take
    the seats that no invited person is awaited for; if that fills them the match starts as soon as its secret
    is sealed. `strength`: that to which they mix levels.
    """
    hosted = HostedMatch(
        place=place,
        host=host.user,
        rules=rules,
        secret=secret,
        entries=(_entry(0, host, follows.wins.get(host.user)),),
        invited=tuple(dict.fromkeys(user for user in invited if user != host.user)),
        invited_names=dict(names),
        status=Status.LOBBY,
        opened_at=now,
        clock=clock,
        rated=rated,
        best_of=follows.best_of,
        carried=follows.carried,
        invited_wins=follows.wins,
    )
    if cpu is not None:
        hosted = _with_cpus(hosted, cpu, _free_for_cpus(hosted), follows.cpu_wins, strength)
    return Change(hosted, Occasion.OPENED)


def open_arena_match(  # noqa: PLR0913 - all that a match is opened with
    arena: ArenaId,
    place: Place,
    people: Sequence[Participant],
    rules: Rules,
    *,
    secret: bytes,
    now: datetime,
    cpu: CpuPlayer | None = None,
    rated: bool = True,
) -> Change:
    """Open a match of an arena, with all its people in it; it begins as soon as its secret is sealed.

    The first of the people counts as its host. With `cpu` CPU players take the seats that are left.
    """
    host = people[0].user
    assert host is not None, "a CPU player opens no match"
    entries = _numbered([Entry(who) for who in people])
    hosted = HostedMatch(
        place=place,
        host=host,
        rules=rules,
        secret=secret,
        entries=entries,
        invited=(),
        status=Status.LOBBY,
        opened_at=now,
        clock=MatchClock.LIVE,
        rated=rated,
        arena=arena,
    )
    if cpu is not None:
        hosted = _with_cpus(hosted, cpu, _free_for_cpus(hosted))
    return Change(hosted, Occasion.OPENED)


def seal(hosted: HostedMatch, line: SealingLine, now: datetime) -> Change | Refusal:
    """The line with the commitment of the secret stands: the lobby may be seen.

    One that is filled with CPU players, or to which all who are invited have come, begins at once. So does
    one of an arena.
    """
    if refusal := _not_to_seal(hosted):
        return refusal
    sealed = replace(hosted, line=line)
    if is_filled(sealed) and (sealed.arena is not None or is_solo(sealed)):
        return _begun(sealed, now)
    return _begun_if_complete(Change(sealed, Occasion.OPENED), now)


def reseal(hosted: HostedMatch, secret: bytes) -> Change | Refusal:
    """A new secret (32 random bytes) for a lobby whose old one may stand in a line that nobody knows of."""
    return _not_to_seal(hosted) or Change(replace(hosted, secret=secret), Occasion.OPENED)


def give_up(hosted: HostedMatch, now: datetime) -> Change | Refusal:
    """No line can be posted, so there is no match. Nobody has seen the lobby, nobody need be told."""
    return _not_to_seal(hosted) or Change(
        replace(hosted, status=Status.CLOSED, ended_at=now), Occasion.CLOSED
    )


def join(hosted: HostedMatch, person: Person, now: datetime) -> Change:
    """A person joins the lobby; where all seats are taken, one of a CPU player is theirs.

    Once everybody who is invited has come the match begins, if its seats are filled.
    Raises LobbyOver, AlreadyJoined, NotInvited, LobbyFull.
    """
    _must_be_open(hosted)
    if hosted.entry_of(person.user):
        raise AlreadyJoined
    if hosted.invited and person.user not in hosted.invited:
        raise NotInvited
    there = _without_cpu(hosted.entries) if is_filled(hosted) else hosted.entries
    if len(there) >= MOST_PARTICIPANTS:
        raise LobbyFull
    wins = hosted.invited_wins.get(person.user)
    entries = _numbered((*there, _entry(len(there), person, wins)))
    # With two people there the first one joined before this was noted.
    alone = sum(entry.who.user is not None for entry in hosted.entries) == 1
    found_at = now if alone and hosted.found_at is None else hosted.found_at
    joined = replace(hosted, entries=entries, found_at=found_at)
    return _begun_if_complete(Change(joined, Occasion.JOINED), now)


def leave(hosted: HostedMatch, user: UserId, now: datetime) -> Change:
    """A person leaves the lobby: another one becomes its host; with the last person it closes.

    CPU players that suit a host leave with them. A lobby of an arena closes at once. Raises LobbyOver,
    NotInMatch.
    """
    if hosted.status is not Status.LOBBY:
        raise LobbyOver
    if not hosted.entry_of(user):
        raise NotInMatch
    if hosted.arena is not None:
        return close(hosted, LobbyEnd.LEFT, now)
    people = [entry for entry in hosted.entries if entry.who.user != user]
    users = [entry.who.user for entry in people if entry.who.user is not None]
    if not users:
        # An invited person who is there alone has accepted: the inviter left before them.
        withdrawn = hosted.invited and user not in hosted.invited
        return close(hosted, LobbyEnd.WITHDRAWN if withdrawn else LobbyEnd.LEFT, now)
    if hosted.host in users:
        return Change(replace(hosted, entries=_numbered(people)), Occasion.LEFT)
    entries = _numbered(_suiting_nobody(people))
    return Change(replace(hosted, entries=entries, host=users[0]), Occasion.LEFT)


def decline(hosted: HostedMatch, user: UserId, now: datetime) -> Change:
    """An invited person will not come, so the lobby closes; an inviter who declines leaves.

    What is left of the invitations says who declined.

    Raises LobbyOver, NotInvited.
    """
    _must_be_open(hosted)
    if user not in hosted.invited:
        if hosted.entry_of(user):
            return leave(hosted, user, now)
        raise NotInvited
    return close(replace(hosted, invited=(user,)), LobbyEnd.DECLINED, now)


def play_cpu(
    hosted: HostedMatch, user: UserId, cpu: CpuPlayer, now: datetime, strength: Strength | None = None
) -> Change:
    """The host plays against equal CPU players; `strength`: that to which they mix levels.

    Alone they do so at once: all other seats are filled. Where others are there, or are
    awaited, one more CPU player takes a free seat. Raises LobbyOver, NotHost, LobbyFull.
    """
    _must_be_hosts(hosted, user)
    if is_solo(hosted):
        mine = tuple(entry for entry in hosted.entries if entry.who.user is not None)
        bare = replace(hosted, entries=_numbered(mine))
        return start(_with_cpus(bare, cpu, _free_for_cpus(bare), strength=strength), user, now)
    if _free_for_cpus(hosted) < 1:
        raise LobbyFull
    more = _with_cpus(hosted, cpu, 1, strength=strength)
    return _begun_if_complete(Change(more, Occasion.JOINED), now)


def send_cpu_away(hosted: HostedMatch, user: UserId, cpu: CpuPlayer) -> Change | Refusal:
    """The host sends a CPU player away, whose seat is free then. Raises LobbyOver, NotHost."""
    _must_be_hosts(hosted, user)
    entries = _without_cpu(hosted.entries, cpu)
    if entries == hosted.entries:
        return Refusal.UNCHANGED
    return Change(replace(hosted, entries=_numbered(entries)), Occasion.LEFT)


def change_options(
    hosted: HostedMatch, user: UserId, options: Mapping[str, object], rule_set: RuleSetId | None = None
) -> Change | Refusal:
    """The host plays by other options; those not named stay.

    Options that were chosen for a `rule_set` are stale where another one is played by now. Raises LobbyOver,
    NotHost, OptionError.
    """
    _must_be_hosts(hosted, user)
    if rule_set not in {None, hosted.rules.id}:
        return Refusal.STALE
    return _with_rules(hosted, make_rules(hosted.rules.id, {**hosted.rules.changed(), **options}))


def reset_options(hosted: HostedMatch, user: UserId) -> Change | Refusal:
    """The host goes back to the rule set's own options; the length stays. Raises LobbyOver, NotHost."""
    _must_be_hosts(hosted, user)
    return _with_rules(hosted, make_rules(hosted.rules.id, {"months": hosted.rules.months}))


def change_rules(hosted: HostedMatch, user: UserId, rules: Rules) -> Change | Refusal:
    """The host plays by another rule set, as long as before if that offers such a length.

    CPU players without a seat leave, and those that suit the host by the rules before. Raises LobbyOver,
    NotHost, and SeatsPromised for a rule set with fewer seats than are promised to those who are invited.
    """
    _must_be_hosts(hosted, user)
    if rules.id is hosted.rules.id:
        return Refusal.UNCHANGED
    if rules.seats < hosted.rules.seats and len(hosted.invited) >= rules.seats:
        raise SeatsPromised(rules.seats, len(hosted.invited) + 1)
    if hosted.rules.months in OPTIONS["months"].allowed(rules.id):
        rules = make_rules(rules.id, {**rules.changed(), "months": hosted.rules.months})
    entries = _suiting_nobody(hosted.entries)
    promised = len(_awaited(hosted))
    while len(entries) + promised > rules.seats and (fewer := _without_cpu(entries)) != entries:
        entries = fewer
    # Only arrivals begin a match: a host who chooses rules goes on choosing.
    return Change(replace(hosted, rules=rules, entries=_numbered(entries)), Occasion.RULES)


def set_clock(hosted: HostedMatch, user: UserId, clock: MatchClock) -> Change | Refusal:
    """The host chooses how much time there is for a turn. Raises LobbyOver, NotHost."""
    _must_be_hosts(hosted, user)
    if clock is hosted.clock:
        return Refusal.UNCHANGED
    return Change(replace(hosted, clock=clock), Occasion.RULES)


def set_best_of(hosted: HostedMatch, user: UserId, best_of: int | None) -> Change | Refusal:
    """The host chooses how many matches the series has (`series.LENGTHS`), None: as many as people like.

    A series goes on if its own length is chosen again. Raises LobbyOver, NotHost.
    """
    _must_be_hosts(hosted, user)
    if best_of == hosted.best_of:
        return Refusal.UNCHANGED
    return Change(replace(hosted, best_of=best_of), Occasion.RULES)


def start(hosted: HostedMatch, user: UserId, now: datetime) -> Change:
    """The host closes the lobby, the seed is fixed. Raises LobbyOver, NotHost, LobbyNotReady."""
    _must_be_hosts(hosted, user)
    missing = hosted.rules.seats - len(hosted.entries)
    if missing > 0 or not hosted.sealed:
        raise LobbyNotReady(max(0, missing))
    return _begun(hosted, now)


def _begun(hosted: HostedMatch, now: datetime) -> Change:
    """Return the match of a lobby that is filled and sealed; the seed is fixed.

    Where one person plays CPU players nobody is to be protected from anybody, and in the thread of an arena
    nobody is there yet to choose a card: the first of the row are drawn.
    """
    progress = begin(hosted.rules, len(hosted.entries), _seed(hosted), hosted.version)
    after = replace(series.begun(hosted), status=Status.PLAYING, started_at=now, progress=progress)
    if hosted.arena is None and not is_solo(hosted):
        return Change(after, Occasion.STARTED)
    change = moves.draw_seats(after, now)
    seen = replace(change.after.begun, draw_seen=is_solo(hosted))  # nobody waits to look at it
    return replace(change, after=replace(change.after, progress=seen), occasion=Occasion.STARTED)


def close(hosted: HostedMatch, why: LobbyEnd, now: datetime) -> Change:
    """The lobby ends without a match, `why` says through what."""
    return Change(replace(hosted, status=Status.CLOSED, lobby_end=why, ended_at=now), Occasion.CLOSED)


def is_filled(hosted: HostedMatch) -> bool:
    """Whether the seats are filled, so that the host may start."""
    return len(hosted.entries) >= hosted.rules.seats


def is_solo(hosted: HostedMatch) -> bool:
    """Whether one person is there and nobody is awaited: against CPU players they begin at once."""
    people = [entry.who.user for entry in hosted.entries if entry.who.user is not None]
    return len(people) == 1 and not _awaited(hosted)


def _not_to_seal(hosted: HostedMatch) -> Refusal | None:
    """Return the reason why a lobby is sealed no more: it is, or has closed meanwhile."""
    if hosted.status is not Status.LOBBY:
        return Refusal.OVER
    return Refusal.UNCHANGED if hosted.sealed else None


def _seed(hosted: HostedMatch) -> bytes:
    """The seed of a lobby that is sealed (32 bytes)."""
    if hosted.line is not None:
        return sealed_seed(hosted.secret, hosted.line.message)
    return seed_of(hosted.secret, [entry.join_id for entry in hosted.entries if entry.join_id is not None])


def _awaited(hosted: HostedMatch) -> tuple[UserId, ...]:
    """Return the invited who have not come yet."""
    return tuple(user for user in hosted.invited if hosted.entry_of(user) is None)


def _free_for_cpus(hosted: HostedMatch) -> int:
    """Return the number of seats that nobody has taken and nobody is awaited for."""
    return hosted.rules.seats - len(hosted.entries) - len(_awaited(hosted))


def _begun_if_complete(change: Change, now: datetime) -> Change:
    """The match begun if all who are invited have come and the seats are filled: nobody need press Start."""
    hosted = change.after
    if not hosted.sealed or not hosted.invited or _awaited(hosted) or not is_filled(hosted):
        return change
    return start(hosted, hosted.host, now)


def _must_be_open(hosted: HostedMatch) -> None:
    """Raises LobbyOver, also for a match of an arena: its people are there, and nobody changes its rules."""
    if hosted.status is not Status.LOBBY or hosted.arena is not None:
        raise LobbyOver


def _must_be_hosts(hosted: HostedMatch, user: UserId) -> None:
    """Raises LobbyOver, or NotHost where this lobby is somebody else's."""
    _must_be_open(hosted)
    if hosted.host != user:
        raise NotHost(hosted.host)


def _entry(number: int, person: Person, wins: int | None) -> Entry:
    who = Participant(JoinNumber(number), person.name, user=person.user, locale=person.locale)
    return Entry(who, join_id=person.join_id, wins=wins)


def _with_cpus(
    hosted: HostedMatch,
    cpu: CpuPlayer,
    count: int,
    wins: Sequence[int] = (),
    strength: Strength | None = None,
) -> HostedMatch:
    """Return the match with `count` more CPU players; the words make their names from player and number.

    `wins`: those of the first ones in the series that is carried on.
    """
    first = len(hosted.entries)
    more = (
        Entry(Participant(JoinNumber(first + n), cpu.value, cpu=cpu, strength=strength), wins=won)
        for n, won in enumerate([*wins, *[None] * count][:count])
    )
    return replace(hosted, entries=(*hosted.entries, *more))


def _without_cpu(entries: tuple[Entry, ...], cpu: CpuPlayer | None = None) -> tuple[Entry, ...]:
    """Return the entries without the last CPU player, or without the last `cpu`; all if there is none."""
    wanted = [cpu] if cpu is not None else list(CpuPlayer)
    last = max((n for n, entry in enumerate(entries) if entry.who.cpu in wanted), default=None)
    return entries if last is None else entries[:last] + entries[last + 1 :]


def _suiting_nobody(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries without CPU players that mix levels: that suits one host by one rule set."""
    return tuple(entry for entry in entries if entry.who.strength is None)


def _numbered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries with joining numbers from 0 in their order."""
    return tuple(
        replace(entry, who=replace(entry.who, number=JoinNumber(number)))
        for number, entry in enumerate(entries)
    )


def _with_rules(hosted: HostedMatch, rules: Rules) -> Change | Refusal:
    if rules == hosted.rules:
        return Refusal.UNCHANGED
    return Change(replace(hosted, rules=rules), Occasion.RULES)
