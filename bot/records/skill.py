"""Skill, an estimate: points lost a decision, and points a month without luck."""

from __future__ import annotations

from typing import NamedTuple


class Figures(NamedTuple):
    """The figures of one player of a match, by which skill is estimated."""

    decisions: int
    lost: float
    """Points that all decisions lost, as the level *hard* judges them."""
    months: int
    points: int
    """Points won in the months, less those of the other player."""
    dealt: float
    """Points by luck in the deals; of mean zero (`bot.opponents.luck`)."""
    turned: float
    """Points by luck in the cards that the stock turned; of mean zero, too."""
