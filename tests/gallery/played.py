"""Matches played for the gallery: who plays takes what is worth most and likes to go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

from bot import opponents
from bot.match import view_builder
from bot.match.progress import begin
from bot.match.views import MatchView
from bot.match.vocabulary import CpuLevel, MatchId, Version
from engine.actions import Action, Phase
from engine.play.legal import legal_moves, to_move
from engine.play.observation import observe
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import hosted, people

LATIN = ("Sakura", "Kenta", "Midori", "Haruka", "Zoe", "Taro", "Hana", "Ichiro")
KANA = ("さくら", "けんた", "みどり", "はるか", "ゾエ", "たろう", "はな", "いちろう")
KOIKOI = 0.7
"""How often somebody who has a yaku goes on: what there is to see comes from that."""


def match(
    rules: Rules, seed: int, *, count: int | None = None, names: tuple[str, ...] = LATIN
) -> Iterator[MatchView]:
    """Every view of a match, rests included, to its end; the same for equal arguments."""
    chance = random.Random(seed)
    everybody = people(count or rules.seats, names)
    game = begin(rules, len(everybody), seed.to_bytes(32, "big"))
    while True:
        seen = view_builder.build_view(MatchId(1), Version(1), hosted(rules, everybody, game))
        assert isinstance(seen, MatchView)
        yield seen
        if game.finished:
            return
        if game.rests:
            game = game.shown(game.ends_shown + 1, frozenset())
            continue
        player = to_move(game.state)[0]
        if game.state.phase is Phase.DECIDE:
            move = legal_moves(game.state, player)[int(chance.random() < KOIKOI)]
        else:
            move = opponents.choose(CpuLevel.EASY, observe(game.state, player))
        game = game.after(Action(player, move))


def moment(rule_set: RuleSetId, seed: int, number: int, *, names: tuple[str, ...] = LATIN) -> MatchView:
    """View `number` (from 0) of a match of twelve months by a rule set's own options."""
    return next(islice(match(make_rules(rule_set, {"months": 12}), seed, names=names), number, None))


@cache
def moments(rule_set: RuleSetId, seed: int, names: tuple[str, ...] = LATIN) -> dict[str, MatchView]:
    """One view of everything that happened in such a match, that with most cards taken, and the first deal.

    They are called by the phase (`play`), by how a month ended (`rest-void_exhausted`), `deal` and `over`.
    """
    found: dict[str, MatchView] = {}
    for view in match(make_rules(rule_set, {"months": 12}), seed, names=names):
        which = _occasion(view)
        if which == Phase.PLAY.value:
            found.setdefault("deal", view)
        if which not in found or _taken(view) > _taken(found[which]):
            found[which] = view
    return found


def _occasion(view: MatchView) -> str:
    if view.rest is not None:
        return f"rest-{view.rest.end.reason.value}"
    if view.public is None:
        return "over"
    return view.public.phase.value


def _taken(view: MatchView) -> int:
    """Cards captured or, before the first deal, drawn for the seats."""
    seen = view.public
    return 0 if seen is None else sum(map(len, seen.captured)) + sum(map(len, seen.drawn))
