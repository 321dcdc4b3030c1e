"""Ends without a result in words: who wants one, why there was one; and matches that are set aside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.i18n import Message, Words, mark
from bot.ids import MatchId, UserId
from bot.match.ending import WayOut
from bot.match.hosted_match import resuming
from bot.match.views import MatchView, View
from bot.match.vocabulary import NoResult, Participant, Status, WishKind
from bot.wording import numbers, people
from bot.wording import rules as rule_words
from engine.rules.actions import Phase
from engine.rules.options import Rules

CLOSE_QUESTION = mark("Close this table? Everybody in its lobby can then play elsewhere.")
LOSE_QUESTION = mark("Give this match up? It counts as a loss for you.")
UNMOVED_QUESTION = mark(
    "Give this match up? Not everybody has played a card yet, so it ends without a result and counts nowhere."
)
OTHER_WAYS: Mapping[WayOut, Message] = {
    WayOut.ALONE: mark("You can also end it without a result. It then counts nowhere."),
    WayOut.UNPLAYED: mark("Nobody has moved for a day, so you can also end it without a result."),
    WayOut.ASK: mark("It ends without a result if all its players agree."),
    WayOut.ASKED: mark("You have asked the others to end it without a result. It ends when all have agreed."),
}
"""Sentences for somebody who can give a match up on the other way to end it."""


_UNMOVED = mark("This match was ended without a result: not everybody had played a card.")
WHY: Mapping[NoResult | None, Message] = {
    NoResult.AGREED: mark("This match was ended without a result: its players agreed to end it."),
    NoResult.MANAGER: mark("This match was ended without a result by a manager of the server."),
    NoResult.IDLE: mark("This match was ended without a result: nobody had moved for too long."),
    NoResult.UNMOVED: _UNMOVED,
    NoResult.STAYED_AWAY: _UNMOVED,
    None: mark("This match was ended without a result."),
}
"""The ends of a match without a result, where nobody is named."""
_BEFORE_CARDS = {Phase.SEATS, Phase.CUT}


@dataclass(frozen=True, slots=True)
class Facts:
    """A match that some of its people want to end without a result, that has so ended, or is set aside."""

    match: MatchId
    rules: Rules
    playing: bool
    set_aside: bool
    ends_at: datetime | None
    """The time when it ends by itself, where its people are warned of that."""
    why: NoResult | None
    players: tuple[Participant, ...]
    """The people who play."""
    wishing: tuple[Participant, ...]
    """Players who want the match to end, or wanted it when it ended."""
    awaited: tuple[Participant, ...]
    """Players who still have to agree, if anybody wants it."""
    away: tuple[Participant, ...]
    """Players who stayed away."""
    back: tuple[Participant, ...]
    """Players who have woken the match while it rests."""
    called: tuple[Participant, ...]
    """Players who have to press still before it goes on."""
    dealt: bool
    """Whether cards were dealt, so that there is something to be looked at once it has ended."""

    @classmethod
    def of(cls, view: MatchView) -> Facts:
        """The facts of a match."""
        stood_in = {seat.participant.number for seat in view.seats if seat.stand_in is not None}
        there = tuple(seat.participant for seat in view.seats) or view.people
        players = tuple(one for one in there if one.user is not None)
        wished = {wish.participant for wish in view.wishes if wish.kind is WishKind.ABORT}
        wishing = tuple(one for one in players if one.number in wished)
        others = tuple(one for one in players if one.number not in wished | stood_in)
        return cls(
            match=view.match,
            rules=view.rules,
            playing=view.status is Status.PLAYING,
            set_aside=view.set_aside,
            ends_at=view.ends_at,
            why=view.no_result,
            players=players,
            wishing=wishing,
            awaited=others if wishing else (),
            away=tuple(seat.participant for seat in view.seats if seat.away),
            back=tuple(one for one in players if one.number in resuming(view.wishes)),
            called=view.called_back,
            dealt=bool(view.ends) or (view.public is not None and view.public.phase not in _BEFORE_CARDS),
        )

    @property
    def open(self) -> bool:
        """Whether somebody wants the match to end, and others have to say something to it."""
        return self.playing and bool(self.wishing)

    @property
    def may_begin_anew(self) -> bool:
        """Whether the same people may want another match at once: one gave this one up, hardly begun."""
        return self.why is NoResult.UNMOVED

    def asks(self, user: UserId) -> bool:
        """Whether this user has to agree still."""
        return any(one.user == user for one in self.awaited)


def wish(words: Words, facts: Facts) -> str:
    """Return who wants the match to end without a result, and who has to agree; empty where nobody does."""
    if not facts.open:
        return ""
    return words(
        "**{players}** would like to end this match without a result. Still to agree: {others}.",
        players=_names(words, facts.wishing),
        others=_names(words, facts.awaited),
    )


def aside(words: Words, facts: Facts) -> str:
    """Return the line in place of a table whose match waits to be taken up; its button does that."""
    title, players = rule_words.title(words, facts.rules), _names(words, facts.players)
    if facts.ends_at is None:
        line = words("-# {rules}: the match of {players} is paused.", rules=title, players=players)
    else:
        line = words(
            "-# {rules}: the match of {players} is paused, and ends {when}.",
            rules=title,
            players=players,
            when=numbers.countdown(facts.ends_at),
        )
    return "\n".join(filter(None, (line, _woken(words, facts))))


def _woken(words: Words, facts: Facts) -> str:
    """Return who has woken the match, and whom it waits for; empty where nobody has."""
    if not facts.called:
        return ""
    called = [f"<@{one.user}>" for one in facts.called]
    return words(
        "{players} would like to play on. {others}: press My hand, and the match goes on.",
        players=_names(words, facts.back),
        others=numbers.listing(words, called),
    )


def text(words: Words, facts: Facts) -> str:
    """Return the text in place of a table's: that the match has ended without a result, and the reason."""
    match facts.why:
        case NoResult.AGREED if len(facts.players) == 1:
            return words("{player} ended this match without a result.", player=_names(words, facts.players))
        case NoResult.UNPLAYED:
            who = _names(words, facts.wishing)
            return words(
                "Nobody had moved for a day, so {player} ended this match without a result.", player=who
            )
        case NoResult.UNMOVED if facts.wishing:
            return words(
                "This match has no result: {player} gave it up before everybody had played a card.",
                player=_names(words, facts.wishing),
            )
        case NoResult.STAYED_AWAY if facts.away:
            return words(
                "This match has no result: {players} stayed away before everybody had played a card.",
                players=_names(words, facts.away),
            )
        case why:
            return words.say(WHY[why])


def _names(words: Words, some: tuple[Participant, ...]) -> str:
    return numbers.listing(words, [people.name(words, one) for one in some])


def question(words: Words, view: View, way: WayOut, *, cost: str, manager: bool) -> str:
    """Return the question before an end: the effects of the buttons for this person.

    `cost`: a sentence on what giving up does to their rating.
    """
    lines = list[str]()
    if way is WayOut.CLOSE:
        lines.append(words.say(CLOSE_QUESTION))
    elif way is not WayOut.NONE and isinstance(view, MatchView):
        if view.all_have_played:
            lines += filter(None, (words.say(LOSE_QUESTION), cost, words.say(OTHER_WAYS[way])))
        else:
            lines.append(words.say(UNMOVED_QUESTION))
    if manager:
        people = tuple(one for one in view.people if one.user is not None)
        lines.append(
            words(
                (
                    "As a manager of this server you may close this table of {players}. Its match then has "
                    "no result."
                ),
                players=_names(words, people),
            )
        )
    return "\n".join(lines) or words.say(NOTHING_TO_END)


NOTHING_TO_END = mark("You have no match here to end.")


def outcome(words: Words, *, ended: bool) -> str:
    """Return the text after the press: it has ended, or the others are asked."""
    if ended:
        return words("It has ended, without a result.")
    return words(
        "The bot now asks the others, on the table and on their hands. The match ends when everybody agrees."
    )
