"""People of an arena, who come, play, pause, go and end it; and what holds of arenas whatever happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from bot.sandbox.server import Server
from bot.sandbox.world.model import Message
from bot.screens.arenas.standing import Facts
from cogs.content.arena_state import Action
from cogs.content.page_id import Page, is_page, parse_page
from cogs.messages.arena_content import poster_content
from tests.support.chaos.table_people import SharedRun, TablePeople, question
from tests.support.e2e import shown_messages
from tests.support.e2e.arena_stage import opener
from tests.support.e2e.scripted_player import Player
from tests.support.e2e.snapshot import OVER, Snapshot
from tests.support.sandbox.messages import Json, buttons
from tests.support.sandbox.user import RefusedError

ON_NOTE = 0.1
"""The share of presses on a note that offers something, where it is not the standing's turn."""
ENDS = 0.02
"""The share of presses by which the host ends an arena, or does not await its last matches."""
MINE = (*[Action.JOIN, Action.TABLE] * 4, Action.WORDS)
"""The things that somebody presses who has no hand to play."""
ASIDE = (Action.WHO, Action.PAUSE, Action.LEAVE, Action.MANAGE)
"""The things that they press on their note."""
TO_THE_END = (Action.END, Action.END_NOW, Action.ASK_END, Action.MANAGE)
"""The way to the end of an arena, the last step first."""
LAST = (Action.TABLE, Action.WORDS)
"""The things that somebody presses then once there shall be no more arenas."""
UTC = ZoneInfo("UTC")
STANDING, POSTER = "arena.png", "podium.png"


@dataclass(slots=True, eq=False)
class ArenaPeople(TablePeople):
    """One channel whose people play in arenas; the first opens one after the other."""

    @classmethod
    def of(cls, shared: SharedRun, channel: str, people: Sequence[Player]) -> ArenaPeople:
        """Return people who need no plan."""
        return cls(shared, channel, people, iter(()))

    async def _act(self, player: Player) -> bool:
        """Press one thing that the screen offers; False where it offers nothing."""
        hands = [hand for hand in player.user.messages(self.channel) if hand["flags"] & 64]
        for hand in reversed(hands):
            if found := self._on_hand(hand):
                return self._is_time(player, question(found)) and await self._press(player, hand, found)
        if (standing := self._standing(player)) is not None:
            return await self._on_standing(player, standing, hands)
        return player is self.people[0] and await self._announce(player, hands)

    async def _on_standing(self, player: Player, standing: Json, hands: Sequence[Json]) -> bool:
        """Press something on the standing, or end the arena on a note below it."""
        offered, closing, chance = offers(standing), self.shared.closing, self.shared.chance
        ends = (closing and Action.JOIN in offered) or chance.random() < ENDS
        below = [(note, offers(note)) for note in reversed(hands)]
        if player is self.people[0] and ends:
            for note, there in below:
                for action in TO_THE_END:
                    if action in there:
                        return await self._on_page(player, note, there[action])
        for note, there in below:
            if (aside := [each for each in ASIDE if each in there]) and chance.random() < ON_NOTE:
                return await self._on_page(player, note, there[chance.choice(aside)])
        wanted = [each for each in (LAST if closing else MINE) if each in offered]
        if not wanted or not self._is_time(player, f"standing {standing['edited_timestamp']}"):
            return False
        return await self._on_page(player, standing, offered[chance.choice(wanted)])

    async def _on_page(self, player: Player, message: Json, custom_id: str) -> bool:
        if not self._is_time(player, custom_id):
            return False
        harmed = self.shared.since()
        try:
            outcome = await player.user.press(message, custom_id=custom_id)
        except RefusedError as refused:
            assert refused.changed, refused
            return False
        assert not outcome.failed or harmed(), custom_id
        return True

    async def _announce(self, player: Player, notes: Sequence[Json]) -> bool:
        if self.shared.closing:
            return False
        for note in reversed(notes):
            if (custom_id := opener(note)) is not None:
                return await self._on_page(player, note, custom_id)
        if not self._is_time(player, "open"):
            return False
        harmed, options = self.shared.since(), {"rules": "classic", "minutes": "30", "months": "1"}
        try:
            outcome = await player.user.command("koikoi arena", channel=self.channel, options=options)
        except RefusedError as refused:
            assert refused.error in {"unknown_command", "offline"}, refused
            return False
        assert not outcome.failed or harmed()
        return True

    def _standing(self, player: Player) -> Json | None:
        """The newest message of an arena that goes on."""
        shown = reversed(player.user.public(self.channel))
        return next((message for message in shown if Action.TABLE in offers(message)), None)


def offers(message: Json) -> dict[Action, str]:
    """Return the custom ids of an arena's buttons on a message, by what they do."""
    ids = [each["custom_id"] for each in buttons(message) if is_page(each["custom_id"])]
    pages = [(parse_page(each), each) for each in ids if each != opener(message)]
    return {Action(page.action): each for page, each in pages if page.page is Page.ARENA}


@dataclass(frozen=True, slots=True)
class Arenas:
    """The invariants of arenas, and their messages in the local Discord."""

    server: Server
    _seen: dict[int, tuple[int, int]] = field(default_factory=dict)

    def must_be_sound(self, rows: Snapshot) -> None:
        """Nobody is in two matches of arenas, no server has two arenas, no result is lost."""
        people = Counter(person for bout in rows.bouts for person in bout.people)
        assert [person for person, tables in people.items() if tables > 1] == []
        guilds = Counter(arena.guild for arena in rows.arenas if arena.status != OVER)
        assert [guild for guild, number in guilds.items() if number > 1] == []
        for arena in rows.arenas:
            places = [bout.places for bout in rows.bouts if bout.arena == arena.number]
            found = [each for each in places if each is not None]
            now, before = (len(found), sum(found)), self._seen.get(arena.number, (0, 0))
            assert now >= before, f"arena {arena.number} had {before}, has {now}"
            self._seen[arena.number] = now

    def untold(self, rows: Snapshot) -> str | None:
        """Return a message that is not as it shall be: one standing and one poster an arena.

        Each poster tells what the rows say.
        """
        shown: dict[str, dict[int, Message]] = {STANDING: {}, POSTER: {}}
        for message in shown_messages.public_messages(self.server).values():
            for name in shown.keys() & {each.filename for each in message.attachments}:
                shown[name][message.id] = message
        over = sum(arena.status == OVER for arena in rows.arenas)
        standings = {arena.message for arena in rows.arenas} - {None}
        posters = {arena.poster for arena in rows.arenas} - {None}
        for name, stored, number in ((STANDING, standings, len(rows.arenas)), (POSTER, posters, over)):
            if stored != shown[name].keys() or len(stored) != number:
                return f"{name}: {shown[name].keys()} of {number}, stored: {stored}"
        for arena in rows.arenas:
            if (told := shown[POSTER].get(arena.poster or 0)) is not None:
                facts = Facts.of(arena.view, UTC)
                wanted = poster_content(shown_messages.LANGUAGES.pick(facts.arena.locale), facts)
                assert (told.content, shown_messages.seen(told)[1]) == (wanted.content, wanted.alt)
        return None
