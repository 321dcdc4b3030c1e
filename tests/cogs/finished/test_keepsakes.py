"""Files, proof and animation of a finished match, as people ask for them; and who gets nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.wording import notes
from bot.wording.finished import keepsakes as wording
from cogs.content.custom_id import Verb
from cogs.content.page_id import Page, PagePress, format_page
from cogs.finished import kept, kept_id
from engine.record import match_record
from engine.record.verify import verdict
from tests.support.e2e import elsewhere, forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, stage
from tests.support.e2e.scripted_player import Player, is_over, play_on, presses
from tests.support.sandbox.messages import Json
from tests.support.wording_views import ENGLISH

MATCH = MatchId(1)
OLD = "This button belongs to an older message."
assert notes.old_button(ENGLISH).startswith(OLD)
NO_MATCH = ENGLISH.say(notes.ERRORS["no_finished_match"])
NOT_OVER = ENGLISH.say(notes.ERRORS["match_not_over"])


async def files_of(here: LoopStage, message: Json) -> dict[str, str]:
    """The files of a message by their names."""
    return {
        each["filename"]: (await here.sandbox.fetch(each["url"])).decode() for each in message["attachments"]
    }


async def replayed(player: Player, match: str, channel: str = CHANNEL) -> Json:
    """The answer to `/koikoi replay`, which nobody else sees."""
    told = await player.user.command("koikoi replay", channel=channel, options={"match": match})
    answer = await player.user.answer(told)
    assert answer["flags"] & 64
    return answer


async def put(
    here: LoopStage,
    player: Player,
    custom_id: str,
    channel: str | None = None,
    values: list[str] | None = None,
) -> str:
    """Return the answer to a forged press."""
    user = forged_presses.user_of(here, player.user.id)
    where = forged_presses.channel_of(here, CHANNEL) if channel is None else elsewhere.second_server(here)
    message = elsewhere.told_in(here, where)
    act = forged_presses.pressed(here, user, message, custom_id, values=values)
    put = await forged_presses.put(here, act)
    answered = forged_presses.answer_of(here, put)
    assert answered is not None and answered.audience == user.id
    assert not answered.attachments
    return answered.content


@pytest.mark.outside
async def test_a_match_can_be_taken_along_from_its_result(tmp_path: Path) -> None:
    """Log and record as files, the proof of the shuffles; to everybody in the server, in private."""
    async with stage(tmp_path) as here:
        one, other, stranger = [await here.player(index) for index in range(3)]
        await begin(one, other, months=3)
        assert (await replayed(one, "1"))["content"] == NOT_OVER
        await play_on([one, other])
        result = await stranger.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)) and is_over(stranger))
        assert "Secret" not in result["content"]
        note = await stranger.user.answer(await stranger.tap(result, Verb.LOG))
        assert note["flags"] & 64 and note["content"] == wording.files(ENGLISH, MATCH, "koikoi-1")
        found = await files_of(here, note)
        record = match_record.loads(found["koikoi-1.json"])
        assert verdict(record).whole
        assert [one_of["name"] for one_of in json.loads(found["koikoi-1.json"])["koikoi"]["people"]] == [
            one.user.name,
            other.user.name,
        ]
        assert found["koikoi-1-log.txt"].startswith("Koi-koi: ")
        proof = await stranger.user.answer(await stranger.tap(result, Verb.SHUFFLES))
        assert proof["content"].startswith("**Match 1: its shuffles**\nEverything matches")
        assert set(await files_of(here, proof)) == {"koikoi-1.json", "koikoi-1-shuffles.txt"}
        replay = await replayed(other, "Match 1")
        note = await other.user.answer(await other.user.press(replay, "Files"))
        again = await other.user.answer(await other.user.press(note, "Fair?"))
        assert again["content"] == proof["content"]
        await here.must_be_clean()


async def test_who_may_not_see_a_match_gets_nothing_of_it(tmp_path: Path) -> None:
    """Running ones, those of other servers, numbers that are none, forged presses: no file."""
    async with stage(tmp_path) as here:
        one, other, stranger = [await here.player(index) for index in range(3)]
        await begin(one, other, months=3)
        asked = [kept_id.files(MATCH), kept_id.verify(MATCH)]
        for press in asked:
            for player in (one, stranger):
                assert await put(here, player, format_page(press)) == NOT_OVER
            assert await put(here, stranger, format_page(press), "elsewhere") == NO_MATCH
        for typed in ("", "first", "0", "2", "9" * 30, "1 2"):
            assert (await replayed(stranger, typed or "?"))["content"] == NO_MATCH
        for action, state in (
            ("files", ()),
            ("files", ("x",)),
            ("files", ("1", "2")),
            ("month", ("1", "1")),
            ("files", ("9" * 40,)),
            ("burn", ("1",)),
        ):
            told = await put(here, stranger, format_page(PagePress(Page.KEPT, action, state)))
            assert told.startswith(OLD)
        await here.must_be_clean()


async def test_a_month_is_shown_as_an_animation(tmp_path: Path) -> None:
    """First that it is being drawn, then in its place the month, described; for no such month a sentence."""
    async with stage(tmp_path) as here:
        one, other, stranger = [await here.player(index) for index in range(3)]
        await begin(one, other, months=3)
        await play_on([one, other])
        assert await put(here, stranger, format_page(kept_id.pick(MATCH)), values=["99"]) == NO_MATCH
        user = forged_presses.user_of(here, stranger.user.id)
        message = elsewhere.told_in(here, forged_presses.channel_of(here, CHANNEL))
        act = forged_presses.pressed(here, user, message, format_page(kept_id.pick(MATCH)), values=["1"])
        interaction = await forged_presses.put(here, act)
        await here.rest()
        shown = forged_presses.answer_of(here, interaction)
        assert shown is not None and shown.audience == user.id
        (picture,) = shown.attachments
        assert picture.filename == kept.PICTURE and picture.description
        assert "January" in shown.content and not shown.components
        await here.must_be_clean()
