"""Write all golden playthroughs again: `python -m tests.engine.golden`."""

from __future__ import annotations

from tests.engine.golden import HERE, RECORDS, render

if __name__ == "__main__":
    for path in RECORDS:
        (HERE / f"{path.stem}.txt").write_text(render(path), "ascii")
        print(path.stem)
