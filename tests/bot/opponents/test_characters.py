"""Characters of CPU players: an even one plays by its level alone, a bold and a careful one lean apart."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache

import pytest

from bot import opponents
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.opponents import hard, master
from bot.opponents.characters import captures, given, lean
from bot.opponents.worth import denied
from engine.play.codes import CODES
from engine.play.legal import to_move
from engine.play.observation import Observation, observe
from engine.rules.actions import KoiKoi, Move, Phase, Play
from engine.rules.presets import named_rules, rules_name
from engine.rules.rule_sets import RuleSetId
from tests.bot.opponents.observations import walk
from tests.support.budgets import budgets
from tests.support.builders import play_random


@cache
def seen_by_movers(rules: str) -> tuple[Observation, ...]:
    """Return the observations of players with a choice, in months in which random players go on where they
    may.
    """
    states = [
        step.state
        for seed in range(12)
        for step in play_random(named_rules(rules_name(rules)), seed, koikoi=0.5).steps
    ]
    asked = [each for each in states if each.phase in {Phase.PLAY, Phase.FLIP, Phase.DECIDE}]
    seen = [observe(each, to_move(each)[0]) for each in asked]
    return tuple(each for each in seen if len(each.legal) > 1)


def of(level: CpuLevel, character: Character) -> CpuPlayer:
    """The CPU player of a level and a character."""
    (found,) = (each for each in CpuPlayer if (each.level, each.character) == (level, character))
    return found


def denying(seen: Observation, move: Move) -> float:
    """Points of others' hopes that a move takes, less those that it gives."""
    if not isinstance(move, Play):
        return 0.0
    cards = captures(seen, move)
    assert seen.viewer is not None
    if not cards:
        return -given(seen, move.card)
    return denied(seen.rules, seen.captured, seen.viewer, cards)


def test_each_level_has_each_character() -> None:
    """Twelve players; an even one is its level, as matches were stored before there were characters."""
    assert {(each.level, each.character) for each in CpuPlayer} == {
        (level, character) for level in CpuLevel for character in Character
    }
    for level in CpuLevel:
        assert of(level, Character.EVEN).value == level.value
    assert max(map(len, CpuPlayer)) <= 16  # the column of the database


@pytest.mark.parametrize(
    ("level", "digest"), [(CpuPlayer.EASY, "98e03b5519f9b0e4"), (CpuPlayer.NORMAL, "dfb8ccaa2f5d1ed8")]
)
def test_an_even_player_plays_as_before_there_were_characters(level: CpuPlayer, digest: str) -> None:
    """Move for move, where points count: the digest is of what these levels chose then."""
    seen = [replace(each, months=12) for rules in RuleSetId for each in walk(rules)]
    moves = [opponents.choose(level, each) for each in seen]
    assert hashlib.sha256(repr(moves).encode()).hexdigest()[:16] == digest


def test_an_even_hard_player_goes_by_the_network_alone() -> None:
    """The even player makes the move that the network values most; nothing leans."""
    for seen in seen_by_movers(RuleSetId.CLASSIC)[:60]:
        assert all(lean(seen, move, Character.EVEN) == 0 for move in seen.legal)
        if hard.without_judging(seen) is None:
            judge = hard.judge_of(seen)
            best = max(seen.legal, key=lambda move: judge.value(CODES[move]))
            assert opponents.choose(CpuPlayer.HARD, seen) == best


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let *master* search for a third of its time: that moves the counts below by three hundredths."""
    monkeypatch.setattr(master, "POSITIONS", {seats: most // 3 for seats, most in master.POSITIONS.items()})


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("level", list(CpuLevel))
@pytest.mark.parametrize("shares", budgets(4, 1))
def test_the_bold_say_koi_koi_more_often_and_the_careful_less(level: CpuLevel, shares: int) -> None:
    """Of the same moments; *easy* stops at once unless it is bold."""
    asked = [seen for rules in RuleSetId for seen in seen_by_movers(rules) if KoiKoi() in seen.legal]
    asked = asked[:: 3 * shares if level is CpuLevel.MASTER else shares]
    calls = {
        character: sum(opponents.choose(of(level, character), seen) == KoiKoi() for seen in asked)
        for character in Character
    }
    assert calls[Character.CAREFUL] <= calls[Character.EVEN] < calls[Character.BOLD]
    assert level is CpuLevel.EASY or calls[Character.CAREFUL] < calls[Character.EVEN]


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("level", list(CpuLevel))
@pytest.mark.parametrize("shares", budgets(4, 1))
def test_the_careful_deny_more_and_the_bold_less(level: CpuLevel, shares: int) -> None:
    """Of the same turns: what they take from others' hopes and give away. To *easy* denying is nothing."""
    turns = [seen for seen in seen_by_movers(RuleSetId.CLASSIC) if seen.phase is Phase.PLAY]
    turns = turns[: (120 if level is CpuLevel.MASTER else 800) // shares]
    kept = {
        character: sum(denying(seen, opponents.choose(of(level, character), seen)) for seen in turns)
        for character in Character
    }
    assert kept[Character.BOLD] <= kept[Character.EVEN] < kept[Character.CAREFUL]
    assert level is CpuLevel.EASY or kept[Character.BOLD] < kept[Character.EVEN]
