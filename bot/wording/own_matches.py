"""One's own matches: what each is called, the list of them, and the one that is in the way of a new table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.i18n import Message, Words, mark_within
from bot.ids import UserId
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Participant
from bot.wording import calls, commands, limits, months, numbers, people
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from bot.wording.people import escaped

STANDINGS: Mapping[str, Message] = {
    "TURN": mark_within("how a match stands", "**Your turn**"),
    "INVITED": mark_within("how a match stands", "**You are invited**"),
    "STARTS": mark_within("how a match stands", "**You can start it**"),
    "OTHERS": mark_within("how a match stands", "Waits for others"),
    "LOBBY": mark_within("how a match stands", "Waits for players"),
    "ASIDE": mark_within("how a match stands", "Paused"),
}
"""By the name of a standing: those in bold wait for their reader."""


def list_title(words: Words, number: int, waiting: int) -> str:
    """Above the list; `waiting` of them wait for their reader."""
    count = words.plural("{n} match or table", "{n} matches and tables", number)
    if not waiting:
        return words("**My matches**: {count}, none waits for you", count=count)
    return words("**My matches**: {count}, {waiting} waiting for you", count=count, waiting=waiting)


def none_yet(words: Words) -> str:
    """Return the text for a reader without a match."""
    play = commands.mention(words, "koikoi play")
    return words("You have no match and no open table on any server. {play} opens one.", play=play)


def place(words: Words, link: str, server: str | None, channel: str | None) -> str:
    """Return the place of a match, as a link unless that is empty.

    `server` is empty in direct messages, None where it is not known.
    """
    if server is None:
        said = words("on a server")
    elif not server:
        said = words("in direct messages")
    else:
        said = people.server(words, server)
        if channel is not None and (called := people.cleaned(channel)):
            said += people.escaped(f" #{called}")
    return f"· [{said}]({link})" if link else f"· {said}"


def against(words: Words, others: str) -> str:
    """The other players."""
    return words("with {others}", others=others)


def moved(words: Words, at: datetime, *, lobby: bool) -> str:
    """Return the time of the last event, as Discord shows it to each reader."""
    when = numbers.countdown(at)
    return words("opened {when}", when=when) if lobby else words("last move {when}", when=when)


def beside(words: Words, told: Iterable[str]) -> str:
    """Return a match in one line."""
    return words.within("between what is told of a match", " · ").join(told)


def page(words: Words, number: int, of: int) -> str:
    """Below the list, where there are several pages."""
    return f"-# {words('Page {page} of {pages}', page=number, pages=of)}"


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


def which_ends(words: Words, some: Sequence[Linked], user: UserId) -> str:
    """Ask which of these matches is to end; they are numbered as their buttons are."""
    named = (Part(f"{number}. {line(words, each, user)}") for number, each in enumerate(some, start=1))
    return limits.fitted([Part(words("Which match do you want to end?")), *named], CONTENT)


def _called(words: Words, view: View, user: UserId, *, plain: bool = False) -> str:
    rules = rule_words.called(words, view.rules)
    rules = rules if plain else escaped(rules)
    if isinstance(view, LobbyView) and view.people and all(one.user == user for one in view.people):
        return words("{rules}, a table that waits for players", rules=rules)
    mine, others = _split(view, user)
    names = numbers.listing(words, [people.marked(words, one, plain=plain) for one in others])
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
        (
            people.marked(words, seat.participant),
            view.scores[seat.player],
            seat.participant.user == user,
        )
        for seat in seats
    ]
    return months.in_match(words, view.rules, month), _scores(words, told)


def _scores(words: Words, told: list[tuple[str, int, bool]]) -> str:
    """Everybody's score by name; the reader, who plays and comes first, is `you`."""
    everybody = [(name, score) for name, score, _ in told]
    if told[0][2]:
        return numbers.scores_to_player(words, everybody[0][1], everybody[1:])
    return numbers.scores(words, everybody)


def channel_busy(words: Words, one: Linked, user: UserId) -> str:
    """A table stands in the channel: who plays at it since when, and every way out."""
    there = _no_room(words, one, user)
    ways = [_since(words, one), words("- You can watch it, or open your table in another channel.")]
    resign = commands.mention(words, "koikoi resign")
    ways.append(words("- Its players and the server's managers can end it with {resign}.", resign=resign))
    return "\n".join([there, *filter(None, ways)])


def seat_is_free(words: Words, one: Linked, user: UserId) -> str:
    """Name the table that stands in the channel; a button below it leads to its free seat."""
    return "\n".join(filter(None, (_no_room(words, one, user), _since(words, one))))


def _no_room(words: Words, one: Linked, user: UserId) -> str:
    return words("There is a table in this channel already: {match}", match=line(words, one, user))


def user_busy(words: Words, one: Linked, user: UserId) -> str:
    """Name and link the match that they have already; a second line only where its channel was deleted."""
    mine = words("You have a table already: {match}", match=line(words, one, user))
    return f"{mine}\n- {calls.gone(words)}" if one.gone else mine


def _since(words: Words, one: Linked) -> str:
    """Return the time since when; empty where that is not known."""
    since = one.view.since
    if since is None:
        return ""
    when = numbers.countdown(since)
    if isinstance(one.view, LobbyView):
        return words("- Its lobby was opened {when}.", when=when)
    return words("- The match began {when}.", when=when)
