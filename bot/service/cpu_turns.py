"""CPU players at their turns: each waits a little, thinks outside its match's mailbox, then answers.

While one thinks, its match takes every other press; the answer counts only if its question is still open.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.errors import NoSuchMatch, StorageError
from bot.ids import MatchId
from bot.match import absence, moves, secret_round, turn_time
from bot.match.hosted_match import DeadlineKind, HostedMatch, Step
from bot.match.vocabulary import CpuPlayer, MadeBy
from bot.opponents import mixture
from bot.service.match_actor import MatchActor
from bot.service.watch.rate_limited_log import RateLimitedLog
from engine.play.observation import Observation
from engine.rules.actions import Move, Player, Shobu

Think = Callable[[CpuPlayer, Observation], Awaitable[Move]]
"""Chooses a legal move for a CPU player from what its seat may know."""
LONGEST_THOUGHT = 30.0
"""Seconds. A player that thinks for longer makes the first legal move, so that its match goes on."""
log = structlog.stdlib.get_logger("koikoi.cpu")


class CpuTurns:
    """Holds a task for each match in which a CPU player is asked something, and none for the others."""

    def __init__(self, settings: Settings, think: Think) -> None:
        self._settings = settings
        self._think = think
        self._playing: set[MatchId] = set()
        self._tasks = BackgroundTasks()
        self._failure_log = RateLimitedLog("cpu player waits for storage")
        self._closed = False

    def go_on(self, actor: MatchActor) -> None:
        """Let the CPU player that is asked something in this match play, if there is one. Never raises."""
        if not self._closed and actor.match not in self._playing and _asked(actor):
            self._playing.add(actor.match)
            self._tasks.start(self._play(actor), name=f"cpu {actor.match}")

    async def safe_moves(self, actor: MatchActor, count: int | None = None) -> dict[Player, Move]:
        """The moves to make for people of this match whose time is over.

        With a `count` only in the turn of this round: where another has come, nothing is thought for that.
        Raises as `MatchActor.inspect` does.
        """
        asked = await actor.inspect(lambda hosted: _late(hosted, count))
        return {
            seen.viewer: absence.stops(seen) or await self._thought(absence.STAND_IN, seen)
            for seen in asked
            if seen.viewer is not None
        }

    async def close(self) -> None:
        """Stop CPU players that wait or think. An answer that has reached its mailbox is still stored."""
        self._closed = True
        await self._tasks.close()

    async def _play(self, actor: MatchActor) -> None:
        """Play turn after turn until no CPU player is asked anything; what fails is tried again."""
        try:
            again = True
            while again:
                pause = self._pause(actor)
                await asyncio.sleep(pause)
                again = await self._turn(actor, pause)
        finally:
            self._playing.discard(actor.match)

    async def _turn(self, actor: MatchActor, waited: float) -> bool:
        """Let the CPU player that is asked think and answer. Gives whether a CPU player is asked again.

        Before it stops everybody looks at the cards with which it wins: the result covers them. `waited`: so
        many seconds they have been there.
        """
        while True:
            try:
                asked = await actor.inspect(_deciding)
                if asked is not None:
                    seen, move = asked.seen, asked.move or await self._thought(asked.cpu, asked.seen)
                    if isinstance(move, Shobu):
                        await asyncio.sleep(max(0.0, self._settings.cpu_stop_pause - waited))
                    await actor.change(_answer(seen, move), made_by=MadeBy.CPU)
                return _asked(actor)
            except NoSuchMatch:
                return False
            except StorageError as error:
                self._failure_log.warn(error, match=actor.match)
            except Exception:
                log.exception("cpu turn failed", match=actor.match)
            await asyncio.sleep(max(self._settings.retry_seconds, 0.01))

    async def _thought(self, cpu: CpuPlayer, seen: Observation) -> Move:
        """Return the move of a CPU player; neither a fault nor a long search may stop the match."""
        try:
            async with asyncio.timeout(LONGEST_THOUGHT):
                move = await self._think(cpu, seen)
        except Exception:
            log.exception("a cpu player failed", cpu=cpu.value)
            return seen.legal[0]
        return move if move in seen.legal else seen.legal[0]

    def _pause(self, actor: MatchActor) -> float:
        """Seconds until a CPU player moves; none where one person waits for them to declare nothing."""
        hosted = actor.hosted
        if hosted is not None and secret_round.is_open(hosted) and not turn_time.has_clock(hosted):
            return 0
        shortest, longest = self._settings.cpu_pause_min, self._settings.cpu_pause_max
        return random.uniform(shortest, longest)  # noqa: S311 - nothing is dealt from it


class _Asked(NamedTuple):
    """A question to a CPU player."""

    cpu: CpuPlayer
    seen: Observation
    move: Move | None = None
    """The move of one that mixes levels and does not think about this one."""


def _deciding(hosted: HostedMatch) -> _Asked | None:
    """The CPU player that is asked something; where it mixes levels, the one whose turn that is."""
    asked = moves.cpu_to_move(hosted)
    if asked is None:
        return None
    cpu, seen = asked
    assert seen.viewer is not None, "somebody is asked"
    strength = hosted.entry_at(seen.viewer).who.strength
    if strength is None:
        return _Asked(cpu, seen)
    chance = mixture.chance_of(hosted.begun.shuffles.seed, seen)
    decides = mixture.decides(hosted.rules.id, cpu.character, strength.points, chance)
    return _Asked(cpu, seen, chance.choice(seen.legal)) if decides is None else _Asked(decides, seen)


def _answer(seen: Observation, move: Move) -> Step:
    """A CPU player's move as a step that is stale once its question has been answered."""
    return lambda hosted, now: moves.cpu_act(hosted, seen, move, now)


def _asked(actor: MatchActor) -> bool:
    """Whether a CPU player is asked something; a fault counts as yes, so that it is looked at again."""
    try:
        return actor.hosted is not None and moves.cpu_to_move(actor.hosted) is not None
    except Exception:
        log.exception("cpu turn failed", match=actor.match)
        return True


def _late(hosted: HostedMatch, count: int | None) -> tuple[Observation, ...]:
    turn = hosted.deadlines.get(DeadlineKind.TURN)
    return absence.to_move_for(hosted) if count is None or (turn and turn.round == count) else ()
