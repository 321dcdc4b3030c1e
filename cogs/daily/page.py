"""`/koikoi daily`: the deal of the day in one private message, its list, and the review of the day before.

Nothing is remembered of these messages: each button names its day, and what it shows is read from storage.
"""

from __future__ import annotations

from dataclasses import replace

from bot.errors import IllegalMove
from bot.ids import GuildId
from bot.match.daily import Today
from bot.match.vocabulary import Place, Refusal
from bot.screens import daily as screen
from bot.screens.hand import Notice
from bot.storage.settings.practice import practice
from bot.wording import notes, people
from cogs.content.custom_id import BadCustomId, playable
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.note_placement import DAILY, NotePlacement
from cogs.content.page_id import PagePress
from cogs.content.pictures import Urgency
from cogs.daily import papers, rows
from cogs.daily.rows import Action, State
from cogs.hosting.services import Services
from cogs.lessons import sheets
from cogs.lessons.sheets import About, Sheet, SheetPage
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.failures import say
from cogs.messages.hand_rows import HandRequest, hand_content, look_of
from cogs.presses.hand import NOTICES, asking
from engine.cards.deck import card
from engine.errors import NotationError
from engine.rules.actions import Cut, Move, Play


class DailyPage:
    """Answers the command, and every press on its messages."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._deals = services.daily

    async def open(self, answer: Answer) -> None:
        """Show today's deal in a note of its own, as far as the user has played it."""
        if (place := _server(answer)) is None:
            await say(answer, answer.words.say(notes.ON_SERVERS))
            return
        answer.note_placement = NotePlacement((DAILY, answer.user))
        today = await self._deals.look(place, answer.person)
        await answer.note(await self._rendered(await self._content(answer, today)))

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId, NotPlayedYet."""
        if press.action == Action.OPEN:
            await self.open(answer)
            return
        if (place := _server(answer)) is None:
            raise BadCustomId(press)
        try:
            action, state = Action(press.action), State.read(press)
            message = await self._answered(answer, place, action, state)
        except (NotationError, ValueError) as error:
            raise BadCustomId(press) from error
        if message is None:
            return
        if answer.pressed is not None:
            # A person who has begun may take their time: what counts is stored, and nothing takes the note
            # away.
            self._services.presenter.notes.let_go((DAILY, answer.user), answer.pressed.id)
        await answer.instead(message)

    async def _answered(
        self, answer: Answer, place: Place, action: Action, state: State
    ) -> RenderedMessage | None:
        """Return the message after a press; None where it stays. Raises BadCustomId, NotPlayedYet."""
        assert place.guild is not None
        match action:
            case Action.STANDINGS | Action.REVIEW | Action.WEEK:
                return await self._read(answer, place.guild, action, state)
            case Action.POST | Action.POST_REVIEW | Action.SHARE:
                return await self._post(answer, place, action, state)
            case Action.YAKU:
                await self._yaku(answer, place)
                return None
            case Action.FAIR:
                await self._fair(answer, place, state.day)
                return None
            case _:
                return await self._rendered(await self._played(answer, place, action, state))

    async def _played(self, answer: Answer, place: Place, action: Action, state: State) -> MessageContent:
        """One's own month after a press on it, or that there is another day now. Raises BadCustomId."""
        who, deals = answer.person, self._deals
        if action is Action.BACK:
            return await self._content(answer, await deals.look(place, who))
        today = await deals.look(place, who)
        if today.day != state.day:
            return await self._content(answer, today, line=screen.over(answer.words, state.day))
        if action is Action.BEGIN:
            return await self._content(answer, await deals.begin(place, who))
        if today.view is None:
            return await self._content(answer, today, line=answer.words.say(notes.STALE))
        request = HandRequest(listed=action is Action.LIST or state.listed)
        if action in {Action.MOVE, Action.CHOOSE}:
            move = _move(state.argument if action is Action.MOVE else answer.chosen or "")
            return await self._moved(answer, place, today, state, move)
        if action is Action.PICK:
            request = asking(today.view, answer.user, state.number, Play(card(state.argument)))
            request = replace(request, listed=state.listed)
        return await self._content(answer, today, request)

    async def _moved(
        self, answer: Answer, place: Place, today: Today, state: State, move: Move
    ) -> MessageContent:
        """One's own month after a move, or what is asked before a line of the list view is played."""
        assert today.view is not None
        likes = await self._services.store.read(practice, answer.user, place.guild)
        if state.listed and likes.confirm_plays and isinstance(move, Play) and not state.argument:
            asked = asking(today.view, answer.user, state.number, move)
            return await self._content(answer, today, replace(asked, listed=True))
        notice: Notice | None
        try:
            today, refusal = await self._deals.act(place, answer.person, state.day, state.number, move)
        except IllegalMove:
            notice = Notice.REFUSED
        else:
            if refusal is Refusal.OVER and today.day != state.day:
                return await self._content(answer, today, line=screen.over(answer.words, state.day))
            notice = NOTICES[refusal]
        return await self._content(answer, today, HandRequest(listed=state.listed, notice=notice))

    async def _content(
        self, answer: Answer, today: Today, request: HandRequest | None = None, *, line: str = ""
    ) -> MessageContent:
        """Today's deal as far as somebody has played it: what it is, their hand, or what came of it."""
        words, view = answer.words, today.view
        request = request or HandRequest()
        seat = None if view is None else view.seat_of(answer.user)
        if view is None or seat is None:
            said = "\n".join(filter(None, (line and f"-# {line}", screen.cover(words, today))))
            return MessageContent(said, rows.cover(words, today))
        services, listed = self._services, bool(request.listed)
        likes = await services.store.read(practice, answer.user, view.place.guild)
        look = look_of(likes, services.presenter.hands.emoji, services.clock.now(), listed=listed)
        look = replace(look, choosing=request.choosing, confirming=request.confirming)
        content = hand_content(words, view, seat, look, request.notice).with_heading(
            screen.above(words, today, line)
        )
        if today.points is not None:
            posted = answer.has_shown((Action.SHARE, today.day))
            return replace(content, rows=rows.played(words, today, posted=posted))
        return replace(content, rows=rows.hand(words, today, content.rows, listed=listed))

    async def _read(self, answer: Answer, guild: GuildId, action: Action, state: State) -> RenderedMessage:
        """A list, a review, or the reader's own week."""
        match action:
            case Action.STANDINGS:
                return await self._standings(answer, guild, state)
            case Action.REVIEW:
                return await self._review(answer, guild, state)
            case _:
                return await self._week(answer, guild, state)

    @heavy_work
    async def _standings(self, answer: Answer, guild: GuildId, state: State) -> RenderedMessage:
        """A day's list, for somebody who has finished its deal."""
        facts = await self._deals.standings(guild, state.day, answer.user)
        page = min(max(1, state.number), screen.pages(facts))
        posted = answer.has_shown((Action.POST, state.day))
        under = rows.standings(answer.words, facts, page, posted=posted)
        return RenderedMessage(MessageContent(screen.standings(answer.words, facts, page), under))

    @heavy_work
    async def _review(self, answer: Answer, guild: GuildId, state: State) -> RenderedMessage:
        """The review of a day that is over, for one reader."""
        facts = await self._deals.review(guild, state.day, answer.user)
        page = min(max(1, state.number), screen.pages(facts.standings))
        posted = answer.has_shown((Action.POST_REVIEW, state.day))
        under = rows.review(answer.words, facts.standings, page, posted=posted)
        content = MessageContent(screen.review(answer.words, facts, page), under)
        own = await self._services.heavy.run(papers.of, answer.words, facts, answer.person.name)
        return RenderedMessage(content, documents=own)

    @heavy_work
    async def _week(self, answer: Answer, guild: GuildId, state: State) -> RenderedMessage:
        """The last seven days of one reader."""
        facts = await self._deals.week(guild, answer.user)
        return RenderedMessage(
            MessageContent(screen.week(answer.words, facts), rows.week(answer.words, state.day))
        )

    @heavy_work
    async def _post(
        self, answer: Answer, place: Place, action: Action, state: State
    ) -> RenderedMessage | None:
        """Show a list, a review or one's own result to everybody, once; then the note as it is afterwards."""
        assert place.guild is not None
        await answer.show_to_everybody(
            (action, state.day), lambda: self._public(answer, place, action, state)
        )
        match action:
            case Action.POST:
                return await self._standings(answer, place.guild, state)
            case Action.POST_REVIEW:
                return await self._review(answer, place.guild, state)
        today = await self._deals.look(place, answer.person)
        return await self._rendered(await self._content(answer, today)) if today.day == state.day else None

    async def _public(self, answer: Answer, place: Place, action: Action, state: State) -> RenderedMessage:
        """Return the public message: the first page of a list or a review, or one line.

        Raises NotPlayedYet.
        """
        assert place.guild is not None
        row = await self._services.manager.servers.row(place.guild)
        words, under = self._services.presenter.languages.pick(row.language or place.locale), rows.public
        if action is Action.SHARE:
            made = await self._deals.made(place.guild, state.day, answer.user)
            said = screen.shared(words, made, people.somebody(words, answer.person.name))
            return RenderedMessage(MessageContent(said, under(words)))
        if action is Action.POST:
            facts = await self._deals.standings(place.guild, state.day, answer.user, as_all_see=True)
            return RenderedMessage(MessageContent(screen.standings(words, facts, 1), under(words)))
        told = await self._deals.review(place.guild, state.day, None)
        content = MessageContent(screen.review(words, told, 1), under(words))
        return RenderedMessage(content, documents=await self._services.heavy.run(papers.of, words, told))

    async def _yaku(self, answer: Answer, place: Place) -> None:
        """The sheet of all yaku, beside the hand: how far one's own are, while cards are played."""
        today = await self._deals.look(place, answer.person)
        which, about = SheetPage(Sheet.YAKU, sheets.DAILY), About(today.rules, today.view)
        await answer.private(await sheets.shown(self._services, answer, which, about))

    async def _fair(self, answer: Answer, place: Place, day: str) -> None:
        """Show the proof of a day's decks, beside the deal; note it once tomorrow's was shown."""
        assert place.guild is not None
        today = await self._deals.look(place, answer.person)
        if day != today.day:
            proven = await self._deals.review(place.guild, day, None)
            await say(answer, screen.proof(answer.words, proven))
            return
        await say(answer, screen.fair(answer.words, today))
        await self._deals.announce(place.guild, today.day)

    async def _rendered(self, content: MessageContent) -> RenderedMessage:
        return await render(content, self._services.presenter.pictures, Urgency.PRESS)


def _server(answer: Answer) -> Place | None:
    """The server in which somebody asks; None in direct messages."""
    place = answer.place
    return None if place is None or place.guild is None else place


def _move(text: str) -> Move:
    """A move that a button or a line of the list names. Raises BadCustomId, NotationError, ValueError."""
    move = playable(text)
    if isinstance(move, Cut):
        raise BadCustomId(text)  # every deck of the day is tapped
    return move
