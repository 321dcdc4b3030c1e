"""Scores told by name: the reader needs no rule for their order."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Words
from bot.wording import numbers


def told(words: Words, scores: Iterable[tuple[str, int]]) -> str:
    """Name everybody with a score: `Kenta 12, さくら 6`."""
    return numbers.listing(words, (one(words, name, score) for name, score in scores))


def to_player(words: Words, own: int, others: Iterable[tuple[str, int]]) -> str:
    """Tell a player the scores, their own first: `you 6, Kenta 12`."""
    mine = words("you {score}", score=numbers.number(own))
    return numbers.listing(words, (mine, *(one(words, name, score) for name, score in others)))


def one(words: Words, name: str, score: int) -> str:
    """Name one player with a score."""
    return words("{player} {score}", player=name, score=numbers.number(score))
