"""A player's hand: which message it is, how long it lives, and how it follows the match by itself."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from bot.ids import MatchId, UserId
from bot.match.views import MatchView
from bot.storage.hands import HandRow
from cogs.content.custom_id import Verb
from cogs.messages.hand_message import HandKey, HandMessage
from cogs.messages.hands import ANSWERED_SECONDS
from cogs.messages.tokens import EDIT_TIMEOUT
from tests.support.clocked_bot import CHANNEL, ClockedBot, clocked_bot
from tests.support.e2e.e2e_stage import begin
from tests.support.e2e.panels import my_hand, words_only
from tests.support.e2e.scripted_player import MOVES, Player, presses
from tests.support.manual_clock import ManualClock
from tests.support.waiting import until

HAND_SECONDS = 840
MATCH = MatchId(1)
RETRY_SECONDS = 1


def hand_key(player: Player) -> HandKey:
    """Return the key of a player's hand."""
    return MATCH, UserId(int(player.user.id))


async def row_of(bot: ClockedBot, player: Player) -> HandRow | None:
    """Return the stored row of a player's hand, once nobody writes it."""
    if (hand := bot.client.presenter.hands.known(hand_key(player))) is not None:
        await unlocked(hand)
    return await bot.client.store.hands.get(*hand_key(player))


async def unlocked(hand: HandMessage) -> None:
    """Wait until nobody writes a hand: what was under way is done, or has failed."""
    async with hand.lock:
        pass


async def until_idle(bot: ClockedBot, player: Player) -> None:
    """Wait until a hand's writer has nothing more to do now."""
    hand = bot.client.presenter.hands.of(hand_key(player))

    async def idle() -> bool:
        await bot.clock.move()
        return not hand.busy

    await until(idle)


async def dealt(bot: ClockedBot) -> Player:
    """Somebody whose hand has been dealt against a CPU player, and who is asked for a card."""
    player = await bot.player(0)
    await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
    await player.hand_with(*MOVES)
    await until_idle(bot, player)
    return player


async def two(bot: ClockedBot) -> tuple[Player, Player]:
    """Two people with hands: who is asked for a card, and who waits."""
    players = await bot.player(0), await bot.player(1)
    await begin(*players, months=1)
    for player in players:
        await player.hand_without(Verb.NEXT)
        await until_idle(bot, player)
    first, second = players
    return (first, second) if presses(first.hand, *MOVES) else (second, first)


async def test_a_clock_that_is_set_ends_no_token() -> None:
    """A token's life is what has passed, whatever the time of day has become meanwhile."""

    class SetClock(ManualClock):
        wrong = timedelta(0)

        def machine(self) -> datetime:
            return super().machine() + self.wrong

    clock = SetClock()
    before = clock.passing()
    clock.wrong = timedelta(hours=2)
    await clock.move(60)
    assert clock.passing() - before == timedelta(seconds=60)


async def test_a_hand_closes_before_its_token_dies_and_opens_again(tmp_path: Path) -> None:
    """After fourteen minutes one button is left, which brings it back."""
    async with clocked_bot(tmp_path, hand_seconds=HAND_SECONDS) as bot:
        player = await dealt(bot)
        hand = player.hand
        await bot.clock.move(HAND_SECONDS - 1)
        assert await row_of(bot, player) is not None
        assert presses(player.hand, *MOVES)
        await bot.clock.move(1)
        closed = await player.user.wait_update(hand["id"], lambda m: len(presses(m)) == 1)
        assert presses(closed, Verb.HAND)
        await until_gone(bot, player)
        await player.tap(closed, Verb.HAND)
        await player.user.wait_update(hand["id"], lambda m: bool(presses(m, *MOVES)))
        assert await row_of(bot, player) is not None


async def until_gone(bot: ClockedBot, player: Player) -> None:
    """Wait until storage has forgotten a hand."""

    async def forgotten() -> bool:
        return await row_of(bot, player) is None

    await until(forgotten)


async def test_a_press_makes_its_token_the_hands_own_unless_it_is_hardly_younger(tmp_path: Path) -> None:
    """A press within a minute stores nothing; a later one extends the hand's life."""
    async with clocked_bot(tmp_path, hand_seconds=HAND_SECONDS) as bot:
        player = await dealt(bot)
        await words_only(player)
        hand = await player.hand_with(Verb.LIST)
        first = await row_of(bot, player)
        assert first is not None
        await bot.clock.move(30)
        await player.tap(hand, Verb.LIST)
        assert await row_of(bot, player) == first
        await bot.clock.move(31)
        await player.tap(await player.hand_with(Verb.PICTURES), Verb.PICTURES)
        second = await row_of(bot, player)
        assert second is not None
        assert (second.expires_at - first.expires_at).total_seconds() == 61
        assert second.token != first.token
        await bot.clock.move(HAND_SECONDS - 1)
        assert await row_of(bot, player) == second


async def test_a_hand_that_is_asked_for_takes_the_others_place(tmp_path: Path) -> None:
    """The list of games becomes the hand; the older copy leaves the screen."""
    async with clocked_bot(tmp_path) as bot:
        player = await dealt(bot)
        old = player.hand
        shown = await my_hand(player)
        await player.user.wait_gone(old)
        assert player.hands == [shown]


async def test_a_hand_that_was_not_edited_is_tried_again_after_a_second(tmp_path: Path) -> None:
    """Nobody answers one edit of it: then it shows how things stand."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        before, hand = other.hand, bot.client.presenter.hands.of(hand_key(other))
        await bot.sandbox.control("settings", rest_refused=True)
        await move(bot, mover)
        await bot.sandbox.wait_log("hand not shown")
        await unlocked(hand)
        await bot.sandbox.control("settings", rest_refused=False)
        await bot.clock.move(RETRY_SECONDS - 0.3)
        assert hand.busy
        assert other.hand == before
        await bot.clock.move(0.3)
        await other.user.wait_update(before["id"], lambda m: m != before)


async def test_an_edit_that_hangs_is_given_up_after_a_while(tmp_path: Path) -> None:
    """Discord does not answer: after eight seconds, and a pause, it is tried again."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        before, hand = other.hand, bot.client.presenter.hands.of(hand_key(other))
        await bot.sandbox.control("settings", latency_seconds=3600)
        await move(bot, mover)
        await until(lambda: hand.shown is None)
        await bot.clock.move()
        await bot.sandbox.control("settings", latency_seconds=0)
        await bot.clock.move(EDIT_TIMEOUT - 0.1)
        assert other.hand == before
        await bot.clock.move(0.1)
        await unlocked(hand)
        await bot.clock.move(RETRY_SECONDS)
        await other.user.wait_update(before["id"], lambda m: m != before)


async def test_who_brought_the_end_about_sees_it_though_no_answer_came(tmp_path: Path) -> None:
    """Resigned in another way than by a press: after five seconds the hand shows the end and is forgotten."""
    async with clocked_bot(tmp_path) as bot:
        player = await dealt(bot)
        hand = player.hand
        await bot.client.manager.resign(MATCH, UserId(int(player.user.id)))
        await bot.clock.move(ANSWERED_SECONDS - 0.1)
        assert presses(player.hand, *MOVES)
        await bot.clock.move(0.1)
        await player.user.wait_update(hand["id"], lambda m: not presses(m))
        await until_gone(bot, player)
        assert len(bot.client.presenter.hands) == 0


async def move(bot: ClockedBot, player: Player) -> None:
    """Play the first legal move for somebody, without a press."""
    user = UserId(int(player.user.id))
    view = await bot.client.manager.view(MATCH)
    assert isinstance(view, MatchView)
    seat = view.seat_of(user)
    assert seat is not None
    assert seat.observation is not None
    assert seat.observation.question is not None
    await bot.client.manager.act(MATCH, user, seat.observation.question, seat.observation.legal[0])
