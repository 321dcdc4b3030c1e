"""A server's settings: what changes when, and what new tables begin with."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.i18n import LOCALES, Languages, Words
from bot.ids import GuildId
from bot.match.verdict import Unrated
from bot.records.periods import SeasonKind
from bot.service.servers import MONTHS, Server, Servers
from bot.storage import Store
from bot.storage.database.schema import guilds as guild_table
from bot.storage.records import seasons
from bot.storage.records.calendar import calendar_of
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow
from bot.wording import rules as rule_words
from bot.wording.settings import server, values
from engine.errors import OptionError
from engine.rules.options import make_rules
from engine.rules.presets import PRESETS, PresetId, name_of, named_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import ANN, BEN, RunningService, running_service

HERE = GuildId(1)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DECEMBER, NEXT_YEAR = datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)


class Office:
    """Servers at a moment that a test can change."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = NOON
        self.servers = Servers(store, lambda: self.now)

    async def look(self) -> Server:
        """Return the present settings."""
        return await self.servers.get(HERE, "en")

    async def season(self, kind: SeasonKind) -> Server:
        """Change the seasons."""
        await self.servers.set_season(HERE, "en", kind)
        return await self.look()

    async def played(self) -> None:
        """A match counts now, and with it a season has begun."""
        with self.store.writing() as tx:
            servers.met(tx, HERE, "en")
            seasons.at(tx, servers.get(tx, HERE), self.now)


@pytest.fixture
async def office(service: RunningService) -> Office:
    """On a fresh database."""
    return Office(service.store)


async def test_everybody_begins_with_months_and_shares_nothing(office: Office) -> None:
    """Before anything is stored."""
    server = await office.look()
    assert server == Server(ServerRow(HERE, "en"), SeasonKind.MONTHLY, DECEMBER)
    assert server.row.shares is False


async def test_a_change_waits_for_the_running_season(office: Office) -> None:
    """From months to quarters, and off: the season goes on to its end, the next is of the new kind."""
    await office.played()
    server = await office.season(SeasonKind.QUARTERLY)
    assert (server.running, server.ends_at) == (SeasonKind.MONTHLY, DECEMBER)
    office.now = DECEMBER
    assert (await office.look()).ends_at == NEXT_YEAR
    await office.played()
    server = await office.season(SeasonKind.OFF)
    assert (server.row.season, server.running, server.ends_at) == (
        SeasonKind.OFF,
        SeasonKind.QUARTERLY,
        NEXT_YEAR,
    )
    office.now = NEXT_YEAR
    assert await office.look() == Server(server.row)


async def test_seasons_that_are_switched_on_begin_at_once(office: Office) -> None:
    """A season begins where none runs."""
    await office.season(SeasonKind.OFF)
    await office.season(SeasonKind.QUARTERLY)
    with office.store.reading() as tx:
        season = seasons.latest(tx, HERE)
    assert season is not None
    assert (season.number, season.label, season.ends_at) == (1, "2026-Q4", NEXT_YEAR)


async def test_a_change_of_the_time_zone_moves_no_season_that_runs(office: Office) -> None:
    """The season ends when it was told to."""
    await office.played()
    await office.servers.set_zone(HERE, "en", "Asia/Tokyo")
    server = await office.look()
    assert server.ends_at == DECEMBER
    assert server.row.zone.key == "Asia/Tokyo"
    await office.servers.set_zone(HERE, "en", None)
    assert (await office.look()).row.zone.key == "UTC"


async def test_no_two_seasons_have_one_name_where_the_time_zone_moves(office: Office) -> None:
    """November ends by Tokyo's clock: the rest of it in New York belongs to December, all say so."""
    await office.servers.set_zone(HERE, "en", "Asia/Tokyo")
    await office.played()
    await office.servers.set_zone(HERE, "en", "America/New_York")
    office.now = datetime(2026, 11, 30, 15, tzinfo=UTC)
    january = datetime(2027, 1, 1, 5, tzinfo=UTC)
    assert (await office.look()).ends_at == january
    with office.store.reading() as tx:
        calendar = calendar_of(tx, servers.get(tx, HERE), office.now)
    assert [each.label for each in calendar.periods[:2]] == ["2026-12", "2026-11"]
    await office.played()
    with office.store.reading() as tx:
        december, november = seasons.of_guild(tx, HERE, most=9)
    assert (december.label, december.starts_at) == ("2026-12", november.ends_at)
    assert (december.ends_at, november.ends_at) == (january, office.now)


async def test_the_language_is_kept_with_the_first_change(office: Office) -> None:
    """A server in which nobody has played yet goes by it."""
    await office.servers.share(HERE, "ja", shares=True)
    server = await office.servers.get(HERE, "en")
    assert server.row.locale == "ja"
    assert server.row.shares
    assert server.row.zone.key == "Asia/Tokyo"


async def test_options_are_marked_by_rule_set(office: Office) -> None:
    """With their length, where it is not the usual one; the rule set's own take it away; others stay."""
    league = make_rules("league", {"oyaken": 4, "months": 3})
    sannin = make_rules("sannin", {"goko_bonus": 3, "months": 12})
    await office.servers.mark(HERE, "en", sannin)
    assert await office.servers.rules(HERE) == sannin
    await office.servers.mark(HERE, "en", league)
    assert (await office.look()).row.defaults == {
        RuleSetId.LEAGUE: {"oyaken": 4},
        RuleSetId.SANNIN: {"goko_bonus": 3, "months": 12},
    }
    assert await office.servers.rules(HERE) == league
    assert (await office.servers.rules(HERE, months=12)).months == 12
    assert (await office.servers.rules(HERE, RuleSetId.LEAGUE)).changed() == {"months": MONTHS}
    assert await office.servers.rules(HERE, RuleSetId.SANNIN) == make_rules("sannin", {"months": 12})
    assert await office.servers.rules(HERE, RuleSetId.CLASSIC) == make_rules("classic", {"months": MONTHS})
    assert (await office.servers.rules(GuildId(2), RuleSetId.LEAGUE)).changed() == {"months": MONTHS}
    await office.servers.mark(HERE, "en", make_rules("league", {"months": MONTHS}))
    assert set((await office.look()).row.defaults) == {RuleSetId.SANNIN}


@pytest.mark.parametrize("preset", PresetId)
async def test_a_preset_is_a_servers_default(office: Office, preset: PresetId) -> None:
    """New tables begin with it; by its name it is plain, and a rule set's name takes it back."""
    await office.servers.set_months(HERE, "en", 6)
    await office.servers.set_rules(HERE, "en", preset)
    assert name_of(await office.servers.rules(HERE)) is preset
    assert (await office.servers.rules(HERE)).months == 6
    assert (await office.servers.rules(HERE, RuleSetId.LEAGUE)).changed() == {"months": 6}
    words = Languages.load().pick("en")
    named = f"{rule_words.name(words, preset)} (6 months)"
    assert named in values.defaults(words, (await office.look()).row.defaults)
    assert values.defaults(words, {RuleSetId.LEAGUE: PRESETS[preset].options}) in {
        rule_words.name(words, preset),
        f"{rule_words.name(words, preset)} (3 months)",
    }
    own = PRESETS[preset].options.get("months", 6)
    assert await office.servers.rules(HERE, preset) == named_rules(preset, months=own)
    await office.servers.set_rules(HERE, "en", RuleSetId.LEAGUE)
    assert await office.servers.rules(HERE) == make_rules("league", {"months": 6})


async def test_marked_options_of_another_version_are_left_alone(office: Office) -> None:
    """A table opens by the rule set's own; the panel names what it can."""
    with office.store.writing() as tx:
        servers.met(tx, HERE, "en")
        tx.execute(sa.update(guild_table).values(defaults='{"league": {"no_such": 1}}'))
    assert await office.servers.rules(HERE, RuleSetId.LEAGUE) == make_rules("league", {"months": MONTHS})
    with pytest.raises(OptionError):
        await office.servers.rules(HERE, RuleSetId.SANNIN, 1)
    server = await office.look()
    assert "Standard" in values.defaults(Languages.load().pick("en"), server.row.defaults)


async def test_a_match_by_marked_options_moves_ratings(tmp_path: Path) -> None:
    """House rules do not, until the server has made them its own."""
    async with running_service(tmp_path) as service:
        options = {"months": 3, "oyaken": 4}
        verdicts = []
        for marked in (False, True):
            if marked:
                await service.manager.servers.mark(HERE, "en", make_rules("league", options))
            match = await service.match(ANN, BEN, rules="league", **options)
            await service.play(match)
            verdict = (await service.seen(match)).verdict
            assert verdict is not None
            verdicts.append(verdict.unrated)
        assert verdicts == [Unrated.OPTIONS, None]


def season_told(words: Words, found: Server) -> str:
    """Say which seasons a server has, as its panel does."""
    return server.season(words, found.row.season, found.running, found.ends_at)


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_panel_tells_how_seasons_stand(office: Office, locale: str) -> None:
    """With the day on which a change takes effect."""
    words = Languages.load().pick(locale)
    await office.played()
    day = server.date(DECEMBER)
    told = {kind: season_told(words, await office.season(kind)) for kind in SeasonKind}
    assert all(day in text for text in told.values())
    assert len(set(told.values())) == 3
    office.now = DECEMBER
    assert (
        season_told(words, await office.season(SeasonKind.OFF))
        == values.season_kind(words, SeasonKind.OFF)[0]
    )
