"""A scripted person who plays well, but calls koi-koi where a stop is better while they err."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from bot.ids import MatchId, UserId
from bot.match.views import MatchView
from bot.opponents import hard
from cogs.content.custom_id import Press, Verb
from engine.play.observation import Observation
from engine.rules.actions import KoiKoi, Move, Play
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import SandboxUser

T = TypeVar("T")


class _Place(random.Random):
    """A choice that is always the one at this place."""

    def __init__(self, place: int) -> None:
        super().__init__(0)
        self._place = place

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]  # a list is all that is chosen from
        return seq[self._place]


class Person(Player):
    """A person who draws the card at one place of the row, and moves as *hard* does with what they see."""

    def __init__(self, here: LoopStage, user: SandboxUser, place: int) -> None:
        super().__init__(user, _Place(place))
        self._here = here
        self.errs = False
        """Whether they call koi-koi whenever they may."""

    async def step(self, match: MatchId) -> bool:
        """Press what moves a match on; False where nothing on the screen does."""
        seen = await self.seen(match)
        return await self.move(lambda found: self._wanted(found, seen))

    async def seen(self, match: MatchId) -> Observation | None:
        """Return what they see of a match whose cards are dealt."""
        assert self._here.bot.client is not None
        view = await self._here.bot.client.manager.view(match)
        seat = view.seat_of(UserId(int(self.user.id))) if isinstance(view, MatchView) else None
        return None if seat is None else seat.observation

    def result(self, match: MatchId) -> Json | None:
        """The message with a match's result; None before it is there."""
        shown = (each for each in self.user.public(CHANNEL) if _is_result(each, match))
        return next(shown, None)

    def _wanted(self, found: Sequence[Press], seen: Observation | None) -> Press | None:
        """Return the press of these for the best move; None where the screen is behind."""
        ends = next((each for each in found if each.verb is Verb.NEXT), None)
        if ends is not None or seen is None or seen.question is None:
            return ends
        move = self._move(seen)
        return next((each for each in found if each.number == seen.question and _leads(each, move)), None)

    def _move(self, seen: Observation) -> Move:
        return KoiKoi() if self.errs and KoiKoi() in seen.legal else hard.choose(seen)


def _leads(press: Press, move: Move) -> bool:
    """Whether a press makes a move, or asks which card it captures."""
    return press.move == move or (
        press.card is not None and isinstance(move, Play) and press.card == move.card
    )


def _is_result(message: Json, match: MatchId) -> bool:
    return any(each.match == match for each in presses(message, Verb.REMATCH))
