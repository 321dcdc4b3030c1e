"""Commands, presses, modals and autocomplete: a user's act is checked, then becomes an interaction."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.sandbox.changes.interactions import Act
from bot.sandbox.checks.components import walk
from bot.sandbox.checks.interactive import BUTTON, SELECTS
from bot.sandbox.client.modal_values import fill_modal
from bot.sandbox.client.option_values import check_values, find_leaf, nest, partial_values
from bot.sandbox.client.request import (
    UserSide,
    find_channel,
    find_user,
    read_id,
    read_locale,
    read_text,
)
from bot.sandbox.client.resolved import Resolved
from bot.sandbox.client.views import usable_commands
from bot.sandbox.common.errors import RefusedError, bad_request, unknown
from bot.sandbox.common.types import CommandType, InteractionType, JsonObject, Snowflake
from bot.sandbox.rest.callbacks import pressed_message
from bot.sandbox.world import installs
from bot.sandbox.world.interaction import Interaction, InteractionState
from bot.sandbox.world.model import Channel, Command, Message, User


def _find_command(side: UserSide, channel: Channel, user: User, kind: CommandType, name: str) -> Command:
    for command in usable_commands(side.world, channel, user):
        if command.type is kind and command.name == name:
            return command
    raise unknown("command")


def _owners(side: UserSide, channel: Channel, user: User, command: Command) -> dict[str, str]:
    return installs.owners(side.world, channel, user, installs.types_of(command))


def _command_data(command: Command) -> JsonObject:
    body: JsonObject = {"id": str(command.id), "name": command.name, "type": int(command.type)}
    if command.guild_id is not None:
        body["guild_id"] = str(command.guild_id)
    return body


def use_command(side: UserSide, body: JsonObject) -> Interaction:
    """A slash command, or a command of a user's or message's context menu."""
    user = find_user(side.world, body.get("user"))
    locale = read_locale(body.get("locale"))
    channel = find_channel(side.world, body.get("channel"), user)
    kind = body.get("type", 1)
    if kind not in (1, 2, 3):
        raise bad_request("type is 1, 2 or 3")
    if kind == 1:
        return _use_slash(side, user, locale, channel, body)
    name = read_text(body, "name")
    command = _find_command(side, channel, user, CommandType(kind), name)
    target = read_id(body.get("target"), "target")
    resolved = Resolved(side.world, channel, user)
    if kind == CommandType.USER:
        resolved.add(6, target)
    else:
        message = channel.messages.get(target)
        if message is None:
            raise unknown("message")
        resolved.add_message(message)
    data = _command_data(command) | {"target_id": str(target), "resolved": resolved.body}
    owners = _owners(side, channel, user, command)
    act = Act(
        *(InteractionType.COMMAND, user, locale, channel, data),
        command_name=name,
        target_id=target,
        owners=owners,
    )
    return side.services.interactions.start(act)


def _use_slash(side: UserSide, user: User, locale: str, channel: Channel, body: JsonObject) -> Interaction:
    path = read_text(body, "name").split()
    command = _find_command(side, channel, user, CommandType.SLASH, path[0])
    steps, options = find_leaf(command, path[1:])
    resolved = Resolved(side.world, channel, user)
    values = check_values(options, _object(body, "options"), resolved)
    data = _command_data(command)
    nested = nest(steps, values)
    if nested:
        data["options"] = nested
    if resolved.body:
        data["resolved"] = resolved.body
    name = " ".join(path)
    owners = _owners(side, channel, user, command)
    act = Act(InteractionType.COMMAND, user, locale, channel, data, command_name=name, owners=owners)
    return side.services.interactions.start(act)


def _object(body: JsonObject, key: str) -> JsonObject:
    value = body.get(key) or {}
    if not isinstance(value, dict):
        raise bad_request(f"{key} is no object")
    return value


async def autocomplete(side: UserSide, body: JsonObject) -> list[JsonObject]:
    """The choices for an option that is being typed."""
    user = find_user(side.world, body.get("user"))
    locale = read_locale(body.get("locale"))
    channel = find_channel(side.world, body.get("channel"), user)
    path = read_text(body, "name").split()
    command = _find_command(side, channel, user, CommandType.SLASH, path[0])
    steps, options = find_leaf(command, path[1:])
    values = partial_values(options, _object(body, "options"), read_text(body, "focused"))
    data = _command_data(command) | {"options": nest(steps, values)}
    owners = _owners(side, channel, user, command)
    name = " ".join(path)
    act = Act(InteractionType.AUTOCOMPLETE, user, locale, channel, data, command_name=name, owners=owners)
    interaction = side.services.interactions.start(act)
    await interaction.settled.wait()
    if interaction.choices is None:
        raise RefusedError(504, "failed", "loading options failed")
    return [_shown_choice(choice, locale) for choice in interaction.choices]


def _shown_choice(choice: JsonObject, locale: str) -> JsonObject:
    localized = (choice.get("name_localizations") or {}).get(locale)
    return {"name": localized or choice["name"], "value": choice["value"]}


def _find_message(side: UserSide, channel: Channel, user: User, message_id: Snowflake) -> Message:
    """A message that is on this user's screen."""
    ephemeral = side.world.ephemerals.get(message_id)
    if ephemeral is not None and ephemeral.channel_id == channel.id:
        if ephemeral.audience == user.id and side.screens.sees_ephemeral(user, ephemeral):
            return ephemeral
        raise RefusedError(409, "unseen", "this user cannot see that message")
    message = channel.messages.get(message_id)
    if message is None:
        raise unknown("message")
    return message


def use_component(side: UserSide, body: JsonObject) -> Interaction:
    """A button or a select of a message."""
    user = find_user(side.world, body.get("user"))
    locale = read_locale(body.get("locale"))
    channel = find_channel(side.world, body.get("channel"), user)
    message = _find_message(side, channel, user, read_id(body.get("message"), "message"))
    component = _find_component(message, read_text(body, "custom_id"))
    kind = component["type"]
    data: JsonObject = {
        "custom_id": component["custom_id"],
        "component_type": kind,
        "id": component["id"],
    }
    if kind in SELECTS:
        resolved = Resolved(side.world, channel, user)
        data["values"] = resolved.chosen(component, body.get("values"))
        if resolved.body:
            data["resolved"] = resolved.body
    act = Act(InteractionType.COMPONENT, user, locale, channel, data, message)
    return side.services.interactions.start(act)


def _find_component(message: Message, custom_id: str) -> JsonObject:
    for component in walk(message.components):
        if component.get("custom_id") != custom_id:
            continue
        if component.get("disabled"):
            raise RefusedError(409, "disabled", "this component is disabled")
        if component["type"] == BUTTON or component["type"] in SELECTS:
            return component
    raise RefusedError(409, "unseen", "there is no such component on that message")


def find_modal(side: UserSide, user: User, opener: Any) -> tuple[Interaction, JsonObject]:
    """Return an open modal on a user's screen, after the interaction that opened it."""
    interaction = side.world.interactions.get(read_id(opener, "interaction"))
    if interaction is None or interaction.user is not user:
        raise unknown("interaction")
    if interaction.state is not InteractionState.ACKNOWLEDGED:
        raise unknown("interaction")
    if interaction.modal is None:
        raise RefusedError(409, "already_submitted", "this modal is closed")
    return interaction, interaction.modal


def submit_modal(side: UserSide, body: JsonObject) -> Interaction | None:
    """A filled modal; None when the user closed it. A modal can be submitted once."""
    user = find_user(side.world, body.get("user"))
    locale = read_locale(body.get("locale"))
    opener, modal = find_modal(side, user, body.get("interaction"))
    if body.get("cancel"):
        opener.modal = None
        side.services.interactions.drop_files(opener)
        return None
    channel = find_channel(side.world, str(opener.channel_id), user)
    resolved = Resolved(side.world, channel, user, opener.files)
    components = fill_modal(modal, _object(body, "values"), resolved)
    data: JsonObject = {"custom_id": modal["custom_id"], "components": components}
    if resolved.body:
        data["resolved"] = resolved.body
    opener.modal = None
    for each in resolved.files:
        del opener.files[each]
    side.services.interactions.drop_files(opener)
    message = pressed_message(side.world, opener)
    name = opener.command_name
    act = Act(InteractionType.MODAL, user, locale, channel, data, message, opener, name, files=resolved.files)
    return side.services.interactions.start(act)


async def outcome(interaction: Interaction) -> JsonObject:
    """Return the outcome of an interaction: wait for the callback or the deadline."""
    await asyncio.shield(interaction.settled.wait())
    acknowledged = interaction.state is InteractionState.ACKNOWLEDGED
    return {
        "interaction": str(interaction.id),
        "state": str(interaction.state),
        "callback": int(interaction.callback) if acknowledged and interaction.callback else None,
        "message_id": None if interaction.original_id is None else str(interaction.original_id),
    }
