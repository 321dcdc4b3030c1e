"""A past for the sandbox's people: finished matches of every kind, in the database before a bot starts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.ids import MatchId
from bot.match.vocabulary import CpuPlayer
from engine.rules.options import make_rules
from tests.support.e2e.prepared_match import PEOPLE, PLACE
from tests.support.manager_fixture import RunningService, running_service


@dataclass(frozen=True, slots=True)
class Past:
    """The past matches, by how they ended; all are of the first two people, but for those against the CPU."""

    folder: Path
    played: MatchId
    given_up: MatchId
    aborted: MatchId
    running: MatchId
    cpu: MatchId
    """Of the third person, given up."""


async def past(folder: Path) -> Past:
    """Fill a folder's database."""
    async with running_service(folder) as service:
        played = await _match(service)
        await service.play(played)
        given_up = await _match(service)
        await service.play(given_up, lambda view: view.all_have_played)
        await service.manager.resign(given_up, PEOPLE[0].user)
        aborted = await _match(service)
        await service.manager.force_abort(aborted, PEOPLE[0].user)
        running = await _match(service)
        rules = make_rules("classic", {"months": 3})
        cpu = (await service.manager.open_lobby(PLACE, PEOPLE[2], rules, cpu=CpuPlayer.EASY)).match
        await service.draw(cpu)
        await service.manager.resign(cpu, PEOPLE[2].user)
    return Past(folder, played, given_up, aborted, running, cpu)


async def _match(service: RunningService) -> MatchId:
    """A match of the first two people, its seats drawn."""
    opened = await service.manager.open_lobby(PLACE, PEOPLE[0], make_rules("classic", {"months": 3}))
    await service.manager.join(opened.match, PEOPLE[1])
    await service.manager.start_match(opened.match, PEOPLE[0].user)
    await service.draw(opened.match)
    return opened.match
