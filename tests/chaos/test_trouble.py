"""Storage that fails while people play: a clear Note, and a match that stays where it was, then goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

import pytest

from bot.errors import StorageError
from bot.errors import StorageErrorKind as StorageKind
from bot.i18n import Languages
from bot.service import health
from bot.wording import notes
from cogs.content.custom_id import Verb, format_press
from engine.rules.options import make_rules
from tests.support.chaos import storage_troubles
from tests.support.chaos.storage_troubles import Trouble
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import BOT_MAIN, CHANNEL, Stage, begin, one_hand, process_stage, stage
from tests.support.e2e.match_of_two import until_card
from tests.support.e2e.prepared_match import open_hands, prepare
from tests.support.e2e.scripted_player import MOVES, Player, play_on, presses
from tests.support.e2e.shown_messages import custom_ids, hand_message, settled
from tests.support.processes.forked import spawn
from tests.support.sandbox.client import ROOT
from tests.support.sandbox.messages import Json

pytestmark = pytest.mark.outside

LANGUAGES = Languages.load()
ONE_MONTH = make_rules("classic", {"months": 1})


async def mover_of(players: list[Player]) -> Player:
    """Return the player who is asked for a card, once everybody has a hand."""
    for player in players:
        await player.hand_without(Verb.NEXT)
    return await until_card(players)


def sentence(player: Player, kind: str) -> str:
    """Return the Note about such a trouble to a player."""
    return notes.error(LANGUAGES.pick(player.user.locale), StorageError(StorageKind(kind)))


async def told(player: Player, kind: str) -> Json:
    """The Note about a trouble; the next one is a new one."""
    note = await player.user.wait_for(lambda m: m["content"] == sentence(player, kind))
    assert note["flags"] & 64
    await player.user.dismiss(note)
    return note


def shown(here: Stage) -> list[list[str]]:
    """Return the offers of the live hands."""
    messages = [hand_message(here.server, row) for row in ActionLog(here.data).hands()]
    return [custom_ids(message) for message in messages if message is not None]


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [
        (storage_troubles.locked, "locked"),
        (storage_troubles.full, "full"),
        (storage_troubles.read_only, "unwritable"),
    ],
)
async def test_trouble_is_told_and_passes(tmp_path: Path, trouble: Trouble, kind: str) -> None:
    """A press and a command get the Note; nothing of them is stored or shown; then the same press counts."""
    async with stage(tmp_path, beat_seconds="25") as here:
        players = [await here.player(0, "ja"), await here.player(1)]
        await begin(*players, months=1)
        await must_tell(here, players, trouble(here), kind)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("trouble", "kind"),
    [(storage_troubles.held_on_server, "locked"), (storage_troubles.server_away, "unavailable")],
)
async def test_a_server_in_trouble_is_told_and_passes(tmp_path: Path, trouble: Trouble, kind: str) -> None:
    """Trouble of a PostgreSQL server: somebody holds the rows, or the server is not there."""
    async with stage(tmp_path, beat_seconds="25") as here:
        players = [await here.player(0, "ja"), await here.player(1)]
        await begin(*players, months=1)
        await must_tell(here, players, trouble(here), kind)


async def test_a_disk_that_fails_is_told_and_passes(tmp_path: Path) -> None:
    """Trouble of a disk: the operating system lets no file of the bot grow."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with process_stage(tmp_path, beat_seconds="25") as here:
        players = await open_hands(here, 2)
        await must_tell(here, players, storage_troubles.no_more_bytes(here), "unavailable")


async def must_tell(
    here: Stage, players: list[Player], trouble: AbstractAsyncContextManager[None], kind: str
) -> None:
    """Press and command in a bad time, then the same press in a good one."""
    stranger = await here.player(2, "ja")
    mover = await mover_of(players)
    press = format_press(presses(mover.hand, Verb.MOVE)[0])
    for player in players:
        await one_hand(here, player)
    await settled(here.server, ActionLog(here.data))
    before, screens, action_log = ActionLog(here.data).actions(), shown(here), ActionLog(here.data)
    async with trouble:
        assert not (await mover.user.press(mover.hand, custom_id=press)).failed
        await told(mover, kind)
        assert not (await stranger.user.command("koikoi play", channel="tea-room")).failed
        await told(stranger, kind)
        assert {match: rows for match, rows in action_log.actions().items() if rows} == before
        assert shown(here) == screens
    assert action_log.live() == list(before)
    assert not (await mover.user.press(mover.hand, custom_id=press)).failed
    (match,) = before
    assert len(action_log.actions()[match]) > len(before[match])
    await play_on(players)
    here.must_be_private()
    await here.must_be_clean()


async def test_collections_pass_over_what_the_start_made(tmp_path: Path) -> None:
    """A full collection goes through all objects while every thread waits: the libraries' are left out."""
    async with process_stage(tmp_path, command=BOT_MAIN) as here:
        os.kill(await here.pid(), signal.SIGUSR2)
        said = (await here.sandbox.wait_log("set aside"))["text"]
        assert int(said.split()[-3]) > 100_000


def stored_text(folder: Path) -> str:
    """The second action of the first match, as its row has it."""
    with closing(sqlite3.connect(ActionLog(folder).path)) as database:
        (text,) = database.execute("SELECT action FROM actions WHERE match = 1 AND n = 1").fetchone()
    return str(text)


async def test_a_damaged_match_says_so_and_harms_no_other(tmp_path: Path) -> None:
    """The buttons answer with a Note in place of silence; repaired, the match goes on without a restart."""
    async with stage(tmp_path) as here:
        players = [await here.player(0), await here.player(1, "ja")]
        lonely = await here.player(2)
        await begin(*players, months=1)
        mover = await mover_of(players)
        await here.rest()  # the table shows what it shows during play
        await lonely.user.command("koikoi play", channel="tea-room", months=1, cpu="normal")
        await lonely.hand_without(Verb.NEXT)
        await here.rest()
        await here.bot.stop()
        good = stored_text(tmp_path)
        damage = "UPDATE actions SET action = ? WHERE match = 1 AND n = 1"
        assert await here.change_rows(damage, "0 zz") == 1
        await here.bot.start()
        press = format_press(presses(mover.hand, *MOVES)[0])
        assert not (await mover.user.press(mover.hand, custom_id=press)).failed
        await told(mover, "damaged")
        (table,) = [each for each in mover.user.public(CHANNEL) if presses(each, Verb.HAND)]
        await players[1].tap(table, Verb.HAND)
        await told(players[1], "damaged")
        await play_on([lonely], channel="tea-room")
        assert await here.change_rows(damage, good) == 1
        await play_on(players, channel=CHANNEL)
        await here.must_be_clean("match cannot be rebuilt", "match cannot be restored")


async def test_it_ends_in_time_while_its_database_is_locked(tmp_path: Path) -> None:
    """SIGTERM amid presses that cannot be stored: it ends in order, and nothing is half stored."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with process_stage(tmp_path) as here:
        players = await open_hands(here, 2)
        mover = await mover_of(players)
        press = format_press(presses(mover.hand, Verb.MOVE)[0])
        before = ActionLog(tmp_path).actions()
        async with storage_troubles.locked(here):
            told = here.server.services.gateway.dispatched
            waiting = [asyncio.create_task(mover.user.press(mover.hand, custom_id=press)) for _ in range(5)]
            await here.until(lambda: here.server.services.gateway.dispatched >= told + len(waiting))
            await here.sandbox.control("bot_stop")
            here.give_up()
            await asyncio.gather(*waiting, return_exceptions=True)
        assert (await here.sandbox.get("/client/world"))["bot"]["exit_code"] == 0
        assert ActionLog(tmp_path).actions() == before
        await here.start()
        await play_on(players)
        assert "Traceback" not in await here.log()


async def test_a_second_bot_on_the_same_data_leaves_at_once(tmp_path: Path) -> None:
    """With the same token and folder it names the first and ends; match and health notice nothing."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await player.hand_without(Verb.NEXT)
        second = await spawn(
            sys.executable, "-m", "bot", "run",
            cwd=ROOT,
            env={**os.environ, **here.server.bot.environment},
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said = (await second.communicate())[1].decode()
        assert second.returncode == 1
        holder = f"Another process (id {os.getpid()}) uses the data folder {tmp_path}"
        assert said == f"{holder}; stop it first.\n"
        assert health.read(tmp_path) is not None
        assert here.server.gateway.online == (1, 1)
        await play_on([player])
        await here.must_be_clean()
