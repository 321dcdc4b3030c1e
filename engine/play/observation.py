"""The view of one seat: the only picture of a match that leaves the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as having
from math import prod

from engine.cards.cardset import EMPTY, FULL, CardSet
from engine.cards.deck import DECK, Card
from engine.play.codes import mask_of
from engine.play.deal import NOBODY, Deal, Landed
from engine.play.events import LastMove
from engine.play.legal import asked_at, legal_moves, to_move
from engine.play.seats import clear_ranks
from engine.play.standing import InPlay
from engine.play.state import MatchState
from engine.play.telling import last_move, places
from engine.rules.actions import Move, Phase, Play, Player
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.options import Rules
from engine.rules.points import counted, multipliers, shobu_calculation
from engine.rules.sheet import begun
from engine.rules.yaku import YakuId


@dataclass(frozen=True, slots=True)
class Observation:
    """One seat's view. Tuples by player unless said otherwise, empty while nothing lies on the table.

    `viewer` is a joining number in `seats`, a table number afterwards, None for the public.
    """

    rules: Rules
    viewer: Player | None
    n: int
    phase: Phase
    question: int | None
    """Actions in the log when this viewer was last asked; None when not to move."""
    to_move: tuple[Player, ...]
    legal: tuple[Move, ...]
    """The viewer's legal moves, sorted as in record.md."""
    month: int
    months: int
    """Months planned, extensions included."""
    deal: int
    dealer: Player | None
    order: tuple[int, ...] | None
    participants: int
    drawn: tuple[tuple[Card, ...], ...]
    """By joining number: the cards turned in the seat draw, one for each round."""
    draw_round: int
    """The round of the seat draw, from 1; the last one afterwards."""
    row: int = 0
    """Cards that lie face down in the seat draw to be chosen from; 0 once it is over."""
    hand: CardSet = EMPTY
    """The viewer's; empty for the public, in `seats` and in `cut`."""
    dealt: CardSet = EMPTY
    """The viewer's hand as it was dealt, with what has been played of it since."""
    hand_counts: tuple[int, ...] = ()
    shown_hands: tuple[CardSet | None, ...] = ()
    """Hands that a hand yaku laid open when the last deal of the match ended by it; else None each."""
    captured: tuple[CardSet, ...] = ()
    slots: tuple[Card | None, ...] = ()
    """The field by place on screen; a flipped card that waits is not in it."""
    cleared: tuple[int, ...] = ()
    """The free places of the field whose card the last turn captured."""
    flipped: Card | None = None
    stock: int = 0
    koi: tuple[int, ...] = ()
    last_caller: Player | None = None
    """The last player who called koi-koi in this deal."""
    field_lights: int = 0
    """With `field_lights`, lights among the cards dealt to the field; else 0."""
    honba: int = 0
    bound: bool = False
    yaku: tuple[Mapping[YakuId, int], ...] = ()
    """Value by yaku; what `koi_void` took of it as a negative entry, which the totals count too."""
    totals: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    last: LastMove | None = None
    trace: tuple[Landed, ...] = ()
    """Every card that came to the field in this deal, in order."""
    answered: tuple[Player, ...] = ()
    """In the secret round: who has answered, not what."""
    hand_yaku: Mapping[YakuId, int] = having(default_factory=dict)
    """The yaku of the viewer's dealt hand in the secret round, declared or not; else empty."""
    multipliers: tuple[int, ...] = ()
    """The factor that would multiply a shobu by each player now."""
    stakes: tuple[int, ...] = ()
    """The payment of one payer (or the winner's score) if each player could call shobu now; 0 without yaku.
    """
    last_turn: bool = False
    """Whether the turn under way (or next) is the last of the month."""
    season_wins: tuple[Player, ...] = ()
    """Winners of the months of this season so far (sannin)."""
    ranking: tuple[int, ...] | None = None
    """Places by player when over; 1 = first."""

    @property
    def multiplier(self) -> int:
        """Return the factor of a shobu by the viewer (for the public: by the player to move) now."""
        player = self.viewer if self.viewer is not None else (self.to_move[0] if self.to_move else None)
        return self.multipliers[player] if player is not None and player < len(self.multipliers) else 1

    def gone(self, player: int) -> CardSet:
        """Return the captures of all other players."""
        return taken_by_others(self.captured, player)

    def takes(self, move: Play) -> CardSet:
        """The field cards that a hand card captures; empty if none matches."""
        return self.matches(move.card) if move.capture is None else CardSet.of([move.capture])

    def matches(self, card: Card) -> CardSet:
        """The field cards of a card's month: what it may capture."""
        return self.field.of_month(card.month)

    def begun(self, player: int) -> tuple[tuple[YakuId, int, int], ...]:
        """Yaku begun that the cards this player lacks would make: (yaku, cards had, cards needed).

        Those that lack the fewest cards come first.
        """
        return begun(self.rules, self.captured[player], self.gone(player))

    @property
    def secret_round_passed(self) -> bool:
        """Whether the secret round has just gone by: cards are to be played, and none has been."""
        return self.rules.rule_set.secret_round and self.phase is Phase.PLAY and self.last is None

    @property
    def draw_places(self) -> tuple[int | None, ...]:
        """Return the ranks in the seat draw by joining number, from 0; None while a further draw can change
        one.
        """
        return clear_ranks(self.rules, self.drawn, () if self.order else self.to_move, self.draw_round)

    @property
    def field(self) -> CardSet:
        """The field as a set."""
        return CardSet.of([each for each in self.slots if each is not None])

    @property
    def unseen(self) -> CardSet:
        """The cards that the viewer cannot see: in other hands, or in the stock."""
        known = self.hand | self.field
        for cards in self.captured:
            known |= cards
        return FULL - (known if self.flipped is None else known | CardSet.of((self.flipped,)))


def taken_by_others(captured: Sequence[CardSet], player: int) -> CardSet:
    """Return the captures of all other players."""
    taken = 0
    for other, cards in enumerate(captured):
        if other != player:
            taken |= cards.mask
    return CardSet(taken)


def observe(state: MatchState, viewer: Player | None) -> Observation:
    """Return the part of this state that `viewer` may know; None is the public.

    In `seats` the viewer is a joining number, afterwards a table number. Raises ValueError for any other.
    """
    seats = state.participants if state.in_play is None else state.rules.seats
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"no viewer {viewer} in phase {state.phase}")
    if state.in_play is None:
        return _before_play(state, viewer)
    return _in_play(state, state.in_play, viewer)


def _before_play(state: MatchState, viewer: Player | None) -> Observation:
    """The seat draw: nothing lies on the table."""
    return Observation(
        rules=state.rules,
        viewer=viewer,
        n=state.n,
        phase=state.phase,
        question=None if viewer is None else asked_at(state, viewer),
        to_move=to_move(state),
        legal=() if viewer is None else legal_moves(state, viewer),
        month=state.month,
        months=state.rules.months,
        deal=state.deal_number,
        dealer=None,
        order=None,
        participants=state.participants,
        drawn=state.draw.drawn,
        draw_round=state.draw.round,
        row=state.draw.row,
    )


def _in_play(state: MatchState, at: InPlay, viewer: Player | None) -> Observation:
    """Return the cards on the table, the viewer's own hand, and the values that follow from both."""
    phase, standing, deal = state.phase, at.standing, at.deal
    rules = state.rules.in_month(standing.month)
    players = [Player(each) for each in range(rules.seats)]
    hands = [CardSet(mask_of(hand)) for hand in deal.hands]
    hand = EMPTY if viewer is None else hands[viewer]
    yaku = tuple([deal.yaku_of(each) for each in players])
    totals = tuple([sum(each.values()) for each in yaku])
    boosts = [counted(rules, deal.koi, each, deal.lights) for each in players]
    factors = [multipliers(rules, totals[each], boosts[each]) for each in players]
    shobu = [
        shobu_calculation(rules, yaku[each], honba=standing.honba, counted=boosts[each]) for each in players
    ]
    asked = phase is Phase.READY
    slots, cleared = places(deal)
    return Observation(
        rules=rules,
        viewer=viewer,
        n=state.n,
        phase=phase,
        question=None if viewer is None else asked_at(state, viewer),
        to_move=to_move(state),
        legal=() if viewer is None else legal_moves(state, viewer),
        month=standing.month,
        months=standing.months,
        deal=standing.deals,
        dealer=Player(deal.dealer),
        order=at.order,
        participants=state.participants,
        drawn=state.draw.drawn,
        draw_round=state.draw.round,
        hand=hand,
        dealt=hand if viewer is None else hand | _played(deal, viewer),
        hand_counts=tuple(map(len, hands)),
        # One not declared stays hidden (section 3).
        shown_hands=tuple([hands[each] if each in deal.shown else None for each in players]),
        captured=tuple(map(CardSet, deal.captured)),
        slots=slots,
        cleared=cleared,
        flipped=None if deal.flipped == NOBODY else DECK[deal.flipped],
        stock=deal.stock,
        koi=deal.koi,
        last_caller=None if deal.last_caller == NOBODY else Player(deal.last_caller),
        field_lights=deal.lights,
        honba=standing.honba,
        bound=standing.bound,
        yaku=yaku,
        totals=totals,
        scores=standing.scores,
        last=last_move(deal),
        trace=deal.trace,
        answered=tuple([each for each in players if asked and deal.answers[each] is not None]),
        hand_yaku=hand_yaku_of(rules, hand.mask) if asked else {},
        multipliers=tuple([prod(factor for _, factor in each) for each in factors]),
        stakes=tuple([each.points for each in shobu]),
        last_turn=phase in _TURN_PHASES and deal.turns_left == (phase is Phase.PLAY),
        season_wins=standing.season_wins,
        ranking=standing.ranking,
    )


def _played(deal: Deal, player: Player) -> CardSet:
    """Return the cards that this player has played from the hand since the deal."""
    return CardSet(mask_of(card for who, card, _, by_hand in deal.trace if by_hand and who == player))


_TURN_PHASES = (Phase.PLAY, Phase.FLIP, Phase.DECIDE)
