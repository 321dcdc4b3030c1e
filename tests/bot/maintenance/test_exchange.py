"""`koikoi export` and `koikoi import`: matches as files, there and back, and what is refused."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.errors import NoFinishedMatch
from bot.ids import GuildId, MatchId, UserId
from bot.match import match_file
from bot.records.finished import Viewer
from bot.records.imported import is_imported
from bot.service.finished import FinishedMatches
from bot.storage import Store
from engine.__main__ import main as engine
from engine.record import match_record

GIVEN = (("--server", "5"), ())


def run(folder: Path, *arguments: str, given: bytes | None = None) -> Result:
    """A command of the bot on a data folder, in this process."""
    return CliRunner().invoke(main, arguments, input=given, env={"KOIKOI_DATA": str(folder)})


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a few finished matches."""
    folder = tmp_path_factory.mktemp("demo")
    assert run(folder, "seed-demo", "--matches", "3", "--players", "4").exit_code == 0
    return folder


@pytest.fixture(scope="module")
def exported(seeded: Path) -> bytes:
    """Match 1 as a file."""
    return run(seeded, "export", "1").stdout_bytes


def changed(exported: bytes, **keys: Any) -> bytes:
    return json.dumps({**json.loads(exported), **keys}).encode()


def about(exported: bytes, **keys: Any) -> bytes:
    """The file with other facts about the match."""
    return changed(exported, koikoi={**json.loads(exported)["koikoi"], **keys})


def counts(folder: Path) -> list[int]:
    """Return the numbers of matches, people, results and standings."""
    with closing(sqlite3.connect(folder / "koikoi.db")) as raw:
        tables = ("matches", "people", "results", "standings")
        return [raw.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in tables]


@pytest.mark.outside
def test_an_export_can_be_imported_elsewhere_and_exported_again_equal(
    exported: bytes, tmp_path: Path
) -> None:
    """Into an empty database and out of it: byte for byte the same, under a number of its own."""
    said = run(tmp_path, "import", "-", given=exported)
    assert (said.exit_code, said.output) == (0, "standard input is match 1 now.\n")
    assert run(tmp_path, "export", "1").stdout_bytes == exported
    assert counts(tmp_path) == [1, 1, 0, 0]
    assert run(tmp_path, "check").output == "1 matches were replayed; everything agrees.\n"


def test_the_engine_reads_what_is_exported(
    exported: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`replay` goes through it, `verify` checks every deck."""
    file = tmp_path / "match.json"
    file.write_bytes(exported)
    assert engine(["replay", str(file)]) == 0
    assert engine(["verify", str(file)]) == 0
    assert "deck 1" in capsys.readouterr().out


def test_a_file_holds_names_and_no_ids(seeded: Path, exported: bytes) -> None:
    """People are named as in the match; without their names the file is as good."""
    people = json.loads(exported)["koikoi"]["people"]
    assert all(list(one) == ["name"] for one in people)
    with closing(sqlite3.connect(seeded / "koikoi.db")) as raw:
        ids = [str(number) for row in raw.execute("SELECT id, discord FROM people") for number in row]
    assert not set(re.findall(r"\b\d+\b", exported.decode())) & set(ids)
    nameless = run(seeded, "export", "1", "--anonymous").stdout_bytes
    assert json.loads(nameless)["koikoi"]["people"] == [{}] * len(people)
    assert json.loads(nameless)["actions"] == json.loads(exported)["actions"]


def test_nothing_is_overwritten(seeded: Path, exported: bytes, tmp_path: Path) -> None:
    """A file that is there stays; a match that is there already gets no second number, another one does."""
    file = tmp_path / "match.json"
    assert run(seeded, "export", "1", str(file)).exit_code == 0
    assert file.read_bytes() == exported
    again = run(seeded, "export", "2", str(file))
    assert (again.exit_code, again.output) == (1, f"{file} is there already; nothing is overwritten.\n")
    data = tmp_path / "data"
    assert run(data, "import", str(file)).exit_code == 0
    twice = run(data, "import", str(file))
    assert (twice.exit_code, twice.output) == (0, f"{file} is match 1 already.\n")
    assert run(data, "import", "--anonymous", str(file)).output == f"{file} is match 2 now.\n"
    assert counts(data)[0] == 2


@pytest.mark.outside
def test_an_imported_match_moves_no_list(seeded: Path, exported: bytes, tmp_path: Path) -> None:
    """Standings and results stay as they were, also after a rebuild, whatever server it is given to."""
    assert run(tmp_path, "seed-demo", "--matches", "3", "--players", "4").exit_code == 0
    before = counts(tmp_path)
    assert run(tmp_path, "import", "--server", "1", "-", given=exported).exit_code == 0
    assert counts(tmp_path)[2:] == before[2:]
    assert "0 rows were not as they are now" in run(tmp_path, "ratings", "rebuild").output
    assert counts(tmp_path)[2:] == before[2:]


def _swapped(deck: str) -> str:
    return deck[1] + deck[0] + deck[2:]


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "no JSON": (lambda good: good[:-3], "record: not JSON"),
    "no text": (lambda good: b"\xff" + good, "record: not UTF-8 at byte 0"),
    "no object": (lambda _: b"[]", "record: not an object"),
    "another format": (lambda good: changed(good, format="shogi/1"), "format: "),
    "no deck": (lambda good: changed(good, seat_deck="AB"), "seat_deck: "),
    "an illegal move": (lambda good: changed(good, actions=["0 shobu"]), "actions[0]: "),
    "another deck": (
        lambda good: changed(good, decks=[_swapped(each) for each in json.loads(good)["decks"]], actions=[]),
        "decks[0]: does not agree",
    ),
    "names of others": (
        lambda good: changed(good, koikoi={"people": [{"name": "x"}]}),
        "koikoi.people: not a list of",
    ),
    "a name that is none": (
        lambda good: changed(good, koikoi={"people": [{"name": 7}] * 2}),
        "koikoi.people[0].name: not a text",
    ),
    "a level that is none": (
        lambda good: changed(good, koikoi={"people": [{"cpu": "divine"}] * 2}),
        "koikoi.people[0].cpu: no CPU player",
    ),
    "a time that is none": (
        lambda good: changed(good, koikoi={"ended_at": "noon"}),
        "koikoi.ended_at: not a time",
    ),
    "places that are none": (
        lambda good: changed(good, koikoi={"places": [0, 9]}),
        "koikoi.places: not 2 numbers",
    ),
    "half a surrogate pair in a name": (
        lambda good: changed(good, koikoi={"people": [{"name": "Sa\ud83dkura"}, {}]}),
        "koikoi.people[0].name: not a text",
    ),
    "an end before the beginning": (
        lambda good: about(
            good, started_at="2026-03-02T12:00:00+00:00", ended_at="2026-03-02T11:59:59+00:00"
        ),
        "koikoi.ended_at: before started_at",
    ),
    "a beginning in the future": (
        lambda good: about(good, started_at="9999-12-31T00:00:00+00:00"),
        "koikoi.started_at: in the future",
    ),
    "an end in the future": (
        lambda good: about(good, ended_at=(datetime.now(UTC) + timedelta(hours=2)).isoformat()),
        "koikoi.ended_at: in the future",
    ),
    "an end in another age": (
        lambda good: about(good, started_at="0001-01-01T00:00:00+00:00"),
        "koikoi.started_at: before 1970",
    ),
    "a time in the year 0": (
        lambda good: about(good, started_at="0000-01-01T00:00:00+00:00"),
        "koikoi.started_at: not a time",
    ),
    "a time before all years": (
        lambda good: about(good, started_at="-0001-01-01T00:00:00+00:00"),
        "koikoi.started_at: not a time",
    ),
    "a time without end": (
        lambda good: about(good, ended_at="0001-01-01T00:00:00+14:00"),
        "koikoi.ended_at: not a time",
    ),
    "places that the moves do not lead to": (
        lambda good: about(good, places=[1, 1]),
        "koikoi.places[",
    ),
    "places without an end": (
        lambda good: changed(good, actions=json.loads(good)["actions"][:3], koikoi={"places": [1, 2]}),
        "koikoi.places: the moves do not end the match",
    ),
    "a CPU player twice": (
        lambda good: about(good, people=[{"cpu": "normal"}, {"cpu": "normal"}]),
        "koikoi.people: two CPU players are the same one",
    ),
    "too long": (lambda good: good + b" " * match_file.LARGEST, "record: longer than 16 MB"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_of_a_broken_file_nothing_is_stored(what: str, exported: bytes, tmp_path: Path) -> None:
    """Each is refused in one line that names the place."""
    breaking, told = BROKEN[what]
    file = tmp_path / "broken.json"
    file.write_bytes(breaking(exported))
    data = tmp_path / "data"
    said = run(data, "import", str(file))
    assert said.exit_code == 1
    assert said.output.startswith(f"{file}: {told}") and said.output.count("\n") == 1
    assert not (data / "koikoi.db").exists()


def test_two_people_of_one_name_and_a_tie_are_no_fault(exported: bytes, tmp_path: Path) -> None:
    """Discord's names are not unique; a match that ended this very moment is over."""
    file = tmp_path / "match.json"
    moment = datetime.now(UTC).isoformat()
    file.write_bytes(about(exported, people=[{"name": "花"}] * 2, started_at=moment, ended_at=moment))
    said = run(tmp_path, "import", str(file))
    assert (said.exit_code, said.output) == (0, f"{file} is match 1 now.\n")


def test_a_key_of_the_other_version_is_passed_over(exported: bytes, tmp_path: Path) -> None:
    """Nobody has checked it, so that it is not stored: half a surrogate pair could not be."""
    version = json.loads(exported)["format"][-1]
    other, value = {"1": ("message", "\ud83d"), "2": ("joins", ["\ud83d"])}[version]
    assert run(tmp_path, "import", "-", given=changed(exported, **{other: value})).exit_code == 0
    assert run(tmp_path, "export", "1").stdout_bytes == exported


def test_a_number_that_nobody_reads_may_be_as_long_as_it_likes(exported: bytes, tmp_path: Path) -> None:
    """The reader passes over a key that no match has, whatever its value is."""
    file = tmp_path / "match.json"
    file.write_bytes(exported.rstrip().removesuffix(b"}") + b', "x": ' + b"9" * 5000 + b"}")
    assert run(tmp_path, "import", str(file)).exit_code == 0
    assert run(tmp_path, "export", "1").stdout_bytes == exported


def test_what_cannot_be_exported_is_said(seeded: Path, tmp_path: Path) -> None:
    """No database, no such match, a folder that is not there."""
    nowhere = run(tmp_path / "none", "export", "1")
    assert nowhere.exit_code == 1 and nowhere.output.startswith("There is no database")
    nothing = run(seeded, "export", "99")
    assert (nothing.exit_code, nothing.output) == (1, "There is no match 99.\n")
    file = tmp_path / "no" / "match.json"
    assert run(seeded, "export", "1", str(file)).output == f"{file}: No such file or directory\n"


def test_a_match_in_play_is_not_exported(seeded: Path, tmp_path: Path) -> None:
    """The cards of the match are secret still; not even its commitment is told."""
    data = tmp_path / "data"
    data.mkdir()
    with (
        closing(sqlite3.connect(seeded / "koikoi.db")) as raw,
        closing(sqlite3.connect(data / "koikoi.db")) as own,
    ):
        raw.backup(own)
        own.execute("UPDATE matches SET status='playing', ended_at=NULL WHERE id=1")
        own.commit()
    said = run(data, "export", "1")
    assert (said.exit_code, said.output) == (1, "Match 1 is not over: its cards are secret still.\n")


async def test_an_imported_match_can_be_opened_in_the_server_it_was_given_to(
    exported: bytes, tmp_path: Path
) -> None:
    """There by everybody, elsewhere by nobody; it is told apart from those that were played here."""
    added = [await asyncio.to_thread(run, tmp_path, "import", *given, "-", given=exported) for given in GIVEN]
    assert [each.exit_code for each in added] == [0, 0]
    store = await Store.open(tmp_path / "koikoi.db")
    try:
        door = FinishedMatches(store)
        found = await door.match(MatchId(1), Viewer(None, GuildId(5)))
        assert is_imported(found) and found.me is None and not found.rated
        assert found.places is not None and all(one.name and one.user is None for one in found.people)
        assert match_record.parse(dict(found.written)) == found.record
        for viewer in (Viewer(None, None), Viewer(UserId(1), GuildId(6))):
            with pytest.raises(NoFinishedMatch):
                await door.match(MatchId(1), viewer)
    finally:
        await store.close()


def test_a_review_says_what_was_lost(seeded: Path, exported: bytes) -> None:
    """For each player, with the costliest decisions; a broken file is refused in one line."""
    said = run(seeded, "review", "-", given=exported)
    assert said.exit_code == 0, said.output
    heads = [line for line in said.output.splitlines() if line.startswith("player ")]
    assert [head.split(":")[0] for head in heads] == [f"player {n}" for n in range(len(heads))]
    assert len(heads) in {2, 3} and all(" lost in " in head and "luck " in head for head in heads)
    assert any(line.startswith("  -") and "; best " in line for line in said.output.splitlines())
    broken = run(seeded, "review", "-", given=exported[:-20])
    assert broken.exit_code and broken.stderr.count("\n") == 1
