"""One interaction's answer, on real interactions; what is slow is slow because the clock is moved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest

from bot.errors import AlreadyShown, LobbyFull
from bot.i18n import Languages
from bot.ids import GuildId, MatchId, UserId
from bot.wording import notes
from cogs.content.controls import Button
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent, RenderedMessage
from cogs.messages.answer import Answer, Answers, Deferral
from cogs.messages.failures import guarded, say
from tests.support.e2e.e2e_stage import CHANNEL
from tests.support.e2e.in_process_bot import connected
from tests.support.manual_clock import ManualClock
from tests.support.sandbox.client import Sandbox, start_server
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import Outcome, SandboxUser

ACK_SECONDS = 1.5
NOTE, LATER, LATER_SAME, UPDATE = 4, 5, 6, 7
"""Types of callbacks: a message, one that is being thought about, the same message later or now."""
ROWS = ((Button("Press", Press(MatchId(1), Verb.MORE)),),)
PRIVATE = 64

Work = Callable[[Answer], Awaitable[object]]


class SmallBot(discord.Client):
    """Answers every press with the work that a test has put here."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.answers = answers
        self.work: Work = nothing
        self.deferral = Deferral.UPDATE

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Do it inside the error boundary."""
        answer = self.answers.to(interaction, self.deferral)

        async def work() -> None:
            await self.work(answer)

        await guarded(answer, work())


async def nothing(answer: Answer) -> None:
    """Work that has nothing to show."""


def text(words: str) -> RenderedMessage:
    """A message with a button."""
    return RenderedMessage(MessageContent(words, ROWS))


@dataclass
class Desk:
    """A bot, somebody who presses, and a public message with a button."""

    bot: SmallBot
    clock: ManualClock
    sandbox: Sandbox
    user: SandboxUser
    public: Json
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    async def press(self, work: Work, deferral: Deferral, on: Json | None = None) -> Outcome:
        """Press, and have it answered by some work that is done at once."""
        self.bot.work, self.bot.deferral = work, deferral
        return await self.user.press(on or self.public, "Press")

    async def press_slowly(self, work: Work, deferral: Deferral, on: Json | None = None) -> Outcome:
        """Press, and have it answered by some work that is done when the acknowledgement is out already."""

        async def slow(answer: Answer) -> None:
            began.set()
            await self.ready.wait()
            await work(answer)

        began = asyncio.Event()
        pressing = asyncio.create_task(self.press(slow, deferral, on))
        await began.wait()
        await self.clock.move(ACK_SECONDS - 0.1)
        assert not pressing.done()
        await self.clock.move(0.1)
        outcome = await pressing
        self.ready.set()
        return outcome

    async def private(self) -> Json:
        """A private message with a button."""
        outcome = await self.press(lambda answer: answer.note(text("private")), Deferral.NOTE)
        return await self.user.answer(outcome)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    """A public message in a channel, and an open screen."""
    clock = ManualClock()
    bot = SmallBot(Answers(Languages.load(), clock, seconds=ACK_SECONDS))
    async with start_server() as (server, sandbox), connected(bot, server):
        user = await sandbox.user(1)
        channel = bot.get_partial_messageable(int(sandbox.channel(CHANNEL)))
        await text("public").send(bot, channel.send)
        public = await user.wait_for(lambda m: m["content"] == "public")
        yield Desk(bot, clock, sandbox, user, public)


async def test_an_answer_that_is_ready_is_one_response(desk: Desk) -> None:
    """A Note to a press on a public message, an update to one on a private message."""
    outcome = await desk.press(lambda answer: answer.note(text("one")), Deferral.NOTE)
    assert outcome.callback == NOTE
    note = await desk.user.answer(outcome)
    assert (note["content"], note["flags"] & PRIVATE) == ("one", PRIVATE)
    assert (
        await desk.press(lambda answer: answer.update(text("two")), Deferral.UPDATE, note)
    ).callback == UPDATE
    await desk.user.wait_update(note["id"], lambda m: m["content"] == "two")


async def test_work_that_shows_nothing_is_acknowledged(desk: Desk) -> None:
    """The message that was pressed on stays as it is."""
    assert (await desk.press(nothing, Deferral.UPDATE)).callback == LATER_SAME
    assert [each["content"] for each in desk.user.messages(CHANNEL)] == ["public"]


async def test_a_slow_update_is_acknowledged_and_edits_the_message_later(desk: Desk) -> None:
    """In time, and not before."""
    note = await desk.private()
    outcome = await desk.press_slowly(lambda answer: answer.update(text("late")), Deferral.UPDATE, note)
    assert outcome.callback == LATER_SAME
    await desk.user.wait_update(note["id"], lambda m: m["content"] == "late")


async def test_a_slow_note_fills_the_message_that_is_being_thought_about(desk: Desk) -> None:
    """A slow note fills its message, which only its reader sees."""
    outcome = await desk.press_slowly(lambda answer: answer.note(text("late")), Deferral.NOTE)
    assert outcome.callback == LATER
    note = await desk.user.answer(outcome)
    assert (note["content"], note["flags"] & PRIVATE) == ("late", PRIVATE)
    assert len(desk.user.messages(CHANNEL)) == 2


async def test_a_slow_note_never_fills_the_public_message_that_was_pressed_on(desk: Desk) -> None:
    """After an acknowledgement without a message it comes as a message of its own."""
    outcome = await desk.press_slowly(lambda answer: answer.note(text("late")), Deferral.UPDATE)
    assert outcome.callback == LATER_SAME
    note = await desk.user.wait_for(lambda m: m["content"] == "late")
    assert note["flags"] & PRIVATE
    assert [each["content"] for each in desk.user.public(CHANNEL)] == ["public"]


async def test_a_slow_post_is_for_everybody_and_a_note_in_its_place_is_not(desk: Desk) -> None:
    """A public thinking message is removed before somebody is told something in private."""
    other = await desk.sandbox.user(2)
    await desk.press_slowly(lambda answer: answer.post(text("for all")), Deferral.POST)
    await other.wait_for(lambda m: m["content"] == "for all")
    desk.ready.clear()
    await desk.press_slowly(lambda answer: answer.note(text("for one")), Deferral.POST)
    note = await desk.user.wait_for(lambda m: m["content"] == "for one")
    assert note["flags"] & PRIVATE
    assert {each["content"] for each in other.messages(CHANNEL)} == {"public", "for all"}


async def test_a_public_message_is_never_updated_as_an_answer(desk: Desk) -> None:
    """Two such answers can arrive in the wrong order: it is a fault of ours, with a number."""
    await desk.press(lambda answer: answer.update(text("wrong")), Deferral.UPDATE)
    told = await desk.user.wait_for(lambda m: "Incident" in m["content"])
    assert told["flags"] & PRIVATE
    assert [each["content"] for each in desk.user.public(CHANNEL)] == ["public"]


async def test_a_private_message_that_is_gone_is_replaced(desk: Desk) -> None:
    """The message was removed while the press on it was under way."""
    note = await desk.private()

    async def gone(answer: Answer) -> None:
        await answer.acknowledge()
        await answer.interaction.delete_original_response()
        await answer.instead(text("instead"))

    await desk.press(gone, Deferral.UPDATE, note)
    await desk.user.wait_for(lambda m: m["content"] == "instead")


async def test_everybody_is_shown_the_same_thing_once_from_a_private_message(desk: Desk) -> None:
    """A second press says so, and posts nothing; a post that failed may be tried again."""
    note, english = await desk.private(), Languages.load().pick("en")

    def show(what: str, make: Callable[[], Awaitable[RenderedMessage]]) -> Work:
        return lambda answer: answer.show_to_everybody(what, make)

    async def made() -> RenderedMessage:
        return text("for all")

    async def refused() -> RenderedMessage:
        raise LobbyFull

    told = await desk.user.answer(await desk.press(show("list", refused), Deferral.UPDATE, note))
    assert told["content"] == notes.error(english, LobbyFull())
    await desk.press(show("list", made), Deferral.UPDATE, note)
    told = await desk.user.answer(await desk.press(show("list", refused), Deferral.UPDATE, note))
    assert told["content"] == notes.error(english, AlreadyShown())
    assert told["flags"] & PRIVATE
    await desk.press(show("other", made), Deferral.UPDATE, note)
    await desk.press(show("list", made), Deferral.UPDATE)
    posts = [each["content"] for each in desk.user.public(CHANNEL)]
    assert posts == ["public", "for all", "for all"], "nothing is posted from a message that all see"


async def test_an_expected_error_is_told_in_its_words(desk: Desk) -> None:
    """To the person who pressed, in their language."""

    async def refuse(answer: Answer) -> None:
        raise LobbyFull

    outcome = await desk.press(refuse, Deferral.UPDATE)
    assert outcome.callback == NOTE
    english = Languages.load().pick("en")
    assert (await desk.user.answer(outcome))["content"] == notes.error(english, LobbyFull())


async def test_an_answer_knows_who_asked_where_and_in_which_language(desk: Desk) -> None:
    """Once, for whatever handles it."""
    known: list[Answer] = []

    async def look(answer: Answer) -> None:
        known.append(answer)
        await say(answer, "seen")

    await desk.press(look, Deferral.NOTE)
    (answer,) = known
    assert answer.user == UserId(int(desk.user.id))
    assert answer.person.name == desk.user.name
    assert (answer.locale, answer.words.locale) == ("en-US", "en")
    assert answer.place is not None
    assert (answer.place.guild, str(answer.place.channel)) == (
        GuildId(int(desk.sandbox.guild)), desk.sandbox.channel(CHANNEL),
    )  # fmt: skip
    assert answer.missing_permissions == []
    assert answer.chosen is None


async def test_the_end_of_the_process_waits_for_answers_that_are_on_their_way(desk: Desk) -> None:
    """A begun answer is finished."""
    began = asyncio.Event()

    async def slow(answer: Answer) -> None:
        began.set()
        await desk.ready.wait()
        await answer.note(text("last"))

    pressing = asyncio.create_task(desk.press(slow, Deferral.NOTE))
    await began.wait()
    closing = asyncio.create_task(desk.bot.answers.close())
    await desk.clock.move()
    assert not closing.done()
    desk.ready.set()
    await closing
    assert (await desk.user.answer(await pressing))["content"] == "last"
