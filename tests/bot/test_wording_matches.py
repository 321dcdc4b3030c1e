"""Words over random matches: complete, within Discord's limits, and nothing hidden in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.screens import hand, score_sheet
from bot.screens.players import MonthTerms, targets_of
from bot.screens.public import screen_of
from bot.views import MatchView, SeatView
from bot.wording import (
    cards,
    months,
    notes,
    numbers,
    yaku,
)
from bot.wording.limits import ALT, CONTENT
from bot.wording.people import Cast
from engine.cards import DECK, Kind
from engine.cardset import CardSet
from engine.observation import Observation
from engine.phase import Phase
from engine.rule_sets import Cup
from engine.rules import RuleSetId, make_rules
from tests.bot.wording_views import ENGLISH, EVERY, LONG_NAMES, SHORT_NAMES, blindfolded, matches
from tests.builders import random_rules

RULE_SETS = tuple(RuleSetId)


def public(words: Words, view: MatchView) -> str:
    """Everything that everybody reads."""
    return f"{screen_of(view).text(words)}\n{screen_of(view).alt(words)}"


def own(words: Words, view: MatchView, seat: SeatView) -> str:
    """Everything that one player reads on his hand."""
    return f"{hand.text(words, hand.Facts.of(view, seat))}\n{hand.alt(words, hand.Facts.of(view, seat))}"


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("seed", range(3))
def test_texts_keep_to_the_limits(rule_set: RuleSetId, seed: int) -> None:
    """With the longest names and any options no text is too long, empty, or has an unfilled placeholder."""
    rules = random_rules(random.Random(seed), rule_set, months=3)
    for view in matches(rules, seed, names=LONG_NAMES, count=rules.seats + seed):
        for words in EVERY:
            texts = [(screen_of(view).text(words), CONTENT), (screen_of(view).alt(words), ALT)]
            texts += [(hand.text(words, hand.Facts.of(view, seat)), CONTENT) for seat in view.seats]
            texts += [(hand.alt(words, hand.Facts.of(view, seat)), ALT) for seat in view.seats]
            texts += [(notes.more(words, view), CONTENT), (notes.log(words, view), CONTENT)]
            texts += [
                (score_sheet.alt(words, score_sheet.Facts.of(view)), ALT),
                (notes.shuffles(words, view), CONTENT),
            ]
            for text, limit in texts:
                assert 0 < len(text) <= limit
                assert "{" not in text and "}" not in text


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_public_texts_use_nothing_that_a_seat_alone_may_see(rule_set: RuleSetId) -> None:
    """Public text and alt text stay the same when the seats' observations are taken away."""
    rules = make_rules(rule_set, {"months": 3})
    for view in matches(rules, 7):
        for words in EVERY:
            assert public(words, view) == public(words, blindfolded(view))


def needed(words: Words, view: MatchView, seen: Observation) -> Iterator[str]:
    """What a player must know of the table for the next move, without names."""
    yield words(
        "{month}, {n} of {total}",
        month=months.in_match(words, seen.rules, seen.month),
        n=seen.month,
        total=seen.months,
    )
    yield from MonthTerms.of(seen).said(words)
    if lying := [each for each in seen.slots if each is not None]:
        yield cards.listing(words, lying)
    yield words("Stock {n}", n=seen.stock)
    if seen.flipped is not None:
        yield cards.name(words, seen.flipped)
        yield cards.numbered(words, targets_of(seen, seen.flipped))
    if seen.last is not None:
        for card, captured in (
            (seen.last.played, seen.last.played_captured),
            (seen.last.flipped, seen.last.flipped_captured),
        ):
            if card is not None:
                yield cards.name(words, card)
                yield cards.listing(words, [each for each in captured if each is not card])
    for who, captured in enumerate(seen.captured):
        yield from (cards.short(words, card) for card in captured.of_kind(Kind.LIGHT))
        yield from (cards.short(words, card) for card in captured.of_kind(Kind.ANIMAL))
        yield cards.ribbons(words, captured)
        yield cards.chaff(words, captured, cup_counts=seen.rules.options.cup is Cup.BOTH)
        yield yaku.summary(words, view.rules, seen.yaku[who])
        yield words("hand {n}", n=seen.hand_counts[who])
        yield words("score {points}", points=numbers.short_points(words, view.rules, seen.scores[who]))
        if seen.koi[who]:
            yield words("koi-koi ×{n}", n=seen.koi[who])


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("names", [SHORT_NAMES, LONG_NAMES], ids=["short", "long"])
def test_text_and_alt_text_say_what_the_next_move_needs(
    rule_set: RuleSetId, words: Words, names: tuple[str, ...]
) -> None:
    """Turn, dealer, month and its value, last move, field, captures, yaku, scores, hands' sizes and stock
    stand in message and alt text together.

    What the alt text has no room for, with long names, the message says instead.
    """
    rules = random_rules(random.Random(rule_set.value), rule_set, months=3)
    for view in matches(rules, 21, koikoi=0.8, names=names):
        seen, text = view.table, public(words, view)
        if seen is None or seen.phase in {Phase.SEATS, Phase.CUT, Phase.OVER}:
            continue
        escaped = Cast.of(view).named(words)
        assert all(escaped.seated(player) in screen_of(view).text(words) for player in seen.to_move)
        assert seen.dealer is not None
        dealers = (escaped.seated(seen.dealer), Cast.of(view).named(words, plain=True).seated(seen.dealer))
        assert any(words("dealer: {player}", player=each) in text for each in dealers)
        missing = [said for said in needed(words, view, seen) if said not in text]
        assert missing == []


def test_the_last_line_of_a_table_names_deck_and_commitment() -> None:
    """A table in play ends with a small line: rules, number of the deck, twelve digits of its commitment."""
    for view in matches(make_rules("ishokai", {"months": 1}), 3):
        if view.table is None or view.commitment is None:
            continue
        last = screen_of(view).text(ENGLISH).splitlines()[-1]
        assert last.startswith("-# ")
        name = f"deck {view.table.deal}" if view.table.deal else "seat deck"
        assert f"{name}: `{view.commitment[:12]}`" in last


def test_alt_text_without_room_leaves_the_rest_to_the_message() -> None:
    """At a table fuller than any real one the message says what the alt text left out."""
    view = next(
        each
        for each in matches(make_rules(RuleSetId.SANNIN), 1, names=LONG_NAMES)
        if each.table and each.table.phase is Phase.PLAY
    )
    assert view.table is not None
    lying, taken = (*DECK[0:36:2], *DECK[1:36:2]), DECK[36:]
    captured = tuple(CardSet.of(taken[n::3]) for n in range(3))
    full = replace(view, table=replace(view.table, slots=lying, captured=captured))
    said, text = screen_of(full).alt(ENGLISH), screen_of(full).text(ENGLISH)
    assert len(said) <= ALT and cards.listing(ENGLISH, lying) in said
    assert "Stock" in text and "Stock" not in said
