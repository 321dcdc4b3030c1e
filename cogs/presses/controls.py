"""Buttons and selects: described as plain values, sent as one dynamic item class.

Every view is built afresh for a message, holds dynamic items only and is stopped before it is sent: the
library never keeps it, and a restart changes nothing, because a press is understood from its custom id alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from re import Match
from typing import Any, Protocol, Self, cast

import discord
from discord.ext import commands

from cogs.pages.page_id import PagePress, format_page
from cogs.presses.custom_id import TEMPLATE, Press, format_press

LISTENER = "Presses"
"""The cog that takes the presses."""


class Style(Enum):
    """How a button looks."""

    MAIN = discord.ButtonStyle.primary
    PLAIN = discord.ButtonStyle.secondary
    GO = discord.ButtonStyle.success
    DANGER = discord.ButtonStyle.danger


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `emoji` is an application emoji as Discord writes it, `<:name:id>`."""

    label: str
    press: Press | PagePress
    style: Style = Style.PLAIN
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a select: what it says, what it means."""

    label: str
    value: str
    description: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select of one among 1 to 25 options."""

    placeholder: str
    press: Press | PagePress
    options: tuple[Option, ...]
    disabled: bool = False


Row = tuple[Button | Select, ...]
Rows = tuple[Row, ...]
"""What stands under a message: at most five rows, at most four buttons in a row (phones)."""


class _Listener(Protocol):
    async def pressed(self, interaction: discord.Interaction[Any], custom_id: str) -> None: ...


class Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=TEMPLATE):
    """Any of our buttons and selects."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: Match[str], /
    ) -> Self:
        """The item that was pressed; nothing is read from it but its custom id."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the cog that takes presses."""
        client = cast("commands.Bot", interaction.client)
        listener = cast("_Listener", client.get_cog(LISTENER))
        await listener.pressed(interaction, self.custom_id)


def view_of(rows: Rows) -> discord.ui.View | None:
    """The view of some rows, stopped already; None where there are none."""
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for control in row:
            view.add_item(Control(_item(control, number)))
    view.stop()
    return view


def _item(control: Button | Select, row: int) -> discord.ui.Item[Any]:
    press = control.press
    custom_id = format_page(press) if isinstance(press, PagePress) else format_press(press)
    if isinstance(control, Button):
        return discord.ui.Button(
            label=control.label,
            custom_id=custom_id,
            style=control.style.value,
            disabled=control.disabled,
            emoji=control.emoji,
            row=row,
        )
    options = [
        discord.SelectOption(
            label=one.label, value=one.value, description=one.description or None, default=one.chosen
        )
        for one in control.options
    ]
    return discord.ui.Select(
        placeholder=control.placeholder,
        custom_id=custom_id,
        options=options,
        disabled=control.disabled,
        row=row,
    )
