"""The engine's command line where something is too large, closed, full or interrupted."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import LONGEST_INPUT, main
from tests.engine.record.test_match_record import ROOT, broken_late, buffered, run_in_shell


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_input_that_is_too_long(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """More than 16 MB are refused in one line, before anything is made of them."""
    path = tmp_path / "record.json"
    path.write_bytes(b" " * (LONGEST_INPUT + 1))
    assert main([command, str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.endswith("longer than 16 MB\n")
    path.write_bytes(json.dumps(broken_late()).encode().ljust(LONGEST_INPUT))
    assert main([command, str(path)]) == 2
    assert "16 MB" not in capsys.readouterr().err


def test_standard_input_that_is_too_long() -> None:
    """More than 16 MB from a pipe are refused, too, and need not be read to their end."""
    done = run_in_shell("replay -", b" " * (LONGEST_INPUT + 2))
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"-: longer than 16 MB\n")


@pytest.mark.outside
def test_memory_that_runs_out() -> None:
    """A record that needs more memory than there is ends in one line and status 2."""
    text = b"[" + b"{}," * 5_000_000 + b"0]"
    done = subprocess.run(
        ["sh", "-c", 'ulimit -v 200000; exec "$0" -m engine replay -', sys.executable],
        input=text,
        capture_output=True,
        cwd=ROOT,
        env=buffered(),
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"memory: too little for this\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("score --rules classic --rules league AA", "argument --rules: given twice"),
        ("score --rules ishokai --honba 1 --koi 2 --honba 1 AA", "argument --honba: given twice"),
        ("score --rules ishokai --koi 1 --koi 2 AA", "argument --koi: given twice"),
        ("score --rules league --option oyaken=4 --option oyaken=6 AA", "--option oyaken: given twice"),
        ("bench --seconds 1 --seconds 2", "argument --seconds: given twice"),
    ],
)
def test_an_option_that_is_given_twice(arguments: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that names it; the last one does not win."""
    assert main(arguments.split()) == 2
    assert capsys.readouterr() == ("", f"{told}\n")


SINKS = [sink for sink in ("2>/dev/full", "2>&-") if sink == "2>&-" or Path("/dev/full").exists()]


@pytest.mark.outside
@pytest.mark.parametrize("sink", SINKS)
@pytest.mark.parametrize("arguments", ["replay -", "score --rules classic AA", "replay"])
def test_faults_that_cannot_be_told(arguments: str, sink: str) -> None:
    """Standard error is full or closed: the status tells of a broken record, of a fault, of bad arguments."""
    done = run_in_shell(f"{arguments} {sink}", json.dumps(broken_late()).encode())
    assert (done.returncode, done.stderr) == (2, b"")


def test_an_interrupt_ends_quietly() -> None:
    """Ctrl-C: status 130 and no traceback."""
    # What a shell runs in its background is deaf to Ctrl-C, and so are its children: this test may be one.
    listening = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    module = "runpy.run_module('engine', run_name='__main__', alter_sys=True)"
    command = [sys.executable, "-c", listening + module, "bench", "--seconds", "60"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=buffered()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"one process" in process.stdout.readline()  # it is at work
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130
