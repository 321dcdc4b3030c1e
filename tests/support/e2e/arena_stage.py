"""Steps of an arena in the local Discord: opened, two people in it, its messages and threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.sandbox.common.types import ChannelType
from cogs.arenas.terms import OPEN
from cogs.content.page_id import Page
from tests.support import waiting
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage
from tests.support.e2e.panels import press
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json, buttons
from tests.support.sandbox.user import SandboxUser


async def passing(here: LoopStage, found: Callable[[], Any], *, step: float = 1) -> Any:
    """Let time pass until something is found; the bot does what is due before more of it passes."""

    async def passed() -> Any:
        await here.still()
        if not (result := found()):
            here.clock.move(step)
        return result

    return await waiting.until(passed)


def labels(message: Json) -> list[str]:
    """Return the labels of a message's buttons."""
    return [each.get("label") or "" for each in buttons(message)]


def files(message: Json) -> list[str]:
    """Return the names of a message's files."""
    return [each["filename"] for each in message["attachments"]]


def shown(player: Player, file: str) -> list[Json]:
    """Return the messages in the channel that show a picture with this file name."""
    return [each for each in player.user.public(CHANNEL) if file in files(each)]


def threads(here: LoopStage) -> list[str]:
    """Return the ids of all threads."""
    world = here.server.world.channels.values()
    return [str(each.id) for each in world if each.type is ChannelType.PUBLIC_THREAD]


def results(player: Player, thread: str) -> list[Json]:
    """Return the results that stand in a thread."""
    return [each for each in player.user.public(thread) if "result.png" in files(each)]


def opener(note: Json) -> str | None:
    """Return the custom id of the button that opens the arena of a preview."""
    ids = [each["custom_id"] for each in buttons(note)]
    return next((each for each in ids if each.startswith(f"kk0:{Page.ARENA.value}:{OPEN}:")), None)


async def announce(user: SandboxUser, channel: str = CHANNEL, **options: object) -> Json:
    """Ask for an arena, and open it from its preview; the note of its host afterwards."""
    outcome = await user.command("koikoi arena", channel=channel, options=options)
    assert not outcome.failed
    preview = await user.answer(outcome)
    custom_id = opener(preview)
    assert custom_id is not None, preview["content"]
    assert not (await user.press(preview, custom_id=custom_id)).failed
    return await user.wait_update(preview, lambda m: opener(m) is None)


async def announced(player: Player, channel: str = CHANNEL, **options: object) -> Json:
    """Open an arena; the message that announces it."""
    await announce(player.user, channel, **options)
    return await player.user.wait_for(lambda m: "arena.png" in files(m), channel=channel)


async def open_arena(player: Player, channel: str = CHANNEL, **options: object) -> Json:
    """Open an arena that begins now, of one month unless said; its standing."""
    await announce(player.user, channel, **{"months": "1", **options})
    return await player.user.wait_for(lambda m: "My table" in labels(m), channel=channel)


async def both_paired(here: LoopStage) -> tuple[Player, Player, Json]:
    """Open an arena in which two people play each other; each has a hand by now."""
    ann, ben = await here.player(0), await here.player(1)
    standing = await open_arena(ann, rules="classic")
    await ben.user.press(standing, "Join")
    await passing(here, lambda: ann.hands and ben.hands)
    return ann, ben, standing


async def told(player: Player, standing: Json, label: str, *further: str) -> Json:
    """Press a button of the standing, then further ones of the note that answers; the note at last."""
    note = await player.user.answer(await player.user.press(standing, label))
    for each in further:
        note = await press(player, note, each)
    return note


async def end_arena(player: Player, standing: Json) -> Json:
    """End an arena as its host; the note afterwards."""
    return await told(player, standing, "More", "Manage", "End arena", "End arena")
