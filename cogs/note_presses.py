"""Presses that are answered by a Note: yaku, more, shuffles, log, resigning."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.errors import NoSuchMatch, NotInMatch
from bot.i18n import Words
from bot.manager import Manager
from bot.screens.notes import about_match, yaku_sheet
from bot.views import MatchId, MatchView, Status
from bot.wording import buttons, notes
from cogs.answer import Answer
from cogs.bringing import Bringing
from cogs.controls import Button, Rows, Style
from cogs.custom_id import Press, Verb
from cogs.face import Drawn, Face, drawn
from cogs.failures import say
from cogs.opening import Opening
from cogs.people import user_of
from cogs.pictures import Urgency
from cogs.presenter import CogPresenter

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
        facts = yaku_sheet.Facts.of(view.rules)
        face = Face(
            content=yaku_sheet.text(words, facts),
            scene=yaku_sheet.scene(words, facts),
            alt=yaku_sheet.alt(words, facts),
            file="yaku.png",
        )
        await answer.note(await drawn(face, self._presenter.pictures, Urgency.PRESS))

    async def _more(self, answer: Answer, press: Press) -> None:
        words, facts = self._words(answer), await self._about(answer, press)
        await answer.note(Drawn(Face(about_match.more(words, facts), more_rows(words, facts)), None))

    async def _shuffles(self, answer: Answer, press: Press) -> None:
        await say(answer, about_match.shuffles(self._words(answer), await self._about(answer, press)))

    async def _log(self, answer: Answer, press: Press) -> None:
        await say(answer, about_match.log(self._words(answer), await self._about(answer, press)))

    async def _bring_down(self, answer: Answer, press: Press) -> None:
        view = await self._manager.view(press.match)
        if not any(one.user == user_of(answer.interaction) for one in view.people):
            raise NotInMatch
        if view.status not in {Status.LOBBY, Status.PLAYING}:
            raise NoSuchMatch
        await answer.instead(Drawn(Face(await self._bringing.bring(answer, view)), None))

    async def _ask_resign(self, answer: Answer, press: Press) -> None:
        words = self._words(answer)
        await answer.instead(Drawn(resign_face(words, press.match), None))

    async def _resign(self, answer: Answer, press: Press) -> None:
        user = user_of(answer.interaction)
        receipt = await self._manager.resign(press.match, user)
        words = self._words(answer)
        text = notes.resigned(words) if receipt.refusal is None else notes.nothing_to_resign(words)
        await answer.instead(Drawn(Face(text), None))
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

    async def _about(self, answer: Answer, press: Press) -> about_match.Facts:
        view = await self._manager.view(press.match)
        if not isinstance(view, MatchView):
            raise NoSuchMatch
        return about_match.Facts.of(view, user_of(answer.interaction))

    def _words(self, answer: Answer) -> Words:
        return self._presenter.languages.pick(answer.interaction.locale.value)


def resign_face(words: Words, match: MatchId) -> Face:
    """The question whether somebody means it."""
    confirm = Button(buttons.confirm_resign(words), Press(match, Verb.RESIGN), Style.DANGER)
    cancel = Button(buttons.cancel(words), Press(match, Verb.CANCEL))
    return Face(notes.resign_question(words), ((confirm, cancel),))


def more_rows(words: Words, facts: about_match.Facts) -> Rows:
    """What can be pressed under *More*."""
    row = [
        Button(buttons.rules(words), Press(facts.match, Verb.RULES)),
        Button(buttons.log(words), Press(facts.match, Verb.LOG)),
        Button(buttons.shuffles(words), Press(facts.match, Verb.SHUFFLES)),
    ]
    if facts.takes_part:
        row.insert(0, Button(buttons.move_down(words), Press(facts.match, Verb.BRING_DOWN)))
    if facts.may_resign:
        resign = Button(buttons.resign(words), Press(facts.match, Verb.ASK_RESIGN), Style.DANGER)
        return tuple(row), (resign,)
    return (tuple(row),)
