"""Locks by what they are about: nobody waits for a lock that is held for somebody else."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """A lock for each key, kept for as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks = WeakValueDictionary[K, asyncio.Lock]()

    def __len__(self) -> int:
        """Return the number of locks that somebody holds or waits for."""
        return len(self._locks)

    def of(self, key: K) -> asyncio.Lock:
        """Return the lock of a key."""
        return self._locks.setdefault(key, asyncio.Lock())
