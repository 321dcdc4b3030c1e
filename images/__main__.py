"""``python -m images gallery DIR`` | ``readme DIR`` | ``bench`` | ``palette``: for work on the pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from images import bench, gallery
from images.drawing import palette
from images.samples.words import Language


def main(arguments: list[str] | None = None) -> int:
    """Runs one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m images", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    shown = commands.add_parser("gallery", help="write every picture and an index page")
    shown.add_argument("folder", type=Path)
    readme = commands.add_parser("readme", help="write the pictures of the README")
    readme.add_argument("folder", type=Path)
    commands.add_parser("bench", help="measure times, sizes, pauses and memory")
    commands.add_parser("palette", help="fit the fixed colours again")
    chosen = parser.parse_args(arguments)
    if chosen.command == "gallery":
        files = gallery.write(chosen.folder)
        print(f"{len(files)} files; open {chosen.folder / 'index.html'}")
        return 0
    if chosen.command == "readme":
        print(*gallery.write_readme(chosen.folder), sep="\n")
        return 0
    if chosen.command == "palette":
        samples = (paint().image for _, paint in gallery.pictures(Language.JA))
        Path(__file__).with_name("colours.pal").write_bytes(palette.make(samples))
        return 0
    return bench.run()


if __name__ == "__main__":
    sys.exit(main())
