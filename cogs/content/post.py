"""Whether a private message can be shown to everybody."""

from __future__ import annotations

from enum import Enum


class Post(Enum):
    """Whether what somebody sees can be shown to everybody."""

    NEVER = "not theirs, or nobody to see it"
    OFFERED = "a button away"
    DONE = "just done"
