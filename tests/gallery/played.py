"""Matches played for the gallery: who plays takes what is worth most and likes to go on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

from bot import opponents, show
from bot.fold import Game, begin
from bot.views import CpuLevel, MatchId, MatchView, Version
from engine.actions import Action
from engine.match import legal_moves, to_move
from engine.observation import observe
from engine.phase import Phase
from engine.rules import Rules, RuleSetId, make_rules
from tests.bot.wording_views import people, position

LATIN = ("Sakura", "Kenta", "Midori", "Haruka", "Zoe", "Taro", "Hana", "Ichiro")
KANA = ("さくら", "けんた", "みどり", "はるか", "ゾエ", "たろう", "はな", "いちろう")
KOIKOI = 0.7
"""How often somebody who has a yaku goes on: what there is to see comes from that."""


def games(rules: Rules, seed: int, *, count: int | None = None) -> Iterator[Game]:
    """A match from inside, moment by moment, rests included, to its end; the same for equal arguments."""
    chance = random.Random(seed)
    game = begin(rules, count or rules.seats, seed.to_bytes(32, "big"))
    while True:
        yield game
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


def seen(rules: Rules, game: Game, names: tuple[str, ...] = LATIN) -> MatchView:
    """What there is to see of a match between people of these names."""
    view = show.view(MatchId(1), Version(1), position(rules, people(rules.seats, names), game))
    assert isinstance(view, MatchView)
    return view


def moment(rule_set: RuleSetId, seed: int, number: int, names: tuple[str, ...] = LATIN) -> MatchView:
    """Moment `number` (from 0, or from the end) of a match of twelve months by a rule set's own options."""
    rules = make_rules(rule_set, {"months": 12})
    return seen(rules, list(games(rules, seed))[number], names)


@cache
def moments(rule_set: RuleSetId, seed: int, names: tuple[str, ...] = LATIN) -> dict[str, MatchView]:
    """One view of everything that happened in such a match, the latest in its deal, and the first deal.

    They are called by the phase (`play`), by how a month ended (`rest-void_exhausted`), `deal` and `over`.
    """
    rules = make_rules(rule_set, {"months": 12})
    found: dict[str, Game] = {}
    latest: Counter[str] = Counter()
    begun = 0
    for game in games(rules, seed):
        which = _occasion(game)
        if which == Phase.PLAY.value:
            found.setdefault("deal", game)
        since = len(game.actions) - begun
        if which not in found or since > latest[which]:
            found[which], latest[which] = game, since
        if game.rests:
            begun = len(game.actions)
    return {which: seen(rules, game, names) for which, game in found.items()}


def _occasion(game: Game) -> str:
    if game.finished:
        return "over"
    return f"rest-{game.ends[game.ends_shown].reason.value}" if game.rests else game.state.phase.value
