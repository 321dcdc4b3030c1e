"""The commands of `/koikoi` around one match: open a table, find one's hand and table again, resign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import discord
from discord.app_commands import Choice, locale_str

from bot import opponents as cpu_players
from bot.ids import GuildId, UserId
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import CpuLevel, CpuPlayer, MatchClock, Strength
from bot.screens import hand
from bot.wording import buttons, notes, own_matches
from bot.wording import house_rules as option_words
from bot.wording import rules as rule_words
from cogs.content.custom_id import Verb
from cogs.content.note_placement import NotePlacement
from cogs.hosting import which_match
from cogs.hosting.repost import repost
from cogs.hosting.services import Services
from cogs.hosting.start_table import start_table
from cogs.hosting.take_up import taken_up
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.hand_rows import HandRequest
from cogs.messages.slash_commands import RULES, OneOf, SlashCommands, Somebody
from cogs.messages.table_rows import OWN_LEVEL
from cogs.presses import ending
from cogs.presses.notes import resign_question
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
        commands.add("koikoi hand", self.hand)
        commands.add("koikoi table", self.table)
        commands.add("koikoi resign", self.resign)
        commands.add("koikoi abort", self.abort)
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

    async def hand(self, answer: Answer) -> None:
        """Open the hand of the match that is meant again."""
        mine = await self._mine(answer)
        held = [view for view in mine if isinstance(view, MatchView) and view.seat_of(answer.user)]
        question = answer.words.say(own_matches.WHICH)
        view = await self._meant(answer, held or mine, Verb.HAND, question, here=True)
        if view is None:
            return
        view = await taken_up(self._services, answer, view)
        if isinstance(view, LobbyView):
            await which_match.tell(self._services, answer, view, answer.words.say(notes.NO_HAND))
        elif view.seat_of(answer.user) is None:
            told = hand.no_hand_yet(answer.words, seated=bool(view.seats))
            await which_match.tell(self._services, answer, view, told)
        else:
            elsewhere = answer.place is None or not view.place.is_in(answer.place.channel)
            line = await which_match.line(self._services, answer, view) if elsewhere or len(held) > 1 else ""
            await self._presenter.hands.answer(view, answer, HandRequest(line=line))

    async def table(self, answer: Answer) -> None:
        """Post the table that is meant again at the bottom."""
        mine, question = await self._mine(answer), answer.words.say(own_matches.WHICH)
        view = await self._meant(answer, mine, Verb.BRING_DOWN, question, here=True)
        if view is not None:
            view = await taken_up(self._services, answer, view)
            answer.note_placement = NotePlacement((view.match, answer.user))
            await say(answer, await repost(self._services, answer, view))

    async def resign(self, answer: Answer) -> None:
        """Ask whether to give the match up."""
        mine = [view for view in await self._mine(answer) if isinstance(view, MatchView)]
        mine = [view for view in mine if view.plays(answer.user)]
        if not mine:
            await which_match.none(answer, answer.words.say(notes.NOTHING_TO_RESIGN))
            return
        question = answer.words.say(own_matches.WHICH_RESIGNED)
        view = await self._meant(answer, mine, Verb.ASK_RESIGN, question)
        if isinstance(view, MatchView):
            await which_match.show(
                self._services, answer, view, await resign_question(self._services, answer, view)
            )

    async def abort(self, answer: Answer) -> None:
        """Ask whether to end a match without a result."""
        views = await self._mine(answer, others=answer.by_manager)
        view = await self._meant(answer, views, Verb.ASK_ABORT, answer.words.say(own_matches.WHICH_ENDED))
        if view is not None:
            question = await ending.question(self._services, answer, view.match)
            await which_match.show(self._services, answer, view, question)

    async def _meant(
        self, answer: Answer, views: Sequence[View], verb: Verb, question: str, *, here: bool = False
    ) -> View | None:
        """The match that a command means; None where that was asked for, or there is none, as was said.

        With `here` the only one in this channel is meant, wherever else there are others.
        """
        place = answer.place
        if not views or place is None:
            await which_match.none(answer, notes.no_match_here(answer.words))
            return None
        those = [view for view in views if view.place.is_in(place.channel)] if here else []
        found = those[0] if len(those) == 1 else views[0]
        if len(those) != 1 and len(views) > 1:
            await which_match.ask(self._services, answer, views, verb, question)
            return None
        if any(one.user == answer.user for one in found.people):
            self._presenter.pressed(found.match, answer.user)
        return found

    async def _mine(self, answer: Answer, *, others: bool = False) -> list[View]:
        """The matches in which somebody takes part in this server, the oldest first.

        With `others` those in this channel, too, that others play.
        """
        place = answer.place
        if place is None:
            return []
        manager = self._manager
        where = place.channel if place.guild is None else None
        mine = await manager.live_matches(user=answer.user, guild=place.guild, channel=where)
        theirs = await manager.live_matches(guild=place.guild, channel=place.channel) if others else []
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
