"""Arenas in the middle floor: a real manager whose arena is looked at when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.ids import ArenaId, UserId
from bot.match.arenas.facts import Attendance, Bout
from bot.match.arenas.view import ArenaView
from bot.match.views import MatchView
from bot.match.vocabulary import Person, Status
from engine.rules.actions import KoiKoi, Shobu
from engine.rules.options import Rules, make_rules
from tests.support.manager_fixture import PLACE, RunningService
from tests.support.waiting import until

MANAGER = Person(UserId(99), "Mina", "en", join_id=1)


def crowd(number: int) -> tuple[Person, ...]:
    """Return so many people."""
    return tuple(Person(UserId(200 + n), f"P{n}", "en", join_id=9000 + n) for n in range(number))


def short(rules: str = "classic", months: int = 1) -> Rules:
    """Return rules of a short match."""
    return make_rules(rules, {"months": months})


class Evening:
    """An arena of a service, and what a test does with it."""

    def __init__(self, service: RunningService, arena: ArenaId) -> None:
        self.service, self.id = service, arena

    @classmethod
    async def open(
        cls, service: RunningService, *people: Person, months: int = 1, **terms: object
    ) -> Evening:
        """Open an arena that begins now, unless told otherwise, with these people; the first opens it."""
        rules = terms.pop("rules", short(months=months))
        assert isinstance(rules, Rules)
        terms.setdefault("minutes", 90)
        view = await service.manager.arenas.open(PLACE, people[0], rules, **terms)  # type: ignore[arg-type]
        for person in people[1:]:
            await service.manager.arenas.join(view.arena.id, person)
        return cls(service, view.arena.id)

    async def view(self) -> ArenaView:
        """Return the arena as it is now."""
        return await self.service.manager.arenas.view(self.id)

    async def wait(self, holds: Callable[[ArenaView], bool]) -> ArenaView:
        """Return the view of the arena once something holds that happens by itself."""

        async def seen() -> ArenaView | None:
            if holds(view := await self.view()):
                return view
            self.service.manager.arenas.wake(self.id)
            return None

        view = await until(seen)
        assert view is not None
        return view

    async def playing(self, number: int) -> tuple[Bout, ...]:
        """Return the matches in play once there are so many and all have begun."""
        view = await self.wait(lambda it: len(it.playing) == number)
        for bout in view.playing:
            await self.begun(bout)
        return view.playing

    async def begun(self, bout: Bout) -> None:
        """Wait until a match has begun, and draw its seats."""

        async def begun() -> bool:
            return (await self.service.manager.view(bout.match)).status is not Status.LOBBY

        await until(begun)
        await self.service.draw(bout.match)

    async def win(self, bout: Bout, winner: UserId) -> None:
        """Let somebody win a match: the other one gives it up once both have played a card."""
        await self.begun(bout)
        while not (view := await self.service.seen(bout.match)).all_have_played:
            assert view.status is Status.PLAYING, "nobody stops before"
            await self._move(view)
        for user in bout.users:
            if user != winner:
                await self.service.manager.resign(bout.match, user)

    async def _move(self, view: MatchView) -> None:
        """Make the first legal move that does not end the month, for somebody who is asked."""
        for seat in view.seats:
            asked, user = seat.observation, seat.participant.user
            if user is not None and asked is not None and asked.question is not None:
                move = next(each for each in asked.legal if not isinstance(each, Shobu))
                await self.service.manager.act(view.match, user, asked.question, move)
                return
        await asyncio.sleep(0)

    async def dare(self, bout: Bout) -> MatchView:
        """Play a match to its end; everybody says koi-koi once and then stops."""
        await self.begun(bout)
        while (view := await self.service.seen(bout.match)).status is Status.PLAYING:
            asked = [each.observation for each in view.seats if each.observation is not None]
            if any(KoiKoi() in each.legal and not each.koi[each.viewer or 0] for each in asked):
                await self._move(view)
            elif await self.service.move(bout.match) is None:
                await asyncio.sleep(0)
        return view

    async def attendance(self, user: UserId) -> Attendance:
        """Return whether somebody is in."""
        row = (await self.view()).row_of(user)
        assert row is not None
        return row.attendance
