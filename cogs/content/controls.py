"""Buttons, selects and forms, described as plain values.

What the library makes of them is stopped before it is sent: the library never keeps it, and a restart changes
nothing, because a press is understood from its custom id alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import discord

from cogs.content.custom_id import Press, format_press
from cogs.content.page_id import PagePress, format_page

FIELD = "text"
"""The custom id of a form's field."""
LONGEST_TEXT = 64
"""Characters of what may be written into it."""


class Style(Enum):
    """The looks of a button."""

    MAIN = discord.ButtonStyle.primary
    PLAIN = discord.ButtonStyle.secondary
    GO = discord.ButtonStyle.success
    DANGER = discord.ButtonStyle.danger


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `emoji` is one of Unicode, or an application's as Discord writes it, `<:name:id>`.

    With an emoji the label may be empty.
    """

    label: str
    press: Press | PagePress
    style: Style = Style.PLAIN
    disabled: bool = False
    emoji: str | None = None


def in_words(rows: Rows) -> Rows:
    """Return rows without emoji: a button that has nothing else wears its emoji as text."""
    return tuple(tuple(_in_words(control) for control in row) for row in rows)


def _in_words(control: Button | Select) -> Button | Select:
    if not isinstance(control, Button) or control.emoji is None:
        return control
    return replace(control, label=control.label or control.emoji, emoji=None)


class Arrow(Enum):
    """The target of a button among steps or pages: an emoji, since Discord draws those in every font.

    Each is written with the sign that asks for the coloured picture, as Discord does itself.
    """

    FIRST = "\N{BLACK LEFT-POINTING DOUBLE TRIANGLE WITH VERTICAL BAR}\N{VARIATION SELECTOR-16}"
    BACK = "\N{BLACK LEFT-POINTING TRIANGLE}\N{VARIATION SELECTOR-16}"
    NEXT = "\N{BLACK RIGHT-POINTING TRIANGLE}\N{VARIATION SELECTOR-16}"
    LAST = "\N{BLACK RIGHT-POINTING DOUBLE TRIANGLE WITH VERTICAL BAR}\N{VARIATION SELECTOR-16}"


def turning(arrow: Arrow, press: Press | PagePress, *, end: bool, style: Style = Style.PLAIN) -> Button:
    """The button that leads on or back; `end`: there is nothing more that way."""
    return Button("", press, style, disabled=end, emoji=arrow.value)


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


class Offered(Enum):
    """The kinds of selects whose choices Discord itself fills in."""

    PEOPLE = "user"
    CHANNELS = "channel"


@dataclass(frozen=True, slots=True)
class Picker(Select):
    """A select of any number of people or channels, up to 25; those that are `chosen` are marked."""

    options: tuple[Option, ...] = ()
    """None: Discord makes them."""
    offers: Offered = Offered.PEOPLE
    chosen: tuple[int, ...] = ()


MOST_PICKED = 25
"""The most rows of a picker (Discord)."""
Row = tuple[Button | Select, ...]
Rows = tuple[Row, ...]
"""The rows under a message: at most five rows, at most four buttons in a row (phones)."""


@dataclass(frozen=True, slots=True)
class Form:
    """A title, and a field with its label (45 characters each) and an example."""

    title: str
    press: PagePress
    label: str
    example: str


class FieldKind(Enum):
    """The kinds of choices in a form."""

    TICKS = "any number of lines"
    RADIO = "one of 2 to 10 lines"
    SELECT = "one of 1 to 25 lines"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its lines under a label (45 characters) and what it decides (100)."""

    kind: FieldKind
    name: str
    """Custom id of the control."""
    label: str
    about: str
    lines: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class OptionForm:
    """A title (45 characters), and one to five fields in which something is chosen."""

    title: str
    press: Press
    fields: tuple[Field, ...]


def view_of(rows: Rows) -> discord.ui.View | None:
    """discord.py's view of some rows, stopped already; None where there are no rows."""
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for control in row:
            view.add_item(_item(control, number))
    view.stop()
    return view


def modal_of(form: Form | OptionForm) -> discord.ui.Modal:
    """The form as Discord shows it, stopped already."""
    if isinstance(form, OptionForm):
        return _of_fields(form)
    modal = discord.ui.Modal(title=form.title, custom_id=format_page(form.press))
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=form.example, max_length=LONGEST_TEXT
    )
    modal.add_item(discord.ui.Label(text=form.label, component=field))
    modal.stop()
    return modal


def _of_fields(form: OptionForm) -> discord.ui.Modal:
    modal = discord.ui.Modal(title=form.title, custom_id=format_press(form.press))
    for each in form.fields:
        modal.add_item(
            discord.ui.Label(text=each.label, description=each.about or None, component=_input(each))
        )
    modal.stop()
    return modal


def _input(field: Field) -> discord.ui.Item[Any]:
    """Return the input of a field."""
    match field.kind:
        case FieldKind.TICKS:
            ticks = [discord.CheckboxGroupOption(**_line(each)) for each in field.lines]
            return discord.ui.CheckboxGroup(
                custom_id=field.name, options=ticks, required=False, min_values=0, max_values=len(ticks)
            )
        case FieldKind.RADIO:
            radios = [discord.RadioGroupOption(**_line(each)) for each in field.lines]
            return discord.ui.RadioGroup(custom_id=field.name, options=radios)
        case FieldKind.SELECT:
            options = [discord.SelectOption(**_line(each)) for each in field.lines]
            return discord.ui.Select(custom_id=field.name, options=options)


def _line(one: Option) -> dict[str, Any]:
    return {
        "label": one.label,
        "value": one.value,
        "description": one.description or None,
        "default": one.chosen,
    }


def _item(control: Button | Select, row: int) -> discord.ui.Item[Any]:
    press = control.press
    custom_id = format_page(press) if isinstance(press, PagePress) else format_press(press)
    if isinstance(control, Button):
        return discord.ui.Button(
            label=control.label or None,
            custom_id=custom_id,
            style=control.style.value,
            disabled=control.disabled,
            emoji=control.emoji,
            row=row,
        )
    if isinstance(control, Picker):
        return _picker(control, custom_id, row)
    options = [discord.SelectOption(**_line(one)) for one in control.options]
    return discord.ui.Select(
        placeholder=control.placeholder,
        custom_id=custom_id,
        options=options,
        disabled=control.disabled,
        row=row,
    )


def _picker(control: Picker, custom_id: str, row: int) -> discord.ui.Item[Any]:
    marked = [
        discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType(control.offers.value))
        for each in control.chosen[:MOST_PICKED]
    ]
    if control.offers is Offered.PEOPLE:
        return discord.ui.UserSelect(
            placeholder=control.placeholder,
            custom_id=custom_id,
            min_values=0,
            max_values=MOST_PICKED,
            default_values=marked,
            row=row,
        )
    return discord.ui.ChannelSelect(
        placeholder=control.placeholder,
        custom_id=custom_id,
        channel_types=[discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice],
        min_values=0,
        max_values=MOST_PICKED,
        default_values=marked,
        row=row,
    )
