"""The interactions that users' actions become: payload, deadline, registry."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.sandbox.changes import messages
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import api_error
from bot.sandbox.common.traffic import Traffic
from bot.sandbox.common.types import InteractionType, JsonObject, Snowflake
from bot.sandbox.world import installs
from bot.sandbox.world.events import InteractionChanged, InteractionCreated
from bot.sandbox.world.interaction import Interaction, InteractionState, new_token, token_owner
from bot.sandbox.world.message_objects import message_json
from bot.sandbox.world.model import Attachment, Channel, Message, User
from bot.sandbox.world.objects import channel_json, member_json, user_json
from bot.sandbox.world.state import World

log = logging.getLogger(__name__)

_SWEEP_EVERY = 64


@dataclass(frozen=True, slots=True)
class Act:
    """The action of a user, ready to be sent to the bot."""

    type: InteractionType
    user: User
    locale: str
    channel: Channel
    data: JsonObject
    message: Message | None = None
    opened_from: Interaction | None = None
    command_name: str | None = None
    target_id: Snowflake | None = None
    files: Mapping[Snowflake, Attachment] = field(default_factory=dict)
    """Files that a modal was filled with."""
    owners: Mapping[str, str] | None = None
    """By whose installations a command can be used; None: a press, which has those of its message."""


class Interactions:
    """All interactions whose token lives, and the clock that fails those without an answer."""

    def __init__(self, world: World, traffic: Traffic) -> None:
        self._world = world
        self._traffic = traffic
        self._count = 0

    def start(self, act: Act) -> Interaction:
        """Register an interaction, tell the bot, and start its deadline."""
        world = self._world
        self._count += 1
        if self._count % _SWEEP_EVERY == 0:
            self.sweep()
        interaction_id = world.ids.next()
        interaction = Interaction(
            interaction_id,
            act.type,
            new_token(interaction_id),
            act.user,
            act.locale,
            act.channel.guild_id,
            act.channel.id,
            self._metadata(interaction_id, act),
            world.settings.token_seconds,
            time.time(),
            command_name=act.command_name,
            message_id=None if act.message is None else act.message.id,
            custom_id=act.data.get("custom_id"),
            opened_from=act.opened_from,
            files=dict(act.files),
            by_user_alone=installs.by_user_alone(self._owners(act)),
        )
        world.interactions[interaction.id] = interaction
        loop = asyncio.get_running_loop()
        loop.call_later(world.settings.ack_seconds, self.expire, interaction)
        world.publish(InteractionCreated(interaction, self._payload(interaction, act)))
        return interaction

    def expire(self, interaction: Interaction) -> None:
        if interaction.expire():
            if interaction.type is not InteractionType.AUTOCOMPLETE:
                self._traffic.failed_interactions += 1
            log.warning("interaction %s (%s) got no answer", interaction.id, interaction.type.name.lower())
            self.settle(interaction)

    def settle(self, interaction: Interaction) -> None:
        """Tell the waiting caller that an interaction was acknowledged or failed."""
        interaction.settled.set()
        self._world.publish(InteractionChanged(interaction))

    def let_go(self) -> None:
        """Nobody waits any longer for an answer: the sandbox ends."""
        for interaction in self._world.interactions.values():
            interaction.settled.set()

    def sweep(self) -> None:
        """Forget interactions whose token died, and ephemeral messages that nobody can reach any more."""
        world = self._world
        oldest = time.time() - world.settings.ack_seconds - 60
        for interaction in list(world.interactions.values()):
            if not interaction.token_lives and interaction.created_at < oldest:
                del world.interactions[interaction.id]
                self.drop_files(interaction)
        reachable: set[Snowflake] = set()
        for interaction in world.interactions.values():
            reachable |= interaction.sent_ids | {interaction.original_id or Snowflake(0)}
        for message in list(world.ephemerals.values()):
            if message.id not in reachable and not world.seen_by.get(message.id):
                messages.delete(world, message, silent=True)

    def drop_files(self, interaction: Interaction) -> None:
        """Remove the files of its modal."""
        for attachment in interaction.files.values():
            self._world.files.drop(attachment)
        interaction.files = {}

    def by_callback(self, interaction_id: Snowflake, token: str) -> Interaction:
        """The interaction of a callback; 10062 for anything unknown or forged."""
        interaction = self._world.interactions.get(interaction_id)
        if interaction is None or not interaction.owns(token):
            raise api_error(10062)
        return interaction

    def by_token(self, webhook_id: Snowflake, token: str) -> Interaction:
        """The acknowledged interaction whose token stands in a webhook path."""
        if webhook_id != self._world.application_id:
            raise api_error(10015)
        owner = token_owner(token)
        interaction = None if owner is None else self._world.interactions.get(Snowflake(owner))
        if interaction is None or not interaction.owns(token) or not interaction.token_lives:
            raise api_error(stand_ins.DEAD_TOKEN)
        if interaction.state is not InteractionState.ACKNOWLEDGED:
            raise api_error(stand_ins.EARLY_WEBHOOK)
        return interaction

    def channel_of(self, token: str) -> Snowflake | None:
        """The channel that a token's follow-ups go to; None for no token of ours."""
        owner = token_owner(token)
        interaction = None if owner is None else self._world.interactions.get(Snowflake(owner))
        return None if interaction is None else interaction.channel_id

    def _owners(self, act: Act) -> Mapping[str, str]:
        """Return the installations by which somebody acts: those of the command, or of the message that came
        of one.
        """
        if act.owners is not None:
            return act.owners
        # Question: answer-installs.
        if act.message is not None and act.message.interaction_metadata is not None:
            told: Mapping[str, str] = act.message.interaction_metadata["authorizing_integration_owners"]
            return told
        if act.opened_from is not None:
            opened: Mapping[str, str] = act.opened_from.metadata["authorizing_integration_owners"]
            return opened
        # Question: press-installs.
        return installs.owners(self._world, act.channel, act.user, (installs.Install.GUILD,))

    def _metadata(self, interaction_id: Snowflake, act: Act) -> JsonObject:
        body: JsonObject = {
            "id": str(interaction_id),
            "type": int(act.type),
            "user": user_json(act.user),
            "authorizing_integration_owners": self._owners(act),
        }
        if act.type is InteractionType.COMPONENT and act.message is not None:
            body["interacted_message_id"] = str(act.message.id)
        if act.type is InteractionType.MODAL and act.opened_from is not None:
            body["triggering_interaction_metadata"] = act.opened_from.metadata
        if act.target_id is not None:
            target = self._world.users.get(act.target_id)
            key = "target_message_id" if target is None else "target_user"
            body[key] = str(act.target_id) if target is None else user_json(target)
        return body

    def _payload(self, interaction: Interaction, act: Act) -> JsonObject:
        world, channel = self._world, act.channel
        body: JsonObject = {
            "id": str(interaction.id),
            "application_id": str(world.application_id),
            "type": int(act.type),
            "token": interaction.token,
            "version": 1,
            "data": act.data,
            "channel_id": str(channel.id),
            "channel": channel_json(world, channel)
            | {"permissions": str(int(world.computed(channel, act.user.id)))},
            "app_permissions": str(int(installs.app_permissions(world, channel, act.user))),
            "locale": act.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self._owners(act),
            "context": int(installs.context_of(channel)),
            "attachment_size_limit": world.settings.attachment_bytes,
        }
        guild = world.guild_of(channel)
        if guild is None:
            body["user"] = user_json(act.user)
        else:
            permissions = str(int(world.computed(channel, act.user.id)))
            body |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "features": [], "locale": guild.preferred_locale},
                "guild_locale": guild.preferred_locale,
                "member": member_json(guild.members[act.user.id]) | {"permissions": permissions},
            }
        if act.message is not None:
            body["message"] = message_json(world, act.message)
        return body
