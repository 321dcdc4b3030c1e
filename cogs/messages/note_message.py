"""The one private note that a person has of a match: shown, changed in its place, taken away.

A press on the note itself changes it in one response. A press on a hand or a table brings a new one, below
all else, and takes the old one away before. To edit the old one would be quieter, and wrong: a person who
dismisses a note is the only one to know it. Its token edits it for ever after, unseen, and the press would
show nothing. So the token is good for one thing, to take the note away: when another one comes, when its
owner plays, and before the token dies, as a hand goes. Later nobody could, and there would be two.

All this is remembered in memory alone. After a restart the next press on a hand or a table brings a new note.
One from before is known by its buttons, and is the live one again when it is pressed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import discord
import structlog

from bot.background_tasks import BackgroundTasks
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.note_placement import ANY_MATCH, NoteKey, NotePlacement, is_note, with_back
from cogs.messages.answer import ORIGINAL, Answer, NotEphemeral, State
from cogs.messages.tokens import Token
from cogs.platform.clock import Clock, Timer
from cogs.platform.discord_errors import DISCORD_ERRORS, UNKNOWN_MESSAGE

log = structlog.stdlib.get_logger(__name__)

REMOVAL_TIMEOUT = 1.0
"""Seconds that a new note waits for the old one to be gone."""
TWICE = timedelta(seconds=1)
"""Two presses for the same that lie no further apart are one: nobody reads and dismisses a note so fast."""


@dataclass(frozen=True, slots=True)
class LiveNote:
    """A note that is on somebody's screen, as far as anybody knows."""

    token: str
    target: str
    """`@original` or the message's id: by what the token reaches it."""
    message: int
    expires_at: datetime
    press: int
    """The interaction that it answers, whose number tells when that was made."""
    content: MessageContent


@dataclass(slots=True)
class _Place:
    """The state of one person's note of one match."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    live: LiveNote | None = None
    newest: int = 0
    """The newest interaction that asked for a note."""
    users: int = 0
    timer: Timer | None = None


class Notes:
    """The live notes of everybody."""

    def __init__(self, client: discord.Client, clock: Clock, life: timedelta) -> None:
        """`life`: how long after a press its token is used."""
        self._client = client
        self._clock = clock
        self._life = life
        self._background = BackgroundTasks()
        self._places: dict[NoteKey, _Place] = {}

    def __len__(self) -> int:
        """Return the number of remembered notes."""
        return len(self._places)

    def live(self, key: NoteKey) -> LiveNote | None:
        """The live note; None where none is remembered."""
        place = self._places.get(key)
        return None if place is None else place.live

    async def show(self, answer: Answer, beside: NotePlacement, message: RenderedMessage) -> None:
        """Answer with the one note, wherever the press was made. Raises what Discord says, and NotEphemeral.

        Of several presses that wait the last one is shown; the others are acknowledged.
        """
        press = answer.interaction.id
        if beside.back is not None:
            rows = with_back(answer.words, message.content.rows, beside.back)
            message = replace(message, content=replace(message.content, rows=rows))
        async with self._at(beside.key) as place:
            place.newest = max(place.newest, press)
            async with place.lock:
                if place.newest > press and place.live is not None and answer.pressed is not None:
                    await answer.acknowledge()
                    return
                self._set(beside.key, place, await self._shown(answer, place, message))

    def played(self, key: NoteKey, press: int) -> None:
        """Take the note away, in the background, whose owner has played, unless this press has brought it."""
        if self.live(key) is not None or key in self._places:
            self._background.start(self._put_away(key, press), name="put note away")

    def let_go(self, key: NoteKey, message: int) -> None:
        """Forget that this message was that note, or one that asks for a match: it is something else now."""
        for each in (key, (ANY_MATCH, key[1])):
            place = self._places.get(each)
            if place is not None and place.live is not None and place.live.message == message:
                self._set(each, place, None)

    async def close(self) -> None:
        """Touch no note any more; what is on the screens stays there."""
        for place in self._places.values():
            if place.timer is not None:
                place.timer.cancel()
        await self._background.close()

    async def _shown(self, answer: Answer, place: _Place, message: RenderedMessage) -> LiveNote | None:
        """Show it in place of the note pressed on, or again."""
        live, pressed = place.live, answer.pressed
        if pressed is not None and (is_note(pressed) or (live is not None and live.message == pressed.id)):
            if (shown := await self._in_place(answer, pressed.id, message)) is not None:
                self.let_go((ANY_MATCH, answer.user), pressed.id)
                if live is not None and live.message != shown.message:
                    await self._remove(live)
                return shown
        elif live is not None and await self._has_come(answer, live, message):
            return live
        if live is not None:
            place.live = None
            await self._remove(live)
        return await self._anew(answer, message)

    async def _in_place(self, answer: Answer, pressed: int, message: RenderedMessage) -> LiveNote | None:
        """Change the note that was pressed on; None where it has been dismissed."""
        try:
            await answer.change(message)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return None
        return self._note(answer, ORIGINAL, pressed, message)

    async def _has_come(self, answer: Answer, live: LiveNote, message: RenderedMessage) -> bool:
        """Whether a second press asks for what the first one has just brought; then it is acknowledged."""
        # A command, and what is being thought about, have to be answered with a message of their own.
        if answer.pressed is None or answer.state is State.THINKING or live.content != message.content:
            return False
        if _apart(live.press, answer.interaction.id) > TWICE:
            return False
        await answer.acknowledge()
        return True

    async def _anew(self, answer: Answer, message: RenderedMessage) -> LiveNote | None:
        sent, target = await answer.private(message)
        if sent is None:
            return None
        if not sent.flags.ephemeral:
            raise NotEphemeral
        return self._note(answer, target, sent.id, message)

    def _note(self, answer: Answer, target: str, shown: int, message: RenderedMessage) -> LiveNote:
        interaction, expires_at = answer.interaction, self._clock.passing() + self._life
        return LiveNote(interaction.token, target, shown, expires_at, interaction.id, message.content)

    async def _put_away(self, key: NoteKey, press: int) -> None:
        """Take a note away that an older press than this one has brought."""
        async with self._at(key) as place, place.lock:
            if place.live is not None and place.live.press < press:
                live = place.live
                self._set(key, place, None)
                await self._remove(live)

    async def _remove(self, live: LiveNote) -> None:
        """Take a note off the screen, if its token lives; it may have been dismissed."""
        try:
            async with self._clock.timeout(REMOVAL_TIMEOUT):
                await Token(self._client, live.token).delete(live.target)
        except DISCORD_ERRORS as error:
            log.debug("note not removed", error=repr(error))

    def _set(self, key: NoteKey, place: _Place, live: LiveNote | None) -> None:
        if place.timer is not None:
            place.timer.cancel()
        place.live, place.timer = live, None
        if live is not None:
            left = max(0.0, (live.expires_at - self._clock.passing()).total_seconds())
            place.timer = self._clock.call_later(left, lambda: self.played(key, live.press + 1))
        elif not place.users:
            self._places.pop(key, None)

    @asynccontextmanager
    async def _at(self, key: NoteKey) -> AsyncIterator[_Place]:
        """Yield the state of a note; forget it when nobody needs it and nothing is known."""
        place = self._places.setdefault(key, _Place())
        place.users += 1
        try:
            yield place
        finally:
            place.users -= 1
            if not place.users and place.live is None:
                self._places.pop(key, None)


def _apart(one: int, other: int) -> timedelta:
    """The time between two interactions, by their numbers."""
    return abs(discord.utils.snowflake_time(one) - discord.utils.snowflake_time(other))
