"""Histories in the local Discord: one's own, somebody else's, nobody's; the way into each replay and back."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
import pytest_asyncio

from bot.i18n import Languages, Words
from bot.ids import UserId
from bot.screens.records import profile
from bot.storage.database.schema import metadata
from bot.wording import buttons, notes
from bot.wording.finished import history as wording
from cogs.content.history_state import Action, HistoryState
from cogs.content.page_id import format_page
from engine.rules.presets import PresetId, named_rules
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, copied, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.past_matches import Past, past
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json, selects

LOCALES = pytest.mark.parametrize("locale", ["en-US", "ja", "ko"])


def spoken(locale: str) -> Words:
    """The words of a language."""
    return Languages.load().pick(locale)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def before(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Finished matches in a folder; tests play on copies."""
    return await past(tmp_path_factory.mktemp("past"))


async def history_of(player: Player, user: str | None = None) -> Json:
    """Return the answer of the command."""
    options = {} if user is None else {"user": user}
    outcome = await player.user.command("koikoi replay", channel=CHANNEL, options=options)
    assert not outcome.failed
    return await player.user.answer(outcome)


TABLES = {"matches": "id", "participants": "match", "results": "match", "result_players": "match"}


async def add_copies(here: LoopStage, count: int) -> None:
    """Copies of the first match without their logs: enough of them for several pages."""
    for new, (table, key) in itertools.product(range(1000, 1000 + count), TABLES.items()):
        columns = [each.name for each in metadata.tables[table].columns]
        values = (str(new) if each == key else "NULL" if each == "counted" else each for each in columns)
        names = ", ".join(f'"{each}"' for each in columns)
        kept = ", ".join(each if each in {str(new), "NULL"} else f'"{each}"' for each in values)
        await here.change_rows(f'INSERT INTO {table} ({names}) SELECT {kept} FROM {table} WHERE "{key}" = 1')


@LOCALES
async def test_one_s_own_matches_lead_to_their_replays_and_back(
    tmp_path: Path, before: Past, locale: str
) -> None:
    """A line a match, the newest first: people, result, rated or not; the one that goes on is not there."""
    words = spoken(locale)
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0, locale)
        message = await history_of(player)
        assert message["flags"] & 64
        title, *told, _ = message["content"].splitlines()
        assert title
        lines = [" ".join(each) for each in zip(told[::2], told[1::2], strict=True)]
        numbers = [wording.named(words, each) for each in (before.aborted, before.given_up, before.played)]
        assert all(line.endswith(name) for line, name in zip(lines, numbers, strict=True))
        assert all("Person 1" in line and "<t:" in line for line in lines)
        assert words("no result") in lines[0]
        assert words.within("of a match", "rated") in lines[2]
        await player.user.select(message, [str(before.given_up)])
        replay = await player.user.wait_update(message, lambda m: bool(m["attachments"]))
        assert wording.named(words, before.given_up) in replay["content"]
        await player.user.press(replay, "▶")
        replay = await player.user.wait_update(replay, lambda m: m["content"] != replay["content"])
        await player.user.press(replay, words.say(buttons.BACK))
        back = await player.user.wait_update(replay, lambda m: not m["attachments"])
        assert back["content"] == message["content"]
        assert len(player.user.ephemerals()) == 1
        await here.must_be_clean()


async def test_a_history_says_which_preset_was_played(tmp_path: Path, before: Past) -> None:
    """The name that the table had, not that of the rule set behind it."""
    rules = named_rules(PresetId.FLASH, months=3)
    async with stage(copied(before.folder, tmp_path)) as here:
        options = json.dumps(rules.changed())
        await here.change_rows(
            f"UPDATE matches SET rules = '{rules.id}', options = '{options}' WHERE id = {before.played}"
        )
        message = await history_of(await here.player(0, "en-US"))
        assert "**Hanafuda Flash against Person 1**" in message["content"]
        assert "**Classic against Person 1**" in message["content"]
        await here.must_be_clean()


async def test_a_long_history_has_pages(tmp_path: Path, before: Past) -> None:
    """Ten a page; the replay leads back to the page that it was opened from."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        await add_copies(here, 20)
        player = await here.player(0)
        message = await history_of(player)
        assert "Page 1 of 3 · 23 matches" in message["content"]
        assert len(message["content"].splitlines()) == 22
        await player.user.press(message, "▶")
        message = await player.user.wait_update(message, lambda m: "Page 2 of 3" in m["content"])
        await player.user.press(message, "▶")
        message = await player.user.wait_update(message, lambda m: "Page 3 of 3" in m["content"])
        (select,) = selects(message)
        assert [each["value"] for each in select["options"]][-1] == str(before.played)
        await player.user.select(message, [str(before.played)])
        replay = await player.user.wait_update(message, lambda m: bool(m["attachments"]))
        await player.user.press(replay, words.say(buttons.BACK))
        message = await player.user.wait_update(replay, lambda m: "Page 3 of 3" in m["content"])
        await player.user.press(message, "◀")
        await player.user.wait_update(message, lambda m: "Page 2 of 3" in m["content"])
        await here.must_be_clean()


async def test_of_others_there_is_what_everybody_here_may_open(tmp_path: Path, before: Past) -> None:
    """Only this server's; nothing of who has opted out, who is nameless in others' lists."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        player, other, stranger = [await here.player(n) for n in (0, 1, 3)]
        assert f"Match {before.played}" in (await history_of(stranger, player.user.id))["content"]
        await here.change_rows(
            "INSERT INTO guilds (id, locale, season, shares, defaults) VALUES (77, 'en', 'off', 0, '{}')"
        )
        await here.change_rows("UPDATE matches SET guild = 77 WHERE id = ?", before.played)
        assert f"Match {before.played}" not in (await history_of(stranger, player.user.id))["content"]
        assert f"Match {before.given_up}" in (await history_of(stranger, player.user.id))["content"]
        assert f"Match {before.played}" in (await history_of(player))["content"]
        await here.change_rows("UPDATE people SET hidden = 1 WHERE discord = ?", int(player.user.id))
        told = await history_of(stranger, player.user.id)
        assert told["content"] == profile.hidden(words, UserId(int(player.user.id)))
        assert not told["components"]
        theirs = (await history_of(stranger, other.user.id))["content"]
        assert "Person 0" not in theirs
        assert "Player 1" in theirs
        assert "Person 1" in (await history_of(player))["content"]
        nobody = await here.player(4)
        assert (await history_of(nobody))["content"].startswith("You have not finished a match yet")
        assert not (await history_of(player, nobody.user.id))["components"]
        bot = here.sandbox.bot_user["id"]
        assert (await history_of(player, str(bot)))["content"] == profile.bot(words, UserId(int(bot)))
        await here.must_be_clean()


async def test_a_profile_leads_to_the_history(tmp_path: Path, before: Past) -> None:
    """Somebody's history, in place of the list."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        asker = await here.player(3)
        other = await here.player(1)
        outcome = await asker.user.command("koikoi profile", channel=CHANNEL, options={"user": other.user.id})
        shown = await asker.user.answer(outcome)
        await asker.user.press(shown, words.say(buttons.HISTORY))
        listed = await asker.user.wait_update(shown, lambda m: "Matches of" in m["content"])
        assert not listed["attachments"]
        await here.must_be_clean()


async def test_forged_presses_show_nothing_that_a_command_would_not(tmp_path: Path, before: Past) -> None:
    """Nonsense is an old button; a page too far is the last one."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        asker, other = await here.player(3), await here.player(0)
        shown = await history_of(asker, other.user.id)
        message = forged_presses.message_of(here, shown["id"])
        user = forged_presses.user_of(here, asker.user.id)

        async def press(custom_id: str, values: list[str] | None = None) -> str:
            """Return the note then, or the note that answers."""
            interaction = await forged_presses.put(
                here, forged_presses.pressed(here, user, message, custom_id, values=values)
            )
            found = forged_presses.answer_of(here, interaction)
            return message.content if found is None or found is message else found.content

        old, them = notes.old_button(mentioning(here.server)), other.user.id
        for custom_id in (
            "kk0:history:show",
            f"kk0:history:steal:{them}.0",
            f"kk0:history:show:{them}.-1",
            f"kk0:history:show:{them}.00",
            "kk0:history:show:0.0",
            f"kk0:history:show:{2**63}.0",
        ):
            assert await press(custom_id) == old, custom_id
        state = HistoryState(UserId(int(them)))
        for values in (["x"], [], ["01"], ["1", "2"]):
            assert await press(format_page(state.press(Action.REPLAY)), values) == old, values
        far = HistoryState(state.user, 99_999)
        for action in (Action.SHOW, Action.OLDER, Action.NEWER):
            assert await press(format_page(far.press(action))) == shown["content"]
        nobody = HistoryState(UserId(2**63 - 1))
        assert "has not finished a match" in await press(format_page(nobody.press()))
        await here.change_rows("UPDATE people SET hidden = 1 WHERE discord = ?", int(them))
        assert await press(format_page(state.press())) == profile.hidden(words, state.user)
        await here.must_be_clean()
