"""The real image, built and run: `python -m tests.hosting.image FOLDER`, by hand, as root on a Debian.

Debian's buildah and podman stand in for Docker, and an image made of Debian's packages stands in for the one
that the Dockerfile names. The Dockerfile is built as it stands. The bot then runs as compose.yaml has it,
with the local Discord mounted into it. It is played with, told to end in mid-match, killed in mid-match, cut
off from Discord, and asked for its health. Pictures of people with names in seven scripts lie in FOLDER
afterwards: look at them. This took 15 minutes on two busy cores. It ends with 2 where it cannot run.

What stays untried: Docker itself, a real image of Python, a limit of memory, and a health check that is
called by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from aiohttp import ClientResponseError

from bot.ids import MatchId
from cogs.content.custom_id import Verb
from tests.support.e2e import forged_presses
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import QUICK_BOT, Stage, begin, must_fit_the_document, record_beside
from tests.support.e2e.scripted_player import Player, play_until, presses
from tests.support.e2e.snapshot import Stored
from tests.support.processes.containers import (
    CannotRunError,
    Containers,
    enter_namespace,
    must_be_possible,
    options_of,
)
from tests.support.processes.dockerfile import user
from tests.support.sandbox.client import QUICK, ROOT, start_server
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import SandboxUser
from tests.support.waiting import until

IMAGE, BOT, LOOKED_AT = "koikoi", "bot", "looked-at"
NAMES = (
    ("שלום אביב", "مرحبا يا عمر", "क्षितिज श्रीवास्तव"),
    ("தமிழ்க்கொடி", "ភ្នំពេញ ស្រី"),
    ("กำลังใจ ฟ้า", "花村さくら"),
)
"""The names at each table: Hebrew, Arabic, Devanagari; Tamil, Khmer; Thai, Japanese."""
ENDS_WITHIN = 10.0
"""Seconds in which the bot ends when it is told to: what `docker stop` waits before it kills."""
AWAY_SECONDS = 5
"""The absence from Discord after which the bot is unwell."""
PROBE = """
import importlib.util, json, os, pathlib
from PIL import features
import bot
def refused(place):
    try:
        pathlib.Path(place, "probe").touch()
    except OSError:
        return True
    return False
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
own = os.path.dirname(bot.__file__)
places = [own, "/", "/tmp", "/data", "/opt/koikoi", "/run", "/var/tmp", "/usr/local"]
print(json.dumps({
    "user": [os.getuid(), os.getgid()],
    "refused": [place for place in places if refused(place)],
    "rights": [int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")],
    "no_new": status["NoNewPrivs"].strip(),
    "raqm": features.check("raqm"),
    "builds": [name for name in ("pip", "setuptools", "wheel", "numba") if importlib.util.find_spec(name)],
    "bot": own,
}))
"""


def told(what: str, since: float | None = None) -> None:
    """Print what holds, and how long it took."""
    took = "" if since is None else f" ({time.monotonic() - since:.1f} s)"
    print(f"ok  {what}{took}", flush=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerStage(Stage):
    """A stage whose bot runs in a container."""

    containers: Containers

    async def podman(self, *arguments: str) -> str:
        """Call podman beside this event loop, which serves the local Discord."""
        return await asyncio.to_thread(self.containers.podman, *arguments)

    async def log(self) -> str:
        """Everything that the bot said in all its starts."""
        done = await asyncio.to_thread(self.containers.attempt, "logs", BOT)
        return done.stdout + done.stderr

    async def start(self) -> None:
        """Start the container, and wait until the bot serves."""
        await self.podman("start", BOT)
        await self.must_serve()

    async def must_serve(self) -> None:
        """Wait until the bot is connected and its commands are there."""
        try:
            await self.sandbox.bot_ready()
        except AssertionError as error:
            raise AssertionError(await self.log()) from error

    async def status(self) -> int:
        """Return the status with which the bot ended, once it has."""
        return int(await self.podman("wait", BOT))

    async def health(self, wanted: int) -> str:
        """Wait until the image's health check ends with this status; return what podman says."""

        said = ""

        async def ended() -> bool:
            nonlocal said
            done = await asyncio.to_thread(self.containers.attempt, "healthcheck", "run", BOT)
            said = done.stdout.strip()
            return done.returncode == wanted

        await until(ended)
        return said

    def actions(self) -> dict[MatchId, list[Stored]]:
        """Return what is stored of each match."""
        return ActionLog(self.data).actions()


def build(containers: Containers) -> None:
    """Build the image."""
    began = time.monotonic()
    told(f"an image of Debian's packages stands in for {containers.make_base()}", began)
    began = time.monotonic()
    count = containers.build(IMAGE)
    size = int(containers.podman("image", "inspect", "--format", "{{.Size}}", IMAGE)) / 1e6
    told(f"the Dockerfile is built: {count} steps, {size:.0f} MB", began)


def look(containers: Containers) -> str:
    """Look at the image in a container in which no bot runs; return where its package `bot` lies."""
    options = (*service_options(), "--entrypoint", "sleep")
    containers.podman("run", "--detach", "--name", LOOKED_AT, *options, IMAGE, "infinity")
    try:
        found = json.loads(containers.podman("exec", LOOKED_AT, "python", "-c", PROBE))
        must_be_bound(found)
        must_say(containers)
        libraries = str(Path(found["bot"]).parent)
        notice = containers.podman(
            *("exec", "--interactive", LOOKED_AT, "python", "-", libraries),
            given=(ROOT / ".ci" / "notice.py").read_text(encoding="utf-8"),
        )
        assert notice == (ROOT / "NOTICE").read_text(encoding="utf-8"), notice
        told("NOTICE says of the libraries what they say of themselves in the image")
    finally:
        containers.podman("rm", "--force", "--time", "0", LOOKED_AT)
    return str(found["bot"])


def must_be_bound(found: Json) -> None:
    """Raise AssertionError where a process in the image could do what it need not."""
    assert found["user"] == [user(), user()], found
    assert set(found["refused"]) == {"/", "/opt/koikoi", "/run", "/var/tmp", "/usr/local", found["bot"]}, (
        found
    )
    assert not any(found["rights"]) and found["no_new"] == "1", found
    assert found["builds"] == [], found
    assert found["raqm"], "Pillow finds no libfribidi: names in many scripts would be drawn wrong"
    told(f"user {user()}, no rights of root, nothing to write to but /data and /tmp, nothing to build with")
    told("names in scripts from right to left can be drawn")


def must_say(containers: Containers) -> None:
    """Raise AssertionError where the commands of the image say anything but what they should."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for arguments, status, text in (
        (("--version",), 0, f"koikoi {project['version']}"),
        (("health",), 1, "No bot runs on the data folder /data."),
        (("run",), 2, "KOIKOI_TOKEN is not set"),
        (("sandbox",), 2, "has no local Discord"),
    ):
        done = containers.attempt("exec", LOOKED_AT, "koikoi", *arguments)
        assert done.returncode == status and text in done.stdout + done.stderr, (arguments, done)
    told("the commands of the image say what they should without a bot")


def service_options() -> list[str]:
    """Return the options by which podman runs the bot as compose.yaml has it."""
    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return options_of(compose["services"]["koikoi"])


@asynccontextmanager
async def running(containers: Containers, package: str) -> AsyncIterator[ContainerStage]:
    """Run the bot in a container, on a local Discord in this process, with its data in a folder."""
    data, discord = containers.folder / "data", containers.folder / "discord"
    data.mkdir(mode=0o700)
    os.chown(data, user(), user())
    shutil.copytree(ROOT / "bot" / "sandbox", discord, ignore=shutil.ignore_patterns("__pycache__"))
    for each in (discord, *discord.rglob("*")):
        each.chmod(0o755 if each.is_dir() else 0o644)
    record = record_beside(data)
    async with start_server(QUICK, record=record) as (server, sandbox):
        settings = {
            **QUICK_BOT,
            "token": server.token,
            "discord": server.url,
            "health_gateway_seconds": AWAY_SECONDS,
        }
        file = containers.folder / "settings"
        file.write_text("".join(f"KOIKOI_{name.upper()}={value}\n" for name, value in settings.items()))
        mounts = (f"--volume={data}:/data", f"--volume={discord}:{package}/sandbox:ro")
        here = ContainerStage(server=server, sandbox=sandbox, data=data, containers=containers)
        began = time.monotonic()
        await here.podman(
            "run", "--detach", "--name", BOT, *service_options(), f"--env-file={file}", *mounts, IMAGE
        )
        try:
            await here.must_serve()
            told("a container is made, and the bot in it serves the local Discord", began)
            yield here
        finally:
            await here.podman("rm", "--force", "--time", "10", BOT)
    must_fit_the_document(record)


async def people(here: ContainerStage) -> list[list[Player]]:
    """Give everybody their name; return who sits at which table."""
    world = here.server.world
    users = [*world.people, *forged_presses.newcomers(here, 2)]
    names = [name for table in NAMES for name in table]
    for person, name in zip(users, names, strict=True):
        person.global_name = name
    profiles = [
        {"id": str(each.id), "username": each.username, "global_name": each.global_name} for each in users
    ]
    screens = iter([Player(SandboxUser(here.sandbox, profile, "en-US")) for profile in profiles])
    tables = [[next(screens) for _ in table] for table in NAMES]
    for table in tables:
        for player in table:
            await player.user.open()
    return tables


async def sit_down(here: ContainerStage, players: Sequence[Player], number: int, folder: Path) -> None:
    """Begin a match, play a few cards of it, and keep its pictures."""
    rules = "sannin" if len(players) == 3 else "classic"
    await begin(*players, rules=rules, months=3)
    before = stored(here)
    await play_until(players, lambda: stored(here) > before + 4)
    await keep(here, players[0], "table.png", folder / f"{number}-table.png")
    await keep(here, players[0], "hand.png", folder / f"{number}-hand.png")
    told(f"table {number} is in play: {', '.join(player.user.name for player in players)}")


def stored(here: ContainerStage) -> int:
    """Return how many actions are stored."""
    return sum(map(len, here.actions().values()))


async def keep(here: ContainerStage, player: Player, name: str, file: Path) -> None:
    """Write the newest picture of a name that stands on a player's screen to a file."""

    def newest() -> str | None:
        files = [each for message in player.user.messages() for each in message["attachments"]]
        return next((each["url"] for each in reversed(files) if each["filename"] == name), None)

    picture = None
    while picture is None:
        with suppress(ClientResponseError):  # a newer one has just come
            picture = await here.sandbox.fetch(await player.user.wait_until(newest, what=name))
    await asyncio.to_thread(file.write_bytes, picture)


async def play_to_the_end(here: ContainerStage, players: Sequence[Player], number: int, folder: Path) -> None:
    """Play until the result is there, and keep its picture."""
    before = results(players[0])
    await play_until(players, lambda: results(players[0]) > before)
    await keep(here, players[0], "result.png", folder / f"{number}-result.png")


def results(player: Player) -> int:
    """Return how many matches have their result on the screen."""
    return sum(bool(presses(message, Verb.REMATCH)) for message in player.user.public())


async def must_end(here: ContainerStage) -> None:
    """Tell the bot in mid-match to end, and start it again: all that was stored is there."""
    before, began = here.actions(), time.monotonic()
    await here.podman("kill", "--signal", "TERM", BOT)
    async with asyncio.timeout(ENDS_WITHIN):
        status = await here.status()
    assert status == 0 and "reason=SIGTERM" in await here.log(), (status, await here.log())
    told("told to end in mid-match, the bot ends with 0", began)
    await must_go_on(here, before)


async def must_rise(here: ContainerStage) -> None:
    """Kill the bot in mid-match, and start it again: all that was stored is there."""
    before = here.actions()
    await here.podman("kill", "--signal", "KILL", BOT)
    status = await here.status()
    assert status == 137, status
    told("killed in mid-match, the container ends with 137")
    await must_go_on(here, before)


async def must_go_on(here: ContainerStage, before: dict[MatchId, list[Stored]]) -> None:
    """Start the bot again; nothing that was stored is lost."""
    began = time.monotonic()
    await here.start()
    after = here.actions()
    assert all(after[match][: len(actions)] == actions for match, actions in before.items())
    await here.health(0)
    told("started again, it serves, is well, and has every action", began)


async def must_know_its_health(here: ContainerStage) -> None:
    """Cut the bot off from Discord and let it back: its health check says both."""
    await here.health(0)
    began = time.monotonic()
    await here.sandbox.control("settings", gateway_refused=True)
    await here.sandbox.control("gateway_drop")
    await here.health(1)
    await here.sandbox.control("settings", gateway_refused=False)
    await here.health(0)
    await here.must_serve()
    told("the image's health check is well, unwell while Discord is away, and well again", began)


def must_fit_its_limits(here: ContainerStage) -> str:
    """Return what the bot uses; raise AssertionError where compose.yaml allows less."""
    service = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["koikoi"]
    memory = tasks = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        fields = dict(
            line.split(":\t", 1) for line in status.read_text(errors="replace").splitlines() if ":\t" in line
        )
        if fields["Uid"].split()[0] == str(user()):
            memory += int(fields.get("VmRSS", "0").split()[0])
            tasks += int(fields["Threads"])
    assert service["mem_limit"].endswith("g")
    allowed = int(service["mem_limit"][:-1]) * 2**20
    assert 0 < memory < allowed and tasks < service["pids_limit"], (memory, tasks)
    return f"{memory / 1024:.0f} MB of {allowed / 1024:.0f}, {tasks} tasks of {service['pids_limit']}"


async def play(containers: Containers, package: str, folder: Path) -> None:
    """Play three matches on the bot in its container, and do it the harm that a host does."""
    async with running(containers, package) as here:
        first, second, third = await people(here)
        await must_know_its_health(here)
        await sit_down(here, first, 1, folder)
        await must_end(here)
        await play_to_the_end(here, first, 1, folder)
        told("the match went on to its result")
        await sit_down(here, second, 2, folder)
        await must_rise(here)
        await play_to_the_end(here, second, 2, folder)
        told("the match went on to its result")
        await sit_down(here, third, 3, folder)
        told(f"within its limits: {must_fit_its_limits(here)}")
        await play_to_the_end(here, third, 3, folder)
        await here.must_be_clean()
        for table in (first, second, third):
            for player in table:
                await player.user.close()
    told("nothing failed, and every request was as Discord documents it")


def main() -> int:
    """Build the image, run it, and say what holds; return the status of this process."""
    parser = argparse.ArgumentParser(prog="python -m tests.hosting.image", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    folder: Path = parser.parse_args().folder
    try:
        must_be_possible()
    except CannotRunError as error:
        print(f"The image cannot be built and run here. {error}", file=sys.stderr)
        return 2
    enter_namespace()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="koikoi-image-") as name:
        containers = Containers(Path(name))
        try:
            build(containers)
            asyncio.run(play(containers, look(containers), folder))
        except (AssertionError, RuntimeError, TimeoutError):
            traceback.print_exc()
            return 1
    print(f"Now look at the pictures in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
