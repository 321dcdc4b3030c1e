"""The panel of a server: every setting holds for the next table, and every change is on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import Languages
from bot.ids import GuildId
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.model import Role
from bot.sandbox.world.permissions import Permission
from bot.wording.settings import values
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, begin, stage
from tests.support.e2e.panels import choose, control, delete_channel, opened, press, without
from tests.support.e2e.scripted_player import Player, play_on, presses
from tests.support.sandbox.messages import Json, buttons, selects


async def set_to(owner: Player, panel: Json, row: str, *chosen: str, section: str = "") -> Json:
    """Choose the section that a row stands in, and the values of its select; the panel afterwards."""
    panel = await choose(owner, panel, "pick", section or row)
    before = owner.user.message(panel["id"])
    await owner.user.select(panel, list(chosen), custom_id=control(panel, "set", row))
    return await owner.user.wait_update(panel, lambda m: m is not before)


async def lobby_of(player: Player, **options: object) -> Json:
    """The lobby that a player opens."""
    known = {message["id"] for message in player.user.messages()}
    await player.user.command("koikoi play", channel=CHANNEL, options=options)
    return await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)) and m["id"] not in known)


async def refused(player: Player, **options: object) -> str:
    """Return the answer to a player who may not open a table."""
    outcome = await player.user.command("koikoi play", channel=CHANNEL, options=options)
    return str((await player.user.answer(outcome))["content"])


async def record_of(owner: Player, panel: Json) -> str:
    """Return the record of changes."""
    return str((await choose(owner, panel, "pick", "changes"))["content"])


async def test_all_sections_stand_in_the_panel_and_one_with_its_rows(tmp_path: Path) -> None:
    """At first a line for each; with a chosen one its rows alone, and a way back."""
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        panel = await opened(owner)
        for title in ("Where", "New tables", "Lists", "Moderation"):
            assert f"**{title}:** " in panel["content"]
        panel = await choose(owner, panel, "pick", "channels")
        assert "**Tables per channel:** " in panel["content"]
        assert "**Lists:** " not in panel["content"]
        panel = await choose(owner, panel, "pick", "all")
        assert "**Lists:** " in panel["content"]
        await here.must_be_clean()


async def test_new_tables_begin_as_the_server_has_set_it(tmp_path: Path) -> None:
    """Rule set, length, clock, ratings: for a table that names nothing, at once, and on record by whom."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1)
        panel = await opened(owner)
        panel = await set_to(owner, panel, "rules", "classic")
        panel = await set_to(owner, panel, "months", "3", section="rules")
        panel = await set_to(owner, panel, "clock", "slow")
        panel = await choose(owner, panel, "pick", "clock")
        panel = await press(owner, panel, "Unrated")
        panel = await choose(owner, panel, "pick", "call_role")
        panel = await press(owner, panel, "No hints")
        assert "No hints" in panel["content"]
        panel = await choose(owner, panel, "pick", "call_role")
        panel = await press(owner, panel, "Still pictures")
        assert "Still pictures" in panel["content"]
        lobby = await lobby_of(guest)
        assert "**Classic · 3 months** · Slow · unrated" in lobby["content"]
        await guest.tap(lobby, Verb.LEAVE)
        lobby = await lobby_of(guest, options="oyaken=4")
        assert "3 months" in lobby["content"]
        await guest.tap(lobby, Verb.LEAVE)
        lobby = await lobby_of(guest, rules="ishokai", months=1)
        assert "**Ishokai · 1 month**" in lobby["content"]
        told = await record_of(owner, panel)
        for line in (
            "**Rule set:** Standard → Classic",
            "**Length:** usual length → 3 months",
            "**Clock:** Live → Slow",
        ):
            assert f"<@{owner.user.id}>\n  {line}" in told
        assert "**Ratings:** yes → no" in told
        assert "**Hints:** yes → no" in told
        assert "**Moving pictures:** yes → no" in told
        await here.must_be_clean()


async def test_tables_are_opened_in_the_chosen_channels_alone(tmp_path: Path) -> None:
    """The refusal names them; what the bot lacks in one that is chosen is told as it is chosen."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1, "ja")
        here_id, lounge = here.sandbox.channel(CHANNEL), here.sandbox.channel("tea-room")
        await without(here, lounge, Permission.SEND_MESSAGES | Permission.ATTACH_FILES)
        panel = await set_to(owner, await opened(owner), "channels", lounge)
        assert f"⚠ Missing permissions in <#{lounge}>: Send Messages, Attach Files." in panel["content"]
        assert f"<#{lounge}>" in await refused(guest)
        panel = await choose(owner, panel, "pick", "channels")
        assert "⚠" in panel["content"]
        panel = await set_to(owner, panel, "channels", lounge, here_id)
        lobby = await lobby_of(guest)
        await guest.tap(lobby, Verb.LEAVE)
        panel = await set_to(owner, panel, "channels")
        assert "**Channels:** everywhere" in panel["content"]
        told = await record_of(owner, panel)
        assert f"**Channels:** everywhere → <#{lounge}>" in told
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("away", [False, True])
async def test_chosen_channels_that_are_deleted_count_as_not_set(tmp_path: Path, away: bool) -> None:
    """While one is left, tables open there; after the last one everywhere. The panel says it."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1)
        channels = [await here.sandbox.add_channel(name) for name in ("first", "second")]
        await set_to(owner, await opened(owner), "channels", *channels)
        for left in (1, 0):
            if away:
                await here.bot.stop()
            await delete_channel(here, channels[left])
            if away:
                await here.bot.start()
            await here.rest()
            panel = await opened(owner)
            assert f"<#{channels[left]}>" not in panel["content"]
            if left:
                assert f"<#{channels[0]}> (⚠ 1 chosen channel was deleted)" in panel["content"]
                told = await refused(guest)
                assert f"<#{channels[0]}>" in told
                assert f"<#{channels[1]}>" not in told
            else:
                assert "**Where:** everywhere (⚠ 2 chosen channels were deleted)" in panel["content"]
                await lobby_of(guest)
        panel = await choose(owner, panel, "pick", "channels")
        (picker,) = [each for each in selects(panel) if each["type"] == 8]
        assert not picker.get("default_values")
        await here.must_be_clean()


async def test_a_called_role_that_is_deleted_is_called_no_more(tmp_path: Path) -> None:
    """A new table calls nobody, and the panel says why."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1)
        guild = here.server.world.guild(Snowflake(int(here.sandbox.guild)))
        role = Role(here.server.world.ids.next(), "players", Permission(0), 1, mentionable=True)
        await here.bot.stop()
        guild.roles[role.id] = role
        await here.bot.start()
        panel = await set_to(owner, await opened(owner), "call_role", str(role.id))
        assert f"<@&{role.id}>" in panel["content"]
        await here.bot.stop()
        del guild.roles[role.id]
        await here.bot.start()
        assert f"<@&{role.id}>" not in (await lobby_of(guest))["content"]
        assert "none (⚠ the chosen role was deleted)" in (await opened(owner))["content"]
        await here.must_be_clean()


async def test_more_tables_at_once(tmp_path: Path) -> None:
    """As many stand in the channel as the server says, and the next one opens in a thread."""
    async with stage(tmp_path) as here:
        owner, one, other = [await here.player(n) for n in range(3)]
        lobby = await lobby_of(one)
        panel = await set_to(owner, await opened(owner), "tables", "2", section="channels")
        assert await lobby_of(other) != lobby
        assert "Your table is here: <#" in await refused(owner)
        await set_to(owner, panel, "tables", "usual", section="channels")
        await here.must_be_clean()


async def test_a_table_speaks_the_language_of_its_opener_or_the_server_s(tmp_path: Path) -> None:
    """The opener's language; once the server has a language, that one; a table that is open keeps its own."""
    async with stage(tmp_path, server_language=None) as here:
        owner, guest = await here.player(0), await here.player(1, "ja")
        await here.sandbox.control("guild", guild=here.sandbox.guild, preferred_locale="en-US")
        lobby = await lobby_of(guest)
        assert "参加" in labels(lobby)
        panel = await set_to(owner, await opened(owner), "language", "en", section="channels")
        assert "**Language:** English" in panel["content"]
        await owner.tap(lobby, Verb.JOIN)
        lobby = await owner.user.wait_update(lobby, lambda m: owner.user.name in str(m["attachments"]))
        assert "参加" in labels(lobby)
        await guest.tap(lobby, Verb.LEAVE)
        await owner.tap(lobby, Verb.LEAVE)
        assert "Join" in labels(await lobby_of(guest))
        await here.must_be_clean()


def labels(message: Json) -> list[str]:
    """Return the labels of a message's buttons."""
    return [str(one.get("label")) for one in buttons(message)]


async def test_a_person_is_kept_from_tables_by_the_panel(tmp_path: Path) -> None:
    """Picked in Discord's own list, marked there afterwards, and let go by taking the mark away."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1)
        panel = await set_to(owner, await opened(owner), "bar_tables", guest.user.id)
        assert f"**Barred from tables:** barred: <@{guest.user.id}>" in panel["content"]
        picker, _ = [one for row in panel["components"] for one in row["components"] if one["type"] == 5]
        assert [each["id"] for each in picker["default_values"]] == [guest.user.id]
        assert "barred you from its tables" in await refused(guest)
        panel = await set_to(owner, panel, "bar_tables")
        assert "**Barred from tables:** barred: nobody" in panel["content"]
        await lobby_of(guest)
        told = await record_of(owner, panel)
        assert f"**Barred from tables, <@{guest.user.id}>:** no → yes" in told
        assert f"**Barred from tables, <@{guest.user.id}>:** yes → no" in told
        await here.must_be_clean()


@pytest.mark.outside
async def test_the_last_match_is_left_out_and_counts_again(tmp_path: Path) -> None:
    """By a button or by its number; whatever is no match of this server is told so."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1)
        await begin(owner, guest, months=3)
        await play_on([owner, guest])
        panel = await choose(owner, await opened(owner), "pick", "bar_tables")
        panel = await press(owner, panel, "Last match in this channel")
        assert "**Match 1**" in panel["content"]
        assert panel["content"].endswith(": counts.")
        panel = await press(owner, panel, "Leave it out")
        assert "left out of ratings and lists." in panel["content"]
        assert "**Matches left out:** 1 match left out" in panel["content"]
        board = await owner.user.answer(await owner.user.command("koikoi leaderboard", channel=CHANNEL))
        assert guest.user.name not in str(board)
        panel = await press(owner, panel, "Let it count")
        assert "**Matches left out:** 0 matches left out" in panel["content"]
        for typed, said in (("#1", "**Match 1**"), ("77", "no such finished"), ("x", "no such finished")):
            panel = await typed_into(owner, panel, typed)
            assert said in panel["content"]
        assert "**Matches left out:** match 1: counts → match 1: left out" in await record_of(owner, panel)
        await here.must_be_clean()


async def typed_into(player: Player, panel: Json, text: str) -> Json:
    """Name a match by its number; the panel afterwards."""
    before, forms = player.user.message(panel["id"]), len(player.user.modals)
    await player.user.press(panel, "By number …")
    await player.user.wait_until(lambda: len(player.user.modals) > forms)
    await player.user.submit(player.user.modals[-1], {"text": text})
    return await player.user.wait_update(panel, lambda m: m is not before)


async def test_the_record_has_pages(tmp_path: Path) -> None:
    """Eight changes a page, the newest first, and nobody but managers sees them."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1)
        panel = await opened(owner)
        assert "Nobody has changed anything yet." in await record_of(owner, panel)
        for n in range(1, 10):
            panel = await set_to(owner, panel, "tables", str(n), section="channels")
        panel = await choose(owner, panel, "pick", "changes")
        assert "Page 1 of 2" in panel["content"]
        assert "usual number of tables" not in panel["content"]
        panel = await press(owner, panel, "▶")
        assert "usual number of tables → 1 table per channel" in panel["content"]
        panel = await press(owner, panel, "◀")
        assert "Page 1 of 2" in panel["content"]
        assert "**Changes:**" not in (await opened(guest))["content"]
        await here.must_be_clean()


async def test_a_change_holds_after_a_restart(tmp_path: Path) -> None:
    """The change is read from the rows; a person's language is, too."""
    async with stage(tmp_path, server_language=None) as here:
        owner = await here.player(0)
        await set_to(owner, await opened(owner), "months", "6", section="rules")
        await set_to(owner, await opened(owner, "koikoi me"), "language", "ja")
        await here.restart()
        lobby = await lobby_of(owner)
        assert "6か月" in lobby["content"]
        await here.must_be_clean()


def test_languages_have_their_own_names() -> None:
    """As their speakers write them."""
    named = {words.locale: values.language_name(words.locale) for words in Languages.load()}
    assert (named["en"], named["ja"]) == ("English", "日本語")
    assert "" not in named.values()


async def test_a_server_s_hands_have_hints_or_none(tmp_path: Path) -> None:
    """Beginners are told more at each turn unless the server leaves it out; a hand opened again shows it."""
    async with stage(tmp_path) as here:
        assert here.bot.client is not None
        servers, guild = here.bot.client.manager.servers, GuildId(int(here.sandbox.guild))
        await servers.set(guild, "en", None, hints=False)
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=3, cpu="normal")
        hand = await player.hand_with(Verb.MOVE, Verb.PICK)
        assert "Tip: " not in hand["content"]
        await servers.set(guild, "en", None, hints=True)
        table = await player.user.wait_for(lambda m: bool(presses(m, Verb.HAND)), channel=CHANNEL)
        await player.tap(table, Verb.HAND)
        await player.user.wait_until(lambda: "-# Tip: " in str(player.hands))
        await here.must_be_clean()
