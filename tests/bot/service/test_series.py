"""A series: what is carried on when the same people play again, and when it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
import sqlalchemy as sa

from bot.errors import NotHost
from bot.ids import MatchId
from bot.match.series import PAUSE, Continuation, Standing
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import CpuPlayer, JoinNumber, Person, Status
from bot.storage.database.schema import participants
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, BEN, PLACE, RunningService, Watch, running_service

pytestmark = pytest.mark.databases
CLASSIC = make_rules("classic", {"months": 3})


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[RunningService]:
    """A service whose time a test turns."""
    watch = Watch()
    async with running_service(tmp_path, now=watch) as here:
        here.watch = watch
        yield here


async def of_two(service: RunningService, *, best_of: int | None = None, rules: str = "classic") -> MatchView:
    """The first match of a series of Ann and Ben, with a CPU player where there are three seats."""
    opened = await service.manager.open_lobby(
        PLACE,
        ANN,
        make_rules(rules, {"months": 3}),
        invited={BEN.user: "Ben"},
        cpu=CpuPlayer.EASY if rules == "sannin" else None,
        follows=Continuation(best_of),
    )
    return begun(await service.manager.join(opened.match, BEN))


def begun(view: View) -> MatchView:
    """The view of a match."""
    assert isinstance(view, MatchView)
    return view


async def lost_by(service: RunningService, match: MatchId, loser: Person) -> MatchView:
    """The match, given up once everybody has played a card."""
    await service.play(match, lambda view: view.all_have_played)
    view = await service.seen(match)
    if view.status is Status.PLAYING:
        view = (await service.manager.resign(match, loser.user)).view
    return view


async def again(service: RunningService, ended: MatchView, *people: Person) -> View:
    """Press to play again, one person after another."""
    view: View = ended
    for person in people:
        view = await service.manager.rematches.again(ended, PLACE, person)
    return view


def wins(view: View) -> dict[str, int]:
    """Return the wins of everybody in a series, by name."""
    names = [one.name for one in view.people]
    return dict(zip(names, view.series.wins, strict=False))


async def test_who_plays_again_goes_on_counting(service: RunningService) -> None:
    """Wins follow their people when another one hosts; seats are drawn again; a resignation is a loss."""
    first = await lost_by(service, (await of_two(service)).match, BEN)
    assert (wins(first), first.series.is_shown) == ({"Ann": 1, "Ben": 0}, False)
    lobby = await again(service, first, BEN)
    assert isinstance(lobby, LobbyView)
    assert (lobby.series.wins, lobby.series.is_shown) == ((0, 1), True)
    second = begun(await again(service, first, ANN))
    assert (wins(second), second.seats) == ({"Ben": 0, "Ann": 1}, ())
    second = await lost_by(service, second.match, ANN)
    third = begun(await again(service, second, ANN, BEN))
    assert (wins(third), third.series.number) == ({"Ann": 1, "Ben": 1}, 3)


async def test_a_series_is_read_from_its_rows(tmp_path: Path) -> None:
    """A bot that is killed between two matches, or in a lobby, has lost nothing."""
    async with running_service(tmp_path) as service:
        ended = await lost_by(service, (await of_two(service, best_of=5)).match, BEN)
    async with running_service(tmp_path) as service:
        ended = await service.seen(ended.match)
        assert (wins(ended), ended.series.best_of) == ({"Ann": 1, "Ben": 0}, 5)
        lobby = await again(service, ended, ANN)
    async with running_service(tmp_path) as service:
        assert (await service.manager.view(lobby.match)).series.wins == (1, 0)
        view = begun(await service.manager.join(lobby.match, BEN))
    async with running_service(tmp_path) as service:
        assert (await service.seen(view.match)).series == view.series
        assert (wins(view), view.series.number, view.series.first) == ({"Ann": 1, "Ben": 0}, 2, ended.match)


@pytest.mark.parametrize("best_of", [None, 3])
async def test_after_six_hours_it_is_over(service: RunningService, best_of: int | None) -> None:
    """One that was to be the best of three is begun again, as long as it was."""
    ended = await lost_by(service, (await of_two(service, best_of=best_of)).match, BEN)
    service.turn(PAUSE.total_seconds() - 60)
    assert (await again(service, ended, ANN)).series.wins == (1, 0)
    service.turn(120)
    await service.manager.leave((await again(service, ended, ANN)).match, ANN.user)
    lobby = await again(service, ended, ANN)
    assert (lobby.series.first, lobby.series.best_of) == (None, best_of)


async def test_a_clock_in_doubt_ends_no_series(tmp_path: Path) -> None:
    """The clock may be a year ahead."""
    watch = Watch()
    async with running_service(tmp_path, now=watch, doubt=lambda: "a year ahead") as service:
        ended = await lost_by(service, (await of_two(service)).match, BEN)
        watch.ahead += timedelta(days=365)
        assert (await again(service, ended, ANN)).series.wins == (1, 0)


async def test_the_best_of_three_ends_with_two_wins(service: RunningService) -> None:
    """The next match with the same people begins another one."""
    view = await of_two(service, best_of=3)
    for _ in range(2):
        ended = await lost_by(service, view.match, BEN)
        view = begun(await again(service, ended, ANN, BEN))
    assert (ended.series.decided, ended.series.winner, max(ended.series.wins)) == (True, 0, 2)
    assert (view.series.first, view.series.best_of, view.series.wins) == (None, 3, (0, 0))


async def test_an_older_result_leads_to_the_series_as_it_is(service: RunningService) -> None:
    """Nobody wipes out a loss by pressing under the match before it."""
    first = await lost_by(service, (await of_two(service)).match, BEN)
    second = await lost_by(service, begun(await again(service, first, ANN, BEN)).match, ANN)
    assert wins(second) == {"Ann": 1, "Ben": 1}
    third = begun(await again(service, first, ANN, BEN))
    assert (wins(third), third.series.number) == ({"Ann": 1, "Ben": 1}, 3)
    # While that is played nobody carries the same series on a second time.
    assert (await again(service, first, ANN)).series.first is None


async def test_with_somebody_else_it_begins_anew(service: RunningService) -> None:
    """A CPU player belongs to it, too."""
    first = await lost_by(service, (await of_two(service, rules="sannin")).match, BEN)
    lobby = await again(service, first, ANN)
    assert (lobby.series.is_shown, len(lobby.series.wins)) == (True, 3)
    await service.manager.send_cpu_away(lobby.match, ANN.user, CpuPlayer.EASY)
    assert (await service.manager.view(lobby.match)).series.first is None
    await service.manager.play_cpu(lobby.match, ANN.user, CpuPlayer.HARD)
    view = begun(await service.manager.join(lobby.match, BEN))
    assert (view.series.first, view.series.wins) == (None, (0, 0, 0))


async def test_a_series_with_a_cpu_player(service: RunningService) -> None:
    """Counts as one among people."""
    opened = await service.manager.open_lobby(PLACE, ANN, CLASSIC, cpu=CpuPlayer.EASY)
    view = begun(await service.manager.view(opened.match))
    ended = await lost_by(service, view.match, ANN)
    ended = await service.wait(ended.match, lambda it: it.status is Status.OVER)
    view = begun(await again(service, ended, ANN))
    assert (view.series.wins, view.series.first) == (ended.series.wins, ended.match)


async def test_its_host_chooses_how_long_it_is(service: RunningService) -> None:
    """Another length begins it again; the length that was there before goes on with it."""
    first = await lost_by(service, (await of_two(service)).match, BEN)
    lobby = await again(service, first, ANN)
    with pytest.raises(NotHost):
        await service.manager.set_best_of(lobby.match, BEN.user, 3)
    view = await service.manager.set_best_of(lobby.match, ANN.user, 3)
    assert (view.series.best_of, view.series.first, set(view.series.wins)) == (3, None, {0})
    view = await service.manager.set_best_of(lobby.match, ANN.user, None)
    assert view.series.wins == (1, 0)
    await service.manager.set_best_of(lobby.match, ANN.user, 5)
    view = begun(await service.manager.join(lobby.match, BEN))
    assert (view.series.best_of, view.series.first, set(view.series.wins)) == (5, None, {0})


async def test_a_match_without_a_result_changes_nothing(service: RunningService) -> None:
    """The series goes on as it stood before it."""
    ended = await lost_by(service, (await of_two(service, best_of=3)).match, BEN)
    view = begun(await again(service, ended, ANN, BEN))
    await service.draw(view.match)
    aborted = (await service.manager.resign(view.match, BEN.user)).view
    assert (aborted.status, wins(aborted), aborted.series.over) == (
        Status.ABORTED,
        {"Ann": 1, "Ben": 0},
        False,
    )
    view = begun(await again(service, aborted, ANN, BEN))
    assert (wins(view), view.series.number) == ({"Ann": 1, "Ben": 0}, 2)


async def test_who_deletes_themself_keeps_no_wins_elsewhere(service: RunningService) -> None:
    """The wins stay with somebody unknown; nobody can go on with them."""
    ended = await lost_by(service, (await of_two(service)).match, ANN)
    lobby = await again(service, ended, ANN)
    await service.manager.forget(BEN.user)
    assert (await service.manager.view(lobby.match)).status is Status.CLOSED
    second = await service.seen(ended.match)
    assert (wins(second), second.people[1].user) == ({"Ann": 0, "": 1}, None)
    found = await service.manager.persons.export(ANN.user)
    assert [each["series_wins"] for each in found["matches"]] == [None, 0]
    assert found["matches"][1]["series"]["first"] == ended.match
    with service.store.reading() as tx:
        assert tx.execute(sa.select(participants.c.wins).where(participants.c.wins.is_not(None))).all() == [
            (0,)
        ]


def after(series: Standing, won_by: int | None) -> Standing:
    """The match of a series once it is over, won by somebody or drawn, as the next one has it."""
    counts = tuple(count + (number == won_by) for number, count in enumerate(series.wins))
    winner = None if won_by is None else JoinNumber(won_by)
    ended = replace(series, wins=counts, won_by=winner, over=True)
    if ended.decided:
        return ended
    return replace(ended, number=ended.used + 1, replay=ended.plays_again, won_by=None, over=False)


@pytest.mark.parametrize(
    ("people", "results", "winner", "wins"),
    [
        (2, [0, 1, 0], 0, (2, 1)),
        (2, [0, None, 0], 0, (2, 0)),
        (2, [0, None, 1, None, 0], 0, (2, 1)),
        (2, [0, None, None, 1], None, (1, 1)),
        (2, [None, None, 1, None, None], 1, (0, 1)),
        (3, [0, 1, 2, 1], 1, (1, 2, 1)),
    ],
)
def test_when_the_best_of_three_ends(
    people: int, results: list[int | None], winner: int | None, wins: tuple[int, ...]
) -> None:
    """With two wins; a draw is played again, and a second one uses the match up."""
    series = Standing(best_of=3, first=MatchId(1), wins=(0,) * people)
    for result in results[:-1]:
        series = after(series, result)
        if result is not None:
            assert not series.decided
    series = after(series, results[-1])
    assert (series.winner, series.wins) == (winner, wins)
    assert series.decided
