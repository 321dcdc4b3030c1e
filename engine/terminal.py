"""The edges of a command line: a file or stream that fails is one line on standard error and a status.

`python -m engine` and `koikoi` both run their commands by `guarded`.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import RawIOBase, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO

STANDARD_INPUT, STANDARD_OUTPUT = "standard input", "standard output"
_CLOSED = "closed"
_OUTPUT = 1
"""The number of standard output."""
_OUTPUT_FAILS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""Errors of a write that names no file: only standard output is written so."""


def guarded(
    run: Callable[[], int],
    *,
    failed: int,
    refused: tuple[type[Exception], ...] = (),
    plain: bool = False,
) -> int:
    """Run a command to its end and return its status, or `failed` after one line about what broke it.

    A file, standard input or standard output that cannot be read or written breaks it, and so does a lack of
    memory, or an error of `refused`. A pipe without a reader ends it quietly. Other errors are raised.
    `plain`: standard output is ASCII.
    """
    _open_output(plain=plain)
    status, fault = 0, None
    try:
        try:
            status = _ended(run)
        except MemoryError:
            status, fault = failed, "memory: too little for this"
        except refused as error:
            status, fault = failed, str(error)
        sys.stdout.flush()  # output that was written before a fault stands, and stands before it
    except BrokenPipeError:
        drop(sys.stdout)
    except OSError as error:
        drop(sys.stdout)
        status, fault = failed, sentence(error)
        if fault is None:
            raise
    if fault is not None:
        print_error(fault)
    return status


def _ended(run: Callable[[], int]) -> int:
    """Return the status of a command, also of one that leaves by SystemExit."""
    try:
        return run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)


def sentence(error: OSError) -> str | None:
    """Return what could not be read or written, and why; None where the error does not tell."""
    why = _CLOSED if error.errno == errno.EBADF else error.strerror
    if error.filename is not None:
        return f"{_shown(os.fsdecode(error.filename))}: {why}"
    return f"{STANDARD_OUTPUT}: {why}" if error.errno in _OUTPUT_FAILS else None


def _shown(name: str) -> str:
    """Return a name of unknown origin as one line that any terminal can print."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in name)


def standard_input() -> BinaryIO:
    """Return the bytes of standard input. Raises OSError where it is closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, _CLOSED, STANDARD_INPUT)
    return sys.stdin.buffer


def content(file: str | os.PathLike[str], most: int) -> bytes:
    """Return at most `most` bytes of a file; `-` is standard input. Raises OSError, which names the file."""
    name = os.fspath(file)
    if name != "-":
        with Path(name).open("rb") as stream:
            return _read(stream, name, most)
    return _read(standard_input(), STANDARD_INPUT, most)


def _read(stream: BinaryIO, name: str, most: int) -> bytes:
    try:
        return stream.read(most)
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error


def drop(stream: TextIO) -> None:
    """Throw away what is left in the buffer of a stream: it must not fail again at exit."""
    with suppress(OSError):  # a stream of no file has nothing to fail with
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def print_error(why: str) -> None:
    """Write one line to standard error; where that is closed or full, the status alone must do."""
    if sys.stderr is None:
        return  # `print` would take standard output
    try:
        print(why, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        drop(sys.stderr)


def _open_output(*, plain: bool) -> None:
    """Make standard output a stream that prints any text, and that tells where it is closed or full.

    A closed one is opened to be read: the next file, a database maybe, would have its number. One without a
    buffer (PYTHONUNBUFFERED) would say nothing of a text that did not fit as a whole. `plain`: ASCII with
    line ends of one byte, wherever the process runs.
    """
    if sys.stdout is None:
        number = os.open(os.devnull, os.O_RDONLY)
        if number != _OUTPUT:
            os.dup2(number, _OUTPUT)
            os.close(number)
        sys.stdout = sys.__stdout__ = _buffered("utf-8")  # type: ignore[misc]
    if sys.stdout is not sys.__stdout__ or not isinstance(sys.stdout, TextIOWrapper):
        return
    if isinstance(sys.stdout.buffer, RawIOBase):
        sys.stdout = sys.__stdout__ = _buffered(sys.stdout.encoding)  # type: ignore[misc]
    if plain:
        sys.stdout.reconfigure(encoding="ascii", newline="\n")
    sys.stdout.reconfigure(errors="backslashreplace")


def _buffered(encoding: str) -> TextIOWrapper:
    return open(_OUTPUT, "w", encoding=encoding, closefd=False)
