"""Presses that end a match, or say that it goes on; a manager is asked for their right."""

from __future__ import annotations

from bot.errors import NotManager
from bot.ids import MatchId
from bot.match.ending import WayOut
from bot.match.views import MatchView, Receipt, View
from bot.match.vocabulary import Refusal, Status
from bot.screens import ending
from bot.wording import notes
from bot.wording.records import verdicts
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting import which_match
from cogs.hosting.services import Services
from cogs.messages import ending_rows
from cogs.messages.answer import Answer
from cogs.messages.hand_rows import HandRequest
from cogs.presses.hand import NOTICES


async def question(services: Services, answer: Answer, match: MatchId) -> MessageContent:
    """The question for who would like to end a match, as they may. Raises NoSuchMatch, StorageError."""
    way, cost = await services.manager.way_out(match, answer.user), ""
    view = await services.manager.view(match)
    seat = view.seat_of(answer.user) if isinstance(view, MatchView) and view.all_have_played else None
    if way is not WayOut.NONE and seat is not None:
        verdict = await services.manager.if_resigned(match, answer.user)
        cost = "" if verdict is None else verdicts.cost(answer.words, verdict, seat.player)
    manager = answer.by_manager and view.status in {Status.LOBBY, Status.PLAYING}
    return ending_rows.question(answer.words, view, way, cost=cost, manager=manager)


async def ask(services: Services, answer: Answer, press: Press) -> None:
    """Ask whether they really end it, and how."""
    asked = await question(services, answer, press.match)
    view = await services.manager.view(press.match)
    await answer.instead(RenderedMessage(await which_match.titled(services, answer, view, asked)))


async def resign(services: Services, answer: Answer, press: Press) -> None:
    """Give the match up, and say what that has cost.

    A player who was told that it has no result is asked again if giving up would lose it by now.
    """
    lose = press.verb is Verb.RESIGN
    receipt = await services.manager.resign(press.match, answer.user, lose=lose)
    if receipt.refusal is Refusal.STALE:
        await ask(services, answer, press)
        return
    view = receipt.view
    told = await which_match.named(services, answer, view, _resigned(answer, receipt))
    await answer.instead(RenderedMessage(MessageContent(told)))
    services.presenter.hands.refresh(view, answer.user)


def _resigned(answer: Answer, receipt: Receipt[MatchView]) -> str:
    """Return the result of a resignation."""
    view, words = receipt.view, answer.words
    if receipt.refusal is not None:
        return words.say(ending.NOTHING_TO_END)
    if view.status is Status.ABORTED:
        return ending.outcome(words, ended=True)
    seat = view.seat_of(answer.user)
    if view.verdict is None or seat is None:
        return notes.resigned(words)
    return notes.resigned(words, verdicts.paid(words, view.verdict, seat.player))


async def abort(services: Services, answer: Answer, press: Press) -> None:
    """End the match, close the lobby or ask the others, in answer to the question. Raises NotInMatch."""
    await _told(services, answer, await services.manager.agree_to_abort(press.match, answer.user))


async def force(services: Services, answer: Answer, press: Press) -> None:
    """End somebody's match, in answer to the question. Raises NotManager."""
    if not answer.by_manager:
        raise NotManager
    await _told(services, answer, await services.manager.force_abort(press.match, answer.user))


async def agree(services: Services, answer: Answer, press: Press) -> None:
    """Agree on a table or a hand that it ends; both show what comes of it. Raises NotInMatch."""
    await _shown(services, answer, await services.manager.agree_to_abort(press.match, answer.user))


async def play_on(services: Services, answer: Answer, press: Press) -> None:
    """Want the match to go on, on a table, a hand or in the Note that asked. Raises NotInMatch."""
    await _shown(services, answer, await services.manager.play_on(press.match, answer.user))


async def _told(services: Services, answer: Answer, receipt: Receipt[View]) -> None:
    """Put what came of it in the place of the question."""
    if receipt.refusal is Refusal.OVER or receipt.refusal is Refusal.RESTING:
        text = answer.words.say(ending.NOTHING_TO_END)
    else:
        ended = receipt.view.status not in {Status.LOBBY, Status.PLAYING}
        text = ending.outcome(answer.words, ended=ended)
    told = await which_match.named(services, answer, receipt.view, text)
    await answer.instead(RenderedMessage(MessageContent(told)))
    if isinstance(receipt.view, MatchView):
        services.presenter.hands.refresh(receipt.view, answer.user)


async def _shown(services: Services, answer: Answer, receipt: Receipt[View]) -> None:
    """Let the message that was pressed on show what came of it."""
    view = receipt.view
    if isinstance(view, MatchView) and answer.on_private_message and view.seat_of(answer.user) is not None:
        request = HandRequest(notice=NOTICES.get(receipt.refusal))
        await services.presenter.hands.answer(view, answer, request)
        return
    await answer.acknowledge()
    if isinstance(view, MatchView):
        services.presenter.hands.refresh(view, answer.user)
