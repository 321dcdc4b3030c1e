"""Lobbies as a person uses them: levels of CPU players, the panel of rules, the form of house rules."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL
from tests.support.e2e.scripted_player import Player, custom_id, presses
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import Outcome


async def open_lobby(host: Player, **options: object) -> Json:
    """Give the command; the lobby that comes."""
    seen = {message["id"] for message in host.user.public(CHANNEL)}
    assert not (await host.user.command("koikoi play", channel=CHANNEL, options=options)).failed
    return await host.user.wait_for(lambda m: m["id"] not in seen and is_lobby(m))


def is_lobby(message: Json) -> bool:
    """Whether a message is a lobby that is open."""
    return bool(presses(message, Verb.JOIN, Verb.ACCEPT, Verb.START))


async def lobby_of(player: Player) -> Json:
    """The lobby on a player's screen."""
    return await player.user.wait_for(is_lobby)


async def choose(player: Player, message: Json, verb: Verb, value: str) -> Outcome:
    """Choose a line of the select with a verb."""
    return await player.user.select(message, [value], custom_id=custom_id(message, verb))


async def rules_panel(player: Player) -> Json:
    """Open the rules from the lobby; the Note that comes."""
    return await player.user.answer(await player.tap(await lobby_of(player), Verb.RULES))


async def changed(player: Player, panel: Json, press: Awaitable[Outcome]) -> Json:
    """The panel after a press on it."""
    before = player.user.message(panel["id"])
    assert (await press).callback == 7
    return await player.user.wait_update(panel, lambda m: m is not before)


async def house_form(player: Player, panel: Json, which: Verb = Verb.HOUSE) -> Json:
    """Open one of the forms of house rules."""
    before = len(player.user.modals)
    assert (await player.tap(panel, which)).callback == 9
    await player.user.wait_until(lambda: len(player.user.modals) > before)
    return player.user.modals[-1]


async def set_house_rules(player: Player, panel: Json, which: Verb = Verb.HOUSE, **values: Any) -> Json:
    """Fill a form in and submit it; what is not named stays as it is. The panel afterwards."""
    form = await house_form(player, panel, which)
    return await changed(player, panel, player.user.submit(form, values))
