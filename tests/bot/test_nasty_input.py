"""The command line where a file, a stream, a setting or an argument is not as it should be: one line."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from pydantic import ValidationError

from bot import legal
from bot.__main__ import main
from bot.config import Settings
from bot.i18n import Languages
from engine.__main__ import main as engine
from tests.support.command_process import Said, command_in, environment, without_rights

# Programs of their own read what commands in this process have dealt.
pytestmark = pytest.mark.dealt_by_chance

ROOT = Path(__file__).resolve().parents[2]
FULL, CLOSED = ">/dev/full", ">&-"
MESSAGE = 2_000
"""Characters of a message on Discord."""
OFFSET = 1 << 26
"""The offset of a standard output with little room: far behind all that is written elsewhere."""
SIGNS = ["a\nb", "a\0b", "\udcff", "a\u2028b"]
NASTY = [*SIGNS, "x" * 5_000, " ", "-1", "1" * 40, "9" * 5_000, "nan", "inf", "http://[", "http://h:99999"]
LATER = {"run", "sandbox"}
"""Commands that go on until they are stopped."""


def koikoi(folder: Path, *arguments: str, **settings: str) -> Said:
    """Run a command in a folder with nothing but these settings."""
    return command_in(folder, *arguments, **{"data": str(folder / "data"), **settings})


def in_shell(command: str, data: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a shell starts it."""
    line = ["sh", "-c", f'"$0" -m bot {command}', sys.executable]
    return subprocess.run(line, capture_output=True, cwd=ROOT, env=environment(data=str(data)), check=False)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a finished match."""
    folder = tmp_path_factory.mktemp("data")
    assert koikoi(folder, "seed-demo", "--matches", "1", "--players", "3", data=str(folder)).status == 0
    return folder


@pytest.mark.outside
@pytest.mark.parametrize("sink", [FULL, CLOSED])
@pytest.mark.parametrize("command", ["--version", "--help", "check", "export 1", "backup -", "migrate"])
def test_output_that_cannot_be_written_is_one_line(command: str, sink: str, data: Path) -> None:
    """A full disk and a closed standard output, for what click itself prints as well."""
    said = in_shell(f"{command} {sink}", data)
    why = {FULL: b"No space left on device", CLOSED: b"closed"}[sink]
    assert (said.returncode, said.stderr) == (1, b"standard output: " + why + b"\n")


@pytest.mark.outside
@pytest.mark.parametrize("sink", ["2>/dev/full", "2>&-"])
def test_a_fault_that_cannot_be_told_has_its_status(sink: str, data: Path) -> None:
    """Standard error is full or closed: nothing is written elsewhere."""
    said = in_shell(f"export 99 {sink}", data)
    assert (said.returncode, said.stdout, said.stderr) == (1, b"", b"")


def test_a_line_for_the_host_ends_no_bot() -> None:
    """The output of a process that goes on is lost where nobody can read it."""
    code = (
        "from bot.maintenance.terminal import announce; announce('a link'); announce('another'); print('on')"
    )
    line = ["sh", "-c", f'"$0" -c "{code}" >/dev/full', sys.executable]
    said = subprocess.run(line, capture_output=True, cwd=ROOT, check=False)
    assert (said.returncode, said.stderr) == (0, b"")


@pytest.mark.outside
@pytest.mark.parametrize("appends", [False, True])
@pytest.mark.parametrize("command", [("export", "1"), ("backup", "-")])
def test_no_part_is_left_in_a_file_that_could_not_be_written(
    command: tuple[str, str], appends: bool, data: Path, tmp_path: Path
) -> None:
    """The disk fills up in the middle: the file is as long as before, and holds no half of anything."""

    def nearly_full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (OFFSET + 100, resource.RLIM_INFINITY))

    file = tmp_path / "copy"
    with file.open("ab" if appends else "wb") as out:
        out.truncate(OFFSET)
        out.seek(OFFSET)
        line = [sys.executable, "-m", "bot", *command]
        settings = environment(data=str(data))
        said = subprocess.run(
            line, stdout=out, stderr=subprocess.PIPE, cwd=ROOT, env=settings, check=False,
            preexec_fn=nearly_full,
        )  # fmt: skip
    assert (said.returncode, said.stderr) == (1, b"standard output: File too large\n")
    assert file.stat().st_size == OFFSET


def test_a_file_has_its_name_once_it_is_whole(data: Path, tmp_path: Path) -> None:
    """A full disk leaves neither a part under the good name nor one under another."""
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (65536 + 8, -1))"
    big = "from pathlib import Path; from bot.maintenance.terminal import put"
    big += "; put(Path(sys.argv[1]), bytes(1 << 20))"
    file = tmp_path / "match.json"
    said = subprocess.run(
        [sys.executable, "-c", f"{code}; {big}", str(file)], capture_output=True, cwd=ROOT, check=False
    )
    assert said.stderr.endswith(b"File too large: '" + os.fsencode(file) + b"'\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.outside
def test_a_disk_without_room_for_the_lock_is_told_by_its_folder(tmp_path: Path) -> None:
    """Not as a fault of standard output."""

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    said = subprocess.run(
        [sys.executable, "-m", "bot", "ratings", "rebuild"], capture_output=True, cwd=ROOT, check=False,
        env=environment(data=str(tmp_path / "data")), preexec_fn=full,
    )  # fmt: skip
    assert said.returncode == 1
    assert said.stderr.startswith(b"The data folder ") and said.stderr.endswith(b": File too large.\n")


def unreadable(folder: Path) -> Iterator[str]:
    """Files that nobody can make anything of."""
    (folder / "garbage").write_bytes(bytes(range(256)) * 40)
    (folder / "deep").write_bytes(b"[" * 100_000)
    (folder / "folder").mkdir()
    (folder / "secret").write_bytes(b"{}")
    (folder / "secret").chmod(0)
    folder.chmod(0o755)
    yield from ("garbage", "deep", "folder", "secret", "absent")


@pytest.mark.parametrize(
    "command", ["import", "review", "restore", "copy-database", "engine replay", "engine verify"]
)
def test_a_file_that_cannot_be_read_is_one_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Binary garbage, a folder, a file of somebody else, none at all: the file and the reason."""
    monkeypatch.chdir(tmp_path)  # to where somebody without rights may not go from above
    first, *rest = command.split()
    for name in unreadable(tmp_path):
        with without_rights() if name == "secret" else nullcontext():
            if first == "engine":
                status = engine([*rest, name])
                said = capsys.readouterr().err
            else:
                more = ["other.db"] if first == "copy-database" else []
                result = CliRunner().invoke(main, [first, name, *more], env={"KOIKOI_DATA": "data"})
                status, said = result.exit_code, result.stderr
        last = said.splitlines()[-1]
        assert status in (1, 2), said
        assert len(said.splitlines()) == (4 if last.startswith("Error: ") else 1), said


def leaves(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands with what is typed to run them."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        elif name not in LATER:
            yield (*path, name), command


COMMANDS = dict(leaves(main))
QUICK = {
    "seed-demo": {"--matches": "1", "--players": "3"},
    "ladder": {"--decks": "2", "--months": "3"},
    "months": {"--months": "1", "--level": "random"},
}
GOOD = {"match": "1", "rules": "classic", "source": "data/koikoi.db"}


@pytest.mark.outside
@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_no_argument_ends_in_a_traceback(path: tuple[str, ...], tmp_path: Path) -> None:
    """Each argument and option of each command is too long, no number, or no text; an error is raised."""
    command, quick = COMMANDS[path], QUICK.get(path[0], {})
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    options = [each.opts[0] for each in command.params if isinstance(each, click.Option) and not each.is_flag]
    usual = {each.name or "": GOOD.get(each.name or "", f"new-{each.name}") for each in arguments}
    for wrong in (each for each in NASTY if "\0" not in each):  # which no system hands over
        for name in (*usual, *options):
            if (name in {"--matches", "--players", "--decks"} or path == ("months",)) and wrong.isdecimal():
                continue  # a number, though it takes long
            given = {**quick, **({name: wrong} if name in options else {})}
            typed = [f"{option}={value}" for option, value in given.items()]
            last = {**usual, **({name: wrong} if name in usual else {})}.values()
            said = koikoi(tmp_path, *path, *typed, "--", *last)
            assert said.status in (0, 1, 2)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (("ladder", "classic", "--decks", "2", "--decks=3"), "--decks"),
        (("seed-demo", "--seed=1", "--user", "1=A", "--user", "2=B", "--seed=1"), "--seed"),
        (("export", "1", "--anonymous", "--anonymous"), "--anonymous"),
    ],
)
def test_an_option_that_is_given_twice_is_named(typed: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """The last one does not win; one that may be repeated is not named."""
    said = koikoi(tmp_path, *typed)
    assert said.status == 2
    assert said.err.endswith(f"Error: {told} is given twice.\n")


@pytest.mark.outside
@pytest.mark.parametrize("name", Settings.model_fields)
def test_no_setting_takes_a_sign_that_is_none(name: str) -> None:
    """Line ends, NUL and halves of surrogate pairs are refused, and no value raises another error."""
    for wrong in NASTY:
        try:
            Settings(_env_file=None, **{name: wrong})  # type: ignore[arg-type]  # as the environment gives it
        except ValidationError:
            continue
        assert wrong not in (*SIGNS, " ")


def test_the_end_of_a_line_behind_a_setting_is_none_of_it() -> None:
    """As a file has it from which a setting was read."""
    settings = Settings(_env_file=None, token="abc.def\n", data="there\r\n")
    assert settings.token is not None
    assert (settings.token.get_secret_value(), settings.data) == ("abc.def", Path("there"))


@pytest.mark.parametrize("token", ["abc\ndef", "abc def", "abc\x7f", "abcé"])
def test_a_token_that_is_none_is_one_line(token: str, tmp_path: Path) -> None:
    """The token could not be sent; nothing of it is shown."""
    said = koikoi(tmp_path, "run", token=token)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("KOIKOI_TOKEN: has a ") and said.err.count("\n") == 1
    assert "abc" not in said.err


@pytest.mark.parametrize("name", ["host_name", "host_contact"])
def test_a_host_that_is_too_long_is_refused_at_the_start(name: str, tmp_path: Path) -> None:
    """In one line that names the setting."""
    said = koikoi(tmp_path, "run", token="abc", **{name: "x" * 1_500})
    assert said.status == 2
    assert said.err.startswith(f"KOIKOI_{name.upper()}: ") and said.err.count("\n") == 1
    assert "characters" in said.err


def test_the_longest_host_fits_into_the_note_on_privacy() -> None:
    """In every language."""
    settings = Settings(_env_file=None, host_name="x" * 100, host_contact="y" * 300)
    for words in Languages.load():
        assert len(legal.summary(words, settings)) <= MESSAGE
