"""Giving a match up: a loss once everybody has played a card, no result before, and another match at hand."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bot.match.ending import WayOut
from bot.screens import ending
from bot.wording import notes
from cogs.content.custom_id import Press, Verb, format_press
from tests.support.e2e.e2e_stage import CHANNEL, stage, table_of
from tests.support.e2e.match_of_two import MATCH, begin_match_of_two
from tests.support.e2e.panels import below_name
from tests.support.e2e.scripted_player import Player, all_play_a_card, is_over, presses
from tests.support.sandbox.messages import Json
from tests.support.wording_views import ENGLISH

MOVES_IT = "It moves your rating, which is provisional."
LOSES = "\n".join((ENGLISH.say(ending.LOSE_QUESTION), MOVES_IT, ENGLISH.say(ending.OTHER_WAYS[WayOut.ASK])))
MOVED_IT = "Your rating is provisional, 1 of 5 rated matches."


async def asked(quitter: Player, channel: str = CHANNEL) -> Json:
    """The answer to `/koikoi resign`."""
    return await quitter.user.answer(await quitter.user.command("koikoi resign", channel=channel))


async def test_resigning_ends_the_match_after_a_question(tmp_path: Path) -> None:
    """`/koikoi resign` asks once; cancelled, nothing changes; confirmed, the result names the other."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        await all_play_a_card([match.mover, match.other])
        await here.rest()
        quitter = match.mover
        await quitter.tap(await asked(quitter), Verb.CANCEL)
        await here.rest()
        assert not is_over(quitter)
        question = await asked(quitter)
        assert below_name(question["content"]).startswith(LOSES)
        await quitter.tap(question, Verb.RESIGN)
        told = await quitter.user.wait_update(question, lambda m: not m["components"])
        assert below_name(told["content"]) == notes.resigned(ENGLISH, MOVED_IT)
        await match.other.user.wait_until(partial(is_over, match.other))
        await here.must_be_clean()


async def test_who_resigns_from_another_channel_is_told_that_they_have(tmp_path: Path) -> None:
    """The player does not see the result there."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        await all_play_a_card([match.mover, match.other])
        await here.rest()
        question = await asked(match.other, "tea-room")
        await match.other.tap(question, Verb.RESIGN)
        told = notes.resigned(ENGLISH, MOVED_IT)
        await match.other.user.wait_update(question, lambda m: below_name(m["content"]) == told)
        await match.mover.user.wait_until(partial(is_over, match.mover))
        await here.must_be_clean()


async def test_before_everybody_has_played_it_has_no_result_and_another_match_is_a_press_away(
    tmp_path: Path,
) -> None:
    """The table says who gave it up; *Rematch* under it opens a table for the same two."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        quitter, other = match.other, match.mover
        table = table_of(quitter)
        question = await asked(quitter)
        assert below_name(question["content"]) == ENGLISH.say(ending.UNMOVED_QUESTION)
        await quitter.tap(question, Verb.END_UNMOVED)
        told = await quitter.user.wait_update(question["id"], lambda m: not m["components"])
        assert below_name(told["content"]) == ending.outcome(ENGLISH, ended=True)
        ended = await other.user.wait_update(table["id"], lambda m: bool(presses(m, Verb.REMATCH)))
        assert "gave it up before everybody had played a card" in ended["content"]
        await other.user.wait_update(other.hand["id"], lambda m: not presses(m))
        await here.rest()
        assert [message for message in other.user.public() if presses(message)] == [ended]
        await other.tap(ended, Verb.REMATCH)
        lobby = await quitter.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)))
        assert quitter.user.mention in lobby["content"]
        await here.must_be_clean()


async def test_whoever_was_told_that_nothing_is_lost_is_asked_again_where_it_is(tmp_path: Path) -> None:
    """A press that was under way when the last one played their first card: nobody loses a match unawares."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        quitter = match.other
        question = await asked(quitter)
        await all_play_a_card([match.mover, match.other])
        await here.rest()
        await quitter.user.wait_gone(question)
        await match.press(quitter, match.hand(quitter), format_press(Press(MATCH, Verb.END_UNMOVED)))
        again = await quitter.user.wait_for(lambda m: bool(presses(m, Verb.RESIGN)))
        assert below_name(again["content"]).startswith(LOSES)
        assert not is_over(quitter)
        await quitter.tap(again, Verb.RESIGN)
        await quitter.user.wait_until(partial(is_over, quitter))
        await here.must_be_clean()
