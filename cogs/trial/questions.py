"""The questions to the real Discord, each with the answer of the local Discord: its stand-in.

The table in the local Discord's page is made from this list. A function asks each question that is not open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class How(StrEnum):
    """The way in which a question is asked."""

    ALONE = "by requests alone"
    PRESS = "by a press"
    WAIT = "by waiting"
    OPEN = "stays open"


@dataclass(frozen=True, slots=True)
class Question:
    """A question. `expected`: the stand-in; an answer is compared with it letter by letter."""

    id: str
    text: str
    expected: str
    how: How
    why: str = ""
    """The reason for which it stays open."""


def _alone(name: str, text: str, expected: str) -> Question:
    return Question(name, text, expected, How.ALONE)


def _press(name: str, text: str, expected: str) -> Question:
    return Question(name, text, expected, How.PRESS)


def _wait(name: str, text: str, expected: str) -> Question:
    return Question(name, text, expected, How.WAIT)


def _open(name: str, text: str, expected: str, why: str) -> Question:
    return Question(name, text, expected, How.OPEN, why)


_REFUSALS: Final = "it would provoke a refusal again and again"
_SESSIONS: Final = "it would cost sessions"
_ELSEWHERE: Final = "it needs another server"
_LISTED: Final = "400 components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"

QUESTIONS: Final = (
    _alone("send-limit", "the rate limit of new messages in a channel", "5 in 5 s"),
    _alone("edit-limit", "the rate limit of edits in a channel", "5 in 5 s"),
    _alone("delete-limit", "the rate limit of deletions in a channel", "5 in 1 s"),
    _alone(
        "read-limit",
        "the rate limit of reading a message, as of routes without one of their own",
        "50 in 10 s",
    ),
    _alone("nonce", "a nonce that is sent twice with `enforce_nonce`", "the same message"),
    _alone("reply", "the type of a reply to an own message", "19 with message_reference"),
    _alone("deleted-twice", "a message that is deleted twice", "204, then 404 10008"),
    _alone(
        "alt-text",
        "the alternative text of a file that an edit does not name, then names",
        "kept, then changed",
    ),
    _alone(
        "file-kept",
        "an edit that names one of two files and brings another",
        "the kept one, then the new one",
    ),
    _alone("file-replaced", "an edit whose `attachments` name the new file alone", "the new one alone"),
    _alone("file-name", "the name of the file `Kōi Köi λ (1)!.png`", "Koi_Koi_1.png"),
    _alone(
        "uncleaned-name",
        "a component that names a file as it was called before its name was cleaned",
        _LISTED,
    ),
    _alone("file-size", "a file of 10 MiB and a byte", "413 40005"),
    _alone(
        "picture-edited",
        "a component's picture in an edit that brings another",
        "the new one, no listed attachment",
    ),
    _alone("animated", "an animated GIF in a component", "image/gif, 2 x 2"),
    _alone(
        "embed-without-file", "an embed that names a file that was not uploaded", "200 without its picture"
    ),
    _alone("component-without-file", "a component that names a file that was not uploaded", _LISTED),
    _alone(
        "embed-file-dropped",
        "a file that an edited embed no longer shows, `attachments` absent",
        "a listed attachment",
    ),
    _alone("six-rows", "more than five action rows", "400 components BASE_TYPE_MAX_LENGTH"),
    _alone(
        "premium-button",
        "a premium button whose SKU is not the application's (discord/discord-api-docs#8182)",
        "400 components.0.components.0.sku_id BUTTON_COMPONENT_INVALID_APPLICATION",
    ),
    _alone(
        "wrong-place",
        "a component that does not fit its place",
        "400 components.0.components.0.type UNION_TYPE_CHOICES",
    ),
    _alone(
        "few-options",
        "a string select with fewer options than `max_values`",
        "400 components.0.components.0.options BASE_TYPE_BAD_LENGTH",
    ),
    _alone(
        "same-custom-id",
        "a custom id that stands twice in a message",
        "400 components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    _alone(
        "same-component-id",
        "a component id that stands twice in a message",
        "400 components.0.components.1.id COMPONENT_ID_DUPLICATED",
    ),
    _alone(
        "unknown-attachment", "an attachment id that nothing has", "400 attachments.0.id ATTACHMENT_NOT_FOUND"
    ),
    _alone(
        "same-option",
        "two options of a command with one name",
        "400 options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    _alone(
        "same-choice",
        "two choices of an option with one name",
        "400 options.0.choices.1.name APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
    ),
    _alone("long-text", "text displays of more than 10,170 bytes with 12 for each", "500"),
    _alone("old-edit", "one edit of a message that is older than an hour", "200"),
    _alone(
        "system-reply",
        "a reply to a message of the system",
        "400 message_reference REPLIES_CANNOT_REFERENCE_SYSTEM_MESSAGE",
    ),
    _alone("archived-edit", "an edit in an archived thread", "400 50083"),
    _alone("archived-post", "a new message in an archived thread", "200, the thread is awake"),
    _alone("nobody-overwritten", "an overwrite for a role or member that is not there", "404 10009"),
    _press("early-webhook", "a webhook call before the callback", "404 10015"),
    _press("second-answer", "a second callback", "400 40060"),
    _press("late-answer", "a callback after more than three seconds", "404 10062"),
    _press("answer-type", "the type of an answer to a component", "19 with message_reference"),
    _press("follow-up-type", "the type of a follow-up to a component", "19 with message_reference"),
    _press("shared-limit", "the limit of follow-ups in a channel, which refuses one", "30 in 60 s"),
    _press("follow-up-limit", "the rate limit of follow-ups of a token", "5 in 2 s"),
    _press("token-edit-limit", "the rate limit of edits by a token", "5 in 2 s"),
    _press("token-edit", "an edit of `@original` after a deferred update", "the pressed message"),
    _press("private-follow-up", "an ephemeral follow-up to a public message", "private"),
    _press(
        "private-referenced",
        "a public follow-up to an ephemeral answer",
        "it refers to the answer, referenced_message is null",
    ),
    _press(
        "removed-thought",
        "type 5, `@original` deleted, then a follow-up on that token",
        "204, then 200",
    ),
    _press("private-by-channel", "an ephemeral message through `/channels/...`", "404 10008"),
    _press("gone-message", "a press on a message that is gone, answered with type 7", "404 10008"),
    _press(
        "archived-answer", "type 7, then type 4, in an archived thread", "400 50083, then the thread is awake"
    ),
    _press("locked-answer", "type 4 in an archived thread that is locked", "400 50083"),
    _press("answer-rights", "the permissions needed for interaction responses", "none"),
    _press("size-limit", "the largest file that a press allows", "10485760"),
    _press("press-installs", "the installations that a press on a message of the bot names", "the server"),
    _press(
        "answer-installs",
        "the installations that a press on the answer to a command names",
        "those of the command",
    ),
    _press("command-modal", "the type of an answer to a modal that a command opened", "20"),
    _press(
        "modal-texts",
        "the fields of a modal: text, selects of texts, people, roles, both",
        "4 value, 3 values, 5 values, 6 values, 7 values",
    ),
    _press(
        "modal-groups",
        "the fields of a modal: channels, radio group, checkbox group, checkbox",
        "8 values, 21 value, 22 values, 23 value",
    ),
    _press("modal-file", "the file upload of a modal", "19 values, resolved as ephemeral"),
    _press(
        "direct-command",
        "a command by a user's own installation, in a direct message",
        "context 1, the server 0 and the user",
    ),
    _wait("dead-token", "a webhook call by a token that is older than 15 minutes", "401 50027"),
    _wait("silence", "the end of a gateway session without heartbeats", "4000 after 1.5 intervals"),
    _open("old-edits", "edits of a message older than an hour before 30046", "30 an hour", _REFUSALS),
    _open(
        "old-edits-wait",
        "`retry_after` of 30046",
        "until the oldest of the counted edits is an hour old",
        _REFUSALS,
    ),
    _open("resume-time", "the time in which a session can be resumed", "180 s", _SESSIONS),
    _open(
        "no-sessions-left",
        "an IDENTIFY on a day with no sessions left (Discord resets the token)",
        "op 9, as for an IDENTIFY that comes too early",
        _SESSIONS,
    ),
    _open(
        "shard-of-user",
        "the shard of a press that comes by a user's own installation alone",
        "the first",
        _SESSIONS,
    ),
    _open(
        "absent-rights",
        "`app_permissions` on a server without the bot",
        "the user's own permissions there, of those that direct messages name",
        _ELSEWHERE,
    ),
    _open(
        "message-to-installer",
        "a message of the bot to somebody who has installed it and shares no server with it",
        "accepted",
        _ELSEWHERE,
    ),
)

BY_ID: Final = {each.id: each for each in QUESTIONS}
