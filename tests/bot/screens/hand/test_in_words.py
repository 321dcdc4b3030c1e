"""Text mode: the whole table in a hand's message; and descriptions that hold what a player needs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.screens import hand, players
from bot.screens.hand import Facts, Look
from bot.screens.hand.in_words import table_in_words
from bot.wording import cards, numbers, yaku
from cogs.messages.hand_rows import hand_content
from engine.play.observation import Observation
from engine.rules.actions import Phase
from engine.rules.rule_sets import RULE_SETS, Cup, RuleSetId
from tests.support.builders import random_rules
from tests.support.wording_views import EVERY, LONG_NAMES, SHORT_NAMES, matches

TEXT = Look(text_mode=True)


@cache
def views(rule_set: RuleSetId, names: tuple[str, ...] = SHORT_NAMES) -> tuple[MatchView, ...]:
    """Every view of a random match of three months, rests and result included."""
    rules = random_rules(random.Random(rule_set.value), rule_set, months=3)
    return tuple(matches(rules, 31, koikoi=0.8, names=names))


def seated(rule_set: RuleSetId, names: tuple[str, ...] = SHORT_NAMES) -> Iterator[tuple[MatchView, SeatView]]:
    """Every hand of that match, at every moment."""
    return ((view, seat) for view in views(rule_set, names) for seat in view.seats)


def needed(words: Words, view: MatchView, seen: Observation) -> Iterator[str]:
    """Yield the facts of the table that a player needs: the cards by their months, counts, near yaku."""
    for card in (*seen.hand, *seen.field):
        yield cards.name(words, card)
    for who, captured in enumerate(seen.captured):
        yield cards.by_month(words, captured)
        yield cards.by_kind(words, captured, cup_counts=seen.rules.options.cup is Cup.BOTH)
        yield yaku.summary(words, view.rules, seen.yaku[who])
        yield words("hand {n}", n=seen.hand_counts[who])
        yield words("score {points}", points=numbers.short_points(words, view.rules, seen.scores[who]))
        if seen.phase is not Phase.DECIDE:
            yield players.near_ones(words, view.rules, players.within_reach(seen.begun(who)))
        if seen.koi[who]:
            yield words.plural("called koi-koi {n} time", "called koi-koi {n} times", seen.koi[who])
    yield words("Stock {n}", n=seen.stock)


def missing(words: Words, view: MatchView, seat: SeatView, text: str) -> list[str]:
    """Return the facts of those that a text does not tell."""
    seen = seat.observation
    if seen is None or seen.phase in {Phase.CUT, Phase.OVER, Phase.SEATS}:
        return []
    return [said for said in needed(words, view, seen) if said not in text]


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_text_mode_tells_the_whole_table_in_one_message(rule_set: RuleSetId, words: Words) -> None:
    """At most 2,000 characters, no picture, nothing left out, in every moment of a match."""
    longest = 0
    for view, seat in seated(rule_set):
        content = hand_content(words, view, seat, TEXT, None)
        assert content.scene is None and content.alt == ""
        assert missing(words, view, seat, content.content) == []
        longest = max(longest, len(content.content))
    assert 400 < longest <= 2000


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_text_mode_fits_whatever_people_are_called(rule_set: RuleSetId, words: Words) -> None:
    """Names longer than Discord allows, full of markdown: the message is no longer than it may be."""
    for view, seat in seated(rule_set, LONG_NAMES):
        assert len(table_in_words(words, Facts.of(view, seat, TEXT))) <= 2000


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_hand_s_description_holds_every_card_by_its_month(rule_set: RuleSetId, words: Words) -> None:
    """At most 1,024 characters; what finds no room there stands in the message."""
    for view, seat in seated(rule_set):
        facts = Facts.of(view, seat)
        alt = hand.alt(words, facts)
        assert len(alt) <= 1024
        assert missing(words, view, seat, f"{alt}\n{hand.text(words, facts)}") == []
