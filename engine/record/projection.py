"""A step as the JSON line of `replay` (record.md, *Replay*): the open state, for tests and analysis only."""

from __future__ import annotations

import json
from typing import Any

from engine.cards.cardset import CardSet
from engine.cards.deck import LETTERS
from engine.play.deal import NOBODY, Deal
from engine.play.legal import legal_moves, to_move
from engine.play.state import Step
from engine.record.notation import format_move


def line(step: Step) -> str:
    """One line without its end: ASCII, keys sorted, no spaces."""
    return dumps(project(step))


_ENCODER = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def dumps(value: object) -> str:
    """JSON as record.md writes it."""
    return _ENCODER.encode(value)


def project(step: Step) -> dict[str, Any]:
    """The state with all cards open, and what led to it, as JSON."""
    state = step.state
    standing, movers = state.standing, to_move(state)
    legal = {str(each): [format_move(move) for move in legal_moves(state, each)] for each in movers}
    return {
        "n": state.n,
        "phase": str(state.phase),
        "to_move": list(movers),
        "legal": legal,
        "month": state.month,
        "deal": state.deal_number,
        "dealer": state.dealer,
        "order": list(state.order) if state.order else None,
        "scores": list(state.scores),
        "honba": standing.honba if standing else 0,
        "bound": standing.bound if standing else False,
        "events": [event.to_json() for event in step.events],
        **_cards(state.deal),
    }


def _cards(deal: Deal | None) -> dict[str, Any]:
    """Return the cards on the table; nothing before the first deal."""
    if deal is None:
        return {"hands": [], "captured": [], "field": "", "flipped": None, "stock": 0, "koi": [], "yaku": []}
    return {
        "hands": ["".join([LETTERS[card] for card in hand]) for hand in deal.hands],
        "captured": [str(CardSet(cards)) for cards in deal.captured],
        "field": str(CardSet(deal.field_mask)),
        "flipped": None if deal.flipped == NOBODY else LETTERS[deal.flipped],
        "stock": deal.stock,
        "koi": list(deal.koi),
        "yaku": [deal.yaku_of(player) for player in range(len(deal.captured))],
    }
