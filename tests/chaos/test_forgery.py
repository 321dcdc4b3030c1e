"""Presses that nobody can make, put before the bot past everything that a client and Discord refuse."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest

from bot.i18n import Languages
from bot.sandbox.world.model import Message
from bot.wording import notes
from cogs.content.custom_id import Verb, format_press
from engine.cards.deck import DECK
from tests.support.e2e import forged_presses, shown_messages
from tests.support.e2e.e2e_stage import CHANNEL, stage, until_dealt
from tests.support.e2e.match_of_two import MATCH, MatchOfTwo, begin_match_of_two
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.scripted_player import MOVES, Player, presses

pytestmark = [pytest.mark.outside, pytest.mark.databases(long=True)]

ENGLISH = Languages.load().pick("en")
SLOW = {"ack_seconds": "0"}
PROMPT = {"ack_seconds": "2.5"}

MALFORMED = [
    "",
    "kk",
    "kk:",
    "kk1",
    "kk1:",
    "kk1::",
    "kk１:hand",
    "kk1:move:２:A",
    "kk²:hand",
    "kk01:hand",
    "kk+1:hand",
    "kk-1:hand",
    "kk1 :hand",
    "kk1:hand\n",
    "kk1:hand\nkk1:hand",
    "kk1:hand\0",
    "kk1:HAND",
    "kk1:hand:1",
    "kk1:move:1:A:A",
    "kk1:move:1:A>",
    "kk1:move:1:draw",
    "kk1:move:1:resign",
    "kk1:move:1:cut:48",
    "kk1:move:-1:A",
    "kk1:move:1e3:A",
    f"kk{'9' * 90}:hand",
    f"kk1:move:{'9' * 85}:A",
    f"kk{2**63}:hand",
    f"kk1:next:{2**63}",
    "kk1:" + "x" * 96,
    "kk1:" + "x" * 5000,
    "９" * 100,
    "kk1:手札",
    "\u202ekk1:hand",
    "' OR 1=1 --",
]


async def test_a_hand_that_somebody_else_presses(tmp_path: Path) -> None:
    """Neither opponent nor stranger moves or sees anything, or changes the hand that they pressed on."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=1)
        hand, actions = match.hand(match.mover), match.action_log.actions()
        before = shown_messages.seen(hand)
        for player, custom_id in itertools.product((match.other, match.stranger), before[2]):
            note = await match.press(player, hand, custom_id)
            assert note is not None
            assert note.content == ENGLISH.say(notes.FOREIGN_BUTTON)
            assert note.audience == int(player.user.id)
            assert shown_messages.seen(hand) == before
        assert match.action_log.actions() == actions
        match.must_be_private()
        await here.must_be_clean()


async def test_cards_that_are_not_one_s_own(tmp_path: Path) -> None:
    """Nobody plays a card of another hand, of the stock or of the field, or learns where it is."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=1)
        seen, hand, actions = await match.observation(), match.hand(match.mover), match.action_log.actions()
        before, answers = shown_messages.seen(hand), set()
        foreign = [card for card in DECK if card not in seen.hand]
        for card, verb in itertools.product(foreign, (Verb.MOVE, Verb.PICK)):
            await match.press(match.mover, hand, f"kk1:{verb}:{seen.question}:{card}")
            answers.add((verb, hand.content))
            assert shown_messages.seen(hand)[1:] == before[1:]
        assert len(answers) == 2, "what is said differs with where the card lies"
        for value in [*map(str, foreign), "resign", "draw", "ready", "cut:3", "", "A>B", "x" * 200]:
            await match.press(match.mover, hand, f"kk1:choose:{seen.question}", values=[value])
        own = sorted(map(str, seen.hand))
        for values in ([], own[:2]):  # a list asks for one card; two are no answer, be they one's own
            await match.press(match.mover, hand, f"kk1:choose:{seen.question}", values=values)
        assert match.action_log.actions() == actions
        match.must_be_private()
        await here.must_be_clean()


@pytest.mark.parametrize("pace", [PROMPT, SLOW], ids=["prompt", "slow"])
async def test_any_button_on_any_message(tmp_path: Path, pace: dict[str, str]) -> None:
    """Verbs of hands on the table, of lobbies on a hand, of other matches: answered, no hand in public."""
    async with stage(tmp_path, **pace) as here:
        match = await begin_match_of_two(here, months=1)
        host = await here.player(3)
        await host.user.command("koikoi play", channel="tea-room")
        await shown_messages.settled(here.server, match.action_log)
        actions, table = match.action_log.actions(), shown_messages.seen(match.table())
        for player in (match.mover, match.stranger):
            places = [match.table()] if player is match.stranger else [match.table(), match.hand(player)]
            for place, number in itertools.product(places, (1, 2, 999)):
                ids = [
                    each
                    for each in forged_presses.of_every_verb(number, 1)
                    if not acts(player is match.mover, each)
                ]
                await in_turns(match, player, place, ids)
        await here.rest()
        assert match.action_log.actions()[MATCH] == actions[MATCH]
        assert shown_messages.seen(match.table()) == table
        match.must_be_private()
        await here.must_be_clean()


def acts(plays: bool, custom_id: str) -> bool:
    """Whether this is what its presser may really do."""
    own = {"kk1:resigned", "kk1:unmoved", "kk1:down", "kk1:aborted", "kk1:agree"}
    as_manager = {"kk1:force", "kk2:force"}  # whose server it is may play, too
    return plays and custom_id in own | as_manager


async def in_turns(match: MatchOfTwo, player: Player, message: Message, custom_ids: list[str]) -> None:
    """Press them a few at a time."""
    for start in range(0, len(custom_ids), 6):
        part = custom_ids[start : start + 6]
        await asyncio.gather(*(match.press(player, message, each) for each in part))


async def test_texts_that_are_no_custom_id(tmp_path: Path) -> None:
    """Malformed, over-long, in other digits: each is answered with the Note about old buttons."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=1)
        actions = match.action_log.actions()
        for message in (match.table(), match.hand(match.mover)):
            for custom_id in MALFORMED:
                note = await match.press(match.mover, message, custom_id)
                assert note is not None, custom_id
                assert note.content == notes.old_button(mentioning(here.server)), custom_id
                assert note.ephemeral
        assert match.action_log.actions() == actions
        await here.must_be_clean()


async def test_what_is_delivered_twice_happens_once(tmp_path: Path) -> None:
    """An interaction that the gateway repeats is one lobby, one join, one draw, one move."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        channel = forged_presses.channel_of(here, CHANNEL)
        user = forged_presses.user_of(here, host.user.id)
        await forged_presses.put(here, forged_presses.commanded(here, user, channel, "koikoi play"), times=2)
        match = MatchOfTwo(here, host, guest, guest)
        await here.until(match.action_log.tables)
        await match.press(guest, match.table(), "kk1:join", times=2)
        await host.user.wait_for(lambda m: bool(presses(m, Verb.START)))
        await match.press(host, match.table(), "kk1:start", times=2)
        for player in (host, guest):
            await match.press(player, match.table(), "kk1:draw:1", times=3)
        assert list(match.action_log.actions()) == [MATCH]
        drawn = [row.user for row in match.action_log.actions()[MATCH] if row.n < 2]
        assert sorted(map(str, drawn)) == sorted([host.user.id, guest.user.id])
        await until_dealt(host, guest)  # who tied draws again
        for player in (host, guest):
            await player.hand_without(Verb.NEXT)
        await shown_messages.settled(here.server, match.action_log)
        mover = next(each for each in (host, guest) if presses(each.hand, *MOVES))
        before = len(match.action_log.actions()[MATCH])
        press = format_press(presses(mover.hand, Verb.MOVE)[0])
        await match.press(mover, forged_presses.message_of(here, mover.hand["id"]), press, times=5)
        made = [row for row in match.action_log.actions()[MATCH][before:] if row.user is not None]
        assert len(made) == 1
        match.must_be_private()
        await here.must_be_clean()
