"""Rows of a server's panel whose value is one of a few: a select, or a button for the other one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from bot import permissions
from bot.i18n import Languages, Words
from bot.ids import ChannelId
from bot.match.vocabulary import CpuPlayer, TablePlace
from bot.service.arenas import Arenas
from bot.service.servers import Server, Servers, default_rules
from bot.wording import rules
from bot.wording.settings import server as wording
from bot.wording.settings import values
from cogs.content.controls import Button, Option, Rows, Select, Style
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said, SwitchRow
from engine.errors import OptionError
from engine.rules.presets import NAMES, name_of, rules_name

USUAL = "usual"
"""The value of a select that takes a setting back."""
LENGTHS = (3, 6, 12)
MOST_TABLES = 10
MOST_TOLD = 8
"""Channels whose lacks are told one by one."""
Lacks = Mapping[ChannelId, Sequence[str]]


class NamedRow(PanelRow[Server]):
    """A row with the name that its setting has in the record of changes."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self.title, self.about = values.TITLES[self.name], wording.ABOUT[self.name]

    async def put(self, answer: Answer, state: Server, **changed: Any) -> None:
        """Store a change, and who has made it."""
        await self._servers.set(state.row.id, state.row.locale, answer.person, **changed)


class PlaceRow(NamedRow):
    """The row of where matches are played."""

    name = "place"

    def standing(self, words: Words, state: Server) -> str:
        """Return the place: in the channel, or in threads."""
        return values.place(words, state.row.place)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """A select of the two."""
        lines = []
        for each in TablePlace:
            label, about = wording.place_choice(words, each)
            lines.append(Option(label, each.value, about, chosen=each is state.row.place))
        return ((Select(words.say(self.title), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set it for tables to come, and say what the bot lacks for it."""
        if wanted not in set(TablePlace):
            return Said()
        place = TablePlace(wanted)
        await self.put(answer, state, place=place)
        return Said(lacks_told(answer.words, lacking(answer, state.channels or tuple(answer.here), place)))


class TablesRow(NamedRow):
    """The row of how many tables there are at once in a channel."""

    name = "tables"

    def standing(self, words: Words, state: Server) -> str:
        """The number."""
        return values.tables(words, state.row.tables)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """A select of numbers."""
        now = state.row.tables
        lines = [Option(words.say(wording.USUAL), USUAL, "", chosen=now is None)]
        for n in range(1, MOST_TABLES + 1):
            lines.append(Option(values.tables(words, n), str(n), "", chosen=n == now))
        return ((Select(words.say(self.title), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set it; tables that are open stay."""
        if wanted == USUAL:
            await self.put(answer, state, tables=None)
        elif wanted in {str(n) for n in range(1, MOST_TABLES + 1)}:
            await self.put(answer, state, tables=int(wanted))
        return Said()


class LanguageRow(NamedRow):
    """The row of the language of tables."""

    name = "language"

    def __init__(self, servers: Servers, languages: Languages) -> None:
        """`languages`: those that can be chosen."""
        super().__init__(servers)
        self._languages = languages

    def standing(self, words: Words, state: Server) -> str:
        """The language, or that it is the opener's."""
        return values.language(words, state.row.language)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """A select of languages, each by its own name."""
        now = state.row.language
        label, about = wording.opener(words)
        lines = [Option(label, USUAL, about, chosen=now is None)]
        for each in self._languages:
            lines.append(
                Option(values.language_name(each.locale), each.locale, "", chosen=each.locale == now)
            )
        return ((Select(words.say(self.title), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set the language of tables to come; those that are open keep theirs."""
        if wanted == USUAL or wanted in {each.locale for each in self._languages}:
            await self.put(answer, state, language=None if wanted == USUAL else wanted)
        return Said()


class RuleSetRow(NamedRow):
    """The row of the rules that are played unless others are named: a rule set or a preset."""

    name = "rules"

    def standing(self, words: Words, state: Server) -> str:
        """The rules by their name."""
        return rules.called(words, default_rules(state.row))

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """A select of rule sets and presets."""
        now = name_of(default_rules(state.row))
        lines = tuple(
            Option(rules.name(words, each), each.value, rules.tagline(words, each), chosen=each is now)
            for each in NAMES
        )
        return ((Select(words.say(self.title), put.chosen(), lines),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set them for tables to come."""
        with suppress(OptionError):
            row = state.row
            await self._servers.set_rules(row.id, row.locale, rules_name(wanted), answer.person)
        return Said()


class LengthRow(NamedRow):
    """The row of how many months new tables play."""

    name = "months"

    def standing(self, words: Words, state: Server) -> str:
        """The length."""
        return values.months(words, {each.value: n for each, n in state.row.months.items()})

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """A select of lengths."""
        now = set(state.row.months.values())
        lines = [Option(words.say(wording.USUAL), USUAL, "", chosen=not now)]
        for n in LENGTHS:
            lines.append(Option(values.length(words, n), str(n), "", chosen=now == {n}))
        return ((Select(words.say(self.title), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set it for tables to come."""
        if wanted == USUAL or wanted in {str(n) for n in LENGTHS}:
            months = None if wanted == USUAL else int(wanted)
            await self._servers.set_months(state.row.id, state.row.locale, months, answer.person)
        return Said()


class ServerSwitch(SwitchRow[Server], NamedRow):
    """A switch with the name that its setting has in storage."""

    def on(self, state: Server) -> bool:
        """Whether it is on."""
        return bool(getattr(state.row, self.name))

    async def switch(self, answer: Answer, state: Server, *, on: bool) -> None:
        """Store what is wanted."""
        await self.put(answer, state, **{self.name: on})


class RatedRow(ServerSwitch):
    """The row of whether new tables move ratings."""

    name = "rated"

    def stands(self, words: Words, *, on: bool) -> str:
        """Whether they do."""
        return wording.rated(words, on=on)


class HintsRow(ServerSwitch):
    """The row of whether beginners are told more."""

    name = "hints"

    def stands(self, words: Words, *, on: bool) -> str:
        """Whether they are."""
        return wording.hints(words, on=on)


class RareYakuRow(ServerSwitch):
    """The row of whether channels are told of rare yaku."""

    name = "rare_yaku"

    def stands(self, words: Words, *, on: bool) -> str:
        """Whether they are."""
        return wording.rare_yaku(words, on=on)


class MovingRow(ServerSwitch):
    """The row of whether the winning card of a grand month moves."""

    name = "moving"

    def stands(self, words: Words, *, on: bool) -> str:
        """Whether it does."""
        return wording.moving(words, on=on)


class ArenaManagersRow(ServerSwitch):
    """The row of whether managers alone open arenas."""

    name = "arena_managers"

    def stands(self, words: Words, *, on: bool) -> str:
        """Return who opens them."""
        return values.arena_managers(words, on=on)


class ArenaCpuRow(NamedRow):
    """The row of whom an odd player of an arena plays."""

    name = "arena_cpu"
    OFFERED = (CpuPlayer.EASY, CpuPlayer.NORMAL, CpuPlayer.HARD, CpuPlayer.MASTER)

    def standing(self, words: Words, state: Server) -> str:
        """Return the CPU player, or that they wait."""
        return values.arena_cpu(words, state.row.arena_cpu)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """A select of the levels, and to wait."""
        now = state.row.arena_cpu
        lines = [Option(values.arena_cpu(words, None), USUAL, "", chosen=now is None)]
        for each in self.OFFERED:
            lines.append(Option(values.arena_cpu(words, each), each.value, "", chosen=each is now))
        return ((Select(words.say(self.title), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Set it for arenas to come."""
        if wanted == USUAL:
            await self.put(answer, state, arena_cpu=None)
        elif wanted in {each.value for each in self.OFFERED}:
            await self.put(answer, state, arena_cpu=CpuPlayer(wanted))
        return Said()


class ArenaWeeklyRow(PanelRow[Server]):
    """The row of the arena that comes every week."""

    name = "arena_weekly"
    title, about = values.TITLES["arena_weekly"], wording.ABOUT["arena_weekly"]
    STOP = "stop"

    def __init__(self, arenas: Arenas) -> None:
        self._arenas = arenas

    def standing(self, words: Words, state: Server) -> str:
        """Return when the next one begins."""
        return wording.arena_weekly(words, state.weekly)

    def controls(self, words: Words, state: Server, put: Put) -> Rows:
        """One button, where there is a weekly arena: it comes no more."""
        if state.weekly is None:
            return ()
        return ((Button(words.say(wording.STOP_WEEKLY), put.to(self.STOP), Style.DANGER),),)

    async def change(self, answer: Answer, state: Server, wanted: str, put: Put) -> Said[Server]:
        """Repeat it no more; one that is announced or goes on stays."""
        if wanted == self.STOP:
            await self._arenas.stop_weekly(state.row.id)
        return Said()


def lacking(answer: Answer, channels: Sequence[ChannelId], place: TablePlace) -> Lacks:
    """Return the missing permissions in these channels for tables at this place, by Discord's names."""
    guild = answer.interaction.guild
    needed = permissions.FOR_THREADS if place is TablePlace.THREAD else permissions.IN_CHANNEL
    found = {}
    for channel in channels:
        there = None if guild is None else guild.get_channel_or_thread(channel)
        granted = 0 if guild is None or there is None else there.permissions_for(guild.me).value
        missing = permissions.missing(granted, needed)
        if missing:
            found[channel] = missing
    return found


def lacks_told(words: Words, lacks: Lacks) -> str:
    """Say in words what is missing, or that nothing is."""
    if not lacks:
        return words.say(wording.ALL_THERE)
    return wording.lacking(words, dict(list(lacks.items())[:MOST_TOLD]))
