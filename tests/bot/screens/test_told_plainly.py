"""The rules for every text of a match: a cross is a factor, and a score has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from bot import catalogues
from bot.i18n import Words
from bot.ids import UserId
from bot.match.views import MatchView
from bot.screens import hand, parts
from bot.screens.hand import Facts, Look
from bot.screens.public import screen_of
from bot.wording import own_matches
from bot.wording.own_matches import Linked
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.pictures.table import paint
from images.scene.table import TableScene
from tests.support.wording_views import EVERY, matches

FACTORS = {
    "The month then counts ×{n}, for {player} too.",
    "Opponent stops: yours lost, theirs ×2",
    "The month counts ×{n} for both",
    "Opponent's yaku: yours void, a stop ×2",
    "Opponent's yaku: yours void; month ×{n}",
    "The loser pays (total + honba) × (koi-koi calls of both + 1).",
    "×{n}",
    "×2 if the loser called",
    "× {n} (7 or more)",
    "× {n} (koi-koi)",
    "× {n} (lights on the field)",
    "Your own stop then counts ×{n}.",
    "winner's calls + 1 (×2 if the loser called)",
}
"""Every text with a cross: what comes behind it multiplies what is paid."""
BARE = re.compile(r"−?\d+ ?[:：] ?−?\d+")
WORDS = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


@WORDS
def test_a_cross_stands_before_a_factor_alone(words: Words) -> None:
    """In every catalogue, also where the English text has none."""
    for message in catalogues.read(words.locale):
        texts = (message.string,) if isinstance(message.string, str) else message.string or ()
        if any("×" in text for text in texts):
            assert message.id in FACTORS


@pytest.mark.outside
@WORDS
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_match_is_told_without_bare_scores(words: Words, rule_set: RuleSetId) -> None:
    """Public texts, hands, descriptions and the line that names the match."""
    for view in _match(rule_set):
        for said in _told(words, view):
            assert not BARE.search(said), said


@pytest.mark.outside
@WORDS
def test_nothing_is_crossed_where_nothing_is_multiplied(words: Words) -> None:
    """Sannin has no multiplier: a koi-koi called three times is told and drawn without a cross."""
    calm = [view for view in _match(RuleSetId.SANNIN) if view.rest is None]
    assert any(max(view.public.koi, default=0) > 0 for view in calm if view.public is not None)
    for view in calm:
        assert not [said for said in _told(words, view) if "×" in said]
    tables = (screen_of(view).scene(words) for view in calm[::10])
    written = chain.from_iterable(paint(each).placed for each in tables if isinstance(each, TableScene))
    assert not [each.text for each in written if "×" in each.text]


@WORDS
def test_hard_words_are_explained_where_they_stand(words: Words) -> None:
    """Kobiki and ginmi say what they are; a sentence with *bound* says what stopping needs."""
    for label in (parts.kobiki(words), parts.ginmi(words)):
        assert re.fullmatch(rf"{label.short} ?[(（].+[)）]", label.text)
    for message in catalogues.read(words.locale):
        source = message.id if isinstance(message.id, str) else message.id[0]
        if re.search(r"\bbound\b", source) and message.context != "picture":
            assert " mon" in source


def _match(rule_set: RuleSetId) -> tuple[MatchView, ...]:
    return tuple(matches(make_rules(rule_set, {"months": 3}), 31, koikoi=0.8))


def _told(words: Words, view: MatchView) -> Iterator[str]:
    """Everything that is written of a moment, for everybody and for each player."""
    screen = screen_of(view)
    yield screen.text(words)
    yield screen.alt(words)
    yield own_matches.line(words, Linked(view, ""), UserId(100))
    for seat in view.seats:
        facts = Facts.of(view, seat, Look())
        yield hand.text(words, facts)
        yield hand.alt(words, facts)
