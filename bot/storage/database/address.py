"""The address of a database: a SQLite file, or a PostgreSQL database on a server.

The same schema, revisions and jobs serve both. A server's driver is psycopg, not asyncpg: a transaction is a
plain function of a synchronous connection, done as a whole by a thread (`transaction_pool`). An asynchronous
driver would bring back the hop of the event loop at each statement that these threads have been made to
spare.
"""

from __future__ import annotations

import getpass
import os
import re
from pathlib import Path

from sqlalchemy import URL, make_url

from bot.config import Settings, check_server

DRIVER = "postgresql+psycopg"
Address = Path | URL
"""A SQLite file, or a PostgreSQL database; the text of a URL hides its password."""


def of(settings: Settings) -> Address:
    """The database that the settings name."""
    if settings.database is None:
        return settings.database_file
    return parsed(settings.database.get_secret_value())


def parsed(text: str) -> Address:
    """Parse a database address that somebody has typed: `postgresql://...`, or else a file.

    Raises ValueError.
    """
    if "://" not in text:
        return Path(text)
    check_server(text)
    return make_url(text).set(drivername=DRIVER)


def display_name(address: Address) -> str:
    """A database as people are told of it: without user and password."""
    if isinstance(address, Path):
        return str(address.absolute())
    port = f":{address.port}" if address.port else ""
    return f"postgresql://{address.host or ''}{port}/{address.database}"


def without_people(url: URL, words: str) -> str:
    """A driver's words about a server in one line, with a dot in place of user and password.

    Both may stand in the address in several ways, or in the environment; the user is this machine's own where
    no other is named.
    """
    named = [url.username, url.password, os.environ.get("PGUSER"), os.environ.get("PGPASSWORD"), _user()]
    for key, value in url.query.items():
        if "user" in key or "pass" in key:
            named += [value] if isinstance(value, str) else value
    said = " ".join(words.split())
    for each in sorted(filter(None, named), key=len, reverse=True):
        said = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", "…", said)
    return said.rstrip(".")


def _user() -> str | None:
    """Return this machine's name for the user of this process, if any."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return None


def is_there(address: Address) -> bool:
    """Whether there may be a database: a file that is missing is told before anything would make it."""
    return not isinstance(address, Path) or address.is_file()
