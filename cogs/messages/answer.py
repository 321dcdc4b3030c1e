"""One interaction's answer: acknowledged in time whatever happens, shown in one response where it can be.

Discord waits three seconds, then says "This interaction failed". A press whose answer is not ready after
`ack_seconds`, or that comes while the bot is behind (`cogs.platform.load`), is therefore acknowledged first.
Its answer follows as an edit of its original response.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from enum import Enum
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, Self, TypeVar, cast

import discord
import structlog

from bot.errors import AlreadyShown, BotError, MayNotWrite, PostedLately
from bot.heavy_work import HeavyWork
from bot.i18n import Languages, Words
from bot.ids import ChannelId, UserId
from bot.match.vocabulary import Person, Place
from bot.monitoring.metrics import Metrics
from bot.wording import notes
from cogs.content import submitted
from cogs.content.controls import Form, OptionForm, modal_of
from cogs.content.custom_id import BadCustomId, number
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.note_placement import NoteKey, NotePlacement
from cogs.messages.other_answers import ANSWERED, OtherAnswers
from cogs.platform.clock import Clock
from cogs.platform.discord_errors import DISCORD_ERRORS, UNKNOWN_MESSAGE, unless_gone
from cogs.platform.load import PressLoad
from cogs.platform.places import channels_of, may_write, missing_permissions, place_of
from cogs.platform.throttle import OncePerKey, Throttle

if TYPE_CHECKING:
    from types import TracebackType

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
log = structlog.stdlib.get_logger(__name__)

CLOSING_SECONDS = 1.0
"""The time that the end of the process waits for answers that are on their way."""
ORIGINAL = "@original"
"""The target of an edit that means: the message this token's interaction was answered with or pressed on."""

MOST_SHOWN = 2000
"""Posts for everybody that are remembered, so that a second press on the same message posts none twice."""

FORGOTTEN = {10062, ANSWERED, 10015, 50027, 10003, 10004}
"""Discord's codes for an interaction that nobody waits for any more, or whose channel or server is gone."""


class Deferral(Enum):
    """The ways to acknowledge an interaction whose answer is not ready in time."""

    UPDATE = "type 6: the message pressed on stays as it is, and is edited later"
    NOTE = "type 5: a private message that is being thought about"
    POST = "type 5: a message for everybody that is being thought about"


class State(Enum):
    """The states of an interaction at Discord."""

    OPEN = "nothing"
    UPDATING = "acknowledged; the original response is the message pressed on"
    THINKING = "acknowledged; the original response is a message that is being thought about"
    ANSWERED = "answered"


class NotEphemeral(RuntimeError):  # noqa: N818 - names what came back
    """A message meant for one pair of eyes came back without the ephemeral flag."""


class Answers:
    """The interactions that are being answered; at the end of the process they are waited for."""

    def __init__(  # noqa: PLR0913 - wired once, by hand
        self,
        languages: Languages,
        clock: Clock,
        *,
        seconds: float,
        post_seconds: float = 0,
        notes: OneNote[Answer] | None = None,
        metrics: Metrics | None = None,
        heavy: HeavyWork | None = None,
        load: PressLoad | None = None,
    ) -> None:
        """An answer that takes longer than `seconds` is acknowledged first.

        `post_seconds`: least time between two posts that somebody has the bot make in a channel.
        `notes` shows those that answer presses of matches; without it each is a message of its own.
        `heavy` gives the turns for heavy work, `load` counts what else is answered; None: of their own.
        """
        self.languages = languages
        self.clock = clock
        self.seconds = seconds
        self.posts = Throttle[tuple[UserId, ChannelId]](post_seconds, clock)
        """The limits of the posts that somebody may have the bot make in a channel."""
        self.shown = OncePerKey[tuple[int, Hashable]](MOST_SHOWN)
        """By the private message that was pressed on, what everybody has been shown."""
        self.notes = notes
        self.metrics = metrics or Metrics()
        self.heavy = heavy or HeavyWork()
        self.load = load or PressLoad()
        self.others = OtherAnswers(clock)
        """The answers that somebody else gave."""
        self.refusals: Refusals[Answer] | None = None
        """Words errors that name a match; None: each has the words of its kind."""
        self.chosen_language: Callable[[UserId], str | None] = lambda _: None
        """The language that somebody has chosen; None: that of their Discord."""
        self._handlers: set[asyncio.Task[Any]] = set()

    def to(self, interaction: discord.Interaction[Any], deferral: Deferral) -> Answer:
        """The answer to one interaction, of which nothing is sent yet."""
        self.others.begin(interaction)
        return Answer(interaction, deferral, self)

    def locale_of(self, interaction: discord.Interaction[Any]) -> str:
        """The language of the user who made an interaction."""
        return self.chosen_language(UserId(interaction.user.id)) or interaction.locale.value

    def began(self) -> None:
        """Count the current task among those that answer an interaction; none answers two at once."""
        self._handlers.add(_this_task())

    def ended(self) -> None:
        """The current task has answered its interaction."""
        self._handlers.discard(_this_task())

    async def close(self) -> None:
        """Wait until everybody who pressed has been answered; whom Discord lets wait too long is given up."""
        await asyncio.sleep(0)  # presses that have just come in are counted first
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):  # the process ends by the time of this machine
                while self._handlers:
                    await asyncio.wait(list(self._handlers))
        if late := list(self._handlers):
            log.info("interactions not answered", left=len(late))
            for task in late:
                task.cancel()
            await asyncio.wait(late, timeout=0.2)


class Answer:
    """The answer to one interaction. Use it as an async context manager around the work that answers."""

    def __init__(self, interaction: discord.Interaction[Any], deferral: Deferral, answers: Answers) -> None:
        self.interaction = interaction
        self.locale = answers.locale_of(interaction)
        """The language of the user who made it: as they have chosen, or as Discord names it: `en-GB`."""
        self.words: Words = answers.languages.pick(self.locale)
        """The catalogue of that language, English where there is none."""
        self.user = UserId(interaction.user.id)
        """The user of the interaction."""
        self.state = State.OPEN
        self.note_placement: NotePlacement | None = None
        """As which note a note is shown; None: as a message of its own."""
        self._deferral = deferral
        self._answers = answers
        self._end_turn: Callable[[], None] | None = None
        """Ends the turn of this answer's heavy work; None: it is not its turn."""
        self._lock = asyncio.Lock()
        self._failed = False
        """Whether Discord has refused its first answer."""
        self._timer: asyncio.Task[None] | None = None
        self._timing = answers.metrics.press(answers.clock.monotonic)

    async def __aenter__(self) -> Self:
        self._answers.began()
        self._answers.load.began(self)
        self._timer = asyncio.create_task(self._watch())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            async with self._lock:  # an acknowledgement on its way is waited for
                if self._timer is not None:
                    self._timer.cancel()
        finally:
            self._timing.ended()
            self._answers.load.ended(self)
            self._answers.ended()

    async def worded(self, error: BotError) -> MessageContent:
        """An expected error in words, with a button where one press helps."""
        told = self._answers.refusals
        if told is None:
            return MessageContent(notes.error(self.words, error))
        return await told.worded(self, error)

    @asynccontextmanager
    async def heavy_work(self) -> AsyncIterator[None]:
        """Do heavy work inside, once it is the turn of the person who asked. Raises TooManyRequests.

        Within another such block of this answer it is their turn already.
        """
        if self._end_turn is not None:
            yield
            return
        self._answers.load.ended(self)  # others need not give way to it
        async with self._answers.heavy.turn(self.user) as end:
            self._end_turn = end
            try:
                yield
            finally:
                self._end_turn = None

    def speak(self) -> None:
        """Go on in the language of the user who made it as it is now: they have just chosen another one."""
        self.locale = self._answers.locale_of(self.interaction)
        self.words = self._answers.languages.pick(self.locale)

    @property
    def person(self) -> Person:
        """The user who made the interaction, as of now; its id is their part of the seed (record.md)."""
        return Person(self.user, self.interaction.user.display_name, self.locale, self.interaction.id)

    @property
    def place(self) -> Place | None:
        """Return the place of the interaction, and the language there; None where there is nothing of the
        bot.

        Direct messages with the bot have the language of somebody who writes them.
        """
        return place_of(self.interaction, self.locale)

    @property
    def missing_permissions(self) -> list[str]:
        """The permissions a table needs that the bot lacks in this channel; by Discord's names."""
        return missing_permissions(self.interaction)

    @property
    def by_manager(self) -> bool:
        """Whether the user who made the interaction may manage the server, now."""
        return self.interaction.permissions.manage_guild

    @property
    def chosen(self) -> str | None:
        """The value that a select was set to; None for a button, and for a forger's two values."""
        values = self.values
        return values[0] if len(values) == 1 else None

    @property
    def values(self) -> tuple[str, ...]:
        """The values that a select was set to; none for a button."""
        return submitted.values(self._data)

    @property
    def people(self) -> Mapping[UserId, str | None]:
        """The people to whom a select was set, with their names as far as they are told; bots left out.

        Raises BadCustomId.
        """
        return submitted.people(self._data)

    @property
    def channels(self) -> tuple[ChannelId, ...]:
        """The channels to which a select was set. Raises BadCustomId."""
        return tuple(ChannelId(number(value)) for value in self.values)

    @property
    def typed(self) -> str | None:
        """The text of a form's one field; None where there is no such field."""
        return submitted.typed(self._data)

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """Return the values of a form's fields, by their custom ids."""
        return submitted.fields(self._data)

    @property
    def _data(self) -> submitted.Data:
        return cast("submitted.Data", self.interaction.data or {})

    @property
    def here(self) -> frozenset[ChannelId]:
        """The channel in which the interaction was made, and the one of which it is a thread."""
        return channels_of(self.interaction)

    @property
    def pressed(self) -> discord.Message | None:
        """The message that was pressed on; None for a command."""
        return self.interaction.message

    @property
    def on_private_message(self) -> bool:
        """Whether the press was on a message that its presser alone can see."""
        return self.pressed is not None and self.pressed.flags.ephemeral

    @property
    def answers_in_private(self) -> bool:
        """Whether the original response, where there will be one, is seen by the user who made it alone.

        That of a press that is acknowledged as an update is the message pressed on.
        """
        return self._deferral is Deferral.NOTE or self.on_private_message

    async def ask(self, form: Form | OptionForm) -> None:
        """Answer with a form to be filled in; what is written comes as an interaction of its own."""
        async with self._lock:
            if self.state is State.OPEN:
                await self.interaction.response.send_modal(modal_of(form))
                self._took(State.ANSWERED)

    async def acknowledge(self) -> None:
        """Say that the press arrived, and change nothing visible; a command's answer is thought about."""
        async with self._lock:
            if self.state is State.OPEN:
                await self._defer(Deferral.UPDATE if self.pressed is not None else self._deferral)

    async def delete(self) -> None:
        """Answer a command with nothing that stays on the screen: what it did stands in the channel.

        Where Discord does not take the answer away it stays: nothing that was asked for has failed.
        """
        await self.acknowledge()
        async with self._lock:
            if self.state is State.THINKING:
                try:
                    await self.interaction.delete_original_response()
                except DISCORD_ERRORS as error:
                    log.info("answer not removed", user=self.user, error=repr(error))
                self.state = State.ANSWERED

    async def update(self, message: RenderedMessage) -> discord.Message | None:
        """Change the private message that was pressed on, as `change` does; a note is none any more."""
        shown = await self.change(message)
        self.let_go()
        return shown

    async def change(self, message: RenderedMessage) -> discord.Message | None:
        """Change the private message that was pressed on: in one response, or after an acknowledgement.

        Gives the message as Discord sent it back. Never for a public message: two such answers to
        simultaneous presses can arrive in the wrong order.
        """
        if not self.on_private_message:
            raise NotEphemeral
        async with self._lock:
            if self.state is State.OPEN:
                callback = await self._edit(message, self.interaction.response.edit_message)
                self._took(State.ANSWERED, message)
                return _message(callback)
            shown = await self._edit(message, self.interaction.edit_original_response)
            self._took(self.state, message)
            return shown

    async def instead(self, message: RenderedMessage) -> None:
        """Show this in place of the private message that was pressed on; beside it where that cannot be."""
        if self.note_placement is not None and self._answers.notes is not None:
            await self._answers.notes.show(self, self.note_placement, message)
            return
        try:
            if self.on_private_message:
                await self.change(message)
                return
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        await self.private(message)

    async def note(self, message: RenderedMessage) -> None:
        """Answer with a note: in a match the one that its reader has of it, elsewhere one of its own."""
        notes, beside = self._answers.notes, self.note_placement
        if notes is None or beside is None or beside.apart:
            await self.private(message)
        else:
            await notes.show(self, beside, message)

    @asynccontextmanager
    async def posting(self, channel: ChannelId | None = None) -> AsyncIterator[None]:
        """Do around a post for everybody that the user who made the interaction has asked for; what fails is
        none.

        `channel`: where it is posted; None: where the interaction was made.
        Raises MayNotWrite where they may not write there themself, and PostedLately.
        """
        channel = channel or ChannelId(self.interaction.channel_id or 0)
        if not may_write(self.interaction, channel):
            raise MayNotWrite
        posts, key = self._answers.posts, (self.user, channel)
        if self.interaction.guild_id is not None and not posts.acquire(key):
            raise PostedLately(self._answers.clock.now() + timedelta(seconds=posts.seconds_left(key)))
        try:
            yield
        except BaseException:
            posts.release(key)
            raise

    def let_go(self) -> None:
        """The message that was pressed on, where it was a note of a match, is none any more."""
        if self._answers.notes is not None and self.note_placement is not None and self.pressed is not None:
            self._answers.notes.let_go(self.note_placement.key, self.pressed.id)

    async def private(self, message: RenderedMessage) -> tuple[discord.Message | None, str]:
        """Answer with a private message of its own.

        Gives it, so that its flag can be looked at, and the target by which this token edits it.
        """
        async with self._lock:
            if self.state is State.OPEN:
                callback = await self._send(message, self.interaction.response.send_message, ephemeral=True)
                self._took(State.ANSWERED, message)
                return _message(callback), ORIGINAL
            if self.state is State.THINKING and self._deferral is Deferral.POST:
                # Everybody sees that message, and a follow-up would fill it as long as it is there.
                with unless_gone():
                    await self.interaction.delete_original_response()
            elif self.state is State.THINKING and (filled := await self._fill(message)) is not None:
                self._took(State.ANSWERED, message)
                return filled, ORIGINAL
            # The original response is something else, maybe the public message that was pressed on; or gone.
            sent = await self._send(message, self.interaction.followup.send, ephemeral=True, wait=True)
            self._took(State.ANSWERED, message)
            return sent, str(sent.id)

    async def post(self, message: RenderedMessage) -> None:
        """Answer a command with a message that everybody sees. Its deferral must be POST."""
        assert self._deferral is Deferral.POST
        async with self._lock:
            if self.state is State.OPEN:
                await self._send(message, self.interaction.response.send_message)
            elif await self._fill(message) is None:
                await self._send(message, self.interaction.followup.send, wait=True)
            self._took(State.ANSWERED, message)

    def has_shown(self, what: Hashable) -> bool:
        """Return whether everybody has been shown this from the message that was pressed on."""
        return self.pressed is not None and (self.pressed.id, what) in self._answers.shown

    async def show_to_everybody(self, what: Hashable, make: Callable[[], Awaitable[RenderedMessage]]) -> None:
        """Post what `make` returns to the channel of a press on a private message, which stays as it is.

        `what` names it on that message, from which it is posted once. Raises BadCustomId where no such
        message offers it, AlreadyShown, MayNotWrite, PostedLately, and what `make` raises.
        """
        if self.pressed is None or not self.on_private_message or self.interaction.guild_id is None:
            raise BadCustomId(what)
        key = (self.pressed.id, what)
        if not self._answers.shown.acquire(key):
            raise AlreadyShown
        try:
            async with self.posting():
                message = await make()
                await self.acknowledge()
                await self._send(message, self.interaction.followup.send, wait=True)
        except BaseException:
            self._answers.shown.release(key)
            raise

    async def _fill(self, message: RenderedMessage) -> discord.Message | None:
        """Show this in the message that is being thought about; None where it is gone."""
        try:
            return await self._edit(message, self.interaction.edit_original_response)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return None

    async def _send(self, message: RenderedMessage, put: Callable[..., Awaitable[R]], **more: Any) -> R:
        self._only_waits()
        return await message.send(self.interaction.client, put, **more)

    async def _edit(self, message: RenderedMessage, put: Callable[..., Awaitable[R]]) -> R:
        self._only_waits()
        return await message.edit(self.interaction.client, put)

    def _only_waits(self) -> None:
        """Let others have the turn: Discord may take long, and nothing heavy is done meanwhile."""
        if self._end_turn is not None:
            self._end_turn()

    async def _watch(self) -> None:
        """Acknowledge what takes long, and whatever comes while the bot is behind at once."""
        with suppress(TimeoutError):
            async with self._answers.clock.timeout(self._answers.seconds):
                await self._answers.load.behind()
        try:
            async with self._lock:
                if self.state is State.OPEN:
                    await self._defer(self._deferral)
        except discord.HTTPException as error:
            self.failed(error)

    def failed(self, error: Exception) -> None:
        """Take note that Discord has not taken an answer: maybe somebody else has given one."""
        if not self._timing.answered and not self._failed:
            self._failed = True
            self._answers.others.note(error, self.interaction.id)

    async def _defer(self, deferral: Deferral) -> None:
        interaction = self.interaction
        if deferral is Deferral.UPDATE and interaction.message is not None:
            self.state = State.UPDATING
            await interaction.response.defer()
        else:
            self.state = State.THINKING
            await interaction.response.defer(ephemeral=deferral is not Deferral.POST, thinking=True)
        self._took(self.state)

    def _took(self, state: State, message: RenderedMessage | None = None) -> None:
        """Discord has taken an answer, maybe one that shows a message."""
        self.state = state
        self._timing.took(picture=message is not None and message.png is not None)


def heavy_work(handler: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Have a handler of presses or commands wait for its turn among all heavy work (`bot.heavy_work`).

    One of its positional arguments is the `Answer`. It may call other heavy handlers with that.
    """

    @wraps(handler)
    async def in_turn(*args: P.args, **kwargs: P.kwargs) -> T:
        answer = next(each for each in args if isinstance(each, Answer))
        async with answer.heavy_work():
            return await handler(*args, **kwargs)

    return in_turn


def _this_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


def _message(callback: Any) -> discord.Message | None:
    resource = getattr(callback, "resource", None)
    return resource if isinstance(resource, discord.Message) else None


A_contra = TypeVar("A_contra", contravariant=True)


class OneNote(Protocol[A_contra]):
    """The one private note that a person has of a match (`cogs.messages.note_message`)."""

    async def show(self, answer: A_contra, beside: NotePlacement, message: RenderedMessage) -> None:
        """Answer with it."""

    def let_go(self, key: NoteKey, message: int) -> None:
        """Forget that this message was the note: it is something else now."""


class Refusals(Protocol[A_contra]):
    """Words for errors that name a match (`cogs.hosting.which_match`)."""

    async def worded(self, answer: A_contra, error: BotError) -> MessageContent:
        """An expected error, which match it is about, and what can be done."""
