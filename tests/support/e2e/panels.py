"""Panels and notes: private messages with settings, opened, read and pressed as a person does."""

from __future__ import annotations

from bot.i18n import Languages
from bot.sandbox.world.permissions import Permission
from bot.wording.settings import person
from cogs.content.custom_id import Verb
from cogs.content.page_id import is_page, parse_page
from tests.support.e2e.e2e_stage import CHANNEL, Stage
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json, buttons, selects
from tests.support.sandbox.user import Outcome


async def opened(player: Player, command: str = "koikoi settings") -> Json:
    """The panel."""
    return await player.user.answer(await player.user.command(command, channel=CHANNEL))


def control(panel: Json, action: str, row: str = "") -> str:
    """The custom id of the only control with an action; of several sections' rows, that of `row`."""
    every = [one["custom_id"] for one in (*buttons(panel), *selects(panel)) if is_page(one["custom_id"])]
    (found,) = [
        one
        for one in every
        if parse_page(one).action == action and (not row or parse_page(one).state == (row,))
    ]
    return str(found)


async def choose(player: Player, panel: Json, action: str, value: str, row: str = "") -> Json:
    """Choose a line of one of the panel's selects, of `row` where there are several; the panel afterwards."""
    before = player.user.message(panel["id"])
    await player.user.select(panel, [value], custom_id=control(panel, action, row))
    return await player.user.wait_update(panel, lambda m: m is not before)


async def press(player: Player, panel: Json, label: str) -> Json:
    """Press one of the panel's buttons; the panel afterwards."""
    before = player.user.message(panel["id"])
    await player.user.press(panel, label)
    return await player.user.wait_update(panel, lambda m: m is not before)


async def my_hand(player: Player, channel: str = CHANNEL) -> Json:
    """Press *My hand* under `/koikoi games`, where there is one match; what the list has become."""
    return await _of_my_match(player, channel, Verb.HAND)


async def my_table(player: Player, channel: str = CHANNEL) -> str:
    """Press *My table* under `/koikoi games`, where there is one match; what the list says then."""
    return str((await _of_my_match(player, channel, Verb.BRING_DOWN))["content"])


async def _of_my_match(player: Player, channel: str, verb: Verb) -> Json:
    games = await player.user.answer(await player.user.command("koikoi games", channel=channel))
    assert presses(games, verb), games["content"]
    await player.tap(games, verb)
    return await player.user.wait_update(games, lambda m: m is not games)


async def words_only(player: Player, *, on: bool = True) -> None:
    """Switch somebody's text mode on, or off, in their settings, which they dismiss."""
    words = Languages.load().pick(player.user.locale)
    panel = await choose(player, await opened(player, "koikoi me"), "pick", "deck")
    panel = await press(player, panel, person.text(words, on=on))
    assert person.text(words, on=on) in panel["content"]
    await player.user.dismiss(panel)


async def note_of(player: Player, outcome: Outcome) -> str:
    """Return the text of a private answer."""
    note = await player.user.answer(outcome)
    assert note["flags"] & 64
    return str(note["content"])


def below_name(content: str) -> str:
    """Return the text of a note below the line that names its match and leads to its table."""
    line, _, rest = content.partition("\n")
    assert line.startswith("**[") and "](https://discord.com/channels/" in line, content
    return rest


async def without(here: Stage, channel: str, denied: Permission) -> None:
    """Take permissions from the bot in a channel."""
    bits = str(int(denied))
    await here.sandbox.control("overwrite", channel=channel, target="bot", allow="0", deny=bits)


async def delete_channel(here: Stage, channel: str) -> None:
    """Let the owner of the server delete a channel or thread, by its id."""
    owner = await here.player(0)
    await here.sandbox.request("DELETE", f"/client/channels/{channel}?user={owner.user.id}")
