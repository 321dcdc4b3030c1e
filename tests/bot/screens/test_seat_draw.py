"""The draw for the seats and the cut, before the first deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.match.finished import Moment
from bot.match.views import MatchView
from bot.screens import hand
from bot.screens.finished import replay as replay_screen
from bot.screens.hand.questions import CutDeck
from bot.screens.public import screen_of
from bot.wording import cards, months
from bot.wording.people import Cast
from engine.cards.deck import Card
from engine.play.events import Seated
from engine.rules.actions import Phase
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.common import Label, Text
from images.scene.lobby import CutScene, SeatDrawScene
from tests.support.wording_views import ENGLISH, JAPANESE, matches, replayed

SANNIN = make_rules("sannin", {"months": 3})
ISHOKAI = make_rules("ishokai", {"months": 3})


def test_seat_draws_show_who_drew_what_and_who_is_to_draw() -> None:
    """Eight take part; the cards drawn so far stand with their names."""
    view = list(matches(make_rules("classic"), 3, count=8))[3]
    scene = screen_of(view).scene(JAPANESE)
    assert isinstance(scene, SeatDrawScene) and view.public is not None
    assert tuple(one.cards for one in scene.participants) == view.public.drawn
    assert sum(one.waiting for one in scene.participants) == len(view.public.to_move)


def test_the_draw_is_told_in_full_when_the_last_card_is_drawn() -> None:
    """Five people, five cards and the order that they make, though the last of them drew alone."""
    drawn = (view for view in matches(SANNIN, 3, count=5) if any(isinstance(e, Seated) for e in view.events))
    view = next(drawn)
    assert view.public is not None
    everybody, text = Cast.of(view).named(ENGLISH), screen_of(view).text(ENGLISH)
    for number, those in enumerate(view.public.drawn):
        assert f"{everybody.joined(number)} ({cards.listing(ENGLISH, those)})" in text
    assert "Order at the table, dealer first" in text


def test_who_is_waited_for_reads_what_happens_without_them() -> None:
    """The seat draw and the cut go on by themselves: the table says how, and so does the cutter's hand."""
    at = datetime(2030, 1, 1, tzinfo=UTC)
    told = set()
    for view in matches(ISHOKAI, 1):
        if view.public is None or view.public.phase not in {Phase.SEATS, Phase.CUT}:
            continue
        timed = replace(view, deadline=at)
        says = (
            "The bot draws for you <t:" if view.public.phase is Phase.SEATS else "the bot taps the deck <t:"
        )
        texts = [screen_of(timed).text(ENGLISH)]
        texts += [hand.text(ENGLISH, hand.Facts.of(timed, seat)) for seat in timed.seats]
        assert all(says in text for text in texts)
        told.add((view.public.phase, len(texts)))
    assert {phase for phase, _ in told} == {Phase.SEATS, Phase.CUT}
    assert (Phase.CUT, 3) in told


def looked_at(rules: Rules, seed: int, count: int | None = None) -> MatchView:
    """The match of a seed while its drawn cards are looked at."""
    view = next(each for each in matches(rules, seed, count=count) if each.seats and each.rest is None)
    return replace(view, shows_draw=True)


def draws(rules: Rules, count: int | None = None) -> Iterator[tuple[MatchView, tuple[Card, ...]]]:
    """Draws that are made, with the last card of each player in the order of the table."""
    for seed in range(150):
        view = looked_at(rules, seed, count)
        assert view.public is not None
        yield view, tuple(view.public.drawn[seat.participant.number][-1] for seat in view.seats)


def test_the_draw_says_who_deals_and_by_what() -> None:
    """The earlier month; of one month, between two players, the higher card."""
    told = set()
    for view, (first, second) in draws(make_rules("classic")):
        dealer, text = view.seats[0].participant.name, screen_of(view).text(ENGLISH)
        earlier, later = months.name(ENGLISH, first.month), months.name(ENGLISH, second.month)
        why = f"{earlier} is before {later}" if earlier != later else "of one month the higher card wins"
        assert f"**{dealer}** deals first: {why}." in text
        assert "Still to draw" not in text and "is dealt" not in text
        told.add(earlier == later)
    assert told == {False, True}


def test_a_draw_of_three_says_order_and_who_watches() -> None:
    """Three sit in the order that their cards made; the others watch."""
    view = looked_at(SANNIN, 3, 5)
    text, names = screen_of(view).text(ENGLISH), [seat.participant.name for seat in view.seats]
    assert f"Order at the table, dealer first: {names[0]}, {names[1]}, {names[2]}." in text
    watching = [one.name for one in view.people if one.name not in names]
    assert "Watching: " in text and all(name in text.partition("Watching: ")[2] for name in watching)


def test_a_draw_that_is_looked_at_names_the_dealer_in_its_picture() -> None:
    """The picture of the draw, not the first month's table, and its cards are all there."""
    view = looked_at(SANNIN, 3)
    screen = screen_of(view)
    scene = screen.scene(ENGLISH)
    assert isinstance(scene, SeatDrawScene)
    assert said(scene.title) == f"{view.seats[0].participant.name} deals first"
    assert [one.name.chosen for one in scene.participants if one.deals] == [view.seats[0].participant.name]
    assert all(one.cards and one.place for one in scene.participants)


def test_a_hand_says_who_deals_while_the_draw_is_looked_at() -> None:
    """One line and no cards: what was drawn lies on the table above it."""
    view = looked_at(SANNIN, 3)
    first, second, _ = view.seats
    assert hand.text(ENGLISH, hand.Facts.of(view, first)).startswith("**You deal first.**")
    told = hand.text(ENGLISH, hand.Facts.of(view, second))
    assert told.startswith(f"**{first.participant.name} deals first.**")
    assert "\n" not in told


@pytest.mark.parametrize("rules", [make_rules("classic"), SANNIN], ids=["classic", "sannin"])
def test_what_was_looked_at_is_not_told_again(rules: Rules) -> None:
    """The first month begins with who deals, or with who cuts; a bot that shows no draw tells it then."""
    view = replace(looked_at(rules, 3), shows_draw=False)
    told, seen = (screen_of(replace(view, draw_seen=each)).text(ENGLISH) for each in (False, True))
    assert "The draw: " in told and "The draw: " not in seen
    assert "Order at the table" not in seen
    assert ("January is dealt; the dealer is" in seen) == (rules.seats == 2)


def said(text: Text | None) -> str | None:
    """The long form of a text."""
    return text.text if isinstance(text, Label) else text


def test_places_are_shown_as_soon_as_no_draw_can_change_them() -> None:
    """A player who does not tie sees their place while others draw again; in the end everybody has one."""
    shown = replayed(RuleSetId.SANNIN, 2)
    draws = [n for n, step in enumerate(shown.steps) if step.moment is Moment.DRAW]
    last = replay_screen.scene(JAPANESE, replay_screen.Facts(shown), draws[-1])
    assert isinstance(last, SeatDrawScene)
    places = {one.name.chosen: said(one.place) for one in last.participants}
    seated = [one.name for one in shown.seats]
    assert [places[name] for name in seated] == ["胴", "胴二", "ビキ"]
    assert {place for name, place in places.items() if name not in seated} == {"観戦"}
    assert not any(one.waiting for one in last.participants)
    first = replay_screen.scene(JAPANESE, replay_screen.Facts(shown), 0)
    assert isinstance(first, SeatDrawScene) and not any(one.place for one in first.participants)
    assert _found_a_clear_place_in_a_tie()


def _found_a_clear_place_in_a_tie() -> bool:
    for seed in range(60):
        for view in matches(make_rules("sannin", {"months": 3}), seed, count=5):
            scene = screen_of(view).scene(ENGLISH)
            if not isinstance(scene, SeatDrawScene):
                break
            placed = [one for one in scene.participants if one.place is not None]
            if placed:
                assert view.public is not None and view.public.draw_round > 1
                return _agrees(view, seed)
    return False


def _agrees(view: MatchView, seed: int) -> bool:
    """Whether the places shown in a tie are those that the draw came to."""
    early = screen_of(view).scene(ENGLISH)
    assert isinstance(early, SeatDrawScene)
    last = next(each for each in matches(view.rules, seed, count=5) if each.seats)
    order = [seat.participant.name for seat in last.seats]
    words = ("Dealer", "Second", "Last")
    for one in early.participants:
        if one.place is not None:
            rank = order.index(one.name.chosen) if one.name.chosen in order else None
            assert said(one.place) == ("Watches" if rank is None else words[rank])
    return True


def test_the_picture_of_the_cut_marks_the_depths_that_have_a_button() -> None:
    """Twelve, twenty-four, thirty-six from the top, as the cutter's hand offers them."""
    view = next(each for each in matches(ISHOKAI, 1) if each.public and each.public.phase is Phase.CUT)
    scene = screen_of(view).scene(ENGLISH)
    assert isinstance(scene, CutScene) and scene.size == 48
    (cutter,) = (seat for seat in view.seats if seat.observation and seat.observation.legal)
    held = hand.Facts.of(view, cutter).held
    assert held is not None and isinstance(held.question, CutDeck)
    assert scene.marks == held.question.depths == (12, 24, 36)
