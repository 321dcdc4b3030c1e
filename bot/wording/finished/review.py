"""The texts of a finished match's review: points given away, luck, koi-koi judged, costly moves."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within
from bot.match.saying import Kind
from bot.wording import cards, months, numbers
from bot.wording import rules as rule_words
from engine.rules.actions import Choose, KoiKoi, Move, Play
from engine.rules.options import Rules

BUTTON = mark_within("button", "Review")


def move_button(words: Words, number: int) -> str:
    """See the table as one of the costly moves found it."""
    return words.within("button", "Move {n}", n=number)


PLACEHOLDER = mark("Whose costliest moves?")

SAID = {
    Kind.DEALS: (
        mark("You played well; the deals were against you."),
        mark("{player} played well; the deals were against them."),
    ),
    Kind.STOCK: (
        mark("You played well; the stock was against you."),
        mark("{player} played well; the stock was against them."),
    ),
    Kind.CARDS: (
        mark("Bad cards cost you more than your decisions."),
        mark("Bad cards cost {player} more than their decisions."),
    ),
    Kind.LUCKY: (
        mark("You won by luck: the cards brought you your whole lead."),
        mark("{player} won by luck: the cards brought their whole lead."),
    ),
    Kind.IN_SPITE: (
        mark("You won in spite of the cards."),
        mark("{player} won in spite of the cards."),
    ),
    Kind.WELL: (mark("You played well."), mark("{player} played well.")),
    Kind.COSTLY: (
        mark("Better decisions were there for you."),
        mark("Better decisions were there for {player}."),
    ),
}
"""The first sentence by what it claims: to the player, and of them."""


def one_cost(words: Words, made: str, when: str, player: str = "") -> str:
    """Say that one decision cost the match; `player`: somebody who is not the reader."""
    if player:
        return words(
            "One decision cost {player} the match: {move} in {month}.", player=player, move=made, month=when
        )
    return words("One decision cost you the match: {move} in {month}.", move=made, month=when)


def some_cost(words: Words, number: int, player: str = "") -> str:
    """Say that two or three decisions cost the match together."""
    if player:
        return words("{n} decisions together cost {player} the match.", n=number, player=player)
    return words("{n} decisions together cost you the match.", n=number)


def title(words: Words, rules: Rules) -> str:
    """The first line: of what, and in what all values are."""
    return words(
        "**Review: {rules}** (values in {unit})",
        rules=rule_words.title(words, rules),
        unit=numbers.unit(words, rules),
    )


def given_away(words: Words, player: str, lost: float, decisions: int) -> str:
    """Return the cost of somebody's decisions against the best ones."""
    said = numbers.tenths(words, -lost)
    return words.plural(
        "**{player}**: {lost} against the best move, in {n} decision",
        "**{player}**: {lost} against the best moves, in {n} decisions",
        decisions,
        player=player,
        lost=said,
    )


def luck(words: Words, total: float, dealt: float, turned: float) -> str:
    """Return the points that chance brought."""
    all_of_it, deals, stock = (numbers.tenths(words, each, sign=True) for each in (total, dealt, turned))
    return words("luck {n} (deals {deals}, stock {stock})", n=all_of_it, deals=deals, stock=stock)


def calls(words: Words, well: int, every: int, lost: float) -> str:
    """Return the quality of somebody's decisions whether to stop."""
    if not every:
        return words("koi-koi or stop: never asked")
    if not lost:
        return words.plural(
            "koi-koi or stop: {well} of {n} judged well",
            "koi-koi or stop: {well} of {n} judged well",
            every,
            well=well,
        )
    return words.plural(
        "koi-koi or stop: {well} of {n} judged well ({lost})",
        "koi-koi or stop: {well} of {n} judged well ({lost})",
        every,
        well=well,
        lost=numbers.tenths(words, -lost),
    )


def costliest(words: Words, player: str, count: int) -> str:
    """The heading of somebody's costly moves; that there are none."""
    if not count:
        return words("**{player}** always made the best move.", player=player)
    return words("**{player}'s costliest moves**", player=player)


def costly(  # noqa: PLR0913 - what a line tells
    words: Words, number: int, month: str, lost: float, moves: tuple[Move, Move], *, loses: bool
) -> str:
    """One of them; `moves`: the one that was made, and the best; `loses`: a stop that lost the match."""
    return words(
        "**{n}.** {lost} · {month}: {made}; better: {best}",
        n=number,
        lost=numbers.tenths(words, -lost),
        month=month,
        made=words("stop, which lost the match") if loses else move(words, moves[0]),
        best=move(words, moves[1]),
    )


def move(words: Words, one: Move) -> str:
    """A move that could be judged, in a few words."""
    match one:
        case Play(card, None):
            return cards.name(words, card)
        case Play(card, taken) if taken is not None:
            return words(
                "{card}, taking {taken}", card=cards.name(words, card), taken=cards.name(words, taken)
            )
        case Choose(card):
            return words("the stock's card takes {card}", card=cards.name(words, card))
        case KoiKoi():
            return words("koi-koi")
        case _:
            return words("stop")


EXPLAINED = mark(
    "-# Judged by the CPU player hard, from what each could see. In the last three months of a match, "
    "koi-koi and stop are judged by the chance to win it. Luck is what deals and turned cards brought: "
    "0 on average."
)
"""The judge of the moves, and the meaning of luck."""

NOTHING = mark("There is nothing to review: no card was played.")
"""For a match whose seats were never drawn."""

CHANCES_TITLE = mark_within("picture", "Chance to win")
BEGINNING = mark_within("before the first month", "Start")
"""Under the axis, before the first month."""


def month(words: Words, rules: Rules, number: int) -> str:
    """A month under the axis: its number, which is shorter than its name in every language."""
    return words.within("the nth month, under an axis", "{n}", n=months.calendar(rules, number))
