"""The people who may know a card, and when: computed from the rows, and held against everything that was
sent.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import itemgetter

from bot import catalogues
from bot.i18n import LOCALES, Languages
from bot.ids import MatchId
from bot.match import moves, view_builder
from bot.match.hosted_match import HostedMatch
from bot.match.progress import begin
from bot.match.views import MatchView
from bot.match.vocabulary import JoinNumber, Status, Version
from bot.wording import cards
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Card
from engine.play.codes import mask_of
from engine.rules.actions import Action, Player
from engine.rules.month_end import MonthEnd
from tests.support.e2e.action_log import ActionLog
from tests.support.manager_fixture import quick

WINDOW = 5.0
"""Seconds that a message may lag behind the match."""
Names = Mapping[str, frozenset[Card]]


def _names() -> dict[str, frozenset[Card]]:
    """Return the names of cards in every language; plain chaff of a month share one name."""
    found: dict[str, frozenset[Card]] = {}
    for words in Languages.load():
        for card in DECK:
            name = cards.name(words, card).lower()
            found[name] = found.get(name, frozenset()) | {card}
    return found


def _phrases(names: Names) -> set[str]:
    """Pieces of other texts of the catalogues that hold a card's name, as *moon viewing* does."""
    texts = chain.from_iterable(map(_other_texts, LOCALES))
    pieces = {piece.strip() for text in texts for piece in re.split(r"\{\w*\}|\n", text.lower())}
    return {piece for piece in pieces if any(name in piece for name in names)}


def _other_texts(locale: str) -> Iterator[str]:
    """Every text of a catalogue that names no card."""
    for message in catalogues.read(locale):
        if message.context != "a card":
            yield from (message.string,) if isinstance(message.string, str) else message.string or ()


_ALL = _names()
_PHRASES = _phrases(_ALL)
NAMES: Names = {name: bearers for name, bearers in _ALL.items() if name not in _PHRASES}
"""The names of cards; a plant's name tells nothing, since it names a month, too."""
_TOLD = re.compile("|".join(re.escape(each) for each in sorted({*NAMES, *_PHRASES}, key=len, reverse=True)))


def named(text: str) -> Iterator[tuple[str, frozenset[Card]]]:
    """Every card that a text names: the name, and the cards that bear it."""
    for found in _TOLD.finditer(text.lower()):
        if found[0] in NAMES:
            yield found[0], NAMES[found[0]]


@dataclass(frozen=True, slots=True)
class Moment:
    """A match from a point of time on: what everybody may know, what each user may know, what each holds."""

    at: float
    public: frozenset[Card]
    private: Mapping[int, frozenset[Card]]
    hands: Mapping[int, CardSet]
    over: bool


class Knowledge:
    """The course of one match."""

    def __init__(self, moments: list[Moment]) -> None:
        self.moments = moments

    def around(self, at: float) -> list[Moment]:
        """The moments that a message of this time may show."""
        past = [n for n, moment in enumerate(self.moments) if moment.at <= at - WINDOW]
        now = [n for n, moment in enumerate(self.moments) if moment.at <= at + 0.05]
        return self.moments[past[-1] if past else 0 : now[-1] + 1 if now else 1]

    def allowed(self, at: float, user: int | None) -> frozenset[Card]:
        """Return the cards that a message of this time may name: to a user, or to everybody."""
        found = frozenset[Card]()
        for moment in self.around(at):
            found |= moment.public
            if user is not None:
                found |= moment.private.get(user, frozenset())
        return found


@dataclass(frozen=True, slots=True)
class Step:
    """The rows that were stored at one moment."""

    at: float
    actions: list[Action]
    agreed: list[JoinNumber]


async def knowledge(action_log: ActionLog, match: MatchId) -> Knowledge:
    """The course of a match, from its rows alone."""
    last = await action_log.hosted(match)
    assert last.progress is not None
    progress = begin(last.rules, len(last.entries), last.progress.shuffles.seed, last.version)
    unseated = tuple(replace(entry, seat=None) for entry in last.entries)
    start = replace(last, progress=progress, entries=unseated, status=Status.PLAYING)
    people = sum(entry.who.user is not None for entry in last.entries if entry.seat is not None)
    moments, hosted = [_moment(0.0, start)], start
    for step in _steps(action_log, match, last):
        hosted = _after(hosted, step, people)
        moments.append(_moment(step.at, hosted))
    return Knowledge(moments)


def _steps(action_log: ActionLog, match: MatchId, last: HostedMatch) -> list[Step]:
    """Return the steps in order: actions made together, and wishes to go on."""
    assert last.progress is not None
    made = zip(action_log.times(match), last.progress.actions, strict=True)
    steps = [Step(at, [action for _, action in step], []) for at, step in groupby(made, key=itemgetter(0))]
    wishes = [Step(at, [], [JoinNumber(number)]) for at, number in action_log.wishes(match)]
    return sorted([*steps, *wishes], key=lambda step: step.at)


def _after(hosted: HostedMatch, step: Step, people: int) -> HostedMatch:
    progress = hosted.progress
    assert progress is not None
    if step.actions:
        progress = progress.after(*step.actions)
    if step.agreed:
        progress = replace(progress, agreed=progress.agreed | set(step.agreed))
        if len(progress.agreed) == people:
            progress = replace(progress, ends_shown=progress.ends_shown + 1, agreed=frozenset())
    return moves.settled(moves.seated(replace(hosted, progress=progress)), hosted.opened_at)


def _moment(at: float, hosted: HostedMatch) -> Moment:
    view = view_builder.build_view(MatchId(1), Version(1), hosted, quick())
    assert isinstance(view, MatchView)
    assert hosted.progress is not None
    table = hosted.progress.state.deal
    private: dict[int, frozenset[Card]] = {}
    hands: dict[int, CardSet] = {}
    for seat in view.seats:
        if (user := seat.participant.user) is not None:
            private[user] = frozenset(_cards(seat.observation))
            if table is not None and view.rest is None:
                hands[user] = CardSet(mask_of(table.hands[seat.player]))
    return Moment(at, _public(view), private, hands, view.status is Status.OVER)


def _public(view: MatchView) -> frozenset[Card]:
    known = {*_cards(view.public), *_cards(view.events)}
    for end in view.ends:
        known |= _of_end(end)
    return frozenset(known)


def _of_end(end: MonthEnd) -> set[Card]:
    """A hand that no rule lays open stays unknown, also when the month is over."""
    laid_open = [hand for player, hand in enumerate(end.hands) if Player(player) in end.shown]
    return {*_cards(laid_open), *_cards(end.captured), *_cards(end.field)}


def _cards(value: object) -> Iterator[Card]:
    """Every card inside a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, CardSet | tuple | list | set | frozenset):
        for each in value:
            yield from _cards(each)
    elif isinstance(value, Mapping):
        yield from _cards(tuple(value.values()))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _cards(getattr(value, field.name))
