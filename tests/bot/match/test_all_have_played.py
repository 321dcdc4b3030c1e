"""Before everybody has played a card a match is given up without a result; from then on it is lost."""

from __future__ import annotations

import pytest

from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match import absence, moves
from bot.match.ending import WayOut
from bot.match.hosted_match import Change
from bot.match.vocabulary import CpuPlayer, MatchClock, NoResult, Occasion, Refusal, Status
from bot.records.results import own_reason, result_of
from bot.screens import hand
from bot.screens.public import screen_of
from bot.wording import buttons
from bot.wording.limits import open_ended
from cogs.content.controls import Button
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent
from cogs.messages import ending_rows, hand_rows, table_rows
from cogs.presses.absence import claim_question
from engine.rules.actions import Phase, Resign
from tests.support.clocked_match import TIMES, ClockedMatch, clocked_match, user_of, with_somebody_away
from tests.support.manager_fixture import ANN
from tests.support.wording_views import EVERY

BY_LANGUAGE = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


def dealt(rules: str = "classic", clock: MatchClock = MatchClock.LIVE) -> ClockedMatch:
    """A match in which somebody is asked for the first card."""
    match = clocked_match(TIMES, rules, clock=clock)
    while match.hosted.begun.state.phase is not Phase.PLAY:
        match.move()
    return match


def resign(match: ClockedMatch, user: UserId, *, lose: bool = True) -> Change | Refusal:
    """Somebody gives the match up now."""
    return match.do(lambda it, now: moves.resign(it, user, now, lose=lose))


def must_have_no_result(match: ClockedMatch, why: NoResult) -> None:
    """Check that the match ended for nobody: no places, no resignation in the log, nothing that counts."""
    hosted = match.hosted
    assert (hosted.status, hosted.no_result, hosted.ended_at) == (Status.ABORTED, why, match.now)
    assert not any(isinstance(action.move, Resign) for action in hosted.begun.actions)
    assert match.changes[-1].occasion is Occasion.ABORTED
    result = result_of(hosted)
    assert result is not None
    assert {player.place for player in result.players} == {None}
    assert own_reason(hosted.rules, result, {}) == "aborted"
    assert match.view().public is not None and match.view().public.ranking is None  # type: ignore[union-attr]


def said_by(content: MessageContent) -> list[tuple[str, Verb]]:
    """Labels and verbs of the buttons of a message."""
    return [
        (one.label, one.press.verb)
        for row in content.rows
        for one in row
        if isinstance(one, Button) and isinstance(one.press, Press)
    ]


@pytest.mark.parametrize("clock", MatchClock)
@pytest.mark.parametrize("rules", ["classic", "sannin"])
def test_until_everybody_has_played_a_card_giving_up_ends_it_without_a_result(
    rules: str, clock: MatchClock
) -> None:
    """A player who resigns, having played or not; after the last one's first card it is lost."""
    turns = 2 if rules == "classic" else 3
    for played in range(turns):
        for giving_up in range(turns):
            match = dealt(rules, clock)
            for _ in range(played):
                match.turn()
            assert not match.view().all_have_played
            resign(match, user_of(match.hosted.playing[giving_up]))
            must_have_no_result(match, NoResult.UNMOVED)
    match = dealt(rules, clock)
    for _ in range(turns):
        match.turn()
    assert match.view().all_have_played
    change = resign(match, ANN.user)
    assert isinstance(change, Change) and change.occasion is Occasion.RESIGNED
    assert match.hosted.status is Status.OVER


def test_safe_moves_of_the_clock_do_not_let_a_match_begin_for_somebody() -> None:
    """Safe moves of the clock are nobody's own."""
    match, absent = with_somebody_away(TIMES, all_have_played=False)
    (there,) = match.others(absent)
    assert not match.hosted.all_have_played
    resign(match, there)
    must_have_no_result(match, NoResult.UNMOVED)


def test_who_comes_back_cannot_wipe_out_what_was_played_against_a_stand_in() -> None:
    """From the CPU player's first move on, giving the match up is a loss, for somebody who does it."""
    match, absent = with_somebody_away(TIMES, all_have_played=False)
    (there,) = match.others(absent)
    match.do(lambda it, now: absence.seat_stand_in(it, there, now))
    assert not match.view().all_have_played
    match.cpu_moves()
    assert match.view().all_have_played
    match.do(lambda it, now: absence.come_back(it, absent, now))
    resign(match, absent)
    assert match.hosted.status is Status.OVER


def test_one_person_among_cpu_players_loses_from_the_first_hand_on() -> None:
    """A match among CPU players counts nowhere, and a command ends it without a result."""
    match = clocked_match(TIMES, "classic", ANN, cpu=CpuPlayer.EASY)
    assert match.hosted.all_have_played
    resign(match, ANN.user)
    assert match.hosted.status is Status.OVER


def test_whoever_was_told_that_nothing_is_lost_loses_nothing() -> None:
    """The press of that player comes too late once everybody has played."""
    match = dealt()
    match.turn()
    match.turn()
    assert resign(match, ANN.user, lose=False) is Refusal.STALE
    assert match.hosted.live
    match = dealt()
    assert isinstance(resign(match, ANN.user, lose=False), Change)
    must_have_no_result(match, NoResult.UNMOVED)


@pytest.mark.parametrize("rules", ["classic", "sannin"])
def test_there_is_no_win_to_claim_before_everybody_has_played(rules: str) -> None:
    """All opponents of the absent player want the end, as they would have to want the win."""
    match, absent = with_somebody_away(TIMES, rules, all_have_played=False)
    for other in match.others(absent):
        assert match.hosted.live
        match.do(lambda it, now, user=other: absence.claim(it, user, now))  # type: ignore[misc]
    must_have_no_result(match, NoResult.STAYED_AWAY)


@BY_LANGUAGE
def test_who_gives_up_is_told_before_what_it_does(words: Words) -> None:
    """The question and its button are for the one or the other, so that neither happens unawares."""
    match = dealt()
    early = ending_rows.question(words, match.view(), WayOut.ASK, cost="", manager=False)
    assert said_by(early)[0] == (words.say(buttons.RESIGN), Verb.END_UNMOVED)
    match.turn()
    match.turn()
    late = ending_rows.question(words, match.view(), WayOut.ASK, cost="", manager=False)
    assert said_by(late)[0] == (words.say(buttons.RESIGN), Verb.RESIGN)
    assert early.content != late.content


@BY_LANGUAGE
def test_the_last_words_name_who_gave_it_up_and_offer_another_match(words: Words) -> None:
    """On the table and on every hand, which has no button any more."""
    match = dealt()
    gone = match.mover()
    resign(match, user_of(gone))
    view = match.view()
    said = words(
        "This match has no result: {player} gave it up before everybody had played a card.",
        player=gone.who.name,
    )
    table = table_rows.table_content(words, view, match.now)
    assert open_ended(said) in table.content
    assert said_by(table) == [(words.say(buttons.REMATCH), Verb.REMATCH), (words.say(buttons.LOG), Verb.LOG)]
    for seat in view.seats:
        content = hand_rows.hand_content(words, view, seat, hand.Look(now=match.now), None)
        assert (content.content, content.rows) == (said, ())


@BY_LANGUAGE
def test_opponents_of_who_never_played_may_end_the_match(words: Words) -> None:
    """Button and question tell the opponents; the last words name the absent player; the replay opens."""
    match, absent = with_somebody_away(TIMES, all_have_played=False)
    (there,) = match.others(absent)
    view = match.view()
    name, seat = match.hosted.entry_of(absent), view.seat_of(there)
    assert name is not None and seat is not None
    own = hand_rows.hand_content(words, view, seat, hand.Look(now=match.now), None)
    assert (words.say(buttons.ABORT), Verb.ASK_CLAIM) in said_by(own)
    assert words.say(buttons.CLAIM) not in [label for label, _ in said_by(own)]
    line = words(
        "**{player}** is away. Opponents may end the match without a result, wait, or seat a CPU player.",
        player=name.who.name,
    )
    assert line in own.content and line in screen_of(view).text(words)
    question = claim_question(words, MatchId(1), winnable=False)
    assert said_by(question)[0] == (words.say(buttons.ABORT), Verb.CLAIM)
    match.do(lambda it, now: absence.claim(it, there, now))
    table = table_rows.table_content(words, match.view(), match.now)
    said = words(
        "This match has no result: {players} stayed away before everybody had played a card.",
        players=name.who.name,
    )
    assert open_ended(said) in table.content
    assert said_by(table) == [(words.say(buttons.LOG), Verb.LOG)]


@BY_LANGUAGE
def test_of_two_opponents_one_is_told_that_the_other_has_to_agree(words: Words) -> None:
    """In sannin, as with a win; and who is away is told what may happen."""
    match, absent = with_somebody_away(TIMES, "sannin", all_have_played=False)
    first, second = match.others(absent)
    match.do(lambda it, now: absence.claim(it, first, now))
    view = match.view()
    names = {one.user: one.name for one in view.people}
    line = words(
        "**{players}** would like to end this match without a result. Still to agree: {others}.",
        players=names[first],
        others=names[second],
    )
    assert line in screen_of(view).text(words)
    seat = view.seat_of(absent)
    assert seat is not None
    own = hand_rows.hand_content(words, view, seat, hand.Look(now=match.now), None)
    assert own.content.startswith(
        words(
            "**You were away**, so the others may end the match without a result. Play on, or press I'm back."
        )
    )
