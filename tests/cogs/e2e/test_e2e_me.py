"""`/koikoi me` through the sandbox: export, opting out, deletion in mid-match."""

from __future__ import annotations

import asyncio
import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from bot.i18n import Languages, Words
from bot.ids import MatchId, UserId
from bot.match.vocabulary import Deck, Pings, QuietHours
from bot.wording.settings import notifications, person
from cogs.content.custom_id import Verb
from engine.cards.deck import card
from images.scene.common import DeckFace
from tests.support.e2e.e2e_stage import CHANNEL, Stage, begin, stage, table_of
from tests.support.e2e.panels import choose, control, opened, press
from tests.support.e2e.scripted_player import Player, is_over, play_on, presses
from tests.support.sandbox.messages import Json, selects, text_of
from tests.support.traces import found

SCHEMA = json.loads(files("bot").joinpath("legal", "export.schema.json").read_text(encoding="utf-8"))
LOCALES = ("en-US", "ja")


async def paper(here: Stage, message: Json, name: str) -> str:
    """A file of a message."""
    (url,) = [each["url"] for each in message["attachments"] if each["filename"] == name]
    return (await here.sandbox.fetch(url)).decode()


async def exported(here: Stage, player: Player) -> dict[str, object]:
    """Return somebody's export; it fits its schema, and nobody else sees it."""
    panel = await choose(player, await opened(player, "koikoi me"), "pick", "data")
    note = await player.user.answer(await player.user.press(panel, custom_id=control(panel, "export")))
    assert note["flags"] & 64
    told: dict[str, object] = json.loads(await paper(here, note, "koikoi-me.json"))
    Draft202012Validator(SCHEMA).validate(told)
    return told


async def delete(player: Player) -> tuple[str, Json]:
    """Delete oneself: what was asked, and the note afterwards."""
    panel = await choose(player, await opened(player, "koikoi me"), "pick", "data")
    question = await press(player, panel, words(player).say(person.DELETE_BUTTON))
    asked = question["content"]
    return asked, await press(player, question, words(player).say(person.CONFIRM_DELETION_BUTTON))


def words(player: Player) -> Words:
    """A player's language."""
    return Languages.load().pick(player.user.locale)


async def must_be_gone(here: Stage, player: Player) -> None:
    """The id is in no file of the bot's data."""
    assert not found(here.data, UserId(int(player.user.id)))
    for path in here.data.iterdir():
        if path.is_file():
            assert player.user.id.encode() not in path.read_bytes(), path.name


@pytest.mark.outside
@pytest.mark.parametrize("locale", LOCALES)
async def test_deleting_oneself_in_a_match(tmp_path: Path, locale: str) -> None:
    """The question tells that it means resigning; the other sees the end; nothing is left of the id."""
    async with stage(tmp_path) as here:
        one, other = await here.player(0, locale), await here.player(1)
        await begin(one, other, months=3)
        told = await exported(here, one)
        assert other.user.id not in json.dumps(told)
        asked, done = await delete(one)
        assert person.delete_question(words(one), 1, 0) == asked
        assert words(one).say(person.DELETED) == done["content"]
        result = await other.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert one.user.name not in text_of(result)
        assert "Player 1" in text_of(result)
        await must_be_gone(here, one)
        assert (await exported(here, one))["person"] is None
        # What the result offers works without them.
        await other.tap(result, Verb.REMATCH)
        lobby = await other.user.wait_for(lambda m: bool(presses(m, Verb.JOIN, Verb.ACCEPT)))
        await one.tap(lobby, Verb.JOIN)
        await other.tap_offered(Verb.START)
        await here.must_be_clean()


async def test_deleting_oneself_in_lobbies(tmp_path: Path) -> None:
    """The table goes on without its host; an invitation is declined."""
    async with stage(tmp_path, tables_per_channel="4") as here:
        one, other, third = [await here.player(index) for index in range(3)]
        await one.user.command("koikoi play", channel=CHANNEL)
        lobby = await other.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await other.tap(lobby, Verb.JOIN)
        await third.user.command("koikoi play", channel="tea-room", options={"opponent": one.user.id})
        invitation = await one.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)))
        asked, _ = await delete(one)
        assert person.delete_question(words(one), 0, 1) == asked
        await other.user.wait_for(lambda m: m["id"] == lobby["id"] and one.user.name not in text_of(m))
        closed = await third.user.wait_for(
            lambda m: m["id"] == invitation["id"] and "declined" in m["content"]
        )
        assert not presses(closed, Verb.ACCEPT)
        await must_be_gone(here, one)
        await here.must_be_clean()


@pytest.mark.outside
async def test_deleting_oneself_while_watching(tmp_path: Path) -> None:
    """The loser of the seat draw goes, the others play to the end."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(3)]
        await begin(*players, months=1)
        await here.until(lambda: sum(bool(player.hands) for player in players) == 2)
        seated = [player for player in players if player.hands]
        (watcher,) = [player for player in players if player not in seated]
        _, done = await delete(watcher)
        assert done["content"] == words(watcher).say(person.DELETED)
        await must_be_gone(here, watcher)
        await play_on(seated)
        assert is_over(seated[0])
        await must_be_gone(here, watcher)
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("locale", LOCALES)
async def test_the_panel_changes_what_is_one_s_own(tmp_path: Path, locale: str) -> None:
    """Time zone and being seen; a change of mind before a deletion leads back."""
    async with stage(tmp_path) as here:
        player = await here.player(0, locale)
        panel = await opened(player, "koikoi me")
        panel = await choose(player, panel, "pick", "language")
        panel = await choose(player, panel, "set", "Asia/Taipei", "zone")
        assert "Asia/Taipei" in panel["content"]
        panel = await choose(player, panel, "pick", "favourite")
        panel = await press(player, panel, person.hidden(words(player), on=True))
        assert person.hidden(words(player), on=True) in panel["content"]
        panel = await choose(player, panel, "pick", "deck")
        panel = await press(player, panel, person.marks(words(player), on=False))
        assert person.marks(words(player), on=False) in panel["content"]
        panel = await choose(player, panel, "pick", "deck")
        panel = await press(player, panel, person.deck(words(player), Deck.CLEAR))
        assert person.deck(words(player), Deck.CLEAR) in panel["content"]
        panel = await choose(player, panel, "pick", "favourite")
        for at, letter in ((1, "A"), (2, "c")):
            before = panel
            await player.user.select(panel, [letter], custom_id=selects(panel)[at]["custom_id"])
            panel = await player.user.wait_update(panel, lambda m: m is not before)  # noqa: B023
            assert person.favourite(words(player), card(letter)) in panel["content"]
        told = await exported(here, player)
        assert isinstance(told["person"], dict)
        assert told["person"]["favourite_card"] == "08-light"
        panel = await press(player, panel, words(player).say(person.NO_FAVOURITE_BUTTON))
        assert person.favourite(words(player), None) in panel["content"]
        assert told["person"]["time_zone"] == "Asia/Taipei"
        assert told["person"]["hidden"] is True
        assert told["person"]["month_marks"] is False
        assert told["person"]["deck"] == "clear"
        panel = await choose(player, await opened(player, "koikoi me"), "pick", "data")
        question = await press(player, panel, words(player).say(person.DELETE_BUTTON))
        panel = await player.user.wait_until(lambda: player.user.message(question["id"]))
        await player.user.press(panel, custom_id=control(panel, "back"))
        panel = await player.user.wait_update(panel, lambda m: "Asia/Taipei" in m["content"])
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_deck_is_seen_at_once_on_one_s_own_hand_alone(tmp_path: Path) -> None:
    """An open hand changes, and the next yaku sheet; the table and the others' hands stay as they are."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=1)
        for player in players:
            await player.hand_without(Verb.NEXT)
        one, other = players
        await here.rest()

        async def faces() -> list[object]:
            await here.rest()
            presenter = here.bot.client.presenter  # type: ignore[union-attr]
            hands = [presenter.hands.known((MatchId(1), UserId(int(each.user.id)))) for each in players]
            shown = [message.shown for message in (*hands, presenter.tables.known(MatchId(1))) if message]
            return [getattr(content.scene, "face", None) for content in shown if content is not None]

        async def sheet() -> bytes:
            note = await one.user.answer(await one.tap(one.hand, Verb.YAKU))
            (url,) = [each["url"] for each in note["attachments"] if each["filename"] == "yaku.png"]
            return await here.sandbox.fetch(url)

        assert await faces() == [DeckFace.STANDARD] * 3
        usual = await sheet()
        panel = await choose(one, await opened(one, "koikoi me"), "pick", "deck")
        before = one.hand["attachments"]
        panel = await press(one, panel, person.deck(words(one), Deck.CLEAR))
        assert await faces() == [DeckFace.CLEAR, DeckFace.STANDARD, DeckFace.STANDARD]
        assert one.hand["attachments"] != before
        assert await sheet() != usual
        await press(one, panel, person.deck(words(one), Deck.STANDARD))
        assert await faces() == [DeckFace.STANDARD] * 3
        assert await sheet() == usual
        assert len(one.hands) == len(other.hands) == 1
        await here.must_be_clean()


@pytest.mark.parametrize("locale", LOCALES)
async def test_when_one_is_called_is_one_s_own_choice(tmp_path: Path, locale: str) -> None:
    """Four choices, each with what it means; quiet hours by two ends, and none of them again."""
    async with stage(tmp_path) as here:
        player = await here.player(0, locale)
        panel = await opened(player, "koikoi me")
        assert notifications.standing(words(player), Pings.SMART) in panel["content"]
        panel = await choose(player, panel, "pick", "pings")
        for pings in Pings:
            panel = await choose(player, panel, "set", pings.value, "pings")
            assert notifications.standing(words(player), pings) in panel["content"]
        panel = await choose(player, panel, "pick", "pings")
        zone = "Asia/Tokyo" if locale == "ja" else "UTC"
        for at, value, hours in ((2, "1380", QuietHours(1380, 480)), (3, "420", QuietHours(1380, 420))):
            before = player.user.message(panel["id"])
            await player.user.select(panel, [value], custom_id=selects(panel)[at]["custom_id"])
            panel = await player.user.wait_update(panel, lambda m: m is not before)  # noqa: B023
            assert notifications.quiet(words(player), hours, zone) in panel["content"]
        told = (await exported(here, player))["person"]
        assert isinstance(told, dict)
        assert (told["pings"], told["quiet_from"], told["quiet_to"]) == ("dm", 1380, 420)
        panel = await opened(player, "koikoi me")
        panel = await choose(player, panel, "pick", "pings")
        panel = await press(player, panel, words(player).say(notifications.NO_QUIET_BUTTON))
        assert notifications.quiet(words(player), None, "") in panel["content"]
        await here.must_be_clean()


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_privacy_notice_can_be_read(tmp_path: Path, locale: str) -> None:
    """In short, and as two files in one's own language, with the host's name."""
    async with stage(tmp_path, host_name="Hana's table", host_contact="hana@example.org") as here:
        player = await here.player(0, locale)
        panel = await choose(player, await opened(player, "koikoi me"), "pick", "data")
        note = await player.user.answer(await player.user.press(panel, custom_id=control(panel, "privacy")))
        assert note["flags"] & 64
        assert "Hana's table" in note["content"]
        notice = await paper(here, note, "PRIVACY.md")
        assert "hana@example.org" in notice
        assert ("# プライバシー" in notice) is (locale == "ja")
        assert "Hana's table" in await paper(here, note, "TERMS.md")
        await here.must_be_clean()


async def test_a_deletion_that_is_pressed_twice_is_one(tmp_path: Path) -> None:
    """Two presses at once, and one of a note from before."""
    async with stage(tmp_path) as here:
        one, other = await here.player(0), await here.player(1)
        await begin(one, other, months=1)
        panel = await choose(one, await opened(one, "koikoi me"), "pick", "data")
        question = await press(one, panel, words(one).say(person.DELETE_BUTTON))
        press_id = control(question, "deleted")
        outcomes = await asyncio.gather(
            *(one.user.press(question, custom_id=press_id) for _ in range(2)), return_exceptions=True
        )
        assert any(not isinstance(each, BaseException) and not each.failed for each in outcomes)
        await one.user.wait_for(lambda m: m["content"] == words(one).say(person.DELETED))
        await other.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        await must_be_gone(here, one)
        assert table_of(other)
        await here.must_be_clean()
