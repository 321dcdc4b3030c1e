"""Every picture in its smallest, usual and largest state, both languages."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from images import gallery
from images.__main__ import main
from images.drawing import compose, palette
from images.layouts.geometry import Box
from images.pictures import replay, table
from images.samples import replay as replays
from images.samples import table as tables
from images.samples.words import Language
from images.scene.table import ReplayScene

_SIZES = {
    "table2": (1100, 900),
    "table3": (1100, 1026),
    "hand": (1100, 620),
    "lobby": (1100, 420),
    "seat": (1100, 420),
    "cut": (1100, 420),
    "result": (1100, 760),
    "chart": (1100, 620),
}
_HEIGHTS = {
    "sheet-usual": 900,
    "yaku-usual": 1170,
    "yaku-largest": 1620,
    "board-smallest": 246,
    "board-one": 248,
    "board-usual": 512,
    "board-provisional": 884,
    "board-largest": 996,
    "profile-smallest": 982,
    "profile-usual": 1342,
    "profile-other": 1446,
    "profile-largest": 1558,
    "replay-smallest": 900,
    "replay-usual": 1152,
    "replay-largest": 1278,
}
_MOST_BYTES = 400_000
_PICTURES = [
    pytest.param(paint, name, id=f"{name}-{language}")
    for language in Language
    for name, paint in gallery.pictures(language)
]


@pytest.mark.parametrize(("paint", "name"), _PICTURES)
def test_a_picture_keeps_its_size_its_words_and_its_weight(paint: gallery.Painter, name: str) -> None:
    """Right size, texts inside, texts and chips clear of each other, only long names cut, under 400 kB."""
    canvas = paint()
    expected = _SIZES.get(name.split("-", maxsplit=1)[0], (1100, _HEIGHTS.get(name, canvas.image.height)))
    assert canvas.image.size == expected
    assert canvas.placed
    for placed in canvas.placed:
        assert canvas.box.contains(placed.ink), placed
    _assert_apart([placed.ink for placed in canvas.placed])
    _assert_apart(canvas.chips)
    assert [placed.text for placed in canvas.placed if placed.cut and not placed.name] == []
    encoded = canvas.png()
    assert len(encoded) < _MOST_BYTES
    assert encoded.startswith(b"\x89PNG")


def _assert_apart(boxes: list[Box]) -> None:
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            assert not _overlap(one, other), (one, other)


def _overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def test_the_same_scene_gives_the_same_bytes_in_any_thread() -> None:
    """Four threads that draw the same scenes at once give what one gives alone."""
    scenes = [tables.usual(Language.JA), tables.usual_three(Language.EN)] * 6
    alone = [table.draw(scene) for scene in scenes[:2]]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(table.draw, scenes))
    assert together == alone * 6


def test_the_palette_keeps_the_exact_colours() -> None:
    """768 bytes, beginning with the colours of cards and interface."""
    stored = compose.palette().getpalette() or []
    assert len(stored) == 768
    exact = palette.exact_colours()
    assert [tuple(stored[3 * i : 3 * i + 3]) for i in range(len(exact))] == list(exact)


def test_flat_colours_survive_the_palette() -> None:
    """A surface in an exact colour has that colour in the PNG."""
    for colour in palette.exact_colours():
        drawn = Image.open(io.BytesIO(compose.Canvas(4, 4, colour).png())).convert("RGB")
        assert drawn.getpixel((1, 1)) == colour


def test_the_animated_replay_is_one_webp_file() -> None:
    """Every step is a frame of 733 pixels width, shown once, and the file is under 8 MB."""
    scene = replays.animations(Language.EN)["replay-animation"]
    encoded = replay.draw(scene)
    assert len(encoded) < replay.MOST_BYTES
    animation = Image.open(io.BytesIO(encoded))
    assert animation.format == "WEBP"
    assert getattr(animation, "n_frames", 1) == len(scene.frames)
    assert animation.size == (733, 768)


def test_a_replay_of_the_table_alone_has_the_tables_shape() -> None:
    """Without captions and hands the frames are 733 x 600."""
    frame = replays.frames(Language.JA)["replay-smallest"]
    animation = Image.open(io.BytesIO(replay.draw(ReplayScene((frame, frame)))))
    assert animation.size == (733, 600)


def test_the_readmes_pictures_are_what_the_command_writes(tmp_path: Path) -> None:
    """The six pictures of `.github/pictures` are shown in the README and look like those drawn now."""
    root = Path(__file__).resolve().parents[2]
    page = (root / "README.md").read_text(encoding="utf-8")
    files = gallery.write_readme(tmp_path)
    assert len(files) == 6
    for file in files:
        shown = root / ".github" / "pictures" / file.name
        assert f"(.github/pictures/{file.name})" in page
        one, other = (Image.open(each).convert("RGB") for each in (file, shown))
        assert one.size == other.size
        apart = ImageStat.Stat(ImageChops.difference(one, other)).mean
        assert max(apart) < 0.5, f"{file.name}: run `python -m images readme .github/pictures`"


def test_the_gallery_shows_every_picture(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The command writes all pictures of both languages and a page that names each of them."""
    folder = tmp_path_factory.mktemp("gallery")
    assert main(["gallery", str(folder)]) == 0
    page = (folder / "index.html").read_text(encoding="utf-8")
    files = [file for file in folder.iterdir() if file.suffix != ".html"]
    assert len(files) == len(_PICTURES) + len(Language)
    assert all(file.name in page for file in files)
