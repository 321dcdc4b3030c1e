"""The checks of the doctor, in their order: first Discord, then this machine.

Nothing is changed, no gateway session begins, and no lock is taken: a bot may run meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.config import Settings
from bot.service import health
from cogs.doctor import application, gateway, machine, uploads
from cogs.doctor.application import Application
from cogs.doctor.gateway import Gateway
from cogs.doctor.lines import Line, Status
from cogs.doctor.rest import Rest, UnansweredError, rest
from cogs.doctor.uploads import Command, Emojis

OF_APPLICATION: Final = (
    application.application,
    application.intents,
    application.contexts,
    application.invitation,
)
ON_MACHINE: Final[tuple[Callable[[Settings], Line], ...]] = (
    machine.free_space,
    machine.fonts,
    machine.shaping,
)


@dataclass(slots=True)
class _Patient:
    """A bot, as far as it is known while Discord is asked about it."""

    settings: Settings
    rest: Rest
    runs: bool
    application: int = 0
    """The application's id, once Discord has told it."""


Tell = Callable[[Line], None]
"""Takes each line as soon as it is known."""


async def examine(settings: Settings, tell: Tell) -> None:
    """Look at everything, and tell one line after another. Raises RedirectError, and what `tell` raises."""
    if settings.token is None:
        todo = "Put the bot's token into .env; it is on the page Bot of Discord's developer portal."
        tell(Line.error("token", "KOIKOI_TOKEN is not set", todo))
    else:
        await _ask_discord(settings, tell)
    folder = machine.data_folder(settings)
    tell(folder)
    if folder.status is Status.OK or settings.database is not None:
        tell(await machine.database(settings))
    for line in await asyncio.to_thread(machine.running, settings):
        tell(line)
    for check in ON_MACHINE:
        tell(await asyncio.to_thread(check, settings))


async def _ask_discord(settings: Settings, tell: Tell) -> None:
    """Ask Discord; where it does not answer, nothing more is asked."""
    runs = await asyncio.to_thread(health.read, settings.data) is not None
    async with rest(settings) as way:
        patient = _Patient(settings, way, runs)
        for check, ask in QUESTIONS.items():
            try:
                lines = await ask(patient)
            except UnansweredError as error:
                tell(Line.error(check, error.found, error.todo))
                break
            for line in lines:
                tell(line)
        if way.ahead is not None:
            tell(machine.clock(way.ahead))


async def _token(patient: _Patient) -> list[Line]:
    told = await patient.rest.get("/applications/@me", Application)
    patient.application = told.id
    return [Line.ok("token", "Discord takes it"), *(check(told) for check in OF_APPLICATION)]


async def _gateway(patient: _Patient) -> list[Line]:
    told = await patient.rest.get("/gateway/bot", Gateway)
    return [gateway.sessions(told), gateway.shards(told, patient.settings.shards)]


async def _emoji(patient: _Patient) -> list[Line]:
    told = await patient.rest.get(f"/applications/{patient.application}/emojis", Emojis)
    return [uploads.emoji(told, runs=patient.runs)]


async def _commands(patient: _Patient) -> list[Line]:
    path = f"/applications/{patient.application}/commands?with_localizations=true"
    told = await patient.rest.get(path, list[Command])
    return [await uploads.commands(told, patient.settings, runs=patient.runs)]


QUESTIONS: Final = {"token": _token, "session starts": _gateway, "emoji": _emoji, "commands": _commands}
"""The questions to Discord, by the check that says so where one is not answered."""
