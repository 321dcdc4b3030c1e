"""To somebody who may not open a table: which one is in the way, and what can be done about it."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.views import LobbyView
from bot.match.vocabulary import UserId
from bot.wording import commands, numbers
from bot.wording.matches import names
from bot.wording.matches.names import Linked


def channel_busy(words: Words, one: Linked, user: UserId) -> str:
    """A table stands in the channel: who plays at it since when, and every way out."""
    there = words("There is a table in this channel already: {match}", match=names.line(words, one, user))
    ways = [_since(words, one), words("- You can watch it, or open your table in another channel.")]
    abort = commands.mention(words, "koikoi abort")
    if any(each.user == user for each in one.view.people):
        ways.append(
            words("- You are playing there: {abort} ends the match if the others agree.", abort=abort)
        )
    else:
        ways.append(words("- Its players and the server's managers can end it with {abort}.", abort=abort))
    return "\n".join([there, *filter(None, ways)])


def user_busy(words: Words, one: Linked, user: UserId) -> str:
    """Name and link the match that they have already; a second line only where its channel was deleted."""
    mine = words("You have a table already: {match}", match=names.line(words, one, user))
    return f"{mine}\n- {bring_back(words)}" if one.gone else mine


def bring_back(words: Words) -> str:
    """How players go on whose channel was deleted."""
    table = commands.mention(words, "koikoi table")
    return words(
        "Its channel was deleted. Use {table} in another channel of its server to continue there.",
        table=table,
    )


def _since(words: Words, one: Linked) -> str:
    """Since when; empty where that is not known."""
    since = one.view.since
    if since is None:
        return ""
    when = numbers.countdown(since)
    if isinstance(one.view, LobbyView):
        return words("- Its lobby was opened {when}.", when=when)
    return words("- The match began {when}.", when=when)
