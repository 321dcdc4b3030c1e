"""Presses about somebody who is away: their opponents', and their own when they come back."""

from __future__ import annotations

from bot.errors import NobodyAway, NotInMatch
from bot.i18n import Words
from bot.ids import MatchId
from bot.match.views import MatchView, Receipt
from bot.match.vocabulary import Status
from bot.screens import ending
from bot.screens.absence import Absence
from bot.screens.hand import Notice
from bot.wording import buttons, notes
from cogs.content.controls import Button, Style
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.messages.hand_rows import HandRequest


async def ask_claim(services: Services, answer: Answer, press: Press) -> None:
    """Ask whether they really claim the win. Raises NotInMatch, NobodyAway."""
    view = await services.manager.view(press.match)
    seat = view.seat_of(answer.user) if isinstance(view, MatchView) else None
    if not isinstance(view, MatchView) or seat is None:
        raise NotInMatch
    choices = Absence.of(view).choices(view, seat)
    if not choices.claim:
        raise NobodyAway
    content = claim_question(answer.words, press.match, winnable=choices.winnable)
    await answer.note(RenderedMessage(content))


async def claim(services: Services, answer: Answer, press: Press) -> None:
    """Claim the win; with more than one opponent all of them have to. Raises as `absence.claim` does."""
    receipt = await services.manager.claim(press.match, answer.user)
    await answer.instead(RenderedMessage(MessageContent(_claimed(answer.words, receipt))))
    services.presenter.hands.refresh(receipt.view, answer.user)


async def stand_in(services: Services, answer: Answer, press: Press) -> None:
    """Seat a CPU player; the hand shows what comes of it. Raises as `absence.seat_stand_in` does."""
    await _shown(services, answer, await services.manager.seat_stand_in(press.match, answer.user))


async def come_back(services: Services, answer: Answer, press: Press) -> None:
    """Take one's own seat again; a player who never left sees how things stand. Raises NotInMatch."""
    await _shown(services, answer, await services.manager.come_back(press.match, answer.user))


async def _shown(services: Services, answer: Answer, receipt: Receipt[MatchView]) -> None:
    if receipt.view.seat_of(answer.user) is None:
        raise NotInMatch
    notice = None if receipt.refusal is None else Notice.STALE
    await services.presenter.hands.answer(receipt.view, answer, HandRequest(notice=notice))


def _claimed(words: Words, receipt: Receipt[MatchView]) -> str:
    """Return the result of a claim."""
    if receipt.view.status is Status.ABORTED:
        return ending.outcome(words, ended=True)
    absence = Absence.of(receipt.view)
    return notes.claimed(words, alone=not absence.awaited, winnable=absence.winnable)


def claim_question(words: Words, match: MatchId, *, winnable: bool) -> MessageContent:
    """The question whether somebody really claims the win, or the end of the match, with its two buttons."""
    label = words.say(buttons.CLAIM) if winnable else words.say(buttons.ABORT)
    confirm = Button(label, Press(match, Verb.CLAIM), Style.DANGER)
    cancel = Button(words.say(buttons.CANCEL), Press(match, Verb.CANCEL))
    return MessageContent(notes.claim_question(words, winnable=winnable), ((confirm, cancel),))
