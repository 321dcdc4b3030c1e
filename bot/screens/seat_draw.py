"""The draw for the seats: who drew what, who still has to draw, the places that are clear, who deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from bot.i18n import Words
from bot.match.draw_row import free_places
from bot.match.views import MatchView
from bot.match.vocabulary import Participant
from bot.screens import course, parts
from bot.screens.course import Course
from bot.wording import cards, months, numbers, speech
from bot.wording.limits import Part, Sentence
from bot.wording.people import Cast, People, cpu_manners
from bot.wording.speech import Described
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.play.seats import rank_key
from engine.rules.options import Rules
from images.scene.common import Label, Text
from images.scene.lobby import DrawnCard, SeatDrawScene


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw itself, as a match in play and a replay show it. Tuples go by joining number."""

    rules: Rules
    cast: Cast
    round: int
    """From 1."""
    drawn: tuple[tuple[Card, ...], ...]
    """Everybody's cards, one for each round in which they drew."""
    ranks: tuple[int | None, ...]
    """From 0, as soon as no further draw can change it; None before."""
    waiting: tuple[int, ...]
    """Joining numbers of those who have not drawn in this round yet."""
    taken: tuple[tuple[int, ...], ...]
    """For each of `drawn` its place in the row, from 0, as it was taken; empty where nobody chose."""
    free: tuple[int, ...] = ()
    """Places from 0 at which a card lies face down to be chosen; empty where nobody chooses."""

    @classmethod
    def of(cls, cast: Cast, seen: Observation, taken: tuple[tuple[int, ...], ...] = ()) -> Draw:
        """The draw of a public observation, with what it does not tell: which places were taken."""
        waiting = seen.to_move if seen.order is None else ()
        free = free_places(taken, seen.draw_round) if waiting and seen.row > 1 else ()
        return cls(seen.rules, cast, seen.draw_round, seen.drawn, seen.draw_places, waiting, taken, free)

    @property
    def made(self) -> bool:
        """Whether everybody's place is clear."""
        return None not in self.ranks

    @property
    def order(self) -> tuple[int, ...]:
        """Joining numbers by place, of a draw that is made."""
        return tuple(sorted(range(len(self.ranks)), key=lambda number: self.ranks[number] or 0))

    def deciding(self, first: int, second: int) -> tuple[Card, Card]:
        """The cards by which one participant came before another: of the first round that told them apart."""
        pairs = tuple(zip(self.drawn[first], self.drawn[second], strict=False))
        apart = (pair for pair in pairs if len({rank_key(self.rules, (card,)) for card in pair}) > 1)
        return next(apart, pairs[-1])


@dataclass(frozen=True, slots=True)
class Facts:
    """The draw of a match in play."""

    draw: Draw
    course: Course
    draw_awaited: bool
    """Whether a person has still to draw."""

    @classmethod
    def of(cls, view: MatchView, seen: Observation) -> Facts:
        """The facts of a view whose public observation is `seen`."""
        around = Course.of(view)
        draw = Draw.of(around.cast, seen, view.taken)
        waits = any(around.cast.people[each].user is not None for each in draw.waiting)
        return cls(draw, around, draw_awaited=waits)


def text(words: Words, facts: Facts) -> str:
    """Return the last draws and who is still to draw; once all have drawn, who deals and why."""
    manners = [Part(each, 1) for each in cpu_manners(words, facts.draw.cast.people)]
    draw, people, left_out = facts.draw, facts.draw.cast.named(words), _described(words, facts.draw).left_out
    if not draw.made:
        bound = words("-# Your pick also seeds the shuffles.") if draw.free else ""
        return course.text(
            words,
            facts.course,
            [Part(_asked(words, draw, people)), *manners, Part(bound)],
            left_out,
        )
    # The cards stand in the picture: of the news only for whom the bot drew is told beside it.
    around = replace(facts.course, news=replace(facts.course.news, events=(), draw=()))
    made = [Part(_deals(words, draw, people)), *map(Part, _others(words, draw, people)), *manners]
    return course.text(words, around, made, left_out)


def _asked(words: Words, draw: Draw, people: People) -> str:
    names = numbers.listing(words, [f"**{people.joined(each)}**" for each in draw.waiting])
    if draw.round > 1:
        return words("Equal rank: draw again, {players}.", players=names)
    if draw.free:
        return words("Take a card: the earliest month deals first. Still to draw: {players}", players=names)
    if draw.rules.rule_set.ranks_by_points:
        return words(
            "Draw for the seats: the earliest month deals first, of one month the higher card. "
            "Still to draw: {players}",
            players=names,
        )
    return words(
        "Draw for the seats: the earliest month deals first. Still to draw: {players}", players=names
    )


def _deals(words: Words, draw: Draw, people: People) -> str:
    """Return the first dealer, and the card that decided it."""
    first, second = draw.order[:2]
    dealer = f"**{people.joined(first)}**"
    won, lost = draw.deciding(first, second)
    if won.month == lost.month:
        return words("{player} deals first: of one month the higher card wins.", player=dealer)
    earlier, later = (months.name(words, each.month) for each in (won, lost))
    return words(
        "{player} deals first: {month} is before {other}.", player=dealer, month=earlier, other=later
    )


def _others(words: Words, draw: Draw, people: People) -> Iterator[str]:
    """The order where it is not said by who deals, and who watches."""
    seated, watching = draw.order[: draw.rules.seats], draw.order[draw.rules.seats :]
    if len(seated) > 2:
        names = numbers.listing(words, [*map(people.joined, seated)])
        yield words("Order at the table, dealer first: {players}.", players=names)
    if watching:
        names = numbers.listing(words, [*map(people.joined, watching)])
        yield words("Watching: {players}", players=names)


def alt(words: Words, facts: Facts) -> str:
    """Return everybody's draws, those who still have to draw, and the places that are clear."""
    return _described(words, facts.draw).alt


def _described(words: Words, draw: Draw) -> Described:
    return speech.described(words, draw.cast, partial(sentences, words, draw))


def sentences(words: Words, draw: Draw, people: People) -> tuple[Sentence, ...]:
    """The picture in sentences."""
    drawn = (
        Part(words("{player}: {cards}", player=people.joined(number), cards=_cards(words, draw, number)), 1)
        for number, those in enumerate(draw.drawn)
        if those
    )
    placed = (
        Part(numbers.labelled(words, people.joined(n), _place(words, draw.rules, rank)), 2)
        for n, rank in enumerate(draw.ranks)
        if rank is not None
    )
    return (
        Sentence((Part(words("Draw for the seats, round {n}", n=draw.round)),)),
        Sentence(tuple(drawn), words("Drawn")),
        Sentence(tuple(Part(people.joined(number)) for number in draw.waiting), words("Still to draw")),
        Sentence(tuple(Part(str(place + 1), 1) for place in draw.free), words("Cards to choose from")),
        Sentence(tuple(placed), words("Places")),
    )


def _cards(words: Words, draw: Draw, number: int) -> str:
    """Return somebody's draws, each card behind its number in the row where they chose."""
    drawn = draw.drawn[number]
    if not draw.taken:
        return cards.listing(words, drawn)
    named = (cards.name(words, card) for card in drawn)
    chosen = zip(draw.taken[number], named, strict=True)
    return numbers.listing(
        words, [words("no. {n}, {card}", n=place + 1, card=card) for place, card in chosen]
    )


def scene(words: Words, facts: Facts) -> SeatDrawScene:
    """The picture of the draw."""
    return picture(words, facts.draw)


def picture(words: Words, draw: Draw) -> SeatDrawScene:
    """Everybody by joining number with the cards turned so far; once all have drawn, who deals."""
    rule = Label(
        words.within("picture", "Earliest month deals; if equal, the higher card"),
        words.within("picture", "The earliest month deals first"),
    )
    return SeatDrawScene(
        title=_title(words, draw),
        hint=rule if draw.rules.rule_set.ranks_by_points else rule.short,
        participants=tuple(_drawn(words, draw, one) for one in draw.cast.people),
        free=draw.free,
    )


def _title(words: Words, draw: Draw) -> Text:
    if not draw.made:
        return words.within("picture", "Draw for the seats")
    dealer = draw.cast.named(words, plain=True).joined(draw.order[0])
    return Label(words.within("picture", "{player} deals first", player=dealer), dealer)


def _drawn(words: Words, draw: Draw, one: Participant) -> DrawnCard:
    """One participant with their cards; a player who draws again is told so like one who has not drawn."""
    drawn, rank = draw.drawn[one.number], draw.ranks[one.number]
    waiting = one.number in draw.waiting
    return DrawnCard(
        parts.name(words, one),
        drawn,
        None if rank is None else _place_forms(words, draw.rules, rank),
        waiting=waiting,
        note=_note(words, drawn, waiting=waiting),
        deals=draw.made and rank == 0,
        number=str(draw.taken[one.number][-1] + 1) if draw.taken and drawn else "",
    )


def _note(words: Words, drawn: tuple[Card, ...], *, waiting: bool) -> Text:
    """The month of the last card, or that a card is to be drawn."""
    if waiting:
        return words.within("picture", "once more") if drawn else words.within("picture", "to draw")
    return months.name(words, drawn[-1].month) if drawn else ""


def _place_forms(words: Words, rules: Rules, rank: int) -> Label:
    """A place with a shorter word for tight places."""
    said = _place(words, rules, rank)
    return Label(said, words.within("place in the draw, short", "Watch") if rank >= rules.seats else said)


def _place(words: Words, rules: Rules, rank: int) -> str:
    """Return the name of a place; people without a seat watch."""
    if rank >= rules.seats:
        return words.within("place in the draw", "Watches")
    if rules.seats == 2:
        two = (words.within("place of two", "Dealer"), words.within("place of two", "Second"))
        return two[rank]
    three = (
        words.within("place of three", "Dealer"),
        words.within("place of three", "Second"),
        words.within("place of three", "Last"),
    )
    return three[rank]
