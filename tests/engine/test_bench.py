"""The benchmark: that it measures and says what."""

from __future__ import annotations

import re

import pytest

from engine.__main__ import main
from engine.bench import Chance, play_applied, play_simulated, play_told
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS


@pytest.mark.outside
def test_bench_tells_both_paths_of_each_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    """The machine, then months a second on both paths, scoring calls and rebuilding for each rule set."""
    assert main(["bench", "--seconds", "0.01"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert re.match(r"\w+ 3\.\d+\.\d+, .+; one process", told[0])
    for rule_set in RULE_SETS:
        rows = [line.split()[1:] for line in told if line.split(" ")[0] == rule_set]
        months, scoring, rebuilding = [[float(each.replace(",", "")) for each in row] for row in rows]
        assert all(each > 0 for each in (*months, *scoring, *rebuilding))
        assert (len(months), len(scoring), len(rebuilding)) == (4, 2, 2)


@pytest.mark.parametrize("arguments", [["--rules", "poker"], ["--seconds", "-1"], ["--seconds", "soon"]])
def test_bench_refuses_in_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong option: one line and status 2."""
    assert main(["bench", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_random_play_plays_whole_matches(rule_set: str) -> None:
    """On every path a match of twelve months has at least twelve deals and more actions than that."""
    for play in (play_applied, play_told, play_simulated):
        months, actions = play(make_rules(rule_set), Chance(5))
        assert 12 <= months < actions
