"""The privacy notice and the terms: templates in each language, filled in with who runs the bot."""

from __future__ import annotations

from enum import Enum
from importlib.resources import files

from bot.config import Settings
from bot.i18n import ENGLISH, Words, base
from bot.legal import in_short
from bot.service.housekeeping import KEPT_DAYS


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
        "{host}": in_short.host(words, settings),
        "{contact}": in_short.contact(words, settings),
        "{copy_days}": f"{settings.copy_days:g}",
        "{server_days}": str(KEPT_DAYS),
    }
    said = template(document, words.locale)
    for name, value in filled.items():
        said = said.replace(name, value)
    return said
