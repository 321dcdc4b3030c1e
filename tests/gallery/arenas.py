"""The pictures of arenas: before the start, while one runs, at its end; few people and many, long names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from bot.i18n import Words
from bot.match.arenas.facts import ArenaStatus
from bot.match.arenas.view import ArenaView
from bot.screens.arenas import poster, standing
from engine.rules.options import make_rules
from engine.rules.presets import PresetId, named_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.common import Scene
from tests.gallery.overflow import NAMES
from tests.gallery.played import KANA, LATIN
from tests.support.arenas import facts, view

PRESET = named_rules(PresetId.NINTENDO, months=3)
SANNIN = make_rules(RuleSetId.SANNIN, {"months": 3})
SCRIPTS = (
    "สมชาย ใจดี",
    "محمد علي",
    "🌸🎴",
    "Z" + "\u0316\u0300" * 16 + "algo",
    "אבג Kenta さくら",
    "",
    "नमस्ते",
    "𒀀𒀁",
)
"""Right to left, with many marks, of emoji alone, empty, of letters that no face has."""
WIDE = tuple(f"{name}{name}"[:32] for name in NAMES)
"""Thirty-two letters each, of those that are widest."""


def evening(month: int) -> datetime:
    """An evening of a month."""
    return datetime(2026, month, 20, 20, tzinfo=UTC)


@cache
def arenas(words: Words) -> dict[str, Scene]:
    """All of them by name; made once, not to be changed."""
    names = KANA if words.locale == "ja" else LATIN
    return dict((*_coming(words, names), *_standings(words, names), *_posters(words, names)))


def _coming(words: Words, names: tuple[str, ...]) -> Iterator[tuple[str, Scene]]:
    announced = ArenaStatus.ANNOUNCED
    for count in (0, 1, 3, 16, 100):
        yield f"arena-coming-{count}", _standing(words, view(count, announced, names=names))
    for which, there in (("crowded", WIDE), ("scripts", SCRIPTS)):
        long = view(16, announced, names=there, rules=PRESET, starts_at=evening(3))
        yield f"arena-coming-{which}", _standing(words, long)


def _standings(words: Words, names: tuple[str, ...]) -> Iterator[tuple[str, Scene]]:
    for count, month in ((1, 1), (3, 2), (8, 4), (16, 5), (100, 6)):
        shown = view(count, names=names, starts_at=evening(month))
        yield f"arena-standing-{count}", _standing(words, shown)
    nobody = replace(view(0), playing=(), waiting=())
    yield "arena-standing-0", _standing(words, nobody)
    yield "arena-closing", _standing(words, view(16, ArenaStatus.CLOSING, names=names))
    yield "arena-over", _standing(words, view(24, ArenaStatus.OVER, names=names))
    for count in (9, 18):
        three = view(count, names=names, rules=SANNIN, starts_at=evening(12))
        yield f"arena-sannin-{count}", _standing(words, three)
        wide = view(count, names=WIDE, rules=SANNIN, starts_at=evening(7))
        yield f"arena-crowded-{count}", _standing(words, wide)
    yield "arena-scripts", _standing(words, view(16, names=SCRIPTS, starts_at=evening(8)))


def _posters(words: Words, names: tuple[str, ...]) -> Iterator[tuple[str, Scene]]:
    over = ArenaStatus.OVER
    for month in range(1, 13):
        shown = view(24, over, names=names, starts_at=evening(month))
        yield f"arena-poster-month-{month:02}", _poster(words, shown)
    for count in (0, 1, 2, 3, 5, 100):
        yield f"arena-poster-{count}", _poster(words, view(count, over, names=names))
    for which, there in (("crowded", WIDE), ("scripts", SCRIPTS)):
        long = view(12, over, names=there, rules=PRESET, starts_at=evening(9))
        yield f"arena-poster-{which}", _poster(words, long)
    for level in (2, 3):
        yield (
            f"arena-poster-level-{level}",
            _poster(words, tied(view(12, over, names=names), level)),
        )


def tied(view: ArenaView, count: int) -> ArenaView:
    """The arena as it were, had it ended with this many people on the first place."""
    first = view.rows[0]
    level = (replace(row, place=1, points=first.points, wins=first.wins) for row in view.rows[:count])
    return replace(view, rows=(*level, *view.rows[count:]))


def _standing(words: Words, view: ArenaView) -> Scene:
    return standing.scene(words, facts(view))


def _poster(words: Words, view: ArenaView) -> Scene:
    return poster.scene(words, facts(view))
