"""`python -m tests.gallery all DIR` | `readme DIR` | `bench` | `palette`: for work on the pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from images import pictures
from tests.gallery import bench, files, palette, scenes
from tests.support.wording_views import JAPANESE

COLOURS = Path(pictures.__file__).parents[1] / "colours.pal"


def main(arguments: list[str] | None = None) -> int:
    """Run one of the commands; 1 when the bench finds something over its bound."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    everything = commands.add_parser("all", help="write every picture in every language, and an index page")
    everything.add_argument("folder", type=Path)
    readme = commands.add_parser("readme", help="write the pictures of the README")
    readme.add_argument("folder", type=Path)
    commands.add_parser("bench", help="measure times, sizes, pauses and memory")
    commands.add_parser("palette", help="fit the fixed colours again")
    chosen = parser.parse_args(arguments)
    if chosen.command == "all":
        written = files.write(chosen.folder, files.everything())
        sys.stdout.write(f"{len(written)} files; open {chosen.folder / 'index.html'}\n")
    elif chosen.command == "readme":
        sys.stdout.writelines(f"{file}\n" for file in files.write_readme(chosen.folder))
    elif chosen.command == "palette":
        samples = (pictures.paint(scene).image for scene in scenes.all_seasons(JAPANESE))
        COLOURS.write_bytes(palette.make(samples))
    else:
        return bench.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
