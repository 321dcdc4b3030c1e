"""`python -m bot.opponents.train.problems RULES`: find problems in self-play, and add them to the bot's own.

A position becomes a problem if the value network and playouts (`playouts`) agree on the best decision. The
playouts must find it better than the next by a point at least, and surely better at all. The course is
seeded: begun again it goes on after the last problem of the file, so that numbers stay what they are.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import click
import numpy as np

from bot.match import problems as rows
from bot.match.problems import MOST_CHOICES, Choice, Problem
from bot.opponents import easy, greedy, hard
from bot.opponents.train.playouts import PHASES, Judge
from engine.cards.cardset import CardSet
from engine.play.legal import to_move
from engine.play.live_deal import LiveDeal
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import MatchState
from engine.rules.actions import Action, KoiKoi, Move, Play, Shobu
from engine.rules.rule_sets import RULE_SETS, RuleSetId, Unit
from engine.rules.sheet import sheet_of

HERE = Path(rows.__file__).resolve().parent / "problem_sets"
LEAST = {Unit.POINTS: 1.0, Unit.MON: 2.0}
"""The least lead of the best decision over the next; in mon, two are worth a point."""
MOST = 6
"""Times as much: where more is at stake nobody has to think."""
LOOKS = ((60, 0.0), (300, 0.6), (1000, 0.9), (2500, 1.0))
"""Worlds that are played, and the share of `LEAST` by which the best must lead then; most are no problems."""
SURE = 4.0
"""Standard errors by which the best one must be better at all."""


CLEAR = 4.0
"""Times `LEAST`: what *normal* finds, too, and is better by more, everybody finds."""
HOPEFUL = 0.6
"""The share of `LEAST` by which the network alone must think a decision better; then the playouts decide."""


class Kind(Enum):
    """The kinds of best answers; with too many problems of a kind people would always give that answer."""

    STOP = "to stop"
    GO_ON = "koi-koi"
    MAKES = "a card that makes a yaku at once"
    TURNED = "what the turned card takes"
    OTHER = "another card"


SHARES = {Kind.STOP: 0.15, Kind.GO_ON: 0.15, Kind.MAKES: 0.1, Kind.TURNED: 0.15}
"""The greatest share of each kind in all problems of a rule set."""


@dataclass(frozen=True, slots=True)
class Found:
    """A decision of a month in self-play that may be a problem; `moves` lead to it."""

    state: MatchState
    seen: Observation
    moves: tuple[Move, ...]
    choices: tuple[Move, ...]
    best: Move
    obvious: bool
    """Whether *normal* decides so, too."""


def candidates(rule_set: RuleSetId, seed: int) -> Iterator[Found]:
    """The decisions of the month of a seed, played by *hard*, that may be problems by the network."""
    begun = rows.dealt(rule_set, seed)
    if begun is None:
        return
    state, decks, moves = begun.state, begun.shuffles.deck, list[Move]()
    while state.phase in PHASES:
        (player,) = to_move(state)
        seen = observe(state, player)
        chosen = hard.choose(seen)
        if seen.hand and len(seen.hand) < len(seen.dealt) - 1 and len(seen.legal) > 1:
            found = _candidate(state, seen, tuple(moves))
            if found is not None:
                yield found
        step = apply(state, Action(player, chosen), decks)
        if step.ended:
            return
        moves.append(chosen)
        state = step.state


def _candidate(state: MatchState, seen: Observation, moves: tuple[Move, ...]) -> Found | None:
    """The decision, where the network thinks one clearly better, and not everybody sees it."""
    values = hard.values(seen)
    best, second, *_ = sorted(values, key=values.__getitem__, reverse=True)
    least = LEAST[seen.rules.rule_set.unit]
    if not HOPEFUL * least <= values[best] - values[second] <= MOST * least:
        return None
    usual = greedy.choose(seen)
    if (
        usual == best
        and not isinstance(best, Shobu | KoiKoi)
        and (easy.choose(seen) == best or _makes(seen, best))
    ):
        return None
    wanted = dict.fromkeys((best, second, usual, *sorted(values, key=values.__getitem__, reverse=True)))
    offered = set(tuple(wanted)[:MOST_CHOICES])
    return Found(state, seen, moves, _in_hand_order(seen, offered), best, usual == best)


def kind_of(seen: Observation, best: Move) -> Kind:
    """Return the kind of the best answer in a position."""
    if isinstance(best, Shobu | KoiKoi):
        return Kind.STOP if isinstance(best, Shobu) else Kind.GO_ON
    if not isinstance(best, Play):
        return Kind.TURNED
    return Kind.MAKES if _makes(seen, best) else Kind.OTHER


def _kinds(had: Iterable[Problem]) -> Counter[Kind]:
    """Return the number of problems of each kind."""
    kinds = Counter[Kind]()
    for one in had:
        seen = observe(rows.position(one).state, rows.solver(one))
        kinds[kind_of(seen, one.choices[one.best].move)] += 1
    return kinds


def _wanted(found: Found, kinds: Counter[Kind]) -> bool:
    """Whether there are not too many such problems; by itself self-play has decisions to stop above all."""
    kind = kind_of(found.seen, found.best)
    return kinds[kind] <= SHARES.get(kind, 1) * kinds.total()


def _makes(seen: Observation, move: Move) -> bool:
    """Whether a card from the hand makes a yaku, or one grow, at once."""
    if not isinstance(move, Play) or seen.viewer is None:
        return False
    own, total = seen.captured[seen.viewer], sheet_of(seen.rules).total
    taken = seen.takes(move)
    return bool(taken) and total((own | taken | CardSet.of([move.card])).mask) > total(own.mask)


def _in_hand_order(seen: Observation, offered: set[Move]) -> tuple[Move, ...]:
    """Choices as the hand has its cards; to stop comes before going on, as on a hand."""
    dealt = list(seen.dealt)

    def key(move: Move) -> tuple[int, int]:
        place = dealt.index(move.card) if isinstance(move, Play) else int(isinstance(move, KoiKoi))
        return place, seen.legal.index(move)

    return tuple(sorted(offered, key=key))


def judged(judge: Judge, found: Found, rule_set: RuleSetId, seed: int) -> Problem | None:
    """The problem, with what the playouts say each choice is worth; None where they do not agree."""
    assert found.state.in_play is not None
    live = LiveDeal.thaw(found.state.in_play.deal)
    least, best = LEAST[RULE_SETS[rule_set].unit], found.choices.index(found.best)
    for worlds, share in LOOKS:
        paid = judge.payoffs(found.seen, live, found.choices, worlds, seed % 2**32)
        ahead = paid[:, [best]] - np.delete(paid, best, axis=1)
        if ahead.mean(axis=0).min() < share * least:
            return None
    lead = ahead.mean(axis=0)
    if (lead - SURE * ahead.std(axis=0) / worlds**0.5).min() < 0:
        return None
    if found.obvious and lead.min() > CLEAR * least:
        return None
    worths = [round(float(each), 2) for each in paid.mean(axis=0)]
    choices = tuple(Choice(*each) for each in zip(found.choices, worths, strict=True))
    return Problem(rule_set, seed, found.moves, choices)


def course(rule_set: RuleSetId, file: Path, count: int, seconds: float) -> Iterator[Problem]:
    """Further problems, added to the file, until it has `count` or the time is over."""
    had = (
        [rows.loads(rule_set, line) for line in file.read_text("ascii").splitlines()] if file.exists() else []
    )
    weights = Path(hard.__file__).parent / "weights" / f"{rule_set}.net"
    judge, until = Judge(rows.rules_of(rule_set), weights.read_bytes()), time.process_time() + seconds
    seed, kinds = had[-1].seed if had else 0, _kinds(had)
    while kinds.total() < count and time.process_time() < until:
        seed += 1
        for found in candidates(rule_set, seed):
            if not _wanted(found, kinds):
                continue
            made = judged(judge, found, rule_set, seed)
            if made is not None:
                with file.open("a", encoding="ascii") as out:
                    out.write(f"{rows.dumps(made)}\n")
                kinds[kind_of(found.seen, found.best)] += 1
                yield made
                break


@click.command()
@click.argument("rules", type=click.Choice([each.value for each in RuleSetId]))
@click.option(
    "--count", type=click.IntRange(1), default=200, show_default=True, help="How many there shall be."
)
@click.option(
    "--seconds", type=click.FloatRange(0), default=150, show_default=True, help="Of a core, at most."
)
@click.option(
    "--to",
    type=click.Path(path_type=Path, file_okay=False),
    default=HERE,
    help="Where the file is written; without it the bot's own, to which the new ones are added.",
)
def main(rules: str, count: int, seconds: float, to: Path) -> None:
    """Find problems of a rule set, and add them to its file."""
    to.mkdir(parents=True, exist_ok=True)
    made = list(course(RuleSetId(rules), to / f"{rules}.txt", count, seconds))
    click.echo(f"{len(made)} problems more, up to seed {made[-1].seed if made else '-'}")


if __name__ == "__main__":
    main()
