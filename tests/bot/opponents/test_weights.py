"""The weights that are shipped: the ones of the log beside them, and a player that decides by them alone."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest
import structlog

from bot import opponents
from bot.errors import WeightsUnfit
from bot.match.vocabulary import CpuPlayer
from bot.opponents import hard, judge, network
from bot.opponents.features import layout_of
from bot.opponents.network import HEADER, MIDDLE, ONE, Network, Weights, fitted, pack, unpack
from bot.opponents.train.course import COURSES, MEAN_MONTHS, MORE, TRACES
from engine.cards.deck import DECK
from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.observation import observe
from engine.play.state import new_match
from engine.rules.actions import Action, Declare, Phase, Ready
from engine.rules.options import make_rules
from engine.rules.presets import NAMES
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from tests.bot.opponents.observations import walk
from tests.support.builders import SeededDecks
from tests.support.waiting import MOST_SECONDS

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "bot" / "opponents" / "weights"


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_the_weights_are_those_of_their_log(rule_set: RuleSetId) -> None:
    """The log of the training ends with the file's sha256; the file has the inputs of today's features."""
    data = (FOLDER / f"{rule_set}.net").read_bytes()
    log = (FOLDER / f"{rule_set}.log").read_text(encoding="utf-8").splitlines()
    assert log[-1] == f"sha256 {hashlib.sha256(data).hexdigest()}"
    weights = unpack(data)
    assert len(weights.first) - 1 == layout_of(rule_set, RULE_SETS[rule_set].seats).size
    assert pack(weights) == data


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_the_weights_are_those_that_the_command_learns(rule_set: RuleSetId) -> None:
    """The log has the courses and mean of `python -m bot.opponents.train`, then what `--more` has added."""
    log = (FOLDER / f"{rule_set}.log").read_text(encoding="utf-8").splitlines()
    heads = [line.split(" in chunks of ")[0] for line in log if line.startswith(rule_set)]
    wanted = [
        f"{rule_set}-{seed}: a course of {months} months with lambda {trace}"
        for seed, (months, trace) in enumerate(zip(COURSES[rule_set], cycle(TRACES), strict=False), 1)
    ]
    if len(wanted) > 1:
        wanted.append(f"{rule_set}-mean: {MEAN_MONTHS[rule_set]} months of the courses' mean")
    more, courses = MORE.get(rule_set, (0, 0))
    for seed in range(1, courses + 1):
        wanted.append(f"{rule_set}-more-{seed}: a course of {more} months with lambda {TRACES[0]}")
    assert heads == wanted


def test_every_file_of_weights_is_used() -> None:
    """A file of weights and a log for each rule set, a table of months for each preset too; nothing else."""
    assert {path.name for path in FOLDER.iterdir()} == {
        *(f"{name}.{kind}" for name in RuleSetId for kind in ("net", "log")),
        *(f"{name}.json" for name in NAMES),
    }


def test_a_file_that_is_none_is_refused() -> None:
    """Cut short, or of another kind."""
    data = (FOLDER / "classic.net").read_bytes()
    nameless = data[: HEADER.size] + bytes(len(data) - HEADER.size)
    for wrong in (data[:-1], b"x" + data[1:], b"", data[:40], nameless):
        with pytest.raises(WeightsUnfit, match="no file of weights"):
            unpack(wrong)


def test_inputs_are_found_by_name() -> None:
    """An input that the weights do not know counts nothing; one that is gone is passed over."""
    weights = Weights(10, 1, ((1,), (2,), (3,), (9,)), (1,), 0, "classic", [("a", 1), ("b", 2)])
    found = fitted(weights, RuleSetId.CLASSIC, [("b", 2), ("new", 1), ("a", 1)])
    assert [*map(tuple, found.first)] == [(2,), (3,), (0,), (1,), (9,)]
    assert [*map(tuple, fitted(weights, RuleSetId.CLASSIC, [("b", 2)]).first)] == [(2,), (3,), (9,)]
    with pytest.raises(WeightsUnfit, match="input b has 3 places now, 2 in the file of weights"):
        fitted(weights, RuleSetId.CLASSIC, [("a", 1), ("b", 3)])
    with pytest.raises(WeightsUnfit, match="weights of classic, not of league"):
        fitted(weights, RuleSetId.LEAGUE, weights.names)


@pytest.mark.parametrize("rule_set", list(RuleSetId))
@pytest.mark.parametrize("broken", [b"", b"KOINET and nothing else"])
def test_weights_that_cannot_be_used_let_the_next_weaker_level_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule_set: RuleSetId, broken: bytes
) -> None:
    """The log says so once; what is judged by the network is refused with a sentence."""
    (tmp_path / f"{rule_set}.net").write_bytes(broken)
    monkeypatch.setattr(network, "WEIGHTS", tmp_path)
    network.read_once.cache_clear()
    judge._tools.cache_clear()
    try:
        with structlog.testing.capture_logs() as logged:
            for seen in walk(rule_set)[:4]:
                wanted = opponents.choose(CpuPlayer.NORMAL, seen)
                assert opponents.choose(CpuPlayer.HARD, seen) == wanted
                assert opponents.choose(CpuPlayer.MASTER, seen) == wanted
                with pytest.raises(WeightsUnfit):
                    hard.judge_of(seen)
        assert [each["log_level"] for each in logged] == ["error"]
    finally:
        network.read_once.cache_clear()
        judge._tools.cache_clear()


def test_a_value_is_the_sum_that_the_weights_say() -> None:
    """Negative sums of a hidden unit count as none, and no unit borrows from its neighbour."""
    weights = Weights(10, 512, ((-32768, 5, 7), (3, -32768, 2), (1, 1, -4)), (2, -3, 5), 11)
    network = Network(weights)
    for beside in (0, 0b01, 0b10, 0b11):
        base = network.base(network.nothing, beside)
        assert network.value(base, 0) == 11 + 2 - 3
        assert network.value(base, 0b01) == 11 - 3 * 6 + 5 * 3
        assert network.value(network.base(base, 0b10), 0b11) == 11 + 5 * 5
    assert network.worth(3) == 3 * ONE // 10


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_no_sum_leaves_its_lane(rule_set: RuleSetId) -> None:
    """Whatever inputs are active, and in whatever order they come: far more of them than a position has."""
    weights = unpack((FOLDER / f"{rule_set}.net").read_bytes())
    for unit, size in enumerate(weights.second):
        *rows, begin = [row[unit] * size for row in weights.first]
        added = sorted(rows)
        most = sum(each for each in added[-300:] if each > 0) + abs(begin)
        least = sum(each for each in added[:300] if each < 0) - abs(begin)
        assert max(most, -least) * ONE // weights.one**2 < MIDDLE


def test_a_weight_that_is_too_large_is_refused() -> None:
    """Rather than changing its neighbour."""
    with pytest.raises(OverflowError):
        Network(Weights(10, 1, ((32767,), (0,)), (32767,), 0))


def moves() -> list[str]:
    """Return the choices of players who judge by the weights."""
    return [
        str(opponents.choose(level, each))
        for level in (CpuPlayer.HARD, CpuPlayer.MASTER)
        for name in RuleSetId
        for each in walk(name)[:12]
    ]


@pytest.mark.outside
def test_equal_observations_give_equal_moves_in_a_new_process() -> None:
    """Nothing of a process, such as the seed of its hashes, has a part in a choice."""
    code = f"from {__name__} import moves; print(*moves(), sep='\\n')"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, timeout=MOST_SECONDS)
    assert done.stdout.splitlines() == moves()


def test_a_hand_yaku_is_declared() -> None:
    """In the secret round of sannin who may declare does, and nobody else."""
    decks = SeededDecks(1)
    state = new_match(make_rules("sannin"), decks(0))
    while state.phase is not Phase.READY:
        player = to_move(state)[0]
        # In the order of its cards the deck deals four of a month to one player.
        state = apply(state, Action(player, legal_moves(state, player)[0]), lambda number: DECK).state
    seen = [observe(state, player) for player in to_move(state)]
    chosen = [opponents.choose(CpuPlayer.HARD, each) for each in seen]
    assert Declare() in chosen
    assert chosen == [Declare() if Declare() in each.legal else Ready() for each in seen]
