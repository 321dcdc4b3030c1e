"""Commands from where they may not be used, and from clients that know another version of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.errors import MissingPermissions
from bot.i18n import Languages
from bot.ids import ChannelId
from bot.match.vocabulary import Place
from bot.permissions import invite_link
from bot.sandbox.world.model import Message
from bot.sandbox.world.permissions import Permission
from bot.wording import notes
from cogs.content.custom_id import Verb
from tests.support.e2e import forged_presses
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, Stage, stage
from tests.support.e2e.panels import note_of, without
from tests.support.e2e.scripted_player import Player, play_on, presses

pytestmark = pytest.mark.outside

LANGUAGES = Languages.load()
ENGLISH = LANGUAGES.pick("en")
STRING, USER = 3, 6
IN_CHANNEL = {
    "view_channel": Permission.VIEW_CHANNEL,
    "send_messages": Permission.SEND_MESSAGES,
    "attach_files": Permission.ATTACH_FILES,
}
IN_THREAD = {
    "send_messages_in_threads": Permission.SEND_MESSAGES_IN_THREADS,
    "attach_files": Permission.ATTACH_FILES,
}


async def answered(player: Player, channel: str, **options: object) -> str:
    """Return the private answer to `/koikoi play`."""
    return await note_of(player, await player.user.command("koikoi play", channel=channel, options=options))


async def test_each_missing_permission_is_named(tmp_path: Path) -> None:
    """In a channel, in a thread, in both languages: what is missing, and a channel that lacks nothing."""
    async with stage(tmp_path) as here:
        player, reader = await here.player(0), await here.player(1, "ja")
        channel, instead = here.sandbox.channel("tea-room"), ChannelId(int(here.sandbox.channel(CHANNEL)))
        body = {"user": player.user.id, "channel": channel, "name": "a thread"}
        thread = (await here.sandbox.post("/client/threads", body))["id"]
        for needed, place in ((IN_CHANNEL, channel), (IN_THREAD, thread)):
            for name, permission in needed.items():
                await without(here, channel, permission)
                for one in (player, reader):
                    words = LANGUAGES.pick(one.user.locale)
                    lacking = MissingPermissions((name,), instead)
                    assert await answered(one, place) == notes.error(words, lacking)
        assert ActionLog(tmp_path).actions() == {}
        await without(here, channel, Permission(0))
        await player.user.command("koikoi play", channel=thread)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.must_be_clean()


async def test_a_rematch_asks_for_permissions_too(tmp_path: Path) -> None:
    """A result from better times opens no table where the bot may not show it, but in direct messages."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="easy")
        await play_on([player])
        await without(here, here.sandbox.channel(CHANNEL), Permission.ATTACH_FILES)
        result = await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        outcome = await player.user.press(result, custom_id="kk1:rematch")
        direct = Place(None, ChannelId(int(player.user.direct)), "en")
        assert await note_of(player, outcome) == notes.table_elsewhere(ENGLISH, direct)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)), channel=player.user.direct)
        await here.must_be_clean()


async def said(here: Stage, player: Player, path: str, channel: Any = None, **options: Any) -> str:
    """Return the bot's answer to a command that no client would send."""
    where = channel or forged_presses.channel_of(here, CHANNEL)
    act = forged_presses.commanded(
        here, forged_presses.user_of(here, player.user.id), where, path, options=options
    )
    answer = forged_presses.answer_of(here, await forged_presses.put(here, act))
    if answer is None:  # in a direct message there is nobody to hide it from
        (answer,) = [each for each in where.messages.values() if isinstance(each, Message)]
    return answer.content


async def test_commands_from_where_the_bot_is_not(tmp_path: Path) -> None:
    """In a group, where it was never offered, every command answers with the invite link, and none plays."""
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1)
        people = [forged_presses.user_of(here, each.user.id) for each in (player, other)]
        group = here.server.world.start_group("Tea circle", people)
        link = invite_link(here.server.world.application_id)
        for name in ("play", "games", "resign", "profile", "settings"):
            assert await said(here, player, f"koikoi {name}", group) == notes.elsewhere(ENGLISH, link)
        assert ActionLog(tmp_path).actions() == {}


async def test_people_who_are_not_there(tmp_path: Path) -> None:
    """A person who has left, a bot, oneself, somebody twice: a Note says so, and there is no lobby."""
    async with stage(tmp_path) as here:
        host, gone, other = [await here.player(index) for index in range(3)]
        await here.sandbox.control("member", guild=here.sandbox.guild, user=gone.user.id, present=False)
        for opponent, why in {
            gone.user.id: ENGLISH.say(notes.OPPONENT_NOT_HERE),
            host.user.id: ENGLISH.say(notes.OPPONENT_IS_SELF),
            here.sandbox.bot_user["id"]: ENGLISH.say(notes.OPPONENT_IS_BOT),
        }.items():
            assert await answered(host, CHANNEL, opponent=opponent) == why
        twice = {"opponent": other.user.id, "opponent2": other.user.id, "rules": "sannin"}
        assert await answered(host, CHANNEL, **twice) == ENGLISH.say(notes.OPPONENT_IS_SELF)
        assert ActionLog(tmp_path).actions() == {}
        await here.must_be_clean()


OF_ANOTHER_VERSION: list[tuple[str, dict[str, tuple[int, str]]]] = [
    ("koikoi gone", {}),
    ("koikoi", {}),
    ("koikoi play", {"rules": (STRING, "poker")}),
    ("koikoi play", {"months": (STRING, "many")}),
    ("koikoi play", {"cpu": (STRING, "unbeatable")}),
    ("koikoi play", {"opponent": (USER, "1")}),
    ("koikoi play", {"options": (STRING, "x" * 6000)}),
    ("koikoi play", {"surprise": (STRING, "yes")}),
    ("koikoi resign", {"match": (STRING, "1")}),
]


async def test_commands_of_another_version(tmp_path: Path) -> None:
    """The bot answers a client with commands of an older version, or with ones that nobody ever offered."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        for path, options in OF_ANOTHER_VERSION:
            told = await said(here, player, path, **options)
            assert told or "surprise" in options, path
        # What it does not know it leaves out: a table is opened, and that is the answer.
        await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert (await here.sandbox.traffic())["failed_interactions"] == 0
