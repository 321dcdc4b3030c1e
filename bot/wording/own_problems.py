"""Problems of one's own in words: from which match, what each choice is worth, when it comes back."""

from __future__ import annotations

from datetime import datetime

from bot.i18n import Words, mark, mark_within
from bot.wording import months, numbers
from bot.wording import problems as shared
from bot.wording import rules as rule_words
from engine.rules.options import Rules


def title(words: Words, rules: Rules) -> str:
    """The title, with the rules of its match."""
    return words("**My problem** · {rules}", rules=rule_words.title(words, rules))


def source(words: Words, rules: Rules, match: int, month: int) -> str:
    """The match and the month that it is from."""
    return words("-# From your match {n}, {month}", n=match, month=months.in_match(words, rules, month))


def question(words: Words, count: int) -> str:
    """Return the question in the last months of a match, with this number of choices."""
    return words("Which of the {n} choices below wins the match most often?", n=count)


OF_TWO = mark("Which wins the match more often?")
"""The question with two choices."""


def played(words: Words, choice: str) -> str:
    """Return the choice that was made in the match."""
    return words("In the match you chose: {choice}", choice=choice)


CHANCES = mark("Your chance then to win the match:")
"""The head of the list of what each choice is worth in the last months."""


def chance(words: Words, choice: str, share: float, *, best: bool, chosen: bool) -> str:
    """A choice and the chance after it; signs mark the best one and the one that was taken."""
    sign = shared.RIGHT if best else shared.WRONG if chosen else ""
    said = words(
        "- {choice}: **{gain}** {sign}", choice=choice, gain=numbers.percent(words, share), sign=sign
    )
    return said.rstrip()


RULE = mark("-# A problem comes back after 1, 3 and 10 days. Right three times in a row: it is done.")
"""The rule by which they come back, told with the first answer to a problem."""
COUNTS_NOT = mark("-# It was not due yet: this answer does not count.")


def back(words: Words, when: datetime) -> str:
    """Return when it is asked again."""
    return words("-# It comes back {when}.", when=numbers.countdown(when))


DONE = mark("-# You have answered it rightly three times in a row: it is done.")
BUTTON = mark_within("button", "My mistakes")
"""Under an answered problem of the bot's own: the next one of one's own."""
NONE = mark(
    "You have no problems of your own yet. They are made of the costliest decisions of your matches, "
    "some time after the match."
)


def next_due(words: Words, when: datetime) -> str:
    """None is due now; when the next one is."""
    return words("None of your problems is due. The next one comes {when}.", when=numbers.countdown(when))


ALL_DONE = mark("You are done with all your problems. Your next matches may bring new ones.")
GONE = mark("This problem is gone: its match has been deleted.")
OPPONENT = mark_within("name of a player", "Opponent")


def opponents(words: Words, count: int) -> tuple[str, ...]:
    """Return names for the others that tell nobody apart but by number."""
    if count == 1:
        return (words.say(OPPONENT),)
    return tuple(words.within("name of a player", "Opponent {n}", n=n) for n in range(1, count + 1))
