"""The steps of the tutorial as messages: what they say, and whom they answer how."""

from __future__ import annotations

import re

import pytest

from bot.config import Settings
from bot.i18n import Words
from bot.match.lessons import SCENES, TO_THE_DECISION, Step
from bot.screens.lessons import lesson
from bot.screens.lessons.lesson import Facts
from bot.wording import buttons
from bot.wording.lessons import lesson as wording
from cogs.content.controls import Button
from cogs.content.page_id import PagePress, format_page, parse_page
from cogs.lessons import lesson_rows
from engine.cards.deck import Card, Kind, card
from images.scene.hand import HandScene
from images.scene.result import MonthResultScene
from tests.support.wording_views import ENGLISH, JAPANESE

SETTINGS = Settings.model_validate({"data": "/nowhere"})
LANGUAGES = (ENGLISH, JAPANESE)
LONGEST = {ENGLISH: 460, JAPANESE: 240}
"""Characters of a step: what stands over a picture on a phone."""


def facts(step: Step, pressed: Card | None = None) -> Facts:
    """A step as Sakura sees it."""
    return Facts.of(step, "Sakura", SETTINGS, {}, pressed=pressed)


def controls(words: Words, step: Step) -> list[tuple[str, PagePress]]:
    """The buttons of a step: what they say and carry."""
    found = [each for row in lesson_rows.rows(words, facts(step)) for each in row]
    assert all(isinstance(each, Button) for each in found)
    return [
        (each.label, each.press)
        for each in found
        if isinstance(each, Button) and isinstance(each.press, PagePress)
    ]


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("step", Step)
def test_a_step_is_one_short_text(words: Words, step: Step) -> None:
    """With its number until the decision, every placeholder filled, the real picture below it."""
    told = lesson.text(words, facts(step))
    assert "{" not in told
    assert len(wording.title(words, step) + "".join(wording.lines(words, step, 1))) < LONGEST[words]
    assert bool(re.match(r"\*\*\d+/12", told)) is (step in TO_THE_DECISION)
    wanted = MonthResultScene if not SCENES[step].leads else HandScene
    assert isinstance(lesson.scene(words, facts(step)), wanted)
    assert lesson.alt(words, facts(step))


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("step", [each for each in Step if SCENES[each].wanted])
def test_the_card_to_be_pressed_is_marked_and_named(words: Words, step: Step) -> None:
    """One button wears the sign, and the text says its number; the sign is no colour alone."""
    shown = facts(step)
    wanted = shown.wanted
    assert wanted is not None
    number = shown.number(wanted)
    ((label, press),) = [each for each in controls(words, step) if each[0].startswith(wording.MARK)]
    assert press.state == (step.value, wanted.letter)
    assert f"{wording.MARK} {number}" in lesson.text(words, shown)
    assert re.match(rf"{wording.MARK} {number}\D", label)


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize("step", [each for each in Step if SCENES[each].wanted])
def test_another_card_gets_one_sentence_and_nothing_happens(words: Words, step: Step) -> None:
    """The sentence says why the marked card is better; picture and buttons stay."""
    right = facts(step)
    others = [
        card(press.state[-1])
        for label, press in controls(words, step)
        if press.action == lesson_rows.CARD and not label.startswith(wording.MARK)
    ]
    assert others
    for other in others:
        wrong = facts(step, other)
        (said,) = [line for line in lesson.text(words, wrong).splitlines() if line.startswith("> ")]
        assert right.wanted is not None and str(right.number(right.wanted)) in said
        assert lesson.scene(words, wrong) == lesson.scene(words, right)
        assert lesson_rows.rows(words, wrong) == lesson_rows.rows(words, right)


@pytest.mark.parametrize("step", [each for each in Step if SCENES[each].wanted])
def test_a_sentence_about_a_match_is_said_of_cards_that_match(step: Step) -> None:
    """And the one about none only of a card that has none on the field."""
    held = facts(step).held
    assert held is not None
    for one in held.cards:
        if one.card is facts(step).wanted or step is Step.WHICH:
            continue
        said = lesson.text(ENGLISH, facts(step, one.card))
        if step is not Step.NONE:
            assert ("finds no card of its month" in said) is (not one.matches)
        elif one.card.kind is not Kind.CHAFF:
            assert one.card.kind.name.lower() in said


def test_a_card_that_is_not_there_is_no_wrong_one() -> None:
    """A forged press of a card that is not in the hand shows the step."""
    forged = ((Step.TAKE, "A"), (Step.FLIP, "A"), (Step.FLIP, "N"), (Step.DECIDE, "N"), (Step.WON, "N"))
    for step, letter in forged:
        assert lesson.text(ENGLISH, facts(step, card(letter))) == lesson.text(ENGLISH, facts(step))


@pytest.mark.parametrize("step", Step)
def test_every_button_names_its_step_and_stands_once(step: Step) -> None:
    """Each custom id is read again as it was written; nobody is stuck: one may leave, or begin again."""
    ids = [format_page(press) for _, press in controls(ENGLISH, step)]
    assert len(set(ids)) == len(ids)
    assert [format_page(parse_page(each)) for each in ids] == ids
    labels = [label for label, _ in controls(ENGLISH, step)]
    out = ENGLISH.say(wording.LEAVE_BUTTON) if SCENES[step].leads else ENGLISH.say(wording.AGAIN_BUTTON)
    assert out in labels
    assert all(len(row) <= 4 for row in lesson_rows.rows(ENGLISH, facts(step)))


def test_both_answers_can_be_given() -> None:
    """With what a stop is worth."""
    for step, points in ((Step.DECIDE, 5), (Step.AGAIN, 10)):
        labels = [label for label, _ in controls(ENGLISH, step)]
        assert labels[:2] == [buttons.stop(ENGLISH, points), ENGLISH.say(buttons.KOIKOI)]


def test_the_kinds_of_the_hand_are_told_as_they_are() -> None:
    """The numbers that the second step names are those of the cards."""
    told = lesson.text(ENGLISH, facts(Step.KINDS))
    held = facts(Step.KINDS).held
    assert held is not None
    for kind, name in (
        (Kind.LIGHT, "gold"),
        (Kind.ANIMAL, "green"),
        (Kind.RIBBON, "red"),
        (Kind.CHAFF, "white"),
    ):
        (line,) = [each for each in told.splitlines() if each.startswith(f"- {name}")]
        assert {int(each) for each in re.findall(r"\d+", line)} == {
            one.number for one in held.cards if one.card.kind is kind
        }
