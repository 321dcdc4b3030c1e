"""The end of an arena: the podium, the next places, who had the longest streak; a line of the history."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.arenas.facts import ArenaStatus
from bot.match.arenas.view import ArenaView
from bot.screens.arenas import poster
from bot.wording.limits import ALT, CONTENT
from engine.cards.deck import Kind
from images.scene.arenas import ArenaPosterScene
from images.scene.common import Label
from tests.gallery.arenas import WIDE, evening, tied
from tests.support.arenas import facts, view
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES

OVER = ArenaStatus.OVER


def shown(seen: ArenaView, words: Words = ENGLISH) -> ArenaPosterScene:
    """The poster of an arena."""
    return poster.scene(words, facts(seen))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 100])
def test_three_stand_on_the_podium_and_six_below(count: int) -> None:
    """Only people with points do; everybody is counted."""
    scene = shown(view(count, OVER))
    assert [step.place for step in scene.podium] == [1, 2, 3][:count]
    assert len(scene.others) == min(6, max(0, count - 3))
    assert isinstance(scene.facts, Label) and scene.facts.short.startswith(str(count))
    nothing = view(count, OVER)
    nothing = replace(nothing, rows=tuple(replace(row, points=0) for row in nothing.rows))
    assert shown(nothing).podium == () and shown(nothing).empty == "Nobody has won a point"


def test_a_single_winner_has_the_seal() -> None:
    """Several on the first place stand equally high, and nobody has the seal."""
    scene = shown(view(12, OVER))
    first = scene.podium[0]
    assert (first.name.chosen, first.points, first.about) == ("Sakura", "35 points", "14 wins")
    assert scene.seal == "勝"
    level = shown(tied(view(12, OVER), 3))
    assert [step.place for step in level.podium] == [1, 1, 1] and level.seal == ""


@pytest.mark.parametrize("month", range(1, 13))
def test_the_cards_are_of_the_month_of_the_evening(month: int) -> None:
    """The three best ones of the month, the best for the winner."""
    scene = shown(view(12, OVER, starts_at=evening(month)))
    assert scene.month == month and {card.month for card in scene.cards} == {month}
    kinds = [list(Kind).index(card.kind) for card in scene.cards]
    assert len(kinds) == 3 and kinds == sorted(kinds)


def test_the_longest_streak_is_told_where_one_person_has_it() -> None:
    """Nobody's is told where several are level."""
    seen = view(3, OVER)
    best = replace(seen, rows=tuple(replace(row, best=9 - n) for n, row in enumerate(seen.rows)))
    assert "3 players · 9 matches · longest streak: Sakura 9" in poster.text(ENGLISH, facts(best))
    level = replace(seen, rows=tuple(replace(row, best=4) for row in seen.rows))
    assert "streak" not in poster.text(ENGLISH, facts(level))


def test_the_message_names_the_podium() -> None:
    """The winner in a sentence, the others in lines."""
    told = poster.text(ENGLISH, facts(view(24, OVER)))
    assert "**Sakura wins the arena with 35 points!**" in told
    assert "**2** Kenta: 32 points, 13 wins" in told and told.count("\n**") == 3
    assert "24 players · 72 matches" in told


def test_several_share_the_first_place_or_nobody_wins() -> None:
    """The message names all of them; without a point it says that nobody has won."""
    over = view(8, OVER)
    level = replace(over, rows=(over.rows[0], replace(over.rows[1], place=1, points=35), *over.rows[2:]))
    assert "**Sakura, Kenta share the first place with 35 points.**" in poster.text(ENGLISH, facts(level))
    nothing = replace(over, rows=tuple(replace(row, place=1, points=0) for row in over.rows))
    assert "Nobody has won a point." in poster.text(ENGLISH, facts(nothing))


def test_the_description_says_what_the_poster_shows() -> None:
    """Rules, day, places and points; what is short of room goes from the end."""
    told = poster.alt(ENGLISH, facts(view(12, OVER)))
    assert told.startswith("Arena: Classic · 1 month; Nov 27, 2026. Podium: 1. Sakura: 35 points, 14 wins;")
    assert "12 players · 36 matches" in told
    assert "Nobody has won a point." in poster.alt(ENGLISH, facts(view(0, OVER)))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_message_and_description_fit(words: Words) -> None:
    """With a hundred people of the longest names."""
    for names in (WIDE, LONG_NAMES):
        there = facts(view(100, OVER, names=names))
        assert 0 < len(poster.text(words, there)) <= CONTENT
        assert 0 < len(poster.alt(words, there)) <= ALT


def test_an_arena_is_a_line_of_the_history() -> None:
    """Day, rules, how many, who won with what."""
    told = poster.line(ENGLISH, facts(view(24, OVER)))
    assert told == "Nov 27, 2026 · Classic · 1 month · 24 players · Sakura\u00a035"
