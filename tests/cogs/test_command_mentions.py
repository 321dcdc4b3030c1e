"""Commands that texts speak of can be pressed: mentions have the ids that Discord has given them."""

from __future__ import annotations

import re
from pathlib import Path

from bot.i18n import Languages
from bot.wording import notes
from bot.wording.commands import COMMANDS, written
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.panels import note_of
from tests.support.e2e.scripted_player import Player

MENTION = re.compile(r"</([^:>]+):(\d+)>")


async def asked(here: LoopStage, player: Player) -> str:
    """The answer to somebody who has no match."""
    return await note_of(player, await player.user.command("koikoi resign", channel=CHANNEL))


async def test_a_note_mentions_a_registered_command(tmp_path: Path) -> None:
    """With the same markup in every language; after a restart, at which nothing is told again, too."""
    async with stage(tmp_path) as here:
        registered = {int(each.id) for each in here.server.world.commands.values() if each.name == "koikoi"}
        for _ in range(2):
            for number, locale in enumerate(("en-US", "ja")):
                player = await here.player(number, locale)
                ((path, id_),) = MENTION.findall(await asked(here, player))
                assert path == "koikoi play" and path in COMMANDS
                assert {int(id_)} == registered
            await here.restart()
        await here.must_be_clean()


async def test_without_their_ids_commands_are_written(tmp_path: Path) -> None:
    """Discord is too busy to say them at a start: texts have the names that a player types."""
    async with stage(tmp_path) as here:
        await here.bot.stop()
        route = "/applications/{application_id}/commands"
        await here.sandbox.control("fault", method="GET", route=route, status=429, count=2, retry_after=90)
        await here.bot.start()
        words = Languages.load().pick("ja")
        told = await asked(here, await here.player(0, "ja"))
        assert told == notes.no_match_here(words) and written(words, "koikoi play") in told
        await here.restart()
        assert await asked(here, await here.player(1, "ja")) == notes.no_match_here(
            mentioning(here.server, "ja")
        )
