"""Deals as most of them are, for tests of what happens at a table whose deal is none of their business.

In one deal of six somebody has a hand yaku, four of a month lie on the field, or a yaku can be made with the
first card: three of a month on the field and the fourth in a hand. A CPU takes it and stops, and players who
wait for their hand wait for nothing. Such months have tests of their own; crash runs, the fuzz test and the
soak deal as chance does. Every test of the run deals the same calm decks in its own process, whatever the
secrets are: who presses first, and so which numbers a seed is made of, is as the machine has it. A test that
means chance is marked `dealt_by_chance`. Whose bot is a process of its own begins with a prepared match.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import pytest

from bot import opponents
from bot.match.vocabulary import Character, CpuPlayer
from bot.opponents import background
from bot.opponents.background import begin
from engine.cards.deck import Deck
from engine.errors import TooFewDecks
from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.state import DeckSource, MatchState, new_match
from engine.record import shuffle
from engine.rules.actions import Action, Cut, Draw, Move, Phase, Ready
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from engine.version import Version
from tests.support.builders import deck_source

TURNS = 2
"""The turns in which nobody has a yaku, whatever they play."""
CALM = (257, 1931, 632, 1971, 706, 1760)
"""Decks that are ordinary under every rule set, by number: of 3,000 those in which a yaku came last, over
500 courses of play by chance and by CPU players, under each rule set.
"""
CALM_TURNS = 6
"""The turns of a calm deck in which nobody has made a yaku."""
SEATS = 0
"""A deck whose first eight cards are of eight months: nobody draws for a seat twice."""
RULES = tuple(make_rules(each) for each in RuleSetId)
BEGINNING: Mapping[Phase, Move] = {Phase.SEATS: Draw(), Phase.CUT: Cut(0), Phase.READY: Ready()}
_by_chance, _seed_from, _seed_of_message, _later = (
    shuffle.deck,
    shuffle.seed_from,
    shuffle.seed_of_message,
    shuffle.key_of_later_decks,
)
_ORDINARY = b"ordinary"
"""The beginning of a key that was made of a match's secret in a test of ordinary deals.

Problems, lessons and records bring a seed of their own. Also another process sees what a stored seed deals.
"""


def _marked(key: bytes) -> bytes:
    return _ORDINARY + key[len(_ORDINARY) :]


def _seed(secret: bytes, joins: Iterable[str | int]) -> bytes:
    return _marked(_seed_from(secret, joins))


def _sealed_seed(secret: bytes, message: int) -> bytes:
    return _marked(_seed_of_message(secret, message))


def _later_key(seed: bytes, draws: str) -> bytes:
    key = _later(seed, draws)
    return _marked(key) if seed.startswith(_ORDINARY) else key


def _deck(key: bytes, k: int, version: Version = Version.JOINS) -> Deck:
    return calm_deck(k) if key.startswith(_ORDINARY) else _by_chance(key, k, version)


_CALM: Mapping[str, object] = {
    "seed_from": _seed,
    "seed_of_message": _sealed_seed,
    "key_of_later_decks": _later_key,
    "deck": _deck,
}
"""The functions of `shuffle` by which ordinary months are dealt."""


def calm_deck(k: int) -> Deck:
    """The deck of deal k, or of the draw for the seats."""
    return _numbered(CALM[(k - 1) % len(CALM)] if k else SEATS)


@functools.cache
def _numbered(number: int) -> Deck:
    return _by_chance(hashlib.sha256(f"calm/{number}".encode()).digest(), 1)


def is_ordinary(rules: Rules, deck: Deck) -> bool:
    """Whether a month of these rules begins, and goes on for some turns whatever is played."""
    decks = deck_source([deck])
    state = new_match(rules, deck, rules.seats)
    try:
        while state.phase in BEGINNING:
            if state.phase is Phase.READY and any(
                len(legal_moves(state, each)) > 1 for each in to_move(state)
            ):
                return False
            state = apply(state, Action(to_move(state)[0], BEGINNING[state.phase]), decks).state
        return _goes_on(state, TURNS, decks)
    except TooFewDecks:  # the month has ended
        return False


def _goes_on(state: MatchState, turns: int, decks: DeckSource) -> bool:
    """Whether nobody can make a yaku in these turns. Raises TooFewDecks where the month ends."""
    if state.phase is Phase.DECIDE:
        return False
    if not turns:
        return True
    player = to_move(state)[0]
    steps = [apply(state, Action(player, move), decks) for move in legal_moves(state, player)]
    return all(_goes_on(each.state, turns - (each.state.phase is not Phase.FLIP), decks) for each in steps)


@contextmanager
def ordinary_deals() -> Iterator[None]:
    """Let this process deal calm decks and call even-tempered CPU players.

    Its process for work in the background deals them as well, lest it find no match in the records. A bot
    that is a process of its own deals by its secrets, as ever.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opponents, "by_chance", lambda level: CpuPlayer.of(level, Character.EVEN))
        patch.setattr(background, "begin", begin_calmly)
        for name, calm in _CALM.items():
            patch.setattr(shuffle, name, calm)
        yield


@contextmanager
def deals_by_chance() -> Iterator[None]:
    """Let this process deal by its secrets for a while, also in a test of ordinary deals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffle, "seed_from", _seed_from)
        patch.setattr(shuffle, "seed_of_message", _seed_of_message)
        yield


def begin_calmly(nice: int) -> None:
    """Begin a process for work in the background that deals calm decks."""
    begin(nice)
    vars(shuffle).update(_CALM)
