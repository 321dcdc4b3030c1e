"""The lanes are what they say: disjoint, whole between them, and quick everywhere."""

from __future__ import annotations

import os
import re

import pytest

from tests.support import lanes
from tests.support.durations import table

ROOT = lanes.ROOT


def test_no_quick_test_is_outside(pytestconfig: pytest.Config) -> None:
    """No test of the inner loop needs a server, a browser or many processes."""
    for name, marks in pytestconfig.stash[lanes.COLLECTED].items():
        assert not {"quick", "outside"} <= marks, name
        assert "outside" in marks or not marks & {"browser", "postgresql"}, name


def test_the_outside_part_and_the_ordinary_one_make_the_whole() -> None:
    """`.ci/run` runs what is outside, then README's command, whose lane is everything else."""
    script = (ROOT / ".ci/run").read_text()
    assert ".venv/bin/python -m pytest -m outside" in script
    assert f"-m '{lanes.ORDINARY}'" in (ROOT / "pyproject.toml").read_text()
    assert script.index("-m outside") < script.index("readme_commands.py")


def test_every_package_has_quick_tests() -> None:
    """The inner loop imports engine, images, cogs and each package of the bot, or stands in its mirror."""
    quick = {path for path in ROOT.glob("tests/**/test_*.py") if not lanes.starts_something(path)}
    imported = {
        each for path in quick for each in re.findall(r"^from ([\w.]+) import", path.read_text(), re.M)
    }
    packages = [
        "engine",
        "images",
        "cogs",
        *(f"bot.{path.parent.name}" for path in ROOT.glob("bot/*/__init__.py")),
    ]
    for package in packages:
        mirror = ROOT / "tests" / package.replace(".", "/")
        named = any(each == package or each.startswith(f"{package}.") for each in imported)
        assert named or any(path.is_relative_to(mirror) for path in quick), package


def test_a_module_that_starts_a_process_is_known() -> None:
    """The words of the module tell it, or those of a helper that it imports."""
    assert lanes.starts_something(ROOT / "tests/bot/storage/test_backup.py")
    assert lanes.starts_something(ROOT / "tests/cogs/e2e/test_e2e_match.py")
    assert not lanes.starts_something(ROOT / "tests/engine/rules/test_yaku.py")
    assert not lanes.starts_something(ROOT / "tests/bot/screens/test_table.py")


def test_a_quick_test_starts_no_process() -> None:
    """A call that would start one fails at once, and says why."""
    with pytest.raises(AssertionError, match="starts no process"):
        os.popen("true")


def test_durations_are_told_by_folder() -> None:
    """The slowest folder comes first; those beyond the table's length in one line."""
    seconds = {f"tests/bot/f{number:02}/test_a.py::test_b[{number}]": float(number) for number in range(15)}
    first, second, *_, last = table(seconds)
    assert first.split() == ["seconds", "tests", "folder"]
    assert second.split() == ["14.0", "1", "tests/bot/f14"]
    assert last.split() == ["3.0", "3", "the", "others"]
