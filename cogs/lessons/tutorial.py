"""`/koikoi tutorial`: a first month that is stacked, told step by step in one private message.

Nothing of it is stored: every button names the step that it belongs to. So a restart and a second press lose
nothing, and an old button shows what it showed before.
"""

from __future__ import annotations

from dataclasses import replace

from bot.errors import UserBusy
from bot.i18n import Words
from bot.match.lessons import RULES, SCENES, Step
from bot.match.views import LobbyView
from bot.screens.lessons import lesson
from bot.wording.lessons import lesson as wording
from cogs.content import shared_buttons
from cogs.content.custom_id import BadCustomId
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.note_placement import LESSON, NotePlacement
from cogs.content.page_id import PagePress
from cogs.content.pictures import Urgency
from cogs.hosting.services import Services
from cogs.hosting.start_table import shown, start_table
from cogs.lessons import lesson_rows
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.failures import say
from cogs.platform.discord_errors import unless_gone
from cogs.platform.places import elsewhere
from engine.cards.deck import Card, card
from engine.errors import NotationError


class Tutorial:
    """Answers the command, and every press on the tutorial."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def open(self, answer: Answer) -> None:
        """Show the first step in a note of its own: whatever was pressed on stays as it is.

        There is one that nobody has begun: several presses, and one more later, show no other beside it.
        """
        answer.note_placement = NotePlacement((LESSON, answer.user))
        await answer.note(await self._rendered(answer, self._content(answer, Step.MONTHS)))

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId, and as `start_table`."""
        if press.action == shared_buttons.OPEN_TUTORIAL:
            await self.open(answer)
            return
        if press.action == lesson_rows.PLAY:
            await self._play(answer, press)
            return
        content = self._answered(answer, press)
        if answer.pressed is not None:
            # A person who has begun may take their time: what counts is in the buttons, and nothing takes it
            # away.
            self._services.presenter.notes.let_go((LESSON, answer.user), answer.pressed.id)
        await answer.instead(await self._rendered(answer, content))

    async def _play(self, answer: Answer, press: PagePress) -> None:
        """Begin a match, in the lobby of theirs that waits or by the rules that were learnt; the button goes.

        It stays until that has worked. Raises as `start_table`, UserBusy where they play here already, and
        BadCustomId.
        """
        place, manager = answer.place, self._services.manager
        if place is None:
            await say(answer, elsewhere(answer.words, answer.interaction))
            return
        content = self._content(answer, _step(press.state[0])) if press.state else None
        await answer.acknowledge()  # the original response is then the message that loses its button
        mine = await manager.live_matches(user=answer.user, guild=place.guild)
        lobbies = [each for each in mine if isinstance(each, LobbyView) and each.solo]
        here = [each for each in mine if each.place.is_in(place.channel)]
        if lobbies:
            await self._begin(answer, lobbies[0])
        elif here:
            raise UserBusy(here[0].match, here[0].place.channel)
        else:
            cpu, strength = await manager.opponent(answer.user, RULES.id)
            await start_table(self._services, answer, RULES, cpu=cpu, strength=strength)
        if content is not None:  # the buttons of older messages name no step, and stay
            played = replace(content, rows=lesson_rows.without_play(content.rows))
            with unless_gone():
                await answer.change(RenderedMessage(played, kept=True))

    async def _begin(self, answer: Answer, lobby: LobbyView) -> None:
        """Begin a match in a lobby in which its host waits alone. Raises as `Manager.play_cpu`."""
        manager = self._services.manager
        cpu, strength = await manager.opponent(answer.user, lobby.rules.id)
        if strength is None:
            view = await manager.play_cpu(lobby.match, answer.user, cpu)
        else:
            view = await manager.play_at_own_level(lobby.match, answer.user)
        await shown(self._services, answer, view)

    def _answered(self, answer: Answer, press: PagePress) -> MessageContent:
        """Return the message after a press. Raises BadCustomId where it names nothing of the lesson."""
        match press.action, press.state:
            case lesson_rows.AT, (name,):
                return self._content(answer, _step(name))
            case lesson_rows.CARD, (name, letter):
                step, pressed = _step(name), _card(letter)
                if pressed is SCENES[step].wanted:
                    return self._content(answer, SCENES[step].leads[0])
                return self._content(answer, step, pressed)
            case lesson_rows.LEAVE, (name,):
                return _left(answer.words, _step(name))
        raise BadCustomId(press.action)

    def _content(self, answer: Answer, step: Step, pressed: Card | None = None) -> MessageContent:
        services, words = self._services, answer.words
        emoji = services.presenter.hands.emoji
        facts = lesson.Facts.of(step, answer.person.name, services.settings, emoji, pressed=pressed)
        return MessageContent(
            content=lesson.text(words, facts),
            rows=lesson_rows.rows(words, facts),
            scene=lesson.scene(words, facts),
            alt=lesson.alt(words, facts),
            file="tutorial.png",
        )

    @heavy_work
    async def _rendered(self, answer: Answer, content: MessageContent) -> RenderedMessage:
        return await render(content, self._services.presenter.pictures, Urgency.PRESS)


def _left(words: Words, step: Step) -> MessageContent:
    return MessageContent(wording.left(words), lesson_rows.left(words, step))


def _step(name: str) -> Step:
    """A step by its name. Raises BadCustomId."""
    try:
        return Step(name)
    except ValueError as error:
        raise BadCustomId(name) from error


def _card(letter: str) -> Card:
    """A card by its letter. Raises BadCustomId."""
    try:
        return card(letter)
    except NotationError as error:
        raise BadCustomId(letter) from error
