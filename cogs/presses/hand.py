"""Presses on a hand: a move, or another way to look at it. The answer is the hand as it is afterwards."""

from __future__ import annotations

import asyncio
import secrets

from bot.errors import IllegalMove, NotInMatch
from bot.ids import UserId
from bot.match.views import MatchView
from bot.match.vocabulary import Refusal
from bot.screens.hand import Notice, leaves_choice, plays_of
from bot.screens.lessons import hint as hints
from bot.storage.settings.practice import practice
from cogs.content.custom_id import Press
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.hand_rows import HandRequest
from engine.errors import NotationError
from engine.record.notation import format_move, parse_move
from engine.rules.actions import Cut, Draw, Move, Play, Resign

NOTICES = {
    None: None,
    Refusal.STALE: Notice.STALE,
    Refusal.RESTING: Notice.RESTING,
    Refusal.OVER: Notice.OVER,
}


async def move(services: Services, answer: Answer, press: Press) -> None:
    """Make the move that the button names."""
    assert press.move is not None
    await _act(services, answer, press, press.move)


async def cut_anywhere(services: Services, answer: Answer, press: Press) -> None:
    """Cut at a depth that is drawn now, between the two ends of the deck."""
    await _act(services, answer, press, Cut(1 + secrets.randbelow(47)))


async def choose(services: Services, answer: Answer, press: Press) -> None:
    """Make the move of a line of the list view. Raises IllegalMove."""
    try:
        chosen = parse_move(answer.chosen or "")
    except (NotationError, ValueError) as error:
        raise IllegalMove(answer.chosen or "") from error
    if isinstance(chosen, Draw | Resign):
        raise IllegalMove(format_move(chosen))
    if isinstance(chosen, Play) and await _confirms(services, answer):
        view = await _view(services, answer, press)
        await services.presenter.hands.answer(view, answer, asking(view, answer.user, press.number, chosen))
        return
    await _act(services, answer, press, chosen)


async def pick(services: Services, answer: Answer, press: Press) -> None:
    """Ask what a card captures that leaves a choice, or whether it is to be played.

    Not where the question has passed.
    """
    view = await _view(services, answer, press)
    assert press.card is not None
    await services.presenter.hands.answer(
        view, answer, asking(view, answer.user, press.number, Play(press.card))
    )


async def as_list(services: Services, answer: Answer, press: Press) -> None:
    """Show the hand as a list of texts."""
    view = await _view(services, answer, press)
    await services.presenter.hands.answer(view, answer, HandRequest(listed=True))


async def as_buttons(services: Services, answer: Answer, press: Press) -> None:
    """Show the hand as numbered buttons."""
    view = await _view(services, answer, press)
    await services.presenter.hands.answer(view, answer, HandRequest(listed=False))


async def hint(services: Services, answer: Answer, press: Press) -> None:
    """Tell a player the best move, where that is allowed. Raises NotInMatch, StorageError."""
    view = await _view(services, answer, press)
    seat = view.seat_of(answer.user)
    assert seat is not None, "looked at in `_view`"
    likes = await services.store.read(practice, answer.user, view.place.guild)
    # In a thread: the first one of its rule set reads a network.
    told = await asyncio.to_thread(hints.Facts.of, view, seat, wanted=likes.advice)
    await say(answer, hints.text(answer.words, told))


def asking(view: MatchView, user: UserId, number: int | None, wanted: Play) -> HandRequest:
    """Return the question before this is played: what the card captures, or whether it is meant.

    `number`: the question that was answered.
    """
    seat = view.seat_of(user)
    seen = None if seat is None else seat.observation
    if seen is None or seen.question != number or not (plays := plays_of(seen, wanted.card)):
        return HandRequest(notice=Notice.STALE)
    if wanted in plays:
        return HandRequest(confirming=wanted)
    if leaves_choice(seen, wanted.card):
        return HandRequest(choosing=wanted.card)
    return HandRequest(confirming=plays[0])


async def _confirms(services: Services, answer: Answer) -> bool:
    """Whether the person who pressed is asked before a card is played."""
    row = await services.manager.persons.get(answer.user)
    return row is not None and row.confirm_plays


async def _act(services: Services, answer: Answer, press: Press, chosen: Move) -> None:
    assert press.number is not None
    notice: Notice | None
    try:
        receipt = await services.manager.act(press.match, answer.user, press.number, chosen)
    except IllegalMove:
        view, notice = await _view(services, answer, press), Notice.REFUSED
    else:
        view, notice = receipt.view, NOTICES[receipt.refusal]
    await services.presenter.hands.answer(view, answer, HandRequest(notice=notice))


async def _view(services: Services, answer: Answer, press: Press) -> MatchView:
    """The match as this player's hand shows it. Raises NotInMatch."""
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView) or view.seat_of(answer.user) is None:
        raise NotInMatch
    return view
