"""`koikoi figures`: each figure of matches that a real service made, and the numbers that it hides."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings
from bot.ids import ChannelId, MatchId
from bot.maintenance.figures import FORMAT, Month, as_json, measured, report
from bot.match.match_file import MatchFile
from bot.match.vocabulary import CpuPlayer, Person, Place
from bot.records.finished import Viewer
from bot.service.finished import FinishedMatches
from bot.storage import imported
from bot.storage.database.migrate import revisions
from bot.storage.owners.exclusive import exclusive_database
from engine.rules.options import make_rules
from engine.rules.presets import PresetId, named_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.arena_fixture import Evening
from tests.support.command_process import Said, command
from tests.support.manager_fixture import (
    PLACE,
    RunningService,
    Watch,
    put_new_database,
    quick,
    running_service,
)
from tests.support.processes import databases
from tests.support.traces import somebody
from tests.support.waiting import until

pytestmark = pytest.mark.databases

SHORT = make_rules("classic", {"months": 1})
NO_RULES = dict.fromkeys((rules.value for rules in RuleSetId), None)
WEEK = 7 * 86_400


def middle_of_last_month() -> datetime:
    """A day of the last month that has ten more days behind it in that month."""
    first = datetime.now(UTC).replace(day=1, hour=12, minute=0, second=0, microsecond=0)
    return first - timedelta(days=20)


@pytest.fixture
async def past(tmp_path: Path) -> AsyncIterator[RunningService]:
    """A service on whose watch it is the middle of the last month; no table of it closes."""
    watch = Watch(middle_of_last_month() - datetime.now(UTC))
    async with running_service(tmp_path, quick(lobby_seconds=1e8), now=watch) as service:
        yield service


class People:
    """Gives people who have never played."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def new(self, number: int = 1) -> list[Person]:
        """Return a number of them."""
        return [somebody(next(self._numbers)) for _ in range(number)]

    def one(self) -> Person:
        """Return one of them."""
        return self.new()[0]


async def figures(service: RunningService) -> Month:
    """The true figures of the service's month."""
    (month,) = await service.store.read(measured, service.now(), 1)
    return month


def ask(folder: Path, *arguments: str) -> Said:
    """Run the command on the folder's database."""
    return command("figures", *arguments, data=str(folder), **databases.setting(folder))


def told(folder: Path, *arguments: str) -> dict[str, Any]:
    """Return the months of the command's JSON by their names."""
    said = ask(folder, "--json", *arguments)
    assert (said.status, said.err) == (0, "")
    read = json.loads(said.out)
    assert read["format"] == FORMAT
    return {each.pop("month"): each for each in read["months"]}


async def over(service: RunningService, *people: Person) -> MatchId:
    """A match of these people, played to its end."""
    match = await service.match(*people, months=1)
    await service.play(match)
    return match


async def test_tables_that_anybody_could_join_count_and_those_that_somebody_joined(
    past: RunningService,
) -> None:
    """Also where the other one left, and where the host played CPU players in the end."""
    new = People()
    left = await past.lobby(*(pair := new.new(2)))
    await past.manager.leave(left, pair[1].user)
    await past.lobby(*new.new(3), rules="sannin")
    await past.match(*new.new(2))
    closed = await past.lobby(host := new.one())
    await past.manager.leave(closed, host.user)
    given_up = await past.lobby(host := new.one())
    past.turn(60)
    await past.manager.play_cpu(given_up, host.user)
    month = await figures(past)
    assert (month.tables, month.found) == (5, 3)


async def test_other_tables_do_not_count(past: RunningService, tmp_path: Path) -> None:
    """Invitations, direct messages, CPU players, arenas, unsealed and imported matches, rematches."""
    new, open_lobby = People(), past.manager.open_lobby
    ann, ben, cat = new.new(3)
    await past.manager.join((await open_lobby(PLACE, ann, SHORT, invited=(ben.user,))).match, ben)
    await open_lobby(Place(None, ChannelId(9), "en"), cat, SHORT)
    await open_lobby(PLACE, new.one(), SHORT, cpu=CpuPlayer.EASY)
    unsealed = await past.lobby(new.one())
    databases.change(tmp_path, "UPDATE matches SET sealed_by = NULL WHERE id = ?", unsealed)
    await Evening.open(past, *(evening := new.new(2)))

    async def paired() -> bool:
        return bool(await past.manager.live_matches(user=evening[0].user))

    await until(paired)
    assert (await figures(past)).tables == 0
    ended = await over(past, *(pair := new.new(2)))
    view = await past.seen(ended)
    for person in pair:
        await past.manager.rematches.again(view, PLACE, person)
    found = await FinishedMatches(past.store).match(ended, Viewer(pair[0].user, PLACE.guild))
    file = MatchFile(dict(found.written), found.people, found.started_at, found.ended_at, found.places)
    await past.store.write(imported.add, file, PLACE.guild, past.now())
    for _ in range(2):
        month = await figures(past)
        assert (month.tables, month.found) == (1, 1)
        await past.manager.forget(pair[1].user)  # with the invitation to the rematch


async def test_the_wait_is_that_for_the_first_other_person(past: RunningService) -> None:
    """The median of an odd and of an even number; tables that found nobody have none."""
    new = People()
    waiting = [await past.lobby(new.one()) for _ in range(7)]
    for number, match in enumerate(waiting[:5], start=1):
        past.turn(60)
        await past.manager.join(match, new.one())
        month = await figures(past)
        assert month.waits == number
        assert month.median_wait == pytest.approx(60 * (number + 1) / 2, abs=10)
    past.turn(600)
    await past.manager.join(waiting[0], new.one())
    assert (await figures(past)).median_wait == pytest.approx(180, abs=10)


async def test_matches_count_by_rule_set_once_they_have_begun(past: RunningService) -> None:
    """Against CPU players alone by themselves; a preset as its rule set; a lobby not at all."""
    new = People()
    await past.lobby(*new.new(2))
    for _ in range(2):
        await past.match(*new.new(2), rules="league")
    nintendo = (await past.manager.open_lobby(PLACE, host := new.one(), named_rules(PresetId.NINTENDO))).match
    await past.manager.join(nintendo, new.one())
    await past.manager.start_match(nintendo, host.user)
    mixed = await past.lobby(*(pair := new.new(2)), rules="sannin")
    await past.manager.play_cpu(mixed, pair[0].user)
    await past.manager.start_match(mixed, pair[0].user)
    for rules in ("sannin", "ishokai", "ishokai"):
        await past.manager.open_lobby(PLACE, new.one(), make_rules(rules), cpu=CpuPlayer.EASY)
    month = await figures(past)
    none = dict.fromkeys(RuleSetId, 0)
    assert month.between_people == none | {RuleSetId.LEAGUE: 3, RuleSetId.SANNIN: 1}
    assert month.against_cpu == none | {RuleSetId.SANNIN: 1, RuleSetId.ISHOKAI: 2}


async def test_people_come_back_if_they_play_again_after_a_week(past: RunningService) -> None:
    """Not those who do so sooner, who only open a table, or who have finished no match."""
    new = People()
    ann, ben, cat, dan, eve, flo = new.new(6)
    for pair in ((ann, ben), (cat, dan), (eve, flo)):
        await over(past, *pair)
    await past.match(*new.new(2))
    month = await figures(past)
    assert (month.new, month.back) == (6, 0)
    past.turn(WEEK - 3_600)
    await over(past, cat, dan)
    past.turn(7_200)
    await past.lobby(eve)
    await past.manager.forget(ben.user)
    alone = await past.manager.open_lobby(PLACE, ann, SHORT, cpu=CpuPlayer.EASY)
    await past.draw(alone.match)
    month = await figures(past)
    assert (month.new, month.back) == (6, 1)
    await past.manager.forget(ann.user)
    assert (await figures(past)).back == 1


async def test_each_month_has_its_own_figures(past: RunningService) -> None:
    """The month of the opening, the start and the first match; months in between are there, and empty."""
    new = People()
    pair = new.new(2)
    begin = past.now()
    await over(past, *pair)
    past.turn(62 * 86_400)
    await over(past, *pair)
    found = await past.store.read(measured, past.now(), 12)
    names = [each.name for each in found]
    assert len(names) == 12 and names == sorted(names)
    counted = {
        each.name: (each.tables, each.new, each.back, sum(each.between_people.values())) for each in found
    }
    assert counted.pop(f"{begin:%Y-%m}") == (1, 2, 2, 1)
    assert counted.pop(f"{past.now():%Y-%m}") == (1, 0, 0, 1)
    assert set(counted.values()) == {(0, 0, 0, 0)}


async def test_the_command_works_while_a_bot_serves_the_database(
    past: RunningService, tmp_path: Path
) -> None:
    """No lock keeps it waiting; programs and people read the same figures."""
    new = People()
    for _ in range(5):
        await past.lobby(new.one())
    for _ in range(6):
        await over(past, *new.new(2))
    values: dict[str, Any] = {"data": tmp_path, **databases.setting(tmp_path)}
    with exclusive_database(Settings(_env_file=None, **values)):
        months = await asyncio.to_thread(told, tmp_path)
        said = await asyncio.to_thread(ask, tmp_path, "--months", "2")
    assert len(months) == 12
    name = f"{past.now():%Y-%m}"
    assert months[name] == {
        "open_tables": 11,
        "found_somebody": 6,
        "median_wait_seconds": 0,
        "new_people": 12,
        "came_back": None,
        "matches_between_people": NO_RULES | {"classic": 6},
        "matches_against_cpu": NO_RULES,
    }
    lines = [line.split("  ") for line in said.out.splitlines() if name in line]
    cells = [[cell.strip() for cell in line if cell] for line in lines]
    assert cells == [
        [name, "11", "6 (55%)", "0.0 min", "12", "under 5"],
        [name, "6", *["under 5"] * 3],
        [name, *["under 5"] * 4],
    ]


def test_an_empty_database_has_only_small_numbers(tmp_path: Path) -> None:
    """All of them are hidden, in as many months as somebody asks for."""
    put_new_database(tmp_path)
    hidden = as_json([Month("2026-11")])["months"][0]
    assert hidden.pop("month") == "2026-11"
    assert all(value in (None, NO_RULES) for value in hidden.values())
    assert list(told(tmp_path, "--months", "3").values()) == [hidden] * 3


def test_a_database_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    """One of an older version, whose schema stays as it is, and none at all."""
    put_new_database(tmp_path)
    address = databases.database(tmp_path)
    before = revisions()[-2]
    databases.change(tmp_path, "UPDATE alembic_version SET version_num = ?", before)
    old = "The database is of an older version; koikoi migrate brings it up to date.\n"
    assert ask(tmp_path) == Said(1, "", old)
    assert databases.rows(tmp_path, "SELECT version_num FROM alembic_version") == [(before,)]
    if isinstance(address, Path):
        address.unlink()
        assert ask(tmp_path) == Said(1, "", f"There is no database {address}.\n")


def test_months_before_the_first_that_tells_anything_are_left_out() -> None:
    """A young bot's host reads no rows of hidden numbers; the month that goes on is always there."""
    names = ["2026-08", "2026-09", "2026-10", "2026-11"]
    months = [Month(name, new=6 if name == "2026-09" else 0) for name in names]
    assert not [line for line in report(months).splitlines() if names[0] in line]
    for name in names[1:]:
        assert len([line for line in report(months).splitlines() if name in line]) == 3
    assert names[3] in report([Month(name) for name in names])


HIDDEN = {
    (4, 4): (None, None, "under 5", "under 5"),
    (5, 4): (5, None, "5", "under 5"),
    (5, 5): (5, None, "5", "nearly all"),
    (9, 5): (9, None, "9", "nearly all"),
    (10, 5): (10, 5, "10", "5 (50%)"),
    (10, 6): (10, None, "10", "nearly all"),
    (100, 0): (100, None, "100", "under 5"),
}
"""By a whole and a part of it: both in JSON, and in the text."""


@pytest.mark.parametrize("counts", HIDDEN)
def test_a_small_number_is_hidden_also_as_a_difference(counts: tuple[int, int]) -> None:
    """No number under five can be read, or had by subtracting a part from its whole."""
    whole, part = counts
    month = Month("2026-11", tables=whole, found=part, new=whole, back=part)
    json_whole, json_part, text_whole, text_part = HIDDEN[counts]
    (read,) = as_json([month])["months"]
    assert (read["open_tables"], read["found_somebody"]) == (json_whole, json_part)
    assert (read["new_people"], read["came_back"]) == (json_whole, json_part)
    (line,) = [line for line in report([month]).splitlines() if line.startswith("2026-11")][:1]
    cells = re.split(r" {2,}", line)
    assert cells == ["2026-11", text_whole, text_part, "few waits", text_whole, text_part]


@pytest.mark.parametrize("few", [0, 4, 5])
def test_medians_and_matches_of_fewer_than_five_are_hidden(few: int) -> None:
    """Each by its own number of waits or matches."""
    month = Month("2026-11", waits=few, median_wait=90.4)
    month.between_people[RuleSetId.LEAGUE] = month.against_cpu[RuleSetId.SANNIN] = few
    (read,) = as_json([month])["months"]
    number = few if few >= 5 else None
    assert read["median_wait_seconds"] == (90 if few >= 5 else None)
    assert read["matches_between_people"] == NO_RULES | {"league": number}
    assert read["matches_against_cpu"] == NO_RULES | {"sannin": number}
    assert ("1.5 min" in report([month])) is (few >= 5)
