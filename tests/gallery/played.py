"""Matches played for the gallery: who plays takes what is worth most and likes to go on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

from bot import opponents
from bot.ids import MatchId
from bot.match import view_builder
from bot.match.progress import Progress, begin
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, Version
from engine.play.legal import legal_moves, to_move
from engine.play.observation import observe
from engine.rules.actions import Action, Phase
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import quick
from tests.support.wording_views import hosted, people

LATIN = ("Sakura", "Kenta", "Midori", "Haruka", "Zoe", "Taro", "Hana", "Ichiro")
KANA = ("さくら", "けんた", "みどり", "はるか", "ゾエ", "たろう", "はな", "いちろう")
KOIKOI = 0.7
"""The chance that somebody who has a yaku goes on: it decides the views that there are."""


def moments_inside(rules: Rules, seed: int, *, count: int | None = None) -> Iterator[Progress]:
    """A match from inside, moment by moment, rests included, to its end; the same for equal arguments."""
    chance = random.Random(seed)
    progress = begin(rules, count or rules.seats, seed.to_bytes(32, "big"))
    while True:
        yield progress
        if progress.finished:
            return
        if progress.rests:
            progress = progress.shown(progress.ends_shown + 1, frozenset())
            continue
        player = to_move(progress.state)[0]
        if progress.state.phase is Phase.DECIDE:
            move = legal_moves(progress.state, player)[int(chance.random() < KOIKOI)]
        else:
            move = opponents.choose(CpuPlayer.EASY, observe(progress.state, player))
        progress = progress.after(Action(player, move))


def seen(rules: Rules, progress: Progress, names: tuple[str, ...] = LATIN) -> MatchView:
    """Return the view of a match between people of these names."""
    view = view_builder.build_view(
        MatchId(1), Version(1), hosted(rules, people(rules.seats, names), progress), quick()
    )
    assert isinstance(view, MatchView)
    return view


def moment(rule_set: RuleSetId, seed: int, number: int, names: tuple[str, ...] = LATIN) -> MatchView:
    """Moment `number` (from 0, or from the end) of a match of twelve months by a rule set's own options."""
    rules = make_rules(rule_set, {"months": 12})
    return seen(rules, list(moments_inside(rules, seed))[number], names)


def moments(rule_set: RuleSetId, seed: int, names: tuple[str, ...] = LATIN) -> dict[str, MatchView]:
    """The moments of such a match of twelve months."""
    return moments_by(make_rules(rule_set, {"months": 12}), seed, names)


@cache
def moments_by(rules: Rules, seed: int, names: tuple[str, ...] = LATIN) -> dict[str, MatchView]:
    """One view of everything that happened in a match, the latest in its deal, and the first deal.

    They are called by the phase (`play`), by how a month ended (`rest-void_exhausted`), `deal` and `over`.
    """
    found: dict[str, Progress] = {}
    latest: Counter[str] = Counter()
    begun = 0
    for progress in moments_inside(rules, seed):
        which = _occasion(progress)
        if which == Phase.PLAY.value:
            found.setdefault("deal", progress)
        since = len(progress.actions) - begun
        if which not in found or since > latest[which]:
            found[which], latest[which] = progress, since
        if progress.rests:
            begun = len(progress.actions)
    return {which: seen(rules, progress, names) for which, progress in found.items()}


def _occasion(progress: Progress) -> str:
    if progress.finished:
        return "over"
    return (
        f"rest-{progress.ends[progress.ends_shown].reason.value}"
        if progress.rests
        else progress.state.phase.value
    )
