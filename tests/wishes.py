"""Presses and seconds from a wish to one's own cards: `python -m tests.wishes [REVISION]`.

Scripted people wish for a match in the local Discord, and press at once whatever stands between them and
their cards. The bot is a process, with the pauses that hosts get. The work of a revision is measured beside
this one's, in turn, in a checkout of its own; the helpers are then that revision's, too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.config import Settings
from bot.i18n import Languages
from bot.match.lessons import SCENES, TO_THE_DECISION, Step
from bot.wording import buttons as labels
from bot.wording.lessons import lesson
from cogs.content.custom_id import Verb
from cogs.content.page_id import Page
from cogs.messages.table_rows import LEVEL
from tests.support.e2e.e2e_stage import CHANNEL, QUICK_BOT, Stage, process_stage
from tests.support.e2e.lobbies import choose, open_lobby
from tests.support.e2e.scripted_player import Player, act_until, play_on, presses
from tests.support.sandbox.messages import Json, buttons

ROOT = Path(__file__).parents[1]
WORDS = Languages.load().pick("en-US")
PLAY, AGAINST = "koikoi play", {"cpu": "easy", "months": 1}


@dataclass(slots=True)
class Wish:
    """A wish for cards: whose, on which stage, when it began, and what had been pressed there before."""

    here: Stage
    players: Sequence[Player]
    began: float
    before: int
    started: bool = False

    @classmethod
    def of(cls, here: Stage, *players: Player) -> Wish:
        """Return a wish that begins now with a command or a press."""
        return cls(here, players, time.monotonic(), _presses(here))

    async def granted(self) -> tuple[int, float]:
        """Press whatever is offered until everybody has cards; the presses and seconds until then."""
        await act_until([each.user for each in self.players], self._dealt, self._press)
        return _presses(self.here) - self.before, time.monotonic() - self.began

    def _dealt(self) -> bool:
        return all(has_cards(each) for each in self.players)

    async def _press(self) -> bool:
        """Start as the host, once, where a table asks for it; then draw and cut."""
        host = self.players[0]
        for message in () if self.started else host.user.messages():
            if presses(message, Verb.START):
                self.started = await host.attempt(message, Verb.START)
                return self.started
        return any([await each.move() for each in self.players if not has_cards(each)])


def _presses(here: Stage) -> int:
    """Count the commands and presses that have reached the bot."""
    return len(here.server.world.interactions)


def has_cards(player: Player) -> bool:
    """Whether a player's newest hand shows their cards: it has a picture, and no deck to cut."""
    return bool(player.hands and player.hand["attachments"] and not presses(player.hand, Verb.CUT))


async def by_command(here: Stage, channel: str | None = None) -> Wish:
    """Wish for a CPU player in the command."""
    player = await here.player(0)
    wish = Wish.of(here, player)
    await player.user.command(PLAY, channel=channel or CHANNEL, options=AGAINST)
    return wish


async def directly(here: Stage) -> Wish:
    """Wish for a CPU player in direct messages."""
    return await by_command(here, (await here.player(0)).user.direct)


async def by_lobby(here: Stage) -> Wish:
    """Open a lobby, then its list of CPU players, which Discord does alone, then choose one."""
    player = await here.player(0)
    wish = Wish.of(here, player)
    await choose(player, await open_lobby(player, months=1), Verb.PLAY_CPU, f"{LEVEL}easy")
    wish.before -= 1
    return wish


async def by_rematch(here: Stage) -> Wish:
    """Wish for a rematch once a month is over."""
    wish = await by_command(here)
    (player,) = wish.players
    await play_on([player])
    wish = Wish.of(here, player)
    await player.tap_offered(Verb.REMATCH)
    return wish


async def with_somebody(here: Stage) -> Wish:
    """Open a lobby that a second person joins; the presses of both count."""
    host, guest = await here.player(0), await here.player(1)
    wish = Wish.of(here, host, guest)
    await open_lobby(host, months=1)
    await guest.tap_offered(Verb.JOIN)
    return wish


async def by_tutorial(here: Stage) -> Wish:
    """Wish for a match at the tutorial's end, where one press offers it."""
    player = await here.player(0)
    page = await player.user.answer(await player.user.command("koikoi help", channel=CHANNEL))
    opened = await player.user.press(page, WORDS.say(lesson.OFFER_BUTTON))
    note = await player.user.answer(opened)
    for step in (*TO_THE_DECISION[:-1], Step.DECIDE):
        on = Step.WON if step is Step.DECIDE else SCENES[step].leads[0]
        note = await _further(player, note, f"kk0:{Page.LESSON.value}:at:{on.value}")
    wish = Wish.of(here, player)
    await player.user.press(note, WORDS.say(labels.PLAY_CPU))
    return wish


async def _further(player: Player, note: Json, on: str) -> Json:
    """Press the marked card of a step, or the way `on`; the next step."""
    marked = [each["custom_id"] for each in buttons(note) if each["label"].startswith(lesson.MARK)]
    before = player.user.message(note["id"])
    await player.user.press(note, custom_id=(marked or [on])[0])
    return await player.user.wait_update(note, lambda m: m is not before)


WAYS: dict[str, Callable[[Stage], Awaitable[Wish]]] = {
    "`/koikoi play cpu:`": by_command,
    "a lobby's list of CPU players": by_lobby,
    "*Rematch* against a CPU player": by_rematch,
    "*Play the CPU* at the tutorial's end": by_tutorial,
    "`/koikoi play cpu:` in direct messages": directly,
    "a lobby that a second person joins (both, until both have cards)": with_somebody,
}
Found = dict[str, tuple[int, float]]
"""Presses and seconds by ways."""


async def measured() -> Found:
    """Wish once in each way, each time on a server of its own.

    The scripted month before a rematch is faster than the pause between two posts, which people never meet.
    """
    pauses = {name: str(Settings.model_fields[name].default) for name in {*QUICK_BOT} - {"post_seconds"}}
    found: Found = {}
    for name, way in WAYS.items():
        with tempfile.TemporaryDirectory() as folder:
            async with process_stage(Path(folder) / "koikoi", **pauses) as here:
                await here.rest()
                found[name] = await (await way(here)).granted()
    return found


@contextlib.contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Check a revision out into a folder of its own for a while."""
    git = ("git", "-C", str(ROOT), "worktree")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "before"
        subprocess.run([*git, "add", "--quiet", "--detach", str(path), revision], check=True)
        try:
            yield path
        finally:
            subprocess.run([*git, "remove", "--force", str(path)], check=True)


def measured_in(root: Path) -> Found:
    """Measure the work of a checkout, in a process that imports nothing from another one."""
    command = [sys.executable, "-P", __file__, "--once"]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(command, cwd=root, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    return {name: (int(taps), float(seconds)) for name, (taps, seconds) in json.loads(done.stdout).items()}


def table(runs: Sequence[Sequence[Found]]) -> Iterator[str]:
    """Yield the lines of a table: the middle of several runs, of each piece of work in turn."""
    yield "| from the wish | presses | seconds | seconds, as a ratio |"
    yield "|---|---|---|---|"
    for name in WAYS:
        taps = [round(statistics.median(found[name][0] for found in each)) for each in runs]
        seconds = [statistics.median(found[name][1] for found in each) for each in runs]
        told = " → ".join(f"{each:.1f}" for each in seconds)
        yield f"| {name} | {' → '.join(map(str, taps))} | {told} | {seconds[-1] / seconds[0]:.2f} |"


def main() -> None:
    """Print what `--once` measures, or the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.wishes", description=__doc__)
    parser.add_argument("revision", nargs="?", help="measure this one's work first")
    parser.add_argument("--times", type=int, default=3, help="of which the middle counts")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.once:
        print(json.dumps(asyncio.run(measured())))
        return
    with contextlib.ExitStack() as stack:
        before = [stack.enter_context(checkout(given.revision))] if given.revision else []
        runs = [[measured_in(root) for root in (*before, ROOT)] for _ in range(given.times)]
    print(*table(list(zip(*runs, strict=True))), sep="\n")


if __name__ == "__main__":
    main()
