"""The panel of rules and the form of house rules, through the sandbox."""

from __future__ import annotations

from pathlib import Path

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import stage
from tests.support.e2e.lobbies import (
    changed,
    choose,
    house_form,
    lobby_of,
    open_lobby,
    rules_panel,
    set_house_rules,
)
from tests.support.e2e.scripted_player import presses
from tests.support.sandbox.messages import labels, selects


async def test_the_host_changes_what_is_played(tmp_path: Path) -> None:
    """Rule set, length, house rules, and back; for the host alone; everybody sees it on the table."""
    async with stage(tmp_path) as here:
        host, guest = await here.player(0), await here.player(1, "ja")
        await open_lobby(host, rules="classic")
        await guest.tap(await lobby_of(guest), Verb.JOIN)
        panel = await rules_panel(host)
        assert "Classic · 3 months" in panel["content"]
        panel = await changed(host, panel, choose(host, panel, Verb.RULE_SET, "league"))
        panel = await changed(host, panel, host.user.press(panel, "A year"))
        seen = await guest.user.wait_for(lambda m: "Standard · 12 months" in m["content"])
        panel = await set_house_rules(host, panel, Verb.YAKU_RULES, yaku=["cup"])
        panel = await set_house_rules(
            host, panel, ticks=["seven_double"], field_four="dealer_wins", oyaken=["4"]
        )
        assert "✎ **Oya-ken: 4** (default: 6)" in panel["content"]
        seen = await guest.user.wait_update(seen, lambda m: "Oya-ken: 4" in m["content"])
        for part in ("Viewing yaku: off", "Hand yaku: off", "Seven doubles: on", "the dealer wins the month"):
            assert part in seen["content"] and part in seen["attachments"][0]["description"]
        theirs = await rules_panel(guest)
        assert "✎ **親権：4**" in theirs["content"]
        assert selects(theirs) == [] and labels(theirs) == ["全オプション"]
        panel = await changed(host, panel, host.tap(panel, Verb.RESET))
        seen = await guest.user.wait_update(seen, lambda m: "Oya-ken" not in m["content"])
        assert "Standard · 12 months" in seen["content"], "the length is no house rule"
        await here.must_be_clean()


async def test_a_form_is_filled_in_as_the_rules_stand(tmp_path: Path) -> None:
    """Sent as it was opened it changes nothing; in Japanese it is Japanese."""
    async with stage(tmp_path) as here:
        host = await here.player(0, "ja")
        await open_lobby(host, rules="league", options="oyaken=4, koi_multiplier=each, hand_yaku=false")
        panel = await rules_panel(host)
        before = panel["content"]
        panel = await set_house_rules(host, panel)
        assert panel["content"] == before
        form = await house_form(host, panel)
        assert form["title"] == "細則：標準"
        assert [each["label"] for each in form["components"]][-1] == "こいこいの回数"
        await here.must_be_clean()


async def test_panels_are_closed_as_the_match_begins(tmp_path: Path) -> None:
    """The host's panel has no controls and says why if another's press begins the match."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        await open_lobby(host, rules="league", months=1, opponent=guest.user.id)
        panel = await rules_panel(host)
        panel = await changed(host, panel, host.user.press(panel, "6 mo"))
        await guest.tap(await lobby_of(guest), Verb.ACCEPT)
        closed = await host.user.wait_update(panel, lambda m: not m["components"])
        assert "its match has begun" in closed["content"] and "6 months" in closed["content"]
        await here.must_be_clean()


async def test_a_panel_closes_with_its_lobby(tmp_path: Path) -> None:
    """Also where no match came of it."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        await open_lobby(host)
        panel = await rules_panel(host)
        await host.tap(await lobby_of(host), Verb.LEAVE)
        await host.user.wait_update(panel, lambda m: not m["components"])
        await here.must_be_clean()


async def test_a_panel_that_a_restart_has_forgotten_says_so_when_it_is_pressed(tmp_path: Path) -> None:
    """Once the match has begun its rules stand."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        await open_lobby(host, rules="league", months=1)
        panel = await rules_panel(host)
        await guest.tap(await lobby_of(guest), Verb.JOIN)
        await here.restart()
        await host.tap_offered(Verb.START)
        await guest.user.wait_for(lambda m: bool(presses(m, Verb.DRAW)))
        panel = await changed(host, panel, host.user.press(panel, "3 mo"))
        assert "its match has begun" in panel["content"] and not panel["components"]
        await here.must_be_clean()


async def test_what_a_late_form_chose_is_not_lost(tmp_path: Path) -> None:
    """The match has begun: the answer says so, and gives back what was chosen as the command takes it."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        await open_lobby(host, rules="league", months=1)
        panel = await rules_panel(host)
        form = await house_form(host, panel)
        await guest.tap(await lobby_of(guest), Verb.JOIN)
        await host.tap_offered(Verb.START)
        await host.user.wait_gone(panel)
        told = await host.user.answer(
            await host.user.submit(form, {"oyaken": ["4"], "koi_multiplier": "each"})
        )
        assert "its match has begun" in told["content"] and "Options" not in told["content"]
        assert "`Koi-koi multiplier: calls of both + 1, Oya-ken: 4`" in told["content"]
        assert not told["components"]
        await here.must_be_clean()


async def test_a_form_of_another_rule_set_changes_nothing(tmp_path: Path) -> None:
    """The form was opened before the host chose others on a second screen; the choices are given back."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        await open_lobby(host, rules="league")
        panel = await rules_panel(host)
        form = await house_form(host, panel)
        panel = await changed(host, panel, choose(host, panel, Verb.RULE_SET, "classic"))
        panel = await changed(host, panel, host.user.submit(form, {"oyaken": ["4"]}))
        assert "This form was for Standard" in panel["content"] and "`Oya-ken: 4`" in panel["content"]
        assert "the dealer gets 6" in panel["content"] and selects(panel)
        await here.must_be_clean()


async def test_only_the_host_sends_the_form(tmp_path: Path) -> None:
    """A former host who opened it and has left is told who the host is."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        await open_lobby(host, rules="league")
        panel = await rules_panel(host)
        form = await house_form(host, panel)
        await guest.tap(await lobby_of(guest), Verb.JOIN)
        await guest.user.wait_for(lambda m: bool(presses(m, Verb.START)))
        await host.tap(await lobby_of(host), Verb.LEAVE)
        told = await changed(host, panel, host.user.submit(form, {"oyaken": ["4"]}))
        assert f"the host may do this: <@{guest.user.id}>" in told["content"] and not told["components"]
        assert "Oya-ken" not in (await lobby_of(guest))["content"]
        await here.must_be_clean()
