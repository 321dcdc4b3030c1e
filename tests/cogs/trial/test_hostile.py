"""A Discord that turns against a trial, or a host who ends it: it stops, and removes what it can."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.sandbox.changes import channels
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.model import Channel, Overwrite
from bot.sandbox.world.permissions import Permission
from cogs.trial.journal import MARK, Journal
from cogs.trial.place import DENIED
from cogs.trial.questions import QUESTIONS, How
from cogs.trial.report import Report, State
from tests.support.sandbox.user import SandboxUser
from tests.support.trial import CHANNEL, HASTE, Stage, stage
from tests.support.waiting import MOST_SECONDS

FIRST, SECOND = "reply", "file-kept"
"""Two questions; the trouble comes in the second one, which has posted a message by then."""


def the_channel(here: Stage) -> Channel:
    """The channel of the trial."""
    return here.server.world.channels[Snowflake(int(here.sandbox.channel(CHANNEL)))]


def denied(right: Permission) -> Callable[[Stage], None]:
    """Take a right from the bot."""

    def deny(here: Stage) -> None:
        bot = here.server.world.bot.id
        the_channel(here).overwrites[bot] = Overwrite(bot, is_member=True, deny=right)

    return deny


def revoked(here: Stage) -> None:
    """Let the token be no longer that of the bot."""
    here.server.world.token = "revoked"


def slow(here: Stage) -> None:
    """Answer nothing in time."""
    here.server.world.settings = replace(here.server.world.settings, latency_seconds=60.0)


def cut_off(here: Stage) -> None:
    """Cut off every request."""
    here.server.world.settings = replace(here.server.world.settings, rest_refused=True)


def deleted(here: Stage) -> None:
    """Delete the channel."""
    channels.delete_channel(here.server.world, the_channel(here))


def interrupted(_: Stage) -> None:
    """Press Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)


def terminated(_: Stage) -> None:
    """End the process as a service manager does."""
    os.kill(os.getpid(), signal.SIGTERM)


def hung_up(_: Stage) -> None:
    """Close the terminal."""
    os.kill(os.getpid(), signal.SIGHUP)


async def after_first(here: Stage, harm: Callable[[Stage], None]) -> Report:
    """Hold a trial of two questions that is harmed between them."""

    def hear(line: str) -> None:
        if FIRST in line:
            harm(here)

    here.on_line = hear
    report = await here.hold(FIRST, SECOND, alone=True, patience=replace(HASTE, answer=0.5))
    here.on_line = lambda _: None
    states = {each.question.id: each.state for each in report.findings}
    assert (states[FIRST], states[SECOND]) == (State.SAME, State.UNASKED)
    assert {each.why for each in report.findings if each.question.id == SECOND} == {report.trouble}
    assert report.status == 2
    return report


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (denied(Permission.SEND_MESSAGES), "refuses the bot a permission"),
        (interrupted, "interrupted"),
        (terminated, "interrupted"),
        (hung_up, "interrupted"),
    ],
)
async def test_a_trial_ends_and_leaves_nothing(
    tmp_path: Path, harm: Callable[[Stage], None], told: str
) -> None:
    """Everything that still can be removed is removed."""
    async with stage(tmp_path) as here:
        report = await after_first(here, harm)
        assert told in report.trouble
        assert (here.left, report.left) == ((0, 0), 0)
        assert Journal(tmp_path).empty


async def test_what_a_question_made_goes_before_the_next(tmp_path: Path) -> None:
    """A trial that is killed leaves little."""
    left: list[tuple[int, int]] = []
    async with stage(tmp_path) as here:
        here.on_line = lambda _: left.append(here.left)
        await here.hold(FIRST, SECOND, alone=True)
    assert left[:2] == [(2, 0), (1, 0)]


async def test_a_channel_that_is_deleted_takes_everything_along(tmp_path: Path) -> None:
    """Nothing is left to remove."""
    async with stage(tmp_path) as here:
        report = await after_first(here, deleted)
        assert "channel is gone" in report.trouble
        assert report.left == 0
        assert Journal(tmp_path).empty


@pytest.mark.outside
@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (revoked, "refuses the token"),
        (slow, "does not answer"),
        (cut_off, "does not answer"),
    ],
)
async def test_what_could_not_be_removed_goes_with_the_next_trial(
    tmp_path: Path, harm: Callable[[Stage], None], told: str
) -> None:
    """Once the bot has its rights again."""
    async with stage(tmp_path) as here:
        fine = here.server.world.settings
        report = await after_first(here, harm)
        assert told in report.trouble
        assert report.left > 0
        here.server.world.token, here.server.world.settings = here.server.token, fine
        the_channel(here).overwrites.clear()
        after = await here.hold(FIRST, alone=True)
        assert (after.trouble, here.left) == ("", (0, 0))
        assert Journal(tmp_path).empty


async def test_the_host_need_not_wait_for_the_removal(tmp_path: Path) -> None:
    """A second Ctrl-C ends it where Discord is slow; the next trial removes what is left."""
    async with stage(tmp_path) as here:
        fine = here.server.world.settings

        def hear(line: str) -> None:
            if FIRST in line:
                slow(here)
                interrupted(here)
            if "Removing" in line:
                interrupted(here)

        here.on_line = hear
        report = await here.hold(FIRST, alone=True, patience=replace(HASTE, answer=MOST_SECONDS))
        assert (report.status, report.left) == (2, 1)
        assert "Not removed: it was interrupted" in here.said
        here.on_line, here.server.world.settings = lambda _: None, fine
        assert (await here.hold(FIRST, alone=True)).trouble == ""
        assert here.left == (0, 0)


async def test_discord_fails_again_and_again(tmp_path: Path) -> None:
    """One failure is borne, three end the trial."""
    async with stage(tmp_path) as here:
        route = "/channels/{channel_id}/messages"
        await here.sandbox.control("fault", method="POST", route=route, status=503, count=2)
        assert (await here.hold(FIRST, alone=True)).trouble == ""
        await here.sandbox.control("fault", method="POST", route=route, status=503, count=3)
        report = await here.hold(FIRST, alone=True)
        assert "fails again and again" in report.trouble
        assert here.left == (0, 0)


async def test_the_limit_of_the_whole_bot_ends_a_trial(tmp_path: Path) -> None:
    """The limit of a route is waited for."""
    async with stage(tmp_path) as here:
        fault = {"method": "POST", "route": "/channels/{channel_id}/messages", "status": 429}
        await here.sandbox.control("fault", **fault, retry_after=0.1)
        assert (await here.hold(FIRST, alone=True)).trouble == ""
        await here.sandbox.control("fault", **fault, retry_after=3600)
        assert "too many requests" in (await here.hold(FIRST, alone=True)).trouble


async def test_a_trial_needs_rights_before_it_begins(tmp_path: Path) -> None:
    """The trial names those that are missing, and posts nothing."""
    async with stage(tmp_path) as here:
        denied(Permission.SEND_MESSAGES | Permission.ATTACH_FILES)(here)
        assert (
            await here.hold()
        ).trouble == "The bot lacks permissions in that channel: Send Messages, Attach Files."
        await here.sandbox.reset_traffic()
        denied(Permission.VIEW_CHANNEL)(here)
        assert "does not show the bot that channel" in (await here.hold()).trouble
        assert not any("POST" in each for each in (await here.sandbox.traffic())["counts"])


async def test_without_the_right_to_remove_threads_none_is_opened(tmp_path: Path) -> None:
    """The questions about threads say why they are not asked."""
    async with stage(tmp_path) as here:
        denied(Permission.MANAGE_THREADS)(here)
        report = await here.hold("archived-edit", alone=True)
        (found,) = [each for each in report.findings if each.question.id == "archived-edit"]
        assert "Manage Threads" in found.why
        assert here.left == (0, 0)


async def test_without_the_right_to_set_overwrites_none_is_set(tmp_path: Path) -> None:
    """Nor where the bot has one already: it would be lost."""
    async with stage(tmp_path) as here:
        bot = here.server.world.bot.id
        for right in (Permission.MANAGE_ROLES, Permission.ADD_REACTIONS):
            denied(right)(here)
            report = await here.hold("nobody-overwritten", alone=True)
            (found,) = [each for each in report.findings if each.question.id == "nobody-overwritten"]
            assert "Manage Permissions" in found.why
            assert the_channel(here).overwrites[bot].deny is right
            assert here.left == (0, 0)


@pytest.mark.parametrize(
    ("deny", "left"), [(DENIED.value, 1), (Permission.SEND_MESSAGES.value, 2)], ids=["a trial's", "a host's"]
)
async def test_a_killed_trial_s_overwrite_goes_with_the_next(tmp_path: Path, deny: int, left: int) -> None:
    """One with other rights, and that of somebody else, are the host's."""
    async with stage(tmp_path) as here:
        channel, everybody = the_channel(here), Snowflake(int(here.sandbox.guild))
        bot, journal = here.server.world.bot.id, Journal(tmp_path)
        journal.begin(f"{MARK}0a1b2c", str(channel.id), str(everybody))
        for each, kind in ((everybody, False), (bot, True)):
            channel.overwrites[each] = Overwrite(each, is_member=kind, deny=Permission(deny))
            journal.made(f"/channels/{channel.id}/permissions/{each}")
        channel.overwrites[everybody].deny = Permission.ADD_REACTIONS
        report = await here.hold(FIRST, alone=True)
        assert bool(report.trouble) is (left == 2)
        assert len(channel.overwrites) == left


async def test_what_stays_refused_is_told_once(tmp_path: Path) -> None:
    """The host is told to remove it; the trial after the next one says nothing of it."""
    async with stage(tmp_path) as here:
        other = Snowflake(int(await here.sandbox.add_channel("other")))
        bot = here.server.world.bot.id
        hidden = Overwrite(bot, is_member=True, deny=Permission.VIEW_CHANNEL)
        here.server.world.channels[other].overwrites[bot] = hidden
        journal, path = Journal(tmp_path), f"/channels/{other}/messages/1"
        journal.begin(f"{MARK}0a1b2c", str(other), here.sandbox.guild)
        journal.made(path)
        for told in (1, 0):
            here.said.clear()
            report = await here.hold(FIRST, alone=True)
            assert (report.trouble, report.left) == ("", 0)
            assert sum("remove it yourself" in line and path in line for line in here.said) == told
            assert Journal(tmp_path).empty


async def test_nobody_is_there_to_press(tmp_path: Path) -> None:
    """One wait is enough: the other presses are not asked for, and all that needs nobody is."""
    pressed = [each.id for each in QUESTIONS if each.how is How.PRESS][:4]
    async with stage(tmp_path) as here:
        report = await here.hold(*pressed, FIRST, patience=replace(HASTE, press=0.2))
        asked = {each.question.id: each for each in report.findings if each.question.id in [*pressed, FIRST]}
        assert asked.pop(FIRST).state is State.SAME
        assert {each.state for each in asked.values()} == {State.UNASKED}
        assert sum("press the button" in line for line in here.said) == 1
        assert (report.trouble, here.left) == ("", (0, 0))


async def test_the_gateway_ends_the_session(tmp_path: Path) -> None:
    """Nobody's press would be heard any more."""
    async with stage(tmp_path) as here:

        def hear(line: str) -> None:
            if "press the button" in line:
                for session in here.server.gateway.sessions.values():
                    assert session.sink is not None
                    session.sink.close(4009)

        here.on_line = hear
        report = await here.hold("early-webhook")
        assert report.trouble == "The gateway has ended the session (code 4009)."
        assert here.left == (0, 0)


async def test_a_session_is_not_begun_with_few_left(tmp_path: Path) -> None:
    """The bot needs them."""
    async with stage(tmp_path, sessions_a_day=5) as here:
        assert "session starts" in (await here.hold("early-webhook")).trouble
        assert here.left == (0, 0)


async def test_a_command_elsewhere_is_not_answered(tmp_path: Path) -> None:
    """A stranger uses the bot in another channel, or in direct messages, and knows nothing of a trial."""
    async with stage(tmp_path, ack_seconds=1.0) as here:
        user, stranger = await here.sandbox.user(0), await here.sandbox.user(1)
        for each in (user, stranger):
            await here.sandbox.control("install", user=each.id, installed=True)
        async with asyncio.TaskGroup() as acts:

            def hear(line: str) -> None:
                if "press the button" in line:
                    acts.create_task(press(user))
                if "use its command in this channel" in line:
                    acts.create_task(both(stranger, "tea-room", user, CHANNEL))
                if "use its command in a direct message" in line:
                    acts.create_task(both(stranger, stranger.direct, user, user.direct))
                if "fill in" in line:
                    acts.create_task(fill(user))

            here.on_line = hear
            report = await here.hold("command-modal", "direct-command")
        asked = {each.question.id: each.state for each in report.findings if each.came is not None}
        assert asked == {"command-modal": State.SAME, "direct-command": State.SAME}


async def both(stranger: SandboxUser, elsewhere: str, user: SandboxUser, there: str) -> None:
    """A stranger uses the bot's command in vain, then the person who was asked does."""
    assert (await stranger.command("koikoi games", channel=elsewhere)).failed
    assert not (await user.command("koikoi games", channel=there)).failed


async def press(user: SandboxUser) -> None:
    """Press the button that the trial shows."""
    await user.press(user.messages()[-1], "Press")


async def fill(user: SandboxUser) -> None:
    """Fill in the form that is open."""
    while not user.modals:
        await user.news()
    await user.submit(user.modals[-1], {"Text": "Text"})


async def test_a_message_that_names_people_is_not_edited(tmp_path: Path) -> None:
    """Nobody is called by a trial."""
    async with stage(tmp_path) as here:
        here.old_message().mention_ids = [next(iter(here.server.world.users))]
        report = await here.hold("old-edit", alone=True)
        (found,) = [each for each in report.findings if each.question.id == "old-edit"]
        assert "older than an hour" in found.why
