"""What the groups of tables need of a store."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection


class Transactions(Protocol):
    """Whoever opens transactions."""

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that may write."""

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that reads."""
