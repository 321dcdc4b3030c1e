"""The table's text and the log, where pictures alone would not do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

from bot.screens import hand, result
from bot.screens.public import screen_of
from bot.views import MatchView, Status, UserId
from bot.wording import cards, notes
from bot.wording.people import Cast
from engine.actions import Player
from engine.events import MatchOver, Resigned, Seated
from engine.observation import Observation
from engine.phase import Phase
from engine.rules import Rules, make_rules
from tests.bot.wording_views import ENGLISH, JAPANESE, lobby, matches, people

SANNIN = make_rules("sannin", {"months": 3})
ISHOKAI = make_rules("ishokai", {"months": 3})
LEAGUE = make_rules("league", {"months": 1})


def in_play(rules: Rules) -> Iterator[tuple[Observation, str]]:
    """What everybody sees of two matches in play, and the table's text for it."""
    for seed in (1, 2):
        for view in matches(rules, seed):
            if view.table is not None and view.status is Status.PLAYING:
                yield view.table, screen_of(view).text(ENGLISH)


def season() -> MatchView:
    """The end of a match of three."""
    return list(matches(SANNIN, 4))[-1]


def test_the_draw_is_told_in_full_when_the_last_card_is_drawn() -> None:
    """Five people, five cards and the order that they make, though the last of them drew alone."""
    drawn = (view for view in matches(SANNIN, 3, count=5) if any(isinstance(e, Seated) for e in view.events))
    view = next(drawn)
    assert view.table is not None
    everybody, text = Cast.of(view).named(ENGLISH), screen_of(view).text(ENGLISH)
    for number, those in enumerate(view.table.drawn):
        assert f"{everybody.joined(number)} ({cards.listing(ENGLISH, those)})" in text
    assert "Order at the table, dealer first" in text


def test_the_table_says_that_a_month_is_bound() -> None:
    """As long as stopping needs three mon, and no longer."""
    said = {(seen.bound, "bound: 3 mon to stop" in text) for seen, text in in_play(SANNIN)}
    assert said == {(False, False), (True, True)}


def test_the_table_says_honba_and_calls() -> None:
    """Sticks from months before, and who has called how often in this one."""
    found = set()
    for seen, text in in_play(ISHOKAI):
        assert (f"honba {seen.honba}" in text) is (seen.honba > 0)
        assert text.count("koi-koi ") == sum(calls > 0 for calls in seen.koi) + text.count(
            ": koi-koi or stop"
        )
        found.add((seen.honba > 0, any(seen.koi)))
    assert found == {(False, False), (False, True), (True, False), (True, True)}


def test_the_table_says_that_nobody_declared() -> None:
    """When the secret round is over the first turn begins with how it went, on the table and on each hand."""
    rounds = 0
    for view, after in pairwise(matches(SANNIN, 4)):
        asked = view.table is not None and view.table.phase is Phase.READY
        played = after.table is not None and after.table.phase is Phase.PLAY
        texts = [screen_of(after).text(ENGLISH)]
        texts += [hand.text(ENGLISH, hand.Facts.of(after, seat)) for seat in after.seats]
        assert all(("Nobody declared a hand yaku" in text) is (asked and played) for text in texts)
        rounds += asked and played
    assert rounds >= 2


def test_places_stand_on_lines_of_their_own() -> None:
    """Two first places are both numbered 1: a list of Discord's would count on."""
    view = season()
    over = next(event for event in view.events if isinstance(event, MatchOver))
    tied = replace(view, events=(replace(over, scores=(5, 5, -10), ranking=(1, 1, 3)),))
    for words, first, third in ((ENGLISH, "**1.** ", "**3.** "), (JAPANESE, "**1位** ", "**3位** ")):
        lines = result.text(words, result.Facts.of(tied)).split("\n")
        assert [sum(line.startswith(place) for line in lines) for place in (first, third)] == [2, 1]


def test_the_log_tells_each_end_and_its_awards() -> None:
    """A line for each deal that ended, a void one without changes; ginmi after the last month."""
    view = season()
    lines = notes.log(ENGLISH, view).split("\n")
    ends = [line for line in lines if line.startswith("**")]
    assert [line.endswith("void**") for line in ends] == [end.winner is None for end in view.ends]
    assert lines[-1].startswith("Ginmi: ")


def test_the_last_table_says_what_multiplied_the_last_month() -> None:
    """It has no result of its own, and nobody could tell how nine mon became 81."""
    told = set()
    for seed in range(6):
        view = list(matches(ISHOKAI, seed, koikoi=0.8))[-1]
        made = view.ends[-1].calculation
        lines = screen_of(view).text(ENGLISH).split("\n")
        found = [n for n, line in enumerate(lines) if line.startswith("Calculation: ")]
        assert len(found) == bool(made.multipliers or made.honba)
        assert all(lines[n + 1].startswith("The match is over") for n in found)
        told.add(len(found))
    assert 1 in told


def test_the_last_table_shows_the_hand_that_won_the_last_month() -> None:
    """The picture of a month's result would show it, and after the last month there is none."""
    last = (list(matches(LEAGUE, seed))[-1] for seed in range(60, 120))
    view = next(view for view in last if view.ends[-1].shown and view.ends[-1].winner is not None)
    shown, end = Cast.of(view).named(ENGLISH), view.ends[-1]
    lines = screen_of(view).text(ENGLISH).split("\n")
    for player in end.shown:
        held = cards.listing(ENGLISH, end.hands[player])
        assert lines.count(f"Open hand of {shown.seated(player)}: {held}.") == 1


def test_the_result_says_who_resigned() -> None:
    """Without it a match of three months that ends in the first, or a leader who loses, would look wrong."""
    view = next(view for view in matches(ISHOKAI, 1) if view.ends and view.rest is None)
    ahead = max(range(2), key=lambda player: view.scores[player])
    ranking = (2, 1) if ahead == 0 else (1, 2)
    over = replace(
        view, status=Status.OVER, events=(Resigned(Player(ahead)), MatchOver(view.scores, ranking))
    )
    name = Cast.of(view).named(ENGLISH).seated(ahead)
    assert f"{name} resigned." in result.text(ENGLISH, result.Facts.of(over))


def test_an_invitation_names_the_button_that_it_has() -> None:
    """There is no *Join* under a table that is kept for somebody."""
    opened = lobby(ISHOKAI, people(1))
    kept = screen_of(replace(opened, invited=(UserId(101),))).text(ENGLISH)
    assert "press Join" in screen_of(opened).text(ENGLISH)
    assert "Press Accept" in kept
    assert "Join" not in kept


def test_who_is_waited_for_reads_what_happens_without_him() -> None:
    """The seat draw and the cut go on by themselves: the table says how, and so does the cutter's hand."""
    at = datetime(2030, 1, 1, tzinfo=UTC)
    told = set()
    for view in matches(ISHOKAI, 1):
        if view.table is None or view.table.phase not in {Phase.SEATS, Phase.CUT}:
            continue
        timed = replace(view, deadline=at)
        says = "the bot draws <t:" if view.table.phase is Phase.SEATS else "the bot taps the deck <t:"
        texts = [screen_of(timed).text(ENGLISH)]
        texts += [hand.text(ENGLISH, hand.Facts.of(timed, seat)) for seat in timed.seats]
        assert all(says in text for text in texts)
        told.add((view.table.phase, len(texts)))
    assert {phase for phase, _ in told} == {Phase.SEATS, Phase.CUT}
    assert (Phase.CUT, 3) in told


def test_more_has_the_commitments_in_full_and_leaves_decks_and_salts_to_shuffles() -> None:
    """What the table shows the head of stands under *More*; what has been revealed under *Shuffles* alone."""
    for view in matches(SANNIN, 4):
        for words in (ENGLISH, JAPANESE):
            more, shuffles = notes.more(words, view), notes.shuffles(words, view)
            assert view.secret_commitment in more and view.secret_commitment in shuffles
            assert (view.commitment or "") in more and (view.commitment or "") in shuffles
            assert "deck 0:" not in more + shuffles and "山札0" not in more + shuffles
            assert not [name for name, value in view.reveal.items() if f" {name} " in more or value in more]
    assert f"deck.0 `{view.reveal['deck.0']}`" in shuffles and view.reveal["secret"] in shuffles
