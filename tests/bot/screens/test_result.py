"""The result of a match: who won, every place, the secret of the shuffles, the score sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.verdict import RatingMove, Unrated, Verdict
from bot.match.views import MatchView
from bot.match.vocabulary import Status
from bot.screens import result, score_sheet
from bot.screens.public import screen_of
from bot.wording import numbers, yaku
from bot.wording.limits import CONTENT
from bot.wording.people import Cast, People
from bot.wording.records import verdicts
from engine.play.events import MatchOver, Resigned
from engine.rules.actions import Player
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from images.scene.common import Gain, Label
from images.scene.result import RowKind
from tests.support.wording_views import ENGLISH, JAPANESE, matches

SANNIN = make_rules("sannin", {"months": 3})
ISHOKAI = make_rules("ishokai", {"months": 3})
CLASSIC = make_rules("classic")


def season() -> MatchView:
    """The end of a match of three."""
    return list(matches(SANNIN, 4))[-1]


def test_places_stand_on_lines_of_their_own() -> None:
    """Two first places are both numbered 1: a list of Discord's would count on."""
    view = season()
    over = next(event for event in view.events if isinstance(event, MatchOver))
    tied = replace(view, events=(replace(over, scores=(5, 5, -10), ranking=(1, 1, 3)),))
    for words, first, third in ((ENGLISH, "**1.** ", "**3.** "), (JAPANESE, "**1位** ", "**3位** ")):
        lines = result.text(words, result.Facts.of(tied)).split("\n")
        assert [sum(line.startswith(place) for line in lines) for place in (first, third)] == [2, 1]


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


def test_results_name_winner_and_places() -> None:
    """The result message says who won, everybody's place and score; the proof is a press away."""
    for rules in (CLASSIC, ISHOKAI, SANNIN):
        last = list(matches(make_rules(rules.id, {"months": 3}), 6))[-1]
        text = result.text(ENGLISH, result.Facts.of(last))
        assert "wins the match" in text or "draw" in text
        assert all(one.name in text for one in last.people)
        assert last.reveal.secret is not None and last.reveal.secret not in text
        assert len(text) <= CONTENT
    aborted = replace(last, status=Status.ABORTED)
    assert "without a result" in screen_of(aborted).text(ENGLISH)


def test_the_first_five_rated_matches_tell_no_number() -> None:
    """A number of points is told from the sixth match on; the winner is named first, whatever is told."""
    names = People(("Sakura", "Kenta"), (0, 1))
    for rated, told in (
        (1, "Sakura (provisional, 1 of 5)"),
        (5, "Sakura (provisional, 5 of 5)"),
        (6, "Sakura 1204 (+204)"),
    ):
        moved = RatingMove(1000.2, 1204.4, rated), RatingMove(1300.0, 1280.0, 40)
        line = verdicts.line(ENGLISH, Verdict(None, moved), names)
        assert line == f"Rating: {told}, Kenta 1280 ({numbers.MINUS}20)"
        line = verdicts.line(ENGLISH, Verdict(None, moved[::-1]), names)
        assert line.startswith("Rating: Kenta ")


@pytest.mark.parametrize(
    ("after", "rated", "cost", "paid"),
    [
        (988.0, 3, "It moves your rating, which is provisional.", "Your rating is provisional, 3 of 5"),
        (988.0, 6, "It costs you 12 rating points.", "It cost you 12 rating points. Your rating is 988 now."),
        (999.0, 6, "It costs you 1 rating point.", "It cost you 1 rating point. Your rating is 999 now."),
        (
            1003.0,
            6,
            "It costs you no rating points.",
            "It cost you 0 rating points. Your rating is 1003 now.",
        ),
    ],
)
def test_giving_up_has_a_price_that_is_told(after: float, rated: int, cost: str, paid: str) -> None:
    """In points before and after, without a number while the rating is provisional."""
    verdict = Verdict(None, (None, RatingMove(1000.0, after, rated)))
    assert verdicts.cost(ENGLISH, verdict, 1) == cost
    assert verdicts.paid(ENGLISH, verdict, 1).startswith(paid)
    assert verdicts.cost(ENGLISH, verdict, 0) == verdicts.paid(ENGLISH, verdict, 0) == ""
    unrated = Verdict(Unrated.CPU, (None, None))
    for told in (verdicts.cost, verdicts.paid):
        assert told(ENGLISH, unrated, 0) == "Unrated: a CPU player took part."


def test_score_sheets_show_all_months_and_their_sums() -> None:
    """Unplayed months are there and empty; the running totals end in the total row."""
    rules = make_rules("ishokai", {"months": 12})
    views = list(matches(rules, 2))
    for view in (views[0], next(each for each in views if each.rest), views[-1]):
        sheet = score_sheet.scene(ENGLISH, score_sheet.Facts.of(view))
        months = [row for row in sheet.rows if row.kind is RowKind.MONTH]
        assert [row.number for row in months] == [str(n) for n in range(1, 13)]
        assert [row.season_end for row in months] == [n % 3 == 0 for n in range(1, 13)]
        played = [row for row in months if any(cell.total for cell in row.cells)]
        assert len(played) == sum(end.winner is not None for end in view.ends)
        assert all(sum(cell.seal is not None for cell in row.cells) == 1 for row in played)
        if played:
            assert [cell.total for cell in sheet.rows[-1].cells] == [cell.total for cell in played[-1].cells]


def test_months_that_were_not_finished_are_one_row() -> None:
    """A match given up has no empty rows: a line names the month in which it was, and those after it."""
    rules = make_rules("ishokai", {"months": 12})
    view = next(each for each in matches(rules, 2) if each.ends and each.rest is None)
    played = view.ends[-1].month
    over = score_sheet.Facts.of(replace(view, status=Status.OVER))
    sheet = score_sheet.scene(ENGLISH, over)
    months = [row for row in sheet.rows if row.kind is RowKind.MONTH]
    (note,) = [row for row in sheet.rows if row.kind is RowKind.NOTE]
    assert [row.number for row in months] == [str(n) for n in range(1, played + 1)]
    assert played == 1, "the cards of February were being played when the match was given up"
    assert note.label == "February to December were not finished." and note.cells == ()
    assert "February to December were not finished" in score_sheet.alt(ENGLISH, over)
    one = replace(view, status=Status.OVER, rules=make_rules("ishokai", {"months": 3}), ends=view.ends[:1])
    (last,) = [
        row.label
        for row in score_sheet.scene(ENGLISH, score_sheet.Facts.of(one)).rows
        if row.kind is RowKind.NOTE
    ]
    assert last == "February to March were not finished."


def test_a_sheet_of_two_says_what_each_month_was_won_by() -> None:
    """Each month's yaku, explained at its first lone use, or oya-ken. Sheets of three lack this column."""
    for rules in (CLASSIC, ISHOKAI):
        last = list(matches(make_rules(rules.id, {"months": 12}), 6))[-1]
        facts = score_sheet.Facts.of(last)
        sheet, said = score_sheet.scene(ENGLISH, facts), score_sheet.alt(ENGLISH, facts)
        assert sheet.words.won
        glossed: list[str] = []
        for row, end in zip(sheet.rows, (end for end in last.ends if end.winner is not None), strict=False):
            long = row.won.text if isinstance(row.won, Label) else row.won
            if end.reason is EndReason.OYAKEN:
                assert (long, row.gloss) == ("Oya-ken", "")
            else:
                names = [yaku.name(ENGLISH, rules, each) for each, _ in yaku.by_points(end.yaku)]
                assert long == ", ".join(names)
                assert not row.gloss or len(names) == 1
            assert f"({long})" in said
            glossed += [long] if row.gloss else []
        assert glossed and len(set(glossed)) == len(glossed)
        assert {row.gloss for row in score_sheet.scene(JAPANESE, facts).rows} <= {"", "同じ月の4枚"}
    assert not score_sheet.scene(ENGLISH, score_sheet.Facts.of(season())).words.won


def test_a_month_that_nobody_won_has_no_winner_on_the_sheet() -> None:
    """An oya-ken of nothing is no month won: no seal, and no rule that it was won with."""
    *_, last = matches(make_rules("classic", {"months": 6, "oyaken": 0}), 1, koikoi=1)
    facts = score_sheet.Facts.of(last)
    rows = score_sheet.scene(ENGLISH, facts).rows
    unwon = [end.month for end in last.ends if end.reason is EndReason.OYAKEN]
    assert unwon
    for month in unwon:
        assert rows[month - 1].won == "nobody scores"
        assert not any(cell.seal or cell.change != "–" for cell in rows[month - 1].cells)
    assert "Oya-ken" not in score_sheet.alt(ENGLISH, facts)


def test_the_golden_score_sheet_has_its_awards() -> None:
    """Sannin's sheet has rows for kobiki, subtotal, ginmi and total where they apply."""
    found = set()
    for seed in range(12):
        last = list(matches(make_rules("sannin", {"months": 3}), seed, koikoi=0.2))[-1]
        sheet = score_sheet.scene(JAPANESE, score_sheet.Facts.of(last))
        heads = [row.label for row in sheet.rows if row.kind is not RowKind.MONTH]
        labels = [head.short if isinstance(head, Label) else head for head in heads]
        found.update(labels)
        assert labels[-3:] == ["小計", "吟味", "合計"]
        assert [cell.total.replace("−", "-") for cell in sheet.rows[-1].cells] == [
            str(score) for score in last.scores
        ]
    assert "小引" in found


def test_void_deals_leave_a_mark() -> None:
    """A month dealt again keeps one row, which has the number of its void deals."""
    for view in matches(make_rules("sannin", {"months": 12}), 4, koikoi=0.9):
        if view.rest and view.rest.end.winner is None:
            month = view.rest.end.month
            undone = sum(end.month == month and end.winner is None for end in view.ends)
            sheet = score_sheet.scene(JAPANESE, score_sheet.Facts.of(view))
            row = next(row for row in sheet.rows if row.number == str(month))
            assert row.current and row.voids == undone
            assert sheet.words.void_mark == "流"
            return
    pytest.fail("no void month came up")


@pytest.mark.parametrize(
    ("totals", "marked"),
    [((7, 3), [True, False]), ((5, 5, 2), [True, True, False]), ((0, 0), [False, False])],
)
def test_a_sheet_marks_who_has_the_most(totals: tuple[int, ...], marked: list[bool]) -> None:
    """In the last row of a match that is over; where all have as much there is nobody to mark."""
    rules, total = make_rules("classic"), score_sheet.Row(score_sheet.RowKind.TOTAL, totals=totals)
    for final in (True, False):
        cells = [
            score_sheet.cell(ENGLISH, rules, total, player, final=final) for player in range(len(totals))
        ]
        assert [cell.gain is Gain.WON for cell in cells] == (marked if final else [False] * len(totals))
