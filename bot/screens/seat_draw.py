"""The draw for the seats: who drew what, who still has to draw, and the places that are clear."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.i18n import Words
from bot.match.views import MatchView
from bot.screens import course, parts
from bot.screens.course import Course
from bot.wording import cards, numbers, speech
from bot.wording.limits import Part, Sentence
from bot.wording.people import Cast, People
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.options import Rules
from images.scene.common import Label
from images.scene.opening import DrawnCard, SeatDrawScene


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

    @classmethod
    def of(cls, cast: Cast, seen: Observation) -> Draw:
        """The draw of a public observation."""
        waiting = seen.to_move if seen.order is None else ()
        return cls(seen.rules, cast, seen.draw_round, seen.drawn, seen.draw_places, waiting)


@dataclass(frozen=True, slots=True)
class Facts:
    """The draw of a match in play."""

    draw: Draw
    course: Course

    @classmethod
    def of(cls, view: MatchView, seen: Observation) -> Facts:
        """The facts of a view whose public observation is `seen`."""
        around = Course.of(view)
        return cls(Draw.of(around.cast, seen), around)


def text(words: Words, facts: Facts) -> str:
    """What was drawn just now, and who is still to draw."""
    asked = Part(_asked(words, facts.draw, facts.draw.cast.named(words)))
    return course.text(words, facts.course, [asked], partial(sentences, words, facts.draw))


def _asked(words: Words, draw: Draw, people: People) -> str:
    names = numbers.listing(words, (f"**{people.joined(each)}**" for each in draw.waiting))
    if draw.round > 1:
        return words("Equal cards: draw again, {players}.", players=names)
    return words(
        "Draw for the seats: the earliest month deals first. Still to draw: {players}", players=names
    )


def alt(words: Words, facts: Facts) -> str:
    """Who drew what, who still has to, and the places that are clear."""
    return speech.said(words, sentences(words, facts.draw, facts.draw.cast.named(words, plain=True)))


def sentences(words: Words, draw: Draw, people: People) -> tuple[Sentence, ...]:
    """The picture in sentences."""
    drawn = (
        Part(words("{player}: {cards}", player=people.joined(number), cards=cards.listing(words, those)), 1)
        for number, those in enumerate(draw.drawn)
        if those
    )
    placed = (
        Part(words("{player}: {place}", player=people.joined(n), place=_place(words, draw.rules, rank)), 2)
        for n, rank in enumerate(draw.ranks)
        if rank is not None
    )
    return (
        Sentence((Part(words("Draw for the seats, round {n}", n=draw.round)),)),
        Sentence(tuple(drawn), words("Drawn")),
        Sentence(tuple(Part(people.joined(number)) for number in draw.waiting), words("Still to draw")),
        Sentence(tuple(placed), words("Places")),
    )


def scene(words: Words, facts: Facts) -> SeatDrawScene:
    """The picture of the draw."""
    return picture(words, facts.draw)


def picture(words: Words, draw: Draw) -> SeatDrawScene:
    """Everybody by joining number with the cards turned so far."""
    return SeatDrawScene(
        title=words.within("picture", "Draw for the seats"),
        hint=words.within("picture", "The earliest month deals first"),
        participants=tuple(
            DrawnCard(
                parts.name(words, one),
                cards,
                None if rank is None else _place_forms(words, draw.rules, rank),
                waiting=one.number in draw.waiting,
            )
            for one, cards, rank in zip(draw.cast.people, draw.drawn, draw.ranks, strict=True)
        ),
    )


def _place_forms(words: Words, rules: Rules, rank: int) -> Label:
    """A place with a shorter word for tight places."""
    said = _place(words, rules, rank)
    return Label(said, words.within("place in the draw, short", "Watch") if rank >= rules.seats else said)


def _place(words: Words, rules: Rules, rank: int) -> str:
    """What a place is called; whoever gets no seat watches."""
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
