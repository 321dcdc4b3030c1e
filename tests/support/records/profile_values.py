"""Profiles made up for tests, from those of a first match to the fullest there can be."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.ids import UserId
from bot.match.vocabulary import CpuPlayer
from bot.records.achievements import Achievement
from bot.records.profiles import Made, Profile, Rating, RatingPoint, Record, Streak, Versus
from engine.cards.deck import card
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

DAY = datetime(2026, 11, 22, tzinfo=UTC)


def first(rules: RuleSetId, *, own: bool = True) -> Profile:
    """After a lost match that moved no rating."""
    return Profile(
        user=UserId(7),
        name="Midori",
        own=own,
        everywhere=False,
        rules=rules,
        choices=((rules, 1),),
        record=Record(losses=1, net=-12, months=3),
        streak=Streak(),
        rating=None,
        history=(),
        favourite=None,
        rarest=None,
        versus=None,
        versus_all=None,
        earned=(),
        near=(),
        with_cpu=0,
        unfinished=0,
        backlog=None,
        card=None,
        seals=(),
    )


def full(rules: RuleSetId, name: str, yaku: tuple[YakuId, YakuId], *, own: bool, amount: int) -> Profile:
    """With everything there is; ``amount`` is the order of its numbers."""
    points = tuple(RatingPoint(n, 1500 + n * 7 % 100) for n in range(amount))
    return Profile(
        user=UserId(7),
        name=name,
        own=own,
        everywhere=True,
        rules=rules,
        choices=tuple((each, amount) for each in RuleSetId),
        record=Record(
            wins=amount,
            draws=amount // 50 + 1,
            losses=amount,
            net=-7 * amount,
            months=12 * amount,
            months_won=6 * amount,
            points_won=33 * amount,
            best_month=amount,
            calls=4 * amount,
            calls_won=amount,
        ),
        streak=Streak(amount // 20, amount // 10),
        rating=Rating(points[-1].rating, amount if amount % 2 else 3),
        history=points,
        favourite=Made(yaku[0], amount),
        rarest=Made(yaku[1], 1),
        versus=Versus(amount, amount // 50 + 1, amount, -7 * amount),
        versus_all=Versus(2 * amount, amount // 50 + 1, 2 * amount, 0),
        earned=tuple((each, DAY) for each in Achievement),
        near=(),
        with_cpu=amount,
        unfinished=amount,
        backlog=(amount, 2 * amount),
        card=card("d"),
        seals=tuple(CpuPlayer),
    )
