"""One player's hand of one match: a private message that only the tokens of their own presses can reach.

The live hand is remembered as (token, expires, target). The target is a follow-up's id, or `@original` only
where that token's response is itself private: `@original` of a press on a public message *is* that public
message. It is stored before it is sent, so that a crash leaves no hand that nobody knows of; what was not
stored as seen is looked at before anything is written there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import discord
import structlog
from sqlalchemy import Connection

from bot.errors import BotError
from bot.i18n import Words
from bot.ids import ArenaId, ChannelId, MatchId, UserId
from bot.match.arenas.standing import standing
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import Status, Version
from bot.screens.hand import Emoji, Notice
from bot.storage import arenas
from bot.storage.hands import HandRow, PressRow
from bot.storage.settings.practice import Practice, practice
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.note_placement import ARENA, NoteKey
from cogs.content.pictures import Urgency
from cogs.messages.answer import ORIGINAL, Answer, NotEphemeral
from cogs.messages.hand_channels import HandChannels
from cogs.messages.hand_rows import (
    ArenaPlace,
    HandRequest,
    arena_line,
    closed_hand_content,
    hand_content,
    look_of,
)
from cogs.messages.tokens import EDIT_TIMEOUT, HandCopies, LiveHand, Token, is_dead
from cogs.messages.writer import MessageServices, MessageWriter
from cogs.platform.clock import Timer
from cogs.platform.discord_errors import DISCORD_ERRORS, UNKNOWN_MESSAGE, is_refused
from cogs.platform.load import Deferrable
from engine.cards.deck import Card
from engine.rules.actions import Phase, Play

log = structlog.stdlib.get_logger(__name__)

HandKey = tuple[MatchId, UserId]

GRACE = timedelta(seconds=50)
"""The time after its end for which a hand's token may still be good for closing the hand."""


@dataclass(frozen=True, slots=True)
class HandTerms:
    """Settings that all hands share."""

    emoji: Emoji
    life: timedelta
    """The time after a press for which its token is used."""
    channels: HandChannels
    let_go: Callable[[NoteKey, int], None]
    """Told of a message that has been a note and is a hand now."""


class HandMessage(MessageWriter[MatchView]):
    """A hand: shown in answer to its player's presses, edited in the background as the match goes on."""

    def __init__(
        self, services: MessageServices, key: HandKey, terms: HandTerms, wake: Callable[[], object]
    ) -> None:
        """`wake` has the hand written in the background."""
        super().__init__(services, "hand", match=key[0], user=key[1])
        self.key = key
        self.live: LiveHand | None = None
        self.moved: Version | None = None
        """The version at which the clock has moved for the player; the hand says so as long as it lasts."""
        self._copies = HandCopies(services)
        self._terms, self._emoji, self._life = terms, terms.emoji, terms.life
        self._wake = wake
        self._listed = False
        self._choosing: tuple[int | None, Card | None, Play | None] = (None, None, None)
        """The card whose capture the player chooses, and the question to which it is an answer."""
        self._practice = Practice()
        self._place: ArenaPlace | None = None
        """The player's place in the arena as the match began."""
        self._dealt: int | None = None
        """The deal for which a hand was put before the player, or can never be."""
        self._stored: HandRow | None = None
        """The row that storage holds for certain."""
        self._cleared = False
        """Whether the hands of the arena's ended matches were taken away."""
        self._doubtful: HandRow | None = None
        """An announced hand of which nobody knows whether it is on the screen."""
        self._closing: Timer | None = None

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
    def _question(self) -> int | None:
        """The number of what the player is asked, or was asked last."""
        seat = self.seat
        return None if seat is None or seat.observation is None else seat.observation.question

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
        if self.view is not None and self.view.shows_draw:
            return None
        if seen.phase is Phase.SEATS or (seen.phase is Phase.CUT and not seen.legal):
            return None
        return seen.deal

    async def repost_below(self, view: MatchView, table: int) -> None:
        """Send the hand again where it is above the table's message `table`; remove the old one.

        Nothing comes of it where no token of its player lives.

        Raises nothing that Discord or storage say: the old one stays, and works.
        """
        async with self.lock:
            self.update_view(view)
            old = self.live
            if old is None or self.over or self.seat is None or view.arena is not None:
                return  # an arena's tables stand elsewhere, in threads
            if old.message is not None and old.message > table:
                return
            try:
                press = await self.services.store.presses.get(*self.key)
                last = old.row if press is None or press.expires_at < old.row.expires_at else press
                if await self._send_anew(last):
                    self._copies.remove(old, keep=None if self.live is None else self.live.message)
            except (*DISCORD_ERRORS, BotError) as error:
                log.info("hand not reposted", **self.about, error=repr(error))
                await self._store(old.row)

    async def answer(self, view: MatchView, answer: Answer, request: HandRequest) -> None:
        """Answer a press with the hand as it is now; what answers is the live hand from then on.

        Raises what Discord says, StorageError, and NotEphemeral.
        """
        async with self.lock:
            self.update_view(view)
            await self.load()
            if not answer.on_private_message:
                await self._learn()  # opened again, after a change maybe
            if request.listed is not None:
                self._listed = request.listed
            self._choosing = (self._question, request.choosing, request.confirming)
            expires_at = self.services.clock.passing() + self._life
            row = HandRow(*self.key, answer.interaction.token, ORIGINAL, expires_at, answer.locale)
            old, version = self.live, (self.view or view).version
            await self._announce(answer, row)
            try:
                message, target = await self._put(answer, self._content(answer.words, request))
            except Exception as error:
                await self._take_back(row, shown=not isinstance(error, discord.HTTPException))
                raise
            live = LiveHand(replace(row, target=target), message)
            self._dealt, self.written_version = self._deal, version
            if self.over or old is None or not old.serves_for(live):
                await self._adopt(live)
            await self._clear_away(answer, old, live)

    async def look_again(self, locale: str | None = None) -> None:
        """Show it as its player wants to see it from now on, in a language. Raises StorageError."""
        async with self.lock:
            await self._learn()
            self.invalidate()
            if locale is not None and self.live is not None:
                self.live = replace(self.live, row=replace(self.live.row, locale=locale))
        if self.live is not None:
            self._wake()

    async def see_off(self) -> None:
        """Forget the hand of a match whose end it shows."""
        async with self.lock:
            await self._let_go()

    def stop(self) -> None:
        """Leave the hand open on the screen, as the process ends."""
        if self._closing is not None:
            self._closing.cancel()

    def _content(self, words: Words, request: HandRequest) -> MessageContent:
        assert self.view is not None
        assert self.seat is not None
        moved = not self.over and self.view.version == self.moved
        notice = request.notice or (Notice.MOVED_BY_CLOCK if moved else None)
        asked, card, play = self._choosing
        look = look_of(self._practice, self._emoji, self.services.clock.now(), listed=self._listed)
        if asked == self._question:
            look = replace(look, choosing=card, confirming=play)
        line = request.line or arena_line(words, self.view, self.key[1], self._place)
        return hand_content(words, self.view, self.seat, look, notice).with_heading(line)

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
        picture = await render(content, self.services.pictures, Urgency.PRESS)
        if self.live is not None:
            self._copies.remove(self.live)  # before the new one comes: a crash between would leave two
        message, target = await answer.private(picture)
        _must_be_private(message)
        self.shown = picture.content
        return None if message is None else message.id, target

    async def _announce(self, answer: Answer, row: HandRow) -> None:
        """Store where the hand will be, if it is known, before it is sent there."""
        pressed = answer.interaction.message if answer.on_private_message else None
        known = pressed is not None and self.live is not None and self.live.message == pressed.id
        if answer.answers_in_private and not known and not self.over:
            await self._store(row.announced())

    async def _take_back(self, row: HandRow, *, shown: bool) -> None:
        """The answer has failed: the hand of before is the live one. `shown`: the new one may be there."""
        self._dealt = None
        if shown:
            self._doubtful = row.announced()
        elif self.live is not None:
            await self._store(self.live.row)
        elif self._stored is not None:
            await self._drop()

    async def _clear_away(self, answer: Answer, old: LiveHand | None, live: LiveHand) -> None:
        """Take other copies than the live one off the screen."""
        doubtful, self._doubtful = self._doubtful, None
        if doubtful is not None and doubtful.token != live.row.token:
            self._copies.remove(LiveHand(doubtful), keep=live.message)
        if old is not None and answer.on_private_message and live.message != old.message:
            self._copies.remove(old, keep=live.message)

    async def _learn(self) -> None:
        """Find out how long the player has played, and how they want to see their hands."""
        guild = None if self.view is None else self.view.place.guild
        self._practice = await self.services.store.read(practice, self.key[1], guild)

    async def _turn(self, view: MatchView) -> None:
        await self.services.load.yield_to_presses(Deferrable.HAND, self.services.clock)

    async def _find(self) -> None:
        await self._learn()
        if self.view is not None and self.view.arena is not None:
            self._place = await self.services.store.read(_place_in, self.view.arena, self.key[1])
        row = await self.services.store.hands.get(*self.key)
        if row is None or row.token is None:
            return
        self._stored = row
        if row.confirmed:
            self._set(LiveHand.of(row))
        else:
            # A crash came while it was sent: another one beside it would be one too many.
            self._doubtful, self._dealt = row, self._deal

    async def _write(self, view: MatchView) -> None:
        if self._doubtful is not None:
            await self._look_for(self._doubtful)
        if self.live is not None and await self._edit(self.live):
            self._dealt = self._deal
        elif self._deal is not None and self._deal != self._dealt:
            await self._deal_out()

    async def _look_for(self, row: HandRow) -> None:
        """Find out whether an announced hand is on the screen; if so it is the live one."""
        message = await self._copies.find(row)
        if message is not None:
            if self.live is not None:
                self._copies.remove(self.live, keep=message.id)
            self.shown = None
            await self._adopt(LiveHand(row.found(), message.id))
        else:
            await self._not_there()
        self._doubtful = None

    async def _not_there(self) -> None:
        """An announced hand is not on the screen: the one before it is live, if there was one."""
        if self.live is not None:
            await self._store(self.live.row)
        else:
            await self._drop()

    async def _edit(self, live: LiveHand) -> bool:
        """Bring the live hand up to date through its stored token; False where the hand is gone.

        At its time it is closed, before its token dies: one button brings it back.
        """
        row, now = live.row, self.services.clock.passing()
        words = self.services.languages.pick(row.locale)
        closing = row.expires_at <= now and not self.over
        content = closed_hand_content(words, self.key[0]) if closing else self._content(words, HandRequest())
        if row.token is None or row.expires_at + GRACE < now:
            await self._drop()
            return False
        token = Token(self.services.client, row.token)

        async def edit(message: RenderedMessage) -> None:
            async with self.services.clock.timeout(EDIT_TIMEOUT):
                answer = await token.edit(row.target, message)
            self.live = replace(live, message=answer.id)

        try:
            await self.show(content, Urgency.HAND, edit)
        except discord.HTTPException as error:
            if not is_dead(error):
                raise
            await self._drop()
            return False
        if closing:
            await self._drop()
        return True

    async def _deal_out(self) -> None:
        """Put a hand before a player who has none open, beside their own last press if its token lives."""
        press = await self.services.store.presses.get(*self.key)
        if not await self._follow_on(press):
            await self._send_anew(press)

    async def _follow_on(self, press: PressRow | None) -> bool:
        """Let what an arena's player has on the screen become this hand, in a channel that takes no more.

        False where it takes more, and where there is nothing, or nothing in sight.
        """
        channel = self._arena_channel
        if channel is None or not self._terms.channels.is_full(channel):
            return False
        now = self.services.clock.passing()
        after = max(now, self._terms.channels.in_sight_since(channel) + self._life)
        live = await self._ended_hand(after) or await self._note(press, after)
        if live is None:
            return False
        self._set(live)
        self._clear_ended()
        if not await self._edit(live) or self.live is None:
            return False
        self._dealt = self._deal
        await self._store(self.live.row)
        return True

    @property
    def _arena_channel(self) -> ChannelId | None:
        """The channel into which the hands of this match's arena come; None outside of arenas."""
        return None if self.view is None or self.view.arena is None else self.view.place.parent

    async def _ended_hand(self, after: datetime) -> LiveHand | None:
        """Take over the hand of the match before, if its token expires after a moment."""
        assert self.view is not None and self.view.arena is not None
        self._stored = await self.services.store.hands.take_over(self.view.arena, *self.key, after)
        return None if self._stored is None else LiveHand.of(self._stored)

    async def _note(self, press: PressRow | None, after: datetime) -> LiveHand | None:
        """Take over the note that answered the player's last press, if its token expires after a moment."""
        if press is None or press.expires_at <= after:
            return None
        row = HandRow(*self.key, press.token, ORIGINAL, press.expires_at, press.locale)
        if (message := await self._copies.find(row)) is None:
            return None
        await self._store(row.announced())
        self._terms.let_go((ARENA, self.key[1]), message.id)
        return LiveHand(row, message.id)

    async def _send_anew(self, press: HandRow | PressRow | None) -> bool:
        """Send the hand beside a press of its player; False where its token lives no more."""
        if press is None or press.token is None or press.expires_at <= self.services.clock.passing():
            return False
        content = self._content(self.services.languages.pick(press.locale), HandRequest())
        picture = await render(content, self.services.pictures, Urgency.HAND)
        row = HandRow(*self.key, press.token, "", press.expires_at, press.locale)
        await self._store(row.announced())
        token = Token(self.services.client, press.token)
        if (channel := self._arena_channel) is not None:
            self._terms.channels.sent(channel)
        try:
            async with self.services.clock.timeout(EDIT_TIMEOUT):
                message = await token.follow_up(picture)
        except discord.HTTPException as error:
            await self._not_there()
            if not is_refused(error):
                raise
            log.info("hand not dealt", **self.about, error=repr(error))
            self._dealt = self._deal
            return False
        if not message.flags.ephemeral:
            await token.delete(str(message.id))
            await self._not_there()
            raise NotEphemeral
        self.shown, self._dealt = picture.content, self._deal
        await self._adopt(LiveHand(replace(row, target=str(message.id)), message.id))
        return True

    async def _adopt(self, live: LiveHand) -> None:
        """Make a message the live hand, in memory and in storage. The message carries the ephemeral flag."""
        self._set(live)
        if self.over:
            await self._let_go()
            return
        await self._store(live.row)
        self._clear_ended()

    def _clear_ended(self) -> None:
        """Take the hands of the arena's other matches off the screen, once."""
        if self.view is not None and self.view.arena is not None and not self._cleared:
            self._cleared = True
            self._copies.remove_ended(self.view.arena, self.key)

    async def _store(self, row: HandRow) -> None:
        if row == self._stored:
            return
        try:
            await self.services.store.hands.save(row)
        except BotError as error:
            # The hand works on the screen; only a restart would not find it.
            log.warning("hand not stored", **self.about, trouble=str(error))
        else:
            self._stored = row

    async def _let_go(self) -> None:
        """Forget the live hand. In an arena its row stays: the next match's hand takes this one away."""
        if self.live is None or self.view is None or self.view.arena is None:
            await self._drop()
            return
        await self._store(self.live.row)
        self._forget()

    def _forget(self) -> None:
        self.stop()
        self._closing = self.live = self.shown = self._stored = None

    async def _drop(self) -> None:
        """Forget the live hand, here and in storage."""
        self._forget()
        try:
            await self.services.store.hands.drop(*self.key)
        except BotError as error:
            # Its token dies by itself; a start before that edits it again.
            log.warning("hand not deleted", **self.about, trouble=str(error))

    def _set(self, live: LiveHand) -> None:
        self.stop()
        self.live = live
        clock = self.services.clock
        left = max(0.0, (live.row.expires_at - clock.passing()).total_seconds())
        self._closing = clock.call_later(left, self._wake)


def _place_in(tx: Connection, arena: ArenaId, user: UserId) -> ArenaPlace | None:
    """Return how somebody stands in an arena; None before their first result."""
    stored = arenas.find(tx, arena)
    rows = () if stored is None else standing(stored.evening)
    return next(((row, len(rows)) for row in rows if row.user == user and row.played), None)


def _must_be_private(message: discord.Message | None) -> None:
    if message is not None and not message.flags.ephemeral:
        raise NotEphemeral
