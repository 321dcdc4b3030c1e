"""The reminder at half time: to whom, how often, and that it goes on the move; players who have left."""

from __future__ import annotations

from pathlib import Path

from bot.match.views import MatchView
from bot.match.vocabulary import Cause, MadeBy, Occasion, Pings
from cogs.content.custom_id import Verb
from cogs.platform.discord_errors import REMOVAL_PAUSES
from tests.support.clocked_bot import ClockedBot, clocked_bot
from tests.support.e2e.clocked_match import MATCH, alone, reminders, turn_over, two, user_of
from tests.support.e2e.scripted_player import directly
from tests.support.waiting import until
from tests.support.wording_views import JAPANESE

HALF_SECONDS = 60


async def until_stored(bot: ClockedBot, count: int) -> None:
    """Wait until `count` reminders are stored."""

    async def stored() -> bool:
        return len(await bot.client.store.reminder_messages.all()) == count

    await until(stored)


async def half_time(bot: ClockedBot, seconds: float = HALF_SECONDS + 1) -> None:
    """Let time pass and half of the turn with it; the clock of deadlines is not moved here."""
    await bot.clock.move(seconds)
    view = await bot.client.manager.view(MATCH)
    bot.client.presenter.publish(view, Cause(Occasion.HALF_TIME, made_by=MadeBy.CLOCK))


async def test_a_reminder_comes_at_half_time_and_goes_on_the_move(tmp_path: Path) -> None:
    """The reminder mentions the player to move, and nobody else; nothing stays on screen or stored."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        await half_time(bot)
        (reminder,) = await mover.user.wait_until(lambda: reminders(mover))
        assert [each["id"] for each in reminder["mentions"]] == [mover.user.id]
        assert not reminders(other)
        await until_stored(bot, 1)
        await mover.move(directly)
        await mover.user.wait_gone(reminder)
        await until_stored(bot, 0)


async def test_a_reminder_speaks_the_language_of_the_person_whom_it_mentions(tmp_path: Path) -> None:
    """The language of their presses, and from then on the one that they choose; never the table's."""
    async with clocked_bot(tmp_path) as bot:
        mover, _ = await two(bot, locales=("en-US", "ja"))
        if mover.user.locale != "ja":
            await bot.client.manager.persons.speak(user_of(mover), "Name", "ja")
        await half_time(bot)
        (reminder,) = await mover.user.wait_until(lambda: reminders(mover))
        said = JAPANESE(
            "{player}, it is your turn. Your time runs out {when}.", player=mover.user.mention, when="|"
        )
        first, last = said.split("|")
        assert reminder["content"].startswith(first) and reminder["content"].endswith(last)
        await until_stored(bot, 1)


async def test_who_has_just_pressed_something_needs_no_reminder(tmp_path: Path) -> None:
    """The player is there; a player who wants to be called always is reminded all the same."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        await bot.clock.move(HALF_SECONDS - 5)
        await mover.tap(mover.hand, Verb.MORE)
        await half_time(bot, 6)
        await mover.tap(mover.hand, Verb.YAKU)
        assert not reminders(mover)
        await bot.client.manager.persons.set_pings(user_of(other), "Name", Pings.ALWAYS)
        await turn_over(bot, mover)
        await bot.clock.move(HALF_SECONDS - 5)
        await other.tap(other.hand, Verb.MORE)
        await half_time(bot, 6)
        assert await other.user.wait_until(lambda: reminders(other))


async def test_a_reminder_alone_goes_on_the_move_too(tmp_path: Path) -> None:
    """A player who chose direct messages has it there, with a link to the table."""
    async with clocked_bot(tmp_path) as bot:
        mover, _ = await two(bot)
        await bot.client.manager.persons.set_pings(user_of(mover), "Name", Pings.DM)
        await half_time(bot)
        await until_stored(bot, 1)
        (told,) = alone(bot, mover)
        assert "https://discord.com/channels/" in told.content
        assert not reminders(mover)
        await mover.move(directly)
        await until_stored(bot, 0)
        assert not alone(bot, mover)


async def test_a_reminder_that_cannot_be_removed_is_tried_again_a_little(tmp_path: Path) -> None:
    """Discord refuses three times, and takes the fourth."""
    async with clocked_bot(tmp_path) as bot:
        mover, _ = await two(bot)
        await half_time(bot)
        (reminder,) = await mover.user.wait_until(lambda: reminders(mover))
        await until_stored(bot, 1)
        route = "/channels/{channel_id}/messages/{message_id}"
        # The table may be posted again meanwhile, and its old message deleted: that is let through.
        fault = {"method": "DELETE", "route": route, "status": 400, "count": 3, "message_id": reminder["id"]}
        await bot.sandbox.control("fault", **fault)
        await mover.move(directly)
        for pause in REMOVAL_PAUSES:

            async def refused() -> bool:
                return "400" in (await bot.sandbox.traffic())["statuses"]

            await until(refused)
            await bot.sandbox.reset_traffic()
            assert reminders(mover)
            await bot.clock.move(pause)
        await mover.user.wait_gone(reminder)
        await until_stored(bot, 0)


async def test_who_has_left_the_server_has_no_more_time(tmp_path: Path) -> None:
    """No event tells: they are looked for when they are to be reminded, and their time is over then."""
    async with clocked_bot(tmp_path) as bot:
        mover, _ = await two(bot)
        await bot.sandbox.control("member", guild=bot.sandbox.guild, user=mover.user.id, present=False)
        view = await bot.client.manager.view(MATCH)
        assert isinstance(view, MatchView)
        await half_time(bot)

        async def changed() -> bool:
            return (await bot.client.manager.view(MATCH)).version != view.version

        await until(changed)
        now = await bot.client.manager.view(MATCH)
        assert isinstance(now, MatchView)
        assert now.n > view.n
        assert not reminders(mover)
