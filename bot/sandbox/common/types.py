"""Names for the plain values that travel through the sandbox."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any, NewType, TypeAlias

Snowflake = NewType("Snowflake", int)
"""A Discord id. JSON carries it as a string: browsers lose digits above 2^53."""

JsonObject: TypeAlias = dict[str, Any]


class ChannelType(IntEnum):
    """The kinds of channel that this world has."""

    TEXT = 0
    DM = 1
    GROUP_DM = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


KNOWN_CHANNEL_TYPES = frozenset({*range(6), *range(10, 17)})
"""Every kind that Discord has: options and selects may ask for kinds that this world lacks."""
PUBLIC_KINDS = {
    ChannelType.TEXT: ChannelType.PUBLIC_THREAD,
    ChannelType.ANNOUNCEMENT: ChannelType.ANNOUNCEMENT_THREAD,
}
"""Of each kind of channel that has threads, which kind those are that all see who see the channel."""
OPEN_THREADS = frozenset(PUBLIC_KINDS.values())
THREAD_TYPES = frozenset({*OPEN_THREADS, ChannelType.PRIVATE_THREAD})


class MessageType(IntEnum):
    """The kinds of message that this world makes."""

    DEFAULT = 0
    PIN_NOTICE = 6
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER = 21
    CONTEXT_MENU_COMMAND = 23


SYSTEM_TYPES = frozenset({MessageType.PIN_NOTICE, MessageType.THREAD_CREATED, MessageType.THREAD_STARTER})
"""Messages that nobody wrote: they are neither edited nor replied to."""


class MessageFlags(IntFlag):
    """Bits of `message.flags`."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


class InteractionType(IntEnum):
    """The actions of users."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackType(IntEnum):
    """The answers of a bot to an interaction."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class CommandType(IntEnum):
    """The kinds of commands, by the place where they are offered."""

    SLASH = 1
    USER = 2
    MESSAGE = 3


_EUROPE = (
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-ES", "fi", "fr", "hr", "hu", "it", "lt", "nl", "no",
    "pl", "ro", "ru", "sv-SE", "tr", "uk",
)  # fmt: skip
_ELSEWHERE = ("es-419", "hi", "id", "ja", "ko", "pt-BR", "th", "vi", "zh-CN", "zh-TW")
LOCALES = _EUROPE + _ELSEWHERE
"""Discord's client languages (reference, "Locales")."""
