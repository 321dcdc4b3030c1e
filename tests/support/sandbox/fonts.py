"""The fonts with which tests look at the page: letters as wide as Discord's, and Japanese ones."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def page_fonts() -> dict[str, Path]:
    """Return the faces that the packages bring, by the names under which the page asks for them."""
    return {
        "japanese": next(Path(str(files("noto_cjk_sans_jp_bold"))).rglob("*.otf")),
        "latin": Path(str(files("fontpkg_noto_sans") / "files/NotoSans[wdth,wght].ttf")),
    }
