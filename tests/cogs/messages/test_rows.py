"""The controls under tables and hands, over matches of all four rule sets walked through by chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.i18n import Languages, Words
from bot.match.hosted_match import Wish
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import JoinNumber, Status, WishKind
from bot.screens.hand import Facts, Look, leaves_choice
from bot.screens.public import screen_of
from bot.wording import cards
from cogs.content.controls import Button, Rows, Select, Style
from cogs.content.custom_id import LONGEST, TEMPLATE, Press, Verb, format_press
from cogs.messages import hand_rows, table_rows
from cogs.messages.hand_rows import hand_content
from engine.play.legal import real_choice
from engine.play.observation import Observation
from engine.record.notation import parse_move
from engine.rules.actions import Cut, KoiKoi, Move, Phase, Play, Shobu
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support import wording_views
from tests.support.random_walks import walk

LANGUAGES = Languages.load()
EVERY = [*LANGUAGES]


def controls(rows: Rows) -> list[Button | Select]:
    """The controls of a match; the tutorial's button, a page's, is left out."""
    return [control for row in rows for control in row if isinstance(control.press, Press)]


def press_of(control: Button | Select) -> Press:
    """Return the press of a match's control."""
    assert isinstance(control.press, Press)
    return control.press


def reachable(words: Words, view: MatchView, seat: SeatView, *, listed: bool) -> dict[Move, int]:
    """The moves that presses on this hand lead to, with the number of taps each takes."""
    found: dict[Move, int] = {}
    for control in controls(hand_rows.rows(words, Facts.of(view, seat, Look(listed=listed)))):
        if control.disabled:
            continue
        if isinstance(control, Select):
            found.update({parse_move(option.value): 1 for option in control.options})
        elif (move := press_of(control).move) is not None:
            found[move] = 1
        elif press_of(control).verb is Verb.PICK:
            for target in controls(hand_rows.rows(words, Facts.of(view, seat, Look(press_of(control).card)))):
                if (move := press_of(target).move) is not None:
                    found[move] = 2
    return found


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_there_is_room_for_an_end_that_is_wished_while_somebody_is_away(rule_set: RuleSetId) -> None:
    """Tables and hands have the two buttons then, and no more rows than Discord takes; ended, none at all."""
    wish = Wish(WishKind.ABORT, JoinNumber(0), 0, datetime(2026, 11, 1, tzinfo=UTC))
    wanted = {Verb.AGREE_ABORT, Verb.PLAY_ON}
    for view in walk(rule_set, 1):
        seats = tuple(replace(seat, away=seat.player == 0) for seat in view.seats)
        wished = replace(view, wishes=(wish,), seats=seats)
        shown = [table_rows.table_content(EVERY[1], wished).rows]
        shown += [hand_rows.rows(EVERY[1], Facts.of(wished, seat, Look())) for seat in seats]
        for rows in shown:
            verbs = {press_of(control).verb for control in controls(rows)}
            assert verbs & wanted == (wanted if view.status is Status.PLAYING else set())
            assert len(rows) <= 5


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_discord_takes_every_row(rule_set: RuleSetId) -> None:
    """At most five rows of four, every custom id unique and within its length, labels within theirs."""
    for view in walk(rule_set, 1):
        for words in EVERY:
            for rows in (
                table_rows.rows(words, screen_of(view)),
                *(hand_rows.rows(words, Facts.of(view, seat, Look())) for seat in view.seats),
                *(hand_rows.rows(words, Facts.of(view, seat, Look(listed=True))) for seat in view.seats),
            ):
                ids = [format_press(press_of(control)) for control in controls(rows)]
                assert len(rows) <= 5
                assert all(1 <= len(row) <= 4 for row in rows)
                assert len(set(ids)) == len(ids)
                assert all(len(each) <= LONGEST and re.fullmatch(TEMPLATE, each) for each in ids)
                assert all(
                    1 <= len(control.label) <= 80 for control in controls(rows) if isinstance(control, Button)
                )
                for select in (each for each in controls(rows) if isinstance(each, Select)):
                    assert 1 <= len(select.options) <= 25
                    assert len({option.value for option in select.options}) == len(select.options)
                    assert all(
                        1 <= len(text) <= 100
                        for option in select.options
                        for text in (option.label, option.value)
                    )


@pytest.mark.parametrize("rule_set", RuleSetId)
@pytest.mark.parametrize("listed", [False, True])
def test_a_turn_is_one_tap_and_one_more_for_a_real_choice(rule_set: RuleSetId, *, listed: bool) -> None:
    """Every move can be made; a second tap is asked only where two different cards could be captured."""
    words = EVERY[0]
    for view in walk(rule_set, 2, months=3):
        if view.rest is not None:
            continue
        for seat in view.seats:
            seen = seat.observation
            assert seen is not None
            assert seen.phase is not Phase.FLIP or not seen.legal or real_choice(seen.legal)
            found = reachable(words, view, seat, listed=listed)
            assert set(found) <= set(seen.legal)
            for move in seen.legal:
                card = getattr(move, "card", None)
                choices = [each for each in seen.legal if getattr(each, "card", None) is card]
                if isinstance(move, Cut):
                    continue
                if move in found:
                    assert found[move] == 1 or real_choice(tuple(choices))
                else:
                    assert not real_choice(tuple(choices))
                    assert any(each in found for each in choices)


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_public_controls_name_no_card_and_no_question(rule_set: RuleSetId) -> None:
    """The public controls carry the match, a round or a month, and nothing of a hand."""
    public = {Verb.HAND, Verb.MORE, Verb.NEXT, Verb.DRAW}
    for view in walk(rule_set, 3):
        for control in controls(table_rows.rows(EVERY[0], screen_of(view))):
            assert press_of(control).verb in public
            assert press_of(control).move is None
            assert press_of(control).card is None
            if press_of(control).verb is not Verb.DRAW:
                rest = None if view.rest is None else view.rest.number
                assert press_of(control).number in {None, rest}


def test_the_cut_has_a_tap_a_few_depths_and_a_random_one() -> None:
    """A person who cuts the deck needs one tap; nobody else has any of these buttons."""
    view = next(iter(walk(RuleSetId.ISHOKAI, 4)))
    cutters = [seat for seat in view.seats if seat.observation is not None and seat.observation.legal]
    assert len(cutters) == 1
    found = controls(hand_rows.rows(EVERY[0], Facts.of(view, cutters[0], Look())))
    moves = [press_of(control).move for control in found if press_of(control).move is not None]
    assert moves == [Cut(0), Cut(12), Cut(24), Cut(36)]
    question = cutters[0].observation.question if cutters[0].observation is not None else None
    assert Press(view.match, Verb.CUT, question) in [press_of(control) for control in found]
    others = [seat for seat in view.seats if seat is not cutters[0]]
    assert not any(
        press_of(control).verb in {Verb.MOVE, Verb.CUT}
        for seat in others
        for control in controls(hand_rows.rows(EVERY[0], Facts.of(view, seat, Look())))
    )


def decisions() -> Iterator[tuple[Observation, list[Button]]]:
    """Yield the observation of the deciding player, and the buttons under their hand that decide."""
    for view in (view for rules in RuleSetId for seed in range(12) for view in walk(rules, seed)):
        for seat in view.seats:
            seen = seat.observation
            if seen is None or seen.phase is not Phase.DECIDE or not seen.legal:
                continue
            found = controls(hand_rows.rows(EVERY[0], Facts.of(view, seat, Look())))
            asked = [each for each in found if press_of(each).move in (Shobu(), KoiKoi())]
            yield seen, [each for each in asked if isinstance(each, Button)]


@pytest.mark.outside
def test_koi_koi_comes_second_and_is_not_offered_in_colour_where_no_turn_is_left() -> None:
    """Both kinds of decision are seen."""
    last = set()
    for seen, found in decisions():
        assert [press_of(each).move for each in found] == [
            move for move in (Shobu(), KoiKoi()) if move in seen.legal
        ]
        styles = [each.style for each in found if press_of(each).move == KoiKoi()]
        assert styles in ([], [Style.PLAIN if seen.last_turn else Style.MAIN])
        last.add(seen.last_turn and bool(styles))
    assert last == {True, False}


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_pick_that_came_too_late_shows_the_hand_as_it_is(rule_set: RuleSetId) -> None:
    """Whatever card was picked before the match moved on: without a choice of captures none is shown."""
    english = EVERY[0]
    for view in walk(rule_set, 2):
        for seat in view.seats:
            if seat.observation is None:
                continue
            plain = hand_content(english, view, seat, Look(), None)
            for card in seat.observation.hand:
                face = hand_content(english, view, seat, Look(choosing=card), None)
                assert (face != plain) == leaves_choice(seat.observation, card)


def listed(words: Words) -> Iterator[tuple[Observation, Play, str]]:
    """Every line of the list views of some matches, with its card and what it says of it."""
    for view in (view for seed in range(4) for view in walk(RuleSetId.CLASSIC, seed)):
        for seat in view.seats:
            seen = seat.observation
            if seen is None or seen.phase is not Phase.PLAY or not seen.legal:
                continue
            for select in controls(hand_rows.rows(words, Facts.of(view, seat, Look(listed=True)))):
                for option in select.options if isinstance(select, Select) else ():
                    move = parse_move(option.value)
                    assert isinstance(move, Play) and option.description is not None
                    yield seen, move, option.description


def test_the_list_view_says_what_each_line_captures() -> None:
    """A choice between different cards names the one it takes; of two equal cards it takes one."""
    english, found = EVERY[0], set()
    for seen, move, told in listed(english):
        field = seen.field.of_month(move.card.month)
        choice = leaves_choice(seen, move.card)
        if choice and move.capture is not None:
            assert told == f"captures {cards.name(english, move.capture)}"
        elif field:
            start = "captures one of" if len(field) == 2 else "captures"
            assert told == f"{start} {cards.listing(english, field)}"
        found.add((len(field), choice))
    assert found >= {(0, False), (1, False), (2, False), (2, True)}


def test_an_invitation_can_be_answered_until_everybody_has_come() -> None:
    """Once nobody is awaited *Accept* and *Decline* are gone: what is left to press is *Start*."""
    host, guest = wording_views.people(2)
    asked = {Verb.ACCEPT, Verb.DECLINE}
    for here, awaited in (((host,), True), ((host, guest), False)):
        view = wording_views.lobby(make_rules(RuleSetId.CLASSIC), here)
        view = replace(view, invited=tuple(one.user for one in (guest,) if one.user is not None))
        enabled = {
            press_of(each).verb
            for each in controls(table_rows.rows(EVERY[0], screen_of(view)))
            if not each.disabled
        }
        assert (enabled & asked == asked, Verb.START in enabled) == (awaited, not awaited)
