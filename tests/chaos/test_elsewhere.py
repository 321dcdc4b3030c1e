"""Presses and commands from another server than the match's, or from direct messages: they learn nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import NoFinishedMatch, NoSuchMatch
from bot.ids import MatchId
from bot.sandbox.world.model import Channel, Message
from bot.wording import notes
from cogs.content.custom_id import Press, Verb, format_press
from cogs.content.page_id import is_page
from cogs.messages import note_message
from tests.support.e2e import elsewhere, forged_presses, page_presses, shown_messages
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.match_of_two import MatchOfTwo, begin_match_of_two
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.scripted_player import Player, presses

pytestmark = pytest.mark.outside

PLAYED, LOBBY, NONE = 1, 2, 999
COMMANDS = ("games", "resign")


async def two_matches(here: LoopStage) -> MatchOfTwo:
    """A match in play and a lobby, both in the sandbox's own server."""
    match = await begin_match_of_two(here, months=1)
    host = await here.player(3)
    await host.user.command("koikoi play", channel="tea-room")
    await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)), channel="tea-room")
    await here.rest()
    return match


@pytest.mark.parametrize("private", [False, True], ids=["another server", "direct messages"])
async def test_no_press_from_elsewhere_learns_of_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, private: bool
) -> None:
    """Every verb and page, by a player and by a stranger: the same Note as of a match that does not exist."""
    monkeypatch.setattr(note_message, "TWICE", timedelta())  # no press is taken for a second one
    async with stage(tmp_path) as here:
        match = await two_matches(here)
        server = elsewhere.second_server(here)
        actions, table = match.action_log.actions(), shown_messages.seen(match.table())
        for player in (match.mover, match.stranger):
            user = forged_presses.user_of(here, player.user.id)
            channel: Channel = elsewhere.direct_messages(here, user) if private else server
            message = elsewhere.told_in(here, channel)
            said = {
                custom_id: await forged_presses.told(here, player, message, custom_id)
                for number in (PLAYED, LOBBY, NONE)
                for custom_id in forged_presses.of_every_verb(number, 1)
            }
            assert set(said.values()) == {notes.error(mentioning(here.server), NoSuchMatch())}, said
            assert len(said) == 3 * len(Verb)
            await pages_tell_nothing(here, player, message)
        await here.rest()
        assert match.action_log.actions() == actions
        assert shown_messages.seen(match.table()) == table
        await here.must_be_clean()


async def pages_tell_nothing(here: LoopStage, player: Player, message: Message) -> None:
    """Each press on a page that names a match is answered as if there were none of that number."""
    none = notes.error(mentioning(here.server), NoFinishedMatch())
    for number in (PLAYED, LOBBY, NONE):
        for each in page_presses.naming(number, int(player.user.id)):
            told = await forged_presses.told(here, player, message, each.custom_id, each.value)
            assert told == none, each


async def test_no_command_elsewhere_shows_a_match_of_this_server(tmp_path: Path) -> None:
    """A player here who asks there has no match there, or a link without buttons; nothing happens to it."""
    async with stage(tmp_path) as here:
        match = await two_matches(here)
        server = elsewhere.second_server(here)
        user = forged_presses.user_of(here, match.mover.user.id)
        actions = match.action_log.actions()
        words = mentioning(here.server)
        for command in COMMANDS:
            there = forged_presses.commanded(here, user, server, f"koikoi {command}")
            note = forged_presses.answer_of(here, await forged_presses.put(here, there))
            assert note is not None
            assert command == "games" or note.content == notes.no_match_here(words)
            assert all(is_page(each) for each in shown_messages.custom_ids(note))
        assert match.action_log.actions() == actions
        assert not server.messages
        await here.must_be_clean()


async def test_one_person_plays_in_two_servers_at_once(tmp_path: Path) -> None:
    """A table in each, also while the lobby of the other is open; each command finds that of its server."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        server = elsewhere.second_server(here)
        user = forged_presses.user_of(here, player.user.id)
        opened = forged_presses.commanded(here, user, server, "koikoi play", options={"months": (4, 1)})
        await forged_presses.put(here, opened)
        await here.rest()
        assert [len(message.components) > 0 for message in server.messages.values()] == [False, True]
        line, table = server.messages
        asked = await forged_presses.put(here, forged_presses.commanded(here, user, server, "koikoi games"))
        games = forged_presses.answer_of(here, asked)
        assert games is not None
        down = format_press(Press(MatchId(2), Verb.BRING_DOWN))
        await forged_presses.put(here, forged_presses.pressed(here, user, games, down))
        await here.rest()
        assert len(server.messages) == 2
        assert line in server.messages and table not in server.messages
        await here.must_be_clean()
