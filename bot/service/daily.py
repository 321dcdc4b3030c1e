"""The deal of the day: looked at, begun, played on, ranked, and reviewed when its day is over.

Nothing is kept in memory: each press is answered from the rows, so a restart loses nothing, and of several
presses at the same time one counts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot import opponents
from bot.config import Settings
from bot.errors import NotPlayedYet
from bot.heavy_work import HeavyWork
from bot.ids import GuildId, UserId
from bot.match import daily as deals
from bot.match.daily import (
    Choose,
    Deal,
    Habit,
    Made,
    Review,
    Standing,
    Standings,
    Streak,
    Today,
    Week,
    WeekDay,
)
from bot.match.decisions import PlayersReview
from bot.match.hosted_match import HostedMatch
from bot.match.vocabulary import Person, Place, Refusal
from bot.opponents.review import review
from bot.service.servers import Servers
from bot.storage import Store, daily
from bot.storage.daily import Opened, Play
from bot.storage.settings import servers
from bot.times_of_day import midnight
from engine.record import match_record
from engine.rules.actions import Move
from engine.rules.options import Rules

DRAWS = 50
"""Secrets that are drawn at most. About one in a hundred is a month that a hand yaku ends as it is dealt."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Today's deal, the server's time zone, and what somebody has made of the deal and those before."""

    opened: Opened
    zone: ZoneInfo
    made: Play | None
    streak: Streak | None


class DailyDeals:
    """The deals of the day of all servers. `secret(n)` gives n random bytes."""

    def __init__(  # noqa: PLR0913 - wired once, by hand
        self,
        store: Store,
        settings: Settings,
        servers: Servers,
        now: Callable[[], datetime],
        *,
        heavy: HeavyWork | None = None,
        secret: Callable[[int], bytes] = os.urandom,
        choose: Choose = opponents.choose,
    ) -> None:
        self._store, self._settings, self._servers = store, settings, servers
        self._now, self._secret, self._choose = now, secret, choose
        self._heavy = heavy or HeavyWork()

    async def look(self, place: Place, who: Person) -> Today:
        """Today's deal in a server, as far as somebody has played it; nothing is begun by it."""
        found = await self._found(place, who)
        return self._today(found, who, found.made)

    async def begin(self, place: Place, who: Person) -> Today:
        """Today's deal with the cards on the table; who has begun goes on where they were.

        Raises DealSeen.
        """
        found = await self._found(place, who)
        made = found.made
        if made is None:
            first = _play_of(deals.answered(deals.begun(found.opened.deal), self._choose))
            made = await self._store.write(daily.begin, found.opened.id, who, first, self._now())
        return self._today(found, who, made)

    async def announce(self, guild: GuildId, day: str) -> None:
        """Note that somebody has been shown the commitment of the next day, while this one lasts."""
        await self._store.write(daily.announce, guild, day, self._now())

    async def act(
        self, place: Place, who: Person, day: str, question: int, move: Move
    ) -> tuple[Today, Refusal | None]:
        """A move in the deal of a day, and all that follows up to the next question.

        Refused as OVER where that day is over, or the person has not begun; as STALE where the question is
        answered already. Raises IllegalMove.
        """
        found = await self._found(place, who)
        opened, made = found.opened, found.made
        if opened.deal.day != day or made is None:
            return self._today(found, who, made), Refusal.OVER
        acted = deals.act(deals.replay_moves(opened.deal, made.actions), question, move)
        if isinstance(acted, Refusal):
            return self._today(found, who, made), acted
        after = _play_of(deals.answered(acted, self._choose))
        if await self._store.write(daily.move, opened.id, who.user, made, after, self._now()):
            return self._today(found, who, after), None
        return await self.look(place, who), Refusal.STALE

    async def standings(
        self, guild: GuildId, day: str, viewer: UserId, *, as_all_see: bool = False
    ) -> Standings:
        """Return everybody's results of a day's deal; while it runs only to those who have finished it
        themselves.

        `as_all_see`: without what the viewer alone sees. Raises NotPlayedYet, also where there is no deal.
        """
        return await self._store.read(self._standings, guild, day, viewer, as_all_see=as_all_see)

    async def made(self, guild: GuildId, day: str, user: UserId) -> Made:
        """Return somebody's result of a day's deal, for everybody.

        Raises NotPlayedYet until it is finished.
        """

        def job(tx: Connection) -> Made:
            opened = daily.find(tx, guild, day)
            mine = None if opened is None else daily.play(tx, opened.id, user)
            if opened is None or mine is None or mine.points is None:
                raise NotPlayedYet
            points, streak = mine.points, daily.streak(tx, guild, user)
            others = [row.points for row in daily.standings(tx, opened, user) if not row.own]
            return Made(
                day=day,
                rules=opened.deal.rules,
                points=points,
                better_than=sum(each < points for each in others),
                others=len(others),
                streak=streak.days if streak is not None and streak.day == day else 0,
            )

        return await self._store.read(job)

    async def review(self, guild: GuildId, day: str, viewer: UserId | None) -> Review:
        """A deal whose day is over. Raises NotPlayedYet before, and where there is none."""

        def job(tx: Connection) -> tuple[Standings, Deal, Play | None]:
            standings = self._standings(tx, guild, day, viewer, must_be_over=True)
            opened = daily.find(tx, guild, day)
            assert opened is not None, "it has standings"
            made = None if viewer is None else daily.play(tx, opened.id, viewer)
            return standings, opened.deal, made

        standings, deal, made = await self._store.read(job)
        hosted = deals.begun(deal) if made is None else deals.replay_moves(deal, made.actions)
        record, mine = deals.record(deal, hosted), None
        if made is not None and made.points is not None:
            mine = await self._heavy.run(_own, record, hosted)
        return Review(standings, deal.secret.hex(), record, mine)

    async def week(self, guild: GuildId, viewer: UserId) -> Week:
        """Return somebody's last seven days in a server. Moves are judged of days that are over."""

        def job(tx: Connection) -> tuple[list[WeekDay], list[tuple[Deal, Play]], Streak | None, str]:
            today = daily.today(tx, servers.get(tx, guild), self._now())
            told, over = list[WeekDay](), list[tuple[Deal, Play]]()
            for day in deals.week(today):
                opened = daily.find(tx, guild, day)
                made = None if opened is None else daily.play(tx, opened.id, viewer)
                if opened is None or made is None or made.points is None:
                    told.append(WeekDay(day, begun=made is not None))
                    continue
                told.append(_of_week(opened, made.points, daily.standings(tx, opened, viewer)))
                if day < today:
                    over.append((opened.deal, made))
            return told, over, daily.streak(tx, guild, viewer), today

        told, over, streak, today = await self._store.read(job)
        habit, times = await self._heavy.run(_in_common, over)
        lives = streak is not None and streak.lives_on(today)
        return Week(tuple(told), streak.days if streak is not None and lives else 0, habit, times)

    def _standings(  # noqa: PLR0913 - who asks for what
        self,
        tx: Connection,
        guild: GuildId,
        day: str,
        viewer: UserId | None,
        *,
        as_all_see: bool = False,
        must_be_over: bool = False,
    ) -> Standings:
        """Return the standings, as `standings` does; with `must_be_over` only of a day that is over.

        `viewer` None: nobody in particular.
        """
        over = day < daily.today(tx, servers.get(tx, guild), self._now())
        opened = daily.find(tx, guild, day)
        if opened is None or (must_be_over and not over):
            raise NotPlayedYet
        if not over:
            made = None if viewer is None else daily.play(tx, opened.id, viewer)
            if made is None or made.points is None:
                raise NotPlayedYet
        return Standings(
            day=day,
            over=over,
            rules=opened.deal.rules,
            rows=daily.standings(tx, opened, None if as_all_see else viewer),
            finished=opened.finished,
            announced=opened.deal.announced,
            commitment=opened.deal.commitment,
        )

    async def _found(self, place: Place, who: Person) -> _Found:
        """Today's deal in a server, made if nobody has looked at it, and what somebody has made of it."""
        guild = place.guild
        assert guild is not None, "direct messages have no deal of the day"

        def job(tx: Connection, opened: Opened | None = None) -> _Found | None:
            row = servers.get(tx, guild)
            opened = opened or daily.find(tx, guild, daily.today(tx, row, self._now()))
            if opened is None:
                return None
            made, streak = daily.play(tx, opened.id, who.user), daily.streak(tx, guild, who.user)
            return _Found(opened, row.zone, made, streak)

        if (found := await self._store.read(job)) is not None:
            return found
        rules = deals.rules_of(await self._servers.rules(guild))
        secrets = (self._draw(guild, rules), self._draw(guild, rules))
        made = (guild, place.locale, rules, deals.OPPONENT, secrets, self._now())
        found = await self._store.read(job, await self._store.write(daily.open_day, *made))
        assert found is not None, "its deal has just been made"
        return found

    def _draw(self, guild: GuildId, rules: Rules) -> bytes:
        """Draw a secret whose month has turns by these rules, which the next day's may no longer be."""
        for _ in range(DRAWS):
            secret = self._secret(32)
            if deals.has_play(Deal(guild, "", secret, rules, deals.OPPONENT, announced=False)):
                break
        return secret

    def _today(self, found: _Found, who: Person, made: Play | None) -> Today:
        opened, deal, view, streak = found.opened, found.opened.deal, None, found.streak
        if made is not None and made.points is not None:
            streak = Streak.after(streak, deal.day)
        if made is not None:
            view = deals.view(deals.replay_moves(deal, made.actions), who.user, who.name, self._settings)
        next_day = date.fromisoformat(deal.day) + timedelta(days=1)
        return Today(
            day=deal.day,
            ends_at=midnight(next_day, found.zone),
            rules=deal.rules,
            cpu=deal.cpu,
            commitment=deal.commitment,
            announced=deal.announced,
            tomorrow=opened.tomorrow,
            begun=opened.begun,
            finished=opened.finished,
            earlier=opened.earlier,
            view=view,
            points=None if made is None else made.points,
            streak=streak.days if streak is not None and streak.lives_on(deal.day) else 0,
            week=streak is not None and streak.day in deals.week(deal.day),
        )


def _play_of(hosted: HostedMatch) -> Play:
    return Play(deals.format_moves(hosted), deals.points(hosted))


def _own(record: dict[str, Any], hosted: HostedMatch) -> PlayersReview:
    """Return the cost of the person's decisions, as the level *hard* judges them."""
    order = hosted.begun.state.order
    assert order is not None
    return review(match_record.parse(record)).players[order.index(deals.PERSON)]


def _of_week(opened: Opened, points: int, rows: Sequence[Standing]) -> WeekDay:
    """Return a day that somebody has finished, as its list shows it to them."""
    rank = 1 + sum(row.points > points for row in rows)
    best = max((row.points for row in rows), default=points)
    return WeekDay(
        opened.deal.day,
        points,
        rank,
        opened.finished,
        max(best, points),
        opened.deal.rules,
        begun=True,
    )


def _in_common(over: Sequence[tuple[Deal, Play]]) -> tuple[Habit | None, int]:
    """Return what the reviews of somebody's days have in common."""
    hosted = [(deal, deals.replay_moves(deal, made.actions)) for deal, made in over]
    return deals.habit([_own(deals.record(deal, each), each) for deal, each in hosted])
