"""The deal of a day: the same month, cut and CPU player for everybody in a server. Pure functions.

Nothing of a match is stored for it: its secret gives the decks, and the moves that one person and the CPU
player made are one text. Everything else is made from these by the steps of any other match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import lru_cache
from typing import Any, Self

from bot.config import Settings
from bot.errors import StorageError, StorageErrorKind
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match import moves
from bot.match.decisions import Decision, PlayersReview
from bot.match.hosted_match import Change, Entry, HostedMatch
from bot.match.progress import Progress, begin
from bot.match.shuffles import commitment_of, sealed_seed
from bot.match.view_builder import build_record, build_view
from bot.match.views import MatchView, Reveal
from bot.match.vocabulary import (
    CpuPlayer,
    JoinNumber,
    MadeBy,
    Participant,
    Place,
    Refusal,
    SealingLine,
    Status,
    Version,
)
from engine.errors import EngineError
from engine.play.legal import to_move
from engine.play.observation import Observation
from engine.record.notation import format_action, parse_action
from engine.rules.actions import Action, Cut, Draw, KoiKoi, Move, Phase, Player, Shobu
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import STANDARD
from engine.version import Version as RecordVersion

OPPONENT = CpuPlayer.NORMAL
"""The CPU player of everybody's deal."""
KEPT = 64
"""Deals that are kept in memory as they begin."""
PERSON, CPU = JoinNumber(0), JoinNumber(1)
_NOWHEN = datetime(2026, 1, 1, tzinfo=UTC)
_NOBODY = UserId(1)
Choose = Callable[[CpuPlayer, Observation], Move]
"""Chooses a CPU player's move: the same for equal observations."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The source of a day's month: `day` is the server's, as 2026-11-24; `secret` has 32 bytes.

    `announced`: whether somebody read its commitment on the day before.
    """

    guild: GuildId
    day: str
    secret: bytes
    rules: Rules
    cpu: CpuPlayer
    announced: bool

    @property
    def commitment(self) -> str:
        """The digest of its secret: lower-case hex, 64 digits."""
        return commitment_of(self.secret)


def rules_of(usual: Rules) -> Rules:
    """One month by a server's usual rules; of two players where those are for three."""
    if usual.seats > 2:
        return make_rules(STANDARD, {"months": 1})
    return make_rules(usual.id, {**usual.changed(), "months": 1})


def has_play(deal: Deal) -> bool:
    """Whether the month begins with somebody's turn: a hand yaku or the field may end it as it is dealt."""
    return not begun(deal).begun.over


def begun(deal: Deal) -> HostedMatch:
    """The month as everybody finds it: seats drawn, deck tapped, the CPU player not asked yet."""
    return _with(deal, _drawn(deal))


def replay_moves(deal: Deal, text: str) -> HostedMatch:
    """The month after moves as `written` writes them. Raises StorageError where they are none."""
    progress = _drawn(deal)
    try:
        for action in map(parse_action, text.split(",") if text else ()):
            progress = progress.after(action, made_by=_maker(progress, action))
    except EngineError as error:
        raise StorageError(StorageErrorKind.DAMAGED) from error
    return _with(deal, progress)


def format_moves(hosted: HostedMatch) -> str:
    """The actions since the seats were drawn, as record.md writes them, joined by commas."""
    made = (each for each in hosted.begun.actions if not isinstance(each.move, Draw))
    return ",".join(map(format_action, made))


def act(hosted: HostedMatch, question: int, move: Move) -> HostedMatch | Refusal:
    """The month after a person's move, if their question is still open. Raises IllegalMove."""
    change = moves.act(hosted, _NOBODY, question, move, _NOWHEN)
    return _settled(change.after) if isinstance(change, Change) else change


def answered(hosted: HostedMatch, choose: Choose) -> HostedMatch:
    """The month after all that happens before the person is asked again: the CPU player's moves, a cut."""
    while True:
        if hosted.status is Status.PLAYING and hosted.begun.state.phase is Phase.CUT:
            change = moves.tap(hosted, hosted.begun.state.n, _NOWHEN)
        elif (asked := moves.cpu_to_move(hosted)) is not None:
            change = moves.cpu_act(hosted, asked[1], choose(*asked), _NOWHEN)
        else:
            return hosted
        assert isinstance(change, Change), "nobody else moves in between"
        hosted = _settled(change.after)


def points(hosted: HostedMatch) -> int | None:
    """Return the person's points of the month less the CPU player's; None before its end."""
    if not hosted.begun.over:
        return None
    scores, me = hosted.begun.state.scores, _seat(hosted)
    return scores[me] if hosted.rules.losers_pay else 2 * scores[me] - sum(scores)


def view(hosted: HostedMatch, user: UserId, name: str, settings: Settings) -> MatchView:
    """The month as this person sees it. What its decks were made by is in no view: others play it still."""
    entries = tuple(
        replace(entry, who=replace(entry.who, user=user, name=name)) if entry.who.user else entry
        for entry in hosted.entries
    )
    shown = build_view(MatchId(0), Version(0), replace(hosted, entries=entries, host=user), settings)
    assert isinstance(shown, MatchView)
    return replace(shown, reveal=Reveal({}, None, None), at_stake=True)


def record(deal: Deal, hosted: HostedMatch) -> dict[str, Any]:
    """The record of a deal whose day is over, with its proof: for its sealing stands the server's number."""
    line = SealingLine(int(deal.guild), ChannelId(0))
    return build_record(replace(hosted, status=Status.OVER, line=line))


@lru_cache(maxsize=KEPT)
def _drawn(deal: Deal) -> Progress:
    """The seats, drawn by the first cards of the row: nobody chooses, so all sit alike.

    It is kept: every press of everybody in a server begins with it.
    """
    seed = sealed_seed(deal.secret, int(deal.guild))
    progress = begin(deal.rules, deal.rules.seats, seed, RecordVersion.CHOICES)
    while progress.state.phase is Phase.SEATS:
        progress = progress.after(*_draws(to_move(progress.state)), made_by=MadeBy.DEFAULT)
    return progress


def _draws(waiting: Iterable[Player]) -> Iterable[Action]:
    return (Action(each, Draw()) for each in waiting)


def _with(deal: Deal, progress: Progress) -> HostedMatch:
    """The match with this progress."""
    hosted = HostedMatch(
        place=Place(deal.guild, ChannelId(0), ""),
        host=_NOBODY,
        rules=deal.rules,
        secret=deal.secret,
        entries=(
            Entry(Participant(PERSON, "", user=_NOBODY)),
            Entry(Participant(CPU, "", cpu=deal.cpu)),
        ),
        invited=(),
        status=Status.PLAYING,
        opened_at=_NOWHEN,
        started_at=_NOWHEN,
        progress=progress,
        rated=False,
    )
    return _settled(moves.seated(hosted))


def _settled(hosted: HostedMatch) -> HostedMatch:
    """The match that rests nowhere: a deal that does not stand is dealt again at once."""
    progress = hosted.begun
    ends = len(progress.ends) - (1 if progress.over else 0)
    return moves.settled(replace(hosted, progress=progress.shown(max(ends, 0), frozenset())), _NOWHEN)


def _maker(progress: Progress, action: Action) -> MadeBy:
    """Return the maker of an action, as its player and its kind tell."""
    if isinstance(action.move, Cut):
        return MadeBy.DEFAULT
    order = progress.state.order
    return MadeBy.USER if order is not None and order[action.player] == PERSON else MadeBy.CPU


def _seat(hosted: HostedMatch) -> Player:
    """The person's table number."""
    order = hosted.begun.state.order
    assert order is not None
    return Player(order.index(PERSON))


FORGIVEN = 1
"""Missed days in succession that do not end a streak."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in succession on which somebody has finished the deal: `days`, the last one `day`, as 2026-11-24.

    A missed day between two that were played is forgiven, however often. Two missed days in succession end
    the streak. Days are the server's, and only those that were played count.
    """

    day: str
    days: int

    @classmethod
    def after(cls, before: Self | None, day: str) -> Self:
        """Return the streak once a day's deal is finished; None: there was none before."""
        if before is not None and before.day >= day:
            return before
        goes_on = before is not None and before.lives_on(day)
        return cls(day, before.days + 1 if before is not None and goes_on else 1)

    def lives_on(self, day: str) -> bool:
        """Return whether it has not ended on a day, which is its last one or a later one."""
        gone = date.fromisoformat(day) - date.fromisoformat(self.day)
        return gone.days <= 1 + FORGIVEN


@dataclass(frozen=True, slots=True)
class Today:
    """The deal of a server's day as somebody may know it: nothing of its decks that they have not seen.

    `day`: as 2026-11-24. `view` and `points` are of their own month: None before they have begun, or before
    it is over.
    """

    day: str
    ends_at: datetime
    rules: Rules
    cpu: CpuPlayer
    commitment: str
    """The digest of what its decks are made by: lower-case hex, 64 digits."""
    announced: bool
    """Whether somebody here read that on the day before."""
    tomorrow: str
    """The commitment of the next day's deal."""
    begun: int
    finished: int
    """The numbers of people who have begun, and of those who have finished."""
    earlier: str | None
    """The last day before it whose deal can be reviewed."""
    view: MatchView | None
    points: int | None
    streak: int = 0
    """Days in succession that the person has played here, up to now; 0 where they have no streak."""
    week: bool = False
    """Whether the person has finished a deal here in the last seven days."""


@dataclass(frozen=True, slots=True)
class Made:
    """Somebody's result of a deal, beside the others whom everybody may see in its list.

    `better_than` of the `others` have fewer points. `streak`: 0 where it has gone on since.
    """

    day: str
    rules: Rules
    points: int
    better_than: int
    others: int
    streak: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a day's list; `hidden`: nobody else sees it."""

    rank: int
    name: str
    points: int
    own: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """The people who have finished a deal, the best first."""

    day: str
    over: bool
    rules: Rules
    rows: tuple[Standing, ...]
    finished: int
    """The number of people who have finished, those too who are not shown."""
    announced: bool
    commitment: str

    @property
    def own(self) -> Standing | None:
        """The line of the reader."""
        return next((row for row in self.rows if row.own), None)


@dataclass(frozen=True, slots=True)
class Review:
    """A deal whose day is over: who made what of it, and all that its decks came from.

    `record` is that of the viewer's own month, or else of the deal before anybody moved; `mine` what their
    decisions lost, None where they have not finished.
    """

    standings: Standings
    secret: str
    record: dict[str, Any]
    mine: PlayersReview | None


WEEK = 7
"""Days of a week: today and those before it."""
COSTLY = 1.0
"""Points from which on a decision counts as a mistake of its day."""
OFTEN = 2
"""Days from which on a mistake is what they have in common."""
CLEAN = 3
"""Days without a mistake from which on that is worth saying."""


def week(today: str) -> tuple[str, ...]:
    """The days of the week that ends today, the latest first."""
    return tuple((date.fromisoformat(today) - timedelta(days=back)).isoformat() for back in range(WEEK))


class Habit(Enum):
    """The things that the days of a week can have in common for one person."""

    STOPPED = "stopped where koi-koi was better"
    CALLED = "called koi-koi where stopping was better"
    CARDS = "lost most by a card"
    CLEAN = "no mistake"


@dataclass(frozen=True, slots=True)
class WeekDay:
    """A day of somebody's week. `points` None: they have not finished its deal, if they have `begun` it.

    `rank` and `best` are those of the list as they see it, of `finished` people; `rules` of the deal.
    """

    day: str
    points: int | None = None
    rank: int = 0
    finished: int = 0
    best: int = 0
    rules: Rules | None = None
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Week:
    """Somebody's week, the latest day first, and what its days that are over had in common."""

    days: tuple[WeekDay, ...]
    streak: int
    habit: Habit | None
    times: int
    """The number of days for which the habit holds."""


def habit(days: Iterable[PlayersReview]) -> tuple[Habit | None, int]:
    """Return what the reviews of days have in common, and for how many of them it holds.

    Of each day its costliest decision counts, if that lost a point or more. What holds for most days is
    said, if it does for two at least and no other kind holds for as many. That nothing was lost is said of
    three days at least, if of all.
    """
    worst = [max(each.decisions, key=lambda one: one.lost) for each in days if each.decisions]
    found = [_mistake(each) for each in worst if each.lost >= COSTLY]
    if worst and not found:
        return (Habit.CLEAN, len(worst)) if len(worst) >= CLEAN else (None, 0)
    (most, times), *others = [*Counter(found).most_common(), (None, 0)]
    return (most, times) if times >= OFTEN and others[0][1] < times else (None, 0)


def _mistake(one: Decision) -> Habit:
    match one.made:
        case Shobu():
            return Habit.STOPPED
        case KoiKoi():
            return Habit.CALLED
        case _:
            return Habit.CARDS
