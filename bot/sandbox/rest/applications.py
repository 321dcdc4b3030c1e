"""The application and its commands, global and by guild."""

from __future__ import annotations

import time
from typing import Any, Final

from bot.sandbox.checks.commands import read_command
from bot.sandbox.checks.fields import Node
from bot.sandbox.errors import FieldErrors, api_error
from bot.sandbox.events import CommandsChanged
from bot.sandbox.model import Command
from bot.sandbox.objects import application_json, command_json
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.types import CommandType, JsonObject, Snowflake
from bot.sandbox.world import World

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
    """The same by id."""
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
    """All commands of a scope at once; those that keep type and name keep their id."""
    world, scope = call.world, _scope(call)
    wanted = _read_list((await call.body()).data)
    _check_counts(wanted)
    old = {(command.type, command.name): command for command in world.commands_in(scope)}
    new = [body for body in wanted if (CommandType(body["type"]), body["name"]) not in old]
    _count_creations(world, scope, len(new))
    kept = [_put(world, scope, body, old) for body in wanted]
    for command in old.values():
        if command not in kept:
            del world.commands[command.id]
    world.publish(CommandsChanged())
    return Reply(200, [command_json(world, command) for command in kept])


def _read_list(data: Any) -> list[JsonObject]:
    errors = FieldErrors()
    if not isinstance(data, list):
        errors.add((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        errors.raise_if_any()
    seen: set[tuple[int, str]] = set()
    wanted: list[JsonObject] = []
    for index, item in enumerate(data):
        if not isinstance(item, dict):
            errors.add((index,), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            continue
        body = read_command(Node(item, errors, (index,)))
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
    return wanted


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


def _put(
    world: World,
    scope: Snowflake | None,
    body: JsonObject,
    old: dict[tuple[CommandType, str], Command],
) -> Command:
    kind = CommandType(body["type"])
    command = old.get((kind, body["name"]))
    if command is None:
        command_id = world.ids.next()
        command = Command(command_id, command_id, kind, body["name"], body, scope)
        world.commands[command.id] = command
    elif command.data != body:
        command.data, command.version = body, world.ids.next()
    return command


@ROUTES.add("POST", _GLOBAL)
@ROUTES.add("POST", _GUILD)
async def create_command(call: Call) -> Reply:
    """A new command (201), or the one of the same name overwritten (200)."""
    world, scope = call.world, _scope(call)
    errors = FieldErrors()
    body = read_command(Node((await call.body()).object, errors))
    errors.raise_if_any()
    old = {(command.type, command.name): command for command in world.commands_in(scope)}
    existed = (CommandType(body["type"]), body["name"]) in old
    if not existed:
        _check_counts([*(command.data for command in old.values()), body])
        _count_creations(world, scope, 1)
    command = _put(world, scope, body, old)
    world.publish(CommandsChanged())
    return Reply(200 if existed else 201, command_json(world, command))


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
