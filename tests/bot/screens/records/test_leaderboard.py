"""Leaderboards: text, description and picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Languages, Words
from bot.match.verdict import LEAST_MONTHS, MOST_A_DAY
from bot.records.boards import AWAY, Absence, Measure, Notice, Scope
from bot.records.ratings import PROVISIONAL
from bot.records.skill import LEAST_DECISIONS
from bot.screens.records import board_notes, leaderboard
from bot.wording import people as people_words
from bot.wording.commands import written
from bot.wording.limits import ALT, CONTENT
from bot.wording.records import boards
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from images import draw
from tests.support.records.board_values import ALL_TIME, MONTH, QUARTER, SEASON, board
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, SHORT_NAMES

NAMES = ("Ann", "Ben", "Cat")


def lines(words: Words, measure: Measure, rules: RuleSetId = RuleSetId.CLASSIC) -> list[str]:
    """Return the lines of a message about the first of a list."""
    return leaderboard.text(words, board(1, NAMES, measure=measure, rules=rules)).splitlines()


@pytest.mark.parametrize(
    ("measure", "english", "japanese"),
    [
        (Measure.RATING, "rating 1700, 40 matches, 30 wins", "レート1700、40局、30勝"),
        (Measure.WINS, "30 wins, 40 matches", "30勝、40局"),
        (Measure.RATE, "75.0%, 30 wins, 40 matches", "75.0%、30勝、40局"),
        (Measure.NET, "+900 points in 120 months, 40 matches", "120か月で＋900点、40局"),
        (Measure.BEST, "30 points, the best of 120 months, 40 matches", "30点（120か月中の最高）、40局"),
        (Measure.ARENAS, "12 arenas won, 40 matches", "アリーナ優勝12回、40局"),
        (
            Measure.SKILL,
            "0.21 ± 0.04 points lost a decision, +0.4 ± 0.3 points a month without luck, 1240 decisions",
            "一手あたりの損失0.21 ± 0.04点、運を除いて1か月あたり＋0.4 ± 0.3点、1240手",
        ),
        (Measure.YAKU, "Goko (five lights) 15 points, 40 matches", "五光15点、40局"),
    ],
)
def test_a_row_says_what_it_is_ranked_by_and_what_lies_behind(
    measure: Measure, english: str, japanese: str
) -> None:
    """The measure first; months behind what months bring; in both languages."""
    assert lines(ENGLISH, measure)[2] == f"**1** Ann: {english}"
    assert lines(JAPANESE, measure)[2] == f"**1** Ann：{japanese}"


def test_a_yaku_is_explained_where_the_list_first_has_it() -> None:
    """Two with the same yaku: what it is stands with the first alone, in message and description."""
    shown = board(3, NAMES, measure=Measure.YAKU)
    twice = replace(shown, rows=tuple(replace(one, best_yaku_id=YakuId.SANKO) for one in shown.rows))
    for told in (leaderboard.text(ENGLISH, twice), leaderboard.alt(ENGLISH, twice)):
        assert told.count("Sanko") == 3 and told.count("(three lights)") == 1
        assert told.index("(three lights)") < told.index("Ben")


def test_money_is_told_as_money() -> None:
    """The net is mon, and so it is called, where the losers pay."""
    told = lines(ENGLISH, Measure.NET, RuleSetId.ISHOKAI)
    assert told[0] == "**Leaderboard: Net mon**" and told[2].startswith("**1** Ann: +900 mon in 120 months")
    assert lines(ENGLISH, Measure.NET)[0] == "**Leaderboard: Net points**"


def test_whoever_is_provisional_is_told_how_far_they_are() -> None:
    """Below a heading, without a rank, also where the own row is pinned."""
    shown = board(3, NAMES, provisional=2, own=2)
    told = leaderboard.text(ENGLISH, shown).splitlines()
    assert told[3] == f"*{board_notes.provisional(ENGLISH, Measure.RATING)}*"
    assert told[4] == "**–** Ben: provisional, 3 of 5 rated matches, 39 matches, 29 wins"
    assert told[5].startswith("**–** Cat (you): ")
    few = replace(shown.rows[1], matches=3, wins=1)
    (line,) = [
        line
        for line in leaderboard.text(ENGLISH, replace(shown, rows=(few,))).splitlines()
        if line.startswith("**–** Ben")
    ]
    assert line == "**–** Ben: provisional, 3 of 5 rated matches, 1 win"
    drawn = leaderboard.scene(ENGLISH, shown)
    assert [row.values[-1] for row in drawn.provisional] == ["3 of 5", "3 of 5"]
    assert "1670" not in repr(drawn) + leaderboard.alt(ENGLISH, shown)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_everything_around_a_list_is_said(words: Words) -> None:
    """Another period than was asked for, absence, hiding, a server that does not share, the backlog."""
    shown = board(1, NAMES, own=0)
    assert shown.own is not None
    for notice in Notice:
        said = leaderboard.text(words, replace(shown, notice=notice))
        assert words.say(board_notes.NOTICES[notice]) in said
    for absence in Absence:
        away = replace(shown, own=None, absence=absence)
        said = words.say(board_notes.ABSENCES[absence], n=LEAST_DECISIONS)
        assert said in board_notes.how(words, away) and said not in leaderboard.text(words, away)
    hidden = replace(shown.own, hidden=True)
    told = leaderboard.text(words, replace(shown, rows=(hidden,), own=hidden))
    assert "**(1)**" in told and told != leaderboard.text(words, shown)
    alone = replace(shown, scope=Scope.ALL, shares=False)
    assert len(board_notes.after(words, alone)) == 2 and len(board_notes.after(words, shown)) == 1
    assert "180" in leaderboard.text(words, replace(shown, backlog=(20, 180)))
    assert "180" in leaderboard.text(words, replace(shown, rows=(), own=None, backlog=(20, 180)))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_an_empty_list_says_how_to_begin(words: Words) -> None:
    """The command's name as its reader sees it; in the message, the picture's description and the picture."""
    for measure in Measure:
        shown = board(0, NAMES, measure=measure)
        path = "koikoi arena" if measure is Measure.ARENAS else "koikoi play"
        command = written(words, path)
        assert command in leaderboard.text(words, shown) and command in leaderboard.alt(words, shown)
        languages = Languages.load()
        languages.register({path: 77})
        known = languages.pick(words.locale)
        told = (leaderboard.text(known, shown), leaderboard.head(known, shown))
        assert all(f"</{path}:77>" in each for each in told)
        assert command in leaderboard.alt(known, shown)
        assert (str(LEAST_MONTHS) in leaderboard.nobody(words, shown)) is (measure is Measure.RATING)


def test_periods_are_named_by_what_they_are_today() -> None:
    """And by their days, where that says more."""
    told = {each: boards.period(ENGLISH, each) for each in (SEASON, QUARTER, MONTH, ALL_TIME)}
    assert told == {
        SEASON: "This season",
        QUARTER: "Season October – December 2026",
        MONTH: "September 2026",
        ALL_TIME: "All time",
    }
    assert boards.period(JAPANESE, QUARTER) == "2026年10月～12月シーズン"
    assert leaderboard.about(JAPANESE, board(0, NAMES)).endswith("今シーズン（2026年11月）／このサーバー")
    quarters = [boards.season(ENGLISH, f"2026-Q{n}") for n in (1, 2, 3, 4)]
    assert quarters == [
        "January – March 2026",
        "April – June 2026",
        "July – September 2026",
        "October – December 2026",
    ]


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_how_lists_count_is_told_with_the_numbers_in_force(words: Words) -> None:
    """In one message."""
    told = board_notes.how(words, board(1, NAMES, own=0))
    for number in (MOST_A_DAY, LEAST_MONTHS, PROVISIONAL, AWAY.days, 1000):
        assert str(number) in told
    assert len(told) <= CONTENT


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("measure", Measure)
def test_the_longest_list_fits_and_leaves_nobody_out(words: Words, measure: Measure) -> None:
    """Ten people and the reader with the longest names, all of it markdown, and all that can be said."""
    shown = board(10, LONG_NAMES, measure=measure, factor=300, own=14, provisional=5)
    assert shown.own is not None
    shown = replace(
        shown,
        own=replace(shown.own, hidden=True),
        notice=Notice.NO_SEASONS_OVERALL,
        backlog=(10_000, 90_000),
        scope=Scope.ALL,
        shares=False,
        period=QUARTER,
    )
    text, said = leaderboard.text(words, shown), leaderboard.alt(words, shown)
    assert len(text) <= CONTENT and len(said) <= ALT
    assert not text.endswith("…")
    assert len([line for line in text.splitlines() if line.startswith("**")]) == 12
    assert all(
        name in leaderboard.alt(words, board(10, SHORT_NAMES, measure=measure)) for name in SHORT_NAMES
    )


@pytest.mark.parametrize(
    ("measure", "columns", "values"),
    [
        (Measure.RATING, ("Matches", "Wins", "Rating"), ("38", "28", "1640")),
        (Measure.WINS, ("Matches", "Win rate", "Wins"), ("38", "73.7%", "28")),
        (Measure.RATE, ("Matches", "Wins", "Win rate"), ("38", "28", "73.7%")),
        (Measure.NET, ("Matches", "Months", "Net"), ("38", "118", "+600")),
        (Measure.BEST, ("Matches", "Months", "Best month"), ("38", "118", "28")),
        (Measure.YAKU, ("Matches", "Yaku", "Worth"), ("38", "Ame-shiko", "13 mon")),
    ],
)
def test_a_leaderboard_shows_what_lies_behind_its_measure(
    measure: Measure, columns: tuple[str, ...], values: tuple[str, ...]
) -> None:
    """The measure's own column is the last one; the asker's row is marked."""
    scene = leaderboard.scene(ENGLISH, board(5, SHORT_NAMES, measure=measure, own=3))
    assert scene.columns == columns
    assert [one.own for one in scene.rows] == [False, False, False, True, False]
    assert scene.rows[2].values == values
    assert scene.subtitle == "Sannin · This season (November 2026) · This server"


def test_a_leaderboard_has_a_place_for_everybody() -> None:
    """Ranks, the provisional people without one, the asker's row of another page, and the page's number."""
    shown = board(10, SHORT_NAMES, provisional=4, own=12)
    scene = leaderboard.scene(ENGLISH, shown)
    assert [one.rank for one in scene.rows] == [1, 2, 3, 4, 5, 6]
    assert [(one.rank, one.mark) for one in scene.provisional] == [(None, "–")] * 4
    assert scene.pinned is not None and scene.pinned.own and scene.pinned.rank == 13
    assert scene.footer == "Page 1 of 2 · 15 players"
    counting = leaderboard.scene(ENGLISH, replace(shown, backlog=(3, 90)))
    assert counting.footer == "Page 1 of 2 · 15 players · 3 of 90 older matches are counted so far."
    hidden = replace(shown, rows=(replace(shown.rows[1], hidden=True),))
    assert leaderboard.scene(ENGLISH, hidden).rows[0].mark == "(2)"
    assert leaderboard.scene(ENGLISH, replace(shown, rows=(), own=None)).footer is None


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("names", [SHORT_NAMES, LONG_NAMES], ids=["short", "long"])
def test_text_description_and_picture_tell_of_the_same_people(words: Words, names: tuple[str, ...]) -> None:
    """Every person shown is in all three; the description of ten long rows drops the last ones."""
    for count, own, measure in ((0, None, Measure.WINS), (1, 0, Measure.NET), (10, 12, Measure.RATING)):
        shown = board(count, names, factor=100, own=own, measure=measure, provisional=count // 3)
        said, text, scene = (
            leaderboard.alt(words, shown),
            leaderboard.text(words, shown),
            leaderboard.scene(words, shown),
        )
        assert 0 < len(said) <= ALT and 0 < len(text) <= CONTENT
        drawn = [one.name.chosen for one in (*scene.rows, *scene.provisional)]
        assert drawn == [one.name for one in shown.rows]
        assert all(people_words.escaped(people_words.cleaned(one.name)) in text for one in shown.rows)
        assert board_notes.size(words, shown) in text or not count
        assert draw(scene).startswith(b"\x89PNG")
        if names is SHORT_NAMES:
            assert all(one.name in said for one in shown.rows)
        if measure is Measure.RATING:
            assert all(row.values[-1] in text for row in scene.rows)
