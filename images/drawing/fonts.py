"""The places of the font files. The one module that looks for them; it opens none and needs no Pillow.

The main face is looked for in this order: a file that is named, the package `noto-cjk-sans-jp-bold`, the
places where systems install Noto Sans CJK. Faces for other scripts are optional: what is not installed is
left out. Those that no package holds alone lie in `images/faces`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

_MAIN: Final = ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf")

# A collection's first face is the Japanese one.
_SYSTEM: Final = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/local/share/fonts/NotoSansCJKjp-Bold.otf",
)

_SCRIPTS: Final = (
    ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    ("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf"),
    ("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    ("images", "faces/NotoSansHebrew.ttf"),
    ("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf"),
    ("images", "faces/NotoSansBengali.ttf"),
    ("fontpkg_noto_sans_tamil", "files/NotoSansTamil[wdth,wght].ttf"),
    ("fontpkg_noto_sans_telugu", "files/NotoSansTelugu[wdth,wght].ttf"),
    ("images", "faces/NotoSansLao.ttf"),
    ("fontpkg_noto_sans_khmer", "files/NotoSansKhmer[wdth,wght].ttf"),
    ("images", "faces/NotoSansMyanmar.ttf"),
)


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file on disk; `variable` ones have a named style Bold."""

    path: Path
    variable: bool = False


class FontMissingError(Exception):
    """No Japanese face was found, or the named file is none. `tried`: the files and packages looked for."""

    def __init__(self, tried: tuple[str, ...]) -> None:
        self.tried = tried
        super().__init__(f"no Japanese font: tried {', '.join(tried)}")


def main_face(named: Path | None = None) -> FontFile:
    """The Japanese bold face, or the file named in its place. FontMissingError where there is none."""
    if named is not None:
        # A wrong name is an error, not a reason to use another face without a word.
        if not named.is_file():
            raise FontMissingError((str(named),))
        return FontFile(named)
    packaged = _packaged(*_MAIN)
    if packaged is not None:
        return FontFile(packaged)
    for place in _SYSTEM:
        if Path(place).is_file():
            return FontFile(Path(place))
    raise FontMissingError((_MAIN[0], *_SYSTEM))


def chain(named: Path | None = None) -> tuple[FontFile, ...]:
    """The faces in the order in which a character is looked for: the main one, then other scripts'."""
    found = (_packaged(package, path) for package, path in _SCRIPTS)
    return (main_face(named), *(FontFile(path, variable=True) for path in found if path is not None))


def latin_face() -> Path | None:
    """The face of Latin letters, as wide as a chat client's; None where its package is not installed."""
    return _packaged(*_SCRIPTS[0])


def _packaged(package: str, path: str) -> Path | None:
    try:
        file = resources.files(package) / path
    except ModuleNotFoundError:
        return None
    return Path(str(file)) if file.is_file() else None
