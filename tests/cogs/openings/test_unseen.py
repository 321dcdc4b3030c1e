"""*Cards not seen*, under More of a match: for its players alone."""

from __future__ import annotations

from pathlib import Path

from cogs.content.custom_id import Verb
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, stage, table_of
from tests.support.e2e.panels import note_of
from tests.support.e2e.scripted_player import presses


async def test_a_player_counts_and_a_stranger_does_not(tmp_path: Path) -> None:
    """A person who has a hand is told; a press of anybody else counts nothing for them."""
    async with stage(tmp_path) as here:
        player, stranger = await here.player(0), await here.player(1)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="easy")
        await player.hand_with(Verb.MOVE, Verb.PICK, Verb.CUT)
        await here.rest()
        while presses(player.hand, Verb.CUT):
            await player.move()
        await player.hand_with(Verb.MOVE, Verb.PICK)
        yaku = await player.user.answer(await player.tap(player.hand, Verb.YAKU))
        said = await note_of(player, await player.tap(yaku, Verb.UNSEEN))
        first = said.split("\n")[0]
        assert first.startswith("**Cards you have not seen**: ") and first.endswith("in the stock)")
        message = forged_presses.message_of(here, table_of(player)["id"])
        user = forged_presses.user_of(here, stranger.user.id)
        act = forged_presses.pressed(here, user, message, "kk1:unseen")
        answer = forged_presses.answer_of(here, await forged_presses.put(here, act))
        assert answer is not None and "not seen" not in answer.content
        await here.must_be_clean()
