"""The poster of a match: a large hanafuda card, with the winner in the sky and the months on the hill."""

from __future__ import annotations

from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Rgb, Size
from images.layouts import geometry
from images.layouts import poster as layout
from images.layouts.geometry import Box
from images.layouts.poster import StripLayout
from images.pictures import painting
from images.scene.common import Label
from images.scene.poster import BestMonth, PosterChances, PosterMonth, PosterPlayer, PosterScene

_MARKS: Final = (theme.RED, theme.PAPER, theme.GOLD)
_ON_MARKS: Final = (theme.WHITE, theme.SUMI, theme.SUMI)
# Red on the dark hill is no line for some eyes: its edge and its curve are lighter.
_LINES: Final = (theme.CORAL, theme.PAPER, theme.GOLD)
_RIM: Final = 4
_MARK: Final = 26
_DIAMOND: Final = 0.58
# The ring round the best month's seal is so much larger than that, and the gap between them.
_RING: Final = 14
_GAP: Final = 8
_HAIR: Final = 3
_DOT: Final = 11
_SEAL: Final = 84
_SEAL_GAP: Final = 22
_LINE: Final = 28
# The middle of the winner's name, and how far apart its lines are where it needs two.
_NAME: Final = 116
_NAME_LINE: Final = 57
# The middle of the line below the name, and of a larger one.
_HEADLINE: Final = 192
_HEADLINE_LARGE: Final = 197
# How large the letters of a seal are, one or two of them.
_SIGN: Final = 0.84
_SIGNS: Final = 0.62
_MIST: Final = (Box(-40, 96, 300, 34), Box(-40, 130, 176, 26), Box(420, 304, 300, 30), Box(470, 334, 190, 22))


@painting.paint.register
def paint(scene: PosterScene) -> Canvas:
    """The poster before it is reduced to the fixed colours."""
    canvas = Canvas(geometry.WIDTH, layout.HEIGHT, theme.PAPER)
    _sky(canvas, scene)
    _words(canvas, scene)
    if len(scene.players) == 2:
        _versus(canvas, scene)
    else:
        _ranked(canvas, scene)
    if scene.series:
        said = text.fit(scene.series, Size.BODY, layout.SCORES.w)
        canvas.text(said, canvas.box.cx, layout.SERIES, theme.STRAW, Align.CENTRE)
    if scene.chances is None:
        places = layout.strip_alone(len(scene.months))
    else:
        places = layout.strip(len(scene.months), series=bool(scene.series))
        _curve(canvas, scene.chances, places)
    _strip(canvas, scene, places)
    frame = canvas.box
    canvas.frame(frame.grown(-layout.FRAME), 0, layout.KEYLINE, theme.GOLD)
    canvas.frame(frame, 0, layout.FRAME, theme.SUMI)
    return canvas


def _sky(canvas: Canvas, scene: PosterScene) -> None:
    """Mist, the sun (a pale moon where nobody won alone), the cards before it, and two hills below."""
    for bar in _MIST:
        canvas.rounded(bar, bar.h // 2, theme.PAPER_SHADE)
    sun = layout.SUN
    canvas.disc(sun.cx, sun.cy, sun.w, theme.RED if scene.winner is not None else theme.STRAW)
    box, outline = layout.area(layout.FAR_RIDGE, 460)
    canvas.polygon(box, outline, theme.PINE)
    cards = () if scene.best is None else scene.best.cards
    for card, leaf in zip(cards, layout.fan(len(cards)), strict=True):
        canvas.tilted(card, (leaf.x, leaf.y), leaf.width, leaf.degrees)
    if not cards:
        for back in layout.BACKS:
            canvas.back(back)
    box, outline = layout.area(layout.RIDGE, layout.HEIGHT)
    canvas.polygon(box, outline, theme.SUMI)


def _words(canvas: Canvas, scene: PosterScene) -> None:
    """Draw the kind and date of the match, the winner with the seal, and the story of the best month."""
    box = layout.WORDS
    title = _long(scene.title)
    about = Label(" · ".join(filter(None, (title, scene.day))), title)
    canvas.text(text.fit_whole(about, Size.BODY, box.w), box.x, box.y + 28, theme.SUMI)
    if scene.winner is None:
        canvas.text(text.fit_figure(scene.headline, box.w), box.x, box.y + _NAME, theme.SUMI)
    else:
        lines = text.large_name(scene.winner, box.w - _SEAL - _SEAL_GAP)
        for number, line in enumerate(lines):
            cy = box.y + _NAME + _NAME_LINE * (number - (len(lines) - 1) / 2)
            canvas.text(line, box.x, cy, theme.SUMI)
        left = box.x + round(max(line.width for line in lines)) + _SEAL_GAP
        _seal(canvas, scene.seal, Box(left, box.y + _NAME - _SEAL // 2, _SEAL, _SEAL))
        size, below = (Size.TITLE, _HEADLINE_LARGE) if scene.decides else (Size.NAME, _HEADLINE)
        canvas.text(text.fit(scene.headline, size, box.w, floor=Size.BODY), box.x, box.y + below, theme.SUMI)
    if scene.best is not None:
        _best(canvas, scene.best, Box(box.x, box.y + 222, box.w, 110))


def _long(words: Label | str) -> str:
    return words.text if isinstance(words, Label) else words


def _seal(canvas: Canvas, word: str, box: Box) -> None:
    """The seal of the winner: white on red, as it is stamped."""
    canvas.rounded(box, 10, theme.RED)
    canvas.letter(word, box, theme.WHITE)


def _best(canvas: Canvas, best: BestMonth, box: Box) -> None:
    """The best month's yaku, and below it the month, its points, and whose it was."""
    yaku = text.fit(best.yaku, Size.TITLE, box.w, floor=Size.NAME)
    canvas.text(yaku, box.x, box.y + 34, theme.DEEP)
    left = box.x + round(yaku.width) + 16
    gloss = text.fit(best.gloss, Size.BODY, box.right - left)
    if not gloss.cut:
        canvas.text(gloss, left, box.y + 37, theme.SUMI)
    about = text.fit(best.about, Size.NAME, box.w, floor=Size.SMALL)
    canvas.text(about, box.x, box.y + 82, theme.SUMI)
    if best.by is not None:
        left = box.x + round(about.width) + 16
        name = text.fit_name(best.by, Size.NAME, box.right - left)
        canvas.text(name, left, box.y + 82, theme.DEEP)


def _mark(canvas: Canvas, player: int, middle: tuple[int, int], side: int, colour: Rgb) -> None:
    """The sign of a player, in a shape of its own: colours alone tell nothing."""
    cx, cy = middle
    if player == 0:
        if colour == theme.RED:
            canvas.disc(cx, cy, side, theme.CORAL)
            side -= _RIM
        canvas.disc(cx, cy, side, colour)
    elif player == 1:
        canvas.rounded(Box(cx - side // 2, cy - side // 2, side, side), side // 8, colour)
    else:
        half = side * _DIAMOND
        box = Box(round(cx - half), round(cy - half), round(2 * half), round(2 * half))
        canvas.polygon(box, ((half, 0), (2 * half, half), (half, 2 * half), (0, half)), colour)


def _versus(canvas: Canvas, scene: PosterScene) -> None:
    """Two players: name, score : score, name."""
    first, second = scene.players
    box, cx = layout.SCORES, layout.SCORES.cx
    scores = [text.fit_figure(one.score, 190) for one in scene.players]
    colon = text.fit(":", Size.TITLE, 40)
    canvas.text(colon, cx, box.cy - 6, theme.QUIET, Align.CENTRE)
    colour = theme.STRAW if first.place != second.place else theme.PAPER
    canvas.text(scores[0], cx - 28, box.cy, colour, Align.RIGHT)
    canvas.text(scores[1], cx + 28, box.cy, theme.PAPER)
    left, right = cx - 28 - round(scores[0].width) - 30, cx + 28 + round(scores[1].width) + 30
    room = left - box.x - _MARK - 16
    name = text.fit_name(first.name, Size.TITLE, room)
    canvas.text(name, left, box.cy, theme.PAPER, Align.RIGHT)
    _mark(canvas, 0, (left - round(name.width) - 16 - _MARK // 2, box.cy), _MARK, _MARKS[0])
    room = box.right - right - _MARK - 16
    name = text.fit_name(second.name, Size.TITLE, room)
    canvas.text(name, right, box.cy, theme.PAPER)
    _mark(canvas, 1, (right + round(name.width) + 16 + _MARK // 2, box.cy), _MARK, _MARKS[1])


def _ranked(canvas: Canvas, scene: PosterScene) -> None:
    """Three players in the order of their places, each with the score below the name."""
    cells = layout.players(len(scene.players))
    for number, (one, cell) in enumerate(zip(scene.players, cells, strict=True)):
        _ranked_player(canvas, one, number, cell)


def _ranked_player(canvas: Canvas, one: PosterPlayer, number: int, cell: Box) -> None:
    place = text.fit(one.place, Size.HUGE, 60)
    canvas.text(place, cell.x, cell.cy + 4, theme.QUIET)
    left = cell.x + round(place.width) + 18
    _mark(canvas, number, (left + _MARK // 2, cell.y + 20), _MARK, _MARKS[number])
    name = text.fit_name(one.name, Size.NAME, cell.right - 20 - left - _MARK - 12)
    canvas.text(name, left + _MARK + 12, cell.y + 20, theme.PAPER)
    canvas.text(text.fit(one.score, Size.TITLE, 200), left, cell.y + 64, theme.PAPER)


def _curve(canvas: Canvas, chances: PosterChances, places: StripLayout) -> None:
    """A hairline a player with a dot a month, and the line of a half."""
    box = places.curve
    word = text.balanced(chances.word, Size.SMALL, layout.LABEL - 24, count=2)
    for number, line in enumerate(word):
        cy = box.cy + _LINE * (number - (len(word) - 1) / 2)
        canvas.text(line, layout.MARGIN, cy, theme.QUIET)
    canvas.rect(Box(box.x, box.cy, box.w, 1), theme.SHEET_QUIET)
    for player in reversed(range(len(chances.shares))):
        colour = theme.GOLD if len(chances.shares) == 1 else _LINES[player]
        shares = zip(chances.month_of, chances.shares[player], strict=True)
        points = [places.point(month, share) for month, share in shares]
        canvas.polyline(points, _HAIR, colour)
        for x, y in points:
            _mark(canvas, player, (round(x), round(y)), _DOT, colour)


def _strip(canvas: Canvas, scene: PosterScene, places: StripLayout) -> None:
    """A seal a month, of the colour and the shape of who won it; a ring where nobody did."""
    word = text.fit(scene.months_word, Size.SMALL, layout.LABEL - 24)
    canvas.text(word, layout.MARGIN, places.cy, theme.QUIET)
    for month, x in zip(scene.months, places.months, strict=True):
        _month(canvas, month, (x, places.cy), places.seal)


def _month(canvas: Canvas, month: PosterMonth, middle: tuple[int, int], side: int) -> None:
    (cx, cy), colour = middle, theme.QUIET
    if month.best:
        _mark(canvas, month.winner or 0, middle, side + _RING, theme.GOLD)
        _mark(canvas, month.winner or 0, middle, side + _GAP, theme.SUMI)
    if month.winner is not None:
        _mark(canvas, month.winner, middle, side, _MARKS[month.winner])
        colour = _ON_MARKS[month.winner]
    elif month.played:
        canvas.frame(Box(cx - side // 2, cy - side // 2, side, side), side // 2, 2, colour)
    inner = round(side * (_SIGN if len(month.sign) == 1 else _SIGNS))
    canvas.letter(month.sign, Box(cx - inner // 2, cy - inner // 2, inner, inner), colour)
    number = text.fit(month.number, Size.SMALL, side)
    canvas.text(number, cx, cy + side // 2 + layout.NUMBERS, theme.QUIET, Align.CENTRE)
