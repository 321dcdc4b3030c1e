"""Before the first deal: the lobby, the draw for the seats, the cut (art-guide section 9.8)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Words
from bot.views import JoinNumber, LobbyEnd, LobbyView, Participant
from bot.wording import closing, months, numbers, seats
from bot.wording import rules as rule_words
from bot.wording.people import People
from bot.screens import parts as common
from engine.cards import DECK
from engine.observation import Observation
from engine.rule_sets import MOST_PARTICIPANTS
from engine.rules import Rules
from images.scene import CutScene, DrawnCard, LobbyScene, LobbySeat, SeatDrawScene, Text
from images.scene import Words as Forms


def lobby(words: Words, view: LobbyView) -> LobbyScene:
    """What is played, who is there, what is free; once it has closed, why, and that nothing is free."""
    closed = closing.closed(view)
    there = () if view.ended is LobbyEnd.LEFT else view.people
    taken = tuple(LobbySeat(common.name(words, one), _seat_word(words, view, one)) for one in there)
    empty = closing.seat(words) if closed else words.within("picture", "Free seat")
    free = tuple(LobbySeat(None, empty) for _ in range(view.rules.seats - len(there)))
    return LobbyScene(
        title=words.within("picture", "Koi-koi: {rules}", rules=rule_words.name(words, view.rules.id)),
        subtitle=rule_words.tagline(words, view.rules.id),
        seats=(*taken, *free)[:MOST_PARTICIPANTS],
        chips=(
            words.plural("{n} month", "{n} months", view.rules.months),
            *rule_words.changed(words, view.rules),
        ),
        closed=closing.short(words, view.ended) if closed else None,
    )


def _seat_word(words: Words, view: LobbyView, one: Participant) -> str:
    if one.cpu is not None:
        return words.within("picture", "CPU")
    return words.within("picture", "Host") if one.user == view.host else words.within("picture", "Joined")


def seat_draw(
    words: Words, people: Sequence[Participant], seen: Observation, *, month_marks: bool = False
) -> SeatDrawScene:
    """Whoever takes part, by joining number, with the cards turned so far and the places that are clear."""
    waiting = {JoinNumber(each) for each in seen.to_move} if seen.order is None else set()
    return SeatDrawScene(
        title=words.within("picture", "Draw for the seats"),
        hint=words.within("picture", "The earliest month deals first"),
        participants=tuple(
            DrawnCard(
                common.name(words, one),
                cards,
                None if rank is None else _place(words, seen.rules, rank),
                waiting=one.number in waiting,
            )
            for one, cards, rank in zip(people, seen.drawn, seats.places(seen), strict=True)
        ),
        month_marks=month_marks,
    )


def _place(words: Words, rules: Rules, rank: int) -> Text:
    return Forms(seats.place(words, rules, rank), seats.short_place(words, rules, rank))


def cut(
    words: Words, people: People, seen: Observation, *, at: int | None = None, done: Text | None = None
) -> CutScene:
    """The shuffled deck, before it is cut or, once it was cut `at` a depth, with what was `done`.

    While a match is played, nobody sees the cut deck: it is dealt at once.
    """
    names = numbers.listing(words, (people.seated(each) for each in seen.to_move))
    return CutScene(
        title=words.within(
            "picture", "{month}: the cut", month=months.in_match(words, seen.rules, seen.month)
        ),
        hint=Forms(words("{player} cuts the deck.", player=names), names),
        size=len(DECK),
        at=at,
        chip=done,
    )
