"""A rare yaku, told in its channel (art guide, 9.8)."""

from __future__ import annotations

from dataclasses import dataclass

from images.scene.common import Cards, Name, Scene, Text


@dataclass(frozen=True, slots=True)
class RareYakuScene(Scene):
    """1100 x 360: three to six cards large on night blue, beside them what they are and who had them.

    `gloss`: what the name of the yaku means; empty in a language that needs none. `note`: when, by which
    rules.
    """

    heading: Text
    yaku: Text
    gloss: Text
    player: Name
    note: Text
    cards: Cards
