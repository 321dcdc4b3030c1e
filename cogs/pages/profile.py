"""`/koikoi profile` and the entry of a user's menu: what somebody's matches tell about them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.client import Client
from bot.i18n import Words
from bot.records.profiles import profile
from bot.screens.records import profile as screen
from bot.storage.records import profiles as profile_rows
from bot.views import UserId
from bot.wording import notes
from bot.wording.commands import CONTEXT_MENUS
from cogs.answer import Answer
from cogs.command_text import described, description, name, renamed
from cogs.custom_id import BadCustomId
from cogs.face import Face, drawn
from cogs.failures import say
from cogs.pages import profile_face
from cogs.pages.page_id import Page, PagePress
from cogs.pages.profile_state import Action, ProfileState, read
from cogs.pages.running import run
from cogs.people import place_of, user_of
from cogs.pictures import Urgency
from cogs.presenter import CogPresenter
from engine.rules import RuleSetId

Somebody = discord.Member | discord.User


class ProfilePage:
    """Answers the command, the entry of the menu, and every press under a profile."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.presenter = cast("CogPresenter", client.presenter)

    async def open(self, answer: Answer, words: Words, user: Somebody) -> None:
        """Show somebody's profile to whoever asked for it."""
        if user.bot:
            await say(answer, screen.bot(words, UserId(user.id)))
            return
        face = await self._face(answer, words, Action.SHOW, ProfileState(UserId(user.id)))
        await answer.note(await drawn(face, self.presenter.pictures, Urgency.PRESS))

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press."""
        words = self.presenter.languages.pick(answer.interaction.locale.value)
        try:
            action, state = read(press)
            if action is Action.RULES:
                state = replace(state, rules=_chosen(answer))
        except BadCustomId:
            await say(answer, notes.old_button(words))
            return
        face = await self._face(answer, words, action, state)
        await answer.instead(await drawn(face, self.presenter.pictures, Urgency.PRESS))

    async def _face(self, answer: Answer, words: Words, action: Action, state: ProfileState) -> Face:
        """What whoever asks may see: of others what was played in this server, unless they have opted out."""
        place, asker = place_of(answer.interaction), user_of(answer.interaction)
        if place is None:
            return Face(notes.guild_only(words))
        own = state.user == asker
        state = replace(state, everywhere=state.everywhere and own)
        async with self.client.store.reading() as tx:
            facts = await profile_rows.facts(tx, place.guild, state.user, asker, datetime.now(UTC))
        if facts.hidden and not own:
            return Face(screen.hidden(words, state.user))
        page = profile(facts, own=own, everywhere=state.everywhere, rules=state.rules)
        if page is None:
            return profile_face.nothing(words, facts, state, own=own)
        if action is Action.ACHIEVEMENTS:
            return profile_face.achievements(words, page, state.look)
        return profile_face.shown(words, page, state.look)


def _chosen(answer: Answer) -> RuleSetId:
    """The rule set that a select was set to. Raises BadCustomId."""
    try:
        return RuleSetId(answer.chosen or "")
    except ValueError as error:
        raise BadCustomId(answer.chosen) from error


def add_to(group: app_commands.Group, page: ProfilePage) -> None:
    """Add the command to the group and the entry to the menu, and let presses come to the page."""
    page.presenter.pages[Page.PROFILE] = page

    @group.command(name=name("koikoi profile"), description=description("koikoi profile"))
    @described("user")
    @renamed("user")
    async def show(interaction: discord.Interaction[Client], user: Somebody | None = None) -> None:
        """Show somebody's profile."""
        await _opened(interaction, user or interaction.user)

    async def show_chosen(interaction: discord.Interaction[Client], user: Somebody) -> None:
        """Show the profile of the user whose menu it is."""
        await _opened(interaction, user)

    async def _opened(interaction: discord.Interaction[Client], user: Somebody) -> None:
        await run(page.presenter, interaction, lambda answer, words: page.open(answer, words, user))

    menu = app_commands.ContextMenu(
        name=locale_str(CONTEXT_MENUS["profile"]),
        callback=show_chosen,
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    page.client.tree.add_command(menu)
