"""The sprites: that they are the drawings, and how they are handed out."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import images.art
from engine.cards.deck import DECK, Card, Kind
from images.art.__main__ import PRINTED, rasterised
from images.art.clear.deck import CLEAR_FACES
from images.art.deck import DRAWINGS
from images.drawing import sprites, theme
from images.drawing.crops import CROPS
from images.drawing.palette import Colour
from images.drawing.sprites import file_of
from images.layouts.geometry import card_height
from images.scene.common import DeckFace

ART = Path(images.art.__file__).parent
SPRITES = ART.parent / "sprites"
CORNERS = ((0, 0), (299, 0), (0, 489), (299, 489))
FACE = (9, 9, 291, 481)
WIDTHS = (36, 58, 76, 82, 104)
"""Some at which cards lie on hands and tables."""


def test_there_is_a_sprite_for_each_drawing() -> None:
    """The folder holds the faces, standard and clear, back, badges and corners, and nothing else."""
    assert {file.name for file in SPRITES.iterdir()} == {f"{name}.webp" for name in PRINTED}


@pytest.mark.parametrize("name", PRINTED)
def test_a_sprite_is_its_drawing_rasterised(name: str) -> None:
    """Rasterised again, all but 0.1 % of the pixels lie within two levels of the sprite's."""
    drawing = rasterised((ART / "svg" / f"{name}.svg").read_text(encoding="utf-8"))
    bands = ImageChops.difference(drawing, sprites.original(name)).split()
    off = sum(sum(band.histogram()[3:]) for band in bands)
    assert off <= 0.001 * drawing.width * drawing.height


@pytest.mark.parametrize("name", [*DRAWINGS, *CLEAR_FACES])
def test_a_sprite_has_transparent_corners_and_an_opaque_face(name: str) -> None:
    """300 x 490 with alpha: nothing outside the rounded corners, nothing to see through on the face."""
    sprite = sprites.original(name)
    alpha = sprite.getchannel("A")
    assert (sprite.mode, sprite.size) == ("RGBA", (300, 490))
    assert {alpha.getpixel(corner) for corner in CORNERS} == {0}
    assert alpha.crop(FACE).getextrema() == (255, 255)


@pytest.mark.parametrize(
    ("asked", "given"), [(150, 148), (148, 148), (80, 76), (58, 58), (56, 58), (124, 124)]
)
def test_close_widths_share_a_sprite(asked: int, given: int) -> None:
    """A sprite is a picture and its mask, of the card's proportions, at the width that serves."""
    sprite = sprites.card(DECK[0], asked)
    assert (sprite.face.mode, sprite.mask.mode) == ("RGB", "L")
    assert sprite.face.size == sprite.mask.size == (sprite.width, sprite.height)
    assert (sprite.width, sprite.height) == (given, card_height(given))
    assert sprite is sprites.card(DECK[0], given)


def test_a_pasted_sprite_keeps_its_colours() -> None:
    """The face of a card lies on the felt without a seam, and the felt shows at its corners."""
    felt = Image.new("RGB", (148, 242), "#23433F")
    sprite = sprites.card(DECK[28], 148)
    felt.paste(sprite.face, (0, 0), sprite.mask)
    assert felt.getpixel((0, 0)) == (0x23, 0x43, 0x3F)
    assert felt.getpixel((70, 40)) == (0xFF, 0xFD, 0xF6)


def test_a_card_is_decoded_once_for_all_its_sizes_on_hands_and_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a start many are wanted at once, while people wait for their hands."""
    for width in WIDTHS:
        sprites.back(width)  # of which all have their outlines
    for cache in (sprites._sprites, sprites._tiles, sprites._halves):
        cache.clear()
    decoded: list[str] = []
    decode = sprites.original

    def counted(name: str) -> Image.Image:
        decoded.append(name)
        return decode(name)

    monkeypatch.setattr(sprites, "original", counted)
    for width in WIDTHS:
        sprites.card(DECK[3], width)
    sprites.tile(DECK[3], 72, 76)
    assert decoded == [DECK[3].id]


@pytest.mark.outside
@pytest.mark.parametrize("width", WIDTHS)
def test_small_cards_are_their_drawings_made_small(width: int) -> None:
    """On average their twenty colours lie nearly as near as those that are found in the whole drawing."""
    size, usual, found = (width, card_height(width)), 0.0, 0.0
    for card, face in product(DECK, DeckFace):
        drawing = sprites._flat(sprites.original(file_of(card, face))).resize(size, Image.Resampling.LANCZOS)
        usual += _apart(sprites._of_few_colours(drawing).convert("RGB"), drawing)
        found += _apart(sprites.card(card, width, face).face, drawing)
    assert found < 1.15 * usual


def _apart(one: Image.Image, other: Image.Image) -> float:
    """By how many levels two pictures differ on average."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_all_cards_have_one_outline() -> None:
    """Every card has the outline of the back."""
    outlines = {sprites.original(name).getchannel("A").tobytes() for name in (*DRAWINGS, *CLEAR_FACES)}
    assert outlines == {sprites.original(sprites.BACK).getchannel("A").tobytes()}


def test_all_threads_get_the_same_sprite() -> None:
    """Eight threads that ask at once share one copy."""
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: sprites.back(61), range(64)))
    assert len({id(sprite) for sprite in answers}) == 1


def test_the_memory_held_is_told() -> None:
    """A new width adds a byte a pixel for every card and one for the outline that all of them share."""
    sprites._sprites.clear()  # a full one drops others for it
    sprites.card(DECK[5], 40), sprites.card(DECK[6], 40)  # from now on their halves are held
    before = sprites.held_bytes()
    for _ in range(2):
        one, other = sprites.card(DECK[5], 41), sprites.card(DECK[6], 41)
    assert one.mask is other.mask
    assert sprites.held_bytes() - before == 41 * card_height(41) * (1 + 1 + 1)


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.id)
def test_an_emoji_fits_discord(card: Card) -> None:
    """A PNG of 128 x 128 under 256 KiB with clear corners, framed in gold where the card is a light."""
    png = sprites.emoji_png(card)
    emoji = Image.open(io.BytesIO(png))
    assert (emoji.format, emoji.mode, emoji.size) == ("PNG", "RGBA", (128, 128))
    assert len(png) < 256 * 1024
    assert emoji.getpixel((0, 0)) == (0, 0, 0, 0)
    frame = Colour.GOLD if card.kind is Kind.LIGHT else Colour.SUMI
    assert emoji.getpixel((64, 4)) == (*bytes.fromhex(frame[1:]), 255)


def test_the_crops_are_squares_of_the_face() -> None:
    """Every card has a crop, which lies within the face and spans 200 to 282 card units."""
    assert list(CROPS) == [card.id for card in DECK]
    left, top, right, bottom = FACE
    for crop in CROPS.values():
        assert left <= crop.x
        assert top <= crop.y
        assert crop.x + crop.side <= right
        assert crop.y + crop.side <= bottom
        assert crop.side >= 200


def _is_gold(pixel: object) -> bool:
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return bool(red > 150 and red - blue > 90 and 90 < green < 190)


def _small(card: Card) -> Image.Image:
    """The card at 26 pixels, the smallest width of the pictures."""
    reduced = sprites.original(card.id).resize((26, card_height(26)), Image.Resampling.LANCZOS)
    return reduced.convert("RGB")


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.id)
def test_a_light_is_told_by_its_frame_at_26_pixels(card: Card) -> None:
    """Beside its dark border a light is gold nearly everywhere, another card in a few places at most."""
    small = _small(card)
    edge = [small.getpixel((x, y)) for x in (1, 24) for y in range(4, small.height - 4)]
    gold = sum(map(_is_gold, edge))
    assert gold > 0.9 * len(edge) if card.kind is Kind.LIGHT else gold < 0.3 * len(edge)


def test_a_poetry_ribbon_is_told_by_its_edge_at_26_pixels() -> None:
    """Inside the card a poetry ribbon has three times as many golden pixels as a plain red one."""

    def gold(card: Card) -> int:
        small = _small(card)
        inside = (small.getpixel((x, y)) for x in range(5, 21) for y in range(6, 36))
        return sum(map(_is_gold, inside))

    red = [card for card in DECK if card.kind is Kind.RIBBON and card.month not in (6, 9, 10)]
    poetry, plain = ([gold(card) for card in red if (card.month <= 3) is each] for each in (True, False))
    assert min(poetry) > 3 * max(plain)


@pytest.mark.parametrize("face", DeckFace)
def test_a_tile_is_a_framed_part_of_the_face(face: DeckFace) -> None:
    """The tile has the size that was asked for and a dark edge; a light's has a gold one within."""
    for each in DECK:
        tile = sprites.tile(each, 72, 76, face)
        assert (tile.width, tile.height) == (72, 76)
        assert tile.face.getpixel((36, 0)) == theme.SUMI
        assert (tile.face.getpixel((36, 2)) == theme.GOLD) or each.kind is not Kind.LIGHT
        assert len(tile.face.getcolors(9999) or []) <= 40
    assert sprites.tile(DECK[0], 72, 76, face) is sprites.tile(DECK[0], 72, 76, face)
