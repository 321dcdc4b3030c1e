"""Views of random matches for the tests of words and scenes: real moments, played by seeded chance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, lru_cache

from bot.i18n import Languages, Words
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match import moves, view_builder
from bot.match.finished import Replay, replay
from bot.match.hosted_match import Entry, HostedMatch
from bot.match.progress import Progress, begin
from bot.match.views import LobbyView, MatchView, SeatView
from bot.match.vocabulary import CpuPlayer, JoinNumber, MatchClock, Participant, Place, Status, Version
from bot.screens.public import screen_of
from engine.play.legal import legal_moves, to_move
from engine.record.match_record import parse
from engine.rules.actions import Action, Phase
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from engine.version import Version as RecordVersion
from images.scene.common import Scene
from tests.support.builders import play_random, random_rules
from tests.support.manager_fixture import quick
from tests.support.random_walks import Walked, walk

NOW = datetime(2030, 1, 1, tzinfo=UTC)
SETTINGS = quick(live_turn_seconds=120)
PLACE = Place(GuildId(1), ChannelId(2), "en")
SHORT_NAMES = ("Sakura", "Kenta", "Midori", "Haruka", "Zoe", "Taro", "Hana", "Ichiro")
LONG_NAMES = tuple(f"{letter}_*long*_name~with`marks`|{'x' * 40}" for letter in "ABCDEFGH")
"""Longer than Discord allows, full of markdown."""
LANGUAGES = Languages.load()
EVERY: tuple[Words, ...] = tuple(LANGUAGES)
ENGLISH, JAPANESE = LANGUAGES.pick("en"), LANGUAGES.pick("ja")


def tables(count: int) -> list[Scene]:
    """Different tables of one match."""
    found: list[Scene] = []
    for view in walk(RuleSetId.CLASSIC, 11):
        scene = screen_of(view).scene(ENGLISH)
        if scene not in found:
            found.append(scene)
        if len(found) == count:
            break
    return found


def people(count: int, names: tuple[str, ...] = SHORT_NAMES, *, cpus: int = 0) -> tuple[Participant, ...]:
    """Participants, the last ones CPU players."""
    users = [Participant(JoinNumber(n), names[n], user=UserId(100 + n)) for n in range(count - cpus)]
    played = [Participant(JoinNumber(n), "", cpu=CpuPlayer.NORMAL) for n in range(count - cpus, count)]
    return (*users, *played)


def hosted(rules: Rules, everybody: tuple[Participant, ...], progress: Progress | None = None) -> HostedMatch:
    """A hosted match of these people, in their seats; a lobby where there is no progress."""
    made = HostedMatch(
        place=PLACE,
        host=UserId(100),
        rules=rules,
        secret=bytes(32),
        entries=tuple(Entry(one) for one in everybody),
        invited=(),
        status=Status.LOBBY if progress is None else Status.OVER if progress.finished else Status.PLAYING,
        opened_at=NOW,
        progress=progress,
        clock=MatchClock.LIVE,
    )
    return made if progress is None else moves.seated(made)


def lobby(rules: Rules, everybody: tuple[Participant, ...]) -> LobbyView:
    """The lobby of these people."""
    seen = view_builder.build_view(MatchId(1), Version(1), hosted(rules, everybody), SETTINGS)
    assert isinstance(seen, LobbyView)
    return seen


def matches(
    rules: Rules,
    seed: int,
    *,
    count: int | None = None,
    names: tuple[str, ...] = SHORT_NAMES,
    koikoi: float = 0.5,
) -> Iterator[MatchView]:
    """Every view of a match between random players, rests included, to its end."""
    return iter(_walked(rules, seed, count, names, koikoi))


@lru_cache(maxsize=12)
def _walked(rules: Rules, seed: int, count: int | None, names: tuple[str, ...], koikoi: float) -> Walked:
    """Keep one match for one test in every language; they follow each other, so that few are kept."""
    return Walked(_views(rules, seed, count, names, koikoi))


def _views(
    rules: Rules, seed: int, count: int | None, names: tuple[str, ...], koikoi: float
) -> Iterator[MatchView]:
    everybody = people(count or rules.seats, names)
    for progress in course(rules, seed, count=len(everybody), koikoi=koikoi):
        seen = view_builder.build_view(MatchId(1), Version(1), hosted(rules, everybody, progress), quick())
        assert isinstance(seen, MatchView)
        yield seen


def course(rules: Rules, seed: int, *, count: int | None = None, koikoi: float = 0.5) -> Iterator[Progress]:
    """Play a match as seen from inside, action by action and rest by rest."""
    chance = random.Random(seed)
    progress = begin(rules, count or rules.seats, seed.to_bytes(32, "big"), RecordVersion.CHOICES)
    while True:
        yield progress
        if progress.finished:
            return
        if progress.rests:
            progress = progress.shown(progress.ends_shown + 1, frozenset())
            continue
        player = chance.choice(to_move(progress.state))
        moves = legal_moves(progress.state, player)
        decides = progress.state.phase is Phase.DECIDE
        move = moves[int(chance.random() < koikoi)] if decides else chance.choice(moves)
        progress = progress.after(Action(player, move))


def blindfolded(view: MatchView, but: SeatView | None = None) -> MatchView:
    """Return the view without the observations of the seats (but one): what nobody else may use."""
    seats = tuple(
        seat if but is not None and seat.player == but.player else replace(seat, observation=None)
        for seat in view.seats
    )
    return replace(view, seats=seats)


def options(rules: Rules) -> Mapping[str, object]:
    """Return the changed options of these rules."""
    return rules.changed()


@cache
def replayed(rule_set: RuleSetId, seed: int, names: tuple[str, ...] = SHORT_NAMES) -> Replay:
    """The replay of a random match of three months, with a watcher in the draw."""
    rules = random_rules(random.Random(seed), rule_set, months=3)
    match = play_random(rules, seed, participants=rules.seats + 1, koikoi=0.7)
    return replay(parse(match.record()), people(match.participants, names))
