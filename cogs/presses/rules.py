"""Presses on the rules of a table: to read them, and for the host of an open lobby to change options."""

from __future__ import annotations

from bot.errors import LobbyOver
from bot.match.views import View
from bot.match.vocabulary import MatchClock, Status
from bot.screens.notes import rules_in_force
from bot.wording import notes, options, panels
from cogs.failures import say
from cogs.messages.answer import Answer
from cogs.messages.content import MessageContent, RenderedMessage
from cogs.presenter import Services
from cogs.presses.custom_id import Press
from cogs.presses.rules_panel import Viewer, panel
from engine.errors import OptionError
from engine.rules.options import OPTIONS


async def rules(services: Services, answer: Answer, press: Press) -> None:
    """Show the rules in a Note, to the host with the select that changes them."""
    view = await services.manager.view(press.match)
    await answer.note(RenderedMessage(panel(answer.words, view, _viewer(answer))))


async def option(services: Services, answer: Answer, press: Press) -> None:
    """Offer the values of the option that was chosen."""
    name = answer.chosen or ""
    view = await services.manager.view(press.match)
    if view.status is not Status.LOBBY:
        await _too_late(answer, view, LobbyOver())
        return
    await _instead(answer, view, name if name in OPTIONS else None)


async def value(services: Services, answer: Answer, press: Press) -> None:
    """Set the option to the chosen value; the engine refuses what does not fit, and a Note says so."""
    assert press.option is not None
    view = await services.manager.view(press.match)
    try:
        chosen = options.value_of(view.rules.id, press.option, answer.chosen or "")
        view = await services.manager.change_options(press.match, answer.user, {press.option: chosen})
    except OptionError as error:
        await say(answer, notes.option_error(answer.words, error))
    except LobbyOver as error:
        await _too_late(answer, view, error)
    else:
        await _instead(answer, view, press.option)


async def clock(services: Services, answer: Answer, press: Press) -> None:
    """Set how much time there is for a turn; nonsense of a forger changes nothing."""
    view = await services.manager.view(press.match)
    try:
        if answer.chosen in set(MatchClock):
            view = await services.manager.set_clock(press.match, answer.user, MatchClock(answer.chosen))
    except LobbyOver as error:
        await _too_late(answer, view, error)
    else:
        await _instead(answer, view, None)


async def reset(services: Services, answer: Answer, press: Press) -> None:
    """Go back to the rule set's own options."""
    try:
        view = await services.manager.reset_options(press.match, answer.user)
    except LobbyOver as error:
        await _too_late(answer, await services.manager.view(press.match), error)
    else:
        await _instead(answer, view, None)


async def mark(services: Services, answer: Answer, press: Press) -> None:
    """Make the lobby's options the server's default, for whoever manages it; looked at now."""
    view = await services.manager.view(press.match)
    if not answer.by_manager:
        await say(answer, panels.may_not_manage(answer.words))
    elif view.status is not Status.LOBBY or view.place.guild is None:
        await _too_late(answer, view, LobbyOver())
    else:
        await services.manager.servers.mark(view.place.guild, view.place.locale, view.rules)
        said = panels.marked(answer.words, view.rules)
        await answer.instead(RenderedMessage(panel(answer.words, view, _viewer(answer), said=said)))


async def _too_late(answer: Answer, view: View, error: LobbyOver) -> None:
    """Answer on a Note left open from the lobby: it says that it is too late, and has no controls left."""
    facts = rules_in_force.Facts.of(view, answer.user, manages=False)
    content = rules_in_force.text(answer.words, facts, above=f"-# {notes.error(answer.words, error)}")
    await answer.instead(RenderedMessage(MessageContent(content)))


async def _instead(answer: Answer, view: View, name: str | None) -> None:
    """Show the rules as they are now in place of the Note that was pressed on."""
    await answer.instead(RenderedMessage(panel(answer.words, view, _viewer(answer), name)))


def _viewer(answer: Answer) -> Viewer:
    return Viewer(answer.user, answer.by_manager)
