"""`/client/...`: everything that the page and the tests call."""

from __future__ import annotations

from aiohttp import web

from bot.sandbox.client import acts
from bot.sandbox.client.control import Control
from bot.sandbox.client.request import UserSide, find_channel, find_user, read_locale, read_object
from bot.sandbox.client.talk import Talk
from bot.sandbox.client.uploads import take_file
from bot.sandbox.client.views import command_view, usable_commands, user_view
from bot.sandbox.common.types import LOCALES
from bot.sandbox.world.interaction import Interaction


class ClientApi:
    """The handlers that need no module of their own."""

    def __init__(self, side: UserSide) -> None:
        self._side = side
        self._world = side.world

    def routes(self) -> list[web.RouteDef]:
        """All addresses of the user side."""
        return [
            web.get("/client/world", self.world),
            web.get("/client/ws", self.screen),
            web.get("/client/commands", self.commands),
            web.get("/client/log", self.log),
            web.get("/client/traffic", self.traffic),
            web.post("/client/traffic/reset", self.reset_traffic),
            web.post("/client/commands", self.use_command),
            web.post("/client/components", self.use_component),
            web.post("/client/modals", self.submit_modal),
            web.post("/client/uploads", self.upload),
            web.post("/client/autocomplete", self.autocomplete),
            web.post("/client/control", Control(self._side).handle),
            *Talk(self._side).routes(),
        ]

    async def world(self, request: web.Request) -> web.Response:
        """Guilds, users, the bot and the settings."""
        world = self._world
        guilds = [
            {
                "id": str(guild.id),
                "name": guild.name,
                "preferred_locale": guild.preferred_locale,
                "owner_id": str(guild.owner_id),
            }
            for guild in world.guilds.values()
        ]
        application = {"id": str(world.application_id), "name": "Koi-Koi", "description": ""}
        return web.json_response(
            {
                "guilds": guilds,
                "users": [user_view(user) for user in world.people],
                "bot_user": user_view(world.bot),
                "application": application,
                "settings": world.settings.as_json(),
                "bot": self._side.bot.view(),
                "locales": list(LOCALES),
            }
        )

    async def screen(self, request: web.Request) -> web.WebSocketResponse:
        """A user's live view."""
        user = find_user(self._world, request.query.get("user"))
        return await self._side.screens.serve(request, user, read_locale(request.query.get("locale")))

    async def commands(self, request: web.Request) -> web.Response:
        """Return the commands that a user is offered after a slash, and in context menus."""
        user = find_user(self._world, request.query.get("user"))
        channel = find_channel(self._world, request.query.get("channel"), user)
        locale = read_locale(request.query.get("locale"))
        shown = [command_view(command, locale) for command in usable_commands(self._world, channel, user)]
        return web.json_response({"commands": shown})

    async def log(self, request: web.Request) -> web.Response:
        """Lines of the bot's log."""
        after = request.query.get("after", "0")
        lines = self._side.log.after(int(after) if after.isdecimal() else 0)
        return web.json_response({"lines": [line.view() for line in lines]})

    async def traffic(self, request: web.Request) -> web.Response:
        """Return the bot's requests so far."""
        shown, gateway = self._side.services.traffic.as_json(), self._side.services.gateway
        counted = {"dispatched": gateway.dispatched, "identifies_refused": gateway.refused_identifies}
        return web.json_response(shown | counted)

    async def reset_traffic(self, request: web.Request) -> web.Response:
        """Count again."""
        self._side.services.traffic.reset()
        self._side.services.gateway.refused_identifies = 0
        return web.Response(status=204)

    async def use_command(self, request: web.Request) -> web.Response:
        """A command."""
        return await self._answer(request, acts.use_command(self._side, await read_object(request)))

    async def use_component(self, request: web.Request) -> web.Response:
        """A press."""
        return await self._answer(request, acts.use_component(self._side, await read_object(request)))

    async def submit_modal(self, request: web.Request) -> web.Response:
        """A modal, filled or closed."""
        interaction = acts.submit_modal(self._side, await read_object(request))
        if interaction is None:
            return web.Response(status=204)
        return await self._answer(request, interaction)

    async def upload(self, request: web.Request) -> web.Response:
        """A file for a modal."""
        return web.json_response({"id": str(await take_file(self._side, request))})

    async def _answer(self, request: web.Request, interaction: Interaction) -> web.Response:
        if request.query.get("wait") == "1":
            return web.json_response(await acts.outcome(interaction))
        return web.json_response({"interaction": str(interaction.id)}, status=202)

    async def autocomplete(self, request: web.Request) -> web.Response:
        """Choices for what is being typed."""
        choices = await acts.autocomplete(self._side, await read_object(request))
        return web.json_response({"choices": choices})
