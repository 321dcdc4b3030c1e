"""`/koikoi settings`: one panel for those who manage the server."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Languages, Words
from bot.match.views import ClockTimes
from bot.match.vocabulary import BarKind, MatchClock
from bot.records import periods
from bot.records.periods import SeasonKind
from bot.service.manager import Manager
from bot.service.servers import MONTHS, Server, Servers
from bot.storage.settings.servers import Telling
from bot.wording import notes, rules
from bot.wording.settings import server as wording
from bot.wording.settings import values
from cogs.content.controls import Button, Option, Rows, Select
from cogs.content.page_id import Page
from cogs.messages.answer import Answer
from cogs.platform.places import deleted
from cogs.settings.panel import Panel, PanelRow, Put, Said, Section, SwitchRow, buttons
from cogs.settings.server.choices import (
    ArenaCpuRow,
    ArenaManagersRow,
    ArenaWeeklyRow,
    HintsRow,
    LanguageRow,
    LengthRow,
    MovingRow,
    PlaceRow,
    RareYakuRow,
    RatedRow,
    RuleSetRow,
    TablesRow,
)
from cogs.settings.server.picked import BarRow, ChannelsRow, RoleRow, offered
from cogs.settings.server.record import ChangesRow, MatchRow
from cogs.settings.zone_row import ZoneRow
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId


class SeasonRow(PanelRow[Server]):
    """The row of how long seasons are."""

    name = "season"
    title = wording.SEASON_TITLE
    about = wording.SEASON_ABOUT

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def standing(self, words: Words, state: Server) -> str:
        """Return the seasons, and the end of the running one."""
        return wording.season(words, state.row.season, state.running, state.ends_at)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """One select with a line for each kind of season."""
        lines = tuple(
            Option(*_labelled(words, kind), chosen=kind is state.row.season)
            for kind in (SeasonKind.MONTHLY, SeasonKind.QUARTERLY, SeasonKind.OFF)
        )
        return ((Select(words.say(wording.SEASON_TITLE), put.chosen(), lines),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set the kind of the seasons to come."""
        if wanted in set(SeasonKind):
            await self._servers.set_season(state.row.id, state.row.locale, SeasonKind(wanted), answer.person)
        return Said()


class ServerZoneRow(ZoneRow[Server]):
    """The row of the time zone by which the server's days and seasons go."""

    about = wording.ZONE_ABOUT

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def chosen(self, state: Server) -> str | None:
        """The zone that was chosen."""
        return state.row.time_zone

    def usual(self, state: Server) -> str:
        """The zone of the server's language."""
        return periods.zone(None, state.row.locale).key

    async def put(self, answer: Answer, state: Server, zone: str | None) -> None:
        """Store the zone; None: that of the language."""
        await self._servers.set_zone(state.row.id, state.row.locale, zone, answer.person)


class SharesRow(SwitchRow[Server]):
    """The row of whether results count in the lists of all servers."""

    name = "shares"
    title = wording.SHARES_TITLE
    about = wording.SHARES_ABOUT

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def on(self, state: Server) -> bool:
        """Whether the server shares its results."""
        return state.row.shares

    def stands(self, words: Words, *, on: bool) -> str:
        """Whether it does, in words."""
        return wording.shares(words, on=on)

    async def switch(self, answer: Answer, state: Server, *, on: bool) -> None:
        """Share the server's results, or take them out of those lists."""
        await self._servers.share(state.row.id, state.row.locale, shares=on, by=answer.person)


class DefaultsRow(PanelRow[Server]):
    """The row of the options that new tables begin with; marked in a lobby, cleared here."""

    name = "defaults"
    title = wording.DEFAULTS_TITLE
    about = wording.DEFAULTS_ABOUT

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def standing(self, words: Words, state: Server) -> str:
        """Return the marked yaku, by rule set."""
        return values.defaults(words, state.row.options)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """A button for each rule set whose options are marked."""
        return buttons(
            *(
                Button(wording.clear_button(words, each), put.to(each.value))
                for each in RULE_SETS
                if each in state.row.options
            )
        )

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Go back to a rule set's own options."""
        if wanted in set(RuleSetId):
            length = state.row.months.get(RuleSetId(wanted), MONTHS)
            plain = make_rules(wanted, {"months": length})
            await self._servers.mark(state.row.id, state.row.locale, plain, answer.person)
        return Said()


class ClockRow(PanelRow[Server]):
    """The row of the clock that new tables begin with."""

    name = "clock"
    title = wording.CLOCK_TITLE
    about = wording.CLOCK_ABOUT

    def __init__(self, servers: Servers, times: ClockTimes) -> None:
        """`times`: what the clocks give."""
        self._servers = servers
        self._times = times

    def standing(self, words: Words, state: Server) -> str:
        """The clock, with its times."""
        return rules.clock(words, state.row.clock or MatchClock.LIVE, self._times)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """One select with a line for each clock."""
        now = state.row.clock or MatchClock.LIVE
        lines = tuple(
            Option(
                rules.clock(words, each, self._times),
                each.value,
                rules.clock_about(words, each),
                chosen=each is now,
            )
            for each in MatchClock
        )
        return ((Select(words.say(wording.CLOCK_TITLE), put.chosen(), lines),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set the clock of tables to come."""
        if wanted in set(MatchClock):
            await self._servers.set_clock(state.row.id, state.row.locale, MatchClock(wanted), answer.person)
        return Said()


class SettingsPanel(Panel[Server]):
    """The panel of the server in which it is asked for."""

    page = Page.SETTINGS
    title = wording.TITLE

    def __init__(self, manager: Manager, times: ClockTimes, languages: Languages) -> None:
        """`times`: what the clocks give."""
        servers, moderation = manager.servers, manager.moderation
        super().__init__(
            (
                Section(
                    wording.WHERE,
                    (
                        *(ChannelsRow(servers), PlaceRow(servers), TablesRow(servers)),
                        LanguageRow(servers, languages),
                    ),
                ),
                Section(wording.NEW_TABLES, (RuleSetRow(servers), LengthRow(servers), DefaultsRow(servers))),
                Section(wording.CLOCK_AND_RATING, (ClockRow(servers, times), RatedRow(servers))),
                Section(
                    wording.TOLD,
                    (RoleRow(servers), RareYakuRow(servers), HintsRow(servers), MovingRow(servers)),
                ),
                Section(
                    wording.ARENAS,
                    (ArenaCpuRow(servers), ArenaManagersRow(servers), ArenaWeeklyRow(manager.arenas)),
                ),
                Section(wording.LISTS, (SeasonRow(servers), ServerZoneRow(servers), SharesRow(servers))),
                Section(
                    wording.MODERATION,
                    (*(BarRow(moderation, kind) for kind in BarKind), MatchRow(moderation)),
                ),
                Section(wording.CHANGES_TITLE, (ChangesRow(servers),)),
            )
        )
        self._servers, self._arenas = servers, manager.arenas

    async def state(self, answer: Answer) -> Server:
        """Return the server's settings."""
        assert answer.place is not None and answer.place.guild is not None, "looked at in `allowed`"
        found = await self._servers.get(answer.place.guild, answer.place.locale)
        row, client = found.row, answer.interaction.client
        gone = deleted(client, row.id, row.channels, row.call_role)
        weekly = await self._arenas.next_weekly(row.id)
        return replace(found, roles=offered(answer.interaction.guild), weekly=weekly, deleted=gone)

    async def news(self, answer: Answer) -> str:
        """Return the news, once, that tables play other rules by default."""
        assert answer.place is not None, "looked at in `allowed`"
        told = await self._servers.tell(answer.place.guild, Telling.SETTINGS)
        return wording.new_default(answer.words) if told else ""

    def allowed(self, answer: Answer) -> str:
        """The words for somebody who may not manage the server. Asked at every press: permissions can go."""
        if answer.place is None or answer.place.guild is None:
            return answer.words.say(notes.ON_SERVERS)
        return "" if answer.by_manager else wording.may_not_manage(answer.words)


def _labelled(words: Words, kind: SeasonKind) -> tuple[str, str, str]:
    label, told = values.season_kind(words, kind)
    return label, kind.value, told
