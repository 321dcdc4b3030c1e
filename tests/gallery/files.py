"""The gallery as files: every picture, and a page to look at them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from pathlib import Path

from images import draw
from images.scene.common import Scene
from tests.gallery import scenes
from tests.support.wording_views import EVERY


def everything() -> Iterator[tuple[str, Scene]]:
    """Every scene in every language with the name of its file."""
    for words in EVERY:
        for name, scene in scenes.named(words).items():
            yield f"{name}.{words.locale}.png", scene
        yield f"replay.{words.locale}.gif", scenes.animation(words)
        yield f"winning-move.{words.locale}.gif", scenes.winning_move(words)


def write(folder: Path, wanted: Iterable[tuple[str, Scene]]) -> list[Path]:
    """Write these pictures and `index.html` into a folder; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, scene in wanted:
        files.append(folder / name)
        files[-1].write_bytes(draw(scene))
    index = folder / "index.html"
    index.write_text(_page(files), encoding="utf-8")
    return [*files, index]


def write_readme(folder: Path) -> list[Path]:
    """Write the README's seven pictures into a folder; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = scenes.readme()
    for name, scene in shown.items():
        (folder / name).write_bytes(draw(scene))
    return [folder / name for name in shown]


def _page(files: list[Path]) -> str:
    figures = "\n".join(
        f'<figure><img src="{html.escape(file.name)}" alt="{html.escape(file.stem)}">'
        f"<figcaption>{html.escape(file.name)} · {file.stat().st_size // 1000} kB</figcaption></figure>"
        for file in sorted(files)
    )
    return f"""<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pictures</title>
<style>
body {{ background: #313338; color: #dbdee1; font: 14px sans-serif; margin: 16px; }}
main {{ display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }}
figure {{ margin: 0; }}
img {{ width: var(--width, 400px); display: block; border-radius: 8px; }}
figcaption {{ margin-top: 4px; }}
</style>
<p><label>Width <input type="range" min="200" max="1100" value="400"
oninput="document.body.style.setProperty('--width', this.value + 'px')"></label></p>
<main>
{figures}
</main>
"""
