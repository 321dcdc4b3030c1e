"""Whole matches by people who read texts and descriptions only: no picture alone holds what they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.rules.rule_sets import rule_set_of
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.scripted_player import act_until
from tests.support.e2e.text_reader import ENGLISH, JAPANESE, Language, Reader


@pytest.mark.outside
@pytest.mark.parametrize(
    ("rules", "months", "language"),
    # A hand yaku may end a month before a card is played, hardly three in a row.
    [("classic", 1, ENGLISH), ("league", 3, JAPANESE), ("ishokai", 1, ENGLISH), ("sannin", 3, JAPANESE)],
)
async def test_people_who_see_no_picture_play_a_match(
    tmp_path: Path, rules: str, months: int, language: Language
) -> None:
    """From the lobby to the result they find every answer in words, and nothing they press is refused."""
    async with stage(tmp_path, server_language=None) as here:
        readers = [
            Reader(await here.sandbox.user(index, language.locale), language)
            for index in range(rule_set_of(rules).seats)
        ]
        await readers[0].user.command("koikoi play", channel=CHANNEL, rules=rules, months=months)
        users = [reader.user for reader in readers]

        async def turned() -> bool:
            return any([await reader.turn() for reader in readers])

        await act_until(users, lambda: readers[0].over, turned)
        cards = [label for reader in readers for label in reader.pressed if re.match(r"\d", label)]
        assert len(cards) >= months
        await here.must_be_clean()
