"""Lanes: which tests run when. `tests/conftest.py` marks each test by the rules that stand here.

- `outside`: tests that need a PostgreSQL server or a browser, and those that start many processes (chaos).
- `quick`: the inner loop. These tests start nothing: no process, no bot beside the local Discord, no manager.
  Tests of each language are quick in English.
- README's second command runs every test that is not `outside`.

A test whose module starts nothing, and which still takes about a second of a core, says so itself:
`@pytest.mark.slow`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from bot.i18n import Words

ROOT = Path(__file__).resolve().parents[2]
COLLECTED = pytest.StashKey[dict[str, set[str]]]()
"""Every test that this process has collected, and the names of its marks."""
ORDINARY = "not outside"
"""The lane of README's second command, as `-m` takes it."""
_OUTSIDE_FOLDERS = ("tests/chaos/",)
_OUTSIDE_MARKS = re.compile(r"\bmark\.(outside|browser|postgresql|databases)\b")
_STARTING = re.compile(
    r"\b(\w*subprocess\w*|multiprocessing|ProcessPoolExecutor|sandbox_process|page_sandbox"
    r"|in_process_bot|running_service|RunningService)\b"
)
"""Words of modules that start something."""
_STARTING_FIXTURES = {"service"}
_IMPORTS = re.compile(r"^ *from (tests[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_HARMLESS = {
    ROOT / "tests/conftest.py",
    ROOT / "tests/support/lanes.py",
    ROOT / "tests/support/manager_fixture.py",
    ROOT / "tests/support/processes/databases.py",
    ROOT / "tests/support/sandbox/client.py",
}
"""Helpers that start something for those alone who ask; the question is asked of the test."""


def is_outside(item: pytest.Item) -> bool:
    """Return whether a test belongs to the part that needs a server, a browser or many processes."""
    return (
        any(item.get_closest_marker(name) for name in ("outside", "browser"))
        or item.nodeid.startswith(_OUTSIDE_FOLDERS)
        or (isinstance(item, pytest.Function) and _kind_of_database(item) == "postgresql")
    )


def is_quick(item: pytest.Item) -> bool:
    """Return whether a test belongs to the inner loop."""
    return not (
        is_outside(item)
        or item.get_closest_marker("slow")
        or (isinstance(item, pytest.Function) and (_begins_a_manager(item) or _in_another_language(item)))
        or starts_something(item.path)
    )


def may_have(lane: str, module: Path) -> bool:
    """Return whether a module can have tests of a lane: the others need no import."""
    if lane == "quick":
        return not starts_something(module)
    if lane == "outside":
        return module.relative_to(ROOT).as_posix().startswith(_OUTSIDE_FOLDERS) or bool(
            _OUTSIDE_MARKS.search(_text(module))
        )
    return True


def _begins_a_manager(item: pytest.Function) -> bool:
    return not _STARTING_FIXTURES.isdisjoint(item.fixturenames)


def _in_another_language(item: pytest.Function) -> bool:
    """Return whether this is the case of a language other than English."""
    parameters = _parameters(item)
    words = parameters.get("words")
    locale = words.locale if isinstance(words, Words) else parameters.get("locale", "en")
    return not str(locale).startswith("en")


def _kind_of_database(item: pytest.Function) -> object:
    return _parameters(item).get("kind_of_database")


def _parameters(item: pytest.Function) -> dict[str, object]:
    return item.callspec.params if hasattr(item, "callspec") else {}


@cache
def starts_something(module: Path) -> bool:
    """Return whether a module of tests, or a helper that it imports, names what starts something."""
    return any(_STARTING.search(_text(each)) for each in _reached(module))


def _reached(module: Path) -> set[Path]:
    """Return the module and the modules of `tests` that it imports, directly or not."""
    found, waiting = set[Path](), [module]
    while waiting:
        each = waiting.pop()
        if each not in found and each not in _HARMLESS:
            found.add(each)
            waiting += _imported(each)
    return found


@cache
def _imported(module: Path) -> tuple[Path, ...]:
    names = list[str]()
    for package, imported in _IMPORTS.findall(_text(module)):
        names += [package, *(f"{package}.{each}" for each in re.findall(r"\w+", imported))]
    files = [ROOT / f"{name.replace('.', '/')}.py" for name in names]
    return tuple(file for file in files if file.is_file())


@cache
def _text(module: Path) -> str:
    return module.read_text(encoding="utf-8")


def refuse(*_: object, **__: object) -> None:
    """Stand in for what starts a process. Raises AssertionError."""
    raise AssertionError("a quick test starts no process: mark it `slow`, or see tests/support/lanes.py")
