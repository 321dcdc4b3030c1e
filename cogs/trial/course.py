"""The course of a trial: what an earlier one left goes, the questions are asked, everything is removed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final, TypeAlias

from bot.config import Settings
from cogs.doctor.rest import connection
from cogs.gateway.identify_limiter import FEW
from cogs.platform.raw_client import RawClient
from cogs.trial import alone, place, pressed
from cogs.trial.journal import Journal
from cogs.trial.place import Place
from cogs.trial.questions import QUESTIONS, How, Question
from cogs.trial.report import Finding, Report, State
from cogs.trial.session import Session, session
from cogs.trial.trial import NotAskedError, Patience, Trial
from cogs.trial.wire import NO_DISCORD, SurpriseError, TroubleError, Wire

Ask: TypeAlias = Callable[[Trial], Awaitable[str]]
OTHER_SHAPE: Final = (LookupError, TypeError, ValueError, AttributeError)
"""Errors of a question whose answer has not the shape that Discord's documents give it."""
NOBODY: Final = "--alone was given"


@dataclass(frozen=True, slots=True)
class Wish:
    """The trial that the host wants."""

    channel: int
    alone: bool = False
    """Without a gateway session, and so without a person."""
    only: Sequence[str] = ()
    """The questions to ask, if not all."""
    patience: Patience = field(default_factory=Patience)

    @property
    def questions(self) -> list[Question]:
        """Return the questions that are wanted."""
        return [each for each in QUESTIONS if not self.only or each.id in self.only]


def function_of(question: Question) -> Ask:
    """Return the function that asks a question."""
    module = alone if question.how is How.ALONE else pressed
    found: Ask = getattr(module, question.id.replace("-", "_"))
    return found


@dataclass(slots=True)
class _Course:
    """A trial under way."""

    wish: Wish
    settings: Settings
    client: RawClient
    journal: Journal
    tell: Callable[[str], None]
    findings: list[Finding] = field(default_factory=list)
    trial: Trial | None = None
    left: list[str] = field(default_factory=list)

    async def hold(self) -> None:
        """Prepare, ask, and note what came. Raises TroubleError."""
        wire = Wire(self.client, self.wish.patience.pause)
        where = await _found(wire, self.wish, self.settings)
        self.trial = Trial(wire, where, self.journal, None, self.wish.patience, self.tell)
        if not self.journal.empty:
            self.tell("An earlier trial left something: that is removed first.")
            for each in await self.journal.sweep(wire, where):
                self.tell(f"Discord refuses that again; please remove it yourself: {each}")
            self.journal.forget()  # a refusal would come again with every trial
        self.journal.begin(self.trial.mark, where.channel, where.guild)
        async with AsyncExitStack() as stack:
            if any(each.how in (How.PRESS, How.WAIT) for each in self.wish.questions) and not self.wish.alone:
                self.trial.session = await stack.enter_async_context(self._session(wire, where))
            pressed = [each for each in self.wish.questions if each.how in (How.PRESS, How.WAIT)]
            for question in self.wish.questions:
                if question in pressed:
                    self.trial.turn = f"{pressed.index(question) + 1} of {len(pressed)}"
                self.findings.append(await self._asked(self.trial, question))
                if question.how is not How.OPEN and self.findings[-1].why != NOBODY:
                    self.tell(_line(self.findings[-1]))
                await self.trial.tidy()

    @asynccontextmanager
    async def _session(self, wire: Wire, where: Place) -> AsyncIterator[Session]:
        told = (await wire.demand("GET", "/gateway/bot")).body
        if told["session_start_limit"]["remaining"] <= FEW:
            raise TroubleError("Too few session starts are left today; try again tomorrow.")
        assert self.settings.token is not None
        token = self.settings.token.get_secret_value().strip()
        async with session(self.client, told["url"], token, where.shard) as begun:
            yield begun

    async def _asked(self, trial: Trial, question: Question) -> Finding:
        """Ask a question. Raises TroubleError."""
        if question.how is How.OPEN:
            return Finding(question, None, question.why)
        if question.how in (How.PRESS, How.WAIT) and (trial.session is None or trial.deserted):
            return Finding(question, None, "nobody pressed" if trial.deserted else NOBODY)
        trial.wire.sent.clear()
        try:
            came = await function_of(question)(trial)
        except NotAskedError as error:
            return Finding(question, None, str(error))
        except SurpriseError as error:
            came = str(error)
        except OTHER_SHAPE as error:
            came = f"an answer of another shape ({type(error).__name__}: {error})"
        return Finding(question, came, requests=tuple(trial.wire.sent))

    async def clean(self) -> None:
        """Remove everything, as far as Discord lets the bot."""
        if self.trial is None:
            return
        try:
            await self.trial.tidy()
            self.left = await self.journal.sweep(self.trial.wire, self.trial.place)
        except (TroubleError, *OTHER_SHAPE) as error:
            self.left = [str(error)]
        except asyncio.CancelledError:
            self.left = ["it was interrupted"]
        for each in self.left:
            self.tell(f"Not removed: {each}")
        if self.left:
            self.tell("The next trial tries once more.")


def _line(finding: Finding) -> str:
    told = f"{finding.came}" if finding.came is not None else finding.why
    expected = f" (expected: {finding.question.expected})" if finding.state is State.DIFFERS else ""
    return f"{finding.state:<12}{finding.question.id:<24}{told}{expected}"


async def _found(wire: Wire, wish: Wish, settings: Settings) -> Place:
    try:
        return await place.find(wire, wish.channel, settings.shards)
    except OTHER_SHAPE as error:
        raise TroubleError(NO_DISCORD) from error


async def look(settings: Settings, wish: Wish) -> Place:
    """Look at the channel of a trial, and change nothing. Raises RedirectError, TroubleError."""
    async with connection(settings, wish.patience.answer) as client:
        return await _found(Wire(client, wish.patience.pause), wish, settings)


async def hold(settings: Settings, wish: Wish, tell: Callable[[str], None]) -> Report:
    """Hold a trial, and return its report. Raises RedirectError.

    A signal ends it early; one more ends the removal.
    """
    async with connection(settings, wish.patience.answer) as client:
        course = _Course(wish, settings, client, Journal(settings.data), tell)
        holding = asyncio.ensure_future(course.hold())
        try:
            with _cancelled_by_signals(holding):
                trouble = await _trouble_of(holding)
        finally:
            cleaning = asyncio.ensure_future(course.clean())
            with _cancelled_by_signals(cleaning):
                tell("Removing what the trial made. Ctrl-C leaves the rest to the next trial.")
                await cleaning
    asked = {each.question.id for each in course.findings}
    unasked = [
        Finding(each, None, each.why or trouble or "it was not wanted")
        for each in QUESTIONS
        if each.id not in asked
    ]
    names = (course.trial.place.names | course.trial.names) if course.trial is not None else frozenset()
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    return Report(version("koikoi"), today, [*course.findings, *unasked], trouble, len(course.left), names)


async def _trouble_of(holding: asyncio.Future[None]) -> str:
    """Wait for the end of a trial, and return the trouble that ended it; nothing where there was none."""
    try:
        await holding
    except TroubleError as error:
        return str(error)
    except SurpriseError as error:
        return f"Discord refuses a request that it should answer ({error})."
    except asyncio.CancelledError:
        return "It was interrupted."
    return ""


@contextmanager
def _cancelled_by_signals(work: asyncio.Future[None]) -> Iterator[None]:
    """Let the signals that end a process cancel this work alone: what follows is done."""
    loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for each in signals:
        loop.add_signal_handler(each, work.cancel)
    try:
        yield
    finally:
        for each in signals:
            loop.remove_signal_handler(each)
