"""The lanes make the whole between them, and what a test costs is told."""

from __future__ import annotations

from pathlib import Path

from tests.support.costs import Cost, table, warnings

ROOT = Path(__file__).resolve().parent.parent


def test_the_lanes_make_the_whole() -> None:
    """`.ci/run` runs the outside part, then README's command; a workflow runs the rest every night."""
    script, nightly = (ROOT / ".ci/run").read_text(), (ROOT / ".github/workflows/nightly.yml").read_text()
    assert "-m pytest -m 'outside and not long'" in script
    assert "-m 'not outside and not long'" in (ROOT / "pyproject.toml").read_text()
    assert script.index("outside and not long") < script.index("readme_commands.py tests")
    assert "-m pytest -m long" in nightly


def test_readmes_command_runs_on_the_newest_libraries() -> None:
    """The command alone makes its environment, so that ranges are tested as well as the lock."""
    script = (ROOT / ".ci/run").read_text()
    before = script[: script.index('eval "$(python3 tests/readme_commands.py tests)"')]
    assert ".venv/bin" not in before
    assert before.rstrip().splitlines()[-1] == "rm -rf .venv"


def test_costs_are_told_by_folder() -> None:
    """The costliest folder comes first; those beyond the table's length in one line."""
    costs = {f"tests/bot/f{number:02}/test_a.py::test_b[{number}]": Cost(number) for number in range(15)}
    first, second, *_, last = table(costs)
    assert first.split() == ["seconds", "of", "a", "core", "tests", "folder"]
    assert second.split() == ["14.0", "1", "tests/bot/f14"]
    assert last.split() == ["3.0", "3", "the", "others"]


def test_a_costly_test_without_a_marker_is_named() -> None:
    """Each lane has its measure; nothing is too long for the last one."""
    costs = {
        "cheap": Cost(1.0),
        "dear": Cost(9.0),
        "known": Cost(9.0, lane="outside"),
        "dearer": Cost(90.0, lane="outside"),
        "long": Cost(900.0, lane="long"),
    }
    assert list(warnings(costs)) == [
        "costly: 9.0 s of a core, dear: make it smaller, or mark it `outside`",
        "costly: 90.0 s of a core, dearer: make it smaller, or mark it `long`",
    ]
