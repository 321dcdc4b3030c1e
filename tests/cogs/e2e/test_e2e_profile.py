"""Profiles in the local Discord: by command and by menu, in both languages, hidden people, forged presses."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import AlreadyShown
from bot.i18n import Languages, Words
from bot.ids import ChannelId, GuildId, UserId
from bot.maintenance.demo import Demo, fill
from bot.records.achievements import Achievement
from bot.records.boards import Scope
from bot.sandbox.world.seed import CHANNEL_IDS, GUILD_ID, USER_IDS
from bot.screens.records import profile as profiles
from bot.storage import Store
from bot.wording import buttons, commands, notes
from bot.wording import rules as rule_words
from bot.wording.records import achievements, boards
from cogs.content.page_id import format_page
from cogs.records.profile_content import Action, ProfileState
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, copied, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.prepared_match import PEOPLE, PLACE
from tests.support.e2e.scripted_player import Player
from tests.support.manager_fixture import RunningService, running_service
from tests.support.processes import databases
from tests.support.sandbox.messages import Json, selects
from tests.support.sandbox.messages import buttons as buttons_of

LOCALES = pytest.mark.parametrize("locale", ["en-US", "ja"])
PLAYING = 4
"""The number of the five users who have played; the last one is new."""


def spoken(locale: str) -> Words:
    return Languages.load().pick(locale)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a past of some weeks for the server and four of its users; tests play on copies."""
    folder = tmp_path_factory.mktemp("seeded")
    store = await Store.open(folder / "koikoi.db")
    users = {UserId(user): f"Person {n}" for n, user in enumerate(USER_IDS[:PLAYING])}
    place = GuildId(GUILD_ID), ChannelId(CHANNEL_IDS[CHANNEL])
    fill(store, Demo(*place, players=6, matches=120, days=60, users=users), datetime.now(UTC))
    await store.close()
    # Their decks are true ones, and a bot that deals calm ones finds no match in such a record.
    databases.change(folder, "UPDATE results SET judged = true")
    return folder


async def profile_of(player: Player, user: str | None = None) -> Json:
    """Return the answer of the command, with its picture if it has one."""
    options = {} if user is None else {"user": user}
    outcome = await player.user.command("koikoi profile", channel=CHANNEL, options=options)
    assert not outcome.failed
    return await player.user.answer(outcome)


def labels(message: Json) -> list[str]:
    return [each["label"] for each in buttons_of(message)]


@LOCALES
async def test_a_profile_by_command_and_by_menu(tmp_path: Path, seeded: Path, locale: str) -> None:
    """Both show the same page, to the reader alone; its numbers are in the text and beside the picture."""
    words = spoken(locale)
    async with stage(copied(seeded, tmp_path)) as here:
        asker, other = await here.player(0, locale), await here.player(1)
        own = await profile_of(asker)
        assert own["flags"] & 64
        (picture,) = own["attachments"]
        assert picture["filename"] == "profile.png"
        assert own["content"].startswith("**Person 0**")
        assert len(picture["description"]) <= 1024
        assert words.within("profile", "Record") in own["content"]
        assert words.within("profile", "Record") in picture["description"]
        assert words("You against {player}", player="Person 0") not in own["content"]
        shown = await profile_of(asker, other.user.id)
        assert words("You against {player}", player="Person 1") in shown["content"]
        assert words.say(boards.SCOPES[Scope.ALL]) not in labels(shown)
        name = commands.CONTEXT_MENUS["profile"]
        by_menu = await asker.user.context(name, target=other.user.id, channel=CHANNEL)
        assert (await asker.user.answer(by_menu))["content"] == shown["content"]
        assert not [each for each in other.user.messages() if each["flags"] & 64]
        offered = await asker.user.commands(CHANNEL)
        assert {each["localized_name"] for each in offered if each["type"] == 2} == {
            commands.menu_name(words, each) for each in commands.CONTEXT_MENUS.values()
        }
        await here.must_be_clean()


@pytest.mark.outside
@LOCALES
async def test_what_can_be_pressed_under_a_profile(tmp_path: Path, seeded: Path, locale: str) -> None:
    """Another rule set, all servers, the achievements and back: one message; in text mode no picture."""
    words = spoken(locale)
    async with stage(copied(seeded, tmp_path)) as here:
        player = await here.player(0, locale)
        message = await profile_of(player)
        (select,) = selects(message)
        usual = next(each["value"] for each in select["options"] if each.get("default"))
        other = next(each["value"] for each in select["options"] if each["value"] != usual)
        await player.user.select(message, [other])
        dot = words.within("between notes", " · ")
        named = f"{dot}{rule_words.name(words, RuleSetId(other))}{dot}"
        message = await player.user.wait_update(message, lambda m: named in m["content"])
        await player.user.press(message, words.say(boards.SCOPES[Scope.ALL]))
        everywhere = f"{dot}{words.say(boards.SCOPES[Scope.ALL])}"
        message = await player.user.wait_update(message, lambda m: everywhere in m["content"])
        await player.user.press(message, words.say(profiles.ACHIEVEMENTS_BUTTON))
        how = achievements.how(words, Achievement.ALL_RULE_SETS)
        message = await player.user.wait_update(message, lambda m: how in m["content"])
        assert all(achievements.how(words, each) in message["content"] for each in Achievement)
        assert ":D>" in message["content"]
        await player.user.press(message, words.say(buttons.BACK))
        message = await player.user.wait_update(message, lambda m: everywhere in m["content"])
        assert len(player.user.ephemerals()) == 1 and message["attachments"]
        await here.change_rows("UPDATE people SET text_mode = 1 WHERE discord = ?", int(player.user.id))
        assert not (await profile_of(player))["attachments"]
        await here.must_be_clean()


@LOCALES
async def test_who_has_no_profile_to_show(tmp_path: Path, seeded: Path, locale: str) -> None:
    """A person who has opted out is seen by themself alone; a sentence tells of new people and the bot."""
    words = spoken(locale)
    async with stage(copied(seeded, tmp_path)) as here:
        asker, hidden, new = [await here.player(n, locale) for n in (0, 1, PLAYING)]
        await here.change_rows("UPDATE people SET hidden = 1 WHERE discord = ?", int(hidden.user.id))
        refused = await profile_of(asker, hidden.user.id)
        assert refused["content"] == profiles.hidden(words, UserId(int(hidden.user.id)))
        assert not refused["attachments"] and not refused["components"]
        assert (await profile_of(hidden))["attachments"]
        assert (
            words("You against {player}", player="Person 0")
            in (await profile_of(hidden, asker.user.id))["content"]
        )
        unknown = UserId(int(new.user.id))
        told = await profile_of(asker, new.user.id)
        known = mentioning(here.server, words.locale)
        assert told["content"] == profiles.nothing(known, unknown, (), own=False, elsewhere=False)
        told = await profile_of(new)
        assert told["content"] == profiles.nothing(known, unknown, (), own=True, elsewhere=False)
        bot = UserId(int(here.sandbox.bot_user["id"]))
        assert (await profile_of(asker, str(bot)))["content"] == profiles.bot(words, bot)
        await here.must_be_clean()


async def test_forged_presses_show_nothing_that_a_command_would_not(tmp_path: Path, seeded: Path) -> None:
    """Of others there is this server alone, of hidden people nothing; nonsense is an old button."""
    words = spoken("en-US")
    async with stage(copied(seeded, tmp_path)) as here:
        asker, other, hidden = [await here.player(n) for n in range(3)]
        shown = await profile_of(asker)
        message, user = (
            forged_presses.message_of(here, shown["id"]),
            forged_presses.user_of(here, asker.user.id),
        )
        await here.change_rows("UPDATE people SET hidden = 1 WHERE discord = ?", int(hidden.user.id))

        async def press(custom_id: str, values: list[str] | None = None) -> str:
            """Return the message then, or the note that answers."""
            interaction = await forged_presses.put(
                here, forged_presses.pressed(here, user, message, custom_id, values=values)
            )
            found = forged_presses.answer_of(here, interaction)
            return message.content if found is None or found is message else found.content

        foreign = ProfileState(UserId(int(other.user.id)), RuleSetId.CLASSIC, everywhere=True)
        told = await press(format_page(foreign.press()))
        assert told.startswith("**Person 1**") and words.say(boards.SCOPES[Scope.SERVER]) in told
        secret = ProfileState(UserId(int(hidden.user.id)))
        for action in (Action.SHOW, Action.ACHIEVEMENTS):
            assert await press(format_page(secret.press(action))) == profiles.hidden(words, secret.user)
        nobody = ProfileState(UserId(2**63 - 1))
        assert "has not finished a match" in await press(format_page(nobody.press()))
        me, old = asker.user.id, notes.old_button(mentioning(here.server))
        for custom_id in (
            "kk0:profile:show",
            "kk0:profile:steal:1.usual.s",
            f"kk0:profile:show:{me}.usual",
            f"kk0:profile:show:{me}.poker.s",
            f"kk0:profile:show:{me}.usual.x.p",
            f"kk0:profile:show:{me}.usual.s.p",
            f"kk0:profile:show:{2**63}.usual.s",
            "kk0:profile:show:-1.usual.s",
            f"kk0:profile:show:0{me}.usual.s",
            f"kk0:profile:rules:{me}.usual.s",
        ):
            assert await press(custom_id) == old, custom_id
        ids = format_page(ProfileState(UserId(int(me))).press(Action.RULES))
        for values in (["poker"], [], ["classic", "league"]):
            assert await press(ids, values) == old, values
        await here.must_be_clean()


async def test_matches_of_other_servers_are_the_owners_to_show(tmp_path: Path) -> None:
    """The owner finds matches of other servers behind a button if there are none here; others do not."""
    async with running_service(tmp_path) as service:
        await _play(service)
    with contextlib.closing(sqlite3.connect(tmp_path / "koikoi.db")) as database, database:
        database.execute("PRAGMA foreign_keys = OFF")
        for table, column in (
            ("guilds", "id"),
            ("matches", "guild"),
            ("seasons", "guild"),
            ("standings", "guild"),
        ):
            database.execute(f"UPDATE {table} SET {column} = 77 WHERE {column} = ?", (PLACE.guild,))
    words = spoken("en-US")
    async with stage(tmp_path) as here:
        owner, other = await here.player(0), await here.player(1)
        message = await profile_of(owner)
        assert labels(message) == [words.say(boards.SCOPES[Scope.ALL])]
        await owner.user.press(message, labels(message)[0])
        message = await owner.user.wait_update(message, lambda m: bool(m["attachments"]))
        assert "All servers" in message["content"]
        assert not (await profile_of(other, owner.user.id))["components"]
        await here.must_be_clean()


async def _play(service: RunningService) -> None:
    match = (await service.manager.open_lobby(PLACE, PEOPLE[0], make_rules("classic", {"months": 3}))).match
    await service.manager.join(match, PEOPLE[1])
    await service.manager.start_match(match, PEOPLE[0].user)
    await service.draw(match)
    await service.play(match)


def _custom_id(message: Json, label: str) -> str:
    """The custom id of the button with a label."""
    (found,) = [each["custom_id"] for each in buttons_of(message) if each["label"] == label]
    return str(found)


async def test_a_profile_is_shown_to_everybody_by_its_owner_alone(tmp_path: Path, seeded: Path) -> None:
    """In the server's language, without controls; a forger and a person who has opted out show nothing."""
    async with stage(copied(seeded, tmp_path)) as here:
        asker, other = await here.player(0, "ja"), await here.player(1)
        words, button = spoken("ja"), spoken("ja").say(buttons.SHOW_EVERYBODY)
        shown = await profile_of(asker, other.user.id)
        assert button not in labels(shown)
        own = await profile_of(asker)
        await asker.user.press(own, button)
        public = await other.user.wait_for(lambda m: m["content"].startswith("**Person 0**"))
        assert not public["flags"] & 64 and not public["components"]
        assert "Record" in public["content"] and "You against" not in public["content"]
        await asker.user.wait_update(own, lambda m: any(each.get("disabled") for each in buttons_of(m)))
        me = forged_presses.user_of(here, asker.user.id)
        note = forged_presses.message_of(here, own["id"])
        again = forged_presses.pressed(here, me, note, _custom_id(own, button), locale="ja")
        refused = forged_presses.answer_of(here, await forged_presses.put(here, again))
        assert refused is not None and refused.content == notes.error(words, AlreadyShown())
        everywhere = words.say(boards.SCOPES[Scope.ALL])
        await asker.user.press(own["id"], everywhere)
        await asker.user.wait_update(own, lambda m: button not in labels(m))
        theirs = ProfileState(UserId(int(other.user.id))).press(Action.POST)
        act = forged_presses.pressed(
            here,
            forged_presses.user_of(here, asker.user.id),
            forged_presses.message_of(here, own["id"]),
            format_page(theirs),
        )
        await forged_presses.put(here, act)
        await here.change_rows("UPDATE people SET hidden = 1 WHERE discord = ?", int(other.user.id))
        assert spoken("en-US").say(buttons.SHOW_EVERYBODY) not in labels(await profile_of(other))
        await here.rest()
        told = [each["content"] for each in asker.user.public(CHANNEL)]
        assert [each.startswith("**Person") for each in told].count(True) == 1
        await here.must_be_clean()
