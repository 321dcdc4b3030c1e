"""A match as a fold over its actions: `apply` is the one door (rules.md, record.md *Actions*)."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import (
    Action,
    Choose,
    Cut,
    Declare,
    Draw,
    KoiKoi,
    Phase,
    Play,
    Player,
    Resign,
    Shobu,
)
from engine.cards.deck import DECK
from engine.errors import IllegalAction
from engine.events import Dealt, Drawn, Event, Seated
from engine.month_end import EndReason, MonthEnd
from engine.play.deal import Deal, after_answers, cut, deal_out, look, looked_at, matching, undealt
from engine.play.legal import answers, to_move
from engine.play.seats import draw_card, table_order
from engine.play.settle import resign, settle
from engine.play.standing import Standing, first_standing
from engine.play.state import DeckSource, MatchState, Step
from engine.play.turn import Turn
from engine.rules.options import Rules


def apply(state: MatchState, action: Action, decks: DeckSource) -> Step:
    """The state after this action, and what it caused.

    Raises IllegalAction, and TooFewDecks where the action begins a deal that has no deck. Months end, are
    settled and dealt within one action; `Step.ended` tells each.
    """
    if isinstance(action.move, Resign):
        return _resign(state, action.player)
    if action.player not in to_move(state):
        raise IllegalAction("", f"player {action.player} is not to move in phase {state.phase}")
    return _APPLY[state.phase](state, action, decks)


def _refuse(state: MatchState, why: str) -> IllegalAction:
    return IllegalAction("", f"{why} in phase {state.phase}")


def _draw(state: MatchState, action: Action, decks: DeckSource) -> Step:
    if not isinstance(action.move, Draw):
        raise _refuse(state, "only draw is legal")
    rules, n = state.rules, state.n + 1
    draw, card = draw_card(rules, state.draw, action.player)
    drawn = Drawn(action.player, card)
    if draw.waiting:
        asked = state.asked if draw.round == state.draw.round else n
        return Step(state._replace(n=n, asked=asked, draw=draw), (drawn,), ())
    order = table_order(rules, draw)
    standing = first_standing(rules)
    seated = state._replace(draw=draw, order=order, standing=standing)
    return _next_deal(seated, standing, decks, [drawn, Seated(order)], [])


def _cut(state: MatchState, action: Action, decks: DeckSource) -> Step:
    if not isinstance(action.move, Cut) or not 0 <= action.move.at < len(DECK):
        raise _refuse(state, "only cut:0 to cut:47 are legal")
    events: list[Event] = []
    deal, outcome = _open(state.rules, state.seated, cut(state.laid, action.move.at), events)
    return _go_on(state, deal, outcome, decks, events)


def _answer(state: MatchState, action: Action, decks: DeckSource) -> Step:
    rules, table, player = state.rules, state.laid, action.player
    if action.move not in answers(state, player):
        raise _refuse(state, "declare needs a hand yaku, and only ready and declare are legal")
    given = (*table.answers[:player], action.move, *table.answers[player + 1 :])
    if None in given:
        return Step(state._replace(n=state.n + 1, table=table._replace(answers=given)), (), ())
    declared = tuple(Player(each) for each, answer in enumerate(given) if isinstance(answer, Declare))
    outcome = after_answers(rules, table.hands, declared, table.field)
    return _go_on(state, table._replace(answers=given, shown=declared), outcome, decks, [])


def _play(state: MatchState, action: Action, decks: DeckSource) -> Step:
    move, table = action.move, state.laid
    if not isinstance(move, Play):
        raise _refuse(state, "only a card is legal")
    if not table.hands[table.mover] & move.card.bit:
        raise _refuse(state, f"{move.card} is not in the hand")
    found = matching(table.field, move.card)
    if found.bit_count() != 2:
        if move.capture is not None:
            raise _refuse(state, f"{move.card} has no choice of two cards")
    elif move.capture is None or not found & move.capture.bit:
        raise _refuse(state, f"{move.card} must name which of two cards it captures")
    turn = Turn(state.rules, table, bound=state.seated.bound)
    outcome = turn.play(move.card, move.capture)
    return _go_on(state, turn.deal, outcome, decks, turn.events)


def _choose(state: MatchState, action: Action, decks: DeckSource) -> Step:
    move, table = action.move, state.laid
    assert table.flipped is not None
    if not isinstance(move, Choose) or not matching(table.field, table.flipped) & move.card.bit:
        raise _refuse(state, f"only the choice of a card that {table.flipped} matches is legal")
    turn = Turn(state.rules, table, bound=state.seated.bound)
    outcome = turn.choose(move.card)
    return _go_on(state, turn.deal, outcome, decks, turn.events)


def _decide(state: MatchState, action: Action, decks: DeckSource) -> Step:
    if isinstance(action.move, Shobu):
        return _go_on(state, state.laid, EndReason.SHOBU, decks, [])
    if not isinstance(action.move, KoiKoi):
        raise _refuse(state, "only shobu and koikoi are legal")
    turn = Turn(state.rules, state.laid, bound=state.seated.bound)
    outcome = turn.koikoi()
    return _go_on(state, turn.deal, outcome, decks, turn.events)


def _refuse_all(state: MatchState, action: Action, decks: DeckSource) -> Step:
    raise _refuse(state, "nothing is legal")


def _resign(state: MatchState, player: Player) -> Step:
    # Any player, to move or not, after the seat draw (section 8).
    if state.phase in (Phase.SEATS, Phase.OVER):
        raise _refuse(state, "nobody can resign")
    if not 0 <= player < state.rules.seats:
        raise IllegalAction("", f"there is no player {player}")
    standing, events = resign(state.rules, state.seated, player)
    n = state.n + 1
    return Step(state._replace(n=n, asked=n, phase=Phase.OVER, standing=standing), events, ())


def _go_on(
    state: MatchState, deal: Deal, outcome: Phase | EndReason, decks: DeckSource, events: list[Event]
) -> Step:
    """The deal waits in a phase, or it ended: then settle it, and deal on."""
    if isinstance(outcome, EndReason):
        settled = settle(state.rules, state.seated, deal, outcome)
        events.extend(settled.events)
        return _next_deal(state._replace(table=deal), settled.standing, decks, events, [settled.end])
    n = state.n + 1
    after = MatchState(
        state.rules, state.participants, n, outcome, n, state.draw, state.order, state.standing, deal
    )
    return Step(after, tuple(events), ())


def _next_deal(
    state: MatchState, standing: Standing, decks: DeckSource, events: list[Event], ended: list[MonthEnd]
) -> Step:
    """Deal until a deal waits for somebody, or the match is over. `state` is the one before this action."""
    rules, n = state.rules, state.n + 1
    table, phase = state.table, Phase.OVER
    while standing.ranking is None:
        table = undealt(rules, standing.dealer, decks(standing.deals))
        if rules.rule_set.cutter is not None:
            phase = Phase.CUT  # a deck dealt again is cut again
            break
        table, outcome = _open(rules, standing, table, events)
        if not isinstance(outcome, EndReason):
            phase = outcome
            break
        settled = settle(rules, standing, table, outcome)
        standing = settled.standing
        events.extend(settled.events)
        ended.append(settled.end)
    after = MatchState(rules, state.participants, n, phase, n, state.draw, state.order, standing, table)
    return Step(after, tuple(events), tuple(ended))


def _open(
    rules: Rules, standing: Standing, deal: Deal, events: list[Event]
) -> tuple[Deal, Phase | EndReason]:
    events.append(Dealt(standing.month, standing.deals, deal.dealer, standing.bound))
    dealt = deal_out(rules, deal)
    found = look(rules, dealt.hands, dealt.field)
    return looked_at(dealt, found) if found.taken or found.claims else dealt, found.outcome


_APPLY: dict[Phase, Callable[[MatchState, Action, DeckSource], Step]] = {
    Phase.SEATS: _draw,
    Phase.CUT: _cut,
    Phase.READY: _answer,
    Phase.PLAY: _play,
    Phase.FLIP: _choose,
    Phase.DECIDE: _decide,
    Phase.OVER: _refuse_all,
}
