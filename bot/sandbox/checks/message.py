"""The body of a message that is created, edited, or sent as an answer, checked as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.checks.components import ComponentReader
from bot.sandbox.checks.embeds import read_embeds
from bot.sandbox.checks.fields import Node, parse_snowflake
from bot.sandbox.checks.interactive import Tally
from bot.sandbox.checks.mentions import DEFAULT_CHANNEL, AllowedMentions, read_allowed_mentions
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import ApiError, FieldErrors, NotServedError, api_error
from bot.sandbox.common.types import JsonObject, MessageFlags, Snowflake
from bot.sandbox.world.files import Upload, clean_filename
from bot.sandbox.world.model import ApplicationEmojis, Attachment, Message

MAX_CONTENT: Final = 2000
MAX_FILES: Final = 10
_LEGACY: Final = ("content", "embeds", "sticker_ids", "poll")
_SETTABLE: Final = (
    MessageFlags.SUPPRESS_EMBEDS | MessageFlags.SUPPRESS_NOTIFICATIONS | MessageFlags.IS_COMPONENTS_V2
)


@dataclass(frozen=True, slots=True)
class DraftContext:
    """The context against which a draft is checked."""

    emojis: ApplicationEmojis = field(default_factory=ApplicationEmojis)
    prefix: tuple[str | int, ...] = ()
    """The path of the message in the request: `("data",)` in interaction callbacks."""
    existing: Message | None = None
    """The message that is edited."""
    mentions: AllowedMentions = DEFAULT_CHANNEL
    interaction: bool = False
    """Whether it answers an interaction: only then EPHEMERAL counts."""


@dataclass(slots=True)
class Reference:
    """The message at which a reply points."""

    message_id: Snowflake
    channel_id: Snowflake | None
    must_exist: bool


@dataclass(slots=True)
class Kept:
    """An attachment that stays in an edited message; `described` says whether the text below was sent."""

    attachment: Attachment
    described: bool
    description: str | None


@dataclass(slots=True)
class Draft:
    """A checked message. `given` holds the keys that were sent: in an edit all others stay as they are."""

    given: frozenset[str] = frozenset()
    content: str = ""
    embeds: list[JsonObject] = field(default_factory=list)
    components: list[JsonObject] = field(default_factory=list)
    flags: MessageFlags = field(default_factory=lambda: MessageFlags(0))
    kept: list[Kept] | None = None
    """None: all attachments of the edited message stay."""
    uploads: list[Upload] = field(default_factory=list)
    allowed: AllowedMentions = DEFAULT_CHANNEL
    tts: bool = False
    nonce: str | int | None = None
    unique_nonce: bool = False
    reference: Reference | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.content or self.embeds or self.components or self.uploads)


def read_draft(data: JsonObject, uploads: Sequence[Upload], context: DraftContext) -> Draft:
    """Check the body of a message; raises 50035 with every field error, or one error of the whole."""
    errors = FieldErrors()
    node = Node(data, errors, context.prefix)
    draft = Draft(frozenset(data))
    draft.content = (node.string("content", MAX_CONTENT) or "").strip()
    draft.embeds = read_embeds(node)
    draft.flags = _read_flags(node, context)
    draft.allowed = read_allowed_mentions(node, context.mentions)
    draft.tts = node.boolean("tts")
    _read_nonce(node, draft)
    draft.reference = _read_reference(node)
    _read_attachments(node, draft, uploads, context)
    v2 = bool(draft.flags & MessageFlags.IS_COMPONENTS_V2)
    names = _file_names(draft, context)
    layout = ComponentReader(Tally(context.emojis), names).read(node, v2=v2)
    draft.components = layout.components
    if v2:
        _refuse_legacy(node, draft, context)
    errors.raise_if_any()
    for key in ("poll", "sticker_ids"):
        if data.get(key):
            raise NotServedError(f"messages with {key}")
    if layout.text_bytes > stand_ins.TEXT_BYTES:
        raise ApiError(500, 0, "500: Internal Server Error")
    return draft


def _read_flags(node: Node, context: DraftContext) -> MessageFlags:
    asked = MessageFlags((node.integer("flags", 0, (1 << 53) - 1) or 0) & 0xFFFFFF)
    settable = _SETTABLE | (MessageFlags.EPHEMERAL if context.interaction else MessageFlags(0))
    flags = asked & settable
    if context.existing is None:
        return flags
    had_v2 = context.existing.flags & MessageFlags.IS_COMPONENTS_V2
    if had_v2 and node.given("flags") and not flags & MessageFlags.IS_COMPONENTS_V2:
        node.fail(
            "flags",
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed once set",
        )
    return flags | had_v2


def _read_nonce(node: Node, draft: Draft) -> None:
    nonce = node.data.get("nonce")
    if nonce is None:
        return
    if isinstance(nonce, bool) or not isinstance(nonce, str | int):
        node.fail("nonce", "NONCE_TYPE_INVALID", "Nonce must be a string or an integer.")
    elif len(str(nonce)) > 25:
        node.fail("nonce", "NONCE_TYPE_TOO_LONG", "Nonce must be 25 or fewer in length.")
    else:
        draft.nonce = nonce
        draft.unique_nonce = node.boolean("enforce_nonce")


def _read_reference(node: Node) -> Reference | None:
    child = node.child("message_reference")
    if child is None:
        return None
    if child.choice("type", (0, 1)) == 1:
        raise NotServedError("forwarded messages")
    message_id = child.snowflake("message_id", required=True)
    if message_id is None:
        return None
    must_exist = child.boolean("fail_if_not_exists", default=True)
    return Reference(message_id, child.snowflake("channel_id"), must_exist)


def _read_attachments(node: Node, draft: Draft, uploads: Sequence[Upload], context: DraftContext) -> None:
    existing = (
        [] if context.existing is None else [file for file in context.existing.attachments if file.listed]
    )
    if not node.has("attachments"):
        draft.uploads = list(uploads)
        count = len(existing) + len(uploads)
    else:
        draft.kept = []
        by_index = {upload.index: upload for upload in uploads}
        by_id = {attachment.id: attachment for attachment in existing}
        for child in node.nodes("attachments", 1000):
            _read_attachment(child, draft, by_index, by_id)
        count = len(draft.kept) + len(draft.uploads)
    if count > MAX_FILES:
        raise api_error(30015)


def _read_attachment(
    node: Node, draft: Draft, by_index: dict[int, Upload], by_id: dict[Snowflake, Attachment]
) -> None:
    description = node.string("description", 1024)
    if not node.required("id"):
        return
    number = parse_snowflake(node.data["id"])
    if number is not None and number in by_index:
        upload = by_index.pop(number)
        upload.description = description
        upload.filename = node.string("filename", 1024) or upload.filename
        draft.uploads.append(upload)
    elif number is not None and number in by_id and draft.kept is not None:
        draft.kept.append(Kept(by_id.pop(number), node.has("description"), description))
    else:
        node.fail("id", stand_ins.UNKNOWN_ATTACHMENT, "Attachment data not found")


def _file_names(draft: Draft, context: DraftContext) -> set[str]:
    names = {clean_filename(upload.filename) for upload in draft.uploads}
    if draft.kept is not None:
        names |= {kept.attachment.filename for kept in draft.kept}
    elif context.existing is not None:
        names |= {attachment.filename for attachment in context.existing.attachments}
    return names


def _refuse_legacy(node: Node, draft: Draft, context: DraftContext) -> None:
    old = context.existing
    leftover = {
        "content": old is not None and "content" not in draft.given and bool(old.content),
        "embeds": old is not None and "embeds" not in draft.given and bool(old.embeds),
    }
    for key in _LEGACY:
        if node.data.get(key) or leftover.get(key):
            node.fail(
                key,
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
