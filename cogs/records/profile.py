"""`/koikoi profile` and the entry of a user's menu: what somebody's matches tell about them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from bot.ids import UserId
from bot.records.profiles import Profile, profile
from bot.screens.records import profile as screen
from bot.storage.records import profiles as profile_rows
from bot.wording import notes
from cogs.content.custom_id import BadCustomId
from cogs.content.message import MessageContent, render
from cogs.content.page_id import PagePress, one_of
from cogs.content.pictures import Urgency
from cogs.content.post import Post
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.failures import say
from cogs.messages.slash_commands import Somebody
from cogs.records import profile_content
from cogs.records.profile_content import Action, ProfileState, read
from engine.rules.rule_sets import RuleSetId


class ProfilePage:
    """Answers the command, the entry of the menu, and every press under a profile."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @heavy_work
    async def open(self, answer: Answer, user: Somebody | None = None) -> None:
        """Show somebody's profile, None: one's own, to the person who asked for it."""
        user = user or answer.interaction.user
        if user.bot:
            await say(answer, screen.bot(answer.words, UserId(user.id)))
            return
        content = await self._content(answer, Action.SHOW, ProfileState(UserId(user.id)))
        await answer.note(await render(content, self._services.presenter.pictures, Urgency.PRESS))

    @heavy_work
    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId."""
        action, state = read(press)
        if action is Action.RULES:
            state = replace(state, rules=one_of(RuleSetId, answer.chosen or ""))
        if action is Action.POST:
            await self._post(answer, state)
        content = await self._content(answer, action, state)
        await answer.instead(await render(content, self._services.presenter.pictures, Urgency.PRESS))

    async def _post(self, answer: Answer, state: ProfileState) -> None:
        """Show one's own profile of this server to everybody, in the server's language.

        Raises BadCustomId for a forger, AlreadyShown, MayNotWrite, PostedLately.
        """
        place = answer.place
        if place is None or place.guild is None or state.user != answer.user:
            raise BadCustomId(state)
        row, now = await self._services.manager.servers.row(place.guild), self._services.clock.now()
        words = self._services.presenter.languages.pick(row.language or place.locale)
        found = await self._services.store.read(profile_rows.facts, place.guild, state.user, state.user, now)
        page = None if found.hidden else profile(found, own=True, everywhere=False, rules=state.rules)
        if page is None:
            raise BadCustomId(state)
        content = profile_content.public(words, page)
        pictures = self._services.presenter.pictures
        await answer.show_to_everybody(_posted_as(page), lambda: render(content, pictures, Urgency.PRESS))

    async def _content(self, answer: Answer, action: Action, state: ProfileState) -> MessageContent:
        """Return the facts that the reader may see: of others those of this server, unless they have opted
        out.
        """
        place, asker, words = answer.place, answer.user, answer.words
        own, direct = state.user == asker, place is None or place.guild is None
        if direct and not own:
            return MessageContent(words.say(notes.OWN_PROFILE))
        # In direct messages it is all that one has played, wherever that was.
        state = replace(state, everywhere=direct or (state.everywhere and own))
        guild = None if place is None else place.guild
        now = self._services.clock.now()
        store = self._services.store
        facts = await store.read(profile_rows.facts, guild, state.user, asker, now)
        if facts.hidden and not own:
            return MessageContent(screen.hidden(words, state.user))
        page = profile(facts, own=own, everywhere=state.everywhere, rules=state.rules)
        if page is None:
            return profile_content.nothing(words, facts, state, own=own, direct=direct)
        if action is Action.ACHIEVEMENTS:
            return profile_content.achievements(words, page)
        return profile_content.shown(
            words,
            page,
            text_mode=await self._services.manager.persons.reads_text(asker),
            direct=direct,
            post=_post_of(answer, page, offered=own and not (state.everywhere or facts.hidden)),
        )


def _post_of(answer: Answer, page: Profile, *, offered: bool) -> Post:
    """Return whether the profile can be shown to everybody after a press."""
    if not offered:
        return Post.NEVER
    return Post.DONE if answer.has_shown(_posted_as(page)) else Post.OFFERED


def _posted_as(page: Profile) -> Hashable:
    """Return what of a profile is posted once: its page of a rule set."""
    return page.user, page.rules
