"""One deal, played on in place: the turns of `engine.play.turn` over plain integers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Phase, Player
from engine.month_end import EndReason
from engine.play.codes import (
    ANSWERS,
    CHOICES,
    CHOSEN,
    CUTS,
    DECISIONS,
    DECLARE,
    LANDINGS,
    PAIRS,
    PLAYED,
    PLAYS,
    SHOBU,
    Code,
    cut_at,
    mask_of,
)
from engine.play.deal import after_answers, look
from engine.play.settle import counted_calls, hand_yaku_result
from engine.play.standing import payment
from engine.play.tables import Tables
from engine.play.turn import EXHAUSTED_AS
from engine.rules.hand_yaku import GATHERED, hand_yaku_of
from engine.rules.rule_sets import BOUND_MINIMUM, FIELD_FOUR_POINTS
from engine.rules.triggers import cup_triggers

CUT, READY, PLAY, FLIP, DECIDE, OVER = (
    Phase.CUT,
    Phase.READY,
    Phase.PLAY,
    Phase.FLIP,
    Phase.DECIDE,
    Phase.OVER,
)
NOBODY = -1


class LiveDeal:
    """A deal in play. Lists go by player; all of it may be read, and a search may copy it at any point.

    While `phase` is not `over`, `mover` is who plays next: `legal` lists the moves, `do` makes one. Then
    `reason`, `winner` (or NOBODY) and `points` say how the deal ended.
    """

    __slots__ = (
        "after_hand",
        "answers",
        "before",
        "bound",
        "captured",
        "dealer",
        "deck",
        "field",
        "flipped",
        "hands",
        "honba",
        "koi",
        "last_caller",
        "made",
        "mover",
        "phase",
        "points",
        "reason",
        "tables",
        "top",
        "winner",
    )

    tables: Tables
    dealer: int
    honba: int
    bound: bool
    deck: list[int]
    """Cards; those from `top` on are the stock."""
    top: int
    hands: list[list[int]]
    """Cards in index order."""
    captured: list[int]
    """Masks."""
    field: list[int]
    """By month from 0: which of its four cards lie there, as four bits."""
    phase: Phase
    mover: int
    flipped: int
    """The card that waits for a choice; only in phase `flip`."""
    koi: list[int]
    last_caller: int
    before: int
    """What the mover had captured before this turn."""
    after_hand: int
    """What the mover had captured after the hand step."""
    made: list[int]
    """`Tables.growth` of each player at the end of their last turn."""
    answers: list[bool | None]
    """In the secret round: who declares, None for who has not answered."""
    reason: EndReason | None
    winner: int
    points: int
    """What each payer pays (or the winner scores)."""

    def __init__(
        self, tables: Tables, dealer: int, deck: list[int], *, honba: int = 0, bound: bool = False
    ) -> None:
        """A deal of this deck (cards, front first), not yet dealt: waiting for its cut, or for `deal_out`."""
        nobody = [0] * tables.seats
        self.tables = tables
        self.dealer = dealer
        self.honba = honba
        self.bound = bound
        self.deck = deck
        self.hands = []
        self.captured, self.koi, self.made = nobody, nobody[:], nobody[:]
        self.answers = [None] * tables.seats
        self.field = []
        self.top = self.before = self.after_hand = self.points = 0
        self.flipped = self.last_caller = self.winner = NOBODY
        self.reason = None
        self.phase = CUT
        self.mover = tables.cutters[dealer] if tables.cutters else dealer

    @property
    def field_mask(self) -> int:
        """The field as a mask."""
        return sum([lying << 4 * month for month, lying in enumerate(self.field)])

    def deal_out(self) -> None:
        """Deal the deck, and look at what that leads to."""
        tables, deck = self.tables, self.deck
        dealing = tables.dealings[self.dealer]
        self.hands = [sorted(hand(deck)) for hand in dealing.hands]
        self.field = field = [0] * 12
        for card in dealing.field(deck):
            month, own, _ = LANDINGS[card]
            field[month] |= own
        self.top = dealing.top
        self.mover = self.dealer
        if tables.asks:
            self.phase, self.mover = READY, 0
        elif tables.claims or 0b1111 in field:
            self._look()
        else:
            self.phase = PLAY

    def _look(self) -> None:
        """What the dealt cards lead to."""
        hands = list(map(mask_of, self.hands))
        found = look(self.tables.rules, hands, self.field_mask)
        if found.taken:
            self.captured[self.dealer] = found.taken
            self.field = [0 if lying == 0b1111 else lying for lying in self.field]
        self._open(found.outcome, hands, found.claims)

    def copy(self) -> LiveDeal:
        """A deal of its own at the same point."""
        other = LiveDeal.__new__(LiveDeal)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        other.hands = [hand[:] for hand in self.hands]
        other.captured, other.koi, other.made = self.captured[:], self.koi[:], self.made[:]
        other.field, other.answers = self.field[:], self.answers[:]
        return other

    @property
    def deltas(self) -> tuple[int, ...]:
        """What the end of the deal changes, by player; kobiki and ginmi are the match's."""
        tables = self.tables
        if self.winner == NOBODY:
            return (0,) * tables.seats
        return payment(tables.rules, Player(self.winner), self.points)

    def to_move(self) -> tuple[int, ...]:
        """Who may act: the mover, in the secret round everybody who has not answered, at the end nobody."""
        if self.phase is READY:
            return tuple(player for player, answer in enumerate(self.answers) if answer is None)
        return () if self.phase is OVER else (self.mover,)

    def legal(self) -> Sequence[Code]:
        """The mover's moves, in the order of record.md."""
        phase = self.phase
        if phase is PLAY:
            field = self.field
            moves: list[Code] = []
            for card in self.hands[self.mover]:
                month, plays = PLAYS[card]
                moves += plays[field[month]]
            return moves
        if phase is DECIDE:
            return DECISIONS
        if phase is FLIP:
            month = self.flipped // 4
            return CHOICES[month][self.field[month]]
        if phase is READY:
            return self.legal_answers(self.mover)
        return CUTS if phase is CUT else ()

    def legal_answers(self, player: int) -> Sequence[Code]:
        """What this player may answer in the secret round."""
        hand = self.hands[player]
        if len(hand) - len({card // 4 for card in hand}) < GATHERED:
            return ANSWERS[False]
        return ANSWERS[bool(hand_yaku_of(self.tables.rules, mask_of(hand)))]

    def do(self, move: Code) -> None:
        """The mover makes one of the legal moves."""
        phase, player = self.phase, self.mover
        if phase is PLAY:
            card, takes, month, own, taken = PLAYED[move]
            self.hands[player].remove(card)
            field = self.field
            lying = field[month]
            caught = lying & takes
            if caught:
                field[month] = lying ^ caught
                self.captured[player] |= taken[caught]
            else:
                field[month] = lying | own
            self.after_hand = self.captured[player]
            self._flip(player)
        elif phase is FLIP:
            month, _, taken = LANDINGS[self.flipped]
            caught = CHOSEN[move]
            self.field[month] ^= caught
            self.captured[player] |= taken[caught]
            self.flipped = NOBODY
            self._end_turn(player)
        elif phase is READY:
            self.answer(player, move)
        elif phase is CUT:
            at = cut_at(move)
            self.deck = self.deck[at:] + self.deck[:at]
            self.deal_out()
        elif move == SHOBU:
            self._score(EndReason.SHOBU, player)
        else:
            self.koi[player] += 1
            self.last_caller = player
            self._next_turn(player)

    def answer(self, player: int, move: Code) -> None:
        """This player answers in the secret round; the order of answers means nothing."""
        self.answers[player] = move == DECLARE
        if None in self.answers:
            self.mover = self.answers.index(None)
            return
        self.mover = self.dealer
        if True not in self.answers and 0b1111 not in self.field:
            self.phase = PLAY
            return
        declared = [Player(each) for each, answer in enumerate(self.answers) if answer]
        hands = list(map(mask_of, self.hands))
        self._open(after_answers(self.tables.rules, hands, declared, self.field_mask), hands, declared)

    def _open(self, outcome: Phase | EndReason, hands: Sequence[int], shown: Sequence[Player]) -> None:
        """Play begins, or the dealt cards have ended the deal."""
        if isinstance(outcome, Phase):
            self.phase = outcome
        elif outcome is EndReason.HAND_YAKU:
            result = hand_yaku_result(self.tables.rules, hands, shown)
            assert result.winner is not None
            self._end(outcome, result.winner, result.calculation.points)
        elif outcome is EndReason.FIELD_FOUR:
            self._end(outcome, self.dealer, FIELD_FOUR_POINTS)
        else:
            self._end(outcome, NOBODY, 0)

    def _flip(self, player: int) -> None:
        card = self.deck[self.top]
        self.top += 1
        month, own, taken = LANDINGS[card]
        field = self.field
        caught = field[month]
        if caught in PAIRS:
            self.flipped = card
            self.phase = FLIP
            return
        if caught:
            field[month] = 0
            self.captured[player] |= taken[caught]
        else:
            field[month] = own
        self._end_turn(player)

    def _end_turn(self, player: int) -> None:
        after = self.captured[player]
        if after == self.before or not self._may_decide(player, after):
            self._next_turn(player)
        elif self._turns_remain(player) or self.tables.decides_on_last_turn:
            self.phase = DECIDE
        else:
            self._score(EndReason.SHOBU, player)

    def _may_decide(self, player: int, after: int) -> bool:
        """Section 5: a yaku was made or grew, or one with the cup was completed in time."""
        tables = self.tables
        had = self.made[player]
        made = self.made[player] = tables.growth(after)
        if made > had or (
            after & ~self.before & tables.cup_cards
            and cup_triggers(tables.sheet, self.before, self.after_hand, after)
        ):
            return not self.bound or tables.total(after) >= BOUND_MINIMUM
        return False

    def _turns_remain(self, player: int) -> bool:
        """Whether another turn follows this player's."""
        tables = self.tables
        return bool(self.hands[tables.after[player]]) or (
            tables.plays_out_stock and self.top < len(self.deck)
        )

    def _next_turn(self, player: int) -> None:
        tables = self.tables
        player = tables.after[player]
        if self.hands[player]:
            self.phase = PLAY
            self.mover = player
            self.before = self.after_hand = self.captured[player]
        elif tables.plays_out_stock and self.top < len(self.deck):
            # Ishokai: when hands are empty, turns go on with the flip step alone.
            self.mover = player
            self.before = self.after_hand = self.captured[player]
            self._flip(player)
        else:
            self._exhaust()

    def _exhaust(self) -> None:
        rules = self.tables.rules
        reason = EXHAUSTED_AS[rules.rule_set.exhausted]
        if reason is EndReason.EXHAUSTED:
            self._score(reason, self.last_caller)
        elif reason is EndReason.OYAKEN:
            self._end(reason, self.dealer, rules.options.oyaken)
        else:
            self._end(reason, NOBODY, 0)

    def _score(self, reason: EndReason, winner: int) -> None:
        calls = counted_calls(self.tables.rules, self.koi, Player(winner))
        self._end(reason, winner, self.tables.points(self.captured[winner], self.honba, calls))

    def _end(self, reason: EndReason, winner: int, points: int) -> None:
        self.phase, self.reason, self.winner, self.points = OVER, reason, winner, points


_LISTS = {"answers", "captured", "field", "hands", "koi", "made"}
_SHARED = tuple(name for name in LiveDeal.__slots__ if name not in _LISTS)
