"""`/koikoi problem mine:` in the local Discord: asked, answered, back when it is due, and nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_asyncio
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.i18n import Languages
from bot.ids import UserId
from bot.match.own_problems import OwnProblem
from bot.match.problems import Choice
from bot.opponents import review as reviews
from bot.opponents.confirming import Confirmed
from bot.storage import finished, own_problems
from bot.storage.database.schema import results
from bot.wording import notes
from bot.wording import own_problems as wording
from bot.wording import problems as shared
from bot.wording.finished import review as review_words
from cogs.content.page_id import Page, PagePress, format_page, parse_page
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, copied, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.panels import press
from tests.support.e2e.past_matches import Past, past
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json, buttons, labels

WORDS = Languages.load().pick("en")
MIX = {False: 1.6, True: 0.31}
"""The worth of the best choice, in points and as a chance; the move made is worth nothing."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def before(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Finished matches in a folder; tests play on copies."""
    return await past(tmp_path_factory.mktemp("past"))


async def give(here: LoopStage, before: Past) -> None:
    """Confirm the costliest decisions of a match: the first by points, all others by chances."""
    assert here.bot.client is not None
    now = here.clock.now()

    def confirm(tx: Connection) -> None:
        course, left_out = finished.to_judge(tx, before.played)
        players = reviews.review(course.record, left_out).players
        best = {one.action: one for each in players for one in each.costliest}
        own_problems.ask(tx, before.played, players)
        tx.execute(sa.update(results).values(judged=True))  # nothing else is found meanwhile
        while (one := own_problems.waiting(tx, now)) is not None:
            decision, by_match = best[one.action], one.action != min(best)
            choices = (Choice(decision.made, 0.1), Choice(decision.best, MIX[by_match]))
            own_problems.enter(tx, one, Confirmed(choices, by_match, 1.0), now)

    await here.bot.client.store.write(confirm)


async def asked(player: Player, **options: object) -> Json:
    """The next problem of a player's own."""
    outcome = await player.user.command("koikoi problem", channel=CHANNEL, options={"mine": True, **options})
    assert not outcome.failed
    note = await player.user.answer(outcome)
    assert note["flags"] & 64
    return note


async def mine(here: LoopStage, player: Player) -> tuple[OwnProblem, ...]:
    """Return what is stored."""
    assert here.bot.client is not None
    return await here.bot.client.store.read(own_problems.all_of, UserId(int(player.user.id)))


async def answered(here: LoopStage, player: Player, note: Json, *, right: bool) -> Json:
    """Give the best answer, or another one; the note afterwards."""
    shown = player.user.message(note["id"])
    number = int(parse_page(buttons(note)[0]["custom_id"]).state[0])
    (one,) = [each for each in await mine(here, player) if each.id == number]
    place = one.best if right else 1 - one.best
    await player.user.press(note, custom_id=buttons(note)[place]["custom_id"])
    return await player.user.wait_update(note, lambda m: m is not shown)


async def test_they_come_back_until_they_are_answered_rightly(tmp_path: Path, before: Past) -> None:
    """Wrong, a day, right, three days, right, ten days, right: done. Meanwhile the others are asked.

    The rule stands below the first answer to each alone.
    """
    async with stage(copied(before.folder, tmp_path)) as here:
        player, other = await here.player(0), await here.player(1, "ja")
        assert (await asked(player))["content"] == WORDS.say(wording.NONE)
        await give(here, before)
        number = len(await mine(here, player))
        note = await asked(player)
        assert note["attachments"][0]["description"] and "Person 1" not in str(note)
        assert "Opponent" in note["attachments"][0]["description"]
        note = await answered(here, player, note, right=False)
        assert (
            shared.verdict(WORDS, right=False) in note["content"]
            and WORDS.say(wording.RULE) in note["content"]
        )
        for _ in range(number - 1):
            note = await press(player, note, WORDS.say(shared.NEXT_BUTTON))
            note = await answered(here, player, note, right=True)
            assert WORDS.say(wording.RULE) in note["content"]
        note = await press(player, note, WORDS.say(shared.NEXT_BUTTON))
        assert "None of your problems is due" in note["content"]
        for days in (1, 3, 10):
            await here.pass_time(days * 86_400 + 60)
            note = await asked(player)
            while buttons(note):
                note = await answered(here, player, note, right=True)
                assert WORDS.say(wording.RULE) not in note["content"]
                note = await press(player, note, WORDS.say(shared.NEXT_BUTTON))
        assert note["content"] == WORDS.say(wording.ALL_DONE)
        assert all(each.done for each in await mine(here, player))
        assert buttons(await asked(other))
        await here.must_be_clean()


async def test_the_review_and_stale_presses(tmp_path: Path, before: Past) -> None:
    """Nobody answers another's problem; a second answer counts nothing; a deleted match takes them along."""
    async with stage(copied(before.folder, tmp_path)) as here:
        player, other = await here.player(0), await here.player(1)
        await give(here, before)
        note = await asked(player, rules="classic")
        forged = buttons(note)[0]["custom_id"]
        theirs = await asked(other)
        old = notes.old_button(mentioning(here.server, WORDS.locale))
        message = forged_presses.message_of(here, theirs["id"])
        user = forged_presses.user_of(here, other.user.id)

        async def said(custom_id: str) -> str:
            act = forged_presses.pressed(here, user, message, custom_id)
            found = forged_presses.answer_of(here, await forged_presses.put(here, act))
            return message.content if found is None or found is message else found.content

        assert await said(forged) == WORDS.say(wording.GONE)
        for state in (("9",), ("1", "x"), ("1", "0", "0"), (str(2**70), "0")):
            assert await said(format_page(PagePress(Page.MINE, "answer", state))) == old
        own = buttons(theirs)[0]["custom_id"]
        assert await said(own[: own.rindex(".")] + ".7") == old
        assert all(each.due is None for each in (*await mine(here, player), *await mine(here, other)))
        twice = await asked(player)
        note = await answered(here, player, note, right=True)
        assert WORDS.say(review_words.BUTTON) in labels(note)
        twice = await answered(here, player, twice, right=False)
        assert WORDS.say(wording.COUNTS_NOT) in twice["content"]
        assert sum(each.right for each in await mine(here, player)) == 1
        stale = await press(player, twice, WORDS.say(shared.NEXT_BUTTON))
        await here.change_rows("DELETE FROM own_problems")
        await player.user.press(stale, custom_id=buttons(stale)[0]["custom_id"])
        gone = await player.user.wait_update(stale, lambda m: m["content"] == WORDS.say(wording.GONE))
        last = await press(player, gone, WORDS.say(shared.NEXT_BUTTON))
        assert last["content"] == WORDS.say(wording.NONE)
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("locale", ["ja", "ko"])
async def test_in_text_mode_words_tell_the_table(tmp_path: Path, before: Past, locale: str) -> None:
    """Question and answer have no picture."""
    words = Languages.load().pick(locale)
    async with stage(copied(before.folder, tmp_path)) as here:
        player = await here.player(0, locale)
        await give(here, before)
        await here.change_rows("UPDATE people SET text_mode = ? WHERE discord = ?", True, int(player.user.id))
        note = await asked(player)
        assert not note["attachments"] and words.say(wording.OPPONENT) in note["content"]
        note = await answered(here, player, note, right=False)
        assert not note["attachments"] and words.say(wording.RULE) in note["content"]
        await here.must_be_clean()
