"""Numbers and codes that Discord does not publish, each for a question of `koikoi doctor --live`.

A report that answers a question otherwise is taken over here. Shapes have no number: the code that makes one
names its question.
"""

from __future__ import annotations

from typing import Final

SEND_LIMIT: Final = 5, 5.0
"""Question: send-limit. Requests in seconds, as of all limits."""
EDIT_LIMIT: Final = 5, 5.0
"""Question: edit-limit."""
DELETE_LIMIT: Final = 5, 1.0
"""Question: delete-limit."""
READ_LIMIT: Final = 50, 10.0
"""Question: read-limit. The limit of routes without one of their own."""
FOLLOW_UP_LIMIT: Final = 5, 2.0
"""Question: follow-up-limit."""
TOKEN_EDIT_LIMIT: Final = 5, 2.0
"""Question: token-edit-limit."""
SHARED_LIMIT: Final = 30, 60.0
"""Question: shared-limit."""
OLD_EDITS: Final = 30
"""Question: old-edits. In an hour."""
RESUME_SECONDS: Final = 180.0
"""Question: resume-time."""
SILENT_INTERVALS: Final = 1.5
"""Question: silence. Intervals of the heartbeat."""
SILENT_CODE: Final = 4000
"""Question: silence. The code with which the server closes."""
ACK_SECONDS: Final = 3.0
"""Question: late-answer."""
FILE_BYTES: Final = 10 * 1024 * 1024
"""Question: file-size, size-limit."""

EARLY_WEBHOOK: Final = 10015
"""Question: early-webhook."""
DEAD_TOKEN: Final = 50027
"""Question: dead-token."""
GONE_MESSAGE: Final = 10008
"""Question: gone-message."""
NOBODY_OVERWRITTEN: Final = 10009
"""Question: nobody-overwritten."""
ARCHIVED: Final = 50083
"""Question: archived-edit, archived-answer, locked-answer."""

PREMIUM_BUTTON: Final = "BUTTON_COMPONENT_INVALID_APPLICATION"
"""Question: premium-button."""
WRONG_PLACE: Final = "UNION_TYPE_CHOICES"
"""Question: wrong-place."""
SYSTEM_REPLY: Final = "REPLIES_CANNOT_REFERENCE_SYSTEM_MESSAGE"
"""Question: system-reply."""
SAME_CUSTOM_ID: Final = "COMPONENT_CUSTOM_ID_DUPLICATED"
"""Question: same-custom-id."""
SAME_COMPONENT_ID: Final = "COMPONENT_ID_DUPLICATED"
"""Question: same-component-id."""
UNKNOWN_ATTACHMENT: Final = "ATTACHMENT_NOT_FOUND"
"""Question: unknown-attachment."""
SAME_OPTION: Final = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
"""Question: same-option."""
SAME_CHOICE: Final = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
"""Question: same-choice."""
MISSING_FILE: Final = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
"""Question: component-without-file, uncleaned-name."""
TOO_MANY: Final = "BASE_TYPE_MAX_LENGTH"
"""Question: six-rows. A text or list that is too long."""
WRONG_LENGTH: Final = "BASE_TYPE_BAD_LENGTH"
"""Question: few-options. A text or list that may be too short or too long."""

TEXT_BYTES: Final = 10_170
"""Question: long-text. Text displays of more bytes make Discord fail with 500 (observed)."""
TEXT_OVERHEAD: Final = 12
"""Question: long-text. Bytes that each text display counts beside its own."""
FILE_NAME: Final = r"[^A-Za-z0-9_.-]"
"""Question: file-name. The signs that a file name loses."""
