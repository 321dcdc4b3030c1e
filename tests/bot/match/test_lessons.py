"""The tutorial's script, played through the engine: what it says of the cards is so."""

from __future__ import annotations

import itertools

import pytest

from bot.match import lessons
from bot.match.lessons import CPU, LEARNER, SCENES, TO_THE_DECISION, Step
from bot.match.progress import Progress
from engine.cards.deck import DECK, card
from engine.play.legal import legal_moves
from engine.play.observation import Observation, observe
from engine.record.notation import parse_move
from engine.rules.actions import Action, KoiKoi, Phase, Play, Shobu
from engine.rules.rule_sets import STANDARD
from engine.rules.yaku import YakuId


def seen(step: Step) -> Observation:
    """Return the learner's view at a step."""
    return observe(lessons.progress(step).state, LEARNER)


def test_the_lesson_is_played_by_the_usual_rules() -> None:
    """By Standard with its own options, with a whole deck."""
    assert lessons.RULES.id is STANDARD
    assert set(lessons.RULES.changed()) == {"months"}
    assert sorted(lessons.deck()) == list(DECK)


@pytest.mark.parametrize("step", [each for each in Step if not SCENES[each].leads])
def test_the_whole_script_is_legal(step: Step) -> None:
    """Every move of every way through the lesson is one that the engine allows its player then."""
    played = SCENES[step].played
    for text, at in zip(played, _states(played), strict=True):
        player, move = text.split()
        assert parse_move(move) in legal_moves(at.state, LEARNER if player == "0" else CPU)


def _states(played: tuple[str, ...]) -> list[Progress]:
    """The states before each of the moves."""
    made = [lessons.progress(Step.MONTHS)]
    for text in played[:-1]:
        player, move = text.split()
        made.append(made[-1].after(Action(LEARNER if player == "0" else CPU, parse_move(move))))
    return made


@pytest.mark.parametrize("step", Step)
def test_a_step_leads_on_by_the_card_that_is_to_be_pressed(step: Step) -> None:
    """On a step with a wanted card it is the learner's turn, and playing the card leads to the next step."""
    scene, now = SCENES[step], seen(step)
    if scene.wanted is None:
        return
    (then,) = scene.leads
    if step is Step.WHICH:
        move = Play(card("m"), scene.wanted)
    elif then is Step.WHICH:
        assert len([each for each in now.legal if isinstance(each, Play) and each.card is scene.wanted]) == 2
        return
    else:
        move = Play(scene.wanted)
    assert now.phase is Phase.PLAY and move in now.legal
    after = lessons.progress(step).after(Action(LEARNER, move))
    assert after.state == lessons.progress(then).state


def test_everybody_comes_from_the_first_step_to_the_decision() -> None:
    """Step by step; both answers lead on, and what follows ends."""
    for one, other in itertools.pairwise(TO_THE_DECISION):
        assert SCENES[one].leads == (other,)
        assert lessons.before(other) is one
    for step in (Step.DECIDE, Step.AGAIN):
        assert seen(step).legal == (Shobu(), KoiKoi())
    ends = {each for each in Step if not SCENES[each].leads}
    assert ends == {Step.WON, Step.WON_MORE, Step.LOST}
    assert all(lessons.progress(each).rests for each in ends)


def test_what_the_steps_say_is_on_the_table() -> None:
    """Two maples, no match, the cup's partner, the boar; yaku and points; what the CPU player lacks."""
    assert {each.letter for each in seen(Step.TWO).matches(card("m"))} == {"k", "l"}
    assert not any(seen(Step.NONE).matches(each) for each in seen(Step.NONE).hand)
    assert card("N") in seen(Step.NONE).hand and card("O") in seen(Step.NONE).hand
    assert (YakuId.TSUKIMI, 1, 2) in seen(Step.LUCK).begun(LEARNER)
    assert not any(each.month == 9 for each in seen(Step.LUCK).field)
    assert card("i") in seen(Step.FOUND).field and card("i") in seen(Step.YAKU).field
    assert seen(Step.DECIDE).yaku[LEARNER] == {YakuId.TSUKIMI: 5}
    assert card("Y") in seen(Step.MORE).field
    assert seen(Step.AGAIN).yaku[LEARNER] == {YakuId.TSUKIMI: 5, YakuId.INOSHIKACHO: 5}
    assert seen(Step.AGAIN).totals == (10, 0) and card("K") in seen(Step.AGAIN).field
    for step in (Step.DECIDE, Step.AGAIN):
        assert (YakuId.AKATAN, 2, 3) in seen(step).begun(CPU)
    points = {step: lessons.progress(step).ends[0].deltas for step in (Step.WON, Step.WON_MORE, Step.LOST)}
    assert points == {Step.WON: (5, 0), Step.WON_MORE: (10, 0), Step.LOST: (0, 6)}


@pytest.mark.parametrize("step", (Step.FOUND, Step.YAKU))
def test_the_cpu_player_cannot_take_what_the_learner_waits_for(step: Step) -> None:
    """The CPU player holds no card of the month whose card the learner is told to hope for."""
    assert not any(each.month == 9 for each in observe(lessons.progress(step).state, CPU).hand)
