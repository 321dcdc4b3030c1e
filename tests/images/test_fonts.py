"""The font files: which ones, where from, and what happens without."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from images.drawing import fonts

_BOLD = "e53dcb0dcb2922e45d01aae1ebd2f382bb81d4229b18b6b883bd170678af1f76"


def test_the_packaged_face_is_the_expected_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Japanese face of the package has the art guide's hash."""
    monkeypatch.delenv("KOIKOI_FONT", raising=False)
    assert hashlib.sha256(fonts.main_face().path.read_bytes()).hexdigest() == _BOLD


def test_the_setting_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A font named in the environment is used instead of the package's."""
    other = tmp_path / "other.otf"
    other.write_bytes(b"font")
    monkeypatch.setenv("KOIKOI_FONT", str(other))
    assert fonts.main_face().path == other


def test_a_wrong_setting_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A setting that names no file stops with a message that names it."""
    missing = tmp_path / "missing.otf"
    monkeypatch.setenv("KOIKOI_FONT", str(missing))
    with pytest.raises(fonts.FontMissingError, match=r"missing\.otf") as caught:
        fonts.main_face()
    assert caught.value.tried == (str(missing),)


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
