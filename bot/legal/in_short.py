"""The note on privacy: the few lines that most people want to know."""

from __future__ import annotations

from bot.config import Settings
from bot.i18n import Words
from bot.wording import commands


def host(words: Words, settings: Settings) -> str:
    """Return the person who runs the bot, as the settings say."""
    return settings.host_name or words("an operator who has not given a name")


def contact(words: Words, settings: Settings) -> str:
    """How to reach them."""
    return settings.host_contact or words("the person who invited this bot to your server")


def summary(words: Words, settings: Settings) -> str:
    """Return what is stored and not stored, and the reader's choices, in short; the files beside it say it in
    full.
    """
    return "\n".join(
        (
            words("**Privacy, in short**"),
            words(
                "- This bot is run by {host}. Questions: {contact}",
                host=host(words, settings),
                contact=contact(words, settings),
            ),
            words(
                "- It stores your Discord id, your name at the time, every move of your matches, your "
                "results and ratings, and your settings."
            ),
            words("- It does not read what people write, shows no advertising and sells nothing."),
            words(
                "- {me} shows, exports and deletes what is stored about you, or hides you from others.",
                me=commands.mention(words, "koikoi me"),
            ),
            words("The notice and the terms in full are in the files below."),
        )
    )
