"""The reasons for the best choice of a problem, and the cost of others: facts first, then a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words
from bot.screens.hand import prospects, tip
from bot.screens.hand.prospects import Step
from bot.screens.hand.tip import Tip
from bot.wording import problems as wording
from bot.wording.people import People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.actions import Choose, Player
from engine.rules.options import Rules
from engine.rules.yaku import YakuId

NEARLY_OVER = 2
"""The number of cards left in the hand with which the end of the month is what counts."""
Danger = tuple[Player, YakuId]
"""An opponent who lacks one card for a yaku."""


@dataclass(frozen=True, slots=True)
class Nearer:
    """A capture that brings yaku nearer; the card of the hand by its number."""

    number: int
    takes: Card
    brings: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Gives:
    """A card, by its number, that is laid where somebody waits for it."""

    number: int
    to: Danger


@dataclass(frozen=True, slots=True)
class Stop:
    """The reason to stop, with the number of cards left in the hand; None: nobody else lacks one card."""

    left: int
    danger: Danger | None


@dataclass(frozen=True, slots=True)
class GoOn:
    """Koi-koi: the yaku for which one card is missing, if there is one; the rest as of a stop.

    `ends`: what comes to the player if nobody stops any more; 0 where it is no more than a stop, or far off.
    """

    left: int
    danger: Danger | None
    near: YakuId | None
    ends: int = 0


Reason = Tip | Nearer | Gives | Stop | GoOn


def of_capture(seen: Observation, me: Player, number: int, card: Card, taken: CardSet) -> Reason:
    """Return the reason for a capture: what it makes, keeps from somebody or brings nearer; else what it
    takes.

    Of the turned card nothing is told that every field card which it may take would bring.
    """
    if card is seen.flipped:
        return _of_choice(seen, me, number, card, taken)
    told = tip.taking(seen, me, (number, card), taken)[1]
    if told.makes or told.needed or told.near:
        return told
    (brings,) = prospects.brought(seen, me, card, [told.takes])
    return Nearer(number, told.takes, brings) if brings else told


def _of_choice(seen: Observation, me: Player, number: int, card: Card, taken: CardSet) -> Reason:
    (target,) = taken
    told = tip.of_choice(seen, me, number, target)
    if told.makes or told.needed or told.near:
        return told
    targets = [each.card for each in seen.legal if isinstance(each, Choose)]
    by_target = dict(zip(targets, prospects.brought(seen, me, card, targets), strict=True))
    own = by_target[target]
    brings = tuple(step for step in own if not all(step in each for each in by_target.values()))
    return Nearer(number, target, brings) if brings else told


def of_laying(seen: Observation, number: int, card: Card) -> Reason:
    """Return the reason for laying a card on the field."""
    return tip.laying(seen, number, card)


def of_gift(seen: Observation, me: Player, number: int, card: Card) -> Reason | None:
    """Return the gift of a card that is laid on the field, if any."""
    given = tip.gift(seen, me, card)
    return None if given is None else Gives(number, given)


def of_decision(seen: Observation, me: Player, *, stops: bool) -> Reason:
    """Return the reason for stopping, or for going on."""
    others = [Player(each) for each in range(seen.rules.seats) if each != me]
    danger = next(((each, yaku) for each in others for yaku in _one_short(seen, each)), None)
    if stops:
        return Stop(len(seen.hand), danger)
    end = prospects.run_out(seen, me)
    soon = end.winner == me and end.points > seen.stakes[me] and len(seen.hand) <= NEARLY_OVER
    near = next(iter(_one_short(seen, me)), None)
    return GoOn(len(seen.hand), danger, near, end.points if soon else 0)


def _one_short(seen: Observation, player: Player) -> list[YakuId]:
    """The yaku for which a player lacks one card."""
    return [yaku for yaku, have, need in seen.begun(player) if need - have == 1]


def text(words: Words, rules: Rules, reason: Reason, people: People) -> str:
    """The sentence."""
    match reason:
        case Nearer(number, takes, brings):
            return wording.brings(words, number, takes, prospects.steps(words, rules, brings))
        case Gives(number, (player, yaku)):
            return wording.gives(words, rules, number, people.seated(player), yaku)
        case Stop() | GoOn():
            return _of_decision(words, rules, reason, people)
        case _:
            return tip.text(words, rules, reason, people)


def _of_decision(words: Words, rules: Rules, reason: Stop | GoOn, people: People) -> str:
    match reason:
        case Stop(_, (player, yaku)):
            return wording.stop_in_danger(words, rules, people.seated(player), yaku)
        case Stop(left):
            return wording.stop_in_time(words, left)
        case GoOn(ends=points) if points:
            return wording.go_on_to_the_end(words, rules, points)
        case GoOn(near=YakuId() as yaku):
            return wording.go_on_near(words, rules, yaku)
        case GoOn(left, None):
            return wording.go_on_safe(words, left)
        case _:
            return words.say(wording.GO_ON_ANYHOW)
