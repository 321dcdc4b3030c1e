"""The only module that puts anything on a picture: canvases take shapes, cards and texts and give a PNG.

Every text that is written is noted in `placed`, every chip in `chips`, every letter of a badge or seal in
`letters`. So a test can ask for overflow, for texts on each other, and for contrast.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PIL import Image

from engine.cards.deck import Card, Kind
from images.drawing import faces, png, shapes, sprites, stamps, text, theme
from images.drawing.shapes import Stencil
from images.drawing.sprites import Sprite, Wear
from images.drawing.text import Fitted
from images.drawing.theme import Felt, Pill, Rgb, Size
from images.layouts import geometry
from images.layouts.geometry import Box
from images.scene.common import DeckFace, Text
from images.scene.table import Ring

CHIP_HEIGHT: Final = 38
"""Of chips whose letters are small; larger letters need six pixels more."""
CHIP_PAD: Final = 14
_RING: Final = 6
# The middle of capitals and of Japanese characters lies this far above the base line, in parts of the size.
_MIDDLE: Final = 0.375
# How far letters reach above the base line and below it where lines are set for them, in parts of the size.
# Those of Arabic hang deeper: such a line is lifted.
_ASCENT: Final = 0.94
_DESCENT: Final = 0.3
_MARK_LEAST_CARD: Final = 72
_MARK_LEAST_CARD_ENLARGED: Final = 44
# The size of a badge's letter or number, in parts of the badge.
_BADGE_ONE: Final = 0.71
_BADGE_TWO: Final = 0.62


class Corner(Enum):
    """The upper corner of a card that carries its month's mark."""

    LEFT = "left"
    RIGHT = "right"


class Align(Enum):
    """The points by which a text is placed."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A text that was written: the box of its ink, its colour, whether it is cut, whether it is a name."""

    text: str
    size: int
    ink: Box
    colour: Rgb
    cut: bool = False
    name: bool = False


def chip_width(fitted: Fitted) -> int:
    """Return the width of the chip of this text."""
    return max(chip_height(fitted), round(fitted.width) + 2 * CHIP_PAD)


def chip_height(fitted: Fitted) -> int:
    """Return the height of the chip of this text."""
    return CHIP_HEIGHT if fitted.size <= Size.BODY else CHIP_HEIGHT + 6


def _lift(top: int, bottom: int, size: int) -> int:
    """Return by how much a line is lifted whose letters hang deeper than others, where it is free above."""
    return max(0, min(round(bottom - _DESCENT * size), round(top + _ASCENT * size)))


class Canvas:
    """A picture in the making. Its cards wear `face`; `month_marks` puts its month's number on every card
    that is wide enough, unless the face has it. `ground` is its colour; None: that of the `felt`, which gives
    dark chips, outlines and faded cards theirs.

    `mark_side`: how wide these marks are at the least, on narrow cards too; 0: as the card's width has it.
    """

    def __init__(  # noqa: PLR0913 - how all its cards look, by name
        self,
        width: int,
        height: int,
        ground: Rgb | None = None,
        *,
        felt: Felt = theme.EVERGREEN,
        month_marks: bool = False,
        mark_side: int = 0,
        face: DeckFace = DeckFace.STANDARD,
    ) -> None:
        self.month_marks = month_marks and face is DeckFace.STANDARD
        self.mark_side = mark_side
        self.face = face
        self.felt = felt
        self.image = Image.new("RGB", (width, height), ground or felt.ground)
        self.placed: list[Placed] = []
        self.chips: list[Box] = []
        self.letters: list[Placed] = []

    @property
    def box(self) -> Box:
        """The whole picture."""
        return Box(0, 0, self.image.width, self.image.height)

    def rect(self, box: Box, colour: Rgb) -> None:
        """A filled box with sharp corners: rules, axes, grounds."""
        self.image.paste(colour, (box.x, box.y, box.right, box.bottom))

    def rounded(self, box: Box, radius: int, colour: Rgb) -> None:
        """A filled box with round corners."""
        self._fill(colour, shapes.rounded(box.w, box.h, radius), box.x, box.y)

    def frame(self, box: Box, radius: int, line: int, colour: Rgb) -> None:
        """The outline of a box with round corners, `line` thick, inside the box."""
        self._fill(colour, shapes.frame(box.w, box.h, radius, line), box.x, box.y)

    def disc(self, cx: int, cy: int, diameter: int, colour: Rgb) -> None:
        """A filled circle round a point."""
        self._fill(colour, shapes.disc(diameter), cx - diameter // 2, cy - diameter // 2)

    def burst(self, cx: int, cy: int, side: int, colour: Rgb) -> None:
        """A twelve-point burst round a point."""
        self._fill(colour, shapes.burst(side), cx - side // 2, cy - side // 2)

    def polygon(self, box: Box, points: tuple[tuple[float, float], ...], colour: Rgb) -> None:
        """A polygon whose points are counted from the box's corner."""
        self._fill(colour, shapes.polygon(box.w, box.h, points), box.x, box.y)

    def polyline(self, points: Sequence[tuple[float, float]], line: int, colour: Rgb) -> None:
        """A line through points, `line` thick, with round corners and ends."""
        self._fill(colour, shapes.polyline(points, line), 0, 0)

    def paper(self, box: Box) -> None:
        """A sheet of paper with its shadow."""
        self.shadow(box, 6)
        self.rounded(box, 6, theme.PAPER)

    def include(self, other: Canvas) -> None:
        """Another picture in the upper left corner."""
        self.image.paste(other.image, (0, 0))
        self.placed += other.placed
        self.letters += other.letters
        self.chips += other.chips

    def shadow(self, box: Box, radius: int) -> None:
        """A soft shadow, a little to the right of the box and below it."""
        dx, dy = stamps.SHADOW_OFFSET
        self._fill((0, 0, 0), shapes.shadow(box.w, box.h, radius), box.x + dx, box.y + dy)

    def _fill(self, colour: Rgb, stencil: Stencil, x: int, y: int) -> None:
        for box in stencil.solid:
            self.rect(box.moved(x, y), colour)
        for part in stencil.blended:
            self._mask(colour, part.mask, x + part.x, y + part.y)

    def _mask(self, colour: Rgb, mask: Image.Image, x: int, y: int) -> None:
        self.image.paste(colour, (x, y, x + mask.width, y + mask.height), mask)

    def text(self, fitted: Fitted, x: float, cy: float, colour: Rgb, align: Align = Align.LEFT) -> None:
        """A line of text; `x` is its left end, middle or right end, `cy` the middle of its letters."""
        if not fitted.text:
            return
        piece = faces.piece(fitted.text, fitted.size)
        left = round(x - piece.advance * align.value) + piece.left
        top = round(cy + _MIDDLE * fitted.size) + piece.top
        top -= _lift(piece.top, piece.top + piece.mask.height, fitted.size)
        self._mask(colour, piece.mask, left, top)
        ink = Box(left, top, piece.mask.width, piece.mask.height)
        self.placed.append(Placed(fitted.text, fitted.size, ink, colour, fitted.cut, fitted.name))

    def chip(self, fitted: Fitted, x: int, cy: int, pill: Pill) -> Box:
        """A text on a pill whose left end is `x`; gives the pill's box."""
        height = chip_height(fitted)
        box = Box(x, cy - height // 2, chip_width(fitted), height)
        ground, colour = pill.colours(self.felt)
        self.rounded(box, height // 2, ground)
        self.chips.append(box)
        self.text(fitted, box.x + box.w / 2, cy, colour, Align.CENTRE)
        if pill is Pill.STRUCK:
            self.rounded(Box(box.x + CHIP_PAD - 4, cy - 1, box.w - 2 * CHIP_PAD + 8, 3), 1, theme.KOI)
        return box

    def chip_on(
        self, words: Text, middle: tuple[int, int], most: int, pill: Pill, size: Size = Size.BODY
    ) -> Box:
        """A pill round the point `middle` or, at the picture's edge, beside it; at most `most` wide."""
        fitted = text.fit(words, size, most - 2 * CHIP_PAD)
        width = chip_width(fitted)
        start = min(max(2, middle[0] - width // 2), self.image.width - 2 - width)
        return self.chip(fitted, start, middle[1], pill)

    def card(
        self,
        card: Card,
        box: Box,
        *,
        faded: bool = False,
        corner: Corner = Corner.LEFT,
        marked: bool = True,
    ) -> None:
        """A face in `box` with its shadow; `faded` blends it with the felt's panel, `corner` is the mark's.

        Where cards hide each other's marks they are not `marked`.
        """
        sprite = sprites.card(card, box.w, self.face)
        place = _place(sprite, box)
        stamps.lay(self.image, sprite, place, sprite.faded(self.felt.panel, theme.FADE) if faded else None)
        least = _MARK_LEAST_CARD_ENLARGED if self.mark_side else _MARK_LEAST_CARD
        if self.month_marks and marked and box.w >= least:
            side, inset = max(self.mark_side, round(0.27 * box.w)), round(0.05 * box.w)
            x = inset if corner is Corner.LEFT else sprite.width - inset - side
            box = Box(place[0] + x, place[1] + inset, side, side)
            self.letter(str(card.month), box, self.badge(card.kind, box, card))

    def tile(self, card: Card, box: Box, wear: Wear = Wear.COLOURS) -> None:
        """The part of a face by which the card is known, as large as `box`, as a small card of its own."""
        sprite = sprites.tile(card, box.w, box.h, self.face, wear)
        self.image.paste(sprite.face, (box.x, box.y), sprite.mask)

    def half_moon(self, cx: int, cy: int, diameter: int) -> None:
        """The mark of the sake cup that is chaff too: a disc of two halves."""
        self.disc(cx, cy, diameter, theme.SUMI)
        self.disc(cx, cy, diameter - 4, theme.WHITE)
        half = Box(cx, cy - diameter // 2, diameter // 2, diameter)
        points = tuple(
            (math.sin(math.pi * i / 12) * (diameter / 2 - 2), diameter / 2 * (1 - math.cos(math.pi * i / 12)))
            for i in range(13)
        )
        self.polygon(half, points, theme.RED)

    def tilted(self, card: Card, middle: tuple[float, float], width: int, degrees: float) -> None:
        """A face round the point `middle`, turned; positive is to the left."""
        turned = stamps.turned(card, width, self.face, degrees)
        x, y = round(middle[0] - turned.wide / 2), round(middle[1] - turned.tall / 2)
        dx, dy = stamps.SHADOW_OFFSET
        self.image.paste((0, 0, 0), (x + turned.shade.x + dx, y + turned.shade.y + dy), turned.shade.mask)
        self.image.paste(turned.face, (x + turned.x, y + turned.y), turned.mask)

    def tilted_ring(self, middle: tuple[float, float], width: int, degrees: float, line: int) -> None:
        """A gold edge for a card that is turned, `line` wide, to be laid before the card itself."""
        half = (width / 2 + line, geometry.card_height(width) / 2 + line)
        reach = math.ceil(math.hypot(*half)) + 1
        turn = math.radians(-degrees)
        points = tuple(
            (reach + x * math.cos(turn) - y * math.sin(turn), reach + x * math.sin(turn) + y * math.cos(turn))
            for x, y in _rounded_corners(*half, stamps.radius(width) + line)
        )
        box = Box(round(middle[0]) - reach, round(middle[1]) - reach, 2 * reach, 2 * reach)
        self.polygon(box, points, theme.GOLD)

    def back(self, box: Box) -> None:
        """The back of a card."""
        sprite = sprites.back(box.w)
        stamps.lay(self.image, sprite, _place(sprite, box))

    def spread(self, cards: tuple[Box, ...]) -> None:
        """Backs that lie on each other, equally far apart, the first on top; of the others an edge shows."""
        first, *others = cards
        self.shadow(Box(first.x, first.y, cards[-1].right - first.x, first.h), stamps.radius(first.w))
        if others:
            sprite, wide = sprites.back(first.w), others[0].x - first.x
            edge = (sprite.width - wide, 0, sprite.width, sprite.height)
            face, mask = sprite.face.crop(edge), sprite.mask.crop(edge)
            for card in others:
                self.image.paste(face, (card.right - wide, card.y), mask)
        self.back(first)

    def medallion(self, badge: str, box: Box, *, earned: bool) -> None:
        """The badge of an achievement in a square box, pale until it is earned."""
        sprite = sprites.badge(badge, box.w)
        face = sprite.face if earned else sprites.silhouette(sprite, theme.PANEL)
        self.image.paste(face, (box.x, box.y), sprite.mask)

    def imprint(self, box: Box) -> None:
        """The faint shadow of a card that has just been taken away."""
        self._fill(self.felt.panel, shapes.imprint(box.w, box.h, stamps.radius(box.w)), box.x, box.y)

    def seal(self, seal: str, box: Box, *, there: bool) -> None:
        """The seal of a CPU player in a square box, or the outline of its place."""
        if there:
            sprite = sprites.seal(seal, box.w)
            self.image.paste(sprite.face, (box.x, box.y), sprite.mask)
        else:
            self.frame(box, box.w // 2, 3, theme.OUTLINE)

    def corner(self, month: int, right: int, bottom: int, *, part: float = 1.0) -> None:
        """The month's plant, growing out of the corner in which these two edges meet; `part` of its size.

        It is decoded again each time: few pictures have one, and twelve would crowd out the cards.
        """
        plant = sprites.original(f"corner-{month:02}")
        if part != 1.0:
            size = (round(plant.width * part), round(plant.height * part))
            plant = plant.resize(size, Image.Resampling.LANCZOS)
        self.image.paste(plant, (right - plant.width, bottom - plant.height), plant)

    def ring(self, box: Box, ring: Ring, line: int = _RING) -> None:
        """A ring round a card."""
        colour = theme.FLIPPED if ring is Ring.FLIPPED else theme.GOLD
        self.frame(box.grown(line), stamps.radius(box.w) + line + 1, line, colour)

    def letter(self, letter: str, box: Box, colour: Rgb) -> None:
        """One or two characters in the middle of a badge or seal."""
        size = round(box.h * (_BADGE_ONE if len(letter) == 1 else _BADGE_TWO))
        piece = faces.reduced_piece(letter, size)
        left = round(box.x + (box.w - piece.advance) / 2) + piece.left
        # Centred on its own ink: a badge is small, and a pixel too high is seen.
        top = box.y + round((box.h - piece.mask.height) / 2)
        self._mask(colour, piece.mask, left, top)
        self.letters.append(Placed(letter, size, Box(left, top, piece.mask.width, piece.mask.height), colour))

    def badge(self, kind: Kind, box: Box, card: Card | None = None) -> Rgb:
        """Draw the sign of a kind, and return the colour of letters on it; `card` gives a ribbon's colour."""
        if kind is Kind.LIGHT:
            self.burst(box.cx, box.cy, box.w, theme.GOLD)
            return theme.SUMI
        if kind is Kind.ANIMAL:
            self.rounded(box, box.w // 5, theme.PINE)
            return theme.WHITE
        if kind is Kind.RIBBON:
            blue = card is not None and card.month in (6, 9, 10)
            width = round(box.w * 0.8)
            self.rounded(Box(box.x + (box.w - width) // 2, box.y, width, box.h), 2, _ribbon(blue=blue))
            return theme.WHITE
        self.disc(box.cx, box.cy, box.w, theme.SUMI)
        self.disc(box.cx, box.cy, box.w - 6, theme.WHITE)
        return theme.SUMI

    def png(self) -> bytes:
        """The picture in the fixed colours, as a PNG."""
        return png.encoded(png.reduced(self.image))


def _rounded_corners(x: float, y: float, radius: float) -> Iterator[tuple[float, float]]:
    """The outline of a box round the origin, so far to each side, as points."""
    centres = (
        (x - radius, y - radius),
        (radius - x, y - radius),
        (radius - x, radius - y),
        (x - radius, radius - y),
    )
    for quarter, (cx, cy) in enumerate(centres):
        for step in range(5):
            angle = math.pi / 2 * (quarter + step / 4)
            yield cx + radius * math.cos(angle), cy + radius * math.sin(angle)


def _place(sprite: Sprite, box: Box) -> tuple[int, int]:
    """Return the place of a card in its box:

    close widths share a sprite, a pixel or two smaller or larger than it.
    """
    return box.x + (box.w - sprite.width) // 2, box.y + (box.h - sprite.height) // 2


def _ribbon(*, blue: bool) -> Rgb:
    return theme.BLUE if blue else theme.RED
