"""Direct messages with the bot: a whole match without any server, and what cannot be done there."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import NoSuchMatch, NotSealed
from bot.i18n import Languages
from bot.ids import UserId
from bot.permissions import invite_link
from bot.wording import notes
from cogs.content.custom_id import Verb
from cogs.messages import note_message
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage, table_of
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.panels import below_name, my_hand, my_table, note_of
from tests.support.e2e.scripted_player import Player, play_on, presses
from tests.support.sandbox.client import buttons, text_of

LANGUAGES = Languages.load()
ENGLISH = LANGUAGES.pick("en")
JAPANESE = LANGUAGES.pick("ja")
NOT_SEALED = notes.error(ENGLISH, NotSealed())


async def played(here: LoopStage, player: Player, **options: object) -> None:
    """A match of one month against CPU players in somebody's direct messages, from its command to its end."""
    chosen = {"months": 1, "rules": "classic", **options}
    await player.user.command("koikoi play", channel=player.user.direct, options=chosen)
    await play_on([player], channel=player.user.direct)


async def said(player: Player, command: str, channel: str, **options: object) -> str:
    """The private answer to a command."""
    return await note_of(player, await player.user.command(command, channel=channel, options=options))


@pytest.mark.outside
async def test_a_whole_match_in_direct_messages(tmp_path: Path) -> None:
    """At once against a CPU player: table and result in the channel, hands by interaction; then again."""
    async with stage(tmp_path) as here:
        player = await here.player(0, "ja")
        await here.sandbox.control("bot_guild", guild=here.sandbox.guild, present=False)
        await here.sandbox.control("install", user=player.user.id)
        await played(here, player)
        here.must_be_private()
        result = await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert result["channel_id"] == player.user.direct and not result["flags"] & 64
        assert result["attachments"], text_of(result)
        line = await player.user.wait_for(lambda m: "channels/@me/" in text_of(m))
        assert f"https://discord.com/channels/@me/{player.user.direct}/{result['id']}" in text_of(line)
        # In the language of somebody who plays, as there is no server that could have one.
        assert "こいこい" in "".join(text_of(each) for each in player.user.public())
        await player.user.press(result, custom_id="kk1:rematch")
        await player.hand_with(Verb.MOVE, Verb.PICK, Verb.CUT)
        await here.must_be_clean()


async def test_a_restart_leaves_a_match_in_direct_messages_as_it_was(tmp_path: Path) -> None:
    """The table is shown again where it stood, and the hand is a command away."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=player.user.direct, months=1)
        await player.hand_with(Verb.MOVE, Verb.PICK, Verb.CUT)
        await here.rest()
        table = table_of(player)
        await here.restart()
        assert presses(await my_hand(player, player.user.direct), Verb.MOVE, Verb.PICK, Verb.CUT)
        assert table_of(player)["id"] == table["id"]
        await play_on([player], channel=player.user.direct)
        await here.must_be_clean()


async def test_what_was_played_there_is_practice(tmp_path: Path) -> None:
    """Counted in no list, shown in one's own record, exported; its place is deleted with its player."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await played(here, player)
        await here.rest()
        shown = await player.user.command("koikoi profile", channel=player.user.direct)
        page = await player.user.answer(shown)
        assert "1 match with CPU players is not counted here" in text_of(page)
        assert all(each["label"] != "Show to everybody" for each in buttons(page))
        rows = "SELECT count(*) FROM matches WHERE guild IS NULL AND channel IS NOT NULL"
        assert await here.change_rows(f"UPDATE matches SET locale = locale WHERE id IN ({rows})") == 1
        counted = "UPDATE results SET counts = counts WHERE counts OR unrated <> 'cpu'"
        assert await here.change_rows(counted) == 0
        assert here.bot.client is not None
        manager, user = here.bot.client.manager, UserId(int(player.user.id))
        found = await manager.persons.export(user)
        (match,) = found["matches"]
        assert (match["server"], match["channel"]) == (None, player.user.direct)
        await manager.forget(user)
        await here.rest()
        assert await here.change_rows("UPDATE matches SET locale = locale WHERE channel IS NOT NULL") == 0
        assert await here.change_rows("UPDATE messages SET message = message") == 0
        assert json.dumps(await manager.persons.export(user))


async def test_nobody_can_be_invited_into_direct_messages(tmp_path: Path) -> None:
    """One sentence; as for another's record, and for what is a server's."""
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1)
        direct, words = player.user.direct, mentioning(here.server)
        assert await said(player, "koikoi play", direct, opponent=other.user.id) == notes.no_invitations_here(
            words
        )
        assert await said(player, "koikoi profile", direct, user=other.user.id) == words.say(
            notes.OWN_PROFILE
        )
        for name in ("settings", "leaderboard"):
            assert await said(player, f"koikoi {name}", direct) == words.say(notes.ON_SERVERS)
        assert await said(player, "koikoi resign", direct) == notes.no_match_here(words)
        await player.user.answer(await player.user.command("koikoi me", channel=direct))
        await here.must_be_clean()


async def test_each_place_has_its_own_matches(tmp_path: Path) -> None:
    """A command finds the match of its place; one in direct messages keeps nobody from other tables."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        direct, words = player.user.direct, mentioning(here.server)
        await player.user.command("koikoi play", channel=direct)
        await player.hand_with(Verb.MOVE, Verb.PICK, Verb.CUT)
        assert await said(player, "koikoi resign", CHANNEL) == notes.no_match_here(words)
        await player.user.command("koikoi play", channel=CHANNEL)
        lobby = await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert lobby["channel_id"] == here.sandbox.channel(CHANNEL)
        assert below_name(await my_table(player, direct)) == words.say(notes.TABLE_MOVED)
        question = await player.user.command("koikoi resign", channel=direct)
        asked = await player.user.answer(question)
        (confirm,) = presses(asked, Verb.RESIGN, Verb.END_UNMOVED)
        await player.tap(asked, confirm.verb)
        await here.must_be_clean()


async def test_nobody_learns_of_anothers_match_in_direct_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forged press on it from one's own is answered as one on a match that there is not."""
    monkeypatch.setattr(note_message, "TWICE", timedelta())  # Discord's time, which no test moves
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1)
        for one in (player, other):
            await one.user.command("koikoi play", channel=one.user.direct)
            await one.hand_with(Verb.MOVE, Verb.PICK, Verb.CUT)
        await here.rest()  # a hand may be there before its table
        mine = forged_presses.message_of(here, table_of(other)["id"])
        none = notes.error(mentioning(here.server), NoSuchMatch())
        user = forged_presses.user_of(here, other.user.id)
        for match in (1, 99):  # another's, and none
            for verb in ("log", "more", "rules", "resign", "resigned", "aborted"):
                act = forged_presses.pressed(here, user, mine, f"kk{match}:{verb}")
                answer = forged_presses.answer_of(here, await forged_presses.put(here, act))
                assert answer is not None and answer.content == none and not answer.components
        await here.must_be_clean()


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_where_the_bot_is_not_there_is_one_sentence(tmp_path: Path, locale: str) -> None:
    """In a group, and on a server that has not invited it: the link, whatever is asked for; and no match."""
    async with stage(tmp_path) as here:
        player, other = await here.player(0, locale), await here.player(1)
        people = [player.user.id, other.user.id]
        await here.sandbox.control("install", user=player.user.id)
        await here.sandbox.control("group", name="Tea circle", users=people)
        group = (await player.user.wait_event("channel_create", lambda each: each["type"] == 3))["id"]
        await here.sandbox.control("bot_guild", guild=here.sandbox.guild, present=False)
        words = LANGUAGES.pick(locale)
        sentence = notes.elsewhere(words, invite_link(here.server.world.application_id))
        for channel in (group, here.sandbox.channel("tea-room")):
            for name in ("play", "me", "leaderboard"):
                assert await said(player, f"koikoi {name}", channel) == sentence
        assert other.user.messages(group) == []
        assert await player.user.autocomplete("koikoi play", "options", channel=group, options={}) is not None
        await here.must_be_clean()


async def test_in_direct_messages_that_are_closed_nothing_can_be_sealed(tmp_path: Path) -> None:
    """Without the line there is no match: the asker is told, and may open one elsewhere at once."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        user = player.user.id
        await here.sandbox.control("member", guild=here.sandbox.guild, user=user, closed_dms=True)
        options = {"months": 1}
        await player.user.command("koikoi play", channel=player.user.direct, options=options)
        await player.user.wait_until(lambda: NOT_SEALED in [m["content"] for m in player.user.ephemerals()])
        assert player.user.public(player.user.direct) == []
        await player.user.command("koikoi play", channel=CHANNEL, options=options)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
