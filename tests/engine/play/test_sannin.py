"""Sannin: the golden score sheet, seasons, extension, ginmi, bound months, the secret round."""

from __future__ import annotations

import pytest

from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Deck
from engine.play.match import apply
from engine.play.standing import ginmi, ranking
from engine.play.state import MatchState, Step
from engine.record.notation import parse_action
from engine.rules.actions import Action, Phase, Player, Shobu
from engine.rules.month_end import EndReason, MonthEnd
from engine.rules.options import make_rules
from tests.support.builders import deck_source, rigged, seat

RULES = make_rules("sannin")
A, B, C = Player(0), Player(1), Player(2)
WORTH = {1: "EMQUY", 2: "Ig", 3: "MQUYdgp", 4: "AEI", 6: "UYk", 8: "UYcgk", 12: "IUYcgk"}
"""Captures by their total in sannin."""


def win(state: MatchState, winner: Player, total: int) -> Step:
    """The step in which `winner` stops with this total; the next deal waits for its cut."""
    captured = [0, 0, 0]
    captured[winner] = CardSet.parse(WORTH[total]).mask
    assert state.in_play is not None
    deal = state.in_play.deal._replace(phase=Phase.DECIDE, captured=tuple(captured), mover=winner)
    deciding = state._replace(phase=Phase.DECIDE, in_play=state.in_play._replace(deal=deal))
    return apply(deciding, Action(winner, Shobu()), lambda number: DECK)


def months(state: MatchState, *wins: tuple[Player, int]) -> list[Step]:
    """Months won one after the other."""
    steps = []
    for winner, total in wins:
        steps.append(win(state, winner, total))
        state = steps[-1].state
    return steps


def answered(deck: Deck, *answers: str) -> Step:
    """The step of the last answer in a first month that player 1 taps."""
    state = seat(RULES, deck)
    for text in ("1 cut:0", *answers):
        step = apply(state, parse_action(text), deck_source([deck, DECK]))
        state = step.state
    return step


def the_end(step: Step) -> MonthEnd:
    (end,) = step.ended
    return end


def test_golden_score_sheet() -> None:
    """The sheet's own match of twelve months comes out: months, kobiki in summer, ginmi, final scores."""
    wins = ((A, 2), (B, 1), (C, 6), (B, 1), (B, 3), (B, 6), (A, 3), (C, 12), (B, 4), (C, 2), (A, 8), (B, 6))
    steps = months(seat(RULES, DECK), *wins)
    ends = [the_end(step) for step in steps]
    sheet = (
        (4, -1, -6, -1, -3, -6, 6, -12, -4, -2, 16, -6),
        (-2, 2, -6, 2, 6, 12, -3, -12, 8, -2, -8, 12),
        (-2, -1, 12, -1, -3, -6, -3, 24, -4, 4, -8, -6),
    )
    assert tuple(end.deltas for end in ends) == tuple(zip(*sheet, strict=True))
    assert [end.kobiki for end in ends] == [None] * 5 + [(B, (-5, 10, -5))] + [None] * 6
    assert ends[-1].scores == (-20, 19, 1)
    assert ends[-1].ginmi == (-12, 18, -6)
    final = steps[-1]
    assert (final.state.phase, final.state.scores) == (Phase.OVER, (-32, 37, -5))
    assert final.events[-1].to_json() == {"type": "match_over", "scores": [-32, 37, -5], "ranking": [3, 1, 2]}


def test_extension_until_they_differ() -> None:
    """All three equal after the last month: three months more, with kobiki; equal again, three more."""
    state = seat(make_rules("sannin", {"months": 3}), DECK)
    steps = months(state, *[(A, 2), (B, 2), (C, 2)] * 2)
    assert [the_end(step).extended for step in steps] == [False, False, True, False, False, True]
    assert [step.state.month for step in steps] == [2, 3, 4, 5, 6, 7]
    last = months(steps[-1].state, (A, 1), (A, 1), (A, 1))[-1]
    assert the_end(last).kobiki == (A, (10, -5, -5))
    assert the_end(last).ginmi == (18, -9, -9)
    assert last.state.scores == (6 + 10 + 18, -3 - 5 - 9, -3 - 5 - 9)
    assert [event.type for event in last.events] == ["month_won", "kobiki", "ginmi", "match_over"]


def test_two_equal_are_not_extended() -> None:
    """Two tied for first: ginmi decides, 9 each from the third."""
    state = seat(make_rules("sannin", {"months": 3}), DECK)
    last = months(state, (A, 2), (B, 2), (A, 1))[-1]
    assert last.state.phase is Phase.OVER
    tied = months(state, (A, 1), (B, 2), (A, 1))[-1]
    assert the_end(tied).scores == (2, 2, -4)
    assert the_end(tied).ginmi == (9, 9, -18)
    assert tied.state.standing is not None
    assert tied.state.standing.ranking == (1, 1, 3)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((10, 0, -10), (18, -6, -12)), ((-4, -4, 8), (-9, -9, 18)), ((5, -10, 5), (9, -18, 9))],
)
def test_ginmi(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """6 from the second and 12 from the third; ties as section 6 says."""
    assert ginmi(scores) == expected


def test_ranking_shares_the_better_place() -> None:
    """Ties share the better place."""
    assert ranking((3, 3, 1)) == (1, 1, 3)
    assert ranking((0, 5, 0)) == (2, 1, 2)


SHISO = "ghijlmn"


def test_the_highest_declaration_wins_the_difference() -> None:
    """Shiso against haneken: 70 from each, by any holder of the second; the yaku is told in full."""
    step = answered(
        rigged(RULES, hands={0: SHISO, 1: "EFGOPst"}, field="ABIMQY"), "2 ready", "1 ready", "0 declare"
    )
    assert the_end(step).deltas == (160, -80, -80)
    deck = rigged(RULES, hands={0: SHISO, 2: "EFGOPcd"}, field="ABIMQY")
    step = answered(deck, "2 declare", "1 ready", "0 declare")
    end = the_end(step)
    assert (end.reason, end.winner, end.deltas) == (EndReason.HAND_YAKU, A, (140, -70, -70))
    assert (end.calculation.total, end.calculation.less, end.calculation.points) == (80, 10, 70)
    assert end.shown == (A, C)
    assert step.events[0].to_json()["yaku"] == {"shiso": 80}
    assert (step.state.dealer, step.state.month) == (A, 2)


def test_tied_declarations_void_the_month() -> None:
    """Two share the highest value: void for that, whatever lies on the field; the last becomes dealer."""
    deck = rigged(RULES, hands={1: "ABCEFGM", 2: "QRSUVWN"}, field="klmnYc")
    step = answered(deck, "0 ready", "1 declare", "2 declare")
    end = the_end(step)
    assert (end.reason, end.winner, end.deltas) == (EndReason.VOID_HAND_YAKU, None, (0, 0, 0))
    assert (step.state.dealer, step.state.month, step.state.deal_number) == (C, 1, 2)
    assert step.state.standing is not None
    assert step.state.standing.bound
    assert step.events[0].to_json() == {"type": "month_void", "reason": "hand_yaku"}


def test_four_on_the_field_is_void_unless_declared() -> None:
    """Four of a month on the field: void if nobody declares, but a declared hand wins."""
    deck = rigged(RULES, hands={1: "ABCEFGM"}, field="klmnYc")
    void = answered(deck, "0 ready", "1 ready", "2 ready")
    assert the_end(void).reason is EndReason.VOID_FIELD_FOUR
    assert the_end(void).shown == ()
    won = answered(deck, "0 ready", "1 declare", "2 ready")
    assert the_end(won).deltas == (-20, 40, -20)


def test_a_bound_month_stays_bound_until_it_is_won() -> None:
    """A void month binds its repetition; the win unbinds the next month."""
    first = rigged(RULES, field="klmnGc")
    state = seat(RULES, first)
    decks = deck_source([first, rigged(RULES, field="klmnGc", dealer=2), DECK])
    answers = ("0 ready", "1 ready", "2 ready")
    ends: list[MonthEnd] = []
    for text in ("1 cut:0", *answers, "0 cut:0", *answers):
        step = apply(state, parse_action(text), decks)
        state = step.state
        ends += step.ended
    assert [(end.dealer, end.bound) for end in ends] == [(A, False), (C, True)]
    won = win(state, A, 4)
    assert the_end(won).bound
    assert won.state.standing is not None
    assert not won.state.standing.bound
