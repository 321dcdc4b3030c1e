"""The time of each test: a file with all of them, and a table by folder at the end of a run.

The figures are seconds by the clock, of set-up, test and tear-down. They say where a run spends its time,
and make no run red.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SHOWN = 12
"""Folders that the table shows; the file has all tests."""


class Durations:
    """A plugin of the process that reports: collects durations, and tells them in the end."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds = defaultdict[str, float](float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a phase of a test to its time."""
        self._seconds[report.nodeid] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the file, and show the folders that took longest."""
        if len(self._seconds) < 2:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        slowest_first = sorted(self._seconds.items(), key=lambda each: -each[1])
        self._file.write_text("".join(f"{took:.3f}\t{name}\n" for name, took in slowest_first))
        for line in table(self._seconds):
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"all durations: {self._file}")


def table(seconds: dict[str, float]) -> Iterator[str]:
    """Yield a line for each folder that took longest, and one for the others together."""
    took, tests = Counter[str](), Counter[str]()
    for name, each in seconds.items():
        took[folder_of(name)] += each  # type: ignore[assignment]  # a Counter counts fractions too
        tests[folder_of(name)] += 1
    yield f"{'seconds':>9} {'tests':>6}  folder"
    shown = [folder for folder, _ in took.most_common(SHOWN)]
    for folder in shown:
        yield f"{took[folder]:9.1f} {tests[folder]:6}  {folder}"
    if rest := set(took).difference(shown):
        yield f"{sum(took[each] for each in rest):9.1f} {sum(tests[each] for each in rest):6}  the others"


def folder_of(name: str) -> str:
    """Return the folder that a test counts for: two levels below `tests`, at most."""
    return "/".join(name.split("::", maxsplit=1)[0].split("/")[:-1][:3])
