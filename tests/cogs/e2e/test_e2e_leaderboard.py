"""Leaderboards in the local Discord: by command, by buttons and menus, for one and for everybody."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.i18n import Languages, Words
from bot.ids import GuildId, UserId
from bot.records.boards import Absence, Measure, Notice, Scope, When
from bot.sandbox.world.seed import GUILD_ID, USER_IDS
from bot.screens.records import board_notes
from bot.storage.settings.servers import ServerRow
from bot.wording import commands, notes
from bot.wording.records import boards
from cogs.content.board_state import Action
from cogs.content.page_id import parse_page
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, copied, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.scripted_player import Player
from tests.support.records.world import NAMES, World, won, world
from tests.support.sandbox.messages import Json, selects, text_of
from tests.support.sandbox.messages import buttons as buttons_of

LOCALES = pytest.mark.parametrize("locale", ["en-US", "ja"])
HALL = GuildId(GUILD_ID)
ANN, BEN, MAX, NEW = 0, 1, 2, 3
"""The sandbox's users who are somebody of the world; the last one has never played."""
USERS = {name: UserId(USER_IDS[n]) for n, name in enumerate(("Ann", "Ben", "Max"))}
WIN = datetime.now(UTC) - timedelta(hours=3)
"""Long enough ago that the bot does not show results of matches that were never played."""


async def past(here: World) -> None:
    """Everybody but Max has won against Max: Ann most often, Lea once. The server shares that."""
    for n, name in enumerate(NAMES[:-1]):
        for again in range(len(NAMES) - 1 - n):
            await here.match(WIN - timedelta(minutes=again), won(name, "Max"), guild=HALL)
    await here.guild(ServerRow(HALL, "en", shares=True))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of a server with a past; tests play on copies."""
    folder = tmp_path_factory.mktemp("played")
    async with world(folder, USERS) as here:
        await past(here)
    return folder


async def asked(player: Player, **options: str) -> Json:
    """Return the answer of the command."""
    outcome = await player.user.command("koikoi leaderboard", channel=CHANNEL, options=options)
    assert not outcome.failed
    return await player.user.answer(outcome)


def control(message: Json, action: Action) -> Json:
    """The only control with an action."""
    (found,) = [
        each
        for each in (*buttons_of(message), *selects(message))
        if parse_page(each["custom_id"]).action == action.value
    ]
    return found


async def press(player: Player, message: Json, action: Action) -> Json:
    """Press a button; what stands in the place of the message then."""
    outcome = await player.user.press(message, custom_id=control(message, action)["custom_id"])
    assert not outcome.failed
    return await player.user.answer(outcome)


async def choose(player: Player, message: Json, action: Action, value: str) -> Json:
    """Choose a line of a menu."""
    found = control(message, action)
    assert value in {each["value"] for each in found["options"]}
    outcome = await player.user.select(message, [value], custom_id=found["custom_id"])
    assert not outcome.failed
    return await player.user.answer(outcome)


def spoken(locale: str) -> Words:
    return Languages.load().pick(locale)


def lines(message: Json) -> list[str]:
    """The people of a list, as the message tells them: its picture's alt text where it has one."""
    for picture in message["attachments"]:
        one = r"(\d+)(?:\. |位 )([^:：\d]+[:：].*?)(?=; |[。.]\s|。|、\d+位|$)"
        ranked = re.findall(one, picture["description"])
        return [f"**{place}** {told}" for place, told in ranked]
    return [line for line in message["content"].splitlines() if re.match(r"\*\*(\d+|–)\*\* ", line)]


@LOCALES
async def test_a_list_is_turned_by_buttons_and_menus(tmp_path: Path, played: Path, locale: str) -> None:
    """Pages, own row, menus, the note and back: one private message all along; in text mode no picture."""
    words = spoken(locale)
    async with stage(copied(played, tmp_path)) as here:
        player = await here.player(MAX, locale)
        first = await asked(player, measure="wins", period="all")
        assert first["flags"] & 64
        assert [each["filename"] for each in first["attachments"]] == ["leaderboard.png"]
        (picture,) = first["attachments"]
        told = lines(first)
        assert len(told) == 11 and told[0].startswith("**1** Ann") and "Max" in told[-1]
        assert words("{player} (you)", player="Max") in told[-1]
        assert "Ann" in picture["description"] and "Jo" in picture["description"]
        assert control(first, Action.PREVIOUS)["disabled"]
        second = await press(player, first, Action.NEXT)
        assert second["id"] == first["id"] and len(lines(second)) == 3
        assert control(second, Action.NEXT)["disabled"]
        back = await press(player, second, Action.PREVIOUS)
        assert lines(back) == told
        (season,) = [
            each["value"]
            for each in control(back, Action.PERIOD)["options"]
            if each["label"] == words.say(boards.WHEN[When.SEASON])
        ]
        other = await choose(player, back, Action.PERIOD, season)
        assert words.say(boards.WHEN[When.SEASON]) in other["content"]
        whole = await choose(player, other, Action.PERIOD, "all")
        assert words.say(boards.WHEN[When.ALL_TIME]) in whole["content"] and len(lines(whole)) == 11
        rating = await choose(player, whole, Action.MEASURE, "rating")
        note = await press(player, rating, Action.HOW)
        assert note["id"] == first["id"] and "1000" in note["content"]
        again = await press(player, note, Action.BACK)
        assert again["content"] == rating["content"] and again["attachments"]
        await here.change_rows("UPDATE people SET text_mode = 1 WHERE discord = ?", int(player.user.id))
        text = await choose(player, again, Action.MEASURE, "wins")
        text = await choose(player, text, Action.MEASURE, "rating")
        assert not text["attachments"]
        assert board_notes.provisional(words, Measure.RATING) in text["content"]
        await here.change_rows("UPDATE people SET text_mode = 0 WHERE discord = ?", int(player.user.id))
        empty = await choose(player, text, Action.RULES, "sannin")
        assert lines(empty) == [] and empty["attachments"]
        assert commands.mention(mentioning(here.server, words.locale), "koikoi play") in empty["content"]
        assert commands.written(words, "koikoi play") in empty["attachments"][0]["description"]
        assert len(player.user.ephemerals()) == 1
        await here.must_be_clean()


@LOCALES
async def test_a_list_for_everybody_is_looked_through_by_anybody(
    tmp_path: Path, played: Path, locale: str
) -> None:
    """The list is in the server's language, marks nobody, never changes; its button opens an own copy."""
    words, english = spoken(locale), spoken("en-US")
    async with stage(copied(played, tmp_path)) as here:
        asker, reader = await here.player(ANN, "ja"), await here.player(MAX, locale)
        post = await asked(asker, show="everybody", measure="wins", period="all")
        assert not post["flags"] & 64
        assert "**Leaderboard: Wins**" in post["content"]
        assert len(lines(post)) == 10 and english("{player} (you)", player="Ann") not in text_of(post)
        (only,) = buttons_of(post)
        assert only["label"] == english.say(board_notes.LOOK_THROUGH) and not selects(post)
        shown = await reader.user.wait_for(lambda m: m["id"] == post["id"])
        own = await press(reader, shown, Action.LOOK)
        assert own["flags"] & 64 and own["id"] != post["id"]
        assert words("{player} (you)", player="Max") in own["content"]
        turned = await press(reader, own, Action.NEXT)
        assert turned["id"] == own["id"] and len(lines(turned)) == 3
        stranger = await here.player(NEW, locale)
        copy = await press(stranger, post, Action.LOOK)
        assert len(lines(copy)) == 10
        where = await press(stranger, copy, Action.HOW)
        assert words.say(board_notes.ABSENCES[Absence.NO_MATCH]) in where["content"]
        assert reader.user.message(post["id"]) == shown
        assert asker.user.ephemerals() == []
        await here.must_be_clean()


async def test_everything_the_command_takes(tmp_path: Path, played: Path) -> None:
    """Rule set, period, measure and scope; what cannot be is said, and something else shown."""
    words = spoken("en-US")
    async with stage(copied(played, tmp_path)) as here:
        player = await here.player(ANN)
        overall = await asked(player, rules="classic", scope="all", measure="net", period="season")
        assert words.say(boards.SCOPES[Scope.ALL]) in overall["content"]
        assert words.say(board_notes.NOTICES[Notice.NO_SEASONS_OVERALL]) in overall["content"]
        assert lines(overall)[0].startswith("**1** Ann (you): +120 points in 36 months")
        server = await press(player, overall, Action.SCOPE)
        assert words.say(boards.SCOPES[Scope.SERVER]) in server["content"]
        assert lines(server) == lines(overall)
        for period in When:
            assert (await asked(player, period=period.value))["content"].startswith("**Leaderboard: Rating**")
        for measure in Measure:
            people = lines(await asked(player, measure=measure.value, period="all"))
            # Nobody has played an arena here, and no match has been judged yet.
            assert bool(people) is (measure not in {Measure.ARENAS, Measure.SKILL}), measure
        await here.must_be_clean()


@pytest.mark.parametrize("slowly", [False, True], ids=["at once", "slowly"])
async def test_what_fails_in_public_is_told_in_private(tmp_path: Path, played: Path, slowly: bool) -> None:
    """A list for everybody that cannot be read leaves nothing in the channel, however long it took."""
    seconds = {"ack_seconds": "0"} if slowly else {}
    async with stage(copied(played, tmp_path), **seconds) as here:
        player, watcher = await here.player(ANN), await here.player(MAX)
        post = await asked(player, show="everybody", period="all")
        assert not post["flags"] & 64 and lines(post)
        before = [message["id"] for message in watcher.user.public()]
        await here.change_rows("ALTER TABLE standings RENAME TO gone")
        outcome = await player.user.command(
            "koikoi leaderboard", channel=CHANNEL, options={"show": "everybody"}
        )
        assert outcome.callback == (5 if slowly else 4)
        told = await player.user.wait_for(lambda m: bool(m["flags"] & 64))
        assert told["content"] and not told["components"] and not told["attachments"]
        left = [message["id"] for message in watcher.user.public()]
        await watcher.user.wait_until(
            lambda: [m["id"] for m in watcher.user.public()] == before, what=str(left)
        )
        await here.must_be_clean("the database is damaged")


FORGED = (
    "kk0:board:next",
    "kk0:board:steal:classic.all.wins.server.1",
    "kk0:board:next:poker.all.wins.server.1",
    "kk0:board:next:classic.s999.wins.server.1",
    "kk0:board:next:classic.m2099-01.wins.server.1",
    "kk0:board:next:classic.all.wins.server.0",
    "kk0:board:next:classic.all.wins.server.1.2",
    "kk0:board:rules:classic.all.wins.server.1",
)


async def test_forged_presses_are_old_buttons(tmp_path: Path, played: Path) -> None:
    """Nonsense, another server's season, a select's id on a button; pages too far are the last one."""
    words = spoken("en-US")
    async with stage(copied(played, tmp_path)) as here:
        player = await here.player(MAX)
        shown = await asked(player, measure="wins", period="all")
        menu = control(shown, Action.MEASURE)["custom_id"]
        # Under the note there is room for one more control.
        shown = await press(player, shown, Action.HOW)
        message, user = (
            forged_presses.message_of(here, shown["id"]),
            forged_presses.user_of(here, player.user.id),
        )

        async def told(custom_id: str, values: list[str] | None = None) -> str:
            """Return the message then, or the note that answers."""
            interaction = await forged_presses.put(
                here, forged_presses.pressed(here, user, message, custom_id, values=values)
            )
            found = forged_presses.answer_of(here, interaction)
            return message.content if found is None or found is message else found.content

        for custom_id in FORGED:
            assert await told(custom_id) == notes.old_button(mentioning(here.server, words.locale)), custom_id
        for values in (["luck"], [], ["wins", "net"]):
            assert await told(menu, values) == notes.old_button(mentioning(here.server, words.locale)), values
        assert "Page 2 of 2" in await told("kk0:board:next:classic.all.wins.server.999999")
        public = await asked(player, show="everybody", measure="wins", period="all")
        message = forged_presses.message_of(here, public["id"])
        before = message.content
        copy = await told("kk0:board:next:classic.all.wins.server.1")
        assert "Page 2 of 2" in copy and message.content == before
        await here.must_be_clean()
