"""The answers of the sandbox, held against Discord's own description of its API."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from discord import app_commands

from tests.sandbox.clients.test_discord_py import Counter, file, make_bot, picture
from tests.sandbox.conftest import SmallBot, running
from tests.support.sandbox.client import start_server
from tests.support.sandbox.exchanges import findings, load

pytestmark = pytest.mark.usefixtures("discord_unchanged")


class Note(discord.ui.Modal, title="A note"):
    """A modal with a label."""

    text: discord.ui.Label[Note] = discord.ui.Label(
        text="Text", component=discord.ui.TextInput(custom_id="text")
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Thank."""
        await interaction.response.send_message("thanks", ephemeral=True)


class Layout(discord.ui.LayoutView):
    """Components of version 2 with everything in them."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        section: discord.ui.Section[Layout] = discord.ui.Section(
            "text", accessory=discord.ui.Thumbnail("attachment://small.png", description="small")
        )
        gallery: discord.ui.MediaGallery[Layout] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://big.png", description="big")
        )
        row: discord.ui.ActionRow[Layout] = discord.ui.ActionRow(
            discord.ui.Button(label="In a row", custom_id="row", emoji="🎴")
        )
        separator: discord.ui.Separator[Layout] = discord.ui.Separator()
        self.add_item(discord.ui.Container(section, separator, gallery, row, accent_colour=0x123456))
        self.add_item(discord.ui.File("attachment://data.bin"))


def _add_commands(bot: SmallBot) -> None:
    @bot.tree.command(description="Modal")
    async def note(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Note())

    @bot.tree.command(description="Layout")
    async def layout(interaction: discord.Interaction) -> None:
        files = [file("small.png", "s"), file("big.png", "b"), file("data.bin", "d")]
        await interaction.response.send_message(view=Layout(), files=files)

    @bot.tree.command(description="Autocompleted")
    async def find(interaction: discord.Interaction, what: str, whom: discord.Member) -> None:
        await interaction.response.send_message(f"{what} {whom.mention}")

    @find.autocomplete("what")
    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current} {n}", value=str(n)) for n in range(3)]

    @bot.tree.context_menu(name="Wave at")
    async def wave(interaction: discord.Interaction, user: discord.Member) -> None:
        await interaction.response.send_message(f"hello {user.mention}", ephemeral=True)


async def _use_channels(bot: SmallBot, channel_id: int, user_id: int) -> None:
    """Everything that a bot does by itself."""
    guild = await bot.fetch_guild(bot.guilds[0].id)
    await guild.fetch_channels()
    await guild.fetch_roles()
    await guild.fetch_member(user_id)
    user = await bot.fetch_user(user_id)
    await user.send("a direct message")
    channel = await bot.fetch_channel(channel_id)
    assert isinstance(channel, discord.TextChannel)
    embed = discord.Embed(title="t", description="d", colour=0xABCDEF).set_image(url="attachment://e.png")
    embed.add_field(name="n", value="v").set_footer(text="f").set_author(name="a")
    message = await channel.send(
        f"text <@{user_id}>", embed=embed, file=file("e.png", "alt"), view=Counter(), nonce="once"
    )
    async with channel.typing():
        await message.edit(content="edited")
    await message.edit(embed=None, attachments=[])
    reply = await message.reply("reply")
    await reply.add_reaction("🎴")
    await reply.remove_reaction("🎴", discord.Object(bot.application_id or 0))
    thread = await message.create_thread(name="a thread", auto_archive_duration=1440)
    await thread.send("inside")
    await thread.edit(archived=True)
    await thread.edit(archived=False, name="renamed")
    assert [found.id for found in await guild.active_threads()] == [thread.id]
    assert len([found async for found in channel.history(limit=10)]) == 2
    await channel.fetch_message(message.id)
    await reply.delete()
    await _use_emojis(bot, channel)
    await bot.application_info()
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send("x" * 2001)
    assert (caught.value.code, caught.value.status) == (50035, 400)
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(channel_id)


async def _use_emojis(bot: SmallBot, channel: discord.TextChannel) -> None:
    emoji = await bot.create_application_emoji(name="pine_crane", image=picture())
    await bot.fetch_application_emojis()
    await channel.send(
        f"{emoji}", view=discord.ui.View().add_item(discord.ui.Button(emoji=emoji, custom_id="e"))
    )
    await emoji.edit(name="pine")
    await emoji.delete()


async def test_every_answer_fits_the_document(tmp_path: Path) -> None:
    """A bot that uses everything gets answers that Discord's own document allows, without exception."""
    record = tmp_path / "record.jsonl"
    bot = make_bot()
    _add_commands(bot)
    async with start_server(record=record) as (server, sandbox), running(bot, server, sandbox):
        await sandbox.bot_ready()
        user, other = await sandbox.user(1), await sandbox.user(2)
        shown = await user.command("show", channel="hanafuda", text="x")
        await user.press(str(shown.message_id), "Press")
        await user.select(str(shown.message_id), ["a"])
        await user.command("secret", channel="hanafuda")
        await user.command("slow", channel="hanafuda")
        await user.wait_event("message_update", lambda data: data["content"] == "more, edited")
        await user.command("layout", channel="hanafuda")
        await user.command("note", channel="hanafuda")
        await user.wait_until(lambda: user.modals)
        await user.submit(user.modals[0], {"text": "written"})
        choices = await user.autocomplete("find", "what", channel="hanafuda", options={"what": "ab"})
        assert choices[0] == {"name": "ab 0", "value": "0"}
        await user.command("find", channel="hanafuda", what="0", whom=other.id)
        await user.context("Wave at", target=other.id, channel="hanafuda")
        await _use_channels(bot, int(sandbox.channel("tea-room")), int(user.id))
        traffic = await sandbox.traffic()
    assert traffic["unimplemented"] == []
    assert traffic["unknown"] == []
    assert traffic["failed_interactions"] == 0
    exchanges = load(record)
    assert len(exchanges) >= 45
    assert "\n".join(map(str, findings(exchanges))) == ""


def test_the_validation_finds_what_is_missing() -> None:
    """A message without its author, and a route that Discord has not, are findings."""
    route = "GET /users/{user_id}"
    body = {"id": "1", "username": "x"}
    exchange = {"route": route, "status": 200, "request": None, "response": body, "content_type": ""}
    assert any("required" in finding.message for finding in findings([exchange]))
    assert list(findings([exchange | {"route": "GET /nowhere"}]))
