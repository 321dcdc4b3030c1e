"""Descriptions of pictures: sentences as one text within the limit, and what such a text had no room for."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Words
from bot.wording.limits import ALT, Sentence, Style, spoken


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


def left_out(words: Words, plain: Sequence[Sentence], written: Sequence[Sentence]) -> str:
    """Return the sentences for which the alt text has no room, for the message to say instead.

    `plain` are those of the alt text, with names as people wrote them. `written` are the same ones with the
    markdown of names escaped, as what is given back has it.
    """
    how = style(words)
    _, dropped = spoken(plain, ALT, how)
    if not dropped:
        return ""
    lost = {(one.head, part.text) for one in dropped for part in one.parts}
    kept = []
    for one, told in zip(plain, written, strict=True):
        parts = tuple(q for p, q in zip(one.parts, told.parts, strict=True) if (one.head, p.text) in lost)
        if parts:
            kept.append(Sentence(parts, told.head))
    return how.text(kept)
