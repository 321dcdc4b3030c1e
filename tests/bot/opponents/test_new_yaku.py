"""The house rule that the engine's page adds as its example, in a copy of the sources: who judges goes on."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.papers import ROOT

pytestmark = pytest.mark.outside
PACKAGES = ("engine", "bot", "images")
STORY = """
import random
from bot import opponents
from bot.match.vocabulary import CpuPlayer
from bot.opponents import hard
from bot.opponents.review import review
from engine.play.observation import observe
from engine.record.match_record import parse, replay
from engine.rules.options import make_rules
from tests.bot.opponents.observations import walk
from tests.support.builders import play_random

for kusa in (False, True):
    match = play_random(make_rules("classic", {"months": 3, "kusa": kusa}), 5)
    record = parse(match.record())
    assert all(len(each.decisions) for each in review(record).players)
    for step, action in zip(replay(record), record.actions):
        seen = observe(step.state, action.player)
        if hard.values(seen):
            for cpu in (CpuPlayer.HARD, CpuPlayer.MASTER):
                assert opponents.choose(cpu, seen) in seen.legal
            break
print("played")
"""
EDITS: dict[str, list[tuple[str, str | None]]] = {
    "engine/rules/rule_sets.py": [
        (r"(class Options:\n.*?\n\n)", r"\1    kusa: bool\n"),
        (r"(defaults=Options\(\n)", None),
    ],
    "engine/rules/options.py": [
        (
            r"(\n        _spec\(\"rain_sanko\")",
            r'\n        _spec("kusa", OptionKind.SWITCH, _ON_OFF, RuleSetId.CLASSIC),\1',
        )
    ],
    "engine/rules/yaku.py": [
        (
            r"    Yaku\(_Y\.KUSA, _all\(\"NRZ\"\), _in\(__, __, __, 5\)\),",
            '    Yaku(_Y.KUSA, _all("NRZ"), _in(5, __, __, 5), only=Setting("kusa", True)),',
        )
    ],
}


def test_who_judges_goes_on_with_the_yaku_of_the_pages_example(tmp_path: Path) -> None:
    """*Hard*, *master* and the review play and judge classic, the option off and on: no input has moved."""
    page = (ROOT / "engine/README.md").read_text(encoding="utf-8")
    field, row = '_spec("kusa", OptionKind.SWITCH, _ON_OFF, RuleSetId.CLASSIC)', 'only=Setting("kusa", True))'
    assert field in page and row in page, "the page has another example"
    for package in (*PACKAGES, "tests/support", "tests/bot/opponents"):
        ignored = shutil.ignore_patterns("__pycache__", "sprites", "sandbox", "svg")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    for path, edits in EDITS.items():
        text = (tmp_path / path).read_text(encoding="utf-8")
        for pattern, new in edits:
            found = _with_defaults(text) if new is None else re.subn(pattern, new, text, flags=re.DOTALL)
            text, times = found
            assert times == (3 if new is None else 1), pattern
        (tmp_path / path).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", STORY], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert done.stdout == "played\n", done.stderr


def _with_defaults(text: str) -> tuple[str, int]:
    """Give each rule set the option's value: on in sannin, off in the others; league has classic's."""
    values = iter(["False", "False", "True"])
    return re.subn(r"Options\(\n", lambda found: f"{found.group()}        kusa={next(values)},\n", text)
