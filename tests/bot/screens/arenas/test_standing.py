"""The one message of an arena: who is coming, how it stands, who is awaited, who has won."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.i18n import Words
from bot.match.arenas.facts import ArenaStatus
from bot.match.arenas.view import ArenaView
from bot.screens.arenas import standing
from bot.screens.arenas.standing import PAGE, SHOWN, Facts
from bot.wording.limits import ALT, CONTENT
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.arenas import ArenaScene
from tests.gallery.arenas import SANNIN, WIDE
from tests.support.arenas import EIGHT, facts, view
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES

STATES = pytest.mark.parametrize("status", list(ArenaStatus))
COUNTS = pytest.mark.parametrize("count", [0, 1, 3, 16, 100])


def shown(seen: ArenaView, words: Words = ENGLISH) -> ArenaScene:
    """The picture of an arena."""
    return standing.scene(words, facts(seen))


def said(seen: ArenaView) -> str:
    """The message of an arena in English."""
    return standing.text(ENGLISH, facts(seen))


@STATES
@COUNTS
def test_every_arena_fits(count: int, status: ArenaStatus) -> None:
    """Whatever its size, its state and the names of its people are, in every language."""
    for names in (WIDE, LONG_NAMES):
        there = facts(view(count, status, names=names))
        for words in EVERY:
            assert 0 < len(standing.text(words, there)) <= CONTENT
            assert 0 < len(standing.alt(words, there)) <= ALT
            for page in range(standing.pages(there)):
                assert 0 < len(standing.in_words(words, there, page)) <= CONTENT


@pytest.mark.parametrize("status", [ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING])
def test_it_says_below_its_head_what_the_bot_lacks(status: ArenaStatus) -> None:
    """Nobody waits for a table without knowing why there is none."""
    lacking = replace(facts(view(4, status)), missing=("create_public_threads",))
    for words in EVERY:
        plain, told = (standing.text(words, each).splitlines() for each in (facts(view(4, status)), lacking))
        assert [line for line in told if line not in plain] == [told[1]]
    assert standing.text(ENGLISH, lacking).splitlines()[1].endswith("Create Public Threads.")


def test_before_the_start_the_message_says_when_and_how() -> None:
    """The time in the reader's zone, who is coming, what a win brings: nothing else."""
    at = int(EIGHT.timestamp())
    assert said(view(12, ArenaStatus.ANNOUNCED)).splitlines() == [
        "**Arena: Classic · 1 month** · host: Sakura",
        f"<t:{at}:F> (<t:{at}:R>), for 1 h 30 min.",
        "12 players are coming · come late, leave early",
        "-# Win 2 points, 3 on a streak; draw 1. Stop after your own koi-koi: 1 point more. "
        "Matches of 1 month move no ratings.",
    ]


@STATES
def test_an_arena_of_one_month_says_once_that_it_moves_no_ratings(status: ArenaStatus) -> None:
    """As long as somebody can decide to come; one of three months moves them."""
    told = said(view(12, status)).count("ratings")
    assert told == (status in {ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING})
    assert "ratings" not in said(view(12, status, rules=make_rules(RuleSetId.CLASSIC, {"months": 3})))


@pytest.mark.parametrize("status", [ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING])
def test_the_first_page_in_words_tells_how_people_are_paired(status: ArenaStatus) -> None:
    """And who stands higher: the message is short. Further pages repeat nothing."""
    there = facts(view(24, status))
    told = standing.in_words(ENGLISH, there, 0)
    assert "somebody near you in points" in told and "CPU Hato" in told and "Ties: " in told
    assert "Ties: " not in standing.in_words(ENGLISH, there, 1)
    assert "Ties: " not in standing.in_words(ENGLISH, facts(view(24, ArenaStatus.OVER)), 0)


def test_a_weekly_arena_says_so_and_that_it_was_skipped() -> None:
    """Too few had joined: the message tells it, and when the next one begins."""
    announced = view(2, ArenaStatus.ANNOUNCED)
    weekly = replace(announced, arena=replace(announced.arena, weekly=True))
    assert "Every week, unless fewer than 3 join." in said(weekly)
    assert "Every week" not in said(announced)
    off = replace(weekly, arena=replace(weekly.arena, status=ArenaStatus.CALLED_OFF, ends_at=EIGHT))
    following = EIGHT + timedelta(days=7)
    told = standing.text(ENGLISH, Facts.of(off, ZoneInfo("UTC"), following=following))
    assert (
        "skipped: fewer than 3 players had joined" in told and f"<t:{int(following.timestamp())}:F>" in told
    )
    by_its_host = replace(off, arena=replace(off.arena, ends_at=EIGHT - timedelta(seconds=1)))
    assert "called off" in said(by_its_host) and "called off" in said(view(9, ArenaStatus.CALLED_OFF))


def test_an_arena_that_waits_for_the_time_says_so() -> None:
    """The host of the arena reads it, and can tell the host of the bot."""
    for status in (ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING):
        for waits in (True, False):
            there = replace(facts(view(4, status)), time_in_doubt=waits)
            assert ("I do not know what time it is." in standing.text(ENGLISH, there)) == waits


def test_nobody_is_asked_to_be_the_first() -> None:
    """The message, the picture and its description; a picture without people counts nobody."""
    nobody = view(0, ArenaStatus.ANNOUNCED)
    assert "press Join to be the first" in said(nobody)
    assert shown(nobody).people == () and "press Join to be the first" in str(shown(nobody).empty)
    assert "press Join to be the first" in standing.alt(ENGLISH, facts(nobody))


@COUNTS
def test_the_picture_shows_sixteen_and_counts_the_others(count: int) -> None:
    """Before the start names, afterwards rows; the footer says how many are missing."""
    for status in (ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING):
        scene = shown(view(count, status))
        there = scene.people or scene.rows
        assert len(there) == min(count, SHOWN)
        assert (f"{count - SHOWN} more" in str(scene.footer)) is (count > SHOWN)


def test_a_row_shows_place_points_streak_wins_and_opponent() -> None:
    """A streak of two or more is bright. The level ones share a place and its medal."""
    rows = shown(view(16)).rows
    first, second, third, fourth = rows[:4]
    assert (first.place, first.points, first.wins, first.streak) == ("1", "35", "14", "5")
    assert first.bright and not second.bright and not fourth.bright
    assert [one.chosen for one in first.against] == ["Kenta"]
    assert [one.chosen for one in second.against] == ["Sakura"]
    assert second.points == "32" and (third.medal, fourth.medal) == (3, 3)


def test_who_does_not_play_has_a_word_instead() -> None:
    """Waiting, paused, away, left; those who are not paired are quiet. A CPU player has its name."""
    rows = shown(view(16)).rows
    words = {str(row.state): row for row in rows if row.state}
    assert set(words) == {"away", "left", "waiting"}
    assert words["away"].gone and words["left"].gone and not words["waiting"].gone
    cpu = next(one for row in rows for one in row.against if one.chosen.startswith("CPU"))
    assert (cpu.chosen, cpu.short, cpu.shortest) == ("CPU Hato", "CPU Hato", "Hato")


def test_three_at_a_table_have_two_opponents() -> None:
    """Of a table of three each row names the others."""
    first = shown(view(9, rules=SANNIN)).rows[0]
    assert [one.chosen for one in first.against] == ["Kenta", "Midori"]
    assert "against Kenta, Midori" in standing.in_words(ENGLISH, facts(view(9, rules=SANNIN)))


def test_people_and_matches_are_counted_while_it_runs() -> None:
    """In the message, and not in the picture again; shortly before the end no match begins any more."""
    seen = view(16)
    assert "15 players · 7 matches in play · 1 waiting" in said(seen)
    assert str(shown(seen).footer) == ""
    assert "Press Join to come in" in said(seen)
    last = said(replace(seen, arena=replace(seen.arena, called=True)))
    assert "no new one begins" in last and "Press Join" not in last
    assert f"ends <t:{int(seen.arena.ends_at.timestamp())}:R>" in said(seen)


def test_awaited_matches_are_named_when_time_is_up() -> None:
    """A match that is set aside is awaited no more; matches that have no room are counted."""
    closing = view(16, ArenaStatus.CLOSING)
    told = said(closing)
    assert "time is up" in told and "The end of 7 matches is awaited: Sakura against Kenta;" in told
    aside = replace(closing, playing=(replace(closing.playing[0], set_aside=True), *closing.playing[1:]))
    assert "The end of 6 matches is awaited: Midori against Haruka;" in said(aside)
    one = replace(closing, playing=closing.playing[:1])
    assert "The end of 1 match is awaited: Sakura against Kenta." in said(one)
    assert " more" in said(view(100, ArenaStatus.CLOSING, names=LONG_NAMES))


def test_the_poster_alone_names_the_winner() -> None:
    """The standing says that the arena is over; the opponents' column is gone. Without a point: no medal."""
    over = view(8, ArenaStatus.OVER)
    assert said(over) == "**Arena: Classic · 1 month** · over"
    assert shown(over).heads.against is None
    nothing = replace(over, rows=tuple(replace(row, place=1, points=0) for row in over.rows))
    assert shown(nothing).rows[0].medal == 0


def test_the_standing_in_words_has_everybody_page_by_page() -> None:
    """Twenty a page; names are escaped, places bold."""
    seen = facts(view(100, names=tuple(f"n_{n}" for n in range(100))))
    assert standing.pages(seen) == 100 // PAGE
    told = "\n".join(standing.in_words(ENGLISH, seen, page) for page in range(standing.pages(seen)))
    assert all(f"n\\_{n}:" in told for n in range(100))
    assert "**1** n\\_0: 35 points, 14 wins, 5 wins in a row, against n\\_1" in told
    assert "Page 2 of 5" in told


def test_the_description_says_what_the_picture_shows() -> None:
    """Title, length, places with points and opponents in plain names; those who are not shown are counted."""
    told = standing.alt(ENGLISH, facts(view(8)))
    assert told.startswith("Arena: Classic · 1 month; 1 h 30 min. Standing: 1. Sakura: 35 points, 14 wins")
    assert "against Kenta" in told and "players" not in told
    assert standing.alt(ENGLISH, facts(view(SHOWN + 2))).endswith("2 more.")


def test_the_month_of_the_evening_is_that_of_the_server() -> None:
    """The last evening of a month in UTC is the next month in Tokyo."""
    late = view(3, starts_at=datetime(2026, 11, 30, 20, tzinfo=UTC))
    assert Facts.of(late, ZoneInfo("UTC")).month == 11
    assert standing.scene(ENGLISH, Facts.of(late, ZoneInfo("Asia/Tokyo"))).month == 12
