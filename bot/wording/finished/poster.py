"""The words of a match's poster: how somebody won, the best month, what its curve and its strip are."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within


def how(words: Words, *, given_up: bool, claimed: bool) -> str:
    """Return the way in which the match was won, without a name: below the large one of the winner."""
    if claimed:
        return words.within("on the poster, below the winner", "wins by claim")
    if given_up:
        return words.within("on the poster, below the winner", "wins by resignation")
    return words.within("on the poster, below the winner", "wins the match")


def wins_series(words: Words, score: str) -> str:
    """Say below the large name that its series is won with this match: `wins the series 2 : 1`."""
    return words.within("on the poster, below the winner", "wins the series {score}", score=score)


def won_by(words: Words, player: str, way: str) -> str:
    """The winner and how they won: `Sakura wins the match`."""
    return words.within("a winner, and how they won", "{player} {how}", player=player, how=way)


DRAW = mark_within("on the poster", "A draw")
"""In place of the winner's name."""

NO_WINNER = mark_within("on the poster", "No winner")
"""In place of the winner's name if everybody gave the match up."""


def draw_between(words: Words, players: str) -> str:
    """The draw in a description."""
    return words("A draw between {players}", players=players)


NOBODY = mark("Nobody wins: everybody gave the match up")
"""The description if everybody gave the match up."""


def described(words: Words, title: str, day: str) -> str:
    """Return the match of the picture, and the day when it ended."""
    if not day:
        return words("Result of a match, {rules}", rules=title)
    return words("Result of a match, {rules}, {day}", rules=title, day=day)


def best_month(words: Words, *, month: str, yaku: str, points: str, player: str) -> str:
    """The month with the most points, in a sentence."""
    return words(
        "Best month: {player} in {month}, {points} with {yaku}.",
        player=player,
        month=month,
        points=points,
        yaku=yaku,
    )


def and_more(words: Words, yaku: str, n: int) -> str:
    """The best yaku of a month that was won by several, where not all have room."""
    return words.within("on the poster", "{yaku} and {n} more", yaku=yaku, n=n)


def month_and_points(words: Words, month: str, points: str) -> str:
    """The best month below its yaku: `August · 15 pts`."""
    return words.within("between notes", " · ").join((month, points))


MONTHS = mark_within("on the poster", "Months")
"""Beside the strip of months."""

MONTHS_WON = mark("Months won")
"""Begins the months' line in a description, before who won which."""

CHANCE = mark_within("picture", "Chance to win")
"""Beside the curve."""
