"""The places of CPU players on the rating scale of each rule set, measured, and their order as a ladder.

They are shown, and move no rating. *Normal* with an even temper is the anchor, at 1500, to which the rating
of a middling player comes as it grows sure. The others played it by `python -m tests.cpu_places RULES`, with
the same decks in every seat. A match had three months, the length by which the constants of ratings were
chosen. Classic, league and ishokai had 1,500 sets of decks, *hard* even or bold in classic 4,500, sannin 700.
A 95 % interval reaches 60 to 80 points to each side. It is 93 for the bold *easy* in classic and 40 for those
two of *hard*, and less where two players often do the same.

*Master* thinks too long for that. Its place is that of *hard* times the month's gain of both, by compiled
duels (README.md). Its characters differ as those of *hard* do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from bot.match.vocabulary import CpuPlayer
from engine.rules.rule_sets import RuleSetId

PLACES: Mapping[RuleSetId, Mapping[CpuPlayer, int]] = {
    RuleSetId.CLASSIC: {
        CpuPlayer.EASY: 1170,
        CpuPlayer.EASY_BOLD: 460,
        CpuPlayer.EASY_CAREFUL: 1230,
        CpuPlayer.NORMAL: 1500,
        CpuPlayer.NORMAL_BOLD: 1230,
        CpuPlayer.NORMAL_CAREFUL: 1490,
        CpuPlayer.HARD: 1590,
        CpuPlayer.HARD_BOLD: 1470,
        CpuPlayer.HARD_CAREFUL: 1640,
        CpuPlayer.MASTER: 1630,
        CpuPlayer.MASTER_BOLD: 1510,
        CpuPlayer.MASTER_CAREFUL: 1680,
    },
    RuleSetId.LEAGUE: {
        CpuPlayer.EASY: 1150,
        CpuPlayer.EASY_BOLD: 960,
        CpuPlayer.EASY_CAREFUL: 1190,
        CpuPlayer.NORMAL: 1500,
        CpuPlayer.NORMAL_BOLD: 1450,
        CpuPlayer.NORMAL_CAREFUL: 1490,
        CpuPlayer.HARD: 1680,
        CpuPlayer.HARD_BOLD: 1560,
        CpuPlayer.HARD_CAREFUL: 1660,
        CpuPlayer.MASTER: 1760,
        CpuPlayer.MASTER_BOLD: 1640,
        CpuPlayer.MASTER_CAREFUL: 1740,
    },
    RuleSetId.ISHOKAI: {
        CpuPlayer.EASY: 1040,
        CpuPlayer.EASY_BOLD: 970,
        CpuPlayer.EASY_CAREFUL: 1120,
        CpuPlayer.NORMAL: 1500,
        CpuPlayer.NORMAL_BOLD: 1520,
        CpuPlayer.NORMAL_CAREFUL: 1510,
        CpuPlayer.HARD: 1800,
        CpuPlayer.HARD_BOLD: 1570,
        CpuPlayer.HARD_CAREFUL: 1860,
        CpuPlayer.MASTER: 1820,
        CpuPlayer.MASTER_BOLD: 1590,
        CpuPlayer.MASTER_CAREFUL: 1880,
    },
    RuleSetId.SANNIN: {
        CpuPlayer.EASY: 1460,
        CpuPlayer.EASY_BOLD: 1370,
        CpuPlayer.EASY_CAREFUL: 1510,
        CpuPlayer.NORMAL: 1500,
        CpuPlayer.NORMAL_BOLD: 1480,
        CpuPlayer.NORMAL_CAREFUL: 1510,
        CpuPlayer.HARD: 1680,
        CpuPlayer.HARD_BOLD: 1620,
        CpuPlayer.HARD_CAREFUL: 1670,
        CpuPlayer.MASTER: 1740,
        CpuPlayer.MASTER_BOLD: 1680,
        CpuPlayer.MASTER_CAREFUL: 1720,
    },
}
BLUNDERS: Mapping[RuleSetId, Mapping[float, int]] = {
    RuleSetId.CLASSIC: {0.15: 290, 0.3: 600, 0.6: 1320},
    RuleSetId.LEAGUE: {0.15: 280, 0.3: 510, 0.6: 1020},
    RuleSetId.ISHOKAI: {0.15: 270, 0.3: 480, 0.6: 1120},
    RuleSetId.SANNIN: {0.15: 240, 0.3: 490, 0.6: 900},
}
"""Points that *easy* loses by making any legal move, by the share of its decisions in which it does."""


@cache
def rungs(rule_set: RuleSetId) -> tuple[CpuPlayer, ...]:
    """All CPU players, the weakest first; of equals the one of the lower level."""
    return tuple(sorted(CpuPlayer, key=lambda each: PLACES[rule_set][each]))


def next_rung(rule_set: RuleSetId, beaten: Collection[CpuPlayer]) -> CpuPlayer | None:
    """The answer to "whom shall I play next?": the rung after the strongest one that somebody has beaten.

    The weakest that is left once the strongest of all is among them; None once all are.
    """
    ladder = rungs(rule_set)
    above = max((ladder.index(each) + 1 for each in beaten), default=0)
    return next((each for each in (*ladder[above:], *ladder) if each not in beaten), None)


def rung_number(rule_set: RuleSetId, cpu: CpuPlayer) -> int:
    """The place of a CPU player on the ladder, 1 for the weakest."""
    return rungs(rule_set).index(cpu) + 1
