"""The mechanical part of the project's English: named subjects and short sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.papers import BLOCK, MODULES, PAPERS, PRODUCT, ROOT, prose, read_through

FEW_WORDS, FEWER_WORDS = 35, 25
"""The most words of a sentence: on the first pages and in docstrings; in log lines and errors."""
END = r"(?<=[.!?:;])\s"
"""The end of a sentence, or of a part of one that can be read alone."""
UNNAMED = re.compile(r"\s*(?:The same|It|Its|They|Theirs?|Those|That|This|These|He|She|Them|Such)\b")
RELATIVE = re.compile(r"\s*(?:What|Who|Whom|Whose|Where|When|Which|Why|How|So (?:many|much|long))\b")
"""The beginning of a relative clause, unless the sentence is a question."""
SUBORDINATE = re.compile(
    r"\s*(?:After|As|At|Because|Before|Beside|Between|By|For|From|If|In|Of|On|Once|Only|Since|So|There|To"
    r"|Under|Until|While|With|Without)\b"
)
"""The beginning of a phrase without its subject."""
TOLD = re.compile(r"(?:stop|echo|announce|.*(?:Error|Exception|Refused))")
"""Functions and classes whose texts are read in a log or a terminal."""


def test_the_house_names_its_actors() -> None:
    """No paper, docstring or comment speaks of "whoever": each names the player, the host, the process."""
    told = re.compile(r"\bwho(?:m)?ever\b", re.IGNORECASE)
    named = [path for path in [*PAPERS, *MODULES] if path != Path(__file__)]
    assert not [path for path in named if told.search(prose(path))]


def test_docstrings_name_their_subjects() -> None:
    """No docstring begins with a pronoun or "The same": each begins with a verb or a noun."""
    for path in MODULES:
        unnamed = [said for said in read_through(path)[0] if UNNAMED.match(said)]
        assert not unnamed, f"{path.relative_to(ROOT)}: {unnamed}"


def test_docstrings_begin_with_no_relative_clause() -> None:
    """No docstring begins with "What", "Where", "How" or "So many", but for a question."""
    for path in MODULES:
        first = [said.split("\n\n")[0].strip() for said in read_through(path)[0] if RELATIVE.match(said)]
        clauses = [each for each in first if not each.endswith("?")]
        assert not clauses, f"{path.relative_to(ROOT)}: {clauses}"


def test_functions_and_classes_name_what_they_are() -> None:
    """The docstring of a module, a class or a function of the product begins with no preposition."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path in (path for path in MODULES if path.relative_to(ROOT).parts[0] in PRODUCT):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        said = (ast.get_docstring(node) or "" for node in nodes if isinstance(node, kinds))
        unnamed = [each for each in said if SUBORDINATE.match(each)]
        assert not unnamed, f"{path.relative_to(ROOT)}: {unnamed}"


def too_long(texts: Iterator[str], few: int) -> list[str]:
    """Return the sentences of more than `few` words."""
    sentences = (sentence for text in texts for sentence in re.split(END, text))
    return [sentence for sentence in sentences if len(sentence.split()) > few]


def parts(page: str) -> Iterator[str]:
    """The paragraphs, items and cells of a page without its blocks of code."""
    text = re.sub(r"[`*]|\]\([^)]*\)", "", BLOCK.sub("", page))
    yield from re.split(r"\n\s*\n|\n(?=- |\d+\. |\||#)| \| ", text)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_first_pages_are_read_once(name: str) -> None:
    """Short sentences alone."""
    assert not too_long(parts((ROOT / name).read_text(encoding="utf-8")), FEW_WORDS)


def test_docstrings_have_short_sentences() -> None:
    """A sentence of the product has at most 35 words, in which a colon or semicolon ends nothing."""
    for path in (path for path in MODULES if path.relative_to(ROOT).parts[0] in PRODUCT):
        told = (part for said in read_through(path)[0] for part in said.split("\n\n"))
        sentences = (each for part in told for each in re.split(r"(?<=[.!?])\s+|\n\s*(?:- |\|)", part))
        long = [each for each in sentences if len(each.split()) > FEW_WORDS]
        assert not long, f"{path.relative_to(ROOT)}: {long}"


def texts_of(node: ast.expr) -> list[str]:
    """Return the texts that an expression of literals may have, `…` for what is filled in."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.JoinedStr(values=values):
            return ["".join((texts_of(each) or ["…"])[0] for each in values)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return ["".join((texts_of(each) or ["…"])[0] for each in (left, right))]
        case ast.IfExp(body=body, orelse=orelse):
            return texts_of(body) + texts_of(orelse)
    return []


def told_by(path: Path) -> Iterator[str]:
    """The texts of a module's log lines and errors."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
                pass
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if TOLD.fullmatch(name):
                pass
            case _:
                continue
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            yield from texts_of(each)


def test_log_lines_and_errors_are_short() -> None:
    """At most 25 words in a sentence."""
    modules = [path for path in MODULES if path.relative_to(ROOT).parts[0] in PRODUCT]
    found = {path: list(told_by(path)) for path in modules}
    assert sum(map(len, found.values())) > 200
    for path, texts in found.items():
        long = too_long(iter(texts), FEWER_WORDS)
        assert not long, f"{path.relative_to(ROOT)}: {long}"
