"""The commands of `/koikoi` around one match: open a table, give a match up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import discord
from discord.app_commands import Choice, locale_str

from bot import opponents as cpu_players
from bot.ids import GuildId, UserId
from bot.match.views import View
from bot.match.vocabulary import CpuLevel, CpuPlayer, MatchClock, Strength
from bot.wording import buttons, notes
from bot.wording import house_rules as option_words
from bot.wording import rules as rule_words
from cogs.hosting import which_match
from cogs.hosting.services import Services
from cogs.hosting.start_table import start_table
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.slash_commands import RULES, OneOf, SlashCommands, Somebody
from cogs.messages.table_rows import OWN_LEVEL
from cogs.presses import ending
from engine.errors import OptionError, OptionTwice
from engine.rules.options import OPTIONS, Rules, make_rules
from engine.rules.presets import RulesName, rules_name
from engine.rules.rule_sets import RuleSetId

Interaction = discord.Interaction[Any]


class OwnLevel(Enum):
    """The choice beside the levels of CPU players: one that mixes them, as strong as the user."""

    MINE = OWN_LEVEL


OPPONENTS: dict[CpuLevel | OwnLevel, locale_str] = {
    OwnLevel.MINE: locale_str(buttons.OWN_LEVEL.text, said=buttons.OWN_LEVEL),
    **{each: locale_str(each.value, level=each) for each in CpuLevel},
}
PARAMETERS = {
    "rules": RULES,
    "cpu": OneOf(OPPONENTS),
    "clock": OneOf.said({each: name for each, (name, _) in rule_words.CLOCKS.items()}),
}
"""The choices for parameters of `/koikoi play`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parameters of `/koikoi play` as somebody set them."""

    rules: RulesName | None
    months: int | None
    options: str
    opponents: tuple[Somebody, ...]
    cpu: CpuLevel | OwnLevel | None
    clock: MatchClock | None


class MatchCommands:
    """The commands around one match."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._manager = services.manager
        self._presenter = services.presenter

    def add_to(self, commands: SlashCommands) -> None:
        """Add all of them, and the entry of users' menus."""
        play = commands.add("koikoi play", self.play, PARAMETERS)
        play.autocomplete("options")(self.complete_options)
        play.autocomplete("months")(self.complete_months)
        commands.add("koikoi resign", self.resign)
        commands.add_menu("challenge", self.challenge)

    async def play(  # noqa: PLR0913, PLR0917 - one argument for each option of the command
        self,
        answer: Answer,
        rules: RulesName | None = None,
        opponent: Somebody | None = None,
        opponent2: Somebody | None = None,
        months: int | None = None,
        cpu: CpuLevel | OwnLevel | None = None,
        clock: MatchClock | None = None,
        options: str = "",
    ) -> None:
        """Open a table in this channel."""
        wanted = Wanted(
            rules=rules,
            months=months,
            options=options,
            opponents=tuple(each for each in (opponent, opponent2) if each is not None),
            cpu=cpu,
            clock=clock,
        )
        await self._play(answer, wanted)

    async def complete_options(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Options of the chosen rule set, in the user's language; several are written one after another."""
        languages = self._presenter.languages
        wanted = await self._chosen_rules(interaction)
        if wanted is None:
            return []
        words = languages.pick(self._presenter.answers.locale_of(interaction))
        found = option_words.suggestions(words, languages, wanted, current)
        return [Choice(name=text, value=text) for text in found]

    async def complete_months(self, interaction: Interaction, current: str) -> list[Choice[int]]:
        """Suggest the lengths that the chosen rule set allows, among them those that begin as typed."""
        wanted = await self._chosen_rules(interaction)
        lengths = () if wanted is None else _lengths(wanted)
        return [Choice(name=str(each), value=each) for each in lengths if str(each).startswith(str(current))]

    async def _chosen_rules(self, interaction: Interaction) -> RuleSetId | None:
        """Return the rule set of a command that is being typed; None where there is none of that name."""
        guild = None if interaction.guild_id is None else GuildId(interaction.guild_id)
        wanted = interaction.namespace.rules
        try:
            name = None if wanted is None else rules_name(str(wanted))
        except OptionError:
            return None
        return (await self._manager.servers.rules(guild, name)).id

    async def challenge(self, answer: Answer, user: Somebody) -> None:
        """Invite the user whose menu it is to a table by the server's default rules."""
        wanted = Wanted(rules=None, months=None, options="", opponents=(user,), cpu=None, clock=None)
        await self._play(answer, wanted)

    async def _play(self, answer: Answer, wanted: Wanted) -> None:
        """Open the table, or say what is wrong with what was asked for."""
        try:
            rules = await self._rules(answer, wanted)
        except OptionError as error:
            await say(answer, notes.option_error(answer.words, error))
            return
        why = _unwelcome(answer, wanted.opponents, rules.seats) or await self._unseeing(
            answer, wanted.opponents
        )
        if why is not None:
            await say(answer, why)
            return
        invited = {UserId(each.id): each.display_name for each in wanted.opponents}
        cpu, strength = await self._opponent(answer, wanted.cpu, rules.id)
        taken = wanted.months is None or wanted.months == rules.months
        remark = "" if taken else notes.nearest_months(answer.words, rules, _lengths(rules.id))
        await start_table(
            *(self._services, answer, rules),
            invited=invited,
            cpu=cpu,
            strength=strength,
            clock=wanted.clock,
            remark=remark,
        )

    async def _opponent(
        self, answer: Answer, wanted: CpuLevel | OwnLevel | None, rules: RuleSetId
    ) -> tuple[CpuPlayer | None, Strength | None]:
        """The CPU player that takes free seats, and the strength to which it mixes levels; None: neither."""
        if isinstance(wanted, OwnLevel):
            return await self._manager.opponent_at_own_level(answer.user, rules)
        if wanted is None:
            # Where no server is, nobody else can come.
            direct = answer.interaction.guild_id is None
            return await self._manager.opponent(answer.user, rules) if direct else (None, None)
        return cpu_players.by_chance(wanted), None

    async def _unseeing(self, answer: Answer, opponents: tuple[Somebody, ...]) -> str | None:
        """Return the reason why people cannot be invited who do not see this channel; None where all do."""
        for each in opponents:
            member = each if isinstance(each, discord.Member) else None
            if answer.place is None or member is None:
                continue
            if not await self._presenter.sight.is_visible_to_member(member, answer.place):
                return notes.opponent_sees_nothing(answer.words, UserId(each.id))
        return None

    async def _rules(self, answer: Answer, wanted: Wanted) -> Rules:
        """The rules that were asked for. Raises OptionError, OptionTwice where `options` has the months too.

        A length that the rule set does not have becomes the nearest one. Where no rules are named, the
        server's default is played, with its marked options unless others are named.
        """
        guild = None if answer.place is None else answer.place.guild
        rules = await self._manager.servers.rules(guild, wanted.rules)
        if wanted.months is not None:
            length = _nearest(rules.id, wanted.months)
            rules = make_rules(rules.id, {**rules.changed(), "months": length})
        if not wanted.options.strip():
            return rules
        options = option_words.read(self._presenter.languages, rules.id, wanted.options)
        if wanted.months is not None and "months" in options:
            raise OptionTwice("options.months")
        # Options that are named without rules begin at the rule set's own values, not at marked ones.
        own = rules.changed() if wanted.rules is not None else {}
        return make_rules(rules.id, {**own, "months": rules.months, **options})

    async def resign(self, answer: Answer) -> None:
        """Ask whether to give a match up, or to end it without a result."""
        views = await self._endable(answer)
        if not views:
            await which_match.none(answer, notes.no_match_here(answer.words))
        elif len(views) > 1:
            await which_match.ask(self._services, answer, views)
        else:
            (view,) = views
            if any(one.user == answer.user for one in view.people):
                self._presenter.pressed(view.match, answer.user)
            question = await ending.question(self._services, answer, view.match)
            await which_match.show(self._services, answer, view, question)

    async def _endable(self, answer: Answer) -> list[View]:
        """The matches in which somebody takes part in this server, the oldest first.

        For its managers those in this channel, too, that others play.
        """
        place = answer.place
        if place is None:
            return []
        live_matches = self._manager.live_matches
        where = place.channel if place.guild is None else None
        mine = await live_matches(user=answer.user, guild=place.guild, channel=where)
        theirs = await live_matches(guild=place.guild, channel=place.channel) if answer.by_manager else []
        known = {view.match for view in mine}
        return [*mine, *(view for view in theirs if view.match not in known)]


def _lengths(rule_set: RuleSetId) -> tuple[int, ...]:
    """Return how many months a match of a rule set may have, the fewest first."""
    return tuple(sorted(int(each) for each in OPTIONS["months"].allowed(rule_set)))


def _nearest(rule_set: RuleSetId, months: int) -> int:
    """Return the allowed length that is nearest to `months`, of two the shorter."""
    return min(_lengths(rule_set), key=lambda each: abs(each - months))


def _unwelcome(answer: Answer, opponents: tuple[Somebody, ...], seats: int) -> str | None:
    """Return the reason why these people cannot be invited, if any."""
    if opponents and answer.interaction.guild_id is None:
        return notes.no_invitations_here(answer.words)
    if any(isinstance(each, discord.User) for each in opponents):
        return answer.words.say(notes.OPPONENT_NOT_HERE)
    if any(each.bot for each in opponents):
        return answer.words.say(notes.OPPONENT_IS_BOT)
    ids = {each.id for each in opponents}
    if answer.user in ids or len(ids) < len(opponents):
        return answer.words.say(notes.OPPONENT_IS_SELF)
    if len(opponents) >= seats:
        return notes.opponents_wrong_number(answer.words, seats)
    return None
