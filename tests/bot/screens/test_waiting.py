"""The waiting of a match, on every screen: time that is left, absent players, the choices of others."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.i18n import Words
from bot.ids import UserId
from bot.match import absence as absence_steps
from bot.match.views import MatchView
from bot.match.vocabulary import MatchClock
from bot.screens import hand, result
from bot.screens.absence import Absence
from bot.screens.notes import about_match
from bot.screens.public import screen_of
from bot.wording import calls, numbers
from cogs.content.controls import Button
from cogs.content.custom_id import Press, Verb
from cogs.messages import hand_rows, table_rows
from cogs.presses.notes import more_rows
from engine.rules.actions import Phase
from images.scene.common import TimeBar
from images.scene.hand import HandScene
from images.scene.table import TableScene
from tests.support.clocked_match import (
    TIMES,
    ClockedMatch,
    clocked_match,
    let_time_run_out,
    turn_of,
    user_of,
    with_somebody_away,
)
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE

BY_LANGUAGE = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


def in_play(rules: str = "classic", clock: MatchClock = MatchClock.LIVE) -> ClockedMatch:
    """A match in which somebody has just been asked for a card."""
    match = clocked_match(TIMES, rules, clock=clock)
    while match.hosted.begun.state.phase is not Phase.PLAY:
        match.move()
    return match


def hand_of(words: Words, match: ClockedMatch, user: UserId) -> tuple[str, set[Verb]]:
    """Return the text of a user's hand, and the verbs of its enabled buttons."""
    view = match.view()
    seat = view.seat_of(user)
    assert seat is not None
    content = hand_rows.hand_content(words, view, seat, hand.Look(now=match.now), None)
    return content.content, verbs(content.rows)


def verbs(rows: object) -> set[Verb]:
    """The verbs of enabled buttons."""
    assert isinstance(rows, tuple)
    buttons = [one for row in rows for one in row if isinstance(one, Button) and not one.disabled]
    return {one.press.verb for one in buttons if isinstance(one.press, Press)}


@BY_LANGUAGE
@pytest.mark.parametrize("rules", ["classic", "sannin"])
def test_a_running_turn_counts_down_on_table_and_hands(words: Words, rules: str) -> None:
    """One live countdown to the moment when all time is over, and how much of it is the bank."""
    match = in_play(rules)
    due = numbers.countdown(match.now + timedelta(minutes=7))
    view = match.view()
    table = screen_of(view, now=match.now)
    bank = numbers.duration(words, timedelta(minutes=5))
    assert table.text(words).count("<t:") == 1
    assert due in table.text(words) and bank in table.text(words)
    for seat in view.seats:
        assert seat.participant.user is not None
        assert due in hand_of(words, match, seat.participant.user)[0]


def test_pictures_show_the_time_in_tenths_and_stand_still() -> None:
    """Equal moments give equal pictures and descriptions; a tenth later both tell it, the text stays."""
    match = in_play()
    asked, later = match.now, match.now + timedelta(seconds=43)
    view = match.view()
    scenes = []
    for now in (None, asked, asked + timedelta(seconds=41), later):
        screen = screen_of(view, now=now)
        scene = screen.scene(ENGLISH)
        assert isinstance(scene, TableScene)
        scenes.append((scene, screen.alt(ENGLISH)))
    assert scenes[0] == scenes[1] == scenes[2]
    assert (scenes[0][0].time, scenes[3][0].time) == (TimeBar(10, 7), TimeBar(9, 7))
    assert "time left 7 min of 7 min, 5 min of it spare" in scenes[0][1]
    assert "time left 6 min 18 s of 7 min, 5 min of it spare" in scenes[3][1]
    assert screen_of(view, now=asked).text(ENGLISH) == screen_of(view, now=later).text(ENGLISH)


def test_a_hand_s_picture_has_the_bar_and_its_description_the_time() -> None:
    """The mover's and the other's, at half time."""
    match = in_play()
    half = match.now + timedelta(seconds=210)
    for seat in match.view().seats:
        facts = hand.Facts.of(match.view(), seat, hand.Look(now=half))
        scene = hand.scene(JAPANESE, facts)
        assert isinstance(scene, HandScene) and scene.strip.time == TimeBar(5, 7)
        assert "残り時間3分30秒（全7分）、予備時間5分" in hand.alt(JAPANESE, facts)


def test_a_slow_turn_has_no_bank_and_no_clock_shows_nothing() -> None:
    """Twenty-four hours are said as such; without a clock there is neither countdown nor bar."""
    slow, off = in_play(clock=MatchClock.SLOW), in_play(clock=MatchClock.OFF)
    screen = screen_of(slow.view(), now=slow.now)
    scene = screen.scene(ENGLISH)
    assert isinstance(scene, TableScene) and scene.time == TimeBar(10)
    assert "time left 24 h of 24 h" in screen.alt(ENGLISH) and "bank" not in screen.alt(ENGLISH)
    assert "(bank" not in screen.text(ENGLISH)
    screen = screen_of(off.view(), now=off.now)
    scene = screen.scene(ENGLISH)
    assert isinstance(scene, TableScene) and scene.time is None
    assert "<t:" not in screen.text(ENGLISH) and "time left" not in screen.alt(ENGLISH)


@BY_LANGUAGE
def test_the_first_time_out_is_told_with_its_move(words: Words) -> None:
    """For whom the bot moved, and what, on the table and on everybody's hand."""
    match = in_play()
    absent = user_of(match.mover())
    let_time_run_out(match)
    view = match.view()
    name = next(one.name for one in view.people if one.user == absent)
    line = words("{player}'s time ran out: the bot moved for them.", player=name)
    told = screen_of(view).text(words)
    assert line in told and told.index(line) == 0
    assert len(told.splitlines()[1]) > len(name)
    for seat in view.seats:
        assert seat.participant.user is not None
        text, pressed = hand_of(words, match, seat.participant.user)
        assert line in text
        late = hand_rows.hand_content(words, view, seat, hand.Look(now=match.now), hand.Notice.MOVED_BY_CLOCK)
        assert line not in late.content, "the first line of who is late says it already"
        assert not pressed & {Verb.ASK_CLAIM, Verb.STAND_IN, Verb.COME_BACK}


@BY_LANGUAGE
@pytest.mark.parametrize("rules", ["classic", "sannin"])
def test_opponents_of_somebody_away_may_choose_on_their_hands_and_under_more(
    words: Words, rules: str
) -> None:
    """An absent player may come back; the table's picture says so too, and has no button for it."""
    match, absent = with_somebody_away(TIMES, rules)
    view = match.view()
    choices = {Verb.ASK_CLAIM, Verb.STAND_IN}
    for other in match.others(absent):
        _, pressed = hand_of(words, match, other)
        assert choices <= pressed and Verb.COME_BACK not in pressed
        assert verbs(more_rows(words, about_match.Facts.of(view, other))) >= choices
    text, pressed = hand_of(words, match, absent)
    assert Verb.COME_BACK in pressed and not choices & pressed
    assert words.within("button", "I'm back") in text
    assert Verb.COME_BACK in verbs(more_rows(words, about_match.Facts.of(view, absent)))
    content = table_rows.table_content(words, view, match.now)
    assert verbs(content.rows) == {Verb.HAND, Verb.MORE}
    assert isinstance(content.scene, TableScene)
    assert [band.absent for band in content.scene.bands if band.absent] == [words.within("picture", "Away")]
    assert words("is away") in content.alt
    stranger = more_rows(words, about_match.Facts.of(view, UserId(999)))
    assert not verbs(stranger) & {*choices, Verb.COME_BACK}


@BY_LANGUAGE
def test_one_of_two_who_claims_is_told_of_and_the_other_asked(words: Words) -> None:
    """In sannin: the claimant's button is spent, the table names whose word is missing; then it is won."""
    match, absent = with_somebody_away(TIMES, "sannin")
    first, second = match.others(absent)
    match.do(lambda it, now: absence_steps.claim(it, first, now))
    view = match.view()
    names = {one.user: one.name for one in view.people}
    line = words(
        "Claims the win: {players}. Still to agree: {others}.", players=names[first], others=names[second]
    )
    assert line in screen_of(view).text(words)
    assert Verb.ASK_CLAIM not in hand_of(words, match, first)[1]
    assert Verb.ASK_CLAIM in hand_of(words, match, second)[1]
    match.do(lambda it, now: absence_steps.claim(it, second, now))
    over = match.view()
    said = words("{player} stayed away: the win was claimed.", player=names[absent])
    assert said in screen_of(over).text(words)
    assert said in result.text(words, result.Facts.of(over))
    assert words("{player} resigned.", player=names[absent]) not in result.text(words, result.Facts.of(over))


@BY_LANGUAGE
def test_a_stand_in_is_named_until_the_player_is_back(words: Words) -> None:
    """On the table, its picture and description; the absent player's own hand says it first."""
    match, absent = with_somebody_away(TIMES)
    (other,) = match.others(absent)
    match.do(lambda it, now: absence_steps.seat_stand_in(it, other, now))
    match.cpu_moves()
    view = match.view()
    name = next(one.name for one in view.people if one.user == absent)
    screen = screen_of(view)
    scene = screen.scene(words)
    chip = words.within("picture", "CPU plays")
    assert isinstance(scene, TableScene)
    assert [band.absent for band in scene.bands if band.absent] == [chip]
    assert [line for line in screen.text(words).splitlines() if "CPU" in line and name in line]
    text, pressed = hand_of(words, match, absent)
    assert text.startswith("**") and "CPU" in text.splitlines()[0]
    assert Verb.COME_BACK in pressed
    match.do(lambda it, now: absence_steps.come_back(it, absent, now))
    assert Absence.of(match.view()) == Absence()
    assert "CPU" not in screen_of(match.view()).text(words)
    assert not hand_of(words, match, absent)[1] & {Verb.COME_BACK, Verb.ASK_CLAIM, Verb.STAND_IN}


@BY_LANGUAGE
def test_day_six_warns_everybody_when_the_match_ends(words: Words) -> None:
    """On the table and on each hand, with a countdown to the seventh day's end."""
    match, absent = with_somebody_away(TIMES)
    before: MatchView = match.view()
    assert before.ends_at is None
    match.wait(6 * 86_400)
    view = match.view()
    assert view.ends_at is not None
    when = numbers.countdown(view.ends_at)
    line = words("Nobody has moved for days: the match ends {when}, without a result.", when=when)
    assert line in screen_of(view).text(words)
    for user in (absent, *match.others(absent)):
        assert line in hand_of(words, match, user)[0]


@BY_LANGUAGE
def test_the_reminder_names_one_user_and_the_moment(words: Words) -> None:
    """A mention and a live countdown, nothing of a hand."""
    match = in_play()
    user, due = user_of(match.mover()), match.now + turn_of(match)
    said = calls.half_time(words, user, due)
    assert f"<@{user}>" in said and numbers.countdown(due) in said


@pytest.mark.parametrize(
    ("seconds", "english", "japanese"),
    [
        (0, "0 s", "0秒"),
        (59.9, "59 s", "59秒"),
        (120, "2 min", "2分"),
        (277, "4 min 37 s", "4分37秒"),
        (86_400, "24 h", "24時間"),
        (3_725, "1 h 2 min", "1時間2分"),
    ],
)
def test_spans_are_said_in_their_two_largest_units(seconds: float, english: str, japanese: str) -> None:
    """Cut to whole seconds: nobody is promised more time than there is."""
    span = timedelta(seconds=seconds)
    assert (numbers.duration(ENGLISH, span), numbers.duration(JAPANESE, span)) == (english, japanese)
