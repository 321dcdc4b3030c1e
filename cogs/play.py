"""`/koikoi`: open a table, and find one's hand and table again."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, cast

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.client import Client
from bot.i18n import Words
from bot.screens import hand
from bot.views import CpuLevel, LobbyView, MatchView, Status, UserId, View
from bot.wording import notes
from bot.wording import options as option_words
from cogs.answer import Answer, Late
from cogs.bringing import Bringing
from cogs.command_text import RULES, described, description, name, renamed
from cogs.desk import Wish
from cogs.face import Drawn
from cogs.failures import guarded, say
from cogs.note_presses import resign_face
from cogs.opening import Opening
from cogs.people import place_of, user_of
from cogs.presenter import CogPresenter
from engine.errors import OptionError
from engine.rule_sets import rule_set_of
from engine.rules import OPTIONS, RULE_SETS, Rules, RuleSetId, make_rules

log = structlog.stdlib.get_logger(__name__)

Interaction = discord.Interaction[Client]
MONTHS = [
    Choice(name=str(number), value=number)
    for number in sorted({int(value) for values in OPTIONS["months"].values.values() for value in values})
]
LEVELS = [Choice(name=locale_str(each.value.capitalize(), level=each), value=each.value) for each in CpuLevel]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `/koikoi play` was asked for."""

    rules: str
    months: int | None
    options: str
    opponents: tuple[discord.Member, ...]
    cpu: CpuLevel | None


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Play(commands.GroupCog, group_name=name("koikoi"), group_description=description("koikoi")):
    """The commands around one match."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._manager = client.manager
        self._presenter = cast("CogPresenter", client.presenter)
        self._opening = Opening(self._manager, self._presenter)
        self._bringing = Bringing(self._manager, self._presenter)

    @app_commands.command(name=name("koikoi play"), description=description("koikoi play"))
    @described("rules", "opponent", "opponent2", "months", "cpu", "options")
    @renamed("rules", "opponent", "opponent2", "months", "cpu", "options")
    @app_commands.choices(rules=RULES, cpu=LEVELS)
    @app_commands.choices(months=MONTHS)
    async def play(  # noqa: PLR0913, PLR0917 - one argument for each option of the command
        self,
        interaction: Interaction,
        rules: str = RuleSetId.CLASSIC.value,
        opponent: discord.Member | None = None,
        opponent2: discord.Member | None = None,
        months: int | None = None,
        cpu: str | None = None,
        options: str = "",
    ) -> None:
        """Open a table in this channel."""
        opponents = tuple(each for each in (opponent, opponent2) if each is not None)
        wanted = Wanted(rules, months, options, opponents, None if cpu is None else CpuLevel(cpu))
        await self._answered(interaction, lambda answer, words: self._play(answer, words, wanted))

    @play.autocomplete("options")
    async def complete_options(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Options of the chosen rule set, in the user's language; several are written one after another."""
        languages = self._presenter.languages
        wanted = str(interaction.namespace.rules or RuleSetId.CLASSIC.value)
        if wanted not in RULE_SETS:
            return []
        words = languages.pick(interaction.locale.value)
        found = option_words.suggestions(words, languages, RuleSetId(wanted), current)
        return [Choice(name=text, value=text) for text in found]

    @app_commands.command(name=name("koikoi hand"), description=description("koikoi hand"))
    async def hand(self, interaction: Interaction) -> None:
        """Open my hand again."""
        await self._answered(interaction, self._hand)

    @app_commands.command(name=name("koikoi table"), description=description("koikoi table"))
    async def table(self, interaction: Interaction) -> None:
        """Post my table again at the bottom."""
        await self._answered(interaction, self._table)

    @app_commands.command(name=name("koikoi resign"), description=description("koikoi resign"))
    async def resign(self, interaction: Interaction) -> None:
        """Give my match up."""
        await self._answered(interaction, self._resign)

    async def _answered(
        self, interaction: Interaction, work: Callable[[Answer, Words], Coroutine[Any, Any, None]]
    ) -> None:
        """One command inside the error boundary, with its line in the log."""
        words = self._presenter.languages.pick(interaction.locale.value)
        answer = self._presenter.answers.to(interaction, Late.NOTE)
        await guarded(answer, words, work(answer, words))
        name = interaction.command.qualified_name if interaction.command is not None else None
        log.info("command", name=name, user=interaction.user.id, channel=interaction.channel_id)

    async def failed(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """A command that never came to its work: from an older version, or with somebody who is not here."""
        if interaction.type is not discord.InteractionType.application_command:
            return
        words = self._presenter.languages.pick(interaction.locale.value)
        wrong_person = isinstance(error, app_commands.TransformerError)
        text = notes.opponent_is_self(words) if wrong_person else words.say(notes.UNKNOWN)
        answer = self._presenter.answers.to(interaction, Late.NOTE)
        await guarded(answer, words, say(answer, text))
        log.warning("command refused", user=interaction.user.id, error=repr(error))

    async def _play(self, answer: Answer, words: Words, wanted: Wanted) -> None:
        """What is wrong with the wish is told; else the table opens."""
        try:
            rules = await self._rules(answer, wanted)
        except OptionError as error:
            await say(answer, notes.option_error(words, error))
            return
        if (why := _unwelcome(words, answer, wanted.opponents, rules.seats)) is not None:
            await say(answer, why)
            return
        invited = [UserId(each.id) for each in wanted.opponents]
        await self._opening.open(answer, rules, invited=invited, cpu=wanted.cpu)

    async def _rules(self, answer: Answer, wanted: Wanted) -> Rules:
        """What was asked for; the parameter `months` wins over the option. Raises OptionError.

        Where no options are named, those that the server has marked as its default.
        """
        rule_set = rule_set_of(wanted.rules).id
        place = place_of(answer.interaction)
        if place is not None and not wanted.options.strip():
            return await self._manager.servers.rules(place.guild, rule_set, wanted.months)
        options = option_words.read(self._presenter.languages, rule_set, wanted.options)
        return make_rules(
            rule_set, options if wanted.months is None else {**options, "months": wanted.months}
        )

    async def _hand(self, answer: Answer, words: Words) -> None:
        view = await self._mine(answer)
        if view is None:
            await say(answer, notes.no_match_here(words))
        elif isinstance(view, LobbyView):
            await say(answer, notes.no_hand(words))
        elif view.seat_of(user_of(answer.interaction)) is None:
            await say(answer, hand.no_hand_yet(words, seated=bool(view.seats)))
        else:
            await self._presenter.hands.answer(view, answer, Wish())

    async def _table(self, answer: Answer, words: Words) -> None:
        view = await self._mine(answer)
        if view is None:
            await say(answer, notes.no_match_here(words))
            return
        await say(answer, await self._bringing.bring(answer, view))

    async def _resign(self, answer: Answer, words: Words) -> None:
        view = await self._mine(answer)
        if not isinstance(view, MatchView) or view.seat_of(user_of(answer.interaction)) is None:
            await say(answer, notes.nothing_to_resign(words))
        else:
            await answer.note(Drawn(resign_face(words, view.match), None))

    async def _mine(self, answer: Answer) -> View | None:
        """The match that a command without a match means: the one in this channel, else the newest here."""
        place = place_of(answer.interaction)
        if place is None:
            return None
        views = await self._manager.live_matches(user=user_of(answer.interaction), guild=place.guild)
        views.sort(
            key=lambda view: (view.place.channel == place.channel, view.status is Status.PLAYING, view.match)
        )
        return views[-1] if views else None


def _unwelcome(words: Words, answer: Answer, opponents: tuple[discord.Member, ...], seats: int) -> str | None:
    """Why these people cannot be invited, if they cannot."""
    if any(each.bot for each in opponents):
        return notes.opponent_is_bot(words)
    ids = {each.id for each in opponents}
    if answer.interaction.user.id in ids or len(ids) < len(opponents):
        return notes.opponent_is_self(words)
    if len(opponents) >= seats:
        return notes.opponents_wrong_number(words, seats)
    return None


async def setup(client: Client) -> None:
    """Called by the client when it loads this extension."""
    cog = Play(client)
    client.tree.error(cog.failed)
    await client.add_cog(cog)
