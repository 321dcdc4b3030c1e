"""The birds, each made of closed shapes from the far limbs to the eye."""

from __future__ import annotations

from typing import Final

from images.art.motifs.svg import Markup, Point, at, disc, path, place, stack, stroke
from images.drawing.palette import Colour


def eye(centre: Point, radius: float, pupil: float, white: Colour = Colour.WHITE) -> Markup:
    """A bright disc with a dark pupil: what makes a bird or beast alive."""
    return stack(disc(centre, radius, white), disc(centre, pupil, Colour.SUMI))


def crane() -> Markup:
    """A red-crowned crane standing to the left, in card coordinates; its feet are left to the pines."""
    legs = stroke("M148 312L140 452M176 314L178 452", Colour.SUMI, 7)
    tail = stack(
        *(
            place(_crane_tail_feather(length, width), (202, 262), turn=turn)
            for turn, length, width in ((-46, 92, 32), (-30, 108, 34), (-14, 104, 32), (2, 88, 28))
        )
    )
    neck_and_body = path(
        (
            "M112 116C124 160 112 184 126 206C138 218 156 220 178 226C214 238 238 262 250 300"
            "C214 306 204 324 160 324C112 324 84 302 80 262C76 236 76 216 86 192C96 164 78 146 84 116Z"
        ),
        Colour.WHITE,
    )
    throat = path(
        (
            "M82 112L106 112C116 156 98 180 92 208C88 228 90 244 96 258C78 246 70 222 80 192"
            "C90 164 76 148 82 112Z"
        ),
        Colour.SUMI,
    )
    wing_cuts = stroke(
        "M122 258C148 280 184 286 214 282M112 278C136 298 168 306 196 303", Colour.PAPER_SHADE, 7
    )
    head = path("M74 116C70 98 84 84 102 86C118 88 122 104 116 120C104 130 84 130 74 116Z", Colour.SUMI)
    crown = path("M79 98C82 80 106 78 115 96C104 102 90 103 79 98Z", Colour.RED)
    beak = path("M80 102L26 119L79 120Z", Colour.TAN)
    return stack(legs, tail, neck_and_body, throat, wing_cuts, head, crown, beak, eye((93, 110), 7, 3.5))


def _crane_tail_feather(length: float, width: float) -> Markup:
    return path(
        f"M0 0C{at(width * 0.9, 20)} {at(width * 0.75, length * 0.75)} {at(0, length)}"
        f"C{at(-width * 0.35, length * 0.7)} {at(-width * 0.6, 20)} 0 0Z",
        Colour.SUMI,
    )


def warbler() -> Markup:
    """A bush warbler sitting to the left, 264 wide; the origin is at its breast."""
    tail = place(path("M0 0L88 8C98 12 98 24 88 28L0 32Z", Colour.PINE), (150, 18), turn=26)
    legs = stroke("M88 70L84 98M112 68L110 92", Colour.SUMI, 7)
    body = path(
        "M-2 -2C-8 -44 34 -66 74 -56C130 -42 176 10 186 48C150 78 84 82 44 58C16 42 2 24 -2 -2Z",
        Colour.MOSS,
    )
    belly = path("M0 8C14 34 50 62 96 72C66 80 42 70 26 56C10 42 0 26 0 8Z", Colour.STRAW)
    wing = path("M60 -20C110 -24 154 12 182 52C138 58 94 46 72 22C60 8 56 -6 60 -20Z", Colour.PINE)
    wing_cuts = stroke("M84 -4C114 6 138 22 154 40M78 14C100 28 118 36 140 42", Colour.LEAF, 5)
    beak = path("M4 -32L-28 -20L0 -8Z", Colour.SUMI)
    return stack(tail, legs, body, belly, wing, wing_cuts, beak, eye((28, -30), 10, 5.5))


def raised_wing(length: float, depth: float, sweep: float, feathers: int, colour: Colour) -> Markup:
    """A wing that stands up from its shoulder at the origin, for a bird that flies to the left.

    Its fore edge bends at the wrist to a pointed tip that lies `sweep` further back; the feathers of its hind
    edge get shorter towards the body, where it is `depth` broad.
    """

    def hind(along: float) -> Point:
        """A point of the hind edge, from the tip (0) to the body (1)."""
        before, both, after = (1 - along) ** 2, 2 * (1 - along) * along, along**2
        return before * sweep + both * depth * 0.86 + after * depth, -(before + both * 0.5) * length

    fore = f"C{at(-depth * 0.42, -length * 0.34)} {at(-depth * 0.10, -length * 0.78)} {at(sweep, -length)}"
    ends = ""
    for feather in range(feathers):
        (x1, y1), (x2, y2) = hind(feather / feathers), hind((feather + 1) / feathers)
        out = 0.20 * abs(y2 - y1)
        ends += (
            f"Q{at((x1 + 2 * x2) / 3 + depth * 0.16, (y1 + 2 * y2) / 3 + out)} {at(x2 - depth * 0.06, y2)}"
        )
    return path(f"M0 0{fore}{ends}L{at(depth, 0)}Z", colour)


def cuckoo() -> Markup:
    """A cuckoo flying to the left with its wings raised, 250 wide; the origin is in its back."""
    far_wing = place(raised_wing(164, 62, 74, 5, Colour.SUMI), (-46, -8), turn=-34)
    tail_feather = stack(
        path("M0 -8L92 -15C104 -11 104 11 92 15L0 9Z", Colour.SUMI),
        disc((88, 0), 5.5, Colour.WHITE),
        disc((64, 0), 5, Colour.WHITE),
    )
    tail = stack(*(place(tail_feather, (56, 4), turn=turn) for turn in (18, 5, -8)))
    back = path(
        "M-98 2C-94 -26 -64 -36 -28 -30C16 -25 58 -12 84 4C58 20 16 34 -24 36C-58 38 -94 28 -98 2Z",
        Colour.SUMI_LIGHT,
    )
    breast = path(
        "M-97 8C-72 16 -34 4 6 8C38 10 62 8 84 4C58 20 16 34 -24 36C-58 38 -90 30 -97 8Z", Colour.WHITE
    )
    breast_bars = stroke("M-62 20L-66 34M-42 16L-46 36M-22 14L-25 36M-2 14L-4 34M18 14L17 30", Colour.SUMI, 6)
    near_wing = stack(
        raised_wing(200, 84, 118, 6, Colour.SUMI_LIGHT),
        place(raised_wing(92, 72, 52, 4, Colour.BROWN), (2, 0)),
    )
    beak = path("M-90 -14L-128 4L-94 10Z", Colour.SUMI)
    wing = place(near_wing, (-26, 4), turn=8)
    return stack(far_wing, tail, back, breast, breast_bars, wing, beak, eye((-72, -9), 10, 5, Colour.STRAW))


def goose() -> Markup:
    """A wild goose flying to the left with its wings raised, 190 wide; the origin is in its back."""
    far_wing = place(raised_wing(112, 42, 50, 5, Colour.SUMI), (-24, -2), turn=-24)
    neck = stroke("M-40 6C-58 2 -72 -6 -92 -8", Colour.SUMI, 17)
    head = path("M-84 -18C-98 -24 -112 -16 -112 -6C-110 4 -94 6 -84 2Z", Colour.SUMI)
    beak = path("M-108 -14L-130 -2L-108 2Z", Colour.ORANGE)
    body = path(
        "M-56 2C-40 -14 -6 -16 26 -8C46 -4 62 2 76 -2L70 14C44 26 6 34 -26 28C-46 24 -58 14 -56 2Z",
        Colour.BROWN,
    )
    belly = path("M-52 12C-30 22 20 20 70 14C44 26 6 34 -26 28C-42 25 -50 18 -52 12Z", Colour.SAND)
    near_wing = stack(
        raised_wing(132, 58, 76, 6, Colour.SUMI),
        place(raised_wing(64, 50, 36, 4, Colour.TAN), (2, 0)),
    )
    wing = place(near_wing, (-18, 6), turn=14)
    return stack(far_wing, neck, head, beak, body, belly, wing, eye((-97, -9), 5.5, 3))


def swallow() -> Markup:
    """A swallow diving to the left, 238 wide; the origin is in its back."""
    forked_tail = path("M30 6C60 8 96 -10 128 -38C104 4 92 24 140 58C96 54 56 36 24 26Z", Colour.SUMI)
    far_wing = path("M-10 -8C-6 -70 40 -130 110 -148C92 -96 70 -40 34 6Z", Colour.SUMI)
    near_wing = path("M-12 20C-20 70 4 128 56 154C64 104 56 56 34 14Z", Colour.NIGHT)
    body = path(
        "M-74 -2C-66 -26 -34 -30 -6 -24C24 -18 46 0 56 16C36 34 0 40 -30 34C-56 28 -72 18 -74 -2Z",
        Colour.SUMI,
    )
    breast = path(
        "M-62 14C-44 6 -16 10 10 14C28 16 44 16 54 16C36 34 0 40 -30 34C-46 30 -56 24 -62 14Z", Colour.WHITE
    )
    throat = path("M-74 0C-64 2 -48 6 -40 16C-46 24 -56 24 -62 18C-70 12 -74 6 -74 0Z", Colour.RED)
    beak = path("M-72 -8L-98 2L-72 6Z", Colour.SUMI)
    return stack(forked_tail, far_wing, near_wing, body, breast, throat, beak, eye((-54, -9), 8, 4))


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
