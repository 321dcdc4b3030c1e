"""`POST /interactions/{id}/{token}/callback`: how a bot answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.sandbox.changes import channels, messages
from bot.sandbox.checks.fields import Node
from bot.sandbox.checks.mentions import DEFAULT_WEBHOOK
from bot.sandbox.checks.message import Draft, DraftContext, read_draft
from bot.sandbox.checks.modal import read_modal
from bot.sandbox.checks.options import read_choices
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import FieldErrors, api_error
from bot.sandbox.common.types import CallbackType, InteractionType, JsonObject, MessageFlags, MessageType
from bot.sandbox.rest.body import Body
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.events import ModalOpened
from bot.sandbox.world.interaction import Interaction, InteractionState
from bot.sandbox.world.message_objects import message_json
from bot.sandbox.world.model import Channel, Message
from bot.sandbox.world.state import World

ROUTES: Final = Routes()

_ALLOWED: Final = {
    InteractionType.COMMAND: {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL},
    InteractionType.COMPONENT: {
        CallbackType.MESSAGE,
        CallbackType.DEFERRED_MESSAGE,
        CallbackType.DEFERRED_UPDATE,
        CallbackType.UPDATE,
        CallbackType.MODAL,
    },
    InteractionType.AUTOCOMPLETE: {CallbackType.CHOICES},
    InteractionType.MODAL: {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE},
}


def allowed_callbacks(interaction: Interaction) -> set[CallbackType]:
    """The callbacks that an interaction takes; a modal opened from a component also those that update."""
    allowed = set(_ALLOWED[interaction.type])
    if interaction.type is InteractionType.MODAL and interaction.message_id is not None:
        allowed |= {CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE}
    return allowed


@ROUTES.add("POST", "/interactions/{interaction_id}/{interaction_token}/callback", open_=True)
async def callback(call: Call) -> Reply:
    """Check the answer as a whole, acknowledge in one step, and only then change anything."""
    service = call.services.interactions
    interaction = service.by_callback(call.id("interaction_id"), call.params["interaction_token"])
    body = await call.body()
    _refuse_settled(interaction)
    errors = FieldErrors()
    node = Node(body.object, errors)
    number = node.choice("type", allowed_callbacks(interaction), required=True)
    errors.raise_if_any()
    kind = CallbackType(number or 0)
    message = _HANDLERS[kind](call, interaction, body)
    service.settle(interaction)
    if not call.query_flag("with_response"):
        return EMPTY
    return Reply(200, _response(call.world, interaction, kind, message))


def _refuse_settled(interaction: Interaction) -> None:
    # Question: second-answer.
    if interaction.state is InteractionState.ACKNOWLEDGED:
        raise api_error(40060)
    if interaction.state is InteractionState.FAILED:
        raise api_error(10062)


def _data(body: Body) -> JsonObject:
    data = body.object.get("data")
    if data is None:
        return {}
    if not isinstance(data, dict):
        errors = FieldErrors()
        errors.add(("data",), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        errors.raise_if_any()
    return dict(data)


def _context(world: World, existing: Message | None = None) -> DraftContext:
    return DraftContext(world.emojis, ("data",), existing, DEFAULT_WEBHOOK, interaction=True)


def pressed_message(world: World, interaction: Interaction) -> Message | None:
    """The message whose component was used, if it is still there."""
    if interaction.message_id is None:
        return None
    found = world.ephemerals.get(interaction.message_id)
    channel = world.channels.get(interaction.channel_id)
    return found or (None if channel is None else channel.messages.get(interaction.message_id))


def response_type(interaction: Interaction) -> MessageType:
    """The type of the message that answers an interaction."""
    if interaction.type is InteractionType.COMMAND and "target_user" in interaction.metadata:
        return MessageType.CONTEXT_MENU_COMMAND
    if interaction.type is InteractionType.COMMAND and "target_message_id" in interaction.metadata:
        return MessageType.CONTEXT_MENU_COMMAND
    # Question: command-modal.
    return MessageType.CHAT_INPUT_COMMAND


def answer_channel(world: World, interaction: Interaction) -> Channel:
    """Return the channel for a new message of an interaction, also where the bot is not; 10003 where it is
    gone.
    """
    # Question: answer-rights.
    channel = world.channels.get(interaction.channel_id)
    if channel is None or not interaction.by_user_alone:
        channel = world.channel(interaction.channel_id)
    channels.refuse_locked(channel)
    return channel


def demand_changeable(world: World, message: Message) -> None:
    """A token changes nothing public in an archived thread either; ephemeral messages lie in no thread."""
    if message.audience is None:
        channels.refuse_archived(world.channels[message.channel_id])


def _send(call: Call, interaction: Interaction, draft: Draft, *, loading: bool) -> Message:
    world = call.world
    channel = answer_channel(world, interaction)
    if not draft.flags & MessageFlags.EPHEMERAL:
        channels.wake(world, channel)
    origin = messages.Origin(
        world.bot,
        interaction,
        response_type(interaction),
        bool(draft.flags & MessageFlags.EPHEMERAL),
        loading,
        pressed_message(world, interaction),
    )
    message = messages.create(world, channel, draft, origin)
    interaction.original_id = message.id
    interaction.sent_ids.add(message.id)
    return message


def _answer_message(call: Call, interaction: Interaction, body: Body) -> Message:
    draft = read_draft(_data(body), body.uploads, _context(call.world))
    if draft.empty:
        raise api_error(50006)
    answer_channel(call.world, interaction)
    interaction.claim(CallbackType.MESSAGE)
    return _send(call, interaction, draft, loading=False)


def _answer_later(call: Call, interaction: Interaction, body: Body) -> Message:
    errors = FieldErrors()
    flags = Node(_data(body), errors, ("data",)).integer("flags", 0, (1 << 53) - 1) or 0
    errors.raise_if_any()
    answer_channel(call.world, interaction)
    interaction.claim(CallbackType.DEFERRED_MESSAGE)
    draft = Draft(flags=MessageFlags(flags & MessageFlags.EPHEMERAL), allowed=DEFAULT_WEBHOOK)
    return _send(call, interaction, draft, loading=True)


def _update_later(call: Call, interaction: Interaction, body: Body) -> Message | None:
    message = pressed_message(call.world, interaction)
    # Question: token-edit.
    interaction.claim(CallbackType.DEFERRED_UPDATE)
    interaction.original_id = interaction.message_id
    return message


def _update(call: Call, interaction: Interaction, body: Body) -> Message:
    message = pressed_message(call.world, interaction)
    if message is None:
        raise api_error(stand_ins.GONE_MESSAGE)
    draft = read_draft(_data(body), body.uploads, _context(call.world, message))
    if messages.result_is_empty(message, draft):
        raise api_error(50006)
    demand_changeable(call.world, message)
    interaction.claim(CallbackType.UPDATE)
    interaction.original_id = message.id
    return messages.edit(call.world, message, draft)


def _choose(call: Call, interaction: Interaction, body: Body) -> None:
    choices = read_choices(_data(body))
    interaction.claim(CallbackType.CHOICES)
    interaction.choices = choices


def _open_modal(call: Call, interaction: Interaction, body: Body) -> None:
    modal = read_modal(_data(body), call.world.emojis)
    interaction.claim(CallbackType.MODAL)
    interaction.modal = modal
    call.world.publish(ModalOpened(interaction, modal))


_HANDLERS: Final[dict[CallbackType, Callable[[Call, Interaction, Body], Message | None]]] = {
    CallbackType.MESSAGE: _answer_message,
    CallbackType.DEFERRED_MESSAGE: _answer_later,
    CallbackType.DEFERRED_UPDATE: _update_later,
    CallbackType.UPDATE: _update,
    CallbackType.CHOICES: _choose,
    CallbackType.MODAL: _open_modal,
}


def _response(
    world: World, interaction: Interaction, kind: CallbackType, message: Message | None
) -> JsonObject:
    about: JsonObject = {"id": str(interaction.id), "type": int(interaction.type)}
    body: JsonObject = {"interaction": about}
    if message is None:
        return body
    about["response_message_id"] = str(message.id)
    about["response_message_loading"] = kind is CallbackType.DEFERRED_MESSAGE
    about["response_message_ephemeral"] = message.ephemeral
    about["channel_id"] = str(message.channel_id)
    if message.guild_id is not None:
        about["guild_id"] = str(message.guild_id)
    if kind in (CallbackType.MESSAGE, CallbackType.UPDATE):
        body["resource"] = {"type": int(kind), "message": message_json(world, message)}
    return body
