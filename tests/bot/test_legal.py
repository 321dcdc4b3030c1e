"""The privacy notice and the terms: true, whole, and the same in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot import legal
from bot.config import Settings
from bot.i18n import LOCALES, Languages
from bot.legal import Document
from bot.service.housekeeping import KEPT_DAYS
from bot.storage.database.schema import metadata
from bot.wording import buttons
from bot.wording.commands import command_name
from bot.wording.settings import person

NAMED = {"host", "contact", "copy_days", "server_days"}
COLUMN = re.compile(r"`([a-z_]+)\.([a-z_]+)`")


def settings(**values: Any) -> Settings:
    """A host's settings."""
    return Settings(_env_file=None, **values)


def rows(locale: str) -> list[tuple[str, str, str]]:
    """The lines of the table of columns: where, what, how long."""
    template = legal.template(Document.PRIVACY, locale)
    found = re.findall(r"^\| (`[a-z_]+\..*?) \| (.*?) \| (.*?) \|$", template, re.M)
    return [(where, what, long) for where, what, long in found]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_column_of_the_database_has_its_line(locale: str) -> None:
    """Once, with what it holds and how long; no line names what is not there."""
    named = [column for where, _, _ in rows(locale) for column in COLUMN.findall(where)]
    there = {(table.name, column.name) for table in metadata.tables.values() for column in table.c}
    assert sorted(named) == sorted(there)
    assert all(what and long for _, what, long in rows(locale))


def test_all_languages_tell_of_the_same_columns_together() -> None:
    """Line by line, and with as many headings and points."""
    english, *others = ([where for where, _, _ in rows(locale)] for locale in LOCALES)
    assert all(each == english for each in others)
    for document in Document:
        templates = [legal.template(document, locale) for locale in LOCALES]
        for mark in ("\n#", "\n- "):
            assert len({template.count(mark) for template in templates}) == 1


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("document", Document)
def test_the_host_is_named(document: Document, locale: str) -> None:
    """Every gap of a template is filled in, with the settings or with words."""
    words = Languages.load().pick(locale)
    assert set(re.findall(r"\{(\w+)\}", legal.template(document, locale))) <= NAMED
    said = legal.text(document, words, settings(host_name="Hana", host_contact="hana@example.org"))
    assert "Hana" in said
    assert "hana@example.org" in said
    plain = legal.text(document, words, settings())
    assert legal.host(words, settings()) in plain
    assert not re.search(r"[{}]|None", said + plain)


@pytest.mark.parametrize("locale", LOCALES)
def test_times_are_those_of_the_code(locale: str) -> None:
    """For copies the setting, for servers that left the constant."""
    words = Languages.load().pick(locale)
    said = legal.text(Document.PRIVACY, words, settings(copy_days=12.5))
    assert "12.5" in said
    assert KEPT_DAYS == 30
    assert str(KEPT_DAYS) in said


@pytest.mark.parametrize("locale", LOCALES)
def test_what_can_be_done_is_called_as_on_the_screen(locale: str) -> None:
    """Commands and buttons have the names that people see."""
    words = Languages.load().pick(locale)
    text = legal.template(Document.PRIVACY, locale) + legal.template(Document.TERMS, locale)
    assert f"`/koikoi {command_name(words, 'me')}`" in text
    for shown in (
        words.say(person.EXPORT_BUTTON),
        words.say(person.DELETE_BUTTON),
        words.say(person.HIDDEN_TITLE),
        words.say(buttons.NEXT_MONTH),
    ):
        assert shown in text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_summary_is_a_message(locale: str) -> None:
    """The summary names the host, and fits."""
    words = Languages.load().pick(locale)
    said = legal.summary(words, settings(host_name="Hana", host_contact="x" * 200))
    assert "Hana" in said
    assert len(said) <= 2000
