"""A door that Discord has not: interactions that no client would let a user make, put before the real bot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.sandbox.changes.interactions import Act
from bot.sandbox.common.types import InteractionType, Snowflake
from bot.sandbox.world.events import InteractionCreated
from bot.sandbox.world.interaction import Interaction, InteractionState
from bot.sandbox.world.model import Channel, Member, Message, User
from bot.sandbox.world.seed import GUILD_ID
from cogs.content.custom_id import Shape, Verb
from tests.support.e2e.e2e_stage import Stage
from tests.support.e2e.scripted_player import Player

BUTTON, SELECT, USER_SELECT, CHANNEL_SELECT = 2, 3, 5, 8
ARGUMENTS = {
    Shape.BARE: "",
    Shape.NUMBER: ":{n}",
    Shape.PLACE: ":{n}:7",
    Shape.MOVE: ":{n}:A",
    Shape.CARD: ":{n}:A",
    Shape.RULE_SET: ":league",
}


def of_every_verb(match: int, number: int) -> list[str]:
    """A custom id for every verb, about a match and a question, round or end."""
    return [f"kk{match}:{verb}{ARGUMENTS[verb.shape].format(n=number)}" for verb in Verb]


def user_of(here: Stage, user_id: str | int) -> User:
    """A user of the sandbox."""
    return here.server.world.users[Snowflake(int(user_id))]


def channel_of(here: Stage, name: str) -> Channel:
    """A channel of the sandbox."""
    return here.server.world.channels[Snowflake(int(here.sandbox.channel(name)))]


def message_of(here: Stage, message_id: str | int) -> Message:
    """A message, no matter who sees it."""
    world, number = here.server.world, Snowflake(int(message_id))
    found = world.ephemerals.get(number)
    for channel in world.channels.values():
        found = found or channel.messages.get(number)
    assert found is not None
    return found


def newcomers(here: Stage, number: int) -> list[User]:
    """People beside the five, who come into the guild without a screen."""
    world, found = here.server.world, []
    for n in range(number):
        user = User(world.ids.next(), f"newcomer{n}", f"Newcomer {n}", "#808080")
        world.users[user.id] = user
        world.guilds[GUILD_ID].members[user.id] = Member(user, [], 0.0)
        found.append(user)
    return found


def pressed(
    here: Stage,
    user: User,
    message: Message,
    custom_id: str,
    *,
    values: list[str] | None = None,
    locale: str = "en-US",
) -> Act:
    """A press of anybody, on any message, with any custom id and any values."""
    kind = BUTTON if values is None else SELECT
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "id": 99}
    if values is not None:
        data["values"] = values
    channel = here.server.world.channels[message.channel_id]
    return Act(InteractionType.COMPONENT, user, locale, channel, data, message)


def commanded(
    here: Stage,
    user: User,
    channel: Channel,
    path: str,
    *,
    options: dict[str, Any] | None = None,
    **data: Any,
) -> Act:
    """A command as Discord would send it, offered there or not; each option with its type's number."""
    name, *steps = path.split()
    (command,) = [each for each in here.server.world.commands.values() if each.name == name]
    chosen: list[dict[str, Any]] = [
        {"name": key, "type": kind, "value": value} for key, (kind, value) in (options or {}).items()
    ]
    for step in reversed(steps):
        chosen = [{"name": step, "type": 1, "options": chosen}]
    body = {"id": str(command.id), "name": name, "type": 1, "options": chosen} | data
    return Act(InteractionType.COMMAND, user, "en-US", channel, body, command_name=path)


async def put(here: Stage, act: Act, *, times: int = 1) -> Interaction:
    """Let the bot have it, maybe several times (as a broken connection may), and wait for its answer."""
    interactions = here.server.interactions
    with _as_if_it_stood_there(act):
        interaction = interactions.start(act)
        for _ in range(times - 1):
            again = InteractionCreated(interaction, interactions._payload(interaction, act))
            here.server.world.publish(again)
    await interaction.settled.wait()
    assert interaction.state is InteractionState.ACKNOWLEDGED, act.data
    return interaction


@contextmanager
def _as_if_it_stood_there(act: Act) -> Iterator[None]:
    """The control is on the message that goes out with the press: the library drops all others by itself."""
    if act.message is None:
        yield
        return
    kept = act.message.components
    control: dict[str, Any] = {
        "type": act.data["component_type"],
        "id": 99,
        "custom_id": act.data["custom_id"],
    }
    if control["type"] == BUTTON:
        control |= {"style": 2, "label": "x"}
    else:
        control |= {"options": [{"label": each, "value": each} for each in act.data["values"]]}
    act.message.components = [*kept, {"type": 1, "id": 98, "components": [control]}]
    try:
        yield
    finally:
        act.message.components = kept


def answer_of(here: Stage, interaction: Interaction) -> Message | None:
    """The private message that answers an interaction, as it is now; None where there is none."""
    found = here.server.world.ephemerals.get(interaction.original_id or Snowflake(0))
    sent = [here.server.world.ephemerals.get(each) for each in interaction.sent_ids]
    return next((each for each in sent if each is not None), found)


async def told(
    here: Stage, player: Player, message: Message, custom_id: str, value: str | None = None
) -> str:
    """Return the text that alone answers a press, in private; `value`: what its select is set to."""
    values = None if value is None else [value]
    act = pressed(here, user_of(here, player.user.id), message, custom_id, values=values)
    note = answer_of(here, await put(here, act))
    assert note is not None, custom_id
    assert note.ephemeral
    assert not note.components, custom_id
    assert not note.attachments, custom_id
    return note.content
