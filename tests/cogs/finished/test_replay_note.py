"""Replays in the local Discord: stepped through, shown to everybody, refused, forged, in every language."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import MatchNotOver, NoFinishedMatch
from bot.i18n import Languages, Words
from bot.screens.records import board_notes
from bot.wording import buttons, notes
from bot.wording.finished import history as wording
from bot.wording.finished import review as reviews
from cogs.content.custom_id import Verb
from cogs.content.page_id import format_page
from cogs.content.replay_state import Action, ReplayState
from engine.rules.options import make_rules
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, copied, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.past_matches import Past, past
from tests.support.e2e.prepared_match import open_hands, prepare, third_card
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json, find_button, labels, selects
from tests.support.sandbox.messages import buttons as buttons_of

LOCALES = pytest.mark.parametrize("locale", ["en-US", "ja", "ko"])


def spoken(locale: str) -> Words:
    """The words of a language."""
    return Languages.load().pick(locale)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def before(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Finished matches in a folder; tests play on copies."""
    return await past(tmp_path_factory.mktemp("past"))


async def opened(player: Player, match: object) -> Json:
    """Return the answer of `/koikoi replay`."""
    outcome = await player.user.command("koikoi replay", channel=CHANNEL, options={"match": str(match)})
    assert not outcome.failed
    return await player.user.answer(outcome)


async def stepped(player: Player, message: Json, label: str) -> Json:
    """The note after a press on the button that says this."""
    text = message["content"]
    await player.user.press(message, label)
    return await player.user.wait_update(message, lambda m: m["content"] != text)


def _disabled(message: Json) -> list[str]:
    return [
        said for said, each in zip(labels(message), buttons_of(message), strict=True) if each.get("disabled")
    ]


def _numbers(line: str) -> list[int]:
    digits = "".join(each if each.isdecimal() else " " for each in line)
    return [int(each) for each in digits.split()]


@LOCALES
async def test_a_match_is_stepped_through(tmp_path: Path, before: Past, locale: str) -> None:
    """Move by move, month by month, by the select; one private note, with picture, alt text, open hands."""
    words = spoken(locale)
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0, locale)
        message = await opened(player, before.played)
        assert message["flags"] & 64
        assert wording.named(words, before.played) in message["content"]
        (picture,) = message["attachments"]
        assert picture["filename"] == "replay.png"
        assert _disabled(message) == ["◀"]
        (select,) = selects(message)
        assert all(each.get("description") for each in select["options"][1:])
        before_it = message["content"]
        await player.user.select(message, [select["options"][1]["value"]])
        message = await player.user.wait_update(message, lambda m: m["content"] != before_it)
        (picture,) = message["attachments"]
        assert 0 < len(picture["description"]) <= 1024
        hand = words("Open hand of {player}", player="Person 0")
        assert hand in picture["description"] or hand in message["content"]
        began = message["content"]
        message = await stepped(player, message, "▶")
        message = await stepped(player, message, "◀")
        assert message["content"] == began
        (select,) = selects(message)
        assert [each["value"] for each in select["options"] if each.get("default")] == [
            select["options"][1]["value"]
        ]
        await player.user.select(message, [select["options"][-1]["value"]])
        message = await player.user.wait_update(message, lambda m: m["content"] != began)
        while "▶" not in _disabled(message):
            message = await stepped(player, message, "▶")
        assert len(player.user.ephemerals()) == 1
        await here.must_be_clean()


@pytest.mark.outside
@LOCALES
async def test_text_says_all_that_the_picture_shows(tmp_path: Path, before: Past, locale: str) -> None:
    """For somebody who has chosen text mode in their settings, step by step."""
    words = spoken(locale)
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0, locale)
        assert (await opened(player, before.played))["attachments"]
        await here.change_rows("UPDATE people SET text_mode = 1 WHERE discord = ?", int(player.user.id))
        message = await opened(player, before.played)
        (select,) = selects(message)
        shown = message["content"]
        await player.user.select(message, [select["options"][1]["value"]])
        message = await player.user.wait_update(message, lambda m: m["content"] != shown)
        for name in ("Person 0", "Person 1"):
            assert words("Open hand of {player}", player=name) in message["content"]
        message = await stepped(player, message, "▶")
        assert not message["attachments"]
        await here.must_be_clean()


@pytest.mark.outside
async def test_the_result_opens_its_replay_after_a_restart_too(tmp_path: Path) -> None:
    """So do *Review*, *Scores*, *Log* and *Rematch*: what their buttons carry is all that is needed."""
    words = spoken("en-US")
    await prepare(tmp_path, make_rules("classic", {"months": 3}), 2, third_card)
    async with stage(tmp_path) as here:
        player, _ = await open_hands(here, 2)
        stranger = await here.player(2)
        outcome = await player.user.command("koikoi resign", channel=CHANNEL)
        await player.tap(await player.user.answer(outcome), Verb.RESIGN)
        result = await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        review = words.say(reviews.BUTTON)
        assert labels(result)[:5] == [
            *(review, words.say(buttons.REMATCH), words.say(buttons.SCORES)),
            *(words.say(buttons.REPLAY), words.say(buttons.LOG)),
        ]
        await here.restart()
        for who in (player, stranger):
            note = await who.user.answer(await who.user.press(result, words.say(buttons.REPLAY)))
            assert note["flags"] & 64
            assert note["attachments"][0]["filename"] == "replay.png"
            await who.user.answer(await who.user.press(result, words.say(buttons.LOG)))
            await who.user.wait_gone(note)
            looked_back = await who.user.answer(await who.user.press(result, review))
            assert looked_back["flags"] & 64
            # Of one of their first matches the player is told what to try next, and nothing else.
            assert [each["filename"] for each in looked_back["attachments"]] == ["review.png"] * (
                who is stranger
            )
            sheet = await who.user.answer(await who.user.press(result, words.say(buttons.SCORES)))
            assert sheet["attachments"][0]["filename"] == "scores.png"
            assert sheet["attachments"][0]["description"].startswith(words("Score sheet: {rules}", rules=""))
        again = await player.user.press(result, words.say(buttons.REMATCH))
        assert not again.failed
        await player.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)))
        await here.must_be_clean()


async def test_everybody_is_shown_one_step_where_it_was_played(tmp_path: Path, before: Past) -> None:
    """One post, static, in the server's language; *Look through* opens the reader's own copy at that step."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        player, other = await here.player(0, "ja"), await here.player(3)
        mine = spoken("ja")
        await here.change_rows("UPDATE people SET hidden = 1 WHERE discord = ?", int(player.user.id))
        message = await opened(player, before.played)
        (select,) = selects(message)
        await player.user.select(message, [select["options"][1]["value"]])
        drawn = message["content"]
        message = await player.user.wait_update(message, lambda m: m["content"] != drawn)
        assert "Person 0" in message["content"] + message["attachments"][0]["description"]
        show = mine.say(buttons.SHOW_EVERYBODY)
        custom_id = str(find_button(message, show)["custom_id"])
        user = forged_presses.user_of(here, player.user.id)
        note = forged_presses.message_of(here, message["id"])
        act = forged_presses.pressed(here, user, note, custom_id, locale="ja")
        await asyncio.gather(*(forged_presses.put(here, act) for _ in range(3)))
        post = await other.user.wait_for(lambda m: labels(m) == [words.say(board_notes.LOOK_THROUGH)])
        assert not post["flags"] & 64
        assert (
            len([m for m in other.user.public() if labels(m) == [words.say(board_notes.LOOK_THROUGH)]]) == 1
        )
        assert "Replay" in post["content"]
        told = post["content"] + post["attachments"][0]["description"]
        assert "Person 0" not in told, "who has opted out is nameless in what others see"
        assert "Person 1" in told
        await player.user.wait_update(message, lambda m: show in _disabled(m))
        copy = await other.user.answer(await other.user.press(post, words.say(board_notes.LOOK_THROUGH)))
        assert copy["flags"] & 64
        assert copy["content"].splitlines()[-1] == post["content"].splitlines()[-1]
        assert "▶" in labels(copy)
        await here.must_be_clean()


async def test_nobody_sees_what_is_not_theirs_to_see(tmp_path: Path, before: Past) -> None:
    """A match that goes on, one of another server, none at all; one's own are open everywhere."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        player, stranger = await here.player(0), await here.player(3)
        known = mentioning(here.server, words.locale)
        none, running = notes.error(known, NoFinishedMatch()), notes.error(known, MatchNotOver())
        for who in (player, stranger):
            assert (await opened(who, before.running))["content"] == running
            for nonsense in (999, 0, "x", "9" * 30, "1 2"):
                assert (await opened(who, nonsense))["content"] == none
            for match in (before.given_up, before.aborted, before.cpu):
                assert (await opened(who, f"#{match}"))["attachments"]
        await here.change_rows(
            "INSERT INTO guilds (id, locale, season, shares, defaults) VALUES (77, 'en', 'off', 0, '{}')"
        )
        await here.change_rows(
            "UPDATE matches SET guild = 77 WHERE id IN (?, ?)", before.played, before.running
        )
        for match in (before.played, before.running):
            assert (await opened(stranger, match))["content"] == none
        own = await opened(player, before.played)
        assert own["attachments"]
        assert words.say(buttons.SHOW_EVERYBODY) not in labels(own)
        assert (await opened(player, before.running))["content"] == running
        await here.must_be_clean()


async def test_without_a_number_one_s_matches_are_listed(tmp_path: Path, before: Past) -> None:
    """Each opens its replay; somebody who has finished none is told so."""
    async with stage(copied(before.folder, tmp_path)) as here:
        player, stranger = await here.player(0), await here.player(3)

        async def listed(who: Player) -> Json:
            return await who.user.answer(await who.user.command("koikoi replay", channel=CHANNEL))

        (select,) = selects(await listed(player))
        assert [each["value"] for each in select["options"]] == [
            str(each) for each in (before.aborted, before.given_up, before.played)
        ]
        assert selects(await listed(stranger)) == []
        await here.must_be_clean()


async def test_forged_presses_are_refused(tmp_path: Path, before: Past) -> None:
    """Nonsense is an old button, a step that is none the last one; a post elsewhere is none."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        player, stranger = await here.player(0), await here.player(3)
        known = mentioning(here.server, words.locale)
        shown = await opened(stranger, before.played)
        message = forged_presses.message_of(here, shown["id"])
        user = forged_presses.user_of(here, stranger.user.id)

        async def press(custom_id: str, values: list[str] | None = None) -> str:
            """Return the note then, or the note that answers."""
            interaction = await forged_presses.put(
                here, forged_presses.pressed(here, user, message, custom_id, values=values)
            )
            found = forged_presses.answer_of(here, interaction)
            return message.content if found is None or found is message else found.content

        old, n = notes.old_button(known), before.played
        for custom_id in (
            "kk0:replay:show",
            f"kk0:replay:steal:{n}.0.-.0",
            f"kk0:replay:show:{n}.0.-",
            f"kk0:replay:show:{n}.-1.-.0",
            f"kk0:replay:show:{n}.00.-.0",
            f"kk0:replay:show:{2**63}.0.-.0",
            f"kk0:replay:show:{n}.0.me.0",
            f"kk0:replay:month:{n}.0.-.0",
        ):
            assert await press(custom_id) == old, custom_id
        month = format_page(ReplayState(n).press(Action.MONTH))
        for values in (["x"], [], ["1", "2"]):
            assert await press(month, values) == old, values
        far = format_page(ReplayState(n, 10**6).press(Action.SHOW))
        assert "Step" in await press(far)
        running = format_page(ReplayState(before.running).press(Action.NEXT))
        assert await press(running) == notes.error(known, MatchNotOver())
        await here.change_rows(
            "INSERT INTO guilds (id, locale, season, shares, defaults) VALUES (77, 'en', 'off', 0, '{}')"
        )
        await here.change_rows("UPDATE matches SET guild = 77 WHERE id = ?", n)
        for action in Action:
            chosen = ["1"] if action is Action.MONTH else None
            assert await press(format_page(ReplayState(n, 3).press(action)), chosen) == notes.error(
                known, NoFinishedMatch()
            )
        public = len(player.user.public())
        mine = await opened(player, n)
        me = forged_presses.user_of(here, player.user.id)
        post = format_page(ReplayState(n, 3).press(Action.POST))
        note = forged_presses.message_of(here, mine["id"])
        await forged_presses.put(here, forged_presses.pressed(here, me, note, post))
        assert len(player.user.public()) == public
        await here.must_be_clean()


async def test_two_people_step_at_once(tmp_path: Path, before: Past) -> None:
    """Each through their own copy, at their own pace, and so does one who has it open twice."""
    async with stage(copied(before.folder, tmp_path)) as here:
        players = [await here.player(n) for n in (0, 3)]
        first, second = await asyncio.gather(*(opened(each, before.played) for each in players))
        for _ in range(4):
            first, second = await asyncio.gather(
                stepped(players[0], first, "▶"), stepped(players[1], second, "▶")
            )
        first = await stepped(players[0], first, "▶")
        assert _numbers(first["content"].splitlines()[-1])[-3] == 6
        assert _numbers(second["content"].splitlines()[-1])[-3] == 5
        await here.must_be_clean()


@pytest.mark.outside
@LOCALES
async def test_one_s_own_matches_are_offered(tmp_path: Path, before: Past, locale: str) -> None:
    """The newest first, found by number and by name; nobody else's, and none that goes on."""
    async with stage(copied(before.folder, tmp_path)) as here:
        player, other = await here.player(0, locale), await here.player(2, locale)

        async def offered(who: Player, typed: str) -> list[str]:
            """The matches that are offered to somebody who types this."""
            found = await who.user.autocomplete(
                "koikoi replay", "match", channel=CHANNEL, options={"match": typed}
            )
            assert all(len(each["name"]) <= 100 for each in found)
            return [each["value"] for each in found]

        mine = [str(each) for each in (before.aborted, before.given_up, before.played)]
        assert await offered(player, "") == mine
        assert await offered(player, "Person 1") == mine
        assert await offered(player, wording.named(spoken(locale), before.given_up)) == [str(before.given_up)]
        assert await offered(player, "nobody") == []
        assert await offered(other, "") == [str(before.cpu)]
        await here.must_be_clean()
