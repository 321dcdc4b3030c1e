"""Messages come into being, change and go: the one place that touches them, and the files that they show."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.sandbox.checks.components import media_of, walk
from bot.sandbox.checks.mentions import AllowedMentions, find_mentions
from bot.sandbox.checks.message import Draft, Reference
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import api_error, field_error
from bot.sandbox.common.types import (
    SYSTEM_TYPES,
    THREAD_TYPES,
    JsonObject,
    MessageFlags,
    MessageType,
    Snowflake,
)
from bot.sandbox.world.events import (
    MessageCreated,
    MessageDeleted,
    MessagesDeleted,
    MessageUpdated,
    ThreadMembersChanged,
)
from bot.sandbox.world.files import clean_filename
from bot.sandbox.world.interaction import Interaction
from bot.sandbox.world.model import Attachment, Channel, Message, User
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World

_NONCE_SECONDS = 300.0
_MAX_MESSAGES = 5000
"""A channel forgets its oldest messages beyond this: the sandbox stays small, whatever a test does."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The sender of a message, and the message that it answers."""

    author: User
    interaction: Interaction | None = None
    type: MessageType = MessageType.DEFAULT
    ephemeral: bool = False
    loading: bool = False
    replies_to: Message | None = None
    names: Message | None = None
    """The message that a notice of the system is about."""


def create(world: World, channel: Channel, draft: Draft, origin: Origin) -> Message:
    """Put a message into a channel and tell everybody who may see it."""
    twin = _same_nonce(channel, draft, origin)
    if twin is not None:
        return twin
    reference, replied = _resolve_reference(world, channel, draft.reference)
    message = Message(world.ids.next(), channel.id, channel.guild_id, origin.author, time.time())
    # Question: reply.
    message.type = MessageType.REPLY if reference else origin.type
    message.reference = reference if origin.names is None else reference_json(origin.names)
    message.nonce = draft.nonce
    message.tts = draft.tts and world.can(channel, origin.author.id, Permission.SEND_TTS_MESSAGES)
    message.flags = draft.flags & ~MessageFlags.EPHEMERAL
    _mark_origin(world, message, origin)
    message.attachments = _keep_uploads(world, draft, message)
    _fill(world, message, draft)
    _set_mentions(world, message, draft.allowed, replied or origin.replies_to)
    _store(world, channel, message)
    world.publish(MessageCreated(message))
    return message


def _mark_origin(world: World, message: Message, origin: Origin) -> None:
    if origin.loading:
        message.flags |= MessageFlags.LOADING
    interaction = origin.interaction
    if interaction is None:
        return
    message.application_id = world.application_id
    message.interaction_metadata = dict(interaction.metadata)
    if interaction.original_id is not None:
        message.interaction_metadata["original_response_message_id"] = str(interaction.original_id)
    message.command_name = interaction.command_name
    if origin.ephemeral:
        message.flags |= MessageFlags.EPHEMERAL
        message.audience = interaction.user.id
    if origin.replies_to is not None:
        # Question: answer-type, follow-up-type.
        message.reference = reference_json(origin.replies_to)
        message.type = MessageType.REPLY


def _store(world: World, channel: Channel, message: Message) -> None:
    if message.audience is not None:
        world.ephemerals[message.id] = message
        return
    channel.messages[message.id] = message
    channel.last_message_id = message.id
    if len(channel.messages) > _MAX_MESSAGES:
        _forget(world, next(iter(channel.messages.values())))
    thread = channel.thread
    if thread is None:
        return
    thread.message_count += 1
    thread.total_sent += 1
    thread.active_at = time.time()
    # Somebody who writes in a thread joins it; the answer to an interaction is a webhook's.
    if message.application_id is None and message.author.id not in thread.members:
        thread.members[message.author.id] = time.time()
        world.publish(ThreadMembersChanged(channel, added=(message.author.id,)))


def _same_nonce(channel: Channel, draft: Draft, origin: Origin) -> Message | None:
    # Question: nonce.
    if draft.nonce is None or not draft.unique_nonce:
        return None
    oldest = time.time() - _NONCE_SECONDS
    for message in reversed(channel.messages.values()):
        if message.timestamp < oldest:
            return None
        if str(message.nonce) == str(draft.nonce) and message.author is origin.author:
            return message
    return None


def reference_json(message: Message) -> JsonObject:
    """Return the reference in a reply to the message that it answers."""
    body: JsonObject = {"type": 0, "channel_id": str(message.channel_id), "message_id": str(message.id)}
    if message.guild_id is not None:
        body["guild_id"] = str(message.guild_id)
    return body


def _resolve_reference(
    world: World, channel: Channel, wanted: Reference | None
) -> tuple[JsonObject | None, Message | None]:
    if wanted is None:
        return None, None
    found = channel.messages.get(wanted.message_id)
    if found is not None and wanted.channel_id in (None, channel.id):
        if found.type in SYSTEM_TYPES:
            raise field_error(
                ("message_reference",), stand_ins.SYSTEM_REPLY, "Cannot reply to a system message"
            )
        return reference_json(found), found
    if wanted.must_exist:
        raise field_error(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None, None


def edit(world: World, message: Message, draft: Draft) -> Message:
    """Change a message: keys that were not sent stay as they are, `null` and empty lists clear."""
    message.flags = (message.flags & ~MessageFlags.LOADING) | (draft.flags & MessageFlags.IS_COMPONENTS_V2)
    if "flags" in draft.given:
        suppress = MessageFlags.SUPPRESS_EMBEDS
        message.flags = (message.flags & ~suppress) | (draft.flags & suppress)
    before = list(message.attachments)
    # Question: alt-text, file-kept, file-replaced.
    if draft.kept is not None:
        message.attachments = [kept.attachment for kept in draft.kept]
        for kept in draft.kept:
            if kept.described:
                kept.attachment.description = kept.description
    message.attachments = [*message.attachments, *_keep_uploads(world, draft, message)]
    _fill(world, message, draft, before)
    for attachment in before:
        if attachment not in message.attachments:
            world.files.drop(attachment)
    if "content" in draft.given or "components" in draft.given:
        _set_mentions(world, message, draft.allowed, None)
    if draft.given - {"flags", "allowed_mentions"} or "flags" not in draft.given:
        message.edited_at = time.time()
    world.publish(MessageUpdated(message))
    return message


def result_is_empty(message: Message, draft: Draft) -> bool:
    """Whether nothing would be left of a message after an edit."""
    content = draft.content if "content" in draft.given else message.content
    embeds = draft.embeds if "embeds" in draft.given else message.embeds
    components = draft.components if "components" in draft.given else message.components
    kept = message.attachments if draft.kept is None else draft.kept
    return not (content or embeds or components or kept or draft.uploads)


def delete(world: World, message: Message, *, silent: bool = False) -> None:
    """Remove a message and its files. A thread that grew from it stays."""
    _forget(world, message)
    world.publish(MessageDeleted(message, silent))


def delete_many(world: World, channel: Channel, messages: Iterable[Message]) -> None:
    """Remove several messages of a channel in one go."""
    gone = tuple(messages)
    for message in gone:
        _forget(world, message)
    world.publish(MessagesDeleted(channel, gone))


def _forget(world: World, message: Message) -> None:
    if message.audience is not None:
        world.ephemerals.pop(message.id, None)
    else:
        channel = world.channels.get(message.channel_id)
        gone = None if channel is None else channel.messages.pop(message.id, None)
        if gone is not None and channel is not None and channel.thread is not None:
            channel.thread.message_count = max(0, channel.thread.message_count - 1)
    for attachment in message.attachments:
        world.files.drop(attachment)


def drop_files(world: World, channel: Channel) -> None:
    """Remove the files of a channel that goes."""
    for message in channel.messages.values():
        for attachment in message.attachments:
            world.files.drop(attachment)


def _keep_uploads(world: World, draft: Draft, message: Message) -> list[Attachment]:
    kept = []
    for upload in draft.uploads:
        upload.filename = clean_filename(upload.filename)
        kept.append(
            world.files.keep(upload, world.ids.next(), message.channel_id, ephemeral=message.ephemeral)
        )
    return kept


def _fill(world: World, message: Message, draft: Draft, before: list[Attachment] | None = None) -> None:
    """Write content, embeds and components, and give every picture its address."""
    creating = before is None
    if creating or "content" in draft.given:
        message.content = draft.content
    if creating or "embeds" in draft.given:
        message.embeds = draft.embeds
    if creating or "components" in draft.given:
        message.components = draft.components
    candidates = [*message.attachments, *(file for file in before or [] if file not in message.attachments)]
    used = _resolve_embeds(message.embeds, candidates) | _resolve_media(world, message.components, candidates)
    for attachment in candidates:
        if attachment.id in used:
            attachment.listed = False
            if attachment not in message.attachments:
                message.attachments.append(attachment)
        # Question: picture-edited, embed-file-dropped.
        else:
            attachment.listed = True


def _find(url: str, attachments: list[Attachment]) -> Attachment | None:
    if url.startswith("attachment://"):
        # Only file names are cleaned, never references: `a b.png` is found as `a_b.png` alone (observed).
        name = url.removeprefix("attachment://")
        return next((file for file in reversed(attachments) if file.filename == name), None)
    path = urlsplit(url).path
    return next((file for file in attachments if urlsplit(file.url).path == path), None)


def _resolve_embeds(embeds: list[JsonObject], attachments: list[Attachment]) -> set[Snowflake]:
    used: set[Snowflake] = set()
    for embed in embeds:
        for key in ("image", "thumbnail"):
            picture = embed.get(key)
            if picture is None:
                continue
            file = _find(picture["url"], attachments)
            if file is not None:
                used.add(file.id)
                embed[key] = _picture(file)
            elif picture["url"].startswith("attachment://"):
                # Question: embed-without-file.
                del embed[key]
            else:
                picture.setdefault("proxy_url", picture["url"])
        for key in ("author", "footer"):
            part = embed.get(key, {})
            file = _find(part["icon_url"], attachments) if part.get("icon_url") else None
            if file is not None:
                used.add(file.id)
                part["icon_url"] = part["proxy_icon_url"] = file.url
    return used


def _picture(file: Attachment) -> JsonObject:
    body: JsonObject = {"url": file.url, "proxy_url": file.url, "content_type": file.content_type, "flags": 0}
    if file.width is not None:
        body |= {"width": file.width, "height": file.height}
    if file.description is not None:
        body["description"] = file.description
    return body


def _resolve_media(
    world: World, components: list[JsonObject], attachments: list[Attachment]
) -> set[Snowflake]:
    used: set[Snowflake] = set()
    for component in walk(components):
        file = _find(component["file"]["url"], attachments) if component.get("type") == 13 else None
        if file is not None:
            component |= {"name": file.filename, "size": file.size}
    for media in media_of(components):
        file = _find(media["url"], attachments)
        media.setdefault("id", str(world.ids.next()))
        if file is None:
            media.setdefault("proxy_url", media["url"])
            continue
        used.add(file.id)
        # Question: animated.
        media |= {
            "url": file.url,
            "proxy_url": file.url,
            "width": file.width,
            "height": file.height,
            "content_type": file.content_type,
            "attachment_id": str(file.id),
        }
    return used


def _set_mentions(world: World, message: Message, allowed: AllowedMentions, replied: Message | None) -> None:
    texts = [message.content]
    texts += [component["content"] for component in walk(message.components) if component.get("type") == 10]
    found = find_mentions("\n".join(texts))
    channel = world.channels[message.channel_id]
    may_ping_all = world.can(channel, message.author.id, Permission.MENTION_EVERYONE)
    users = [user_id for user_id in found.users if user_id in world.users]
    message.mention_ids = [user for user in users if allowed.users is None or user in allowed.users]
    if replied is not None and allowed.replied_user and replied.author.id not in message.mention_ids:
        message.mention_ids.insert(0, replied.author.id)
    guild = world.guild_of(channel)
    message.mention_role_ids = [
        role_id
        for role_id in found.roles
        if guild is not None
        and role_id in guild.roles
        and (allowed.roles is None or role_id in allowed.roles)
        and (may_ping_all or guild.roles[role_id].mentionable)
    ]
    message.mention_everyone = found.everyone and allowed.everyone and may_ping_all


def demand_sendable(world: World, channel: Channel, draft: Draft, user_id: Snowflake) -> None:
    """Raise what Discord raises when a user may not send this message into this channel."""
    sending = (
        Permission.SEND_MESSAGES_IN_THREADS if channel.type in THREAD_TYPES else Permission.SEND_MESSAGES
    )
    needed = [sending]
    if draft.embeds:
        needed.append(Permission.EMBED_LINKS)
    if draft.uploads:
        needed.append(Permission.ATTACH_FILES)
    if draft.tts:
        needed.append(Permission.SEND_TTS_MESSAGES)
    if not world.can(channel, user_id, Permission.VIEW_CHANNEL):
        raise api_error(50001)
    if not world.can(channel, user_id, *needed):
        raise api_error(50013)
    if draft.reference is not None and not world.can(channel, user_id, Permission.READ_MESSAGE_HISTORY):
        raise api_error(160002)
    thread = channel.thread
    if thread is not None and thread.locked and not world.can(channel, user_id, Permission.MANAGE_THREADS):
        raise api_error(160005)
