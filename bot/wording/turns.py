"""Turns, a line each: what has happened since a player's last move, and the turn that ended a month."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from bot.i18n import Words
from bot.wording import cards
from bot.wording.people import People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.events import Event, Flipped, KoiKoiCalled, Played
from engine.rules.actions import Player

Step = Played | Flipped | KoiKoiCalled


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions of one player in a turn, so far."""

    player: Player
    own: bool
    steps: tuple[Step, ...]


def turns(told: Iterable[Event], player: Player, *, own: bool) -> tuple[Turn, ...]:
    """The turns of a deal since this player's last one, and theirs before them.

    Without `own` of theirs what the stock brought alone: they know what they played, but were shown that for
    a moment only where the next player is quick.
    """
    made = all_turns(told, player)
    last = max((at for at, turn in enumerate(made) if turn.own), default=-1)
    if own or last < 0:
        return made[max(last, 0) :]
    stock = tuple(step for step in made[last].steps if isinstance(step, Flipped) and step.captured)
    return (*((replace(made[last], steps=stock),) if stock else ()), *made[last + 1 :])


def all_turns(told: Iterable[Event], own: Player | None = None) -> tuple[Turn, ...]:
    """The turns of a deal, those of the player `own` as theirs."""
    steps = [event for event in told if isinstance(event, Played | Flipped | KoiKoiCalled)]
    return tuple(Turn(who, who == own, tuple(each)) for who, each in groupby(steps, lambda step: step.player))


def seen_by(made: Iterable[Turn], player: Player) -> tuple[Turn, ...]:
    """Return turns with those of one player as theirs."""
    return tuple(replace(turn, own=turn.player == player) for turn in made)


def lines(words: Words, since: Iterable[Turn], people: People) -> tuple[str, ...]:
    """One line for each turn: `Sakura: pine took crane; stock: plum.`"""
    return tuple(_line(words, turn, people) for turn in since)


def _line(words: Words, turn: Turn, people: People) -> str:
    steps = words.within("between the parts of a sentence", "; ").join(
        _step(words, each) for each in turn.steps
    )
    if turn.own:
        return words("You: {steps}.", steps=steps)
    return words("{player}: {steps}.", player=people.seated(turn.player), steps=steps)


def _step(words: Words, step: Step) -> str:
    match step:
        case KoiKoiCalled():
            return words("koi-koi")
        case Played(card=card, captured=captured):
            taken = _taken(words, card, captured)
            if not taken:
                return words("{card} to the field", card=cards.name(words, card))
            return words("{card} took {cards}", card=cards.name(words, card), cards=taken)
        case Flipped(card=card, captured=captured):
            taken = _taken(words, card, captured)
            if not taken:
                return words("turned up {card}", card=cards.name(words, card))
            return words("turned up {card}, took {cards}", card=cards.name(words, card), cards=taken)


def _taken(words: Words, card: Card, captured: CardSet) -> str:
    """Name what a card captured beside itself."""
    return cards.listing(words, captured - CardSet.of([card]))
