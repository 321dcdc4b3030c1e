"""Boar, stag, frog and butterfly."""

from __future__ import annotations

from typing import Final

from images.art.motifs.birds import eye
from images.art.motifs.svg import Markup, disc, ellipse, path, place, stack, stroke
from images.drawing.palette import Colour


def boar() -> Markup:
    """A boar charging to the left, 286 wide and 240 high; the origin is the upper left corner of that."""
    return stack(_boar_far_legs(), _boar_mane(), _boar_body(), _boar_near_legs(), _boar_head())


def _boar_far_legs() -> Markup:
    front = path("M118 170C122 190 116 204 104 214L120 228C140 214 152 196 154 172Z", Colour.SUMI_LIGHT)
    hind = path("M214 160C224 184 240 196 256 208L274 194C262 182 258 168 254 148Z", Colour.SUMI_LIGHT)
    hooves = path("M104 214L120 228L110 240L94 228ZM256 208L274 194L286 210L264 220Z", Colour.SUMI)
    return stack(front, hind, hooves)


def _boar_mane() -> Markup:
    """A ridge of few tufts, all blown back: many that stand up make a hedgehog."""
    return path(
        (
            "M82 100C84 70 96 48 118 36L126 46C132 32 146 24 162 24L164 36C174 28 190 28 202 36L200 48"
            "C212 44 226 50 236 60L228 68C240 70 250 78 256 90L180 130Z"
        ),
        Colour.SUMI,
    )


def _boar_body() -> Markup:
    """The shoulder is the highest point; from it the back falls to the rump, the brow to the long snout."""
    body = path(
        (
            "M4 176C10 164 32 156 50 140C64 124 74 98 94 76C112 58 140 46 166 54"
            "C204 66 244 90 262 126C270 150 258 172 234 178C206 178 186 166 166 172"
            "C150 190 116 200 92 188C70 180 52 186 32 194C18 198 2 192 4 176Z"
        ),
        Colour.BROWN,
    )
    breast = path(
        (
            "M92 188C116 200 150 190 166 172C186 166 206 178 234 178C252 174 264 162 264 144"
            "C248 158 222 162 200 156C176 150 160 158 146 168C128 178 106 174 92 188Z"
        ),
        Colour.TAN,
    )
    flank_cuts = stroke("M146 86C170 84 196 96 212 112M140 122C164 116 192 122 214 136", Colour.TAN, 9)
    tail = stroke("M258 118C272 116 280 104 274 90", Colour.SUMI, 7)
    return stack(tail, body, breast, flank_cuts)


def _boar_near_legs() -> Markup:
    front = path("M92 170C84 192 62 208 34 222L44 240C82 232 122 214 142 184Z", Colour.BROWN)
    hind = path("M186 158C184 184 196 204 200 226L222 228C228 204 240 190 254 160Z", Colour.BROWN)
    hooves = path("M34 222L44 240L26 246L16 230ZM200 226L222 228L222 244L196 242Z", Colour.SUMI)
    return stack(front, hind, hooves)


def _boar_head() -> Markup:
    ear = path("M104 96C88 82 84 62 92 46C110 54 122 72 120 94Z", Colour.SUMI)
    ear_lining = path("M104 86C96 78 94 68 96 60C106 66 112 76 112 86Z", Colour.TAN)
    cheek = stroke("M100 150C94 160 84 168 72 170", Colour.TAN, 7)
    muzzle = path(
        "M4 176C10 164 30 158 46 146C52 160 52 176 44 189C40 191 36 192 32 193C18 198 2 192 4 176Z",
        Colour.TAN,
    )
    snout = ellipse((9, 176), (11, 18), Colour.SAND, -12)
    nostrils = stack(disc((7, 170), 3, Colour.SUMI), disc((9, 182), 3, Colour.SUMI))
    tusk = path("M45 183C37 169 41 156 54 148C53 160 57 169 66 177Z", Colour.WHITE)
    return stack(ear, ear_lining, cheek, eye((80, 126), 11, 6), muzzle, snout, nostrils, tusk)


_STAG_SPOTS: Final = (
    *((152, 274), (178, 270), (204, 268), (228, 276)),
    *((140, 298), (166, 296), (192, 294), (218, 300)),
)


def stag() -> Markup:
    """A stag stepping to the left and looking back to the right, in card coordinates."""
    return stack(
        _stag_far_legs(), _stag_body(), _stag_near_legs(), _stag_antlers(), _stag_head(), _stag_spots()
    )


def _stag_far_legs() -> Markup:
    legs = stack(
        path(
            "M112 310C116 340 122 360 118 384L112 450L126 450L136 386C142 362 150 344 152 318Z", Colour.BROWN
        ),
        path(
            "M194 318C196 346 184 362 186 384L176 450L190 450L204 388C212 366 226 348 230 314Z", Colour.BROWN
        ),
    )
    hooves = path("M113 432L129 432L126 450L110 450ZM179 432L195 432L190 450L173 450Z", Colour.SUMI)
    return stack(legs, hooves)


def _stag_body() -> Markup:
    tail = path(
        "M236 258C254 246 272 254 274 274C274 290 262 294 256 282C250 274 242 276 236 280Z", Colour.BROWN
    )
    neck_and_body = path(
        (
            "M94 196C94 222 76 244 78 278C80 312 104 332 134 334C160 334 180 326 204 334"
            "C234 340 256 320 254 286C252 258 228 244 198 250C172 256 150 254 140 238"
            "C132 224 136 206 142 190Z"
        ),
        Colour.TAN,
    )
    belly = path(
        (
            "M96 314C116 336 144 334 164 330C184 326 196 332 204 334"
            "C190 320 164 314 140 318C122 320 106 320 96 314Z"
        ),
        Colour.SAND,
    )
    breast = path(
        "M96 216C88 238 76 252 78 280C80 300 90 314 102 322C112 318 108 296 104 278C100 256 104 240 106 222Z",
        Colour.SAND,
    )
    rump = path(
        "M254 286C252 268 242 256 230 251C238 268 240 290 236 312C248 308 254 298 254 286Z", Colour.WHITE
    )
    return stack(tail, neck_and_body, belly, breast, rump)


def _stag_near_legs() -> Markup:
    """The foreleg is lifted and bent, the hind leg stretched: the stag walks."""
    fore = path(
        "M82 292C80 326 66 344 56 366C52 378 58 386 66 390L96 410L104 398L78 376C92 356 116 342 122 318Z",
        Colour.TAN,
    )
    hind = path(
        "M204 298C204 334 226 352 232 376C238 396 242 420 242 450L258 450C260 416 258 392 250 370"
        "C246 352 254 330 252 292Z",
        Colour.TAN,
    )
    hooves = path("M86 404L96 391L110 402L104 418ZM241 432L258 432L260 450L240 450Z", Colour.SUMI)
    return stack(fore, hind, hooves)


def _stag_head() -> Markup:
    head = path(
        (
            "M94 204C80 178 94 154 118 152C138 152 152 168 178 178C190 184 188 200 174 203"
            "C158 206 148 208 140 216C122 226 102 220 94 204Z"
        ),
        Colour.TAN,
    )
    jaw = path(
        "M178 200C160 204 150 206 140 216C130 221 120 221 112 218C126 210 140 200 154 196Z", Colour.SAND
    )
    nose = path("M166 173L180 179C190 185 187 197 178 201C168 196 164 184 166 173Z", Colour.SUMI)
    far_ear = path("M98 164C78 162 62 150 56 130C76 128 98 140 106 156Z", Colour.BROWN)
    near_ear = path("M118 158C110 140 114 124 126 114C138 128 138 146 130 160Z", Colour.BROWN)
    return stack(far_ear, head, jaw, nose, near_ear, eye((130, 175), 8.5, 5))


def _stag_antlers() -> Markup:
    """Two curved beams, each with two tines."""
    left = (
        "M102 156C100 132 84 118 70 104C60 94 58 80 62 64M90 126C78 124 66 126 56 134M66 98C54 96 46 90 40 82"
    )
    right = (
        "M116 154C114 128 128 112 146 100C158 92 162 78 158 62M120 130C132 122 146 122 156 128"
        "M150 97C162 96 172 92 178 84"
    )
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
