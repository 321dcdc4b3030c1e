"""The texts of the hint: the best move and why, the next best, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark, mark_within
from bot.wording import cards, numbers
from bot.wording import yaku as yaku_words
from engine.cards.deck import Card
from engine.rules.actions import Choose, Move, Play
from engine.rules.options import Rules
from engine.rules.yaku import YakuId

NONE: Mapping[str, Message] = {
    "SERVER": mark("This server has switched hints off."),
    "AT_STAKE": mark("There are no hints against people, nor in an arena."),
    "UNASKED": mark("There is no hint now, because you have nothing to decide."),
}
"""The reasons why there is no hint."""


BUTTON = mark_within("button", "Hint")


def best(words: Words, told: str) -> str:
    """The line of the best move."""
    return words("**Hint:** {told}", told=told)


Needed = tuple[str, YakuId]
"""An opponent by name, and the yaku for which they need a card."""
Near = tuple[YakuId, bool]
"""A yaku, and whether it is made."""


def takes(
    words: Words, rules: Rules, target: tuple[int, Card], yaku: Near | None, needed: Needed | None
) -> str:
    """Return the better of two cards for the turned one to take. `yaku`: for which."""
    n, card = f"**{target[0]}**", cards.name(words, target[1])
    if yaku is not None:
        named, made = yaku_words.name(words, rules, yaku[0]), yaku[1]
        if made:
            return words("Take {n} {card} and make {yaku}.", n=n, card=card, yaku=named)
        return words("Take {n} {card}: one short of {yaku}.", n=n, card=card, yaku=named)
    if needed is not None:
        named = yaku_words.name(words, rules, needed[1])
        return words(
            "Take {n} {card}: {player} needs it for {yaku}.", n=n, card=card, player=needed[0], yaku=named
        )
    return words("Take {n} {card}: it is worth more to you.", n=n, card=card)


def decision(words: Words, *, stops: bool, stop: float | None, on: float | None) -> str:
    """Stopping or going on, and what each is worth."""
    if stop is None or on is None:  # one of them alone is legal
        return words("**Stop.**") if stops else words("**Koi-koi.**")
    now, later = numbers.tenths(words, stop), numbers.tenths(words, on)
    if stops:
        return words("**Stop**: it brings {stop}, going on about {on}.", stop=now, on=later)
    return words("**Koi-koi**: going on brings about {on}, stopping {stop}.", stop=now, on=later)


def for_the_match(words: Words, *, stops: bool, stop: float, on: float) -> str:
    """Stopping or going on, and how likely each wins the match."""
    now, later = numbers.percent(words, stop), numbers.percent(words, on)
    if stops:
        return words(
            "**Stop**: it wins the match {stop} of the time, going on about {on}.", stop=now, on=later
        )
    return words(
        "**Koi-koi**: going on wins the match about {on} of the time, stopping {stop}.", stop=now, on=later
    )


def almost(words: Words, number: int, move: Move, gap: float) -> str:
    """Another move that is almost as good."""
    assert isinstance(move, Play | Choose), "of koi-koi and stopping both values are told"
    n, card, less = f"**{number}**", cards.name(words, move.card), numbers.tenths(words, -gap)
    if not less.startswith(numbers.MINUS):
        return words("Just as good: {n} {card}.", n=n, card=card)
    return words("Almost as good: {n} {card} ({gap}).", n=n, card=card, gap=less)


def costs_least(words: Words, number: int) -> str:
    """A card to be laid of which no more is to be said."""
    return words("Lay {n}: it costs you least.", n=f"**{number}**")


JUDGED = mark("-# As the CPU player hard judges it, from what you see.")
"""The judge of the moves."""
