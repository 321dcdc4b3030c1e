"""Unmodified discord.py against the sandbox: the whole path that a bot takes."""

from __future__ import annotations

import io
import struct
import zlib

import discord
import pytest
from discord import app_commands

from bot.sandbox.server import Server
from tests.sandbox.conftest import SmallBot, running
from tests.support.sandbox.client import Sandbox
from tests.support.sandbox.messages import buttons

pytestmark = pytest.mark.usefixtures("discord_unchanged")


OneToFive = app_commands.Range[int, 1, 5]


def picture(width: int = 3, height: int = 2) -> bytes:
    """A small real PNG."""
    rows = b"".join(b"\0" + b"\xaa\x22\x33" * width for _ in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def file(name: str, description: str) -> discord.File:
    """An image with alt text."""
    return discord.File(io.BytesIO(picture()), name, description=description)


class Counter(discord.ui.View):
    """A button that counts in its own message, and a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Press", custom_id="press")
    async def press(self, interaction: discord.Interaction, button: discord.ui.Button[Counter]) -> None:
        """Count in one response."""
        self.count += 1
        await interaction.response.edit_message(
            content=f"pressed {self.count}", attachments=[file("new.png", f"picture {self.count}")], view=self
        )

    @discord.ui.button(label="Never", custom_id="never", disabled=True)
    async def never(self, interaction: discord.Interaction, button: discord.ui.Button[Counter]) -> None:
        """Disabled."""

    @discord.ui.select(
        custom_id="pick", options=[discord.SelectOption(label=letter, value=letter) for letter in "abc"]
    )
    async def pick(self, interaction: discord.Interaction, select: discord.ui.Select[Counter]) -> None:
        """Answer ephemerally."""
        await interaction.response.send_message(f"picked {select.values[0]}", ephemeral=True)


def make_bot() -> SmallBot:
    """A bot with the commands of these tests."""
    bot = SmallBot()

    @bot.tree.command(description="Shows a picture")
    @app_commands.describe(text="What to say", number="How often")
    async def show(
        interaction: discord.Interaction, text: str, number: app_commands.Range[int, 1, 5] = 1
    ) -> None:
        await interaction.response.send_message(
            f"{text * number} {interaction.locale}", file=file("first.png", "alt text"), view=Counter()
        )

    @bot.tree.command(description="Secret")
    async def secret(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("only you", ephemeral=True, view=Counter())
        await interaction.followup.send("and this", ephemeral=True)

    @bot.tree.command(description="Slow")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content="done", attachments=[file("late.png", "late")])
        message = await interaction.followup.send("more", wait=True)
        await message.edit(content="more, edited")
        await message.delete()

    return bot


async def test_a_slash_command_shows_a_message_with_a_picture(served: tuple[Server, Sandbox]) -> None:
    """Login, sync, a slash command with options, an image with alt text, and a press that edits it."""
    server, sandbox = served
    async with running(make_bot(), server, sandbox):
        await sandbox.bot_ready()
        user, other = await sandbox.user(1, locale="ja"), await sandbox.user(2)
        outcome = await user.command("show", channel="hanafuda", text="は", number=3)
        assert (outcome.state, outcome.callback) == ("acknowledged", 4)
        message = await other.wait_for(lambda shown: "ははは ja" in shown["content"])
        assert message["id"] == outcome.message_id
        assert message["attachments"][0]["description"] == "alt text"
        assert (message["attachments"][0]["width"], message["attachments"][0]["height"]) == (3, 2)
        assert await sandbox.fetch(message["attachments"][0]["url"]) == picture()
        assert [button["label"] for button in buttons(message)] == ["Press", "Never"]
        old = server.world.channels[int(message["channel_id"])].messages[int(message["id"])].attachments[0]  # type: ignore[index]
        pressed = await other.press(message, "Press")
        assert pressed.callback == 7
        edited = await user.wait_update(message, lambda shown: shown["content"] == "pressed 1")
        assert [item["filename"] for item in edited["attachments"]] == ["new.png"]
        assert not old.path.exists()
        assert (await sandbox.traffic())["unimplemented"] == []


async def test_ephemeral_messages_reach_their_user_alone(served: tuple[Server, Sandbox]) -> None:
    """Ephemeral responses and follow-ups show on one user's screens, and are gone after a reload."""
    server, sandbox = served
    async with running(make_bot(), server, sandbox):
        await sandbox.bot_ready()
        user, other = await sandbox.user(1), await sandbox.user(2)
        await user.command("secret", channel="hanafuda")
        await user.wait_for(lambda shown: shown["content"] == "and this")
        assert [shown["content"] for shown in user.ephemerals()] == ["only you", "and this"]
        assert other.messages() == []
        outcome = await user.select(user.ephemerals()[0], ["b"])
        assert outcome.callback == 4
        await user.wait_for(lambda shown: shown["content"] == "picked b")
        await user.reload()
        assert user.messages() == []


async def test_a_deferred_answer_comes_later(served: tuple[Server, Sandbox]) -> None:
    """A deferral shows a loading message, which the original response then fills."""
    server, sandbox = served
    async with running(make_bot(), server, sandbox):
        await sandbox.bot_ready()
        user = await sandbox.user(0)
        outcome = await user.command("slow", channel="tea-room")
        assert outcome.callback == 5
        done = await user.wait_for(lambda shown: shown["content"] == "done")
        assert done["flags"] == 64
        assert done["attachments"][0]["ephemeral"] is True
        await user.wait_event("message_create", lambda data: data["content"] == "more")
        await user.wait_event("message_update", lambda data: data["content"] == "more, edited")
        await user.wait_until(lambda: len(user.messages()) == 1)
