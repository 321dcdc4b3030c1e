"""The wait for an animation in the local Discord: until it is cancelled, or for a time and no longer."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_asyncio

from bot.wording import buttons, notes
from bot.wording.finished import keepsakes as wording
from cogs.finished import kept
from tests.gallery.held import Held
from tests.support.e2e.e2e_stage import CHANNEL, copied, stage
from tests.support.e2e.past_matches import Past, past
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json, selects
from tests.support.wording_views import ENGLISH

TOO_MANY = ENGLISH.say(notes.ERRORS["too_many_requests"])
CANCEL, ANIMATION = ENGLISH.say(buttons.CANCEL), ENGLISH.say(wording.ANIMATION)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def before(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Finished matches in a folder; tests play on copies."""
    return await past(tmp_path_factory.mktemp("past"))


async def opened(player: Player, before: Past) -> Json:
    """The replay of a match."""
    options = {"match": str(before.played)}
    return await player.user.answer(
        await player.user.command("koikoi replay", channel=CHANNEL, options=options)
    )


async def asked(player: Player, replay: Json) -> Json:
    """The note that a month is being drawn, as it is asked for from the files of a replay."""
    files = await player.user.answer(await player.user.press(replay, ENGLISH.say(wording.FILES_BUTTON)))
    (select,) = selects(files)
    outcome = await player.user.select(files, [select["options"][0]["value"]])
    note = await player.user.answer(outcome)
    assert note["content"] == ENGLISH.say(wording.BEING_DRAWN) and not note["attachments"]
    return note


async def test_cancel_takes_the_note_away(tmp_path: Path, before: Past, held: Held) -> None:
    """Nothing more is drawn, nothing comes in its place, and the replay stays as it is."""
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0)
        replay = await opened(player, before)
        note = await asked(player, replay)
        await held.until_begun()
        await player.user.press(note, CANCEL)
        await player.user.wait_gone(note)
        held.go.set()
        await here.rest()
        assert replay["id"] in [each["id"] for each in player.user.ephemerals()]
        assert held.painted == 1
        await here.must_be_clean()


@pytest.mark.outside
async def test_an_animation_is_waited_for_so_long(tmp_path: Path, before: Past, held: Held) -> None:
    """Up to its limit the note stands; then it says so, the drawing ends, and the next request gets it."""
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0)
        replay = await opened(player, before)
        note = await asked(player, replay)
        await held.until_begun()
        here.clock.move(kept.LONGEST_WAIT - 10)
        await player.user.press(replay, "▶")
        assert player.user.message(note["id"])
        here.clock.move(11)
        told = await player.user.wait_update(note, lambda m: m["content"] == TOO_MANY)
        assert not told["components"]
        held.go.set()
        await here.rest()
        assert held.painted == 1
        again = await asked(player, replay)
        shown = await player.user.wait_update(again, lambda m: bool(m["attachments"]))
        assert [each["filename"] for each in shown["attachments"]] == [kept.PICTURE]
        assert not shown["components"]
        await here.must_be_clean()
