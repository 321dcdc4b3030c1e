"""hikari, a second client library with the strictest parser, against the sandbox."""

from __future__ import annotations

import asyncio

import hikari

from bot.sandbox.gateway.dispatches import Intent
from bot.sandbox.server import Server
from tests.support.sandbox.client import Sandbox


def make_bot(server: Server) -> hikari.GatewayBot:
    """A hikari bot that answers a command with a button, and the button with an update."""
    bot = hikari.GatewayBot(
        server.token,
        rest_url=f"{server.url}/api/v10",
        banner=None,
        suppress_optimization_warning=True,
        intents=hikari.Intents(int(Intent.GUILDS | Intent.GUILD_MESSAGES)),
        logs=None,
    )

    @bot.listen()
    async def on_interaction(event: hikari.InteractionCreateEvent) -> None:
        interaction = event.interaction
        if isinstance(interaction, hikari.CommandInteraction):
            row = bot.rest.build_message_action_row()
            row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "press", label="Press")
            await interaction.create_initial_response(
                hikari.ResponseType.MESSAGE_CREATE, "hello", component=row
            )
        elif isinstance(interaction, hikari.ComponentInteraction):
            await interaction.create_initial_response(
                hikari.ResponseType.MESSAGE_UPDATE, f"pressed by {interaction.user.username}"
            )

    return bot


async def test_hikari_plays_along(served: tuple[Server, Sandbox]) -> None:
    """hikari logs in, syncs a command, receives a press and answers it."""
    server, sandbox = served
    bot = make_bot(server)
    await bot.start(check_for_updates=False)
    try:
        command = bot.rest.slash_command_builder("greet", "Greets")
        await bot.rest.set_application_commands(hikari.Snowflake(server.world.application_id), [command])
        await sandbox.bot_ready()
        user = await sandbox.user(3)
        outcome = await user.command("greet", channel="hanafuda")
        assert outcome.callback == 4
        message = await user.wait_for(lambda shown: shown["content"] == "hello")
        assert (await user.press(message, "Press")).callback == 7
        await user.wait_update(message, lambda shown: shown["content"] == "pressed by haruka")
        channel = await bot.rest.fetch_channel(int(sandbox.channel("tea-room")))
        assert isinstance(channel, hikari.GuildTextChannel)
        sent = await channel.send("from REST")
        assert (await bot.rest.fetch_message(channel, sent)).content == "from REST"
        await bot.rest.fetch_guild(int(sandbox.guild))
        await bot.rest.fetch_member(int(sandbox.guild), int(user.id))
    finally:
        await asyncio.shield(bot.close())
