"""The pages for people are true: commands, links, pictures, settings."""

from __future__ import annotations

import builtins
import keyword
import re
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from babel import Locale
from pydantic.fields import FieldInfo

from bot.__main__ import main
from bot.config import Settings
from bot.i18n import LOCALES, base
from bot.permissions import INVITED
from bot.shards import Shard, Sharding, number_of
from bot.storage import Store
from bot.storage.owners.locks import Holder
from bot.storage.owners.ownership import TELL_SECONDS
from bot.wording import notes
from bot.wording.commands import COMMANDS
from cogs.gateway.client import Client
from cogs.gateway.identify_limiter import FEW
from tests.readme_commands import README, commands
from tests.support.papers import BLOCK, FOLDERS, MODULES, PAPERS, PRODUCT, ROOT, prose, read_through

TEXT = README.read_text(encoding="utf-8")
GUIDE = (ROOT / "bot" / "README.md").read_text(encoding="utf-8")
COMMAND_PAGE = (ROOT / "cogs" / "README.md").read_text(encoding="utf-8")
PAGES = [TEXT, GUIDE, COMMAND_PAGE]
"""The pages for people who play or host."""
CODE = [body for page in PAGES for _, body in BLOCK.findall(page)]
CODE += [code for page in PAGES for code in re.findall(r"`([^`\n]+)`", BLOCK.sub("", page))]
"""Everything on these pages that is meant to be typed, and names."""


def test_the_first_two_commands_are_the_sandbox_and_the_tests() -> None:
    """Each is one line, sets up what it needs, and does its job."""
    assert list(commands()) == ["sandbox", "tests"]
    for command in commands().values():
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install -e ")
    assert commands()["sandbox"].endswith(" && .venv/bin/koikoi sandbox")
    assert commands()["tests"].endswith(" && .venv/bin/python -m pytest")


def test_the_checks_before_a_change_end_with_the_tests_of_the_readme() -> None:
    """The script runs that command word for word, and last."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.rstrip().endswith('eval "$(python3 tests/readme_commands.py tests)"')


def test_commands_that_are_named_exist() -> None:
    """`koikoi ...` is one of the command line, in whatever it is wrapped."""
    named = {name for code in CODE for name in re.findall(r"(?:^|/bin/|koikoi )koikoi ([a-z-]+)", code, re.M)}
    assert named >= {"sandbox", "run", "health", "backup"}
    assert named <= set(main.commands)


async def test_slash_commands_that_are_named_exist(tmp_path: Path) -> None:
    """`/koikoi ...` is one that Discord is told."""
    store = await Store.open(tmp_path / "koikoi.db")
    client = Client(Settings(_env_file=None, data=tmp_path), store)
    await client.add_cogs()
    (group,) = [each for each in client.tree.get_commands() if isinstance(each, discord.app_commands.Group)]
    named = {name for code in CODE for name in re.findall(r"(?<!\w)/koikoi ([a-z]+)", code)}
    assert "play" in named
    assert named <= {each.name for each in group.commands}
    await store.close()


def test_the_service_is_called_as_in_the_compose_file() -> None:
    """Commands of Docker name the service that there is, and files that are there."""
    services = re.findall(
        r"^  (\w+):\n    build: \.$", (ROOT / "compose.yaml").read_text(encoding="utf-8"), re.M
    )
    named = [
        name for code in CODE for name in re.findall(r"compose (?:exec|logs|run)(?: -\S+| sh)* (\w+)", code)
    ]
    assert services == ["koikoi"]
    assert set(named) == set(services)
    assert {name for code in CODE for name in re.findall(r"^cp (\S+)", code)} == {".env.example"}
    assert (ROOT / ".env.example").exists()


def test_the_permissions_are_those_that_the_link_asks_for() -> None:
    """README names them as Discord's settings do."""
    (sentence,) = re.findall(r"The link asks for (.*?)\.$", TEXT, re.M)
    wanted = {notes.PERMISSIONS[each.name.lower()].text for each in INVITED if each.name is not None}
    assert set(re.findall(r"\*([^*]+)\*", sentence)) == wanted


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_and_pictures_lead_somewhere(paper: Path) -> None:
    """A relative link names a file, a fragment a heading; a picture has an alternative text."""
    text = BLOCK.sub("", paper.read_text(encoding="utf-8"))
    for mark, label, target in re.findall(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", text):
        assert label, f"{target} has no text"
        if target.startswith(("https://", "http://127.0.0.1")):
            assert not mark, f"{target}: a picture from elsewhere tells others who reads this"
            continue
        name, _, fragment = target.partition("#")
        file = (paper.parent / name) if name else paper
        assert file.exists(), target
        if fragment:
            assert fragment in {
                slug(line) for line in re.findall(r"^#+ (.+)$", file.read_text("utf-8"), re.M)
            }


def slug(heading: str) -> str:
    """Return the link target of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def row(name: str, field: FieldInfo) -> str:
    """A setting as the table of the page has it."""
    return f"| `KOIKOI_{name.upper()}` | {shown(field.default)} | {field.description} |"


def shown(value: Any) -> str:
    """A default as it would be written into `.env`; nothing for one that has none."""
    if value is None:
        return ""
    return f"`{value.value if isinstance(value, Enum) else value}`"


def test_the_table_of_settings_is_the_code() -> None:
    """Every setting in the order of the code, with its default and meaning."""
    wanted = ["| setting | default | meaning |", "|---|---|---|"]
    wanted += [row(name, field) for name, field in Settings.model_fields.items()]
    (table,) = re.findall(r"^## Settings\n.*?\n\n(\|.*?\|)\n(?:\n|\Z)", GUIDE, re.DOTALL | re.MULTILINE)
    assert table.splitlines() == wanted, "bot/README.md should say:\n" + "\n".join(wanted)


def test_the_settings_of_the_readme_are_the_code() -> None:
    """The few that it shows have the names and meanings of the code."""
    known = {(f"KOIKOI_{name.upper()}", field.description) for name, field in Settings.model_fields.items()}
    shown_there = re.findall(r"^\| `(KOIKOI_\w+)` \| (.*?) \|$", TEXT, re.MULTILINE)
    assert len(shown_there) == 7
    assert set(shown_there) <= known


def test_the_example_has_real_settings(tmp_path: Path) -> None:
    """Each of its lines, those switched off too, is a setting that the bot takes."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = re.findall(r"^(?:# )?KOIKOI_(\w+)=", example, re.MULTILINE)
    assert named[0] == "TOKEN"
    assert {name.lower() for name in named} <= set(Settings.model_fields)
    (tmp_path / ".env").write_text(re.sub(r"^# (?=KOIKOI_)", "", example, flags=re.M), encoding="utf-8")
    settings = Settings(_env_file=tmp_path / ".env")
    assert settings.token is None, "an empty line counts as none"


def test_the_page_tells_of_several_processes_as_the_code_has_it() -> None:
    """The log's lines about waiting, their pause, and the number of sessions that are left alone."""
    chapter = GUIDE.split("## Several processes\n")[1].split("\n#")[0]
    (line,) = re.findall(r"`(shard .*?) since …`", chapter)
    assert line == str(Holder("shard 1", "koikoi 1 of 2, koikoi-1, 7", "10.0.0.7", None))
    assert f"each {TELL_SECONDS:g} s" in chapter
    assert f"With {FEW} left" in chapter
    assert number_of(None, 2) == 0, "direct messages are on the first shard"
    assert Shard(0, 2) in Sharding(2, 2, 0).own and "process 0's" in chapter


def test_the_page_lists_the_commands_that_there_are() -> None:
    """Each once, by the name that Discord is told, and no other."""
    (table,) = re.findall(r"^\| command \|.*?\n\n", COMMAND_PAGE, re.DOTALL | re.MULTILINE)
    listed = [
        name
        for line in table.splitlines()[2:]
        if line
        for name in re.findall(r"`(?:/koikoi )?(\w+)`", line.split("|")[1])
    ]
    assert sorted(listed) == sorted(path.split()[1] for path in COMMANDS if " " in path)


def test_the_readme_names_the_languages() -> None:
    """Every language that has a catalogue of its own."""
    told = TEXT.split("It speaks ")[1].split(", to ")[0]
    for locale in {base(each) for each in LOCALES}:
        assert str(Locale.parse(locale).english_name) in told


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLES = {
    "A rule option": re.compile(r"koi_multiplier|KoiMultiplier"),
    "A button": re.compile(r"\brematch\b(?! \()|\bREMATCH\b|\"Rematch\""),
    "A picture": re.compile(r"YakuSheetScene"),
    "A language": re.compile(r"\"ko\""),
}
"""Each recipe's example, as the sources name it."""


def recipe(title: str) -> set[str]:
    """The files that a recipe lists."""
    chapter = CONTRIBUTING.split(f"### {title}\n")[1].split("\n#")[0]
    lines = re.findall(r"^- (.*?):", chapter, re.MULTILINE)
    return {name for line in lines for name in re.findall(r"`([\w/.]+\.\w+)`", line)}


def sources() -> dict[str, str]:
    """Every file of the product that can name something, the sandbox left out."""
    files = (path for folder in PRODUCT for path in (ROOT / folder).rglob("*.*"))
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in files
        if path.suffix in {".py", ".po", ".md"} and "sandbox" not in path.parts
    }


@pytest.mark.parametrize("title", EXAMPLES)
def test_a_recipe_lists_the_files_of_its_example(title: str) -> None:
    """No file is missing from the list, and none stands in it that has nothing to do with it."""
    found = {name for name, text in sources().items() if EXAMPLES[title].search(text)}
    if title == "A language":
        found |= {name for name in sources() if "ko" in re.split(r"[/.]", name)}
    assert recipe(title) == found


def test_the_commands_for_contributors_are_there() -> None:
    """`-m some.module` can be run, and every folder and file that is named exists."""
    ours = re.findall(rf"-m ((?:{'|'.join(FOLDERS)})[\w.]*)", CONTRIBUTING)
    assert len(ours) > 5
    for module in ours:
        path = ROOT.joinpath(*module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module
    for name in re.findall(r"`((?:bot|cogs|engine|images|tests)/[\w/.]+)`", CONTRIBUTING):
        assert (ROOT / name).exists(), name


OURS = "|".join(FOLDERS)
DOTTED = re.compile(rf"`((?:{OURS})(?:\.\w+)+)(?:\(\))?`")
"""A module of ours, or something in it, by its full name."""
FILE = re.compile(rf"(?<![\w/.:-])((?:{OURS}|\.ci|\.github)/[\w./-]*\w)")
NAME = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)*)(?:\(\))?`")
NO_NAMES = {"koikoi_01_light", "void_", "redeal_"}
"""Texts in backticks of which the code writes the parts only."""


def names() -> set[str]:
    """Every name that the code has, and every word of its strings."""
    ours = set().union(*(read_through(path)[1] for path in MODULES))
    return ours | set(FOLDERS) | set(dir(builtins)) | set(keyword.kwlist)


@cache
def is_there(dotted: str) -> bool:
    """Whether a dotted name is a module or package of ours, or something that stands in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        for module in (path.with_suffix(".py"), path / "__init__.py"):
            if module.is_file():
                text = module.read_text(encoding="utf-8")
                return all(re.search(rf"\b{part}\b", text) for part in parts[length:])
    return False


def test_modules_and_files_that_are_named_exist() -> None:
    """In papers, docstrings and comments: `some.module.name`, and paths from the root."""
    for path in [*PAPERS, *MODULES]:
        text = prose(path)
        gone = [name for name in DOTTED.findall(text) if not is_there(name)]
        gone += [name for name in FILE.findall(text) if not (ROOT / name).exists()]
        assert not gone, f"{path.relative_to(ROOT)} names {gone}"


def test_names_in_docstrings_and_comments_are_of_the_code() -> None:
    """The names in backticks there exist in the code: a rename has to reach them."""
    known = names() | NO_NAMES
    for path in MODULES:
        words = {word for name in NAME.findall(prose(path)) for word in name.split(".")}
        gone = words - known
        assert not gone, f"{path.relative_to(ROOT)} names {sorted(gone)}"


def test_the_map_of_the_engine_is_whole() -> None:
    """The engine's page names every module, each in the row of its folder."""
    page = (ROOT / "engine" / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    named = set()
    for folder, listed in re.findall(r"^\| (?:`(\w+/)`: )?((?:`\w+`(?:, )?)+) \|", page, re.MULTILINE):
        named |= {f"{folder}{name}.py" for name in re.findall(r"`(\w+)`", listed)}
    modules = {path.relative_to(ROOT / "engine").as_posix() for path in (ROOT / "engine").rglob("*.py")}
    assert named == {name for name in modules if "__" not in name}
