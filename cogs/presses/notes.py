"""Presses that are answered by a Note: yaku, more, shuffles, log, resigning."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.errors import NoSuchMatch, NotInMatch
from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import MatchId, Status, UserId
from bot.service.manager import Manager
from bot.wording import alt, buttons, notes, yaku_sheet
from cogs import scenes
from cogs.failures import say
from cogs.messages.answer import Answer
from cogs.messages.content import Drawn, MessageContent, drawn
from cogs.messages.pictures import Urgency
from cogs.people import user_of
from cogs.presenter import CogPresenter
from cogs.presses.controls import Button, Rows, Style
from cogs.presses.custom_id import Press, Verb
from cogs.repost import Bringing
from cogs.start_table import Opening

Handler = Callable[[Answer, Press], Awaitable[None]]


class NotePresses:
    """Everything that one person asks about a match, and what he confirms."""

    def __init__(self, manager: Manager, presenter: CogPresenter) -> None:
        self._manager = manager
        self._presenter = presenter
        self._opening = Opening(manager, presenter)
        self._bringing = Bringing(manager, presenter)

    def handlers(self) -> dict[Verb, Handler]:
        """Which verb is whose."""
        return {
            Verb.YAKU: self._yaku,
            Verb.MORE: self._more,
            Verb.SHUFFLES: self._shuffles,
            Verb.LOG: self._log,
            Verb.BRING_DOWN: self._bring_down,
            Verb.ASK_RESIGN: self._ask_resign,
            Verb.RESIGN: self._resign,
            Verb.CANCEL: self._cancel,
            Verb.REMATCH: self._rematch,
        }

    async def _yaku(self, answer: Answer, press: Press) -> None:
        view = await self._manager.view(press.match)
        words = self._words(answer)
        face = MessageContent(
            content=yaku_sheet.text(words, view.rules),
            scene=scenes.yaku_sheet(words, view.rules),
            alt=alt.yaku_sheet(words, view.rules),
            file="yaku.png",
        )
        await answer.note(await drawn(face, self._presenter.pictures, Urgency.PRESS))

    async def _more(self, answer: Answer, press: Press) -> None:
        words, view = self._words(answer), await self._match(press)
        face = MessageContent(notes.more(words, view), _more_rows(words, view, user_of(answer.interaction)))
        await answer.note(Drawn(face, None))

    async def _shuffles(self, answer: Answer, press: Press) -> None:
        await say(answer, notes.shuffles(self._words(answer), await self._match(press)))

    async def _log(self, answer: Answer, press: Press) -> None:
        await say(answer, notes.log(self._words(answer), await self._match(press)))

    async def _bring_down(self, answer: Answer, press: Press) -> None:
        view = await self._manager.view(press.match)
        if not any(one.user == user_of(answer.interaction) for one in view.people):
            raise NotInMatch
        if view.status not in {Status.LOBBY, Status.PLAYING}:
            raise NoSuchMatch
        await answer.instead(Drawn(MessageContent(await self._bringing.bring(answer, view)), None))

    async def _ask_resign(self, answer: Answer, press: Press) -> None:
        words = self._words(answer)
        await answer.instead(Drawn(resign_face(words, press.match), None))

    async def _resign(self, answer: Answer, press: Press) -> None:
        user = user_of(answer.interaction)
        receipt = await self._manager.resign(press.match, user)
        words = self._words(answer)
        text = notes.resigned(words) if receipt.refusal is None else notes.nothing_to_resign(words)
        await answer.instead(Drawn(MessageContent(text), None))
        self._presenter.hands.refresh(receipt.view, user)

    async def _cancel(self, answer: Answer, press: Press) -> None:
        """Put the Note away. On a public message the original response would be that message: it stays."""
        await answer.acknowledge()
        if answer.on_private_message:
            with suppress(discord.NotFound):  # pressed twice
                await answer.interaction.delete_original_response()

    async def _rematch(self, answer: Answer, press: Press) -> None:
        """The same rules and people once more, for anybody who took part."""
        view = await self._manager.view(press.match)
        user = user_of(answer.interaction)
        if not isinstance(view, MatchView) or view.participant_of(user) is None:
            raise NotInMatch
        others = tuple(one.user for one in view.people if one.user is not None and one.user != user)
        level = next((one.cpu for one in view.people if one.cpu is not None), None)
        await self._opening.open(answer, view.rules, invited=others, cpu=level)

    async def _match(self, press: Press) -> MatchView:
        view = await self._manager.view(press.match)
        if not isinstance(view, MatchView):
            raise NoSuchMatch
        return view

    def _words(self, answer: Answer) -> Words:
        return self._presenter.languages.pick(answer.interaction.locale.value)


def resign_face(words: Words, match: MatchId) -> MessageContent:
    """The question whether somebody means it."""
    confirm = Button(buttons.confirm_resign(words), Press(match, Verb.RESIGN), Style.DANGER)
    cancel = Button(buttons.cancel(words), Press(match, Verb.CANCEL))
    return MessageContent(notes.resign_question(words), ((confirm, cancel),))


def _more_rows(words: Words, view: MatchView, user: UserId) -> Rows:
    row = [
        Button(buttons.rules(words), Press(view.match, Verb.RULES)),
        Button(buttons.log(words), Press(view.match, Verb.LOG)),
        Button(buttons.shuffles(words), Press(view.match, Verb.SHUFFLES)),
    ]
    if view.participant_of(user) is not None:
        row.insert(0, Button(buttons.move_down(words), Press(view.match, Verb.BRING_DOWN)))
    if view.status is Status.PLAYING and view.seat_of(user) is not None:
        resign = Button(buttons.resign(words), Press(view.match, Verb.ASK_RESIGN), Style.DANGER)
        return tuple(row), (resign,)
    return (tuple(row),)
