"""The wheel holds all data, and the image is built from the files that it needs."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.__main__ import main
from tests.support.processes.dockerfile import passes
from tests.support.waiting import MOST_SECONDS, until_in_thread

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bot", "cogs", "engine", "images")
DATA = {
    ".po",
    ".css",
    ".html",
    ".js",
    ".svg",
    ".webp",
    ".png",
    ".pal",
    ".mako",
    ".json",
    ".ttf",
    ".txt",
    ".net",
    ".yaml",
}
BUILD = ("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation")
PAPER = {".md", ".log"}
"""The files that people read in a checkout; no program needs them, but for those that the page *Privacy*
sends.
"""
SENT = "bot/legal/"
IN_A_CHECKOUT = ("bot/opponents/train/", "images/art/")
"""The folders that the wheel leaves out: the training and the card printer."""
NOT_SENT = ("bot/sandbox/", *IN_A_CHECKOUT)
"""The folders that the image leaves out."""
NOT_THERE = ("bot.opponents.train", "bot.opponents.train.months", "images.art")
"""Commands of a checkout, as `python -m` names them."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that is built from a copy of the sources, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source / name)
    command = [sys.executable, *BUILD, "-w", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=MOST_SECONDS)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def wheel(built: Path) -> set[str]:
    """The names in the wheel."""
    with zipfile.ZipFile(built) as file:
        return set(file.namelist())


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel installs, and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(built) as file:
        file.extractall(folder)
    return folder


def environment_of(installed: Path) -> dict[str, str]:
    """Return an environment in which Python finds the installed packages before the checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KOIKOI_")}
    return {**clean, "PYTHONPATH": str(installed)}


def sources() -> list[Path]:
    """Every file of the packages."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*"))
    return [path.relative_to(ROOT) for path in found if path.is_file() and "__pycache__" not in path.parts]


@pytest.mark.outside
def test_the_wheel_holds_every_module_and_all_data(wheel: set[str]) -> None:
    """Catalogues, pictures, page and migrations are in it beside the code; training and printer are not."""
    wanted = {path.as_posix() for path in sources() if path.suffix in DATA | {".py"}}
    wanted = {name for name in wanted if not name.startswith(IN_A_CHECKOUT)}
    wanted |= {path.as_posix() for path in sources() if path.as_posix().startswith(SENT)}
    assert wanted <= wheel, sorted(wanted - wheel)
    others = {name for name in wheel if not name.startswith("koikoi-")} - wanted
    assert not others
    licences = {name.partition(".dist-info/licenses/")[2] for name in wheel}
    assert licences >= {"LICENSE", "NOTICE", "images/faces/OFL.txt"}


@pytest.mark.outside
def test_an_installed_wheel_plays_the_demo(installed: Path, tmp_path: Path) -> None:
    """`koikoi sandbox --demo` fills a database and brings its bot online, without a checkout."""
    options = ("sandbox", "--demo", "--no-open", "--port", "0")
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "bot", *options],
        cwd=tmp_path,
        env=environment_of(installed),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            url = re.search(r"http://[\d.:]+/", process.stdout.readline())
            assert url is not None
            address = url[0]
            until_in_thread(lambda: bot_in(address)["connected"])
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=MOST_SECONDS)


def bot_in(url: str) -> dict[str, object]:
    """Return what a local Discord says of its bot."""
    with urllib.request.urlopen(f"{url}client/world", timeout=MOST_SECONDS) as answer:
        bot: dict[str, object] = json.load(answer)["bot"]
    return bot


@pytest.mark.parametrize("module", NOT_THERE)
def test_a_command_that_the_wheel_leaves_out_says_so_in_one_line(installed: Path, module: str) -> None:
    """Python names the missing module, without a traceback (`-S`: this `.venv` finds the checkout)."""
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-m", module],
        cwd=installed, env=environment_of(installed), capture_output=True, text=True,
        timeout=MOST_SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "No module named" in line or "cannot be found" in line


def test_every_file_of_the_packages_is_known_to_be_data_or_not() -> None:
    """A new kind of file must be named here, so that it cannot be forgotten in the wheel."""
    assert {path.suffix for path in sources()} <= DATA | PAPER | {".py"}


def test_there_is_one_version() -> None:
    """The command line tells the one of the project, and what it brought is told first of all."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    told = CliRunner().invoke(main, ["--version"])
    assert told.output == f"koikoi {version}\n"
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\S+)$", changes, re.M)
    assert versions[0] == version
    numbers = [tuple(map(int, each.split("."))) for each in versions]
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_image_is_built_from_what_there_is() -> None:
    """Each file that the Dockerfile copies exists and passes .dockerignore; tokens and data do not."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    copied = [
        name for line in re.findall(r"^COPY (?!--)(.+)$", dockerfile, re.M) for name in line.split()[:-1]
    ]
    locks = {".ci/image.txt", ".ci/build.txt"}
    assert {*PACKAGES, *locks, "pyproject.toml", "README.md", "LICENSE", "NOTICE"} == set(copied)
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert all(passes(name, rules) and (ROOT / name).exists() for name in copied)
    for name in (".env", "data", ".git", ".venv", "tests", "koikoi.db"):
        assert not passes(name, rules), name


def test_the_image_has_what_plays_alone() -> None:
    """Docker sees neither local Discord nor training nor card printer, and sees all that lies beside them."""
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    seen = {path.as_posix() for path in sources() if passes(path.as_posix(), rules)}
    left_out = {path.as_posix() for path in sources()} - seen
    assert left_out == {path.as_posix() for path in sources() if path.as_posix().startswith(NOT_SENT)}


def test_the_image_runs_as_nobody_in_particular() -> None:
    """A fixed user without rights, one volume, no port, and the command line's own names."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    final = dockerfile.rsplit("\nFROM ", 1)[1]
    assert re.search(r"^USER 10001:10001$", final, re.M)
    assert re.search(r"^VOLUME /data$", final, re.M)
    assert re.search(r'^HEALTHCHECK .*CMD \["koikoi", "health"\]$', final, re.M)
    assert "pip" not in final
    assert re.findall(r"apt-get install (?:--\S+ )*([^\\\n]*?) ?\\?$", final, re.M) == ["libfribidi0"]
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    for bound in ("read_only: true", "mem_limit: ", "pids_limit: ", "- ALL", "no-new-privileges:true"):
        assert bound in compose
    assert "ports:" not in compose


def test_the_image_has_a_python_that_the_project_allows() -> None:
    """Both stages are of one full version, not older than the oldest that is supported."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    first, second = re.findall(r"^FROM python:(\d+)\.(\d+)\.\d+-slim-[a-z]+", dockerfile, re.M)
    assert first == second
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = re.fullmatch(r">=(\d+)\.(\d+)", project["requires-python"])
    assert oldest is not None
    assert tuple(map(int, first)) >= tuple(map(int, oldest.groups()))


def locked(name: str) -> dict[str, list[str]]:
    """The libraries of a lock file, each `name==version` with its hashes."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / ".ci" / name).read_text(encoding="utf-8").splitlines()[1:]:
        if library := re.match(r"([a-z0-9._-]+==[^ ;]+)", line):
            last = found.setdefault(library[1], [])
        else:
            (number,) = re.fullmatch(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?", line).groups()  # type: ignore[union-attr]
            last.append(number)
    return found


@pytest.mark.parametrize("name", ["image.txt", "dev.txt", "build.txt"])
def test_every_library_is_locked_by_hash(name: str) -> None:
    """No line names anything but a library's one version and its files: no index, no address, no path."""
    found = locked(name)
    assert found and all(found.values())


NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")


def notice(text: str) -> dict[str, list[str]]:
    """The entries of a notice: a library and its version, and what is said of it."""
    lines = [entry.splitlines() for entry in text.strip().split("\n\n")[2:]]
    return {head: said for head, *said in lines}


def test_the_notice_names_each_library_of_the_image_in_its_version() -> None:
    """Entries of the lock that are for Linux and for the image's Python, each with a licence and its text."""
    (python, *_) = re.findall(r"^FROM python:(\d+\.\d+)\.\d+", (ROOT / "Dockerfile").read_text("utf-8"), re.M)
    image = {"sys_platform": "linux", "python_version": python, "python_full_version": f"{python}.0"}
    text = (ROOT / ".ci" / "image.txt").read_text(encoding="utf-8").replace("\\\n", "")
    wanted = [Requirement(line.partition(" --hash")[0]) for line in text.splitlines()[1:] if line[0] != " "]
    wanted = [each for each in wanted if each.marker is None or each.marker.evaluate(image)]
    entries = {head.split()[0]: (head.split()[1], said) for head, said in notice(NOTICE).items()}
    assert set(entries) == {canonicalize_name(each.name) for each in wanted}
    for each in wanted:
        version, said = entries[canonicalize_name(each.name)]
        assert each.specifier.contains(version), each
        assert [line.split(":")[0] for line in said] == ["  licence", "  home", "  text"]
        assert said[0] != "  licence: not said", each


def test_the_notice_repeats_what_the_libraries_say() -> None:
    """Each library that is installed here in the locked version says today what the notice says of it."""
    folder = next(each for each in sys.path if each.endswith("site-packages"))
    command = [sys.executable, str(ROOT / ".ci" / "notice.py"), folder]
    told = notice(
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=MOST_SECONDS).stdout
    )
    both = told.keys() & notice(NOTICE).keys()
    assert len(both) > len(notice(NOTICE)) / 2
    assert {each: told[each] for each in both} == {each: notice(NOTICE)[each] for each in both}


def test_the_locks_hold_what_the_project_asks_for() -> None:
    """A library that is asked for stands in the lock, in a version that is allowed; `.ci/lock` sees to it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    ours = [*project["dependencies"], *extras["scripts"]]
    for name, wanted in (("image.txt", ours), ("dev.txt", [*ours, *extras["dev"]])):
        versions = dict(each.split("==") for each in locked(name))
        for text in wanted:
            asked = Requirement(text)
            if (library := canonicalize_name(asked.name)) != "koikoi":
                assert asked.specifier.contains(versions[library]), text


def test_nothing_is_installed_that_no_lock_names() -> None:
    """The image and the checks install by hash; the bot itself comes without an index."""
    for name in ("Dockerfile", ".ci/run"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        installs = [
            line for line in re.split(r"\n|&&", text) if re.search(r"\bpip\b.* (install|wheel) ", line)
        ]
        assert installs
        for line in installs:
            by_hash = "--require-hashes" in line or (
                "PIP_REQUIRE_HASHES=1" in text and "--requirement" in line
            )
            assert by_hash or "--no-deps" in line, line
