"""Ends without a result, and matches set aside, as people see them on Discord."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from bot.i18n import Languages
from bot.match.ending import WayOut
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.seed import GUILD_ID, MODERATOR_ROLE_ID
from bot.screens import ending
from bot.wording import buttons, notes
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, stage, table_of
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.panels import below_name, my_table
from tests.support.e2e.scripted_player import Player, all_play_a_card, presses
from tests.support.sandbox.messages import Json
from tests.support.wording_views import ENGLISH

JAPANESE = Languages.load().pick("ja")


def status(here: LoopStage) -> list[tuple[str, str | None]]:
    """Return the stored states of the matches, and the reasons why they ended without a result."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        return list(database.execute("SELECT status, lobby_end FROM matches ORDER BY id"))


async def asked(player: Player, channel: str = CHANNEL) -> Json:
    """The answer to `/koikoi resign`."""
    return await player.user.answer(await player.user.command("koikoi resign", channel=channel))


async def until(player: Player, message: Json, said: str) -> Json:
    """Wait until a message says something."""
    return await player.user.wait_for(lambda m: m["id"] == message["id"] and said in m["content"])


async def test_all_people_of_a_match_end_it_together(tmp_path: Path) -> None:
    """One asks by command; table and hands say so in the reader's language, with a button for the others."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(1), await here.player(2, "ja")
        await begin(ann, ben, months=1)
        await all_play_a_card([ann, ben])
        await here.rest()
        question = await asked(ann)
        assert question["content"].endswith(f"\n{ENGLISH.say(ending.OTHER_WAYS[WayOut.ASK])}")
        assert {press.verb for press in presses(question)} == {Verb.RESIGN, Verb.ABORT, Verb.CANCEL}
        await ann.tap(question, Verb.ABORT)
        await until(ann, question, ending.outcome(ENGLISH, ended=False))
        hand = await ben.hand_with(Verb.AGREE_ABORT)
        assert "対局の中止を希望しています" in hand["content"]
        table = await ben.user.wait_for(lambda m: bool(presses(m, Verb.AGREE_ABORT)) and not m["flags"] & 64)
        assert "would like to end this match without a result" in table["content"]
        await ben.tap(hand, Verb.PLAY_ON)
        await ann.user.wait_for(lambda m: m["id"] == table["id"] and not presses(m, Verb.AGREE_ABORT))
        await ann.tap(await asked(ann), Verb.ABORT)
        hand = await ben.hand_with(Verb.AGREE_ABORT)
        await here.restart()
        await ben.tap(hand, Verb.AGREE_ABORT)
        over = await until(ann, table, "its players agreed to end it")
        assert [each.verb for each in presses(over)] == [Verb.LOG]
        assert status(here) == [("aborted", "agreed")]
        await here.rest()
        assert not [m for m in ann.user.public() if presses(m, Verb.REMATCH)]
        await here.must_be_clean()


async def test_a_stranger_is_refused_and_a_manager_is_not(tmp_path: Path) -> None:
    """The right is looked up at the press: who has lost it since the question is refused.

    Anybody in the server may look at what was played then, from the line that is left of the table.
    """
    async with stage(tmp_path) as here:
        ann, ben, stranger = [await here.player(index) for index in (1, 2, 3)]
        await begin(ann, ben, months=1)
        table = table_of(ann)
        assert (await asked(stranger))["content"] == notes.no_match_here(mentioning(here.server))
        agreed = await stranger.user.press(table, custom_id="kk1:more")
        assert agreed.callback == 4
        member = here.server.world.guilds[GUILD_ID].members[Snowflake(int(stranger.user.id))]
        member.role_ids.append(MODERATOR_ROLE_ID)
        question = await asked(stranger)
        assert "As a manager of this server" in question["content"]
        member.role_ids.remove(MODERATOR_ROLE_ID)
        await stranger.tap(question, Verb.FORCE_ABORT)
        refused = await stranger.user.wait_for(
            lambda m: m["content"] == ENGLISH.say(notes.ERRORS["not_manager"])
        )
        assert refused["flags"] & 64
        assert status(here) == [("playing", None)]
        member.role_ids.append(MODERATOR_ROLE_ID)
        await stranger.tap(await asked(stranger), Verb.FORCE_ABORT)
        over = await until(ann, table, "by a manager of the server")
        assert status(here) == [("aborted", "manager")]
        await stranger.user.press(over, ENGLISH.say(buttons.REPLAY))
        replay = await stranger.user.wait_for(lambda m: bool(m["flags"] & 64 and m["attachments"]))
        assert "Step 1 of" in replay["content"]
        await stranger.tap(over, Verb.LOG)
        files = await stranger.user.wait_for(lambda m: bool(m["flags"] & 64 and len(m["attachments"]) == 2))
        assert "as files" in files["content"]
        await here.must_be_clean()


async def test_a_lobby_is_closed_by_its_host(tmp_path: Path) -> None:
    """Also by the one on whom that part has passed; its people open another table at once."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(1), await here.player(2)
        await ann.user.command("koikoi play", channel=CHANNEL)
        lobby = await ben.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await ben.tap(lobby, Verb.JOIN)
        nothing = await asked(ben)
        assert below_name(nothing["content"]) == ENGLISH.say(ending.NOTHING_TO_END)
        assert not nothing["components"]
        await ann.tap(lobby, Verb.LEAVE)
        await ben.tap(await asked(ben), Verb.ABORT)
        closed = await until(ben, lobby, "the host cancelled it")
        assert not closed["components"]
        await ben.user.command("koikoi play", channel=CHANNEL)
        await ben.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)) and m["id"] != lobby["id"])
        await here.must_be_clean()


async def test_a_match_against_the_cpu_is_set_aside_and_comes_back(tmp_path: Path) -> None:
    """The match's message is one line without a picture; a command, or its button, goes on with the match."""
    async with stage(tmp_path, aside_seconds="900") as here:
        ann, ben = await here.player(1), await here.player(2)
        await ann.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        table = await ann.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
        await here.pass_time(800)
        assert (await ann.tap(table, Verb.MORE)).callback == 4
        await here.pass_time(800)
        assert presses(table_of(ann), Verb.MORE)
        await here.pass_time(101)
        line = await until(ann, table, "is paused")
        assert "\n" not in line["content"]
        assert not line["attachments"]
        assert [press.verb for press in presses(line)] == [Verb.HAND]
        await ben.user.command("koikoi play", channel=CHANNEL)
        await ben.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.restart()
        await ann.tap(line, Verb.HAND)
        await ann.hand_without(Verb.NEXT)
        back = await ann.user.wait_for(lambda m: m["id"] == table["id"] and bool(presses(m, Verb.MORE)))
        assert back["attachments"]
        await here.pass_time(901)
        await until(ann, table, "is paused")
        assert below_name(await my_table(ann)) == ENGLISH.say(notes.TABLE_MOVED)
        again = await ann.user.wait_for(
            lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64 and m["id"] != table["id"]
        )
        assert again["attachments"]
        await here.must_be_clean()


async def test_who_plays_the_cpu_ends_it_under_more(tmp_path: Path) -> None:
    """Asked once, in the Note itself; the match is over at once."""
    async with stage(tmp_path) as here:
        ann = await here.player(1, "ja")
        await ann.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        table = await ann.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
        await ann.tap(table, Verb.MORE)
        more = await ann.user.wait_for(lambda m: bool(presses(m, Verb.ASK_RESIGN)))
        await ann.tap(more, Verb.ASK_RESIGN)
        question = await until(ann, more, JAPANESE.say(ending.OTHER_WAYS[WayOut.ALONE]))
        await ann.tap(question, Verb.ABORT)
        await until(ann, question, ending.outcome(JAPANESE, ended=True))
        await until(ann, table, "ended this match without a result")
        assert status(here) == [("aborted", "agreed")]
        await here.must_be_clean()
