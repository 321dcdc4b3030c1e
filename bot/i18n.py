"""Languages: words of gettext catalogues, one for each folder of ``bot/locales``.

A message is named by its English text, a whole sentence with named placeholders. The catalogues are text
files (``bot/locales/*/LC_MESSAGES/koikoi.po``), compiled in memory when they are loaded. Within the bot a
language has Discord's code ("zh-CN"), its folder and Babel the one of gettext ("zh_CN").
"""

from __future__ import annotations

import functools
import gettext
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

DOMAIN = "koikoi"
ENGLISH = "en"
FOLDERS: Traversable = files("bot").joinpath("locales")
"""The folder of the catalogues, one folder for each language."""


def folder(locale: str) -> str:
    """A language's code as gettext and Babel write it, with an underscore."""
    return locale.replace("-", "_")


def base(locale: str) -> str:
    """The language of a code, without its region: ``zh`` of ``zh-CN``, ``ja`` of ``ja``."""
    return locale.partition("-")[0]


def catalogue_file(locale: str) -> Traversable:
    """Return the catalogue file of a language."""
    return FOLDERS.joinpath(folder(locale), "LC_MESSAGES", f"{DOMAIN}.po")


def found() -> tuple[str, ...]:
    """Every language that has a catalogue, by Discord's code: English, then the others by their codes."""
    codes = (each.name.replace("_", "-") for each in FOLDERS.iterdir())
    return tuple(sorted((code for code in codes if catalogue_file(code).is_file()), key=_english_first))


def _english_first(locale: str) -> tuple[bool, str]:
    return locale != ENGLISH, locale


LOCALES = found()
"""Every language there is a catalogue for; the first one is spoken where no wish can be met."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text of a table that waits to be said in some language: ``words.say(message)``."""

    text: str
    context: str | None = None


def mark(text: str) -> Message:
    """Mark a literal of a table for the catalogues."""
    return Message(text)


def mark_within(context: str, text: str) -> Message:
    """Mark a literal whose English text has another meaning elsewhere."""
    return Message(text, context)


MESSAGES = 4096
"""More than there are in the code: each is looked up once a language."""


class Words:
    """One language. Called with an English message it answers with that language's text.

    The names of the methods are what the extraction of messages looks for (``bot.catalogues``), so a message
    is always a literal in the call: ``words("{name} joined.", name=name)``.
    """

    __slots__ = ("_text", "_translations", "_within", "commands", "locale")

    def __init__(
        self, locale: str, translations: gettext.NullTranslations, commands: Mapping[str, int] | None = None
    ) -> None:
        self.locale = locale
        self.commands: Mapping[str, int] = {} if commands is None else commands
        """Discord's ids of the commands by their unlocalised path, as far as they are known by now."""
        self._translations = translations
        self._text = functools.lru_cache(MESSAGES)(translations.gettext)
        self._within = functools.lru_cache(MESSAGES)(translations.pgettext)

    def __call__(self, message: str, /, **values: object) -> str:
        """Say a message, its placeholders filled in."""
        return _filled(self._text(message), values)

    def within(self, context: str, message: str, /, **values: object) -> str:
        """Say a message whose English text means something else elsewhere."""
        return _filled(self._within(context, message), values)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Say a message with a number, which fills the placeholder ``{n}``."""
        return _filled(self._translations.ngettext(one, many, n), {"n": n, **values})

    def say(self, message: Message, /, **values: object) -> str:
        """Say a marked message."""
        if message.context is None:
            return self(message.text, **values)
        return self.within(message.context, message.text, **values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and other.locale == self.locale

    def __hash__(self) -> int:
        return hash(self.locale)

    def __repr__(self) -> str:
        return f"Words({self.locale!r})"


class Languages:
    """All languages, loaded once."""

    def __init__(self, words: dict[str, Words], commands: dict[str, int]) -> None:
        self._words = words
        self._by_code = {locale.lower(): each for locale, each in words.items()}
        self._commands = commands

    @classmethod
    def load(cls) -> Languages:
        """Read and compile the catalogues of the package, the first time (some tens of milliseconds)."""
        commands = dict[str, int]()
        return cls({locale: Words(locale, translations(locale), commands) for locale in LOCALES}, commands)

    def register(self, commands: Mapping[str, int]) -> None:
        """Let every language mention these commands, by unlocalised path, with Discord's ids."""
        self._commands.clear()
        self._commands.update(commands)

    def pick(self, *wishes: str | None) -> Words:
        """The first wish that can be met; else English.

        A wish is a code of Discord's. It is met by the catalogue of that very code, then by the one of its
        language: ``en-GB`` by English where British English has none. Chinese of one region does not meet a
        wish for the other: their letters differ.
        """
        for wish in wishes:
            if wish and (words := self._by_code.get(wish.lower()) or self._by_code.get(base(wish.lower()))):
                return words
        return self._words[ENGLISH]

    def __iter__(self) -> Iterator[Words]:
        return iter(self._words.values())


@functools.cache
def translations(locale: str) -> gettext.GNUTranslations:
    """A compiled catalogue. What a region's leaves empty is said as its language says it."""
    with catalogue_file(locale).open("rb") as source:
        catalogue = read_po(source, locale=folder(locale), domain=DOMAIN)
    for message in catalogue:
        if isinstance(message.string, list | tuple) and any(message.string):
            message.string = _without_gaps(message.string)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    made = gettext.GNUTranslations(compiled)
    language = base(locale)
    if language != locale and catalogue_file(language).is_file():
        made.add_fallback(translations(language))
    return made


def _without_gaps(forms: Sequence[str]) -> tuple[str, ...]:
    """Return plural forms, each empty one filled by the form before it, else by the first that has words.

    How many forms a language has depends on the version of Babel that began its catalogue. One form that
    nobody wrote must not bring English into the midst of it.
    """
    said = next(filter(None, forms))
    return tuple(said := form or said for form in forms)


class Thing(str):
    """The name of a thing: Korean puts no 님 behind it, as behind the name of a person."""

    __slots__ = ()


def _filled(text: str, values: dict[str, object]) -> str:
    if not values:
        return text
    if any(isinstance(each, Thing) for each in values.values()):
        text = _HONORIFIC.sub(lambda found: _without_honorific(found, values), text)
    return text.format(**values)


_HONORIFIC = re.compile(r"\{(\w+)\}(\**) 님(이|은|과|을)?")
"""A placeholder of somebody's name in Korean, with the particle that follows 님."""
_AFTER_VOWEL = {"이": "가", "은": "는", "과": "와", "을": "를"}
_ENDS_IN_CONSONANT = frozenset("013678")
"""The digits whose Korean names end in a consonant."""


def _without_honorific(found: re.Match[str], values: dict[str, object]) -> str:
    """Return a placeholder without 님 where a thing fills it; the particle goes by the sound that ends it."""
    name = values.get(found[1])
    if not isinstance(name, Thing):
        return found[0]
    last = name.rstrip("\\*_~")[-1:]
    spelled = "가" <= last <= "힣"
    vowel = (ord(last) - ord("가")) % 28 == 0 if spelled else last not in _ENDS_IN_CONSONANT
    particle = found[3] or ""
    return f"{{{found[1]}}}{found[2]}{_AFTER_VOWEL.get(particle, '') if vowel else particle}"
