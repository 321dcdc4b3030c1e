"""Presses on public messages that change something: stored, acknowledged, shown by the table's own edit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.errors import NotInMatch
from bot.manager import Manager
from bot.screens import hand
from bot.views import MatchView, UserId, View
from bot.wording import notes
from cogs.answer import Answer
from cogs.custom_id import Press, Verb
from cogs.desk import Wish
from cogs.failures import say
from cogs.people import person_of, user_of
from cogs.presenter import CogPresenter
from engine.cards import Card
from engine.phase import Phase

Handler = Callable[[Answer, Press], Awaitable[None]]


class TablePresses:
    """Lobby, seat draw, `Next month`, `My hand`."""

    def __init__(self, manager: Manager, presenter: CogPresenter) -> None:
        self._manager = manager
        self._hands = presenter.hands
        self._languages = presenter.languages

    def handlers(self) -> dict[Verb, Handler]:
        """Which verb is whose."""
        return {
            Verb.JOIN: self._join,
            Verb.ACCEPT: self._join,
            Verb.LEAVE: self._leave,
            Verb.DECLINE: self._decline,
            Verb.ADD_CPU: self._add_cpu,
            Verb.START: self._start,
            Verb.DRAW: self._draw,
            Verb.NEXT: self._next,
            Verb.HAND: self._hand,
        }

    async def _join(self, answer: Answer, press: Press) -> None:
        await self._followed(answer, await self._manager.join(press.match, person_of(answer.interaction)))

    async def _leave(self, answer: Answer, press: Press) -> None:
        await self._manager.leave(press.match, user_of(answer.interaction))

    async def _decline(self, answer: Answer, press: Press) -> None:
        await self._manager.decline(press.match, user_of(answer.interaction))

    async def _add_cpu(self, answer: Answer, press: Press) -> None:
        await self._manager.add_cpu(press.match, user_of(answer.interaction))

    async def _start(self, answer: Answer, press: Press) -> None:
        view = await self._manager.start_match(press.match, user_of(answer.interaction))
        await self._followed(answer, view)

    async def _draw(self, answer: Answer, press: Press) -> None:
        assert press.number is not None
        user = user_of(answer.interaction)
        receipt = await self._manager.draw(press.match, user, press.number)
        card = drawn_in(receipt.view, user, press.number) if receipt.refusal else None
        if card is not None:
            words = self._languages.pick(answer.interaction.locale.value)
            await say(answer, notes.drawn_already(words, card))
        await self._followed(answer, receipt.view)

    async def _next(self, answer: Answer, press: Press) -> None:
        """On the table, and on a hand, where the new cards come into the same message."""
        assert press.number is not None
        receipt = await self._manager.agree(press.match, user_of(answer.interaction), press.number)
        if answer.on_private_message:
            await self._hands.answer(receipt.view, answer, Wish())
        else:
            await self._followed(answer, receipt.view)

    async def _hand(self, answer: Answer, press: Press) -> None:
        """`My hand`, and on a hand `Back` and `Reopen`."""
        view = await self._manager.view(press.match)
        user = user_of(answer.interaction)
        words = self._languages.pick(answer.interaction.locale.value)
        if not isinstance(view, MatchView):
            await say(answer, notes.no_hand(words))
        elif view.seat_of(user) is not None:
            await self._hands.answer(view, answer, Wish())
        elif view.participant_of(user) is not None:
            await say(answer, hand.no_hand_yet(words, seated=bool(view.seats)))
        else:
            raise NotInMatch

    async def _followed(self, answer: Answer, view: View) -> None:
        """Acknowledge; keep the press, on which a hand may be dealt; show the presser's hand as it is now."""
        await answer.acknowledge()
        await self._hands.remember_press(view.match, answer.interaction)
        if isinstance(view, MatchView):
            self._hands.refresh(view, user_of(answer.interaction))


def drawn_in(view: MatchView, user: UserId, draw_round: int) -> Card | None:
    """The card with which somebody waits for this round's end; None once the round has passed."""
    one, seen = view.participant_of(user), view.table
    if one is None or seen is None or seen.phase is not Phase.SEATS or seen.draw_round != draw_round:
        return None
    return seen.drawn[one.number][-1] if seen.drawn[one.number] else None
