"""The privacy notice and the terms: templates in each language, filled in with who runs the bot."""

from __future__ import annotations

from enum import Enum
from importlib.resources import files

from bot.config import Settings
from bot.i18n import ENGLISH, Words, base
from bot.service.housekeeping import KEPT_DAYS
from bot.wording import commands


class Document(Enum):
    """The legal texts; a value is the file's name without language and ending."""

    PRIVACY = "PRIVACY"
    TERMS = "TERMS"

    @property
    def file(self) -> str:
        """The name of the file as it is sent."""
        return f"{self.value}.md"


def template(document: Document, locale: str) -> str:
    """The text before it is filled in: `PRIVACY.md` is English, `PRIVACY.ja.md` Japanese.

    A language without the file, or a region, has that of the nearest one: `PRIVACY.zh-TW.md`, else
    `PRIVACY.zh.md`, else English.
    """
    names = [f".{each}" for each in (locale, base(locale)) if each != ENGLISH]
    found = (files("bot").joinpath("legal", f"{document.value}{name}.md") for name in (*names, ""))
    return next(each for each in found if each.is_file()).read_text(encoding="utf-8")


def text(document: Document, words: Words, settings: Settings) -> str:
    """The text for people."""
    filled = {
        "{host}": host(words, settings),
        "{contact}": contact(words, settings),
        "{copy_days}": f"{settings.copy_days:g}",
        "{server_days}": str(KEPT_DAYS),
    }
    said = template(document, words.locale)
    for name, value in filled.items():
        said = said.replace(name, value)
    return said


def host(words: Words, settings: Settings) -> str:
    """Return the person who runs the bot, as the settings say."""
    return settings.host_name or words("an operator who has not given a name")


def contact(words: Words, settings: Settings) -> str:
    """Return the contact of the host."""
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
