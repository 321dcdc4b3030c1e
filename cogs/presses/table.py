"""Presses on public messages that change something: stored, acknowledged, shown by the table's own edit."""

from __future__ import annotations

from bot import opponents as cpu_players
from bot.errors import LobbyOver, NotHost, NotInMatch
from bot.ids import UserId
from bot.match.views import MatchView, View
from bot.match.vocabulary import CpuLevel, CpuPlayer, Status
from bot.screens import hand
from bot.wording import notes
from bot.wording.settings import person as settings
from cogs.content.controls import Button
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting import which_match
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.hand_rows import HandRequest
from cogs.messages.table_rows import AWAY, CHARACTERS, LEVEL, OWN_LEVEL, character_content
from engine.cards.deck import Card
from engine.rules.actions import Phase


async def join(services: Services, answer: Answer, press: Press) -> None:
    """Join the lobby, invited or not; a note about a channel without room then says where the table is."""
    view = await services.manager.join(press.match, answer.person)
    await _followed(services, answer, view)
    if answer.on_private_message:
        content = MessageContent(notes.table_elsewhere(answer.words, view.place))
        await answer.change(RenderedMessage(content))


async def leave(services: Services, answer: Answer, press: Press) -> None:
    """Leave the lobby."""
    await services.manager.leave(press.match, answer.user)


async def decline(services: Services, answer: Answer, press: Press) -> None:
    """Decline an invitation; its host need not be heard of again. A host who declines takes it back."""
    view = await services.manager.decline(press.match, answer.user)
    if view.host != answer.user:
        again = Button(answer.words.say(settings.BLOCK_BUTTON), Press(press.match, Verb.BLOCK))
        content = MessageContent(settings.declined(answer.words, view.host), ((again,),))
        await answer.note(RenderedMessage(content))


async def block(services: Services, answer: Answer, press: Press) -> None:
    """Let the host of a table invite somebody who presses no more."""
    host = (await services.manager.view(press.match)).host
    if host != answer.user:
        await services.manager.persons.block(answer.user, answer.person.name, {host: None})
    await answer.instead(RenderedMessage(MessageContent(settings.blocked(answer.words, host))))


async def play_cpu(services: Services, answer: Answer, press: Press) -> None:
    """Play against CPU players, choose a character, or send one away.

    Nonsense of a forger changes nothing.
    """
    chosen = answer.chosen or ""
    if chosen == CHARACTERS:
        await _choose_character(services, answer, press)
    elif chosen == OWN_LEVEL:
        view = await services.manager.play_at_own_level(press.match, answer.user)
        await _followed(services, answer, view)
    elif (away := chosen.removeprefix(AWAY)) != chosen and away in set(CpuPlayer):
        await services.manager.send_cpu_away(press.match, answer.user, CpuPlayer(away))
    elif (cpu := _opponent(chosen)) is not None:
        view = await services.manager.play_cpu(press.match, answer.user, cpu)
        await _followed(services, answer, view)
    else:
        await answer.acknowledge()


def _opponent(chosen: str) -> CpuPlayer | None:
    """Return the CPU player that a line names, or one of the level that it names; None for nonsense."""
    level = chosen.removeprefix(LEVEL)
    if level == chosen:
        return CpuPlayer(chosen) if chosen in set(CpuPlayer) else None
    return cpu_players.by_chance(CpuLevel(level)) if level in set(CpuLevel) else None


async def _choose_character(services: Services, answer: Answer, press: Press) -> None:
    """Show the host of an open lobby the characters. Raises LobbyOver, NotHost."""
    view = await services.manager.view(press.match)
    if view.status is not Status.LOBBY:
        raise LobbyOver
    if view.host != answer.user:
        raise NotHost(view.host)
    await answer.note(RenderedMessage(character_content(answer.words, press.match)))


async def start(services: Services, answer: Answer, press: Press) -> None:
    """Begin the match, as its host."""
    await _followed(services, answer, await services.manager.start_match(press.match, answer.user))


async def draw(services: Services, answer: Answer, press: Press) -> None:
    """Draw a card for the seats; who has drawn already is told what."""
    assert press.number is not None
    receipt = await services.manager.draw(press.match, answer.user, press.number, press.place)
    card = drawn_in(receipt.view, answer.user, press.number) if receipt.refusal else None
    if card is not None:
        await say(answer, notes.drawn_already(answer.words, card))
    await _followed(services, answer, receipt.view)


async def next_month(services: Services, answer: Answer, press: Press) -> None:
    """Leave a month's end behind, on the table or on a hand, which then shows the new cards."""
    assert press.number is not None
    receipt = await services.manager.agree(press.match, answer.user, press.number)
    if answer.on_private_message:
        await services.presenter.hands.answer(receipt.view, answer, HandRequest())
    else:
        await _followed(services, answer, receipt.view)


async def my_hand(services: Services, answer: Answer, press: Press) -> None:
    """`My hand`, and on a hand `Back` and `Open again`; elsewhere its match is named. Raises NotInMatch."""
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView):
        await say(answer, answer.words.say(notes.NO_HAND))
    elif view.seat_of(answer.user) is not None:
        elsewhere = answer.place is None or not view.place.is_in(answer.place.channel)
        line = await which_match.line(services, answer, view) if elsewhere else ""
        await services.presenter.hands.answer(view, answer, HandRequest(line=line))
    elif view.participant_of(answer.user) is not None:
        await say(answer, hand.no_hand_yet(answer.words, seated=bool(view.seats)))
    else:
        raise NotInMatch


async def _followed(services: Services, answer: Answer, view: View) -> None:
    """Acknowledge; keep the press, on which a hand may be dealt; show the presser's hand as it is now."""
    await answer.acknowledge()
    await services.presenter.hands.remember_press(view.match, answer)
    if isinstance(view, MatchView):
        services.presenter.hands.refresh(view, answer.user)


def drawn_in(view: MatchView, user: UserId, draw_round: int) -> Card | None:
    """The card with which somebody waits for this round's end; None once the round has passed."""
    one, seen = view.participant_of(user), view.public
    if one is None or seen is None or seen.phase is not Phase.SEATS or seen.draw_round != draw_round:
        return None
    return seen.drawn[one.number][-1] if seen.drawn[one.number] else None
