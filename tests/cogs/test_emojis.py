"""The cards' emoji: uploaded once, kept as long as anybody may show them, then removed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest

from bot.ids import MatchId
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.model import ApplicationEmojis, Emoji
from cogs.content.controls import Arrow, Button, in_words, turning
from cogs.content.custom_id import Press, Verb
from cogs.messages import emojis
from cogs.messages.emojis import OURS, emoji_name
from engine.cards.deck import DECK
from images.drawing import sprites
from images.drawing.crops import CROPS
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.match_of_two import begin_match_of_two
from tests.support.e2e.panels import my_hand
from tests.support.e2e.scripted_player import MOVES, Player, is_hand, play_turn, presses
from tests.support.sandbox.messages import Json, buttons

PRESENT = {emoji_name(card) for card in DECK}
FORMER = {name.rpartition("_")[0] for name in PRESENT}
"""The names of emoji before a hash was in them."""
DAY = 24 * 3600


def put(here: LoopStage, names: set[str], *, age: timedelta = timedelta(days=9)) -> None:
    """Put emoji with these names that were uploaded some time ago."""
    world = here.server.world
    first = discord.utils.time_snowflake(datetime.now(UTC) - age)
    picture = next(iter(world.emojis.values())).path
    for number, name in enumerate(sorted(names)):
        path = world.files.new_path()
        path.write_bytes(picture.read_bytes())
        world.emojis[Snowflake(first + number)] = Emoji(Snowflake(first + number), name, path, animated=False)


def names(here: LoopStage) -> set[str]:
    """Return the names of the emoji."""
    return {each.name for each in here.server.world.emojis.values()}


async def until(here: LoopStage, wanted: set[str]) -> None:
    """Wait until these are the emoji that there are."""
    await here.until(lambda: names(here) == wanted)


async def on_buttons(here: LoopStage, player: Player) -> int:
    """Return the number of a new hand's buttons with an emoji."""
    await player.user.command("koikoi play", channel=CHANNEL, months=3, cpu="normal")
    return worn(await player.hand_with(Verb.MOVE, Verb.PICK))


def worn(message: Json) -> int:
    """Return the number of a message's buttons with an emoji."""
    return sum("emoji" in each for each in buttons(message))


async def refusals(here: LoopStage) -> int:
    """Return the number of requests that Discord has refused as invalid."""
    return int((await here.sandbox.traffic())["statuses"].get("400", 0))


async def looks(here: LoopStage) -> int:
    """Return the number of times that the bot has asked for the emoji."""
    return int((await here.sandbox.traffic())["counts"]["GET /applications/{application_id}/emojis"])


def test_names_change_with_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """48 different ones that Discord takes; another crop or another drawing gives another name."""
    assert len(PRESENT) == len(DECK)
    assert all(OURS.fullmatch(name) and 2 <= len(name) <= 32 for name in PRESENT)
    first = DECK[0]
    before, crop = emoji_name(first), CROPS[first.id]
    with monkeypatch.context() as changed:
        changed.setitem(CROPS, first.id, crop._replace(x=crop.x + 1))
        assert emoji_name(first) != before
    assert emoji_name(first) == before
    monkeypatch.setattr(sprites, "_source", lambda name: b"another drawing")
    assert emoji_name(first) != before


@pytest.mark.outside
async def test_they_are_uploaded_once(tmp_path: Path) -> None:
    """By a first start, in the background; a second one finds them."""
    async with stage(tmp_path, None, True) as here:
        await until(here, PRESENT)
        ids = set(here.server.world.emojis)
        await here.restart()
        assert await on_buttons(here, await here.player(0)) > 0
        assert set(here.server.world.emojis) == ids
        await here.must_be_clean()


async def test_old_ones_go_a_day_after_the_newest_came(tmp_path: Path) -> None:
    """Not before, and nobody else's ever; however often the bot starts, the day is the same."""
    async with stage(tmp_path) as here:
        await here.bot.stop()
        put(here, FORMER | {"party"})
        await here.bot.start()
        await here.pass_time(DAY / 2)
        await here.restart()
        await here.rest()
        assert names(here) == PRESENT | FORMER | {"party"}
        await here.bot.stop()
        here.clock.move(DAY / 2 + 60)
        await here.bot.start()
        await until(here, PRESENT | {"party"})
        await here.must_be_clean()


async def test_a_bot_that_runs_on_removes_them_in_time(tmp_path: Path) -> None:
    """Removing them needs no start."""
    async with stage(tmp_path) as here:
        await here.bot.stop()
        put(here, FORMER)
        await here.bot.start()
        await here.pass_time(DAY - 60)
        assert names(here) == PRESENT | FORMER
        await here.pass_time(120)
        await until(here, PRESENT)


async def test_where_a_later_process_brings_others_hands_have_words_alone(tmp_path: Path) -> None:
    """The later process's emoji are left alone, and none is named that it is about to remove."""
    later = {f"{name}_00000000" for name in FORMER}
    async with stage(tmp_path) as here:
        put(here, later, age=-timedelta(minutes=1))
        await here.pass_time(emojis.LOOK_AGAIN.total_seconds() + 1)
        player = await here.player(0)
        assert await on_buttons(here, player) == 0
        await here.pass_time(DAY)
        assert names(here) == PRESENT | later
        assert "incident" not in await here.log()


async def test_where_there_is_no_room_the_oldest_of_ours_go_first(tmp_path: Path) -> None:
    """An application has 2000 at most; nobody else's are touched for it."""
    async with stage(tmp_path) as here:
        await here.bot.stop()
        here.server.world.emojis = ApplicationEmojis(list(here.server.world.emojis.items())[:1])
        (kept,) = names(here)
        put(here, FORMER, age=timedelta(days=9))
        others = {f"other_{number}" for number in range(emojis.MOST - 1 - len(FORMER) - 7)}
        put(here, others, age=timedelta(days=20))
        await here.bot.start()
        left = set(sorted(FORMER)[len(PRESENT) - 1 - 7 :])
        await until(here, PRESENT | left | others)
        assert kept in PRESENT
        assert len(here.server.world.emojis) == emojis.MOST


async def test_emoji_that_are_deleted_in_mid_match_cost_nobody_the_hand(tmp_path: Path) -> None:
    """The press that finds out and the opponent's hand have words alone; soon all wear emoji again."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        mover, other = match.mover, match.other
        assert worn(mover.hand)
        assert worn(other.hand)
        here.server.world.emojis.clear()
        watched = other.hand
        await mover.move()
        await other.user.wait_update(watched["id"], lambda m: not worn(m))
        assert not worn(mover.hand)
        await until(here, PRESENT)
        await here.rest()
        await play_turn(mover)
        await play_turn(other)
        await here.rest()
        assert worn(mover.hand)
        assert worn(other.hand)
        assert "cannot be shown" not in await here.log()
        await here.must_be_clean()


async def test_a_new_hand_comes_without_emoji_too(tmp_path: Path) -> None:
    """After all emoji were deleted the first hand is sent in words at once, the next one with emoji."""
    async with stage(tmp_path) as here:
        here.server.world.emojis.clear()
        assert await on_buttons(here, await here.player(0)) == 0
        assert await refusals(here) == 1
        await until(here, PRESENT)
        await here.rest()
        assert await on_buttons(here, await here.player(1))
        assert await refusals(here) == 1
        await here.must_be_clean()


@pytest.mark.outside
async def test_one_off_refusals_are_never_seen(tmp_path: Path) -> None:
    """Discord refuses one emoji, though it is there: the same message comes at once with words alone."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3, clock="off")  # no clock ends the month meanwhile
        ids = set(here.server.world.emojis)
        for turn in range(6):
            await here.sandbox.control("emoji_doubt", count=1)
            for player in (match.mover, match.other):
                if presses(player.hand, *MOVES):
                    await play_turn(player)
            await here.rest()
            assert await refusals(here) == turn + 1
            await here.pass_time(emojis.LOOK_AGAIN.total_seconds() / 6)
            asked = next(each for each in (match.mover, match.other) if presses(each.hand, *MOVES))
            await my_hand(asked)
            assert worn(asked.hand)
        assert set(here.server.world.emojis) == ids
        await here.must_be_clean()


@pytest.mark.outside
async def test_emoji_that_are_refused_again_and_again_are_looked_up_with_pauses(tmp_path: Path) -> None:
    """Discord lists them and refuses them: a look a minute at most, and all is answered."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        assert await on_buttons(here, player)
        await here.sandbox.control("emoji_doubt", count=10_000)
        before = await looks(here)
        for _ in range(60):
            assert is_hand(await my_hand(player))
            here.clock.move(5)
        assert await looks(here) - before <= 12
        assert not worn(player.hand)
        await here.must_be_clean()


def test_buttons_that_have_nothing_but_an_emoji_keep_it_as_text() -> None:
    """In words, every button still says something; others lose their emoji alone."""
    press = Press(MatchId(1), Verb.MORE)
    rows = ((turning(Arrow.NEXT, press, end=False), Button("1 pine", press, emoji="<:koikoi_01:1>")),)
    ((arrow, card),) = in_words(rows)
    assert isinstance(arrow, Button)
    assert isinstance(card, Button)
    assert (arrow.label, arrow.emoji) == (Arrow.NEXT.value, None)
    assert (card.label, card.emoji) == ("1 pine", None)
