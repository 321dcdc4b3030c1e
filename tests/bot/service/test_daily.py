"""The deal of the day on a real database: the same for everybody, once, and secret until its day is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.errors import IllegalMove, NotPlayedYet
from bot.ids import UserId
from bot.match.daily import OPPONENT, Deal, Habit, Today, habit, has_play, rules_of
from bot.match.decisions import Decision, PlayersReview
from bot.match.views import MatchView
from bot.match.vocabulary import BarKind, Person, Refusal
from bot.service.daily import DailyDeals
from bot.service.housekeeping import KEPT_DAYS
from bot.service.servers import Servers
from bot.storage import Store, daily
from bot.storage.database.schema import daily_deals, daily_plays
from bot.storage.moderation import bars
from bot.storage.privacy import export, forget
from bot.storage.settings import servers
from engine.cards.deck import DECK
from engine.play.observation import Observation
from engine.record import match_record
from engine.record.verify import checks, unchecked
from engine.rules.actions import KoiKoi, Move, Play, Player, Shobu
from engine.rules.options import Rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    GUILD,
    PLACE,
    fixed_secret,
    numbered_secrets,
    put_new_database,
    quick,
    running_service,
)

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
DAY = "2026-11-24"
Policy = Callable[[Observation], Move]


@dataclass
class Home:
    """The service on a database, with a time that a test sets."""

    store: Store
    deals: DailyDeals
    now: datetime = NOON
    secret: Callable[[int], bytes] = field(default_factory=numbered_secrets)

    def again(self) -> DailyDeals:
        """The service as another process would have it."""
        servers = Servers(self.store, lambda: self.now)
        return DailyDeals(self.store, quick(), servers, lambda: self.now, secret=self.secret)

    async def finish(self, who: Person, policy: Policy = lambda seen: seen.legal[0]) -> Today:
        """Somebody plays today's deal to its end."""
        today = await self.deals.begin(PLACE, who)
        while (seen := asked(today)) is not None:
            move = policy(seen)
            assert seen.question is not None
            today, refusal = await self.deals.act(PLACE, who, today.day, seen.question, move)
            assert refusal is None
        return today

    def rows(self, table: sa.Table) -> list[sa.Row[tuple[object, ...]]]:
        """All rows of a table."""
        with self.store.reading() as tx:
            return list(tx.execute(sa.select(table)))


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Home]:
    put_new_database(tmp_path)
    store = await Store.open(tmp_path / "koikoi.db")
    made = Home(store, None)  # type: ignore[arg-type]
    made.deals = made.again()
    yield made
    await store.close()


def asked(today: Today) -> Observation | None:
    """Return the view of the person to move; None once their month is over."""
    if today.points is not None:
        return None
    assert today.view is not None
    seen = today.view.seats[seat(today.view)].observation
    assert seen is not None
    assert seen.legal, "nobody else is waited for"
    return seen


def seat(view: MatchView) -> int:
    """The person's place at the table."""
    return next(each.player for each in view.seats if each.participant.user is not None)


@pytest.mark.outside
async def test_fifty_people_at_the_same_time_play_the_same_once_each(home: Home) -> None:
    """Each presses everything twice; equal plays end equally, and no row, deal or move is doubled."""
    home.secret = fixed_secret(4)  # these two ways to play end differently on it
    home.deals = home.again()
    crowd = [Person(UserId(1000 + n), f"P{n}", "en", join_id=n) for n in range(50)]
    policies: tuple[Policy, ...] = (lambda seen: seen.legal[0], lambda seen: seen.legal[-1])

    async def life(n: int, who: Person) -> tuple[Today, list[Observation | None]]:
        first, second = await asyncio.gather(*(home.deals.begin(PLACE, who) for _ in range(2)))
        assert first.view is not None
        assert second.view is not None
        dealt = [first.view.seats[seat(first.view)].observation]
        assert dealt[0] == second.view.seats[seat(second.view)].observation
        today = first
        while (seen := asked(today)) is not None:
            assert seen.question is not None
            move = policies[n % 2](seen)
            answers = await asyncio.gather(
                *(home.deals.act(PLACE, who, DAY, seen.question, move) for _ in range(2)),
            )
            assert sorted(refusal or "" for _, refusal in answers)[0] == "", "one of them counts"
            assert {refusal for _, refusal in answers} <= {None, Refusal.STALE, Refusal.OVER}
            assert sum(refusal is None for _, refusal in answers) == 1
            today = await home.deals.look(PLACE, who)
        return today, dealt

    ended = await asyncio.gather(*(life(n, who) for n, who in enumerate(crowd)))
    assert all(dealt == ended[0][1] for _, dealt in ended)
    assert [(row.day, row.announced) for row in home.rows(daily_deals)] == [
        (DAY, False),
        ("2026-11-25", False),
    ]
    plays = home.rows(daily_plays)
    assert len(plays) == len(crowd)
    assert len({row.actions for row in plays}) == 2
    standings = await home.deals.standings(GUILD, DAY, crowd[0].user)
    assert standings.finished == len(standings.rows) == len(crowd)
    points = {n % 2: today.points for n, (today, _) in enumerate(ended)}
    assert points[0] != points[1]
    assert {row.name: row.points for row in standings.rows} == {
        who.name: points[n % 2] for n, who in enumerate(crowd)
    }
    assert {row.rank for row in standings.rows} == {1, 26}


async def test_nothing_is_told_to_who_has_not_played(home: Home) -> None:
    """Only how many have begun; no list, no review, no card, no secret; while one plays neither."""
    await home.finish(ANN)
    (deal,) = [row for row in home.rows(daily_deals) if row.day == DAY]
    secrets = {row.secret.hex() for row in home.rows(daily_deals)}
    looked = await home.deals.look(PLACE, BEN)
    assert (looked.begun, looked.finished, looked.view, looked.points) == (1, 1, None, None)
    begun = await home.deals.begin(PLACE, BEN)
    finished = await home.deals.look(PLACE, ANN)
    for told in (looked, begun, finished):
        assert not [each for each in (*secrets, repr(deal.secret)) if each in repr(told)]
    assert begun.view is not None
    mine = begun.view.seats[seat(begun.view)].observation
    public = begun.view.public
    assert mine is not None
    assert public is not None
    seen = {*mine.hand, *mine.field, *(card for cards in mine.captured for card in cards)}
    assert len(seen) < len(DECK) / 2 + 8
    assert public.hand == type(public.hand)()
    for viewer in (BEN, CAT):
        with pytest.raises(NotPlayedYet):
            await home.deals.standings(GUILD, DAY, viewer.user)
        with pytest.raises(NotPlayedYet):
            await home.deals.review(GUILD, DAY, viewer.user)
    with pytest.raises(NotPlayedYet):
        await home.deals.review(GUILD, DAY, ANN.user)
    with pytest.raises(NotPlayedYet):
        await home.deals.standings(GUILD, "2026-11-25", ANN.user)


async def test_the_commitment_of_the_day_before_is_kept(home: Home) -> None:
    """The commitment is announced to its readers; after its day, the review proves the decks by it."""
    first = await home.deals.look(PLACE, ANN)
    assert not first.announced
    await home.deals.announce(GUILD, DAY)
    home.now += timedelta(days=1)
    second = await home.deals.look(PLACE, ANN)
    assert second.announced
    assert second.commitment == first.tomorrow
    assert second.earlier == DAY
    await home.finish(ANN)
    await home.deals.begin(PLACE, BEN)
    home.now += timedelta(days=1)
    played, begun, neither = [await home.deals.review(GUILD, second.day, who.user) for who in (ANN, BEN, CAT)]
    assert sha256(bytes.fromhex(played.secret)).hexdigest() == first.tomorrow
    assert played.mine is not None
    assert played.mine.decisions
    assert begun.mine is neither.mine is None
    assert [row.name for row in neither.standings.rows] == ["Ann"]
    for review in (played, begun, neither):
        record = match_record.parse(review.record)
        assert all(check.agrees for check in checks(record))
        assert not list(unchecked(record))
        assert record.deck(1) == match_record.parse(played.record).deck(1)
    assert played.standings.announced
    third = await home.deals.look(PLACE, CAT)
    assert not third.announced, "the deal was looked at on the day before, and its digest was not"
    await home.deals.announce(GUILD, second.day)
    assert not (await home.deals.look(PLACE, CAT)).announced, "the day on which that could count is over"
    await home.deals.announce(GUILD, third.day)
    home.now += timedelta(days=1)
    assert (await home.deals.look(PLACE, CAT)).announced
    home.now += timedelta(days=2)
    assert not (await home.deals.look(PLACE, CAT)).announced, "nobody has looked at the day before"


async def test_days_are_the_servers_and_never_go_back(home: Home) -> None:
    """By its time zone; after midnight a month that is half played ends; a zone set back reopens no day."""
    await home.deals.look(PLACE, ANN)
    with home.store.writing() as tx:
        servers.save(tx, replace(servers.get(tx, GUILD), time_zone="Pacific/Auckland"))
    today = await home.deals.begin(PLACE, ANN)
    assert today.day == "2026-11-25"
    assert today.ends_at == datetime(2026, 11, 25, 11, tzinfo=UTC)
    seen = asked(today)
    assert seen is not None
    assert seen.question is not None
    with home.store.writing() as tx:
        servers.save(tx, replace(servers.get(tx, GUILD), time_zone="UTC"))
    assert (await home.deals.look(PLACE, ANN)).day == "2026-11-25"
    home.now += timedelta(days=1)
    again, refusal = await home.deals.act(PLACE, ANN, today.day, seen.question, seen.legal[0])
    assert refusal is None
    home.now += timedelta(days=1)
    seen = asked(again)
    assert seen is not None
    assert seen.question is not None
    later, refusal = await home.deals.act(PLACE, ANN, today.day, seen.question, seen.legal[0])
    assert refusal is Refusal.OVER
    assert (later.day, later.view) == ("2026-11-26", None)


async def test_a_week_is_one_s_own_days(home: Home) -> None:
    """A missed day is told as one, and nothing of a list that its reader may not see yet."""
    for missed in (False, True, False, False):
        for who in (BEN, *([] if missed else [ANN])):
            await home.finish(who)
        home.now += timedelta(days=1)
    await home.finish(BEN)
    days = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"]
    week = await home.deals.week(GUILD, ANN.user)
    assert [each.day for each in week.days] == [*reversed(days), "2026-11-23", "2026-11-22"]
    shown = {each.day: each for each in week.days}
    for day in days[1::3]:
        assert (shown[day].points, shown[day].best, shown[day].finished) == (None, 0, 0)
    played, lists = [days[0], days[2], days[3]], list[PlayersReview]()
    for day in played:
        told = await home.deals.review(GUILD, day, ANN.user)
        assert told.mine is not None and told.standings.own is not None
        lists.append(told.mine)
        own, best = told.standings.own, told.standings.rows[0].points
        assert (shown[day].points, shown[day].rank, shown[day].best) == (own.points, own.rank, best)
        assert shown[day].finished == 2
    assert (week.habit, week.times) == habit(reversed(lists))
    assert week.streak == 3, "the missed day is forgiven"
    assert (await home.deals.week(GUILD, CAT.user)).habit is None
    home.now += timedelta(days=7)
    assert all(each.points is None for each in (await home.deals.week(GUILD, ANN.user)).days)


def test_days_have_in_common_what_costs_most_on_most_of_them() -> None:
    """Two days at least; less than a point is no mistake; three days without one are said."""

    def day(*lost: tuple[Move, float]) -> PlayersReview:
        made = [Decision(n, 1, Player(0), move, Shobu(), points) for n, (move, points) in enumerate(lost)]
        return PlayersReview(tuple(made), 0.0, 0.0)

    card = Play(DECK[0])
    called, stopped = day((card, 0.4), (KoiKoi(), 2.0)), day((KoiKoi(), 1.0), (Shobu(), 3.0))
    assert habit([called, stopped, called]) == (Habit.CALLED, 2)
    assert habit([stopped, day((card, 0.9)), stopped]) == (Habit.STOPPED, 2)
    assert habit([day((card, 1.0)), day((card, 5.0), (KoiKoi(), 4.9))]) == (Habit.CARDS, 2)
    assert habit([called, stopped]) == (None, 0)
    assert habit([called, stopped] * 2) == (None, 0), "neither is the days' own"
    assert habit([day((card, 0.9))] * 2) == (None, 0)
    assert habit([day((card, 0.9))] * 3) == (Habit.CLEAN, 3)
    assert habit([day(), *[day((card, 0.0))] * 2]) == (None, 0), "a day without a decision tells nothing"
    assert habit([]) == (None, 0)


async def test_a_restart_and_a_forged_move_lose_nothing(home: Home) -> None:
    """Another process goes on where they were; a move that is not legal is refused and changes nothing."""
    today = await home.deals.begin(PLACE, ANN)
    seen = asked(today)
    assert seen is not None
    assert seen.question is not None
    forged = next(Play(card) for card in DECK if card not in seen.hand)
    with pytest.raises(IllegalMove):
        await home.deals.act(PLACE, ANN, DAY, seen.question, forged)
    moved, _ = await home.deals.act(PLACE, ANN, DAY, seen.question, random.Random(1).choice(seen.legal))
    home.deals = home.again()
    assert await home.deals.look(PLACE, ANN) == moved
    stale, refusal = await home.deals.act(PLACE, ANN, DAY, seen.question, seen.legal[0])
    assert (stale, refusal) == (moved, Refusal.STALE)
    ended = await home.finish(ANN)
    assert ended.points is not None
    assert await home.deals.begin(PLACE, ANN) == replace(ended, finished=1), "once a day"


async def test_who_hides_or_is_kept_from_lists_is_seen_by_nobody_else(home: Home) -> None:
    """Hidden and barred people still count, and they see their own line."""
    for who in (ANN, BEN, CAT):
        await home.finish(who)
    with home.store.writing() as tx:
        tx.execute(sa.text("UPDATE people SET hidden = 1 WHERE discord = :user"), {"user": ANN.user})
        bars.add(tx, GUILD, BarKind.LISTS, BEN.user, "Ben", home.now)
    by_viewer = {who.name: await home.deals.standings(GUILD, DAY, who.user) for who in (ANN, BEN, CAT)}
    assert {row.name for row in by_viewer["Cat"].rows} == {"Cat"}
    assert {(row.name, row.own, row.hidden) for row in by_viewer["Ann"].rows} == {
        ("Ann", True, True),
        ("Cat", False, False),
    }
    everybody = await home.deals.standings(GUILD, DAY, ANN.user, as_all_see=True)
    assert [row.name for row in everybody.rows] == ["Cat"]
    assert everybody.finished == 3


async def test_what_is_stored_goes(home: Home) -> None:
    """With its person, with its server, and in the end by itself; before that it can be taken along."""
    for who in (ANN, BEN):
        await home.finish(who)
    with home.store.reading() as tx:
        (told,) = export.about(tx, ANN.user, home.now)["daily"]
    assert told["day"] == DAY
    assert told["points"] is not None
    with home.store.writing() as tx:
        forget.forget(tx, ANN.user)
    assert len(home.rows(daily_plays)) == 1
    assert (await home.deals.look(PLACE, ANN)).points is None
    with home.store.writing() as tx:
        assert daily.expire(tx, DAY) == 0
        assert daily.expire(tx, "2026-11-25") == 1
    assert home.rows(daily_plays) == []
    await home.finish(BEN)
    with home.store.writing() as tx:
        forget.purge(tx, GUILD)
    assert home.rows(daily_deals) == home.rows(daily_plays) == []


@pytest.mark.dealt_by_chance  # a hand yaku is dealt
async def test_a_month_that_the_cards_decide_is_played_as_it_is_dealt(home: Home) -> None:
    """Nobody is asked anything: the reader at the cards has finished, and stands in the list."""
    home.secret = lambda size: random.Random(7).randbytes(size)  # a hand yaku is dealt
    home.deals = home.again()
    today = await home.deals.begin(PLACE, ANN)
    assert today.points is not None
    assert today.view is not None
    assert today.view.shown_end is not None
    assert [row.own for row in (await home.deals.standings(GUILD, DAY, ANN.user)).rows] == [True]


async def test_housekeeping_deletes_what_is_long_over(tmp_path: Path) -> None:
    """A deal goes with what was made of it when the days that are promised have passed, and not before."""
    async with running_service(tmp_path) as service:
        deals = DailyDeals(service.store, quick(), service.manager.servers, service.now)
        await deals.begin(PLACE, ANN)

        async def left() -> int:
            await service.manager._chores.expire_deals()
            with service.store.reading() as tx:
                return tx.scalar(sa.select(sa.func.count()).select_from(daily_plays)) or 0

        service.turn((KEPT_DAYS - 1) * 86_400)
        assert await left() == 1
        service.turn(2 * 86_400)
        assert await left() == 0


@pytest.mark.dealt_by_chance  # a hand yaku is dealt
async def test_a_month_that_ends_as_it_is_dealt_is_no_deal_of_a_day(home: Home) -> None:
    """The first secrets are of hand yaku; the deal has the first one of a month that is played."""
    rules = rules_of(await Servers(home.store, lambda: home.now).rules(GUILD))
    secrets = [number.to_bytes(32, "big") for number in range(400)]
    ended = [each for each in secrets if not has_play(_deal_of(each, rules))]
    played = [each for each in secrets if each not in ended]
    assert ended, "about one in a hundred"
    drawn = iter([*ended, *played])
    home.secret = lambda _: next(drawn)
    await home.again().begin(PLACE, ANN)
    assert {row.secret for row in home.rows(daily_deals)} == {played[0], played[1]}


def _deal_of(secret: bytes, rules: Rules) -> Deal:
    return Deal(GUILD, "", secret, rules, OPPONENT, announced=False)
