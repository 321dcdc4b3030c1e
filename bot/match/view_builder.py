"""Views and records of hosted matches: what may be seen of one now, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.config import Settings
from bot.errors import MatchNotOver
from bot.ids import MatchId
from bot.match import absence, draw_row, secret_round, turn_time
from bot.match.hosted_match import DeadlineKind, Entry, HostedMatch, resuming
from bot.match.moves import waiting_for
from bot.match.progress import Progress
from bot.match.series import standing
from bot.match.shuffles import commitment_of
from bot.match.views import (
    ClockTimes,
    LobbyView,
    MatchView,
    Rest,
    Reveal,
    RevealedDeck,
    SeatView,
    TurnTime,
    View,
)
from bot.match.vocabulary import Character, JoinNumber, Participant, Status, Version
from engine.cards.deck import format_cards
from engine.play.events import Drawn, Event, Seated
from engine.play.observation import Observation, observe
from engine.play.state import MatchState
from engine.record import match_record
from engine.record.match_record import Proof
from engine.rules.actions import Phase, Player
from engine.rules.month_end import MonthEnd
from engine.version import Version as RecordVersion


def build_view(match: MatchId, version: Version, hosted: HostedMatch, settings: Settings) -> View:
    """The view of a match. `version` must be higher than that of the view before."""
    if hosted.progress is None:
        return _lobby(match, version, hosted, settings)
    since = hosted.started_at or hosted.opened_at
    return replace(
        _match(match, version, hosted, settings),
        since=since,
        ended_at=hosted.ended_at,
        line=hosted.line,
        taken=_taken(hosted, hosted.progress),
        arena=hosted.arena,
    )


def told_apart(entries: Iterable[Entry]) -> tuple[Participant, ...]:
    """The people by joining number; CPU players of one name are numbered, which tells them apart."""
    people = [entry.who for entry in entries]
    for character in Character:
        twins = [number for number, one in enumerate(people) if one.cpu and one.cpu.character is character]
        if len(twins) > 1:
            for twin, number in enumerate(twins, start=1):
                people[number] = replace(people[number], twin=twin)
    return tuple(people)


def _lobby(match: MatchId, version: Version, hosted: HostedMatch, settings: Settings) -> LobbyView:
    deadline = hosted.deadlines.get(DeadlineKind.LOBBY)
    return LobbyView(
        match=match,
        version=version,
        place=hosted.place,
        status=hosted.status,
        host=hosted.host,
        rules=hosted.rules,
        people=told_apart(hosted.entries),
        invited=hosted.invited,
        secret_commitment=commitment_of(hosted.secret),
        expires_at=deadline.due_at if deadline else hosted.ended_at or hosted.opened_at,
        clock=hosted.clock,
        times=ClockTimes.of(settings),
        ended=hosted.lobby_end,
        invited_names=hosted.invited_names,
        since=hosted.opened_at,
        rated=hosted.rated,
        line=hosted.line,
        sealed=hosted.sealed,
        series=standing(hosted),
        arena=hosted.arena,
    )


def _match(match: MatchId, version: Version, hosted: HostedMatch, settings: Settings) -> MatchView:
    progress = hosted.begun
    draws = hosted.live and hosted.shows_draw
    withheld = progress.rests and hosted.status is Status.PLAYING
    shown = 0 if draws else _ends_shown(progress)
    return MatchView(
        *(match, version, hosted.place, hosted.status, hosted.host, hosted.rules),
        people=told_apart(hosted.entries),
        n=progress.state.n,
        public=_public(hosted, draws=draws, withheld=withheld),
        seats=_seats(hosted, progress, settings, withheld=withheld),
        events=_of_the_draw(progress) if draws and withheld else _events(hosted, progress),
        told=() if withheld else progress.told,
        last_turn=progress.last_turns[shown - 1] if shown else (),
        made_by=progress.shown_by(),
        ends=progress.ends[:shown],
        rest=_rest(hosted, progress) if withheld and not draws else None,
        commitment=_commitment(progress, draws=draws, withheld=withheld),
        secret_commitment=commitment_of(hosted.secret),
        deadline=_deadline(hosted),
        clock=hosted.clock,
        turn_time=_turn_time(hosted, settings),
        no_result=hosted.no_result,
        sole_player=hosted.playing[0].who.user if hosted.alone and hosted.live else None,
        set_aside=hosted.set_aside_at is not None,
        binds_nobody=hosted.live and hosted.binds_nobody,
        rated=hosted.rated,
        all_have_played=hosted.all_have_played,
        wishes=hosted.wishes,
        ends_at=_ends_at(hosted),
        scores=_scores(progress, shown, withheld=withheld),
        verdict=hosted.verdict,
        reveal=_reveal(hosted, progress, progress.ends[:shown]),
        shows_draw=draws,
        draw_seen=progress.draw_seen and settings.drawn_seconds > 0 and not hosted.alone,
        series=standing(hosted),
        called_back=_called_back(hosted),
        at_stake=hosted.arena is not None or len(hosted.playing) > 1,
    )


def _taken(hosted: HostedMatch, progress: Progress) -> tuple[tuple[int, ...], ...]:
    """Return the places of the cards that each has drawn, by joining number; nothing where there was no
    choice.
    """
    if progress.shuffles.version is RecordVersion.JOINS:
        return ()
    return draw_row.taken_places(progress.actions, len(hosted.entries))


def _seats(
    hosted: HostedMatch, progress: Progress, settings: Settings, *, withheld: bool
) -> tuple[SeatView, ...]:
    """Return the views of the seats, by table number."""
    people = told_apart(hosted.entries)
    return tuple(
        SeatView(
            Player(player),
            people[number],
            None if withheld else _observed(hosted, Player(player)),
            away=hosted.status is not Status.OVER and hosted.entries[number].away,
            stand_in=hosted.entries[number].stand_in,
            bank=turn_time.bank_of(hosted, hosted.entries[number], settings),
        )
        for player, number in enumerate(progress.state.order or ())
    )


def _public(hosted: HostedMatch, *, draws: bool, withheld: bool) -> Observation | None:
    """Return the public view; while the table is withheld nothing, or the draw if that is looked at."""
    if not withheld:
        return _observed(hosted, None)
    return _only_the_draw(hosted.begun.state) if draws else None


def _only_the_draw(state: MatchState) -> Observation:
    """Return the seat draw, as if the deal that has ended since had yet to be laid on the table."""
    return Observation(
        rules=state.rules,
        viewer=None,
        n=state.n,
        phase=Phase.PLAY,
        question=None,
        to_move=(),
        legal=(),
        month=1,
        months=state.rules.months,
        deal=1,
        dealer=Player(0),
        order=state.order,
        participants=state.participants,
        drawn=state.draw.drawn,
        draw_round=state.draw_round,
        scores=(0,) * state.rules.seats,
    )


def _of_the_draw(progress: Progress) -> tuple[Event, ...]:
    """The events of the draw that is looked at, without the deal that has ended since."""
    return tuple(event for event in progress.latest if isinstance(event, Drawn | Seated))


def _observed(hosted: HostedMatch, viewer: Player | None) -> Observation:
    """Return the viewer's observation, with the places as they count, and without secret answers."""
    seen = secret_round.as_shown(hosted, observe(hosted.begun.state, viewer))
    return replace(seen, ranking=absence.places(hosted)) if seen.ranking else seen


def _events(hosted: HostedMatch, progress: Progress) -> tuple[Event, ...]:
    """Return the events of the latest action that may be told, with the places as they count."""
    places = absence.places(hosted) if progress.finished else None
    return absence.as_counted(progress.shown_events(), places)


def _turn_time(hosted: HostedMatch, settings: Settings) -> TurnTime | None:
    """The time of the player to move, as far as it runs."""
    deadline = hosted.deadlines.get(DeadlineKind.TURN)
    asked = turn_time.on_clock(hosted)
    if deadline is None or not asked or turn_time.goes_on_late(hosted):
        return None
    bank = turn_time.bank_in_turn(hosted, settings)
    turn = timedelta(seconds=turn_time.turn_seconds(hosted, settings))
    return TurnTime(deadline.due_at, deadline.due_at - bank, turn + bank)


def _called_back(hosted: HostedMatch) -> tuple[Participant, ...]:
    """Return the people for whom a match that rests waits, once somebody has woken it."""
    woken = hosted.sleeps and resuming(hosted.wishes)
    return tuple(entry.who for entry in hosted.awaited_back) if woken else ()


def _ends_at(hosted: HostedMatch) -> datetime | None:
    """Return the time when a match ends that nobody goes on with: it rests, or its people are warned."""
    if (unresumed := hosted.deadlines.get(DeadlineKind.UNRESUMED)) is not None:
        return unresumed.due_at
    warning, end = hosted.deadlines.get(DeadlineKind.WARN), hosted.deadlines.get(DeadlineKind.IDLE)
    return end.due_at if warning and end and warning.due_at > end.due_at else None


def _rest(hosted: HostedMatch, progress: Progress) -> Rest:
    deadline = hosted.deadlines.get(DeadlineKind.REST)
    return Rest(
        end=progress.ends[progress.ends_shown],
        number=progress.ends_shown,
        more=len(progress.ends) - progress.ends_shown - 1,
        agreed=progress.agreed | _cpu_players(hosted),
        waiting_for=waiting_for(hosted),
        until=deadline.due_at if deadline else None,
    )


def _cpu_players(hosted: HostedMatch) -> frozenset[JoinNumber]:
    """The seats in which a CPU player sits, for somebody absent too: it always goes on."""
    return frozenset(entry.who.number for entry in hosted.entries if entry.who.cpu or entry.stand_in)


def _ends_shown(progress: Progress) -> int:
    """Return the number of ends that may be shown: the one of the present rest too, and all when the match is
    over.
    """
    return progress.ends_shown + 1 if progress.rests else len(progress.ends)


def _deadline(hosted: HostedMatch) -> datetime | None:
    """Return the time when the match goes on by itself."""
    for kind in (DeadlineKind.REST, DeadlineKind.DRAW, DeadlineKind.CUT, DeadlineKind.READY):
        if kind in hosted.deadlines:
            return hosted.deadlines[kind].due_at
    return None


def _commitment(progress: Progress, *, draws: bool, withheld: bool) -> str | None:
    """Return the commitment of the deck in play; the first one while the draw is looked at, none during a
    rest.
    """
    if withheld and not draws:
        return None
    return progress.shuffles.commitment(1 if draws else progress.state.deal_number)


def _scores(progress: Progress, shown: int, *, withheld: bool) -> tuple[int, ...]:
    """Return the scores by table number, kobiki and ginmi of the last of the `shown` ends included."""
    if not withheld:
        return progress.state.scores
    return progress.ends[shown - 1].standing if shown else (0,) * progress.state.rules.seats


def _reveal(hosted: HostedMatch, progress: Progress, shown: tuple[MonthEnd, ...]) -> Reveal:
    """Salts and decks of the seat draw and of every deal shown to its end; at last seed and secret."""
    finished, shuffles = hosted.status is not Status.PLAYING, progress.shuffles
    numbers = [0] if progress.state.phase is not Phase.SEATS else []
    numbers += [end.deal for end in shown]
    if finished:
        numbers = list(range(progress.state.deal_number + 1))
    return Reveal(
        {
            each: RevealedDeck(shuffles.salt(each).hex(), format_cards(shuffles.deck(each)))
            for each in numbers
        },
        seed=shuffles.seed.hex() if finished else None,
        secret=hosted.secret.hex() if finished else None,
    )


def build_record(hosted: HostedMatch) -> dict[str, Any]:
    """The record of a match with all that `verify` checks. Raises MatchNotOver while cards are secret."""
    progress = hosted.progress
    if progress is None or hosted.live:
        raise MatchNotOver
    shuffles, numbers = progress.shuffles, range(progress.state.deal_number + 1)
    proof = Proof(
        seed=shuffles.seed,
        commitments=tuple(shuffles.commitment(each) for each in numbers),
        salts=tuple(shuffles.salt(each) for each in numbers),
        secret=hosted.secret,
        secret_commitment=commitment_of(hosted.secret),
        joins=_joins(hosted) if hosted.version is RecordVersion.JOINS else None,
        message=hosted.line.message if hosted.line else None,
    )
    seat_deck, *decks = (shuffles.deck(each) for each in numbers)
    return match_record.write(
        *(hosted.rules, seat_deck, decks, progress.actions),
        participants=len(hosted.entries),
        proof=proof,
        version=hosted.version,
    )


def _joins(hosted: HostedMatch) -> tuple[int, ...]:
    """The join ids of the people of a match of version 1, ascending."""
    return tuple(sorted(entry.join_id for entry in hosted.entries if entry.join_id is not None))
