"""The CPU player that judges by a value network: each legal move by the position that it leaves.

The network (`network`) tells how many points the month is still worth to its viewer; how it was learnt stands
in `train`. The card that the stock turns is not guessed at: a play is judged before it. Hand yaku are always
declared: they win the month at once, and are worth more than any hand that has not been played.
"""

from __future__ import annotations

from functools import lru_cache

from bot.opponents.features import Position, inputs, option_inputs
from bot.opponents.network import Network, network_of
from engine.actions import Choose, Declare, KoiKoi, Move, Play, Player, Shobu
from engine.cards.cardset import EMPTY, MONTH_MASKS, cards_in
from engine.cards.deck import DECK, Card
from engine.play.live_deal import LiveDeal
from engine.play.observation import Observation
from engine.play.tables import Tables, tables_of
from engine.rules.options import Rules
from engine.rules.points import counted_calls
from engine.rules.rule_sets import Exhausted
from engine.rules.yaku import YakuId
from engine.search.position import deal_at


def choose(observation: Observation) -> Move:
    """A legal move for the viewer, who is to move; the first in record.md's order among equal ones."""
    if Declare() in observation.legal:
        return Declare()
    if len(observation.legal) == 1 or not isinstance(observation.legal[0], Play | Choose | Shobu):
        return observation.legal[0]
    judge = _Judge(observation)
    return max(observation.legal, key=judge.value)


def values(observation: Observation) -> dict[Move, float]:
    """What each legal move that is judged is worth to the viewer, who is to move: points of the month."""
    judged = [move for move in observation.legal if isinstance(move, Play | Choose | Shobu | KoiKoi)]
    if not judged:
        return {}
    judge = _Judge(observation)
    return {move: judge.points(judge.value(move)) for move in judged}


def turned(observation: Observation, move: Play) -> dict[Card, float]:
    """What a legal play is worth to the viewer once each card is turned that may be: points of the month."""
    judge = _Judge(observation)
    return {card: judge.points(value) for card, value in judge.turned(move).items()}


def worth(observation: Observation) -> float:
    """What a month under way is worth to its viewer: points, of the best move where they are to move."""
    if judged := values(observation):
        return max(judged.values())
    judge = _Judge(observation)
    return judge.points(judge.now())


def paid(seats: int, winner: int | None, player: int, points: int) -> int:
    """What a month is worth to a player, in points, that somebody has won or nobody (None).

    Each of the others loses the points, also where only the winner's score grows: a lead is what counts.
    """
    if winner is None:
        return 0
    return points * (seats - 1) if winner == player else -points


class _Judge:
    """What the moves of one decision are worth, in the network's measure."""

    def __init__(self, seen: Observation) -> None:
        if seen.viewer is None:
            raise ValueError("nobody moves by what everybody sees")
        self._seen, self._me = seen, seen.viewer
        self._tables = tables_of(seen.rules)
        self._network, self._begun = _begun(seen.rules)
        self._at = _position(seen, self._tables, seen.viewer)

    def value(self, move: Move) -> int:
        """What a legal move is worth to the viewer."""
        if isinstance(move, Play):
            return self._judged(self._played(move))
        if isinstance(move, Choose):
            return self._chosen(move)
        return self._decided(self._at, stops=isinstance(move, Shobu))

    def now(self) -> int:
        """What the position is worth while others are to move."""
        return self._judged(self._at._replace(made=self._tables.growth(self._at.captured[0]), ended=True))

    def points(self, value: int) -> float:
        """A value as points of the month."""
        return value * self._network.scale / self._network.one_point

    def _judged(self, at: Position) -> int:
        return self._network.value(self._begun, inputs(self._tables, at))

    def _played(self, move: Play) -> Position:
        """After the hand step."""
        at, card, taken = self._at, move.card.bit, self._seen.takes(move).mask
        hand = at.hand & ~card
        if not taken:
            return at._replace(hand=hand, field=at.field | card)
        return at._replace(hand=hand, field=at.field & ~taken, captured=_more(at.captured, card | taken))

    def turned(self, move: Play) -> dict[Card, int]:
        """What a play is worth by the card that the stock turns; of two cards the better one is taken."""
        at = self._played(move)
        deal = _turn(self._seen, self._me)
        deal.after_hand = at.captured[0]
        at = at._replace(stock=at.stock - 1, ended=True)
        return {card: self._turned(at, card, deal) for card in self._seen.unseen}

    def _turned(self, at: Position, card: Card, deal: LiveDeal) -> int:
        lying = at.field & MONTH_MASKS[card.month - 1]
        if not lying:
            return self._turn_over(at._replace(field=at.field | card.bit), deal.copy())
        ways = [each.bit for each in cards_in(lying)] if lying.bit_count() == 2 else [lying]
        taken = (
            at._replace(field=at.field & ~way, captured=_more(at.captured, card.bit | way)) for way in ways
        )
        return max([self._turn_over(each, deal.copy()) for each in taken])

    def _chosen(self, move: Choose) -> int:
        """After the turned card has taken one of two: with the decision that it may lead to."""
        at, card = self._at, move.card.bit
        captured = _more(at.captured, at.flipped | card)
        at = at._replace(flipped=0, field=at.field & ~card, captured=captured, ended=True)
        return self._turn_over(at, _turn(self._seen, self._me))

    def _turn_over(self, at: Position, deal: LiveDeal) -> int:
        """After the viewer's turn, in which `deal` was played so far: the better answer where it asks one."""
        if deal.may_decide(self._me, at.captured[0]):
            if self._tables.voids:
                others = map(self._tables.total, at.captured[1:])
                at = at._replace(void=(at.void[0], *others))
            stop = self._decided(at, stops=True)
            return max(stop, self._decided(at, stops=False)) if self._turns_remain(at) else stop
        return self._judged(at) if self._turns_remain(at) else self._exhausted(at)

    def _decided(self, at: Position, *, stops: bool) -> int:
        """Stopping, or going on, in a position in which the viewer may decide."""
        if not self._turns_remain(at) and not stops:
            return 0  # the month is void then (sannin)
        if stops:
            return self._won(at, 0)
        return self._judged(at._replace(koi=(at.koi[0] + 1, *at.koi[1:]), caller=0, ended=True))

    def _turns_remain(self, at: Position) -> bool:
        """Whether another turn follows the viewer's."""
        seen = self._seen
        after = (self._me + 1) % seen.rules.seats
        return seen.hand_counts[after] > 0 or (self._tables.plays_out_stock and at.stock > 0)

    def _exhausted(self, at: Position) -> int:
        """What the month comes to where no turn follows."""
        kind = self._seen.rules.rule_set.exhausted
        if kind is Exhausted.LAST_MAKER:
            return self._won(at, at.caller)
        if kind is Exhausted.VOID:
            return 0
        return self._paid(at.dealer, self._seen.rules.options.oyaken)

    def _won(self, at: Position, winner: int) -> int:
        """What a month is worth that this player, counted from the viewer on, wins with their captures."""
        calls = counted_calls(self._seen.rules, at.koi, Player(winner))
        void, honba = at.void[winner], at.honba
        return self._paid(winner, self._tables.calculation(at.captured[winner], honba, calls, void).points)

    def _paid(self, winner: int, points: int) -> int:
        """So many points for this player; the others' are the viewer's loss."""
        return self._network.worth(paid(self._seen.rules.seats, winner, 0, points))


@lru_cache(maxsize=64)
def _begun(rules: Rules) -> tuple[Network, int]:
    """The network of these rules, and what their options add to every position."""
    network = network_of(rules.id)
    return network, network.begin(option_inputs(rules))


def _more(captured: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """The viewer captures these cards."""
    return (captured[0] | cards, *captured[1:])


def _position(seen: Observation, tables: Tables, me: Player) -> Position:
    """The position in which the viewer is asked."""
    seats = seen.rules.seats
    players = [(me + each) % seats for each in range(seats)]
    own = seen.captured[me].mask
    # What the dealer took from the dealt field counts as made in their first turn.
    first = len(seen.hand) == seen.rules.rule_set.hand_size
    return Position(
        hand=seen.hand.mask,
        field=seen.field.mask,
        flipped=seen.flipped.bit if seen.flipped else 0,
        captured=tuple([seen.captured[each].mask for each in players]),
        made=0 if first else tables.growth(own),
        koi=tuple([seen.koi[each] for each in players]),
        void=tuple([-seen.yaku[each].get(YakuId.KOI_VOID, 0) for each in players]),
        stock=seen.stock,
        dealer=((seen.dealer or 0) - me) % seats,
        caller=-1 if seen.last_caller is None else (seen.last_caller - me) % seats,
        honba=seen.honba,
        bound=seen.bound,
        ended=False,
    )


def _turn(seen: Observation, me: Player) -> LiveDeal:
    """The deal that is seen with the viewer's turn under way; what is hidden does not matter to its end."""
    hands = [seen.hand if each == me else EMPTY for each in range(seen.rules.seats)]
    return deal_at(seen, hands, DECK[: seen.stock])
