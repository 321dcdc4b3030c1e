"""`/koikoi settings` through the sandbox, in both languages: who may, what changes, and from when on."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.world.permissions import EVERYONE, Permission
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, Stage, stage
from tests.support.e2e.panels import choose, control, opened, press
from tests.support.e2e.scripted_player import Player, custom_id, presses
from tests.support.sandbox.messages import Json, selects


def rows(here: Stage) -> list[dict[str, Any]]:
    """Return the stored rows of servers."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute("SELECT * FROM guilds").fetchall()]


def settings_of(here: Stage) -> dict[str, Any]:
    """The only server's row."""
    (row,) = rows(here)
    return row


async def write(player: Player, panel: Json, text: str) -> Json:
    """Open the panel's form and write into it; the panel afterwards."""
    before, forms = player.user.message(panel["id"]), len(player.user.modals)
    await player.user.press(panel, custom_id=control(panel, "ask"))
    await player.user.wait_until(lambda: len(player.user.modals) > forms)
    outcome = await player.user.submit(player.user.modals[-1], {"text": text})
    assert not outcome.failed
    return await player.user.wait_update(panel, lambda m: m is not before)


@pytest.mark.outside
@pytest.mark.parametrize(
    ("locale", "off", "zone"), [("en-US", "Off", "Time zones for"), ("ja", "なし", "当てはまる")]
)
async def test_a_server_is_set_up(tmp_path: Path, locale: str, off: str, zone: str) -> None:
    """Every row, by its select, its button and its form; the panel says what holds, and from when on."""
    async with stage(tmp_path) as here:
        owner = await here.player(0, locale)
        panel = await opened(owner)
        assert "<t:" in panel["content"]
        panel = await choose(owner, panel, "pick", "season")
        panel = await choose(owner, panel, "set", "off", "season")
        assert settings_of(here)["season"] == "off"
        assert off in panel["content"]
        panel = await choose(owner, panel, "set", "quarterly", "season")
        assert ":D>" in panel["content"]
        panel = await choose(owner, panel, "set", "America/New_York", "zone")
        assert "America/New_York" in panel["content"]
        panel = await write(owner, panel, "Reykjavik")
        assert zone in panel["content"]
        panel = await choose(owner, panel, "set", "Atlantic/Reykjavik", "zone")
        assert settings_of(here)["time_zone"] == "Atlantic/Reykjavik"
        panel = await write(owner, panel, "europe/berlin")
        assert settings_of(here)["time_zone"] == "Europe/Berlin"
        panel = await choose(owner, panel, "set", "language", "zone")
        assert settings_of(here)["time_zone"] is None
        await owner.user.press(panel, "Share results" if locale == "en-US" else "結果を全体の一覧にも")
        await owner.user.wait_update(panel, lambda m: m["content"] != panel["content"])
        assert settings_of(here)["shares"] == 1
        await here.must_be_clean()


async def test_a_zone_that_there_is_not_is_refused_with_words(tmp_path: Path) -> None:
    """Nothing changes, and an example says how one is written."""
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        panel = await choose(owner, await opened(owner), "pick", "season")
        panel = await write(owner, panel, "Qwertyville`")
        assert "There is no time zone `Qwertyville`" in panel["content"]
        assert "Europe/Berlin" in panel["content"]
        assert len(selects(panel)) == 3
        await here.must_be_clean()


async def test_who_does_not_manage_the_server_may_not(tmp_path: Path) -> None:
    """Neither open it, nor press on one that was open when the permission went."""
    async with stage(tmp_path) as here:
        guest, everyone = await here.player(1, "ja"), here.sandbox.guild
        note = await opened(guest)
        assert "サーバー管理" in note["content"]
        assert not selects(note)
        allowed = str(int(EVERYONE | Permission.MANAGE_GUILD))
        await here.sandbox.control("role", role=everyone, permissions=allowed)
        panel = await choose(guest, await opened(guest), "pick", "season")
        await here.sandbox.control("role", role=everyone, permissions=str(int(EVERYONE)))
        outcome = await guest.user.select(panel, ["off"], custom_id=control(panel, "set", "season"))
        assert "サーバー管理" in (await guest.user.answer(outcome))["content"]
        assert settings_of(here)["season"] == "monthly"
        await here.must_be_clean()


async def test_a_panel_outlives_the_bot(tmp_path: Path) -> None:
    """The panel's controls say all that there is to know; a form that was open is understood as well."""
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        panel = await choose(owner, await opened(owner), "pick", "season")
        await owner.user.press(panel, custom_id=control(panel, "ask"))
        form = await owner.user.wait_event("modal")
        await here.restart()
        await owner.user.submit(form, {"text": "Asia/Seoul"})
        panel = await owner.user.wait_update(panel, lambda m: "Asia/Seoul" in m["content"])
        panel = await choose(owner, panel, "pick", "season")
        assert settings_of(here)["time_zone"] == "Asia/Seoul"


async def test_options_are_marked_in_a_lobby_and_cleared_in_the_panel(tmp_path: Path) -> None:
    """New tables of the rule set begin with them, where the command names none; its length wins."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1, "ja")
        wanted = {"rules": "league", "months": 3, "options": "oyaken=4"}
        await guest.user.command("koikoi play", channel=CHANNEL, options=wanted)
        lobby = await owner.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        theirs = await guest.user.answer(await guest.tap(lobby, Verb.RULES))
        assert presses(theirs, Verb.RESET)
        assert not presses(theirs, Verb.MARK)
        note = await owner.user.answer(await owner.tap(lobby, Verb.RULES))
        assert not selects(note)
        await owner.user.press(note, custom_id=custom_id(note, Verb.MARK))
        note = await owner.user.wait_update(
            note, lambda m: "begin with: 3 months, Oya-ken: 4" in m["content"]
        )
        assert json.loads(settings_of(here)["defaults"]) == {"league": {"oyaken": 4}}
        await guest.tap(lobby, Verb.LEAVE)
        await guest.user.command("koikoi play", channel=CHANNEL, options={"months": 1})
        lobby = await owner.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)) and m["id"] != lobby["id"])
        assert "Standard · 1 month" in lobby["content"]
        assert "Oya-ken: 4" in lobby["content"]
        theirs = await guest.user.answer(await guest.tap(lobby, Verb.RULES))
        await guest.tap(theirs, Verb.RESET)
        await owner.user.wait_for(lambda m: m["id"] == lobby["id"] and "Oya-ken" not in m["content"])
        panel = await choose(owner, await opened(owner), "pick", "rules")
        assert "Standard (Oya-ken: 4)" in panel["content"]
        panel = await press(owner, panel, "Clear: Standard")
        assert "Oya-ken" not in panel["content"]
        assert json.loads(settings_of(here)["defaults"]) == {}
        await here.must_be_clean()
