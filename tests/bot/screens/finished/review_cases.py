"""The cases of a review's first words, and their sentences in every language.

`python -m tests.bot.screens.finished.review_cases` writes the table of `bot/opponents/README.md` again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.decisions import Decision, PlayersReview
from bot.match.saying import Result
from bot.opponents.review import Review
from bot.screens.finished import review
from bot.wording.people import Cast
from engine.cards.deck import card
from engine.rules.actions import KoiKoi, Move, Play, Player, Shobu
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import EVERY, people

PAGE = Path(__file__).parents[4] / "bot/opponents/README.md"
TABLE = re.compile(r"(?<=\n)\| case \|.*?\n(?=\n|\Z)", re.DOTALL)
MONTHS = 3


class Case(NamedTuple):
    """The end of a match of three months to the reader, and its causes."""

    name: str
    ahead: float
    lost: tuple[float, ...]
    """The points that each of their decisions lost."""
    dealt: float = 0.0
    """The points by which the reader had better deals than the other."""
    turned: float = 0.0
    learning: bool = False


CASES = (
    Case("first match, lost: a better card", -4, (3.0, 1.0), learning=True),
    Case("first match, won: a better card", 16, (2.0,), learning=True),
    Case("first match, won: no mistake worth a word", 5, (0.6,), dealt=9.0, learning=True),
    Case("won by cards, close", 2, (0.5, 0.5), turned=6.0),
    Case("won by cards, far", 9, (4.0, 4.0), dealt=20.0, turned=4.0),
    Case("won against the cards", 3, (1.0,), turned=-5.0),
    Case("won by decisions", 12, (1.0, 1.0)),
    Case("won in spite of decisions", 6, (4.0, 3.0), turned=2.0),
    Case("lost by one decision, close", -2, (5.0,)),
    Case("lost by several decisions", -7, (4.0, 4.0)),
    Case("lost by decisions, far", -20, (4.0, 4.0)),
    Case("lost by cards, close, played well: the deals", -3, (1.0,), dealt=-9.0),
    Case("lost by cards, far, played well: the stock", -15, (1.0,), turned=-9.0),
    Case("lost by cards more than by decisions", -14, (3.0, 2.2), turned=-6.6),
    Case("lost by decisions more than by cards", -9, (4.0, 6.0), turned=-5.0),
    Case("fiftieth match, a draw, played well", 0, (1.0,)),
)


def facts(case: Case) -> review.Facts:
    """The review of a match as the case has it, for its first player."""
    made, best = Play(card("A"), None), Play(card("B"), None)
    moves: list[tuple[Move, Move]] = [(KoiKoi(), Shobu()), *[(made, best)] * len(case.lost)]
    decisions = tuple(Decision(n, n + 1, Player(0), *moves[n], lost) for n, lost in enumerate(case.lost))
    mine = PlayersReview(decisions, case.dealt, case.turned)
    theirs = PlayersReview((), -case.dealt, 0.0)
    end = Result(MONTHS, case.ahead, 1, won=case.ahead > 0, lost=case.ahead < 0)
    rules = make_rules(RuleSetId.LEAGUE, {"months": MONTHS})
    cast = Cast(people(2), (0, 1))
    looked = Review((mine, theirs), ())
    return review.Facts(MatchId(1), rules, cast, looked, 0, end, own=True, learning=case.learning)


def said(words: Words, case: Case) -> str:
    """The first words of the review: all but the number of the match."""
    return " ".join(review.text(words, facts(case)).splitlines()[:-1]).replace("**", "")


def table() -> str:
    """All cases in all languages."""

    def rows() -> Iterator[str]:
        yield f"| case | {' | '.join(words.locale for words in EVERY)} |"
        yield "|---|" + "---|" * len(EVERY)
        for case in CASES:
            yield f"| {case.name} | {' | '.join(said(words, case) for words in EVERY)} |"

    return "\n".join(rows()) + "\n"


def main() -> None:
    """Write the table into its page."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(), text), encoding="utf-8")


if __name__ == "__main__":
    main()
