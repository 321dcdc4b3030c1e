"""Presses on an arena: to come and go, to find one's table, to see who plays; for managers to end it."""

from __future__ import annotations

from bot.errors import ArenaOver, NotManager
from bot.ids import UserId
from bot.match.arenas.facts import Attendance
from bot.match.arenas.standing import Row
from bot.match.arenas.view import ArenaView
from bot.match.views import MatchView
from bot.screens.arenas import standing
from bot.screens.arenas.standing import Facts
from bot.wording import arena_pages as pages
from bot.wording import arenas as wording
from cogs.arenas import terms
from cogs.arenas.command import ArenaCommand
from cogs.arenas.past import PastArenas
from cogs.arenas.terms import OPEN, Terms
from cogs.content.arena_state import Action, ArenaState, read
from cogs.content.custom_id import number
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.note_placement import ARENA, NotePlacement
from cogs.content.page_id import PagePress
from cogs.hosting.services import Services
from cogs.messages import arena_content
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.hand_rows import HandRequest

ENDS = {Action.ASK_END, Action.END, Action.END_NOW}
REMOVES = {Action.ASK_REMOVE, Action.REMOVE}
MANAGED = {Action.MANAGE, *ENDS, *REMOVES}


class ArenaPage:
    """Answers every press on an arena."""

    def __init__(self, services: Services, command: ArenaCommand) -> None:
        """`command`: opens the arena of a preview."""
        self._services, self._command = services, command
        self._arenas = services.manager.arenas
        self._past = PastArenas(services)

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises what `bot.service.arenas` does, but ArenaOver."""
        if press.action == OPEN:
            await self._open(answer, terms.read(press, self._services.clock.now()))
            return
        action, state = read(press)
        answer.note_placement = self._placement(answer)
        try:
            await self._answered(answer, action, state)
        except ArenaOver as error:
            # In place of a note from before: its buttons would only lead here again.
            await self._show(answer, await answer.worded(error))

    async def _answered(self, answer: Answer, action: Action, state: ArenaState) -> None:
        if action is Action.PAST:
            await self._past.show(answer, state.page)
            return
        view = await self._of_here(answer, state)
        if action in MANAGED:
            await self._managed(answer, action, state, view)
        else:
            await self._handle(answer, action, state, view)
        await answer.acknowledge()
        await self._services.presenter.arenas.pressed(state.arena, answer)

    async def _open(self, answer: Answer, asked: Terms) -> None:
        """Open the arena of a preview, and tell its host how it stands for them. Raises BadCustomId."""
        answer.note_placement = self._placement(answer)
        opened = await self._command.opened(answer, asked)
        if isinstance(opened, MessageContent):
            await self._show(answer, opened)
            return
        await self._own(answer, opened, await self._command.clashes(answer, opened))
        await answer.acknowledge()
        await self._services.presenter.arenas.pressed(opened.arena.id, answer)

    def _placement(self, answer: Answer) -> NotePlacement | None:
        """Return the one note that somebody has of arenas, so that none pile up.

        None for a press on another private message, which the answer changes.
        """
        key = (ARENA, answer.user)
        live, pressed = self._services.presenter.notes.live(key), answer.pressed
        on_note = live is not None and pressed is not None and live.message == pressed.id
        return NotePlacement(key) if on_note or not answer.on_private_message else None

    async def _of_here(self, answer: Answer, state: ArenaState) -> ArenaView:
        """Return the arena of a press. Raises ArenaOver for one that the presser cannot see, StorageError."""
        view = await self._arenas.view(state.arena)
        if answer.place is None or answer.place.guild != view.arena.guild:
            raise ArenaOver
        if not await self._past.sees(answer, view):
            raise ArenaOver
        return await self._past.seen_by(answer.user, view)

    async def _handle(self, answer: Answer, action: Action, state: ArenaState, view: ArenaView) -> None:
        match action:
            case Action.JOIN:
                await self._join(answer, view)
            case Action.BACK:
                await self._own(answer, await self._arenas.come_back(state.arena, answer.user))
            case Action.LEAVE:
                await self._own(answer, await self._arenas.leave(state.arena, answer.user))
            case Action.PAUSE:
                await self._own(answer, await self._arenas.pause(state.arena, answer.user))
            case Action.TABLE:
                await self._table(answer, view)
            case Action.WHO:
                await self._show(answer, arena_content.who_content(answer.words, await self._facts(view)))
            case Action.WORDS:
                facts, may = await self._facts(view), _may(answer, view)
                own = view.row_of(answer.user)
                shown = arena_content.words_content(answer.words, facts, state.page, may, own)
                await self._show(answer, shown)

    async def _join(self, answer: Answer, view: ArenaView) -> None:
        """Come in, or back. Raises what the service refuses."""
        row, begun = view.row_of(answer.user), (await self._facts(view)).begun
        if row is not None and row.attendance in {Attendance.PAUSED, Attendance.ABSENT}:
            joined = await self._arenas.come_back(view.arena.id, answer.user)
        else:
            joined = await self._arenas.join(view.arena.id, answer.person)
        line = answer.words.say(wording.JOINED) if begun else ""
        await self._own(answer, joined, line)

    async def _table(self, answer: Answer, view: ArenaView) -> None:
        """Show somebody's hand, or why they have none."""
        bout = view.bout_of(answer.user)
        if await self._arenas.pressed(view.arena.id, answer.user):
            view = await self._arenas.view(view.arena.id)
        manager = self._services.manager
        if bout is not None and isinstance(match := await manager.view(bout.match), MatchView):
            if match.waits_for(answer.user):
                await manager.take_up(match.match, answer.user)
                match = await manager.view(bout.match)
            if isinstance(match, MatchView) and match.seat_of(answer.user) is not None:
                self._services.presenter.pressed(match.match, answer.user)
                await self._services.presenter.hands.answer(match, answer, HandRequest())
                return
        await self._own(answer, view)

    async def _own(self, answer: Answer, view: ArenaView, line: str = "") -> None:
        """Tell somebody how it stands for them."""
        facts, row = await self._facts(view), view.row_of(answer.user)
        now = self._services.clock.now()
        may = _may(answer, view)
        told = arena_content.own_content(answer.words, facts, row, now, may)
        await self._show(answer, told.with_heading(line))

    async def _managed(self, answer: Answer, action: Action, state: ArenaState, view: ArenaView) -> None:
        """End the arena, or remove somebody, asked before.

        Raises NotManager, ArenaOver, and what the service refuses.
        """
        words, facts, may = answer.words, await self._facts(view), _may(answer, view)
        if action not in REMOVES and Action.ASK_END not in may:
            await say(answer, words.say(pages.MANAGERS_ALONE))
        elif action in REMOVES and Action.ASK_REMOVE not in may:
            raise NotManager
        elif not view.arena.status.live:
            raise ArenaOver
        elif action is Action.MANAGE:
            await self._show(answer, arena_content.managing(words, facts, may))
        elif action is Action.ASK_END:
            await self._show(answer, arena_content.end_question(words, facts))
        elif action in ENDS:
            waits = action is Action.END
            ended = await self._arenas.end(view.arena.id, answer.person, waits=waits)
            await self._show(answer, MessageContent(standing.text(words, await self._facts(ended))))
        elif action is Action.ASK_REMOVE:
            await self._show(answer, arena_content.remove_question(words, facts, state.page))
        elif (row := _chosen(answer, view)) is not None:
            await self._arenas.remove(view.arena.id, row.user, answer.person)
            await self._show(answer, arena_content.removed(words, facts, row.name))

    async def _facts(self, view: ArenaView) -> Facts:
        return await self._services.presenter.arenas.facts(view)

    async def _show(self, answer: Answer, content: MessageContent) -> None:
        await answer.instead(RenderedMessage(content))


def _may(answer: Answer, view: ArenaView) -> frozenset[Action]:
    return arena_content.allowed(view.arena, answer.user, manager=answer.by_manager)


def _chosen(answer: Answer, view: ArenaView) -> Row | None:
    """Return the person to whom a select was set; None for a forger's. Raises BadCustomId."""
    return view.row_of(UserId(number(answer.chosen or "")))
