"""The window in which hand yaku may be declared: how long it is, whom it asks, what it does not tell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors import IllegalMove
from bot.ids import UserId
from bot.match import absence, deadlines, lobby, secret_round
from bot.match.hosted_match import Change, Deadline, DeadlineKind, HostedMatch
from bot.match.vocabulary import CpuPlayer, MadeBy, MatchClock, Refusal
from bot.screens import hand
from bot.screens.hand import Facts
from bot.screens.public import screen_of
from engine.play.legal import legal_moves, to_move
from engine.play.observation import observe
from engine.rules.actions import Declare, Move, Phase, Play, Player, Ready
from engine.rules.options import make_rules
from tests.support.clocked_match import ClockedMatch, clocked_match, phase_of
from tests.support.manager_fixture import ANN, BEN, CAT, PLACE, opened, quick
from tests.support.manual_clock import START
from tests.support.wording_views import ENGLISH, EVERY

TIMES = quick(live_turn_seconds=120, slow_turn_seconds=86_400, cut_seconds=20, ready_seconds=6)
WINDOW = timedelta(seconds=6 + secret_round.SHOWN_SECONDS)


def checked(seed: int = 4, clock: MatchClock = MatchClock.LIVE) -> ClockedMatch:
    """A match of three people whose first deal waits for hand yaku."""
    match = clocked_match(TIMES, "sannin", ANN, BEN, CAT, seed=seed, clock=clock)
    if phase_of(match) is Phase.CUT:
        match.move()
    assert phase_of(match) is Phase.READY
    match.changes.clear()
    return match


def holding(match: ClockedMatch) -> list[Player]:
    """Return the players with a hand yaku."""
    state = match.hosted.begun.state
    return [each for each in to_move(state) if Declare() in legal_moves(state, each)]


def with_holder(clock: MatchClock = MatchClock.LIVE) -> tuple[ClockedMatch, Player]:
    """A match in whose first deal one player holds a hand yaku."""
    for seed in range(1, 2000):
        match = checked(seed=seed, clock=clock)
        if len(found := holding(match)) == 1:
            return match, found[0]
    raise AssertionError


def user_at(match: ClockedMatch, player: Player) -> UserId:
    """The person of a seat."""
    user = match.hosted.entry_at(player).who.user
    assert user is not None
    return user


def press(match: ClockedMatch, player: Player, move: Move) -> Change | Refusal:
    """Somebody answers. Raises IllegalMove."""
    user, asked = user_at(match, player), match.hosted.begun.state.asked
    return match.do(lambda hosted, now: secret_round.act(hosted, user, asked, move, now))


def shown(match: ClockedMatch, reader: Player) -> tuple[str, ...]:
    """All that somebody reads and sees while hands are checked: their hand, and the table."""
    view = match.view()
    seat = view.seats[reader]
    told = []
    for words in EVERY:
        facts, table = Facts.of(view, seat), screen_of(view)
        told += [hand.text(words, facts), hand.alt(words, facts), repr(hand.scene(words, facts))]
        told += [table.text(words), table.alt(words), repr(table.scene(words))]
    return tuple(told)


def test_who_does_nothing_is_ready_after_six_seconds() -> None:
    """From a moment after the deal; nobody is late, nobody's bank is used, no time-out counts."""
    match = checked()
    assert match.hosted.deadlines[DeadlineKind.READY].due_at - match.now == WINDOW
    assert not {DeadlineKind.TURN, DeadlineKind.HALF} & match.hosted.deadlines.keys()
    match.wait(WINDOW.total_seconds() - 0.1)
    assert match.changes == []
    match.wait(0.1)
    assert phase_of(match) is Phase.PLAY
    made = [one for change in match.changes for one in change.made]
    assert [(one.action.move, one.made_by) for one in made] == [(Ready(), MadeBy.DEFAULT)] * 3
    assert {seat.bank for seat in match.view().seats} == {timedelta(seconds=300)}
    assert [entry.timeouts for entry in match.hosted.entries] == [0, 0, 0]


def test_nobody_can_end_the_window_early() -> None:
    """Neither a card nor a word says that there is nothing to declare; nobody is even asked."""
    match = checked()
    before = match.hosted
    for seat in match.view().seats:
        seen = observe(before.begun.state, seat.player)
        for move in (Ready(), Play(next(iter(seen.hand)))):
            with pytest.raises(IllegalMove):
                press(match, seat.player, move)
        assert seat.observation is not None
        assert (seat.observation.question, seat.observation.legal) == (None, ())
    assert match.hosted == before


@pytest.mark.dealt_by_chance  # hand yaku are searched for
def test_a_hand_yaku_that_is_declared_waits_for_the_end_of_the_window() -> None:
    """Then its month is won; if its holder does nothing it stays in the hand, unseen."""
    match, holder = with_holder()
    assert isinstance(press(match, holder, Declare()), Change)
    match.wait(WINDOW.total_seconds() - 0.1)
    assert not match.hosted.begun.ends
    match.wait(0.1)
    assert [end.winner for end in match.hosted.begun.ends] == [holder]
    match, _ = with_holder()
    match.wait(WINDOW.total_seconds())
    assert [phase_of(match), match.hosted.begun.ends] == [Phase.PLAY, ()]


@pytest.mark.dealt_by_chance  # hand yaku are searched for
def test_nothing_that_others_see_depends_on_who_holds_or_answers() -> None:
    """A declaration changes neither a table nor another's hand, nor when it ends."""
    match, holder = with_holder()
    others = [Player(each) for each in range(3) if each != holder]
    before = {each: shown(match, each) for each in others}
    due = match.hosted.deadlines[DeadlineKind.READY]
    press(match, holder, Declare())
    assert {each: shown(match, each) for each in others} == before
    assert match.hosted.deadlines[DeadlineKind.READY] == due
    view = match.view()
    assert view.public is not None
    assert view.public.to_move == (0, 1, 2) and view.public.answered == ()


@pytest.mark.dealt_by_chance  # hand yaku are searched for
def test_the_window_and_its_table_are_the_same_whoever_holds_something() -> None:
    """Over many deals, with hand yaku and without: how long it is, and what the table says."""
    lengths, said = set(), dict[bool, set[str]]()
    for seed in range(1, 400):
        match = checked(seed=seed)
        lengths.add(match.hosted.deadlines[DeadlineKind.READY].due_at - match.now)
        said.setdefault(bool(holding(match)), set()).add(screen_of(match.view()).text(ENGLISH))
    assert lengths == {WINDOW} and said[True] == said[False]


@pytest.mark.parametrize("clock", [MatchClock.SLOW, MatchClock.OFF])
def test_without_a_live_clock_it_is_open_for_a_turn_and_the_first_card_ends_it(clock: MatchClock) -> None:
    """The table says for whom it waits; the dealer's card is their answer and is played with it."""
    match = checked(clock=clock)
    due = match.hosted.deadlines[DeadlineKind.READY]
    assert due.due_at - match.now == timedelta(days=1)
    dealer = Player(match.hosted.begun.state.in_play.deal.dealer)  # type: ignore[union-attr]
    for player in (each for each in range(3) if each != dealer):
        assert isinstance(press(match, Player(player), Ready()), Change)
    view = match.view()
    assert view.public is not None and view.public.to_move == (dealer,)
    seen = view.seats[dealer].observation
    assert seen is not None
    facts = Facts.of(view, view.seats[dealer])
    assert facts.held is not None
    card = facts.held.cards[0]
    change = press(match, dealer, card.moves[0])
    assert isinstance(change, Change)
    assert [type(one.action.move) for one in change.made][:2] == [Ready, Play]
    assert {one.step for one in change.made} == {change.made[0].n}
    assert card.card not in observe(match.hosted.begun.state, dealer).hand


def test_a_first_card_says_nothing_to_declare_where_others_have_to_answer_still() -> None:
    """The card is not played then: somebody may declare."""
    match = checked(clock=MatchClock.SLOW)
    dealer = Player(match.hosted.begun.state.in_play.deal.dealer)  # type: ignore[union-attr]
    seen = observe(match.hosted.begun.state, dealer)
    change = press(match, dealer, Play(next(iter(seen.hand))))
    assert isinstance(change, Change)
    assert [one.action.move for one in change.made] == [Ready()]


@pytest.mark.parametrize("clock", [MatchClock.SLOW, MatchClock.OFF])
def test_cards_that_may_be_played_first_are_those_of_the_next_phase(clock: MatchClock) -> None:
    """The dealer's buttons while they are the last to answer are legal once they have answered."""
    match = checked(clock=clock)
    state = match.hosted.begun.state
    dealer = Player(state.in_play.deal.dealer)  # type: ignore[union-attr]
    for player in (each for each in to_move(state) if each != dealer):
        press(match, player, Ready())
    seen = observe(match.hosted.begun.state, dealer)
    offered = [move for card in seen.hand for move in hand.plays_of(seen, card)]
    press(match, dealer, Ready())
    assert offered == list(observe(match.hosted.begun.state, dealer).legal)


DECLARES = 650
"""A secret by which the person of `alone` is dealt a hand yaku."""


def alone(seed: int) -> ClockedMatch:
    """One person among two CPU players, whose first deal has just been dealt."""
    rules = make_rules("sannin", {"months": 3})
    secret = seed.to_bytes(32, "big")
    match = ClockedMatch(opened(PLACE, ANN, rules, secret=secret, now=START).after, TIMES)
    match.do(lambda it, now: lobby.play_cpu(it, ANN.user, CpuPlayer.NORMAL, now))
    return match


@pytest.mark.dealt_by_chance  # hand yaku are searched for
def test_alone_among_cpu_players_only_a_hand_yaku_is_asked_about() -> None:
    """No window and no deadline; who holds nothing is never asked, who holds one may take their time."""
    asked = set()
    for seed in (*range(1, 12), DECLARES):
        match = alone(seed)
        if phase_of(match) is not Phase.READY:
            continue  # dealt, answered and done
        state = match.hosted.begun.state
        entry = match.hosted.entry_of(ANN.user)
        assert entry is not None and entry.seat is not None
        mine = Declare() in _answers(match.hosted, entry.seat)
        assert (entry.seat in to_move(state)) is mine
        assert not deadlines.HELD & match.hosted.deadlines.keys()
        asked.add(mine)
    assert asked == {True, False}


def _answers(hosted: HostedMatch, player: Player) -> tuple[object, ...]:
    """Return the possible answers of a player."""
    seen = observe(hosted.begun.state, player)
    return (Ready(), Declare()) if seen.hand_yaku else (Ready(),)


def test_time_without_connection_is_given_back() -> None:
    """Nobody could press in it."""
    match = checked()
    due = match.hosted.deadlines[DeadlineKind.READY].due_at
    match.do(lambda it, _: deadlines.postpone(it, timedelta(seconds=40)))
    assert match.hosted.deadlines[DeadlineKind.READY].due_at == due + timedelta(seconds=40)


def test_somebody_whose_cpu_player_plays_is_not_waited_for() -> None:
    """The CPU player answers itself, unseen; the window ends when it would end without it."""
    match = checked()
    first = to_move(match.hosted.begun.state)[0]
    entry = match.hosted.entry_at(first)
    match.hosted = match.hosted.with_entry(replace(entry, stand_in=absence.STAND_IN))
    due, before = match.hosted.deadlines[DeadlineKind.READY], shown(match, Player(1))
    assert match.cpu_moves() == 1
    assert (match.hosted.deadlines[DeadlineKind.READY], shown(match, Player(1))) == (due, before)
    match.wait(WINDOW.total_seconds())
    assert phase_of(match) is Phase.PLAY


@pytest.mark.dealt_by_chance  # hand yaku are searched for
def test_nobody_taps_for_nothing_in_whole_matches() -> None:
    """Three people who press only what a turn needs play matches to the end; they never say `Nothing`."""
    taps, deals = 0, 0
    for seed in range(1, 9):
        match = clocked_match(TIMES, "sannin", ANN, BEN, CAT, seed=seed, months=3)
        for made in played(match, random.Random(seed)):
            taps += made
        deals += len(match.hosted.begun.ends)
        users = [one for one in match.hosted.begun.actions if isinstance(one.move, Ready)]
        assert len(users) + declared(match.hosted) == 3 * len(match.hosted.begun.ends)
    assert taps == 0 and deals > 24


def declared(hosted: HostedMatch) -> int:
    """Return the number of declared hand yaku."""
    return sum(isinstance(one.move, Declare) for one in hosted.begun.actions)


def played(match: ClockedMatch, chance: random.Random) -> Iterator[int]:
    """Play a match as people do who have nothing to say; for each step how many needless taps it took."""
    while match.hosted.live:
        progress = match.hosted.begun
        if progress.rests:
            match.wait(500)
            continue
        player = to_move(progress.state)[0]
        choices = legal_moves(progress.state, player)
        if progress.state.phase is Phase.READY:
            if Declare() in choices:
                press(match, player, Declare())
            else:
                match.wait(WINDOW.total_seconds())
            continue
        seen, user = observe(progress.state, player), user_at(match, player)
        assert seen.question is not None
        question, move = seen.question, chance.choice(choices)
        change = match.do(lambda it, now: secret_round.act(it, user, question, move, now))  # noqa: B023
        assert isinstance(change, Change)
        yield sum(isinstance(one.action.move, Ready) for one in change.made)


def test_a_turn_s_deadline_of_an_older_version_closes_the_window() -> None:
    """Before there were windows a check had the time of a turn: nobody is late, and cards are asked for."""
    match = checked()
    asked = match.hosted.begun.state.asked
    old = {DeadlineKind.TURN: Deadline(asked, match.now)}
    hosted = replace(match.hosted, deadlines=old)
    change = deadlines.due(hosted, DeadlineKind.TURN, asked, match.now)
    assert isinstance(change, Change)
    assert change.after.begun.state.phase is Phase.PLAY
    assert [(one.action.move, one.made_by) for one in change.made] == [(Ready(), MadeBy.DEFAULT)] * 3
    assert [entry.timeouts for entry in change.after.entries] == [0, 0, 0]
    assert deadlines.due(change.after, DeadlineKind.TURN, asked, match.now) is Refusal.STALE
