"""The questions about the end of a month: how it came about, and which cards tell it."""

from __future__ import annotations

from dataclasses import replace

from engine.cards.cardset import EMPTY, CardSet
from engine.rules.actions import Player
from engine.rules.month_end import Calculation, EndReason, Factor, MonthEnd

END = MonthEnd(
    month=3,
    deal=3,
    dealer=Player(0),
    reason=EndReason.SHOBU,
    winner=Player(1),
    bound=False,
    hands=(CardSet.parse("AB"), CardSet.parse("EF")),
    shown=(),
    captured=(EMPTY, EMPTY),
    field=CardSet.parse("IJKLMNQ"),
    yaku={},
    calculation=Calculation(5, 5),
    koi=(0, 0),
    deltas=(0, 5),
    scores=(0, 5),
    kobiki=None,
    ginmi=None,
    extended=False,
)


def test_a_reason_is_won_void_or_dealt_again() -> None:
    """Each reason is void, a redeal, or that of a month with a winner, which its name says."""
    for reason in EndReason:
        assert reason.is_void == reason.startswith("void_")
        assert reason.is_redeal == reason.startswith("redeal_")
        assert reason.by_field == reason.endswith(("field_four", "field_pairs"))
    assert [reason for reason in EndReason if reason.by_yaku] == [EndReason.SHOBU, EndReason.EXHAUSTED]


def test_the_cards_that_tell_an_end_are_a_hand_yaku_or_a_whole_month() -> None:
    """The winner's hand of a hand yaku, the whole months of the field; none where yaku of captures won."""
    assert END.telling_cards == EMPTY
    assert replace(END, reason=EndReason.HAND_YAKU).telling_cards == CardSet.parse("EF")
    for reason in (EndReason.FIELD_FOUR, EndReason.VOID_FIELD_FOUR, EndReason.REDEAL_FIELD_FOUR):
        assert replace(END, reason=reason).telling_cards == CardSet.parse("IJKL")
    assert replace(END, reason=EndReason.VOID_HAND_YAKU, winner=None).telling_cards == EMPTY


def test_a_month_without_a_winner_is_dealt_again() -> None:
    """Whatever the reason."""
    assert not END.dealt_again
    assert replace(END, winner=None).dealt_again


def test_a_plain_calculation_is_the_sum_of_the_yaku() -> None:
    """Anything added, taken away or multiplied makes it worth telling."""
    assert Calculation(5, 5).is_plain and Calculation(5, 5).multiplier == 1
    for made in (
        Calculation(8, 5, less=3),
        Calculation(5, 6, bonus=1),
        Calculation(5, 6, honba=1),
        Calculation(7, 28, multipliers=((Factor.SEVEN_DOUBLE, 2), (Factor.KOI, 2))),
    ):
        assert not made.is_plain
    assert made.multiplier == 4
