"""All matches and lobbies of one person, on every server: whose turn it is, and the way there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match.calls import asked
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import JoinNumber
from bot.wording import calls, limits, months, numbers
from bot.wording import own_matches as wording
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from bot.wording.people import Cast, Naming
from engine.rules.actions import Phase, Player
from engine.rules.options import Rules

PAGE = 6
"""Matches on one page."""


class Standing(IntEnum):
    """The states of a match for somebody, those that wait for them first."""

    TURN = 0
    INVITED = 1
    STARTS = 2
    """The person's own lobby has all its players."""
    OTHERS = 3
    """Others are asked, or CPU players."""
    LOBBY = 4
    """The lobby waits for players."""
    ASIDE = 5


@dataclass(frozen=True, slots=True)
class Game:
    """A match or lobby of somebody. `month` None before the first; `server` and `channel` where known."""

    match: MatchId
    standing: Standing
    rules: Rules
    month: int | None
    cast: Cast
    mine: JoinNumber | None
    """The person's own joining number; None if they are invited and have not come."""
    moved_at: datetime
    link: str
    server: str | None
    """The name of the server; empty in direct messages, None where it is not known."""
    channel: str | None
    gone: bool
    """Whether its channel was deleted."""
    here: bool
    """Whether it can be opened from where the list is shown."""
    plays: bool
    """Whether the person has a hand in it, or draws for a seat."""


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a match, in words and as a link."""

    link: str
    server: str | None
    channel: str | None
    gone: bool = False


def facts(view: View, user: UserId, moved_at: datetime, where: Where, *, here: bool) -> Game:
    """Return the facts about one of somebody's matches; `here`: it can be opened from the list."""
    mine = next((one.number for one in view.people if one.user == user), None)
    month = None
    if isinstance(view, MatchView) and view.seats:
        seen = view.public
        month = seen.month if seen is not None else view.ends[-1].month if view.ends else None
    return Game(
        *(view.match, standing(view, user, mine), view.rules, month, Cast.of(view), mine, moved_at),
        *(where.link, where.server, where.channel, where.gone, here),
        plays=isinstance(view, MatchView) and view.plays(user),
    )


def standing(view: View, user: UserId, mine: JoinNumber | None) -> Standing:
    """Return the state of a match for somebody; `mine`: their joining number."""
    if isinstance(view, LobbyView):
        if mine is None:
            return Standing.INVITED
        return Standing.STARTS if view.host == user and view.ready else Standing.LOBBY
    if view.set_aside:
        return Standing.ASIDE
    if view.rest is not None:
        return Standing.TURN if mine in view.rest.waiting_for else Standing.OTHERS
    seen = view.public
    drawing = seen is not None and seen.phase is Phase.SEATS and not view.shows_draw
    if drawing and seen is not None:
        # During the draw these are joining numbers.
        return Standing.TURN if mine is not None and Player(mine) in seen.to_move else Standing.OTHERS
    return Standing.TURN if user in asked(view) else Standing.OTHERS


def in_order(games: Iterable[Game]) -> list[Game]:
    """Return the matches in order: those that wait for their reader first, then the last moved."""
    return sorted(games, key=lambda game: (game.standing, -game.moved_at.timestamp(), -game.match))


def pages(games: Sequence[Game]) -> int:
    """Return the number of pages, at least one."""
    return max(1, -(-len(games) // PAGE))


def numbered(games: Sequence[Game], page: int) -> list[tuple[int, Game]]:
    """Return the matches of one page, in order, each with its number from 1; pages count from 0."""
    first = page * PAGE
    return list(enumerate(in_order(games)[first : first + PAGE], start=first + 1))


def text(words: Words, games: Sequence[Game], page: int) -> str:
    """One page of somebody's matches, in order, with numbers where there are several."""
    if not games:
        return wording.none_yet(words)
    if len(games) == 1:
        return limits.fitted([Part(_lines(words, games[0]))], CONTENT)
    waiting = sum(game.standing <= Standing.STARTS for game in games)
    parts = [Part(wording.list_title(words, len(games), waiting))]
    for number, game in numbered(games, page):
        parts.append(Part(f"{number}. {_lines(words, game)}", number))
    if pages(games) > 1:
        parts.append(Part(wording.page(words, page + 1, pages(games))))
    return limits.fitted(parts, CONTENT)


def _lines(words: Words, game: Game) -> str:
    """Return the state and the place; below, the match."""
    names = game.cast.named(words, naming=Naming.MARKED)
    others = [names.joined(one.number) for one in game.cast.people if one.number != game.mine]
    told = [rule_words.called(words, game.rules)]
    if game.month is not None:
        told.append(months.in_match(words, game.rules, game.month))
    if others:
        told.append(wording.against(words, numbers.listing(words, others)))
    told.append(wording.moved(words, game.moved_at, lobby=game.month is None))
    place = wording.place(words, "" if game.gone else game.link, game.server, game.channel)
    lines = [f"{words.say(wording.STANDINGS[game.standing.name])} {place}"]
    if game.gone:
        lines.append(f"-# {calls.gone(words)}")
    return "\n".join((*lines, f"-# {wording.beside(words, told)}"))
