"""The application and its commands, global and by guild."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final

from bot.sandbox.checks.commands import read_command
from bot.sandbox.checks.fields import Node
from bot.sandbox.common.errors import FieldErrors, api_error
from bot.sandbox.common.types import CommandType, JsonObject, Snowflake
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.events import CommandsChanged
from bot.sandbox.world.model import Command
from bot.sandbox.world.objects import application_json, command_json
from bot.sandbox.world.state import World

ROUTES: Final = Routes()
_GLOBAL: Final = "/applications/{application_id}/commands"
_GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
_MOST: Final = {CommandType.SLASH: 100, CommandType.USER: 15, CommandType.MESSAGE: 15}
_DAILY: Final = 200
_DAY: Final = 24 * 3600.0


@ROUTES.add("GET", "/oauth2/applications/@me")
@ROUTES.add("GET", "/applications/@me")
async def get_own_application(call: Call) -> Reply:
    """The bot's own application; discord.py's login asks for it."""
    return Reply(200, application_json(call.world))


@ROUTES.add("GET", "/applications/{application_id}")
async def get_application(call: Call) -> Reply:
    """Answer the bot's application by its id."""
    if call.id("application_id") != call.world.application_id:
        raise api_error(10002)
    return Reply(200, application_json(call.world))


def _scope(call: Call) -> Snowflake | None:
    """The guild of the path, None for global commands."""
    if call.id("application_id") != call.world.application_id:
        raise api_error(20012)
    if "guild_id" not in call.params:
        return None
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or not guild.bot_present:
        raise api_error(50001)
    return guild.id


def _find(call: Call) -> Command:
    scope = _scope(call)
    command = call.world.commands.get(call.id("command_id"))
    if command is None or command.guild_id != scope:
        raise api_error(10063)
    return command


@ROUTES.add("GET", _GLOBAL)
@ROUTES.add("GET", _GUILD)
async def list_commands(call: Call) -> Reply:
    """The commands of a scope; localisations only when they are asked for."""
    shown = [command_json(call.world, command) for command in call.world.commands_in(_scope(call))]
    if not call.query_flag("with_localizations"):
        shown = [_without_localizations(body) for body in shown]
    return Reply(200, shown)


def _without_localizations(body: Any) -> Any:
    if isinstance(body, dict):
        return {
            key: _without_localizations(value)
            for key, value in body.items()
            if not key.endswith("_localizations")
        }
    return [_without_localizations(item) for item in body] if isinstance(body, list) else body


@ROUTES.add("PUT", _GLOBAL)
@ROUTES.add("PUT", _GUILD)
async def replace_commands(call: Call) -> Reply:
    """All commands of a scope at once; those that keep type and name, or name their id, keep it."""
    world, scope = call.world, _scope(call)
    wanted, ids = _read_list((await call.body()).data)
    _check_counts(wanted)
    old = world.commands_in(scope)
    matches = _match(old, wanted, ids)
    _count_creations(world, scope, matches.count(None))
    kept = [_put(world, scope, body, match) for body, match in zip(wanted, matches, strict=True)]
    for command in old:
        if command not in kept:
            del world.commands[command.id]
    world.publish(CommandsChanged())
    return Reply(200, [command_json(world, command) for command in kept])


def _match(old: list[Command], wanted: list[JsonObject], ids: list[Snowflake | None]) -> list[Command | None]:
    """The command that each of the wanted ones replaces: the one it names by id, else its namesake."""
    left = {command.id: command for command in old}
    matches: list[Command | None] = [None] * len(wanted)
    for index, (body, command_id) in enumerate(zip(wanted, ids, strict=True)):
        found = None if command_id is None else left.get(command_id)
        if found is not None and found.type == body["type"]:
            matches[index] = left.pop(found.id)
    for index, body in enumerate(wanted):
        if matches[index] is None:
            matches[index] = _namesake(left.values(), body)
            left.pop(getattr(matches[index], "id", Snowflake(0)), None)
    return matches


def _namesake(commands: Iterable[Command], body: JsonObject) -> Command | None:
    key = (body["type"], body["name"])
    return next((command for command in commands if (command.type, command.name) == key), None)


def _read_list(data: Any) -> tuple[list[JsonObject], list[Snowflake | None]]:
    """The wanted commands, and the ids that they name."""
    errors = FieldErrors()
    if not isinstance(data, list):
        errors.add((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        errors.raise_if_any()
    seen: set[tuple[int, str]] = set()
    wanted: list[JsonObject] = []
    ids: list[Snowflake | None] = []
    for index, item in enumerate(data):
        if not isinstance(item, dict):
            errors.add((index,), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        node = Node(item, errors, (index,))
        body = read_command(node)
        ids.append(node.snowflake("id"))
        key = (body["type"], body["name"])
        if key in seen:
            errors.add(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
        wanted.append(body)
    errors.raise_if_any()
    return wanted, ids


def _check_counts(wanted: list[JsonObject]) -> None:
    for kind, most in _MOST.items():
        if sum(body["type"] == kind for body in wanted) > most:
            raise api_error(30032, f"Maximum number of application commands reached ({most}).")


def _count_creations(world: World, scope: Snowflake | None, count: int) -> None:
    now = time.time()
    created = [moment for moment in world.command_creations.get(scope, []) if now - moment < _DAY]
    if len(created) + count > _DAILY:
        raise api_error(30034)
    world.command_creations[scope] = created + [now] * count


def _put(world: World, scope: Snowflake | None, body: JsonObject, old: Command | None) -> Command:
    """Write a command over an old one, or make a new one."""
    if old is None:
        command_id = world.ids.next()
        old = Command(command_id, command_id, CommandType(body["type"]), body["name"], body, scope)
        world.commands[old.id] = old
    elif old.data != body:
        old.data, old.name, old.version = body, body["name"], world.ids.next()
    return old


@ROUTES.add("POST", _GLOBAL)
@ROUTES.add("POST", _GUILD)
async def create_command(call: Call) -> Reply:
    """A new command (201), or the one of the same name overwritten (200)."""
    world, scope = call.world, _scope(call)
    errors = FieldErrors()
    body = read_command(Node((await call.body()).object, errors))
    errors.raise_if_any()
    old = _namesake(world.commands_in(scope), body)
    if old is None:
        _check_counts([*(command.data for command in world.commands_in(scope)), body])
        _count_creations(world, scope, 1)
    command = _put(world, scope, body, old)
    world.publish(CommandsChanged())
    return Reply(201 if old is None else 200, command_json(world, command))


@ROUTES.add("GET", f"{_GLOBAL}/{{command_id}}")
@ROUTES.add("GET", f"{_GUILD}/{{command_id}}")
async def get_command(call: Call) -> Reply:
    """One command."""
    return Reply(200, command_json(call.world, _find(call)))


@ROUTES.add("PATCH", f"{_GLOBAL}/{{command_id}}")
@ROUTES.add("PATCH", f"{_GUILD}/{{command_id}}")
async def edit_command(call: Call) -> Reply:
    """Change fields of a command; options are replaced as a whole."""
    command = _find(call)
    sent = (await call.body()).object
    errors = FieldErrors()
    body = read_command(Node({**command.data, **sent, "type": int(command.type)}, errors))
    errors.raise_if_any()
    twins = (other for other in call.world.commands_in(command.guild_id) if other is not command)
    if any((other.type, other.name) == (command.type, body["name"]) for other in twins):
        errors.add(
            ("name",), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
        )
        errors.raise_if_any()
    command.data, command.name, command.version = body, body["name"], call.world.ids.next()
    call.world.publish(CommandsChanged())
    return Reply(200, command_json(call.world, command))


@ROUTES.add("DELETE", f"{_GLOBAL}/{{command_id}}")
@ROUTES.add("DELETE", f"{_GUILD}/{{command_id}}")
async def delete_command(call: Call) -> Reply:
    """Remove a command."""
    command = _find(call)
    del call.world.commands[command.id]
    call.world.publish(CommandsChanged())
    return EMPTY
