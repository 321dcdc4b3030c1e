"""The page draws every emoji that the bot uses: a machine may have no font for them."""

from __future__ import annotations

import re

import pytest

from bot.catalogues import read
from bot.i18n import LOCALES
from bot.sandbox.static import PAGE
from cogs.content.controls import Arrow

EMOJI = re.compile(
    "[\u203c\u2049\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23f3\u23f8-\u23fa\u25aa\u25ab"
    "\u25b6\u25c0\u25fb-\u25fe\u2600-\u2604\u260e\u2611\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a"
    "\u262e\u262f\u2638-\u263a\u2640\u2642\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u267f"
    "\u2692-\u2697\u2699\u269b\u269c\u26a0\u26a1\u26a7\u26aa\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8"
    "\u26ce\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d\u270f"
    "\u2712\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763\u2764"
    "\u2795-\u2797\u27a1\u27b0\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)
"""The emoji that Discord draws as a picture, by Unicode's list."""


@pytest.mark.parametrize("locale", LOCALES)
def test_every_emoji_of_the_bot_is_drawn_by_the_page(locale: str) -> None:
    """Every emoji of a language's texts, and the arrows of its buttons."""
    drawn = re.search(r"const DRAWN = {(.*)}", (PAGE / "js/markdown.js").read_text(encoding="utf-8"))
    assert drawn
    texts = [
        text
        for message in read(locale)
        for text in (message.string if isinstance(message.string, list | tuple) else (message.string or "",))
    ]
    used = {sign for text in (*texts, *(each.value for each in Arrow)) for sign in EMOJI.findall(text)}
    assert used
    assert used <= set(re.findall('"(.)":', drawn[1]))
