"""The absence of players: who is away, who plays for them, and what the others may do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import CpuPlayer, Status, WishKind
from bot.wording import numbers
from bot.wording import people as people_words
from bot.wording.people import People
from engine.rules.actions import Player


@dataclass(frozen=True, slots=True)
class Choices:
    """The buttons for a player because somebody is away."""

    back: bool = False
    """Take their own seat again: they are away themself, or a CPU player plays for them."""
    claim: bool = False
    """Claim the win, or seat a CPU player."""
    claimed: bool = False
    """Whether they have claimed the win, to which somebody else has to agree."""
    winnable: bool = True
    """Whether there is a win; else not everybody has played a card, and they claim the match's end."""


NOTHING = Choices()


@dataclass(frozen=True, slots=True)
class Absence:
    """The absent players, by table number."""

    away: tuple[Player, ...] = ()
    """The players whose opponents may choose what happens."""
    stood_in: tuple[tuple[Player, CpuPlayer], ...] = ()
    """For whom a CPU player plays."""
    claimed: tuple[Player, ...] = ()
    """The players who have claimed the win."""
    awaited: tuple[Player, ...] = ()
    """The players who have to agree to that before it is won."""
    ends_at: datetime | None = None
    """The time when the match is aborted because nobody has moved for days; None while that is far."""
    winnable: bool = True
    """Whether a claim wins the match; else it ends it without a result."""

    @classmethod
    def of(cls, view: MatchView) -> Absence:
        """The absence of a view; nobody is away from a match that is over."""
        if view.status is not Status.PLAYING:
            return cls()
        away = tuple(seat.player for seat in view.seats if seat.away)
        stood_in = tuple((seat.player, seat.stand_in) for seat in view.seats if seat.stand_in is not None)
        there = [seat for seat in view.seats if _is_there(seat)]
        wished = {wish.participant for wish in view.wishes if wish.kind is WishKind.CLAIM} if away else set()
        return cls(
            away,
            stood_in,
            tuple(seat.player for seat in there if seat.participant.number in wished),
            tuple(seat.player for seat in there if seat.participant.number not in wished) if wished else (),
            view.ends_at,
            view.all_have_played,
        )

    def choices(self, view: MatchView, seat: SeatView | None) -> Choices:
        """Return the buttons for the player of this seat."""
        if view.status is not Status.PLAYING or seat is None:
            return NOTHING
        if not _is_there(seat):
            return Choices(back=seat.participant.user is not None, winnable=self.winnable)
        return Choices(claim=bool(self.away), claimed=seat.player in self.claimed, winnable=self.winnable)


PRESENT = Absence()
"""Nobody is away."""


def _is_there(seat: SeatView) -> bool:
    """Whether a person plays there themself."""
    return seat.participant.user is not None and not seat.away and seat.stand_in is None


def lines(words: Words, absence: Absence, people: People) -> Iterator[str]:
    """Yield the absent and the choices, the claims of the win, the CPU stand-ins, the warning."""
    for player in absence.away:
        name = people.seated(player)
        yield _is_away(words, absence, name)
    if absence.claimed and absence.awaited:
        claimed = numbers.listing(words, [*map(people.seated, absence.claimed)])
        awaited = numbers.listing(words, [*map(people.seated, absence.awaited)])
        yield _claim(words, absence, claimed, awaited)
    for player, stand_in in absence.stood_in:
        cpu = people_words.cpu_in_short(words, stand_in)
        yield words(
            "{cpu} plays for {player}, who may come back at any time.", cpu=cpu, player=people.seated(player)
        )
    yield warning(words, absence)


def _is_away(words: Words, absence: Absence, player: str) -> str:
    """Yield that somebody is away, and what may be done."""
    if absence.winnable:
        return words(
            "**{player}** is away. Opponents may claim the win, wait, or seat a CPU player.", player=player
        )
    return words(
        "**{player}** is away. Opponents may end the match without a result, wait, or seat a CPU player.",
        player=player,
    )


def _claim(words: Words, absence: Absence, players: str, others: str) -> str:
    """Return the players who have claimed the win, or where there is none yet the end of the match."""
    if absence.winnable:
        return words("Claims the win: {players}. Still to agree: {others}.", players=players, others=others)
    return words(
        "**{players}** would like to end this match without a result. Still to agree: {others}.",
        players=players,
        others=others,
    )


def warning(words: Words, absence: Absence) -> str:
    """Return that the match is soon aborted; empty while that is far."""
    if absence.ends_at is None:
        return ""
    when = numbers.countdown(absence.ends_at)
    return words("Nobody has moved for days: the match ends {when}, without a result.", when=when)


def to_them(words: Words, choices: Choices, *, stood_in: bool) -> str:
    """The line of the hand of somebody who is absent; empty on everybody else's."""
    if not choices.back:
        return ""
    if stood_in:
        return words("**A CPU player plays for you.** Press I'm back to take your seat again.")
    if choices.winnable:
        return words("**You were away**, so the others may claim the win. Play on, or press I'm back.")
    return words(
        "**You were away**, so the others may end the match without a result. Play on, or press I'm back."
    )


def mark(words: Words, absence: Absence, player: Player) -> str | None:
    """The chip beside the name of somebody who is absent."""
    if player in absence.away:
        return words.within("picture", "Away")
    if player in dict(absence.stood_in):
        return words.within("picture", "CPU plays")
    return None


def described(words: Words, absence: Absence, player: Player) -> str:
    """Return the absence for a description; empty if they are there."""
    if player in absence.away:
        return words("is away")
    stand_in = dict(absence.stood_in).get(player)
    if stand_in is None:
        return ""
    return words("{cpu} plays for them", cpu=people_words.cpu_in_short(words, stand_in))
