"""Panels: rows are objects in a list, fit into a message in every language, and take no nonsense."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.config import Settings
from bot.i18n import LOCALES, Languages, Message, Words
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.views import ClockTimes
from bot.match.vocabulary import BarKind, Deck, Pings, QuietHours, TablePlace
from bot.records.periods import SeasonKind
from bot.service.servers import Server
from bot.storage import Store
from bot.storage.settings.persons import PersonId, PersonRow
from bot.storage.settings.servers import ServerRow
from bot.wording.settings import panels
from cogs.content.controls import Button, Form, Picker, Rows, Select, modal_of, view_of
from cogs.content.custom_id import BadCustomId
from cogs.content.page_id import Page, PagePress, format_page, parse_page
from cogs.gateway.client import Client
from cogs.messages.answer import Answer, Deferral
from cogs.settings.panel import Panel, PanelRow, Put, Said, Section
from cogs.settings.person.me import MePanel
from cogs.settings.person.own import Own
from cogs.settings.privacy import Privacy
from cogs.settings.server.settings import SettingsPanel
from engine.rules.rule_sets import RuleSetId
from tests.support.interactions import interaction

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
FULL = ServerRow(
    GuildId(1),
    "ja",
    "America/Argentina/ComodRivadavia",
    SeasonKind.QUARTERLY,
    shares=True,
    defaults={
        RuleSetId.CLASSIC: {"oyaken": 4, "rain_sanko": False, "cup": "either", "teshi": "off"},
        RuleSetId.LEAGUE: {"oyaken": 4, "seven_double": True, "field_four": "dealer_takes", "viewing": False},
        RuleSetId.ISHOKAI: {"hand_yaku": True},
        RuleSetId.SANNIN: {"goko_bonus": 3, "months": 6},
    },
    channels=tuple(ChannelId(10**18 + n) for n in range(25)),
    place=TablePlace.THREAD,
    language="ja",
    rules=RuleSetId.ISHOKAI,
    rated=False,
    tables=10,
    hints=False,
    moving=False,
)
SERVERS = [
    Server(ServerRow(GuildId(1), "en"), SeasonKind.MONTHLY, NOON),
    Server(
        FULL,
        SeasonKind.MONTHLY,
        NOON,
        barred={kind: tuple(UserId(10**18 + n) for n in range(40)) for kind in BarKind},
        marked=tuple(MatchId(n) for n in range(1, 300)),
        changes=200,
    ),
    Server(ServerRow(GuildId(1), "en", season=SeasonKind.OFF)),
]
OWNS = [
    Own(None, "ja"),
    Own(PersonRow(PersonId(1), UserId(2), "Ann", "Europe/Berlin", hidden=True, met_at=NOON), "en-US"),
    Own(
        PersonRow(
            PersonId(1),
            UserId(2),
            "Ann",
            "America/Argentina/ComodRivadavia",
            hidden=False,
            met_at=NOON,
            pings=Pings.DM,
            quiet=QuietHours(22 * 60, 7 * 60),
            deck=Deck.CLEAR,
            language="ja",
        ),
        "ja",
        tuple(UserId(10**18 + n) for n in range(40)),
    ),
]


@pytest.fixture
async def client(tmp_path: Path) -> Client:
    """A client that has not logged in."""
    store = await Store.open(tmp_path / "koikoi.db")
    return Client(Settings(_env_file=None, data=tmp_path), store)


def settings_of(client: Client) -> SettingsPanel:
    """The panel of a server."""
    return SettingsPanel(client.manager, ClockTimes.of(client.settings), client.languages)


def me_of(client: Client) -> MePanel:
    """The panel of a person."""
    return MePanel(
        *(client.manager, Privacy(client.settings), lambda user, locale=None: None, client.languages),
        heavy=client.shared.heavy,
    )


def must_fit(rows: Rows) -> None:
    """Assert that Discord takes the rows under a message, and that presses on them are understood."""
    assert len(rows) <= 5
    for row in rows:
        assert len(row) <= 4
        for control in row:
            press = control.press
            assert isinstance(press, PagePress)
            assert parse_page(format_page(press)) == press
            if isinstance(control, Select):
                assert row == (control,)
                assert 1 <= len(control.options) <= 25 or isinstance(control, Picker)
                assert len({option.value for option in control.options}) == len(control.options)
                assert all(len(option.label) <= 100 for option in control.options)
                assert all(len(option.description) <= 100 for option in control.options)
                assert sum(option.chosen for option in control.options) <= 1
            else:
                assert len(control.label) <= 80
    view_of(rows)


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_row_fits_into_a_message(client: Client, locale: str) -> None:
    """However things stand, with whichever row open."""
    words = Languages.load().pick(locale)
    server, me = settings_of(client), me_of(client)
    for state in SERVERS:
        for chosen in (None, *(row.name for row in server.rows)):
            face = server.face(words, state, chosen)
            assert len(face.content) <= 2000
            must_fit(face.rows)
    for own in OWNS:
        for chosen in (None, *(row.name for row in me.rows)):
            face = me.face(words, own, chosen)
            assert len(face.content) <= 2000
            must_fit(face.rows)


@pytest.mark.parametrize("locale", LOCALES)
async def test_what_a_row_decides_is_a_line(client: Client, locale: str) -> None:
    """At most 100 characters, as the select beside it has for each row."""
    words = Languages.load().pick(locale)
    told = [words.say(row.about) for row in settings_of(client).rows]
    told += [words.say(row.about) for row in me_of(client).rows]
    assert all(0 < len(line) <= 100 for line in told)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_form_fits(locale: str) -> None:
    """Title and label have 45 characters at most."""
    words = Languages.load().pick(locale)
    title, label, example = panels.zone_form(words)
    assert len(title) <= 45
    assert len(label) <= 45
    form = Form(title, PagePress(Page.SETTINGS, "typed", ("zone",)), label, example)
    assert form.press == parse_page("kk0:settings:typed:zone")


async def test_a_form_is_not_kept() -> None:
    """The library forgets it at once: what is written is understood from its custom id."""
    modal = modal_of(Form("Title", PagePress(Page.ME, "typed", ("zone",)), "Label", "Example"))
    assert modal.is_finished()
    assert modal.custom_id == "kk0:me:typed:zone"


async def test_nonsense_changes_nothing(client: Client) -> None:
    """A forger's values, which no control offers, change nothing."""
    panel = settings_of(client)
    answer = client.presenter.answers.to(interaction(client), Deferral.NOTE)
    before = await client.manager.servers.get(GuildId(1), "en")
    for row in panel.rows:
        for wanted in ("", "nonsense", "../../etc/passwd", "x" * 100, "11", "out-1"):
            with suppress(BadCustomId):
                await row.change(answer, before, wanted, Put(Page.SETTINGS, row.name))
    assert await client.manager.servers.get(GuildId(1), "en") == before


class Colour(PanelRow[Own]):
    """A row that a later issue adds: all that it needs is here."""

    name = "colour"
    title = Message("Colour")
    about = Message("What it looks like")

    def standing(self, words: Words, state: Own) -> str:
        return "red"

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        return ((Button("Blue", put.to("blue")),),)

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        return Said(f"Now it is {wanted}.")


class Small(Panel[Own]):
    """A panel of one row."""

    page = Page.ME
    title = Message("Colours")

    async def state(self, answer: Answer) -> Own:
        return OWNS[0]


async def test_a_new_row_is_one_object_more(client: Client) -> None:
    """The row stands in the text, in the select, and shows its controls."""
    words = Languages.load().pick("en")
    panel = Small((Section(Message("Paint"), (Colour(),)),))
    face = panel.face(words, OWNS[0])
    assert face.content == "**Colours**\n- **Paint:** red"
    ((select,),) = face.rows
    assert isinstance(select, Select)
    assert [option.value for option in select.options] == ["colour"]
    face = panel.face(words, OWNS[0], "colour", Said("Now it is blue."))
    assert "What it looks like" in face.content
    assert face.content.endswith("Now it is blue.")
    assert face.rows[1] == (Button("Blue", PagePress(Page.ME, "set", ("colour", "blue"))),)
