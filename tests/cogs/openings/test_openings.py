"""The people who want to be told when a table opens are, in direct messages: neither too often nor out of
place.
"""

from __future__ import annotations

from pathlib import Path

from bot.i18n import Languages
from bot.ids import UserId
from bot.wording import openings
from cogs.content.custom_id import Verb
from cogs.content.page_id import Page, PagePress, format_page
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.lobbies import choose
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.client import Json, text_of, walk

ENGLISH = Languages.load().pick("en")
WATCH = format_page(PagePress(Page.OPENINGS, "watch"))


async def wants(player: Player) -> Json:
    """Let somebody want to be told, by the button under their own matches; what they are told of it."""
    shown = await player.user.answer(await player.user.command("koikoi games", channel=CHANNEL))
    return await player.user.answer(await player.user.press(shown, custom_id=WATCH))


async def opens_and_closes(here: LoopStage, host: Player) -> Json:
    """Somebody opens a table that nobody joins; its message."""
    await host.user.command("koikoi play", channel=CHANNEL)
    table = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
    await here.rest()
    await host.tap(table, Verb.LEAVE)
    await here.rest()
    return table


def told(player: Player) -> list[Json]:
    """Return the bot's messages to somebody alone."""
    return [each for each in player.user.public(player.user.direct) if "table" in text_of(each)]


async def rows(here: LoopStage) -> int:
    """Return the number of people who want to be told."""
    return await here.change_rows("UPDATE openings SET told = told")


async def test_a_table_is_told_with_a_link_and_a_way_to_end_it(tmp_path: Path) -> None:
    """To who wants it, in their language, not to the host; one press in the message, and no more comes."""
    async with stage(tmp_path) as here:
        host, watcher = await here.player(0), await here.player(1, "ja")
        for one in (host, watcher):
            said = text_of(await wants(one))
        assert "1日に3回まで" in said
        table = await opens_and_closes(here, host)
        (message,) = watcher.user.public(watcher.user.direct)
        place = f"https://discord.com/channels/{here.sandbox.guild}/{table['channel_id']}/{table['id']}"
        assert place in text_of(message) and "あと1人" in text_of(message)
        assert host.user.public(host.user.direct) == []
        await watcher.user.press(message, Languages.load().pick("ja").say(openings.UNWATCH_BUTTON))
        await opens_and_closes(here, host)
        assert len(watcher.user.public(watcher.user.direct)) == 1 and await rows(here) == 1
        await here.must_be_clean()


async def test_three_a_day_and_none_in_quiet_hours(tmp_path: Path) -> None:
    """The fourth table of a day is not told; nor is any while nothing may call its reader."""
    async with stage(tmp_path) as here:
        host, watcher, sleeper = [await here.player(index) for index in range(3)]
        await wants(watcher)
        await wants(sleeper)
        sleeping = "UPDATE people SET quiet_from = 0, quiet_to = 1440 WHERE discord = ?"
        assert await here.change_rows(sleeping, int(sleeper.user.id)) == 1
        for _ in range(4):
            await opens_and_closes(here, host)
        assert len(told(watcher)) == 3 and told(sleeper) == []
        await here.pass_time(24 * 3600)
        await opens_and_closes(here, host)
        assert len(told(watcher)) == 4
        await here.must_be_clean()


async def test_nobody_is_told_who_plays_or_cannot_come(tmp_path: Path) -> None:
    """Not who plays just now, nor who has left the server or closed their messages: they are forgotten."""
    async with stage(tmp_path) as here:
        host, busy, gone, closed = [await here.player(index) for index in range(4)]
        for one in (busy, gone, closed):
            await wants(one)
        guild = here.sandbox.guild
        await here.sandbox.control("member", guild=guild, user=gone.user.id, present=False)
        await here.sandbox.control("member", guild=guild, user=closed.user.id, closed_dms=True)
        await busy.user.command("koikoi play", channel="tea-room", cpu="easy")
        await busy.hand_with(Verb.MOVE, Verb.PICK, Verb.CUT)
        await opens_and_closes(here, host)
        assert told(busy) == told(gone) == told(closed) == []
        assert await rows(here) == 1
        await here.must_be_clean()


async def test_a_message_that_discord_refuses_for_another_reason_changes_no_wish(tmp_path: Path) -> None:
    """For one, while it takes the bot for a spammer: who watches is told of the next table."""
    async with stage(tmp_path) as here:
        host, watcher = [await here.player(index) for index in range(2)]
        await wants(watcher)
        fault = {"method": "POST", "route": "/users/@me/channels", "status": 403, "code": 20026}
        await here.sandbox.control("fault", **fault)
        await opens_and_closes(here, host)
        assert told(watcher) == [] and await rows(here) == 1
        await here.pass_time(3601)
        await opens_and_closes(here, host)
        assert len(told(watcher)) == 1


async def test_a_table_for_invited_people_is_told_to_nobody(tmp_path: Path) -> None:
    """Nor one whose channel a watcher cannot see."""
    async with stage(tmp_path) as here:
        host, guest, watcher = [await here.player(index) for index in range(3)]
        await wants(watcher)
        await host.user.command("koikoi play", channel=CHANNEL, opponent=guest.user.id)
        table = await host.user.wait_for(lambda m: bool(presses(m, Verb.DECLINE)))
        await here.rest()
        await host.tap(table, Verb.DECLINE)
        hidden = here.sandbox.channel("tea-room")
        await here.sandbox.control("overwrite", channel=hidden, target="everyone", deny=str(1 << 10))
        await here.sandbox.control("overwrite", channel=hidden, target="bot", allow=str(1 << 10))
        await host.user.command("koikoi play", channel=hidden)
        await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.rest()
        assert told(watcher) == []


async def test_a_lobby_that_nobody_joined_offers_it(tmp_path: Path) -> None:
    """The last line of the lobby has the button, for the reader."""
    async with stage(tmp_path) as here:
        host, reader = await here.player(0), await here.player(1)
        await host.user.command("koikoi play", channel=CHANNEL)
        table = await reader.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.pass_time(15 * 60)
        closed = await reader.user.wait_update(table, lambda m: not presses(m, Verb.JOIN))
        said = await reader.user.answer(await reader.user.press(closed, custom_id=WATCH))
        assert text_of(said) == openings.watching(mentioning(here.server), 3) and said["flags"] & 64
        assert await rows(here) == 1
        await here.must_be_clean()


async def test_an_open_table_calls_the_server_s_role(tmp_path: Path) -> None:
    """Once, as it begins, if the server has chosen one that may be called; the panel offers those alone."""
    async with stage(tmp_path) as here:
        owner, other = await here.player(0), await here.player(1)
        panel = await owner.user.answer(await owner.user.command("koikoi settings", channel=CHANNEL))
        row = format_page(PagePress(Page.SETTINGS, "pick"))
        await owner.user.select(panel, ["call_role"], custom_id=row)
        chosen = format_page(PagePress(Page.SETTINGS, "set", ("call_role",)))
        shown = await owner.user.wait_for(lambda m: chosen in str(m["components"]))
        select = next(each for each in walk(shown["components"]) if each.get("custom_id") == chosen)
        assert [each["label"] for each in select["options"]] == [ENGLISH.say(openings.NO_ROLE), "Moderator"]
        role = select["options"][1]["value"]
        await owner.user.select(shown, [role], custom_id=chosen)
        await here.rest()
        await other.user.command("koikoi play", channel=CHANNEL)
        table = await owner.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert table["mention_roles"] == [role] and text_of(table).startswith(f"<@&{role}>")
        await choose(other, table, Verb.PLAY_CPU, "level:normal")
        await owner.user.wait_update(table, lambda m: not m["mention_roles"])
        await here.must_be_clean()


async def test_what_is_stored_goes_with_its_person(tmp_path: Path) -> None:
    """The stored opening is exported, and deleted."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await wants(player)
        assert here.bot.client is not None
        persons, user = here.bot.client.manager.persons, UserId(int(player.user.id))
        (one,) = (await persons.export(user))["openings"]
        assert (one["server"], one["language"], one["told"]) == (here.sandbox.guild, "en-US", 0)
        await here.bot.client.manager.forget(user)
        assert await rows(here) == 0
