"""The CPU player that looks one move ahead: what a move makes of its captures, what it leaves to others.

In the last months of a match it says koi-koi by the chances to win it (`match_value`).
"""

from __future__ import annotations

from bot.match.vocabulary import Character
from bot.opponents.characters import LEANINGS, Leaning, captures, given
from bot.opponents.match_value import match_value
from bot.opponents.worth import denied, gain, missing
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.actions import Choose, Cut, Declare, KoiKoi, Move, Play, Player, Ready, Shobu
from engine.rules.sheet import sheet_of

BLOCK = 0.8
"""The share of an opponent's loss that counts as won."""
GIVE = 1.8
"""The weight of what an opponent may make of a card laid down, before the chance that they can."""
KEPT = 0.3
"""The weight of what a card laid down could have been worth to its player."""
KEEP_CARDS = 3
"""With fewer cards in hand going on is not worth the risk."""
NEAR = 2
"""The most missing cards with which a next yaku is near."""
ENOUGH = 7
"""The worth from which a stop is taken: what may come on top seldom pays for the danger."""
ENOUGH_AT_RISK = 5
"""The bound if the next yaku of an opponent voids one's own, stopped with or not."""


def choose(observation: Observation, character: Character = Character.EVEN) -> Move:
    """A legal move for the viewer, who is to move; the first in record.md's order among equal ones."""
    for simple in (Declare(), Ready(), Cut(0)):
        if simple in observation.legal:
            return simple
    leaning = LEANINGS[character]
    if Shobu() in observation.legal:
        return KoiKoi() if _goes_on(observation, leaning) else Shobu()
    return max(observation.legal, key=lambda move: round(_value(observation, move, leaning), 6))


def _goes_on(seen: Observation, leaning: Leaning) -> bool:
    """Whether to say koi-koi: in the last months for the match, else for points."""
    me = _viewer(seen)
    on, stake, match = _going_on(seen, leaning), seen.stakes[me], match_value(seen)
    return on > stake if match is None else match.of_month(on) > match.of_end(me, stake)


def _going_on(seen: Observation, leaning: Leaning) -> float:
    """Points of going on: a good stop's with time to win more and nobody else near a yaku, else none."""
    me = _viewer(seen)
    if seen.last_turn or len(seen.hand) < KEEP_CARDS + leaning.cards:
        return 0.0
    for other in range(len(seen.captured)):
        if other == me:
            continue
        near = missing(seen.rules, seen.captured[other], seen.gone(other))
        if seen.totals[other] or near <= NEAR + leaning.cards:
            return 0.0
    if missing(seen.rules, seen.captured[me], seen.gone(me)) > NEAR - leaning.cards:
        return 0.0
    return leaning.koi_koi + (ENOUGH_AT_RISK if seen.rules.options.koi_void else ENOUGH)


def _viewer(seen: Observation) -> Player:
    """The player whose sight this is. Raises ValueError for what everybody sees."""
    if seen.viewer is None:
        raise ValueError("nobody moves by what everybody sees")
    return seen.viewer


def _value(seen: Observation, move: Move, leaning: Leaning) -> float:
    """Return the worth of a move, in points."""
    if not isinstance(move, Play | Choose):
        return 0.0
    cards = captures(seen, move)
    return _gain(seen, cards, leaning) if cards else -_gift(seen, move.card, leaning)


def _gain(seen: Observation, cards: CardSet, leaning: Leaning) -> float:
    """Return the gain of these cards for the viewer, and the loss of the others' hopes."""
    me = _viewer(seen)
    value = gain(seen.rules, seen.captured, me, cards)
    value += BLOCK * (1 + leaning.block) * denied(seen.rules, seen.captured, me, cards)
    return value + BLOCK * _voided(seen, me, seen.captured[me] | cards)


def _voided(seen: Observation, me: Player, own: CardSet) -> int:
    """Return the points of others that count no more once the viewer has these captures (`koi_void`)."""
    total = sheet_of(seen.rules).total
    if not seen.rules.options.koi_void or total(own.mask) <= total(seen.captured[me].mask):
        return 0
    return sum(seen.totals) - seen.totals[me]


def _gift(seen: Observation, card: Card, leaning: Leaning) -> float:
    """Return the gift to others of a card that is laid down, and its possible worth to the viewer."""
    kept = gain(seen.rules, seen.captured, _viewer(seen), CardSet.of((card,)))
    return GIVE * (1 + leaning.block) * given(seen, card) + KEPT * kept
