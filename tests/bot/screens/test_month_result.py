"""The result of a month: made from its end alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from bot.i18n import Words
from bot.ids import NOBODY
from bot.match.views import MatchView
from bot.match.vocabulary import Status
from bot.screens import hand, month_result
from bot.screens.month_degree import Degree
from bot.screens.month_result import Result
from bot.screens.notes import about_match
from bot.screens.public import screen_of
from bot.wording import numbers, settling, turns
from bot.wording.people import Cast, People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.standing import ginmi
from engine.rules.actions import Phase, Player
from engine.rules.month_end import EndReason, MonthEnd
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from images.scene.common import Label, Text
from images.scene.result import MONTH_RESULT_ROWS, MonthResultScene
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, matches

RULE_SETS = tuple(RuleSetId)
SANNIN = make_rules("sannin")
SANNIN3 = make_rules("sannin", {"months": 3})
TRIO = People(("A", "B", "C"), (0, 1, 2))
ONE = Player(1)


def test_a_month_result_is_made_from_its_end() -> None:
    """Yaku with their cards and every player's change and score; the reason where no yaku won."""
    for rule_set in RULE_SETS:
        for view in matches(make_rules(rule_set, {"months": 6}), 31, koikoi=0.6):
            if view.rest is None:
                continue
            end, scene = view.rest.end, screen_of(view, month_marks=False).scene(JAPANESE)
            assert isinstance(scene, MonthResultScene)
            shown = Result.of(view.rules, Cast.of(view), view.ends[-1], view.last_turn)
            assert scene == month_result.picture(JAPANESE, shown)
            by_yaku = end.reason.by_yaku
            assert bool(scene.rows) == by_yaku and (scene.reason is None) == by_yaku
            assert (scene.total is None) == (end.winner is None)
            assert len(scene.columns) == len(view.seats)
            assert all(len(line.amounts) == len(view.seats) for line in scene.lines)
            assert len(scene.reached) == (len(view.seats) if end.reason.played_out else 0)
            for row in scene.rows:
                assert row.cards
                assert end.winner is not None
                assert CardSet.of(row.cards) - end.captured[end.winner] == CardSet()


def test_a_month_result_explains_its_yaku_in_english() -> None:
    """In the message in brackets, in the picture below the name; Japanese names stand alone."""
    view = next(each for each in matches(make_rules("sannin"), 3) if each.rest)
    assert view.rest is not None
    end = replace(view.rest.end, reason=EndReason.SHOBU, yaku={YakuId.SANKO: 6, YakuId.TAN: 1})
    result = Result.of(view.rules, Cast.of(view), end)
    told = [line for line in settling.course(ENGLISH, view.rules, end, TRIO) if "Sanko" in line]
    assert told == ["Yaku: Sanko (three lights) 6 mon, Tan (ribbons) 1 mon."]
    rows = month_result.picture(ENGLISH, result).rows
    assert [(row.name, row.gloss) for row in rows] == [("Sanko", "three lights"), ("Tan", "ribbons")]
    assert not any(row.gloss for row in month_result.picture(JAPANESE, result).rows)


def test_more_yaku_than_rows_are_merged() -> None:
    """Seven yaku become five rows and one that counts the other two together."""
    view = next(each for each in matches(make_rules("sannin"), 3) if each.rest)
    assert view.rest is not None
    held = dict.fromkeys(tuple(YakuId)[:7], 2)
    end = replace(view.rest.end, reason=EndReason.SHOBU, yaku=held)
    scene = month_result.picture(JAPANESE, Result.of(view.rules, Cast.of(view), end))
    assert len(scene.rows) == MONTH_RESULT_ROWS
    assert (scene.rows[-1].name, scene.rows[-1].points) == ("ほか2役", "4文")


def test_a_hand_yaku_shows_the_hand_and_four_on_the_field_the_field() -> None:
    """The reason of such a month comes with its cards."""
    view = next(each for each in matches(make_rules("league"), 3) if each.rest)
    assert view.rest is not None
    dealt = (CardSet.parse("ABCDEFGI"), CardSet.parse("JKLMNOPQ"))
    end = replace(view.rest.end, reason=EndReason.HAND_YAKU, winner=view.seats[0].player, hands=dealt)
    assert CardSet.of(_reason_cards(view, replace(end, yaku={YakuId.TESHI: 6}))) == dealt[0]
    lying = CardSet.parse("abYZtuvc")
    end = replace(end, reason=EndReason.REDEAL_FIELD_FOUR, winner=None, field=lying)
    assert CardSet.of(_reason_cards(view, end)) == CardSet.parse("YZab")
    assert _reason_cards(view, replace(end, reason=EndReason.OYAKEN)) == ()


def _reason_cards(view: MatchView, end: MonthEnd) -> tuple[Card, ...]:
    scene = month_result.picture(ENGLISH, Result.of(view.rules, Cast.of(view), end))
    assert scene.reason is not None
    return scene.reason.cards


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_end_of_a_month_is_told(words: Words) -> None:
    """Each reason has its title and its sentence; void months say what follows."""
    end = next(view.rest.end for view in matches(SANNIN, 3) if view.rest)
    lines = set()
    for reason in EndReason:
        winner = None if reason.is_void or reason.is_redeal else ONE
        told = replace(end, reason=reason, winner=winner, yaku={}, kobiki=(ONE, (-5, 10, -5)), extended=True)
        lines.add(settling.lines(words, SANNIN, told, TRIO))
        assert settling.title(words, SANNIN, told, TRIO)
        assert bool(settling.consequence(words, told)) == reason.is_void
    assert len(lines) == len(EndReason)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_move_that_ended_the_month_comes_first(rule_set: RuleSetId, words: Words) -> None:
    """Text and description begin with the last turn, of a grand month after the move that won it."""
    found = 0
    for view in matches(make_rules(rule_set, {"months": 6}), 31, koikoi=0.5):
        if view.shown_end is None or not view.last_turn:
            continue
        escaped, plain = (Cast.of(view).named(words, plain=plain) for plain in (False, True))
        (line,) = turns.lines(words, turns.all_turns(view.last_turn), escaped)
        screen, result = screen_of(view), Result.of(view.rules, Cast.of(view), view.shown_end, view.last_turn)
        grand = result.degree is Degree.GRAND
        assert screen.text(words).splitlines()[grand] == line
        (said,) = turns.lines(words, turns.all_turns(view.last_turn), plain)
        first = result.title(words, plain) if grand else said
        assert screen.alt(words).startswith(first.rstrip(".。")) and said.rstrip(".。") in screen.alt(words)
        if view.shown_end.reason is EndReason.SHOBU:
            assert view.shown_end.winner is not None
            assert line.startswith(escaped.seated(view.shown_end.winner))
        found += 1
    assert found


def test_the_cards_that_won_stand_out_of_their_yaku() -> None:
    """The captures of the winner's last turn are marked in the rows of its yaku, and always shown."""
    found = 0
    for seed in range(6):
        for view in matches(make_rules("classic", {"months": 6}), seed, koikoi=0.3):
            end = view.shown_end
            if end is None or end.reason is not EndReason.SHOBU:
                continue
            result = Result.of(view.rules, Cast.of(view), end, view.last_turn)
            rows = month_result.picture(ENGLISH, result).rows
            fresh = {card for row in rows for card in row.fresh}
            assert fresh and all(set(row.fresh) <= set(row.cards) for row in rows)
            assert fresh == {card for made in result.made for card in made.cards} & set(result.winning_cards)
            found += 1
    assert found


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", [RuleSetId.CLASSIC, RuleSetId.SANNIN])
def test_where_nobody_stopped_everybody_sees_who_came_how_far(rule_set: RuleSetId) -> None:
    """Picture and description have everybody's captures, their yaku and the nearest ones."""
    found = 0
    for view in matches(make_rules(rule_set, {"months": 12}), 9, koikoi=0.9):
        end = view.shown_end
        if end is None or not end.reason.played_out:
            continue
        screen = screen_of(view)
        scene, told = screen.scene(ENGLISH), screen.alt(ENGLISH)
        assert isinstance(scene, MonthResultScene)
        assert [CardSet.of(one.captured) for one in scene.reached] == list(end.captured)
        chips = [chip for one in scene.reached for chip in one.yaku]
        assert "2 of 3" in told or not any("2/3" in str(chip.word) for chip in chips)
        found += any(chip.finished for chip in chips)
    assert found


def test_a_hand_tells_what_the_month_means_for_its_player() -> None:
    """A winner or payer reads what, and how it stands, their own score first; the winner is `you`."""
    told = set()
    for view in matches(make_rules("ishokai", {"months": 3}), 31):
        if view.rest is None or view.rest.end.winner is None:
            continue
        winner = view.rest.end.winner
        for seat in view.seats:
            own, other = view.scores[seat.player], view.scores[1 - seat.player]
            text = hand.text(ENGLISH, hand.Facts.of(view, seat)).replace(numbers.MINUS, "-")
            points = view.rest.end.deltas[winner]
            won = seat.player == winner
            verb = f"you win {points} mon**" if won else f"You lost {points} mon"
            name = named(view).seated(1 - seat.player)
            assert f"{verb}: you\u00a0{own}, {name}\u00a0{other}." in text
            assert (settling.title(ENGLISH, view.rules, view.rest.end, named(view)) in text) != won
            assert "Scores" not in text and "Yaku" not in text and "-# " not in text
            told.add(won)
    assert told == {True, False}


def test_a_hand_tells_of_the_last_month_of_sannin_what_it_brought_before_what_ginmi_moves() -> None:
    """`You lost 1 mon: now -17 mon` from -4 would be a riddle: the score is that before ginmi."""
    view = next(end for seed in range(9) for *_, end in [matches(SANNIN3, seed)] if end.ends[-1].ginmi)
    for seat in view.seats:
        before = numbers.short_points(ENGLISH, view.rules, view.ends[-1].ginmi_scores[seat.player])
        assert f": now {before}." in hand.text(ENGLISH, hand.Facts.of(view, seat))


def test_a_hand_tells_after_a_void_month_whose_score_it_is() -> None:
    """Of three players the reader's alone is told."""
    view = next(
        view
        for seed in range(9)
        for view in matches(SANNIN3, seed, koikoi=0.9)
        if view.rest is not None and view.rest.end.winner is None
    )
    assert view.rest is not None
    for seat in view.seats:
        own = numbers.short_points(ENGLISH, view.rules, view.rest.end.ginmi_scores[seat.player])
        assert f"You stand at {own}." in hand.text(ENGLISH, hand.Facts.of(view, seat))


def named(view: MatchView) -> People:
    """The people of a view, in English."""
    return Cast.of(view).named(ENGLISH)


def test_a_hand_at_rest_says_you_of_its_reader() -> None:
    """For whom the match waits: others by their names."""
    view = next(each for each in matches(make_rules("classic", {"months": 3}), 31) if each.rest is not None)
    (first, second), rest = view.seats, view.rest
    assert rest is not None

    def told(**change: Any) -> str:
        shown = replace(view, rest=replace(rest, **change))
        return hand.text(ENGLISH, hand.Facts.of(shown, first))

    both, alone = (first.participant.number, second.participant.number), (first.participant.number,)
    assert "waiting for you, **" in told(waiting_for=both, until=None)
    assert "waiting for you." in told(waiting_for=alone, until=None)
    assert "waiting for you. It begins" in told(waiting_for=alone, until=datetime.now(UTC))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_last_month_has_its_result_like_every_other(rule_set: RuleSetId) -> None:
    """On the table and on every hand, with the turn that ended it and how the match ended."""
    *_, view = matches(make_rules(rule_set, {"months": 3}), 8)
    assert view.status is Status.OVER
    for shown in (screen_of(view), *(hand.Facts.of(view, seat).public for seat in view.seats)):
        assert shown is not None and isinstance(shown.facts, month_result.Facts)
        assert shown.facts.result.end == view.ends[-1]
    for seat in view.seats:
        text = hand.text(ENGLISH, hand.Facts.of(view, seat))
        won = view.ends[-1].winner == seat.player
        assert (
            "March: you win" if won else settling.title(ENGLISH, view.rules, view.ends[-1], named(view))
        ) in text
        assert "The match is over: " in text
        assert isinstance(hand.scene(ENGLISH, hand.Facts.of(view, seat)), MonthResultScene)


@pytest.mark.parametrize("months", [1, 3])
def test_a_player_reads_who_scored_by_name_and_once(months: int) -> None:
    """The end of a match whose only month says it already is not told again."""
    rules, found = make_rules("classic", {"months": months}), set()
    for seed in range(6):
        *_, view = matches(rules, seed)
        end = view.ends[-1]
        for seat in view.seats:
            text = hand.text(ENGLISH, hand.Facts.of(view, seat))
            public = screen_of(view).text(ENGLISH)
            assert ("The match is over: " in text) == ("The match is over: " in public) == (months > 1)
            if end.winner is None or end.winner == seat.player:
                continue
            winner = named(view).seated(end.winner)
            amount = numbers.points(ENGLISH, rules, end.deltas[end.winner])
            follows = "." if months == 1 else ": you\u00a0"
            assert f"** {winner} scores {amount}{follows}" in text
            assert "They score" not in text
            found.add(months)
    assert found == {months}


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_ginmi_is_worked_out(words: Words) -> None:
    """The scores before it, what it changed, what it led to; who pays whom, also where scores are equal."""
    *_, view = matches(make_rules("sannin", {"months": 3}), 8)
    told = set()
    for scores in ((19, 1, -20), (10, 10, -20), (20, -10, -10), (-20, 19, 1)):
        end = replace(view.ends[-1], scores=scores, kobiki=None, ginmi=ginmi(scores))
        result = Result.of(view.rules, Cast.of(view), end)
        scene = month_result.picture(words, result)
        before, changes, after = scene.lines[-3:]
        assert [_number(one.words) for one in before.amounts] == list(scores)
        added = [_number(one.words) for one in changes.amounts]
        assert added == list(end.ginmi or ())
        assert [_number(one.words) for one in after.amounts] == [
            score + gain for score, gain in zip(scores, added, strict=True)
        ]
        said = settling.payments(words, TRIO, end)
        assert isinstance(scene.note, Label) and scene.note.text
        assert settling.payments(words, result.cast.named(words, plain=True), end) == scene.note.text
        told.add(said)
    assert len(told) == 4


def _number(words: Text) -> int:
    said = words.short if isinstance(words, Label) else words
    return int(said.replace(numbers.MINUS, "-").replace("\N{FULLWIDTH PLUS SIGN}", "+"))


def test_a_month_for_which_nobody_is_paid_has_no_winner() -> None:
    """With an oya-ken of nothing the dealer takes nothing."""
    view = next(
        view
        for seed in range(20)
        for view in matches(make_rules("classic", {"months": 6, "oyaken": 0}), seed, koikoi=1)
        if view.rest is not None and view.rest.end.reason is EndReason.OYAKEN
    )
    screen = screen_of(view)
    scene = screen.scene(ENGLISH)
    assert isinstance(scene, MonthResultScene)
    assert "nobody scores" in str(scene.title)
    assert scene.total is None and not any(column.seal for column in scene.columns)
    assert scene.reason is not None and scene.reason.words == "Nobody stopped."
    said = screen.text(ENGLISH) + screen.alt(ENGLISH)
    assert "0 points" not in said and "Changes" not in said
    assert "nobody scores" in about_match.log(ENGLISH, about_match.Facts.of(view, NOBODY))
    assert "0, " not in about_match.log(ENGLISH, about_match.Facts.of(view, NOBODY)).splitlines()[-1]


def test_a_deal_that_passes_is_told_with_the_month() -> None:
    """To everybody by name, to the next dealer as themself; not after the last month."""
    rules = make_rules("classic", {"months": 3, "oyaken": 0, "deal_passes": True})
    told = set()
    for view in (each for seed in range(12) for each in matches(rules, seed, koikoi=1)):
        if view.rest is None:
            continue
        end = view.rest.end
        passes = end.reason is EndReason.OYAKEN and end.month < 3
        dealer = Player(1 - end.dealer)
        name = Cast.of(view).named(ENGLISH).seated(dealer)
        assert (f"{name} deals next." in screen_of(view).text(ENGLISH).splitlines()) == passes
        for seat in view.seats:
            line = "You deal next." if seat.player == dealer else f"{name} deals next."
            assert (line in hand.text(ENGLISH, hand.Facts.of(view, seat)).splitlines()) == passes
        told.add(passes)
    assert told == {False, True}


@pytest.mark.parametrize("rule_set", [RuleSetId.CLASSIC, RuleSetId.LEAGUE])
def test_only_who_was_asked_is_said_to_have_stopped(rule_set: RuleSetId) -> None:
    """On the last turn a yaku wins without a question."""
    said = set()
    for before, view in pairwise(matches(make_rules(rule_set, {"months": 12}), 3, koikoi=0.9)):
        if view.rest is None or view.rest.end.reason is not EndReason.SHOBU or before.public is None:
            continue
        asked = before.public.phase is Phase.DECIDE
        told = settling.reason(ENGLISH, view.rules, view.rest.end)
        assert told == ("The winner stopped." if asked else "The yaku of the last turn won at once.")
        said.add(asked)
    assert said == {False, True}


def test_whoever_pays_is_named() -> None:
    """Among two it is the other one, by name."""
    view = next(
        v for v in matches(make_rules("ishokai", {"months": 3}), 0) if v.rest and v.rest.end.winner == 1
    )
    assert view.rest is not None
    names = Cast.of(view).named(ENGLISH)
    said = settling.payment(ENGLISH, view.rules, view.rest.end, names)
    assert said.startswith(f"{names.seated(0)} pays {names.seated(1)} ")


def test_text_and_description_together_say_everything() -> None:
    """The text has in small print the parts for which a description has no room, and repeats no others."""
    dropped = 0
    for view in matches(make_rules("sannin", {"months": 3}), 1, names=LONG_NAMES, koikoi=0.9):
        screen = screen_of(view)
        if not isinstance(screen.facts, month_result.Facts):
            continue
        result, text, told = screen.facts.result, screen.text(ENGLISH), screen.alt(ENGLISH)
        plain, escaped = (
            month_result.sentences(ENGLISH, result, result.cast.named(ENGLISH, plain=each))
            for each in (True, False)
        )
        for one, other in zip(plain, escaped, strict=True):
            for part, same in zip(one.parts, other.parts, strict=True):
                if part.text not in told:
                    small = [line for line in text.split("\n") if line.startswith("-# ")]
                    assert any(same.text in line for line in small)
                    dropped += 1
    assert dropped
