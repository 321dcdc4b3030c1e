"""One deal in play: the rules of a turn, from the deal to the last card (rules.md sections 2, 3 and 5).

Mutable and of plain integers, so that a search can play millions of moves; `engine.play.match.apply` plays
every action of a match through it as well. Nothing is checked here: a caller makes moves that `legal` lists.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.cardset import KIND_MASKS
from engine.cards.deck import Kind
from engine.play.codes import CHOSEN, DECLARE, LANDINGS, PAIRS, PLAYED, SHOBU, Code, cut_at, mask_of
from engine.play.deal import CUT, DECIDE, FLIP, NOBODY, OVER, PLAY, READY, Asked, Deal, Landed
from engine.play.dealt import after_answers, look
from engine.play.tables import Tables
from engine.rules.actions import Phase, Player
from engine.rules.hand_yaku import gathers
from engine.rules.month_end import EndReason
from engine.rules.points import counted, hand_yaku_result, may_call
from engine.rules.rule_sets import BOUND_MINIMUM, FIELD_FOUR_POINTS

LIGHTS = KIND_MASKS[Kind.LIGHT]
EMPTY_BESIDE_PAIRS = 8
"""Months that a field of four pairs has no card of."""


class LiveDeal(Asked):
    """A deal in play. Lists go by player; all of it may be read, and a search may copy it at any point.

    While `phase` is not `over`, `mover` is who plays next: `legal` lists the moves, `do` makes one. Then
    `reason`, `winner` (or NOBODY) and `points` say how the deal ended. What the fields hold stands at `Deal`.
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
        "lights",
        "made",
        "mover",
        "phase",
        "points",
        "reason",
        "shown",
        "tables",
        "top",
        "trace",
        "void",
        "winner",
    )

    tables: Tables
    dealer: int
    honba: int
    bound: bool
    deck: Sequence[int]
    top: int
    hands: list[list[int]]
    captured: list[int]
    field: list[int]
    phase: Phase
    mover: int
    flipped: int
    koi: tuple[int, ...]
    last_caller: int
    lights: int
    before: int
    after_hand: int
    made: list[int]
    answers: list[bool | None]
    shown: tuple[int, ...]
    void: tuple[int, ...]
    reason: EndReason | None
    winner: int
    points: int
    """The points that each payer pays (or the winner scores)."""
    trace: list[Landed] | None
    """Every card that came to the field, as in `Deal`; None where nobody asks for it."""

    def __init__(
        self, tables: Tables, dealer: int, deck: Sequence[int], *, honba: int = 0, bound: bool = False
    ) -> None:
        """A deal of this deck (cards, front first), not yet dealt: waiting for its cut, or for `deal_out`."""
        seats = tables.seats
        self.tables = tables
        self.dealer = dealer
        self.honba = honba
        self.bound = bound
        self.deck = deck
        self.hands = [[]] * seats
        self.captured, self.made = [0] * seats, [0] * seats
        self.koi, self.answers = (0,) * seats, [None] * seats
        self.void = self.koi
        self.field = [0] * 12
        self.top = self.before = self.after_hand = self.points = self.lights = 0
        self.flipped = self.last_caller = self.winner = NOBODY
        self.shown = ()
        self.reason = self.trace = None
        self.phase = CUT
        self.mover = tables.cutters[dealer] if tables.cutters else dealer

    def copy(self) -> LiveDeal:
        """A deal of its own at the same point; nothing is told of it."""
        other = LiveDeal.__new__(LiveDeal)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        other.hands = [*map(list, self.hands)]
        other.captured, other.answers = self.captured[:], self.answers[:]
        other.field, other.made = self.field[:], self.made[:]
        other.trace = None
        return other

    # The moves of a deal, in the order in which they come.

    def do(self, move: Code) -> None:
        """The mover makes one of the legal moves."""
        phase, player = self.phase, self.mover
        if phase is PLAY:
            # The hand step. Any hand card may be played (Ruling). One that matches must capture (section 2,
            # Play: sannin's sheet; Ruling for the others); three of a month are all captured (league's
            # sheet; Ruling for the others).
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
            if self.trace is not None:
                self.trace.append((player, card, caught, True))
            self.after_hand = self.captured[player]
            self._flip(player)
        elif phase is FLIP:
            self._choose(move, player)
        elif phase is DECIDE:
            self._decide(move, player)
        elif phase is READY:
            self.answer(player, move)
        else:
            # Ruling (section 2, Cut): the part cut off ends as the bottom of the stock, and where too few
            # cards remain above it, dealing goes on into it.
            at = cut_at(move)
            self.deck = (*self.deck[at:], *self.deck[:at])
            self.deal_out()

    def deal_out(self) -> None:
        """Deal the deck in the rule set's order, and look at what that leads to."""
        tables, deck = self.tables, self.deck
        dealing = tables.dealings[self.dealer]
        self.hands = [sorted(hand(deck)) for hand in dealing.hands]
        self.field = field = [0] * 12
        for card in dealing.field(deck):
            month, own, _ = LANDINGS[card]
            field[month] |= own
        self.top = dealing.top
        self.mover = self.dealer
        if tables.field_lights:
            self.lights = (self.field_mask & LIGHTS).bit_count()
        if tables.asks:
            self.phase, self.mover = READY, 0
        elif (
            0b1111 in field
            or (tables.claims and any(map(gathers, self.hands)))
            or (tables.pairs_redealt and field.count(0) == EMPTY_BESIDE_PAIRS)
        ):
            self._look()
        else:
            self.phase = PLAY

    def _look(self) -> None:
        """Apply the consequences of the dealt cards: the dealer takes, hand yaku are claimed."""
        hands = list(map(mask_of, self.hands))
        found = look(self.tables.rules, hands, self.field_mask)
        if found.taken:
            # Ruling (section 6, league): what taking makes is made in the dealer's first turn, so `before`
            # stays 0.
            self.captured[self.dealer] = found.taken
            self.field = [0 if lying == 0b1111 else lying for lying in self.field]
        self._open(found.outcome, hands, found.claims)

    def answer(self, player: int, move: Code) -> None:
        """Take a player's answer in the secret round; the order of answers means nothing."""
        self.answers[player] = move == DECLARE
        if None in self.answers:
            self.mover = self.answers.index(None)
            return
        self.mover = self.dealer
        if True not in self.answers and 0b1111 not in self.field:
            self.phase = PLAY
            return
        declared = tuple([Player(each) for each, answer in enumerate(self.answers) if answer])
        hands = list(map(mask_of, self.hands))
        self._open(after_answers(self.tables.rules, hands, declared, self.field_mask), hands, declared)

    def _open(self, outcome: Phase | EndReason, hands: Sequence[int], shown: tuple[Player, ...]) -> None:
        """Play begins, or the dealt cards have ended the deal."""
        self.shown = shown
        if isinstance(outcome, Phase):
            self.phase = outcome
        elif outcome is EndReason.HAND_YAKU:
            result = hand_yaku_result(self.tables.rules, hands, shown)
            self._end(outcome, result.winner, result.calculation.points)
        elif outcome is EndReason.FIELD_FOUR:
            self._end(outcome, self.dealer, FIELD_FOUR_POINTS)
        else:
            self._end(outcome, NOBODY, 0)

    def _flip(self, player: int) -> None:
        """The flip step: the top of the stock lands, or waits for a choice of two."""
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
        if self.trace is not None:
            self.trace.append((player, card, caught, False))
        if self.captured[player] == self.before:
            self._next_turn(player)
        else:
            self._end_turn(player)

    def _choose(self, move: Code, player: int) -> None:
        """The choice that the flipped card waited for."""
        card, caught = self.flipped, CHOSEN[move]
        month, _, taken = LANDINGS[card]
        self.field[month] ^= caught
        self.captured[player] |= taken[caught]
        self.flipped = NOBODY
        if self.trace is not None:
            self.trace.append((player, card, caught, False))
        self._end_turn(player)

    def _end_turn(self, player: int) -> None:
        """A turn that captured something may end in a decision."""
        decides = self.may_decide(player, self.captured[player])
        if decides and self.tables.voids:
            self._void_others(player)
        if not decides:
            self._next_turn(player)
        elif (self._turns_remain(player) or self.tables.decides_on_last_turn) and may_call(
            self.tables.rules, self.koi, player
        ):
            self.phase = DECIDE
        else:
            # On the very last turn of two players there is nothing to go on for: scored as shobu at once
            # (ishokai's sheet; Ruling for classic and league). So it is for a player who may call no more
            # (section 9.4).
            self._score(EndReason.SHOBU, player)

    def may_decide(self, player: int, after: int) -> bool:
        """Section 5: with these captures a yaku was made or grew, or one with the cup was completed in time.

        Ruling (section 5): a mere +1 counts in every rule set.
        """
        tables = self.tables
        had = self.made[player]
        made = self.made[player] = tables.growth(after)
        if made > had or (
            tables.cup_cards
            and tables.cup_cards & after & ~self.before
            and tables.cup_triggers(self.before, self.after_hand, after)
        ):
            return not self.bound or tables.total(after) >= BOUND_MINIMUM
        return False

    def _void_others(self, player: int) -> None:
        """Section 7, `koi_void`: what the other holds as this player makes or grows a yaku counts no more."""
        held = list(map(self.tables.total, self.captured))
        held[player] = self.void[player]
        self.void = tuple(held)

    def _decide(self, move: Code, player: int) -> None:
        """Shobu, or koi-koi, which by itself never cancels yaku (section 2; Ruling for the league)."""
        if move == SHOBU:
            self._score(EndReason.SHOBU, player)
            return
        self.koi = (*self.koi[:player], self.koi[player] + 1, *self.koi[player + 1 :])
        self.last_caller = player
        self._next_turn(player)

    def _turns_remain(self, player: int) -> bool:
        """Whether another turn follows this player's."""
        tables = self.tables
        return bool(self.hands[tables.after[player]]) or (
            tables.plays_out_stock and self.top < len(self.deck)
        )

    def _next_turn(self, player: int) -> None:
        tables = self.tables
        self.mover = player = tables.after[player]
        self.before = self.after_hand = self.captured[player]
        if self.hands[player]:
            self.phase = PLAY
        elif tables.plays_out_stock and self.top < len(self.deck):
            # Ishokai: when hands are empty, turns go on with the flip step alone.
            self._flip(player)
        else:
            self._exhaust()

    # The end of a deal.

    def _exhaust(self) -> None:
        reason = self.tables.exhausted
        if reason is EndReason.EXHAUSTED:
            # Ishokai: the last player who made or grew a yaku. Each such turn before the last ended in a
            # call.
            self._score(reason, self.last_caller)
        elif reason is EndReason.OYAKEN:
            self._end(reason, self.dealer, self.tables.rules.options.oyaken)
        else:
            self._end(reason, NOBODY, 0)

    def _score(self, reason: EndReason, winner: int) -> None:
        boost = counted(self.tables.rules, self.koi, Player(winner), self.lights)
        captured, void = self.captured[winner], self.void[winner]
        self._end(reason, winner, self.tables.calculation(captured, self.honba, boost, void).points)

    def _end(self, reason: EndReason, winner: int, points: int) -> None:
        self.phase, self.reason, self.winner, self.points = OVER, reason, winner, points

    # To and from the frozen value.

    @classmethod
    def thaw(cls, deal: Deal) -> LiveDeal:
        """A frozen deal taken up for one move of its mover; `copy` it to play on."""
        live = cls.__new__(cls)
        (
            live.tables,
            live.phase,
            live.dealer,
            live.honba,
            live.bound,
            live.deck,
            live.top,
            hands,
            captured,
            field,
            live.mover,
            live.flipped,
            live.koi,
            live.last_caller,
            live.lights,
            live.before,
            live.after_hand,
            made,
            answers,
            live.shown,
            live.void,
            trace,
            _,
        ) = deal
        live.hands = list(hands)  # type: ignore[arg-type]  # only the mover plays a card within one move
        live.hands[live.mover] = list(hands[live.mover])
        live.captured, live.answers = list(captured), list(answers)
        live.field, live.made, live.trace = list(field), list(made), list(trace)
        live.reason = None
        live.winner, live.points = NOBODY, 0
        return live

    def freeze(self, laid: tuple[int, ...]) -> Deal:
        """The deal as it lies; `laid` is the field as it was dealt."""
        return tuple.__new__(  # a deal is made in every action: half the time of its own constructor
            Deal,
            (
                self.tables,
                self.phase,
                self.dealer,
                self.honba,
                self.bound,
                self.deck,
                self.top,
                tuple(map(tuple, self.hands)),
                tuple(self.captured),
                tuple(self.field),
                self.mover,
                self.flipped,
                self.koi,
                self.last_caller,
                self.lights,
                self.before,
                self.after_hand,
                tuple(self.made),
                tuple(self.answers),
                self.shown,
                self.void,
                tuple(self.trace or ()),
                laid,
            ),
        )


_LISTS = {"answers", "captured", "field", "hands", "made", "trace"}
_SHARED = tuple(name for name in LiveDeal.__slots__ if name not in _LISTS)
