"""The texts where a command cannot do its work in this place."""

from __future__ import annotations

from bot.i18n import Words, mark
from bot.wording import commands


def elsewhere(words: Words, link: str) -> str:
    """To somebody where the bot is not: in a group, in another's direct messages, on a server without it."""
    return words(
        "I cannot play here: [invite me to a server](<{link}>), or play with me in direct messages.",
        link=link,
    )


ON_SERVERS = mark("This command works only on a server. Please use it there.")


def alone(words: Words) -> str:
    """To somebody who invites others in direct messages."""
    play = commands.mention(words, "koikoi play")
    return words(
        "In direct messages you play against CPU players; to invite somebody, use {play} on a server.",
        play=play,
    )


OWN_PROFILE = mark("In direct messages I show only your own record. On a server you can see others'.")
"""Reply to a request for another player's record in direct messages."""
