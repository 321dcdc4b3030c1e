"""Tell where the local Discord differs from a report: `python -m tests.sandbox.compare_report FILE.json`.

FILE is the JSON that `koikoi doctor --live` wrote. Each difference comes with the places in the local Discord
that name its question. Ends with 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cogs.trial.questions import BY_ID
from tests.support.papers import ROOT

SANDBOX = ROOT / "bot" / "sandbox"


def places_of(question: str) -> Iterator[str]:
    """Find the lines of the local Discord that name a question."""
    for path in sorted(SANDBOX.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            _, marked, named = line.partition("Question: ")
            if marked and question in named.partition(".")[0].split(", "):
                yield f"{path.relative_to(ROOT)}:{number}"


def differences(report: Any) -> Iterator[str]:
    """The answers of a report that the local Discord does not give."""
    for told in report["questions"]:
        question = BY_ID.get(told["id"])
        if question is None:
            yield f"{told['id']}: this version does not ask it"
        elif told["came"] is not None and told["came"] != question.expected:
            lines = [
                f"{question.id}: {question.text}",
                f"  here: {question.expected}",
                f"  came: {told['came']}",
            ]
            yield "\n".join([*lines, *(f"  {place}" for place in places_of(question.id))])


def main(file: Path) -> int:
    """Print the differences."""
    found = list(differences(json.loads(file.read_text(encoding="utf-8"))))
    sys.stdout.write(
        "\n".join(found) + "\n" if found else "The local Discord gives every answer of the report.\n"
    )
    return int(bool(found))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.sandbox.compare_report", description=main.__doc__)
    parser.add_argument("file", type=Path)
    sys.exit(main(parser.parse_args().file))
