"""A match as a fold over its actions: `apply` is the one door (rules.md, record.md *Actions*)."""

from __future__ import annotations

from engine.cards.deck import DECK
from engine.errors import IllegalAction
from engine.play.codes import CODES, Code, indices_of
from engine.play.deal import CUT, DECIDE, FLIP, NOBODY, OVER, PLAY, READY, Deal
from engine.play.events import Drawn, Seated
from engine.play.legal import to_move
from engine.play.live_deal import LiveDeal
from engine.play.live_match import LiveDecks, LiveMatch
from engine.play.seats import draw_card, table_order
from engine.play.settle import month_end, resign
from engine.play.standing import Advance, InPlay, Standing
from engine.play.state import DeckSource, MatchState, Step
from engine.play.telling import happened
from engine.rules.actions import Action, Draw, Move, Play, Player, Resign
from engine.rules.month_end import MonthEnd

_new = tuple.__new__


def apply(state: MatchState, action: Action, decks: DeckSource) -> Step:
    """The state after this action, and what it caused.

    Raises IllegalAction, and TooFewDecks where the action begins a deal that has no deck. Months end, are
    settled and dealt within one action; `Step.ended` tells each.
    """
    player, move = action.player, action.move
    at, code = state.in_play, CODES.get(move)
    if at is not None and code is not None and state.phase is not OVER and at.deal.allows(player, code):
        return _act(state, at, player, code, decks)
    if isinstance(move, Resign):
        return _resign(state, player)
    if player not in to_move(state):
        raise IllegalAction("", f"player {player} is not to move in phase {state.phase}")
    if at is None:
        return _draw(state, action, decks)
    raise _refuse(state, _why(at.deal, move))


def _act(state: MatchState, at: InPlay, player: Player, code: Code, decks: DeckSource) -> Step:
    """A legal move made: the deal goes on, or it has ended and the match goes on."""
    rules, participants, n, before, asked, draw, _ = state
    order, standing, frozen = at
    deal = LiveDeal.thaw(frozen)
    if before is READY:
        deal.answer(player, code)
    else:
        deal.do(code)
    laid, phase = _dealt_field(deal) if before is CUT else frozen.laid, deal.phase
    if phase is OVER:
        ends = _Ends(order, deal, laid)
        match = LiveMatch(rules, _plain(decks), standing=standing, deal=deal, listener=ends)
        match.settle()  # and deal on
        return Step(ends.after(state, match), (), tuple(ends.told), tuple(ends.left), at)
    n += 1
    asked = asked if phase is before is READY else n
    # Made in every action, and so takes half the time of their own constructors.
    after = _new(InPlay, (order, standing, deal.freeze(laid)))
    return Step(_new(MatchState, (rules, participants, n, phase, asked, draw, after)), (), (), (), at)


def _draw(state: MatchState, action: Action, decks: DeckSource) -> Step:
    if not isinstance(action.move, Draw):
        raise _refuse(state, "only draw is legal")
    rules, n = state.rules, state.n + 1
    draw, card = draw_card(rules, state.draw, action.player, action.move.place)
    drawn = Drawn(action.player, card)
    if draw.waiting:
        asked = state.asked if draw.round == state.draw.round else n
        return Step(state._replace(n=n, asked=asked, draw=draw), (drawn,), ())
    order = table_order(rules, draw)
    ends = _Ends(order)
    made = ends.after(state._replace(draw=draw), LiveMatch(rules, _plain(decks), listener=ends))
    assert made.in_play is not None
    events = (drawn, Seated(order), *happened(None, ends.left, ends.told, made.in_play))
    return Step(made, events, tuple(ends.told), tuple(ends.left))


def _plain(decks: DeckSource) -> LiveDecks:
    """Return decks as plain integers."""
    return lambda number: indices_of(decks(number))


class _Ends:
    """The deals that ended between two actions: a `DealEndListener`."""

    def __init__(self, order: tuple[int, ...], begun: LiveDeal | None = None, laid: tuple[int, ...] = ()):
        """`begun` is the deal that was played on, if there is one, and `laid` its field as it was dealt."""
        self._order = order
        self._begun, self._laid = begun, laid
        self.told: list[MonthEnd] = []
        self.left: list[InPlay] = []

    def ended(self, standing: Standing, deal: LiveDeal, after: Advance) -> None:
        """A deal has ended."""
        self.told.append(month_end(standing, deal, after))
        self.left.append(self._at(standing, deal))

    def _at(self, standing: Standing, deal: LiveDeal) -> InPlay:
        laid = self._laid if deal is self._begun else _dealt_field(deal)
        return InPlay(self._order, standing, deal.freeze(laid))

    def after(self, state: MatchState, match: LiveMatch) -> MatchState:
        """The state in which the match now waits."""
        n, at = state.n + 1, self._at(match.standing, match.deal)
        phase = OVER if match.standing.ranking else match.deal.phase
        return MatchState(state.rules, state.participants, n, phase, n, state.draw, at)


def _dealt_field(deal: LiveDeal) -> tuple[int, ...]:
    """The field in the order in which it was dealt, NOBODY for what the dealer took at once."""
    if deal.phase is CUT:
        return ()
    cards = deal.tables.dealings[deal.dealer].field(deal.deck)
    taken = deal.captured[deal.dealer]
    return tuple([NOBODY if taken >> card & 1 else card for card in cards]) if taken else cards


def _resign(state: MatchState, player: Player) -> Step:
    # Any player, to move or not, after the seat draw (section 8).
    at = state.in_play
    if at is None or state.phase is OVER:
        raise _refuse(state, "nobody can resign")
    if not 0 <= player < state.rules.seats:
        raise IllegalAction("", f"there is no player {player}")
    standing, events = resign(state.rules, at.standing, player)
    n = state.n + 1
    after = at._replace(standing=standing)
    return Step(state._replace(n=n, asked=n, phase=OVER, in_play=after), events, ())


def _refuse(state: MatchState, why: str) -> IllegalAction:
    return IllegalAction("", f"{why} in phase {state.phase}")


def _why(deal: Deal, move: Move) -> str:
    """Return the reason why a move is not legal."""
    if deal.phase is PLAY and isinstance(move, Play):
        if move.card.index not in deal.hands[deal.mover]:
            return f"{move.card} is not in the hand"
        if move.capture is not None and CODES[Play(move.card)] in deal.legal():
            return f"{move.card} has no choice of two cards"
        return f"{move.card} must name which of two cards it captures"
    if deal.phase is FLIP:
        return f"only the choice of a card that {DECK[deal.flipped]} matches is legal"
    return _ONLY[deal.phase]


_ONLY = {
    CUT: "only cut:0 to cut:47 are legal",
    READY: "declare needs a hand yaku, and only ready and declare are legal",
    PLAY: "only a card is legal",
    DECIDE: "only shobu and koikoi are legal",
}
