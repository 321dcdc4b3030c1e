"""Checks of what the bot itself tells Discord at a start: the cards' emoji and the commands."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.config import Settings
from bot.storage import Store
from bot.storage.database import address
from cogs.doctor.lines import Line
from cogs.gateway.client import Client
from cogs.gateway.registration import Told, differing
from cogs.messages.emojis import OURS, emoji_name
from engine.cards.deck import DECK


class Emoji(BaseModel):
    """One emoji of the application."""

    name: str


class Emojis(BaseModel):
    """Discord's answer about the application's emoji."""

    items: list[Emoji]


class Command(BaseModel):
    """One command, as Discord has it; what is not named here is kept as it came."""

    model_config = ConfigDict(extra="allow")

    type: int
    name: str
    options: list[Command] | None = None
    choices: list[dict[str, Any]] | None = None
    contexts: list[int] | None = None
    integration_types: list[int] | None = None
    channel_types: list[int] | None = None


def emoji(of: Emojis, *, runs: bool) -> Line:
    """Whether the cards' emoji are those of this version; `runs`: whether the bot does.

    Without them it works, and buttons have words alone.
    """
    check, names = "emoji", {each.name for each in of.items}
    wanted = {emoji_name(card) for card in DECK}
    there, old = len(wanted & names), len([each for each in names - wanted if OURS.fullmatch(each)])
    if not there and not old and not runs:
        return Line.ok(check, f"none yet; the bot uploads {len(wanted)} when it starts")
    found = f"{there} of {len(wanted)} are uploaded"
    if there < len(wanted):
        act = "Look into its log for what hinders it" if runs else "Start the bot"
        return Line.warning(check, found, f"{act}: it uploads them by itself.")
    if old:
        todo = "Let the bot run: it removes them a day after it has uploaded its own."
        return Line.warning(check, f"{found}, and {old} of another version", todo)
    return Line.ok(check, found)


async def commands(there: list[Command], settings: Settings, *, runs: bool) -> Line:
    """Whether the commands are those that the bot tells Discord; `runs`: whether it does."""
    check, wanted = "commands", await _wanted(settings)
    if not there and not runs:
        return Line.ok(check, f"none yet; the bot registers {len(wanted)} when it starts")
    if not (differ := differing(wanted, [each.model_dump() for each in there])):
        return Line.ok(check, f"all {len(wanted)} are as they should be")
    todo = f"{'Restart' if runs else 'Start'} the bot: it registers them by itself."
    return Line.warning(check, f"not those of this version: {', '.join(differ)}", todo)


async def _wanted(settings: Settings) -> list[Told]:
    """Return the commands that the bot tells Discord, from a client that never connects."""
    store = Store(address.of(settings))
    try:
        client = Client(settings, store)
        await client.add_cogs()
        return await client.registration.wanted()
    finally:
        await store.close()
