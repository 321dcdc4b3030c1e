"""The printed drawings: what they may contain, and that they are what the code prints."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import images.art
from bot.match.vocabulary import CpuPlayer
from bot.records.achievements import Achievement
from engine.cards.deck import DECK, Card, Kind
from images.art.__main__ import PRINTED
from images.art.badges import BADGES
from images.art.clear.deck import CLEAR_FACES
from images.art.deck import DRAWINGS, FACES
from images.art.motifs.shell import BADGE, BADGE_PIXELS, CORNER_HEIGHT, CORNER_WIDTH, HEIGHT, WIDTH
from images.art.seals import SEALS
from images.drawing.palette import Colour
from images.drawing.sprites import file_of
from images.scene.common import DeckFace

SVG = Path(images.art.__file__).parent / "svg"
SUBSET = {"svg", "g", "clipPath", "path", "rect", "circle", "ellipse"}
ATTRIBUTES = {
    *("viewBox", "width", "height", "id", "transform", "clip-path", "opacity"),
    *("d", "x", "y", "rx", "ry", "cx", "cy", "r"),
    *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
}
ROUND = {*(f"badge-{badge}" for badge in Achievement), *(f"seal-{seal}" for seal in CpuPlayer)}
FRAME = {"x": "14", "y": "14", "width": "272", "height": "462", "stroke": Colour.GOLD, "stroke-width": "12"}


def shapes(name: str) -> list[tuple[str, dict[str, str]]]:
    """Tag and attributes of every element of a printed drawing, in drawing order."""
    root = ElementTree.fromstring((SVG / f"{name}.svg").read_text(encoding="utf-8"))
    return [(element.tag.rpartition("}")[2], dict(element.attrib)) for element in root.iter()]


def test_the_faces_are_the_deck_in_order() -> None:
    """There is one drawing for each of the 48 cards, in the order of the deck."""
    assert list(FACES) == [card.id for card in DECK]


def test_the_clear_faces_are_the_deck_in_order() -> None:
    """There is one clear drawing for each of the 48 cards, under the name by which pictures ask for it."""
    assert list(CLEAR_FACES) == [file_of(card, DeckFace.CLEAR) for card in DECK]


def test_the_badges_are_the_achievements_in_order() -> None:
    """There is one drawing for each achievement, under its name."""
    assert list(BADGES) == list(Achievement)


def test_every_cpu_player_has_the_seal_of_its_name() -> None:
    """There is one drawing for each CPU player, under its name."""
    assert set(SEALS) == set(CpuPlayer)


def test_the_printed_files_are_the_drawings() -> None:
    """The folder holds the faces, standard and clear, back, badges, seals and corners, and nothing else."""
    corners = {f"corner-{month:02}" for month in range(1, 13)}
    assert set(PRINTED) == {*DRAWINGS, *CLEAR_FACES, *ROUND, *corners}
    assert {file.name for file in SVG.iterdir()} == {f"{name}.svg" for name in PRINTED}


@pytest.mark.parametrize("name", PRINTED)
def test_printing_again_gives_the_committed_text(name: str) -> None:
    """Nobody edits a printed drawing: it equals what its function prints."""
    assert (SVG / f"{name}.svg").read_text(encoding="utf-8") == PRINTED[name]()


@pytest.mark.parametrize("name", PRINTED)
def test_a_drawing_keeps_to_the_subset(name: str) -> None:
    """Plain filled and stroked shapes only, on its own canvas, in a file under 40 KB."""
    elements = shapes(name)
    assert {tag for tag, _ in elements} <= SUBSET
    assert {key for _, attributes in elements for key in attributes} <= ATTRIBUTES
    half = BADGE // 2
    others = {"corner": f"0 0 {CORNER_WIDTH} {CORNER_HEIGHT}"} | dict.fromkeys(
        ("badge", "seal"), f"-{half} -{half} {BADGE} {BADGE}"
    )
    assert elements[0][1]["viewBox"] == others.get(name.partition("-")[0], f"0 0 {WIDTH} {HEIGHT}")
    assert (SVG / f"{name}.svg").stat().st_size < 40_000


@pytest.mark.parametrize("badge", Achievement)
def test_a_badge_has_a_gold_ring_round_its_picture(badge: Achievement) -> None:
    """The badge's last two shapes are the ring and the dark line inside; its sprite is half as wide as it."""
    elements = shapes(f"badge-{badge}")
    assert [attributes.get("stroke") for _, attributes in elements[-2:]] == [Colour.GOLD, Colour.SUMI]
    assert {attributes.get("r") for _, attributes in elements[-2:]} == {"114", "106"}
    assert (elements[0][1]["width"], elements[0][1]["height"]) == (str(BADGE_PIXELS), str(BADGE_PIXELS))


@pytest.mark.parametrize("name", PRINTED)
def test_a_drawing_uses_the_palette_only(name: str) -> None:
    """Every fill and every line is a colour of the palette."""
    used = {
        attributes[key] for _, attributes in shapes(name) for key in ("fill", "stroke") if key in attributes
    }
    assert used - {"none"} <= {colour.value for colour in Colour}


@pytest.mark.parametrize("name", [*DRAWINGS, *CLEAR_FACES])
def test_the_wave_of_the_back_is_on_the_back_alone(name: str) -> None:
    """The pale red of the back's waves belongs to no face."""
    text = (SVG / f"{name}.svg").read_text(encoding="utf-8")
    assert (Colour.BACK_WAVE in text) == (name == "back")


@pytest.mark.parametrize("name", PRINTED)
def test_coordinates_are_rounded(name: str) -> None:
    """No coordinate has more than one decimal."""
    for _, attributes in shapes(name):
        outline = attributes.get("d", "")
        assert all(len(part.split(" ")[0]) == 1 for part in _decimals(outline)), outline


def _decimals(outline: str) -> list[str]:
    spaced = "".join(character if character in "0123456789." else " " for character in outline)
    return spaced.split(".")[1:]


@pytest.mark.parametrize("face", DeckFace)
@pytest.mark.parametrize("card", DECK, ids=lambda card: card.id)
def test_the_gold_frame_marks_the_lights(card: Card, face: DeckFace) -> None:
    """A light has the gold frame as its last shape; no other card has one."""
    drawn = shapes(file_of(card, face))
    frames = [index for index, (_, attributes) in enumerate(drawn) if FRAME.items() <= attributes.items()]
    assert frames == ([len(drawn) - 1] if card.kind is Kind.LIGHT else [])


@pytest.mark.parametrize("name", [*DRAWINGS, *CLEAR_FACES])
def test_see_through_is_for_the_shadow_of_the_ribbon(name: str) -> None:
    """The only shape that is not opaque is the one shadow of a ribbon card; the clear face has none."""
    shadows = [attributes["fill"] for _, attributes in shapes(name) if "opacity" in attributes]
    assert shadows == ([Colour.SUMI] if name.endswith("ribbon") and name in DRAWINGS else [])


def test_no_two_cards_look_alike() -> None:
    """The chaff cards of a month differ from each other, like all cards and badges."""
    assert len({draw() for draw in PRINTED.values()}) == len(PRINTED)
