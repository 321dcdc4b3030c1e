"""The colours of people: white letters must be readable on every one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import sandbox
from bot.sandbox.world.seed import new_world

LEAST = 4.5
"""The contrast that WCAG 2 asks of small text."""
AVATAR = Path(sandbox.__file__).parent / "page" / "js" / "avatar.js"


def linear(part: float) -> float:
    """One part of a colour, from 0 to 1, as an amount of light."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def light(colour: str) -> float:
    """Relative luminance of `#rrggbb`."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colours() -> list[str]:
    """Return the colours of the sandbox's own users and bot, and those that the page gives to others."""
    world = new_world()
    others = re.findall(r'"(#[0-9a-f]{6})"', AVATAR.read_text(encoding="utf-8"))
    return [*(user.color for user in (*world.users, world.bot)), *others]


def test_there_are_colours_for_everybody() -> None:
    """The five users, the bot, and the page's own six."""
    assert len(colours()) == 12


@pytest.mark.parametrize("colour", colours())
def test_letters_are_readable_on_an_avatar(colour: str) -> None:
    """White on it has enough contrast."""
    assert 1.05 / (light(colour) + 0.05) >= LEAST
