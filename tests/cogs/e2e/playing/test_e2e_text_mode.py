"""Text mode through the sandbox: hands without pictures, and a whole match by somebody who reads them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from engine.rules.rule_sets import rule_set_of
from tests.support.e2e.e2e_stage import CHANNEL, begin, stage
from tests.support.e2e.panels import words_only
from tests.support.e2e.scripted_player import Player, act_until, play_turn, presses
from tests.support.e2e.text_reader import ENGLISH, JAPANESE, Language, Reader
from tests.support.sandbox.messages import Json


def hands_of(player: Player) -> list[Json]:
    """The hands on a screen, whether they have pictures or not."""
    return [each for each in player.user.ephemerals() if presses(each, Verb.YAKU)]


@pytest.mark.outside
@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_an_open_hand_becomes_text_at_once_and_a_picture_again(tmp_path: Path, locale: str) -> None:
    """The change is the hand owner's alone: the table and the other's hand keep their pictures."""
    async with stage(tmp_path) as here:
        one, other = await here.player(0, locale), await here.player(1, locale)
        await begin(one, other, months=1)
        for player in (one, other):
            await player.hand_without(Verb.NEXT)
        await here.rest()
        before = one.hand
        await words_only(one)
        after = await one.user.wait_update(before, lambda m: not m["attachments"])
        assert len(after["content"]) > len(before["content"])
        told = re.findall(r"\w+", str(before["attachments"][0]["description"]))
        assert sum(word in after["content"] for word in told) > len(told) // 2
        await here.rest()
        assert other.hand["attachments"]
        await words_only(one, on=False)
        await one.user.wait_update(before, lambda m: bool(m["attachments"]))
        await here.must_be_clean()


async def test_no_picture_is_drawn_for_a_hand_that_is_text(tmp_path: Path) -> None:
    """A turn of somebody in text mode draws the table and the other's hand, and nothing else."""
    async with stage(tmp_path) as here:
        one, other = await here.player(0), await here.player(1)
        for player in (one, other):
            await words_only(player)
        await begin(one, other, months=1)
        await here.rest()
        mover = one if presses(hands_of(one)[-1], Verb.MOVE, Verb.PICK) else other
        await play_turn(mover)
        await here.rest()
        for player in (one, other):
            assert not [each for each in player.user.ephemerals() if each["attachments"]]
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize(
    ("rules", "months", "language"),
    [("classic", 1, JAPANESE), ("league", 3, ENGLISH), ("ishokai", 1, JAPANESE), ("sannin", 3, ENGLISH)],
)
async def test_a_match_is_played_by_what_hands_say(
    tmp_path: Path, rules: str, months: int, language: Language
) -> None:
    """From the lobby to the result, in text mode, by people who read messages and descriptions only."""
    async with stage(tmp_path, server_language=None) as here:
        seats = rule_set_of(rules).seats
        players = [await here.player(index, language.locale) for index in range(seats)]
        for player in players:
            await words_only(player)
        readers = [Reader(player.user, language, text_mode=True) for player in players]
        await readers[0].user.command("koikoi play", channel=CHANNEL, rules=rules, months=months)
        users = [reader.user for reader in readers]

        async def turned() -> bool:
            return any([await reader.turn() for reader in readers])

        await act_until(users, lambda: readers[0].over, turned)
        result = await users[0].wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        sheet = await users[0].answer(await players[0].tap(result, Verb.SCORES))
        assert len(sheet["content"].split("\n")) > months, "the score sheet has a line a month"
        assert not any(each["attachments"] for user in users for each in user.ephemerals())
        await here.must_be_clean()
