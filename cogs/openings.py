"""`/koikoi games`: one's hand and table, and all matches and lobbies, on every server, with links."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Message, Words
from bot.ids import GuildId
from bot.match.views import View
from bot.screens.notes import games as screen
from bot.screens.notes.games import Game, Where
from bot.storage import actions, openings
from bot.storage.settings.servers import ServerRow
from bot.wording import buttons, calls
from bot.wording import openings as wording
from cogs.announcements.openings import MOST_A_DAY
from cogs.content.controls import Arrow, Button, Rows, Style, turning
from cogs.content.custom_id import BadCustomId, Press, Verb, number
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.note_placement import ANY_MATCH, PER_ROW, NotePlacement
from cogs.content.page_id import Page, PagePress
from cogs.content.shared_buttons import UNWATCH, WATCH, unwatch_button, watch_button
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.platform.places import is_gone

SHOW = "show"
FEW = 3
"""The most matches that have a row each; of more, two share one."""


class GamesPage:
    """Answers the command, and every press under the list."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def open(self, answer: Answer) -> None:
        """Show the list to the person who asked for it."""
        answer.note_placement = NotePlacement((ANY_MATCH, answer.user))
        await answer.note(RenderedMessage(await self._content(answer, 0)))

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press: another page, of the matches as they stand now. Raises BadCustomId."""
        if press.action != SHOW or len(press.state) != 1:
            raise BadCustomId(press)
        await answer.instead(RenderedMessage(await self._content(answer, number(press.state[0]))))

    async def _content(self, answer: Answer, page: int) -> MessageContent:
        found = await self._games(answer)
        last = screen.pages(found) - 1
        page = min(page, last)
        first = _hands_and_tables(answer.words, screen.numbered(found, page), several=len(found) > 1)
        rows = (*first, *_turning(page, last), *await self._tables_here(answer))
        return MessageContent(screen.text(answer.words, found, page), rows)

    async def _tables_here(self, answer: Answer) -> Rows:
        """Return, on a server, the button to be told of its tables, or no more."""
        guild = None if answer.place is None else answer.place.guild
        if guild is None:
            return ()
        told = await self._services.store.read(openings.watches, answer.user, guild)
        return ((unwatch_button(answer.words, guild) if told else watch_button(answer.words),),)

    async def _games(self, answer: Answer) -> list[Game]:
        """Return what the user plays and is invited to. Raises StorageError."""
        services, user = self._services, answer.user
        views = await services.manager.live_matches(user=user, invited=True)
        moved = await services.store.read(actions.latest, [view.match for view in views])
        now = services.clock.now()
        return [
            screen.facts(
                *(view, user, moved.get(view.match, now), await self._where(answer, view)),
                here=_is_here(answer, view),
            )
            for view in views
        ]

    async def _where(self, answer: Answer, view: View) -> Where:
        """The link to a match's table, and what its server and channel are called where the bot knows."""
        row = await self._services.store.table_messages.get(view.match)
        link = calls.link(view.place, None if row is None else row.message)
        if view.place.guild is None:
            return Where(link, "", None)
        guild = answer.interaction.client.get_guild(view.place.guild)
        channel = None if guild is None else guild.get_channel_or_thread(view.place.channel)
        gone = channel is None and await is_gone(answer.interaction.client, view.place)
        sees = channel is not None and await self._services.presenter.sight.is_visible_to_reader(
            answer.interaction, view.place
        )
        names = (
            None if guild is None else guild.name,
            channel.name if channel is not None and sees else None,
        )
        return Where(link, *names, gone)


def _is_here(answer: Answer, view: View) -> bool:
    """Whether a press made here reaches a match: see `cogs.hosting.match_access.of_here`."""
    place = answer.place
    if place is None or place.guild != view.place.guild:
        return False
    return place.guild is not None or place.channel == view.place.channel


def _hands_and_tables(words: Words, shown: Iterable[tuple[int, Game]], *, several: bool) -> Rows:
    """The buttons of all matches that can be reached from here, numbered where the list has several."""

    def button(label: Message, at: int, press: Press, style: Style = Style.PLAIN) -> Button:
        said = buttons.numbered(words, at, label) if several else words.say(label)
        return Button(said, press, style)

    row = list[Button]()
    for at, game in (matches := list(shown)):
        if game.here and game.plays:
            row.append(button(buttons.MY_HAND, at, Press(game.match, Verb.HAND), Style.MAIN))
        if game.here and game.mine is not None:
            row.append(button(buttons.MY_TABLE, at, Press(game.match, Verb.BRING_DOWN)))
    wide = PER_ROW // 2 if len(matches) <= FEW else PER_ROW
    return tuple(tuple(row[first : first + wide]) for first in range(0, len(row), wide))


def _turning(page: int, last: int) -> Rows:
    """The way to the other pages, where there are any."""
    if not last:
        return ()
    before, after = (PagePress(Page.GAMES, SHOW, (str(each),)) for each in (max(0, page - 1), page + 1))
    return ((turning(Arrow.BACK, before, end=page == 0), turning(Arrow.NEXT, after, end=page == last)),)


class OpeningsPage:
    """Answers the buttons with which somebody wants to be told, or no more."""

    def __init__(self, services: Services) -> None:
        self._store = services.store
        self._now = services.clock.now

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId."""
        words, place = answer.words, answer.place
        if press.action == WATCH and place is not None and place.guild is not None:
            row = ServerRow(place.guild, place.locale)
            await self._store.write(openings.watch, row, answer.person, self._now())
            content = MessageContent(
                wording.watching(words, MOST_A_DAY), ((unwatch_button(words, place.guild),),)
            )
            await answer.note(RenderedMessage(content))
        elif press.action == UNWATCH and len(press.state) == 1:
            await self._store.write(openings.unwatch, answer.user, GuildId(number(press.state[0])))
            await say(answer, words.say(wording.NO_MORE))
        else:
            raise BadCustomId(press)
