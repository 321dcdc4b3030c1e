"""The places that the draw for seats gives (rules.md section 2)."""

from __future__ import annotations

from bot.i18n import Words
from engine.rules.options import Rules


def short_place(words: Words, rules: Rules, rank: int) -> str:
    """The same for tight places."""
    if rank >= rules.seats:
        return words.within("place in the draw, short", "Watch")
    return place(words, rules, rank)


def place(words: Words, rules: Rules, rank: int) -> str:
    """What a place is called; whoever gets no seat watches."""
    if rank >= rules.seats:
        return words.within("place in the draw", "Watches")
    if rules.seats == 2:
        two = (words.within("place of two", "Dealer"), words.within("place of two", "Second"))
        return two[rank]
    three = (
        words.within("place of three", "Dealer"),
        words.within("place of three", "Second"),
        words.within("place of three", "Last"),
    )
    return three[rank]
