"""The names of matches where somebody may have several: the people, the standing, the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Words, mark
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Participant, UserId
from bot.wording import limits, months, numbers, people, scores
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from bot.wording.people import escaped


@dataclass(frozen=True, slots=True)
class Linked:
    """A match as somebody is told of it, and the address of its table; `gone`: its channel was deleted."""

    view: View
    link: str
    gone: bool = False


def line(words: Words, one: Linked, user: UserId) -> str:
    """Name a match as `user` has to do with it.

    `**[Classic against Kenta](address)**, February, you 18, Kenta 12, in #tea-room`.
    """
    view = one.view
    channel = words("a deleted channel") if one.gone else f"<#{view.place.channel}>"
    called = _called(words, view, user).replace("[", "(").replace("]", ")")
    named = f"**{called}**" if one.gone else f"**[{called}]({one.link})**"
    standing = _standing(words, view, user)
    if view.place.guild is None:
        # The direct messages themselves: no mention leads there.
        if standing is None:
            return named
        return words("{match}, {month}, {score}", match=named, month=standing[0], score=standing[1])
    if standing is None:
        return words("{match}, in {channel}", match=named, channel=channel)
    return words(
        "{match}, {month}, {score}, in {channel}",
        match=named,
        month=standing[0],
        score=standing[1],
        channel=channel,
    )


def below(words: Words, one: Linked, user: UserId, text: str) -> str:
    """A text below the line that names its match; its last lines go where it is too long."""
    parts = (Part(each, rank) for rank, each in enumerate(text.split("\n")))
    return limits.fitted([Part(line(words, one, user)), *parts], CONTENT)


def label(words: Words, number: int, view: View, user: UserId) -> str:
    """Return a match's name for a button, without what a button cannot show: `1 Classic against Kenta`."""
    return limits.shortened(f"{number} {_called(words, view, user, plain=True)}", limits.LABEL)


def choice(words: Words, question: str, some: Sequence[Linked], user: UserId) -> str:
    """A question, and the matches that may be meant, numbered as their buttons are."""
    named = (Part(f"{number}. {line(words, each, user)}") for number, each in enumerate(some, start=1))
    return limits.fitted([Part(question), *named], CONTENT)


WHICH = mark("You have several matches here. Which one?")
WHICH_RESIGNED = mark("Which match do you want to give up?")
WHICH_ENDED = mark("Which match do you want to end without a result?")


def _called(words: Words, view: View, user: UserId, *, plain: bool = False) -> str:
    rules = rule_words.name(words, view.rules.id)
    rules = rules if plain else escaped(rules)
    if isinstance(view, LobbyView) and view.people and all(one.user == user for one in view.people):
        return words("{rules}, a table that waits for players", rules=rules)
    mine, others = _split(view, user)
    names = numbers.listing(words, (people.name(words, one, plain=plain) for one in others))
    if mine:
        return words("{rules} against {players}", rules=rules, players=names)
    return words("{rules}: {players}", rules=rules, players=names)


def _split(view: View, user: UserId) -> tuple[bool, tuple[Participant, ...]]:
    """Whether this user plays, and the others who do; all who take part where the seats are not drawn."""
    seats = view.seats if isinstance(view, MatchView) else ()
    there = tuple(seat.participant for seat in seats) or view.people
    others = tuple(one for one in there if one.user != user)
    return len(others) < len(there), others


def _standing(words: Words, view: View, user: UserId) -> tuple[str, str] | None:
    """The month and the scores, one's own first; None before the first month is dealt."""
    if not isinstance(view, MatchView) or not view.seats:
        return None
    if view.rest is not None:
        month = view.rest.end.month
    elif view.public is not None and view.public.deal:
        month = view.public.month
    else:
        return None
    seats = sorted(view.seats, key=lambda seat: seat.participant.user != user)
    told = [
        (people.name(words, seat.participant), view.scores[seat.player], seat.participant.user == user)
        for seat in seats
    ]
    return months.in_match(words, view.rules, month), _scores(words, told)


def _scores(words: Words, told: list[tuple[str, int, bool]]) -> str:
    """Everybody's score by name; the reader, who plays and comes first, is `you`."""
    everybody = [(name, score) for name, score, _ in told]
    if told[0][2]:
        return scores.to_player(words, everybody[0][1], everybody[1:])
    return scores.told(words, everybody)
