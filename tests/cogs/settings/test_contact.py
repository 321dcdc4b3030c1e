"""A person's language and whom they let invite them: in `me`, and where an invitation is declined."""

from __future__ import annotations

import re
from pathlib import Path

from bot.i18n import Languages
from bot.wording.settings import person
from cogs.content.custom_id import Verb
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.panels import choose, opened, press
from tests.support.e2e.prepared_match import open_hands, prepare, third_card
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json, buttons, selects

ME = "koikoi me"


async def set_by(player: Player, panel: Json, part: str, *chosen: str) -> Json:
    """Set one of several selects of the open row; the panel afterwards."""
    before = player.user.message(panel["id"])
    (which,) = [one["custom_id"] for one in selects(panel) if one["custom_id"].endswith(part)]
    await player.user.select(panel, list(chosen), custom_id=which)
    return await player.user.wait_update(panel, lambda m: m is not before)


async def invited(host: Player, guest: Player) -> Json | str:
    """The invitation of a guest, or why there is none."""
    known = {message["id"] for message in host.user.messages()}
    outcome = await host.user.command("koikoi play", channel=CHANNEL, options={"opponent": guest.user.id})

    def come(message: Json) -> bool:
        new = message["id"] not in known
        return new and (
            bool(presses(message, Verb.ACCEPT)) or bool(message["flags"] & 64 and message["content"])
        )

    found = await host.user.wait_for(come)
    assert not outcome.failed
    return found if presses(found, Verb.ACCEPT) else str(found["content"])


async def test_a_language_of_one_s_own(tmp_path: Path) -> None:
    """The panel itself speaks it at once, and so do notes and the tables that they open; it can go again."""
    async with stage(tmp_path, server_language=None) as here:
        player = await here.player(0)
        panel = await choose(player, await opened(player, ME), "pick", "language")
        panel = await set_by(player, panel, "language", "ja")
        assert "**言語**：日本語" in panel["content"]
        note = await opened(player, "koikoi games")
        assert "対局" in note["content"]
        await player.user.command("koikoi play", channel=CHANNEL)
        lobby = await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert "参加" in str(buttons(lobby)[0]["label"])
        panel = await set_by(player, panel, "language", "auto")
        assert "same as Discord" in panel["content"]
        await here.must_be_clean()


async def test_open_hands_follow_the_language_at_once(tmp_path: Path) -> None:
    """Nobody needs to press anything on them first."""
    await prepare(tmp_path, make_rules("classic", {"months": 3}), 2, third_card)
    async with stage(tmp_path) as here:
        player, _ = await open_hands(here, 2)
        (hand,) = player.hands
        panel = await choose(player, await opened(player, ME), "pick", "language")
        await set_by(player, panel, "language", "ja")
        await player.user.wait_until(lambda: re.search("[ぁ-ん]", str(player.user.message(hand["id"]))))
        await here.must_be_clean()


async def test_who_declines_can_have_peace(tmp_path: Path) -> None:
    """One press more; the host is refused with no reason, and `me` takes it back."""
    async with stage(tmp_path, server_language=None) as here:
        host, guest = await here.player(0), await here.player(1, "ja")
        words = Languages.load().pick("ja")
        invitation = await invited(host, guest)
        assert not isinstance(invitation, str)
        note = await guest.user.answer(await guest.tap(invitation, Verb.DECLINE))
        assert note["flags"] & 64
        note = await press(guest, note, words.say(person.BLOCK_BUTTON))
        assert host.user.mention in note["content"]
        refusal = await invited(host, guest)
        assert refusal == f"{guest.user.mention} cannot be invited at present."
        panel = await choose(guest, await opened(guest, ME), "pick", "challenges")
        assert host.user.mention in panel["content"]
        panel = await set_by(guest, panel, "blocked")
        assert host.user.mention not in panel["content"]
        assert not isinstance(await invited(host, guest), str)
        await here.must_be_clean()


async def test_who_takes_the_invitation_back_is_asked_nothing(tmp_path: Path) -> None:
    """The host's own Decline closes the lobby, and leaves no note behind."""
    async with stage(tmp_path, server_language=None) as here:
        host, guest = await here.player(0), await here.player(1)
        invitation = await invited(host, guest)
        assert not isinstance(invitation, str)
        await host.tap(invitation, Verb.DECLINE)
        await host.user.wait_update(invitation, lambda m: not presses(m, Verb.DECLINE))
        assert host.user.ephemerals() == []
        await here.must_be_clean()


async def test_nobody_may_invite(tmp_path: Path) -> None:
    """Chosen in `me`, and the same words as for anybody who is blocked; people are blocked there, too."""
    async with stage(tmp_path, server_language=None) as here:
        host, guest = await here.player(0), await here.player(1)
        panel = await choose(guest, await opened(guest, ME), "pick", "challenges")
        panel = await set_by(guest, panel, "who", "none")
        assert "**Who may invite me:** nobody" in panel["content"]
        assert isinstance(await invited(host, guest), str)
        panel = await set_by(guest, panel, "who", "all")
        panel = await set_by(guest, panel, "blocked", host.user.id, guest.user.id)
        assert f"everybody except {host.user.mention}\n" in panel["content"]
        assert isinstance(await invited(host, guest), str)
        await here.must_be_clean()


async def test_who_is_blocked_is_refused_in_private(tmp_path: Path) -> None:
    """With no name and no reason; the table stays as it is, for everybody."""
    async with stage(tmp_path, server_language=None) as here:
        host, guest = await here.player(0), await here.player(1)
        panel = await choose(host, await opened(host, ME), "pick", "challenges")
        await set_by(host, panel, "blocked", guest.user.id)
        await host.user.command("koikoi play", channel=CHANNEL)
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        note = await guest.user.answer(await guest.tap(lobby, Verb.JOIN))
        assert note["flags"] & 64 and note["content"].startswith("You cannot take a seat at this table.")
        assert host.user.mention not in note["content"]
        await here.rest()
        assert guest.user.message(lobby["id"]) == lobby
        await here.must_be_clean()
