"""Statements that have been compiled, kept for all engines of a process.

SQLAlchemy compiles a statement for an engine when it is first asked for there, for some milliseconds, and the
bot has two engines on a database: one that writes, one that reads. What comes of it depends on the class of
an engine's dialect alone, as all engines of the bot are made alike. `migrate`, `transfer` and
`server.single`, whose statements are few, have their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_MOST: Final = 2000
"""The most statements that are kept; the bot itself has a few hundred."""


class _Compiled(dict[Any, Any]):
    """Compiled statements by what they say; a key of SQLAlchemy's begins with the dialect of one engine."""

    def get(self, key: Any, default: Any = None) -> Any:
        """The statement as it was compiled for any engine."""
        return super().get(_for_all(key), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) >= _MOST:
            self.clear()
        super().__setitem__(_for_all(key), value)


def _for_all(key: Any) -> Any:
    """The key without the one engine."""
    dialect, *rest = key
    return type(dialect), *rest


COMPILED: Final[Mapping[str, Any]] = {"compiled_cache": _Compiled()}
"""The execution option by which an engine has a part in them."""
