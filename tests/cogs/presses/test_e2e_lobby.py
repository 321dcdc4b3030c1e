"""The lobby for people, through the sandbox: who sits where, and when a match begins by itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.ids import UserId
from bot.wording import notes
from bot.wording.commands import CONTEXT_MENUS
from cogs.content.custom_id import Verb
from cogs.messages.table_rows import AWAY, LEVEL
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.lobbies import choose, lobby_of, open_lobby, rules_panel, set_house_rules
from tests.support.e2e.scripted_player import MOVES, Player, play_on, presses
from tests.support.sandbox.messages import Json, buttons, selects, text_of
from tests.support.sandbox.user import Outcome
from tests.support.wording_views import ENGLISH


def offered(message: Json) -> list[Verb]:
    """The verbs under a message, in their order."""
    return [press.verb for press in presses(message)]


@pytest.mark.parametrize("rules", ["classic", "sannin"])
async def test_alone_one_choice_is_a_hand(tmp_path: Path, rules: str) -> None:
    """No Start, no seat draw to press: the level, then cards; at most two rows stood there before."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        lobby = await open_lobby(host, rules=rules)
        assert len(lobby["components"]) == 2 and len(buttons(lobby)) <= 4
        assert Verb.START not in offered(lobby) and "**Play the CPU**" in lobby["content"]
        await choose(host, lobby, Verb.PLAY_CPU, f"{LEVEL}easy")
        hand = await host.hand_with(*MOVES, Verb.NEXT)
        assert len(host.hands) == 1
        # The table is edited after the hands: until then it shows the draw.
        await host.user.wait_for(
            lambda m: bool(presses(m, Verb.HAND)) and "1 of 3" in m["attachments"][0]["description"]
        )
        assert hand["channel_id"] == lobby["channel_id"]
        await here.must_be_clean()


async def test_whoever_joins_has_a_seat_though_a_cpu_player_took_it(tmp_path: Path) -> None:
    """The lobby says so; the host sends another one away; only people start."""
    async with stage(tmp_path) as here:
        host, guest, third = [await here.player(index) for index in range(3)]
        lobby = await open_lobby(host, rules="sannin")
        await guest.tap(lobby, Verb.JOIN)
        lobby = await host.user.wait_update(lobby, lambda m: guest.user.name in text_of(m))
        refused = await choose(guest, lobby, Verb.PLAY_CPU, f"{LEVEL}easy")
        assert "host" in (await guest.user.answer(refused))["content"]
        await choose(host, lobby, Verb.PLAY_CPU, f"{LEVEL}easy")
        lobby = await host.user.wait_update(lobby, lambda m: Verb.START in offered(m))
        assert "A person who joins takes a CPU player's seat." in lobby["content"]
        assert len(lobby["components"]) == 2 and len(buttons(lobby)) <= 4
        (select,) = selects(lobby)
        assert [each["value"] for each in select["options"]] == [f"{AWAY}easy"]
        await choose(host, lobby, Verb.PLAY_CPU, f"{AWAY}easy")
        lobby = await host.user.wait_update(lobby, lambda m: Verb.START not in offered(m))
        await choose(host, lobby, Verb.PLAY_CPU, f"{LEVEL}normal")
        lobby = await host.user.wait_update(lobby, lambda m: Verb.START in offered(m))
        await third.tap(lobby, Verb.JOIN)
        lobby = await host.user.wait_update(lobby, lambda m: "CPU" not in text_of(m))
        assert selects(lobby) == [] and Verb.START in offered(lobby)
        await here.must_be_clean()


async def test_nonsense_in_the_place_of_a_level_changes_nothing(tmp_path: Path) -> None:
    """No such level, nobody of that level there."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        lobby = await open_lobby(host)
        message = forged_presses.message_of(here, lobby["id"])
        user = forged_presses.user_of(here, host.user.id)
        for value in ("", "unbeatable", f"{AWAY}easy", f"{AWAY}{AWAY}easy"):
            act = forged_presses.pressed(here, user, message, "kk1:cpu", values=[value])
            await forged_presses.put(here, act)
        await here.rest()
        assert presses(await lobby_of(host)) == presses(lobby)
        await here.must_be_clean()


def has_cards(number: int, message: Json) -> bool:
    """Whether this number of cards of a seat draw can be pressed under a message."""
    return len(presses(message, Verb.DRAW)) == number


async def test_an_invitation_that_all_accepted_begins_without_start(tmp_path: Path) -> None:
    """The guest's one press; both draw, and both have hands."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        lobby = await open_lobby(host, opponent=guest.user.id, months=1)
        assert Verb.START not in offered(lobby) and selects(lobby) == []
        await guest.tap(lobby, Verb.ACCEPT)
        for place, player in enumerate((host, guest)):
            # The button of a card that is taken goes: each waits until the one before is seen to have drawn.
            table = await player.user.wait_for(partial(has_cards, 8 - place))
            await player.tap(table, Verb.DRAW)
        await play_on([host, guest])
        await here.must_be_clean()


async def again(here: LoopStage, *players: Player) -> None:
    """Each presses *Rematch* under the newest result."""
    for player in players:
        results = [each for each in player.user.public(CHANNEL) if presses(each, Verb.REMATCH)]
        await player.tap(results[-1], Verb.REMATCH)
        await here.rest()


@pytest.mark.outside
async def test_a_rematch_that_both_pressed_begins(tmp_path: Path) -> None:
    """Two presses in place of five; no answer stays on a screen, and no second table is opened."""
    async with stage(tmp_path) as here:
        players = host, guest = [await here.player(index) for index in range(2)]
        lobby = await open_lobby(host, opponent=guest.user.id, months=1)
        await guest.tap(lobby, Verb.ACCEPT)
        for place, player in enumerate(players):
            # The button of a card that is taken goes: each waits until the one before is seen to have drawn.
            table = await player.user.wait_for(partial(has_cards, 8 - place))
            await player.tap(table, Verb.DRAW)
        await play_on(players)
        await here.rest()
        await again(here, guest)
        waiting = await lobby_of(host)
        assert Verb.ACCEPT in offered(waiting) and host.user.name in waiting["attachments"][0]["description"]
        await again(here, guest)
        assert Verb.ACCEPT in offered(await lobby_of(host)), "pressing twice alone begins nothing"
        await again(here, host)
        shown = await host.user.wait_for(lambda m: bool(presses(m, Verb.DRAW)))
        assert shown["id"] == waiting["id"]
        private = (*host.user.ephemerals(), *guest.user.ephemerals())
        assert not [each for each in private if "table" in each["content"]]
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_rematch_against_a_cpu_player_is_one_press(tmp_path: Path) -> None:
    """The hand answers it."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        lobby = await open_lobby(host, months=1)
        await choose(host, lobby, Verb.PLAY_CPU, f"{LEVEL}easy")
        await host.hand_with(*MOVES, Verb.NEXT)
        await play_on([host])
        await here.rest()
        seen = {hand["id"] for hand in host.hands}
        await again(here, host)
        await host.user.wait_for(lambda m: m["id"] not in seen and bool(presses(m, *MOVES, Verb.NEXT)))
        await here.must_be_clean()


async def test_a_form_left_open_loses_nothing(tmp_path: Path) -> None:
    """A player who joined meanwhile is there, and the form's rules are played."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        await open_lobby(host, rules="league")
        panel = await rules_panel(host)
        await guest.tap(await lobby_of(guest), Verb.JOIN)
        await set_house_rules(host, panel, oyaken=["4"])
        table = await guest.user.wait_for(lambda m: "Oya-ken: 4" in m["content"])
        assert guest.user.name in table["attachments"][0]["description"]
        await here.must_be_clean()


async def test_a_rule_set_with_too_few_seats_says_why_it_is_not_played(tmp_path: Path) -> None:
    """In the panel itself, whose select goes back to what is played."""
    async with stage(tmp_path) as here:
        host, *guests = [await here.player(index) for index in range(3)]
        lobby = await open_lobby(
            host, rules="sannin", opponent=guests[0].user.id, opponent2=guests[1].user.id, months=3
        )
        await host.tap(lobby, Verb.RULES)
        panel = await host.user.wait_for(lambda m: bool(presses(m, Verb.RULE_SET)))
        await choose(host, panel, Verb.RULE_SET, "classic")
        panel = await host.user.wait_update(panel, lambda m: "The rules stay as they are." in m["content"])
        assert "Those rules are for 2 players, but this table has 3" in panel["content"]
        assert len(host.user.ephemerals()) == 1
        (chosen,) = [each["value"] for each in selects(panel)[0]["options"] if each.get("default")]
        assert chosen == "sannin"
        await here.must_be_clean()


async def test_a_name_s_menu_invites_to_a_table(tmp_path: Path) -> None:
    """By the server's default rules, for them alone; neither oneself nor somebody who blocks."""
    async with stage(tmp_path) as here:
        host, guest, third = [await here.player(index) for index in range(3)]
        entry = CONTEXT_MENUS["challenge"]

        async def invited(target: str) -> Outcome:
            return await host.user.context(entry, target=target, channel=CHANNEL)

        told = await host.user.answer(await invited(host.user.id))
        assert told["content"] == ENGLISH.say(notes.OPPONENT_IS_SELF)
        assert here.bot.client is not None
        await here.bot.client.manager.persons.block(
            UserId(int(third.user.id)), "Third", {UserId(int(host.user.id)): None}
        )
        told = await host.user.answer(await invited(third.user.id))
        assert "cannot be invited" in told["content"]
        assert not host.user.public()
        assert not (await invited(guest.user.id)).failed
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)))
        assert [each["id"] for each in lobby["mentions"]] == [guest.user.id]
        assert "3 months" in lobby["content"]
        refused = await third.tap(lobby, Verb.ACCEPT)
        assert "for other people" in (await third.user.answer(refused))["content"]
        await guest.tap(lobby, Verb.ACCEPT)
        await guest.user.wait_for(lambda m: bool(presses(m, Verb.DRAW)))
        await here.must_be_clean()
