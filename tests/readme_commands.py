"""The README's two commands, read from it: `python tests/readme_commands.py sandbox|tests` prints one."""

from __future__ import annotations

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
NAMES = ("sandbox", "tests")


def commands() -> dict[str, str]:
    """The README's first two `sh` blocks, a line each: the main job, and the tests."""
    blocks = re.findall(r"^```sh\n(.*?)\n```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return dict(zip(NAMES, blocks, strict=False))


if __name__ == "__main__":
    print(commands()[sys.argv[1]])
