"""A person in SimCord's world, who sees what SimCord would show them and presses only what they see."""

from __future__ import annotations

import copy
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar, cast

from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.backend.access import message_accessible

from cogs.content.custom_id import Press, Verb, format_press
from engine.rules.actions import Shobu
from tests.support.e2e.scripted_player import MOVES, is_hand, presses
from tests.support.other_discord.stage import OtherStage
from tests.support.other_discord.world import is_thinking
from tests.support.sandbox.messages import Json
from tests.support.waiting import until

T = TypeVar("T")


class Person:
    """A member of the server; chooses cards by a seed of their own."""

    def __init__(self, stage: OtherStage, name: str, *, manages: bool = False) -> None:
        """`manages` the server."""
        self.member: MemberActor = stage.member(name, manages=manages)
        self._stage = stage
        self._chance = random.Random(name)
        self._drawn: set[tuple[int, int | None]] = set()
        """Matches and rounds in which they have drawn for their seat."""

    def screen(self) -> list[Json]:
        """Every message that they see now, oldest first."""
        backend = self._stage.world.backend
        seen = [
            each
            for channel, messages in backend.messages.items()
            for each in messages.values()
            if message_accessible(backend, channel, each, self.member.id)
        ]
        seen.sort(key=lambda message: message.id)
        return [copy.deepcopy(cast("Json", serializers.message_payload(backend, each))) for each in seen]

    @property
    def hands(self) -> list[Json]:
        """The hands on the screen, oldest first."""
        return [message for message in self.screen() if is_hand(message)]

    def offering(self, *verbs: Verb) -> Json | None:
        """Return the newest message with one of these verbs under it."""
        return next((each for each in reversed(self.screen()) if presses(each, *verbs)), None)

    async def sees(self, *verbs: Verb) -> Json:
        """Wait for a message with one of these verbs under it."""
        found = await self._until(lambda: self.offering(*verbs), f"nothing offers {verbs}")
        assert found is not None
        return found

    async def command(self, name: str, **options: object) -> InteractionResult:
        """Give a command in the channel, and wait for its answer."""
        return await self._answered(lambda: self.member.slash(self._stage.channel, name, **options))

    async def menu(self, name: str, target: MemberActor) -> InteractionResult:
        """Choose an entry of the menu of a name, and wait for its answer."""
        return await self._answered(lambda: self.member.context_menu(self._stage.channel, name, target))

    async def click(self, message: Json, custom_id: str) -> InteractionResult:
        """Press a button, and wait for its answer."""
        shown = self._shown(message)
        return await self._answered(lambda: self.member.click(shown, custom_id=custom_id))

    async def press(self, message: Json, press: Press) -> InteractionResult:
        """Press a button of a match."""
        return await self.click(message, format_press(press))

    async def tap(self, message: Json, verb: Verb) -> InteractionResult:
        """Press the first button with a verb."""
        return await self.press(message, presses(message, verb)[0])

    async def step(self) -> bool:
        """Press something that moves the match on, and wait until it is taken; False: nothing is asked."""
        asked = self.asked()
        if asked is None:
            return False
        message, found = asked
        press = self._chosen(found)
        if press.verb is Verb.DRAW:
            self._drawn.add((press.match, press.number))
        await self.press(message, press)
        await self._until(lambda: press not in self._offered(message["id"]), f"{press} is offered for ever")
        return True

    def asked(self) -> tuple[Json, list[Press]] | None:
        """Return the message that asks this person for something, and what they may press there."""
        for message in reversed(self.screen()):
            verbs = (*MOVES, Verb.NEXT) if is_hand(message) else (Verb.DRAW, Verb.NEXT)
            if found := [each for each in presses(message, *verbs) if not self._has_drawn(each)]:
                return message, found
        return None

    def _has_drawn(self, press: Press) -> bool:
        return press.verb is Verb.DRAW and (press.match, press.number) in self._drawn

    def _offered(self, message: str) -> list[Press]:
        return [press for each in self.screen() if each["id"] == message for press in presses(each)]

    def _chosen(self, found: Sequence[Press]) -> Press:
        """By chance; but nobody stops who may go on, so that a month lasts."""
        return self._chance.choice([press for press in found if press.move != Shobu()] or found)

    def _shown(self, message: Json) -> ResponseMessage:
        """Return a message as SimCord's people are told of it."""
        world = self._stage.world
        stored = world.backend.get_message(int(message["channel_id"]), int(message["id"]))
        return ResponseMessage(world, stored)

    async def _answered(self, act: Callable[[], Awaitable[InteractionResult]]) -> InteractionResult:
        """Act, and wait for the answer; again where the bot's process had stood still."""
        while True:
            late, acted = self._stage.late, await act()
            await self._until(partial(self._is_known, acted, late), f"no answer: {acted}")
            if self._is_done(acted):
                return acted

    def _is_known(self, acted: InteractionResult, late: int) -> bool:
        """Whether something was answered, or the bot has let it lie; `late`: the number of such before."""
        return self._is_done(acted) or self._stage.late > late

    def _is_done(self, acted: InteractionResult) -> bool:
        """Whether something was answered and, where the bot was seen thinking about it, thought about."""
        return acted.acknowledged and not is_thinking(self._stage.world.backend, acted._interaction)

    async def _until(self, holds: Callable[[], T], why: str) -> T:
        return await until(holds, why=lambda: f"{why}\n{self._stage.log}", moving=self._stage.moving)
