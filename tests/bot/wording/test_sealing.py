"""The words of the sealing line: who opens a table, as a mention or by a name that was cut."""

from __future__ import annotations

import re

import pytest

from bot.i18n import LOCALES, Languages
from bot.ids import UserId
from bot.wording import sealing

LONGEST = 32
"""Letters of a name on Discord."""


@pytest.mark.parametrize("locale", LOCALES)
def test_a_name_stands_there_as_a_mention_or_cut(locale: str) -> None:
    """A mention follows its person; a name too long for one is cut, its markdown escaped.

    The digits are a spoiler.
    """
    words = Languages.load().pick(locale)

    def said(name: str) -> str:
        text = sealing.line(words, UserId(5), name, "fb" * 32)
        assert re.search(r"\|\|`[\w-]{43}`\|\|$", text)
        return text

    assert "<@5>" in said("Sakura") and "<@5>" in said("さくら") and "<@5>" in said("_Sakura_")
    assert "WWWWWWWWWWWWW…" in said("W" * LONGEST) and "<@" not in said("W" * LONGEST)
    assert "<@" not in said("😀"), "an emoji is no name in a text"
    assert r"\_\_\_" in said("_" * LONGEST)
