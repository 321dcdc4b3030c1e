"""Presses on the rules of a table: to read them, and for the host of an open lobby to change them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps

from bot.errors import BotError, LobbyOver, SeatsPromised
from bot.match.series import LENGTHS
from bot.match.views import View
from bot.match.vocabulary import MatchClock, Refusal, Status
from bot.wording import notes
from bot.wording.settings import server
from cogs.content.custom_id import Press
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.open_panels import closed_panel
from cogs.presses import house_rules as house
from cogs.presses.rules_panel import Viewer, panel
from engine.errors import OptionError
from engine.rules.options import OptionValue
from engine.rules.presets import rules_name

Handler = Callable[[Services, Answer, Press], Awaitable[None]]


def of_open_lobby(handler: Handler) -> Handler:
    """Have a handler say that it is too late, on the note that was pressed on, once the lobby is over."""

    @wraps(handler)
    async def guarded(services: Services, answer: Answer, press: Press) -> None:
        try:
            await handler(services, answer, press)
        except LobbyOver:
            await _too_late(answer, await services.manager.view(press.match))

    return guarded


async def rules(services: Services, answer: Answer, press: Press) -> None:
    """Show the rules in a Note, to the host with controls to change them."""
    view = await services.manager.view(press.match)
    content = panel(answer.words, view, _viewer(answer))
    await answer.note(RenderedMessage(content))
    await _opened(services, answer, view)


@of_open_lobby
async def rule_set(services: Services, answer: Answer, press: Press) -> None:
    """Play by the chosen rule set or preset, plain; nonsense of a forger changes nothing."""
    view = await services.manager.view(press.match)
    try:
        name = rules_name(answer.chosen or "")
    except OptionError:
        await _instead(services, answer, view)
        return
    rules = await services.manager.servers.rules(view.place.guild, name)
    try:
        view = await services.manager.change_rules(press.match, answer.user, rules)
    except SeatsPromised as error:  # beside the reason the select shows what is played by all the same
        await _instead(services, answer, view, notes.error(answer.words, error))
    else:
        await _instead(services, answer, view)


@of_open_lobby
async def months(services: Services, answer: Answer, press: Press) -> None:
    """Set the number of months; the engine refuses what does not fit, and a Note says so."""
    try:
        receipt = await services.manager.change_options(press.match, answer.user, {"months": press.number})
    except OptionError as error:
        await say(answer, notes.option_error(answer.words, error))
    else:
        await _instead(services, answer, receipt.view)


@of_open_lobby
async def clock(services: Services, answer: Answer, press: Press) -> None:
    """Set the time for a turn; forged values change nothing."""
    view = await services.manager.view(press.match)
    if answer.chosen in set(MatchClock):
        view = await services.manager.set_clock(press.match, answer.user, MatchClock(answer.chosen))
    await _instead(services, answer, view)


@of_open_lobby
async def best_of(services: Services, answer: Answer, press: Press) -> None:
    """Set the number of matches in the series; forged values change nothing."""
    view = await services.manager.view(press.match)
    if press.number in {0, *LENGTHS}:
        view = await services.manager.set_best_of(press.match, answer.user, press.number or None)
    await _instead(services, answer, view)


@of_open_lobby
async def ask_house_rules(services: Services, answer: Answer, press: Press) -> None:
    """Open a form of house rules, filled in as they stand."""
    view = await services.manager.view(press.match)
    if view.status is not Status.LOBBY:
        raise LobbyOver
    await answer.ask(house.form(answer.words, press.match, view.rules, press.verb))


async def house_rules(services: Services, answer: Answer, press: Press) -> None:
    """Apply the rules of the form; if it comes too late, say so and repeat the choices."""
    assert press.rule_set is not None
    view = await services.manager.view(press.match)
    chosen: dict[str, OptionValue] = {}
    try:
        chosen = house.read(press.rule_set, answer.fields)
        receipt = await services.manager.change_options(press.match, answer.user, chosen, press.rule_set)
    except OptionError as error:
        await say(answer, notes.option_error(answer.words, error))
    except LobbyOver:
        await _too_late(answer, view, house.kept(answer.words, press.rule_set, chosen))
    else:
        said = ""
        if receipt.refusal is Refusal.STALE:
            said = house.stale(answer.words, press.rule_set, chosen)
        await _instead(services, answer, receipt.view, said)


@of_open_lobby
async def reset(services: Services, answer: Answer, press: Press) -> None:
    """Go back to the rule set's own options."""
    view = await services.manager.reset_options(press.match, answer.user)
    await _instead(services, answer, view)


@of_open_lobby
async def mark(services: Services, answer: Answer, press: Press) -> None:
    """Make the lobby's options the server's default, if the user may manage the server now."""
    view = await services.manager.view(press.match)
    if not answer.by_manager:
        await say(answer, server.may_not_manage(answer.words))
        return
    if view.status is not Status.LOBBY or view.place.guild is None:
        raise LobbyOver
    await services.manager.servers.mark(view.place.guild, view.place.locale, view.rules, answer.person)
    await _instead(services, answer, view, server.marked(answer.words, view.rules))


async def _too_late(answer: Answer, view: View, kept: str = "") -> None:
    """Answer on a Note left open from the lobby: it says that it is too late, and has no controls left."""
    await answer.instead(RenderedMessage(closed_panel(answer.words, view, answer.user, kept)))


async def _instead(services: Services, answer: Answer, view: View, said: str = "") -> None:
    """Show the rules as they are now in place of the Note that was pressed on; `said`: what was done."""
    content: MessageContent = panel(answer.words, view, _viewer(answer), said=said)
    await answer.instead(RenderedMessage(content))
    await _opened(services, answer, view)


async def _opened(services: Services, answer: Answer, view: View) -> None:
    """Remember a panel that has just been shown; if its lobby has closed meanwhile, close it at once."""
    if view.status is Status.LOBBY:
        services.presenter.panels.opened(view, answer)
        with suppress(BotError):  # the person who pressed has been answered
            services.presenter.panels.show(await services.manager.view(view.match))


def _viewer(answer: Answer) -> Viewer:
    return Viewer(answer.user, answer.by_manager)
