"""What the people of a match are called: in messages with their markdown escaped, in pictures as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.i18n import Words
from bot.match.views import MatchView, View
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer, JoinNumber, Participant
from engine.actions import Player
from images.scene.names import clean_name

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()@#:.\-+!])")


@dataclass(frozen=True, slots=True)
class People:
    """Names by joining number and, once the seats are drawn, by table number."""

    names: tuple[str, ...]
    order: tuple[int, ...]

    def joined(self, number: JoinNumber | int) -> str:
        """The name of a participant."""
        return self.names[number]

    def seated(self, player: Player | int) -> str:
        """The name of a player at the table; during the seat draw, of a participant."""
        return self.names[self.order[player]] if self.order else self.names[player]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who takes part in a match, in no language: everybody by joining number, and who sits where.

    `order` holds joining numbers by table number; it is empty until the seats are drawn.
    """

    people: tuple[Participant, ...]
    order: tuple[int, ...] = ()

    @classmethod
    def of(cls, view: View) -> Cast:
        """The people of a view."""
        seats = view.seats if isinstance(view, MatchView) else ()
        return cls(view.people, tuple(seat.participant.number for seat in seats))

    @property
    def seats(self) -> tuple[Participant, ...]:
        """The players by table number, watchers left out."""
        return tuple(self.people[number] for number in self.order)

    def named(self, words: Words, *, plain: bool = False) -> People:
        """Everybody's name; `plain` leaves the markdown in them alone (alt texts, pictures)."""
        return People(tuple(name(words, one, plain=plain) for one in self.people), self.order)


def name(words: Words, one: Participant, *, plain: bool = False) -> str:
    """One participant's name; a CPU player is named by its character and level."""
    if one.cpu is not None:
        said = cpu(words, one.cpu, one.twin)
    else:
        said = cleaned(one.name) or words("Player {n}", n=one.number + 1)
    return said if plain else escaped(said)


def cpu(words: Words, one: CpuPlayer, twin: int | None = None) -> str:
    """`CPU Hato (normal)`; `CPU Hato 2 (normal)` where there are several."""
    said, level = cpu_name(words, one.character), cpu_level(words, one.level)
    if twin is not None:
        return words("CPU {name} {n} ({level})", name=said, n=twin, level=level)
    return words("CPU {name} ({level})", name=said, level=level)


def cpu_choice(words: Words, one: CpuPlayer) -> str:
    """The same for a list of them in which there is no room for how they play."""
    said = cpu(words, one)
    if one.character is Character.BOLD:
        return words("{cpu}: bold", cpu=said)
    return words("{cpu}: careful", cpu=said) if one.character is Character.CAREFUL else said


def cpu_in_short(words: Words, one: CpuPlayer, twin: int | None = None) -> str:
    """The same without its level: `CPU Hato`, `CPU Hato 2`."""
    said = cpu_name(words, one.character)
    if twin is not None:
        return words("CPU {name} {n}", name=said, n=twin)
    return words("CPU {name}", name=said)


def cpu_name(words: Words, character: Character) -> str:
    """What CPU players of a character are called."""
    said: Mapping[Character, str] = {
        Character.EVEN: words.within("name of a CPU player, a dove", "Hato"),
        Character.BOLD: words.within("name of a CPU player, a tiger", "Tora"),
        Character.CAREFUL: words.within("name of a CPU player, a turtle", "Kame"),
    }
    return said[character]


def cpu_level(words: Words, level: CpuLevel) -> str:
    """How well a CPU player plays, in a word."""
    said: Mapping[CpuLevel, str] = {
        CpuLevel.EASY: words.within("level of a CPU player", "easy"),
        CpuLevel.NORMAL: words.within("level of a CPU player", "normal"),
        CpuLevel.HARD: words.within("level of a CPU player", "hard"),
        CpuLevel.MASTER: words.within("level of a CPU player", "master"),
    }
    return said[level]


def cpu_manner(words: Words, one: CpuPlayer) -> str:
    """How a CPU player plays, for whoever chooses one: its temperament; an even one's level says the rest."""
    if one.character is Character.BOLD:
        return words("bold: loves koi-koi, and looks to its own cards first")
    if one.character is Character.CAREFUL:
        return words("careful: stops early, and keeps from others what they need")
    said: Mapping[CpuLevel, str] = {
        CpuLevel.EASY: words("even-tempered: takes what is worth most, stops at the first yaku"),
        CpuLevel.NORMAL: words("even-tempered: looks a move ahead, and dares koi-koi"),
        CpuLevel.HARD: words("even-tempered: has learnt by playing itself, and weighs each koi-koi"),
        CpuLevel.MASTER: words("even-tempered: plays its best moves out in its head before it decides"),
    }
    return said[one.level]


def cpu_manners(words: Words, people: Iterable[Participant]) -> tuple[str, ...]:
    """A small line for each CPU player among these, twins told of once: its name and how it plays."""
    there = dict.fromkeys(one.cpu for one in people if one.cpu is not None)
    return tuple(
        words("-# {player}: {manner}", player=escaped(cpu(words, one)), manner=cpu_manner(words, one))
        for one in there
    )


def cleaned(chosen: str) -> str:
    """A name as pictures clean it too, so that both call a person the same; empty where nothing is left."""
    return clean_name(chosen)


def somebody(words: Words, chosen: str, *, plain: bool = False) -> str:
    """Return what a person outside a match is called; `plain` leaves the markdown in the name alone."""
    said = cleaned(chosen) or words("somebody")
    return said if plain else escaped(said)


def server(words: Words, chosen: str) -> str:
    """Return what a server is called; a name of emoji alone, and an unknown one, become *a server*."""
    return escaped(cleaned(chosen) or words("a server"))


def escaped(text: str) -> str:
    """The text with every character escaped that Discord's markdown would take as its own."""
    return _MARKDOWN.sub(r"\\\1", text)
