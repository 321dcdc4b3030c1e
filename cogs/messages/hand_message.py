"""One player's hand of one match: a private message that only the tokens of their own presses can reach.

The live hand is remembered as (token, expires, target). The target is a follow-up's id, or `@original` only
where that token's response is itself private: `@original` of a press on a public message *is* that public
message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import discord
import structlog

from bot.errors import BotError
from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import ChannelId, MatchId, Status, UserId, Version
from bot.screens.hand import Emoji, Look, Notice
from bot.storage.hands import HandRow
from bot.storage.presses import PressRow
from cogs.clock import Timer
from cogs.messages.answer import ORIGINAL, UNKNOWN_MESSAGE, Answer, NotEphemeral
from cogs.messages.content import MessageContent, RenderedMessage, rendered
from cogs.messages.hand_rows import closed_hand_content, hand_content
from cogs.messages.pictures import Urgency
from cogs.messages.tokens import Token, is_dead
from cogs.messages.writer import BURIED, MessageServices, MessageWriter
from engine.actions import Phase
from engine.cards.deck import Card

log = structlog.stdlib.get_logger(__name__)

HandKey = tuple[MatchId, UserId]

EDIT_TIMEOUT = 8.0
"""Seconds for a request through a stored token: it would wait without end where Discord slows it down."""
YOUNG = timedelta(seconds=60)
"""Tokens whose ends differ by less are as good as one another."""
GRACE = timedelta(seconds=50)
"""How long after its time a hand's token may still be good for closing the hand."""


@dataclass(frozen=True, slots=True)
class HandRequest:
    """How a player wants to see their hand. `listed` None: as before."""

    listed: bool | None = None
    choosing: Card | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand that is on somebody's screen. `message` is its id where it is known."""

    row: HandRow
    message: int | None = None

    def differs(self, other: LiveHand) -> bool:
        """Whether two hands are known to be two messages."""
        return None not in {self.message, other.message} and self.message != other.message

    def serves_for(self, other: LiveHand) -> bool:
        """Whether this token reaches the same message nearly as long: the other need not be stored."""
        return (
            self.message is not None
            and self.message == other.message
            and self.row.locale == other.row.locale
            and self.row.expires_at + YOUNG > other.row.expires_at
        )


class HandMessage(MessageWriter[MatchView]):
    """A hand: shown in answer to its player's presses, edited in the background as the match goes on."""

    retries = (1.0, 4.0)

    def __init__(self, services: MessageServices, key: HandKey, emoji: Emoji, life: timedelta) -> None:
        """`life`: how long after a press its token is used."""
        super().__init__(services, "hand", match=key[0], user=key[1])
        self.key = key
        self.live: LiveHand | None = None
        self.moved: Version | None = None
        """The version at which the clock has moved for the player; the hand says so as long as it lasts."""
        self._emoji = emoji
        self._life = life
        self._listed = False
        self._dealt: int | None = None
        """The deal for which a hand was put before the player, or was tried to be."""
        self._closing: Timer | None = None
        self._burying = 0
        """Messages that came after it."""

    @property
    def seat(self) -> SeatView | None:
        """The seat that this hand belongs to."""
        return None if self.view is None else self.view.seat_of(self.key[1])

    @property
    def asked(self) -> bool:
        """Whether the player is to move."""
        seat = self.seat
        return not self.over and seat is not None and bool(seat.observation and seat.observation.legal)

    @property
    def over(self) -> bool:
        """Whether the match has ended, and with it the hand's life."""
        return self.view is not None and self.view.status is not Status.PLAYING

    @property
    def _deal(self) -> int | None:
        """The deal whose cards (or cut) wait to be put before the player; None where there are none."""
        seat = self.seat
        if self.over or seat is None or (seen := seat.observation) is None:
            return None
        if seen.phase is Phase.SEATS or (seen.phase is Phase.CUT and not seen.legal):
            return None
        return seen.deal

    @property
    def buried(self) -> bool:
        """Whether so many messages came after it that it is out of sight."""
        return self.live is not None and self._burying >= BURIED

    def count(self, channel: ChannelId, message: int) -> None:
        """Count a message that came into a channel, maybe below the hand."""
        if self.live is not None and self.view is not None and self.view.place.channel == channel:
            self._burying += self.live.message is None or message > self.live.message

    async def bring_down(self, view: MatchView) -> None:
        """Send a buried hand once more, below the chat, where its player's token lives; remove the old one.

        Raises nothing that Discord or storage say: the old one stays, and works.
        """
        async with self.lock:
            self.offer(view)
            old = self.live
            if old is None or not self.buried or self.over or self.seat is None:
                return
            try:
                if await self._send_anew(old.row):
                    self._remove(old)
            except (discord.HTTPException, TimeoutError, BotError, OSError) as error:
                log.info("hand not brought down", **self.about, error=repr(error))

    async def answer(self, view: MatchView, answer: Answer, request: HandRequest) -> None:
        """Answer a press with the hand as it is now; what answers is the live hand from then on.

        Raises what Discord says, StorageTrouble, and NotEphemeral.
        """
        async with self.lock:
            self.offer(view)
            await self.load()
            if request.listed is not None:
                self._listed = request.listed
            old = self.live
            message, target = await self._put(answer, self._content(answer.words, request))
            expires_at = self.services.clock.now() + self._life
            row = HandRow(*self.key, answer.interaction.token, target, expires_at, answer.locale)
            live = LiveHand(row, message)
            self._dealt = self._deal
            if self.over or old is None or not old.serves_for(live):
                await self._adopt(live)
            if old is not None and (not answer.on_private_message or old.differs(live)):
                self._remove(old)

    async def see_off(self) -> None:
        """Forget the hand of a match whose end it shows."""
        async with self.lock:
            await self._drop()

    def stop(self) -> None:
        """Leave the hand open on the screen, as the process ends."""
        if self._closing is not None:
            self._closing.cancel()

    def _content(self, words: Words, request: HandRequest) -> MessageContent:
        assert self.view is not None
        assert self.seat is not None
        moved = not self.over and self.view.version == self.moved
        notice = request.notice or (Notice.MOVED_BY_CLOCK if moved else None)
        look = Look(request.choosing, self._listed, self._emoji)
        return hand_content(words, self.view, self.seat, look, notice)

    async def _put(self, answer: Answer, content: MessageContent) -> tuple[int | None, str]:
        """Answer with a content. Gives the id of the message that shows it, if known, and its target."""
        pressed = answer.interaction.message
        if pressed is None or not answer.on_private_message:
            return await self._put_anew(answer, content)
        if self.live is None or self.live.message != pressed.id:
            self.shown = None  # what is known is known of another message
        if content == self.shown:
            await answer.acknowledge()
            return pressed.id, ORIGINAL

        async def update(message: RenderedMessage) -> None:
            _must_be_private(await answer.update(message))

        try:
            await self.show(content, Urgency.PRESS, update)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # An older copy of the hand, pressed while it was being removed.
            return await self._put_anew(answer, content)
        return pressed.id, ORIGINAL

    async def _put_anew(self, answer: Answer, content: MessageContent) -> tuple[int | None, str]:
        """Answer with a content in a message of its own. Gives as `_put`."""
        picture = await rendered(content, self.services.pictures, Urgency.PRESS)
        message, target = await answer.note(picture)
        _must_be_private(message)
        self.shown = picture.content
        return None if message is None else message.id, target

    async def _find(self) -> None:
        row = await self.services.store.hands.get(*self.key)
        if row is not None and row.token is not None:
            self._set(LiveHand(row, None if row.target == ORIGINAL else int(row.target)))

    async def _write(self, view: MatchView) -> None:
        if self.live is not None and await self._edit(self.live.row):
            self._dealt = self._deal
        elif self._deal is not None and self._deal != self._dealt:
            await self._deal_out()

    async def _edit(self, row: HandRow) -> bool:
        """Bring the live hand up to date through its stored token; False where the hand is gone."""
        content = self._content(self.services.languages.pick(row.locale), HandRequest())
        if content == self.shown:
            return True
        if row.token is None or row.expires_at + GRACE < self.services.clock.now():
            await self._drop()
            return False
        token = Token(self.services.client, row.token)

        async def edit(message: RenderedMessage) -> None:
            async with self.services.clock.timeout(EDIT_TIMEOUT):
                await token.edit(row.target, message)

        try:
            await self.show(content, Urgency.HAND, edit)
        except discord.HTTPException as error:
            if not is_dead(error):
                raise
            await self._drop()
            return False
        return True

    async def _deal_out(self) -> None:
        """Put a hand before a player who has none open, beside their own last press if its token lives."""
        await self._send_anew(None)

    async def _send_anew(self, hand: HandRow | None) -> bool:
        """Send the hand beside its player's last press, or that of `hand`; False where no token lives."""
        press: HandRow | PressRow | None = await self.services.store.presses.get(*self.key)
        if hand is not None and (press is None or press.expires_at < hand.expires_at):
            press = hand
        if press is None or press.token is None or press.expires_at <= self.services.clock.now():
            return False
        content = self._content(self.services.languages.pick(press.locale), HandRequest())
        picture = await rendered(content, self.services.pictures, Urgency.HAND)
        token = Token(self.services.client, press.token)
        self._dealt = self._deal
        async with self.services.clock.timeout(EDIT_TIMEOUT):
            message = await token.follow_up(picture)
        if not message.flags.ephemeral:
            await token.delete(str(message.id))
            raise NotEphemeral
        self.shown = picture.content
        row = HandRow(*self.key, press.token, str(message.id), press.expires_at, press.locale)
        await self._adopt(LiveHand(row, message.id))
        return True

    async def _adopt(self, live: LiveHand) -> None:
        """Make a message the live hand, in memory and in storage. The message carries the ephemeral flag."""
        self._set(live)
        if self.over:
            await self._drop()
            return
        try:
            await self.services.store.hands.put(live.row)
        except BotError as error:
            # The hand is on the screen and works; only a restart would not find it.
            log.warning("hand not stored", **self.about, trouble=str(error))

    async def _drop(self) -> None:
        """Forget the live hand, here and in storage."""
        self.stop()
        self._closing = self.live = self.shown = None
        try:
            await self.services.store.hands.drop(*self.key)
        except BotError as error:
            # Its token dies by itself; a start before that edits it once more.
            log.warning("hand not forgotten", **self.about, trouble=str(error))

    def _set(self, live: LiveHand) -> None:
        self.stop()
        if self.live is None or self.live.message != live.message:
            self._burying = 0
        self.live = live
        clock = self.services.clock
        left = max(0.0, (live.row.expires_at - clock.now()).total_seconds())
        self._closing = clock.call_later(left, self._close_soon)

    def _close_soon(self) -> None:
        self.services.background.start(self._close(), name="close hand")

    async def _close(self) -> None:
        """Close a hand before its token dies: one button brings it back."""
        async with self.lock:
            live = self.live
            if live is None or live.row.token is None or live.row.expires_at > self.services.clock.now():
                return
            content = closed_hand_content(self.services.languages.pick(live.row.locale), self.key[0])
            token = Token(self.services.client, live.row.token)
            try:
                async with self.services.clock.timeout(EDIT_TIMEOUT):
                    await token.edit(live.row.target, RenderedMessage(content))
            except (discord.HTTPException, TimeoutError, OSError) as error:
                log.info("hand not closed", **self.about, error=repr(error))
            await self._drop()

    def _remove(self, old: LiveHand) -> None:
        """Take an older copy off the screen, if its token lives; it is certain to be another message."""
        if old.row.token is not None and old.row.expires_at > self.services.clock.now():
            work = self._delete(Token(self.services.client, old.row.token), old.row.target)
            self.services.background.start(work, name="remove old hand")

    async def _delete(self, token: Token, target: str) -> None:
        try:
            async with self.services.clock.timeout(EDIT_TIMEOUT):
                await token.delete(target)
        except (discord.HTTPException, TimeoutError) as error:
            log.debug("old hand not removed", **self.about, error=repr(error))


def _must_be_private(message: discord.Message | None) -> None:
    if message is not None and not message.flags.ephemeral:
        raise NotEphemeral
