"""The rare events: many at the seat draw, two months that end at once, cuts, declarations, extensions."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bot.match.progress import Progress
from bot.match.secret_round import SHOWN_SECONDS
from cogs.content.custom_id import Press, Verb, format_press
from engine.play.observation import observe
from engine.rules.actions import Cut, Declare, Phase, Play, Shobu
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import begin, stage, table_of
from tests.support.e2e.prepared_match import Prepared, open_hand, prepare
from tests.support.e2e.scripted_player import Player, play_until, presses
from tests.support.manager_fixture import quick
from tests.support.sandbox.messages import Json, buttons

WINDOW = 500


async def hand_with(player: Player, press: Press) -> Json:
    """Wait for a hand that offers a press."""
    return await player.user.wait_for(lambda m: bool(m["flags"] & 64) and press in presses(m))


async def make(player: Player, prepared: Prepared) -> None:
    """The press that a match was prepared for, with its choice of capture where there is one."""
    move, question = prepared.move, prepared.question
    found = presses(player.hand, Verb.MOVE, Verb.PICK)
    wanted = [press for press in found if press.move == move]
    if not wanted:
        assert isinstance(move, Play)
        (pick,) = [press for press in found if press.card is move.card]
        await player.user.press(player.hand, custom_id=format_press(pick))
        wanted = [Press(pick.match, Verb.MOVE, question, move=move)]
    await player.user.press(player.hand, custom_id=format_press(wanted[0]))


def stored_actions(data: Path) -> list[str]:
    """The log of the only match."""
    with contextlib.closing(sqlite3.connect(data / "koikoi.db")) as database:
        return [row[0] for row in database.execute("SELECT action FROM actions ORDER BY n")]


def stored_cuts(data: Path) -> list[int]:
    """Return the depth of each cut."""
    return [int(row.split("cut:")[1]) for row in stored_actions(data) if "cut:" in row]


def cutting() -> Callable[[Sequence[Press]], Press]:
    """Stops whenever it may; the deck is tapped, cut at a depth of a button, cut anywhere, by turns.

    A question that is seen again, because its answer is on the way, is answered as before.
    """
    ways: dict[int | None, int] = {}

    def choose(found: Sequence[Press]) -> Press:
        tap = [press for press in found if press.move == Cut(0)]
        if not tap:
            stop = [press for press in found if press.move == Shobu()]
            return random.choice(stop or found)
        depths = [press for press in found if isinstance(press.move, Cut) and press.move != Cut(0)]
        anywhere = [press for press in found if press.verb is Verb.CUT]
        return (tap, depths, anywhere)[ways.setdefault(tap[0].number, len(ways) % 3)][0]

    return choose


@pytest.mark.outside
async def test_five_people_draw_for_three_seats(tmp_path: Path) -> None:
    """All five draw; three play on, cut in every way; two watch, and are told so when they ask."""
    async with stage(tmp_path) as here:
        people = [await here.player(index, "ja" if index % 2 else "en-US") for index in range(5)]
        await begin(*people, rules="sannin", months=3)
        for person in people:
            await person.user.wait_for(lambda m: bool(presses(m, Verb.HAND)) and not m["flags"] & 64)
        seats = [row for row in stored_actions(tmp_path) if row.endswith("draw")]
        assert {row.split()[0] for row in seats} == {"0", "1", "2", "3", "4"}
        table = table_of(people[0])
        assert table["content"].count("(") >= 5  # every card of the draw, no matter who drew last
        for person in people:
            await person.user.answer(await person.tap(table_of(person), Verb.HAND))
        playing = [person for person in people if person.hands]
        watching = [person for person in people if not person.hands]
        assert len(playing) == 3
        for person in watching:
            assert person.user.ephemerals()
        # One in a month.
        await play_until(playing, lambda: len(stored_cuts(tmp_path)) >= 3, choose=cutting())
        cuts = stored_cuts(tmp_path)
        assert not any(person.hands for person in watching)
        assert cuts[:2] == [0, 12]
        assert 1 <= cuts[2] <= 47
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize(("won", "then"), [(True, "Next month"), (False, "Deal again")])
async def test_two_months_that_end_with_one_press_are_shown_one_after_another(
    tmp_path: Path, then: str, *, won: bool
) -> None:
    """The first result says that another follows; then the second; only then the cards of the third deal.

    Where the second deal does not stand, its button does not promise the next month.
    """

    def two_end(before: Progress, after: Progress) -> bool:
        ended = len(after.ends) - len(before.ends)
        return ended == 2 and not after.over and (after.ends[-1].winner is not None) is won

    prepared = await prepare(tmp_path, make_rules("league", {"months": 3}), 2, two_end)
    shown = len(prepared.view.ends)
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        for player in players:
            await open_hand(player)
        await make(players[prepared.presser], prepared)
        for number, label in ((shown, "Next result"), (shown + 1, then)):
            press = Press(prepared.view.match, Verb.NEXT, number)
            for player in players:
                hand = await hand_with(player, press)
                assert ("1 more result to come." in hand["content"]) is (label == "Next result")
                assert hand["attachments"][0]["description"]
                await player.user.press(hand, label)
        for player in players:
            await player.hand_without(Verb.NEXT)
        here.must_be_private()
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_declaration_wins_the_month(tmp_path: Path) -> None:
    """One declares their hand yaku, the others cannot: the month is theirs, and their hand lies open."""

    def declarable(before: Progress, after: Progress) -> bool:
        state = before.state
        if state.phase is not Phase.READY or before.ends:
            return False
        # The first legal answer is to declare nothing: the press that is wanted is the first of the round.
        held = [bool(observe(state, player).hand_yaku) for player in observe(state, None).to_move]
        return len(held) == 3 and sum(held) == 1

    await prepare(tmp_path, make_rules("sannin", {"months": 3}), 3, declarable, quick(ready_seconds=WINDOW))
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(3)]
        declared = 0
        for player in players:
            await open_hand(player)
            for press in presses(player.hand, Verb.MOVE):
                assert press.move == Declare()
                await player.user.press(player.hand, custom_id=format_press(press))
                declared += 1
        assert declared == 1
        await here.pass_time(WINDOW + SHOWN_SECONDS)
        rest = await players[0].user.wait_for(lambda m: bool(presses(m, Verb.NEXT)) and not m["flags"] & 64)
        assert "A hand yaku was dealt" in rest["attachments"][0]["description"]
        assert "Open hand of" in rest["attachments"][0]["description"]
        await here.must_be_clean()


def plainly(found: Sequence[Press]) -> Press | None:
    """Taps the deck and declares nothing, so that the deal is the one that the secret makes, and stands."""
    return next((press for press in found if press.move == Cut(0)), None) or next(
        (press for press in found if press.move != Declare()), None
    )


@pytest.mark.outside
async def test_a_void_month_is_dealt_again_bound_and_shown_so(tmp_path: Path) -> None:
    """Text, description and hand of the month that follows say that stopping needs three mon."""

    def void(before: Progress, after: Progress) -> bool:
        return len(after.ends) > len(before.ends) and after.ends[-1].winner is None

    prepared = await prepare(tmp_path, make_rules("sannin", {"months": 3}), 3, void)
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(3)]
        for player in players:
            await open_hand(player)
        await make(players[prepared.presser], prepared)
        rest = await players[0].user.wait_for(lambda m: bool(presses(m, Verb.NEXT)) and not m["flags"] & 64)
        assert "void" in rest["content"]
        assert "dealt again, bound" in rest["attachments"][0]["description"]
        assert "Deal again: waiting for" in rest["content"]
        hands = [await hand_with(player, *presses(rest, Verb.NEXT)) for player in players]
        assert {buttons(message)[0]["label"] for message in (rest, *hands)} == {"Deal again"}
        await play_until(players, lambda: "to play" in table_of(players[0])["content"], choose=plainly)
        table = table_of(players[0])
        assert "bound: 3 mon to stop" in table["content"]
        assert "bound: 3 mon to stop" in table["attachments"][0]["description"]
        await here.must_be_clean()
