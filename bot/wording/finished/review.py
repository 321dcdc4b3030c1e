"""The texts of a finished match's review: points given away, luck, koi-koi judged, costly moves."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within
from bot.match.decisions import Missed
from bot.match.saying import Kind
from bot.wording import cards, months, numbers
from bot.wording import rules as rule_words
from engine.rules.actions import Choose, KoiKoi, Move, Play
from engine.rules.options import Rules

BUTTON = mark_within("button", "Review")
MOVES = mark_within("button", "Moves")
FIGURES = mark_within("button", "Figures")


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
        mark("You won, with luck on your side."),
        mark("{player} won, with luck on their side."),
    ),
    Kind.IN_SPITE: (
        mark("You won in spite of the cards."),
        mark("{player} won in spite of the cards."),
    ),
    Kind.WELL: (mark("You played well."), mark("{player} played well.")),
    Kind.ENOUGH: (
        mark("You won, though you missed some better moves."),
        mark("{player} won, but missed some better moves."),
    ),
    Kind.COSTLY: (
        mark("You missed some better moves."),
        mark("{player} missed some better moves."),
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


def luck(words: Words, rules: Rules, points: int, rival: str, player: str = "") -> str:
    """Say whom the cards favoured, by how many points; empty for nobody.

    `player`: somebody who is not the reader.
    """
    if not points:
        return ""
    amount = numbers.points(words, rules, abs(points))
    if player:
        player, rival = (player, rival) if points > 0 else (rival, player)
        return words(
            "The cards gave {player} {points} more than {rival}.", player=player, points=amount, rival=rival
        )
    if points > 0:
        return words("The cards gave you {points} more than {rival}.", points=amount, rival=rival)
    return words("The cards gave {rival} {points} more than you.", points=amount, rival=rival)


def try_next(words: Words, better: Move, made: Move, month: str, *, won: bool) -> str:
    """Say what somebody may do otherwise next time, in their first matches; of a win that it is one."""
    if won:
        return words(
            "You won! One thing to try next time: {better} instead of {made}, in {month}.",
            better=move(words, better),
            made=move(words, made),
            month=month,
        )
    return words(
        "Try this next time: {better} instead of {made}, in {month}.",
        better=move(words, better),
        made=move(words, made),
        month=month,
    )


ALL_WELL = mark("Well played: no move cost you a point. Play on!")
"""In place of that, where no mistake is worth a word."""


def title(words: Words, rules: Rules) -> str:
    """The first line of the figures: of what, and in what all values are."""
    return words(
        "**Review: {rules}** (values in {unit})",
        rules=rule_words.title(words, rules),
        unit=numbers.unit(words, rules),
    )


def given_away(words: Words, player: str, lost: float, decisions: int) -> str:
    """Return the cost of somebody's decisions against the best ones."""
    return words.plural(
        "**{player}** gave away {lost} in {n} decision",
        "**{player}** gave away {lost} in {n} decisions",
        decisions,
        player=player,
        lost=numbers.tenths(words, lost),
    )


def calls(words: Words, well: int, every: int, lost: float) -> str:
    """Return the quality of somebody's decisions whether to stop."""
    if not every:
        return words("koi-koi: no decision")
    if not lost:
        return words("koi-koi: {well} of {n} decisions right", well=well, n=every)
    return words(
        "koi-koi: {well} of {n} decisions right ({lost})",
        well=well,
        n=every,
        lost=numbers.tenths(words, -lost),
    )


def costliest(words: Words, player: str, count: int) -> str:
    """The heading of somebody's costly moves; that there are none."""
    if not count:
        return words("**{player}** always made the best move.", player=player)
    return words("**{player}'s costliest moves**", player=player)


def costly(words: Words, rules: Rules, number: int, one: Missed) -> str:
    """One of them, the `number`th; of several turns that missed one card there is one line."""
    month, first = months.in_match(words, rules, one.first.month), one.first
    if one.turns > 1:
        return words(
            "**{n}.** {lost} · {month}: {best} missed in {turns} turns in a row",
            n=number,
            lost=numbers.tenths(words, -one.lost),
            month=month,
            best=move(words, first.best),
            turns=one.turns,
        )
    return words(
        "**{n}.** {lost} · {month}: {made}; better: {best}",
        n=number,
        lost=numbers.tenths(words, -one.lost),
        month=month,
        made=words("stop, which lost the match") if first.loses else move(words, first.made),
        best=move(words, first.best),
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
    "koi-koi and stop are judged by the chance to win it."
)
"""The judge of the moves."""

NOTHING = mark("There is nothing to review: no card was played.")
"""For a match whose seats were never drawn."""

CHANCES_TITLE = mark_within("picture", "Chance to win")
BEGINNING = mark_within("before the first month", "Start")
"""Under the axis, before the first month."""


def month(words: Words, rules: Rules, number: int) -> str:
    """A month under the axis: its number, which is shorter than its name in every language."""
    return words.within("the nth month, under an axis", "{n}", n=months.calendar(rules, number))
