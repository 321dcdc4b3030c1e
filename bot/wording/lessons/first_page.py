"""The first page of the rules, which `/koikoi help` shows: how koi-koi is played, and where to go on."""

from __future__ import annotations

from bot.i18n import Words
from bot.wording import commands, limits, numbers
from bot.wording.limits import CONTENT, Part

LEARNING = ("koikoi tutorial", "koikoi rules", "koikoi yaku", "koikoi problem")
PLAYING = ("koikoi play", "koikoi daily", "koikoi arena", "koikoi games")
OWN = ("koikoi leaderboard", "koikoi profile", "koikoi me")
"""Commands by what they are for; one that Discord does not know is written."""


def text(words: Words) -> str:
    """Five lines, and the commands that lead on."""
    return limits.fitted(
        (
            Part(words("**Koi-koi in five lines**")),
            *(Part(line) for line in _five(words)),
            Part(words("Learn: {commands}", commands=_mentions(words, LEARNING))),
            Part(words("Play: {commands}", commands=_mentions(words, PLAYING))),
            Part(words("Look: {commands}", commands=_mentions(words, OWN))),
        ),
        CONTENT,
    )


def _mentions(words: Words, paths: tuple[str, ...]) -> str:
    return numbers.listing(words, [commands.mention(words, path) for path in paths])


def _five(words: Words) -> tuple[str, ...]:
    """Return the game in five lines."""
    return (
        words("1. There are 48 cards: twelve months with four cards each. Same month, same plant."),
        words(
            "2. On your turn you play a card. If a card of its month lies on the field, you take both; if "
            "not, yours stays there. Then the top card of the stock does the same."
        ),
        words(
            "3. Some of the cards that you take make a **yaku** and score: three lights, five animals or "
            "ribbons, ten chaff; boar, deer and butterflies …"
        ),
        words(
            "4. When you make one, **stop** and take the points, or call **koi-koi** and play on for "
            "more. If the other stops first, your points are lost."
        ),
        words("5. The player with the most points after the last month wins."),
    )
