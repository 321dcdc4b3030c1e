"""The points, streaks and places of an arena."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.ids import UserId
from bot.match.arenas.facts import Attendance, Bout, Evening
from bot.match.arenas.standing import Row, podium, standing
from tests.support.arenas import arena_of, attending, bout, evening_of


def row(evening: Evening, user: int) -> Row:
    return next(each for each in standing(evening) if each.user == user)


def test_a_win_is_two_points_and_three_from_the_second_in_a_row_on() -> None:
    """Three wins, a draw, a win: 2 + 3 + 3 + 1 + 2."""
    places = [(1, 2), (1, 2), (1, 2), (1, 1), (1, 2)]
    bouts = [bout(n, (1, 2), each, start=n * 400) for n, each in enumerate(places)]
    first = row(evening_of(2, bouts), 1)
    assert (first.points, first.streak, first.wins, first.draws, first.losses) == (11, 1, 4, 1, 0)
    assert first.best == 3
    other = row(evening_of(2, bouts), 2)
    assert (other.points, other.streak, other.losses, other.scored) == (1, 0, 4, 4 * 20 + 30)


def test_a_win_against_a_cpu_player_is_worth_a_point_and_leaves_a_streak_as_it_is() -> None:
    """One between two wins: the second of these is the second in a row. A draw is worth nothing."""
    bouts = [
        bout(1, (1, 2), (1, 2)),
        bout(2, (None, 1), (2, 1), start=400),
        bout(3, (1, 3), (1, 2), start=800),
        bout(4, (1, None), (2, 1), start=1200),
        bout(5, (1, None), (1, 1), start=1600),
    ]
    first = row(evening_of(3, bouts), 1)
    assert (first.points, first.streak, first.played) == (2 + 1 + 3, 2, 5)


def test_courage_pays_a_point_where_a_match_is_one_month() -> None:
    """One more after a stop that follows koi-koi; none against a CPU player, none in three months."""
    bouts = [
        bout(1, (1, 2), (1, 2), dared=[1]),
        bout(2, (1, 3), (1, 2), start=400),
        bout(3, (1, None), (1, 2), start=800, dared=[1]),
    ]
    won = {months: row(evening_of(3, bouts, arena=arena_of(months=months)), 1).points for months in (1, 3)}
    assert won == {1: 2 + 1 + 3 + 1, 3: 2 + 3 + 1}


def test_no_result_changes_nothing_but_is_a_loss_for_a_player_who_gave_up() -> None:
    """Streaks go on, except that of the player who left the match."""
    begun = [bout(1, (1, 3), (1, 2)), bout(2, (2, 4), (1, 2))]
    ended = bout(3, (1, 2), start=400, end=500)
    assert standing(evening_of(4, [*begun, ended])) == standing(evening_of(4, begun))
    left = evening_of(4, [*begun, replace(ended, gave_up=UserId(1))])
    assert (row(left, 1).streak, row(left, 1).losses, row(left, 1).points) == (0, 1, 2)
    assert row(left, 2) == replace(row(evening_of(4, begun), 2), place=1)


def test_three_players_win_alone_or_draw() -> None:
    """The second of three has lost; those who share the first place have drawn."""
    evening = evening_of(3, [bout(1, (1, 2, 3), (1, 2, 3)), bout(2, (1, 2, 3), (1, 1, 3), start=400)])
    assert [row(evening, user).points for user in (1, 2, 3)] == [3, 1, 0]


def test_ties_go_by_wins_then_by_points_of_the_cards_then_places_are_shared() -> None:
    """One win before two draws, more cards before fewer."""
    bouts = [
        bout(1, (1, 5), (1, 1)),
        bout(2, (1, 6), (1, 1), start=400),
        bout(3, (2, 7), (1, 2)),
        replace(bout(4, (3, 8), (1, 2)), scores=(90, 0)),
    ]
    rows = standing(evening_of(range(1, 9), bouts))
    assert [(each.place, each.user) for each in rows][:3] == [(1, 3), (2, 2), (3, 1)]
    assert [each.place for each in rows] == [1, 2, 3, 4, 4, 6, 7, 7]
    assert len(podium(rows)) == 3


def test_a_podium_is_empty_without_points_and_shared_by_those_who_are_level() -> None:
    """Nobody stands there for having joined."""
    assert podium(standing(evening_of(4))) == ()
    level = [
        bout(1, (1, 2), (1, 2)),
        bout(2, (3, 4), (1, 2)),
        bout(3, (5, 6), (1, 2)),
        bout(4, (7, 8), (1, 2)),
    ]
    assert {each.user for each in podium(standing(evening_of(8, level)))} == {1, 3, 5, 7}


def test_points_stay_with_people_who_leave_and_nobody_is_listed_for_coming_by() -> None:
    """Somebody who left after a win keeps the place; somebody who left before any match is gone."""
    evening = evening_of(4, [bout(1, (1, 2), (1, 2))])
    for user in (1, 4):
        evening = attending(evening, user, Attendance.LEFT)
    assert [each.user for each in standing(evening)] == [1, 2, 3]
    assert standing(evening)[0].attendance is Attendance.LEFT


def test_matches_count_that_end_while_they_are_awaited() -> None:
    """Two hours for three months of two players."""
    late = bout(1, (1, 2), (1, 2), start=5000, end=5400 + 7200)
    later = bout(2, (3, 4), (1, 2), start=5000, end=5400 + 7201)
    evening = evening_of(4, [late, later])
    assert [row(evening, user).points for user in (1, 3)] == [2, 0]


PEOPLE = st.lists(st.integers(1, 6), min_size=2, max_size=2, unique=True)
Drawn = tuple[list[int], tuple[int, int] | None, int, bool]
BOUTS: st.SearchStrategy[list[Drawn]] = st.lists(
    st.tuples(PEOPLE, st.sampled_from([(1, 2), (2, 1), (1, 1), None]), st.integers(0, 20), st.booleans()),
    max_size=25,
)


def made(drawn: list[Drawn]) -> list[Bout]:
    return [
        bout(n, (people[0], None if cpu else people[1]), places, start=start * 100, end=start * 100 + 50)
        for n, (people, places, start, cpu) in enumerate(drawn)
    ]


@given(BOUTS, st.randoms(use_true_random=False))
def test_a_standing_does_not_depend_on_the_order_of_rows(drawn: list[Drawn], chance: Random) -> None:
    """Matches and people come from a database in any order."""
    bouts = made(drawn)
    evening = evening_of(6, bouts)
    mixed = replace(
        evening,
        bouts=tuple(chance.sample(bouts, len(bouts))),
        contestants=tuple(chance.sample(evening.contestants, 6)),
    )
    assert standing(mixed) == standing(evening)


@given(BOUTS)
def test_points_are_at_least_those_of_wins_and_draws_and_at_most_all_in_a_row(drawn: list[Drawn]) -> None:
    """Every match of two people hands out 2 or 3 points; every row's sums agree."""
    bouts = made(drawn)
    rows = standing(evening_of(6, bouts))
    wins = sum(each.wins for each in rows)
    people = [each for each in bouts if each.cpu is None and each.ranking is not None]
    total = sum(each.points for each in rows)
    assert 2 * len(people) <= total <= 3 * len(people) + wins + sum(each.draws for each in rows)
    assert all(0 <= each.streak <= each.best <= each.wins for each in rows)
    assert [each.merit for each in rows] == sorted((each.merit for each in rows), reverse=True)
