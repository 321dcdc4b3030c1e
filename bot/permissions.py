"""The permissions that the bot needs on a server: checked before a table opens, and asked for by the invite
link.
"""

from __future__ import annotations

from enum import IntFlag
from typing import Final
from urllib.parse import urlencode


class Permission(IntFlag):
    """Discord's permissions that a table needs, named and numbered as Discord does."""

    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    ATTACH_FILES = 1 << 15
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38


IN_CHANNEL: Final = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.ATTACH_FILES
"""Without these no table opens in a channel."""
IN_THREAD: Final = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES_IN_THREADS | Permission.ATTACH_FILES
"""Without these no table opens in a thread."""
FOR_THREADS: Final = IN_CHANNEL | Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS
"""Without these no table opens in a thread of its own, with its result in the channel."""
IN_DIRECT: Final = Permission.ATTACH_FILES
"""Without this none opens in direct messages, for which Discord names no right to look and write."""
INVITED: Final = IN_CHANNEL | IN_THREAD
"""The permissions that the bot asks for when it is invited, and no more."""
SCOPES: Final = ("bot", "applications.commands")
_AUTHORIZE: Final = "https://discord.com/oauth2/authorize"


def missing(granted: int, needed: Permission) -> list[str]:
    """Return the needed permissions that `granted`, Discord's bits, lacks; named in lower case."""
    lacking = needed & ~Permission(granted & needed)
    return [each.name.lower() for each in Permission if each in lacking and each.name is not None]


def invite_link(application: int) -> str:
    """The address at which somebody who manages a server lets the bot in."""
    asked = {"client_id": application, "scope": " ".join(SCOPES), "permissions": INVITED.value}
    return f"{_AUTHORIZE}?{urlencode(asked)}"
