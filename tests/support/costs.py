"""The cost of each test: a file with all costs, and at the end of a run a table and the tests that cost much.

Cost is processor time of the worker and of the processes that it has awaited: beside other work it stays what
it is, where seconds by the clock do not. It makes no run red.
"""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

SHOWN = 12
"""Folders that the table shows; the file has all tests."""
MOST = {"": 4.0, "outside": 25.0}
"""Seconds of a core that a test may cost without a word: of README's command, of the outside part."""
SENT = ("seconds of a core", "seconds by the clock")
"""The names of a cost in the report of a test's end."""
BEGAN = pytest.StashKey[tuple[float, float]]()


@dataclass(slots=True)
class Cost:
    """Seconds of a core and by the clock, of set-up, test and tear-down; and the lane."""

    core: float = 0.0
    clock: float = 0.0
    lane: str = ""


class Costs:
    """A plugin of every process: workers measure; the one that reports collects, and tells in the end."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._costs = defaultdict[str, Cost](Cost)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note when a test begins."""
        item.stash[BEGAN] = (_core(), time.monotonic())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the cost with the last report of a test."""
        report = yield
        if call.when == "teardown" and (began := item.stash.get(BEGAN, None)):
            spent = (_core() - began[0], time.monotonic() - began[1])
            report.user_properties += [(name, each) for name, each in zip(SENT, spent, strict=True)]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the cost of a test."""
        sent = dict(report.user_properties)
        if SENT[0] in sent:
            lane = next((each for each in ("long", "outside") if each in report.keywords), "")
            core, clock = (float(str(sent[each])) for each in SENT)
            self._costs[report.nodeid] = Cost(core, clock, lane)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the file; show the folders that cost most, and tests that cost more than their lane has."""
        if len(self._costs) < 2:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        costliest = sorted(self._costs.items(), key=lambda each: -each[1].core)
        rows = (f"{cost.core:.2f}\t{cost.clock:.2f}\t{name}\n" for name, cost in costliest)
        self._file.write_text("".join(rows))
        for line in (*table(self._costs), *warnings(self._costs)):
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"seconds of a core and by the clock of every test: {self._file}")


def warnings(costs: Mapping[str, Cost]) -> Iterator[str]:
    """Yield a line for each test that costs more than its lane has, with what to do."""
    for name, cost in costs.items():
        if cost.core > MOST.get(cost.lane, float("inf")):
            mark = "long" if cost.lane else "outside"
            yield f"costly: {cost.core:.1f} s of a core, {name}: make it smaller, or mark it `{mark}`"


def table(costs: Mapping[str, Cost]) -> Iterator[str]:
    """Yield a line for each folder that cost most, and one for the others together."""
    took, tests = Counter[str](), Counter[str]()
    for name, cost in costs.items():
        took[folder_of(name)] += cost.core  # type: ignore[assignment]  # a Counter counts fractions too
        tests[folder_of(name)] += 1
    yield f"{'seconds of a core':>17} {'tests':>6}  folder"
    shown = [folder for folder, _ in took.most_common(SHOWN)]
    for folder in shown:
        yield f"{took[folder]:17.1f} {tests[folder]:6}  {folder}"
    if rest := set(took).difference(shown):
        yield f"{sum(took[each] for each in rest):17.1f} {sum(tests[each] for each in rest):6}  the others"


def folder_of(name: str) -> str:
    """Return the folder that a test counts for: two levels below `tests`, at most."""
    return "/".join(name.split("::", maxsplit=1)[0].split("/")[:-1][:3])


def _core() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
