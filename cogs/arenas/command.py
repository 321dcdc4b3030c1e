"""`/koikoi arena`: opens an arena, now or at a time; says what is missing, or that there is one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from bot.errors import ArenaBusy
from bot.match.arenas.view import ArenaView
from bot.match.vocabulary import Place
from bot.wording import arena_pages as pages
from bot.wording import arenas as wording
from bot.wording import notes
from cogs.arenas.start import Starts
from cogs.content.message import RenderedMessage
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

STANDS_SECONDS = 3.0
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


@dataclass(frozen=True, slots=True)
class Terms:
    """The arena that is asked for."""

    rules: Rules
    minutes: int
    starts_at: datetime
    """The start, in its zone where that matters, else in UTC."""
    weekly: bool


class ArenaCommand:
    """The command that opens an arena."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._arenas, self._starts = services.manager.arenas, Starts(services)

    def add_to(self, commands: SlashCommands) -> None:
        """Add the command."""
        added = commands.add("koikoi arena", self.open, PARAMETERS)
        added.autocomplete("start")(self._starts.complete)

    async def open(  # noqa: PLR0913, PLR0917 - one argument for each parameter of the command
        self,
        answer: Answer,
        start: str = "",
        minutes: Length = Length.HOUR,
        rules: RulesName | None = None,
        months: Months = Months.THREE,
        repeat: Repeats = Repeats.ONCE,
    ) -> None:
        """Open an arena in this channel. Raises NotInThisChannel, Barred, StorageError."""
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
        now = starts_at <= self._services.clock.now()
        if now and (there := await self._arenas.of_guild(place.guild)) is not None:
            await self._show(answer, there)
            return
        try:
            played = await self._rules(place, rules, months)
        except OptionError as error:
            await say(answer, notes.option_error(answer.words, error))
            return
        terms = Terms(played, int(minutes), starts_at, weekly)
        await self._open(answer, place, terms)

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

    async def _open(self, answer: Answer, place: Place, terms: Terms) -> None:
        """Open it; the command is answered by its coming, and by what runs at the same time.

        Raises ArenaBusy, Barred, PlannedAlready, TooFarAhead.
        """
        row = await self._services.manager.servers.row(place.guild)
        async with answer.posting():
            view = await self._arenas.open(
                *(place, answer.person, terms.rules),
                minutes=terms.minutes,
                starts_at=terms.starts_at,
                cpu=row.arena_cpu,
                weekly=terms.weekly,
                locale=answer.locale,
                by_manager=answer.by_manager,
            )
        arenas = self._services.presenter.arenas
        await answer.acknowledge()
        await arenas.pressed(view.arena.id, answer)
        told = [pages.planned(answer.words, terms.starts_at)] if terms.starts_at.tzinfo is not UTC else []
        told += [
            pages.clash(answer.words, each.starts_at, each.channel)
            for each in (await self._arenas.clashes(view.arena.id))[:MOST_CLASHES]
        ]
        if not await arenas.stands(view.arena.id, seconds=STANDS_SECONDS):
            told.append(answer.words.say(notes.TABLE_TO_COME))
        if told:
            await say(answer, "\n".join(told))
        else:
            await answer.delete()

    async def _show(self, answer: Answer, view: ArenaView) -> None:
        """Say that there is one, and where; those who may end it can do so."""
        arenas = self._services.presenter.arenas
        said = notes.error(answer.words, ArenaBusy(view.arena.channel))
        text = f"{said} {await arenas.link(view)}"
        may = arena_content.allowed(view.arena, answer.user, manager=answer.by_manager)
        content = arena_content.there_is_one(answer.words, await arenas.facts(view), text, may)
        await answer.note(RenderedMessage(content))

    async def _rules(self, place: Place, name: RulesName | None, months: Months) -> Rules:
        """Return the rules that are played, of three months unless said. Raises OptionError."""
        rules = await self._services.manager.servers.rules(place.guild, name)
        return make_rules(rules.id, {**rules.changed(), "months": int(months)})
