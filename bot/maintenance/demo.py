"""`koikoi seed-demo`: a server with a past, for looking at lists and for measuring them.

A few dozen matches are really played by CPU players in people's seats; every match of the demo is one of
these with other people in it, so that each replays exactly. Who wins follows a strength drawn for everybody.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from bot import opponents
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match import lobby, moves
from bot.match.hosted_match import Change, Entry, HostedMatch, LoggedAction
from bot.match.verdict import MOST_A_DAY
from bot.match.view_builder import build_record
from bot.match.vocabulary import CpuPlayer, Person, Place
from bot.opponents.review import review
from bot.records import periods
from bot.records.book import Book, Counted, Line, Season
from bot.records.results import MatchResult, result_of
from bot.records.skill import Figures
from bot.service.judging import figures
from bot.storage import Store, actions
from bot.storage.database.schema import judged, logs, matches, participants, result_players, result_yaku
from bot.storage.database.schema import people as people_table
from bot.storage.database.schema import results as result_table
from bot.storage.database.schema import seasons as season_table
from bot.storage.records import counting, results, seasons
from bot.storage.settings import persons, servers
from bot.storage.settings.servers import ServerRow
from engine.play.legal import to_move
from engine.play.observation import observe
from engine.record import match_record
from engine.rules.actions import KoiKoi
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from engine.version import Version

SHARES = {RuleSetId.LEAGUE: 6, RuleSetId.CLASSIC: 2, RuleSetId.ISHOKAI: 2, RuleSetId.SANNIN: 3}
"""The relative frequency of each rule set."""
DARING = 0.35
"""The chance that somebody goes on who may stop: higher than that of CPU players."""
TEMPLATES, OF_ONE = 8, 50
"""The most matches that are really played for each rule set; matches for which there is one more."""
LENGTHS = (3, 3, 3, 6)
LUCK = 3.0
"""The standard deviation of chance in a match, in standard deviations of strength."""
AT_ONCE = 500
"""Matches whose rows are stored together."""
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_NAMES = [
    "Akari",
    "Haru",
    "Ren",
    "Yui",
    "Sora",
    "Mio",
    "Kaito",
    "Hina",
    "Riku",
    "Sakuya",
    "Ume",
    "Botan",
    "Hagi",
    "Kiku",
    "Momiji",
    "Kiri",
    "Fuji",
    "Tsubame",
    "Tsuru",
    "Shika",
    "Inoshi",
    "Chou",
    "Ogi",
    "Kasumi",
    "Aoi",
    "Nagi",
    "Izumi",
    "Shion",
    "Tsubaki",
    "Ran",
    "Emil",
    "Noor",
    "Lucía",
    "Piotr",
    "Anaïs",
    "Jonas",
    "Mei",
    "Oskar",
    "Freya",
    "Tomás",
]


class NotEmptyError(Exception):
    """The data folder holds people already; nothing was added."""


@dataclass(frozen=True, slots=True)
class Demo:
    """The amounts of demo data to make. `users` are known people who play too, by their Discord ids."""

    guild: GuildId
    channel: ChannelId
    locale: str = "en"
    players: int = 40
    matches: int = 1_500
    days: int = 100
    users: Mapping[UserId, str] = field(default_factory=dict)
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Template:
    """A match that was really played: how it ended, its actions, what it left, and the judge's figures."""

    hosted: HostedMatch
    made: tuple[LoggedAction, ...]
    result: MatchResult
    figures: tuple[Figures, ...]

    @property
    def rules(self) -> Rules:
        """The rules that the match was played by."""
        return self.hosted.rules


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody of the demo; `strength` is drawn from about the standard normal distribution."""

    person: int
    name: str
    strength: float
    eagerness: float


def fill(store: Store, demo: Demo, now: datetime) -> None:
    """Fill an empty database, as a whole or not at all. Raises NotEmptyError, StorageError; blocks.

    Matches come judged: the judge would have to look at each for itself, though few were really played.
    """
    chance = random.Random(demo.seed)  # noqa: S311 - nothing is dealt from it
    with store.reading() as tx:
        _must_be_empty(tx)
    number = min(TEMPLATES, 1 + demo.matches // OF_ONE)
    templates = {rules: [_played(rules, chance) for _ in range(number)] for rules in RULE_SETS}
    with store.writing() as tx:
        _must_be_empty(tx)
        servers.save(tx, ServerRow(demo.guild, demo.locale))
        crowd = _people(tx, demo, chance, now - timedelta(days=demo.days))
        writing = _Writing(demo, book := Book(), {})
        for number, days in enumerate(sorted(chance.uniform(0, demo.days) for _ in range(demo.matches)), 1):
            template = chance.choice(templates[_rules(chance)])
            seats = _seated(template, crowd, chance)
            writing.add(tx, number, template, seats, now - timedelta(days=demo.days - days))
            if number % AT_ONCE == 0:
                writing.flush(tx)
        writing.flush(tx)
        counting.write(tx, book, counting.known_people(tx))
        _tell_champions(tx, now)


def _must_be_empty(tx: Connection) -> None:
    if tx.execute(sa.select(people_table.c.id).limit(1)).first() is not None:
        raise NotEmptyError


def _tell_champions(tx: Connection, now: datetime) -> None:
    """Leave the champions of the last season to be told: there is something to see at once."""
    ended = sa.select(season_table.c.id).where(season_table.c.ends_at <= now)
    earlier = season_table.c.id.in_(ended.order_by(season_table.c.id.desc()).offset(1))
    tx.execute(sa.update(season_table).where(earlier).values(told_at=season_table.c.ends_at))


def _rules(chance: random.Random) -> RuleSetId:
    return chance.choices(list(SHARES), weights=list(SHARES.values()))[0]


def _people(tx: Connection, demo: Demo, chance: random.Random, met_at: datetime) -> list[Player]:
    known = list(demo.users.items())
    others = [(UserId(1000 + n), _name(n)) for n in range(max(0, demo.players - len(known)))]
    everybody = known + others
    numbers = persons.met(tx, dict(everybody), met_at)
    return [
        Player(numbers[user], name, chance.gauss(0, 1), chance.paretovariate(1.3)) for user, name in everybody
    ]


def _name(n: int) -> str:
    again = n // len(_NAMES)
    return f"{_NAMES[n % len(_NAMES)]} {again + 1}" if again else _NAMES[n % len(_NAMES)]


def _played(rules: RuleSetId, chance: random.Random) -> Template:
    """A match between CPU players who sit there as people would."""
    settings = make_rules(rules, {"months": chance.choice(LENGTHS)})
    crowd = [Person(UserId(n + 1), str(n), "en", 1 + n) for n in range(settings.seats)]
    place = Place(GuildId(1), ChannelId(1), "en")
    bare = lobby.open_lobby(place, crowd[0], settings, secret=chance.randbytes(32), now=_EPOCH).after
    # Nobody could look its sealing line up: such a match was never opened anywhere.
    hosted = replace(bare, version=Version.JOINS)
    for person in crowd[1:]:
        hosted = lobby.join(hosted, person, _EPOCH).after
    changes = [moves.draw_seats(lobby.start(hosted, crowd[0].user, _EPOCH).after, _EPOCH)]
    now = _EPOCH
    while changes[-1].after.live:
        now += timedelta(seconds=chance.uniform(1.5, 12))
        changes.append(_next(changes[-1].after, now, chance))
    after = changes[-1].after
    result = result_of(after)
    assert result is not None
    log = tuple(made for change in changes for made in change.made)
    return Template(after, log, result, figures(review(match_record.parse(build_record(after)))))


def _next(hosted: HostedMatch, now: datetime, chance: random.Random) -> Change:
    """The match after the next move, or after the rest at which it waits."""
    progress = hosted.begun
    if progress.rests:
        change = moves.end_rest(hosted, progress.ends_shown, now)
        assert isinstance(change, Change)
        return change
    player = to_move(progress.state)[0]
    user, observation = hosted.entry_at(player).who.user, observe(progress.state, player)
    assert user is not None and observation.question is not None
    cpu = CpuPlayer.NORMAL if chance.random() < 0.8 else CpuPlayer.EASY
    move = opponents.choose(cpu, observation)
    if KoiKoi() in observation.legal and chance.random() < DARING:
        move = KoiKoi()
    made = moves.act(hosted, user, observation.question, move, now)
    assert isinstance(made, Change)
    return made


def _seated(template: Template, crowd: Sequence[Player], chance: random.Random) -> list[Player]:
    """Return the player of each seat, by table number: the stronger more often where the match is won."""
    found: list[Player] = []
    weights = [one.eagerness for one in crowd]
    while len(found) < template.rules.seats:
        one = chance.choices(crowd, weights)[0]
        if one not in found:
            found.append(one)
    found.sort(key=lambda one: one.strength + chance.gauss(0, LUCK), reverse=True)
    order = sorted(template.result.players, key=lambda player: player.place or math.inf)
    by_seat = {player.seat: one for player, one in zip(order, found, strict=True)}
    return [by_seat[player.seat] for player in template.result.players]


class _Writing:
    """Collects rows of matches and stores them together."""

    def __init__(self, demo: Demo, book: Book, often: dict[tuple[str, frozenset[int]], int]) -> None:
        self._demo = demo
        self._book = book
        self._often = often
        self._zone = periods.zone(None, demo.locale)
        self._season: seasons.SeasonRow | None = None
        self._rows: dict[sa.Table, list[dict[str, object]]] = {}

    def add(
        self, tx: Connection, number: int, template: Template, seats: list[Player], began: datetime
    ) -> None:
        """One match, counted."""
        shift = began - _EPOCH
        ended = template.made[-1].at + shift
        if self._season is None or ended >= self._season.ends_at:
            self._season = seasons.at(tx, ServerRow(self._demo.guild, self._demo.locale), ended)
        match, day = MatchId(number), periods.day(ended, self._zone)
        group = (day, frozenset(one.person for one in seats))
        self._often[group] = self._often.get(group, 0) + 1
        counts = self._often[group] <= MOST_A_DAY
        self._put_match(match, template, seats, shift)
        self._put_result(match, template, day, number, counts=counts)
        rows = self._put_players(match, template, seats)
        if counts:
            self._count(match, template, seats, ended, rows)

    def flush(self, tx: Connection) -> None:
        """Store what was collected."""
        for table in (matches, participants, logs, result_table, result_players, result_yaku, judged):
            if rows := self._rows.pop(table, None):
                tx.execute(sa.insert(table), rows)

    def _put_match(self, match: MatchId, template: Template, seats: list[Player], shift: timedelta) -> None:
        hosted = template.hosted
        assert hosted.started_at is not None
        entries = list(_entries(hosted, seats))
        self._row(
            matches,
            id=match,
            status=hosted.status.value,
            guild=self._demo.guild,
            channel=self._demo.channel,
            locale=self._demo.locale,
            host=entries[0][1].person,
            rules=hosted.rules.id.value,
            options=json.dumps(hosted.rules.changed(), sort_keys=True),
            secret=hosted.secret,
            version=hosted.version.value,
            seed=hosted.begun.shuffles.seed,
            ends_shown=hosted.begun.ends_shown,
            lobby_end=None,
            opened_at=hosted.opened_at + shift,
            started_at=hosted.started_at + shift,
            ended_at=template.made[-1].at + shift,
        )
        for entry, one in entries:
            self._row(
                participants,
                match=match,
                number=entry.who.number,
                person=one.person,
                cpu=None,
                name=one.name,
                locale=self._demo.locale,
                join_id=entry.join_id,
                seat=entry.seat,
            )
        log = (replace(made, at=made.at + shift) for made in template.made)
        self._row(logs, match=match, packed=actions.packed(log))

    def _put_result(self, match: MatchId, template: Template, day: str, order: int, *, counts: bool) -> None:
        self._row(
            result_table,
            match=match,
            how=template.result.how.value,
            months=template.result.months,
            unrated=None if counts else "often",
            counts=counts,
            day=day,
            season=self._season.id if self._season and counts else None,
            counted=order,
            judged=True,
        )
        self._rows.setdefault(result_yaku, []).extend(results.yaku_rows(match, template.result))

    def _put_players(
        self, match: MatchId, template: Template, seats: list[Player]
    ) -> list[dict[str, object]]:
        whose: dict[int, int | None] = {
            player.who.number: one.person for player, one in zip(template.result.players, seats, strict=True)
        }
        rows = results.player_rows(match, template.result, whose)
        for row in rows:
            row |= {"rating_before": None, "rating": None, "overall": None}
        self._rows.setdefault(result_players, []).extend(rows)
        for one, told in zip(seats, template.figures, strict=True):
            self._row(judged, match=match, person=one.person, **told._asdict())
        return rows

    def _count(
        self,
        match: MatchId,
        template: Template,
        seats: list[Player],
        ended: datetime,
        rows: list[dict[str, object]],
    ) -> None:
        lines = tuple(
            Line(
                one.person,
                one.name,
                player.place or 0,
                player.net,
                player.best_month,
                player.best_yaku,
                player.best_yaku_id.value if player.best_yaku_id else None,
            )
            for player, one in zip(template.result.players, seats, strict=True)
        )
        season = None if self._season is None else Season(self._season.id, self._season.number)
        moved = self._book.count(
            Counted(
                match=match,
                guild=self._demo.guild,
                rules=template.rules.id,
                months=template.result.months,
                rated=True,
                ended_at=ended,
                day=periods.day(ended, self._zone),
                season=season,
                lines=lines,
            )
        )
        for row, one in zip(rows, moved, strict=True):
            row |= {"rating_before": one.before, "rating": one.after, "overall": one.overall}

    def _row(self, table: sa.Table, **values: object) -> None:
        self._rows.setdefault(table, []).append(values)


def _entries(hosted: HostedMatch, seats: Sequence[Player]) -> Iterator[tuple[Entry, Player]]:
    """The entries by joining number, with who they are in the demo."""
    for entry in hosted.entries:
        assert entry.seat is not None
        yield entry, seats[entry.seat]
