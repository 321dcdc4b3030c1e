"""Languages by a file alone: regions beside each other, plural forms, what is not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from discord import Locale

from bot import catalogues, i18n, legal
from bot.i18n import Languages, base, folder
from bot.legal import Document
from bot.records import periods
from bot.wording.records.boards import month
from cogs.platform.command_text import Translator

PLURAL = ("{n} month", "{n} months")
SAID: dict[str, dict[str | tuple[str, str], str | tuple[str, ...]]] = {
    "en": {},
    "en_GB": {"The match is over": "It is over, I dare say"},
    "es_419": {PLURAL: ("{n} mes", "{n} meses")},
    "ja": {PLURAL: ("{n}か月",)},
    "pt_BR": {PLURAL: ("{n} mês", "{n} meses")},
    "zh_CN": {"The match is over": "对局结束", PLURAL: ("{n}个月",)},
    "zh_TW": {"The match is over": "對局結束", PLURAL: ("{n}個月",)},
}
"""The texts of these catalogues, by their folders."""


@pytest.fixture
def languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Languages]:
    """Languages whose folders hold nothing but those catalogues, written as the tool writes them."""
    for name, said in SAID.items():
        catalogue = Catalog(locale=name, domain=i18n.DOMAIN)
        for message, text in said.items():
            catalogue.add(message, text)
        catalogue.add("Yes")
        catalogues.write(catalogue, tmp_path / name / "LC_MESSAGES" / f"{i18n.DOMAIN}.po")
    (tmp_path / "fr").mkdir()
    monkeypatch.setattr(i18n, "FOLDERS", tmp_path)
    monkeypatch.setattr(i18n, "LOCALES", i18n.found())
    i18n.translations.cache_clear()
    yield Languages.load()
    i18n.translations.cache_clear()


def test_languages_are_found_by_their_files(languages: Languages) -> None:
    """By Discord's codes, English first; a folder without a catalogue is none."""
    assert [each.locale for each in languages] == ["en", "en-GB", "es-419", "ja", "pt-BR", "zh-CN", "zh-TW"]


@pytest.mark.parametrize(
    ("wish", "locale"),
    [
        ("zh-CN", "zh-CN"),
        ("zh-TW", "zh-TW"),
        ("pt-BR", "pt-BR"),
        ("es-419", "es-419"),
        ("en-GB", "en-GB"),
        ("en-US", "en"),
        ("ja", "ja"),
        ("es-ES", "en"),
        ("sv-SE", "en"),
    ],
)
def test_a_code_is_met_by_itself_then_by_its_language_then_by_english(
    languages: Languages, wish: str, locale: str
) -> None:
    """A region does not meet the wish for another one."""
    assert languages.pick(wish).locale == locale
    assert languages.pick(None, wish, "ja").locale == (locale if base(locale) == base(wish) else "ja")


def test_each_has_its_own_plural_forms(languages: Languages) -> None:
    """As many as its language has; a region that says nothing has those of its language."""
    said = {each.locale: [each.plural(*PLURAL, n) for n in (0, 1, 2)] for each in languages}
    assert said["pt-BR"] == ["0 mês", "1 mês", "2 meses"]
    assert said["es-419"] == ["0 meses", "1 mes", "2 meses"]
    assert said["zh-TW"] == ["0個月", "1個月", "2個月"]
    assert said["en-GB"] == said["en"] == ["0 months", "1 month", "2 months"]


@pytest.mark.parametrize(
    ("forms", "said"),
    [
        (("mês", "meses", ""), ("mês", "meses", "meses")),
        (("mês", "", ""), ("mês", "mês", "mês")),
        (("", "meses", ""), ("meses", "meses", "meses")),
    ],
)
def test_a_form_that_nobody_wrote_brings_no_english(
    languages: Languages, forms: tuple[str, ...], said: tuple[str, ...]
) -> None:
    """A neighbour is said in its place, however many forms the installed Babel gives a language."""
    catalogue = Catalog(locale="pt_BR", domain=i18n.DOMAIN)
    catalogue.mime_headers = [("Plural-Forms", "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);")]
    catalogue.add(PLURAL, forms)
    catalogues.write(catalogue, Path(str(i18n.catalogue_file("pt-BR"))))
    i18n.translations.cache_clear()
    words = Languages.load().pick("pt-BR")
    assert tuple(words.plural(*PLURAL, n) for n in (1, 2, 3)) == said


def test_an_update_keeps_the_plural_forms_of_a_catalogue(languages: Languages) -> None:
    """A new language alone gets the forms of the installed Babel."""
    own = "nplurals=2; plural=(n > 7);"
    before = Catalog(locale="pt_BR", domain=i18n.DOMAIN)
    before.mime_headers = [("Plural-Forms", own)]
    before.add(PLURAL, ("mês", "meses"))
    path = Path(str(i18n.catalogue_file("pt-BR")))
    catalogues.write(before, path)
    catalogues.write(catalogues.updated("pt-BR", before, catalogues.read("pt-BR")), path)
    assert own in path.read_text()
    assert [each.string for each in catalogues.read("pt-BR") if each.id] == [("mês", "meses")]


def test_a_region_holds_only_what_differs(languages: Languages) -> None:
    """The texts that it leaves empty come from its language; where that has no file, from English."""
    british, taiwanese = languages.pick("en-GB"), languages.pick("zh-TW")
    assert (british("The match is over"), british("Yes")) == ("It is over, I dare say", "Yes")
    assert (taiwanese("The match is over"), taiwanese("Yes")) == ("對局結束", "Yes")


def test_a_region_may_lean_on_its_language_alone() -> None:
    """One whose language has a catalogue need not be complete."""
    assert not catalogues.whole("en-GB")
    assert catalogues.whole("ko")


async def test_discord_is_told_the_names_of_the_regions_that_there_are(languages: Languages) -> None:
    """Each code of Discord's that a catalogue meets, and no other."""
    met = {locale.value for locale in Locale if Translator(languages).speaks(locale)}
    assert met == {"en-GB", "en-US", "es-419", "ja", "pt-BR", "zh-CN", "zh-TW"}


def test_what_a_region_lacks_falls_back(languages: Languages) -> None:
    """Legal texts to English, a time zone to UTC; months are written by Babel, which has its own codes."""
    for document in Document:
        assert legal.template(document, "zh-TW") == legal.template(document, "en")
        assert legal.template(document, "ja-JP") == legal.template(document, "ja")
    assert periods.zone(None, "zh-TW").key == "UTC"
    assert periods.zone(None, "ko").key == "Asia/Seoul"
    assert month(languages.pick("zh-TW"), "2026-11") == "2026年11月"
    assert folder("es-419") == "es_419"
