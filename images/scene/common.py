"""Values that several pictures share.

Every text in a scene is already translated. Pictures add no words of their own; they measure, shorten and
draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.cards.deck import Card


class Scene:
    """The content of one picture; every picture has a frozen class of its own."""

    __slots__ = ()


class DeckFace(Enum):
    """The drawings on the cards.

    The clear face has the month's number and the kind on a band, and one large shape on a flat ground.
    """

    STANDARD = "standard"
    CLEAR = "clear"


SIGNS: Final = ("松", "梅", "桜", "藤", "菖蒲", "牡丹", "萩", "芒", "菊", "紅葉", "柳", "桐")
"""The plants of the months as seals have them: Japanese signs in every language."""
Cards = tuple[Card, ...]
"""Cards in the order in which a picture shows them."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text with the shorter form that the catalogue offers for tight places."""

    text: str
    short: str


Text = Label | str
"""The text in a picture: a text, or a text with a short form."""


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name as they chose it, not cleaned, and the word used when nothing of it can be written.

    `Name("さくら", "プレイヤー1")`. The pictures clean names themselves (`scene.names`).
    """

    chosen: str
    fallback: str
    short: str = ""
    """The text for places where the whole name is too wide; empty where the name is cut there."""
    shortest: str = ""
    """The text for places where the short form is too wide; empty where that one is cut there."""


@dataclass(frozen=True, slots=True)
class KindWords:
    """The names of the kinds over captured cards: ja 光 タネ 短 カス, en Lights Animals Ribbons Chaff."""

    light: Text
    animal: Text
    ribbon: Text
    chaff: Text


TENTHS: Final = 10
"""The steps of a bar of time: a picture stands still, and equal moments give equal pictures."""


@dataclass(frozen=True, slots=True)
class TimeBar:
    """The time of the player to move, in tenths of all that they had when they were asked.

    `left`: what was left when the picture was made; `bank`: how many of the ten are the bank's, which is used
    last.
    """

    left: int
    bank: int = 0


class Gain(Enum):
    """The directions of a number; colour follows the sign, it never replaces it."""

    WON = "won"
    LOST = "lost"
    NONE = "none"
