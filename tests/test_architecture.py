"""The import law of the house, read from the sources."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "images", "bot", "cogs")
DATABASES = {"sqlalchemy", "alembic", "sqlite3", "psycopg"}
CLOCKS_AND_CHANCE = {"time", "datetime", "random", "secrets"}


def modules(package: str) -> Iterator[Path]:
    yield from sorted((ROOT / package).rglob("*.py"))


@cache
def imports(path: Path) -> tuple[tuple[str, int], ...]:
    """Every module that a file names in an import, wherever the import stands, with its line."""
    return tuple(_imports(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield base, node.lineno
            yield from ((f"{base}.{alias.name}", node.lineno) for alias in node.names if node.level == 0)


def offences(package: str, allowed: dict[str, set[str]] | None = None, *, banned: set[str]) -> list[str]:
    """Imports of a banned top-level module; `allowed` lifts the ban for single files."""
    found = []
    for path in modules(package):
        name = path.relative_to(ROOT).as_posix()
        lifted = (allowed or {}).get(name, set())
        for module, line in imports(path):
            top = module.split(".")[0]
            if top in banned - lifted:
                found.append(f"{name}:{line} imports {module}")
    return found


def test_the_engine_is_standard_library_only_and_knows_no_clock_and_no_chance() -> None:
    """`engine` imports itself and the standard library, but no asyncio, logging, clocks, random sources."""
    outside = []
    for path in modules("engine"):
        for module, line in imports(path):
            top = module.split(".")[0]
            if top and top not in {"engine"} | set(sys.stdlib_module_names):
                outside.append(f"{path.name}:{line} imports {module}")
    assert not outside
    free = {"engine/__main__.py": CLOCKS_AND_CHANCE, "engine/bench.py": CLOCKS_AND_CHANCE}
    assert not offences("engine", free, banned={"asyncio", "logging", "sqlite3"} | CLOCKS_AND_CHANCE)


def test_pictures_know_neither_discord_nor_the_bot_nor_a_database() -> None:
    """`images` imports engine, Pillow and the standard library only."""
    assert not offences("images", banned={"discord", "bot", "cogs"} | DATABASES)


def test_pillow_stays_in_the_pictures() -> None:
    """Nothing of `bot` and `engine` imports PIL."""
    assert not offences("bot", banned={"PIL"})
    assert not offences("engine", banned={"PIL"})


def test_screens_alone_know_pictures_and_only_as_scenes() -> None:
    """In `bot` the screens import `images.scene`, values without Pillow; the vocabulary knows no screen.

    What must find a font before the bot starts imports that of `images`, and people are called as there.
    """
    others = {"bot/__main__.py", "bot/maintenance/terminal.py", "bot/wording/people.py"}
    for path in modules("bot"):
        name = path.relative_to(ROOT).as_posix()
        taken = {module for module, _ in imports(path) if module.split(".")[0] == "images"}
        if name.startswith("bot/screens/"):
            assert not [module for module in taken if not f"{module}.".startswith("images.scene.")], name
        elif name not in others:
            assert not taken, f"{name} imports {taken}"
        if name.startswith("bot/wording/"):
            assert not [module for module, _ in imports(path) if module.startswith("bot.screens")], name
    for path in (ROOT / "images" / "scene").glob("*.py"):
        for module, line in imports(path):
            inside = not module.startswith("images.") or module.startswith("images.scene")
            assert inside, f"{path.name}:{line} imports {module}"
            assert module.split(".")[0] != "PIL", f"{path.name}:{line} imports {module}"


def test_discord_enters_the_bot_in_one_file_only() -> None:
    """In `bot` only the sandbox's redirection imports discord."""
    doors = {"bot/sandbox/redirection.py": {"discord"}}
    assert not offences("bot", doors, banned={"discord"})


def test_what_is_seen_from_outside_has_one_door() -> None:
    """The libraries of metrics and reports are imported in one room, which knows no match."""
    room = {path.relative_to(ROOT).as_posix() for path in modules("bot/monitoring")}
    doors = {name: {"prometheus_client", "sentry_sdk"} for name in room}
    for package in PACKAGES:
        assert not offences(package, doors, banned={"prometheus_client", "sentry_sdk"})
    inside = {module for name in room for module, _ in imports(ROOT / name)}
    others = ("bot.storage", "bot.match.hosted_match", "bot.screens")
    assert not [module for module in inside if module.startswith(others)]


def test_a_match_needs_no_process_around_it() -> None:
    """`bot.match` is pure: it neither waits nor stores, and its vocabulary lies below all the rest."""
    found = []
    for path in modules("bot/match"):
        for module, line in imports(path):
            parts = module.split(".")
            outside = parts[:2] in (["bot", "service"], ["bot", "storage"], ["bot", "wording"])
            if parts[0] in {"asyncio", "random", "time"} | DATABASES or outside:
                found.append(f"{path.name}:{line} imports {module}")
    assert not found
    words = imports(ROOT / "bot" / "match" / "vocabulary.py")
    assert not [module for module, _ in words if module.split(".")[0] in PACKAGES and module[:7] != "bot.ids"]


def test_no_code_pretends_to_run_on_windows() -> None:
    """The platforms are Linux and macOS, as the README says: no branch for another one, which none tries."""
    telling = ("win32", "msvcrt", "winreg")
    texts = {path: path.read_text(encoding="utf-8") for package in PACKAGES for path in modules(package)}
    assert not [path for path, text in texts.items() if any(each in text for each in telling)]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "runs on Linux and macOS with Python 3.11 or newer, and on Windows through Docker" in readme


NEXT_DOOR = ("bot/opponents/train", "images/art")
"""The training and the card printer: the wheel and the image are built without them."""


@pytest.mark.parametrize("folder", NEXT_DOOR)
def test_nothing_of_the_bot_imports_what_is_next_door(folder: str) -> None:
    """Modules of such a folder are imported by that folder alone."""
    name = folder.replace("/", ".")
    taken = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in PACKAGES
        for path in modules(package)
        for module, line in imports(path)
        if f"{module}.".startswith(f"{name}.") and ROOT / folder not in path.parents
    ]
    assert not taken


def test_the_sandbox_is_light() -> None:
    """The sandbox's process never loads discord.py, Pillow or a database (its redirect runs in the bot)."""
    lifted = {"bot/sandbox/redirection.py": {"discord"}}
    assert not offences("bot/sandbox", lifted, banned={"discord", "PIL", "pydantic"} | DATABASES)


@pytest.mark.parametrize("package", ["engine", "images", "bot"])
def test_nothing_imports_the_cogs(package: str) -> None:
    """The cogs are the top floor: only the command line, which starts the client, knows them."""
    assert not offences(package, {"bot/__main__.py": {"cogs"}}, banned={"cogs"})


def test_only_one_module_draws() -> None:
    """Pillow's drawing is called in `pen`, nowhere else."""
    drawing = {
        path.relative_to(ROOT).as_posix()
        for path in modules("images")
        if any(module.startswith("PIL.ImageDraw") for module, _ in imports(path))
    }
    assert drawing == {"images/drawing/pen.py"}


def folder_of(module: str) -> str | None:
    """Return the folder of one of our modules or packages; None for everything else."""
    path = ROOT / module.replace(".", "/")
    if path.with_suffix(".py").is_file():
        return path.parent.relative_to(ROOT).as_posix()
    return module.replace(".", "/") if (path / "__init__.py").is_file() else None


def folders_imported(path: Path) -> set[str]:
    """Return the folders of our modules that a file imports, other than its own."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {folder_of(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inside = {folder_of(f"{node.module}.{alias.name}") for alias in node.names}
            found |= {folder or folder_of(node.module) for folder in inside}
    return {folder for folder in found if folder} - {path.parent.relative_to(ROOT).as_posix()}


def test_no_two_folders_import_each_other() -> None:
    """Two folders import in one direction; commands, which import everything, do not count."""
    arrows = {
        (path.parent.relative_to(ROOT).as_posix(), folder)
        for package in PACKAGES
        for path in modules(package)
        if path.name != "__main__.py" and path != ROOT / "engine" / "bench.py"
        for folder in folders_imported(path)
    }
    mutual = {(one, other) for one, other in arrows if one < other and (other, one) in arrows}
    assert mutual == set()
    lower: dict[str, set[str]] = {}
    for one, other in arrows:
        lower.setdefault(one, set()).add(other)
    TopologicalSorter(lower).prepare()  # raises where several folders import one another in a circle


LONG_FUNCTIONS = {
    "engine/play/observation.py": "_in_play",  # a value with two dozen fields, each on a line of its own
}
"""The only functions of more than forty lines, by module."""


TIMED = {
    "tests/bench_stack.py": "measures",
    "tests/hosting/image.py": "a host ends a container after some seconds, and that is held against the bot",
    "tests/support/bench/crowd.py": "measures",
    "tests/support/e2e/in_process_bot.py": "what does not close is left behind, and no test fails by it",
    "tests/support/manual_clock.py": "its own time-outs come due as a test says",
    "tests/support/waiting.py": "the one way to wait",
}
"""The modules that may say how long something takes, and why."""


def test_tests_wait_for_a_condition_and_never_for_a_time() -> None:
    """No pause of some seconds, no time-out: `tests/support/waiting.py` has the one way to wait."""
    found = [
        f"{name}:{node.lineno} {ast.unparse(node)}"
        for path in modules("tests")
        if (name := path.relative_to(ROOT).as_posix()) not in TIMED
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _waits_for_a_time(node)
    ]
    assert not found, "\n".join(found)


def _waits_for_a_time(call: ast.Call) -> bool:
    """Whether it sleeps for a number of seconds, or bounds a wait by the clock on the wall."""
    numbers = [each for each in ast.walk(call) if isinstance(each, ast.Constant) and each.value]
    match ast.unparse(call.func):
        case "asyncio.timeout":
            return True
        case "asyncio.sleep" | "time.sleep":
            return any(each in numbers for each in call.args)
        case "asyncio.wait_for" | "asyncio.wait" | "subprocess.run":
            times = [*call.args[1:], *(each.value for each in call.keywords if each.arg == "timeout")]
            return any(each in numbers for each in times)
    return False


def test_functions_are_short() -> None:
    """No function of the product has more than forty lines, its docstring counted."""
    long = {}
    for package in PACKAGES:
        for path in modules(package):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    assert node.end_lineno is not None
                    if node.end_lineno - node.lineno >= 40:
                        long[path.relative_to(ROOT).as_posix()] = node.name
    assert long == LONG_FUNCTIONS


def test_the_top_level_folders_are_fixed() -> None:
    """Beside the hidden ones there are bot, cogs, engine, images and tests, and no other folder."""
    ignored = {"build", "dist", "data"}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert {name for name in folders if not name.endswith(".egg-info")} - ignored == {*PACKAGES, "tests"}


@pytest.mark.parametrize("folder", ["tests/cogs", "tests/chaos", "tests/support"])
def test_helpers_of_tests_live_in_one_place(folder: str) -> None:
    """The helpers that tests share are in tests/support or, for pictures, tests/gallery."""
    found = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path in modules(folder)
        for module, line in imports(path)
        if module.startswith("tests.")
        and not (module + ".").startswith(("tests.support.", "tests.gallery.", "tests.conftest."))
    ]
    assert found == []
