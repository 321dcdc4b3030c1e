"""Every picture in its smallest, usual and largest state, both languages, with a page to look at them."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from pathlib import Path

from images.drawing.compose import Canvas
from images.pictures import (
    hand,
    leaderboard,
    lobby,
    month_result,
    profile,
    rating_chart,
    replay,
    score_sheet,
    seat_draw,
    table,
    yaku_sheet,
)
from images.samples import hand as hands
from images.samples import opening, profiles, records, result
from images.samples import replay as replays
from images.samples import table as tables
from images.samples.words import Language

__all__ = ["pictures", "write", "write_readme"]

Painter = Callable[[], Canvas]


def pictures(language: Language) -> Iterator[tuple[str, Painter]]:
    """Every sample picture's name and how to paint it; the animation is not among them."""
    groups: tuple[tuple[Callable[[Language], dict[str, object]], Callable[..., Canvas]], ...] = (
        (_as_objects(tables.tables), table.paint),
        (_as_objects(hands.hands), hand.paint),
        (_as_objects(opening.lobbies), lobby.paint),
        (_as_objects(opening.seat_draws), seat_draw.paint),
        (_as_objects(opening.cuts), seat_draw.paint_cut),
        (_as_objects(result.month_results), month_result.paint),
        (_as_objects(result.score_sheets), score_sheet.paint),
        (_as_objects(records.yaku_sheets), yaku_sheet.paint),
        (_as_objects(records.leaderboards), leaderboard.paint),
        (_as_objects(records.rating_charts), rating_chart.paint),
        (_as_objects(profiles.profiles), profile.paint),
        (_as_objects(replays.frames), replay.paint_frame),
    )
    for samples, paint in groups:
        for name, scene in samples(language).items():
            yield name, lambda paint=paint, scene=scene: paint(scene)  # type: ignore[misc]


def _as_objects(samples: Callable[[Language], object]) -> Callable[[Language], dict[str, object]]:
    def made(language: Language) -> dict[str, object]:
        found = samples(language)
        assert isinstance(found, dict)
        return found

    return made


def write(folder: Path) -> list[Path]:
    """Writes all pictures and ``index.html`` into ``folder``; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for language in Language:
        for name, paint in pictures(language):
            file = folder / f"{name}.{language}.png"
            file.write_bytes(paint().png())
            files.append(file)
        for name, scene in replays.animations(language).items():
            file = folder / f"{name}.{language}.webp"
            file.write_bytes(replay.draw(scene))
            files.append(file)
    index = folder / "index.html"
    index.write_text(_page(files), encoding="utf-8")
    return [*files, index]


def write_readme(folder: Path) -> list[Path]:
    """Writes the README's six pictures into ``folder``; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = {
        "table.png": table.draw(tables.usual(Language.EN)),
        "hand.png": hand.draw(hands.usual(Language.EN)),
        "month-result.png": month_result.draw(result.month_results(Language.EN)["result-usual"]),
        "score-sheet.png": score_sheet.draw(result.score_sheets(Language.EN)["sheet-three"]),
        "leaderboard.png": leaderboard.draw(records.leaderboards(Language.EN)["board-provisional"]),
        "profile.png": profile.draw(profiles.profiles(Language.EN)["profile-usual"]),
    }
    for name, png in shown.items():
        (folder / name).write_bytes(png)
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
