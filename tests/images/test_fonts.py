"""The font files: which ones, where from, and what happens without."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from images.drawing import faces, fonts
from images.drawing.theme import Size

_BOLD = "e53dcb0dcb2922e45d01aae1ebd2f382bb81d4229b18b6b883bd170678af1f76"


def test_the_packaged_face_is_the_expected_file() -> None:
    """The Japanese face of the package has the art guide's hash."""
    assert hashlib.sha256(fonts.main_face().path.read_bytes()).hexdigest() == _BOLD


def test_a_named_file_comes_first(tmp_path: Path) -> None:
    """A font that is named is used instead of the package's."""
    other = tmp_path / "other.otf"
    other.write_bytes(b"font")
    assert fonts.main_face(other).path == other
    assert fonts.chain(other)[0].path == other


def test_a_wrong_name_is_an_error(tmp_path: Path) -> None:
    """What is no file, and what is no font, stops with a message that names it."""
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
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
