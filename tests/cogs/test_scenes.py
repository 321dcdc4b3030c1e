"""Scenes: what the pictures of a match show, made from views alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.screens import hand, month_result, score_sheet
from bot.screens.month_result import Result
from bot.screens.players import YAKU_CHIPS, PlayerFacts, targets_of
from bot.screens.public import screen_of
from bot.views import LobbyEnd, LobbyView, MatchView, Status
from bot.wording import buttons
from bot.wording.people import Cast
from cogs import scenes
from cogs.drawing import draw
from engine.cards import Card, card
from engine.cardset import CardSet
from engine.month_end import EndReason, MonthEnd
from engine.observation import Observation
from engine.phase import Phase
from engine.rules import Rules, RuleSetId, make_rules
from engine.yaku_ids import YakuId
from images.scene import (
    MONTH_RESULT_ROWS,
    Choice,
    HandGrid,
    HandScene,
    LobbyScene,
    MonthResultScene,
    Name,
    Ring,
    RowKind,
    SeatDrawScene,
    TableScene,
)
from tests.bot import wording_views
from tests.bot.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, blindfolded, matches

RULE_SETS = tuple(RuleSetId)
SHORTEST = {each: {"months": 3 if each is RuleSetId.SANNIN else 1} for each in RULE_SETS}


def in_play(view: MatchView) -> Observation | None:
    """The public observation while cards are played; None in other phases."""
    seen = view.table
    return seen if seen is not None and seen.phase in {Phase.PLAY, Phase.FLIP, Phase.DECIDE} else None


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_each_kind_of_picture_can_be_drawn(rule_set: RuleSetId, words: Words) -> None:
    """Every kind of scene that a match brings forth, with the longest names, draws as a PNG."""
    rules = make_rules(rule_set, SHORTEST[rule_set])
    found: dict[object, object] = {}
    for view in matches(rules, 12, names=LONG_NAMES):
        made: list[object] = [screen_of(view).scene(words)]
        made += [hand.scene(words, hand.Facts.of(view, seat)) for seat in view.seats]
        for scene in made:
            body = type(scene.body) if isinstance(scene, HandScene) else None
            found[type(scene), body] = scene
    last = score_sheet.scene(words, score_sheet.Facts.of(view))
    extra = (last, scenes.yaku_sheet(words, rules), screen_of(_lobby(rules)).scene(words))
    for scene in (*found.values(), *extra):
        assert draw(scene).startswith(b"\x89PNG")  # type: ignore[arg-type]
    assert {TableScene, SeatDrawScene, HandScene} <= {type(scene) for scene in found.values()}


def _lobby(rules: Rules) -> LobbyView:
    return wording_views.lobby(rules, wording_views.people(rules.seats - 1, LONG_NAMES))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_public_pictures_use_nothing_that_a_seat_alone_may_see(rule_set: RuleSetId) -> None:
    """The scene of the table stays the same when the seats' observations are taken away."""
    for view in matches(make_rules(rule_set, {"months": 3}), 9):
        assert screen_of(view).scene(ENGLISH) == screen_of(blindfolded(view)).scene(ENGLISH)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_table_shows_what_is_observed(rule_set: RuleSetId) -> None:
    """Slots, captures, stock, bands in seat order and who is to move are those of the observation."""
    for view in matches(make_rules(rule_set, {"months": 3}), 14):
        seen, scene = in_play(view), screen_of(view).scene(JAPANESE)
        if seen is None:
            continue
        assert isinstance(scene, TableScene)
        assert tuple(slot.card for slot in scene.slots) == seen.slots
        assert tuple(CardSet.of(band.captured) for band in scene.bands) == seen.captured
        assert [band.name.chosen for band in scene.bands] == [seat.participant.name for seat in view.seats]
        assert [n for n, band in enumerate(scene.bands) if band.active] == list(seen.to_move)
        assert scene.stock.count == seen.stock
        assert [band.seat_mark.dealer for band in scene.bands if band.seat_mark].count(True) == 1
        assert scene.month.progress == f"{seen.month} / {seen.months}"


def test_seats_of_three_have_their_names() -> None:
    """With three players the marks are 胴, 胴二 and ビキ in table order from the dealer; with two only 親."""
    view = next(each for each in matches(make_rules("sannin"), 1) if in_play(each))
    scene = screen_of(view).scene(JAPANESE)
    assert isinstance(scene, TableScene) and view.table and view.table.dealer is not None
    marks = [scene.bands[(view.table.dealer + n) % 3].seat_mark for n in range(3)]
    assert [mark.word for mark in marks if mark] == ["胴", "胴二", "ビキ"]
    two = next(each for each in matches(make_rules("classic"), 1) if in_play(each))
    scene = screen_of(two).scene(JAPANESE)
    assert isinstance(scene, TableScene)
    assert [band.seat_mark.word for band in scene.bands if band.seat_mark] == ["親"]


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


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_last_move_wears_rings(rule_set: RuleSetId) -> None:
    """What the last move laid on the field is marked there; what it captured wears a ring in its band."""
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
        each for each in matches(make_rules("classic"), 3) if each.table and each.table.phase is Phase.FLIP
    )
    seen = view.table
    assert seen is not None and seen.flipped is not None
    scene = screen_of(view).scene(ENGLISH)
    assert isinstance(scene, TableScene)
    marks = {slot.card: slot.highlight for slot in scene.slots if slot.highlight}
    targets = targets_of(seen, seen.flipped)
    assert [marks[each].word for each in targets] == ["1", "2"]
    assert {marks[each].ring for each in targets} == {Ring.CANDIDATE}
    assert scene.flipped is not None and scene.flipped.card is seen.flipped
    own = hand.scene(ENGLISH, hand.Facts.of(view, view.seats[seen.to_move[0]]))
    assert isinstance(own, HandScene) and isinstance(own.body, Choice)
    assert tuple(target.card for target in own.body.targets) == targets
    assert [buttons.target(ENGLISH, n, each)[0] for n, each in enumerate(targets, 1)] == ["1", "2"]
    other = hand.scene(ENGLISH, hand.Facts.of(view, view.seats[1 - seen.to_move[0]]))
    assert isinstance(other, HandScene) and isinstance(other.body, HandGrid) and not other.body.playable


def test_a_month_result_is_made_from_its_end() -> None:
    """Yaku with their cards and every player's change and score; the reason where no yaku won."""
    for rule_set in RULE_SETS:
        for view in matches(make_rules(rule_set, {"months": 6}), 31, koikoi=0.6):
            if view.rest is None:
                continue
            end, scene = view.rest.end, screen_of(view).scene(JAPANESE)
            assert isinstance(scene, MonthResultScene)
            assert scene == month_result.picture(
                JAPANESE, Result.of(view.rules, Cast.of(view), view.ends[-1])
            )
            by_yaku = end.reason in month_result.BY_YAKU
            assert bool(scene.rows) == by_yaku and (scene.reason is None) == by_yaku
            assert (scene.total is None) == (end.winner is None)
            assert len(scene.changes) == len(view.seats)
            for row in scene.rows:
                assert row.cards
                assert end.winner is not None
                assert CardSet.of(row.cards) - end.captured[end.winner] == CardSet()


def test_more_yaku_than_rows_are_merged() -> None:
    """Seven yaku become five rows and one that counts the other two together."""
    view = next(each for each in matches(make_rules("sannin"), 3) if each.rest)
    assert view.rest is not None
    held = dict.fromkeys(tuple(YakuId)[:7], 2)
    end = replace(view.rest.end, reason=EndReason.SHOBU, yaku=held)
    scene = month_result.picture(JAPANESE, Result.of(view.rules, Cast.of(view), end))
    assert len(scene.rows) == MONTH_RESULT_ROWS
    assert (scene.rows[-1].name, scene.rows[-1].points) == ("ほか2役", "4文")


def test_a_hand_yaku_shows_the_hand_and_four_on_the_field_the_field() -> None:
    """The reason of such a month comes with its cards."""
    view = next(each for each in matches(make_rules("league"), 3) if each.rest)
    assert view.rest is not None
    dealt = (CardSet.parse("ABCDEFGI"), CardSet.parse("JKLMNOPQ"))
    end = replace(view.rest.end, reason=EndReason.HAND_YAKU, winner=view.seats[0].player, hands=dealt)
    assert CardSet.of(_reason_cards(view, replace(end, yaku={YakuId.TESHI: 6}))) == dealt[0]
    lying = CardSet.parse("abYZtuvc")
    end = replace(end, reason=EndReason.REDEAL_FIELD_FOUR, winner=None, field=lying)
    assert CardSet.of(_reason_cards(view, end)) == CardSet.parse("YZab")
    assert _reason_cards(view, replace(end, reason=EndReason.OYAKEN)) == ()


def _reason_cards(view: MatchView, end: MonthEnd) -> tuple[Card, ...]:
    scene = month_result.picture(ENGLISH, Result.of(view.rules, Cast.of(view), end))
    assert scene.reason is not None
    return scene.reason.cards


def test_score_sheets_show_all_months_and_their_sums() -> None:
    """Unplayed months are there and empty; the running totals end in the total row."""
    rules = make_rules("ishokai", {"months": 12})
    views = list(matches(rules, 2))
    for view in (views[0], next(each for each in views if each.rest), views[-1]):
        sheet = score_sheet.scene(ENGLISH, score_sheet.Facts.of(view))
        months = [row for row in sheet.rows if row.kind is RowKind.MONTH]
        assert [row.number for row in months] == [str(n) for n in range(1, 13)]
        assert [row.season_end for row in months] == [n % 3 == 0 for n in range(1, 13)]
        played = [row for row in months if any(cell.total for cell in row.cells)]
        assert len(played) == sum(end.winner is not None for end in view.ends)
        assert all(sum(cell.seal is not None for cell in row.cells) == 1 for row in played)
        if played:
            assert [cell.total for cell in sheet.rows[-1].cells] == [cell.total for cell in played[-1].cells]


def test_the_golden_score_sheet_has_its_awards() -> None:
    """Sannin's sheet has rows for kobiki, subtotal, ginmi and total where they apply."""
    found = set()
    for seed in range(12):
        last = list(matches(make_rules("sannin", {"months": 3}), seed, koikoi=0.2))[-1]
        sheet = score_sheet.scene(JAPANESE, score_sheet.Facts.of(last))
        labels = [row.label for row in sheet.rows if row.kind is not RowKind.MONTH]
        found.update(labels)
        assert labels[-3:] == ["小計", "吟味", "合計"]
        assert [cell.total.replace("−", "-") for cell in sheet.rows[-1].cells] == [
            str(score) for score in last.scores
        ]
    assert "小引" in found


def test_void_deals_leave_a_mark() -> None:
    """A month dealt again keeps one row and one small mark for each void deal."""
    for view in matches(make_rules("sannin", {"months": 12}), 4, koikoi=0.9):
        if view.rest and view.rest.end.winner is None:
            month = view.rest.end.month
            undone = sum(end.month == month and end.winner is None for end in view.ends)
            sheet = score_sheet.scene(JAPANESE, score_sheet.Facts.of(view))
            row = next(row for row in sheet.rows if row.number == str(month))
            assert row.current and row.voids == ("流",) * undone
            return
    pytest.fail("no void month came up")


def test_lobbies_show_seats_taken_and_free() -> None:
    """Names with their words, free seats, and what was changed."""
    rules = make_rules("sannin", {"months": 6, "goko_bonus": 5})
    scene = screen_of(wording_views.lobby(rules, wording_views.people(2, cpus=1))).scene(ENGLISH)
    assert isinstance(scene, LobbyScene)
    assert [seat.word for seat in scene.seats] == ["Host", "CPU", "Free seat"]
    assert [seat.name for seat in scene.seats][2] is None
    assert scene.seats[1].name == Name("CPU (normal)", "Player 2")
    assert scene.chips == ("6 months", "Goko bonus: 5")


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_closed_lobbies_show_why_and_no_free_seat(words: Words) -> None:
    """Each end has its own chip; a seat that nobody took is not free any more, and who left has none."""
    waiting = wording_views.lobby(make_rules("classic"), wording_views.people(1))
    opened = screen_of(waiting).scene(words)
    assert isinstance(opened, LobbyScene) and opened.closed is None
    chips = set()
    for ended in (*LobbyEnd, None):
        scene = screen_of(replace(waiting, status=Status.CLOSED, ended=ended)).scene(words)
        assert isinstance(scene, LobbyScene) and scene.closed is not None
        assert len(scene.seats) == 2
        assert (scene.seats[0].name is None) == (ended is LobbyEnd.LEFT)
        assert scene.seats[1].word != opened.seats[1].word
        chips.add(scene.closed)
    assert len(chips) == len(LobbyEnd) + 1


def test_seat_draws_show_who_drew_what_and_who_is_to_draw() -> None:
    """Eight take part; the cards drawn so far stand with their names."""
    view = list(matches(make_rules("classic"), 3, count=8))[3]
    scene = screen_of(view).scene(JAPANESE)
    assert isinstance(scene, SeatDrawScene) and view.table is not None
    assert tuple(one.cards for one in scene.participants) == view.table.drawn
    assert sum(one.waiting for one in scene.participants) == len(view.table.to_move)


def test_the_cup_stands_among_the_chaff_where_it_counts_as_both() -> None:
    """Ishokai marks the sake cup's place, classic does not."""
    cup = card("g")
    for rule_set, marked in (("ishokai", True), ("classic", False)):
        for seed in range(9):
            for view in matches(make_rules(rule_set, {"months": 1}), seed):
                seen, scene = in_play(view), screen_of(view).scene(JAPANESE)
                if seen is None or not isinstance(scene, TableScene):
                    continue
                for band in scene.bands:
                    assert (band.cup_word is not None) == (marked and cup in band.captured)


def test_a_yaku_sheet_has_every_yaku_highest_first() -> None:
    """Classic has its thirteen, sannin its eighteen and the five of dealt hands."""
    assert len(scenes.yaku_sheet(ENGLISH, make_rules("classic")).entries) == 13
    sheet = scenes.yaku_sheet(JAPANESE, make_rules("sannin"))
    assert len(sheet.entries) == 18 + 5
    assert sheet.entries[0].name == "五光" and sheet.entries[0].points == "24文"
    assert all(len(entry.cards) <= 5 for entry in sheet.entries)
