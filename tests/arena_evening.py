"""A whole evening of an arena, watched on a phone: `python -m tests.arena_evening DIR`.

Scripted people of several languages play in the local Discord with the real bot, whose time is moved. They
come late, leave early, pause, stay away; one blocks another, a manager removes one. DIR gets what the phone
of two of them shows at named moments. At the end the rows and the channel must be as they have to.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from bot.sandbox.world.seed import CHANNEL_IDS
from cogs.content.arena_state import Action
from cogs.content.custom_id import Verb
from engine.rules.actions import Shobu
from tests.support.e2e.e2e_stage import CHANNEL
from tests.support.e2e.panels import control
from tests.support.e2e.phone import Phone, phone
from tests.support.e2e.scripted_player import presses
from tests.support.evening.evening import Evening, evening, plans
from tests.support.evening.guests import Guest, block


async def watch(it: Evening, seen: Phone) -> None:
    """Play an evening, and take pictures of what its first two people see."""
    first, second, *others = it.guests
    await block(first.player, others[-1].player)
    await it.open()
    await seen.take("announced")
    await it.until(-9)
    await seen.take("reminder")
    await it.until(0)
    await it.until(1, lambda: _asked(first))
    await seen.take("start", message=it.standing)
    await seen.take("own-hand")
    await it.until(2, lambda: _asked(second))
    await seen.take("own-hand-as-text", side=1)
    await it.until(15, lambda: _decides(first))
    await seen.take("decision")
    await it.until(it.minutes / 3)
    await it.remove(others[-2])
    await it.until(it.minutes / 2)
    await seen.take("channel")
    await seen.take("standing", message=it.standing)
    for side, guest in enumerate((first, second)):
        for name, action in (("table", Action.TABLE), ("words", Action.WORDS)):
            note = await it.press(guest, action)
            await seen.take(f"{name}-{guest.user.locale}", side=side, message=note)
        note = await it.on_note(guest, note, Action.WHO)
        await seen.take(f"who-{guest.user.locale}", side=side, message=note)
    await seen.take("thread", channel=it.record.threads[0])
    await it.until(it.minutes - 2)
    await seen.take("last-call", channel=str(CHANNEL_IDS[CHANNEL]))
    await it.until(it.minutes + 0.2)
    await seen.take("closing", message=it.standing)
    await it.until(it.minutes + 60)
    assert it.poster is not None
    await it.here.rest()
    await seen.take("poster")
    outcome = await first.user.press(it.poster, custom_id=control(it.poster, Action.WORDS))
    past = await it.on_note(first, await first.user.answer(outcome), Action.PAST)
    await seen.take("past", message=past)


def _asked(guest: Guest) -> bool:
    """Whether it is somebody's turn."""
    return any(presses(hand, Verb.MOVE, Verb.PICK, Verb.CHOOSE) for hand in guest.player.hands[-1:])


def _decides(guest: Guest) -> bool:
    """Whether somebody is asked whether they go on."""
    return any(isinstance(each.move, Shobu) for hand in guest.player.hands[-1:] for each in presses(hand))


async def main(folder: Path, people: int, minutes: int, language: str) -> list[str]:
    """Play an evening; what was wrong in it."""
    with tempfile.TemporaryDirectory() as data:
        async with evening(Path(data) / "koikoi", plans(people, minutes), minutes, language) as it:
            async with phone(it.here, folder, [each.user for each in it.guests[:2]]) as seen:
                await watch(it, seen)
            return await it.faults(it.guests[:: people - 1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.arena_evening", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--people", type=int, default=24, help="24 unless said, at least 8")
    parser.add_argument("--minutes", type=int, default=90, choices=(30, 60, 90, 120))
    parser.add_argument("--language", default="en", help="of the server: en, ja, ko")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    found = asyncio.run(main(given.folder, given.people, given.minutes, given.language))
    sys.exit("\n".join(found) or None)
