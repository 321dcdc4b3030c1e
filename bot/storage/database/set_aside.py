"""Items of queues that raised something nobody foresaw: set aside, so that the next one is done.

Whatever works off a queue does each item inside `SetAside.doing`. Nothing of it is stored: the item is tried
again after a pause that grows, and by the next process. Trouble of the whole database sets nothing aside: it
goes on to the queue, which waits.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from bot.errors import StorageError, StorageErrorKind
from bot.storage.database.errors import storage_error

H = TypeVar("H", bound=Hashable)
FIRST_PAUSE, LONGEST_PAUSE = 3_600.0, 86_400.0
"""Seconds before an item is tried again, the first time and at most."""
OF_ONE_ITEM = (DataError, IntegrityError, ProgrammingError)
"""Errors of the database that another item does not raise."""
log = structlog.stdlib.get_logger("koikoi.set_aside")


@dataclass(slots=True)
class _Aside:
    """The pause of an item, and the time when that is over."""

    pause: float
    until: float


class SetAside:
    """The items that the queues of this process leave alone; asked and told in any thread."""

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        """`elapsed`: seconds since some fixed moment."""
        self._elapsed = elapsed
        self._items: dict[tuple[str, Hashable], _Aside] = {}

    @contextmanager
    def doing(self, queue: str, item: Hashable) -> Iterator[None]:
        """Do an item of a queue inside: what it raises is logged, and sets it aside.

        Raises StorageError where the database has trouble that has nothing to do with the item.
        """
        try:
            yield
        except Exception as error:
            if _is_of_all(error):
                raise
            self._put(queue, item, error)
        else:
            self._items.pop((queue, item), None)

    def of(self, queue: str) -> list[Hashable]:
        """Return the items that a queue has to leave alone now."""
        now = self._elapsed()
        return [item for (its, item), aside in [*self._items.items()] if its == queue and now < aside.until]

    def rest(self, queue: str, items: Iterable[H]) -> list[H]:
        """Return those of some items that a queue has not to leave alone."""
        aside = self.of(queue)
        return [item for item in items if item not in aside]

    def counts(self) -> Counter[str]:
        """Return the number of items that could not be done, by queue."""
        return Counter(queue for queue, _ in [*self._items])

    def _put(self, queue: str, item: Hashable, error: Exception) -> None:
        known = self._items.get((queue, item))
        pause = FIRST_PAUSE if known is None else min(2 * known.pause, LONGEST_PAUSE)
        self._items[queue, item] = _Aside(pause, self._elapsed() + pause)
        # Once as an error, with its traceback: each of these is an incident.
        if known is None:
            log.error("set aside", queue=queue, item=item, exc_info=error)
        else:
            log.warning("set aside again", queue=queue, item=item, error=type(error).__name__)


def not_among(column: sa.ColumnElement[int], items: Collection[Hashable]) -> sa.ColumnElement[bool]:
    """Return the condition that a number is none of these, of which there may be more than parameters."""
    return column.not_in(sa.bindparam(None, list(items), expanding=True, literal_execute=True))


def _is_of_all(error: Exception) -> bool:
    """Whether an error is the whole database's, so that it waits for every item alike."""
    cause = error.__cause__ if isinstance(error, StorageError) else error
    if isinstance(cause, SQLAlchemyError):
        if isinstance(cause, OF_ONE_ITEM):
            return False
        error = storage_error(cause)
    return isinstance(error, StorageError) and error.kind not in {
        StorageErrorKind.DAMAGED,
        StorageErrorKind.CONFLICT,
    }
