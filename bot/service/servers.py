"""The settings of servers: looked up, changed, and used as defaults of new matches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.vocabulary import BarKind, MatchClock, Person
from bot.records.moderation import Change
from bot.records.periods import SeasonKind
from bot.shards import WHOLE, Shard
from bot.storage import Store
from bot.storage.moderation import audit, bars, marks
from bot.storage.records import seasons
from bot.storage.records.seasons import SeasonRow
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow, Telling
from engine.errors import OptionError
from engine.rules.options import Rules, make_rules
from engine.rules.presets import PRESETS, PresetId, RulesName, named_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId

CHANGES = 8
"""Changes of a server's settings on a page."""

MONTHS = 3
"""The length of a new match where neither its host nor its server says otherwise."""
log = structlog.stdlib.get_logger("koikoi.servers")


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings, its running season, and what its managers have done.

    `running` is the kind of season that goes on now and `ends_at` its end, both None where there is none;
    the kind in `row` is what follows it.
    """

    row: ServerRow
    running: SeasonKind | None = None
    ends_at: datetime | None = None
    barred: Mapping[BarKind, tuple[UserId, ...]] = field(default_factory=dict)
    """The ids of people who are kept from something, also of those who have deleted themselves."""
    marked: tuple[MatchId, ...] = ()
    """The matches that are taken out of its lists, the newest first."""
    changes: int = 0
    """The number of changes of the settings that are kept."""
    roles: tuple[tuple[int, str], ...] = ()
    """The roles that the bot can call, number and name, where the reader has asked Discord."""
    weekly: datetime | None = None
    """The start of its next weekly arena, where the reader has asked for it."""
    deleted: frozenset[int] = frozenset()
    """The chosen channels and the chosen role that Discord has no more: they count as not set."""

    @property
    def channels(self) -> tuple[ChannelId, ...]:
        """The chosen channels that are still there."""
        return tuple(each for each in self.row.channels if each not in self.deleted)

    @property
    def call_role(self) -> int | None:
        """The chosen role, if it is still there."""
        return None if self.row.call_role in self.deleted else self.row.call_role


class Servers:
    """The settings of all servers. Whether somebody may change them is for the caller to know.

    Every question is answered from the rows, so a change holds at once, whichever process has made it. `by`,
    in what changes something: who wants it, for the record of changes; None: the bot itself. The manager that
    serves a `shard` finds out of its servers alone where the bot is.
    """

    def __init__(self, store: Store, now: Callable[[], datetime], shard: Shard = WHOLE) -> None:
        self._shard = shard
        self._store = store
        self._now = now

    async def get(self, guild: GuildId, locale: str) -> Server:
        """The settings of a server, whose language is that of `locale` where it is not known yet."""
        now = self._now()

        def job(tx: Connection) -> tuple[Server, SeasonRow | None]:
            barred = {kind: bars.of_guild(tx, guild, kind) for kind in BarKind}
            server = Server(
                _present(servers.get(tx, guild), locale),
                barred={kind: users for kind, users in barred.items() if users},
                marked=marks.marked(tx, guild),
                changes=audit.latest(tx, guild, 1, 0)[1],
            )
            # Its row comes with the first match that counts.
            return server, seasons.expected(tx, server.row, now)

        server, season = await self._store.read(job)
        return server if season is None else replace(server, running=season.kind, ends_at=season.ends_at)

    async def row(self, guild: GuildId | None) -> ServerRow:
        """The settings of a server as they are stored now; of direct messages, as all begin."""
        return await self._store.read(servers.get, guild)

    async def tell(self, guild: GuildId | None, where: Telling) -> bool:
        """Whether a server has to be told of its new default rules in this place now: once in each."""
        if guild is None or where not in (await self.row(guild)).untold:
            return False  # most of the time there is nothing to write
        return await self._store.write(servers.tell, guild, where)

    async def set(self, guild: GuildId, locale: str, by: Person | None = None, /, **values: Any) -> None:
        """Change settings, by the names of `ServerRow`, from the next table on."""
        await self._change(guild, locale, by, **values)

    async def changes(self, guild: GuildId, page: int) -> tuple[Sequence[Change], int]:
        """A page (from 1) of the changes of a server's settings, newest first; how many pages there are."""
        found, number = await self._store.read(audit.latest, guild, page, CHANGES)
        return found, max(1, -(-number // CHANGES))

    async def set_season(
        self, guild: GuildId, locale: str, kind: SeasonKind, by: Person | None = None
    ) -> None:
        """Set how long a server's seasons are, from the end of the running one, or now if there is none."""
        now = self._now()

        def job(tx: Connection) -> None:
            row = self._put(tx, guild, locale, by, season=kind)
            seasons.at(tx, row, now)

        await self._store.write(job)

    async def set_zone(self, guild: GuildId, locale: str, zone: str | None, by: Person | None = None) -> None:
        """Set the time zone (an IANA name) of a server's days and seasons; None: that of its language."""
        await self._change(guild, locale, by, time_zone=zone)

    async def share(self, guild: GuildId, locale: str, *, shares: bool, by: Person | None = None) -> None:
        """Show the server's results in the lists of all servers, or take them out again, at once."""
        await self._change(guild, locale, by, shares=shares)

    async def mark(self, guild: GuildId, locale: str, rules: Rules, by: Person | None = None) -> None:
        """Make these rules, their options and their length the server's default."""
        options = {name: value for name, value in rules.changed().items() if name != "months"}
        if rules.months != MONTHS:
            options["months"] = rules.months

        def job(tx: Connection) -> None:
            row = _present(servers.get(tx, guild), locale)
            defaults = {**row.defaults, rules.id: options}
            self._put(tx, guild, locale, by, rules=rules.id, defaults=_without_empty(defaults))

        await self._store.write(job)

    async def set_months(
        self, guild: GuildId, locale: str, months: int | None, by: Person | None = None
    ) -> None:
        """Set how many months new tables play, of every rule set; None: as many as `MONTHS`."""

        def job(tx: Connection) -> None:
            row = _present(servers.get(tx, guild), locale)
            length = {} if months is None else {"months": months}
            defaults = {each: {**row.options.get(each, {}), **length} for each in RULE_SETS}
            self._put(tx, guild, locale, by, defaults=_without_empty(defaults))

        await self._store.write(job)

    async def rules(
        self, guild: GuildId | None, name: RulesName | None = None, months: int | None = None
    ) -> Rules:
        """Return the rules of a new match on this server. Raises OptionError.

        A rule set or preset that is asked for by its `name` is played plain. None: the server's default, with
        the options that are marked for it. The length is `months`, a preset's own, or the server's. `guild`
        None: in direct messages, where nobody has marked any.
        """
        row = await self.row(guild)
        return default_rules(row, months) if name is None else _plain_rules(row, name, months)

    async def set_rules(self, guild: GuildId, locale: str, name: RulesName, by: Person | None = None) -> None:
        """Make a rule set, plain, or a preset the server's default; the length stays as it is."""
        plain = named_rules(name)

        def job(tx: Connection) -> None:
            row = _present(servers.get(tx, guild), locale)
            length = {key: value for key, value in row.defaults.get(plain.id, {}).items() if key == "months"}
            options = {key: value for key, value in plain.changed().items() if key != "months"}
            defaults = {**row.defaults, plain.id: {**options, **length}}
            self._put(tx, guild, locale, by, rules=plain.id, defaults=_without_empty(defaults))

        await self._store.write(job)

    async def set_clock(
        self, guild: GuildId, locale: str, clock: MatchClock | None, by: Person | None = None
    ) -> None:
        """Set how much time new matches of a server have for a turn; None: as much as a live one."""
        await self._change(guild, locale, by, clock=clock)

    async def missing(self, here: Collection[GuildId]) -> list[GuildId]:
        """The shard's servers that storage takes to have the bot, and that are not among `here`."""
        found = await self._store.read(servers.with_bot, self._shard)
        return [guild for guild in found if guild not in here]

    async def note(self, *, came: Collection[GuildId] = (), left: Collection[GuildId] = ()) -> None:
        """Note that some servers have the bot and others have put it out: from now on, if not before."""
        now = self._now()
        there, out = await self._store.read(
            lambda tx: (
                set(servers.with_bot(tx, self._shard)),
                set(servers.removed_before(tx, now, self._shard)),
            )
        )
        # Most of the time there is nothing to write.
        back, gone = out.intersection(came), there.intersection(left)
        if back or gone:

            def job(tx: Connection) -> None:
                servers.moved(tx, back, None)
                servers.moved(tx, gone, now)

            await self._store.write(job)

    async def _change(self, guild: GuildId, locale: str, by: Person | None, **values: Any) -> None:
        await self._store.write(lambda tx: self._put(tx, guild, locale, by, **values))

    def _put(
        self, tx: Connection, guild: GuildId, locale: str, by: Person | None, **values: Any
    ) -> ServerRow:
        """Change settings and note who did; the row afterwards."""
        before = _present(servers.get(tx, guild), locale)
        after = replace(before, **values)
        servers.save(tx, after)
        if by is not None:
            told, now_told = _plain(before), _plain(after)
            for name, old in told.items():
                audit.add(tx, guild, by, name, old, now_told[name], self._now())
        return after


def default_rules(row: ServerRow, months: int | None = None) -> Rules:
    """Return the rules of a new match for which nobody has named any."""
    marked = row.defaults.get(row.rule_set, {})
    length = {} if months is None else {"months": months}
    try:
        return make_rules(row.rule_set, {"months": MONTHS, **marked, **length})
    except OptionError as error:
        # They were marked in another version, which offered more.
        log.warning("defaults do not fit", guild=row.id, rules=row.rule_set.value, error=str(error))
        return make_rules(row.rule_set, {"months": MONTHS, **length})


def _plain_rules(row: ServerRow, name: RulesName, months: int | None) -> Rules:
    if months is None and isinstance(name, PresetId) and "months" in PRESETS[name].options:
        return named_rules(name)
    length = row.months.get(named_rules(name).id, MONTHS) if months is None else months
    return named_rules(name, months=length)


def _without_empty(defaults: Mapping[RuleSetId, Mapping[str, Any]]) -> dict[RuleSetId, Mapping[str, Any]]:
    return {rules: options for rules, options in defaults.items() if options}


def _plain(row: ServerRow) -> dict[str, Any]:
    """Return a manager's settings, as the record of changes keeps them; ids of Discord are texts."""
    return {
        "channels": [str(channel) for channel in row.channels],
        "place": row.place.value,
        "tables": row.tables,
        "language": row.language,
        "rules": row.rule_set,
        "defaults": {rules.value: options for rules, options in row.options.items()},
        "months": {rules.value: months for rules, months in row.months.items()},
        "clock": row.clock,
        "rated": row.rated,
        "hints": row.hints,
        "moving": row.moving,
        "season": row.season.value,
        "time_zone": row.time_zone,
        "shares": row.shares,
        "rare_yaku": row.rare_yaku,
        "arena_managers": row.arena_managers,
        "arena_cpu": row.arena_cpu,
        "call_role": None if row.call_role is None else str(row.call_role),
    }


def _present(row: ServerRow, locale: str) -> ServerRow:
    """The row with a language and the bot present: somebody has just given it a command there."""
    return replace(row, locale=row.locale or locale, removed_at=None)
