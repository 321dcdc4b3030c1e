"""Whole matches that began with presses on places of the seat draw: what the bot writes of them verifies."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ids import ChannelId, UserId
from bot.match import moves
from bot.match.draw_row import PLACES, free_places, taken_places
from bot.match.hosted_match import Change, HostedMatch
from bot.match.progress import begin
from bot.match.shuffles import sealed_seed
from bot.match.view_builder import build_record
from bot.match.vocabulary import SealingLine, Status
from engine.play.legal import legal_moves, to_move
from engine.record import match_record
from engine.record.verify import verdict
from engine.rules.actions import Action, Phase
from engine.rules.options import Rules, make_rules
from engine.version import Version
from tests.support.wording_views import NOW, hosted, people

pytestmark = pytest.mark.dealt_by_chance  # a shuffle is proved again

MONTHS = 3
SEEN: Counter[str] = Counter()
"""The contents of the examples."""


def drawn(match: HostedMatch, chance: random.Random) -> HostedMatch:
    """The match after its seat draw: everybody presses some place, a gap as well."""
    while match.begun.state.phase is Phase.SEATS:
        state, place = match.begun.state, chance.randrange(PLACES)
        free = free_places(taken_places(match.begun.actions, len(match.entries)), state.draw_round)
        SEEN["gap pressed"] += place not in free
        SEEN["further round"] += state.draw_round > 1
        user = UserId(100 + chance.choice(to_move(state)))
        change = moves.draw(match, user, state.draw_round, NOW, place)
        assert isinstance(change, Change)
        match = change.after
    return match


def played(match: HostedMatch, chance: random.Random, most: int) -> HostedMatch:
    """The match after some more actions, or at its end."""
    progress = match.begun
    for _ in range(most):
        if progress.over:
            SEEN["played to its end"] += 1
            break
        player = chance.choice(to_move(progress.state))
        progress = progress.after(Action(player, chance.choice(legal_moves(progress.state, player))))
    return replace(match, progress=progress, status=Status.OVER if progress.over else Status.ABORTED)


@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**64),
    rule_set=st.sampled_from(["league", "classic", "ishokai", "sannin"]),
    most=st.integers(0, 200),
)
def each_count_of_people(seed: int, rule_set: str, most: int) -> None:
    """A match of as many people as may draw, each from other decks."""
    rules = make_rules(rule_set, {"months": MONTHS})
    for count in range(rules.seats, 9):
        whole_record_verifies(random.Random(f"{seed}/{count}"), rules, count, most)


def whole_record_verifies(chance: random.Random, rules: Rules, count: int, most: int) -> None:
    """The chain is whole, wherever the match ended; the actions can be played again from the decks."""
    secret, message = chance.randbytes(32), chance.randrange(1, 2**63)
    progress = begin(rules, count, sealed_seed(secret, message), Version.CHOICES)
    match = hosted(rules, people(count), progress)
    match = replace(match, secret=secret, line=SealingLine(message, ChannelId(1)))
    written = build_record(played(drawn(match, chance), chance, most))
    record = match_record.loads(json.dumps(written))
    assert verdict(record).whole
    *_, last = match_record.replay(record)
    assert last.state.order is not None
    deck = written["decks"][0]
    forged = {**written, "decks": [deck[1:] + deck[:1], *written["decks"][1:]]}
    assert verdict(match_record.parse(forged)).wrong


@pytest.mark.outside
def test_what_the_bot_writes_of_any_seat_draw_verifies() -> None:
    """With 2 to 8 people, further rounds, presses on gaps, matches that ended early and at their end."""
    SEEN.clear()
    each_count_of_people()
    assert SEEN["gap pressed"] and SEEN["further round"] and SEEN["played to its end"]
