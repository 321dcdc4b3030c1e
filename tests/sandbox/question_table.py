"""The table of questions in the local Discord's page: `python -m tests.sandbox.question_table` writes it."""

from __future__ import annotations

import re

from cogs.trial.questions import QUESTIONS, How, Question
from tests.support.papers import ROOT

PAGE = ROOT / "bot" / "sandbox" / "README.md"
_TABLE = re.compile(r"^\| question \| here \| asked \|\n(?:\|.*\n)*", re.MULTILINE)
_CODE = re.compile(r"\b(?:[A-Z]+_[A-Z0-9_]+|[a-z]+_[a-z_]+|[a-z]+\.\d[\w.]+)\b")
"""Codes, fields and places in an expected answer."""


def table() -> str:
    """Return the table, a line for each question."""
    lines = ["| question | here | asked |", "|---|---|---|", *map(_row, QUESTIONS)]
    return "\n".join(lines) + "\n"


def _row(question: Question) -> str:
    here = question.expected if "`" in question.expected else _CODE.sub(r"`\g<0>`", question.expected)
    asked = f"no: {question.why}" if question.how is How.OPEN else question.how.value
    return f"| {question.text} | {here} | {asked} |"


def written(page: str) -> str:
    """Return the page with the table of now."""
    assert len(_TABLE.findall(page)) == 1
    return _TABLE.sub(lambda _: table(), page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
