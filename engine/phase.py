"""The phases of a match (record.md, *Actions*)."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What the match waits for."""

    SEATS = "seats"
    CUT = "cut"
    READY = "ready"
    PLAY = "play"
    FLIP = "flip"
    DECIDE = "decide"
    OVER = "over"
