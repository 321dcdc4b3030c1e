"""`/koikoi replay`: what somebody has played, and the way into each replay.

A select opens the replays, not a section with a button in each row: the replay takes the place of the list
and leads back to it. A message that has once been one of Components V2 can never be a plain one again, and a
step with its picture is plain. Ten sections would also be three screens of a phone.
"""

from __future__ import annotations

from bot.i18n import Words
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.records import periods
from bot.records.finished import Viewer
from bot.records.history import History
from bot.screens.finished import history as screen
from bot.screens.records import profile
from bot.storage import history
from bot.wording import buttons, notes
from bot.wording.finished import history as wording
from cogs.content.controls import Arrow, Option, Rows, Select, turning
from cogs.content.history_state import Action, HistoryState, chosen_match, read
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.page_id import PagePress
from cogs.content.replay_state import Origin, ReplayState
from cogs.finished.replay import ReplayPage
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.failures import say
from cogs.messages.slash_commands import Somebody


class HistoryPage:
    """Answers the command, and every press under a history."""

    def __init__(self, services: Services, replays: ReplayPage) -> None:
        self._services = services
        self._replays = replays

    async def asked(self, answer: Answer, match: MatchId | None = None, user: Somebody | None = None) -> None:
        """Show a match; None: what somebody has played, or one's own matches. Raises as the replay does."""
        await (self._open(answer, user) if match is None else self._replays.open(answer, match))

    @heavy_work
    async def _open(self, answer: Answer, user: Somebody | None) -> None:
        user = user or answer.interaction.user
        if user.bot:
            await say(answer, profile.bot(answer.words, UserId(user.id)))
            return
        await answer.note(RenderedMessage(await self._content(answer, UserId(user.id), 0)))

    @heavy_work
    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises NoFinishedMatch, MatchNotOver, StorageError."""
        action, state = read(press)
        if (match := chosen_match(press, answer.chosen)) is not None:
            await self._replays.show(answer, ReplayState(match, origin=Origin(state.user, state.page)))
            return
        content = await self._content(answer, state.user, state.after(action))
        await answer.instead(RenderedMessage(content))

    async def _content(self, answer: Answer, user: UserId, page: int) -> MessageContent:
        """Return the matches that the reader may see: of others those on this server, unless they have opted
        out.
        """
        words, guild = answer.words, None if answer.place is None else answer.place.guild
        if guild is None and user != answer.user:
            return MessageContent(words.say(notes.OWN_PROFILE))
        seen = await self._seen(answer, user, guild)
        found = await self._services.store.read(
            lambda tx: history.page(tx, user, Viewer(answer.user, guild), page, seen=seen)
        )
        return MessageContent(screen.text(words, found), _rows(words, answer.locale, found))

    async def _seen(self, answer: Answer, user: UserId, guild: GuildId | None) -> list[ChannelId]:
        """The channels in which somebody has played and that the reader sees; not asked for one's own."""
        if guild is None or user == answer.user:
            return []
        sight = self._services.presenter.sight
        played = await self._services.store.read(history.places, user, guild)
        return [place.home for place in played if await sight.is_visible_to_reader(answer.interaction, place)]


def _rows(words: Words, locale: str, found: History) -> Rows:
    """A line for each match that opens it, and the way to the other pages."""
    if not found.matches:
        return ()
    state, zone = HistoryState(found.user, found.page), periods.zone(found.time_zone, locale)
    lines = tuple(
        Option(wording.label(words, one), str(one.match), wording.about(words, one, zone))
        for one in found.matches
    )
    select = Select(words.say(buttons.REPLAY_PLACEHOLDER), state.press(Action.REPLAY), lines)
    if found.pages == 1:
        return ((select,),)
    newer = turning(Arrow.BACK, state.press(Action.NEWER), end=found.page == 0)
    older = turning(Arrow.NEXT, state.press(Action.OLDER), end=found.page == found.pages - 1)
    return (select,), (newer, older)
