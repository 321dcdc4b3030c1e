"""Messages and attachments as Discord's JSON."""

from __future__ import annotations

from typing import Final

from bot.sandbox.common.types import InteractionType, JsonObject, MessageFlags, Snowflake
from bot.sandbox.world.model import Attachment, Message, Reaction
from bot.sandbox.world.objects import channel_json, user_json
from bot.sandbox.world.snowflakes import iso
from bot.sandbox.world.state import World

MESSAGE_CONTENT: Final = 1 << 15
NO_CONTENT: Final[JsonObject] = {"content": "", "embeds": [], "attachments": [], "components": []}
"""The content of a message without the message content intent."""


def attachment_json(attachment: Attachment) -> JsonObject:
    """An attachment; optional fields are left out where Discord leaves them out."""
    body: JsonObject = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": attachment.size,
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
        "content_scan_version": 0,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.width is not None:
        body |= {"width": attachment.width, "height": attachment.height}
    if attachment.ephemeral:
        body["ephemeral"] = True
    return body


def _listed(world: World, message: Message) -> list[JsonObject]:
    """Return the attachments that are listed, at addresses that hold."""
    listed = [each for each in message.attachments if each.listed]
    for each in listed:
        world.files.renew(each)
    return [attachment_json(each) for each in listed]


def _reaction_json(reaction: Reaction, viewer: Snowflake) -> JsonObject:
    count = len(reaction.user_ids)
    return {
        "emoji": reaction.emoji,
        "count": count,
        "count_details": {"burst": 0, "normal": count},
        "burst_colors": [],
        "me_burst": False,
        "burst_me": False,
        "burst_count": 0,
        "me": viewer in reaction.user_ids,
    }


def _interaction_json(message: Message, metadata: JsonObject) -> JsonObject:
    """The deprecated `interaction` of an answer to a command; many clients read it still."""
    if message.command_name is None or metadata["type"] != InteractionType.COMMAND:
        return {}
    about = {key: metadata[key] for key in ("id", "type", "user")}
    return {"interaction": about | {"name": message.command_name}}


def _origin_json(message: Message) -> JsonObject:
    """Return the application that sent a message, and the message that it answers."""
    body: JsonObject = {}
    if message.application_id is not None:
        body |= {"webhook_id": str(message.application_id), "application_id": str(message.application_id)}
    if message.interaction_metadata is not None:
        body["interaction_metadata"] = message.interaction_metadata
        body |= _interaction_json(message, message.interaction_metadata)
    return body


def message_json(
    world: World,
    message: Message,
    *,
    viewer: Snowflake | None = None,
    nested: bool = False,
    blank: bool = False,
) -> JsonObject:
    """A message object. `viewer` decides about `me` in reactions; `nested` leaves out what it refers to.

    `blank` takes the content out of messages that need the message content intent.
    """
    body: JsonObject = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": int(message.type),
        "content": message.content,
        "author": user_json(message.author),
        "timestamp": iso(message.timestamp),
        "edited_timestamp": None if message.edited_at is None else iso(message.edited_at),
        "tts": message.tts,
        "pinned": message.pinned_at is not None,
        "flags": int(message.flags),
        "mention_everyone": message.mention_everyone,
        "mentions": [user_json(world.users[user_id]) for user_id in message.mention_ids],
        "mention_roles": [str(role_id) for role_id in message.mention_role_ids],
        "attachments": _listed(world, message),
        "embeds": [] if message.flags & MessageFlags.SUPPRESS_EMBEDS else message.embeds,
        "components": message.components,
    }
    body |= _origin_json(message)
    if message.reactions:
        body["reactions"] = [_reaction_json(each, viewer or world.bot.id) for each in message.reactions]
    if message.reference is not None:
        body["message_reference"] = message.reference
    if message.flags & MessageFlags.HAS_THREAD and Snowflake(message.id) in world.channels:
        body["thread"] = channel_json(world, world.channels[message.id])
    if message.reference is not None and not nested:
        body["referenced_message"] = _referenced(world, message, message.reference, blank=blank)
    return body | NO_CONTENT if blank and needs_intent(world, message) else body


def needs_intent(world: World, message: Message) -> bool:
    """Whether the content is only for applications with the message content intent.

    Their own messages, those that mention them, and direct ones are open to all.
    """
    own = message.author is world.bot or world.bot.id in message.mention_ids
    return message.guild_id is not None and not own


def fetched_json(world: World, message: Message) -> JsonObject:
    """A message as REST gives it: the message content intent counts there as it does on the gateway."""
    return message_json(world, message, blank=not world.settings.privileged_intents & MESSAGE_CONTENT)


def _referenced(world: World, message: Message, reference: JsonObject, *, blank: bool) -> JsonObject | None:
    """Return the message that another one answers; an ephemeral one is shown in nothing that others could
    see.
    """
    message_id = Snowflake(int(reference.get("message_id", 0)))
    channel = world.channels.get(Snowflake(int(reference["channel_id"])))
    found = channel.messages.get(message_id) if channel else None
    secret = world.ephemerals.get(message_id)
    # Question: private-referenced.
    if secret is not None and secret.audience == message.audience:
        found = secret
    return None if found is None else message_json(world, found, nested=True, blank=blank)
