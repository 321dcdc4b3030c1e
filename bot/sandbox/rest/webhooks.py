"""`/webhooks/{application}/{interaction token}`: follow-ups, and what a token may read, edit and delete."""

from __future__ import annotations

from typing import Final

from bot.sandbox.changes import channels, messages
from bot.sandbox.checks.mentions import DEFAULT_WEBHOOK
from bot.sandbox.checks.message import DraftContext, read_draft
from bot.sandbox.common.errors import api_error
from bot.sandbox.common.types import MessageFlags, Snowflake
from bot.sandbox.rest.callbacks import answer_channel, demand_changeable, pressed_message, response_type
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.interaction import Interaction
from bot.sandbox.world.message_objects import message_json
from bot.sandbox.world.model import Message

ROUTES: Final = Routes()
MOST_FOLLOW_UPS: Final = 5
"""Of an application that only the user has installed."""
_BASE: Final = "/webhooks/{webhook_id}/{webhook_token}"


def _interaction(call: Call) -> Interaction:
    return call.services.interactions.by_token(call.id("webhook_id"), call.params["webhook_token"])


def _find(call: Call, interaction: Interaction, message_id: Snowflake | None) -> Message | None:
    """A message that this token owns and that still exists."""
    if message_id is None or not interaction.may_touch(message_id):
        return None
    channel = call.world.channels.get(interaction.channel_id)
    found = None if channel is None else channel.messages.get(message_id)
    return found or call.world.ephemerals.get(message_id)


def _named(call: Call, interaction: Interaction) -> Message:
    """The message of the path; 10008 for every message that is not this token's, be it the bot's own."""
    text = call.params.get("message_id", "@original")
    found = _find(
        call, interaction, interaction.original_id if text == "@original" else call.id("message_id")
    )
    if found is None:
        raise api_error(10008)
    return found


@ROUTES.add("POST", _BASE, open_=True)
async def follow_up(call: Call) -> Reply:
    """Another message; right after a deferral it fills the loading message instead. `wait` is always true."""
    interaction = _interaction(call)
    body = await call.body()
    # Looked up after the body was read: an edit may have come meanwhile. Question: removed-thought.
    loading = _loading(call, interaction)
    context = DraftContext(call.world.emojis, (), loading, DEFAULT_WEBHOOK, interaction=True)
    draft = read_draft(body.object, body.uploads, context)
    if draft.empty:
        raise api_error(50006)
    if loading is not None:
        demand_changeable(call.world, loading)
        message = messages.edit(call.world, loading, draft)
    else:
        # Question: private-follow-up.
        ephemeral = bool(draft.flags & MessageFlags.EPHEMERAL)
        origin = messages.Origin(
            call.world.bot,
            interaction,
            response_type(interaction),
            ephemeral,
            replies_to=_answered(call, interaction),
        )
        if interaction.by_user_alone and interaction.follow_ups >= MOST_FOLLOW_UPS:
            raise api_error(40094)
        channel = answer_channel(call.world, interaction)
        if not ephemeral:
            channels.wake(call.world, channel)
        message = messages.create(call.world, channel, draft, origin)
        interaction.sent_ids.add(message.id)
        interaction.follow_ups += 1
    return Reply(200, message_json(call.world, message))


def _loading(call: Call, interaction: Interaction) -> Message | None:
    original = _find(call, interaction, interaction.original_id)
    return original if original is not None and original.flags & MessageFlags.LOADING else None


def _answered(call: Call, interaction: Interaction) -> Message | None:
    """Return the message to which a follow-up refers: the original response, or the message that was pressed
    on.
    """
    return _find(call, interaction, interaction.original_id) or pressed_message(call.world, interaction)


@ROUTES.add("GET", f"{_BASE}/messages/@original", open_=True)
@ROUTES.add("GET", f"{_BASE}/messages/{{message_id}}", open_=True)
async def get_message(call: Call) -> Reply:
    """A message of this token."""
    return Reply(200, message_json(call.world, _named(call, _interaction(call))))


@ROUTES.add("PATCH", f"{_BASE}/messages/@original", open_=True)
@ROUTES.add("PATCH", f"{_BASE}/messages/{{message_id}}", open_=True)
async def edit_message(call: Call) -> Reply:
    """Change a message of this token."""
    interaction = _interaction(call)
    _named(call, interaction)
    body = await call.body()
    message = _named(call, interaction)
    context = DraftContext(call.world.emojis, (), message, DEFAULT_WEBHOOK, interaction=True)
    draft = read_draft(body.object, body.uploads, context)
    if messages.result_is_empty(message, draft):
        raise api_error(50006)
    demand_changeable(call.world, message)
    return Reply(200, message_json(call.world, messages.edit(call.world, message, draft)))


@ROUTES.add("DELETE", f"{_BASE}/messages/@original", open_=True)
@ROUTES.add("DELETE", f"{_BASE}/messages/{{message_id}}", open_=True)
async def delete_message(call: Call) -> Reply:
    """Remove a message of this token."""
    message = _named(call, _interaction(call))
    demand_changeable(call.world, message)
    messages.delete(call.world, message)
    return EMPTY
