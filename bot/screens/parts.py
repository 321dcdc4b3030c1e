"""Values that several pictures share."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.i18n import Words
from bot.match.vocabulary import CpuPlayer, Deck, Participant
from bot.wording import numbers
from bot.wording import people as people_words
from bot.wording.people import Naming
from engine.rules.options import Rules
from images.scene.common import DeckFace, Gain, KindWords, Label, Name, Scene, Text
from images.scene.hand import HandScene
from images.scene.lobby import SeatDrawScene
from images.scene.records import DeckSheetScene, YakuSheetScene
from images.scene.result import MonthResultScene
from images.scene.table import ReplayFrame, ReplayScene, TableScene

AnyScene = TypeVar("AnyScene", bound=Scene)


def name(words: Words, one: Participant, naming: Naming = Naming.MARKED) -> Name:
    """A person by the name they chose; pictures clean names themselves.

    A CPU player is without the level and then without *CPU* where there is less room.
    """
    fallback = words("Player {n}", n=one.number + 1)
    if one.cpu is None:
        return Name(one.name, fallback)
    named = cpu_name(words, one.cpu, one.twin, fallback)
    return replace(named, chosen=people_words.name(words, one, plain=True, naming=naming))


def cpu_name(words: Words, one: CpuPlayer, twin: int | None, fallback: str) -> Name:
    """A CPU player, without *CPU* where there is less room."""
    marked = people_words.cpu_in_short(words, one, twin)
    return Name(marked, fallback, marked, people_words.cpu_at_shortest(words, one, twin))


def kobiki(words: Words) -> Label:
    """The bonus for a season that one player won, with what it is where there is room."""
    return Label(words("Kobiki (season bonus)"), words("Kobiki"))


def ginmi(words: Words) -> Label:
    """The settling between the ranks, with what it is where there is room."""
    return Label(words("Ginmi (settling of ranks)"), words("Ginmi"))


def kinds(words: Words) -> KindWords:
    """Return the names of the kinds over captured cards."""
    return KindWords(
        light=words.within("over captured cards", "Lights"),
        animal=words.within("over captured cards", "Animals"),
        ribbon=words.within("over captured cards", "Ribbons"),
        chaff=words.within("over captured cards", "Chaff"),
    )


def joined(text: Text, tail: str) -> Text:
    """A text with this end, its short form too."""
    return text + tail if isinstance(text, str) else Label(text.text + tail, text.short + tail)


def gain(delta: int) -> Gain:
    """Return the direction of a number."""
    if delta == 0:
        return Gain.NONE
    return Gain.WON if delta > 0 else Gain.LOST


def change(words: Words, rules: Rules, delta: int) -> str:
    """A change as a picture writes it: with its sign where losers pay, a quiet dash for nothing."""
    if delta == 0:
        return words.within("no change of a score", "–")
    return numbers.signed(words, delta) if rules.losers_pay else numbers.number(delta)


def with_deck(scene: AnyScene, deck: Deck) -> AnyScene:
    """A picture whose cards wear the drawings of a deck."""
    if isinstance(scene, HandScene | SeatDrawScene | TableScene | MonthResultScene):
        return replace(scene, face=DeckFace(deck.value))
    if isinstance(scene, YakuSheetScene | DeckSheetScene):
        return replace(scene, face=DeckFace(deck.value))
    if isinstance(scene, ReplayFrame):
        return replace(scene, table=with_deck(scene.table, deck))
    if isinstance(scene, ReplayScene):
        return replace(scene, frames=tuple(with_deck(frame, deck) for frame in scene.frames))
    return scene


def with_month_marks(scene: AnyScene) -> AnyScene:
    """A picture on which the cards that are wide enough wear the number of their month (art guide, 7)."""
    if isinstance(scene, HandScene | SeatDrawScene | TableScene | MonthResultScene):
        return replace(scene, month_marks=True)
    if isinstance(scene, ReplayFrame):
        return replace(scene, table=with_month_marks(scene.table))
    if isinstance(scene, ReplayScene):
        return replace(scene, frames=tuple(map(with_month_marks, scene.frames)))
    return scene
