"""Presses on a hand: a move, or another way to look at it. The answer is the hand as it is afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any, cast

from bot.errors import IllegalMove, NotInMatch
from bot.manager import Manager
from bot.screens.hand import Notice, leaves_choice
from bot.views import MatchView, Refusal
from cogs.answer import Answer
from cogs.custom_id import Press, Verb
from cogs.desk import Wish
from cogs.people import user_of
from cogs.presenter import CogPresenter
from engine.actions import Cut, Draw, Move, Resign
from engine.errors import NotationError
from engine.notation import parse_move

Handler = Callable[[Answer, Press], Awaitable[None]]

NOTICES = {
    None: None,
    Refusal.STALE: Notice.STALE,
    Refusal.RESTING: Notice.RESTING,
    Refusal.OVER: Notice.OVER,
}


class HandPresses:
    """Moves, choices, views of the hand."""

    def __init__(self, manager: Manager, presenter: CogPresenter) -> None:
        self._manager = manager
        self._hands = presenter.hands

    def handlers(self) -> dict[Verb, Handler]:
        """Which verb is whose."""
        return {
            Verb.MOVE: self._move,
            Verb.CUT: self._cut,
            Verb.CHOOSE: self._choose,
            Verb.PICK: self._pick,
            Verb.LIST: self._list,
            Verb.PICTURES: self._pictures,
        }

    async def _move(self, answer: Answer, press: Press) -> None:
        assert press.move is not None
        await self._act(answer, press, press.move)

    async def _cut(self, answer: Answer, press: Press) -> None:
        """Cut anywhere: the depth is drawn now, between the two ends of the deck."""
        await self._act(answer, press, Cut(1 + secrets.randbelow(47)))

    async def _choose(self, answer: Answer, press: Press) -> None:
        """A line of the list view."""
        values = cast("dict[str, Any]", answer.interaction.data or {}).get("values", [])
        try:
            (value,) = values  # a list has one
            move = parse_move(str(value))
        except (NotationError, ValueError) as error:
            raise IllegalMove from error
        if isinstance(move, Draw | Resign):
            raise IllegalMove
        await self._act(answer, press, move)

    async def _pick(self, answer: Answer, press: Press) -> None:
        """A card that leaves a choice of capture: ask which, unless the question has passed."""
        view = await self._view(answer, press)
        seat = view.seat_of(user_of(answer.interaction))
        seen = None if seat is None else seat.observation
        assert press.card is not None
        if seen is None or seen.question != press.number or not leaves_choice(seen, press.card):
            await self._hands.answer(view, answer, Wish(notice=Notice.STALE))
        else:
            await self._hands.answer(view, answer, Wish(choosing=press.card))

    async def _list(self, answer: Answer, press: Press) -> None:
        await self._hands.answer(await self._view(answer, press), answer, Wish(listed=True))

    async def _pictures(self, answer: Answer, press: Press) -> None:
        await self._hands.answer(await self._view(answer, press), answer, Wish(listed=False))

    async def _act(self, answer: Answer, press: Press, move: Move) -> None:
        assert press.number is not None
        user = user_of(answer.interaction)
        try:
            receipt = await self._manager.act(press.match, user, press.number, move)
        except IllegalMove:
            view = await self._view(answer, press)
            await self._hands.answer(view, answer, Wish(notice=Notice.REFUSED))
        else:
            await self._hands.answer(receipt.view, answer, Wish(notice=NOTICES[receipt.refusal]))

    async def _view(self, answer: Answer, press: Press) -> MatchView:
        """The match as this player's hand shows it. Raises NotInMatch."""
        view = await self._manager.view(press.match)
        if not isinstance(view, MatchView) or view.seat_of(user_of(answer.interaction)) is None:
            raise NotInMatch
        return view
