"""A small bot for the tests of the page: one message for each thing that the page must show.

It runs as the sandbox's child, so that the page can kill it and start it again.
"""

from __future__ import annotations

import asyncio
import io
import os
import time
from typing import Any

import discord
from discord import app_commands
from PIL import Image

from bot.sandbox.redirection import redirect
from cogs.content.controls import Arrow

COLOURS = ("red", "green", "blue")
ENDINGS = ("one", "two", "three")
CLOSES_SECONDS = 9
ALT = "A red square on a dark ground."


def picture(colour: str) -> discord.File:
    """A plain picture in one colour."""
    data = io.BytesIO()
    Image.new("RGB", (480, 300), colour).save(data, "PNG")
    data.seek(0)
    return discord.File(data, f"{colour}.png", description=ALT)


async def spoken(interaction: discord.Interaction) -> None:
    """Wait until somebody has said something after this press: a test looks at what lasts no longer."""
    client = interaction.client
    assert isinstance(client, PageBot)
    async with client.heard:
        await client.heard.wait_for(lambda: client.last_heard > interaction.id)


class Form(discord.ui.Modal, title="A form"):
    """Asks for a name."""

    name: discord.ui.TextInput[Form] = discord.ui.TextInput(label="Your name", custom_id="name", min_length=2)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Form: {self.name.value}", ephemeral=True)


def boxes(kind: type[discord.RadioGroupOption] | type[discord.CheckboxGroupOption]) -> list[Any]:
    """Three lines, of which the first is chosen."""
    return [kind(label=each, value=each, default=each == "Pine") for each in ("Pine", "Plum", "Cherry")]


class Choices(discord.ui.Modal, title="Choices"):
    """One of some lines, some of them, one box, and files."""

    one: discord.ui.RadioGroup[Choices] = discord.ui.RadioGroup(
        custom_id="one", options=boxes(discord.RadioGroupOption)
    )
    some: discord.ui.CheckboxGroup[Choices] = discord.ui.CheckboxGroup(
        custom_id="some", max_values=2, options=boxes(discord.CheckboxGroupOption)
    )
    box: discord.ui.Checkbox[Choices] = discord.ui.Checkbox(custom_id="box")
    files: discord.ui.FileUpload[Choices] = discord.ui.FileUpload(custom_id="files", max_values=2)

    def __init__(self) -> None:
        super().__init__()
        self.clear_items()
        fields = {"One": self.one, "Some": self.some, "Box": self.box, "Files": self.files}
        for text, each in fields.items():
            self.add_item(discord.ui.Label(text=text, component=each))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        files = [f"{each.filename}: {(await each.read()).decode()}" for each in self.files.values]
        told = f"{self.one.value} {' '.join(self.some.values)} {self.box.value} {' '.join(files)}"
        await interaction.response.send_message(told, ephemeral=True)


class Panel(discord.ui.View):
    """The buttons and the select of the demonstration."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Count 0", style=discord.ButtonStyle.primary, custom_id="count", row=0)
    async def counted(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        self.count += 1
        button.label = f"Count {self.count}"
        await interaction.response.edit_message(content=f"Pressed {self.count}", view=self)

    @discord.ui.button(label="Slow", custom_id="slow", row=0)
    async def slow(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await spoken(interaction)
        await interaction.response.defer()

    @discord.ui.button(label="Broken", style=discord.ButtonStyle.danger, custom_id="broken", row=0)
    async def broken(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        """Never answers."""

    @discord.ui.button(label="Off", style=discord.ButtonStyle.success, custom_id="off", disabled=True, row=0)
    async def off(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        """Cannot be pressed."""

    @discord.ui.button(label="Secret", custom_id="secret", row=1)
    async def secret(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_message("Between us", ephemeral=True)

    @discord.ui.button(label="Form", custom_id="form", row=1)
    async def form(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Repaint", custom_id="repaint", row=1)
    async def repaint(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.edit_message(attachments=[picture("blue")])

    @discord.ui.button(label="Wait", custom_id="wait", row=1)
    async def later(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        """Cannot be pressed until somebody speaks, as a card while others play."""
        button.disabled = True
        await interaction.response.edit_message(view=self)
        await spoken(interaction)
        button.disabled = False
        await interaction.edit_original_response(view=self)

    @discord.ui.button(label="Choices", custom_id="choices", row=3)
    async def choices(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Choices())

    @discord.ui.button(emoji=Arrow.LAST.value, custom_id="last", row=3)
    async def last(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        """Has an emoji and no label."""

    @discord.ui.button(label="Post again", custom_id="again", row=3)
    async def again(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        """Stands at the bottom again, as a table that was buried."""
        await interaction.response.defer()
        assert interaction.message is not None
        await interaction.message.channel.send("Again", view=Panel())
        await interaction.message.delete()

    @discord.ui.select(
        placeholder="Choose a flower",
        custom_id="flower",
        row=2,
        options=[
            discord.SelectOption(label="Pine", value="pine", description="January"),
            discord.SelectOption(label="Plum", value="plum", description="February"),
        ],
    )
    async def flower(self, interaction: discord.Interaction, select: discord.ui.Select[Panel]) -> None:
        await interaction.response.edit_message(content=f"Flower: {select.values[0]}", view=self)


demo = app_commands.Group(name="demo", description="Shows what the page can show")


@demo.command(description="A message with everything on it")
async def show(interaction: discord.Interaction) -> None:
    """A picture, buttons, a select, and a time that counts."""
    closes = int(time.time()) + CLOSES_SECONDS
    text = f"**Table** closes <t:{closes}:R>\n-# small print <img src=x onerror=alert(1)>"
    await interaction.response.send_message(text, file=picture("red"), view=Panel())


@demo.command(description="Repeats its options")
@app_commands.describe(
    word="Any word", colour="One of three", who="Somebody", amount="From 1 to 9", near="A guess"
)
@app_commands.choices(colour=[app_commands.Choice(name=name.title(), value=name) for name in COLOURS])
async def options(  # noqa: PLR0917 - a command's options are its parameters
    interaction: discord.Interaction,
    word: str,
    colour: app_commands.Choice[str] | None = None,
    who: discord.User | None = None,
    amount: app_commands.Range[int, 1, 9] | None = None,
    near: str | None = None,
) -> None:
    """Says what it was given."""
    given = (word, colour.value if colour else None, who.name if who else None, amount, near)
    await interaction.response.send_message(f"Given: {given}")


@options.autocomplete("near")
async def guess(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Three guesses that begin as the user did."""
    return [app_commands.Choice(name=f"{current}-{end}", value=f"{current}{end}") for end in ENDINGS]


@demo.command(description="Mentions commands that are there, and some that are not")
async def mention(interaction: discord.Interaction) -> None:
    """Two right ones; then wrong in the id, in the name, and in the language of the name."""
    assert isinstance(interaction.client, PageBot)
    right = interaction.client.demo_id
    named = [("demo show", right), ("demo options", right)]
    named += [("demo show", right + 1), ("demo nothing", right), ("demo 見せる", right)]
    await interaction.response.send_message(" ".join(f"</{name}:{number}>" for name, number in named))


@demo.command(description="Leads to the message before the last one")
async def jump(interaction: discord.Interaction) -> None:
    """A link as Discord's clients copy it."""
    assert isinstance(interaction.client, PageBot) and isinstance(interaction.channel, discord.TextChannel)
    message = interaction.channel.get_partial_message(interaction.client.last_heard)
    await interaction.response.send_message(f"[See it]({message.jump_url})")


@demo.command(description="Teaches what there is")
async def tutorial(interaction: discord.Interaction) -> None:
    """Say one line, to the person who asked."""
    await interaction.response.send_message("Step 1", ephemeral=True)


@app_commands.context_menu(name="Greet")
async def greet(interaction: discord.Interaction, user: discord.Member) -> None:
    """Greets a user in secret."""
    await interaction.response.send_message(f"Hello {user.mention}", ephemeral=True)


class PageBot(discord.Client):
    """Syncs its commands and waits."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.tree = app_commands.CommandTree(self)
        self.demo_id = 0
        """Of the registered command."""
        self.last_heard = 0
        """The id of the last message that was not a bot's; ids grow, those of presses among them."""
        self.heard = asyncio.Condition()

    async def on_message(self, message: discord.Message) -> None:
        """Tell who waits for it."""
        if not message.author.bot:
            async with self.heard:
                self.last_heard = message.id
                self.heard.notify_all()

    async def setup_hook(self) -> None:
        self.tree.add_command(demo)
        self.tree.add_command(greet)
        (group, *_) = [each for each in await self.tree.sync() if each.name == demo.name]
        self.demo_id = group.id
        self.add_view(Panel())


def main() -> None:
    """Runs the bot against the sandbox that started it."""
    token = os.environ["KOIKOI_TOKEN"]
    redirect(os.environ["KOIKOI_DISCORD"], token)
    PageBot().run(token)


if __name__ == "__main__":
    main()
