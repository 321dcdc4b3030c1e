"""The sandbox's place in the house: one door, nothing of the product behind it, no import in a circle."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from bot import sandbox
from tests.support.waiting import MOST_SECONDS
from tests.test_architecture import PACKAGES, ROOT, modules

SANDBOX = ROOT / "bot" / "sandbox"
WITHOUT_THE_SANDBOX = "import sys; sys.modules['bot.sandbox'] = None; "
BOTH_COMMANDS = """
from bot.__main__ import main
for command in ("sandbox", "run"):
    try:
        main([command])
    except SystemExit as end:
        print(command, "ended with", end.code, file=sys.stderr)
"""
IMPORT_THE_PRODUCT = """
import importlib, pkgutil, bot, cogs, engine, images
count = 0
for package in (bot, cogs, engine, images):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.startswith(("bot.sandbox", "bot.storage.migrations")):
            importlib.import_module(found.name)
            count += 1
print(count)
"""


@cache
def parsed(path: Path) -> ast.Module:
    """A module's text, read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def outside() -> list[Path]:
    """The product's modules but for those of the sandbox."""
    return [path for package in PACKAGES for path in modules(package) if SANDBOX not in path.parents]


def name_of(path: Path) -> str:
    """A module's name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> list[tuple[str, str, int]]:
    """Return the imports of a module, wherever one stands and if only for types: module, name in it, line."""
    found: list[tuple[str, str, int]] = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found += [(alias.name, "", node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [(node.module, alias.name, node.lineno) for alias in node.names]
    return found


def graph(paths: list[Path]) -> dict[str, set[str]]:
    """Return the imports of each of these modules; a package stands for the imports of its `__init__`."""
    names = {name_of(path) for path in paths}
    found: dict[str, set[str]] = {}
    for path in paths:
        named = {
            f"{module}.{name}" if f"{module}.{name}" in names else module for module, name, _ in imports(path)
        }
        found[name_of(path)] = named & names
    return found


def of_the_sandbox(path: Path) -> list[tuple[str, str, int]]:
    """Return the imports of a module from the sandbox."""
    return [each for each in imports(path) if f"{each[0]}.{each[1]}.".startswith("bot.sandbox.")]


@pytest.mark.outside
def test_no_module_imports_itself_in_a_circle() -> None:
    """Nowhere in the product, imports within functions and for types included."""
    everything = [path for package in PACKAGES for path in modules(package)]
    # Raises CycleError, which names the circle.
    assert len(list(TopologicalSorter(graph(everything)).static_order())) == len(everything)


def test_the_product_uses_the_facade_s_names_and_only_when_it_needs_them() -> None:
    """`from bot.sandbox import redirect` and the like, within a function: the image has no such package."""
    for path in outside():
        for package, name, line in of_the_sandbox(path):
            where = f"{path.relative_to(ROOT)}:{line} imports {name} of {package}"
            assert package == "bot.sandbox", where
            assert name in sandbox.__all__, where
            assert any(
                each.lineno <= line <= (each.end_lineno or 0)
                for each in ast.walk(parsed(path))
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
            ), where


def test_every_name_of_the_facade_is_used_and_there() -> None:
    """No name is kept for nobody."""
    assert {name for path in outside() for _, name, _ in of_the_sandbox(path)} == set(sandbox.__all__)
    assert all(callable(getattr(sandbox, name)) for name in sandbox.__all__)


def test_the_sandbox_knows_nothing_of_the_product() -> None:
    """The sandbox imports libraries and itself."""
    foreign = {
        f"{path.relative_to(ROOT)}:{line} imports {name} of {module}"
        for path in modules("bot/sandbox")
        for module, name, line in imports(path)
        if module.split(".")[0] in PACKAGES and not f"{module}.{name}.".startswith("bot.sandbox.")
    }
    assert not foreign


def python(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process for which the sandbox is not installed, as in the production image."""
    environment = {"PATH": "/usr/bin:/bin", **variables}
    command = [sys.executable, "-c", WITHOUT_THE_SANDBOX + code]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=MOST_SECONDS
    )


@pytest.mark.outside
def test_the_product_can_be_imported_without_the_sandbox() -> None:
    """Each of its modules, as the production image holds them."""
    done = python(IMPORT_THE_PRODUCT)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > len(outside()) // 2


@pytest.mark.outside
def test_without_the_sandbox_a_command_says_so_in_one_line(tmp_path: Path) -> None:
    """A usage error, not a traceback."""
    variables = {
        "KOIKOI_DATA": str(tmp_path),
        "KOIKOI_TOKEN": "a.sandbox.token",
        "KOIKOI_DISCORD": "http://127.0.0.1:9",
    }
    done = python(BOTH_COMMANDS, **variables)
    assert done.stderr.splitlines() == [
        "This installation has no local Discord; a checkout of the sources has.",
        "sandbox ended with 2",
        "KOIKOI_DISCORD: this installation cannot be sent to a local Discord.",
        "run ended with 2",
    ]
