"""The rules for every screen: facts in, three readings out, and no picture without a screen."""

from __future__ import annotations

import inspect
import pkgutil
import random
import typing
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass
from importlib import import_module
from types import ModuleType, NoneType

import pytest

from bot import screens
from bot.i18n import Words
from bot.match.vocabulary import Deck
from bot.screens import hand, parts, result, score_sheet
from bot.screens.hand import Look
from bot.screens.notes import yaku_sheet
from bot.screens.public import screen_of
from bot.wording.limits import ALT, CONTENT
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images import draw, pictures
from images.pictures.painting import paint
from images.scene.common import DeckFace, Scene
from images.scene.hand import HandScene
from images.scene.lobby import SeatDrawScene
from images.scene.result import MonthResultScene, WinningMoveScene
from images.scene.table import ReplayFrame, TableScene
from tests.gallery import scenes
from tests.support import wording_views
from tests.support.builders import random_rules
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES, matches

RULE_SETS = tuple(RuleSetId)
SHORTEST = {each: {"months": 3 if each is RuleSetId.SANNIN else 1} for each in RULE_SETS}


def drawn_types() -> set[type]:
    """The scenes that some module of `images.pictures` registers a picture for."""
    return {*paint.registry, *pictures.draw.registry} - {object}


def modules() -> Iterator[ModuleType]:
    """Every module of `bot.screens`, packages included."""
    for found in pkgutil.walk_packages(screens.__path__, f"{screens.__name__}."):
        yield import_module(found.name)


def readings(kind: str) -> Iterator[tuple[ModuleType, str]]:
    """The functions of all screens that read facts as `kind`: `scene`, and `month_scene` beside it."""
    for module in modules():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if (
                (name == kind or name.endswith(f"_{kind}"))
                and not name.startswith("_")
                and (function.__module__ == module.__name__)
            ):
                yield module, name


def test_every_picture_is_some_screens() -> None:
    """Some screen makes each picture that `images` can draw, and nothing else."""
    made: set[type] = set()
    for module, name in readings("scene"):
        returned = typing.get_type_hints(getattr(module, name))["return"]
        made |= set(typing.get_args(returned) or (returned,)) - {NoneType}
    # A frame is part of a replay; the winning move is the scene of a month's result, which moves.
    assert drawn_types() == made | {ReplayFrame, WinningMoveScene}


def test_every_picture_is_described_from_the_same_facts() -> None:
    """A module that makes scenes has a description of the same arguments, or leaves it to its package."""
    found = 0
    for module, name in readings("scene"):
        package = import_module(module.__name__.rpartition(".")[0])
        home = package if getattr(package, name, None) is getattr(module, name) else module
        description = getattr(home, name.replace("scene", "alt"))
        taken = inspect.signature(getattr(home, name)).parameters
        assert list(inspect.signature(description).parameters) == list(taken)
        assert typing.get_type_hints(description)["return"] is str
        found += 1
    assert found >= 12


def test_facts_are_frozen_and_hold_no_words() -> None:
    """Facts are computed once, in no language; the readings cannot change them."""
    found = 0
    for module in modules():
        facts = getattr(module, "Facts", None)
        if not inspect.isclass(facts):
            continue
        assert is_dataclass(facts), module.__name__
        with pytest.raises(FrozenInstanceError):
            setattr(object.__new__(facts), fields(facts)[0].name, None)
        hints = [str(field.type) for field in fields(facts)]
        assert not [hint for hint in hints if "Words" in hint or "View" in hint or "Observation" in hint]
        found += 1
    assert found >= 12


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_each_kind_of_picture_can_be_drawn(rule_set: RuleSetId, words: Words) -> None:
    """Every kind of scene that a match brings forth, with the longest names, draws as a PNG."""
    rules = make_rules(rule_set, SHORTEST[rule_set])
    found: dict[object, Scene] = {}
    for view in matches(rules, 12, names=LONG_NAMES):
        made: list[Scene] = [screen_of(view).scene(words)]
        made += [hand.scene(words, hand.Facts.of(view, seat)) for seat in view.seats]
        for scene in made:
            body = type(scene.body) if isinstance(scene, HandScene) else None
            found[type(scene), body] = scene
    lobby = wording_views.lobby(rules, wording_views.people(rules.seats - 1, LONG_NAMES))
    found["scores", None] = score_sheet.scene(words, score_sheet.Facts.of(view))
    found["result", None] = result.scene(words, result.Facts.of(view, result.chances_of(view)))
    found["yaku", None] = yaku_sheet.scene(words, yaku_sheet.Facts.of(rules))
    found["lobby", None] = screen_of(lobby).scene(words)
    for scene in found.values():
        assert draw(scene).startswith(b"\x89PNG")
    assert {TableScene, SeatDrawScene, HandScene} <= {type(scene) for scene in found.values()}


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("seed", range(3))
def test_texts_keep_to_the_limits(rule_set: RuleSetId, seed: int) -> None:
    """With the longest names and any options no text is too long, empty, or has an unfilled placeholder."""
    rules = random_rules(random.Random(seed), rule_set, months=3)
    for view in matches(rules, seed, names=LONG_NAMES, count=rules.seats + seed):
        everybody, own = screen_of(view), [hand.Facts.of(view, seat) for seat in view.seats]
        for words in EVERY:
            texts = [(everybody.text(words), CONTENT), (everybody.alt(words), ALT)]
            texts += [(hand.text(words, facts), CONTENT) for facts in own]
            texts += [(hand.alt(words, facts), ALT) for facts in own]
            sheet = score_sheet.Facts.of(view)
            texts += [(score_sheet.alt(words, sheet), ALT), (score_sheet.in_words(words, sheet), CONTENT)]
            for text, limit in texts:
                assert 0 < len(text) <= limit
                assert "{" not in text and "}" not in text


@pytest.mark.outside
def test_month_marks_reach_every_picture_of_a_hand_with_cards_wide_enough() -> None:
    """Asked for, they are on hands and on the results that they show; otherwise nowhere."""
    found: set[type] = set()
    for rule_set in (RuleSetId.CLASSIC, RuleSetId.SANNIN):
        for view in matches(make_rules(rule_set, {"months": 3}), 3):
            for seat in view.seats:
                plain, marked = (
                    hand.scene(ENGLISH, hand.Facts.of(view, seat, Look(month_marks=each)))
                    for each in (False, True)
                )
                assert getattr(plain, "month_marks", False) is False
                assert getattr(marked, "month_marks", True) is True
                found |= {type(marked)} if hasattr(marked, "month_marks") else set()
    assert found == {HandScene, MonthResultScene}


def test_the_clear_deck_reaches_every_picture_of_a_hand_with_cards() -> None:
    """Chosen, it is on hands and on what hands show of the table; what everybody sees keeps the usual one."""
    found: set[type] = set()
    for rule_set in (RuleSetId.CLASSIC, RuleSetId.SANNIN):
        for view in matches(make_rules(rule_set, {"months": 3}), 3):
            assert getattr(screen_of(view).scene(ENGLISH), "face", DeckFace.STANDARD) is DeckFace.STANDARD
            for seat in view.seats:
                for deck, face in zip(Deck, DeckFace, strict=True):
                    drawn = hand.scene(ENGLISH, hand.Facts.of(view, seat, Look(deck=deck)))
                    assert getattr(drawn, "face", face) is face
                    found |= {type(drawn)} if hasattr(drawn, "face") else set()
    assert found == {HandScene, MonthResultScene}


def test_a_deck_is_chosen_for_all_pictures_with_cards() -> None:
    """The yaku sheet too, and a replay with all its steps; pictures without cards stay as they are."""
    steps = scenes.animation(ENGLISH)
    drawn = parts.with_deck(steps, Deck.CLEAR)
    assert {frame.table.face for frame in drawn.frames if isinstance(frame, ReplayFrame)} == {DeckFace.CLEAR}
    assert parts.with_deck(drawn, Deck.STANDARD) == steps
    for each in scenes.named(ENGLISH).values():
        clear = parts.with_deck(each, Deck.CLEAR)
        assert getattr(clear, "face", DeckFace.CLEAR) is DeckFace.CLEAR
        assert hasattr(each, "face") or isinstance(each, ReplayFrame) or clear == each
