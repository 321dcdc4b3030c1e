"""The CPU player that judges by a value network: each legal move by the position that it leaves (`judge`).

In the last months of a match koi-koi and stop are judged by the chances to win it (`match_value`).

Hand yaku are always declared, which the network does not judge. By the rules, where somebody else declares, a
second declarer gets no less than by keeping silent. Of a lower hand they are paid the difference. Of a higher
one they make the loss smaller. Of an equal one they void a month that they would pay for. Where nobody else
declares, it brings twice the yaku, 16 mon or more, and cards bring less. With all four of a month and three
cards drawn by chance one of three *hard* made -1.4 +- 0.7 mon (480 playouts). With the best hands, of which
each is one of 74 million, it made 16.0 +- 2.1, 15.8 +- 2.3, 14.2 +- 2.2 and 13.4 +- 2.2 (240 each). The
network, which has never learnt from such hands, thinks 11 to 14 of these.
"""

from __future__ import annotations

from bot.match.vocabulary import Character
from bot.opponents.characters import lean
from bot.opponents.judge import Judge
from bot.opponents.match_value import MatchValue, match_value
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.codes import CODES
from engine.play.imagined import deal_at
from engine.play.live_deal import LiveDeal
from engine.play.observation import Observation
from engine.rules.actions import Choose, Declare, KoiKoi, Move, Play, Shobu

TURNS = Play | Choose | Shobu | KoiKoi
"""The moves that are judged."""


def choose(observation: Observation, character: Character = Character.EVEN) -> Move:
    """A legal move for the viewer, who is to move; the first in record.md's order among equal ones."""
    simple = without_judging(observation)
    if simple is not None:
        return simple
    judge, decided = judge_of(observation), _decided(observation)

    def value(move: Move) -> float:
        leaning = lean(observation, move, character)
        if decided is not None:
            return _chance(observation, decided, judge, move) + decided.point * leaning
        return judge.value(CODES[move]) + judge.measured(leaning)

    return max(observation.legal, key=value)


def _decided(seen: Observation) -> MatchValue | None:
    """Return the match's value, by which to decide about stopping in the last months."""
    return match_value(seen) if {Shobu(), KoiKoi()} <= set(seen.legal) else None


def _chance(seen: Observation, match: MatchValue, judge: Judge, move: Move) -> float:
    """Return the chance to win the match by a stop, or by going on."""
    if move == Shobu():
        assert seen.viewer is not None
        return match.of_end(seen.viewer, seen.stakes[seen.viewer])
    return match.of_month(judge.points(judge.value(CODES[move])))


def chances(observation: Observation) -> dict[Move, float]:
    """Return the chances to win the match by stopping and going on in the last months; nothing for other
    questions.
    """
    decided = _decided(observation)
    if decided is None:
        return {}
    judge = judge_of(observation)
    return {move: _chance(observation, decided, judge, move) for move in observation.legal}


def without_judging(observation: Observation) -> Move | None:
    """The move of a viewer who has one alone, answers or cuts; None where there is something to judge."""
    if Declare() in observation.legal:
        return Declare()
    first, *others = observation.legal
    return None if others and isinstance(first, TURNS) else first


def values(observation: Observation) -> dict[Move, float]:
    """Return the worth of each legal move that is judged to the viewer, who is to move: points of the month.

    Where chances to win the match decide, the whole match counts as a month won instead of lost.
    """
    judged = [move for move in observation.legal if isinstance(move, TURNS)]
    if not judged:
        return {}
    judge, decided = judge_of(observation), _decided(observation)
    if decided is not None:
        return {move: decided.swing * _chance(observation, decided, judge, move) for move in judged}
    return {move: judge.points(judge.value(CODES[move])) for move in judged}


def turned(observation: Observation, move: Play) -> dict[Card, float]:
    """Return the worth of a legal play once each possible card is turned: points of the month."""
    judge = judge_of(observation)
    worth = {card: judge.turned(CODES[move], card.index) for card in observation.unseen}
    return {card: judge.points(value) for card, value in worth.items()}


def worth(observation: Observation) -> float:
    """Return the worth of a month in play to its viewer: points, of the best move where they are to move."""
    if judged := values(observation):
        return max(judged.values())
    judge = judge_of(observation)
    return judge.points(judge.now())


def judge_of(seen: Observation) -> Judge:
    """Judges for the viewer. Raises ValueError for what everybody sees, and where there is no deal."""
    if seen.viewer is None:
        raise ValueError("nobody moves by what everybody sees")
    return Judge(_deal(seen), seen.viewer)


def _deal(seen: Observation) -> LiveDeal:
    """The deal that is seen; what is hidden, of which nothing but its size is looked at, in any order."""
    hidden, hands = list(seen.unseen), []
    for player, count in enumerate(seen.hand_counts):
        if player == seen.viewer:
            hands.append(seen.hand)
        else:
            hands.append(CardSet.of(hidden[:count]))
            del hidden[:count]
    return deal_at(seen, hands, hidden)
