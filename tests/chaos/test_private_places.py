"""The privacy of a channel or a thread: nothing of it reaches anybody who does not see it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import ArenaOver, NoFinishedMatch, NoSuchMatch
from bot.ids import ArenaId, UserId
from bot.sandbox.changes import channels
from bot.sandbox.changes.channels import ThreadPlan
from bot.sandbox.common.types import ChannelType, Snowflake
from bot.sandbox.world.model import Channel
from bot.sandbox.world.permissions import Permission
from bot.wording import arena_pages as pages
from bot.wording import notes
from cogs.content.arena_state import Action, ArenaState
from cogs.content.arena_state import past as past_arenas
from cogs.content.custom_id import Press, Verb, format_press
from cogs.content.page_id import Page, PagePress, format_page
from cogs.messages import note_message
from tests.support.e2e import elsewhere, forged_presses, page_presses
from tests.support.e2e.arena_stage import announced
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, copied, stage
from tests.support.e2e.match_of_two import MATCH, begin_match_of_two
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.past_matches import past
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json, selects, text_of
from tests.support.wording_views import ENGLISH

pytestmark = pytest.mark.outside

HIDDEN = "tea-room"
WATCH = format_page(PagePress(Page.OPENINGS, "watch"))
FINISHED = ("koikoi replay",)


async def hide(here: LoopStage, channel: str, *, seen_by: tuple[Player, ...]) -> None:
    """Let nobody see a channel but the bot and some people."""
    view = str(int(Permission.VIEW_CHANNEL))
    where = here.sandbox.channel(channel)
    await here.sandbox.control("overwrite", channel=where, target="everyone", deny=view)
    for target in ("bot", *(player.user.id for player in seen_by)):
        await here.sandbox.control("overwrite", channel=where, target=target, allow=view)


async def private_thread(here: LoopStage, owner: Player, *members: Player) -> Channel:
    """A private thread of the channel with the bot in it."""
    world = here.server.world
    plan = ThreadPlan("secret", world.user(Snowflake(int(owner.user.id))), ChannelType.PRIVATE_THREAD)
    thread = channels.start_thread(world, world.channel(Snowflake(int(here.sandbox.channel(CHANNEL)))), plan)
    for one in (str(world.bot.id), *(player.user.id for player in members)):
        channels.join_thread(world, thread, Snowflake(int(one)))
    await here.rest()
    return thread


async def watch(player: Player) -> None:
    """Let somebody want to be told when a table opens."""
    shown = await player.user.answer(await player.user.command("koikoi games", channel=CHANNEL))
    await player.user.answer(await player.user.press(shown, custom_id=WATCH))


async def said(player: Player, command: str, **options: str) -> Json:
    """Return the answer to a command in the public channel."""
    return await player.user.answer(await player.user.command(command, channel=CHANNEL, options=options))


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_table_in_a_private_thread_is_told_to_its_members_alone(
    tmp_path: Path, restarted: bool
) -> None:
    """Not to people who see only its channel; and no role is let into it by a call."""
    async with stage(tmp_path) as here:
        host, member, stranger = [await here.player(index) for index in range(3)]
        for one in (member, stranger):
            await watch(one)
        thread = await private_thread(here, host, member)
        if restarted:  # the bot knows it no more until it asks
            await here.restart()
        role = next(iter(here.server.world.guild(Snowflake(int(here.sandbox.guild))).roles))
        await here.change_rows("UPDATE guilds SET call_role = ?", int(role))
        await host.user.command("koikoi play", channel=str(thread.id))
        table = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.rest()
        assert len(member.user.public(member.user.direct)) == 1
        assert stranger.user.public(stranger.user.direct) == []
        assert "<@&" not in table["content"]
        await here.must_be_clean()


async def test_nobody_is_invited_to_a_channel_that_they_do_not_see(tmp_path: Path) -> None:
    """The host is told, and no table is opened."""
    async with stage(tmp_path) as here:
        host, guest, stranger = [await here.player(index) for index in range(3)]
        await hide(here, HIDDEN, seen_by=(host, guest))
        outcome = await host.user.command("koikoi play", channel=HIDDEN, opponent=stranger.user.id)
        told = (await host.user.answer(outcome))["content"]
        assert told == notes.opponent_sees_nothing(ENGLISH, UserId(int(stranger.user.id)))
        thread = await private_thread(here, host, guest)
        outcome = await host.user.command("koikoi play", channel=str(thread.id), opponent=stranger.user.id)
        told = (await host.user.answer(outcome))["content"]
        assert told == notes.opponent_sees_nothing(ENGLISH, UserId(int(stranger.user.id)))
        await here.rest()
        assert stranger.user.public(stranger.user.direct) == []
        assert thread.thread is not None
        assert Snowflake(int(stranger.user.id)) not in thread.thread.members
        await host.user.command("koikoi play", channel=HIDDEN, opponent=guest.user.id)
        await guest.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)), channel=HIDDEN)
        await here.must_be_clean()


async def test_the_list_of_one_s_matches_names_no_channel_that_one_sees_no_more(tmp_path: Path) -> None:
    """The link is left: it has numbers alone, and the match is theirs."""
    async with stage(tmp_path) as here:
        player = await here.player(1)
        await player.user.command("koikoi play", channel=HIDDEN)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert "room" in text_of(await said(player, "koikoi games"))
        await hide(here, HIDDEN, seen_by=())
        shown = text_of(await said(player, "koikoi games"))
        assert "room" not in shown
        assert f"/{here.sandbox.channel(HIDDEN)}" in shown
        await here.must_be_clean()


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_others_open_a_match_only_where_they_see_its_place(tmp_path: Path, kind: str) -> None:
    """Replay, proof and history are for those who see the channel or are in the thread, and its players."""
    before = await past(tmp_path / "past")
    async with stage(copied(before.folder, tmp_path / "copy")) as here:
        one, _, stranger, friend = [await here.player(index) for index in range(4)]
        if kind == "channel":
            place = here.sandbox.channel(HIDDEN)
            await hide(here, HIDDEN, seen_by=(friend,))
        else:
            place = str((await private_thread(here, friend)).id)
        await here.change_rows("UPDATE matches SET channel = ? WHERE status <> 'playing'", int(place))
        for command in FINISHED:
            for asker, sees in ((stranger, False), (friend, True), (one, True)):
                told = (await said(asker, command, match=str(before.played)))["content"]
                assert (notes.ERRORS["no_finished_match"].text not in told) is sees, (command, told)
        for asker, sees in ((stranger, False), (friend, True), (one, True)):
            assert bool(selects(await said(asker, "koikoi replay", user=one.user.id))) is sees
        await here.must_be_clean()


async def test_nobody_learns_of_an_arena_in_a_channel_that_they_do_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By no press on it, and not in the list of those that are over; the host does."""
    monkeypatch.setattr(note_message, "TWICE", timedelta())
    async with stage(tmp_path) as here:
        host, stranger = [await here.player(index) for index in range(2)]
        await announced(host)
        await hide(here, CHANNEL, seen_by=(host,))
        await here.rest()
        message = elsewhere.told_in(here, forged_presses.channel_of(here, HIDDEN))
        over = notes.error(mentioning(here.server), ArenaOver())
        shown = ArenaState(ArenaId(1)).press
        for action in Action:
            custom_id = format_page(shown(action) if action is not Action.PAST else past_arenas())
            told = await forged_presses.told(here, stranger, message, custom_id, stranger.user.id)
            assert told == over or (action is Action.PAST and ENGLISH.say(pages.NONE_YET) in told), action
        user = forged_presses.user_of(here, host.user.id)
        act = forged_presses.pressed(here, user, message, format_page(shown(Action.WORDS)))
        note = forged_presses.answer_of(here, await forged_presses.put(here, act))
        assert note is not None and note.content != over
        await here.must_be_clean()


async def test_nobody_learns_of_a_match_in_a_channel_that_they_do_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every verb and page, by a member of the same server from another channel."""
    monkeypatch.setattr(note_message, "TWICE", timedelta())
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=1)
        await hide(here, CHANNEL, seen_by=(match.other,))
        await here.rest()
        message = elsewhere.told_in(here, forged_presses.channel_of(here, HIDDEN))
        none = notes.error(mentioning(here.server), NoSuchMatch())
        for custom_id in forged_presses.of_every_verb(MATCH, 1):
            assert await forged_presses.told(here, match.stranger, message, custom_id) == none, custom_id
        none = notes.error(mentioning(here.server), NoFinishedMatch())
        for each in page_presses.naming(MATCH, int(match.stranger.user.id)):
            told = await forged_presses.told(here, match.stranger, message, each.custom_id, each.value)
            assert told == none, each
        more = format_press(Press(MATCH, Verb.MORE))
        user = forged_presses.user_of(here, match.mover.user.id)
        act = forged_presses.pressed(here, user, message, more)
        note = forged_presses.answer_of(here, await forged_presses.put(here, act))
        assert note is not None and note.components, "players are let in"
        await here.must_be_clean()
