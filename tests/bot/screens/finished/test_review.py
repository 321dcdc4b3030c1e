"""The review in words: everybody's loss and luck, the costliest moves of one, the curve for the blind."""

from __future__ import annotations

from functools import cache

import pytest

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.decisions import Decision, PlayersReview
from bot.match.finished import Moment, replay
from bot.opponents.review import Review
from bot.opponents.review import review as look_back
from bot.screens.finished import replay as replay_screen
from bot.screens.finished import review
from bot.wording import numbers
from bot.wording.finished import review as wording
from bot.wording.limits import ALT, CONTENT
from bot.wording.people import Cast
from engine.cards.deck import card
from engine.record.match_record import parse
from engine.rules.actions import Choose, Play, Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.bot.screens.finished import review_cases
from tests.support.builders import play_random
from tests.support.wording_views import ENGLISH, EVERY, people

WORDS = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


@cache
def _looked_back(rule_set: RuleSetId) -> tuple[Cast, Review]:
    """A match by chance, a year long, looked back upon once for all its players and all languages."""
    played = play_random(make_rules(rule_set), 8, koikoi=0.3)
    cast = Cast(people(played.participants), played.last.order or ())
    return cast, look_back(parse(played.record()))


def facts_of(rule_set: RuleSetId, player: int) -> review.Facts:
    """The review of that match for one of its players."""
    return review.Facts(MatchId(1), make_rules(rule_set), *_looked_back(rule_set), player)


@pytest.mark.outside
@WORDS
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_everybody_s_values_are_told_and_one_s_moves(words: Words, rule_set: RuleSetId) -> None:
    """Within Discord's limits; the picture's chances stand in its description and in text mode."""
    for player in range(make_rules(rule_set).seats):
        facts = facts_of(rule_set, player)
        pages = review.text, review.in_words, review.alt, review.moves, review.figures
        said, alone, described, moves, figures = (tell(words, facts) for tell in pages)
        assert max(map(len, (said, alone, moves, figures))) <= CONTENT and len(described) <= ALT
        assert len(said.splitlines()) <= 3
        for each in facts.review.players:
            assert numbers.tenths(words, each.lost) in figures
        for one in facts.missed:
            assert wording.move(words, one.first.best) in moves
        scene = review.scene(words, facts)
        assert scene is not None
        assert len(scene.lines) == facts.rules.seats
        assert len(scene.months) == len(facts.review.chances) == len(scene.lines[0].chances)
        for share in facts.review.chances[-1].shares:
            assert numbers.percent(words, share) in described and numbers.percent(words, share) in alone


@WORDS
def test_a_match_without_players_says_so(words: Words) -> None:
    """The seats of this match were never drawn: no moves, and nothing to describe."""
    rules = make_rules(RuleSetId.CLASSIC)
    facts = review.Facts(MatchId(1), rules, Cast(people(2)), Review((), ()), 0)
    assert not facts.missed and not review.alt(words, facts)
    assert words.say(wording.NOTHING) in review.text(words, facts) == review.in_words(words, facts)


@WORDS
def test_the_replay_names_a_costly_move_where_it_was_made(words: Words) -> None:
    """In the words of the review, with a picture and without; at no other step."""
    rules = make_rules(RuleSetId.LEAGUE)
    facts, played = facts_of(RuleSetId.LEAGUE, 1), play_random(rules, 8, koikoi=0.3)
    shown = replay(parse(played.record()), people(played.participants))
    lines = [wording.costly(words, rules, n, each) for n, each in enumerate(facts.missed, start=1)]
    found = []
    for step in range(len(shown.steps)):
        costly = review.costly_at(facts.review, 1, shown, step)
        page = replay_screen.Facts(shown, costly=costly)
        text, alone = (tell(words, page, step) for tell in (replay_screen.text, replay_screen.in_words))
        said = [line for line in lines if line in text.splitlines()]
        assert said == [line for line in lines if line in alone.splitlines()]
        assert len(said) == len(costly)
        assert not said or wording.costliest(words, facts.cast.named(words).seated(1), 1) in text
        found += said
    assert sorted(found) == sorted(lines) != []
    assert not review.costly_at(facts.review, 7, shown, 0)


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_costly_move_is_shown_as_its_player_found_it(rule_set: RuleSetId) -> None:
    """The replay's step before it: its card is in their hand, or the card that it takes on the field."""
    rules = make_rules(rule_set, {"months": 3})
    played = play_random(rules, 3, koikoi=0.3)
    shown = replay(parse(played.record()), people(played.participants))
    for number, action in enumerate(played.actions):
        step = shown.steps[shown.before(number)]
        if isinstance(action.move, Play):
            assert step.moment is Moment.TABLE
            assert action.move.card in step.hands[action.player]
        elif isinstance(action.move, Choose):
            assert action.move.card in step.seen.field


def test_the_page_has_the_cases() -> None:
    """`python -m tests.bot.screens.finished.review_cases` would change nothing: read them aloud there."""
    assert review_cases.table() in review_cases.PAGE.read_text(encoding="utf-8")


def test_the_sentence_and_the_luck_agree() -> None:
    """Luck is one difference: never for both; and nobody is told that the cards lost what they won by."""
    for case in review_cases.CASES:
        facts = review_cases.facts(case)
        text = review_cases.said(ENGLISH, case)
        if "with luck on your side" in text:
            assert "The cards gave you" in text
        if "against you" in text or "Bad cards" in text or "in spite of the cards" in text:
            assert "more than you" in text
        if case.learning:
            assert "The cards" not in text and review.scene(ENGLISH, facts) is None


def test_a_card_missed_turn_after_turn_is_one_row() -> None:
    """With what all of these turns lost; another card, a right turn or a new month begins another row."""
    mum, pine, crane = (Play(card(each), None) for each in "iAB")
    turns = [
        (1, pine, mum, 2.0),
        (1, crane, mum, 3.0),
        (1, pine, pine, 0.0),
        (1, crane, mum, 1.0),
        (2, pine, mum, 4.0),
    ]
    decisions = tuple(
        Decision(n, month, Player(0), made, best, lost) for n, (month, made, best, lost) in enumerate(turns)
    )
    missed = PlayersReview(decisions, 0, 0).missed
    assert [(each.first.action, each.turns, each.lost) for each in missed] == [
        (0, 2, 5.0),
        (4, 1, 4.0),
        (3, 1, 1.0),
    ]
    rules = make_rules(RuleSetId.LEAGUE, {"months": 3})
    assert "missed in 2 turns in a row" in wording.costly(ENGLISH, rules, 1, missed[0])
