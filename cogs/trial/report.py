"""The report of a trial: what was asked, expected and answered, without a token, an id or a name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cogs.doctor.lines import EXIT, Status
from cogs.trial.questions import Question


class State(StrEnum):
    """The end of a question."""

    SAME = "as expected"
    DIFFERS = "different"
    UNASKED = "not asked"


@dataclass(frozen=True, slots=True)
class Finding:
    """A question and what came of it. `came` is None where it was not asked, and `why` says the reason."""

    question: Question
    came: str | None
    why: str = ""
    requests: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """Return how it ended."""
        if self.came is None:
            return State.UNASKED
        return State.SAME if self.came == self.question.expected else State.DIFFERS


@dataclass(frozen=True, slots=True)
class Report:
    """A trial at its end. `trouble`: the reason of an early end; `left`: the number of things not removed."""

    version: str
    date: str
    findings: Sequence[Finding]
    trouble: str
    left: int
    names: frozenset[str]

    def count(self, state: State) -> int:
        """Return the number of questions that ended so."""
        return sum(each.state is state for each in self.findings)

    @property
    def status(self) -> int:
        """Return 0 where all that was asked came as expected, 1 where something differs, 2 after trouble."""
        if self.trouble or self.left:
            return EXIT[Status.ERROR]
        return EXIT[Status.WARNING if self.count(State.DIFFERS) else Status.OK]

    def as_json(self) -> str:
        """Return the report for programs."""
        questions = [
            {
                "id": each.question.id,
                "question": each.question.text,
                "expected": each.question.expected,
                "came": each.came if each.came is None else hidden(each.came),
                "state": each.state,
                "why": each.why,
                "requests": [hidden(line, self.names) for line in each.requests],
            }
            for each in self.findings
        ]
        head = {"version": self.version, "date": self.date, "trouble": self.trouble}
        return json.dumps(head | {"questions": questions}, ensure_ascii=False, indent=1) + "\n"

    def as_markdown(self) -> str:
        """Return the report for people."""
        counts = ", ".join(f"{self.count(state)} {state}" for state in State)
        lines = ["# koikoi doctor --live", "", f"koikoi {self.version}, {self.date}: {counts}."]
        lines += [f"The trial ended early: {self.trouble}"] if self.trouble else []
        asked = sorted(
            (each for each in self.findings if each.came is not None),
            key=lambda each: each.state is State.SAME,
        )
        lines += ["", "| question | expected | came | |", "|---|---|---|---|"]
        lines += [_row(each) for each in asked]
        lines += ["", "Not asked:", ""]
        lines += [
            f"- {each.question.text} (`{each.question.id}`): {each.why}"
            for each in self.findings
            if each.came is None
        ]
        for each in asked:
            if each.state is State.DIFFERS:
                told = [hidden(line, self.names) for line in each.requests]
                lines += ["", f"`{each.question.id}`:", "", "```text", *told, "```"]
        return "\n".join(lines) + "\n"


def _row(finding: Finding) -> str:
    question = finding.question
    cells = (
        f"{question.text} (`{question.id}`)",
        question.expected,
        hidden(finding.came or ""),
        finding.state,
    )
    return f"| {' | '.join(each.replace('|', '/') for each in cells)} |"


def hidden(line: str, names: Iterable[str] = ()) -> str:
    """Return a line without the tokens of paths, without ids, and without these names."""
    line = re.sub(r"(/(?:webhooks|interactions)/)\d+/[^/ ?]+", r"\1ID/TOKEN", line)
    line = re.sub(r"\d{15,}", "ID", line)
    for name in sorted(names, key=len, reverse=True):
        line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "NAME", line) if name else line
    return line
