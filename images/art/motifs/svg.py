"""The few SVG shapes that the cards are made of, as functions that return markup.

Coordinates are card units: 300 wide, 490 high, y downwards, the origin at the upper left corner. Angles are
degrees, clockwise. Every coordinate is printed with at most one decimal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, radians, sin
from random import Random
from typing import NewType, TypeAlias

from images.drawing.palette import Colour

Markup = NewType("Markup", str)
"""One or more SVG elements; what comes later lies on top."""

Point: TypeAlias = tuple[float, float]


def number(value: float) -> str:
    """`value` rounded to 0.1, without a needless `.0` or `-0`."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def at(x: float, y: float) -> str:
    """A point as path data."""
    return f"{number(x)} {number(y)}"


def stack(*parts: Markup) -> Markup:
    """The parts one above the other, the first at the bottom."""
    return Markup("".join(parts))


def path(outline: str, fill: Colour, *, opacity: float | None = None) -> Markup:
    """A filled shape. `opacity` is for the shadow of the ribbon alone."""
    see_through = "" if opacity is None else f' opacity="{opacity:g}"'
    return Markup(f'<path d="{outline}" fill="{fill}"{see_through}/>')


def stroke(course: str, colour: Colour, width: float, *, blunt: bool = False) -> Markup:
    """A line of even width along `course`, with round ends and corners, or cut off where it is `blunt`."""
    cap = "butt" if blunt else "round"
    return Markup(
        f'<path d="{course}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
        f' stroke-linecap="{cap}" stroke-linejoin="round"/>'
    )


def disc(centre: Point, radius: float, fill: Colour) -> Markup:
    """A filled circle."""
    x, y = centre
    return Markup(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"/>')


def ring(centre: Point, radius: float, colour: Colour, width: float) -> Markup:
    """A circle's line."""
    x, y = centre
    return Markup(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="none"'
        f' stroke="{colour}" stroke-width="{number(width)}"/>'
    )


def ellipse(centre: Point, radii: Point, fill: Colour, turn: float = 0) -> Markup:
    """A filled ellipse, turned about its own centre."""
    (x, y), (across, down) = centre, radii
    turned = f' transform="rotate({number(turn)} {at(x, y)})"' if turn else ""
    return Markup(
        f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(across)}" ry="{number(down)}"'
        f' fill="{fill}"{turned}/>'
    )


def rectangle(corner: Point, size: Point, fill: Colour, radius: float = 0) -> Markup:
    """A filled rectangle, given by its upper left corner."""
    (x, y), (width, height) = corner, size
    rounded = f' rx="{number(radius)}"' if radius else ""
    return Markup(
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        f' fill="{fill}"{rounded}/>'
    )


def polygon(corners: Iterable[Point], fill: Colour, rim: float) -> Markup:
    """A filled polygon whose corners are blunted by a rim of its own colour, `rim` wide."""
    outline = "M" + "L".join(at(x, y) for x, y in corners) + "Z"
    return Markup(
        f'<path d="{outline}" fill="{fill}" stroke="{fill}" stroke-width="{number(rim)}"'
        ' stroke-linejoin="round"/>'
    )


def place(
    content: Markup, to: Point = (0, 0), *, turn: float = 0, scale: float = 1, mirrored: bool = False
) -> Markup:
    """The content with its origin at `to`: first scaled (and mirrored sideways), then turned, then moved."""
    steps = []
    if to != (0, 0):
        steps.append(f"translate({at(*to)})")
    if turn:
        steps.append(f"rotate({number(turn)})")
    if mirrored:
        steps.append(f"scale({-scale:g} {scale:g})")
    elif scale != 1:
        steps.append(f"scale({scale:g})")
    return Markup(f'<g transform="{" ".join(steps)}">{content}</g>') if steps else content


def clipped(content: Markup, outline: str, name: str) -> Markup:
    """The part of the content inside the outline; `name` must be unique on the card."""
    return Markup(
        f'<clipPath id="{name}"><path d="{outline}"/></clipPath><g clip-path="url(#{name})">{content}</g>'
    )


def polar(radius: float, angle: float) -> Point:
    """The point at `angle` from due right, `radius` from the origin."""
    return radius * cos(radians(angle)), radius * sin(radians(angle))


def rays(inner: float, outer: float, angles: Iterable[float]) -> str:
    """A course of straight lines outwards from the origin, one for each angle."""
    return "".join(f"M{at(*polar(inner, angle))}L{at(*polar(outer, angle))}" for angle in angles)


def round_turn(count: int, start: float = 0) -> list[float]:
    """`count` angles evenly round the circle."""
    return [start + 360 * index / count for index in range(count)]


def symmetric(right_half: Sequence[Point], width: float, length: float) -> str:
    """A closed outline that stands upright on the origin and is the same left and right.

    `right_half` goes from the foot to the tip in units of width and length, y upwards: a first point, then
    two handles and an end point for each cubic curve. The tip lies on the axis.
    """
    right = [(x * width, -y * length) for x, y in right_half]
    left = [(-x, y) for x, y in reversed(right)][1:]
    course = [*right, *left]
    curves = (course[index : index + 3] for index in range(1, len(course), 3))
    return (
        f"M{at(*course[0])}"
        + "".join("C" + " ".join(at(*point) for point in curve) for curve in curves)
        + "Z"
    )


def jitter(seed: int) -> Iterator[float]:
    """Endless numbers between -1 and 1, evenly spread: irregular, but always the same for a seed."""
    chance = Random(seed)  # noqa: S311 - it makes petals uneven, not keys
    while True:
        yield chance.uniform(-1, 1)
