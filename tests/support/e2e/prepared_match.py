"""Matches put into a bot's database before it starts: what chance rarely deals, one press before it happens.

Their people are the sandbox's users. The secret is searched for with the engine alone: in match after match
everybody makes their first legal move, until something is wanted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.config import Settings
from bot.ids import ChannelId, GuildId, UserId
from bot.match.progress import Progress, begin
from bot.match.shuffles import sealed_seed
from bot.match.views import MatchView
from bot.match.vocabulary import Person, Place, Status
from bot.sandbox.world.seed import CHANNEL_IDS, GUILD_ID, USER_IDS
from cogs.content.custom_id import Verb
from engine.play.legal import legal_moves, to_move
from engine.rules.actions import Action, Move, Phase
from engine.rules.options import Rules
from engine.version import Version as RecordVersion
from tests.support.dealing import deals_by_chance, is_ordinary
from tests.support.e2e.e2e_stage import CHANNEL, Stage, one_hand, table_of
from tests.support.e2e.scripted_player import Player, presses
from tests.support.manager_fixture import FIRST_LINE, fixed_secret, running_service

PLACE = Place(GuildId(GUILD_ID), ChannelId(CHANNEL_IDS[CHANNEL]), "en-US")
PEOPLE = tuple(
    Person(UserId(user), f"Person {number}", "en-US", join_id=9000 + number)
    for number, user in enumerate(USER_IDS)
)

Wanted = Callable[[Progress, Progress], bool]
"""Whether the action between two moments of a match, before and after it, is the wanted one."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A match that waits for one press: whose, and which."""

    presser: int
    """The sandbox's user by number."""
    move: Move
    question: int
    view: MatchView


@deals_by_chance()
def search(rules: Rules, people: int, wanted: Wanted) -> tuple[int, int]:
    """The least secret, and how many actions its match has when the wanted press comes."""
    for secret in itertools.count():
        seed = sealed_seed(fixed_secret(secret)(32), FIRST_LINE)
        progress = begin(rules, people, seed, RecordVersion.CHOICES)
        while not progress.over:
            player = to_move(progress.state)[0]
            after = progress.after(Action(player, legal_moves(progress.state, player)[0]))
            if wanted(progress, after):
                return secret, len(progress.actions)
            progress = after
    raise AssertionError


def first_card(before: Progress, after: Progress) -> bool:
    """The first card of an ordinary deal is played: nobody has a yaku in the turns that follow."""
    asked = before.state.phase is Phase.PLAY and not before.ends
    return asked and is_ordinary(before.state.rules, before.shuffles.deck(1))


def third_card(before: Progress, after: Progress) -> bool:
    """Each of two has played a first card of an ordinary deal: a player who resigns loses the match."""
    return len(before.moved) == 2 and first_card(before, after)


async def open_hands(here: Stage, people: int) -> list[Player]:
    """The people of a prepared match, each with the hand that they have taken from the table."""
    players = [await here.player(index) for index in range(people)]
    for player in players:
        await open_hand(player)
    for player in players:
        await one_hand(here, player)
    return players


async def open_hand(player: Player) -> None:
    """Take the hand of a match that a bot has shown again after its start."""
    await player.user.wait_for(lambda m: bool(presses(m, Verb.HAND)) and not m["flags"] & 64)
    await player.tap(table_of(player), Verb.HAND)
    await player.user.wait_until(lambda: bool(player.hands))


async def prepare(
    folder: Path, rules: Rules, people: int, wanted: Wanted = first_card, settings: Settings | None = None
) -> Prepared:
    """Play such a match in a folder's database up to that press, and leave it there."""
    secret, actions = search(rules, people, wanted)
    with deals_by_chance():  # a bot of its own deals the same
        async with running_service(folder, settings, secret=fixed_secret(secret)) as service:
            match = (await service.manager.open_lobby(PLACE, PEOPLE[0], rules)).match
            for person in PEOPLE[1:people]:
                await service.manager.join(match, person)
            await service.manager.start_match(match, PEOPLE[0].user)
            await service.draw(match)
            view = await service.play(match, until=lambda seen: seen.n >= actions and seen.rest is None)
    assert view.status is Status.PLAYING
    seat = next(seat for seat in view.seats if seat.observation and seat.observation.question is not None)
    assert seat.observation is not None and seat.participant.user is not None
    assert seat.observation.question is not None
    presser = USER_IDS.index(seat.participant.user)
    return Prepared(presser, seat.observation.legal[0], seat.observation.question, view)
