"""The places that the draw for seats gives (rules.md section 2)."""

from __future__ import annotations

from bot.i18n import Words
from engine.play.observation import Observation
from engine.play.seats import rank_key
from engine.rules.options import Rules


def places(seen: Observation) -> tuple[int | None, ...]:
    """By joining number: the rank from 0, as soon as no further draw can change it.

    Whoever did not tie draws no more: his rank is clear while others draw again.
    """
    keys = [rank_key(seen.rules, cards) for cards in seen.drawn]
    return tuple(
        sum(other < key for other in keys) if _is_clear(seen, number) else None
        for number, key in enumerate(keys)
    )


def _is_clear(seen: Observation, number: int) -> bool:
    """Whether this participant draws no more."""
    return seen.order is not None or (
        number not in seen.to_move and len(seen.drawn[number]) < seen.draw_round
    )


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
