"""The picture of a match's result: who won, the scores, the best month, who won which, the chances to win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.i18n import Words
from bot.match.series import Standing
from bot.match.vocabulary import Participant
from bot.opponents.equity import Chances
from bot.screens import news, parts
from bot.screens.players import Made, made_by
from bot.wording import limits, months, numbers, speech
from bot.wording import rules as rule_words
from bot.wording import series as series_words
from bot.wording import yaku as yaku_words
from bot.wording.finished import poster as wording
from bot.wording.finished import review
from bot.wording.limits import Part, Sentence
from bot.wording.people import Cast, Naming, People
from engine.rules.month_end import EndReason, MonthEnd
from engine.rules.options import Rules
from engine.rules.rule_sets import SEASON
from images.scene.common import SIGNS, Label, Text
from images.scene.poster import BestMonth, PosterChances, PosterMonth, PosterPlayer, PosterScene

MOST_CARDS = 10
"""Of the best month's best yaku, in the fan."""
SHORT_NAME = 11
"""Letters of a name in the line of a series, where whole names have no room."""
CURVE_LEAST = 3
"""Chances, that of the beginning among them: two are a line that tells nothing."""


@dataclass(frozen=True, slots=True)
class Best:
    """The winner's month with the most points by yaku: its end, and the yaku, the most valuable first."""

    end: MonthEnd
    made: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A match that is over. Who plays is known by table numbers, but `order` has these by their places."""

    rules: Rules
    cast: Cast
    ranking: tuple[int, ...]
    """Places by table number, 1 = first; ties share the better one."""
    scores: tuple[int, ...]
    given_up: bool
    """Whether somebody resigned, or was away and others claimed the win (`claimed`)."""
    claimed: bool
    day: str
    """The day of its end, as it is written; empty where that is unknown."""
    ends: tuple[MonthEnd, ...]
    course: tuple[Chances, ...]
    """The chances to win; none of too few months, and where house rules make them guesses."""
    series: Standing
    """The standing of the series with the match."""

    @property
    def curve(self) -> tuple[Chances, ...]:
        """The chances that are drawn: none where they are too few."""
        return self.course if len(self.course) >= CURVE_LEAST else ()

    @property
    def order(self) -> tuple[int, ...]:
        """Table numbers by place, of equal ones by score."""
        return tuple(sorted(range(len(self.scores)), key=lambda one: (self.ranking[one], -self.scores[one])))

    @property
    def first(self) -> tuple[int, ...]:
        """Everybody who is first: several in a draw, nobody where all gave it up."""
        return tuple(player for player in self.order if self.ranking[player] == 1)

    @property
    def winner(self) -> int | None:
        """Return the only winner."""
        return self.first[0] if len(self.first) == 1 else None

    @property
    def large(self) -> Participant | None:
        """Return the person whose name stands large: the winner of a series that the match has decided, else
        of the match.
        """
        if self.series.winner is not None:
            return self.cast.people[self.series.winner]
        return None if self.winner is None else self.cast.seats[self.winner]

    @property
    def best(self) -> Best | None:
        """The earliest of the winner's months with the most points; None where no yaku won them any.

        In a draw it is of one who is first, and where everybody gave up, of anybody: it has their name.
        """
        theirs = self.first or range(len(self.scores))
        told = [end for end in self.ends if end.winner in theirs and end.calculation.points > 0]
        won = [end for end in told if end.reason.by_yaku or end.reason is EndReason.HAND_YAKU]
        if not won:
            return None
        end = max(won, key=lambda each: each.calculation.points)
        return Best(end, _made(self.rules.in_month(end.month), end))

    def winner_of(self, month: int) -> int | None:
        """Return the player who won a month and scored in it; None where nobody did."""
        return next((end.won_by for end in self.ends if end.month == month and end.won_by is not None), None)

    @property
    def last(self) -> int:
        """The last month that somebody won, or that brought nobody anything."""
        return max((end.month for end in self.ends if end.winner is not None), default=0)

    @property
    def planned(self) -> int:
        """Return the planned number of months, those of an extension among them."""
        return self.rules.months + SEASON * sum(end.extended for end in self.ends)


def _made(rules: Rules, end: MonthEnd) -> tuple[Made, ...]:
    """The yaku that won a month, and the cards that make each, what is void left out."""
    assert end.winner is not None
    cards = end.captured[end.winner]
    if end.reason is EndReason.HAND_YAKU:
        cards = end.telling_cards
        return tuple(Made(yaku, n, tuple(cards)) for yaku, n in yaku_words.by_points(end.yaku) if n > 0)
    return tuple(one for one in made_by(rules, end.yaku, cards) if one.points > 0)


def alt(words: Words, facts: Facts) -> str:
    """The poster in words; where space is short the chances in the middle of the match go first."""
    people = facts.cast.named(words, plain=True, naming=Naming.MARKED)
    title = wording.described(words, rule_words.title(words, facts.rules), facts.day)
    places = tuple(
        Part(words("{place}. {player} {score}", place=place, player=player, score=score))
        for place, player, score in news.ranked(words, facts.rules, people, facts.scores, facts.ranking)
    )
    return speech.said(
        words,
        (
            Sentence((Part(limits.open_ended(title)),)),
            Sentence((Part(_headline_in_words(words, facts, people)),)),
            Sentence(tuple(map(Part, series_words.described(words, facts.series, people.names)))),
            Sentence(places, words("Scores")),
            Sentence((Part(limits.open_ended(best_in_words(words, facts, people)), 1),)),
            Sentence(tuple(_months_in_words(words, facts, people)), words.say(wording.MONTHS_WON)),
            _chances_in_words(words, facts, people),
        ),
    )


def _headline_in_words(words: Words, facts: Facts, people: People) -> str:
    """Return the winner, and how they won."""
    names = numbers.listing(words, [people.seated(player) for player in facts.first])
    if facts.winner is None:
        return wording.draw_between(words, names) if names else words.say(wording.NOBODY)
    return wording.won_by(words, names, wording.how(words, given_up=facts.given_up, claimed=facts.claimed))


def best_in_words(words: Words, facts: Facts, people: People) -> str:
    """The best month in a sentence; empty where there is none."""
    if (best := facts.best) is None:
        return ""
    assert best.end.winner is not None
    return wording.best_month(
        words,
        month=months.in_match(words, facts.rules, best.end.month),
        yaku=numbers.listing(
            words, [yaku_words.explained(words, facts.rules, one.yaku) for one in best.made]
        ),
        points=numbers.points(words, facts.rules, best.end.calculation.points),
        player=people.seated(best.end.winner),
    )


def _months_in_words(words: Words, facts: Facts, people: People) -> Iterator[Part]:
    """Each player with the months that they won."""
    for player in facts.order:
        won = [month for month in range(1, facts.last + 1) if facts.winner_of(month) == player]
        named = numbers.listing(words, [months.in_match(words, facts.rules, month) for month in won])
        yield Part(numbers.labelled(words, people.seated(player), named) if won else "", 2)


def _chances_in_words(words: Words, facts: Facts, people: People) -> Sentence:
    """The winner's chances, or of three everybody's, after each month."""
    told, shown = list[Part](), _curves(facts)
    for number, each in enumerate(facts.curve):
        month = months.in_match(words, facts.rules, each.month) if each.month else words.say(review.BEGINNING)
        joint = words.within("between scores", " : ")
        shares = joint.join(numbers.percent(words, each.shares[player]) for player in shown)
        ends = number in {0, len(facts.curve) - 1}
        told.append(Part(words("{month} {shares}", month=month, shares=shares), 3 if ends else 4))
    names = numbers.listing(words, [people.seated(player) for player in shown])
    return Sentence(tuple(told), words("Chance to win ({players})", players=names))


def _curves(facts: Facts) -> tuple[int, ...]:
    """Return the players whose chances are drawn: of two players the first alone."""
    return facts.order[:1] if len(facts.order) == 2 else facts.order


def scene(words: Words, facts: Facts) -> PosterScene:
    """The picture to be."""
    best = facts.best
    return PosterScene(
        title=rule_words.title(words, facts.rules),
        day=facts.day,
        winner=None if facts.large is None else parts.name(words, facts.large),
        seal=words.within("seal of who has won a month, on its result", "won"),
        headline=_headline(words, facts),
        players=tuple(
            PosterPlayer(
                parts.name(words, facts.cast.seats[player]),
                str(facts.ranking[player]),
                numbers.number(facts.scores[player]),
            )
            for player in facts.order
        ),
        months_word=words.say(wording.MONTHS),
        months=tuple(_month(words, facts, month, best) for month in range(1, facts.planned + 1)),
        best=None if best is None else _best(words, facts, best),
        chances=_chances(words, facts),
        series=_series(words, facts),
        decides=facts.series.winner is not None,
    )


def _series(words: Words, facts: Facts) -> Text:
    """Return the standing of the series, in the short form with the beginnings of long names."""
    names = facts.cast.named(words, plain=True, naming=Naming.MARKED).names
    told = series_words.line(words, facts.series, names)
    begun = [limits.shortened(name, SHORT_NAME) for name in names]
    return Label(told, series_words.line(words, facts.series, begun)) if told else ""


def _headline(words: Words, facts: Facts) -> Text:
    """Return the line below the winner, or in their place."""
    if facts.series.winner is not None:
        return wording.wins_series(words, series_words.figures(words, facts.series.wins))
    if facts.winner is not None:
        return wording.how(words, given_up=facts.given_up, claimed=facts.claimed)
    return words.say(wording.DRAW) if facts.first else words.say(wording.NO_WINNER)


def _month(words: Words, facts: Facts, month: int, best: Best | None) -> PosterMonth:
    """One month of the strip."""
    winner = facts.winner_of(month)
    return PosterMonth(
        number=str(month),
        sign=SIGNS[months.calendar(facts.rules, month) - 1],
        winner=None if winner is None else facts.order.index(winner),
        played=month <= facts.last,
        best=best is not None and best.end.month == month,
    )


def _best(words: Words, facts: Facts, best: Best) -> BestMonth:
    """The best month: all its yaku where there is room, else the best one and how many more."""
    rules, end = facts.rules, best.end
    assert end.winner is not None
    top, *others = best.made
    named: Text = yaku_words.name(words, rules, top.yaku)
    if others:
        every = numbers.listing(words, [yaku_words.name(words, rules, one.yaku) for one in best.made])
        named = Label(every, wording.and_more(words, yaku_words.name(words, rules, top.yaku), len(others)))
    return BestMonth(
        yaku=named,
        gloss="" if others else yaku_words.gloss(words, top.yaku),
        about=wording.month_and_points(
            words,
            months.in_match(words, rules, end.month),
            numbers.short_points(words, rules, end.calculation.points),
        ),
        cards=top.cards[:MOST_CARDS],
        by=None if end.winner == facts.winner else parts.name(words, facts.cast.seats[end.winner]),
    )


def _chances(words: Words, facts: Facts) -> PosterChances | None:
    """The curve; None where there are too few chances."""
    if not facts.curve:
        return None
    return PosterChances(
        word=words.say(wording.CHANCE),
        month_of=tuple(each.month for each in facts.curve),
        shares=tuple(tuple(each.shares[player] for each in facts.curve) for player in _curves(facts)),
    )
