"""Finished matches for whoever opens them: the one door, past which nobody sees what is not theirs to see."""

from __future__ import annotations

import zlib

import structlog

from bot.errors import StorageTrouble, Trouble
from bot.match.vocabulary import MatchId
from bot.records.finished import FinishedMatch, Viewer
from bot.storage import Store
from bot.storage.records import finished
from engine.errors import EngineError

log = structlog.stdlib.get_logger("koikoi.finished")


class FinishedMatches:
    """The matches that have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def match(self, match: MatchId, viewer: Viewer) -> FinishedMatch:
        """One that has ended, as a viewer may see it.

        Raises NoFinishedMatch, MatchNotOver, and StorageTrouble, also where its rows make no match.
        """
        try:
            return await self._store.read(finished.get, match, viewer)
        except (
            *(EngineError, ValueError, KeyError, IndexError),
            *(AssertionError, TypeError, zlib.error),
        ) as error:
            log.error("rows make no match", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
            raise StorageTrouble(Trouble.DAMAGED) from error
