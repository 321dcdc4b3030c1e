"""The line that tells a season's champions where they play."""

from __future__ import annotations

from itertools import groupby

from bot.i18n import Words
from bot.records.periods import SeasonOver
from bot.wording import limits, numbers, people, rules
from bot.wording.records import boards


def text(words: Words, end: SeasonOver) -> str:
    """Return the season that is over, and the best of each rule set."""
    told = []
    for rule_set, those in groupby(end.champions, key=lambda one: one.rules):
        best = list(those)
        names = (f"**{people.somebody(words, one.name)}**" for one in best)
        told.append(
            words(
                "{rules}: {players} (rating {n})",
                rules=rules.name(words, rule_set),
                players=numbers.listing(words, [*names]),
                n=best[0].rating,
            )
        )
    return limits.shortened(
        words(
            "🏆 The season {season} is over. Champions: {champions}",
            season=boards.season(words, end.label),
            champions=words.within("between notes", " · ").join(told),
        ),
        limits.CONTENT,
    )
