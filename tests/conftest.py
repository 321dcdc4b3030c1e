"""The fixtures of the whole test run: the lanes of tests ([page](README.md)), and what was left out.

What costs a run most is made once in a worker: the bot's processes are forked from a server that has imported
everything (`tests/support/processes/forked.py`); a scene is drawn once
(`tests/support/e2e/in_process_bot.py`); a random match is walked once for the languages and tests that follow
each other (`tests/support/random_walks.py`, `wording_views.py`). The long tests are handed out first.
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

# What is imported and collected lives as long as the run: to look through it for garbage finds none. Where
# Python is told to keep no bytecode, each worker and each child process would compile everything again.
gc.disable()
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

import pytest  # noqa: E402 - see above
from hypothesis import HealthCheck, settings  # noqa: E402

from bot.opponents import background  # noqa: E402
from bot.storage.database import transaction_pool  # noqa: E402
from tests.support import dealing  # noqa: E402
from tests.support.costs import Costs  # noqa: E402
from tests.support.processes import databases, in_memory  # noqa: E402

CHROMIUM = Path("/usr/bin/chromium")
FEW_COLLECTIONS = 20_000
"""The number of new values that brings a collection; with Python's own 700 a thirtieth of the run looks for
garbage.
"""
ORDINARY = "not outside and not long"
"""The lane of README's second command, as `-m` takes it."""
NAMED = {
    "outside and not long": ("outside", "browser", "postgresql", "databases"),
    "long": ("long",),
}
"""The markers of which a module names one if it has tests of a lane."""
LONG = ("tests/chaos/", "tests/cogs/e2e/", "tests/cogs/arenas/")
# How long an example takes says how much else the machine has to do.
settings.register_profile("koikoi", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("koikoi")
pytest_plugins = ["tests.support.next_revision", "tests.support.page_fixtures"]
REASON = f"needs Debian's chromium at {CHROMIUM} (apt-get install chromium)"


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: tests that wait for a process leave theirs to others."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Sets aside what collecting has made, which lives as long as the run: full collections skip it."""
    result = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(FEW_COLLECTIONS)
    gc.enable()
    return result


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over modules that name no marker of the lane that is wanted: to import them takes longest."""
    if (names := NAMED.get(config.option.markexpr)) is None or not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text(encoding="utf-8")
    return None if any(f"mark.{name}" in text for name in names) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long tests first, so that none begins when the others are done.

    A browser's test is outside, and left out where there is no browser.
    """
    items.sort(key=_is_short)
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker("outside")
            if not CHROMIUM.exists():
                item.add_marker(pytest.mark.skip(reason=REASON))


def _is_short(item: pytest.Item) -> bool:
    """Whether a test is neither in a browser nor of the folders where whole matches are played."""
    return not (item.get_closest_marker("browser") or item.nodeid.startswith(LONG))


@pytest.fixture(autouse=True)
def usual_rights() -> Iterator[None]:
    """Give new files the rights of a usual machine."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(autouse=True)
def patient_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A write in this process waits for its turn for as long as a busy machine may stand still."""
    monkeypatch.setattr(transaction_pool, "QUEUE_SECONDS", 120.0)


@pytest.fixture(autouse=True)
def work_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test waits for background work, which at its low priority hardly begins on a busy machine."""
    monkeypatch.setattr(background, "NICE", 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test and all its fixtures deal ordinary months, unless it asks for chance."""
    calm = not item.get_closest_marker("dealt_by_chance")
    with dealing.ordinary_deals() if calm else contextlib.nullcontext():
        return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """Gives the run its folders and a place for a PostgreSQL server, which the first who needs it starts."""
    if not hasattr(config, "workerinput"):
        place = contextlib.ExitStack()
        place.enter_context(in_memory.folders_in_memory())
        place.enter_context(databases.server_of_run())
        config.add_cleanup(place.close)
    lane = re.sub(r"\W+", "-", config.option.markexpr)
    config.pluginmanager.register(Costs(config.rootpath / f".pytest_cache/costs-{lane}.tsv"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each test of a module that is marked so on every kind of database: on PostgreSQL, outside."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    said = metafunc.definition.get_closest_marker("databases")
    further = pytest.mark.long if said and said.kwargs.get("long") else pytest.mark.outside
    on_server = pytest.param("postgresql", marks=further)
    if "postgresql" in marks:
        metafunc.parametrize("kind_of_database", [on_server], indirect=True)
    elif "databases" in marks and "sqlite" not in marks:
        metafunc.parametrize("kind_of_database", ["sqlite", on_server], indirect=True)


@pytest.fixture(autouse=True)
def kind_of_database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the kind of a test's databases, before anything else of it is made; leave it out without a
    server.
    """
    kind: str = getattr(request, "param", databases.KINDS[0])
    if kind == "postgresql" and databases.programs() is None:
        pytest.skip(databases.REASON)
    with databases.running_on(kind):
        yield kind


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was left out, so that nobody takes a green run for a whole one."""
    if config.option.markexpr == ORDINARY:
        terminalreporter.write_line(
            "not run: tests that need PostgreSQL, a browser or many seconds; "
            "`.venv/bin/python -m pytest -m 'outside or long'` runs them"
        )
    _tell_left_out(terminalreporter, "PostgreSQL", "on PostgreSQL", databases.REASON)
    _tell_left_out(terminalreporter, "chromium", "of the page in a browser", REASON)


def _tell_left_out(terminalreporter: pytest.TerminalReporter, word: str, what: str, why: str) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if left_out := [report for report in skipped if word in str(report.longrepr)]:
        terminalreporter.write_line(f"left out: {len(left_out)} tests {what}; {why}")
