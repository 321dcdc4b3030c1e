"""Problems in words: the question, what each choice is worth, why the best one is, how somebody has done."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within
from bot.wording import buttons, cards, numbers, rules, yaku
from bot.wording.numbers import MINUS
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

RIGHT, WRONG = "✓", "✗"


def title(words: Words, rule_set: RuleSetId, number: int) -> str:
    """The number of a problem, and by which rules it is played."""
    return words("**Problem {n}** · {rules}", n=number, rules=rules.name(words, rule_set))


def question(words: Words, count: int) -> str:
    """Return the question, with this number of choices."""
    return words("Which of the {n} choices below brings the most this month?", n=count)


OF_TWO = mark("Which brings more this month?")
"""The question with two choices."""


def standing(words: Words, *, streak: int, best: int, solved: int, total: int) -> str:
    """Return somebody's results in a rule set's problems; of right answers in a row, if there are any."""
    if not streak:
        return words("-# {solved} of {total} solved", solved=solved, total=total)
    return words(
        "-# Streak {streak} (best {best}) · {solved} of {total} solved",
        streak=streak,
        best=best,
        solved=solved,
        total=total,
    )


COUNTS_NO_MORE = mark("-# You have answered this one before: it counts only once.")


def all_done(words: Words, total: int) -> str:
    """Words for somebody who has answered all of them."""
    return words("-# You have answered all {n} problems of these rules.", n=total)


def none_such(words: Words, number: int, total: int) -> str:
    """Return the answer to a number without a problem."""
    return words("There is no problem {n}. They are numbered from 1 to {total}.", n=number, total=total)


def verdict(words: Words, *, right: bool) -> str:
    """Whether the best choice was taken."""
    return f"{RIGHT} {words('**Right!**')}" if right else f"{WRONG} {words('**Not quite.**')}"


def answered(words: Words, title: str, *, right: bool) -> str:
    """Return the title of a problem, and whether the best choice was taken."""
    return words.within("between notes", " · ").join((title, verdict(words, right=right)))


def worths(words: Words, played_by: Rules) -> str:
    """The head of the list of what each choice is worth."""
    return words("What the month then brings you, in {unit}:", unit=numbers.unit(words, played_by))


def worth(words: Words, choice: str, points: float, *, best: bool, chosen: bool) -> str:
    """A choice and what it is worth; signs mark the best one and the one that was taken."""
    sign = RIGHT if best else WRONG if chosen else ""
    said = words("- {choice}: **{gain}** {sign}", choice=choice, gain=_signed(words, points), sign=sign)
    return said.rstrip()


def _signed(words: Words, points: float) -> str:
    """A gain or a loss with one decimal."""
    tenths = round(points * 10)
    size = f"{abs(tenths) // 10}.{abs(tenths) % 10}"
    if tenths > 0:
        return words.within("a gain", "+{n}", n=size)
    return f"{MINUS}{size}" if tenths else size


def card_choice(words: Words, number: int, card: Card, taken: CardSet) -> str:
    """A card of the hand and what it takes."""
    named = cards.name(words, card)
    if not taken:
        return words("{n} {card}", n=f"**{number}**", card=named)
    return words("{n} {card} takes {cards}", n=f"**{number}**", card=named, cards=cards.listing(words, taken))


def target_choice(words: Words, number: int, card: Card) -> str:
    """A card of the field that the turned one may take."""
    return words("{n} {card}", n=f"**{number}**", card=cards.name(words, card))


def card_button(words: Words, number: int, card: Card, takes: Card | None, *, matches: int) -> str:
    """A card of the hand; `takes` where it may capture one of two."""
    label = buttons.card(words, number, card, matches=matches)
    if takes is None:
        return label
    return words.within("button", "{card} → {target}", card=label, target=cards.label(words, takes))


def brings(words: Words, number: int, card: Card, nearer: str) -> str:
    """A capture that brings a yaku nearer; `nearer`: which, and how far."""
    return words("{n} takes {card}: {yaku}.", n=f"**{number}**", card=cards.name(words, card), yaku=nearer)


def gives(words: Words, played_by: Rules, number: int, player: str, which: YakuId) -> str:
    """A card that an opponent waits for is laid on the field."""
    named = yaku.name(words, played_by, which)
    return words("{n} is what {player} needs for {yaku}.", n=f"**{number}**", player=player, yaku=named)


def stop_in_danger(words: Words, played_by: Rules, player: str, which: YakuId) -> str:
    """Return the reason to stop: somebody else lacks one card."""
    return words(
        "Stop: {player} lacks one card for {yaku}.", player=player, yaku=yaku.name(words, played_by, which)
    )


def stop_in_time(words: Words, left: int) -> str:
    """Return the reason to stop: little is to be had."""
    return words.plural(
        "Stop: what your last {n} card may still bring is not worth the risk.",
        "Stop: what your last {n} cards may still bring is not worth the risk.",
        left,
        n=left,
    )


def go_on_to_the_end(words: Words, played_by: Rules, amount: int) -> str:
    """Return the reason to go on: the month's end brings more than a stop."""
    return words("Go on: if nobody stops, you get {points}.", points=numbers.points(words, played_by, amount))


def go_on_near(words: Words, played_by: Rules, which: YakuId) -> str:
    """Return the reason to go on: one card is missing."""
    return words("Go on: you lack one card for {yaku}.", yaku=yaku.name(words, played_by, which))


def go_on_safe(words: Words, left: int) -> str:
    """Return the reason to go on: nobody else is near anything."""
    return words.plural(
        "Go on: nobody else is one card short of a yaku, and you have {n} card left.",
        "Go on: nobody else is one card short of a yaku, and you have {n} cards left.",
        left,
        n=left,
    )


GO_ON_ANYHOW = mark("Go on: what you may still make outweighs the danger.")


def shared(words: Words, player: str) -> str:
    """Somebody shows a problem to everybody."""
    return words("{player} asks: what would you do?", player=player)


def shared_answer(words: Words, player: str, rule_set: RuleSetId, number: int, *, streak: int | None) -> str:
    """Return how somebody did with a problem. `streak` of right answers by now; None: theirs was wrong."""
    named = rules.name(words, rule_set)
    if streak is None:
        return words("{player} got problem {n} of {rules} wrong.", player=player, n=number, rules=named)
    return words(
        "{player} solved problem {n} of {rules}. Streak: {streak}",
        player=player,
        n=number,
        rules=named,
        streak=streak,
    )


NEXT_BUTTON = mark_within("button of a problem", "Next")
SOLVE_BUTTON = mark_within("button of a problem", "Solve it")
"""Solve alone a problem that somebody has shared."""
