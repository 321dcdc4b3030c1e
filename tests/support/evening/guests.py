"""The guests of an evening: each comes, plays, pauses and goes as planned, at a person's pace."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Languages
from bot.sandbox.client.views import user_view
from bot.sandbox.world.model import Member, User
from bot.sandbox.world.seed import GUILD_ID
from bot.wording.settings import person
from cogs.content.arena_state import Action
from cogs.content.custom_id import Verb, format_press
from cogs.content.page_id import parse_page
from engine.rules.actions import Shobu
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage
from tests.support.e2e.panels import choose, opened, press
from tests.support.e2e.scripted_player import MOVES, Player, is_hand, presses
from tests.support.sandbox.messages import Json, buttons, selects

NAMES = (
    "葵", "Tomás", "지민", "Ōta Rin", "mochi_fan_2009", "Éloïse", "하늘", "凛", "Bao", "~*Yuki*~",
    "Grandpa Joe", "小春日和の会", "Zed", "서연", "Nia | raids @ 9", "たけし", "Olga", "🌸Momo🌸", "Ünal",
    "the_one_who_waits_for_rain",
)  # fmt: skip
LOCALES = ("en-US", "ja", "ko", "en-US", "de")
LOOK_SECONDS = 60.0
"""The time without anything to press after which somebody looks for their table."""
DECIDES = (*MOVES, Verb.NEXT, Verb.ASK_CLAIM, Verb.CLAIM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a guest, in minutes from the start of the arena."""

    comes: float = -15
    goes: float = 1000
    pauses: tuple[float, float] = (1000, 1000)
    absent: tuple[float, float] = (1000, 1000)
    """The time in which they press nothing, though they are in."""
    reads: bool = False
    """Whether their hands are texts."""


class Guest:
    """A person with a plan; `slow` is how many seconds they think at most."""

    def __init__(self, player: Player, plan: Plan, slow: float) -> None:
        self.player, self.user, self.plan = player, player.user, plan
        self._slow, self._free_at, self._looked_at = slow, 0.0, 0.0
        self.is_in = self.is_pausing = False
        self.must_stay_out = False
        """Whether a manager has removed them."""

    @property
    def name(self) -> str:
        """Return the name by which others see them."""
        return self.user.name

    async def act(self, now: float, minute: float) -> None:
        """Press once, if they have something to press and have thought about it."""
        self.user.events.clear()
        plan = self.plan
        if now < self._free_at or plan.absent[0] <= minute < plan.absent[1]:
            return
        wants = self.is_in if self.must_stay_out else plan.comes <= minute < plan.goes
        pausing = plan.pauses[0] <= minute < plan.pauses[1]
        if wants != self.is_in:
            self.is_in = (
                await (self._on_standing(Action.JOIN) if wants else self._on_more(Action.LEAVE)) and wants
            )
        elif self.is_in and pausing != self.is_pausing:
            await (self._on_more(Action.PAUSE) if pausing else self._on_standing(Action.JOIN))
            self.is_pausing = pausing
        elif await self._move():
            self._looked_at = now
        elif self.is_in and minute > 0 and now - self._looked_at > LOOK_SECONDS:
            await self._on_standing(Action.TABLE)
            self._looked_at = now
        else:
            return
        self._free_at = now + self.player.chance.uniform(0.3, 1) * self._slow

    async def _on_standing(self, action: Action) -> bool:
        """Press a button of the standing; whether it was there: it comes with an edit, after the start."""
        standing = standing_of(self.player)
        wanted = None if standing is None else _offered(standing, action)
        return standing is not None and wanted is not None and await self._press(standing, wanted)

    async def _on_more(self, action: Action) -> bool:
        """Press a button of the note behind *More*; whether it was there."""
        standing = standing_of(self.player)
        more = None if standing is None else _offered(standing, Action.WORDS)
        if standing is None or more is None:
            return False
        outcome = await self.user.attempt(standing, more)
        if outcome is None:
            return False
        note = await self.user.answer(outcome)
        wanted = _offered(note, action)
        return wanted is not None and await self._press(note, wanted)

    async def _press(self, message: Json, custom_id: str) -> bool:
        return await self.user.attempt(message, custom_id) is not None

    async def _move(self) -> bool:
        """Press something on the newest hand, or note, that moves the match on."""
        hands = [each for each in self.user.ephemerals() if is_hand(each) or presses(each, Verb.CLAIM)]
        found = presses(hands[-1], *DECIDES) if hands else []
        if not found:
            return False
        chosen = self.player.chance.choice([each for each in found if isinstance(each.move, Shobu)] or found)
        if chosen.verb is Verb.CHOOSE:
            (select,) = selects(hands[-1])
            values = [self.player.chance.choice(select["options"])["value"]]
            return await self.user.attempt(hands[-1], select["custom_id"], values=values) is not None
        return await self._press(hands[-1], format_press(chosen))


def _offered(message: Json, action: Action) -> str | None:
    there = [one["custom_id"] for one in buttons(message)]
    return next((one for one in there if parse_page(one).action == action), None)


def standing_of(player: Player) -> Json | None:
    """Return the standing as a player sees it."""
    seen = [each for each in player.user.public(CHANNEL) if each["attachments"] and each["components"]]
    found = [each for each in seen if each["attachments"][0]["filename"] == "arena.png"]
    return found[-1] if found else None


async def invite(here: LoopStage, plans: Sequence[Plan], slow: float) -> list[Guest]:
    """Return a guest for each plan; the sandbox's five users are the first of them."""
    people, guild, world = here.sandbox.users, here.server.world.guilds[GUILD_ID], here.server.world
    for number, name in enumerate(NAMES[: len(plans) - len(people)]):
        colour = f"#{(0x4D7A91 + 0x31A7 * number) & 0xFFFFFF:06x}"
        user = User(world.ids.next(), f"guest{number}", name, colour)
        world.users[user.id], world.people = user, (*world.people, user)
        guild.members[user.id] = Member(user, [], guild.created_at)
        people.append(user_view(user))
    guests = []
    for number, plan in enumerate(plans):
        user_of = await here.sandbox.user(number, LOCALES[number % len(LOCALES)])
        guest = Guest(Player(user_of, random.Random(number)), plan, slow)
        if plan.reads:
            await read_hands(guest.player)
        guests.append(guest)
    return guests


async def read_hands(player: Player) -> None:
    """Let somebody's hands be texts, in their settings."""
    words = Languages.load().pick(player.user.locale)
    panel = await choose(player, await opened(player, "koikoi me"), "pick", "deck")
    await press(player, panel, person.text(words, on=True))


async def block(player: Player, other: Player) -> None:
    """Let somebody block another, in their settings."""
    panel = await choose(player, await opened(player, "koikoi me"), "pick", "challenges")
    (which,) = [one["custom_id"] for one in selects(panel) if one["custom_id"].endswith("blocked")]
    await player.user.select(panel, [other.user.id], custom_id=which)
