"""Ono no Michikaze of November, and his umbrella."""

from __future__ import annotations

from typing import Final

from images.art.motifs.svg import Markup, at, clipped, disc, path, rectangle, stack, stroke
from images.drawing.palette import Colour


def rain_man() -> Markup:
    """A courtier in profile to the left with a tall hat, in card coordinates; his hand is at (104, 326)."""
    return stack(_trousers(), _head(), _robe(), _near_sleeve())


def _trousers() -> Markup:
    cloth = path("M130 366C124 410 116 436 112 452L250 452C246 420 238 390 226 356Z", Colour.VIOLET)
    folds = stroke("M160 400L154 450M196 400L206 450", Colour.LILAC, 5)
    clogs = path("M104 450H160L158 466H98ZM196 450H250L256 466H198Z", Colour.SUMI)
    return stack(cloth, folds, clogs)


def _head() -> Markup:
    face = path(
        "M136 214C130 228 130 236 134 246C138 264 156 272 176 268C192 262 196 240 192 214Z", Colour.SKIN
    )
    hair = path(
        (
            "M132 222C134 204 142 194 152 190H200C208 204 208 224 200 240C192 246 184 240 184 226"
            "C168 218 148 216 132 222Z"
        ),
        Colour.SUMI,
    )
    hat = path("M146 194L160 152C168 140 194 138 204 148L208 194Z", Colour.SUMI)
    hat_tail = stroke("M200 156C222 150 232 172 228 214", Colour.SUMI, 8)
    eyebrow = stroke("M141 236L151 234", Colour.SUMI, 5)
    mouth = stroke("M142 256L152 256", Colour.RED, 5)
    return stack(face, hat_tail, hair, hat, eyebrow, mouth)


def _robe() -> Markup:
    cloth = path(
        "M146 262C124 296 114 344 110 392C148 410 214 410 250 388C248 340 236 292 208 258Z", Colour.RED
    )
    collar = path("M150 262L166 292L196 258Z", Colour.WHITE)
    shaded_back = path(
        "M206 258C236 292 248 340 250 388C240 396 226 400 214 402C214 350 214 310 194 274Z", Colour.DEEP
    )
    return stack(cloth, collar, shaded_back)


def _near_sleeve() -> Markup:
    edge = path(
        "M164 290C140 306 112 320 92 340C96 372 124 392 158 388C184 372 192 326 188 296Z", Colour.DEEP
    )
    cloth = path(
        "M168 286C146 300 118 314 100 330C106 358 128 374 156 372C178 352 186 318 184 292Z", Colour.RED
    )
    hem = stroke("M100 332C106 358 128 374 156 372", Colour.STRAW, 6)
    return stack(edge, cloth, hem, disc((104, 326), 11, Colour.SKIN))


_RADIUS: Final = 132
_RIBS: Final = 8


def umbrella() -> Markup:
    """A paper umbrella (janome): a dome with ribs and a white ring; the origin is the middle of its rim."""
    dome = f"M{-_RADIUS} 0C{6 - _RADIUS} -74 -62 -118 0 -122C62 -118 {_RADIUS - 6} -74 {_RADIUS} 0"
    segment = 2 * _RADIUS / _RIBS
    rim = [_RADIUS - segment * rib for rib in range(_RIBS)]
    scallops = "".join(f"Q{at(x - segment / 2, -15)} {at(x - segment, 0)}" for x in rim)
    ring = stroke("M-150 -8C-124 -62 -62 -82 0 -84C62 -82 124 -62 150 -8", Colour.WHITE, 24, blunt=True)
    ribs = stroke(
        "".join(f"M0 -122Q{at(x * 0.78, -84)} {at(x, 0)}" for x in reversed(rim[1:])), Colour.SUMI, 3
    )
    knob = rectangle((-8, -138), (16, 22), Colour.SUMI, 5)
    return stack(
        path(f"{dome}{scallops}Z", Colour.VIOLET), clipped(stack(ring, ribs), f"{dome}Z", "umbrella"), knob
    )
