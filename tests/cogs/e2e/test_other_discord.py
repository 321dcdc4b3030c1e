"""The bot as a program in a Discord that other people wrote: SimCord, of which it knows nothing.

The local Discord is ours, and so may have our own misunderstandings. Where both agree, a belief of the bot
about Discord is not one person's reading.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from simcord import InteractionResult

from bot.wording.commands import COMMANDS
from cogs.content.custom_id import Verb
from cogs.messages.emojis import emoji_name
from engine.cards.deck import DECK
from tests.support.e2e.scripted_player import MOVES, is_hand, presses
from tests.support.other_discord.person import Person
from tests.support.other_discord.stage import OtherStage, other_stage
from tests.support.sandbox.messages import PUBLIC_FILES, Json, buttons, text_of
from tests.support.waiting import until

pytestmark = pytest.mark.outside
GROUPS = {"koikoi"}
LAST = "koikoi play"
"""Opens a table, of which other commands would tell."""
OPTIONS = {"koikoi arena": {"start": "60"}}
"""Options of a command: an arena at once would open tables meanwhile."""
NO_SURPRISE = "hand_yaku=false, field_four=dealer_takes"
"""Whatever is dealt, somebody has to play a card."""


async def test_it_starts_and_starts_again(tmp_path: Path) -> None:
    """The first start tells the commands and uploads an emoji of each card; the second finds both there."""
    async with other_stage(tmp_path) as here:
        backend = here.world.backend
        named = {name for name, _ in backend.commands[None]}
        assert named == {"koikoi", "Koi-Koi profile", "Challenge to Koi-Koi"}
        await _until_uploaded(here)
        await here.stop()
        await here.start()
        await until(lambda: "uploaded=0" in here.log, why=lambda: here.log, moving=here.moving)
        asked = [f"{each.method} {each.path.rsplit('/', 1)[-1]}" for each in here.world.http_requests]
        assert asked.count("PUT commands") == 1
        assert asked.count("POST emojis") == len(DECK) == len(backend.application_emojis)
        here.must_be_clean()


async def test_every_command_is_answered(tmp_path: Path) -> None:
    """Each slash command and each entry of a name's menu is answered with something to read."""
    async with other_stage(tmp_path) as here:
        person, other = Person(here, "ann", manages=True), Person(here, "bob")
        names = sorted(COMMANDS.keys() - GROUPS, key=lambda name: (name == LAST, name))
        assert len(names) > 10
        for name in names:
            await _must_show_something(person, name, partial(person.command, name, **OPTIONS.get(name, {})))
        for name in ("Koi-Koi profile", "Challenge to Koi-Koi"):
            await _must_show_something(other, name, partial(other.menu, name, person.member))
        here.must_be_clean()


async def test_a_match_against_the_cpu(tmp_path: Path) -> None:
    """From the command to the result, and then each button of the result."""
    async with other_stage(tmp_path) as here:
        person = Person(here, "ann")
        await person.command("koikoi play", months=1, cpu="normal", options=NO_SURPRISE)
        await _play(here, person)
        result = await person.sees(Verb.REMATCH)
        controls = [each for each in buttons(result) if "custom_id" in each]
        assert len(controls) > 3
        for control in sorted(controls, key=lambda each: each["custom_id"] in _rematches(result)):
            answer = await person.click(result, control["custom_id"])
            assert answer.acknowledged, control
        await person.sees(Verb.DRAW, *MOVES)
        here.must_be_clean()


async def test_a_match_of_two_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Hands from before it take the next presses; a third person sees neither."""
    async with other_stage(tmp_path) as here:
        seen = _watch(here)
        host, guest, watcher = (Person(here, name) for name in ("ann", "bob", "cat"))
        await host.command("koikoi play", months=1, options=NO_SURPRISE)
        await guest.tap(await guest.sees(Verb.JOIN), Verb.JOIN)
        await host.tap(await host.sees(Verb.START), Verb.START)
        while not (host.hands and guest.hands):
            await _step(here, host, guest)
        await _step(here, host, guest)
        (of_host,), (of_guest,) = host.hands, guest.hands
        assert of_host["id"] != of_guest["id"]
        assert _tells_a_hand({**of_host, "flags": 0})
        await here.stop()
        await here.start()
        for _ in range(4):
            await _step(here, host, guest)
        assert [each["id"] for each in (*host.hands, *guest.hands)] == [of_host["id"], of_guest["id"]]
        await _play(here, host, guest)
        assert not watcher.hands
        assert not [message for message in seen if _tells_a_hand(message)]
        here.must_be_clean()


async def _until_uploaded(here: OtherStage) -> None:
    """Wait until each card has its emoji."""
    names = {emoji_name(card) for card in DECK}
    emojis = here.world.backend.application_emojis
    await until(
        lambda: {each.name for each in emojis.values()} == names, why=lambda: here.log, moving=here.moving
    )


async def _must_show_something(
    person: Person, name: str, act: Callable[[], Awaitable[InteractionResult]]
) -> None:
    """Act, and find something new on the screen that can be read."""
    before = {message["id"] for message in person.screen()}
    await act()
    new = [message for message in person.screen() if message["id"] not in before]
    assert new and all(text_of(message) for message in new), (name, new)


async def _play(here: OtherStage, *people: Person) -> None:
    """Everybody presses what they are asked for until the result is there."""
    while not _is_over(people[0]):
        await _step(here, *people)


async def _step(here: OtherStage, *people: Person) -> None:
    """Somebody presses what they are asked for, as soon as anybody is asked, or the result comes."""
    for person in people:
        if await person.step():
            return
    await until(
        lambda: any(person.asked() for person in people) or _is_over(people[0]),
        why=lambda: f"nobody is asked:\n{here.log}",
        moving=here.moving,
    )


def _is_over(person: Person) -> bool:
    return person.offering(Verb.REMATCH) is not None


def _rematches(result: Json) -> set[str]:
    """The custom ids that open another match."""
    return {each["custom_id"] for each in buttons(result) if ":rematch" in each.get("custom_id", "")}


def _watch(here: OtherStage) -> list[Json]:
    """Return what everybody in the channel is shown from now on."""
    seen: list[Json] = []

    def note(event: str, data: object) -> None:
        if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
            assert isinstance(data, dict)
            seen.append(dict(data))

    here.world.backend.subscribers.append(note)
    return seen


def _tells_a_hand(message: Json) -> bool:
    """Whether a message that everybody sees has anything of a hand."""
    return (
        bool(message["flags"] & 64 or presses(message, *MOVES))
        or is_hand({**message, "flags": 64})
        or not {each["filename"] for each in message["attachments"]} <= PUBLIC_FILES
    )
