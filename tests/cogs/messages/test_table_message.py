"""The table's message: what is posted, when it is posted again, and the one reminder to start."""

from __future__ import annotations

import itertools
from pathlib import Path

from bot.ids import GuildId, MatchId, UserId
from bot.match.views import LobbyView
from bot.match.vocabulary import Cause, MadeBy, Occasion
from cogs.content.custom_id import Verb
from cogs.messages.tables import REPOST_SECONDS
from cogs.messages.writer import BURIED
from cogs.platform.discord_errors import REMOVAL_PAUSES
from tests.support.clocked_bot import CHANNEL, ClockedBot, clocked_bot
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json, text_of
from tests.support.waiting import until

EDIT_SECONDS = 1.2


async def until_idle(bot: ClockedBot, match: int, *, seconds: float = 0) -> None:
    """Let time pass, and wait until the table's writer has nothing more to do then."""
    await bot.clock.move(seconds)
    table = bot.client.presenter.tables.of(MatchId(match))

    async def idle() -> bool:
        await bot.clock.move()
        return not table.busy

    await until(idle)


async def table_of(bot: ClockedBot, player: Player, match: int) -> Json:
    """The table of a match as it is on a screen once the bot has nothing more to do now."""
    await until_idle(bot, match)
    ours = f"kk{match}:"
    return await player.user.wait_for(
        lambda m: any(
            each["custom_id"].startswith(ours) for row in m["components"] for each in row["components"]
        )
    )


async def full_lobby(
    bot: ClockedBot, match: int, host: Player, guest: Player, channel: str = CHANNEL
) -> Json:
    """Two people at a table, which has just been edited: its host may start."""
    await host.user.command("koikoi play", channel=CHANNEL)
    await guest.tap(await table_of(bot, guest, match), Verb.JOIN)
    await until_idle(bot, match, seconds=EDIT_SECONDS)
    return await host.user.wait_for(lambda m: bool(presses(m, Verb.START)), channel=CHANNEL)


async def nudge(bot: ClockedBot, match: int) -> None:
    """The seats have been filled for a while: the host is to be reminded."""
    view = await bot.client.manager.view(MatchId(match))
    bot.client.presenter.publish(view, Cause(Occasion.NUDGED, made_by=MadeBy.CLOCK))


def reminders(player: Player) -> list[Json]:
    """The messages on a screen that call this person."""
    return [
        each for each in player.user.public() if player.user.mention in each["content"] and each["mentions"]
    ]


def tables(player: Player) -> list[Json]:
    """The messages on a screen that show a lobby or a match: all but the sealing line."""
    return [each for each in player.user.public() if each["attachments"]]


async def test_the_reminder_stays_when_the_host_changes_an_option_at_once(tmp_path: Path) -> None:
    """The edit pause makes one write of both; it is a post that calls the host."""
    async with clocked_bot(tmp_path, edit_seconds=EDIT_SECONDS) as bot:
        host, guest = await bot.player(0), await bot.player(1)
        table = await full_lobby(bot, 1, host, guest)
        await nudge(bot, 1)
        await bot.client.manager.change_options(MatchId(1), UserId(int(host.user.id)), {"months": 6})
        await until_idle(bot, 1, seconds=EDIT_SECONDS)
        await host.user.wait_gone(table)
        (reminder,) = await host.user.wait_until(lambda: reminders(host))
        assert presses(reminder, Verb.START)


async def test_a_reminder_that_must_wait_for_its_channel_comes_when_it_may(tmp_path: Path) -> None:
    """Two tables of a channel are to be posted again at once: the second follows by itself."""
    async with clocked_bot(tmp_path) as bot:
        await bot.client.manager.servers.set(GuildId(int(bot.sandbox.guild)), "en", tables=2)
        players = [await bot.player(index) for index in range(4)]
        await full_lobby(bot, 1, players[0], players[1])
        await full_lobby(bot, 2, players[2], players[3])
        await nudge(bot, 1)
        await until_idle(bot, 1)
        await nudge(bot, 2)
        await until_idle(bot, 2)
        await players[0].user.wait_until(lambda: reminders(players[0]))
        assert not reminders(players[2])
        await until_idle(bot, 2, seconds=REPOST_SECONDS)
        await players[2].user.wait_until(lambda: reminders(players[2]))
        assert len(reminders(players[0])) == 1


async def test_nobody_is_reminded_of_a_table_whose_seats_are_empty(tmp_path: Path) -> None:
    """Somebody left within the edit pause: there is nothing to start."""
    async with clocked_bot(tmp_path, edit_seconds=EDIT_SECONDS) as bot:
        host, guest = await bot.player(0), await bot.player(1)
        table = await full_lobby(bot, 1, host, guest)
        await nudge(bot, 1)
        await bot.client.manager.leave(MatchId(1), UserId(int(guest.user.id)))
        await until_idle(bot, 1, seconds=EDIT_SECONDS)
        await until_idle(bot, 1, seconds=REPOST_SECONDS)
        shown = await host.user.wait_update(table["id"], lambda m: not presses(m, Verb.START))
        assert guest.user.name not in text_of(shown)
        assert not reminders(host)


async def test_there_is_one_reminder(tmp_path: Path) -> None:
    """A later event edits the message that reminded."""
    async with clocked_bot(tmp_path) as bot:
        host, guest = await bot.player(0), await bot.player(1)
        await full_lobby(bot, 1, host, guest)
        await nudge(bot, 1)
        await until_idle(bot, 1)
        (reminder,) = await host.user.wait_until(lambda: reminders(host))
        await bot.client.manager.change_options(MatchId(1), UserId(int(host.user.id)), {"months": 6})
        await until_idle(bot, 1)
        await host.user.wait_update(reminder["id"], lambda m: m["content"] != reminder["content"])
        assert len(tables(host)) == 1


async def test_a_buried_table_is_posted_again_by_the_next_event(tmp_path: Path) -> None:
    """Six messages bury it; talk alone moves nothing, and in twenty seconds it moves once."""
    async with clocked_bot(tmp_path) as bot:
        host, guest = await bot.player(0), await bot.player(1)
        await host.user.command("koikoi play", channel=CHANNEL)
        table = await table_of(bot, host, 1)

        async def bury() -> None:
            heard, writer = itertools.count(1), int(guest.user.id)
            last = bot.client.wait_for(
                "message", check=lambda m: m.author.id == writer and next(heard) == BURIED
            )
            for number in range(BURIED):
                await guest.user.say(f"{number}", channel=CHANNEL)
            await last
            await bot.clock.move()

        async def change(months: int) -> None:
            await bot.client.manager.change_options(MatchId(1), UserId(int(host.user.id)), {"months": months})
            await until_idle(bot, 1)

        await bury()
        assert (await table_of(bot, host, 1))["id"] == table["id"]
        await change(12)
        await host.user.wait_gone(table)
        again = await table_of(bot, host, 1)
        await bury()
        await change(6)
        await host.user.wait_update(again["id"], lambda m: m["content"] != again["content"])
        await bot.clock.move(REPOST_SECONDS)
        await change(1)
        await host.user.wait_gone(again)


async def test_an_old_table_that_cannot_be_removed_is_tried_again_a_little(tmp_path: Path) -> None:
    """Discord refuses three times, and takes the fourth: no dead table stays beside the new one."""
    async with clocked_bot(tmp_path) as bot:
        host, guest = await bot.player(0), await bot.player(1)
        old = await full_lobby(bot, 1, host, guest)
        route = "/channels/{channel_id}/messages/{message_id}"
        fault = {"method": "DELETE", "route": route, "status": 400, "count": 3, "message_id": old["id"]}
        await bot.sandbox.control("fault", **fault)
        await nudge(bot, 1)
        await until_idle(bot, 1)
        for pause in REMOVAL_PAUSES:

            async def refused() -> bool:
                return "400" in (await bot.sandbox.traffic())["statuses"]

            await until(refused)
            await bot.sandbox.reset_traffic()
            assert len(tables(host)) == 2
            await bot.clock.move(pause)
        await host.user.wait_gone(old)
        (left,) = tables(host)
        assert left["id"] != old["id"]


async def test_a_table_that_was_deleted_is_not_forced_back(tmp_path: Path) -> None:
    """The match goes on without it; storage remembers that there is none."""
    async with clocked_bot(tmp_path) as bot:
        host, guest = await bot.player(0), await bot.player(1)
        table = await full_lobby(bot, 1, host, guest)
        await host.user.delete(table)
        await host.user.wait_gone(table)
        view = await bot.client.manager.view(MatchId(1))
        assert isinstance(view, LobbyView)
        await bot.client.manager.change_options(MatchId(1), view.host, {"months": 12})
        await until_idle(bot, 1)
        row = await bot.client.store.table_messages.get(MatchId(1))
        assert row is not None
        assert row.message is None
        await bot.client.manager.change_options(MatchId(1), view.host, {"months": 6})
        await until_idle(bot, 1)
        assert not [each for each in host.user.public() if each["components"]]
