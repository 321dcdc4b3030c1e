"""Random presses by random people on random tables: moves that the rules allow, and polite refusals."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import BotError, StorageError, StorageErrorKind
from bot.ids import MatchId
from bot.match.hosted_match import HostedMatch
from bot.match.views import MatchView, Receipt
from bot.match.vocabulary import CpuPlayer, MatchClock, Occasion, Person
from bot.storage import matches
from engine.cards.deck import DECK
from engine.rules.actions import Choose, Cut, Declare, Draw, KoiKoi, Move, Play, Ready, Resign, Shobu
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import random_rules
from tests.support.manager_fixture import ANN, BEN, DAN, PLACE, TRIO, RunningService, quick, running_service
from tests.support.waiting import until

pytestmark = pytest.mark.dealt_by_chance  # whatever may be dealt is pressed on

CROWD = (*TRIO, DAN)
SIMPLE: tuple[Move, ...] = (Draw(), Ready(), Declare(), Shobu(), KoiKoi())
PRESSES = 700


def any_move(chance: random.Random) -> Move:
    """Any move at all, legal or not."""
    card, other = chance.choice(DECK), chance.choice(DECK)
    rare: tuple[Move, ...] = (Resign(),) if chance.random() < 0.02 else ()
    moves = (*SIMPLE, *rare, Cut(chance.randrange(-1, 50)), Play(card), Play(card, other), Choose(card))
    return chance.choice(moves)


async def likely_press(
    service: RunningService, chance: random.Random, match: MatchId
) -> Receipt[MatchView] | None:
    """Press as somebody would who is asked something."""
    view = await service.manager.view(match)
    if not isinstance(view, MatchView):
        return None
    if view.rest is not None:
        number = chance.choice(view.rest.waiting_for)
        user = view.people[number].user
        assert user is not None
        return await service.manager.agree(match, user, view.rest.number)
    for seat in view.seats:
        user, asked = seat.participant.user, seat.observation
        if user is not None and asked is not None and asked.question is not None:
            return await service.manager.act(match, user, asked.question, chance.choice(asked.legal))
    return None


async def wild_press(
    service: RunningService, chance: random.Random, match: MatchId, person: Person
) -> object:
    """Anything, by anybody, on anything."""
    manager, number = service.manager, chance.randrange(-1, 40)
    rules = random_rules(chance, chance.choice(list(RuleSetId)), months=3)
    level = chance.choice([None, *CpuPlayer])
    presses = (
        lambda: manager.join(match, person),
        lambda: manager.leave(match, person.user),
        lambda: manager.play_cpu(match, person.user, level or CpuPlayer.EASY),
        lambda: manager.send_cpu_away(match, person.user, level or CpuPlayer.EASY),
        lambda: manager.change_rules(match, person.user, rules),
        lambda: manager.start_match(match, person.user),
        lambda: manager.draw(match, person.user, chance.randrange(1, 4)),
        lambda: manager.act(match, person.user, number, any_move(chance)),
        lambda: manager.agree(match, person.user, chance.randrange(0, 4)),
        lambda: manager.decline(match, person.user),
        lambda: manager.record(match),
        lambda: manager.set_clock(match, person.user, chance.choice(list(MatchClock))),
        lambda: manager.claim(match, person.user),
        lambda: manager.seat_stand_in(match, person.user),
        lambda: manager.come_back(match, person.user),
        lambda: manager.open_lobby(PLACE, person, rules, cpu=level),
    )
    return await chance.choice(presses)()


@pytest.mark.parametrize("seed", range(3))
async def test_random_presses_do_nothing_that_the_rules_forbid(tmp_path: Path, seed: int) -> None:
    """Every press is answered or refused with an expected error, and rows and memory agree in the end."""
    chance = random.Random(seed)
    async with running_service(
        tmp_path,
        quick(
            draw_seconds=0.2,
            drawn_seconds=0.1,
            cut_seconds=0.2,
            ready_seconds=0.2,
            rest_seconds=0.2,
            live_turn_seconds=20,
            live_bank_seconds=20,
        ),
    ) as service:
        await service.manager.open_lobby(PLACE, DAN, make_rules("ishokai"), cpu=CpuPlayer.EASY)
        await service.match(ANN, BEN, rules="league", months=12)
        await service.match(*TRIO, rules="sannin", months=12)

        async def press() -> None:
            match = MatchId(chance.choice([2, 3, chance.randrange(0, 12)]))
            if chance.random() < 0.1:
                service.turn(chance.choice([5, 10, 20, 45]))
            try:
                if chance.random() < 0.6:
                    await likely_press(service, chance, match)
                else:
                    await wild_press(service, chance, match, chance.choice(CROWD))
            except StorageError as trouble:
                # A machine that stands still for a second holds the writer up: that too is a polite refusal.
                if trouble.kind is not StorageErrorKind.LOCKED:
                    raise
            except BotError:
                pass

        for _ in range(PRESSES // 10):
            await asyncio.gather(*(press() for _ in range(10)))
        # On a slow machine everybody may have pressed in time: they go on until somebody has not.

        async def timed_out() -> bool:
            await asyncio.gather(*(press() for _ in range(10)))
            return Occasion.TIMED_OUT in service.recorder.occasions()

        await until(timed_out)
        for view in await service.manager.live_matches():

            def must_be_its_rows(hosted: HostedMatch, match: MatchId = view.match) -> None:
                with service.store.reading() as tx:
                    rows = matches.load(tx, match)
                assert rows is not None
                if hosted.progress is not None and rows.progress is not None:
                    # They come from the seed alone, and have no equality of their own.
                    same = replace(rows.progress, shuffles=hosted.progress.shuffles)
                    assert rows.progress.shuffles.seed == hosted.progress.shuffles.seed
                    rows = replace(rows, progress=same)
                assert hosted == rows

            await service.manager._registry.actor(view.match).inspect(must_be_its_rows)
