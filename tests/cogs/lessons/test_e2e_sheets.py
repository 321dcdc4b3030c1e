"""`/koikoi rules`, `/koikoi yaku` and the buttons *Yaku* in the local Discord."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.i18n import Languages, Words
from bot.ids import GuildId, MatchId, UserId
from bot.match.views import MatchView
from bot.match.vocabulary import Deck, Status
from bot.screens.lessons import deck_sheet
from bot.screens.notes import rules_in_force, yaku_sheet
from bot.wording import buttons as buttons_words
from bot.wording import cards
from bot.wording import rules as rule_words
from bot.wording.settings import person
from cogs.content.custom_id import BadCustomId, Verb
from cogs.content.page_id import Page, PagePress
from cogs.lessons.sheets import DAILY, HERE, Sheet, SheetPage, month_of
from engine.rules.options import make_rules
from engine.rules.rule_sets import STANDARD, RuleSetId
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, stage, table_of
from tests.support.e2e.panels import choose, opened, press
from tests.support.e2e.scripted_player import Player, never_stopping, play_until, presses
from tests.support.sandbox.messages import Json, buttons
from tests.support.wording_views import blindfolded

LOCALES = pytest.mark.parametrize("locale", ["en-US", "ja"])
ELSEWHERE = "tea-room"
MATCH = MatchId(1)


def spoken(locale: str) -> Words:
    return Languages.load().pick(locale)


async def told(player: Player, command: str, channel: str = CHANNEL, **options: object) -> Json:
    """Return the answer of a command, for nobody else to see, with one picture that is described."""
    outcome = await player.user.command(f"koikoi {command}", channel=channel, options=options)
    assert not outcome.failed
    note = await player.user.answer(outcome)
    return checked(note)


async def helped(player: Player, channel: str = CHANNEL, **options: object) -> Json:
    """Return the first page, for nobody else to see."""
    note = await player.user.answer(
        await player.user.command("koikoi help", channel=channel, options=options)
    )
    assert note["flags"] & 64 and 0 < len(note["content"]) <= 2000
    return note


def checked(note: Json) -> Json:
    assert note["flags"] & 64
    (picture,) = note["attachments"]
    assert 0 < len(picture["description"]) <= 1024
    return note


async def view_of(here: LoopStage) -> MatchView:
    """The match as its service has it."""
    assert here.bot.client is not None
    view = await here.bot.client.manager.view(MATCH)
    assert isinstance(view, MatchView)
    return view


@LOCALES
async def test_the_rules_of_no_match_are_standard_or_those_asked_for(tmp_path: Path, locale: str) -> None:
    """In the reader's language, with every month in the description; the choices are named as in `play`."""
    words = spoken(locale)
    async with stage(tmp_path) as here:
        reader = await here.player(0, locale)
        for rules, note in (
            (STANDARD, await helped(reader)),
            (RuleSetId.SANNIN, await helped(reader, rules="sannin")),
        ):
            assert f"**{rule_words.name(words, rules)}**" in note["content"]
            table = await press(reader, note, words.say(buttons_words.ALL_OPTIONS))
            assert table["content"] == rules_in_force.every_option(words, make_rules(rules))
            back = await press(reader, table, words.say(buttons_words.BACK))
            assert back["content"] == note["content"]
            deck = checked(await press(reader, back, words.say(buttons_words.CARDS)))
            assert deck["attachments"][0]["description"] == deck_sheet.alt(words)
        for rules, note in (
            (STANDARD, await told(reader, "yaku")),
            (RuleSetId.ISHOKAI, await told(reader, "yaku", rules="ishokai")),
        ):
            assert note["content"] == yaku_sheet.text(words, yaku_sheet.Facts.of(make_rules(rules)))
            assert note["attachments"][0]["filename"] == "yaku.png"
        assert not reader.user.public()
        await here.must_be_clean()


async def test_the_rules_of_one_s_match_have_its_changed_options(tmp_path: Path) -> None:
    """From its lobby on, for its people in its channel; elsewhere, and for others, those of new tables."""
    async with stage(tmp_path) as here:
        host, other = await here.player(0), await here.player(1)
        wanted = {"rules": "classic", "months": 6, "options": "oyaken=4"}
        await host.user.command("koikoi play", channel=CHANNEL, options=wanted)
        await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        mine = (await helped(host))["content"]
        assert "**Classic · 6 months**" in mine
        assert "✎ **Oya-ken: 4**" in mine
        assert "**Standard**" in (await helped(host, ELSEWHERE))["content"]
        assert "**Standard**" in (await helped(other))["content"]
        assert "**Sannin**" in (await helped(host, rules="sannin"))["content"]
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize(("rules", "people", "locale"), [("classic", 2, "en-US"), ("sannin", 3, "ja")])
async def test_the_sheet_of_the_month_is_one_s_own(
    tmp_path: Path, rules: str, people: int, locale: str
) -> None:
    """By command in any channel and by the hand's button the same; it knows no more than its reader does."""
    words = spoken(locale)
    async with stage(tmp_path) as here:
        players = [await here.player(index, locale) for index in range(people)]
        await begin(*players, rules=rules, months=3)
        await play_until(players, lambda: any(map(_few, players)), choose=never_stopping, months=False)
        await here.rest()
        view = await view_of(here)
        assert view.rest is None
        others = (replace(view, shows_draw=True), replace(view, status=Status.OVER))
        assert not any(month_of(each, UserId(int(players[0].user.id))) for each in others)
        for player in players:
            user = UserId(int(player.user.id))
            seat = view.seat_of(user)
            assert seat is not None and seat.observation is not None
            month = month_of(blindfolded(view, seat), user)
            assert month is not None and month == month_of(view, user)
            facts = yaku_sheet.Facts.of(view.rules, month)
            by_command = await told(player, "yaku")
            assert by_command["content"] == yaku_sheet.text(words, facts)
            assert by_command["attachments"][0]["description"] == yaku_sheet.alt(words, facts)
            by_button = checked(await player.user.answer(await player.tap(player.hand, Verb.YAKU)))
            assert by_button["content"] == by_command["content"]
            assert (await told(player, "yaku", channel=ELSEWHERE))["content"] == by_command["content"]
            plain = await told(player, "yaku", rules=rules)
            assert plain["content"] == yaku_sheet.text(words, yaku_sheet.Facts.of(view.rules))
        await here.must_be_clean()


def _few(player: Player) -> bool:
    """Whether their hand asks, and has three cards to play at most."""
    return bool(player.hands) and 0 < len(presses(player.hand, Verb.MOVE)) <= 3


async def test_the_table_s_button_tells_others_what_everybody_sees(tmp_path: Path) -> None:
    """A watcher learns nothing of any hand; a player who presses there gets their own sheet, alone."""
    async with stage(tmp_path) as here:
        players, watcher = [await here.player(index) for index in range(2)], await here.player(4)
        await begin(*players, months=1)
        for player in players:
            await player.hand_without(Verb.NEXT)
        await here.rest()
        view = await view_of(here)
        words = spoken("en-US")
        public = month_of(blindfolded(view), UserId(int(watcher.user.id)))
        assert public is not None and not public.mine
        more = await watcher.user.answer(await watcher.tap(table_of(watcher), Verb.MORE))
        await watcher.tap(more, Verb.YAKU)
        note = checked(await watcher.user.wait_update(more, lambda m: bool(m["attachments"])))
        assert note["content"] == yaku_sheet.text(words, yaku_sheet.Facts.of(view.rules, public))
        said = note["attachments"][0]["description"]
        assert words("in hand {cards}", cards="").strip() not in said
        (one,) = (seat for seat in view.seats if seat.participant.user == UserId(int(players[0].user.id)))
        assert one.observation is not None
        mine = checked(await players[0].user.answer(await players[0].tap(players[0].hand, Verb.YAKU)))
        month = month_of(view, UserId(int(players[0].user.id)))
        assert mine["content"] == yaku_sheet.text(words, yaku_sheet.Facts.of(view.rules, month))
        said = mine["attachments"][0]["description"]
        assert any(cards.name(words, card) in said for card in one.observation.hand)
        await here.must_be_clean()


async def test_the_sheets_wear_the_deck_that_their_reader_has_chosen(tmp_path: Path) -> None:
    """The months as the yaku; who has chosen nothing sees the standard ones."""
    async with stage(tmp_path) as here:
        reader = await here.player(0)

        async def pictures() -> list[bytes]:
            notes = (await deck_of(reader), await told(reader, "yaku"))
            return [await here.sandbox.fetch(each["attachments"][0]["url"]) for each in notes]

        usual = await pictures()
        panel = await choose(reader, await opened(reader, "koikoi me"), "pick", "deck")
        await press(reader, panel, person.deck(spoken("en-US"), Deck.CLEAR))
        assert not set(usual) & {*await pictures()}
        await here.must_be_clean()


async def deck_of(reader: Player) -> Json:
    """Return the first season of the deck, from the first page."""
    return checked(await press(reader, await helped(reader), "Cards"))


async def turned(player: Player, note: Json, page: int) -> Json:
    """The note after a press on the button that leads to a page, from 0."""
    (wanted,) = [each for each in buttons(note) if each["custom_id"].endswith(f".{page}")]
    await player.user.press(note, custom_id=wanted["custom_id"])
    return await player.user.wait_update(note, lambda m: m["attachments"] != note["attachments"])


async def test_sheets_have_pages(tmp_path: Path) -> None:
    """Four of the months; of the yaku as many as there are, on the day's deal too; the text stays.

    A description is that of its page. At an end the button that leads on is dead.
    """

    def dead(note: Json) -> list[bool]:
        return [bool(each.get("disabled")) for each in buttons(note)[:2]]

    async with stage(tmp_path) as here:
        reader = await here.player(0)
        for sheet in (await deck_of(reader), await told(reader, "yaku", rules="sannin")):
            note, described = sheet, {sheet["attachments"][0]["description"]}
            for page in range(1, 4):
                assert dead(note) == [page == 1, False]
                turned_note = checked(await turned(reader, note, page))
                assert turned_note["content"] == note["content"]
                described.add(turned_note["attachments"][0]["description"])
                note = turned_note
            assert len(described) == 4
            assert dead(note) == [False, True]
            assert not any(dead(await turned(reader, note, 2)))
        await here.must_be_clean()


async def test_the_pages_of_a_match_are_of_its_month(tmp_path: Path) -> None:
    """A player's own yaku, on every page the same text."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=1)
        for player in players:
            await player.hand_without(Verb.NEXT)
        one = players[0]
        note = checked(await one.user.answer(await one.tap(one.hand, Verb.YAKU)))
        again = checked(await turned(one, note, 1))
        assert again["content"] == note["content"]
        await here.must_be_clean()


@pytest.mark.parametrize("state", [("classic",), ("sannin", "x"), ("nobody", "1"), ("classic", "1", "2"), ()])
def test_a_forged_page_is_refused(state: tuple[str, ...]) -> None:
    """The reader refuses a state that no button carries, and reads one that a button carries."""
    with pytest.raises(BadCustomId):
        SheetPage.read(PagePress(Page.SHEET, "yaku", state))
    for subject in (MATCH, RuleSetId.SANNIN, DAILY, HERE):
        which = SheetPage(Sheet.CARDS, subject, 2)
        assert SheetPage.read(which.press()) == which


async def test_help_tells_what_the_server_has_marked(tmp_path: Path) -> None:
    """On the page, in the table of all options, and after the way back; rules asked for by name are plain."""
    async with stage(tmp_path) as here:
        assert here.bot.client is not None
        reader, marked = await here.player(0), make_rules("classic", {"oyaken": 4})
        await here.bot.client.manager.servers.mark(GuildId(int(here.sandbox.guild)), "en", marked)
        note = await helped(reader)
        assert "**Classic**" in note["content"] and "✎ **Oya-ken: 4**" in note["content"]
        table = await press(reader, note, "All options")
        assert "✎ **Oya-ken: 4**" in table["content"]
        assert (await press(reader, table, "Back"))["content"] == note["content"]
        assert "✎" not in (await helped(reader, rules="classic"))["content"]
        await here.must_be_clean()
