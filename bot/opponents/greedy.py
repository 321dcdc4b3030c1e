"""The CPU player that looks one move ahead: what a move makes of its captures, what it leaves to others."""

from __future__ import annotations

from bot.opponents.worth import missing, worth
from engine.actions import Choose, Cut, Declare, KoiKoi, Move, Play, Player, Ready, Shobu
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.sheet import sheet_of

BLOCK = 0.8
"""How much of what an opponent loses counts as won."""
GIVE = 1.8
"""The weight of what an opponent may make of a card laid down, before the chance that they can."""
KEEP_CARDS = 3
"""With fewer cards in hand going on is not worth the risk."""
ENOUGH = 7
"""A stop worth so much is taken: what may come on top seldom pays for the danger."""
ENOUGH_AT_RISK = 5
"""The same where the next yaku of an opponent voids one's own, stopped with or not."""


def choose(observation: Observation) -> Move:
    """A legal move for the viewer, who is to move; the first in record.md's order among equal ones."""
    for simple in (Declare(), Ready(), Cut(0)):
        if simple in observation.legal:
            return simple
    if Shobu() in observation.legal:
        return KoiKoi() if _goes_on(observation) else Shobu()
    return max(observation.legal, key=lambda move: round(_value(observation, move), 6))


def _goes_on(seen: Observation) -> bool:
    """Whether to say koi-koi: little to lose, time to win more, and nobody else near a yaku."""
    me = _viewer(seen)
    at_risk = seen.rules.options.koi_void
    enough = ENOUGH_AT_RISK if at_risk else ENOUGH
    if seen.last_turn or len(seen.hand) < KEEP_CARDS or seen.stakes[me] >= enough:
        return False
    for other in range(len(seen.captured)):
        if other == me:
            continue
        near = missing(seen.rules, seen.captured[other], seen.gone(other))
        if seen.totals[other] or near <= 2:
            return False
    return missing(seen.rules, seen.captured[me], seen.gone(me)) <= 2


def _viewer(seen: Observation) -> Player:
    """The player whose sight this is. Raises ValueError for what everybody sees."""
    if seen.viewer is None:
        raise ValueError("nobody moves by what everybody sees")
    return seen.viewer


def _value(seen: Observation, move: Move) -> float:
    """What a move is worth, in points."""
    if isinstance(move, Choose):
        assert seen.flipped is not None
        return _gain(seen, CardSet.of((seen.flipped, move.card)))
    if not isinstance(move, Play):
        return 0.0
    taken = seen.takes(move)
    if taken:
        return _gain(seen, CardSet.of((move.card,)) | taken)
    return -_gift(seen, move.card)


def _gain(seen: Observation, cards: CardSet) -> float:
    """What these cards add to the viewer, and take from what the others hope for."""
    me = _viewer(seen)
    own, gone = seen.captured[me], seen.gone(me)
    gain = worth(seen.rules, own | cards, gone) - worth(seen.rules, own, gone)
    for other, theirs in enumerate(seen.captured):
        if other != me:
            gone = seen.gone(other)
            gain += BLOCK * (worth(seen.rules, theirs, gone) - worth(seen.rules, theirs, gone | cards))
    return gain + BLOCK * _voided(seen, me, own | cards)


def _voided(seen: Observation, me: Player, own: CardSet) -> int:
    """What others hold that counts no more once the viewer has these captures (`koi_void`)."""
    total = sheet_of(seen.rules).total
    if not seen.rules.options.koi_void or total(own.mask) <= total(seen.captured[me].mask):
        return 0
    return sum(seen.totals) - seen.totals[me]


def _gift(seen: Observation, card: Card) -> float:
    """What laying a card down may give to others, and what it could have been worth to the viewer.

    A card is safe when nobody else can hold another one of its month.
    """
    me = _viewer(seen)
    laid = CardSet.of((card,))
    unseen = len(seen.unseen.of_month(card.month))
    kept = worth(seen.rules, seen.captured[me] | laid, seen.gone(me)) - worth(
        seen.rules, seen.captured[me], seen.gone(me)
    )
    given = max(
        worth(seen.rules, theirs | laid, seen.gone(other)) - worth(seen.rules, theirs, seen.gone(other))
        for other, theirs in enumerate(seen.captured)
        if other != me
    )
    return unseen / 3 * GIVE * given + 0.3 * kept
