"""The value of a stop now, and the reason where a stop is not possible."""

from __future__ import annotations

from enum import Enum

from engine.play.observation import Observation
from engine.rules.actions import Phase, Player
from engine.rules.month_end import Calculation
from engine.rules.points import counted, shobu_calculation
from engine.rules.rule_sets import BOUND_MINIMUM


def stop_calculation(seen: Observation, player: Player) -> Calculation:
    """Return the calculation of `seen.stakes[player]`: the yaku's total and what changes it."""
    boost = counted(seen.rules, seen.koi, player, seen.field_lights)
    return shobu_calculation(seen.rules, seen.yaku[player], honba=seen.honba, counted=boost)


class NoStop(Enum):
    """The reasons why a player who holds yaku after their own turn was not asked whether to stop (rules.md,
    sannin).
    """

    TOO_LITTLE = "too_little"
    """A bound month asks for more."""
    NO_TRIGGER = "no_trigger"
    """The turn's cards complete a yaku that lets nobody stop:

    nine chaff with the sake cup, a sunrise alone.
    """


def no_stop(seen: Observation, player: Player) -> NoStop | None:
    """Return the reason why the yaku of `player` did not let them stop in their last turn; None where they
    might have.

    Once they have called koi-koi in a deal, yaku that stay unpaid surprise nobody: that is None too.
    """
    total = seen.totals[player]
    just_played = seen.last is not None and seen.last.player == player
    if not (seen.rules.rule_set.triggers and total and just_played) or seen.koi[player]:
        return None
    if player in seen.to_move and seen.phase is not Phase.PLAY:
        return None  # the turn goes on, or they are asked just now
    return NoStop.TOO_LITTLE if seen.bound and total < BOUND_MINIMUM else NoStop.NO_TRIGGER
