"""The English catalogue reads as plain English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.pofile import read_po

from bot.i18n import ENGLISH, catalogue_file

MOST_WORDS = 25
"""Words of a sentence; somebody who reads English as a second language must not need to read one twice."""
END = re.compile(r"(?<=[.?!:])[*_]*\s|\n")


def said() -> Iterator[str]:
    """Every text of the catalogue, both forms of a plural."""
    with catalogue_file(ENGLISH).open("rb") as file:
        for message in read_po(file):
            if message.id and message.string:
                yield from [message.string] if isinstance(message.string, str) else message.string


def test_no_sentence_is_long() -> None:
    """A sentence ends with a full stop, a question mark, a colon or its line."""
    sentences = [sentence for text in said() for sentence in END.split(text)]
    assert len(sentences) > 1000
    assert [each for each in sentences if len(each.split()) > MOST_WORDS] == []


def test_nobody_is_called_whoever() -> None:
    """A noun, or *you*, is the subject."""
    assert [
        text for text in said() if re.search(r"\bwh(?:o|om|ose|at|ich)(?:so)?ever\b", text, re.IGNORECASE)
    ] == []
