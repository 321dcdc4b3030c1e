"""The lengths of texts, and the ways to make them fit: by leaving whole parts out, never by cutting words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

CONTENT = 2000
"""Characters of a message."""
ALT = 1024
"""Characters of the description of an attachment."""
LABEL = 80
"""Characters of a button."""
OPTION = 100
"""Characters of a select's option, its label and its description each; of a placeholder 150."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a text. `rank` 0 must stay; higher ones are left out first where space is short."""

    text: str
    rank: int = 0


def fitted(parts: Iterable[Part], limit: int, joint: str = "\n") -> str:
    """The parts in their order, those of the highest rank left out, last ones first, until the text fits."""
    kept = [part for part in parts if part.text]
    while len(text := joint.join(part.text for part in kept)) > limit and len(kept) > 1:
        kept.remove(least(kept))
    return text if len(text) <= limit else shortened(text, limit)


def least(parts: Sequence[Part]) -> Part:
    """The part that can be spared first."""
    highest = max(part.rank for part in parts)
    return next(part for part in reversed(parts) if part.rank == highest)


def shortened(text: str, limit: int) -> str:
    """A text cut after a whole word; only for texts that other people wrote, such as names."""
    if len(text) <= limit:
        return text
    head, space, _ = text[:limit].rpartition(" ")
    return (head if space else text[: limit - 1]).rstrip() + "…"


def open_ended(sentence: str) -> str:
    """A sentence without its full stop, as a part of a description."""
    return sentence.rstrip(".。")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Parts that belong together under a head (`Field, 10 cards`), which goes when all of them are gone."""

    parts: tuple[Part, ...]
    head: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """The patterns of a language's sentences, of {head} and {items}, {items}, {first} and {second}."""

    with_head: str
    plain: str
    two: str
    joint: str

    def sentence(self, one: Sentence) -> str:
        """One sentence with its full stop."""
        items = self.joint.join(part.text for part in one.parts)
        return (
            self.with_head.format(head=one.head, items=items) if one.head else self.plain.format(items=items)
        )

    def text(self, sentences: Sequence[Sentence]) -> str:
        """Sentences one after another."""
        return self.one_after_another([self.sentence(one) for one in sentences])

    def one_after_another(self, texts: Iterable[str]) -> str:
        """Finished sentences in a row; empty ones are left out."""
        told = [text for text in texts if text]
        return reduce(lambda first, second: self.two.format(first=first, second=second), told) if told else ""


def spoken(sentences: Sequence[Sentence], limit: int, style: Style) -> tuple[str, tuple[Sentence, ...]]:
    """Sentences as one text within a limit, and what had to be left out, as sentences again.

    The parts of the highest rank go first, among them the last one first.
    """
    places = [(s, p) for s, one in enumerate(sentences) for p, part in enumerate(one.parts) if part.text]
    places.sort(key=lambda at: (sentences[at[0]].parts[at[1]].rank, at), reverse=True)

    def text(gone: int) -> str:
        return style.text(_only(sentences, {*places[gone:]}))

    if len(whole := text(0)) <= limit:
        return whole, ()
    # The more parts are gone the shorter it is, and one has to stay.
    gone = bisect_left(range(len(places) - 1), True, key=lambda gone: len(text(gone)) <= limit)
    return shortened(text(gone), limit), _only(sentences, {*places[:gone]})


def _only(sentences: Sequence[Sentence], places: set[tuple[int, int]]) -> tuple[Sentence, ...]:
    left = []
    for s, one in enumerate(sentences):
        parts = tuple(part for p, part in enumerate(one.parts) if (s, p) in places)
        if parts:
            left.append(Sentence(parts, one.head))
    return tuple(left)
