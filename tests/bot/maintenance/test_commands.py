"""`koikoi check`, `koikoi ratings rebuild`, `koikoi seed-demo`: what they say, find and change."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.command_process import Said, command, started


def demo(folder: Path, *arguments: str) -> Said:
    return command("seed-demo", "--matches", "60", "--players", "8", *arguments, data=str(folder))


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A folder with a demo, which tests copy, and what was said when it was made."""
    folder = tmp_path_factory.mktemp("demo")
    return folder, demo(folder, "--user", "4242=さくら")


@pytest.fixture
def data(seeded: tuple[Path, Said], tmp_path: Path) -> Path:
    """A data folder of one's own with the demo in it."""
    return Path(shutil.copytree(seeded[0], tmp_path / "data"))


def dump(folder: Path) -> list[str]:
    """Everything in the database, as text."""
    with closing(sqlite3.connect(folder / "koikoi.db")) as raw:
        return list(raw.iterdump())


def rows(folder: Path) -> list[list[tuple[object, ...]]]:
    """Return what is stored of matches and cannot be derived, whatever texts are in it."""
    with closing(sqlite3.connect(folder / "koikoi.db")) as raw:
        raw.text_factory = bytes
        players = "match, seat, number, person, score, net FROM result_players"
        queries = (*(f"* FROM {each}" for each in ("matches", "participants", "logs", "results")), players)
        return [raw.execute(f"SELECT {query}").fetchall() for query in queries]


def change(folder: Path, statements: str) -> None:
    with closing(sqlite3.connect(folder / "koikoi.db")) as raw, raw:
        raw.executescript(statements)


@pytest.mark.outside
def test_the_demo_agrees_with_its_records(seeded: tuple[Path, Said]) -> None:
    """Every match of it replays to its stored result, and the lists are what the results add up to."""
    folder, said = seeded
    assert (said.status, said.err) == (0, "")
    assert "60 matches of 8 people" in said.out
    checked = command("check", data=str(folder))
    assert (checked.status, checked.err) == (0, "")
    assert checked.out == "60 matches were replayed; everything agrees.\n"
    with closing(sqlite3.connect(folder / "koikoi.db")) as raw:
        assert raw.execute("SELECT name FROM people WHERE discord=4242").fetchall() == [("さくら",)]


def test_only_an_empty_database_is_filled(data: Path) -> None:
    """A second filling is refused and changes nothing; so is a user without a name."""
    before = dump(data)
    said = demo(data)
    assert said.status == 1
    assert "only an empty database is filled" in said.err
    assert dump(data) == before
    wrong = demo(data / "other", "--user", "Sakura")
    assert wrong.status == 2
    assert "123=Sakura" in wrong.err


DAMAGE = {
    "UPDATE result_players SET score = score + 1 WHERE match = 7 AND seat = 0": "match 7: player 0: score is",
    "UPDATE results SET months = 11 WHERE match = 8": "match 8: result.months is 11, not",
    "DELETE FROM result_yaku WHERE match = 9": "match 9: yaku",
    "DELETE FROM results WHERE match = 10": "match 10: it has ended and has no result",
    "UPDATE logs SET packed = x'00' WHERE match = 11": "match 11: its rows make no match",
    "UPDATE standings SET wins = 99 WHERE rowid = 3": "standing of person",
    "UPDATE overall SET mu = 99 WHERE rowid = 2": "overall rating of person",
    "UPDATE result_players SET rating = 1 WHERE match = 12 AND rating > 1": "match 12: the ratings of",
}


LEFT = {
    **{statement: DAMAGE[statement] for statement in list(DAMAGE)[:3]},
    "UPDATE logs SET packed = x'00' WHERE match = 11": "match 11: its rows make no match",
    "UPDATE matches SET rules = 'gone' WHERE id = 12": "match 12: its rows make no match",
    "UPDATE matches SET ended_at = 1 << 62 WHERE id = 13": "match 13: its rows make no match",
    "UPDATE participants SET name = CAST(x'ff' AS TEXT) WHERE match = 14": "match 14: its rows are damaged",
    "DELETE FROM people WHERE id = (SELECT host FROM matches WHERE id = 15)": "match 15: its host is not",
    "PRAGMA ignore_check_constraints = ON; UPDATE results SET how = 'odd' WHERE match = 16": (
        "match 16: result.how is odd, not"
    ),
}
"""Changes that a bot runs on and a restore leaves as they are."""
DERIVED = (
    "DELETE FROM results WHERE match = 10",
    "UPDATE standings SET wins = 99 WHERE rowid = 3",
    "DELETE FROM overall",
    "UPDATE result_players SET rating = 1 WHERE match = 12 AND rating > 1",
)
"""Changes that a restore undoes."""


def first_quick(all_of_them: Iterable[str]) -> list[object]:
    """Return the cases, of which all but the first one are in the lane `outside`."""
    first, *others = all_of_them
    return [first, *(pytest.param(each, marks=pytest.mark.outside) for each in others)]


@pytest.mark.parametrize("damage", first_quick(LEFT))
def test_whatever_the_bot_runs_on_can_be_restored(data: Path, tmp_path: Path, damage: str) -> None:
    """Both ways name it, end with 0 and leave it as it is; to standard output as well."""
    change(data, damage)
    copied = command("backup", str(tmp_path / "copy"), data=str(data))
    restored = command("restore", str(tmp_path / "copy"), data=str(tmp_path / "new"))
    for said in (copied, restored):
        assert said.status == 0
        assert LEFT[damage] in said.err
        assert "the bot runs on" in said.err
    assert rows(tmp_path / "new") == rows(data)
    with closing(sqlite3.connect(tmp_path / "new" / "koikoi.db")) as raw:
        assert raw.execute("SELECT * FROM jobs").fetchall() == []  # new results would wait for its end


@pytest.mark.parametrize("damage", first_quick(DERIVED))
def test_a_restore_derives_what_can_be_derived(data: Path, tmp_path: Path, damage: str) -> None:
    """Everything agrees afterwards."""
    change(data, damage)
    command("backup", str(tmp_path / "copy"), data=str(data))
    said = command("restore", str(tmp_path / "copy"), data=str(tmp_path / "new"))
    assert said.status == 0
    assert "agree" not in said.err
    assert command("check", data=str(tmp_path / "new")).status == 0


@pytest.mark.outside
@pytest.mark.parametrize("damage", DAMAGE)
def test_the_check_names_what_differs_and_changes_nothing(data: Path, damage: str) -> None:
    """One line for each thing that does not agree, and status 1."""
    change(data, damage)
    before = dump(data)
    said = command("check", data=str(data))
    assert said.status == 1
    assert DAMAGE[damage] in said.out
    assert "do not agree" in said.err or "does not agree" in said.err
    assert dump(data) == before


def test_a_rebuild_mends_standings_and_ratings(data: Path) -> None:
    """A rebuild restores changed values to the last bit; a second rebuild finds nothing to repair."""
    before = dump(data)
    change(data, "UPDATE standings SET wins = 99, mu = 1 WHERE rowid < 9")
    change(data, "DELETE FROM overall WHERE rowid < 5")
    change(data, "UPDATE result_players SET overall = 7")
    assert (command("ratings", "rebuild", data=str(data))).status == 0
    assert sorted(dump(data)) == sorted(before)
    again = command("ratings", "rebuild", data=str(data))
    assert "0 rows were not as they are now" in again.out and "judged" not in again.out
    judged = command("ratings", "rebuild", "--judge", data=str(data))
    assert "60 matches will be judged anew" in judged.out
    with closing(sqlite3.connect(data / "koikoi.db")) as raw:
        assert raw.execute("SELECT sum(judged) FROM results").fetchone() == (0,)
        assert raw.execute("SELECT count(*) FROM judged").fetchone() == (0,)


def test_commands_without_a_database_say_so(tmp_path: Path) -> None:
    """One sentence, no traceback, and no database is made by a check."""
    said = command("check", data=str(tmp_path / "none"))
    assert said.status == 1
    assert "There is no database" in said.err
    assert not (tmp_path / "none").exists()


@pytest.mark.outside
async def test_the_demo_opens_with_full_lists(tmp_path: Path) -> None:
    """`koikoi sandbox --demo`: the server there has a past before its bot has started."""
    process = await started(
        "sandbox", "--demo", "--no-open", "--port", "0", "--data", str(tmp_path / "data"), data="elsewhere"
    )
    try:
        assert process.stdout is not None and process.stderr is not None
        assert b"http://127.0.0.1:" in await process.stdout.readline()
        while b"season over" not in await process.stderr.readline():
            assert process.returncode is None
    finally:
        process.terminate()
        await process.communicate()
    with closing(sqlite3.connect(tmp_path / "data" / "koikoi.db")) as raw:
        assert raw.execute("SELECT count(*) FROM results").fetchone() == (1500,)
        assert raw.execute("SELECT count(*) FROM people WHERE name = 'さくら'").fetchone() == (1,)
