"""A confirmed question is never answered with the same question, wherever the match stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ids import UserId
from bot.match import absence, ending, moves
from bot.match.hosted_match import Step
from bot.match.vocabulary import CpuPlayer, Refusal, Status
from bot.screens.absence import Absence
from bot.screens.ending import LOSE_QUESTION, OTHER_WAYS
from cogs.content.controls import Button
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent
from cogs.messages import ending_rows
from cogs.presses.absence import claim_question
from tests.support.clocked_match import TIMES, ClockedMatch, clocked_match, with_somebody_away
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.panels import below_name
from tests.support.e2e.scripted_player import is_hand, presses
from tests.support.manager_fixture import ANN, TRIO
from tests.support.wording_views import ENGLISH

WALK = 60
"""Steps of a walk: through the seat draw, several turns and, in most walks, the end of a month."""
ALONE = ENGLISH.say(OTHER_WAYS[ending.WayOut.ALONE])
STEPS: dict[Verb, Callable[[UserId], Step]] = {
    Verb.RESIGN: lambda user: lambda it, now: moves.resign(it, user, now),
    Verb.END_UNMOVED: lambda user: lambda it, now: moves.resign(it, user, now, lose=True),
    Verb.ABORT: lambda user: lambda it, now: ending.agree_to_abort(it, user, TIMES, now),
    Verb.PLAY_ON: lambda user: lambda it, now: ending.play_on(it, user),
    Verb.CLAIM: lambda user: lambda it, now: absence.claim(it, user, now),
}
"""The steps of a question's buttons."""


def states(rules: str, people: int) -> Iterator[ClockedMatch]:
    """A match with this many people, the rest CPU players, at every step from its seat draw on."""
    cpu = None if people > 1 + (rules == "sannin") else CpuPlayer.EASY
    match = clocked_match(TIMES, rules, *TRIO[:people], cpu=cpu, drawn=False)
    for _ in range(WALK):
        yield match
        if match.hosted.status is not Status.PLAYING:
            return
        if not match.cpu_moves() and any(entry.who.user for _, entry in match.asked()):
            match.move()
        else:
            match.wait(TIMES.rest_seconds)


def questions(match: ClockedMatch, user: UserId) -> Iterator[MessageContent]:
    """Every question that this user can be asked now."""
    view = match.view()
    way = ending.way_out(match.hosted, user, TIMES, match.now)
    yield ending_rows.question(ENGLISH, view, way, cost="", manager=False)
    choices = Absence.of(view).choices(view, view.seat_of(user))
    if choices.claim and not choices.claimed:
        yield claim_question(ENGLISH, view.match, winnable=choices.winnable)


def must_answer(match: ClockedMatch, user: UserId) -> int:
    """Confirm each question on a copy of the match; the step must change it. Return how many there were."""
    count = 0
    for question in questions(match, user):
        for one in (each for row in question.rows for each in row):
            assert isinstance(one, Button) and isinstance(one.press, Press)
            if one.press.verb is Verb.CANCEL:
                continue
            copy = replace(match, changes=[])
            change = copy.do(STEPS[one.press.verb](user))
            assert not isinstance(change, Refusal), (one.press.verb, change, match.hosted.begun.state.phase)
            count += 1
    return count


@pytest.mark.parametrize(("rules", "people"), [("league", 1), ("league", 2), ("league", 3), ("sannin", 2)])
def test_each_confirmed_question_changes_the_match(rules: str, people: int) -> None:
    """From the seat draw to the end, alone and among people, for players and watchers."""
    asked = [must_answer(match, person.user) for match in states(rules, people) for person in TRIO[:people]]
    assert sum(asked) > WALK


def test_a_confirmed_claim_changes_the_match() -> None:
    """Before everybody has played a card and after."""
    for all_have_played in (False, True):
        match, absent = with_somebody_away(TIMES, all_have_played=all_have_played)
        (there,) = match.others(absent)
        assert must_answer(match, there) > 1


@pytest.mark.parametrize("verb", [Verb.RESIGN, Verb.ABORT])
async def test_a_match_against_a_cpu_player_ends_at_its_first_hand(tmp_path: Path, verb: Verb) -> None:
    """One question with two answers, one press, and the next match can begin."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        await ann.user.command("koikoi play", channel=CHANNEL, options={"cpu": "easy"})
        await ann.user.wait_for(is_hand)
        question = await ann.user.answer(await ann.user.command("koikoi resign", channel=CHANNEL))
        lines = (ENGLISH.say(LOSE_QUESTION), "Unrated: a CPU player took part.", ALONE)
        assert below_name(question["content"]) == "\n".join(lines)
        assert {each.verb for each in presses(question)} == {Verb.RESIGN, Verb.ABORT, Verb.CANCEL}
        await ann.tap(question, verb)
        await ann.user.wait_update(question["id"], lambda m: not presses(m))
        held = {each["id"] for each in ann.hands}
        await ann.user.command("koikoi play", channel=CHANNEL, options={"cpu": "easy"})
        await ann.user.wait_for(lambda m: is_hand(m) and m["id"] not in held)
        await here.must_be_clean()


def test_nobody_is_asked_twice_about_a_match_that_is_over() -> None:
    """The questions of a match that has ended have nothing to confirm."""
    match = clocked_match(TIMES, "league", ANN, cpu=CpuPlayer.EASY)
    match.do(STEPS[Verb.RESIGN](ANN.user))
    assert match.hosted.status is Status.OVER
    assert must_answer(match, ANN.user) == 0
