"""Words over random matches: complete, within Discord's limits, and nothing hidden in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.wording import (
    alt,
    buttons,
    cards,
    description,
    hand_text,
    months,
    notes,
    numbers,
    table_text,
    yaku,
)
from bot.wording.limits import ALT, CONTENT, LABEL, OPTION
from bot.wording.people import People
from engine.actions import Phase
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Kind
from engine.play.observation import Observation
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import random_rules
from tests.support.wording_views import (
    ENGLISH,
    EVERY,
    JAPANESE,
    LONG_NAMES,
    SHORT_NAMES,
    blindfolded,
    matches,
)

RULE_SETS = tuple(RuleSetId)


def public(words: Words, view: MatchView) -> str:
    """Everything that everybody reads."""
    return f"{table_text.text(words, view)}\n{alt.table(words, view)}"


def own(words: Words, view: MatchView, seat: SeatView) -> str:
    """Everything that one player reads on his hand."""
    return f"{hand_text.text(words, view, seat)}\n{alt.hand(words, view, seat)}"


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("seed", range(3))
def test_texts_keep_to_the_limits(rule_set: RuleSetId, seed: int) -> None:
    """With the longest names and any options no text is too long, empty, or has an unfilled placeholder."""
    rules = random_rules(random.Random(seed), rule_set, months=3)
    for view in matches(rules, seed, names=LONG_NAMES, count=rules.seats + seed):
        for words in EVERY:
            texts = [(table_text.text(words, view), CONTENT), (alt.table(words, view), ALT)]
            texts += [(hand_text.text(words, view, seat), CONTENT) for seat in view.seats]
            texts += [(alt.hand(words, view, seat), ALT) for seat in view.seats]
            texts += [(notes.more(words, view), CONTENT), (notes.log(words, view), CONTENT)]
            texts += [(alt.score_sheet(words, view), ALT), (notes.shuffles(words, view), CONTENT)]
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


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_hand_uses_nothing_that_another_seat_alone_may_see(rule_set: RuleSetId) -> None:
    """A hand's text and alt text stay the same when the other seats' observations are taken away."""
    rules = make_rules(rule_set, {"months": 3})
    for view in matches(rules, 8):
        for seat in view.seats:
            assert own(JAPANESE, view, seat) == own(JAPANESE, blindfolded(view, seat), seat)


def needed(words: Words, view: MatchView, seen: Observation) -> Iterator[str]:
    """What a player must know of the table for the next move, without names."""
    yield words(
        "{month}, {n} of {total}",
        month=months.in_match(words, seen.rules, seen.month),
        n=seen.month,
        total=seen.months,
    )
    yield from description.chips(words, seen)
    if lying := [each for each in seen.slots if each is not None]:
        yield cards.listing(words, lying)
    yield words("Stock {n}", n=seen.stock)
    if seen.flipped is not None:
        yield cards.name(words, seen.flipped)
        yield description.numbered(words, description.targets_of(seen, seen.flipped))
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
        yield cards.chaff(words, captured, cup_counts=description.cup_counts(seen))
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
        seen, text = view.public, public(words, view)
        if seen is None or seen.phase in {Phase.SEATS, Phase.CUT, Phase.OVER}:
            continue
        escaped = People.of(words, view)
        assert all(escaped.seated(player) in table_text.text(words, view) for player in seen.to_move)
        assert seen.dealer is not None
        dealers = (escaped.seated(seen.dealer), People.of(words, view, plain=True).seated(seen.dealer))
        assert any(words("dealer: {player}", player=each) in text for each in dealers)
        missing = [said for said in needed(words, view, seen) if said not in text]
        assert missing == []


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_hand_says_all_its_cards_and_what_is_asked(rule_set: RuleSetId, words: Words) -> None:
    """Every card of the hand is named in every phase; an open choice names the numbers of its targets, a
    decision every yaku and what stopping is worth.
    """
    asked: Counter[Phase] = Counter()
    for view in matches(random_rules(random.Random(3), rule_set, months=3), 11, koikoi=0.7, names=LONG_NAMES):
        for seat in view.seats:
            seen, text = seat.observation, own(words, view, seat)
            if seen is None or seen.phase in {Phase.CUT, Phase.OVER}:
                continue
            assert all(cards.name(words, card) in text for card in seen.hand)
            if seat.player not in seen.to_move:
                continue
            asked[seen.phase] += 1
            if seen.phase is Phase.FLIP and seen.flipped is not None:
                assert description.numbered(words, description.targets_of(seen, seen.flipped)) in text
            if seen.phase is Phase.DECIDE:
                assert numbers.points(words, view.rules, seen.stakes[seat.player]) in text
                for each in seen.yaku[seat.player].items():
                    assert yaku.worth(words, view.rules, *each) in alt.hand(words, view, seat)
    assert asked[Phase.PLAY] and asked[Phase.FLIP] and asked[Phase.DECIDE]


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_hand_says_its_cards_by_the_numbers_of_their_buttons(rule_set: RuleSetId, words: Words) -> None:
    """Whoever is to play reads every card with its number, and finds the same number on a button."""
    rules = make_rules(rule_set, {"months": 1 if rule_set is not RuleSetId.SANNIN else 3})
    for view in matches(rules, 4):
        for seat in view.seats:
            seen = seat.observation
            if seen is None or seen.phase is not Phase.PLAY or seat.player not in seen.to_move:
                continue
            said = alt.hand(words, view, seat)
            for number, card in enumerate(seen.hand, start=1):
                targets = description.targets_of(seen, card)
                assert f"{number} {cards.name(words, card)}" in said
                label = buttons.card(words, number, card, matches=len(targets))
                sign = buttons.MATCHING if targets else ""
                assert label.startswith(f"{number}{sign} ") and len(label) <= LABEL
                assert max(map(len, buttons.list_option(words, number, card, targets))) <= OPTION


def test_a_decision_names_every_yaku_and_both_answers() -> None:
    """Whoever decides reads each yaku with its worth, what stopping brings and what going on risks."""
    found: Counter[RuleSetId] = Counter()
    for rule_set in RULE_SETS:
        rules = make_rules(rule_set, {"months": 3})
        for view in matches(rules, 5, koikoi=0.7):
            for seat in view.seats:
                seen = seat.observation
                if seen is None or seen.phase is not Phase.DECIDE or seat.player not in seen.to_move:
                    continue
                text = hand_text.text(ENGLISH, view, seat)
                found[rule_set] += 1
                assert "**Stop**" in text and "**Koi-Koi**" in text
                for each in seen.yaku[seat.player]:
                    assert yaku.full_name(ENGLISH, rules, each) in text
    assert set(found) == set(RULE_SETS)


def test_the_last_line_of_a_table_names_deck_and_commitment() -> None:
    """A table in play ends with a small line: rules, number of the deck, twelve digits of its commitment."""
    for view in matches(make_rules("ishokai", {"months": 1}), 3):
        if view.public is None or view.commitment is None:
            continue
        last = table_text.text(ENGLISH, view).splitlines()[-1]
        assert last.startswith("-# ")
        name = f"deck {view.public.deal}" if view.public.deal else "seat deck"
        assert f"{name}: `{view.commitment[:12]}`" in last


def test_alt_text_without_room_leaves_the_rest_to_the_message() -> None:
    """At a table fuller than any real one the message says what the alt text left out."""
    view = next(
        each
        for each in matches(make_rules(RuleSetId.SANNIN), 1, names=LONG_NAMES)
        if each.public and each.public.phase is Phase.PLAY
    )
    assert view.public is not None
    lying, taken = (*DECK[0:36:2], *DECK[1:36:2]), DECK[36:]
    captured = tuple(CardSet.of(taken[n::3]) for n in range(3))
    full = replace(view, public=replace(view.public, slots=lying, captured=captured))
    said, left_out = alt.table(ENGLISH, full), alt.dropped(ENGLISH, full)
    assert len(said) <= ALT and cards.listing(ENGLISH, lying) in said
    assert "Stock" in left_out and "Stock" not in said
    assert left_out in table_text.text(ENGLISH, full)
