"""The table in play and as it ended: what everybody reads and sees of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import Status
from bot.screens import field, hand, players
from bot.screens.players import YAKU_CHIPS, MonthTerms, PlayerFacts
from bot.screens.public import screen_of
from bot.wording import (
    buttons,
    cards,
    months,
    numbers,
    yaku,
)
from bot.wording.limits import ALT
from bot.wording.people import Cast
from cogs.content.custom_id import Press, Verb
from cogs.messages.table_rows import rows
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, card
from engine.play.observation import Observation
from engine.rules.actions import Phase
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import Cup, RuleSetId
from engine.rules.yaku import YakuId
from images.scene.hand import Choice, HandGrid, HandScene
from images.scene.table import Ring, TableScene
from tests.support.builders import random_rules
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, SHORT_NAMES, matches

RULE_SETS = tuple(RuleSetId)
SHORTEST = {each: {"months": 3 if each is RuleSetId.SANNIN else 1} for each in RULE_SETS}
SANNIN = make_rules("sannin", {"months": 3})
ISHOKAI = make_rules("ishokai", {"months": 3})
LEAGUE = make_rules("league", {"months": 1})


def in_play(view: MatchView) -> Observation | None:
    """The public observation while cards are played; None in other phases."""
    seen = view.public
    return seen if seen is not None and seen.phase in {Phase.PLAY, Phase.FLIP, Phase.DECIDE} else None


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_table_shows_what_is_observed(rule_set: RuleSetId) -> None:
    """Slots, captures, stock, bands in seat order and who is to move are those of the observation."""
    for view in matches(make_rules(rule_set, {"months": 3}), 14):
        seen, scene = in_play(view), screen_of(view).scene(JAPANESE)
        if seen is None:
            continue
        assert isinstance(scene, TableScene)
        assert {slot.card for slot in scene.slots if slot.card} == set(seen.field)
        assert tuple(CardSet.of(band.captured) for band in scene.bands) == seen.captured
        assert [band.name.chosen for band in scene.bands] == [seat.participant.name for seat in view.seats]
        assert [n for n, band in enumerate(scene.bands) if band.active] == list(seen.to_move)
        assert scene.stock.count == seen.stock
        assert [band.seat_mark.dealer for band in scene.bands if band.seat_mark].count(True) == 1
        assert scene.month.progress == f"{seen.month}/{seen.months}"


def test_seats_of_three_have_their_names() -> None:
    """With three players the marks are 胴, 胴二 and ビキ in table order from the dealer; with two only 親."""
    view = next(each for each in matches(make_rules("sannin"), 1) if in_play(each))
    scene = screen_of(view).scene(JAPANESE)
    assert isinstance(scene, TableScene) and view.public and view.public.dealer is not None
    marks = [scene.bands[(view.public.dealer + n) % 3].seat_mark for n in range(3)]
    assert [mark.word for mark in marks if mark] == ["胴", "胴二", "ビキ"]
    two = next(each for each in matches(make_rules("classic"), 1) if in_play(each))
    scene = screen_of(two).scene(JAPANESE)
    assert isinstance(scene, TableScene)
    assert [band.seat_mark.word for band in scene.bands if band.seat_mark] == ["親"]


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_bands_name_all_finished_yaku_and_up_to_three_nearest_ones(rule_set: RuleSetId) -> None:
    """Every finished yaku comes first; where fewer than three are, the nearest unfinished ones follow."""
    for view in matches(make_rules(rule_set, {"months": 3}), 15, koikoi=0.9):
        seen, scene = in_play(view), screen_of(view).scene(ENGLISH)
        if seen is None:
            continue
        assert isinstance(scene, TableScene)
        for who, band in enumerate(scene.bands):
            finished = [chip.finished for chip in band.yaku]
            assert finished == sorted(finished, reverse=True)
            assert sum(finished) == len(seen.yaku[who])
            assert len(finished) <= max(YAKU_CHIPS, sum(finished))
            seat = view.seats[who]
            missing = [
                need - have for _, have, need in PlayerFacts.of(seen, seat.participant, seat.player).begun
            ]
            assert missing == sorted(missing)


def test_chips_call_a_yaku_by_its_name_before_and_after_it_is_made() -> None:
    """`Sanko 2/3`, then `Sanko 6 pts`."""
    view = next(view for view in matches(make_rules("classic"), 15) if in_play(view) is not None)
    seen, seat = in_play(view), view.seats[0]
    assert seen is not None
    one = replace(
        PlayerFacts.of(seen, seat.participant, seat.player),
        held={YakuId.SANKO: 6},
        begun=((YakuId.TANE, 4, 5), (YakuId.SHIKO, 3, 4)),
    )
    english, japanese = (players.band(words, view.rules, one).yaku for words in (ENGLISH, JAPANESE))
    assert [chip.word for chip in english] == ["Sanko 6 pts", "Tane 4/5", "Shiko 3/4"]
    assert [chip.word for chip in japanese] == ["三光 6点", "タネ 4/5", "四光 3/4"]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_last_move_wears_rings(rule_set: RuleSetId) -> None:
    """The cards that the last move laid are marked on the field; its captures wear a ring in the band."""
    for view in matches(make_rules(rule_set, SHORTEST[rule_set]), 16):
        seen, scene = in_play(view), screen_of(view).scene(ENGLISH)
        if seen is None or seen.last is None or seen.phase is Phase.FLIP:
            continue
        assert isinstance(scene, TableScene)
        marked = {slot.card: slot.highlight.ring for slot in scene.slots if slot.highlight}
        ringed = dict(scene.bands[seen.last.player].fresh)
        steps = (
            (seen.last.played, seen.last.played_captured, Ring.PLAYED),
            (seen.last.flipped, seen.last.flipped_captured, Ring.FLIPPED),
        )
        for made, captured, ring in steps:
            if made is not None and not captured and made in seen.field:
                assert marked[made] is ring
            assert all(ringed[each] is ring for each in captured)
        others = [band for n, band in enumerate(scene.bands) if n != seen.last.player]
        assert not any(band.fresh for band in others)


def test_candidates_carry_the_numbers_of_their_buttons() -> None:
    """While a flip waits its targets wear gold rings with 1 and 2, and the hand offers the same two."""
    view = next(
        each for each in matches(make_rules("classic"), 3) if each.public and each.public.phase is Phase.FLIP
    )
    seen = view.public
    assert seen is not None and seen.flipped is not None
    scene = screen_of(view).scene(ENGLISH)
    assert isinstance(scene, TableScene)
    marks = {slot.card: slot.highlight for slot in scene.slots if slot.highlight}
    targets = tuple(seen.matches(seen.flipped))
    assert [marks[each].word for each in targets] == ["1", "2"]
    assert {marks[each].ring for each in targets} == {Ring.CANDIDATE}
    assert scene.flipped is not None and scene.flipped.card is seen.flipped
    own = hand.scene(ENGLISH, hand.Facts.of(view, view.seats[seen.to_move[0]]))
    assert isinstance(own, HandScene) and isinstance(own.body, Choice)
    assert tuple(target.card for target in own.body.targets) == targets
    assert [buttons.target(ENGLISH, n, each)[0] for n, each in enumerate(targets, 1)] == ["1", "2"]
    other = hand.scene(ENGLISH, hand.Facts.of(view, view.seats[1 - seen.to_move[0]]))
    assert isinstance(other, HandScene) and isinstance(other.body, HandGrid) and not other.body.playable


def test_the_cup_wears_a_mark_where_it_counts_as_chaff_too() -> None:
    """Ishokai marks the sake cup, classic does not."""
    cup = card("g")
    for rule_set, marked in (("ishokai", True), ("classic", False)):
        for seed in range(9):
            for view in matches(make_rules(rule_set, {"months": 1}), seed):
                seen, scene = in_play(view), screen_of(view).scene(JAPANESE)
                if seen is None or not isinstance(scene, TableScene):
                    continue
                for band in scene.bands:
                    assert band.cup_counts == (marked and cup in band.captured)


def told_in_play(rules: Rules) -> Iterator[tuple[Observation, str]]:
    """Yield the public view of two matches in play, and the table's text for it."""
    for seed in (2, 5):
        for view in matches(rules, seed):
            if view.public is not None and view.status is Status.PLAYING:
                yield view.public, screen_of(view).text(ENGLISH)


def test_the_table_says_that_a_month_is_bound() -> None:
    """As long as stopping needs three mon, and no longer."""
    said = {(seen.bound, "bound: 3 mon to stop" in text) for seen, text in told_in_play(SANNIN)}
    assert said == {(False, False), (True, True)}


def test_the_table_says_honba_and_calls() -> None:
    """Sticks from months before, and who has called how often in this one."""
    found = set()
    for seen, text in told_in_play(ISHOKAI):
        assert (f"honba {seen.honba}" in text) is (seen.honba > 0)
        assert text.count("koi-koi ") == sum(calls > 0 for calls in seen.koi) + text.count(
            ": koi-koi or stop"
        )
        found.add((seen.honba > 0, any(seen.koi)))
    assert found == {(False, False), (False, True), (True, False), (True, True)}


def public(words: Words, view: MatchView) -> str:
    """Everything that everybody reads."""
    return f"{screen_of(view).text(words)}\n{screen_of(view).alt(words)}"


def needed(words: Words, view: MatchView, seen: Observation) -> Iterator[str]:
    """Yield the facts of the table that a player needs for the next move, without names."""
    yield words(
        "{month}, {n} of {total}",
        month=months.in_match(words, seen.rules, seen.month),
        n=seen.month,
        total=seen.months,
    )
    yield from MonthTerms.of(seen).said(words)
    if lying := list(field.cards(field.places(seen))):
        yield cards.listing(words, lying)
    yield words("Stock {n}", n=seen.stock)
    if seen.flipped is not None:
        yield cards.name(words, seen.flipped)
        yield cards.numbered(words, tuple(seen.matches(seen.flipped)))
    if seen.last is not None:
        for card, captured in (
            (seen.last.played, seen.last.played_captured),
            (seen.last.flipped, seen.last.flipped_captured),
        ):
            if card is not None:
                yield cards.name(words, card)
                yield cards.listing(words, [each for each in captured if each is not card])
    for who, captured in enumerate(seen.captured):
        yield cards.by_month(words, captured)
        yield cards.by_kind(words, captured, cup_counts=seen.rules.options.cup is Cup.BOTH)
        yield yaku.summary(words, view.rules, seen.yaku[who])
        yield words("hand {n}", n=seen.hand_counts[who])
        yield words("score {points}", points=numbers.short_points(words, view.rules, seen.scores[who]))
        if seen.koi[who]:
            yield words.plural("called koi-koi {n} time", "called koi-koi {n} times", seen.koi[who])


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
        escaped = Cast.of(view).named(words)
        named = () if seen.phase is Phase.READY else seen.to_move  # nobody learns who has answered
        assert all(escaped.seated(player) in screen_of(view).text(words) for player in named)
        assert seen.dealer is not None
        dealers = (escaped.seated(seen.dealer), Cast.of(view).named(words, plain=True).seated(seen.dealer))
        assert any(words("dealer: {player}", player=each) in text for each in dealers)
        missing = [said for said in needed(words, view, seen) if said not in text]
        assert missing == []


def test_a_table_shows_no_digits_of_its_shuffles() -> None:
    """Not in its text, its alt text or its buttons: *Fair?* tells them to who asks, also in the seat draw."""
    drawn = False
    for view in matches(make_rules("ishokai", {"months": 1}), 3):
        screen = screen_of(view)
        shown = screen.text(ENGLISH) + screen.alt(ENGLISH)
        assert re.search("[0-9a-f]{12}", shown) is None
        verbs = [
            each.press.verb for row in rows(ENGLISH, screen) for each in row if isinstance(each.press, Press)
        ]
        if Verb.DRAW in verbs:
            drawn = True
            assert Verb.SHUFFLES in verbs
    assert drawn


def test_alt_text_without_room_leaves_the_rest_to_the_message() -> None:
    """At a table fuller than any real one the message says what the alt text left out."""
    view = next(
        each
        for each in matches(make_rules(RuleSetId.SANNIN), 1, names=LONG_NAMES)
        if each.public and each.public.phase is Phase.PLAY
    )
    assert view.public is not None
    lying, taken = (*DECK[0:36:2], *DECK[1:36:2]) * 2, DECK[36:]
    captured = tuple(CardSet.of(taken[n::3]) for n in range(3))
    seen = replace(view.public, slots=lying, captured=captured)
    full = replace(view, public=seen)
    said, text = screen_of(full).alt(ENGLISH), screen_of(full).text(ENGLISH)
    assert len(said) <= ALT and cards.listing(ENGLISH, field.cards(field.places(seen))) in said
    assert "lights 1" in text and "lights 1" not in said
