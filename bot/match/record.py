"""A finished match as a record that anybody can replay and verify (record.md)."""

from __future__ import annotations

from typing import Any

from bot.errors import MatchNotOver
from bot.match.hosted_match import HostedMatch
from bot.match.shuffles import commitment_of
from engine.cards.deck import format_cards
from engine.record.notation import format_action


def record(hosted: HostedMatch) -> dict[str, Any]:
    """`koikoi-record/1` with all that `verify` checks. Raises MatchNotOver while cards are secret still."""
    progress = hosted.progress
    if progress is None or hosted.live:
        raise MatchNotOver
    shuffles = progress.shuffles
    numbers = range(progress.state.deal + 1)
    joins = sorted(entry.join_id for entry in hosted.entries if entry.join_id is not None)
    return {
        "format": "koikoi-record/1",
        "rules": hosted.rules.id.value,
        "options": hosted.rules.changed(),
        "participants": len(hosted.entries),
        "seat_deck": format_cards(shuffles.deck(0)),
        "decks": [format_cards(shuffles.deck(number)) for number in numbers[1:]],
        "actions": [format_action(action) for action in progress.actions],
        "seed": shuffles.seed.hex(),
        "commitments": [shuffles.commitment(number) for number in numbers],
        "salts": [shuffles.salt(number) for number in numbers],
        "secret": hosted.secret.hex(),
        "secret_commitment": commitment_of(hosted.secret),
        "joins": [str(join) for join in joins],
    }
