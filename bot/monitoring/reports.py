"""Reports of faults for a Sentry that the host has chosen: which incident, where in the code, and no more.

A report is built from the parts that may leave, not thinned out from all that there is. These are a line's
own words, its incident's number, the kinds of its errors, and for each the calls that led to it. What an
error says, what variables hold, who pressed and which match it was stay in the log, under the same number.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from sentry_sdk import Client
from sentry_sdk.transport import Transport
from sentry_sdk.utils import BadDsn

if TYPE_CHECKING:
    from sentry_sdk.types import Event

OURS = ("bot", "cogs", "engine", "images")
CLOSING_SECONDS = 1.0
"""The time that the end of the process waits for reports that are on their way."""


class BadAddressError(Exception):
    """The setting is no DSN; the error does not repeat it, as it holds a key."""


class Reports(logging.Handler):
    """Reports each line of the log that tells of an error; `transport`: None sends them to the DSN."""

    def __init__(self, dsn: str, transport: Transport | None = None) -> None:
        """Raises BadAddressError."""
        super().__init__(logging.ERROR)
        try:
            self._client = Client(
                dsn=dsn,
                transport=transport,
                release=f"koikoi@{version('koikoi')}",
                # Whatever the library would find out by itself about people, machine and process.
                default_integrations=False,
                auto_enabling_integrations=False,
                include_local_variables=False,
                include_source_context=False,
                max_breadcrumbs=0,
                server_name="",
                auto_session_tracking=False,
                send_client_reports=False,
                shutdown_timeout=CLOSING_SECONDS,
            )
        except BadDsn as error:
            raise BadAddressError from error

    def emit(self, record: logging.LogRecord) -> None:
        """Report one line; the log goes on whatever becomes of that."""
        if record.name.startswith("sentry_sdk"):
            return
        try:
            self._client.capture_event(report(record))
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        """Send what is on its way."""
        self._client.close(timeout=CLOSING_SECONDS)
        super().close()


@contextmanager
def reporting(reports: Reports) -> Iterator[None]:
    """Report the errors of the log while this lasts."""
    root = logging.getLogger()
    root.addHandler(reports)
    try:
        yield
    finally:
        root.removeHandler(reports)
        reports.close()


def report(record: logging.LogRecord) -> Event:
    """Return the part of one log line that may leave the bot, as Sentry reads it."""
    line: dict[str, Any] = record.msg if isinstance(record.msg, dict) else {}
    # The words of a library's line may have values in them; ours stand in the code.
    told: Event = {
        "level": "fatal" if record.levelno > logging.ERROR else "error",
        "logger": record.name,
        "message": str(line.get("event", "an error that a library tells of")),
    }
    if "incident" in line:
        told["tags"] = {"incident": str(line["incident"])}
    if (error := _error(line.get("exc_info") or record.exc_info)) is not None:
        told["exception"] = {"values": [_kind(each) for each in reversed(list(_chain(error)))]}
    return told


def _error(found: Any) -> BaseException | None:
    """The error that a line is about: itself, as `sys.exc_info` has it, or the one that is handled now."""
    if isinstance(found, BaseException):
        return found
    return (found if isinstance(found, tuple) else sys.exc_info())[1] if found else None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error, then what led to it."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _kind(error: BaseException) -> dict[str, Any]:
    """Return an error's type and origin, without its text."""
    kind = type(error)
    frames = [_frame(*each) for each in traceback.walk_tb(error.__traceback__)]
    return {"type": kind.__name__, "module": kind.__module__, "value": "", "stacktrace": {"frames": frames}}


def _frame(frame: Any, line: int) -> dict[str, Any]:
    """One call, by names that stand in the code: no path of this machine, no variables."""
    module = str(frame.f_globals.get("__name__", "?"))
    return {
        "module": module,
        "filename": f"{module.replace('.', '/')}.py",
        "function": frame.f_code.co_name,
        "lineno": line,
        "in_app": module.split(".", maxsplit=1)[0] in OURS,
    }
