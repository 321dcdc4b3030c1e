"""`/koikoi arena`: previews an arena, now or at a time; one press on the preview opens it for everybody."""

from __future__ import annotations

from enum import StrEnum

from bot.errors import ArenaBusy, BotError, StorageError, TooFarAhead
from bot.match.arenas.timing import too_far_ahead
from bot.match.arenas.view import ArenaView
from bot.match.vocabulary import Place
from bot.screens.arenas.notes import Planned
from bot.wording import arena_pages as pages
from bot.wording import arenas as wording
from bot.wording import notes
from cogs.arenas.start import Starts
from cogs.arenas.terms import Terms
from cogs.content.custom_id import BadCustomId
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.note_placement import ARENA, NotePlacement
from cogs.hosting.services import Services
from cogs.hosting.start_table import must_be_allowed
from cogs.messages import arena_content
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.slash_commands import RULES, OneOf, SlashCommands
from cogs.platform.places import may_open_threads, missing_for_thread
from engine.errors import OptionError
from engine.rules.options import Rules, make_rules
from engine.rules.presets import RulesName

MOST_CLASHES = 3
"""Other arenas of the same time that are named."""


class Repeats(StrEnum):
    """Whether an arena is repeated."""

    ONCE = "once"
    WEEKLY = "weekly"


class Length(StrEnum):
    """The lengths of an arena, in minutes."""

    HALF = "30"
    HOUR = "60"
    LONG = "90"
    LONGEST = "120"


class Months(StrEnum):
    """The lengths of an arena's matches, in months."""

    ONE = "1"
    THREE = "3"


PARAMETERS = {
    "rules": RULES,
    "minutes": OneOf.said({each: pages.LENGTHS[int(each)] for each in Length}),
    "months": OneOf.said({each: pages.MATCH_LENGTHS[int(each)] for each in Months}),
    "repeat": OneOf.said({each: pages.REPEATS[each.value] for each in Repeats}),
}
"""The choices for the command's parameters."""


class ArenaCommand:
    """The command, whose preview only its user sees, and the button there that opens the arena."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._arenas, self._starts = services.manager.arenas, Starts(services)

    def add_to(self, commands: SlashCommands) -> None:
        """Add the command."""
        added = commands.add("koikoi arena", self.preview, PARAMETERS)
        added.autocomplete("start")(self._starts.complete)

    async def preview(  # noqa: PLR0913, PLR0917 - one argument for each parameter of the command
        self,
        answer: Answer,
        start: str = "",
        minutes: Length = Length.HOUR,
        rules: RulesName | None = None,
        months: Months = Months.THREE,
        repeat: Repeats = Repeats.ONCE,
    ) -> None:
        """Show what would be opened in this channel. Raises NotInThisChannel, TooFarAhead, StorageError."""
        place = answer.place
        if place is None or place.guild is None:
            await say(answer, answer.words.say(notes.ON_SERVERS))
            return
        if (why := await self._refusal(answer, place)) is not None:
            await say(answer, why)
            return
        weekly = repeat is Repeats.WEEKLY
        starts_at = await self._starts.read(answer, place.guild, start, weekly=weekly)
        if isinstance(starts_at, str):
            await say(answer, starts_at)
            return
        now = self._services.clock.now()
        if too_far_ahead(starts_at, now, weekly=weekly):
            raise TooFarAhead
        answer.note_placement = NotePlacement((ARENA, answer.user))
        terms = Terms(rules, int(months), int(minutes), starts_at, starts_at <= now, weekly)
        try:
            await answer.note(RenderedMessage(await self._shown(answer, place, terms)))
        except OptionError as error:
            await say(answer, notes.option_error(answer.words, error))

    async def opened(self, answer: Answer, terms: Terms) -> ArenaView | MessageContent:
        """Open the arena of a preview, or return what is shown in its place: the preview stays with it.

        Raises BadCustomId, StorageError.
        """
        place = answer.place
        if place is None or place.guild is None:
            raise BadCustomId(terms)
        try:
            why = await self._refusal(answer, place)
            if why is None:
                return await self._open(answer, place, terms)
        except StorageError:
            raise
        except BotError as error:
            why = (await answer.worded(error)).content
        except OptionError as error:
            why = notes.option_error(answer.words, error)
        return (await self._shown(answer, place, terms)).with_heading(why)

    async def clashes(self, answer: Answer, view: ArenaView) -> str:
        """Tell what is planned for the same time; empty where nothing is."""
        found = (await self._arenas.clashes(view.arena.id))[:MOST_CLASHES]
        return "\n".join(pages.clash(answer.words, each.starts_at, each.channel) for each in found)

    async def _shown(self, answer: Answer, place: Place, terms: Terms) -> MessageContent:
        """Return the preview, or what runs already where one would begin at once. Raises OptionError."""
        there = await self._arenas.of_guild(place.guild) if terms.at_once and place.guild else None
        if there is not None:
            return await self._there_is_one(answer, there)
        starts_at = None if terms.at_once else terms.starts_at
        planned = Planned(await self._rules(place, terms), terms.minutes, starts_at, terms.weekly)
        return arena_content.preview(answer.words, planned, terms.press())

    async def _refusal(self, answer: Answer, place: Place) -> str | None:
        """Return the reason why no arena may be opened here; None where one may. Raises NotInThisChannel."""
        await must_be_allowed(self._services, answer, place)
        row = await self._services.manager.servers.row(place.guild)
        if row.arena_managers and not answer.by_manager:
            return answer.words.say(wording.MANAGERS_OPEN)
        if not may_open_threads(answer.interaction):
            return answer.words.say(pages.IN_CHANNELS)
        if missing := missing_for_thread(answer.interaction):
            return wording.no_threads(answer.words, missing)
        return None

    async def _open(self, answer: Answer, place: Place, terms: Terms) -> ArenaView:
        """Open it. Raises ArenaBusy, Barred, PlannedAlready, TooFarAhead, OptionError."""
        row = await self._services.manager.servers.row(place.guild)
        async with answer.posting():
            return await self._arenas.open(
                *(place, answer.person, await self._rules(place, terms)),
                minutes=terms.minutes,
                starts_at=terms.starts_at,
                cpu=row.arena_cpu,
                weekly=terms.weekly,
                locale=answer.locale,
                by_manager=answer.by_manager,
            )

    async def _there_is_one(self, answer: Answer, view: ArenaView) -> MessageContent:
        """Say that there is one, and where; those who may end it can do so."""
        arenas = self._services.presenter.arenas
        said = notes.error(answer.words, ArenaBusy(view.arena.channel))
        text = f"{said} {await arenas.link(view)}"
        may = arena_content.allowed(view.arena, answer.user, manager=answer.by_manager)
        return arena_content.there_is_one(answer.words, await arenas.facts(view), text, may)

    async def _rules(self, place: Place, terms: Terms) -> Rules:
        """Return the rules that are played. Raises OptionError."""
        rules = await self._services.manager.servers.rules(place.guild, terms.rules)
        return make_rules(rules.id, {**rules.changed(), "months": terms.months})
