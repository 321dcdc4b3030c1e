"""Descriptions of pictures: sentences as one text within the limit, and what such a text had no room for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from bot.i18n import Words
from bot.wording.limits import ALT, Sentence, Style, spoken
from bot.wording.people import Cast, People

Tell = Callable[[People], tuple[Sentence, ...]]
"""A picture in sentences, the people named in one way or the other."""

KEPT = 8
"""The descriptions of a screen that are kept: its text and its picture are asked for one after the other."""


class Described(NamedTuple):
    """A picture in words, beside a message."""

    alt: str
    """At most 1,024 characters, plain text."""
    left_out: str
    """The sentences for which that has no room, for the message to say in small print; names are escaped."""


@lru_cache(maxsize=64)
def style(words: Words) -> Style:
    """Return the patterns of this language's sentences in a description."""
    return Style(
        with_head=words.within("a sentence of a description", "{head}: {items}."),
        plain=words.within("a sentence of a description", "{items}."),
        two=words.within("two sentences, one after the other", "{first} {second}"),
        joint=words.within("between the parts of a sentence", "; "),
    )


def said(words: Words, sentences: tuple[Sentence, ...]) -> str:
    """The alt text of a picture: at most 1,024 characters, plain text."""
    text, _ = spoken(sentences, ALT, style(words))
    return text


def described(words: Words, cast: Cast, tell: Tell) -> Described:
    """The description of a picture, and the rest of it, which a message has beside the picture."""
    how, plain = style(words), tell(cast.named(words, plain=True))
    alt, dropped = spoken(plain, ALT, how)
    if not dropped:
        return Described(alt, "")
    lost = {(one.head, part.text) for one in dropped for part in one.parts}
    kept = []
    for one, told in zip(plain, tell(cast.named(words)), strict=True):
        parts = tuple(q for p, q in zip(one.parts, told.parts, strict=True) if (one.head, p.text) in lost)
        if parts:
            kept.append(Sentence(parts, told.head))
    return Described(alt, f"-# {how.text(kept)}")
