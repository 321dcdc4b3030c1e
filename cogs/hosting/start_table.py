"""Starting a table: permissions first, then the lobby, or with CPU players the match and its first hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial

import discord
import structlog

from bot.errors import BotError, MissingPermissions, NotInThisChannel, NotSealed
from bot.ids import ChannelId, UserId
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import CpuPlayer, MatchClock, Place, Strength, TablePlace
from bot.storage.settings.servers import Telling
from bot.wording import notes
from bot.wording.settings import server
from cogs.content.message import MessageContent, RenderedMessage
from cogs.hosting.services import Services
from cogs.messages.answer import Answer
from cogs.messages.failures import say
from cogs.messages.hand_rows import HandRequest
from cogs.platform.discord_errors import DISCORD_ERRORS
from cogs.platform.places import (
    channel_for_tables,
    deleted,
    may_open_threads,
    may_write,
    missing_for_thread,
)
from cogs.platform.threads import DAY, WEEK, open_thread
from engine.rules.options import Rules

log = structlog.stdlib.get_logger(__name__)
LOBBY_FIRST = 3.0
"""Seconds that the host waits for a new lobby before they are told that it is still to come."""


async def start_table(  # noqa: PLR0913 - all that a table is started with
    services: Services,
    answer: Answer,
    rules: Rules,
    *,
    invited: Mapping[UserId, str] | None = None,
    cpu: CpuPlayer | None = None,
    strength: Strength | None = None,
    clock: MatchClock | None = None,
    remark: str = "",
) -> None:
    """Start a table where the interaction was made, for `/koikoi play`.

    `invited`: who alone may come, with their names. With `cpu`, such CPU players take the seats for
    which nobody is invited; `strength`: that to which they mix levels. `clock`: None is the server's
    default. The table speaks the server's language or, where it has set none, that of somebody who starts
    it. `remark`: what its host is told once it is open.
    Raises as `opened`, and UserBusy, ChannelBusy, Barred, OtherUnwilling, StorageError.
    """
    await opened(
        services,
        answer,
        lambda place, thread: services.manager.open_lobby(
            *(place, answer.person, rules),
            invited=invited or {},
            cpu=cpu,
            strength=strength,
            clock=clock,
            locale=answer.locale,
            thread=thread,
        ),
        remark,
        alone=cpu is not None and not invited,
    )
    await _tell_new_default(services, answer)


async def _tell_new_default(services: Services, answer: Answer) -> None:
    """Below the first table of a server tell everybody that tables play other rules by default."""
    place, client = answer.place, answer.interaction.client
    assert place is not None, "a table was opened there"
    if not await services.manager.servers.tell(place.guild, Telling.TABLE):
        return
    row = await services.manager.servers.row(place.guild)
    words = services.presenter.languages.pick(row.language or place.locale)
    told = RenderedMessage(MessageContent(f"-# {server.new_default(words)}"))
    channel = client.get_partial_messageable(place.channel, guild_id=place.guild)
    try:
        await told.send(client, partial(channel.send, silent=True))
    except DISCORD_ERRORS as error:
        log.warning("new default rules not announced", guild=place.guild, error=repr(error))


async def opened(
    services: Services, answer: Answer, work: Work, remark: str = "", *, alone: bool = False
) -> None:
    """Have `work` open a table where the interaction was made, or in a new thread there, and answer with it.

    The user who made the interaction is told `remark` then. `alone`: they play CPU players, so where no table
    may stand theirs comes into their direct messages.
    Raises MissingPermissions, NotInThisChannel, MayNotWrite, PostedLately, and what `work` raises.
    """
    place = answer.place
    assert place is not None, "where the bot is not, nothing is begun"
    thread = await _thread(services, answer, place)
    always = thread is not None and thread.always
    missing = missing_for_thread(answer.interaction) if always else answer.missing_permissions
    closed = bool(missing) or not may_write(answer.interaction, place.channel)
    if alone and closed and (direct := await _in_direct(answer, work)) is not None:
        await say(answer, _lines(notes.table_elsewhere(answer.words, direct.place), remark))
        return
    if missing:
        raise MissingPermissions(tuple(missing), await _instead(services, answer, place))
    try:
        async with answer.posting():
            view = await _worked(work, place, thread)
    except BotError:
        if thread is not None:
            await thread.give_up()
        raise
    await shown(services, answer, view, remark)


async def _worked(work: Work, place: Place, thread: MatchThread | None) -> View:
    """Have `work` open a table; in the channel where Discord opens no thread that the server need not have.

    Raises what `work` raises.
    """
    try:
        return await work(place, thread)
    except DISCORD_ERRORS as error:
        if thread is None or thread.always:
            raise
        log.info("table opened without a thread", channel=place.channel, error=repr(error))
    return await work(place, None)


async def _in_direct(answer: Answer, work: Work) -> View | None:
    """Have `work` open a table in the direct messages of the user; None where they take none.

    Raises what `work` raises otherwise.
    """
    try:
        channel = await answer.interaction.user.create_dm()
        return await work(Place(None, ChannelId(channel.id), answer.locale), None)
    except (NotSealed, *DISCORD_ERRORS) as error:
        log.info("no table in direct messages", user=answer.user, error=repr(error))
        return None


async def _instead(services: Services, answer: Answer, place: Place) -> ChannelId | None:
    """Return a channel of the server where tables may stand, for the user of an interaction."""
    allowed = (await services.manager.servers.row(place.guild)).channels
    return channel_for_tables(answer.interaction, allowed)


async def _thread(services: Services, answer: Answer, place: Place) -> MatchThread | None:
    """Return the opener of a match's thread, where one can be opened. Raises NotInThisChannel."""
    await must_be_allowed(services, answer, place)
    always = (await services.manager.servers.row(place.guild)).place is TablePlace.THREAD
    lacks = missing_for_thread(answer.interaction)
    if not may_open_threads(answer.interaction) or (lacks and not always):
        return None
    return MatchThread(services, answer, always=always)


class MatchThread:
    """Opens the thread of a match in the channel where it is asked for."""

    def __init__(self, services: Services, answer: Answer, *, always: bool = False) -> None:
        """`always`: the server wants one for each match, not only where its channel has a table."""
        self._services = services
        self._answer = answer
        self.always = always
        self._thread: discord.Thread | None = None

    async def __call__(self, locale: str, clock: MatchClock) -> ChannelId:
        """A public thread, which Discord puts away after a day without a message, a slow match's after seven.

        Raises what Discord says.
        """
        words = self._services.presenter.languages.pick(locale)
        channel = self._answer.interaction.channel
        assert isinstance(channel, discord.TextChannel), "looked at in `may_open_threads`"
        name = notes.thread_name(words, self._answer.person.name)
        self._thread = await open_thread(channel, name, DAY if clock is MatchClock.LIVE else WEEK)
        return ChannelId(self._thread.id)

    async def give_up(self) -> None:
        """Put an opened thread away: somebody has been faster, and there is no match for it."""
        if self._thread is not None:
            with suppress(*DISCORD_ERRORS):
                await self._thread.edit(archived=True)


Work = Callable[[Place, MatchThread | None], Awaitable[View]]
"""Opens a table in a place, or in the thread that is opened for it; gives its view."""


async def must_be_allowed(services: Services, answer: Answer, place: Place) -> None:
    """Raises NotInThisChannel where the server has its tables in other channels, deleted ones aside."""
    if place.guild is None:
        return
    chosen = (await services.manager.servers.row(place.guild)).channels
    gone = deleted(answer.interaction.client, place.guild, chosen)
    allowed = tuple(channel for channel in chosen if channel not in gone)
    if allowed and answer.here.isdisjoint(allowed):
        raise NotInThisChannel(allowed)


async def shown(services: Services, answer: Answer, view: View, remark: str = "") -> None:
    """Answer with `remark` alone: the table says all else, and against CPU players the hand comes.

    Of a table in a thread: with where it is.
    """
    presenter = services.presenter
    elsewhere = view.place.parent is not None and view.place.channel not in answer.here
    if elsewhere and isinstance(view, LobbyView):
        # What is private belongs beside the table: it is opened there.
        await say(answer, _lines(notes.table_elsewhere(answer.words, view.place), remark))
        return
    await answer.acknowledge()
    if isinstance(view, LobbyView) or answer.pressed is not None:
        # Before anything that Discord may refuse: by it the host's hand comes by itself.
        await presenter.hands.remember_press(view.match, answer)
    view = await services.manager.view(view.match)  # maybe sealed meanwhile, and so begun
    if isinstance(view, LobbyView):
        if not view.sealed or not await presenter.tables.stands(view.match, seconds=LOBBY_FIRST):
            remark = _lines(answer.words.say(notes.TABLE_TO_COME), remark)
        view = await services.manager.view(view.match)
    if isinstance(view, MatchView) and view.seat_of(answer.user) is not None:
        if answer.pressed is None:
            # Discord puts a hand in the place of the answer: deleting the answer would take the hand away.
            await presenter.hands.answer(view, answer, HandRequest())
        else:
            presenter.hands.refresh(view, answer.user)  # the message pressed on stays as it is
        if elsewhere:
            remark = _lines(notes.table_elsewhere(answer.words, view.place), remark)
    if remark:
        await say(answer, remark)
    else:
        await answer.delete()  # the table or the hand says all there is to say


def _lines(text: str, remark: str) -> str:
    return f"{text}\n{remark}" if remark else text
