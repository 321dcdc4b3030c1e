"""Text as masks: which face writes which character, how wide a text is, how it is made to fit.

Pillow has no fall-back between faces and no public question "has it this glyph"; both are here (art guide,
11).
"""

from __future__ import annotations

import threading
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from PIL import Image, ImageFont

from images.drawing import fonts, pen
from images.drawing.cache import Cache
from images.drawing.theme import Size
from images.scene.common import Label, Name, Text
from images.scene.names import clean_name, is_mark

_ELLIPSIS: Final = "…"
_NOBODY_HAS_IT: Final = "〓"
# No font has a glyph here, so its picture is the one for everything missing.
_MISSING: Final = "\U0010ffff"
_SOFT_HYPHEN: Final = "\u00ad"
_PROBE: Final = 24


@dataclass(frozen=True, slots=True)
class Piece:
    """A text at a size, ready to be pasted: `mask` (mode L) lies at (left, top) from the pen on the base
    line.
    """

    mask: Image.Image
    left: int
    top: int
    advance: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text that is no wider than it may be. `cut`: it ends in an ellipsis; `name`: it is a person's."""

    text: str
    size: int
    width: float
    cut: bool = False
    name: bool = False


@cache
def _chain() -> tuple[fonts.FontFile, ...]:
    return fonts.chain()


def must_have_main_face() -> None:
    """FontMissingError where there is no Japanese face, or where its file is no font that can be read."""
    path = str(fonts.main_face().path)
    try:
        ImageFont.truetype(path, _PROBE)
    except OSError as error:
        raise fonts.FontMissingError((path,)) from error


@cache
def _font(face: int, size: int, layout: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    file = _chain()[face]
    font = ImageFont.truetype(str(file.path), size, layout_engine=layout)
    if file.variable:
        font.set_variation_by_name("Bold")
    return font


def _glyph(face: int, character: str) -> tuple[tuple[int, int], bytes]:
    font = _font(face, _PROBE, ImageFont.Layout.BASIC)
    mask, _, _, _ = pen.write(((character, font),), _PROBE)
    return mask.size, mask.tobytes()


@cache
def _missing_glyph(face: int) -> tuple[tuple[int, int], bytes]:
    return _glyph(face, _MISSING)


def _has(key: tuple[int, str]) -> bool:
    face, character = key
    return character.isspace() or _glyph(face, character) != _missing_glyph(face)


# Faces are shared by all threads and not made for that: one lock round everything that uses them.
_faces_lock: Final = threading.RLock()

_glyphs: Final[Cache[tuple[int, str], bool]] = Cache(
    _has, lambda _: 150, most_bytes=2_000_000, lock=_faces_lock
)


def _face_of(character: str) -> int | None:
    for face in range(len(_chain())):
        if _glyphs.get((face, character)):
            return face
    return None


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
    """Letters with the marks that belong to them."""
    clusters: list[str] = []
    for character in text:
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
        return 0, _NOBODY_HAS_IT
    kept = (mark for mark in cluster[1:] if _glyphs.get((face_of_letter, mark)))
    return face_of_letter, cluster[0] + "".join(kept)


def _draw(key: tuple[str, Size]) -> Piece:
    text, size = key
    fonts_of_runs = [(run, _font(face, size, ImageFont.Layout.RAQM)) for face, run in runs(text)]
    return Piece(*pen.write(fonts_of_runs, size))


_pieces: Final[Cache[tuple[str, Size], Piece]] = Cache(
    _draw,
    lambda piece: 200 + piece.mask.width * piece.mask.height,
    most_bytes=8_000_000,
    lock=_faces_lock,
)


def _advance(key: tuple[str, Size]) -> float:
    text, size = key
    return sum(_font(face, size, ImageFont.Layout.RAQM).getlength(run) for face, run in runs(text))


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
    """How far the pen moves, in pixels."""
    return _advances.get((text, size))


def plain_width(text: Text, size: Size) -> float:
    """How wide the long form is."""
    return width(_forms(text)[0].replace(_SOFT_HYPHEN, ""), size)


def held_bytes() -> int:
    """The memory that all kept texts occupy."""
    return _pieces.held_bytes


def fit(text: Text, size: Size, most: float, *, floor: Size | None = None) -> Fitted:
    """The text as it can be written within `most` pixels.

    First its short form, then smaller (one size, or down to `floor`), then an ellipsis.
    """
    full, short = (form.replace(_SOFT_HYPHEN, "") for form in _forms(text))
    lowest = size.smaller() if floor is None else floor
    for candidate, at in ((full, size), *((short, s) for s in reversed(Size) if lowest <= s <= size)):
        if width(candidate, at) <= most:
            return Fitted(candidate, at, width(candidate, at))
    smallest = min(lowest, size)
    return _cut(short, smallest, most)


def fit_figure(text: Text, most: float) -> Fitted:
    """A large number: 88 pixels high, or as much of it as fits."""
    written = _forms(text)[0]
    pixels = int(min(1.0, most / max(1.0, width(written, Size.HUGE))) * Size.HUGE)
    if pixels == Size.HUGE or pixels <= Size.TITLE:
        return fit(text, Size.HUGE, most, floor=Size.NAME)
    return Fitted(written, pixels, reduced_piece(written, pixels).advance)


def fit_whole(text: Text, size: Size, most: float) -> Fitted:
    """The same, but the long form is written smaller before the short one is taken."""
    whole = fit(_forms(text)[0], size, most)
    return fit(text, size, most) if whole.cut else whole


def _forms(text: Text) -> tuple[str, str]:
    """The long and the short form."""
    return (text.text, text.short or text.text) if isinstance(text, Label) else (text, text)


def _cut(text: str, size: Size, most: float) -> Fitted:
    ends = [index for index, character in enumerate(text) if not is_mark(character)]
    for end in reversed(ends):
        shorter = text[:end].rstrip() + _ELLIPSIS
        if width(shorter, size) <= most:
            return Fitted(shorter, size, width(shorter, size), cut=True)
    return Fitted("", size, 0.0, cut=True)


def name_text(name: Name) -> str:
    """The name as it is written: cleaned, symbols that no face has dropped; or the fall-back, where no
    letter of it can be written.
    """
    cleaned = clean_name(name.chosen)
    writable = clean_name(
        "".join(c for c in cleaned if unicodedata.category(c)[0] != "S" or _face_of(c) is not None)
    )
    seen = any(not c.isspace() and not is_mark(c) and _face_of(c) is not None for c in writable)
    return writable if seen else name.fallback


def fit_name(name: Name, size: Size, most: float) -> Fitted:
    """The name within `most` pixels: one size smaller where it is too wide, then with an ellipsis."""
    return replace(fit(name_text(name), size, most), name=True)


def lines(text: Text, size: Size, most: float, *, count: int) -> tuple[Fitted, ...]:
    """The text in up to `count` lines of at most `most` pixels.

    Lines are broken at spaces and soft hyphens, in Japanese almost anywhere.

    The short form is used where the full one needs more lines; what still does not fit ends in an ellipsis.
    """
    for candidate in _forms(text):
        broken = _broken(candidate, size, most)
        if len(broken) <= count:
            return tuple(Fitted(line, size, width(line, size)) for line in broken)
    head = [Fitted(line, size, width(line, size)) for line in broken[: count - 1]]
    return (*head, _cut("".join(broken[count - 1 :]) + " ", size, most))


def balanced(text: Text, size: Size, most: float, *, count: int) -> tuple[Fitted, ...]:
    """The same, the lines about equally long."""
    best = lines(text, size, most, count=count)
    if len(best) == 1 or best[-1].cut:
        return best
    for percent in range(95, 45, -5):
        tried = lines(text, size, most * percent / 100, count=count)
        if (
            len(tried) > len(best)
            or tried[-1].cut
            or max(line.width for line in tried) > most * percent / 100
        ):
            break
        best = tried
    return best


# Characters that may not begin a line, and such as may not end one.
_NO_START: Final = frozenset(
    "、。，．・：；？！）］｝」』】〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ文月%％,.)]!?:;"
)
# Where a line may end: spaces, not the no-break one, and the soft hyphen.
_ENDS: Final = frozenset(" \u3000\u00ad")
_NO_END: Final = frozenset("（［｛「『【〈《([")


def _broken(text: str, size: Size, most: float) -> list[str]:
    broken: list[str] = []
    line = ""
    for unit in _units(text):
        if line and width(_shown(line + unit), size) > most:
            broken.append(_shown(line))
            line = unit.lstrip()
        else:
            line += unit
    return [*broken, _shown(line)] if line.strip() or not broken else broken


def _shown(line: str) -> str:
    """The line as it is written: a soft hyphen shows at its end only."""
    text = line.rstrip()
    hyphen = "-" if text.endswith(_SOFT_HYPHEN) else ""
    return text.replace(_SOFT_HYPHEN, "") + hyphen


def _units(text: str) -> list[str]:
    """The parts between which a line may be broken."""
    units: list[str] = []
    for character in text:
        if units and not _may_break(units[-1][-1], character):
            units[-1] += character
        else:
            units.append(character)
    return units


def _may_break(before: str, after: str) -> bool:
    if after in _NO_START or before in _NO_END or is_mark(after) or after.isspace():
        return False
    if before in _ENDS:
        return True
    if before.isdigit() or (after.isdigit() and before.isalpha()):
        # 5文 and こい2 stay together.
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in {"W", "F"}
