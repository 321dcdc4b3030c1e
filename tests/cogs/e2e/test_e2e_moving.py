"""The winning capture of a grand month moves at a server's table: one edit, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import GuildId
from bot.match.progress import Progress
from bot.screens.month_degree import Degree, degree_of
from cogs.content.custom_id import Press, Verb, format_press
from engine.rules.actions import Play
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import LoopStage, asked, stage, table_of
from tests.support.e2e.prepared_match import Prepared, open_hands, prepare
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


def grand(before: Progress, after: Progress) -> bool:
    """A grand month of a match that goes on, won by a capture."""
    if len(after.ends) != len(before.ends) + 1 or after.over:
        return False
    end = after.ends[-1]
    return end.reason is EndReason.SHOBU and degree_of(end) is Degree.GRAND


async def won(here: LoopStage, prepared: Prepared) -> tuple[Player, Json]:
    """The winner makes the press for which the match was prepared; who watches, and the table then."""
    players = await open_hands(here, 2)
    await here.sandbox.reset_traffic()
    winner = players[prepared.presser]
    assert not isinstance(prepared.move, Play), "it is a stop"
    (stop,) = [each for each in presses(winner.hand, Verb.MOVE) if each.move == prepared.move]
    await winner.user.press(winner.hand, custom_id=format_press(stop))
    watcher = players[1 - prepared.presser]
    await watcher.user.wait_until(lambda: bool(presses(table_of(watcher), Verb.NEXT)))
    return watcher, table_of(watcher)


@pytest.mark.dealt_by_chance  # secrets are searched for a stop
async def test_the_winning_capture_moves_at_the_table_and_nowhere_else(tmp_path: Path) -> None:
    """One edit brings the animation, with the description of the still picture, which hands have."""
    prepared = await prepare(tmp_path, make_rules("classic", {"months": 3}), 2, grand)
    async with stage(tmp_path) as here:
        watcher, table = await won(here, prepared)
        (moving,) = table["attachments"]
        assert moving["filename"] == "table.gif"
        assert (await here.sandbox.fetch(moving["url"])).startswith(b"GIF89a")
        await watcher.user.wait_until(lambda: bool(presses(watcher.hand, Verb.NEXT)))
        (still,) = watcher.hand["attachments"]
        assert still["filename"] == "hand.png" and still["description"] == moving["description"]
        assert (await asked(here))[EDIT] == 1
        # What follows leaves the animation where it is.
        await watcher.user.press(watcher.hand, custom_id=format_press(next_of(watcher)))
        await here.rest()
        assert [each["id"] for each in table_of(watcher)["attachments"]] == [moving["id"]]
        await here.must_be_clean()


async def test_it_stands_still_where_the_server_wants_that(tmp_path: Path) -> None:
    """The table then has the picture with which the animation would end."""
    prepared = await prepare(tmp_path, make_rules("classic", {"months": 3}), 2, grand)
    async with stage(tmp_path) as here:
        client = here.bot.client
        assert client is not None
        await client.manager.servers.set(GuildId(int(here.sandbox.guild)), "en", None, moving=False)
        _, table = await won(here, prepared)
        assert [each["filename"] for each in table["attachments"]] == ["table.png"]
        await here.must_be_clean()


def next_of(player: Player) -> Press:
    """The press that goes on."""
    return presses(player.hand, Verb.NEXT)[0]
