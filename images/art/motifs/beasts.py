"""Boar, stag, frog and butterfly."""

from __future__ import annotations

from math import pi, sin
from typing import Final

from images.art.motifs.birds import eye
from images.art.palette import Colour
from images.art.svg import Markup, Point, disc, ellipse, path, place, polygon, stack, stroke


def boar() -> Markup:
    """A boar trotting to the left, 272 wide and 240 high; the origin is the upper left corner of that."""
    return stack(_boar_far_legs(), _boar_mane(), _boar_body(), _boar_near_legs(), _boar_head())


def _boar_far_legs() -> Markup:
    front = path("M112 170L96 222L116 226L146 178Z", Colour.SUMI_LIGHT)
    hind = path("M214 166L228 224L248 220L244 160Z", Colour.SUMI_LIGHT)
    return stack(front, hind)


def _boar_mane() -> Markup:
    """Bristles along the back, as teeth of one dark shape behind the body."""
    bristles = 15
    rim: list[Point] = [(56, 112)]
    for bristle in range(bristles + 1):
        along = bristle / bristles
        x, y = 60 + 186 * along, 96 - 62 * sin(pi * (along * 0.92 + 0.06)) ** 0.8
        rim += [(x - 2, y), (x + 12, y - (22 - 6 * along))]
    return polygon([*rim, (256, 130), (160, 130)], Colour.SUMI, 4)


def _boar_body() -> Markup:
    body = path(
        (
            "M10 154C12 136 38 122 58 106C76 66 120 46 164 52C212 58 252 88 256 130"
            "C258 160 240 178 204 182C150 190 110 192 84 178C66 172 28 176 16 170C10 166 8 160 10 154Z"
        ),
        Colour.BROWN,
    )
    belly = path(
        (
            "M84 178C110 192 150 190 204 182C236 178 252 164 256 140C236 160 200 166 160 164"
            "C124 162 100 160 84 178Z"
        ),
        Colour.TAN,
    )
    flank_cuts = stroke(
        "M128 92C148 84 172 86 190 94M120 114C146 104 178 106 204 118M132 136C156 128 186 130 212 142",
        Colour.TAN,
        7,
    )
    tail = stroke("M258 118C270 116 274 106 270 96", Colour.SUMI, 6)
    return stack(body, belly, flank_cuts, tail)


def _boar_near_legs() -> Markup:
    legs = stack(
        path("M70 160L34 206L50 220L112 184Z", Colour.BROWN),
        path("M188 172L196 228L218 230L236 166Z", Colour.BROWN),
    )
    near_hooves = stack(
        path("M34 206L50 220L38 226L22 216Z", Colour.SUMI),
        path("M196 228L218 230L216 240L194 240Z", Colour.SUMI),
    )
    far_hooves = stack(
        path("M96 222L116 226L110 234L94 232Z", Colour.SUMI),
        path("M228 224L248 220L252 230L232 234Z", Colour.SUMI),
    )
    return stack(legs, near_hooves, far_hooves)


def _boar_head() -> Markup:
    ear = path("M60 110C52 88 62 74 76 72C86 84 84 100 74 110Z", Colour.SUMI)
    snout = ellipse((13, 160), (9, 13), Colour.SAND, -14)
    nostrils = stack(disc((11, 156), 2.4, Colour.SUMI), disc((13, 164), 2.4, Colour.SUMI))
    tusk = path("M34 170C28 152 34 140 46 134C42 148 46 160 54 168Z", Colour.WHITE)
    return stack(ear, eye((56, 130), 8, 4), snout, nostrils, tusk)


_STAG_SPOTS: Final = (
    *((146, 278), (172, 284), (200, 280), (222, 284)),
    *((134, 300), (160, 306), (188, 306), (212, 306)),
)


def stag() -> Markup:
    """A stag standing to the left and looking back to the right, in card coordinates."""
    return stack(_stag_body(), _stag_legs_and_breast(), _stag_head(), _stag_antlers(), _stag_spots())


def _stag_body() -> Markup:
    far_legs = stack(
        path("M122 316L126 448L140 448L150 322Z", Colour.BROWN),
        path("M206 312L214 448L228 448L232 316Z", Colour.BROWN),
    )
    tail = path(
        "M228 262C248 250 268 262 266 286C264 302 250 302 247 290C243 278 236 278 228 282Z", Colour.BROWN
    )
    neck_and_body = path(
        (
            "M84 262C74 292 88 334 128 342C160 348 196 346 220 336C246 324 250 288 236 268"
            "C214 250 152 264 130 250C122 240 126 214 128 196L86 190C84 216 92 238 84 262Z"
        ),
        Colour.TAN,
    )
    return stack(far_legs, tail, neck_and_body)


def _stag_legs_and_breast() -> Markup:
    front_leg = path("M88 318L92 448L108 448L124 336Z", Colour.TAN)
    hind_leg = path(
        "M228 290C250 320 236 370 236 380L244 448L228 448L216 384C206 362 198 344 196 326Z", Colour.TAN
    )
    hooves = path(
        (
            "M92 430L108 430L108 448L92 448ZM228 430L243 430L244 448L228 448ZM126 430L140 430L140 448"
            "L126 448ZM213 430L228 430L228 448L214 448Z"
        ),
        Colour.SUMI,
    )
    breast = path(
        (
            "M84 262C78 284 84 308 100 324C116 330 112 300 106 280C100 262 98 250 100 236"
            "C94 246 88 252 84 262Z"
        ),
        Colour.SAND,
    )
    return stack(front_leg, hind_leg, hooves, breast)


def _stag_head() -> Markup:
    head = path(
        (
            "M86 200C76 174 92 154 116 154C136 156 150 172 174 180C184 184 182 198 170 200"
            "C150 206 132 206 120 212C104 216 92 212 86 200Z"
        ),
        Colour.TAN,
    )
    nose = path("M160 176L174 180C184 184 182 198 170 200L158 202C154 194 154 184 160 176Z", Colour.SUMI)
    far_ear = path("M92 164C72 160 58 146 54 128C74 128 94 140 100 156Z", Colour.BROWN)
    near_ear = path("M116 156C112 140 116 128 128 120C134 134 130 148 124 158Z", Colour.BROWN)
    return stack(head, nose, far_ear, near_ear, eye((126, 175), 8, 5))


def _stag_antlers() -> Markup:
    left = "M100 154C92 118 78 100 58 86M88 122C76 118 64 120 56 128M74 100C76 88 74 78 68 70"
    right = "M112 152C114 118 128 96 150 84M117 122C128 114 142 114 152 120M134 96C132 84 136 74 142 66"
    return stroke(left + right, Colour.SUMI, 8)


def _stag_spots() -> Markup:
    return stack(*(ellipse(spot, (7, 5.5), Colour.WHITE) for spot in _STAG_SPOTS))


def frog() -> Markup:
    """A frog leaping to the right, 130 wide; the origin is in its middle."""
    far_legs = path("M-34 22C-60 20 -70 44 -46 48L-24 38ZM20 24C44 30 56 52 34 54L12 40Z", Colour.MOSS)
    body = path(
        "M-40 16C-36 -14 -6 -34 24 -30C44 -26 52 -8 40 8C26 26 -10 40 -34 32C-40 28 -42 22 -40 16Z",
        Colour.LEAF,
    )
    near_legs = stroke("M30 10L46 26L60 22M-30 30L-44 46L-62 42", Colour.MOSS, 8)
    brow = disc((22, -30), 11, Colour.LEAF)
    mouth = stroke("M26 -8C34 -8 42 -10 46 -14", Colour.MOSS, 4)
    return stack(far_legs, body, near_legs, brow, eye((24, -32), 6, 3.2), mouth)


def butterfly(fore: Colour, hind: Colour, marks: Colour) -> Markup:
    """A butterfly with its wings spread, 190 wide, its head up; the origin is in its body."""
    wings = stack(
        path("M4 -6C18 -60 66 -84 92 -70C104 -40 74 2 8 8Z", fore),
        path("M6 4C50 2 76 22 70 48C48 66 16 44 4 14Z", hind),
        disc((66, -46), 12, marks),
        disc((48, 34), 9, marks),
        stroke("M14 -14L56 -28", marks, 5),
    )
    feelers = stroke("M2 -22C10 -40 18 -46 28 -50M-2 -22C-10 -40 -18 -46 -28 -50", Colour.SUMI, 4.5)
    body = path("M0 -28C9 -20 9 30 0 50C-9 30 -9 -20 0 -28Z", Colour.SUMI)
    return stack(wings, place(wings, mirrored=True), feelers, body)
