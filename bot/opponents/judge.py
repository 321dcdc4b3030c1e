"""The worth of a deal's moves to its mover, by the value network: each by the position that it leaves.

The network (`network`) tells how many points the month is still worth to its viewer; how it was learnt stands
in `train`. The card that the stock turns is not guessed at: a play is judged before it.
"""

from __future__ import annotations

from functools import lru_cache

from bot.opponents.features import Features, Position
from bot.opponents.network import ONE, Base, Network, network_of
from engine.play.codes import BITS, CHOSEN, LANDINGS, LYING, PAIRS, PLAYED, SHOBU, Code
from engine.play.deal import DECIDE, FLIP, NOBODY
from engine.play.live_deal import LiveDeal
from engine.play.tables import Tables
from engine.rules.actions import Player
from engine.rules.points import counted, may_call
from engine.rules.rule_sets import Exhausted


def paid(seats: int, winner: int | None, player: int, points: int) -> int:
    """Return the points that a month pays to a player; `winner` None: nobody has won.

    Each of the others loses the points, also where only the winner's score grows: a lead is what counts.
    """
    if winner is None:
        return 0
    return points * (seats - 1) if winner == player else -points


_SINGLE = (0b0001, 0b0010, 0b0100, 0b1000)
"""Each of the four cards of a month, as four bits."""


class Judge:
    """The worth of one player's positions, in the network's measure; the deal is not changed.

    Of the other hands only how many cards they hold is looked at, and of the stock nothing but its size.
    """

    def __init__(self, deal: LiveDeal, player: int, beside: Base | None = None) -> None:
        """`beside`: the base of a judge with the same rules, the more alike the better.

        The first position that is judged becomes the base of the others; None where there was none.
        """
        self._deal, self._me, self._tables = deal, player, deal.tables
        self._network, self._features = _tools(deal.tables)
        self._at = _position(deal, player)
        self._beside = beside or self._network.nothing
        self.base: Base | None = None

    def value(self, move: Code) -> int:
        """Return the worth of a legal move of a turn to the player, who is to make it."""
        phase = self._deal.phase
        if phase is FLIP:
            return self._chosen(CHOSEN[move])
        if phase is DECIDE:
            return self._decided(self._at, stops=move == SHOBU)
        return self._judged(self._played(move))

    def turned(self, move: Code, card: int) -> int:
        """Return the worth of a legal play once the stock has turned this card, which takes the better of
        two.
        """
        at, (month, _, taken) = self._played(move), LANDINGS[card]
        deal = self._deal.copy()
        deal.after_hand = at.captured[0]
        at = at._replace(stock=at.stock - 1, ended=True)
        lying = at.field >> 4 * month & 0b1111
        if not lying:
            return self._turn_over(at._replace(field=at.field | BITS[card]), deal)
        ways = [each for each in _SINGLE if lying & each] if lying in PAIRS else [lying]
        ends = [self._landed(at, month, way, taken) for way in ways]
        return max([self._turn_over(each, deal.copy()) for each in ends])

    def now(self) -> int:
        """Return the worth of the position while others are to move."""
        return self._judged(self._at._replace(made=self._tables.growth(self._at.captured[0]), ended=True))

    def points(self, value: float) -> float:
        """A value as points of the month."""
        return value * self._network.scale / ONE

    def measured(self, points: float) -> int:
        """Points of the month as a value."""
        return round(points * ONE / self._network.scale)

    def paid(self, winner: int, points: int) -> int:
        """Return the worth if this player, counted from the viewer on, gets these points from each payer.

        The others' points are the viewer's loss.
        """
        return self._network.worth(paid(self._tables.seats, winner, 0, points))

    def _judged(self, at: Position) -> int:
        active = self._features.inputs(at)
        if self.base is None:
            self.base = self._network.base(self._beside, active)
        return self._network.value(self.base, active)

    def _played(self, move: Code) -> Position:
        """Return the position after the hand step."""
        at, (card, takes, month, _, taken) = self._at, PLAYED[move]
        hand, caught = at.hand & ~BITS[card], self._deal.field[month] & takes
        if not caught:
            return at._replace(hand=hand, field=at.field | BITS[card])
        field, captured = at.field & ~LYING[month][caught], _more(at.captured, taken[caught])
        return at._replace(hand=hand, field=field, captured=captured)

    def _chosen(self, caught: int) -> int:
        """Return the worth after the turned card has taken one of two, with the decision that may follow."""
        month, _, taken = LANDINGS[self._deal.flipped]
        at = self._landed(self._at._replace(flipped=0, ended=True), month, caught, taken)
        return self._turn_over(at, self._deal.copy())

    @staticmethod
    def _landed(at: Position, month: int, caught: int, taken: tuple[int, ...]) -> Position:
        """A card comes to the field and takes cards of its month, as four bits."""
        return at._replace(field=at.field & ~LYING[month][caught], captured=_more(at.captured, taken[caught]))

    def _turn_over(self, at: Position, deal: LiveDeal) -> int:
        """Return the worth after the viewer's turn, as `deal` was played so far: the better answer where it
        asks one.
        """
        if deal.may_decide(self._me, at.captured[0]):
            if self._tables.voids:
                at = at._replace(void=(at.void[0], *map(self._tables.total, at.captured[1:])))
            stop = self._decided(at, stops=True)
            asked = self._turns_remain(at) and may_call(self._tables.rules, at.koi, 0)
            return max(stop, self._decided(at, stops=False)) if asked else stop
        return self._judged(at) if self._turns_remain(at) else self._exhausted(at)

    def _decided(self, at: Position, *, stops: bool) -> int:
        """Stopping, or going on, in a position in which the viewer may decide."""
        if stops:
            return self._won(at, 0)
        if not self._turns_remain(at):
            return 0  # the month is void then (sannin)
        return self._judged(at._replace(koi=(at.koi[0] + 1, *at.koi[1:]), caller=0, ended=True))

    def _turns_remain(self, at: Position) -> bool:
        """Whether another turn follows the viewer's."""
        tables = self._tables
        return bool(self._deal.hands[tables.after[self._me]]) or (tables.plays_out_stock and at.stock > 0)

    def _exhausted(self, at: Position) -> int:
        """Return the worth of the month where no turn follows."""
        kind = self._tables.rules.rule_set.exhausted
        if kind is Exhausted.LAST_MAKER:
            return self._won(at, at.caller)
        if kind is Exhausted.VOID:
            return 0
        return self.paid(at.dealer, self._tables.rules.options.oyaken)

    def _won(self, at: Position, winner: int) -> int:
        """Return the worth of a month that this player, counted from the viewer, wins with their captures."""
        boost = counted(self._tables.rules, at.koi, Player(winner), self._deal.lights)
        void, honba = at.void[winner], at.honba
        return self.paid(winner, self._tables.calculation(at.captured[winner], honba, boost, void).points)


@lru_cache(maxsize=64)
def _tools(tables: Tables) -> tuple[Network, Features]:
    """The network of these rules, and the inputs of positions."""
    return network_of(tables.rules.id), Features(tables)


def _more(captured: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """The viewer captures these cards."""
    return (captured[0] | cards, *captured[1:])


def _position(deal: LiveDeal, me: int) -> Position:
    """The position of a player, who is asked or waits."""
    seats = deal.tables.seats
    players = [(me + each) % seats for each in range(seats)]
    return Position(
        hand=sum([BITS[card] for card in deal.hands[me]]),
        field=deal.field_mask,
        flipped=0 if deal.flipped == NOBODY else BITS[deal.flipped],
        captured=tuple([deal.captured[each] for each in players]),
        made=deal.made[me],
        koi=tuple([deal.koi[each] for each in players]),
        void=tuple([deal.void[each] for each in players]),
        stock=len(deal.deck) - deal.top,
        dealer=(deal.dealer - me) % seats,
        caller=-1 if deal.last_caller == NOBODY else (deal.last_caller - me) % seats,
        honba=deal.honba,
        bound=deal.bound,
        ended=False,
        lights=deal.lights,
    )
