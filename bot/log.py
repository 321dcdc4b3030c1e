"""The log: one line an event, for people or as JSON; the standard library's logging comes out the same way.

Nothing that a seat alone may know is logged: no hand, no deck, no secret, no token.
"""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor

from bot.config import LogFormat, LogLevel

_LEAST = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "PIL": logging.INFO,
    "asyncio": logging.INFO,
    "alembic": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}
"""The least level of libraries whose finer lines hold payloads and statements: hands and tokens."""


def configure(level: LogLevel, form: LogFormat) -> None:
    """Send all log lines, our own and those of libraries, to standard error in one form."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_last(form)],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.value.upper())
    for name, least in _LEAST.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def _last(form: LogFormat) -> list[Processor]:
    """The processors that turn an event into text."""
    if form is LogFormat.JSON:
        return [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    # Plain tracebacks: a rich one prints local variables, and with them hands and tokens.
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
