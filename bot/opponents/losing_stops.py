"""Stops that lose the match for certain, where going on can still win it."""

from __future__ import annotations

from random import Random

from bot.opponents.match_value import MatchValue
from engine.play.codes import CODES, PLAYED, SHOBU, Code
from engine.play.deal import DECIDE, OVER, PLAY
from engine.play.imagined import guess
from engine.play.live_deal import LiveDeal
from engine.play.observation import Observation
from engine.rules.actions import KoiKoi, Shobu

PLAYOUTS = 200
"""The number of months that are played out by chance; one that wins the match is enough."""


def loses(seen: Observation) -> bool:
    """Whether the viewer is asked, to stop loses the match for certain, and to go on can still win it."""
    if seen.month < seen.months or not {Shobu(), KoiKoi()} <= set(seen.legal):
        return False
    assert seen.viewer is not None
    match = MatchValue(seen)
    return not match.of_end(seen.viewer, seen.stakes[seen.viewer]) and _can_win(seen, match, seen.viewer)


def _can_win(seen: Observation, match: MatchValue, me: int) -> bool:
    """Whether going on wins the match in one of the playouts; the same for equal observations."""
    chance = Random(f"{seen.n} {seen.hand} {seen.field}")  # noqa: S311 - nobody plays for anything here
    return any(_won(guess(seen, chance).deal, match, me, chance) for _ in range(PLAYOUTS))


def _won(deal: LiveDeal, match: MatchValue, me: int, chance: Random) -> bool:
    """Whether a month that goes on by chance wins the match."""
    deal.do(CODES[KoiKoi()])
    while deal.phase is not OVER:
        deal.do(_any(deal, match, me, chance))
    return match.of_end(deal.winner if deal.winner >= 0 else None, deal.points) > 0


def _any(deal: LiveDeal, match: MatchValue, me: int, chance: Random) -> Code:
    """A move by chance that takes something, where one does; the player stops where that wins."""
    legal = deal.legal()
    if deal.phase is DECIDE and deal.mover == me and len(legal) > 1:
        after = deal.copy()
        after.do(SHOBU)
        if match.of_end(me, after.points) > 0:
            return SHOBU
        return next(each for each in legal if each != SHOBU)
    if deal.phase is PLAY:
        legal = [each for each in legal if deal.field[PLAYED[each][2]] & PLAYED[each][1]] or legal
    return chance.choice(legal)
