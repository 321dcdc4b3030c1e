"""A finished match as a record that anybody can replay and verify (record.md)."""

from __future__ import annotations

from typing import Any

from bot.errors import MatchNotOver
from bot.position import Position
from bot.shuffles import commitment_of
from engine.cards.deck import format_cards
from engine.record.notation import format_action


def record(position: Position) -> dict[str, Any]:
    """`koikoi-record/1` with all that `verify` checks. Raises MatchNotOver while cards are secret still."""
    game = position.game
    if game is None or position.live:
        raise MatchNotOver
    shuffles = game.shuffles
    numbers = range(game.state.deal_number + 1)
    joins = sorted(entry.join_id for entry in position.entries if entry.join_id is not None)
    return {
        "format": "koikoi-record/1",
        "rules": position.rules.id.value,
        "options": position.rules.changed(),
        "participants": len(position.entries),
        "seat_deck": format_cards(shuffles.deck(0)),
        "decks": [format_cards(shuffles.deck(number)) for number in numbers[1:]],
        "actions": [format_action(action) for action in game.actions],
        "seed": shuffles.seed.hex(),
        "commitments": [shuffles.commitment(number) for number in numbers],
        "salts": [shuffles.salt(number) for number in numbers],
        "secret": position.secret.hex(),
        "secret_commitment": commitment_of(position.secret),
        "joins": [str(join) for join in joins],
    }
