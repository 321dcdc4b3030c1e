"""`/koikoi games`: every match and table of somebody, in one list, what waits for them first."""

from __future__ import annotations

from pathlib import Path

from bot.i18n import Languages
from bot.wording import own_matches
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, begin, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.panels import note_of
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.client import Json, find_button, text_of
from tests.support.sandbox.messages import buttons

ENGLISH = Languages.load().pick("en")


async def listed(player: Player, channel: str) -> Json:
    """The list as somebody is shown it."""
    return await player.user.answer(await player.user.command("koikoi games", channel=channel))


def firsts(message: Json) -> list[str]:
    """Return the beginning of each match of a list: its state."""
    lines = [line for line in text_of(message).split("\n") if " · [" in line]
    return [line.split(" ·")[0].lstrip("0123456789. ") for line in lines]


async def test_matches_of_all_places_with_mine_first(tmp_path: Path) -> None:
    """From a server and from direct messages; a table that waits for others comes behind."""
    async with stage(tmp_path, matches_per_user="30") as here:
        player, other = await here.player(0), await here.player(1)
        none = await note_of(player, await player.user.command("koikoi games", channel=CHANNEL))
        assert none == own_matches.none_yet(mentioning(here.server))
        await begin(player, other)
        await player.user.command("koikoi play", channel=player.user.direct)
        direct = await player.user.wait_for(
            lambda m: m["channel_id"] == player.user.direct and bool(presses(m, Verb.HAND))
        )
        await here.rest()
        only = await listed(other, CHANNEL)
        assert [each["label"] for each in buttons(only)][:2] == ["My hand", "My table"]
        for one in (player, other):
            shown = await listed(one, one.user.direct)
            text = text_of(shown)
            mine = any(presses(one.hand, Verb.MOVE, Verb.PICK, Verb.CUT))
            assert (
                f"https://discord.com/channels/{here.sandbox.guild}/{here.sandbox.channel(CHANNEL)}/" in text
            )
            assert "Hanafuda Hall" in text and shown["flags"] & 64
            assert ("**Your turn**" in firsts(shown)) or not mine
            assert firsts(shown) == sorted(firsts(shown), key=lambda each: each != "**Your turn**")
        text = text_of(await listed(player, CHANNEL))
        assert f"https://discord.com/channels/@me/{player.user.direct}/{direct['id']}" in text
        assert len(firsts(await listed(player, CHANNEL))) == 2
        await here.must_be_clean()


async def test_an_invitation_is_in_the_list_of_whom_it_is_for(tmp_path: Path) -> None:
    """Of the invited as something to do, of the host as a table that waits; gone once it is declined."""
    async with stage(tmp_path) as here:
        host, guest = await here.player(0), await here.player(1)
        await host.user.command("koikoi play", channel=CHANNEL, opponent=guest.user.id)
        table = await guest.user.wait_for(lambda m: bool(presses(m, Verb.DECLINE)))
        assert firsts(await listed(guest, CHANNEL)) == ["**You are invited**"]
        assert firsts(await listed(host, CHANNEL)) == ["Waits for players"]
        await here.restart()
        assert firsts(await listed(guest, CHANNEL)) == ["**You are invited**"]
        await guest.tap(table, Verb.DECLINE)
        assert firsts(await listed(guest, CHANNEL)) == []
        await here.must_be_clean()


async def test_many_matches_have_pages(tmp_path: Path) -> None:
    """Six on each; a forged page is the last one."""
    async with stage(tmp_path, matches_per_user="30") as here:
        player = await here.player(0)
        for _ in range(7):
            await player.user.command("koikoi play", channel=CHANNEL, cpu="easy")
        await here.rest()
        shown = await listed(player, CHANNEL)
        assert len(firsts(shown)) == 6 and find_button(shown, "◀")["disabled"]
        await player.user.press(shown, "▶")
        second = await player.user.wait_update(shown, lambda m: len(firsts(m)) == 1)
        assert find_button(second, "▶")["disabled"]
        await player.user.press(second, "◀")
        await player.user.wait_update(second, lambda m: len(firsts(m)) == 6)
        await here.must_be_clean()
