"""The faces: which one writes which character, and texts written by them as masks.

Pillow has no fall-back between faces and no public question "has it this glyph"; both are here (art guide,
11).
"""

from __future__ import annotations

import logging
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageFont, features

from images.drawing import fonts, pen
from images.drawing.cache import Cache
from images.drawing.theme import Size
from images.scene.names import is_mark

_STAND_INS: Final = "〓□?"
# Sentences need these, and the plants of the months; a font for another language lacks some.
_JAPANESE: Final = "あんアン一月札役文松桐"
# What Pillow raises where FreeType or Raqm fails at a text.
_REFUSALS: Final = (OSError, RuntimeError, ValueError, MemoryError)
# No font has a glyph here, so its picture is the one for everything missing.
_MISSING: Final = "\U0010ffff"
_PROBE: Final = 24
log = logging.getLogger("koikoi.pictures")


@dataclass(frozen=True, slots=True)
class Piece:
    """A text at a size, ready to be pasted: `mask` (mode L) lies at (left, top) from the pen on the base
    line.
    """

    mask: Image.Image
    left: int
    top: int
    advance: float


# Faces are shared by all threads and not made for that: one lock round everything that uses them.
_faces_lock: Final = threading.RLock()


@dataclass(slots=True)
class _Chosen:
    """The fonts that the start of the program has chosen; until then, and without a choice, the default
    faces.
    """

    font: Path | None = None


_chosen: Final = _Chosen()


def choose(font: Path | None) -> None:
    """Write with this file in place of the usual Japanese face, from now on and everywhere.

    For the start of a program, before anything is drawn. FontMissingError where there is no such face, or
    where its file is no font that can be read.
    """
    path = str(fonts.main_face(font).path)
    try:
        for size in Size:  # a font of pixels has a few alone
            ImageFont.truetype(path, size)
    except OSError as error:
        raise fonts.FontMissingError((path,)) from error
    with _faces_lock:
        _chosen.font = font
        _told.clear()
        for opened in (_chain, _font, _probe, _missing_glyph, _stand_in):
            opened.cache_clear()
        for kept in (_glyphs, _pieces, _reduced, _advances):
            kept.clear()


def without_japanese() -> str:
    """Return those of a few common Japanese letters that no face has; empty where all is well."""
    return "".join(character for character in _JAPANESE if not can_write(character))


def shapes_scripts() -> bool:
    """Return whether Raqm works here: right-to-left and Indic scripts need it. It wants libfribidi."""
    return features.check_feature("raqm") is True


@cache
def _chain() -> tuple[fonts.FontFile, ...]:
    return fonts.chain(_chosen.font)


# An opened face weighs up to 6 MB at a size, so only those in use stay open.
@lru_cache(maxsize=4)
def _font(face: int, size: Size) -> ImageFont.FreeTypeFont:
    return _opened(face, size, ImageFont.Layout.RAQM)


# At this size each weighs half a MB, and to open two of them takes 10 ms: a name in a script that no face has
# is asked of all of them, letter by letter.
@cache
def _probe(face: int) -> ImageFont.FreeTypeFont:
    return _opened(face, _PROBE, ImageFont.Layout.BASIC)


def _opened(face: int, size: int, layout: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    file = _chain()[face]
    font = ImageFont.truetype(str(file.path), size, layout_engine=layout)
    if file.variable:
        font.set_variation_by_name("Bold")
    return font


# The faces of which the log knows that they failed at a text.
_told: Final = set[int]()


def _refused(face: int, text: str, error: Exception) -> None:
    """Tell the log once of each face that it failed: anybody may call themselves by such a sign."""
    if face not in _told:
        _told.add(face)
        points = " ".join(f"U+{ord(character):04X}" for character in text)
        log.warning(
            "%s cannot be drawn with %s: %s. A stand-in is drawn. Further signs of this font are not logged.",
            *(points, _chain()[face].path.name, error),
        )


def _glyph(face: int, character: str) -> tuple[tuple[int, int], bytes] | None:
    """A character's picture in a face; None where the face fails at it."""
    written = ((character, _probe(face)),)
    try:
        mask, _, _, _ = pen.write(written, _PROBE)
    except _REFUSALS as error:
        _refused(face, character, error)
        return None
    return mask.size, mask.tobytes()


@cache
def _missing_glyph(face: int) -> tuple[tuple[int, int], bytes] | None:
    return _glyph(face, _MISSING)


def _has(key: tuple[int, str]) -> bool:
    face, character = key
    return character.isspace() or _glyph(face, character) not in (None, _missing_glyph(face))


_glyphs: Final[Cache[tuple[int, str], bool]] = Cache(
    _has, lambda _: 150, most_bytes=2_000_000, lock=_faces_lock
)


def _face_of(character: str) -> int | None:
    for face in range(len(_chain())):
        if _glyphs.get((face, character)):
            return face
    return None


def can_write(character: str) -> bool:
    """Whether any face has it."""
    return _face_of(character) is not None


def _stays(cluster: str) -> bool:
    """Whether the face of the text before it writes it, where that can (spaces, punctuation)."""
    return cluster[0].isspace() or unicodedata.category(cluster[0])[0] in "PZ"


def runs(text: str) -> tuple[tuple[int, str], ...]:
    """The text in pieces of one face each: (place in the font chain, characters).

    A letter and its marks have one face. Spaces and punctuation stay with what is before them: else two
    right-to-left words change places.
    """
    found: list[tuple[int, str]] = []
    for cluster in _clusters(text):
        before, written = found[-1] if found else (0, "")
        if found and _stays(cluster) and _has_all(before, cluster):
            found[-1] = (before, written + cluster)
            continue
        face, shown = _written(cluster)
        if found and before == face:
            found[-1] = (face, written + shown)
        else:
            if found and _is_right_to_left(found[-1][1]):
                # Drawn by itself, such a run has a space of its end at its left.
                kept = found[-1][1].rstrip()
                shown = found[-1][1][len(kept) :] + shown
                found[-1] = (found[-1][0], kept)
            found.append((face, shown))
    return tuple(found)


def _is_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


def _clusters(text: str) -> list[str]:
    """Letters with the marks that belong to them. Raqm takes no ends of lines: they become spaces."""
    clusters: list[str] = []
    for each in text:
        character = " " if each.isspace() and unicodedata.category(each) != "Zs" else each
        if clusters and is_mark(character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _has_all(face: int, cluster: str) -> bool:
    return all(_glyphs.get((face, character)) for character in cluster)


def _written(cluster: str) -> tuple[int, str]:
    """The first face that has the whole cluster; else the letter without the marks that its face lacks."""
    for face in range(len(_chain())):
        if _has_all(face, cluster):
            return face, cluster
    face_of_letter = _face_of(cluster[0])
    if face_of_letter is None:
        return _stand_in()
    kept = (mark for mark in cluster[1:] if _glyphs.get((face_of_letter, mark)))
    return face_of_letter, cluster[0] + "".join(kept)


@cache
def _stand_in() -> tuple[int, str]:
    """The face and the sign that stands for what cannot be written; nothing where no face has one."""
    for sign in _STAND_INS:
        if (face := _face_of(sign)) is not None:
            return face, sign
    return 0, ""


def _draw(key: tuple[str, Size]) -> Piece:
    text, size = key
    written = _fonts(runs(text), size)
    try:
        return Piece(*pen.write(written, size))
    except _REFUSALS:
        return Piece(*pen.write(_fonts(_drawable(text, size), size), size))


def _fonts(parts: Iterable[tuple[int, str]], size: Size) -> pen.Written:
    """Texts with the opened faces that write them."""
    return [(text, _font(face, size)) for face, text in parts]


def _drawable(text: str, size: Size) -> Iterator[tuple[int, str]]:
    """The runs of a text; of one that cannot be drawn each letter, or a stand-in in its place."""
    for face, run in runs(text):
        if _failure(face, run, size) is None:
            yield face, run
            continue
        for cluster in _clusters(run):
            if (error := _failure(face, cluster, size)) is None:
                yield face, cluster
                continue
            _refused(face, cluster, error)
            if _failure(*_stand_in(), size) is None:
                yield _stand_in()


def _failure(face: int, text: str, size: Size) -> Exception | None:
    """Return the error of a face at a text: some fail at one size, or where letters stand together."""
    written = _fonts(((face, text),), size)
    try:
        pen.write(written, size)
    except _REFUSALS as error:
        return error
    return None


_pieces: Final[Cache[tuple[str, Size], Piece]] = Cache(
    _draw,
    lambda piece: 200 + piece.mask.width * piece.mask.height,
    most_bytes=6_500_000,
    lock=_faces_lock,
)


def _advance(key: tuple[str, Size]) -> float:
    text, size = key
    written = _fonts(runs(text), size)
    try:
        return sum(font.getlength(run) for run, font in written)
    except _REFUSALS:
        return _pieces.get(key).advance


_advances: Final[Cache[tuple[str, Size], float]] = Cache(
    _advance, lambda _: 200, most_bytes=1_000_000, lock=_faces_lock
)


def piece(text: str, size: int) -> Piece:
    """The text's mask; kept, so a name or word that is on every picture is drawn once."""
    return _pieces.get((text, size)) if isinstance(size, Size) else _reduced.get((text, size))


def _reduce(key: tuple[str, int]) -> Piece:
    text, pixels = key
    large = next((size for size in Size if size >= pixels), Size.HUGE)
    drawn = _pieces.get((text, large))
    if large == pixels:
        return drawn
    factor = pixels / large
    size = (max(1, round(drawn.mask.width * factor)), max(1, round(drawn.mask.height * factor)))
    mask = drawn.mask.resize(size, Image.Resampling.LANCZOS)
    return Piece(mask, round(drawn.left * factor), round(drawn.top * factor), drawn.advance * factor)


_reduced: Final[Cache[tuple[str, int], Piece]] = Cache(
    _reduce, lambda piece: 200 + piece.mask.width * piece.mask.height, most_bytes=500_000, lock=_faces_lock
)


def reduced_piece(text: str, pixels: int) -> Piece:
    """The mask of a mark's one or two characters at any size, reduced from the next larger opened one."""
    return _reduced.get((text, pixels))


def width(text: str, size: Size) -> float:
    """Return the distance that the pen moves, in pixels."""
    return _advances.get((text, size))


def held_bytes() -> int:
    """The memory that all kept texts occupy."""
    return _pieces.held_bytes
