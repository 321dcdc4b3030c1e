"""CPU players at their turns: slow, at fault, too late; none of it holds up their match."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import structlog

from bot import opponents
from bot.ids import MatchId
from bot.match import moves
from bot.match.views import MatchView
from bot.match.vocabulary import CpuLevel, CpuPlayer, MatchClock, Status
from bot.service import cpu_turns
from engine.play.observation import Observation
from engine.rules.actions import Cut, Draw, Move, Phase, Shobu
from engine.rules.options import make_rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    PLACE,
    RunningService,
    as_after_a_kill,
    quick,
    running_service,
)
from tests.support.waiting import until


class Slow:
    """A CPU player that thinks until it is let go; over draws and cuts there is nothing to think about."""

    def __init__(self) -> None:
        self.asked: list[Observation] = []
        self.go = asyncio.Event()

    async def __call__(self, cpu: CpuPlayer, seen: Observation) -> Move:
        if Draw() not in seen.legal and Cut(0) not in seen.legal:
            self.asked.append(seen)
            await self.go.wait()
        return opponents.choose(cpu, seen)


async def against_cpu(
    service: RunningService, rules: str = "sannin", level: CpuPlayer = CpuPlayer.NORMAL, **options: int
) -> MatchView:
    """A match of Ann against CPU players; in sannin one of them is asked something at once."""
    view = await service.manager.open_lobby(PLACE, ANN, make_rules(rules, options), cpu=level)
    assert isinstance(view, MatchView)
    return view


async def until_asked(service: RunningService, slow: Slow, match: MatchId) -> None:
    """Play on until a CPU player thinks."""

    async def asked() -> bool:
        if not slow.asked:
            await service.move(match)
        return bool(slow.asked)

    await until(asked)


@pytest.mark.outside
@pytest.mark.parametrize("level", [CpuPlayer(each) for each in CpuLevel])
@pytest.mark.parametrize(("rules", "months"), [("classic", 3), ("league", 1), ("ishokai", 1), ("sannin", 3)])
@pytest.mark.dealt_by_chance  # whatever may be dealt is played
async def test_every_level_plays_whole_matches(
    tmp_path: Path, rules: str, months: int, level: CpuPlayer
) -> None:
    """By every rule set, to the result; no thought fails, none is cut off."""
    with structlog.testing.capture_logs() as lines:
        async with running_service(tmp_path) as service:
            match = (await against_cpu(service, rules, level, months=months)).match
            await service.play(match, until=lambda it: it.status is Status.OVER)
    told = [line["log_level"] for line in lines]
    assert "info" in told and not {"warning", "error"} & set(told)


async def test_a_slow_thinker_holds_up_nobody(tmp_path: Path) -> None:
    """While it thinks a person sees the match and gives it up; its late answer counts for nothing."""
    slow = Slow()
    async with running_service(tmp_path, think=slow) as service:
        match = (await against_cpu(service)).match
        await until_asked(service, slow, match)
        before = await service.seen(match)
        receipt = await service.manager.resign(match, ANN.user)
        assert (receipt.refusal, receipt.view.status, receipt.view.n) == (None, Status.OVER, before.n + 1)
        published = len(service.recorder.published)
        slow.go.set()
        await until(lambda: not service.manager._runner._cpu._playing)
        assert (await service.seen(match)).version == receipt.view.version
        assert len(service.recorder.published) == published


async def test_a_person_answers_while_a_cpu_player_thinks(tmp_path: Path) -> None:
    """In a slow secret round everybody is asked at once: the person's answer passes, the thinker's counts."""
    slow = Slow()
    async with running_service(tmp_path, think=slow) as service:
        match = await service.lobby(ANN, BEN, rules="sannin", clock=MatchClock.SLOW)
        await service.manager.play_cpu(match, ANN.user, CpuPlayer.NORMAL)
        await service.manager.start_match(match, ANN.user)
        await service.draw(match)

        async def asked() -> bool:
            view = await service.seen(match)
            if view.public is not None and view.public.phase == "cut":
                await service.move(match)
            return bool(slow.asked)

        await until(asked)
        before = await service.seen(match)
        assert before.public is not None and before.public.phase == "ready"
        receipt = await service.move(match)
        assert receipt is not None and receipt.refusal is None and receipt.view.n == before.n + 1
        slow.go.set()
        await service.wait(match, holds=lambda it: it.n >= before.n + 2)


async def test_a_thinker_at_fault_makes_the_first_legal_move(tmp_path: Path) -> None:
    """Whatever goes wrong in its thinking, the match goes on."""

    async def broken(cpu: CpuPlayer, seen: Observation) -> Move:
        raise RuntimeError("no idea")

    async with running_service(tmp_path, think=broken) as service:
        match = (await against_cpu(service)).match
        await service.play(match, until=lambda it: it.n >= 12)


async def test_a_thought_without_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the first legal move is made."""
    monkeypatch.setattr(cpu_turns, "LONGEST_THOUGHT", 0.02)
    async with running_service(tmp_path, think=Slow()) as service:
        match = (await against_cpu(service)).match
        await service.play(match, until=lambda it: it.n >= 12)


async def test_a_turn_that_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only what storage refuses: any fault, after a pause."""
    tries, right = [0], moves.cpu_act

    def faulty(*args: object) -> object:
        tries[0] += 1
        if tries[0] in (1, 4):
            raise RuntimeError("not now")
        return right(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(moves, "cpu_act", faulty)
    async with running_service(tmp_path) as service:
        match = (await against_cpu(service)).match
        await service.play(match, until=lambda it: it.n >= 12)
    assert tries[0] > 4


async def test_the_cards_with_which_a_cpu_player_wins_stand_before_it_stops(tmp_path: Path) -> None:
    """The table is published with its yaku; until it stops presses are answered, and a kill loses nothing."""
    stops = asyncio.Event()

    async def stopping(cpu: CpuPlayer, seen: Observation) -> Move:
        if Shobu() not in seen.legal:
            return opponents.choose(cpu, seen)
        stops.set()
        return Shobu()

    async with running_service(tmp_path, quick(cpu_stop_pause=500), think=stopping) as service:
        match = (await against_cpu(service, "classic")).match
        await service.play(match, until=lambda it: stops.is_set())
        for _ in range(20):
            await service.seen(match)  # by then an answer without a pause would have been taken
            await service.manager._runner.registry.settle()
        view, _ = service.recorder.published[-1]
        assert isinstance(view, MatchView) and view.public is not None
        winner = view.public.to_move[0]
        assert view.public.phase is Phase.DECIDE and view.public.yaku[winner]
        folder = as_after_a_kill(tmp_path)
        receipt = await service.manager.resign(match, ANN.user)
        assert (receipt.refusal, receipt.view.status) == (None, Status.OVER)
    async with running_service(folder, think=stopping) as service:
        result = await service.wait(match, holds=lambda it: it.rest is not None)
        assert result.rest is not None and result.rest.end.winner == winner


async def test_nothing_is_left_over_when_no_cpu_player_is_asked(service: RunningService) -> None:
    """A match holds a task only while a CPU player of it is asked something."""
    match = (await against_cpu(service)).match
    turns = service.manager._runner._cpu
    await service.play(match, until=lambda it: it.rest is not None)
    await until(lambda: not turns._playing)
    assert not turns._tasks._tasks
