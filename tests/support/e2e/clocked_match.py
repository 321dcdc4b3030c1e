"""A match of two on a bot whose clock is moved by hand: who is asked, what stands on the screens."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Sequence

from bot.ids import MatchId, UserId
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.model import Message
from cogs.content.custom_id import Press, Verb
from tests.support.clocked_bot import CHANNEL, ClockedBot
from tests.support.e2e.e2e_stage import begin
from tests.support.e2e.scripted_player import MOVES, Player, presses
from tests.support.sandbox.messages import Json
from tests.support.waiting import LOOK_SECONDS, until

MATCH = MatchId(1)
CALM = 3
"""The number of times in a row without a write that counts as rest."""


async def until_idle(bot: ClockedBot, *, seconds: float = 0) -> None:
    """Let time pass, and wait until nothing is written to tables and hands before more passes."""
    await bot.clock.move(seconds)
    calm = 0

    async def idle() -> bool:
        nonlocal calm
        await bot.clock.move()
        presenter = bot.client.presenter
        locks = [each.lock for each in presenter.tables.all()] + [each.lock for each in presenter.hands.all()]
        calm = 0 if any(lock.locked() for lock in locks) else calm + 1
        return calm > CALM

    await until(idle, every=0.002)


@contextlib.asynccontextmanager
async def passing(bot: ClockedBot) -> AsyncIterator[None]:
    """Time passes by itself in the meantime, some ten times as fast as it does."""

    async def pass_on() -> None:
        while True:
            await bot.clock.move(0.1)
            await asyncio.sleep(LOOK_SECONDS)

    task = asyncio.create_task(pass_on())
    try:
        yield
    finally:
        task.cancel()


async def two(
    bot: ClockedBot, months: int = 1, locales: tuple[str, str] = ("en-US", "en-US")
) -> tuple[Player, Player]:
    """Two people with hands: who is asked for a card, and who waits. The first locale is the host's."""
    players = await bot.player(0, locales[0]), await bot.player(1, locales[1])
    async with passing(bot):
        await begin(*players, months=months)
        for player in players:
            await player.hand_without(Verb.NEXT)
    await until_idle(bot)
    first, second = players
    return (first, second) if asked(first) else (second, first)


def asked(player: Player) -> bool:
    """Whether somebody's hand asks them for something."""
    return bool(player.hands) and bool(presses(player.hand, *MOVES))


def user_of(player: Player) -> UserId:
    """A player's id."""
    return UserId(int(player.user.id))


def table(player: Player) -> Json:
    """The table as it is on a screen."""
    return [each for each in player.user.public(CHANNEL) if presses(each, Verb.MORE)][-1]


def reminders(player: Player) -> list[Json]:
    """Return the messages that call a person in the channel and are no table."""
    return [
        each
        for each in player.user.public(CHANNEL)
        if each["mentions"] and player.user.mention in each["content"] and not each["components"]
    ]


def alone(bot: ClockedBot, player: Player) -> list[Message]:
    """Return the bot's messages to somebody alone."""
    channel = bot.server.world.private_channel(Snowflake(int(player.user.id)))
    return list(channel.messages.values())


async def turn_over(bot: ClockedBot, mover: Player, *, seconds: float = 0) -> None:
    """Let time pass, then have the player to move play until they are not asked any more."""
    await until_idle(bot, seconds=seconds)
    while asked(mover):
        before = mover.hand
        await mover.move(_directly)
        await mover.user.wait_update(before["id"], lambda m: m is not before)  # noqa: B023
        await until_idle(bot)


def _directly(found: Sequence[Press]) -> Press:
    """Return the action that takes one press, where there is such a thing."""
    return next((press for press in found if press.verb is not Verb.PICK), found[0])


async def chat(bot: ClockedBot, player: Player, count: int) -> None:
    """Have somebody say `count` things, and wait until the bot has heard them all."""
    heard, writer = itertools.count(1), int(player.user.id)
    last = bot.client.wait_for("message", check=lambda m: m.author.id == writer and next(heard) == count)
    for number in range(count):
        await player.user.say(f"{number}", channel=CHANNEL)
    await last
