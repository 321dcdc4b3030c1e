"""The problems that come with the bot: what every one of them promises, and what their screens tell of it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.config import Settings
from bot.i18n import Languages, Words
from bot.match import problems as rows
from bot.match.problems import MOST_CHOICES, Problem, ProblemId, Solved
from bot.match.progress import Progress
from bot.screens.hand import Look, prospects
from bot.screens.hand.tip import Taking, taking
from bot.screens.lessons import problems as screen
from bot.screens.lessons.problems import Facts
from bot.screens.lessons.reasons import Nearer
from bot.wording import problems as wording
from cogs import problem_rows
from cogs.content.controls import Button, Rows
from cogs.content.custom_id import BadCustomId
from cogs.content.page_id import Page, PagePress, format_page, parse_page
from engine.cards.cardset import CardSet
from engine.play.legal import legal_moves
from engine.play.observation import observe
from engine.rules.actions import Choose, KoiKoi, Play
from engine.rules.rule_sets import RULE_SETS, RuleSetId, Unit

SETTINGS = Settings.model_validate({"data": "/nowhere"})
LEAST = {Unit.POINTS: 1.0, Unit.MON: 2.0}
SOME = 25
"""The step between two problems that are looked at in every language."""
LANGUAGES = [each for each in Languages.load() if each.locale in {"en", "ja", "ko"}]


def facts(which: ProblemId, *, text_mode: bool = False, done: int = 0) -> Facts:
    """A problem as Sakura sees it."""
    return Facts.of(which, "Sakura", SETTINGS, Look(hint=False, text_mode=text_mode), Solved(done))


def some(rule_set: RuleSetId) -> list[ProblemId]:
    """A sample, always the same."""
    return [ProblemId(rule_set, each) for each in range(1, len(rows.problems(rule_set)) + 1, SOME)]


def presses(shown: Rows) -> list[PagePress]:
    """Return the presses of some rows' buttons."""
    found = [each.press for row in shown for each in row if isinstance(each, Button)]
    assert all(isinstance(each, PagePress) for each in found)
    return [each for each in found if isinstance(each, PagePress)]


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_every_problem_can_be_played_to_and_has_one_best_answer(rule_set: RuleSetId) -> None:
    """Two to four legal choices in the order of the hand, the best ahead by a point; no seed comes twice."""
    had = rows.problems(rule_set)
    assert len(had) >= 100
    assert [one.seed for one in had] == sorted({one.seed for one in had})
    for one in had:
        assert rows.loads(rule_set, rows.dumps(one)) == one
        state, me = rows.position(one).state, rows.solver(one)
        seen, moves = observe(state, me), [each.move for each in one.choices]
        assert 2 <= len(moves) <= MOST_CHOICES
        assert set(moves) <= set(legal_moves(state, me))
        best, second, *_ = sorted((each.worth for each in one.choices), reverse=True)
        assert best - second >= LEAST[RULE_SETS[rule_set].unit]
        assert seen.hand and len(seen.dealt) - len(seen.hand) >= 2, "neither the first turn nor the last"
        dealt = list(seen.dealt)
        places = [dealt.index(each.card) for each in moves if isinstance(each, Play)]
        assert places == sorted(places)


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_the_answers_are_of_many_kinds(rule_set: RuleSetId) -> None:
    """A person who always says the same is wrong more often than right: most problems are about cards."""
    bests = [one.choices[one.best].move for one in rows.problems(rule_set)]
    assert sum(isinstance(each, Play | Choose) for each in bests) > 0.5 * len(bests)


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_what_speaks_for_a_choice_is_not_true_of_every_choice(rule_set: RuleSetId) -> None:
    """Of the card that the stock has turned: what all it may take would bring is no reason to take one."""
    turned = 0
    for number, one in enumerate(rows.problems(rule_set), start=1):
        best, me = one.choices[one.best].move, rows.solver(one)
        if not isinstance(best, Choose):
            continue
        seen = observe(rows.position(one).state, me)
        card, others = seen.flipped, [each.move.card for each in one.choices if isinstance(each.move, Choose)]
        assert card is not None
        others.remove(best.card)
        reason = facts(ProblemId(rule_set, number)).choices[one.best].reason
        if isinstance(reason, Nearer):
            brought = [prospects.brought(seen, me, card, [each])[0] for each in others]
            assert not [step for step in reason.brings if all(step in each for each in brought)], number
        else:
            assert isinstance(reason, Taking)
            takings = [taking(seen, me, (0, card), CardSet.of([each]))[1] for each in others]
            assert reason.makes is None or any(each.makes != reason.makes for each in takings), number
            assert reason.needed is None or any(each.needed != reason.needed for each in takings), number
            assert reason.near is None or any(each.near != reason.near for each in takings), number
        turned += 1
    assert turned


def altered(one: Problem, seed: int) -> Progress:
    """The position with all that the player to move does not see dealt in another way."""
    progress, me = rows.position(one), rows.solver(one)
    at = progress.state.in_play
    assert at is not None
    deal = at.deal
    others = [each for each in range(len(deal.hands)) if each != me]
    hidden = [card for each in others for card in deal.hands[each]] + list(deal.deck[deal.top :])
    random.Random(seed).shuffle(hidden)
    hands = list(deal.hands)
    for each in others:
        hands[each] = tuple(hidden[: len(hands[each])])
        hidden = hidden[len(deal.hands[each]) :]
    deck = (*deal.deck[: deal.top], *hidden)
    deal = deal._replace(hands=tuple(hands), deck=deck)
    state = progress.state._replace(in_play=at._replace(deal=deal))
    return replace(progress, state=state)


def test_a_shared_problem_asks_about_no_buttons_that_only_its_solver_sees() -> None:
    """A question about the month stands where stop and koi-koi are the choices; of cards none are counted."""
    words = LANGUAGES[0]
    for which in some(RuleSetId.LEAGUE):
        one = facts(which)
        decides = any(isinstance(each.move, KoiKoi) for each in one.choices)
        said = screen.shared(words, one, "Ann")
        assert "choices below" not in said
        assert (words.say(wording.OF_TWO) in said) == decides


def test_a_streak_is_told_once_there_is_one() -> None:
    """Results tell the problems solved; nobody reads of no right answers in a row."""
    for words in LANGUAGES:
        none, two = (wording.standing(words, streak=n, best=5, solved=12, total=150) for n in (0, 2))
        assert "12" in none and "150" in none and "0" not in none.replace("150", "")
        assert "2" in two and "5" in two and two.endswith(none.removeprefix("-# "))


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_no_hidden_card_is_told(rule_set: RuleSetId, monkeypatch: pytest.MonkeyPatch) -> None:
    """Question, picture, description, answer and buttons are the same with other hidden cards."""
    words = LANGUAGES[0]

    def told(which: ProblemId) -> list[object]:
        shown = [facts(which), facts(which, text_mode=True)]
        best = shown[0].best
        return [
            each
            for one in shown
            for each in (
                screen.text(words, one),
                screen.scene(words, one),
                screen.alt(words, one),
                screen.answer(words, one, best, counted=True),
                screen.shared(words, one, "Ann"),
                problem_rows.question(words, one, sharing=True),
            )
        ]

    for which in some(rule_set):
        before = told(which)
        other = altered(rows.numbered(which), which.number)
        assert other.state != rows.position(rows.numbered(which)).state
        with monkeypatch.context() as patched:
            patched.setattr(rows, "position", lambda _, other=other: other)
            assert told(which) == before


@pytest.mark.parametrize("words", LANGUAGES, ids=lambda words: words.locale)
@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_a_problem_and_its_answer_are_short_texts(rule_set: RuleSetId, words: Words) -> None:
    """Every placeholder is filled, the question does not give the answer away, the answer says why."""
    for which in some(rule_set):
        for text_mode in (False, True):
            one = facts(which, text_mode=text_mode)
            asked = screen.text(words, one)
            assert "{" not in asked and "✓" not in asked
            for place in range(len(one.choices)):
                said = screen.answer(words, one, place, counted=True)
                assert "{" not in said
                assert said.count("✓") == (2 if place == one.best else 1)
                assert len(said) <= (2000 if text_mode else 1200)
            assert screen.why(words, one, one.best)


def test_presses_lead_back_to_their_problem() -> None:
    """Each button names the problem; what names none, or no choice of it, is refused."""
    one = facts(ProblemId(RuleSetId.CLASSIC, 3))
    words, choices = LANGUAGES[0], len(one.choices)
    under = presses(problem_rows.question(words, one, sharing=True))
    assert [problem_rows.read(each).chosen for each in under] == [*range(choices), None]
    assert {problem_rows.read(each).which for each in under} == {one.which}
    assert all(parse_page(format_page(each)) == each for each in under)
    assert len(presses(problem_rows.question(words, one, sharing=False))) == choices
    for state in ((), ("classic",), ("classic", "0"), ("classic", "9999"), ("whist", "1"), ("classic", "-1")):
        with pytest.raises(BadCustomId):
            problem_rows.read(PagePress(Page.PROBLEM, problem_rows.OPEN, state))
    for place in (str(choices), "9", "x", "1.1"):
        with pytest.raises(BadCustomId):
            problem_rows.read(PagePress(Page.PROBLEM, problem_rows.ANSWER, ("classic", "3", place)))


def test_a_streak_grows_with_right_answers_and_begins_anew_after_a_wrong_one() -> None:
    """The longest one stays; every number that was answered is known."""
    now = Solved()
    for number, right in ((2, True), (1, True), (7, False), (3, True)):
        assert not now.has(number)
        now = now.after(number, right=right)
    assert (now.streak, now.best, now.solved, now.tried) == (1, 2, 3, 4)
    assert now.numbers == (1, 2, 3, 7)
