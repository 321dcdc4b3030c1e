"""The league with `koi_void`: yaku that count nothing, before others and in what a month was worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from bot.match.progress import Progress
from bot.match.views import MatchView
from bot.wording.yaku import counts_nothing
from engine.play.observation import observe
from engine.rules.actions import Phase
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.gallery.played import moments_inside, seen

RULES = make_rules(RuleSetId.LEAGUE, {"koi_void": True, "months": 12})
SEEDS = range(40)


def views(names: tuple[str, ...]) -> Iterator[tuple[str, MatchView]]:
    """A table with void yaku, one with some beside others, a decision with some of one's own, a month won
    with less, one played out.
    """
    for which, progress in _moments().items():
        yield f"league-void-{which}", seen(RULES, progress, names)


@cache
def _moments() -> dict[str, Progress]:
    found: dict[str, Progress] = {}
    for seed in SEEDS:
        for progress in moments_inside(RULES, seed):
            for which, fits in _WANTED.items():
                if which not in found and fits(progress):
                    found[which] = progress
        if len(found) == len(_WANTED):
            return found
    raise AssertionError(f"only {', '.join(found)} in {len(SEEDS)} matches")


def _playing(progress: Progress) -> bool:
    shown = not progress.rests and progress.state.phase is Phase.PLAY
    return shown and any(map(counts_nothing, observe(progress.state, None).yaku))


def _partly(progress: Progress) -> bool:
    """Somebody plays on who has made a yaku since."""
    shown = not progress.rests and progress.state.phase is Phase.PLAY
    return shown and any(
        YakuId.KOI_VOID in held and sum(held.values()) > 0 for held in observe(progress.state, None).yaku
    )


def _deciding(progress: Progress) -> bool:
    if progress.rests or progress.state.phase is not Phase.DECIDE or progress.state.deal is None:
        return False
    return bool(progress.state.deal.void[progress.state.deal.mover])


def _won(progress: Progress) -> bool:
    return progress.rests and YakuId.KOI_VOID in progress.ends[progress.ends_shown].yaku


def _played_out(progress: Progress) -> bool:
    if not progress.rests:
        return False
    end = progress.ends[progress.ends_shown]
    return end.reason is EndReason.OYAKEN and bool(end.void)


_WANTED: dict[str, Callable[[Progress], bool]] = {
    "play": _playing,
    "since": _partly,
    "decide": _deciding,
    "won": _won,
    "played-out": _played_out,
}
