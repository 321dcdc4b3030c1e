"""Hands: each player's private message, with one writer each."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import discord
import structlog

from bot.config import Settings
from bot.errors import BotError
from bot.i18n import Languages, Words
from bot.screens.hand import Emoji, Look
from bot.storage import Store
from bot.storage.hands import HandRow
from bot.storage.presses import PressRow
from bot.views import Cause, MadeBy, MatchId, MatchView, UserId
from cogs.answer import ORIGINAL, UNKNOWN_MESSAGE, Answer, NotEphemeral
from cogs.background import Background
from cogs.desk import Desk, Key, Live, Wish
from cogs.face import Face, drawn
from cogs.hand_face import closed_face, hand_face
from cogs.hand_keeper import EDIT_TIMEOUT, GRACE, HandKeeper
from cogs.pictures import Pictures, Urgency
from cogs.tokens import Token, is_dead

log = structlog.stdlib.get_logger(__name__)

RETRIES = (1.0, 4.0)
"""Seconds before an edit that failed is tried again; after the last the next event shows the hand."""

ANSWERED_SECONDS = 5.0
"""By then the press that ended a match has been answered, or never will be."""


class Hands:
    """All hands of this process."""

    def __init__(  # noqa: PLR0913, PLR0917 - wired once, by the presenter
        self,
        client: discord.Client,
        store: Store,
        settings: Settings,
        languages: Languages,
        pictures: Pictures,
        emoji: Emoji,
    ) -> None:
        self._client = client
        self._store = store
        self._languages = languages
        self._pictures = pictures
        self._emoji = emoji
        self._background = Background()
        self._keeper = HandKeeper(client, store, settings, self._background, close=self._close)
        self._desks: dict[Key, Desk] = {}

    def show(self, view: MatchView, cause: Cause) -> None:
        """Bring everybody's hand up to a view, but for the one whose press answers itself."""
        for seat in view.seats:
            user = seat.participant.user
            if user is None:
                continue
            if cause.made_by is MadeBy.USER and cause.user == user:
                desk = self._desk((view.match, user))
                desk.offer(view)
                if desk.over:
                    self._background.start(self._see_off(desk, view), name="last hand")
            else:
                desk = self._desk((view.match, user))
                if cause.made_by is MadeBy.CLOCK and desk.asked:
                    desk.moved = view.version
                self.refresh(view, user)

    def refresh(self, view: MatchView, user: UserId) -> None:
        """Bring one hand up to a view, in the background; put it before its player where none is open."""
        if view.seat_of(user) is None:
            return
        desk = self._desk((view.match, user))
        desk.offer(view)
        if desk.task is None or desk.task.done():
            desk.task = self._background.start(self._refresh(desk), name="refresh hand")

    async def remember_press(self, match: MatchId, interaction: discord.Interaction[Any]) -> None:
        """Keep a press that has been acknowledged: a hand may be dealt on its token."""
        user, locale = UserId(interaction.user.id), interaction.locale.value
        row = PressRow(match, user, interaction.token, self._keeper.expiry(), locale)
        try:
            await self._store.presses.put(row)
        except BotError as error:
            # What was pressed for is stored: only a hand may need one tap more.
            log.warning("press not stored", match=match, user=user, error=error.code)

    async def answer(self, view: MatchView, answer: Answer, wish: Wish) -> None:
        """Answer a press on a hand, or `My hand`, with the hand as it is now; it becomes the live one."""
        desk = self._desk((view.match, UserId(answer.interaction.user.id)))
        try:
            async with desk.lock:
                desk.offer(view)
                await self._answer(desk, answer, wish)
                self._clear(desk)
        except Exception:
            if desk.over:  # nothing else will show the end, and forget the hand
                self.refresh(view, desk.key[1])
            raise

    async def _answer(self, desk: Desk, answer: Answer, wish: Wish) -> None:
        interaction = answer.interaction
        await self._keeper.load(desk)
        if wish.listed is not None:
            desk.listed = wish.listed
        face = self._face(desk, self._languages.pick(interaction.locale.value), wish)
        old = desk.live
        message, target = await self._put(desk, answer, face)
        live = Live(self._row(desk, interaction, target), message)
        desk.dealt = desk.deal
        if desk.over or not self._keeper.good_still(old, live):
            await self._keeper.adopt(desk, live)
        self._keeper.remove(old, live, new=not answer.on_private_message)

    async def close(self) -> None:
        """Stop writing; what is on the screens stays there."""
        for desk in self._desks.values():
            if desk.closing is not None:
                desk.closing.cancel()
        await self._background.close()

    def _desk(self, key: Key) -> Desk:
        return self._desks.setdefault(key, Desk(key))

    async def _see_off(self, desk: Desk, view: MatchView) -> None:
        """Show the end to who brought it about, and forget his hand, where the answer to him has failed."""
        await asyncio.sleep(ANSWERED_SECONDS)
        if self._desks.get(desk.key) is desk:
            self.refresh(view, desk.key[1])

    def _clear(self, desk: Desk) -> None:
        if desk.over:
            self._desks.pop(desk.key, None)

    def _row(self, desk: Desk, interaction: discord.Interaction[Any], target: str) -> HandRow:
        locale = interaction.locale.value
        return HandRow(*desk.key, interaction.token, target, self._keeper.expiry(), locale)

    def _face(self, desk: Desk, words: Words, wish: Wish) -> Face:
        assert desk.view is not None
        assert desk.seat is not None
        look = Look(wish.choosing, desk.listed, self._emoji)
        return hand_face(words, desk.view, desk.seat, look, wish.notice or desk.notice)

    async def _put(self, desk: Desk, answer: Answer, face: Face) -> tuple[int | None, str]:
        """Answer with a face; the id of the message that shows it, as far as it is known, and its target."""
        if not answer.on_private_message:
            return await self._put_anew(desk, answer, face)
        pressed = answer.interaction.message
        assert pressed is not None
        same = desk.live is not None and desk.live.message == pressed.id
        if same and desk.shown == face:
            await answer.acknowledge()
            return pressed.id, ORIGINAL
        over = desk.shown if same else None
        picture = await drawn(face, self._pictures, Urgency.PRESS, over=over)
        desk.shown = None  # until Discord has said that it took the edit
        try:
            _must_be_private(await answer.update(picture))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # An older copy of the hand, pressed while it was being removed.
            return await self._put_anew(desk, answer, face)
        desk.shown = face
        return pressed.id, ORIGINAL

    async def _put_anew(self, desk: Desk, answer: Answer, face: Face) -> tuple[int | None, str]:
        """The same in a message of its own."""
        message, target = await answer.note(await drawn(face, self._pictures, Urgency.PRESS))
        _must_be_private(message)
        desk.shown = face
        return None if message is None else message.id, target

    async def _refresh(self, desk: Desk) -> None:
        """The background writer: works until the newest view is shown."""
        shown: int | None = None
        pauses = iter(RETRIES)
        while desk.view is not None and desk.view.version != shown:
            async with desk.lock:
                version = desk.view.version
                written = await self._attempt(desk)
            if not written and (pause := next(pauses, None)) is not None:
                await asyncio.sleep(pause)
            else:
                shown = version
        if desk.over:
            async with desk.lock:
                await self._keeper.drop(desk)
                self._clear(desk)

    async def _attempt(self, desk: Desk) -> bool:
        try:
            await self._keeper.load(desk)
            await self._write(desk)
        except (discord.HTTPException, TimeoutError, BotError, OSError) as error:
            log.info("hand not refreshed", match=desk.key[0], user=desk.key[1], error=repr(error))
            return False
        except Exception:
            log.exception("hand not refreshed", match=desk.key[0], user=desk.key[1])
        return True

    async def _write(self, desk: Desk) -> None:
        if desk.live is not None:
            face = self._face(desk, self._languages.pick(desk.live.row.locale), Wish())
            if face == desk.shown or await self._edit(desk, desk.live.row, face):
                desk.dealt = desk.deal
                return
        if desk.deal is not None and desk.deal != desk.dealt:
            await self._deal(desk)

    async def _edit(self, desk: Desk, row: HandRow, face: Face) -> bool:
        """Edit the live hand through its stored token; False where the hand is gone."""
        if row.token is None or row.expires_at + GRACE < datetime.now(UTC):
            await self._keeper.drop(desk)
            return False
        picture = await drawn(face, self._pictures, Urgency.HAND, over=desk.shown)
        desk.shown = None  # until Discord has said that it took the edit
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                await Token(self._client, row.token).edit(row.target, picture)
        except discord.HTTPException as error:
            if not is_dead(error):
                raise
            await self._keeper.drop(desk)
            return False
        desk.shown = face
        return True

    async def _deal(self, desk: Desk) -> None:
        """Put a hand before a player who has none open, beside his own last press if its token lives."""
        press = await self._store.presses.get(*desk.key)
        if press is None or press.expires_at <= datetime.now(UTC):
            return
        face = self._face(desk, self._languages.pick(press.locale), Wish())
        picture = await drawn(face, self._pictures, Urgency.HAND)
        token = Token(self._client, press.token)
        desk.dealt = desk.deal
        async with asyncio.timeout(EDIT_TIMEOUT):
            message = await token.follow_up(picture)
        if not message.flags.ephemeral:
            await token.delete(str(message.id))
            raise NotEphemeral
        desk.shown = face
        row = HandRow(*desk.key, press.token, str(message.id), press.expires_at, press.locale)
        await self._keeper.adopt(desk, Live(row, message.id))

    async def _close(self, desk: Desk) -> None:
        """Close a hand before its token dies: one button brings it back."""
        async with desk.lock:
            live = desk.live
            if live is None or live.row.token is None or live.row.expires_at > datetime.now(UTC):
                return
            words = self._languages.pick(live.row.locale)
            try:
                async with asyncio.timeout(EDIT_TIMEOUT):
                    picture = await drawn(closed_face(words, desk.key[0]), self._pictures, Urgency.HAND)
                    await Token(self._client, live.row.token).edit(live.row.target, picture)
            except (discord.HTTPException, TimeoutError, OSError) as error:
                log.info("hand not closed", match=desk.key[0], user=desk.key[1], error=repr(error))
            await self._keeper.drop(desk)


def _must_be_private(message: discord.Message | None) -> None:
    if message is not None and not message.flags.ephemeral:
        raise NotEphemeral
