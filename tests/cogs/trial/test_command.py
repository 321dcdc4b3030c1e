"""`koikoi doctor --live` as a host runs it: the question before it, the report, and a kill."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from bot.sandbox.common.types import Snowflake
from cogs.trial.command import REPORT
from cogs.trial.journal import FILE, MARK, Journal
from cogs.trial.questions import QUESTIONS
from tests.support.command_process import ended, koikoi, of, started
from tests.support.sandbox.client import by_bot
from tests.support.trial import CHANNEL, Stage, person, stage
from tests.support.waiting import until


def arguments(here: Stage, *more: str) -> tuple[str, ...]:
    """The command for the stage's channel."""
    return ("doctor", "--live", here.sandbox.channel(CHANNEL), *more)


@pytest.mark.outside
async def test_the_host_is_asked_first(tmp_path: Path) -> None:
    """Told what will happen and where, they have to say yes; otherwise nothing is made."""
    async with stage(tmp_path) as here:
        await here.sandbox.reset_traffic()
        process = await started(*arguments(here), **of(here.server, tmp_path))
        said = await ended(process)
        assert said.status != 0, "nobody can answer"
        assert "Take a channel for tests." in said.out
        assert "Nobody has run it against the real Discord yet." in said.out
        assert f"in the channel '{CHANNEL}' of '{here.sandbox.world['guilds'][0]['name']}'" in said.out
        assert {each.split()[0] for each in (await here.sandbox.traffic())["counts"]} == {"GET"}
        assert not (tmp_path / f"{REPORT}.md").exists()


async def test_a_wrong_channel_is_told_before_the_question(tmp_path: Path) -> None:
    """The report of an earlier trial stays."""
    (tmp_path / f"{REPORT}.md").write_text("An earlier one", encoding="utf-8")
    async with stage(tmp_path) as here:
        said = await koikoi("doctor", "--live", here.sandbox.guild, "--yes", **of(here.server, tmp_path))
        assert (said.status, said.out) == (2, "")
        assert said.err == "Discord does not show the bot that channel (404 10003).\n"
    assert (tmp_path / f"{REPORT}.md").read_text(encoding="utf-8") == "An earlier one"


async def test_a_report_names_nobody(tmp_path: Path) -> None:
    """Neither ids nor names nor tokens are in it, whatever Discord said."""
    async with stage(tmp_path) as here, person(here) as user:
        report = await here.hold(
            "early-webhook", "private-by-channel", "unknown-attachment", "premium-button"
        )
        world = here.server.world
        texts = report.as_json() + report.as_markdown()
        hidden = [here.server.token, user.profile["username"], user.name, CHANNEL]
        hidden += [each.token for each in world.interactions.values()]
        hidden += [str(each) for each in (*world.channels, *world.users, *world.guilds, world.application_id)]
        assert not [each for each in hidden if each in texts]
        assert not re.search(r"\d{15,}", texts)
        told = {each["id"]: each["requests"] for each in json.loads(report.as_json())["questions"]}
        assert any("/webhooks/ID/TOKEN" in line for line in told["early-webhook"])


@pytest.mark.outside
async def test_a_trial_writes_its_report(tmp_path: Path) -> None:
    """As Markdown and as JSON, where the host wants them; an unknown question is a usage error."""
    async with stage(tmp_path / "data") as here:
        given = of(here.server, tmp_path / "data")
        wanted = ("--yes", "--alone", "--only", "nonce", "--only", "reply")
        said = await koikoi(*arguments(here, *wanted, "--report", str(tmp_path / "seen")), **given)
        assert (said.status, said.err) == (0, "")
        report = json.loads((tmp_path / "seen.json").read_text(encoding="utf-8"))
        assert {each["id"] for each in report["questions"] if each["came"] is not None} == {"nonce", "reply"}
        assert len(report["questions"]) == len(QUESTIONS)
        assert "`nonce`" in (tmp_path / "seen.md").read_text(encoding="utf-8")
        assert here.server.token not in said.out
        wrong = await koikoi(*arguments(here, "--yes", "--only", "nothing"), **given)
        assert wrong.status == 2 and "no question is called nothing" in wrong.err


@pytest.mark.outside
async def test_what_a_killed_trial_left_goes_with_the_next(tmp_path: Path) -> None:
    """Also a message that it had no time to note, and a thread; a message of somebody else stays."""
    async with stage(tmp_path) as here, person(here) as user:
        given = of(here.server, tmp_path)
        await user.say(f"I have seen {MARK}1", channel=CHANNEL)
        await here.sandbox.control(
            "fault", method="PATCH", route="/channels/{channel_id}", status=0, delay=60, count=1
        )
        process = await started(*arguments(here, "--yes", "--alone", "--only", "archived-edit"), **given)
        await until(lambda: here.left == (2, 1))
        mark = await until_noted(tmp_path, 3)
        process.kill()
        await process.communicate()
        await unnoted(here, mark)
        assert here.left == (3, 1)
        said = await koikoi(*arguments(here, "--yes", "--alone", "--only", "nonce"), **given)
        assert (said.status, said.err) == (0, "")
        assert "An earlier trial left something" in said.out
        assert here.left == (1, 0)
        assert Journal(tmp_path).empty


async def until_noted(folder: Path, lines: int) -> str:
    """Wait until the journal has a number of lines beside its channel, and return its trial's mark."""

    async def noted() -> list[str] | None:
        found = await asyncio.to_thread(read_lines, folder)
        return found if len(found) > lines else None

    found = await until(noted)
    assert found is not None
    return str(json.loads(found[0])["mark"])


def read_lines(folder: Path) -> list[str]:
    """The lines of the journal."""
    return (folder / FILE).read_text(encoding="utf-8").splitlines()


async def unnoted(here: Stage, mark: str) -> None:
    """Post a message as a trial does that dies before it notes it."""
    path = f"/channels/{here.sandbox.channel(CHANNEL)}/messages"
    await by_bot(here.server, "POST", path, {"content": f"A trial ({mark})"})


def spoil(folder: Path) -> None:
    """Write into the journal what no trial writes."""
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.write('{"strange": 1}\n[]\n7\n{"made"')


async def test_a_trial_removes_nothing_but_its_own(tmp_path: Path) -> None:
    """The journal of an earlier one may name anything, and anything may be called like a mark."""
    journal, mark = Journal(tmp_path), f"{MARK}0a1b2c"
    async with stage(tmp_path) as here, person(here) as user:
        channel = here.sandbox.channel(CHANNEL)
        path = f"/channels/{channel}"
        await user.say(f"About {mark}", channel=CHANNEL)
        kept = [
            await by_bot(here.server, "POST", f"{path}/messages", {"content": text})
            for text in ("The table of two people", f"Somebody is called {MARK}a", f"{MARK}ffffff")
        ]
        thread = await by_bot(here.server, "POST", f"{path}/threads", {"name": mark, "type": 11})
        state = here.server.world.channels[Snowflake(int(thread["id"]))].thread
        assert state is not None
        state.owner_id = Snowflake(int(user.id))
        journal.begin(mark, channel, here.sandbox.guild)
        for each in (
            path,
            f"/guilds/{here.sandbox.guild}",
            *(f"{path}/messages/{each['id']}" for each in kept),
        ):
            journal.made(each)
        await unnoted(here, mark)
        commands = f"/applications/{here.server.world.application_id}/guilds/{here.sandbox.guild}/commands"
        await by_bot(here.server, "POST", commands, {"name": mark, "description": "A trial"})
        spoil(tmp_path)
        report = await here.hold("nonce", alone=True)
        assert (report.trouble, report.left) == ("", 0)
        assert here.left == (1 + len(kept), 1)
        assert Snowflake(int(channel)) in here.server.world.channels
        assert [each.name for each in here.server.world.commands.values()] == ["koikoi"]
        assert Journal(tmp_path).empty
