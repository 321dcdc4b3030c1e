"""Words by themselves: names, events, errors, commands, labels, sheets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from bot import errors
from bot.errors import BotError
from bot.i18n import Words
from bot.ids import ChannelId, MatchId, UserId
from bot.wording import notes, settling
from bot.wording import rules as rule_words
from bot.wording.limits import Part, fitted, shortened
from engine.errors import OptionError
from engine.rules.month_end import Calculation, Factor
from engine.rules.options import OPTIONS, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE

SANNIN, ISHOKAI, CLASSIC = (make_rules(each) for each in ("sannin", "ishokai", "classic"))


def test_calculations_follow_the_formula_of_the_rule_set() -> None:
    """Terms and factors stand as the rule set multiplies them."""
    honba = Calculation(12, 39, honba=1, multipliers=((Factor.KOI, 3),))
    assert settling.calculation(JAPANESE, ISHOKAI, honba) == "（12文 ＋ 積み棒1） ×3（こいこい）"
    both = Calculation(8, 32, multipliers=((Factor.SEVEN_DOUBLE, 2), (Factor.KOI, 2)))
    assert settling.calculation(ENGLISH, CLASSIC, both) == "8 points × 2 (7 or more) × 2 (koi-koi)"
    less = Calculation(30, 22, less=8)
    assert settling.calculation(ENGLISH, SANNIN, less) == "30 mon − 8 (second declaration)"
    bonus = Calculation(24, 29, bonus=5)
    assert settling.calculation(ENGLISH, SANNIN, bonus) == "24 mon + goko bonus 5"


def error_classes(root: type[BotError] = BotError) -> Iterator[type[BotError]]:
    """Every class of errors of the bot."""
    for each in root.__subclasses__():
        yield each
        yield from error_classes(each)


_SOME: dict[str, object] = {
    "kind": errors.StorageErrorKind.LOCKED,
    "revision": None,
    "tables": (),
    "channels": (ChannelId(5),),
    "permissions": ("speak",),
    "again_at": datetime(2026, 11, 1, tzinfo=UTC),
    "starts_at": datetime(2026, 11, 1, tzinfo=UTC),
}
"""A value for each field of an error that takes no number."""


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_error_has_a_sentence(words: Words) -> None:
    """Each class of `bot.errors` is worded, with what its fields say."""
    unknown = notes.error(words, BotError())
    for cls in error_classes():
        if cls.__module__ == errors.__name__:
            filled = {name: _SOME.get(name, 7) for name in cls.__annotations__}
            assert notes.error(words, cls(**filled)) != unknown, cls.code
    said = {notes.error(words, errors.StorageError(kind)) for kind in notes.STORAGE}
    assert len(said) == len(notes.STORAGE)
    assert "<#5>" in notes.error(words, errors.UserBusy(MatchId(1), ChannelId(5)))
    assert "<@9>" in notes.error(words, errors.NotHost(UserId(9)))
    assert "2" in notes.error(words, errors.LobbyNotReady(2))
    assert "`a1`" in notes.unexpected(words, "a1")
    assert "3" in notes.option_error(words, OptionError("options.months", "no", (1, 3, 6)))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_missing_permissions_are_named(words: Words) -> None:
    """The names are those of Discord's settings; unknown ones are shown as they are."""
    said = notes.error(words, errors.MissingPermissions(("send_messages", "attach_files", "speak")))
    assert words.say(notes.PERMISSIONS["send_messages"]) in said
    assert "`speak`" in said


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_option_and_value_has_words(words: Words) -> None:
    """Options and the values that can be chosen are worded, each value of an option differently."""
    for name, spec in OPTIONS.items():
        assert rule_words.option_name(words, name) and rule_words.option_description(words, name)
        for rule_set in RuleSetId:
            allowed = spec.allowed(rule_set)
            assert len({rule_words.value(words, name, each) for each in allowed}) == len(allowed)
            assert len(rule_words.description(words, rule_set)) <= 100


def test_texts_are_fitted_by_leaving_out_parts_never_by_cutting_words() -> None:
    """The part of the highest rank goes first, the last of them before the others; rank 0 stays."""
    parts = [Part("one"), Part("two", 2), Part("three", 1), Part("four", 2)]
    assert fitted(parts, 100, " ") == "one two three four"
    assert fitted(parts, 13, " ") == "one two three"
    assert fitted(parts, 12, " ") == "one three"
    assert fitted(parts, 3, " ") == "one"
    assert shortened("some words here", 11) == "some words…"
    assert shortened("some", 4) == "some"
