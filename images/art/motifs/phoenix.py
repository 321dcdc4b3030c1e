"""The phoenix of December."""

from __future__ import annotations

from typing import Final

from images.art.palette import Colour
from images.art.svg import Markup, Point, at, disc, path, place, stack, stroke

# Layers of the raised wing, the longest feathers first: shoulder, breadth of a feather, then the turn, length
# and colour of each.
_WING_LAYERS: Final = (
    (
        (150, 178),
        21,
        (
            (-4, 130, Colour.VIOLET),
            (-20, 148, Colour.LILAC),
            (-36, 160, Colour.VIOLET),
            (-52, 164, Colour.LILAC),
            (-68, 158, Colour.VIOLET),
            (-84, 144, Colour.LILAC),
        ),
    ),
    (
        (146, 180),
        19,
        (
            (-8, 96, Colour.DEEP),
            (-26, 106, Colour.RED),
            (-44, 112, Colour.DEEP),
            (-62, 112, Colour.RED),
            (-80, 104, Colour.DEEP),
            (-98, 92, Colour.RED),
        ),
    ),
    (
        (144, 182),
        17,
        (
            (-14, 60, Colour.WHITE),
            (-36, 66, Colour.STRAW),
            (-58, 68, Colour.WHITE),
            (-80, 66, Colour.STRAW),
            (-100, 58, Colour.WHITE),
        ),
    ),
)


def phoenix() -> Markup:
    """A phoenix facing left with one wing raised, 270 wide and 300 high, in card coordinates."""
    return stack(_tails(), _wing(), _body(), _head())


def _tails() -> Markup:
    """Three long ribbons down the right side, each ending in an eye."""

    def ribbon(course: str, colour: Colour, cut: Colour) -> Markup:
        return stack(stroke(course, colour, 17), stroke(course, cut, 17 * 0.26))

    def tail_eye(to: Point, turn: float, colour: Colour, iris: Colour) -> Markup:
        drop = path("M0 14C26 4 34 -32 0 -60C-34 -32 -26 4 0 14Z", colour)
        inner_drop = path("M0 -2C14 -8 18 -26 0 -44C-18 -26 -14 -8 0 -2Z", iris)
        return place(stack(drop, inner_drop, disc((0, -16), 6, Colour.SUMI)), to, turn=turn, scale=0.92)

    return stack(
        ribbon("M196 206C262 214 292 262 270 330", Colour.VIOLET, Colour.MIST),
        tail_eye((268, 330), 192, Colour.VIOLET, Colour.STRAW),
        ribbon("M190 214C244 236 250 290 206 336", Colour.RED, Colour.STRAW),
        tail_eye((208, 330), 224, Colour.RED, Colour.WHITE),
        ribbon("M180 220C210 252 190 300 138 316", Colour.PINE, Colour.LEAF),
        tail_eye((146, 312), 252, Colour.PINE, Colour.GOLD),
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
            "M96 186C100 212 124 230 156 232C180 232 196 222 204 204C186 218 160 222 138 214"
            "C118 206 104 196 96 186Z"
        ),
        Colour.DEEP,
    )
    scales = stroke(
        (
            "M98 150Q106 158 114 150M96 168Q106 178 116 168M104 188Q114 198 124 188M126 204"
            "Q136 214 146 204M150 208Q160 218 170 208"
        ),
        Colour.STRAW,
        5,
    )
    return stack(neck_and_body, belly, scales)


def _head() -> Markup:
    plumes = stack(
        *(
            place(_crest_plume(length, colour, tip), (94, 112), turn=turn)
            for turn, length, colour, tip in (
                (62, 62, Colour.VIOLET, Colour.RED),
                (40, 70, Colour.PINE, Colour.ORANGE),
                (18, 60, Colour.VIOLET, Colour.RED),
            )
        )
    )
    beak = path("M66 118L34 134C40 142 54 144 70 138Z", Colour.SUMI)
    wattle = path("M60 136C52 150 60 166 68 164C74 158 74 146 72 138Z", Colour.ORANGE)
    eye_field = path("M74 118C82 110 94 112 98 120C92 128 80 128 74 118Z", Colour.WHITE)
    return stack(plumes, beak, wattle, eye_field, disc((85, 119), 4.6, Colour.SUMI))


def _crest_plume(length: float, colour: Colour, tip: Colour) -> Markup:
    quill = stroke(f"M0 0Q{at(6, -length * 0.6)} {at(0, -length)}", colour, 6)
    return stack(quill, disc((0, -length), 8.5, tip))
