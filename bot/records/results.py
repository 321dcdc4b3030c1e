"""The facts that a finished match leaves for lists and profiles, the same whenever it is replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.match import absence
from bot.match.hosted_match import HostedMatch
from bot.match.progress import Progress
from bot.match.verdict import LEAST_MONTHS, Ending, Unrated
from bot.match.vocabulary import MadeBy, MatchClock, Participant, Status
from engine.rules.actions import Player
from engine.rules.month_end import EndReason, MonthEnd
from engine.rules.options import Rules
from engine.rules.rule_sets import SEASON
from engine.rules.sheet import score
from engine.rules.yaku import YakuId

SCORED = {EndReason.SHOBU, EndReason.EXHAUSTED, EndReason.HAND_YAKU}
"""Ends that pay the winner's yaku."""


@dataclass(frozen=True, slots=True)
class MadeYaku:
    """A yaku that a player held when a deal ended. `scored`: the deal was won with it."""

    deal: int
    month: int
    seat: Player
    yaku: YakuId
    points: int
    scored: bool


@dataclass(frozen=True, slots=True)
class Feats:
    """The facts that only the course of a match tells: `months` (1 to 12) that were won, and marks of some
    wins.
    """

    months: tuple[int, ...] = ()
    row: int = 0
    """The most months won one after another."""
    most_calls: int = 0
    """The most own koi-koi calls in a month that was won."""
    swept: bool = False
    """All three months of a season were won."""
    behind: bool = False
    """The match was won although somebody was ahead before its last month."""
    margin: int = 0
    """Of a match that was won: by how much the next was beaten."""
    dared: int = 0
    """Months that this player stopped after their own koi-koi."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The result of one seat of a match. Points and mon are those of the rule set."""

    seat: Player
    who: Participant
    place: int | None
    """1 = first, equal places may repeat; None where the match was aborted."""
    score: int
    net: int
    """The points won from the others: the score where the losers pay, else the lead over the other's."""
    months_won: int
    points_won: int
    best_month: int
    best_yaku: int
    best_yaku_id: YakuId | None
    calls: int
    calls_won: int
    """Calls in months that their caller won."""
    feats: Feats


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The facts of a match that has ended after its seats were drawn."""

    how: Ending
    months: int
    """Months that were settled, those that nobody won among them: they lie behind a sum of points."""
    players: tuple[PlayerResult, ...]
    yaku: tuple[MadeYaku, ...]
    everybody_moved: bool
    stood_in: bool = False
    """A CPU player played for somebody who was absent at the end."""
    unclocked: bool = False
    """Nobody's time could run out."""
    casual: bool = False
    """Whether the server had set its tables unrated."""

    @property
    def has_cpu(self) -> bool:
        """Whether a CPU player took a seat."""
        return any(player.who.cpu is not None for player in self.players)


def result_of(hosted: HostedMatch) -> MatchResult | None:
    """The result of a match that is over or aborted; None where nobody was seated."""
    progress = hosted.progress
    if progress is None or hosted.live or progress.state.order is None:
        return None
    how = ending_of(hosted, progress)
    yaku = tuple(made for end in progress.ends for made in _made(hosted, end))
    return MatchResult(
        how=how,
        months=sum(end.winner is not None for end in progress.ends),
        players=tuple(
            _player(hosted, progress, Player(seat), how, yaku) for seat in range(hosted.rules.seats)
        ),
        yaku=yaku,
        everybody_moved=len(progress.moved) == hosted.rules.seats,
        stood_in=any(entry.stand_in is not None for entry in hosted.entries),
        unclocked=hosted.clock is MatchClock.OFF,
        casual=not hosted.rated,
    )


def own_reason(rules: Rules, result: MatchResult, defaults: Mapping[str, object]) -> Unrated | None:
    """Return the reason why a match by itself moves no rating.

    `defaults` are the options that its server has marked as its default for the rule set. How often the
    same people have played is for the caller, who knows the other matches.
    """
    if result.how is Ending.ABORTED:
        return Unrated.ABORTED
    if result.has_cpu:
        return Unrated.CPU
    if not result.everybody_moved:
        return Unrated.ABSENT
    if result.stood_in or result.unclocked:
        return Unrated.STAND_IN if result.stood_in else Unrated.UNCLOCKED
    if rules.options.months < LEAST_MONTHS:
        return Unrated.SHORT
    changed = {name: value for name, value in rules.changed().items() if name != "months"}
    usual = {name: value for name, value in defaults.items() if name != "months"}
    casual = Unrated.CASUAL if result.casual else None
    return casual if changed in ({}, usual) else Unrated.OPTIONS


def ending_of(hosted: HostedMatch, progress: Progress) -> Ending:
    """Return the ending of a match that is over or aborted."""
    if hosted.status is Status.ABORTED:
        return Ending.ABORTED
    if not progress.resigned:
        return Ending.PLAYED
    return Ending.CLAIMED if progress.latest_by is MadeBy.CLOCK else Ending.RESIGNED


def _is_own(hosted: HostedMatch, end: MonthEnd, seat: int) -> bool:
    """Whether a player has played a deal alone: one with a stand-in is nobody's record."""
    is_cpu = hosted.entry_at(Player(seat)).who.user is None
    return is_cpu or (end.deal, seat) not in hosted.begun.cpu_deals


def _made(hosted: HostedMatch, end: MonthEnd) -> Iterator[MadeYaku]:
    """Everybody's own yaku at the end of a deal; a winner by a hand yaku has that one."""
    for seat, captured in enumerate(end.captured):
        if not _is_own(hosted, end, seat):
            continue
        won = seat == end.winner
        by_hand = won and end.reason is EndReason.HAND_YAKU
        held = end.yaku if by_hand else score(hosted.rules.in_month(end.month), captured)
        for yaku, points in held.items():
            yield MadeYaku(end.deal, end.month, Player(seat), yaku, points, won and end.reason in SCORED)


def _player(
    hosted: HostedMatch, progress: Progress, seat: Player, how: Ending, yaku: Sequence[MadeYaku]
) -> PlayerResult:
    assert progress.state.order is not None
    scores = progress.state.scores
    own = [end for end in progress.ends if _is_own(hosted, end, seat)]
    won = [end for end in own if end.won_by == seat]
    best = max((one for one in yaku if one.seat == seat and one.scored), key=_worth, default=None)
    places = absence.places(hosted)
    return PlayerResult(
        seat=seat,
        who=hosted.entries[progress.state.order[seat]].who,
        place=places[seat] if how is not Ending.ABORTED and places else None,
        score=scores[seat],
        net=_net(hosted.rules, scores, seat),
        months_won=len(won),
        points_won=sum(end.calculation.points for end in won),
        best_month=max((end.calculation.points for end in won), default=0),
        best_yaku=best.points if best else 0,
        best_yaku_id=best.yaku if best else None,
        calls=sum(end.koi[seat] for end in own),
        calls_won=sum(end.koi[seat] for end in won),
        feats=_feats(progress, own, places or (), seat, how),
    )


def _worth(made: MadeYaku) -> tuple[int, int]:
    """Return the rank of a yaku by its size; of equal ones the first is the biggest."""
    return made.points, -made.deal


def _net(rules: Rules, scores: Sequence[int], seat: int) -> int:
    if rules.losers_pay:
        return scores[seat]
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _feats(
    progress: Progress, own: Sequence[MonthEnd], places: Sequence[int], seat: Player, how: Ending
) -> Feats:
    ends = [end for end in progress.ends if end.winner is not None]
    mine = [end for end in own if end.won_by == seat]
    won = [end.month for end in mine]
    runs = [len(list(run)) for is_mine, run in groupby(ends, key=lambda end: end in mine) if is_mine]
    others = [score for other, score in enumerate(progress.state.scores) if other != seat]
    first = how is Ending.PLAYED and bool(places) and places[seat] == 1 and places.count(1) == 1
    return Feats(
        months=tuple(sorted({(month - 1) % 12 + 1 for month in won})),
        row=max(runs, default=0),
        most_calls=max((end.koi[seat] for end in mine), default=0),
        swept=any(
            {start, start + 1, start + 2} <= set(won) for start in range(1, max(won, default=0) + 1, SEASON)
        ),
        behind=first and _was_behind(progress.ends[-1], seat),
        margin=progress.state.scores[seat] - max(others) if first else 0,
        dared=sum(end.reason is EndReason.SHOBU and end.koi[seat] > 0 for end in mine),
    )


def _was_behind(last: MonthEnd, seat: Player) -> bool:
    """Whether somebody had more before the last month was won."""
    deltas = last.deltas or (0,) * len(last.scores)
    before = [total - delta for total, delta in zip(last.scores, deltas, strict=True)]
    return before[seat] < max(before)
