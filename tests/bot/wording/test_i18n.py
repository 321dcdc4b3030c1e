"""Catalogues: complete in every language, and in step with the code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message

from bot import catalogues
from bot.i18n import LOCALES, Languages, catalogue_file, mark, mark_within
from bot.wording.commands import command_name, mention, written

JAPANESE = re.compile("[\N{HIRAGANA LETTER A}-\N{KATAKANA LETTER VO}\u4e00-\u9fff\uff01-\uff5e]")
KOREAN = re.compile("[\N{HANGUL SYLLABLE GA}-\N{HANGUL SYLLABLE HIH}]")
ROOT = Path(__file__).resolve().parents[3]


def texts(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """A message's text or texts (plural forms)."""
    return (value,) if isinstance(value, str) else tuple(value or ())


def placeholders(text: str) -> set[str]:
    """Return the placeholders."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def messages(locale: str) -> list[Message]:
    """The messages of a committed catalogue, its head left out."""
    return [message for message in catalogues.read(locale) if message.id]


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a file that are no docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def calls(path: Path) -> Iterator[ast.Call]:
    """Every call of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


@cache
def said_by_the_code() -> frozenset[tuple[object, str | None]]:
    """The messages of the code with their contexts, looked for once for all catalogues."""
    return frozenset((message.id, message.context) for message in catalogues.extract() if message.id)


@pytest.mark.parametrize("locale", LOCALES)
def test_catalogue_has_exactly_the_messages_of_the_code(locale: str) -> None:
    """No message of the code is missing in a catalogue and none is left over (`python -m bot.catalogues`)."""
    assert {(message.id, message.context) for message in messages(locale)} == said_by_the_code()


@pytest.mark.parametrize("locale", [each for each in LOCALES if catalogues.whole(each)])
def test_every_message_has_words(locale: str) -> None:
    """No message is empty, fuzzy, or blank in any plural form."""
    for message in messages(locale):
        assert not message.fuzzy, message.id
        assert texts(message.string) and all(texts(message.string)), message.id


@pytest.mark.parametrize("locale", LOCALES)
def test_no_message_spells_a_command(locale: str) -> None:
    """Commands are filled in, so that they can be pressed."""
    told = [text for message in messages(locale) for text in texts(message.string)]
    assert not [text for text in told if "/koikoi" in text]


def test_commands_are_mentioned_with_their_unlocalised_names() -> None:
    """Discord finds a mentioned command by its id and these; an unknown one is written as it is typed."""
    languages = Languages.load()
    english, japanese = languages.pick("en"), languages.pick("ja")
    assert mention(english, "koikoi play") == written(english, "koikoi play") == "/koikoi play"
    assert mention(japanese, "koikoi play") == f"/koikoi {command_name(japanese, 'play')}"
    languages.register({"koikoi": 5, "koikoi play": 5})
    for words in (english, japanese):
        assert mention(words, "koikoi play") == "</koikoi play:5>"
        assert mention(words, "koikoi help") == written(words, "koikoi help")
    assert written(japanese, "koikoi play") == f"/koikoi {command_name(japanese, 'play')}"


@pytest.mark.parametrize("locale", LOCALES)
def test_placeholders_are_the_same(locale: str) -> None:
    """A translation fills in exactly what the message fills in."""
    for message in messages(locale):
        wanted = placeholders(texts(message.id)[-1])
        for text in texts(message.string):
            assert placeholders(text) == wanted, message.id


@pytest.mark.parametrize(("locale", "letters"), [("ja", JAPANESE), ("ko", KOREAN)])
def test_nothing_was_left_in_english(locale: str, letters: re.Pattern[str]) -> None:
    """Nothing that has an English word in it was left as it is by mistake."""
    same = {
        "koikoi",
        "cpu",
        "CPU",
        "{player} {change}",
        "{player}\u00a0{score}",
        "Fuda Wiki",
        "newhanafuda.art",
    }
    seal = "seal of who has won a month, on its result"
    for message in messages(locale):
        told = re.search("[a-z]{3}", re.sub(r"\{\w+\}", "", texts(message.id)[0]))
        if told and message.id not in same and message.context != seal:
            assert letters.search(texts(message.string)[0]), message.id


def test_korean_particles_follow_words_of_known_sound() -> None:
    """A particle whose form hangs on the sound before it follows no name: points are 점 or 문, months 월."""
    particle = re.compile(r"\{(\w+)\}(?:은|는|이|가|을|를|과|와|로|으로|이나|나)(?=[ .,?*]|$)")
    for message in messages("ko"):
        for text in texts(message.string):
            assert set(particle.findall(text)) <= {"points", "month"}, text


def test_japanese_uses_the_full_width_plus_and_a_real_minus() -> None:
    """Signs are written as the art guide asks: full-width plus, no hyphen for minus."""
    assert Languages.load().pick("ja").within("a gain", "+{n}", n=26) == "＋26"


@pytest.mark.parametrize(
    ("wishes", "locale"),
    [
        (("ja",), "ja"),
        (("ko",), "ko"),
        (("en-US",), "en"),
        (("en-GB", "ja"), "en"),
        (("fr", "ja"), "ja"),
        ((None, "", "de"), "en"),
        ((), "en"),
    ],
)
def test_the_first_wish_that_can_be_met_is_met(wishes: tuple[str | None, ...], locale: str) -> None:
    """Languages are picked in the order of the wishes, by language, English last."""
    assert Languages.load().pick(*wishes).locale == locale


def test_words_fill_in_plurals_and_contexts() -> None:
    """Plural forms follow the language; a context tells equal English texts apart."""
    languages = Languages.load()
    english, japanese = languages.pick("en"), languages.pick("ja")
    assert english.plural("{n} month", "{n} months", 1) == "1 month"
    assert english.plural("{n} month", "{n} months", 3) == "3 months"
    assert japanese.plural("{n} month", "{n} months", 3) == "3か月"
    assert japanese.within("button", "Sake cup") != japanese.within("option", "Sake cup")
    assert english.say(mark("points")) == "points"
    assert japanese.say(mark_within("a card", "crane")) == "鶴"


def test_languages_speak_with_values_that_hold_braces() -> None:
    """A name with braces in it is filled in as it is."""
    assert Languages.load().pick("en")("{player} resigned.", player="{x}") == "{x} resigned."


def test_code_holds_no_japanese() -> None:
    """Words for people stand in the catalogues: no string of the code outside docstrings holds Japanese."""
    found = []
    for package in catalogues.SPEAKING:
        for path in sorted((ROOT / package).rglob("*.py")):
            for line, text in literals(path):
                if JAPANESE.search(text):
                    found.append(f"{path.relative_to(ROOT)}:{line} {text!r}")
    # The sandbox's world is made of people and channels with Japanese names. A time of day is read as anybody
    # types it, whatever language they read.
    others = ("bot/sandbox/", "bot/times_of_day.py:")
    assert [each for each in found if not each.startswith(others)] == []


SHOWN = {"content", "label", "placeholder", "title", "text"}
"""Keywords by which discord.py takes what people read."""
SENDING = {"send", "send_message", "reply", "say"}


def test_what_is_sent_goes_through_words() -> None:
    """No literal is sent, and none labels a control: such texts come from `Words`."""
    found = []
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        for call in calls(path):
            shown = [key.value for key in call.keywords if key.arg in SHOWN]
            if isinstance(call.func, ast.Attribute) and call.func.attr in SENDING:
                shown += call.args
            for value in shown:
                if isinstance(value, ast.JoinedStr) or (
                    isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.strip()
                ):
                    found.append(f"{path.relative_to(ROOT)}:{value.lineno}")
    assert not found


def test_catalogues_are_written_as_the_tool_writes_them(tmp_path: Path) -> None:
    """Bringing the catalogues up to date changes nothing."""
    extracted = catalogues.extract()
    for locale in LOCALES:
        path = tmp_path / f"{locale}.po"
        catalogues.write(catalogues.updated(locale, extracted, catalogues.read(locale)), path)
        assert path.read_text(encoding="utf-8") == catalogue_file(locale).read_text(encoding="utf-8")


@pytest.mark.outside
def test_babels_own_command_finds_the_messages(tmp_path: Path) -> None:
    """`pybabel extract` with the checkout's mapping finds what the tool finds."""
    target = tmp_path / "koikoi.pot"
    keywords = ("words", "mark", "within:1c,2", "mark_within:1c,2", "plural:1,2")
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "babel.cfg"]
    command += [part for keyword in keywords for part in ("-k", keyword)] + ["-o", str(target), "."]
    subprocess.run(command, cwd=ROOT, check=True)
    assert target.read_text(encoding="utf-8").count("\nmsgid ") == len(messages("en")) + 1
