"""Reviews in the local Discord: opened from the replay, whose moves, the way there and back; refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import MatchNotOver, NoFinishedMatch
from bot.i18n import Languages, Words
from bot.ids import MatchId
from bot.storage.settings import practice
from bot.wording import buttons, notes
from bot.wording.finished import review as wording
from cogs.content.page_id import format_page
from cogs.content.review_state import Action, ReviewState
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, copied, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.past_matches import Past, past
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json, labels, selects


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def before(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Finished matches in a folder; tests play on copies."""
    return await past(tmp_path_factory.mktemp("past"))


async def pressed(player: Player, message: Json, label: str) -> Json:
    """The note after a press on the button that says this."""
    shown = message["content"]
    await player.user.press(message, label)
    return await player.user.wait_update(message, lambda m: m["content"] != shown)


def spoken(locale: str) -> Words:
    """The words of a language."""
    return Languages.load().pick(locale)


@pytest.mark.parametrize("locale", ["en-US", "ja", "ko"])
async def test_a_review_leads_to_its_moves_and_back(
    tmp_path: Path, before: Past, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the replay, in its note: the own moves first, a select for the others, everybody's figures."""
    monkeypatch.setattr(practice, "LEARNING", 0)
    words = spoken(locale)
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0, locale)
        outcome = await player.user.command(
            "koikoi replay", channel=CHANNEL, options={"match": str(before.played)}
        )
        replay = await player.user.answer(outcome)
        review = await pressed(player, replay, words.say(wording.BUTTON))
        (picture,) = review["attachments"]
        assert (
            picture["filename"] == "review.png" and words.say(wording.CHANCES_TITLE) in picture["description"]
        )
        listed = await pressed(player, review, words.say(wording.MOVES))
        moves = [label for label in labels(listed) if label in _moves(words)]
        assert moves
        assert wording.costliest(words, "Person 0", len(moves)) in listed["content"]
        step = await pressed(player, listed, moves[0])
        assert step["attachments"][0]["filename"] == "replay.png"
        (costly,) = [line for line in listed["content"].splitlines() if line.startswith("**1.**")]
        assert costly in step["content"].splitlines()
        again = await pressed(player, step, words.say(buttons.BACK))
        assert again["content"] == listed["content"]
        (select,) = selects(again)
        other = next(each["value"] for each in select["options"] if not each.get("default"))
        await player.user.select(again, [other])
        theirs = await player.user.wait_update(again, lambda m: "Person 1" in m["content"])
        back = await pressed(player, theirs, words.say(buttons.BACK))
        assert back["content"] == review["content"] and back["attachments"]
        figures = await pressed(player, back, words.say(wording.FIGURES))
        assert "Person 0" in figures["content"] and "Person 1" in figures["content"]
        assert len(player.user.ephemerals()) == 1
        await here.must_be_clean()


async def test_first_matches_teach_one_thing(tmp_path: Path, before: Past) -> None:
    """One thing to try next, the move itself, and the whole match: no figures, no curve."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0)
        shown = await player.user.command(
            "koikoi replay", channel=CHANNEL, options={"match": str(before.played)}
        )
        review = await pressed(player, await player.user.answer(shown), words.say(wording.BUTTON))
        first, _ = review["content"].splitlines()
        assert "next time: " in first and not review["attachments"]
        assert labels(review) == [wording.move_button(words, 1), words.say(buttons.REPLAY)]
        step = await pressed(player, review, wording.move_button(words, 1))
        assert step["attachments"][0]["filename"] == "replay.png"
        back = await pressed(player, step, words.say(buttons.BACK))
        assert wording.costliest(words, "Person 0", 1) in back["content"]
        await here.must_be_clean()


def _moves(words: Words) -> list[str]:
    return [wording.move_button(words, n) for n in (1, 2, 3)]


async def test_nobody_reviews_what_is_not_theirs_to_see(tmp_path: Path, before: Past) -> None:
    """A match that goes on, no matter who asks; one of another server; forged presses."""
    words = spoken("en-US")
    async with stage(copied(before.folder, tmp_path)) as here:
        player, stranger = await here.player(0), await here.player(3)
        known = mentioning(here.server, words.locale)
        outcome = await stranger.user.command(
            "koikoi replay", channel=CHANNEL, options={"match": str(before.played)}
        )
        shown = await stranger.user.answer(outcome)
        message = forged_presses.message_of(here, shown["id"])
        user = forged_presses.user_of(here, stranger.user.id)

        async def said(custom_id: str, values: list[str] | None = None) -> str:
            """Return the note then, or the note that answers."""
            act = forged_presses.pressed(here, user, message, custom_id, values=values)
            found = forged_presses.answer_of(here, await forged_presses.put(here, act))
            return message.content if found is None or found is message else found.content

        def asks(match: MatchId, action: Action = Action.SHOW) -> str:
            return format_page(ReviewState(match).press(action))

        for custom_id in (
            "kk0:review:show",
            f"kk0:review:steal:{before.played}.-",
            f"kk0:review:show:{before.played}.x",
            f"kk0:review:show:{before.played}.-.u",
            f"kk0:review:show:{2**63}.-",
        ):
            assert await said(custom_id) == notes.old_button(known), custom_id
        assert await said(asks(before.played, Action.PLAYER), ["x"]) == notes.old_button(known)
        assert await said(asks(before.running)) == notes.error(known, MatchNotOver())
        assert await said(asks(MatchId(999))) == notes.error(known, NoFinishedMatch())
        for match in (before.given_up, before.aborted, before.cpu):
            assert "-# Match" in await said(asks(match))
        far = format_page(ReviewState(before.played, 7).press(Action.SHOW))
        assert "-# Match" in await said(far)
        await here.change_rows(
            "INSERT INTO guilds (id, locale, season, shares, defaults) VALUES (77, 'en', 'off', 0, '{}')"
        )
        await here.change_rows("UPDATE matches SET guild = 77 WHERE id = ?", before.played)
        for action in (Action.OPEN, Action.SHOW, Action.FIGURES):
            assert await said(asks(before.played, action)) == notes.error(known, NoFinishedMatch())
        assert await player.user.command("koikoi replay", channel=CHANNEL, options={"match": "1"})
        await here.must_be_clean()
