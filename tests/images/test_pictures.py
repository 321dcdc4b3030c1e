"""Every picture of the gallery, in every language; the gallery's files; the README's pictures."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bot.i18n import Words
from images import draw
from images.drawing import compose, png, theme
from images.drawing.theme import Size
from images.layouts import geometry, sheets
from images.layouts import table as layout
from images.layouts.geometry import Box
from images.pictures import paint, painting, replay
from images.scene.arenas import ArenaPosterScene, ArenaScene
from images.scene.common import TENTHS, Scene, TimeBar
from images.scene.hand import HandScene
from images.scene.lobby import CutScene, LobbyScene, SeatDrawScene
from images.scene.poster import PosterScene
from images.scene.records import DeckSheetScene, YakuSheetScene
from images.scene.result import MonthResultScene, WinningMoveScene
from images.scene.table import ReplayScene, TableScene
from tests.gallery import files, palette, scenes
from tests.gallery.__main__ import main
from tests.gallery.overflow import faults_of
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE

_HEIGHTS: dict[type[Scene], int] = {
    CutScene: 420,
    PosterScene: 700,
    ArenaPosterScene: 700,
}
_OTHERS = {
    "classic-half-sheet": 940,
    "board-rating-0": 246,
    "board-rating-1": 298,
    "board-season": 884,
    "board-rating-10": 996,
    "profile-first": 776,
    "profile-usual": 776,
    "profile-crowded": 1012,
    "replay-18": 1402,
    "classic-sheet": 940,
}
NARROW = HandScene | MonthResultScene | YakuSheetScene | DeckSheetScene | ArenaScene
"""Pictures of which a phone shows 24 pixels of 800 as more than nine."""
_FULL = re.compile("crowded|yaku|profile-usual|month-|seats|-cut")
"""Pictures that have the most texts, or texts that stand nowhere else."""
_MOST_BYTES = 400_000
_HAND_MOST, _SANNIN_MOST = 812, 862
"""Pixels of 800 that a phone shows 314 wide: 24 of them are more than nine there."""


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_picture_keeps_its_size_its_words_and_its_weight(words: Words) -> None:
    """Right size, texts inside, texts and chips clear of each other, only long names cut, under 400 kB."""
    for name, scene in _looked_at(words).items():
        canvas = paint(scene)
        width = 800 if isinstance(scene, NARROW) else 1100
        assert canvas.image.size == (width, _height(name, scene) or canvas.image.height), name
        if isinstance(scene, HandScene):
            assert canvas.image.height <= (_HAND_MOST if len(scene.strip.others) == 1 else _SANNIN_MOST), name
        if width == 800:
            assert min(placed.size for placed in canvas.placed) >= Size.SMALL, name
        if isinstance(scene, TableScene) and "crowded" not in name:
            assert min(placed.size for placed in canvas.placed) >= Size.BODY, name
        assert canvas.placed, name
        assert list(faults_of(canvas)) == [], name
        if words is ENGLISH:  # what is written makes no difference to the weight
            assert len(canvas.png()) < _MOST_BYTES, name


def _looked_at(words: Words) -> dict[str, Scene]:
    """All pictures in English and Japanese; in further languages, whose texts alone can be at fault, the
    fullest ones and one of each kind.
    """
    named = scenes.named(words)
    if words in {ENGLISH, JAPANESE}:
        return named
    one_of_each = {type(scene): name for name, scene in named.items()}.values()
    return {name: scene for name, scene in named.items() if name in one_of_each or _FULL.search(name)}


def _height(name: str, scene: Scene) -> int | None:
    """Return the height of a picture, where that does not hang on its rows."""
    if isinstance(scene, TableScene):
        low = sum(not band.captured for band in scene.bands)
        higher = 90 if len(scene.slots) <= 10 else 0
        return (876 if len(scene.bands) == 2 else 1060) + higher - 118 * low
    if isinstance(scene, LobbyScene):
        return 340 if len(scene.seats) <= 4 else 440
    if isinstance(scene, SeatDrawScene):
        return (380 if len(scene.participants) <= 3 else 420) + (226 if scene.free else 0)
    return _HEIGHTS.get(type(scene)) or _OTHERS.get(name)


def test_the_gallery_shows_every_kind_of_picture() -> None:
    """Each class of scenes is among them; the animations are drawn by themselves."""
    shown = {type(scene) for scene in scenes.named(ENGLISH).values()}
    assert shown == scenes.kinds() - {ReplayScene, WinningMoveScene}


def test_the_same_scene_gives_the_same_bytes_in_any_thread() -> None:
    """Four threads that draw the same scenes at once give what one gives alone."""
    wanted = [*scenes.usual(ENGLISH)] * 6
    alone = [draw(scene) for scene in wanted[:2]]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, wanted))
    assert together == alone * 6


def test_a_bar_of_time_has_a_lit_cell_for_each_tenth_left() -> None:
    """The cells of the bank come first, lower and in another colour; what is used up is dark."""
    scene = scenes.named(ENGLISH)["classic-clock"]
    assert isinstance(scene, TableScene)
    canvas = paint(replace(scene, time=TimeBar(left=9, bank=7)))
    image, used = canvas.image, canvas.felt.chip
    cells = geometry.cells(layout.table((True, True), len(scene.slots) // 2).time, TENTHS, gap=3)
    below = [image.getpixel((cell.cx, cell.bottom - 2)) for cell in cells]
    above = [image.getpixel((cell.cx, cell.y + 1)) for cell in cells]
    assert below == [*[theme.FLIPPED] * 7, *[theme.GOLD] * 2, used]
    assert not {theme.FLIPPED, theme.GOLD, used}.intersection(above[:7])
    assert above[7:] == [theme.GOLD, theme.GOLD, used]


def colours_of(levels: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the colours of a palette."""
    return zip(levels[::3], levels[1::3], levels[2::3], strict=True)


def test_the_palette_keeps_the_exact_colours() -> None:
    """768 bytes, in which all colours of cards and interface stand."""
    stored = png.palette().getpalette() or []
    assert len(stored) == 768
    assert set(palette.exact_colours()) <= set(colours_of(stored))


def test_flat_colours_survive_the_palette() -> None:
    """A surface in an exact colour has that colour in the PNG."""
    for colour in palette.exact_colours():
        drawn = Image.open(io.BytesIO(compose.Canvas(4, 4, colour).png())).convert("RGB")
        assert drawn.getpixel((1, 1)) == colour


def test_the_animated_replay_is_one_gif_file_that_runs_once() -> None:
    """Every step is a frame of 733 pixels width, and nothing in the file asks for it to begin again."""
    scene = scenes.animation(ENGLISH)
    few = ReplayScene((*scene.frames[:2], *scene.frames[-2:]))
    encoded = draw(few)
    animation = Image.open(io.BytesIO(encoded))
    assert animation.format == "GIF"
    assert getattr(animation, "n_frames", 1) == len(few.frames)
    assert animation.size == (733, 934)
    assert b"NETSCAPE" not in encoded
    times = [ImageSequence.Iterator(animation)[n].info["duration"] for n in range(len(few.frames))]
    assert times == [frame.milliseconds for frame in few.frames]


def test_an_animation_shows_what_each_step_alone_would_show() -> None:
    """The file holds only the changes; the picture of each step is seen whole."""
    scene = scenes.animation(ENGLISH)
    few = ReplayScene(scene.frames[3:7])
    animation = Image.open(io.BytesIO(draw(few)))
    for n, frame in enumerate(few.frames):
        alone = replay.paint(frame).image.resize(animation.size, Image.Resampling.LANCZOS)
        seen = ImageSequence.Iterator(animation)[n].convert("RGB")
        assert max(ImageStat.Stat(ImageChops.difference(seen, alone)).mean) < 4


def test_an_animation_that_nobody_waits_for_is_left_off() -> None:
    """No frame is drawn after the one at which it was not wanted any more."""
    frames, asked = scenes.animation(ENGLISH).frames, list[bool]()

    def wanted() -> bool:
        asked.append(len(asked) < 2)
        return asked[-1]

    with pytest.raises(painting.Unwanted):
        replay.animated(ReplayScene(frames), wanted)
    assert asked == [True, True, False]


def test_a_replay_of_the_table_alone_has_the_tables_shape() -> None:
    """Without captions and hands the frames of three players are 733 x 766."""
    frame = replace(scenes.animation(ENGLISH).frames[0], caption=None, hands=())
    animation = Image.open(io.BytesIO(draw(ReplayScene((frame, frame)))))
    assert animation.size == (733, 766)


def test_the_readmes_pictures_are_what_the_command_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The seven pictures of `.github/pictures` are shown in the README and look like those drawn now."""
    root = Path(__file__).resolve().parents[2]
    page = (root / "README.md").read_text(encoding="utf-8")
    assert main(["readme", str(tmp_path)]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert len(written) == 7
    for file in written:
        shown = root / ".github" / "pictures" / file.name
        assert f"(.github/pictures/{file.name})" in page
        one, other = (Image.open(each).convert("RGB") for each in (file, shown))
        assert one.size == other.size
        apart = ImageStat.Stat(ImageChops.difference(one, other)).mean
        assert max(apart) < 0.5, f"{file.name}: run `python -m tests.gallery readme .github/pictures`"


def test_the_gallery_is_a_file_for_each_scene_and_a_page(tmp_path: Path) -> None:
    """The page shows every file that was written."""
    few = list(islice(files.everything(), 3))
    written = files.write(tmp_path / "few", few)
    page = (tmp_path / "few" / "index.html").read_text(encoding="utf-8")
    assert [file.name for file in written] == [*(name for name, _ in few), "index.html"]
    assert all(f'<img src="{name}"' in page for name, _ in few)


def test_every_file_of_the_gallery_has_a_name_of_its_own() -> None:
    """All pictures and two animations in each language, a replay and a winning move."""
    names = [name for name, _ in files.everything()]
    assert len(set(names)) == len(names) == sum(len(scenes.named(words)) + 2 for words in EVERY)


def test_a_card_that_was_taken_leaves_an_outline() -> None:
    """Each of the eight places has a back with its number, or the outline of a card."""
    named = scenes.named(ENGLISH)
    choosing = [scene for scene in named.values() if isinstance(scene, SeatDrawScene) and scene.free]
    assert choosing
    for scene in choosing:
        image = paint(scene).image
        edges = [Box(card.cx, card.y + 2, 1, 1) for card in sheets.PLACES_OF_ROW]
        colours = [image.crop((at.x, at.y, at.right, at.bottom)).tobytes()[:3] for at in edges]
        outlined = {place for place, colour in enumerate(colours) if colour == bytes(theme.OUTLINE[:3])}
        assert outlined == set(range(8)) - set(scene.free)
