"""The settings of servers: looked up, changed, and used as defaults of new matches."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.match.vocabulary import GuildId, MatchClock
from bot.records import periods
from bot.records.periods import SeasonKind
from bot.storage import Store, guilds
from bot.storage.guilds import GuildRow
from bot.storage.records import seasons
from engine.errors import OptionError
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId

log = structlog.stdlib.get_logger("koikoi.servers")


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings and its running season.

    `running` is the kind of season that goes on now and `ends_at` its end, both None where there is none;
    the kind in `row` is what follows it.
    """

    row: GuildRow
    running: SeasonKind | None = None
    ends_at: datetime | None = None
    roles: tuple[tuple[int, str], ...] = ()
    """The roles that the bot can call, number and name, where whoever looks has asked Discord."""


class Servers:
    """The settings of all servers. Whether somebody may change them is for the caller to know."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def look(self, guild: GuildId, locale: str) -> Server:
        """The settings of a server, whose language is that of `locale` where it is not known yet."""
        now = self._now()
        known, last = await self._store.read(lambda tx: (guilds.get(tx, guild), seasons.latest(tx, guild)))
        row = _present(known, locale)
        if last is not None and now < last.ends_at:
            return Server(row, last.kind, last.ends_at)
        if row.season is SeasonKind.OFF:
            return Server(row)
        # Its row comes with the first match that counts.
        return Server(row, row.season, periods.season_span(row.season, now, row.zone).ends_at)

    async def set_season(self, guild: GuildId, locale: str, kind: SeasonKind) -> None:
        """Set how long a server's seasons are, from the end of the running one, or now if there is none."""
        now = self._now()

        def job(tx: Connection) -> None:
            row = replace(_present(guilds.get(tx, guild), locale), season=kind)
            guilds.put(tx, row)
            seasons.at(tx, row, now)

        await self._store.write(job)

    async def set_zone(self, guild: GuildId, locale: str, zone: str | None) -> None:
        """Set the time zone (an IANA name) of a server's days and seasons; None: that of its language."""
        await self._change(guild, locale, time_zone=zone)

    async def share(self, guild: GuildId, locale: str, *, shares: bool) -> None:
        """Show the server's results in the lists of all servers, or take them out again, at once."""
        await self._change(guild, locale, shares=shares)

    async def mark(self, guild: GuildId, locale: str, rules: Rules) -> None:
        """Make the options of these rules, months aside, the server's default for their rule set."""
        options = {name: value for name, value in rules.changed().items() if name != "months"}

        def job(tx: Connection) -> None:
            row = _present(guilds.get(tx, guild), locale)
            others = {rule_set: each for rule_set, each in row.defaults.items() if rule_set is not rules.id}
            defaults = {**others, rules.id: options} if options else others
            guilds.put(tx, replace(row, defaults=defaults))

        await self._store.write(job)

    async def rules(self, guild: GuildId | None, rule_set: RuleSetId, months: int | None = None) -> Rules:
        """The rules that a new match of a rule set has on this server by default. Raises OptionError.

        `guild` None: in direct messages, where nobody has marked any.
        """
        asked = {} if months is None else {"months": months}
        plain = make_rules(rule_set, asked)
        if guild is None:
            return plain
        defaults = (await self._store.read(guilds.get, guild)).defaults.get(rule_set, {})
        try:
            return make_rules(rule_set, {**defaults, **asked})
        except OptionError as error:
            # They were marked in another version, which offered more.
            log.warning("defaults do not fit", guild=guild, rules=rule_set.value, error=str(error))
            return plain

    async def set_clock(self, guild: GuildId, locale: str, clock: MatchClock | None) -> None:
        """Set how much time new matches of a server have for a turn; None: as much as a live one."""
        await self._change(guild, locale, clock=clock)

    async def clock(self, guild: GuildId | None) -> MatchClock:
        """How much time a new match has for a turn on this server, or in direct messages, by default."""
        if guild is None:
            return MatchClock.LIVE
        return (await self._store.read(guilds.get, guild)).clock or MatchClock.LIVE

    async def set_call_role(self, guild: GuildId, locale: str, role: int | None) -> None:
        """Set the role that new open tables of a server call; None: they call nobody."""
        await self._change(guild, locale, call_role=role)

    async def missing(self, here: Collection[GuildId]) -> list[GuildId]:
        """The servers that storage takes to have the bot, and that are not among `here`."""
        return [guild for guild in await self._store.read(guilds.with_bot) if guild not in here]

    async def note(self, *, came: Collection[GuildId] = (), left: Collection[GuildId] = ()) -> None:
        """Note that some servers have the bot and others have put it out: from now on, if not before."""
        now = self._now()
        there, out = await self._store.read(
            lambda tx: (set(guilds.with_bot(tx)), set(guilds.removed_before(tx, now)))
        )
        # Most of the time there is nothing to write.
        back, gone = out.intersection(came), there.intersection(left)
        if back or gone:

            def job(tx: Connection) -> None:
                guilds.moved(tx, back, None)
                guilds.moved(tx, gone, now)

            await self._store.write(job)

    async def _change(self, guild: GuildId, locale: str, **values: Any) -> None:
        def job(tx: Connection) -> None:
            row = _present(guilds.get(tx, guild), locale)
            guilds.put(tx, replace(row, **values))

        await self._store.write(job)


def _present(row: GuildRow, locale: str) -> GuildRow:
    """The row with a language and the bot present: somebody has just given it a command there."""
    return replace(row, locale=row.locale or locale, removed_at=None)
