"""Matches for tests: seeded players, rigged decks, records."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards.deck import DECK, Card, Deck, card
from engine.errors import TooFewDecks
from engine.play.codes import mask_of
from engine.play.deal import Deal
from engine.play.legal import legal_moves, to_move
from engine.play.live_deal import LiveDeal
from engine.play.match import apply
from engine.play.state import DeckSource, MatchState, Step, new_match
from engine.play.tables import tables_of
from engine.record.match_record import write
from engine.rules.actions import Action, Draw, Phase, Player
from engine.rules.options import OPTIONS, Rules, make_rules
from engine.rules.rule_sets import RULE_SETS, Place, RuleSetId
from engine.version import Version


def deck_source(decks: Iterable[Deck]) -> DeckSource:
    """A source of these decks, for deals 1, 2, ..."""
    held = tuple(decks)

    def source(number: int) -> Deck:
        if number > len(held):
            raise TooFewDecks(number)
        return held[number - 1]

    return source


def shuffled(chance: random.Random) -> Deck:
    """A deck in random order."""
    return tuple(chance.sample(DECK, len(DECK)))


@dataclass
class SeededDecks:
    """A source of decks: the same seed and number give the same deck. Deck 0 is the seat deck."""

    seed: int

    def __call__(self, number: int) -> Deck:
        return shuffled(random.Random(f"{self.seed}/{number}"))


@dataclass
class Played:
    """A match played by seeded random players, step by step; `steps[0]` is before the first action."""

    rules: Rules
    seat_deck: Deck
    participants: int
    steps: list[Step]
    actions: list[Action]
    decks: list[Deck] = field(default_factory=list)

    @property
    def last(self) -> MatchState:
        return self.steps[-1].state

    def record(self) -> dict[str, Any]:
        """The match record of record.md."""
        return write(
            self.rules,
            self.seat_deck,
            self.decks,
            self.actions,
            self.participants,
            version=self.last.version,
        )


def all_options(rule_set: RuleSetId) -> Iterator[dict[str, Any]]:
    """The defaults, then every other value of every option by itself (two values of a number)."""
    yield {}
    for name, spec in OPTIONS.items():
        values = [each for each in spec.allowed(rule_set) if each != spec.default(rule_set)]
        for value in values if len(values) < 5 else (values[0], values[-1]):
            yield {name: value}


def all_rules() -> Iterator[Rules]:
    """Every rule set with `all_options`."""
    for rule_set in RULE_SETS:
        for options in all_options(rule_set):
            yield make_rules(rule_set, options)


def random_rules(
    chance: random.Random,
    rule_set: RuleSetId | None = None,
    *,
    without: Collection[object] = (),
    **fixed: Any,
) -> Rules:
    """A rule set (this one, or any) with a random value for about half of its options.

    `without`: options, and values of options, that are not chosen.
    """
    chosen = rule_set or chance.choice(list(RULE_SETS))
    options: dict[str, Any] = {}
    for name, spec in OPTIONS.items():
        allowed = [each for each in spec.allowed(chosen) if each not in without]
        if allowed and name not in without and chance.random() < 0.5:
            options[name] = chance.choice(allowed)
    return make_rules(chosen, options | fixed)


def play_random(
    rules: Rules,
    seed: int,
    *,
    participants: int | None = None,
    limit: int | None = None,
    koikoi: float = 0.5,
    version: Version = Version.JOINS,
) -> Played:
    """A match by random players, to its end or for `limit` actions. `koikoi` is how often they go on."""
    chance, source = random.Random(f"{seed}/player"), SeededDecks(seed)
    state = new_match(rules, source(0), participants, version)
    played = Played(rules, source(0), state.participants, [Step(state, (), ())], [])

    def deck(number: int) -> Deck:
        found = source(number)
        played.decks.append(found)
        return found

    while state.phase is not Phase.OVER and len(played.actions) != limit:
        player = chance.choice(to_move(state))
        moves = legal_moves(state, player)
        at = int(chance.random() < koikoi) if state.phase is Phase.DECIDE else chance.randrange(len(moves))
        action = Action(player, moves[at])
        step = apply(state, action, deck)
        state = step.state
        played.steps.append(step)
        played.actions.append(action)
    return played


def seat_deck_for(order: tuple[int, ...]) -> Deck:
    """A seat deck that seats participants in this order when they draw in joining order."""
    front = [DECK[4 * order.index(number)] for number in range(len(order))]
    return (*front, *(each for each in DECK if each not in front))


def rigged(
    rules: Rules,
    *,
    hands: Mapping[int, str] | None = None,
    field: str = "",
    stock: str = "",
    dealer: int = 0,
) -> Deck:
    """A deck that deals these cards to these players and the field, with this stock on top.

    What is not named is filled from the cards left, so that no pile gathers a month by itself.
    """
    given = hands or {}
    named = {card(letter) for letter in "".join([*given.values(), field, stock])}
    spread = sorted(DECK, key=lambda each: (each.index % 4, each.month))
    spare = iter([each for each in spread if each not in named])
    rule_set = rules.rule_set

    def fill(letters: str, count: int) -> list[Card]:
        cards = [card(letter) for letter in letters]
        return cards + [next(spare) for _ in range(count - len(cards))]

    on_field = sum(count for place, count in rule_set.dealing if place is Place.FIELD)
    piles = {Place.FIELD: fill(field, on_field)}
    for place, _ in rule_set.dealing:
        if place is not Place.FIELD and place not in piles:
            player = (dealer + place.value) % rules.seats
            piles[place] = fill(given.get(player, ""), rule_set.hand_size)
    dealt: list[Card] = []
    for place, count in rule_set.dealing:
        dealt += piles[place][:count]
        piles[place] = piles[place][count:]
    return (*dealt, *fill(stock, len(DECK) - len(dealt)))


def seat(rules: Rules, *decks: Deck) -> MatchState:
    """The state after a seat draw that seats the participants in joining order; needs the first deck."""
    state = new_match(rules, seat_deck_for(tuple(range(rules.seats))))
    for number in range(rules.seats):
        state = apply(state, Action(Player(number), Draw()), lambda k: decks[k - 1]).state
    return state


def laid(state: MatchState) -> Deal:
    """The deal on the table, after the seat draw."""
    assert state.deal is not None
    return state.deal


def held(deal: Deal) -> list[int]:
    """The hands of a deal as masks."""
    return list(map(mask_of, deal.hands))


def swapped(deal: Deal, swap: Mapping[int, int]) -> Deal:
    """The deal with cards of its deck and hands in other places."""
    hands = [tuple(sorted([swap.get(card, card) for card in hand])) for hand in deal.hands]
    return deal._replace(deck=[swap.get(card, card) for card in deal.deck], hands=tuple(hands))


def may_decide(rules: Rules, before: int, after_hand: int, after: int, *, bound: bool) -> bool:
    """Whether a turn that took captures (masks) from `before` to `after` ends in a decision."""
    tables = tables_of(rules)
    deal = LiveDeal(tables, 0, range(len(DECK)), bound=bound)
    deal.before, deal.after_hand, deal.made[0] = before, after_hand, tables.growth(before)
    return after != before and deal.may_decide(0, after)
