"""A step as the JSON line of `replay` (record.md, *Replay*): the open state, for tests and analysis only."""

from __future__ import annotations

import json
from typing import Any

from engine.cards.cardset import CardSet
from engine.play.deal import Deal
from engine.play.legal import legal_moves, to_move
from engine.play.state import MatchState, Step
from engine.record.notation import format_move
from engine.rules.sheet import sheet_of


def line(step: Step) -> str:
    """One line without its end: ASCII, keys sorted, no spaces."""
    return dumps(project(step))


def dumps(value: object) -> str:
    """JSON as record.md writes it."""
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def project(step: Step) -> dict[str, Any]:
    """The state with all cards open, and what led to it."""
    state = step.state
    movers = to_move(state)
    legal = {str(each): [format_move(move) for move in legal_moves(state, each)] for each in movers}
    return {
        "n": state.n,
        "phase": str(state.phase),
        "to_move": list(movers),
        "legal": legal,
        "month": state.month,
        "deal": state.deal,
        "dealer": state.dealer,
        "order": list(state.order) if state.order else None,
        "scores": list(state.scores),
        "honba": state.standing.honba if state.standing else 0,
        "bound": state.standing.bound if state.standing else False,
        "events": [event.to_json() for event in step.events],
        **(_cards(state, state.table) if state.table else _NO_CARDS),
    }


_NO_CARDS: dict[str, Any] = {
    "hands": [],
    "captured": [],
    "field": "",
    "flipped": None,
    "stock": 0,
    "koi": [],
    "yaku": [],
}


def _cards(state: MatchState, table: Deal) -> dict[str, Any]:
    sheet = sheet_of(state.rules)
    return {
        "hands": [str(CardSet(hand)) for hand in table.hands],
        "captured": [str(CardSet(cards)) for cards in table.captured],
        "field": str(CardSet(table.field)),
        "flipped": table.flipped.letter if table.flipped else None,
        "stock": table.stock,
        "koi": list(table.koi),
        "yaku": [sheet.score(cards) for cards in table.captured],
    }
