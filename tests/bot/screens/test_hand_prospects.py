"""The gain of a capture, and the prospects of going on: in facts and all readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.screens import hand, month
from bot.screens.hand import Facts, prospects
from bot.screens.hand.facts import Held
from bot.screens.hand.picture import NEEDS
from bot.screens.hand.questions import ChooseTarget, Decide
from bot.screens.month import Month
from bot.screens.players import LAST_TURNS, PlayerFacts
from bot.wording import yaku
from bot.wording.people import Cast
from engine.cards.cardset import CardSet
from engine.cards.deck import card
from engine.play.observation import Observation
from engine.rules.actions import Phase, Player
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import Exhausted, RuleSetId
from engine.rules.sheet import lacking, score
from engine.rules.yaku import YakuId
from images.scene.common import Label
from images.scene.hand import Choice, Decision, HandScene
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, matches

RULE_SETS = tuple(RuleSetId)
LANGUAGES = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


def asked(rules: Rules, phase: Phase) -> Iterator[tuple[MatchView, SeatView, Observation, Held]]:
    """Everybody who is asked something in this phase, in a match whose players like to go on."""
    for view in matches(rules, 5, koikoi=0.7):
        for seat in view.seats:
            seen = seat.observation
            if seen is None or seen.phase is not phase or seat.player not in seen.to_move:
                continue
            held = Facts.of(view, seat).held
            if held is not None and isinstance(held.question, ChooseTarget | Decide):
                yield view, seat, seen, held


def decisions(rules: Rules) -> Iterator[tuple[Facts, Observation, Player, Decide]]:
    """Every decision of such a match."""
    for view, seat, seen, held in asked(rules, Phase.DECIDE):
        assert isinstance(held.question, Decide)
        yield Facts.of(view, seat), seen, seat.player, held.question


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_what_a_target_brings_comes_true(rule_set: RuleSetId) -> None:
    """A yaku that a capture makes is held after it; one that it brings nearer has one card more."""
    told: Counter[bool] = Counter()
    for _, seat, seen, held in asked(make_rules(rule_set, {"months": 12}), Phase.FLIP):
        assert isinstance(held.question, ChooseTarget)
        for target in held.question.targets:
            after = seen.captured[seat.player] | CardSet.of([held.question.card, target.card])
            made = score(seen.rules, after)
            for step in target.brings:
                told[bool(step.points)] += 1
                assert step.points == made.get(step.yaku, 0)
                assert step.points or 0 < step.have < step.need
    assert told[False]


def test_a_target_that_makes_a_yaku_says_what_it_is_worth() -> None:
    """The deer where boar and butterflies are held: three of three, five points, before anything else."""
    _, seat, seen, _ = next(asked(make_rules("league"), Phase.FLIP))
    mine = CardSet.of([card("U"), card("Y"), card("g")])
    captured = tuple(mine if n == seat.player else CardSet() for n in range(2))
    rich = replace(seen, captured=captured)
    ((first, *further),) = prospects.brought(rich, seat.player, card("l"), [card("k")])
    assert (first.yaku, first.points) == (YakuId.INOSHIKACHO, 5)
    assert [(step.yaku, step.have, step.need) for step in further] == [(YakuId.TANE, 4, 5)]
    (near,) = prospects.near(rich, seat.player, ((YakuId.INOSHIKACHO, 2, 3),))
    assert near.lacking == (card("k"),)
    (many,) = prospects.near(rich, seat.player, ((YakuId.TANE, 3, 5),))
    assert many.lacking == ()


def makes(rules: Rules, captured: CardSet, gone: CardSet, begun: tuple[YakuId, int, int]) -> bool:
    """Whether some choice of the cards that this yaku lacks makes it."""
    which, have, need = begun
    some = combinations(lacking(rules, which, captured, gone), need - have)
    return any(which in score(rules, captured | CardSet.of(each)) for each in some)


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_yaku_is_near_only_if_the_cards_it_lacks_make_it(rule_set: RuleSetId) -> None:
    """For everybody at the table and in a month's result; where cards are named, exactly these make it."""
    told = 0
    for seed in range(5, 10):
        for view in matches(make_rules(rule_set, {"months": 3}), seed, koikoi=0.6):
            seen, end, rules = view.public, view.shown_end, view.rules
            if end is not None:
                for seat in view.seats:
                    one = PlayerFacts.of_end(rules, Cast.of(view), end, seat.player)
                    assert all(makes(rules, one.captured, CardSet(), each) for each in one.nearest)
            if seen is None or not seen.captured:
                continue
            for seat in view.seats:
                one = PlayerFacts.of(seen, seat.participant, seat.player)
                assert all(makes(rules, one.captured, seen.gone(seat.player), each) for each in one.nearest)
                for near in prospects.near(seen, seat.player, one.near):
                    named = CardSet.of(near.lacking)
                    assert not named or near.yaku in score(rules, one.captured | named)
                    told += bool(named)
    assert told


def with_captures(seat: SeatView, seen: Observation, letters: str) -> SeatView:
    """Return the seat with these cards captured by its player, none by the others."""
    own = CardSet.parse(letters)
    captured = tuple(own if n == seat.player else CardSet() for n in range(seen.rules.seats))
    made = tuple(score(seen.rules, each) for each in captured)
    return replace(seat, observation=replace(seen, captured=captured, yaku=made))


@pytest.mark.parametrize(
    ("letters", "near", "never"),
    [("Iqr", "", "hanami"), ("AIqr", "hanami", ""), ("AIco", "goko", "shiko"), ("gqr", "", "tsukimi")],
)
def test_a_decision_names_no_yaku_that_rain_or_a_higher_one_keeps_away(
    letters: str, near: str, never: str
) -> None:
    """In the facts, the text and the description of the one who decides, and in what others see of them."""
    rules = make_rules("sannin", {"months": 12})
    view, seat, seen, _ = next(asked(rules, Phase.DECIDE))
    seat = with_captures(seat, seen, letters)
    facts = Facts.of(view, seat)
    assert seat.observation is not None
    assert facts.held is not None and isinstance(facts.held.question, Decide)
    own = [each.yaku.value for each in facts.held.question.near]
    others = [each.value for each, *_ in PlayerFacts.of(seat.observation, seat.participant, seat.player).near]
    assert own == others and (near in own or not near) and never not in own
    told = hand.text(ENGLISH, facts) + hand.alt(ENGLISH, facts)
    for each in (near, never):
        named = yaku.name(ENGLISH, rules, YakuId(each)) if each else "nothing"
        assert any(f"{named} {have}" in told for have in range(1, 5)) == (each == near != "")


def test_under_rain_a_card_brings_no_cup_yaku_but_the_crane_does() -> None:
    """With a willow the curtain brings nothing of hanami; with willow and cup the crane brings hanami."""
    _, seat, seen, _ = next(asked(make_rules("sannin", {"months": 12}), Phase.FLIP))

    def brings(letters: str, laid: str, target: str) -> set[YakuId]:
        rich = with_captures(seat, seen, letters).observation
        assert rich is not None
        (told,) = prospects.brought(rich, seat.player, card(laid), [card(target)])
        return {step.yaku for step in told}

    assert YakuId.HANAMI in brings("", "L", "I")
    assert YakuId.HANAMI not in brings("q", "L", "I")
    assert YakuId.HANAMI in brings("gq", "C", "A")


def test_what_targets_bring_alike_is_not_told_of_them() -> None:
    """The blue ribbon and a chaff make two of four of a month each: told is what tells them apart."""
    _, seat, seen, _ = next(asked(make_rules("classic", {"months": 12}), Phase.FLIP))
    blank = replace(seen, captured=(CardSet(), CardSet()))
    told = prospects.brought(blank, seat.player, card("g"), [card("h"), card("i")])
    assert [{step.yaku for step in each} for each in told] == [{YakuId.AOTAN}, {YakuId.KASU}]


@LANGUAGES
def test_a_choice_says_what_each_target_brings_three_times(words: Words) -> None:
    """Picture, text and description name the same yaku for each card that may be captured."""
    found = 0
    for view, seat, seen, held in asked(make_rules("classic", {"months": 12}), Phase.FLIP):
        facts = Facts.of(view, seat)
        scene = hand.scene(words, facts)
        assert isinstance(scene, HandScene) and isinstance(scene.body, Choice)
        assert isinstance(held.question, ChooseTarget)
        for target, drawn in zip(held.question.targets, scene.body.targets, strict=True):
            assert len(drawn.brings) == len(target.brings)
            said = prospects.steps(words, seen.rules, target.brings)
            assert said in hand.text(words, facts) and said in hand.alt(words, facts)
            assert all(yaku.name(words, seen.rules, step.yaku) in said for step in target.brings)
            found += bool(said)
    assert found


def ends(rules: Rules) -> set[tuple[Exhausted, bool, bool, int]]:
    """Return the outcomes of the end of the cards: how, whether somebody scores, whether oneself, points."""
    found = set()
    for _, _, player, question in decisions(rules):
        end = question.run_out
        found.add((end.how, end.winner is not None, end.winner == player, end.points))
        assert (end.winner == player) == question.deals or end.winner is None
    return found


@pytest.mark.outside
def test_the_end_of_the_cards_is_told_as_the_rule_set_has_it() -> None:
    """The dealer scores, any of them; with an oya-ken of 0 nobody; in sannin the month is void."""
    assert ends(make_rules("classic", {"months": 12})) == {
        (Exhausted.OYAKEN, True, True, 6),
        (Exhausted.OYAKEN, True, False, 6),
    }
    assert {each[1:] for each in ends(make_rules("league", {"months": 12, "oyaken": 0}))} == {
        (False, False, 0)
    }
    assert ends(make_rules("sannin", {"months": 12})) == {(Exhausted.VOID, False, False, 0)}


def test_in_ishokai_the_last_yaku_wins_with_the_call_counted() -> None:
    """The last yaku is the caller's own as things stand, and worth one factor more than a stop now."""
    found = 0
    for _, seen, player, question in decisions(make_rules("ishokai", {"months": 12})):
        calls = sum(seen.koi)
        assert question.run_out.winner == player
        assert question.run_out.points * (calls + 1) == question.stake * (calls + 2)
        assert question.next_factor == calls + 2
        found += 1
    assert found


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_decision_says_for_whom_the_cards_run_out(rule_set: RuleSetId) -> None:
    """The description says it in whole sentences, the picture in short, of the player."""
    mine = {
        Exhausted.OYAKEN: ("you score 6 (dealer)", "Dealer +6"),
        Exhausted.LAST_MAKER: ("you are paid", "you are paid"),
    }
    theirs = {
        Exhausted.OYAKEN: ("scores 6 (dealer)", "Dealer +6"),
        Exhausted.VOID: ("the month is void", "void"),
    }
    found = set()
    for facts, _, player, question in decisions(make_rules(rule_set, {"months": 12})):
        end = question.run_out
        said, short = (mine if end.winner == player else theirs)[end.how]
        scene = hand.scene(ENGLISH, facts)
        assert isinstance(scene, HandScene) and isinstance(scene.body, Decision)
        assert said in hand.alt(ENGLISH, facts)
        assert any(short in str(risk) for risk in (*scene.body.risks, scene.body.end))
        found.add(end.winner == player)
    assert found == ({True, False} if mine.get(end.how) and theirs.get(end.how) else {end.how in mine})


def test_the_table_tells_in_time_what_the_dealer_gets() -> None:
    """In the last two turns, as long as nobody has a yaku; never where the dealer gets nothing."""
    seen = [each.public for each in matches(make_rules("classic", {"months": 12}), 11) if each.public]
    dealt = [each for each in seen if each.hand_counts]
    told = [n for n, each in enumerate(dealt) if Month.of(each).terms.to_dealer]
    late = {n for n, each in enumerate(dealt) if max(each.hand_counts) <= LAST_TURNS}
    without = {n for n, each in enumerate(dealt) if not any(any(one.values()) for one in each.yaku)}
    over = {n for n, each in enumerate(dealt) if each.phase is Phase.OVER}
    assert told == sorted(late & without - over) and told
    assert {month.seal(ENGLISH, Month.of(dealt[n])).chips for n in told} == {("Dealer +6",)}
    others = [each.public for each in matches(make_rules("ishokai", {"months": 12}), 11) if each.public]
    assert not any(Month.of(each).terms.to_dealer for each in others)


MOST_LINES = 4
"""Of a decision: the question with its yaku, what has just happened, what the picture has no room for."""


@LANGUAGES
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_decision_shows_who_is_near_a_yaku(rule_set: RuleSetId, words: Words) -> None:
    """The missing cards of the decider stand in picture and description; those of others in the second alone.

    The message does not repeat it: on a phone its question and buttons have room on one screen.
    """
    for facts, _, _, question in decisions(make_rules(rule_set, {"months": 12})):
        scene = hand.scene(words, facts)
        assert isinstance(scene, HandScene) and isinstance(scene.body, Decision)
        assert facts.held is not None
        around, told = facts.held.around, hand.alt(words, facts)
        assert [need.cards for need in scene.body.needs] == [near.lacking for near in question.near[:NEEDS]]
        for need, near in zip(scene.body.needs, question.near, strict=False):
            assert isinstance(need.where, Label) and need.where.text in told
            assert need.near.near == (near.need - near.have == 1)
        for one in (around.me, *(one for one in around.others if one.near)):
            names = [yaku.name(words, rules_of(facts), which) for which, _, _ in one.near]
            assert all(name in told for name in names)
        assert words("Stock {n}", n=around.stock) in told
        assert len(hand.text(words, facts).splitlines()) <= MOST_LINES


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_where_a_card_is_comes_from_what_its_reader_sees(rule_set: RuleSetId) -> None:
    """On the field, in the own hand, else not seen; never with somebody whose capture rules it out."""
    found: Counter[str] = Counter()
    for _, seen, player, question in decisions(make_rules(rule_set, {"months": 12})):
        known = seen.field | seen.hand | CardSet.of(each for taken in seen.captured for each in taken)
        for near in question.near:
            assert set(near.on_field) <= set(seen.field) and set(near.in_hand) <= set(seen.hand)
            assert not set(near.unseen) & set(known)
            ways = lacking(seen.rules, near.yaku, seen.captured[player], seen.gone(player))
            assert CardSet.of((*near.on_field, *near.in_hand, *near.unseen)) == ways
            assert len(ways) >= near.need - near.have
            found.update(field=len(near.on_field), hand=len(near.in_hand), unseen=len(near.unseen))
            if len(near.lacking) == 1:
                told = prospects.where(ENGLISH, near)
                assert told.endswith("not seen yet" if near.unseen else ("on the field", "in your hand"))
    assert found["unseen"] and found["field"]


def rules_of(facts: Facts) -> Rules:
    """The rules of the match."""
    assert facts.held is not None
    return facts.held.course.rules


@pytest.mark.outside
def test_on_the_last_turn_of_sannin_going_on_voids_the_month() -> None:
    """Then that is all there is to say of it."""
    found = 0
    for seed in range(40):
        for view in matches(make_rules("sannin", {"months": 3}), seed, koikoi=0.9):
            for seat in view.seats:
                held = Facts.of(view, seat).held
                if held is None or not isinstance(held.question, Decide) or not held.question.last_turn:
                    continue
                facts = Facts.of(view, seat)
                scene = hand.scene(JAPANESE, facts)
                assert isinstance(scene, HandScene) and isinstance(scene.body, Decision)
                assert len(scene.body.risks) == 1
                assert "This is the last turn, so the month is void" in hand.text(ENGLISH, facts)
                found += 1
        if found:
            return
    pytest.fail("no decision on a last turn came up")
