"""The news: what just happened, told in lines, one for each event of record.md's table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import MadeBy
from bot.wording import cards, months, numbers, settling
from bot.wording.people import Cast, People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.events import (
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
from engine.play.observation import Observation
from engine.rules.actions import Phase, Player
from engine.rules.month_end import EndReason
from engine.rules.options import Rules
from engine.rules.rule_sets import BOUND_MINIMUM


@dataclass(frozen=True, slots=True)
class News:
    """The effects of the latest action, as the table's message and every hand tell them."""

    rules: Rules
    cast: Cast
    events: tuple[Event, ...]
    """In order; cards drawn for the seats are told together in `draw` once the draw is over."""
    draw: tuple[tuple[Card, ...], ...] = ()
    """By joining number: all cards of the draw that has just ended."""
    late: tuple[int, ...] | None = None
    """For whom the bot drew because time ran out, by joining number; none where it tapped the deck."""
    timed_out: Player | None = None
    """For whom the bot moved because time ran out."""
    claimed: bool = False
    """Somebody who was away has lost the match: who seems to resign did not do so themself."""
    undeclared: bool = False
    """The secret round has just gone by without a hand yaku."""

    @classmethod
    def of(cls, view: MatchView) -> News:
        """The news of a view.

        In the secret round an answer is no event: the deal stays told, so that nobody's hand changes.
        """
        seen, cast, events = view.public, Cast.of(view), view.events
        if seen is None:
            return cls(view.rules, cast, events, late=_late(view))
        if not events:
            dealt = _deal_told_again(seen)
            return cls(view.rules, cast, dealt, undeclared=not dealt and seen.secret_round_passed)
        if not any(isinstance(event, Seated) for event in events):
            return cls(
                view.rules,
                cast,
                events,
                late=_late(view),
                timed_out=_timed_out(view),
                claimed=was_claimed(view),
            )
        if view.draw_seen:
            return cls(
                view.rules, cast, tuple(each for each in events if not isinstance(each, Drawn | Seated))
            )
        told = tuple(event for event in events if not isinstance(event, Drawn))
        # The bot drew for one person among CPU players: the line of the deal says who deals.
        drawn = seen.drawn if view.sole_player is None else ()
        return cls(view.rules, cast, told, drawn, _late(view))


def _deal_told_again(seen: Observation) -> tuple[Event, ...]:
    """The deal whose secret round goes on; nothing in another phase."""
    if seen.phase is not Phase.READY:
        return ()
    assert seen.dealer is not None
    return (Dealt(seen.month, seen.deal, seen.dealer, seen.bound),)


def _late(view: MatchView) -> tuple[int, ...] | None:
    if view.made_by is not MadeBy.CLOCK or not isinstance(next(iter(view.events), None), Drawn | Dealt):
        return None
    return tuple(event.player for event in view.events if isinstance(event, Drawn))


def was_claimed(view: MatchView) -> bool:
    """Whether a match has ended because others claimed the win of somebody who was away."""
    return view.made_by is MadeBy.CLOCK and any(isinstance(event, Resigned) for event in view.events)


def _timed_out(view: MatchView) -> Player | None:
    """Return the player for whom the bot has made a safe move."""
    first = next(iter(view.events), None)
    if view.made_by is not MadeBy.CLOCK:
        return None
    match first:
        case Played(player=player) | Flipped(player=player) | KoiKoiCalled(player=player):
            return player
        case MonthWon(player=player, by=EndReason.SHOBU):
            return player
        case _:
            return None


def lines(words: Words, news: News, people: People) -> tuple[str, ...]:
    """The news, one line each."""
    if news.undeclared:
        return (words("Nobody declared a hand yaku: the month is played."),)
    told = told_of(words, news.events, people, news.rules, claimed=news.claimed)
    told = (*moved_by_clock(words, news, people), *told)
    if news.draw:
        drawn = (
            numbers.bracketed(words, people.joined(number), cards.listing(words, those))
            for number, those in enumerate(news.draw)
        )
        told = (words("The draw: {drawn}.", drawn=numbers.listing(words, [*drawn])), *told)
    return told if news.late is None else (_for_the_late(words, news.late, people), *told)


def moved_by_clock(words: Words, news: News, people: People) -> tuple[str, ...]:
    """Yield that the bot has moved for somebody; nothing if it has not."""
    if news.timed_out is None:
        return ()
    name = people.seated(news.timed_out)
    return (words("{player}'s time ran out: the bot moved for them.", player=name),)


def _for_the_late(words: Words, late: tuple[int, ...], people: People) -> str:
    """Yield that the bot drew cards, or tapped the deck, because time ran out."""
    if late:
        names = numbers.listing(words, [people.joined(each) for each in late])
        return words("Time ran out: the bot drew for {players}.", players=names)
    return words("Time ran out: the bot tapped the deck.")


def told_of(
    words: Words, events: Iterable[Event], people: People, rules: Rules, *, claimed: bool = False
) -> tuple[str, ...]:
    """One line for each event, in order; a flip right after the same player's hand step names nobody.

    `claimed`: who resigns was away, and others have claimed the win.
    """
    told: list[str] = []
    before: Event | None = None
    for event in events:
        if isinstance(event, Flipped) and isinstance(before, Played):
            told.append(_flipped(words, event.card, event.captured))
        elif isinstance(event, Resigned) and claimed:
            told.append(
                words("{player} stayed away: the win was claimed.", player=people.seated(event.player))
            )
        else:
            told.append(line(words, event, people, rules))
        before = event
    return tuple(told)


def line(words: Words, event: Event, people: People, rules: Rules) -> str:
    """One event in one line."""
    match event:
        case Drawn() | Seated() | Dealt() | Redealt():
            return _before_play(words, event, people, rules)
        case Played() | Flipped() | KoiKoiCalled():
            return _in_play(words, event, people, rules)
        case MonthWon() | MonthVoid():
            return ""  # a month's end has a screen of its own
        case Kobiki() | Extended() | Ginmi() | Resigned() | MatchOver():
            return _around(words, event, people, rules)


def _before_play(words: Words, event: Drawn | Seated | Dealt | Redealt, people: People, rules: Rules) -> str:
    """The seat draw and the dealing."""
    match event:
        case Drawn():
            card = cards.name(words, event.card)
            return words("{player} drew {card}.", player=people.joined(event.player), card=card)
        case Seated():
            return _seated(words, event, people)
        case Dealt():
            return _dealt(words, event, people, rules)
        case Redealt(reason=EndReason.REDEAL_FIELD_FOUR):
            return words("All four cards of a month lie on the field: the cards are dealt again.")
        case Redealt(reason=EndReason.REDEAL_FIELD_PAIRS):
            return words("Four pairs lie on the field: the cards are dealt again.")
        case Redealt():
            return words("Both players were dealt a hand yaku: the cards are dealt again.")


def _in_play(words: Words, event: Played | Flipped | KoiKoiCalled, people: People, rules: Rules) -> str:
    """Turns and calls."""
    match event:
        case Played():
            return _played(words, people.seated(event.player), event.card, event.captured)
        case Flipped():
            return _turned_up(words, people.seated(event.player), event.card, event.captured)
        case KoiKoiCalled():
            amount = numbers.points(words, rules, event.total)
            name = people.seated(event.player)
            return words("Koi-koi! {player} goes on with {points}.", player=name, points=amount)


def _around(
    words: Words, event: Kobiki | Extended | Ginmi | Resigned | MatchOver, people: People, rules: Rules
) -> str:
    """Return the events of the match rather than of a month."""
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
            ranking = _places(words, rules, people, event.scores, event.ranking)
            return words("The match is over: {ranking}.", ranking=ranking)


def _seated(words: Words, event: Seated, people: People) -> str:
    """The order that the draw made, watchers left out; nothing for two: who deals says it."""
    if len(event.order) == 2:
        return ""
    names = numbers.listing(words, [people.joined(number) for number in event.order])
    return words("Order at the table, dealer first: {players}.", players=names)


def _dealt(words: Words, event: Dealt, people: People, rules: Rules) -> str:
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


def _played(words: Words, player: str, one: Card, captured: CardSet) -> str:
    """The hand step of a turn."""
    card = cards.name(words, one)
    others = captured - CardSet.of([one])
    if not others:
        return words("{player} played {card}; nothing matched.", player=player, card=card)
    taken = cards.listing(words, others)
    return words("{player} played {card} and captured {cards}.", player=player, card=card, cards=taken)


def _turned_up(words: Words, player: str, one: Card, captured: CardSet) -> str:
    """The flip step by itself: after a choice, or in a turn without a hand card."""
    card = cards.name(words, one)
    others = captured - CardSet.of([one])
    if not others:
        return words("{player} turned up {card}; nothing matched.", player=player, card=card)
    taken = cards.listing(words, others)
    return words("{player} turned up {card} and captured {cards}.", player=player, card=card, cards=taken)


def _flipped(words: Words, one: Card, captured: CardSet) -> str:
    """The flip step of a turn."""
    card = cards.name(words, one)
    others = captured - CardSet.of([one])
    if not others:
        return words("{card} was turned up; nothing matched.", card=card)
    return words("{card} was turned up and captured {cards}.", card=card, cards=cards.listing(words, others))


def _places(
    words: Words, rules: Rules, people: People, scores: tuple[int, ...], ranks: tuple[int, ...]
) -> str:
    """`1. Midori 37 mon, 2. Kenta −5 mon`."""
    return numbers.listing(
        words,
        [
            words("{place}. {player} {score}", place=place, player=player, score=score)
            for place, player, score in ranked(words, rules, people, scores, ranks)
        ],
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
