"""The table in play, or as it ended: field, players, whose turn it is and what they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from functools import lru_cache, partial

from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import Status
from bot.screens import absence as waiting
from bot.screens import course, field, month, news, parts, players, time_left
from bot.screens.absence import PRESENT, Absence
from bot.screens.course import Course
from bot.screens.field import Place
from bot.screens.month import Month
from bot.screens.players import LAST, STOCK, PlayerFacts, steps
from bot.screens.time_left import TimeLeft
from bot.wording import cards, limits, numbers, speech, yaku
from bot.wording.limits import CONTENT, Part, Sentence
from bot.wording.people import Cast, Naming, People, cpu_manners
from bot.wording.speech import KEPT, Described
from engine.cards.deck import Card
from engine.play.events import LastMove, Played
from engine.play.observation import Observation
from engine.rules.actions import Phase, Player
from engine.rules.options import Rules
from images.scene.common import Label
from images.scene.table import Band, Flipped, Highlight, Ring, Stock, TableScene


class Asked(Enum):
    """The questions to those who are to move."""

    CARD = "a card of the hand"
    TARGET = "which card the flipped one captures"
    DECISION = "koi-koi or stop"
    HAND_YAKU = "whether they declare a hand yaku"
    NOTHING = "nothing: the match is over"


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The cards on the table, as a match in play and a replay show them; one is equal to itself alone."""

    cast: Cast
    month: Month
    asked: Asked
    movers: tuple[Player, ...]
    """The players who are to move."""
    dealer: Player | None
    players: tuple[PlayerFacts, ...]
    """By table number."""
    field: tuple[Place, ...]
    """The two rows of the field; a flipped card that waits is not in it."""
    flipped: Card | None
    """A card from the stock whose capture is to be chosen."""
    targets: tuple[Card, ...]
    """The cards that it may capture, in the order of their buttons' numbers from 1."""
    last: LastMove | None
    stock: int
    """Cards left in it."""
    time: TimeLeft | None = None
    """The time of the player to move; None where none runs."""
    absence: Absence = PRESENT

    @classmethod
    def of(
        cls, cast: Cast, seen: Observation, time: TimeLeft | None = None, absence: Absence = PRESENT
    ) -> Table:
        """The table of a public observation."""
        return cls(
            cast=cast,
            month=Month.of(seen),
            asked=_asked(seen),
            movers=seen.to_move,
            dealer=seen.dealer,
            players=tuple(PlayerFacts.of(seen, one, Player(n)) for n, one in enumerate(cast.seats)),
            field=field.places(seen),
            flipped=seen.flipped,
            targets=tuple(seen.matches(seen.flipped)) if seen.flipped else (),
            last=seen.last,
            stock=seen.stock,
            time=time,
            absence=absence,
        )

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.month.rules


def _asked(seen: Observation) -> Asked:
    match seen.phase:
        case Phase.OVER:
            return Asked.NOTHING
        case Phase.READY:
            return Asked.HAND_YAKU
        case Phase.FLIP if seen.flipped:
            return Asked.TARGET
        case Phase.DECIDE:
            return Asked.DECISION
        case _:
            return Asked.CARD


@dataclass(frozen=True, slots=True)
class Facts:
    """The table of a match in play, or of one that is over."""

    table: Table
    course: Course
    over: bool
    """Somebody has given the match up: else its end is the result of its last month."""
    begins: bool
    """One person among CPU players looks at their first cards: who sees them and who plays is told."""
    direct: bool
    """The table stands in the direct messages of one person."""

    @classmethod
    def of(cls, view: MatchView, seen: Observation, now: datetime | None = None) -> Facts:
        """The facts of a view whose public observation is `seen`, looked at at `now`."""
        around, over = Course.of(view, now), view.status is Status.OVER
        table = Table.of(around.cast, seen, around.time, around.absence)
        if view.status is Status.ABORTED:
            waiting_for_nobody = tuple(replace(one, active=False) for one in table.players)
            table = replace(table, asked=Asked.NOTHING, movers=(), players=waiting_for_nobody)
        return cls(table, around, over, _begins(view), view.place.guild is None)


def _begins(view: MatchView) -> bool:
    """Whether one person among CPU players has played no card yet; a CPU player may have."""
    seat = None if view.sole_player is None else view.seat_of(view.sole_player)
    if seat is None or view.ends:
        return False
    return not any(isinstance(each, Played) and each.player == seat.player for each in view.told)


def text(words: Words, facts: Facts) -> str:
    """Return the last events, the player to move, and the parts for which the picture's description had no
    room.
    """
    table, escaped = facts.table, facts.table.cast.named(words)
    left_out = _described(words, table).left_out
    if facts.over:
        told = course.ranked(news.lines(words, facts.course.news, escaped))
        return limits.fitted([*told, *course.end(words, facts.course, left_out)], CONTENT)
    asked = [Part(_question(words, table, escaped)), Part(_stakes(words, table, escaped), 1)]
    beginning = _beginning(words, facts) if facts.begins else ()
    return course.text(words, facts.course, [*asked, *beginning], left_out)


def _beginning(words: Words, facts: Facts) -> Iterator[Part]:
    """Yield how the CPU players play, and who sees a table at which one person sits."""
    for line in cpu_manners(words, facts.table.cast.people):
        yield Part(line, 1)
    if facts.direct:
        yield Part(words("-# Only you see this table."))
    else:
        yield Part(words("-# Everybody in this channel sees this table. Only you see your hand."))


def _question(words: Words, table: Table, people: People) -> str:
    """Return the question, and the players who are asked."""
    names = numbers.listing(words, [f"**{people.seated(each)}**" for each in table.movers])
    match table.asked:
        case Asked.HAND_YAKU:
            if len(table.movers) == len(table.players):
                return words("Hands are checked for hand yaku.")
            return words("Hands are checked for hand yaku. Still to answer: {players}", players=names)
        case Asked.TARGET if table.flipped:
            said = numbers.either(words, [cards.name(words, each) for each in table.targets])
            card = cards.name(words, table.flipped)
            return words(
                "{card} was turned up: {player} chooses {cards}.", card=card, player=names, cards=said
            )
        case Asked.DECISION:
            held = yaku.explained_summary(words, table.rules, table.players[table.movers[0]].held)
            asked = words("{player} has {yaku}: koi-koi or stop?", player=names, yaku=held)
            return " ".join([asked, *_void(words, table, people)])
        case _:
            return words("{player} to play.", player=names)


def _void(words: Words, table: Table, people: People) -> Iterator[str]:
    """Yield the players whose yaku count nothing, of those who are not asked."""
    for one in table.players:
        if one.player not in table.movers and yaku.counts_nothing(one.held):
            yield words("The yaku of {player} are void.", player=people.seated(one.player))


def _stakes(words: Words, table: Table, people: People) -> str:
    """Return the factors of this month's value: bound, honba, koi-koi calls; empty where there are none."""
    calls = (
        words.plural(
            "{player} called koi-koi {n} time",
            "{player} called koi-koi {n} times",
            one.koi,
            player=people.seated(one.player),
        )
        for one in table.players
        if one.koi
    )
    return month.stakes(words, table.month, calls)


def alt(words: Words, facts: Facts) -> str:
    """Return the player to move, the month, the last move, the field, every player."""
    return _described(words, facts.table).alt


@lru_cache(maxsize=KEPT)
def _described(words: Words, table: Table) -> Described:
    return speech.described(words, table.cast, partial(sentences, words, table))


def sentences(words: Words, table: Table, people: People) -> tuple[Sentence, ...]:
    """The picture in sentences, in the order of art-guide section 10."""
    return (
        _turn(words, table, people),
        month.sentence(words, table.month),
        _last(words, table.last, people),
        _flipped(words, table),
        _field(words, table),
        *(_player(words, table, each, people) for each in table.players),
        Sentence((Part(words("Stock {n}", n=table.stock), STOCK),)),
    )


def _player(words: Words, table: Table, one: PlayerFacts, people: People) -> Sentence:
    """One player, first of all whether they are away."""
    told = players.sentence(words, table.rules, one, people)
    absent = Part(waiting.described(words, table.absence, one.player))
    head = words.within("head of a sentence", "{player}", player=people.with_level(one.player))
    return Sentence((absent, *told.parts), head)


def _turn(words: Words, table: Table, people: People) -> Sentence:
    """Return the player to move (in a replay maybe nobody), and the dealer."""
    names = numbers.listing(words, [people.seated(each) for each in table.movers])
    match table.asked:
        case Asked.NOTHING:
            said = words("The match is over")
        case Asked.HAND_YAKU:
            said = words("Still to answer: {players}", players=names)
        case Asked.DECISION:
            said = words("Koi-koi or stop: {players}", players=names)
        case _:
            said = words("Turn: {players}", players=names) if names else ""
    time = Part(time_left.in_words(words, table.time))
    if table.dealer is None:
        return Sentence((Part(said), time))
    deals = people.seated(table.dealer)
    if not said:
        return Sentence((Part(words("Dealer: {player}", player=deals)),))
    return Sentence((Part(said), time, Part(words("dealer: {player}", player=deals))))


def _last(words: Words, last: LastMove | None, people: People) -> Sentence:
    """The last turn, the one that waits for a choice or a decision included."""
    if last is None:
        return Sentence(())
    sources = (words("from the hand"), words("from the stock"))
    told = (
        Part(_step(words, source, card, tuple(each for each in captured if each is not card)), LAST)
        for source, (card, captured, _) in zip(sources, steps(last), strict=True)
        if card is not None
    )
    return Sentence(tuple(told), words("Last move, {player}", player=people.seated(last.player)))


def _step(words: Words, source: str, one: Card, others: tuple[Card, ...]) -> str:
    card = cards.name(words, one)
    if others:
        taken = cards.listing(words, others)
        return words("{source} {card} capturing {cards}", source=source, card=card, cards=taken)
    return words("{source} {card} to the field", source=source, card=card)


def _flipped(words: Words, table: Table) -> Sentence:
    """The flipped card that waits for a choice, and its targets by the numbers of their buttons."""
    if table.flipped is None:
        return Sentence(())
    head = words("Turned up {card}, may capture", card=cards.name(words, table.flipped))
    return Sentence((Part(cards.numbered(words, table.targets)),), head)


def _field(words: Words, table: Table) -> Sentence:
    """The field as it lies, the upper row first."""
    lying = tuple(field.cards(table.field))
    if not lying:
        return Sentence((Part(words("The field is empty")),))
    head = words.plural("Field, {n} card", "Field, {n} cards", len(lying))
    return Sentence((Part(cards.listing(words, lying)),), head)


def scene(words: Words, facts: Facts) -> TableScene:
    """The field and one band for each player, in their order: everybody sees the same picture."""
    return picture(words, facts.table)


def picture(words: Words, table: Table) -> TableScene:
    """Return the scene of a match in play or of a replay."""
    marks = _highlights(words, table)
    stock = words.within("picture", "Stock {n}", n=table.stock)
    return TableScene(
        month=month.seal(words, table.month),
        stock=Stock(table.stock, Label(stock, str(table.stock))),
        bands=tuple(_band(words, table, each) for each in table.players),
        slots=field.slots(table.field, marks),
        kinds=parts.kinds(words),
        flipped=Flipped(table.flipped, _ring_word(words, Ring.FLIPPED)) if table.flipped else None,
        time=time_left.bar(table.time),
    )


def _band(words: Words, table: Table, one: PlayerFacts) -> Band:
    return replace(
        players.band(words, table.rules, one),
        name=parts.name(words, one.participant, Naming.LEVEL),
        absent=waiting.mark(words, table.absence, one.player),
    )


def _highlights(words: Words, table: Table) -> dict[Card, Highlight]:
    """Cards of the field that wear a ring: what may be captured, and what the last move laid there."""
    marks = {each: Highlight(Ring.CANDIDATE, str(n)) for n, each in enumerate(table.targets, start=1)}
    if table.last is not None:
        for card, captured, ring in steps(table.last):
            if card is not None and not captured:
                marks.setdefault(card, Highlight(ring, _ring_word(words, ring)))
    return marks


def _ring_word(words: Words, ring: Ring) -> str:
    return words.within("picture", "Played") if ring is Ring.PLAYED else words.within("picture", "Flipped")
