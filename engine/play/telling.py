"""The movements of cards to and from the field: as events, by place on screen, and as the last move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from engine.cards.cardset import EMPTY, CardSet
from engine.cards.deck import DECK, Card
from engine.play.codes import CAUGHT, LANDINGS, TAKEN
from engine.play.deal import CUT, FLIP, NOBODY, Deal, Landed
from engine.play.events import Dealt, Event, Flipped, KoiKoiCalled, LastMove, Played
from engine.play.settle import announced
from engine.play.standing import InPlay
from engine.rules.actions import Player
from engine.rules.month_end import MonthEnd


def happened(
    before: InPlay | None, left: Sequence[InPlay], ended: Sequence[MonthEnd], now: InPlay
) -> tuple[Event, ...]:
    """The events of an action that led from one moment of a match to another.

    `left` and `ended` are the deals that ended between; `before` is None where the seats were drawn just now.
    """
    if before is not None and not left and before.deal.phase is not CUT:
        return _moved(before.deal, now.deal)
    first, *others = *left, now
    told: list[Event] = [] if before is None else [*_moved(before.deal, first.deal)]
    if before is None or before.deal.phase is CUT:
        told += _dealt(first)
    for end, after in zip(ended, others, strict=True):
        told += announced(end, after.standing)
        if after.standing.ranking is None:
            told += _dealt(after)
    return tuple(told)


def _dealt(at: InPlay) -> Iterator[Event]:
    """Yield that this deal was dealt; nothing while it waits for its cut."""
    if at.deal.phase is not CUT:
        month, _, number, dealer, _, _, bound, *_ = at.standing
        yield Dealt(month, number, dealer, bound)


def _moved(before: Deal, after: Deal) -> tuple[Event, ...]:
    """The events of a move that led from one moment of a deal to another of the same deal."""
    landed = tuple(map(_landed, after.trace[len(before.trace) :]))
    if after.koi == before.koi:
        return landed
    caller = before.mover
    return (KoiKoiCalled(Player(caller), sum(before.yaku_of(caller).values())), *landed)


@cache
def _landed(landed: Landed) -> Played | Flipped:
    """The event of a card that came to the field: one of some thousands, made once."""
    player, card, caught, by_hand = landed
    kind = Played if by_hand else Flipped
    return kind(Player(player), DECK[card], TAKEN[card][caught])


def places(deal: Deal) -> tuple[tuple[Card | None, ...], tuple[int, ...]]:
    """The field by place on screen, and the places that the last turn cleared and that are free still.

    A card takes the lowest free place, a captured one frees its own. There are never fewer than before.
    """
    lying, cleared, before = list(deal.laid), list[int](), _before_last_turn(deal)
    for number, (_, card, caught, _) in enumerate(deal.trace):
        if caught:
            for each in CAUGHT[card][caught]:
                place = lying.index(each)
                lying[place] = NOBODY
                if number >= before:
                    cleared.append(place)
        elif NOBODY in lying:
            lying[lying.index(NOBODY)] = card
        else:
            lying.append(card)
    slots = tuple([None if card == NOBODY else DECK[card] for card in lying])
    return slots, tuple(sorted(place for place in cleared if lying[place] == NOBODY))


def last_move(deal: Deal) -> LastMove | None:
    """Return the last turn's move, the waiting one in `flip` and `decide` included; None before the first."""
    trace, waits = deal.trace, deal.phase is FLIP
    if not trace and not waits:
        return None
    flipped = None if waits else trace[-1]
    player = deal.mover if flipped is None else flipped[0]
    steps = trace[_before_last_turn(deal) :]
    # Ishokai's turns without a hand card have a flip step alone.
    played = steps[0] if steps and steps[0][3] else None
    return LastMove(Player(player), *_half(played), *_half(flipped))


def _before_last_turn(deal: Deal) -> int:
    """Return the number of cards that had come to the field before the last turn, which may wait for a
    choice.
    """
    trace, waits = deal.trace, deal.phase is FLIP
    if not trace:
        return 0
    player = deal.mover if waits else trace[-1][0]
    by_hand = len(trace) - (1 if waits else 2)
    if by_hand >= 0 and trace[by_hand][0] == player and trace[by_hand][3]:
        return by_hand
    return by_hand + 1


def _half(landed: Landed | None) -> tuple[Card | None, CardSet]:
    """The card of a step, and what it captured."""
    if landed is None:
        return None, EMPTY
    _, card, caught, _ = landed
    return DECK[card], TAKEN[card][caught]


def rewound(deal: Deal, number: int) -> Deal:
    """The cards of a deal as they lay when only `number` had come to the field since it was dealt.

    Calls, and what is void, stay as the deal has them: within one action only its last card changes these.
    """
    hands, captured, field, top = list(deal.hands), list(deal.captured), list(deal.field), deal.top
    for player, card, caught, by_hand in reversed(deal.trace[number:]):
        month, own, taken = LANDINGS[card]
        if caught:
            captured[player] &= ~taken[caught]
            field[month] |= caught
        else:
            field[month] ^= own
        if by_hand:
            hands[player] = tuple(sorted((*hands[player], card)))
        else:
            top -= 1
    return deal._replace(
        hands=tuple(hands),
        captured=tuple(captured),
        field=tuple(field),
        top=top,
        trace=deal.trace[:number],
        flipped=NOBODY,
    )
