"""Calls people as they have chosen: what they want, what they pressed last, messages to them alone."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord
import structlog

from bot.background_tasks import BackgroundTasks
from bot.errors import BotError
from bot.i18n import Languages, Words
from bot.ids import ChannelId, MatchId, UserId
from bot.match import calls
from bot.match.calls import Call, Choice, Turn
from bot.service.persons import Persons
from bot.storage import Store
from cogs.content.message import MessageContent, RenderedMessage
from cogs.platform.clock import Clock
from cogs.platform.discord_errors import DISCORD_ERRORS
from cogs.platform.places import ChannelAccess

log = structlog.stdlib.get_logger(__name__)

CLOSED = 50007
"""Discord's code for somebody who takes no direct messages from us."""
CLOSED_FOR = timedelta(hours=1)
"""The time in which nothing more is sent to somebody after Discord has refused a direct message."""
DIRECT_TIMEOUT = 8.0
"""Seconds for a direct message: nobody waits for it."""
REMEMBERED = timedelta(minutes=5)
"""The time that a press is remembered; older ones are exact enough in storage."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The place of a message that called somebody."""

    channel: ChannelId
    message: int


class Calls:
    """The rules for calling people; the one place from which messages to one person alone are sent."""

    def __init__(
        self, client: discord.Client, store: Store, languages: Languages, clock: Clock, life: timedelta
    ) -> None:
        """`life`: how long after a press its token is used; what is stored of a press tells only its end."""
        self._client = client
        self._store = store
        self._clock = clock
        self._life = life
        self._background = BackgroundTasks()
        self._persons: Persons | None = None
        self._pressed: OrderedDict[tuple[MatchId, UserId], datetime] = OrderedDict()
        self._refused: dict[UserId, tuple[datetime, bool]] = {}
        """Until when nothing is sent to somebody, and whether because they take no direct messages."""
        self.languages = languages
        self.sight = ChannelAccess(client)

    def start(self, persons: Persons) -> None:
        """Ask `persons` from now on for what people have chosen."""
        self._persons = persons

    async def close(self) -> None:
        """Send no more."""
        await self._background.close()

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return self._clock.now()

    def pressed(self, match: MatchId, user: UserId) -> None:
        """Take note that somebody has pressed something in a match now."""
        now = self.now()
        self._pressed[match, user] = now
        self._pressed.move_to_end((match, user))
        while next(iter(self._pressed.values())) < now - REMEMBERED:
            self._pressed.popitem(last=False)

    async def pressed_at(self, match: MatchId, user: UserId) -> datetime | None:
        """Return the time of somebody's last press in a match, as far as known. Raises StorageError."""
        if (at := self._pressed.get((match, user))) is not None:
            return at
        press, hand = await self._store.presses.get(match, user), await self._store.hands.get(match, user)
        ends = [row.expires_at for row in (press, hand) if row is not None]
        return max(ends) - self._life if ends else None

    async def allowed(self, user: UserId, locale: str | None) -> Call:
        """Return the possible call of somebody now; `locale` is their language."""
        choice = await self._choice(user, locale)
        return Call.NOT if choice is None else calls.call(choice, self.now())

    async def to_turn(
        self, turn: Turn, locale: str | None, asked_at: datetime, pressed_at: datetime | None
    ) -> Call:
        """Return the call to a turn for which somebody has not been called."""
        choice = await self._choice(turn.user, locale)
        if choice is None:
            return Call.NOT
        return calls.call_to_turn(choice, self.now(), asked_at, pressed_at, called=False)

    async def to_reminder(self, match: MatchId, turn: Turn, locale: str | None) -> Call:
        """Return the reminder of a turn now. Raises StorageError."""
        return await self.to_turn(turn, locale, self.now(), await self.pressed_at(match, turn.user))

    async def words(self, match: MatchId, user: UserId, *otherwise: str | None) -> Words:
        """Return the language of somebody who is called: chosen, of their last press, or `otherwise`."""
        chosen = None if self._persons is None else self._persons.language(user)
        if chosen is None:
            try:
                chosen = await self._spoken(match, user)
            except BotError as error:
                log.info("language cannot be read", match=match, error=error.code)
        return self.languages.pick(chosen, *otherwise)

    async def _spoken(self, match: MatchId, user: UserId) -> str | None:
        """Return the language of somebody's last press in a match. Raises StorageError."""
        rows = await self._store.presses.get(match, user), await self._store.hands.get(match, user)
        known = [row for row in rows if row is not None]
        return max(known, key=lambda row: row.expires_at).locale if known else None

    def send_in_background(self, user: UserId, text: str) -> None:
        """Send a message to somebody alone, in the background; nothing happens where they take none."""
        self._background.start(self.send(user, text), name="direct message")

    def takes_none(self, user: UserId) -> bool:
        """Whether somebody took no direct message a while ago."""
        return self._rests(user) and self._refused[user][1]

    def _rests(self, user: UserId) -> bool:
        """Whether Discord has refused a message to somebody lately, for whatever reason."""
        return user in self._refused and self._refused[user][0] > self.now()

    async def send(self, user: UserId, said: str | RenderedMessage, nonce: str | None = None) -> Sent | None:
        """Send a message to somebody alone; None where it did not come to them. Raises nothing.

        Where the last ones have one with the same `nonce`, Discord gives back that.
        """
        message = RenderedMessage(MessageContent(said)) if isinstance(said, str) else said
        if self._rests(user):
            return None
        try:
            async with self._clock.timeout(DIRECT_TIMEOUT):
                channel = await self._client.create_dm(discord.Object(user))
                sent = await message.send(self._client, channel.send, nonce=nonce)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden) or error.code == CLOSED:
                self._refused = {each: told for each, told in self._refused.items() if told[0] > self.now()}
                self._refused[user] = self.now() + CLOSED_FOR, error.code == CLOSED
            log.info("direct message not sent", user=user, error=repr(error))
        except DISCORD_ERRORS as error:
            log.info("direct message not sent", user=user, error=repr(error))
        else:
            return Sent(ChannelId(sent.channel.id), sent.id)
        return None

    async def _choice(self, user: UserId, locale: str | None) -> Choice | None:
        """Return somebody's choice of calls; None while that cannot be found out."""
        if self._persons is None:
            return None
        try:
            return await self._persons.choice(user, locale)
        except BotError as error:
            log.warning("call not sent", user=user, error=error.code)
            return None
