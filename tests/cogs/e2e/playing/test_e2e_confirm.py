"""`Confirm my plays` through the sandbox: a card is shown again before it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import Languages
from bot.wording import buttons as labels
from bot.wording.settings import person
from cogs.content.custom_id import Verb
from engine.rules.actions import Play
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, stage
from tests.support.e2e.panels import choose, opened, press, words_only
from tests.support.e2e.scripted_player import MOVES, Player, all_play_a_card, presses
from tests.support.sandbox.messages import Json, buttons, find_button, selects, text_of
from tests.support.wording_views import ENGLISH


async def confirming(here: LoopStage, locale: str = "en-US") -> tuple[Player, Player]:
    """A match of two people, both of whom confirm what they play: who is asked for a card, and the other."""
    players = [await here.player(index, locale) for index in range(2)]
    words = Languages.load().pick(locale)
    for player in players:
        panel = await choose(player, await opened(player, "koikoi me"), "pick", "deck")
        panel = await press(player, panel, person.confirm(words, on=True))
        assert person.confirm(words, on=True) in panel["content"]
    await begin(*players, months=1)
    for player in players:
        await player.hand_without(Verb.NEXT)
    await here.rest()
    first, second = players
    return (first, second) if presses(first.hand, Verb.PICK) else (second, first)


def asked(message: Json) -> bool:
    """Whether a hand asks if a card is to be played."""
    return len([press for press in presses(message, Verb.MOVE) if isinstance(press.move, Play)]) == 1


async def pick(mover: Player, message: Json) -> Json:
    """Press the first card; the hand that asks whether it is to be played."""
    first = buttons(message)[0]
    await mover.user.press(message, custom_id=first["custom_id"])
    return await mover.user.wait_update(message, lambda m: bool(presses(m, Verb.HAND)))


@pytest.mark.outside
@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_a_card_is_shown_once_more(tmp_path: Path, locale: str) -> None:
    """`Back` leaves everything as it was; `Play` plays it. One press more than otherwise."""
    async with stage(tmp_path) as here:
        mover, _ = await confirming(here, locale)
        words = Languages.load().pick(locale)
        log = ActionLog(here.data)
        before = log.moves()
        hand = mover.hand
        assert not presses(hand, Verb.MOVE)
        shown = await pick(mover, hand)
        assert asked(shown)
        assert [each["label"] for each in buttons(shown)][:2] == [
            words.say(labels.PLAY),
            words.say(labels.BACK),
        ]
        again = await mover.user.press(shown, words.say(labels.BACK))
        assert not again.failed
        hand = await mover.user.wait_update(shown, lambda m: not presses(m, Verb.HAND))
        assert log.moves() == before
        shown = await pick(mover, hand)
        await mover.user.press(shown, words.say(labels.PLAY))
        await mover.user.wait_update(shown, lambda m: not presses(m, Verb.PICK, Verb.HAND))
        await here.rest()
        assert log.moves() > before
        await here.must_be_clean()


async def test_the_question_stays_while_others_act(tmp_path: Path) -> None:
    """The other one asks to end the match: the hand says so below the question, and *Play* still plays."""
    async with stage(tmp_path) as here:
        mover, other = await confirming(here)
        await all_play_a_card([mover, other])
        await mover.hand_with(*MOVES)
        shown = await pick(mover, mover.hand)
        log = ActionLog(here.data)
        before, play = log.moves(), find_button(shown, ENGLISH.say(labels.PLAY))
        question = await other.user.answer(await other.user.command("koikoi resign", channel=CHANNEL))
        await other.tap(question, Verb.ABORT)
        edited = await mover.user.wait_update(shown, lambda m: bool(presses(m, Verb.AGREE_ABORT)))
        assert asked(edited) and find_button(edited, ENGLISH.say(labels.PLAY)) == play
        assert "**Play " in edited["content"] and log.moves() == before
        await mover.user.press(edited, ENGLISH.say(labels.PLAY))
        await mover.user.wait_update(edited, lambda m: not presses(m, Verb.HAND))
        await here.rest()
        assert log.moves() > before
        await here.must_be_clean()


async def test_a_card_of_the_list_is_shown_once_more_too(tmp_path: Path) -> None:
    """With what it captures; it is played when that is confirmed."""
    async with stage(tmp_path) as here:
        mover, _ = await confirming(here)
        log = ActionLog(here.data)
        before = log.moves()
        await words_only(mover)
        hand = await mover.hand_with(Verb.LIST)
        await mover.tap(hand, Verb.LIST)
        listed = await mover.user.wait_update(hand, lambda m: bool(selects(m)))
        (select,) = selects(listed)
        await mover.user.select(listed, [select["options"][0]["value"]])
        shown = await mover.user.wait_update(listed, asked)
        assert "Play " in text_of(shown) and log.moves() == before
        await mover.user.press(shown, "Play")
        await here.rest()
        assert log.moves() > before
        await here.must_be_clean()
