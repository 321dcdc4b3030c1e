"""Text: faces, widths, fitting, breaking."""

from __future__ import annotations

import subprocess
import sys

import pytest

from images.drawing import faces, text
from images.drawing.theme import Size
from images.scene.common import Label, Name
from tests.support.waiting import MOST_SECONDS

_NAMES = {
    "thai": "สมชาย ใจดี",
    "arabic": "محمد علي",
    "hebrew": "שלום עולם",
    "devanagari": "नमस्ते",
    "polish": "Łukasz Żółć",
    "korean": "홍길동",
    "marks": "Z" + "\u0316\u0300" * 16,
    "mixed": "אבג Kenta さくら",
    "kanji": "髙﨑𠮷",
}


@pytest.mark.parametrize("chosen", _NAMES.values(), ids=_NAMES)
def test_names_of_all_scripts_are_drawn(chosen: str) -> None:
    """A name in any script of the font chain has ink, no missing letter, and fits the width it is given."""
    name = Name(chosen, "プレイヤー1")
    written = text.name_text(name)
    assert written
    assert "〓" not in "".join(run for _, run in faces.runs(written))
    for most in (80, 160, 440):
        fitted = text.fit_name(name, Size.NAME, most)
        assert fitted.width <= most
        piece = faces.piece(fitted.text, fitted.size)
        assert piece.mask.getbbox() is not None


@pytest.mark.parametrize("chosen", ["", "🌸🎴", " \u200b ", "\u3164", "\U00012000\U00012001"])
def test_a_name_with_nothing_left_becomes_the_fall_back(chosen: str) -> None:
    """Empty, invisible and emoji-only names, and letters that no face has, are written as the fall-back."""
    assert text.name_text(Name(chosen, "プレイヤー2")) == "プレイヤー2"


def test_letters_that_no_face_has_become_a_sign() -> None:
    """A letter of an unknown script is written as 〓, a symbol of one is left out."""
    assert [run for _, run in faces.runs("\U00012000")] == ["〓"]
    assert text.name_text(Name("a\U0001d2c0", "x")) == "a"


def test_names_can_be_written_without_the_faces_of_other_scripts() -> None:
    """In a plain install Thai and Arabic names become the fall-back; beside others 〓 stands for a letter."""
    code = """
import sys
for script in ("arabic", "devanagari", "khmer", "tamil", "telugu", "thai"):
    sys.modules[f"fontpkg_noto_sans_{script}"] = None
from images.drawing import faces, fonts, text
from images.scene.common import Name
from images.drawing.theme import Size
assert len(fonts.chain()) <= 6
for chosen in ("สมชาย ใจดี", "محمد علي", "தமிழ்"):
    assert text.name_text(Name(chosen, "Player 1")) == "Player 1"
assert "Łódź" in text.name_text(Name("Łódź", "Player 1"))
mixed = text.name_text(Name("Bob สม", "Player 1"))
assert "".join(run for _, run in faces.runs(mixed)) == "Bob 〓〓"
assert text.fit_name(Name("Bob สม", "x"), Size.NAME, 200).width <= 200
"""
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, timeout=MOST_SECONDS, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_right_to_left_words_keep_their_order() -> None:
    """Two Hebrew words and the space between them are one run, so that the first word stays right."""
    assert len(faces.runs("שלום עולם")) == 1


def test_a_space_after_right_to_left_words_goes_to_what_follows() -> None:
    """Written from right to left a space at the end would stand before the word."""
    assert [run for _, run in faces.runs("אבג Kenta")] == ["אבג", " Kenta"]


def test_a_letter_and_its_marks_have_one_face() -> None:
    """Marks that the Japanese face lacks take their letter to a face that has both, never apart from it."""
    written = faces.runs("aZ\u0316\u0300b")
    assert [run for _, run in written] == ["a", "Z\u0316\u0300", "b"]
    assert written[1][0] != 0


def test_marks_do_not_reach_far() -> None:
    """A letter with many combining marks is not much taller than a line."""
    written = text.name_text(Name("Z" + "\u0316\u0300" * 16 + "algo", "x"))
    assert faces.piece(written, Size.NAME).mask.height <= 2 * Size.NAME


def test_fitting_takes_the_short_form_before_a_smaller_size() -> None:
    """A text that is too wide becomes short, then small, then ends in an ellipsis."""
    words = Label("Boar, Deer, Butterflies", "Boar-Deer")
    full = faces.width(words.text, Size.NAME)
    short = faces.width(words.short, Size.NAME)
    assert text.fit(words, Size.NAME, full).text == words.text
    assert text.fit(words, Size.NAME, full - 1) == text.Fitted(words.short, Size.NAME, short)
    assert text.fit(words, Size.NAME, short - 1).size is Size.BODY
    cut = text.fit(words, Size.NAME, 90)
    assert cut.cut
    assert cut.text.endswith("…")
    assert cut.width <= 90


def test_a_large_number_is_as_large_as_there_is_room() -> None:
    """88 pixels where that fits, else any size down to 44, then the type's own sizes."""
    full = faces.width("39 mon", Size.HUGE)
    assert text.fit_figure("39 mon", full).size == Size.HUGE
    squeezed = text.fit_figure("39 mon", full * 0.8)
    assert squeezed.size in (69, 70)
    assert squeezed.width <= full * 0.8
    assert text.fit_figure("39 mon", full * 0.45).size is Size.NAME


def test_nothing_is_written_smaller_than_24() -> None:
    """The smallest size is 24."""
    assert text.fit("a long text", Size.SMALL, 30).size is Size.SMALL


@pytest.mark.parametrize("count", [1, 2, 3])
def test_lines_fit_and_keep_all_words(count: int) -> None:
    """A broken text has no more lines than allowed, none too wide; the last one shows what is missing."""
    rule = "タネの札を五枚。一枚増えるごとに一文。Animals: five of them (5文) or more."
    lines = text.lines(rule, Size.SMALL, 300, count=count)
    assert len(lines) <= count
    assert all(line.width <= 300 for line in lines)
    assert lines[-1].cut
    whole = text.lines(rule, Size.SMALL, 300, count=9)
    assert "".join(line.text for line in whole).replace(" ", "") == rule.replace(" ", "")


def test_balanced_lines_leave_no_word_alone() -> None:
    """As few lines as without balance, none too wide, none much shorter than the others."""
    words = "Nobody stopped: the dealer takes the oya-ken."
    plain, even = (cut(words, Size.TITLE, 900, count=2) for cut in (text.lines, text.balanced))
    assert len(plain) == len(even) == 2
    assert " ".join(line.text for line in even) == words
    assert min(line.width for line in even) > 2 * min(line.width for line in plain)
    assert text.balanced("short", Size.TITLE, 900, count=2) == text.lines("short", Size.TITLE, 900, count=2)


def test_lines_break_at_allowed_places() -> None:
    """No line begins with punctuation, and a number stays with its unit."""
    for most in range(90, 300, 15):
        lines = [
            line.text
            for line in text.lines("一枚増えるごとに、５文。次は12文です。", Size.SMALL, most, count=20)
        ]
        assert not any(line[0] in "、。" for line in lines)
        assert any("は12文" in line for line in lines)


@pytest.mark.parametrize("told", ["さくら\u00a0＋12、花子\u00a012", "Ann Lee\u00a012, Kenta\u00a0−4"])
def test_no_line_ends_at_a_no_break_space(told: str) -> None:
    """A score stays with the last word of its name, also before a wide sign."""
    for most in range(90, 300, 15):
        lines = [line.text for line in text.lines(told, Size.SMALL, most, count=20)]
        assert len(lines) > 1 or most > 200
        assert not any(line.endswith("\u00a0") or line[0] in "＋−12" for line in lines)
        assert sum(line.count("\u00a0") for line in lines) == 2


def test_soft_hyphens_show_where_a_line_ends() -> None:
    """A long word is broken at its soft hyphen, which is not seen elsewhere."""
    word = "Chrysan\u00adthemum"
    lines = text.lines(word, Size.SMALL, 140, count=2)
    assert [line.text for line in lines] == ["Chrysan-", "themum"]
    assert text.fit(word, Size.SMALL, 400).text == "Chrysanthemum"


def test_digits_are_equally_wide() -> None:
    """Columns of numbers line up."""
    assert len({faces.width(digit * 4, Size.BODY) for digit in "0123456789"}) == 1
