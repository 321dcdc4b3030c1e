"""The hands of all players of all matches: which of them a view concerns, and what keeps them up to date."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import structlog

from bot.errors import BotError
from bot.ids import MatchId, UserId
from bot.match.views import MatchView
from bot.match.vocabulary import Cause, MadeBy, Occasion
from bot.screens.hand import Emoji
from bot.storage.hands import PressRow
from cogs.content.note_placement import NoteKey
from cogs.messages.answer import Answer
from cogs.messages.hand_channels import HandChannels
from cogs.messages.hand_message import HandKey, HandMessage, HandTerms
from cogs.messages.hand_rows import HandRequest
from cogs.messages.writer import MessageServices, MessageWriters

log = structlog.stdlib.get_logger(__name__)

NO_MOVE = {Occasion.DEALT, Occasion.HALF_TIME, Occasion.AWAY, Occasion.WARNED}
"""The occasions that come with time and move for nobody."""
ANSWERED_SECONDS = 5.0
"""By then a press has been answered, or never will be."""


class HandMessages(MessageWriters[HandKey, HandMessage]):
    """All hands of this process."""

    def __init__(
        self, services: MessageServices, emoji: Emoji, life: timedelta, let_go: Callable[[NoteKey, int], None]
    ) -> None:
        """`life`: how long after a press its token is used. `let_go` is told of a message that has been a
        note and is a hand now.
        """
        super().__init__(services)
        self._emoji = emoji
        self._life = life
        self.channels = HandChannels(services.clock)
        self._terms = HandTerms(emoji, self._life, self.channels, let_go)

    @property
    def emoji(self) -> Emoji:
        """The cards' emoji that exist by now."""
        return self._emoji

    def show(self, view: MatchView, cause: Cause) -> None:
        """Bring everybody's hand up to a view, but for the one whose press answers itself."""
        for seat in view.seats:
            user = seat.participant.user
            if user is None:
                continue
            hand = self.of((view.match, user))
            if cause.made_by is MadeBy.USER and cause.user == user:
                hand.update_view(view)
                self.services.clock.call_later(ANSWERED_SECONDS, partial(self._catch_up, hand))
            else:
                if cause.made_by is MadeBy.CLOCK and cause.occasion not in NO_MOVE and hand.asked:
                    hand.moved = view.version
                self.refresh(view, user)

    def refresh(self, view: MatchView, user: UserId) -> None:
        """Bring one hand up to a view, in the background; put it before its player where none is open."""
        if view.seat_of(user) is not None:
            key = (view.match, user)
            self.of(key).update_view(view)
            self.wake(key)

    def repost_below(self, view: MatchView, table: int) -> None:
        """Send all hands again, in the background, below the table's message `table`."""
        for seat in view.seats:
            user = seat.participant.user
            hand = None if user is None else self.known((view.match, user))
            if hand is not None:
                self.services.background.start(hand.repost_below(view, table), name="bring hand down")

    def look_again(self, user: UserId, locale: str | None = None) -> None:
        """Show a user's hands, in the background, as they want to see them from now on, in a language."""
        for hand in self.all():
            if hand.key[1] == user:
                self.services.background.start(hand.look_again(locale), name="look again")

    async def remember_press(self, match: MatchId, answer: Answer) -> None:
        """Keep a press that has been acknowledged: a hand may be dealt on its token."""
        expires_at = self.services.clock.passing() + self._life
        row = PressRow(match, answer.user, answer.interaction.token, expires_at, answer.locale)
        try:
            await self.services.store.presses.save(row)
        except BotError as error:
            # What was pressed for is stored: only a hand may need one tap more.
            log.warning("press not stored", match=match, user=answer.user, trouble=str(error))

    async def answer(self, view: MatchView, answer: Answer, request: HandRequest) -> None:
        """Answer a press on a hand, or `My hand`, with the hand as it is now; it becomes the live one."""
        key = (view.match, answer.user)
        hand = self.of(key)
        try:
            await hand.answer(view, answer, request)
        except Exception:
            self.refresh(view, answer.user)  # the answer did not show it
            raise
        self.forget(key, hand)

    async def close(self) -> None:
        """Stop writing; what is on the screens stays there."""
        for hand in self.all():
            hand.stop()
        await super().close()

    def _catch_up(self, hand: HandMessage) -> None:
        """Show how things stand to the person who pressed, where the answer to them has failed."""
        if self.known(hand.key) is hand and hand.behind:
            self.wake(hand.key)

    async def _ended(self, key: HandKey, writer: HandMessage) -> None:
        if writer.over:
            await writer.see_off()

    def _make(self, key: HandKey) -> HandMessage:
        return HandMessage(self.services, key, self._terms, partial(self.wake, key))
