"""The tutorial, the first page and tips through the sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.i18n import Languages, Words
from bot.match.lessons import SCENES, TO_THE_DECISION, Step
from bot.match.vocabulary import Hints
from bot.wording import buttons as buttons_words
from bot.wording.lessons import lesson as wording
from bot.wording.lessons import tip
from cogs.content.custom_id import Verb
from cogs.content.page_id import Page, is_page, parse_page
from tests.support.e2e.e2e_stage import CHANNEL, Stage, stage
from tests.support.e2e.panels import choose, opened, press
from tests.support.e2e.scripted_player import Player, presses
from tests.support.processes import databases
from tests.support.sandbox.messages import Json, buttons

LOCALES = ("en-US", "ja")


def words(player: Player) -> Words:
    """A player's language."""
    return Languages.load().pick(player.user.locale)


def step_of(note: Json) -> Step:
    """The step that a note shows, by its buttons."""
    states = [parse_page(each["custom_id"]).state for each in buttons(note)]
    return Step(states[-1][0])


def marked(note: Json) -> str | None:
    """The custom id of the card that is to be pressed."""
    found = [each["custom_id"] for each in buttons(note) if each["label"].startswith(wording.MARK)]
    return found[0] if found else None


async def pressed(player: Player, note: Json, custom_id: str) -> Json:
    """Press a button of a note; the note afterwards."""
    before = player.user.message(note["id"])
    outcome = await player.user.press(note, custom_id=custom_id)
    assert outcome.callback == 7, "the note is edited in place"
    return await player.user.wait_update(note, lambda m: m is not before)


async def first_step(player: Player, channel: str = CHANNEL) -> Json:
    """Open the tutorial from the first page."""
    page = await player.user.answer(await player.user.command("koikoi help", channel=channel))
    return await player.user.answer(await player.user.press(page, words(player).say(wording.OFFER_BUTTON)))


async def to_the_decision(player: Player, note: Json, each: Callable[[Json], None]) -> Json:
    """Press what is marked, or the way on, from the first step to the decision."""
    for step in TO_THE_DECISION[:-1]:
        assert step_of(note) is step
        each(note)
        (on,) = SCENES[step].leads
        note = await pressed(player, note, marked(note) or f"kk0:{Page.LESSON.value}:at:{on.value}")
    return note


def stored(here: Stage) -> int:
    """Return the numbers of stored people and matches."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        tables = ("people", "matches")
        return sum(database.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in tables)


@pytest.mark.outside
@pytest.mark.parametrize("locale", LOCALES)
async def test_the_tutorial_is_one_note_from_its_first_step_to_its_ends(tmp_path: Path, locale: str) -> None:
    """Pressing what is marked leads to the decision; both answers, and those after it, come to their end."""
    async with stage(tmp_path) as here:
        player = await here.player(0, locale)
        note = await first_step(player)
        said: list[str] = []
        note = await to_the_decision(player, note, lambda m: said.append(m["content"]))
        assert len(set(said)) == len(TO_THE_DECISION) - 1
        for end in (Step.WON, Step.MORE):
            at = f"kk0:{Page.LESSON.value}:at:{end.value}"
            note = await pressed(player, note, at)
            if end is Step.WON:
                assert wording.what_next(here.bot.client.languages.pick(locale)) in note["content"]  # type: ignore[union-attr]
                note = await press(player, note, words(player).say(wording.OTHER_BUTTON))
        card = marked(note)
        assert card is not None
        again = await pressed(player, note, card)
        for end in (Step.LOST, Step.WON_MORE):
            note = await pressed(player, again, f"kk0:{Page.LESSON.value}:at:{end.value}")
            assert wording.title(words(player), end) in note["content"]
            again = await press(player, note, words(player).say(wording.OTHER_BUTTON))
        assert [each["id"] for each in player.user.ephemerals()][1:] == [note["id"]]
        assert stored(here) == 0
        await here.must_be_clean()


async def test_a_match_begins_from_the_tutorial_s_end(tmp_path: Path) -> None:
    """One press plays the easiest CPU player, and the button goes; a refusal is one line with a link."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        note = await to_the_decision(player, await first_step(player), lambda _: None)
        end = f"kk0:{Page.LESSON.value}:at:{Step.WON.value}"
        note = await pressed(player, note, end)
        button = words(player).say(buttons_words.PLAY_CPU)
        picture = note["attachments"]
        note = await press(player, note, button)
        assert button not in [each["label"] for each in buttons(note)] and note["attachments"] == picture
        hand = await player.hand_with(Verb.MOVE, Verb.PICK)
        begun = stored(here)
        note = await press(player, note, words(player).say(wording.OTHER_BUTTON))
        note = await pressed(player, note, end)
        await player.user.press(note, button)
        refusal = await player.user.wait_for(
            lambda m: m["id"] not in (note["id"], hand["id"]) and "already" in m["content"]
        )
        assert "\n" not in refusal["content"] and "](https://discord.com/channels/" in refusal["content"]
        assert stored(here) == begun
        await here.must_be_clean()


async def test_an_old_press_a_wrong_one_and_a_restart_lose_nothing(tmp_path: Path) -> None:
    """The step is in the button: after a restart it leads on; another card gets a sentence; one may leave."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        note = await first_step(player)
        lesson = f"kk0:{Page.LESSON.value}"
        for step in (Step.KINDS, Step.AIM, Step.TAKE):
            note = await pressed(player, note, f"{lesson}:at:{step.value}")
        card = marked(note)
        assert card is not None
        note = await pressed(player, note, f"{lesson}:card:take.s")
        assert "> 8 finds no card of its month on the field. 3 does." in note["content"]
        assert step_of(note) is Step.TAKE
        await here.restart()
        note = await pressed(player, note, card)
        assert step_of(note) is Step.FLIP
        note = await press(player, note, words(player).say(wording.LEAVE_BUTTON))
        assert "</koikoi help:" in note["content"]
        note = await press(player, note, words(player).say(wording.GO_ON_BUTTON))
        assert step_of(note) is Step.FLIP
        await here.must_be_clean()


async def test_the_lobby_shows_anybody_how_to_play(tmp_path: Path) -> None:
    """In a note of their own; the lobby stays as it is."""
    async with stage(tmp_path) as here:
        host, guest = await here.player(0), await here.player(1, "ja")
        await host.user.command("koikoi play", channel=CHANNEL)
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        (open_,) = [each["custom_id"] for each in buttons(lobby) if is_page(each["custom_id"])]
        note = await guest.user.answer(await guest.user.press(lobby, custom_id=open_))
        assert note["flags"] & 64 and wording.title(words(guest), Step.MONTHS) in note["content"]
        assert guest.user.message(lobby["id"]) == lobby
        await here.must_be_clean()


async def test_five_quick_presses_open_one_tutorial(tmp_path: Path) -> None:
    """On a table. Once it has been begun it stays, however long its reader takes."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL)
        lobby = await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        help_ = words(player).say(wording.HELP_BUTTON)
        outcomes = await asyncio.gather(*(player.user.press(lobby, help_) for _ in range(5)))
        assert not any(each.failed for each in outcomes)
        await here.rest()
        (note,) = player.user.ephemerals()
        begun = await press(player, note, words(player).say(wording.NEXT_BUTTON))
        await here.pass_time(30 * 60)
        await here.rest()
        assert [each["id"] for each in player.user.ephemerals()] == [begun["id"]]
        await here.must_be_clean()


async def test_the_first_page_leads_on(tmp_path: Path) -> None:
    """Five lines, the rules that are in force, and the tutorial by one press."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        page = await opened(player, "koikoi help")
        for number in range(1, 6):
            assert f"\n{number}. " in page["content"]
        assert "**Standard**" in page["content"] and "</koikoi me:" in page["content"]
        outcome = await player.user.press(page, words(player).say(wording.OFFER_BUTTON))
        note = await player.user.answer(outcome)
        assert note["id"] != page["id"] and step_of(note) is Step.MONTHS
        await here.must_be_clean()


async def test_tips_are_switched_in_one_s_settings_and_more_has_the_hint(tmp_path: Path) -> None:
    """The open hand follows at once; against a CPU player nothing is at stake."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=3, cpu="normal")
        hand = await player.hand_with(Verb.MOVE, Verb.PICK)
        assert "\n-# Tip: " in hand["content"]
        panel = await choose(player, await opened(player, "koikoi me"), "pick", "deck")
        panel = await press(player, panel, tip.standing(words(player), Hints.NEVER))
        await player.user.wait_update(hand, lambda m: "-# Tip: " not in m["content"])
        more = await player.user.answer(await player.tap(player.hand, Verb.MORE))
        await player.tap(more, Verb.HINT)
        best = await player.user.wait_update(more, lambda m: m["content"].startswith("**Hint:** "))
        assert best["flags"] & 64
        hand = player.hand
        await press(player, panel, tip.standing(words(player), Hints.FIRST))
        await player.user.wait_update(hand, lambda m: "-# Tip: " in m["content"])
        await here.must_be_clean()


async def at_the_end(player: Player, channel: str) -> Json:
    """Return the tutorial's last step, reached by its last button."""
    note = await to_the_decision(player, await first_step(player, channel), lambda _: None)
    return await pressed(player, note, f"kk0:{Page.LESSON.value}:at:{Step.WON.value}")


def offers_play(player: Player, note: Json) -> bool:
    """Whether a note has *Play the CPU*."""
    return words(player).say(buttons_words.PLAY_CPU) in [each["label"] for each in buttons(note)]


async def test_where_the_bot_may_not_send_the_match_waits_in_direct_messages(tmp_path: Path) -> None:
    """The tutorial's end leads to cards in every channel; once it has, its button goes."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        end = await at_the_end(player, "quiet")
        await player.user.press(end, words(player).say(buttons_words.PLAY_CPU))
        link = f"https://discord.com/channels/@me/{player.user.direct}"
        await player.user.wait_for(lambda m: link in m["content"], channel="quiet")
        await player.user.wait_update(end, lambda m: not offers_play(player, m))
        await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)), channel=player.user.direct)
        await here.must_be_clean()


async def test_closed_direct_messages_leave_the_button_and_name_a_channel(tmp_path: Path) -> None:
    """No match begins, and nothing that could be pressed is lost: there the same button works."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        guild = here.sandbox.guild
        await here.sandbox.control("member", guild=guild, user=player.user.id, closed_dms=True)
        end = await at_the_end(player, "quiet")
        await player.user.press(end, words(player).say(buttons_words.PLAY_CPU))
        way = f"<#{here.sandbox.channel(CHANNEL)}>"
        await player.user.wait_for(lambda m: way in m["content"] and "Send Messages" in m["content"])
        assert offers_play(player, player.user.message(end["id"]) or {})
        assert databases.rows(here.data, "SELECT count(*) FROM matches WHERE status != 'closed'") == [(0,)]
        await here.must_be_clean()


async def test_a_lobby_that_waits_alone_becomes_the_match(tmp_path: Path) -> None:
    """Somebody who waits for others, and learns meanwhile, plays the CPU player at that table."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel="tea-room", months=1)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)), channel="tea-room")
        end, begun = await at_the_end(player, CHANNEL), stored(here)
        await player.user.press(end, words(player).say(buttons_words.PLAY_CPU))
        await player.hand_with(Verb.MOVE, Verb.PICK)
        await player.user.wait_update(end, lambda m: not offers_play(player, m))
        assert stored(here) == begun
        await here.must_be_clean()
