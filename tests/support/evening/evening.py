"""An evening from its announcement to its poster: people act, time is moved, and it is noted what happens."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from operator import is_not
from pathlib import Path
from typing import Any

from bot.wording.people import cleaned
from cogs.content.arena_state import Action
from tests.support.e2e.arena_stage import announced
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.in_process_bot import SharedClock
from tests.support.e2e.panels import control
from tests.support.evening.guests import Guest, Plan, invite, standing_of
from tests.support.evening.record import Record, points
from tests.support.sandbox.fonts import page_fonts
from tests.support.sandbox.messages import Json, buttons

AHEAD = 15
"""Minutes before the start at which the arena is announced."""
BEFORE = 45.0
"""Seconds by which time is moved before the start, when little happens."""
SLOW = 16.0
"""Seconds that people think about a press, at most."""
EDIT_SECONDS, CALM_SECONDS = 0.01, 0.02
_LINE = re.compile(r"^\*\*\d+\*\* (.+?): (\d+) points?, (\d+) wins?", re.MULTILINE)


def plans(people: int, minutes: int) -> list[Plan]:
    """Return the plans of that many people; the first one stays all evening and may manage the server."""
    quarter, half = minutes / 4, minutes / 2
    some = [
        Plan(),
        Plan(reads=True),
        Plan(comes=2, absent=(minutes - 3, 1000)),
        Plan(absent=(quarter, half)),
        Plan(pauses=(quarter, half)),
        Plan(comes=minutes / 3, reads=True),
        Plan(goes=half),
        Plan(comes=-5, goes=quarter),
    ]
    return (some + [Plan(comes=number - 15) for number in range(people)])[:people]


@dataclass(slots=True)
class Evening:
    """An evening that goes on."""

    here: LoopStage
    guests: list[Guest]
    record: Record
    minutes: int
    pace: float = 5.0
    """Seconds by which time is moved."""
    begins: float = 0.0
    """The time at which it starts."""

    @property
    def minute(self) -> float:
        """Return the minutes since the start, below zero before it."""
        return (self.here.clock.elapsed() - self.begins) / 60

    @property
    def host(self) -> Guest:
        """Return the guest who has opened the arena."""
        return self.guests[0]

    @property
    def poster(self) -> Json | None:
        """The poster; None before the end."""
        seen = self.host.user.public(CHANNEL)
        return next((each for each in seen if _shows(each, "podium.png")), None)

    @property
    def standing(self) -> Json:
        """The standing as it is now."""
        found = standing_of(self.host.player)
        assert found is not None
        return found

    async def open(self, **options: object) -> None:
        """Let the first guest announce an arena, of one month unless said."""
        wanted: dict[str, Any] = {"start": str(AHEAD), "minutes": str(self.minutes), "months": "1", **options}
        await announced(self.host.player, **wanted)
        self.host.is_in = True
        self.begins = self.here.clock.elapsed() + AHEAD * 60

    async def until(self, minute: float, found: Callable[[], object] = lambda: False) -> bool:
        """Let everybody act until a minute, until something is found or all is over; whether it is found."""
        while not (done := bool(found())) and self.minute < minute and self.poster is None:
            await self.step()
        return done

    async def step(self) -> None:
        """Let everybody who wants to press once, then let time pass."""
        here, now, minute = self.here, self.here.clock.elapsed(), self.minute
        await asyncio.gather(*(guest.act(now, minute) for guest in self.guests))
        await here.answered()
        if minute > 0:
            self.record.look()
        here.clock.move(self.pace if minute > -1 else BEFORE)
        await here.rest(CALM_SECONDS)

    async def press(self, guest: Guest, action: Action) -> Json:
        """Let somebody press a button of the standing; the note that answers."""
        outcome = await guest.user.press(self.standing, custom_id=control(self.standing, action))
        return await guest.user.answer(outcome)

    async def on_note(self, guest: Guest, note: Json, action: Action) -> Json:
        """Let somebody press a button of their note; the note afterwards."""
        before = guest.user.message(note["id"])
        await guest.user.press(note, custom_id=control(note, action))
        return await guest.user.wait_update(note, lambda each: each is not before)

    async def remove(self, guest: Guest) -> None:
        """Let the first guest, who owns the server, remove somebody."""
        more = await self.press(self.host, Action.WORDS)
        managing = await self.on_note(self.host, more, Action.MANAGE)
        select = await self.on_note(self.host, managing, Action.ASK_REMOVE)
        await self.host.user.select(select, [guest.user.id])
        guest.must_stay_out = True

    async def told_points(self) -> dict[str, tuple[int, int]]:
        """Return everybody's points and wins by name, as the poster's *In words* tells them in English."""
        assert self.poster is not None
        outcome = await self.host.user.press(self.poster, custom_id=control(self.poster, Action.WORDS))
        note, found = await self.host.user.answer(outcome), dict[str, tuple[int, int]]()
        while True:
            told = _LINE.findall(note["content"].replace("\\", ""))
            found |= {name: (int(score), int(wins)) for name, score, wins in told}
            turning = [each for each in buttons(note) if not each.get("label")]
            if not turning or turning[-1].get("disabled"):
                return found
            await self.host.user.press(note, custom_id=turning[-1]["custom_id"])
            note = await self.host.user.wait_update(note, partial(is_not, note))

    async def faults(self, blocked: Collection[Guest] = ()) -> list[str]:
        """Return what should not have happened; `blocked`: two of whom one has blocked the other."""
        found = [*self.record.faults(len(self.guests), frozenset(int(each.user.id) for each in blocked))]
        counted, told = points(self.record.bouts()), await self.told_points()
        for guest in self.guests:
            shown, right = told.get(cleaned(guest.name), (0, 0)), counted[int(guest.user.id)]
            if shown != right:
                found.append(f"{guest.name} has {shown}, and should have {right}")
        return found


def _shows(message: Json, name: str) -> bool:
    return name in [each["filename"] for each in message["attachments"]]


@contextlib.asynccontextmanager
async def evening(
    folder: Path, people: Sequence[Plan], minutes: int, language: str = "en"
) -> AsyncIterator[Evening]:
    """Yield an evening of these people that nobody has announced yet; `language`: that of the server."""
    edits = {"edit_seconds": str(EDIT_SECONDS)}
    async with stage(
        folder, None, False, SharedClock(), page_fonts(), server_language=language, **edits
    ) as here:
        record, guests = Record(here), await invite(here, people, SLOW)
        yield Evening(here, guests, record, minutes)
        await here.must_be_clean()
