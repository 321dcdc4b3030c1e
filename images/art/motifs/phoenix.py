"""The phoenix of December."""

from __future__ import annotations

from typing import Final

from images.art.motifs.birds import eye
from images.art.svg import Markup, Point, at, disc, path, place, stack, stroke
from images.drawing.palette import Colour

# Layers of the raised wing, the longest feathers first: shoulder, breadth of a feather, then the turn, length
# and colour of each. Few and broad: at 58 pixels many narrow ones are a patch of colour.
_WING_LAYERS: Final = (
    (
        (152, 184),
        31,
        (
            (0, 118, Colour.LILAC),
            (-22, 142, Colour.VIOLET),
            (-43, 160, Colour.LILAC),
            (-64, 166, Colour.VIOLET),
            (-85, 154, Colour.LILAC),
        ),
    ),
    (
        (148, 186),
        27,
        ((-8, 84, Colour.DEEP), (-35, 98, Colour.RED), (-62, 102, Colour.DEEP), (-89, 92, Colour.RED)),
    ),
    ((146, 188), 25, ((-22, 54, Colour.WHITE), (-55, 60, Colour.WHITE), (-88, 54, Colour.WHITE))),
)


def phoenix() -> Markup:
    """A phoenix facing left with one wing raised, 240 wide and 350 high, in card coordinates."""
    return stack(_tails(), _wing(), _body(), _head())


def _tails() -> Markup:
    """Three broad ribbons down the right side; the two outer ones end in an eye."""

    def ribbon(course: str, colour: Colour, cut: Colour) -> Markup:
        return stack(stroke(course, colour, 21), stroke(course, cut, 6))

    def tail_eye(to: Point, turn: float, colour: Colour, iris: Colour) -> Markup:
        drop = path("M0 16C30 4 38 -34 0 -68C-38 -34 -30 4 0 16Z", colour)
        return place(stack(drop, disc((0, -20), 14, iris), disc((0, -20), 6.5, Colour.SUMI)), to, turn=turn)

    middle_end = path("M0 14C22 0 24 -28 0 -60C-24 -28 -22 0 0 14Z", Colour.RED)
    return stack(
        ribbon("M194 208C256 214 284 262 262 322", Colour.VIOLET, Colour.MIST),
        tail_eye((263, 318), 192, Colour.VIOLET, Colour.WHITE),
        ribbon("M188 216C232 236 238 290 196 334", Colour.RED, Colour.STRAW),
        place(middle_end, (200, 330), turn=222),
        ribbon("M176 222C204 252 182 296 124 306", Colour.PINE, Colour.LEAF),
        tail_eye((130, 304), 252, Colour.PINE, Colour.GOLD),
    )


def _wing() -> Markup:
    return stack(
        *(
            place(_feather(length, breadth, colour), shoulder, turn=turn)
            for shoulder, breadth, feathers in _WING_LAYERS
            for turn, length, colour in feathers
        )
    )


def _feather(length: float, breadth: float, colour: Colour) -> Markup:
    return path(
        f"M{at(0, -breadth * 0.3)}"
        f"C{at(length * 0.4, -breadth)} {at(length * 0.82, -breadth * 0.9)} {at(length, 0)}"
        f"C{at(length * 0.82, breadth * 0.7)} {at(length * 0.4, breadth * 0.8)} {at(0, breadth * 0.3)}Z",
        colour,
    )


def _body() -> Markup:
    neck_and_body = path(
        (
            "M76 150C60 140 58 116 76 106C98 96 116 110 116 132C116 152 108 166 120 178"
            "C136 184 172 172 204 204C196 232 160 244 128 232C100 222 84 196 90 172"
            "C94 160 88 156 76 150Z"
        ),
        Colour.RED,
    )
    belly = path(
        (
            "M90 184C98 212 124 230 156 232C180 232 196 222 204 204C186 218 160 222 138 214"
            "C118 206 102 198 90 184Z"
        ),
        Colour.DEEP,
    )
    scales = stroke("M98 156Q107 166 116 156M100 182Q111 194 122 184", Colour.STRAW, 6)
    return stack(neck_and_body, belly, scales)


def _head() -> Markup:
    plumes = stack(
        *(
            place(_crest_plume(length, colour, tip), (94, 112), turn=turn)
            for turn, length, colour, tip in (
                (44, 66, Colour.VIOLET, Colour.RED),
                (18, 66, Colour.PINE, Colour.ORANGE),
            )
        )
    )
    beak = path("M66 116L30 134C40 143 54 146 70 140Z", Colour.SUMI)
    wattle = path("M58 138C50 152 58 168 66 166C72 160 73 148 71 140Z", Colour.ORANGE)
    return stack(plumes, beak, wattle, eye((86, 122), 9.5, 5))


def _crest_plume(length: float, colour: Colour, tip: Colour) -> Markup:
    quill = stroke(f"M0 0Q{at(8, -length * 0.6)} {at(0, -length)}", colour, 7)
    return stack(quill, disc((0, -length), 10, tip))
