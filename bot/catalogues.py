"""The catalogues and the code that speaks: extract the messages, bring the catalogues up to date.

Run ``python -m bot.catalogues`` in a checkout after a message was added, changed or removed, then fill in
what is new in the other files. English says what the code says, unless its file says otherwise; what a
region's catalogue leaves empty ("zh_TW" beside "zh") is said as its language says it.

A new language: ``python -m bot.catalogues ko`` makes its file.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.i18n import DOMAIN, ENGLISH, LOCALES, base, catalogue_file, folder

ROOT = Path(__file__).resolve().parent.parent
SPEAKING = ("bot", "cogs")
"""The packages whose messages a person sees."""
KEYWORDS: dict[str, tuple[int | tuple[int, int] | tuple[int, str], ...] | None] = {
    "words": None,
    "mark": None,
    "within": ((1, "c"), 2),
    "mark_within": ((1, "c"), 2),
    "plural": (1, 2),
}
METHOD = [("**.py", "bot.catalogues:calls")]
HEADER = (
    "# The words of koikoi. Messages are whole sentences; text in braces is filled in and stays as it is."
)

UNTOLD = tuple(
    f'"{name}: '
    for name in (
        "Project-Id-Version",
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
    )
)
"""Lines of a catalogue's head that nothing needs and that would change with every update."""


def calls(
    source: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, str | tuple[str | None, ...], list[str]]]:
    """Messages of calls, ``words("...")``, ``words.plural("...", "...", n)``, as Babel asks an extractor.

    Babel's own takes every ``words`` for a call, also one that is merely passed on to a function. The tags of
    comments and the options of the mapping mean nothing here.
    """
    del comment_tags, options
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call) and (name := _called(node.func)) in keywords:
            texts = tuple(_literal(each) for each in node.args)
            if any(texts):
                yield node.lineno, name, texts if len(texts) > 1 else texts[0] or "", []


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literal(value: ast.expr) -> str | None:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def extract(root: Path = ROOT) -> Catalog:
    """Every message of the code, with the files that say it; no translations."""
    catalogue = Catalog(project="koikoi", charset="utf-8")
    for package in SPEAKING:
        found = extract_from_dir(root / package, METHOD, keywords=KEYWORDS)
        for file, _line, message, _comments, context in sorted(found, key=lambda row: (row[0], row[1])):
            path = f"{package}/{Path(file).as_posix()}"
            catalogue.add(message, locations=[(path, None)], context=context)  # type: ignore[list-item]
    return catalogue


def read(locale: str) -> Catalog:
    """The catalogue of a language as it is committed."""
    with catalogue_file(locale).open("rb") as source:
        return read_po(source, locale=folder(locale), domain=DOMAIN)


def updated(locale: str, messages: Catalog, before: Catalog | None) -> Catalog:
    """A catalogue with exactly the messages of the code, translations kept.

    It keeps its own plural forms, too: those of the installed Babel are for a new language alone.
    """
    after = Catalog(
        locale=folder(locale), domain=DOMAIN, project="koikoi", header_comment=HEADER, fuzzy=False
    )
    if before:
        after.mime_headers = [("Plural-Forms", before.plural_forms)]
    for message in messages:
        if not message.id:
            continue
        old = before.get(message.id, message.context) if before else None
        text = old.string if old and old.string else message.id if locale == ENGLISH else None
        after.add(message.id, text, message.locations, context=message.context)
    return after


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue without line numbers and dates, so that only words make a difference."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = BytesIO()
    write_po(text, catalogue, width=110, sort_by_file=True, include_lineno=False)
    lines = text.getvalue().decode().splitlines(keepends=True)
    kept = "".join(line for line in lines if not line.startswith(UNTOLD))
    path.write_text(kept, encoding="utf-8")


def whole(locale: str) -> bool:
    """Whether a catalogue has to say everything: one of a region may lean on that of its language."""
    return base(locale) == locale or base(locale) not in LOCALES


def main(new: Sequence[str] = ()) -> int:
    """Bring every catalogue up to date, make those of new languages, and name what has no words yet."""
    messages = extract()
    for locale in dict.fromkeys((*LOCALES, *(each.replace("_", "-") for each in new))):
        path = Path(str(catalogue_file(locale)))
        catalogue = updated(locale, messages, read(locale) if path.exists() else None)
        write(catalogue, path)
        missing = [message.id for message in catalogue if message.id and not _complete(message.string)]
        sys.stdout.write(f"{locale}: {len(catalogue)} messages, {len(missing)} without words\n")
        for name in missing if whole(locale) else ():
            sys.stdout.write(f"  {name!r}\n")
    return 0


def _complete(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) if isinstance(string, str) or string is None else all(string)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bot.catalogues", description=main.__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="a new language, as ko or zh_TW")
    sys.exit(main(parser.parse_args().languages))
