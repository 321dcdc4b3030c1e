"""The words of the repository: its pages, and the docstrings and comments of its modules."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "cogs", "engine", "images", "tests")
PRODUCT = FOLDERS[:-1]
PAPERS = [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.md")))]
MODULES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
"""A block of code on a page: its language, and the code."""


@cache
def read_through(path: Path) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return a module's docstrings, and every name in it with every word of its other strings."""
    said, strings, found = dict[int, str](), dict[int, str](), {path.stem}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            said[id(node.value)] = str(node.value.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings[id(node)] = node.value
        for field in ("name", "id", "attr", "arg", "asname", "module"):
            if isinstance(value := getattr(node, field, None), str):
                found.update(value.split("."))
    for each in strings.keys() - said.keys():
        found.update(re.findall(r"\w+", strings[each]))
    return tuple(said.values()), frozenset(found)


def prose(path: Path) -> str:
    """Return what a file says in words: a paper, or the docstrings and comments of a module."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    comments = re.findall(r"(?:^|\s)# .*", text, re.MULTILINE)
    return "\n".join([*read_through(path)[0], *comments])
