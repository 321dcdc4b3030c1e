"""The command line: what a person reads when something is missing or wrong."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.config import Settings
from bot.storage.database.lock import DataLock
from bot.storage.database.migrate import migrate, revisions
from images.drawing import faces, fonts
from tests.support.command_process import Said, command_in, environment
from tests.support.command_process import koikoi as in_a_process
from tests.support.waiting import MOST_SECONDS

ROOT = Path(__file__).resolve().parents[2]


def koikoi(folder: Path, *arguments: str, **settings: str) -> Said:
    """Run a command in a folder with nothing but these settings."""
    return command_in(folder, *arguments, **{"data": str(folder / "data"), **settings})


def test_without_a_token_the_sandbox_is_named(tmp_path: Path) -> None:
    """`run` without a token ends with 2 and says what to do, leaving nothing behind."""
    result = koikoi(tmp_path, "run")
    assert result.status == 2
    assert "KOIKOI_TOKEN" in result.err
    assert "koikoi sandbox" in result.err
    assert not (tmp_path / "data").exists()


def test_a_wrong_setting_is_named_and_its_value_is_not(tmp_path: Path) -> None:
    """A line for each wrong setting; what was written there might be a secret."""
    result = koikoi(tmp_path, "run", rest_seconds="half-a-secret", token="abc")
    assert result.status == 2
    assert "KOIKOI_REST_SECONDS" in result.err
    assert "half-a-secret" not in result.err
    assert "Traceback" not in result.err


def test_settings_are_read_from_a_file(tmp_path: Path) -> None:
    """A `.env` in the working folder counts as the environment does."""
    (tmp_path / ".env").write_text("KOIKOI_LOG_FORMAT=xml\n", encoding="utf-8")
    assert "KOIKOI_LOG_FORMAT" in koikoi(tmp_path, "migrate").err


def test_a_misspelt_setting_is_named_with_the_nearest_one(tmp_path: Path) -> None:
    """One line each, wherever it was written; what is set right is not named."""
    env = "KOIKOI_REST_SECOND=my-secret\nKOIKOI_FONT=font.otf\nKOIKOI_TOKEN:my.other-secret\nOTHER=1\n"
    (tmp_path / ".env").write_text(env, encoding="utf-8")
    settings = {
        "loby_seconds": "5",
        "xyz": "5",
        "font": "font.otf",
        "rest_seconds": "",
    }
    said = koikoi(tmp_path, "run", log_format="json", **settings).err
    found = [json.loads(line) for line in said.splitlines() if "unknown setting" in line]
    assert [(each["level"], each["name"], each["where"], each.get("nearest")) for each in found] == [
        ("warning", "KOIKOI_LOBY_SECONDS", "environment", "KOIKOI_LOBBY_SECONDS"),
        ("warning", "KOIKOI_XYZ", "environment", None),
        ("warning", "KOIKOI_REST_SECOND", ".env", "KOIKOI_REST_SECONDS"),
        ("warning", "KOIKOI_TOKEN", ".env", "KOIKOI_TOKEN"),
    ]
    assert "secret" not in said


def test_a_setting_that_is_given_twice_is_named_with_its_lines(tmp_path: Path) -> None:
    """The last line counts, as it did; variables of others are theirs."""
    env = "\n# first\nKOIKOI_TOKEN=my-secret\nOTHER=1\n\nOTHER=2\n\nexport koikoi_token='another'\n"
    (tmp_path / ".env").write_text(env, encoding="utf-8")
    said = koikoi(tmp_path, "run", log_format="json").err
    (told,) = [json.loads(line) for line in said.splitlines() if "more than once" in line]
    assert (told["level"], told["name"], told["lines"]) == ("warning", "KOIKOI_TOKEN", [3, 8])
    assert "secret" not in said and "another" not in said


def test_a_settings_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    """UTF-16, as a Windows shell writes it, is named; the file's content is not shown."""
    (tmp_path / ".env").write_text("KOIKOI_TOKEN=my-token\n", encoding="utf-16")
    result = koikoi(tmp_path, "run")
    assert result.status == 2
    assert result.err == f"The file {tmp_path / '.env'} is not written in UTF-8.\n"


async def test_a_font_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """The sandbox does not begin without the face that its page and all pictures are written in."""
    result = await in_a_process("sandbox", "--no-open", "--port", "0", font=str(tmp_path / "none.otf"))
    assert result.status == 1
    assert "none.otf" in result.err
    assert len(result.err.strip().splitlines()) == 1


@pytest.mark.parametrize("font", ["none.otf", "note.txt"])
async def test_without_its_font_the_bot_does_not_start(tmp_path: Path, font: str) -> None:
    """A file that is not there, and one that is no font, are told at the start and not at every picture."""
    (tmp_path / "note.txt").write_text("no font", encoding="ascii")
    data = str(tmp_path / "data")
    result = await in_a_process("run", token="abc", font=str(tmp_path / font), data=data)
    assert result.status == 1
    assert result.err.startswith("There is no Japanese font: ")
    assert result.err.endswith(f"tried {tmp_path / font}.\n")
    assert len(result.err.splitlines()) == 1
    assert not (tmp_path / "data" / "koikoi.db").exists()


def warnings(tmp_path: Path, **settings: str) -> list[dict[str, str]]:
    """The warnings of a bot that loads its libraries again and ends, as another one serves its data."""
    with DataLock(tmp_path / "data"):
        ended = subprocess.run(
            [sys.executable, "-P", "-m", "bot", "run"],
            cwd=tmp_path,
            env=environment(token="abc", data=str(tmp_path / "data"), log_format="json", **settings),
            check=False,
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
        )
    assert ended.returncode == 1 and "Another process" in ended.stderr
    lines = [json.loads(line) for line in ended.stderr.splitlines() if line.startswith("{")]
    return [line for line in lines if line["level"] == "warning"]


@pytest.mark.outside
def test_a_host_without_libfribidi_is_warned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures would show names from right to left reversed; where the library is there nothing is said."""
    assert (warnings(tmp_path) == []) is faces.shapes_scripts()
    for name in ("libfribidi.so.0", "libfribidi.so", "libfribidi.dylib"):
        (tmp_path / name).write_text("no library", encoding="ascii")
    for variable in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        monkeypatch.setenv(variable, str(tmp_path))
    (warning,) = warnings(tmp_path)
    assert warning["event"].startswith("libfribidi is missing") and "libfribidi0" in warning["install"]


@pytest.mark.outside
def test_a_font_without_japanese_letters_is_reported(tmp_path: Path) -> None:
    """Named with what it lacks; the usual face, named as a host's own, is not."""
    usual, latin = fonts.main_face().path, fonts.latin_face()
    assert not [each for each in warnings(tmp_path, font=str(usual)) if "font" in each]
    (warning,) = [each for each in warnings(tmp_path, font=str(latin)) if "font" in each]
    assert warning["event"] == "KOIKOI_FONT lacks Japanese letters"
    assert warning["font"] == str(latin) and "月" in warning["missing"]


def test_a_font_may_be_named_in_the_settings_file(tmp_path: Path) -> None:
    """As every setting may, for the bot and for the sandbox."""
    (tmp_path / ".env").write_text("KOIKOI_TOKEN=abc\nKOIKOI_FONT=none.otf\n", encoding="utf-8")
    for command in (("run",), ("sandbox", "--no-open", "--port", "0")):
        result = koikoi(tmp_path, *command)
        assert (result.status, result.err.endswith("tried none.otf.\n")) == (1, True)


def test_migrate_makes_the_database_once(tmp_path: Path) -> None:
    """`migrate` says what it applied, then that nothing is to do."""
    first, second = koikoi(tmp_path, "migrate"), koikoi(tmp_path, "migrate")
    assert first.out == f"Applied: {', '.join(revisions())}\n"
    assert second.out == "Nothing to do.\n"
    assert (tmp_path / "data" / "koikoi.db").exists()


def test_a_second_process_on_the_same_data_refuses(tmp_path: Path) -> None:
    """A person who comes second is told who is there, and changes nothing."""
    with DataLock(tmp_path / "data"):
        result = koikoi(tmp_path, "run", token="abc")
    assert result.status == 1
    assert f"Another process (id {os.getpid()}) uses the data folder" in result.err
    assert not (tmp_path / "data" / "koikoi.db").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """The sentence names the folder and the user id."""
    (tmp_path / "file").touch()
    result = koikoi(tmp_path, "run", token="abc", data=str(tmp_path / "file" / "data"))
    assert result.status == 1
    assert f"cannot be written by user id {os.getuid()}" in result.err
    assert len(result.err.strip().splitlines()) == 1


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    """A file of something else is named as damaged."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "koikoi.db").write_bytes(b"no database " * 400)
    result = koikoi(tmp_path, "run", token="abc")
    assert result.status == 1
    assert (
        result.err.strip()
        .splitlines()[-1]
        .endswith("koikoi.db is damaged; put a backup in its place: koikoi restore FILE.")
    )


def test_a_database_of_a_newer_version_is_told_with_the_copy_from_before(tmp_path: Path) -> None:
    """The newest copy that this version can read is named, if there is one; no other is."""
    path = tmp_path / "data" / "koikoi.db"
    path.parent.mkdir()
    migrate(path)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num='9999'")
    (path.parent / "koikoi.db.before-9998").touch()
    told = f"The database {path} was written by a newer version of the bot"
    result = koikoi(tmp_path, "migrate")
    assert (result.status, result.err) == (1, f"{told}.\n")
    copy = path.with_name(f"koikoi.db.before-{revisions()[-1]}")
    copy.touch()
    result = koikoi(tmp_path, "migrate")
    assert result.err == f"{told}; to go back: koikoi restore {copy}.\n"


def test_the_token_is_never_printed() -> None:
    """Settings that are shown hide the token."""
    settings = Settings(_env_file=None, token="my-token")
    assert "my-token" not in repr(settings)


def test_pauses_must_be_in_order() -> None:
    """The shortest pause is not longer than the longest."""
    with pytest.raises(ValidationError):
        Settings(_env_file=None, cpu_pause_min=2, cpu_pause_max=1)


def test_every_setting_is_described() -> None:
    """The description of each setting tells its effect."""
    assert all(field.description for field in Settings.model_fields.values())


HEAVY = ("discord", "aiohttp", "PIL", "sqlalchemy", "alembic", "psycopg", "structlog")


def loaded(code: str, *heavy: str, **settings: str) -> list[str]:
    """Return those of these libraries that a process of its own has loaded after some code."""
    code += f"\nimport sys; print('loaded', *(m for m in {heavy!r} if m in sys.modules))"
    result = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=ROOT / "tests", env=environment(**settings),
        capture_output=True, text=True, check=True, timeout=MOST_SECONDS,
    )  # fmt: skip
    return result.stdout.split()[1:]


def test_importing_the_command_line_loads_no_heavy_library() -> None:
    """The sandbox's process begins light: no Discord, no pictures, no database, no settings."""
    assert loaded("import bot.__main__, images.drawing.fonts", *HEAVY, "pydantic") == []


@pytest.mark.parametrize("database", [None, "postgresql://me:pw@host/db"])
def test_the_health_check_loads_no_heavy_library(tmp_path: Path, database: str | None) -> None:
    """The check runs every 30 s beside the bot: it reads settings and a note, no database, no Discord."""
    code = "from bot.__main__ import main\ntry:\n    main(['health'])\nexcept SystemExit: pass"
    given = {} if database is None else {"database": database}
    assert loaded(code, *HEAVY, data=str(tmp_path), **given) == []
