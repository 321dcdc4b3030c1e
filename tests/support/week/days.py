"""A week of simulated days: deals of the day, matches alone and with a rival, and problems of one's own."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from bot.ids import MatchId, UserId
from bot.match.own_problems import OwnProblem
from bot.match.views import MatchView
from bot.service.judging import SETTLED
from bot.storage import Store, own_problems
from bot.storage.records import judged
from cogs.content.custom_id import Verb
from cogs.content.page_id import Page, is_page, parse_page
from cogs.messages.table_rows import OWN_LEVEL
from engine.rules.rule_sets import STANDARD
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage, start
from tests.support.e2e.in_process_bot import SharedClock
from tests.support.e2e.lobbies import choose, open_lobby
from tests.support.e2e.scripted_player import act_until, presses
from tests.support.sandbox.fonts import page_fonts
from tests.support.sandbox.messages import Json, buttons
from tests.support.week.known_chance import Secrets, known_chance
from tests.support.week.person import Person

BEGINS = datetime(2030, 6, 3, 12, tzinfo=UTC)
"""A Monday noon; no season ends in its week, and no other test has deals of its days."""
DAYS = 7
MISSED = 3
"""The day on which the person is away."""
ALONE = {1: 1002, 2: 1042, 4: 1081, 5: 1123, 6: 1169, 7: 1202}
"""The secret of the match alone, by day: one that is won, lost, won, lost, lost, won."""
RIVALS = {1: (2022, 1), 4: (3004, 3)}
"""The secret and the months of the matches against the rival, by day."""
ERRS = 1
"""The day on which they call koi-koi against the rival, a card before the end, and lose by it."""
DAY, CHORE = 86_400.0, 61.0
"""Seconds of a day, and those after which a chore of a minute comes again."""


@dataclass(slots=True)
class Week:
    """A week that goes on; `day` counts from 1."""

    here: LoopStage
    person: Person
    rival: Person
    secrets: Secrets
    day: int = 1
    offers: list[int] = field(default_factory=list)
    """The strengths of *At my level*, one before each match."""
    won: list[float] = field(default_factory=list)
    """The ends of these matches: 1 for a win, 0.5 for a draw, 0 for a loss."""
    answers: list[str] = field(default_factory=list)
    """The notes after answers to problems of one's own."""

    @property
    def store(self) -> Store:
        """The bot's rows."""
        assert self.here.bot.client is not None
        return self.here.bot.client.store

    async def live(self) -> None:
        """Play what a day has; then a day passes, and the bot's chores look back at its matches."""
        if self.day != MISSED:
            await self.play_deal(await self.note("koikoi daily"))
            self.secrets.chosen = ALONE[self.day]
            await self.play_at_own_level(await open_lobby(self.person, months=1))
            if self.day in RIVALS:
                await self.meet_rival(*RIVALS[self.day])
            await self.answer_own_problems(right=self.day > MISSED)
        await self.here.pass_time(DAY)
        self.day += 1
        await self._until_none(lambda tx: judged.waiting(tx, self.here.clock.now() - SETTLED))
        await self.here.pass_time(CHORE)
        await self._until_none(lambda tx: own_problems.waiting(tx, self.here.clock.now()))

    async def _until_none(self, waiting: Callable[[Connection], object]) -> None:
        """Wait until a chore has left nothing."""

        async def none() -> bool:
            return await self.store.read(waiting) is None

        await self.here.until(none)

    async def note(self, command: str, **options: object) -> Json:
        """Give a command that a note of the person's own answers."""
        outcome = await self.person.user.command(command, channel=CHANNEL, options=options)
        assert not outcome.failed
        return await self.person.user.answer(outcome)

    async def tap(self, note: Json, custom_id: str) -> Json:
        """Press a button of a note; the note afterwards."""
        before = self.person.user.message(note["id"])
        await self.person.user.press(note, custom_id=custom_id)
        return await self.person.user.wait_update(note, lambda each: each is not before)

    async def play_deal(self, note: Json) -> Json:
        """Play the deal of the day, the first card that is offered each time; the note at its end."""
        while (found := page_button(note, Page.DAILY, "begin", "move", "pick")) is not None:
            note = await self.tap(note, found)
        return note

    async def play_at_own_level(self, lobby: Json) -> None:
        """Play the match of a lobby at one's own level, and note what was offered, and how it ended."""
        self.offers.append(await self.own_level())
        await choose(self.person, lobby, Verb.PLAY_CPU, OWN_LEVEL)
        match = match_of(lobby)
        await self.play(match, self.person)
        self.won.append(await self.end_of(match))

    async def meet_rival(self, secret: int, months: int) -> None:
        """Play a match with the rival."""
        people = (self.person, self.rival)
        self.secrets.chosen = secret
        await start(*people, months=months)
        match = max(each.match for message in self.person.user.public(CHANNEL) for each in presses(message))
        self.person.errs = self.day == ERRS
        await self.play(match, *people)
        self.person.errs = False

    async def play(self, match: MatchId, *people: Person) -> Json:
        """Let people press until the result stands; the result."""

        async def stepped() -> bool:
            return any([await each.step(match) for each in people])

        await act_until([each.user for each in people], lambda: self.person.result(match), stepped)
        result = self.person.result(match)
        assert result is not None
        return result

    async def end_of(self, match: MatchId) -> float:
        """Return how a match ended for the person: 1, 0.5 or 0."""
        assert self.here.bot.client is not None
        view = await self.here.bot.client.manager.view(match)
        assert isinstance(view, MatchView)
        seat = view.seat_of(UserId(int(self.person.user.id)))
        assert seat is not None
        mine = view.scores[view.seats.index(seat)]
        best = max(score for score, each in zip(view.scores, view.seats, strict=True) if each is not seat)
        return (mine > best) + (mine == best) / 2

    async def own_level(self) -> int:
        """Return the strength that the person is offered at their own level."""
        assert self.here.bot.client is not None
        user = UserId(int(self.person.user.id))
        return (await self.here.bot.client.manager.own_level(user, STANDARD)).points

    def offers_follow_matches(self) -> bool:
        """Whether the offer rose after each win alone, and fell after each loss."""
        steps = zip(self.offers, self.offers[1:], self.won, strict=False)
        return all(
            after > before if won == 1 else after < before for before, after, won in steps if won != 0.5
        )

    async def own_problems(self) -> tuple[OwnProblem, ...]:
        """Return the person's confirmed problems."""
        return await self.store.read(own_problems.all_of, UserId(int(self.person.user.id)))

    async def answer_own_problems(self, *, right: bool) -> None:
        """Answer all problems that are due, all alike."""
        note = await self.note("koikoi problem", mine=True)
        while page_button(note, Page.MINE, "answer"):
            note = await self.tap(note, await self.answer_to(note, right=right))
            self.answers.append(note["content"])
            following = page_button(note, Page.MINE, "next")
            assert following is not None
            note = await self.tap(note, following)

    async def answer_to(self, note: Json, *, right: bool) -> str:
        """Return the custom id of the best answer to a problem, or of another one."""
        found = page_button(note, Page.MINE, "answer")
        assert found is not None
        number = int(parse_page(found).state[0])
        (one,) = [each for each in await self.own_problems() if each.id == number]
        return str(buttons(note)[one.best if right else 1 - min(one.best, 1)]["custom_id"])


def match_of(lobby: Json) -> MatchId:
    """Return the match of a lobby."""
    return presses(lobby)[0].match


def page_button(note: Json, page: Page, *actions: str) -> str | None:
    """Return the custom id of a note's first button with one of these actions; None where there is none."""
    for each in buttons(note):
        if is_page(each["custom_id"]) and not each.get("disabled"):
            press = parse_page(each["custom_id"])
            if press.page is page and press.action in actions:
                return str(each["custom_id"])
    return None


@contextlib.asynccontextmanager
async def week(folder: Path) -> AsyncIterator[Week]:
    """Yield a week at its first noon, in a server where nobody has played yet."""
    clock, secrets = SharedClock(BEGINS), Secrets()
    with known_chance():
        async with stage(folder, secrets, False, clock, page_fonts()) as here:
            person = Person(here, await here.sandbox.user(0), 0)
            rival = Person(here, await here.sandbox.user(1, "ja"), -1)
            yield Week(here, person, rival, secrets)
            await here.must_be_clean()
