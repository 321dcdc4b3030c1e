"""A bounded store for drawn parts, shared by all threads; and the memory of large pictures, returned."""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_MMAP_THRESHOLD = -3
"""As glibc's malloc.h has it."""
_LARGE_BYTES = 5_000_000


def return_large() -> None:
    """Let the C library give the memory of a large picture back as soon as it is dropped.

    glibc otherwise learns from the first of them to keep it, and what lies between the pictures of several
    threads adds up: some 20 MB over all pictures there are. Other libraries neither have nor need this.
    """
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)


class Cache(Generic[Key, Value]):
    """Keeps what `make` made and drops the least recently used parts when all together weigh too much.

    `make` runs under the lock: a part is made once, and by one thread at a time. Caches whose makers use
    the same thing share a `lock`.
    """

    def __init__(
        self,
        make: Callable[[Key], Value],
        weigh: Callable[[Value], int],
        *,
        most_bytes: int,
        lock: threading.RLock | None = None,
    ) -> None:
        self._make = make
        self._held = LRUCache[Key, Value](most_bytes, getsizeof=weigh)
        self._lock = lock or threading.RLock()

    def get(self, key: Key) -> Value:
        """Return the part of this key."""
        with self._lock:
            if (value := self._held.get(key)) is None:
                value = self._make(key)
                with contextlib.suppress(ValueError):  # heavier than all may be together: it is not kept
                    self._held[key] = value
            return value

    def clear(self) -> None:
        """Drop every part."""
        with self._lock:
            self._held.clear()

    @property
    def held_bytes(self) -> int:
        """Return the bytes of all parts together."""
        return int(self._held.currsize)
