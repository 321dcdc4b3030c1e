"""Positions as views: what may be seen of a match now, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.fold import Game
from bot.play import waiting_for
from bot.position import ClockKind, Position
from bot.shuffles import commitment_of
from bot.views import (
    CpuLevel,
    LobbyView,
    MatchId,
    MatchView,
    Participant,
    Rest,
    SeatView,
    Status,
    Version,
    View,
)
from engine.actions import Phase, Player
from engine.cards.deck import format_cards
from engine.play.observation import observe


def view(match: MatchId, version: Version, position: Position) -> View:
    """What everybody concerned may see of a match."""
    return _lobby(match, version, position) if position.game is None else _match(match, version, position)


def _told_apart(position: Position) -> tuple[Participant, ...]:
    """The people by joining number; CPU players of one level are numbered: nothing else tells them apart."""
    people = [entry.who for entry in position.entries]
    for level in CpuLevel:
        twins = [number for number, one in enumerate(people) if one.cpu is level]
        if len(twins) > 1:
            for twin, number in enumerate(twins, start=1):
                people[number] = replace(people[number], twin=twin)
    return tuple(people)


def _lobby(match: MatchId, version: Version, position: Position) -> LobbyView:
    alarm = position.alarms.get(ClockKind.LOBBY)
    return LobbyView(
        match=match,
        version=version,
        place=position.place,
        status=position.status,
        host=position.host,
        rules=position.rules,
        people=_told_apart(position),
        invited=position.invited,
        secret_commitment=commitment_of(position.secret),
        expires_at=alarm.due_at if alarm else position.ended_at or position.opened_at,
        ended=position.lobby_end,
    )


def _match(match: MatchId, version: Version, position: Position) -> MatchView:
    game = position.game
    assert game is not None
    resting = game.rests and position.status is Status.PLAYING
    shown = _ends_shown(game)
    return MatchView(
        match=match,
        version=version,
        place=position.place,
        status=position.status,
        host=position.host,
        rules=position.rules,
        people=_told_apart(position),
        n=game.state.n,
        table=None if resting else observe(game.state, None),
        seats=_seats(position, game, resting=resting),
        events=game.shown_events(),
        made_by=game.shown_by(),
        ends=game.ends[:shown],
        rest=_rest(position, game) if resting else None,
        commitment=None if resting else game.shuffles.commitment(game.state.deal_number),
        secret_commitment=commitment_of(position.secret),
        deadline=_deadline(position),
        scores=_scores(game, resting=resting),
        verdict=position.verdict,
        reveal=_reveal(position, game, shown),
    )


def _seats(position: Position, game: Game, *, resting: bool) -> tuple[SeatView, ...]:
    """By table number."""
    people = _told_apart(position)
    return tuple(
        SeatView(
            Player(player),
            people[number],
            None if resting else observe(game.state, Player(player)),
        )
        for player, number in enumerate(game.state.order or ())
    )


def _rest(position: Position, game: Game) -> Rest:
    alarm = position.alarms.get(ClockKind.REST)
    return Rest(
        end=game.ends[game.ends_shown],
        number=game.ends_shown,
        more=len(game.ends) - game.ends_shown - 1,
        agreed=game.agreed | {entry.who.number for entry in position.entries if entry.who.cpu},
        waiting_for=waiting_for(position),
        until=alarm.due_at if alarm else None,
    )


def _ends_shown(game: Game) -> int:
    """How many ends may be shown: the one that is rested at too, and all when the match is over."""
    return game.ends_shown + 1 if game.rests else len(game.ends)


def _deadline(position: Position) -> datetime | None:
    """When the match goes on by itself."""
    for kind in (ClockKind.REST, ClockKind.DRAW, ClockKind.CUT):
        if kind in position.alarms:
            return position.alarms[kind].due_at
    return None


def _scores(game: Game, *, resting: bool) -> tuple[int, ...]:
    """By table number, kobiki and ginmi of the shown end included."""
    if not resting:
        return game.state.scores
    end = game.ends[game.ends_shown]
    parts = [end.scores, end.kobiki[1] if end.kobiki else None, end.ginmi]
    return tuple(map(sum, zip(*(part for part in parts if part is not None), strict=True)))


def _reveal(position: Position, game: Game, shown: int) -> Mapping[str, str]:
    """Salts and decks of the seat draw and of every deal shown to its end; at last seed and secret."""
    finished = position.status is not Status.PLAYING
    numbers = [0] if game.state.phase is not Phase.SEATS or finished else []
    numbers += [end.deal for end in game.ends[:shown]]
    if finished:
        numbers = list(range(game.state.deal_number + 1))
    found = {}
    for number in numbers:
        found[f"salt.{number}"] = game.shuffles.salt(number)
        found[f"deck.{number}"] = format_cards(game.shuffles.deck(number))
    if finished:
        found["seed"] = game.shuffles.seed.hex()
        found["secret"] = position.secret.hex()
    return found
