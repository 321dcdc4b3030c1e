"""Rating charts in words: what their pictures say, and the text beside them."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.profiles import RatingChart, RatingHistory
from bot.wording import limits, people
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part, Sentence, open_ended


def unrated(words: Words) -> str:
    """A chart without lines."""
    return words("Nobody has finished a rated match yet.")


def history(words: Words, one: RatingHistory, number: int, *, plain: bool) -> str:
    """`Sakura from 1500 to 1645, between 1490 and 1660`."""
    name = people.cleaned(one.name) or words("Player {n}", n=number)
    ratings = [round(point.rating) for point in one.points]
    return words(
        "{player} from {first} to {last}, between {least} and {most}",
        player=name if plain else people.escaped(name),
        first=ratings[0],
        last=ratings[-1],
        least=min(ratings),
        most=max(ratings),
    )


def chart(words: Words, shown: RatingChart) -> tuple[Sentence, ...]:
    """A rating chart's picture, sentence by sentence."""
    lines = tuple(
        Part(history(words, one, n, plain=True), n) for n, one in enumerate(shown.histories, start=1)
    )
    head = words("Ratings, {rules}", rules=rule_words.name(words, shown.rule_set))
    return (Sentence(lines or (Part(open_ended(unrated(words))),), head),)


def chart_text(words: Words, shown: RatingChart) -> str:
    """The message beside a rating chart."""
    told = [history(words, one, n, plain=False) for n, one in enumerate(shown.histories, start=1)]
    title = words("**Ratings: {rules}**", rules=rule_words.name(words, shown.rule_set))
    return limits.fitted([Part(title), *(Part(line, 1) for line in told or [unrated(words)])], CONTENT)
