"""What happened, one line for each event of record.md's table."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Words
from bot.wording import cards, months, numbers, settling, yaku
from bot.wording.people import People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.events import (
    Dealt,
    Drawn,
    Event,
    Extended,
    Flipped,
    Ginmi,
    Kobiki,
    KoiKoiCalled,
    MatchOver,
    MonthVoid,
    MonthWon,
    Played,
    Redealt,
    Resigned,
    Seated,
)
from engine.month_end import EndReason
from engine.rules.options import Rules
from engine.rules.rule_sets import BOUND_MINIMUM


def lines(words: Words, events: Iterable[Event], people: People, rules: Rules) -> tuple[str, ...]:
    """One line for each event, in order; a flip right after the same player's hand step does not name him."""
    told: list[str] = []
    before: Event | None = None
    for event in events:
        if isinstance(event, Flipped) and isinstance(before, Played):
            told.append(flipped(words, event.card, event.captured))
        else:
            told.append(line(words, event, people, rules))
        before = event
    return tuple(told)


def line(words: Words, event: Event, people: People, rules: Rules) -> str:
    """One event in one line."""
    match event:
        case Drawn() | Seated() | Dealt() | Redealt():
            return before_play(words, event, people, rules)
        case Played() | Flipped() | KoiKoiCalled() | MonthWon() | MonthVoid():
            return in_play(words, event, people, rules)
        case Kobiki() | Extended() | Ginmi() | Resigned() | MatchOver():
            return around(words, event, people, rules)


def before_play(words: Words, event: Drawn | Seated | Dealt | Redealt, people: People, rules: Rules) -> str:
    """The seat draw and the dealing."""
    match event:
        case Drawn():
            card = cards.name(words, event.card)
            return words("{player} drew {card}.", player=people.joined(event.player), card=card)
        case Seated():
            return seated(words, event, people)
        case Dealt():
            return dealt(words, event, people, rules)
        case Redealt(reason=EndReason.REDEAL_FIELD_FOUR):
            return words("All four cards of a month lie on the field: the cards are dealt again.")
        case Redealt():
            return words("Both players were dealt a hand yaku: the cards are dealt again.")


def in_play(
    words: Words,
    event: Played | Flipped | KoiKoiCalled | MonthWon | MonthVoid,
    people: People,
    rules: Rules,
) -> str:
    """Turns, calls, and how the month ends."""
    match event:
        case Played():
            return played(words, people.seated(event.player), event.card, event.captured)
        case Flipped():
            return turned_up(words, people.seated(event.player), event.card, event.captured)
        case KoiKoiCalled():
            amount = numbers.points(words, rules, event.total)
            name = people.seated(event.player)
            return words("Koi-koi! {player} goes on with {points}.", player=name, points=amount)
        case MonthWon():
            return won(words, event, people, rules)
        case MonthVoid():
            return void(words, event)


def around(
    words: Words, event: Kobiki | Extended | Ginmi | Resigned | MatchOver, people: People, rules: Rules
) -> str:
    """What belongs to the match rather than to a month."""
    match event:
        case Kobiki():
            return settling.kobiki(words, people, event.player, event.deltas)
        case Extended():
            return words("All three are equal: {n} more months are played.", n=event.months)
        case Ginmi():
            return settling.ginmi(words, people, event.deltas)
        case Resigned():
            return words("{player} resigned.", player=people.seated(event.player))
        case MatchOver():
            ranking = places(words, rules, people, event.scores, event.ranking)
            return words("The match is over: {ranking}.", ranking=ranking)


def seated(words: Words, event: Seated, people: People) -> str:
    """The order that the draw made, watchers left out."""
    names = numbers.listing(words, (people.joined(number) for number in event.order))
    return words("Order at the table, dealer first: {players}.", players=names)


def dealt(words: Words, event: Dealt, people: People, rules: Rules) -> str:
    """A new deal."""
    month, dealer = months.in_match(words, rules, event.month), people.seated(event.dealer)
    if event.bound:
        return words(
            "{month} is dealt again by {dealer}, bound: stopping needs {n} mon.",
            month=month,
            dealer=dealer,
            n=BOUND_MINIMUM,
        )
    return words("{month} is dealt; the dealer is {dealer}.", month=month, dealer=dealer)


def played(words: Words, player: str, one: Card, captured: CardSet) -> str:
    """The hand step of a turn."""
    card = cards.name(words, one)
    others = captured - CardSet.of([one])
    if not others:
        return words("{player} played {card}; nothing matched.", player=player, card=card)
    taken = cards.listing(words, others)
    return words("{player} played {card} and captured {cards}.", player=player, card=card, cards=taken)


def turned_up(words: Words, player: str, one: Card, captured: CardSet) -> str:
    """The flip step by itself: after a choice, or in a turn without a hand card."""
    card = cards.name(words, one)
    others = captured - CardSet.of([one])
    if not others:
        return words("{player} turned up {card}; nothing matched.", player=player, card=card)
    taken = cards.listing(words, others)
    return words("{player} turned up {card} and captured {cards}.", player=player, card=card, cards=taken)


def flipped(words: Words, one: Card, captured: CardSet) -> str:
    """The flip step of a turn."""
    card = cards.name(words, one)
    others = captured - CardSet.of([one])
    if not others:
        return words("From the stock came {card}; nothing matched.", card=card)
    return words(
        "From the stock came {card} and captured {cards}.", card=card, cards=cards.listing(words, others)
    )


def won(words: Words, event: MonthWon, people: People, rules: Rules) -> str:
    """The end of a month that has a winner."""
    player = people.seated(event.player)
    held = yaku.summary(words, rules, event.yaku)
    gain = numbers.signed(words, event.points)
    match event.by:
        case EndReason.EXHAUSTED:
            return words(
                "No card is left: {player} made the last yaku and wins with {yaku} ({gain}).",
                player=player,
                yaku=held,
                gain=gain,
            )
        case EndReason.HAND_YAKU:
            return words(
                "{player} wins the month with the hand yaku {yaku} ({gain}).",
                player=player,
                yaku=held,
                gain=gain,
            )
        case EndReason.OYAKEN:
            return words(
                "Nobody stopped: {player} takes the dealer's oya-ken ({gain}).", player=player, gain=gain
            )
        case EndReason.FIELD_FOUR:
            return words(
                "All four cards of a month lie on the field: {player} wins as the dealer ({gain}).",
                player=player,
                gain=gain,
            )
        case _:
            return words(
                "Stop! {player} wins the month with {yaku} ({gain}).", player=player, yaku=held, gain=gain
            )


def void(words: Words, event: MonthVoid) -> str:
    """A void month and why."""
    match event.reason:
        case EndReason.VOID_HAND_YAKU:
            return words("The highest declarations are equal: the month is void.")
        case EndReason.VOID_FIELD_FOUR:
            return words("All four cards of a month lie on the field: the month is void.")
        case _:
            return words("Nobody stopped: the month is void.")


def places(
    words: Words, rules: Rules, people: People, scores: tuple[int, ...], ranks: tuple[int, ...]
) -> str:
    """`1. Midori 37 mon, 2. Kenta −5 mon`."""
    return numbers.listing(
        words,
        (
            words("{place}. {player} {score}", place=place, player=player, score=score)
            for place, player, score in ranked(words, rules, people, scores, ranks)
        ),
    )


def ranked(
    words: Words, rules: Rules, people: People, scores: tuple[int, ...], ranks: tuple[int, ...]
) -> tuple[tuple[int, str, str], ...]:
    """Place, name and score of each player, the first first."""
    order = sorted(range(len(scores)), key=lambda player: (ranks[player], -scores[player]))
    return tuple(
        (ranks[player], people.seated(player), numbers.short_points(words, rules, scores[player]))
        for player in order
    )
