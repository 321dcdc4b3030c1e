"""The news: a line for every event, and what the secret round leaves untold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from bot.screens import hand, news
from bot.screens.public import screen_of
from bot.wording.people import People
from engine.cards.cardset import CardSet
from engine.cards.deck import card
from engine.play.events import (
    Dealt,
    Drawn,
    Event,
    Extended,
    Flipped,
    Ginmi,
    Kobiki,
    KoiKoiCalled,
    MatchOver,
    MonthVoid,
    MonthWon,
    Played,
    Redealt,
    Resigned,
    Seated,
)
from engine.rules.actions import Phase, Player
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from engine.rules.yaku import YakuId
from tests.support.wording_views import ENGLISH, EVERY, matches

SANNIN = make_rules("sannin")
TRIO = People(("A", "B", "C"), (0, 1, 2))
ONE = Player(1)


def every_event() -> Iterator[Event]:
    """One of every kind, and of every reason, but for the ends of months."""
    taken = CardSet.parse("AB")
    yield Drawn(ONE, card("A"))
    yield Seated((1, 0, 2))
    yield Dealt(3, 4, ONE, bound=False)
    yield Dealt(3, 5, ONE, bound=True)
    for made in (taken, CardSet()):
        yield Played(ONE, card("A"), made)
        yield Flipped(ONE, card("B"), made)
    yield KoiKoiCalled(ONE, 5)
    for reason in (EndReason.REDEAL_HAND_YAKU, EndReason.REDEAL_FIELD_FOUR):
        yield Redealt(reason)
    yield Kobiki(ONE, (-5, 10, -5))
    yield Extended(3)
    yield Ginmi((-6, 18, -12))
    yield Resigned(ONE)
    yield MatchOver((1, 2, 3), (3, 2, 1))


def test_every_event_has_a_line_of_its_own_in_both_languages() -> None:
    """One line for each event, no two reasons alike, none the same in both languages."""
    lines = {
        words.locale: [news.line(words, each, TRIO, SANNIN) for each in every_event()] for words in EVERY
    }
    for told in lines.values():
        assert len(set(told)) == len(told)
        assert all("\n" not in line for line in told)
    assert not set(lines["en"]) & set(lines["ja"])


def test_the_end_of_a_month_is_told_by_its_own_screen() -> None:
    """The news say nothing of it."""
    won = MonthWon(ONE, EndReason.SHOBU, {YakuId.TANE: 1}, (-1, 2, -1), 2)
    assert {
        news.line(ENGLISH, each, TRIO, SANNIN) for each in (won, MonthVoid(EndReason.VOID_EXHAUSTED))
    } == {""}


def test_a_flip_after_a_hand_step_does_not_repeat_the_player() -> None:
    """Played and flipped read as one turn; a flip by itself says whose it is."""
    turn = (Played(ONE, card("C"), CardSet()), Flipped(ONE, card("B"), CardSet()))
    told = news.told_of(ENGLISH, turn, TRIO, SANNIN)
    assert told[0].startswith("B played") and "B" not in told[1].split()
    assert news.told_of(ENGLISH, turn[1:], TRIO, SANNIN)[0].startswith("B turned up")


@pytest.mark.outside
def test_the_table_says_that_nobody_declared() -> None:
    """The first turn after the secret round begins with its result, on the table and on each hand."""
    rounds = 0
    for view, after in pairwise(matches(SANNIN, 4)):
        asked = view.public is not None and view.public.phase is Phase.READY
        played = after.public is not None and after.public.phase is Phase.PLAY
        texts = [screen_of(after).text(ENGLISH)]
        texts += [hand.text(ENGLISH, hand.Facts.of(after, seat)) for seat in after.seats]
        assert all(("Nobody declared a hand yaku" in text) is (asked and played) for text in texts)
        rounds += asked and played
    assert rounds >= 2
