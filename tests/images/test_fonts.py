"""The font files: which ones, where from, and what happens without."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from images.drawing import faces, fonts
from images.drawing.theme import Size
from tests.support.waiting import MOST_SECONDS

_GENUINE = {
    "NotoSansCJKjp-Bold.otf": "e53dcb0dcb2922e45d01aae1ebd2f382bb81d4229b18b6b883bd170678af1f76",
    "NotoSans[wdth,wght].ttf": "bfb7bb691513f12e734dc346c03a03f784912432d7e3fa8e56efcf906fe86b3d",
    "NotoSansThai[wdth,wght].ttf": "5a1c559bb539583c8a1fd99d1c5b9491e5e14478c9cd2bd0970d5c3096cc9ef8",
    "NotoSansArabic[wdth,wght].ttf": "63111b5b2e074dd48cc67692e0a2726d86ee94c1c37fe8598257b7b4e87e869e",
    "NotoSansHebrew.ttf": "7ef36a2c3593758cdb622e1bdef4f84523e92fbc3ccc667438dd80ff54c2de88",
    "NotoSansDevanagari[wdth,wght].ttf": "14ec4af41f27482216d1c2229f417ff9b1425e1babb014e57d1d40d03229853e",
    "NotoSansBengali.ttf": "dcd42978094e584a849c84a51450eeac40c8826057d566ea6d4b9627a403a05a",
    "NotoSansTamil[wdth,wght].ttf": "aa3a9b321f4b0bb2c40203ffbde9af89713227866e0e13f76e5b9eeea727cf88",
    "NotoSansTelugu[wdth,wght].ttf": "e618af7bf999df192ed4f388eba2e563f2b5015034e9cbb317b5bd793bd7334d",
    "NotoSansLao.ttf": "9608b94603a82d09a8038946f9775242f99e3b3459b7f1e4d5b335b578cd7ab3",
    "NotoSansKhmer[wdth,wght].ttf": "f37a8431a0c5d5ed2f81a767417546aca576a81fb7eff9c924d46aecf828f2ca",
    "NotoSansMyanmar.ttf": "7abbbfbe2514105d7ce94937aee3feb2ba89b73a256c8b77b5866bd9b83e32ec",
}
"""The SHA-256 of every face; SECURITY.md says with what each was compared."""


def test_every_face_is_the_genuine_file() -> None:
    """No face comes in another version, or changed, without somebody looking at it."""
    found = {file.path.name: hashlib.sha256(file.path.read_bytes()).hexdigest() for file in fonts.chain()}
    assert found == _GENUINE


def test_a_named_file_comes_first(tmp_path: Path) -> None:
    """A font that is named is used instead of the package's."""
    other = tmp_path / "other.otf"
    other.write_bytes(b"font")
    assert fonts.main_face(other).path == other
    assert fonts.chain(other)[0].path == other


def test_a_wrong_name_is_an_error(tmp_path: Path) -> None:
    """A path that is no file or no font stops with a message that names it."""
    missing, none = tmp_path / "missing.otf", tmp_path / "none.otf"
    none.write_bytes(b"font")
    for wrong in (missing, none):
        with pytest.raises(fonts.FontMissingError, match=wrong.name) as caught:
            faces.choose(wrong)
        assert caught.value.tried == (str(wrong),)


def test_a_chosen_face_is_written_with_from_then_on() -> None:
    """Even what was written before: a Latin face makes another A, and back again the same as at first."""
    before = faces.piece("A", Size.BODY).mask.tobytes()
    (other,) = (each.path for each in fonts.chain() if "NotoSans[" in each.path.name)
    try:
        faces.choose(other)
        assert faces.piece("A", Size.BODY).mask.tobytes() != before
    finally:
        faces.choose(None)
    assert faces.piece("A", Size.BODY).mask.tobytes() == before


def test_the_chain_begins_with_the_main_face() -> None:
    """Faces for further scripts follow the Japanese one; each exists."""
    chain = fonts.chain()
    assert chain[0] == fonts.main_face()
    assert any("NotoSans[" in file.path.name for file in chain)
    assert all(file.path.is_file() for file in chain)


def test_finding_fonts_needs_no_pillow() -> None:
    """The module can be used where Pillow must not be loaded."""
    code = "import sys, images.drawing.fonts; images.drawing.fonts.chain(); sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=MOST_SECONDS).returncode == 0
