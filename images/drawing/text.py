"""The widths of texts, and the ways to make them fit: shorter, smaller, cut, or broken into lines."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import Final

from images.drawing.faces import can_write, reduced_piece, width
from images.drawing.theme import Size
from images.scene.common import Label, Name, Text
from images.scene.names import clean_name, is_mark

_ELLIPSIS: Final = "…"
_SOFT_HYPHEN: Final = "\u00ad"
_LARGEST_FIRST: Final = tuple(reversed(Size))


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text that is no wider than it may be. `cut`: it ends in an ellipsis; `name`: it is a person's."""

    text: str
    size: int
    width: float
    cut: bool = False
    name: bool = False


def plain_width(text: Text, size: Size) -> float:
    """Return the width of the long form."""
    return width(_forms(text)[0].replace(_SOFT_HYPHEN, ""), size)


def fit(text: Text, size: Size, most: float, *, floor: Size | None = None) -> Fitted:
    """The text as it can be written within `most` pixels.

    First its short form, then smaller (one size, or down to `floor`), then an ellipsis.
    """
    full, short = (form.replace(_SOFT_HYPHEN, "") for form in _forms(text))
    lowest = size.smaller() if floor is None else floor
    for candidate, at in ((full, size), *((short, s) for s in _LARGEST_FIRST if lowest <= s <= size)):
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
    """Fit a text, but write the long form smaller before taking the short one."""
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
    writable = clean_name("".join(c for c in cleaned if unicodedata.category(c)[0] != "S" or can_write(c)))
    seen = any(not c.isspace() and not is_mark(c) and can_write(c) for c in writable)
    return writable if seen else name.fallback


def fit_name(name: Name, size: Size, most: float) -> Fitted:
    """The name within `most` pixels: where it is too wide one size smaller, short, or with an ellipsis.

    Its shortest form goes before the ellipsis, in the smallest letters if need be.
    """
    fitted = fit_whole(Label(name_text(name), name.short), size, most)
    if fitted.cut and name.shortest:
        fitted = fit(name.shortest, size, most, floor=Size.SMALL)
    return replace(fitted, name=True)


def large_name(name: Name, most: float) -> tuple[Fitted, ...]:
    """The name as a poster has it: 88 pixels high or as much of it as fits, else in two lines of 44.

    Its short form goes before it is written smaller. Two lines are broken anywhere, where no space is.
    """
    written = name_text(name)
    if name.short and width(written, Size.HUGE) > most:
        written = name.short
    large = fit_figure(written, most)
    if large.size >= Size.TITLE and not large.cut:
        return (replace(large, name=True),)
    return _in_two(written, Size.TITLE, most)


def name_lines(name: Name, size: Size, most: float) -> tuple[Fitted, ...]:
    """The name in a line of `size` or the next smaller one, else in two lines of the smaller one.

    Two lines are broken anywhere, where no space is.
    """
    written = name_text(name)
    one = fit(written, size, most)
    return _in_two(written, size.smaller(), most) if one.cut else (replace(one, name=True),)


def _in_two(written: str, size: Size, most: float) -> tuple[Fitted, ...]:
    """A name in two lines, the second one cut where it must be."""
    broken = lines(written, size, most, count=2)
    if any(line.width > most for line in broken):
        ends = (n for n in range(len(written) - 1, 0, -1) if not is_mark(written[n]))
        end = next((n for n in ends if width(written[:n], size) <= most), 0)
        head = (Fitted(written[:end], size, width(written[:end], size)),) if end else ()
        broken = (*head, fit(written[end:], size, most, floor=size))
    return tuple(replace(line, name=True) for line in broken)


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
    return (*head, _cut(_rejoined(broken[count - 1 :]) + " ", size, most))


def _rejoined(broken: list[str]) -> str:
    """Lines as one again: a space stands between two of them, unless one is Japanese there."""
    text = broken[0]
    for line in broken[1:]:
        text += line if _is_wide(text[-1]) or _is_wide(line[0]) else f" {line}"
    return text


def balanced(text: Text, size: Size, most: float, *, count: int) -> tuple[Fitted, ...]:
    """Wrap a text into lines that are about equally long."""
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
# Where a line may end: spaces and the soft hyphen; and where it may not, whatever follows.
_ENDS: Final = frozenset(" \u3000\u00ad")
_NO_BREAK: Final = "\u00a0"
_NO_END: Final = frozenset("＋（［｛「『【〈《([")


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
    if before == _NO_BREAK or before.isdigit() or (after.isdigit() and before.isalpha()):
        # 5文, こい2 and a name with its score stay together.
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in {"W", "F"}
