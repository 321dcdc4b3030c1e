"""The first page: the game in five lines, and what holds here by the rules that are in force."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words, mark
from bot.screens.notes import rules_in_force
from bot.wording import commands, limits
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from engine.rules.options import Rules

FIVE = (
    mark("1. There are 48 cards: twelve months with four cards each. Same month, same plant."),
    mark(
        "2. On your turn you play a card. If a card of its month lies on the field, you take both; if "
        "not, yours stays there. Then the top card of the stock does the same."
    ),
    mark(
        "3. Some of the cards that you take make a **yaku** and score: three lights, five animals or "
        "ribbons, ten chaff; boar, deer and butterflies …"
    ),
    mark(
        "4. When you make one, **stop** and take the points, or call **koi-koi** and play on for "
        "more. If the other stops first, your points are lost."
    ),
    mark("5. The player with the most points after the last month wins."),
)
"""The game in five lines."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The rules that are in force. `of_match`: a match has them, so its length is told too."""

    rules: Rules
    of_match: bool = False


def text(words: Words, facts: Facts) -> str:
    """Return the game in five lines, this rule set's own rules, and what was changed in it."""
    rules = facts.rules
    title = rule_words.title(words, rules) if facts.of_match else rule_words.called(words, rules)
    own = commands.mention(words, "koikoi me")
    return limits.fitted(
        [
            Part(words("**Koi-koi in five lines**")),
            *(Part(words.say(line)) for line in FIVE),
            Part(f"\n**{title}**"),
            *(Part(line) for line in rules_in_force.here(words, rules)),
            Part(words("-# Your language, texts for pictures, your data: {me}", me=own), 1),
        ],
        CONTENT,
    )
