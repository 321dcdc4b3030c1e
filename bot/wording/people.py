"""The names of a match's people: in messages with their markdown escaped, in pictures as they are.

A sentence says `Hato` of a CPU player. Where a person could have that name, in lists, posters and results, it
is `CPU Hato`. Its level stands in the lobby and on the table's picture, and nowhere else in a match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from bot.i18n import Thing, Words
from bot.match.views import MatchView, View
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer, JoinNumber, Participant, Strength
from bot.opponents.places import PLACES, rung_number, rungs
from bot.wording import numbers
from engine.rules.actions import Player
from engine.rules.rule_sets import RuleSetId
from images.scene.names import clean_name

ALIKE, A_BIT = 40, 200
"""Points between strengths that are told as equal, and as near: the places are known to 60 or 80."""

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()@#:.\-+!])")


class Naming(Enum):
    """The ways to call a CPU player; people have one name."""

    SHORT = "Hato"
    MARKED = "CPU Hato"
    LEVEL = "CPU Hato (easy)"


@dataclass(frozen=True, slots=True)
class People:
    """Names by joining number and, once the seats are drawn, by table number."""

    names: tuple[str, ...]
    order: tuple[int, ...]
    levels: tuple[str, ...] = ()
    """The names with the levels of CPU players."""

    def joined(self, number: JoinNumber | int) -> str:
        """The name of a participant."""
        return self.names[number]

    def seated(self, player: Player | int) -> str:
        """The name of a player at the table; during the seat draw, of a participant."""
        return self.names[self.order[player]] if self.order else self.names[player]

    def with_level(self, player: Player | int) -> str:
        """The name of a player at the table, with the level of a CPU player."""
        return self.levels[self.order[player]] if self.order else self.levels[player]


@dataclass(frozen=True, slots=True)
class Cast:
    """The people of a match, in no language: everybody by joining number, and the players by seat.

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

    def named(self, words: Words, *, plain: bool = False, naming: Naming = Naming.SHORT) -> People:
        """Everybody's name; `plain` leaves the markdown in them alone (alt texts, pictures).

        A CPU player is marked at least where somebody there has its name.
        """
        theirs = {cleaned(one.name).casefold() for one in self.people if one.cpu is None}

        def called(one: Participant) -> str:
            said = name(words, one, plain=plain, naming=naming)
            if one.cpu is None or said.casefold() not in theirs:
                return said
            return name(words, one, plain=plain, naming=Naming.MARKED)

        levels = tuple(name(words, one, plain=plain, naming=Naming.LEVEL) for one in self.people)
        return People(tuple(called(one) for one in self.people), self.order, levels)


def name(words: Words, one: Participant, *, plain: bool = False, naming: Naming = Naming.SHORT) -> str:
    """One participant's name."""
    if one.cpu is None:
        said = cleaned(one.name) or words("Player {n}", n=one.number + 1)
        return said if plain else escaped(said)
    match naming:
        case Naming.SHORT:
            said = cpu_at_shortest(words, one.cpu, one.twin)
        case Naming.MARKED:
            said = cpu_in_short(words, one.cpu, one.twin)
        case Naming.LEVEL:
            said = cpu(words, one.cpu, one.twin, one.strength)
    return Thing(said if plain else escaped(said))


def marked(words: Words, one: Participant, *, plain: bool = False) -> str:
    """One participant's name in a list: `CPU Hato`, where a person could be called Hato."""
    return name(words, one, plain=plain, naming=Naming.MARKED)


def cpu(words: Words, one: CpuPlayer, twin: int | None = None, strength: Strength | None = None) -> str:
    """`CPU Hato (normal)`; `CPU Hato 2 (normal)` of several; `CPU Hato (at the player's level)`."""
    said = cpu_name(words, one.character)
    level = cpu_level(words, one.level) if strength is None else _mixed(words)
    if twin is not None:
        return words("CPU {name} {n} ({level})", name=said, n=twin, level=level)
    return words("CPU {name} ({level})", name=said, level=level)


def _mixed(words: Words) -> str:
    return words.within("level of a CPU player", "at the player's level")


def likened(words: Words, points: int, rule_set: RuleSetId) -> str:
    """`a bit stronger than Hato (easy)`: a strength beside the CPU player whose place is nearest."""
    places = PLACES[rule_set]
    near = min(rungs(rule_set), key=lambda each: abs(places[each] - points))
    cpu, ahead = cpu_and_level(words, near), points - places[near]
    if abs(ahead) <= ALIKE:
        return words("about as strong as {cpu}", cpu=cpu)
    if ahead > 0:
        return words("a bit stronger than {cpu}", cpu=cpu)
    if ahead >= -A_BIT:
        return words("a bit weaker than {cpu}", cpu=cpu)
    return words("weaker than {cpu}", cpu=cpu)


def cpu_with_rung(words: Words, one: CpuPlayer, rule_set: RuleSetId) -> str:
    """`Tora (normal), rung 4 of 12`."""
    rung = words("rung {n} of {total}", n=rung_number(rule_set, one), total=len(CpuPlayer))
    return numbers.listing(words, [cpu_and_level(words, one), rung])


def cpu_and_level(words: Words, one: CpuPlayer) -> str:
    """`Tora (normal)`."""
    return numbers.bracketed(words, cpu_name(words, one.character), cpu_level(words, one.level))


def cpu_again(words: Words, one: CpuPlayer) -> str:
    """Return the line of a list that chooses the last opponent again: `Again: Tora, normal`."""
    said, level = cpu_name(words, one.character), cpu_level(words, one.level)
    return words("Again: {name}, {level}", name=said, level=level)


def level_choice(words: Words, level: CpuLevel) -> str:
    """Return a level with how it plays, for a list whose lines have no descriptions."""
    return numbers.labelled(words, cpu_level(words, level), level_manner(words, level))


def cpu_in_short(words: Words, one: CpuPlayer, twin: int | None = None) -> str:
    """Return a CPU player's name without the level: `CPU Hato`, `CPU Hato 2`."""
    said = cpu_name(words, one.character)
    if twin is not None:
        return words("CPU {name} {n}", name=said, n=twin)
    return words("CPU {name}", name=said)


def cpu_at_shortest(words: Words, one: CpuPlayer, twin: int | None = None) -> str:
    """Return a CPU player's name alone, with the number of one of several: `Hato`, `Hato 2`."""
    said = cpu_name(words, one.character)
    if twin is None:
        return said
    return words.within("name of a CPU player among several", "{name} {n}", name=said, n=twin)


def cpu_name(words: Words, character: Character) -> str:
    """Return the name for CPU players of a character."""
    said: Mapping[Character, str] = {
        Character.EVEN: words.within("name of a CPU player, a dove", "Hato"),
        Character.BOLD: words.within("name of a CPU player, a tiger", "Tora"),
        Character.CAREFUL: words.within("name of a CPU player, a turtle", "Kame"),
    }
    return said[character]


def cpu_level(words: Words, level: CpuLevel) -> str:
    """Return the strength of a CPU player, in a word."""
    said: Mapping[CpuLevel, str] = {
        CpuLevel.EASY: words.within("level of a CPU player", "easy"),
        CpuLevel.NORMAL: words.within("level of a CPU player", "normal"),
        CpuLevel.HARD: words.within("level of a CPU player", "hard"),
        CpuLevel.MASTER: words.within("level of a CPU player", "master"),
    }
    return said[level]


def cpu_manner(words: Words, one: CpuPlayer) -> str:
    """Return how a CPU player plays: its temperament. The level of an even one says the rest."""
    if one.character is not Character.EVEN:
        return character_manner(words, one.character)
    return words("even-tempered: {manner}", manner=level_manner(words, one.level))


def character_manner(words: Words, character: Character) -> str:
    """Return the temperament of a character at any level."""
    said: Mapping[Character, str] = {
        Character.EVEN: words("even-tempered: leans neither way"),
        Character.BOLD: words("bold: loves koi-koi, and looks to its own cards first"),
        Character.CAREFUL: words("careful: stops early, and keeps from others what they need"),
    }
    return said[character]


def level_manner(words: Words, level: CpuLevel) -> str:
    """Return how CPU players of a level decide."""
    said: Mapping[CpuLevel, str] = {
        CpuLevel.EASY: words("takes what is worth most, stops at the first yaku"),
        CpuLevel.NORMAL: words("looks a move ahead, and dares koi-koi"),
        CpuLevel.HARD: words("has learnt by playing itself, and weighs each koi-koi"),
        CpuLevel.MASTER: words("plays its best moves out in its head before it decides"),
    }
    return said[level]


def characters(words: Words) -> str:
    """Return what the characters of CPU players are like: a line each."""
    return "\n".join(
        words("**{name}** · {manner}", name=cpu_name(words, each), manner=character_manner(words, each))
        for each in Character
    )


def cpu_manners(words: Words, people: Iterable[Participant]) -> tuple[str, ...]:
    """A small line for each CPU player among these, twins told of once: its name and how it plays.

    Everybody reads it, so nothing is told of how strong its opponent is.
    """
    there = dict.fromkeys((one.cpu, one.strength) for one in people if one.cpu is not None)
    return tuple(
        words(
            "-# {player}: {manner}",
            player=escaped(cpu(words, one, strength=strength)),
            manner=cpu_manner(words, one) if strength is None else character_manner(words, one.character),
        )
        for one, strength in there
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
