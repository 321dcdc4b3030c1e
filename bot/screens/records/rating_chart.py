"""Ratings over time: a line for each person over their rated matches."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.profiles import MOST_HISTORIES, RatingChart, RatingHistory
from bot.wording import limits, people, speech
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from images.scene.common import Name
from images.scene.records import AxisLabel, RatingChartScene, RatingLine

Facts = RatingChart
"""The value that the records make is the facts of the screen."""
X_LABELS = 6
"""Under a rating chart, at the most."""


def text(words: Words, facts: Facts) -> str:
    """The message beside a rating chart."""
    told = [_history(words, one, n, plain=False) for n, one in enumerate(facts.histories, start=1)]
    title = words("**Ratings: {rules}**", rules=rule_words.name(words, facts.rule_set))
    return limits.fitted([Part(title), *(Part(line, 1) for line in told or [_unrated(words)])], CONTENT)


def _history(words: Words, one: RatingHistory, number: int, *, plain: bool) -> str:
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


def _unrated(words: Words) -> str:
    """A chart without lines."""
    return words("Nobody has finished a rated match yet.")


def alt(words: Words, facts: Facts) -> str:
    """The description of the picture."""
    lines = tuple(
        Part(_history(words, one, n, plain=True), n) for n, one in enumerate(facts.histories, start=1)
    )
    head = words("Ratings, {rules}", rules=rule_words.name(words, facts.rule_set))
    return speech.said(words, (Sentence(lines or (Part(open_ended(_unrated(words))),), head),))


def scene(words: Words, facts: Facts) -> RatingChartScene:
    """A line for each person over their rated matches."""
    shown = facts.histories[:MOST_HISTORIES]
    matches = [point.match for one in shown for point in one.points]
    return RatingChartScene(
        title=words.within("picture", "Ratings"),
        note=rule_words.name(words, facts.rule_set),
        lines=tuple(
            RatingLine(
                Name(one.name, words("Player {n}", n=n)),
                tuple((float(point.match), point.rating) for point in one.points),
            )
            for n, one in enumerate(shown, start=1)
        ),
        x_labels=tuple(
            AxisLabel(float(n), words.within("under a rating chart", "Match {n}", n=n))
            for n in marks(min(matches, default=0), max(matches, default=0))
        ),
        empty=_unrated(words),
    )


def marks(first: int, last: int) -> range:
    """Round numbers from `first` to `last`, few enough to be read."""
    step = next(
        factor * 10**power
        for power in range(10)
        for factor in (1, 2, 5)
        if (last - first) // (factor * 10**power) < X_LABELS
    )
    return range(-(-first // step) * step, last + 1, step)
