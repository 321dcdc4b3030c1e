"""Presses on the rules of a table: to read them, and for the host of an open lobby to change options."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from bot.errors import LobbyOver
from bot.i18n import Words
from bot.manager import Manager
from bot.screens.notes import rules_in_force
from bot.views import Status, View
from bot.wording import notes, options, panels
from cogs.answer import Answer
from cogs.custom_id import Press, Verb
from cogs.face import Drawn, Face
from cogs.failures import say
from cogs.people import may_manage, user_of
from cogs.presenter import CogPresenter
from cogs.rules_panel import Viewer, panel
from engine.errors import OptionError
from engine.rules import OPTIONS

Handler = Callable[[Answer, Press], Awaitable[None]]


class RulePresses:
    """The Note with the rules, and its two selects."""

    def __init__(self, manager: Manager, presenter: CogPresenter) -> None:
        self._manager = manager
        self._languages = presenter.languages

    def handlers(self) -> dict[Verb, Handler]:
        """Which verb is whose."""
        return {
            Verb.RULES: self._rules,
            Verb.OPTION: self._option,
            Verb.VALUE: self._value,
            Verb.RESET: self._reset,
            Verb.MARK: self._mark,
        }

    async def _rules(self, answer: Answer, press: Press) -> None:
        view = await self._manager.view(press.match)
        await answer.note(Drawn(panel(self._words(answer), view, _viewer(answer)), None))

    async def _option(self, answer: Answer, press: Press) -> None:
        """An option was chosen: offer its values."""
        name = _selected(answer)
        view = await self._manager.view(press.match)
        if view.status is not Status.LOBBY:
            await self._too_late(answer, view, LobbyOver())
            return
        await self._instead(answer, view, name if name in OPTIONS else None)

    async def _value(self, answer: Answer, press: Press) -> None:
        """A value was chosen: play by it. What does not fit is refused by the engine, in words."""
        assert press.option is not None
        view = await self._manager.view(press.match)
        try:
            value = options.value_of(view.rules.id, press.option, _selected(answer))
            view = await self._manager.change_options(
                press.match, user_of(answer.interaction), {press.option: value}
            )
        except OptionError as error:
            await say(answer, notes.option_error(self._words(answer), error))
        except LobbyOver as error:
            await self._too_late(answer, view, error)
        else:
            await self._instead(answer, view, press.option)

    async def _reset(self, answer: Answer, press: Press) -> None:
        try:
            view = await self._manager.reset_options(press.match, user_of(answer.interaction))
        except LobbyOver as error:
            await self._too_late(answer, await self._manager.view(press.match), error)
        else:
            await self._instead(answer, view, None)

    async def _mark(self, answer: Answer, press: Press) -> None:
        """Whoever manages the server makes the lobby's options its default; looked at now."""
        view = await self._manager.view(press.match)
        words = self._words(answer)
        if not may_manage(answer.interaction):
            await say(answer, panels.may_not_manage(words))
        elif view.status is not Status.LOBBY:
            await self._too_late(answer, view, LobbyOver())
        else:
            await self._manager.servers.mark(view.place.guild, view.place.locale, view.rules)
            face = panel(words, view, _viewer(answer), said=panels.marked(words, view.rules))
            await answer.instead(Drawn(face, None))

    async def _too_late(self, answer: Answer, view: View, error: LobbyOver) -> None:
        """A Note left open from the lobby: it says so, and has nothing to press any more."""
        words = self._words(answer)
        facts = rules_in_force.Facts.of(view, user_of(answer.interaction), manages=False)
        content = rules_in_force.text(words, facts, above=f"-# {notes.error(words, error)}")
        await answer.instead(Drawn(Face(content), None))

    async def _instead(self, answer: Answer, view: View, option: str | None) -> None:
        """Show the rules as they are now in place of the Note that was pressed on."""
        await answer.instead(Drawn(panel(self._words(answer), view, _viewer(answer), option), None))

    def _words(self, answer: Answer) -> Words:
        return self._languages.pick(answer.interaction.locale.value)


def _viewer(answer: Answer) -> Viewer:
    return Viewer(user_of(answer.interaction), may_manage(answer.interaction))


def _selected(answer: Answer) -> str:
    """The line of a select that was chosen; empty where a forged press names none."""
    values = cast("dict[str, Any]", answer.interaction.data or {}).get("values") or [""]
    return str(values[0])
