"""A hand: what its text, its picture, the picture's description and its buttons say, and that they agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.screens import field, hand, public
from bot.screens.hand import Facts, Look, Notice, leaves_choice
from bot.screens.hand.picture import DECISION_LINES
from bot.screens.hand.questions import ChooseTarget, Decide
from bot.wording import buttons, cards, numbers, yaku
from bot.wording.limits import LABEL, OPTION
from cogs.content.controls import Button
from cogs.content.custom_id import Press
from cogs.messages import hand_rows
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.actions import Cut, Phase
from engine.rules.options import make_rules
from engine.rules.presets import PresetId, named_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.common import Label, Text
from images.scene.hand import Choice, Decision, HandGrid, HandScene
from tests.support.builders import random_rules
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, blindfolded, matches

RULE_SETS = tuple(RuleSetId)
SHORTEST = {each: {"months": 3 if each is RuleSetId.SANNIN else 1} for each in RULE_SETS}
SANNIN = make_rules(RuleSetId.SANNIN, {"months": 3})
LANGUAGES = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


def asked(view: MatchView, phase: Phase) -> Iterator[tuple[SeatView, Observation]]:
    """The seats that are asked something in this phase, with what they see."""
    for seat in view.seats:
        seen = seat.observation
        if seen is not None and seen.phase is phase and seat.player in seen.to_move:
            yield seat, seen


def read(words: Words, view: MatchView, seat: SeatView) -> str:
    """Everything that one player reads on their hand."""
    facts = Facts.of(view, seat)
    return f"{hand.text(words, facts)}\n{hand.alt(words, facts)}"


def shown(words: Words, facts: Facts) -> HandScene:
    """The picture of a player's own cards."""
    scene = hand.scene(words, facts)
    assert isinstance(scene, HandScene)
    return scene


def labels(words: Words, facts: Facts) -> list[Button]:
    """The buttons of the question, without the last row."""
    rows = hand_rows.rows(words, facts)[:-1]
    return [control for row in rows for control in row if isinstance(control, Button)]


def written(text: Text) -> str:
    """A text of a picture in full."""
    return text.text if isinstance(text, Label) else text


@pytest.mark.outside
@LANGUAGES
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_cards_have_one_number_and_the_same_matches_everywhere(rule_set: RuleSetId, words: Words) -> None:
    """Picture, description and buttons number the cards alike and agree on which of them match."""
    for view in matches(make_rules(rule_set, SHORTEST[rule_set]), 4):
        for seat, seen in asked(view, Phase.PLAY):
            facts = Facts.of(view, seat)
            body, said, under = shown(words, facts).body, hand.alt(words, facts), labels(words, facts)
            assert isinstance(body, HandGrid)
            assert len(body.cells) == len(under) == len(seen.hand)
            for cell, button in zip(body.cells, under, strict=True):
                number, matching = cell.number, len(cell.matches)
                assert button.label == buttons.card(words, number, cell.card, matches=matching)
                assert f"{number} {cards.name(words, cell.card)}" in said
                assert cards.listing(words, cell.matches) in said
                assert len(button.label) <= LABEL
                assert max(map(len, buttons.list_option(words, number, cell.card, cell.matches))) <= OPTION


@pytest.mark.outside
@LANGUAGES
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_choice_of_capture_is_the_same_four_times(rule_set: RuleSetId, words: Words) -> None:
    """Text, description, picture and buttons offer the same cards under the same numbers; each is a move."""
    found: Counter[bool] = Counter()
    for view in matches(make_rules(rule_set, {"months": 6}), 3):
        for phase in (Phase.PLAY, Phase.FLIP):
            for seat, seen in asked(view, phase):
                picked = [None] if phase is Phase.FLIP else [c for c in seen.hand if leaves_choice(seen, c)]
                for card in picked:
                    facts = Facts.of(view, seat, Look(choosing=card))
                    assert facts.held is not None and isinstance(facts.held.question, ChooseTarget)
                    targets = facts.held.question.targets
                    body, under = shown(words, facts).body, labels(words, facts)
                    assert isinstance(body, Choice) and body.card is (card or seen.flipped)
                    assert [(t.card, t.word) for t in body.targets] == [
                        (t.card, str(t.number)) for t in targets
                    ]
                    assert tuple(t.card for t in targets) == tuple(seen.matches(body.card))
                    assert cards.numbered(words, [t.card for t in targets]) in hand.alt(words, facts)
                    either = numbers.either(words, [cards.name(words, t.card) for t in targets])
                    assert either in hand.text(words, facts)
                    for target, button in zip(targets, under, strict=False):
                        assert button.label == buttons.target(words, target.number, target.card)
                        assert isinstance(button.press, Press) and button.press.move == target.move
                        assert target.move in seen.legal
                    assert len(under) == len(targets) + (card is not None)  # and back to the hand
                    found[card is None] += 1
    assert found[True] and found[False]


@LANGUAGES
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_decision_is_worth_the_same_three_times(rule_set: RuleSetId, words: Words) -> None:
    """The worth of a stop is one number in description, picture and button; so is each yaku's."""
    found = 0
    for view in matches(make_rules(rule_set, {"months": 3}), 5, koikoi=0.7):
        for seat, seen in asked(view, Phase.DECIDE):
            facts, stake = Facts.of(view, seat), seen.stakes[seat.player]
            assert facts.held is not None and isinstance(facts.held.question, Decide)
            assert facts.held.question.stake == stake
            said, text, body = hand.alt(words, facts), hand.text(words, facts), shown(words, facts).body
            assert isinstance(body, Decision)
            assert body.total == numbers.short_points(words, seen.rules, stake)
            assert numbers.points(words, seen.rules, stake) in said
            assert buttons.stop(words, stake, len(seen.scores) - 1) in [
                button.label for button in labels(words, facts)
            ]
            room = DECISION_LINES - (body.calculation is not None)
            best = yaku.by_points(seen.yaku[seat.player])[: room - 1]
            for line, (which, points) in zip(body.yaku, best, strict=False):
                assert written(line.name) == yaku.name(words, seen.rules, which)
                assert line.points == numbers.short_points(words, seen.rules, points)
                assert yaku.worth(words, seen.rules, which, points) in said
                assert yaku.explained(words, seen.rules, which) in text
            found += 1
    assert found


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_decision_names_both_answers_and_every_yaku(rule_set: RuleSetId) -> None:
    """In words, what stopping brings and what going on risks; beside the picture, which has it, the yaku."""
    found = 0
    for view in matches(make_rules(rule_set, {"months": 3}), 5, koikoi=0.7):
        for seat, seen in asked(view, Phase.DECIDE):
            text, short = (
                hand.text(ENGLISH, Facts.of(view, seat, Look(text_mode=each))) for each in (True, False)
            )
            assert "**Stop**" in text and "**Koi-Koi.**" in text and "**Stop**" not in short
            for each in seen.yaku[seat.player]:
                assert yaku.explained(ENGLISH, seen.rules, each) in text
                assert yaku.explained(ENGLISH, seen.rules, each) in short
            found += 1
    assert found


def test_factors_are_shown_where_more_than_the_sum_counts() -> None:
    """With honba or calls the picture says how the stake comes about; without it does not."""
    found = set()
    for view in matches(make_rules("ishokai", {"months": 3}), 5, koikoi=0.9):
        for seat, seen in asked(view, Phase.DECIDE):
            body = shown(JAPANESE, Facts.of(view, seat)).body
            assert isinstance(body, Decision)
            assert body.total == f"{seen.stakes[seat.player]}文"
            more = bool(seen.honba) or seen.multipliers[seat.player] > 1
            assert len(body.yaku) == min(DECISION_LINES - more, len(seen.yaku[seat.player]))
            assert (body.calculation is not None) == more
            found.add(more)
    assert found == {True, False}


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_hand_uses_nothing_that_another_seat_alone_may_see(rule_set: RuleSetId) -> None:
    """A hand's facts stay the same when the other seats' observations are taken away."""
    for view in matches(make_rules(rule_set, {"months": 3}), 8):
        for seat in view.seats:
            mine, alone = Facts.of(view, seat), Facts.of(blindfolded(view, seat), seat)
            assert hand.text(JAPANESE, mine) == hand.text(JAPANESE, alone)
            assert hand.alt(JAPANESE, mine) == hand.alt(JAPANESE, alone)
            assert hand.scene(JAPANESE, mine) == hand.scene(JAPANESE, alone)
            assert hand_rows.rows(JAPANESE, mine) == hand_rows.rows(JAPANESE, alone)


def test_a_hand_shows_its_cards_in_button_order_with_what_they_match() -> None:
    """Cells are the hand in index order; each has the field cards of its month."""
    view, (seat, seen) = next(
        (view, each) for view in matches(make_rules("league"), 5) for each in asked(view, Phase.PLAY)
    )
    scene = shown(JAPANESE, Facts.of(view, seat))
    assert isinstance(scene.body, HandGrid)
    assert tuple(cell.card for cell in scene.body.cells) == tuple(seen.hand)
    for cell in scene.body.cells:
        assert CardSet.of(cell.matches) == seen.field.of_month(cell.card.month)
    assert scene.body.playable


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_card_keeps_its_number_for_the_whole_month(rule_set: RuleSetId) -> None:
    """In every deal a hand is numbered from 1 as it was dealt; nothing that is played moves a number."""
    numbers: dict[tuple[int, int], dict[Card, int]] = {}
    for view in matches(make_rules(rule_set, SHORTEST[rule_set]), 5):
        for seat in view.seats:
            held = Facts.of(view, seat).held
            if held is None or seat.observation is None or not held.cards:
                continue
            now = {one.card: one.number for one in held.cards}
            first = numbers.setdefault((seat.observation.deal, seat.player), now)
            assert first.items() >= now.items()
    assert all(sorted(first.values()) == list(range(1, len(first) + 1)) for first in numbers.values())
    assert numbers


@pytest.mark.parametrize("rule_set", [RuleSetId.CLASSIC, RuleSetId.SANNIN])
def test_the_strip_shows_the_table(rule_set: RuleSetId) -> None:
    """The field by its places, the owner's captures, the opponents in the order of their turns."""
    for view in matches(make_rules(rule_set, SHORTEST[rule_set]), 5):
        for seat, seen in asked(view, Phase.PLAY):
            strip = shown(JAPANESE, Facts.of(view, seat)).strip
            assert [slot.card for slot in strip.field] == [place.card for place in field.places(seen)]
            assert CardSet.of(strip.me.captured) == seen.captured[seat.player]
            assert strip.me.active and not any(other.active for other in strip.others)
            order = [(seat.player + turn) % seen.rules.seats for turn in range(1, seen.rules.seats)]
            told = [numbers.short_points(JAPANESE, seen.rules, seen.scores[player]) for player in order]
            assert [other.score for other in strip.others] == told
            assert not any(other.captured for other in strip.others)
            chips = [chip for band in (strip.me, *strip.others) for chip in band.yaku]
            assert all(chip.finished or not chip.near or _missing(chip.word) == 1 for chip in chips)
            assert all(chip.finished or _missing(chip.word) <= 2 for chip in chips)


def _missing(word: Text) -> int:
    """Return the number of missing cards on the chip of an unfinished yaku."""
    have, need = (word if isinstance(word, str) else word.text).rpartition(" ")[2].split("/")
    return int(need) - int(have)


def test_a_card_that_is_picked_is_shown_with_its_targets() -> None:
    """A hand card pressed but not yet played stands alone beside what it may capture."""
    for view in matches(make_rules("classic"), 5):
        for seat, seen in asked(view, Phase.PLAY):
            for card in seen.hand:
                if leaves_choice(seen, card):
                    body = shown(ENGLISH, Facts.of(view, seat, Look(choosing=card))).body
                    assert isinstance(body, Choice) and not body.flipped
                    assert body.card is card and [t.card.month for t in body.targets] == [card.month] * 2
                    return
    pytest.fail("no card with two matches came up")


@pytest.mark.parametrize("rule_set", [RuleSetId.LEAGUE, RuleSetId.SANNIN])
def test_few_cards_say_what_they_do(rule_set: RuleSetId) -> None:
    """Of three cards and fewer each says what it takes and which yaku that brings, in picture and words."""
    said: Counter[str] = Counter()
    for view in matches(make_rules(rule_set, {"months": 3}), 5):
        for seat, seen in asked(view, Phase.PLAY):
            facts = Facts.of(view, seat)
            body, told = shown(ENGLISH, facts).body, hand.alt(ENGLISH, facts)
            assert isinstance(body, HandGrid)
            if len(seen.hand) > 3:
                assert not any(cell.does or cell.brings for cell in body.cells)
                continue
            for cell in body.cells:
                does = written(cell.does)
                said[does.split()[0]] += 1
                assert all(cards.name(ENGLISH, each) in does for each in cell.matches) or "all" in does
                assert bool(cell.matches) == (does != "goes to the field")
                made = [chip for chip in cell.brings if chip.finished]
                assert all(written(chip.word) in told for chip in made)
                said["makes"] += len(made)
    assert said["takes"] and said["goes"] and said["makes"]


def test_hands_show_the_public_picture_where_there_are_no_cards() -> None:
    """In the cut, at rest and when all is over a hand shows what everybody sees."""
    found: set[Phase | None] = set()
    for view in matches(make_rules("ishokai", {"months": 1}), 2):
        everybody = public.screen_of(view)
        for seat in view.seats:
            seen, facts = seat.observation, Facts.of(view, seat)
            if seen is None or seen.phase in {Phase.CUT, Phase.OVER}:
                assert hand.scene(ENGLISH, facts) == everybody.scene(ENGLISH)
                assert hand.alt(ENGLISH, facts) == everybody.alt(ENGLISH)
                found.add(seen.phase if seen else None)
    assert found >= {Phase.CUT, Phase.OVER}


@pytest.mark.outside
@LANGUAGES
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_hand_says_all_its_cards_in_every_phase(rule_set: RuleSetId, words: Words) -> None:
    """Every card of the hand is named, whatever is asked, also with the longest names."""
    phases: Counter[Phase] = Counter()
    for view in matches(random_rules(random.Random(3), rule_set, months=3), 1, koikoi=0.7, names=LONG_NAMES):
        for seat in view.seats:
            seen = seat.observation
            if seen is None or seen.phase in {Phase.CUT, Phase.OVER}:
                continue
            text = read(words, view, seat)
            assert all(cards.name(words, card) in text for card in seen.hand)
            phases[seen.phase] += seat.player in seen.to_move
    assert phases[Phase.PLAY] and phases[Phase.FLIP] and phases[Phase.DECIDE]


def test_a_hand_that_is_asked_for_its_yaku_stays_as_it_is_while_others_answer() -> None:
    """In the secret round what one answers changes nothing that the next is reading."""
    rounds = 0
    for view, after in pairwise(matches(SANNIN, 4)):
        if not (view.public and after.public and view.public.phase is after.public.phase is Phase.READY):
            continue
        waiting = (
            seat.player
            for seat in after.seats
            if seat.observation and seat.player in seat.observation.to_move
        )
        for player in waiting:
            texts = {hand.text(ENGLISH, Facts.of(each, each.seats[player])) for each in (view, after)}
            assert len(texts) == 1
            rounds += 1
    assert rounds >= 3


def test_notices_stand_on_top_of_a_hand() -> None:
    """A stale press is answered by one small line above the current hand."""
    view = next(each for each in matches(make_rules("classic"), 1) if each.seats)
    plain = hand.text(ENGLISH, Facts.of(view, view.seats[0]))
    tops = set()
    for notice in Notice:
        top, rest = hand.text(ENGLISH, Facts.of(view, view.seats[0], notice=notice)).split("\n", 1)
        assert top.startswith("-# ") and rest == plain
        tops.add(top)
    assert len(tops) == len(Notice)
    assert ENGLISH.say(hand.CLOSED)
    assert hand.no_hand_yet(ENGLISH, seated=True) != hand.no_hand_yet(ENGLISH, seated=False)


def test_only_whoever_cuts_is_asked_for_depths() -> None:
    """The cutter reads the question and has the depths as buttons; the other reads who cuts."""
    view = next(each for each in matches(make_rules("ishokai"), 1) if each.seats)
    for seat in view.seats:
        facts = Facts.of(view, seat)
        moves = [b.press.move for b in labels(ENGLISH, facts) if isinstance(b.press, Press)]
        cutting = seat.observation is not None and seat.player in seat.observation.to_move
        assert ("**Cut the deck**" in hand.text(ENGLISH, facts)) == cutting
        assert [m for m in moves if m] == ([Cut(0), Cut(12), Cut(24), Cut(36)] if cutting else [])


@pytest.mark.parametrize("oyaken", [0, 6])
def test_whoever_decides_reads_for_whom_it_is_good_that_nobody_stops(oyaken: int) -> None:
    """The dealer is called you or by name, and is not mentioned where an oya-ken is worth nothing."""
    told = set()
    for view in matches(make_rules("classic", {"months": 6, "oyaken": oyaken}), 3, koikoi=0.7):
        for seat in view.seats:
            facts = Facts.of(view, seat)
            if facts.held is None or not isinstance(facts.held.question, Decide) or view.public is None:
                continue
            other = view.seats[1 - seat.player].participant.name
            deals = view.public.dealer == seat.player
            wanted = f"{'you score' if deals else f'{other} scores'} {oyaken} (dealer)."
            wanted = wanted if oyaken else "nobody scores."
            assert f"If nobody stops, {wanted}" in hand.alt(ENGLISH, facts)
            told.add(wanted)
    assert len(told) == (3 if oyaken else 1)


@pytest.mark.parametrize("limit", ["once", "once_each"])
def test_whoever_may_call_no_more_reads_it_before_a_card(limit: str) -> None:
    """A yaku then wins at once, without a question. The table says where nobody may call."""
    told, public_told = set(), set()
    for view in matches(make_rules("league", {"months": 6, "koi_limit": limit}), 3, koikoi=1.0):
        if view.public is None or view.shown_end is not None:
            continue
        called = sum(map(bool, view.public.koi))
        over = called == (1 if limit == "once" else 2)
        assert ("no koi-koi is left" in public.screen_of(view).text(ENGLISH)) == over
        public_told.add(over)
        for seat, seen in asked(view, Phase.PLAY):
            own = bool(view.public.koi[seat.player])
            none_left = (own or over) and not seen.last_turn
            assert ("No koi-koi is left for you" in hand.text(ENGLISH, Facts.of(view, seat))) == none_left
            told.add((own, none_left))
    assert public_told == {False, True} and len(told) > 2


@pytest.mark.parametrize("deals", [True, False])
def test_where_the_loser_pays_a_decision_says_who_pays(deals: bool) -> None:
    """Whether the other one stops or nobody does: lost points are told as paid."""
    for view in matches(named_rules(PresetId.FLASH, months=6), 3, koikoi=0.7):
        for seat, _ in asked(view, Phase.DECIDE):
            if view.public is None or (view.public.dealer == seat.player) != deals:
                continue
            other = view.seats[1 - seat.player].participant.name
            wanted = "you are paid 6 (dealer)" if deals else f"you pay {other} 6 (dealer)"
            facts = Facts.of(view, seat)
            assert f"If nobody stops, {wanted}." in hand.alt(ENGLISH, facts)
            assert "your yaku are lost and you pay theirs" in hand.alt(ENGLISH, facts)
            scene = hand.scene(ENGLISH, facts)
            assert isinstance(scene, HandScene) and isinstance(scene.body, Decision)
            assert any("you pay" in str(risk) for risk in scene.body.risks)
            return
    pytest.fail("nobody decided")


def test_whoever_waits_for_a_decision_reads_what_it_is_about() -> None:
    """The yaku of somebody who decides are named: with them they may win in a moment."""
    for view in matches(make_rules("sannin", {"months": 3}), 3):
        if view.public is None or view.public.phase is not Phase.DECIDE:
            continue
        (mover,) = view.public.to_move
        made = yaku.summary(ENGLISH, view.rules, view.public.yaku[mover])
        first = f"{view.seats[mover].participant.name} has {made}: koi-koi or stop?"
        for seat in view.seats:
            if seat.player != mover:
                assert hand.text(ENGLISH, Facts.of(view, seat)).startswith(first)
        return
    pytest.fail("nobody decided")
