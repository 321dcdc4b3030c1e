"""Label with one field, described as plain values.

The library keeps none of them: what is written is understood from the form's custom id alone, as presses are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from cogs.pages.page_id import PagePress, format_page

FIELD = "text"
LONGEST = 64
"""Characters of what may be written."""


@dataclass(frozen=True, slots=True)
class Form:
    """A title, and a field with its label (45 characters each) and an example."""

    title: str
    press: PagePress
    label: str
    example: str


def modal_of(form: Form) -> discord.ui.Modal:
    """The form as Discord shows it, stopped already."""
    modal = discord.ui.Modal(title=form.title, custom_id=format_page(form.press))
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=form.example, max_length=LONGEST
    )
    modal.add_item(discord.ui.Label(text=form.label, component=field))
    modal.stop()
    return modal
