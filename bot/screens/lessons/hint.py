"""The hint to a player who asks for it: the best move, as the CPU player *hard* judges it, and why.

It is told from the player's own observation alone, and never where something is at stake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import Status
from bot.opponents import hard
from bot.screens.hand import tip
from bot.screens.hand.tip import Laying, Taking
from bot.wording.cards import alike
from bot.wording.lessons import hint as wording
from bot.wording.people import Cast
from engine.play.observation import Observation
from engine.rules.actions import Choose, KoiKoi, Move, Play, Player, Shobu
from engine.rules.options import Rules

SMALL = 0.5
"""The most points by which a move may be worse to be told beside the best."""


class No(Enum):
    """The reasons why there is no hint; where several hold, the first of this list is told."""

    SERVER = "the server wants none"
    AT_STAKE = "something is at stake"
    UNASKED = "nothing is asked that could be judged"


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a question: the best move, what it does, and one that is almost as good."""

    rules: Rules
    cast: Cast
    best: Move
    told: Taking | Laying | None
    """Of a card: what it takes or gives away. None for koi-koi and stopping."""
    worth: Mapping[Move, float]
    chances: Mapping[Move, float]
    """To win the match, of stopping and koi-koi in the last months; else nothing."""
    second: Move | None
    """The next best one, where it is almost as good and no twin of the best."""
    number: int
    """Of the second one's card on its button; 0 where there is none."""

    @classmethod
    def of(cls, view: MatchView, seat: SeatView, *, wanted: bool) -> Facts | No:
        """Return the hint for a player's eyes; `wanted`: whether their server lets its players ask."""
        seen = seat.observation
        if not wanted:
            return No.SERVER
        if view.at_stake:
            return No.AT_STAKE
        worth = {} if seen is None or view.status is not Status.PLAYING else hard.values(seen)
        if seen is None or not worth:
            return No.UNASKED
        best, *others = sorted(worth, key=worth.__getitem__, reverse=True)
        second = next((each for each in others if not _twins(best, each)), None)
        if second is not None and worth[best] - worth[second] > SMALL:
            second = None
        told = _told(seen, seat.player, best)
        number = 0 if second is None else _number(seen, second)
        chances = hard.chances(seen)
        return cls(view.rules, Cast.of(view), best, told, worth, chances, second, number)


def _twins(one: Move, other: Move) -> bool:
    """Whether two moves play the same card, or differ in the drawings of their cards alone."""
    if isinstance(one, Play) and isinstance(other, Play):
        return one.card is other.card or alike(one.card, other.card)
    return isinstance(one, Choose) and isinstance(other, Choose) and alike(one.card, other.card)


def _number(seen: Observation, move: Move) -> int:
    """The number of a move's card on its button."""
    if isinstance(move, Play):
        return 1 + tuple(seen.dealt).index(move.card)
    return 1 + seen.legal.index(move)


def _told(seen: Observation, player: Player, move: Move) -> Taking | Laying | None:
    if isinstance(move, Play):
        return tip.of_play(seen, player, move)
    if isinstance(move, Choose):
        return tip.of_choice(seen, player, _number(seen, move), move.card)
    return None


def text(words: Words, facts: Facts | No) -> str:
    """The best move and why, in a line; a second line where another one is almost as good."""
    if isinstance(facts, No):
        return words.say(wording.NONE[facts.name])
    lines = [wording.best(words, _best(words, facts))]
    if facts.second is not None and facts.told is not None:
        gap = facts.worth[facts.best] - facts.worth[facts.second]
        lines.append(wording.almost(words, facts.number, facts.second, gap))
    return "\n".join((*lines, words.say(wording.JUDGED)))


def _best(words: Words, facts: Facts) -> str:
    rules, people = facts.rules, facts.cast.named(words)
    if facts.told is None:
        stops = isinstance(facts.best, Shobu)
        if facts.chances:
            stop, on = (facts.chances[each] for each in (Shobu(), KoiKoi()))
            return wording.for_the_match(words, stops=stops, stop=stop, on=on)
        brings, later = (facts.worth.get(each) for each in (Shobu(), KoiKoi()))
        return wording.decision(words, stops=stops, stop=brings, on=later)
    if isinstance(facts.best, Choose) and isinstance(facts.told, Taking):
        told = facts.told
        needed = None if told.needed is None else (people.seated(told.needed[0]), told.needed[1])
        yaku = told.makes or told.near
        near = None if yaku is None else (yaku, told.makes is not None)
        return wording.takes(words, rules, (told.number, told.takes), near, needed)
    if isinstance(facts.told, Laying) and facts.told.of_use:
        return wording.costs_least(words, facts.told.number)
    return tip.text(words, rules, facts.told, people)
