"""The Dockerfile, read and carried out without Docker, in folders that stand for those of the image."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from tests.support.sandbox.client import ROOT

SECONDS = 280


def passes(name: str, rules: list[str]) -> bool:
    """Whether Docker sees a file: the last rule that fits it, or a folder that it is in, decides."""
    places = [name, *(str(folder) for folder in Path(name).parents)]
    fitting = [
        rule
        for rule in rules
        if rule and rule[0] != "#" and any(fnmatch(place, rule.removeprefix("!")) for place in places)
    ]
    return not fitting or fitting[-1].startswith("!")


def steps(stage: int) -> list[tuple[str, str]]:
    """The instructions of a stage of the Dockerfile (from 0), each with what follows it."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    begins = [number for number, line in enumerate(lines) if line.startswith("FROM ")]
    ends = [*begins[1:], len(lines)]
    found = [line.split(" ", 1) for line in lines[begins[stage] : ends[stage]]]
    return [(instruction, rest) for instruction, rest in found]


def environment(stage: int) -> dict[str, str]:
    """Return the ENV lines of a stage."""
    lines = [rest for instruction, rest in steps(stage) if instruction == "ENV"]
    return dict(pair.split("=", 1) for line in lines for pair in shlex.split(line))


def user() -> int:
    """Return the number of the image's user, which is that of its group too."""
    ((number, group),) = [rest.split(":") for instruction, rest in steps(1) if instruction == "USER"]
    assert number == group
    return int(number)


def usable_python() -> str | None:
    """A Python of this version that a user without rights may run; None where there is none."""
    own = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    places = (str(Path(sys.executable).resolve()), own)
    return next((place for place in places if _is_open(Path(place))), None)


def _is_open(path: Path) -> bool:
    """Whether a file, and the way to it, may be read by everybody."""
    return path.exists() and all(each.stat().st_mode & 0o005 == 0o005 for each in (path, *path.parents))


@dataclass(frozen=True, slots=True)
class Image:
    """The image of the Dockerfile, in a folder; its libraries are those of the tests."""

    folder: Path
    python: str

    @property
    def app(self) -> Path:
        """In place of `/opt/koikoi`."""
        return self.folder / "opt"

    @property
    def data(self) -> Path:
        """In place of `/data`."""
        return self.folder / "data"

    def build(self) -> None:
        """Carry the steps out but those that ask a registry, then take the right to write from everybody."""
        source, shims = self.folder / "src", self.folder / "bin"
        for folder in (source, shims, self.data):
            folder.mkdir()
        (shims / "python").symlink_to(self.python)
        pip = shims / "pip"
        pip.write_text(f'#!/bin/sh\nexec {sys.executable} -m pip "$@"\n', encoding="utf-8")
        pip.chmod(0o755)
        for instruction, rest in steps(0):
            if instruction == "COPY":
                _copy(rest, source)
            elif instruction == "RUN" and "--requirement" not in rest:
                path = f"{shims}:{os.environ['PATH']}"
                command = rest.replace("/opt/koikoi", str(self.app))
                subprocess.run(
                    ["sh", "-ec", command],
                    cwd=source,
                    env={"PATH": path, "HOME": str(self.folder), "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
                    check=True,
                    capture_output=True,
                    timeout=SECONDS,
                )
        (packages,) = self.app.glob("lib/python3*/site-packages")
        libraries = next(each for each in sys.path if each.endswith("site-packages"))
        (packages / "libraries.pth").write_text(f"{libraries}\n", encoding="utf-8")
        for each in (self.app, *self.app.rglob("*")):
            if not each.is_symlink():
                each.chmod(each.stat().st_mode & ~0o222 | 0o044)
        if os.geteuid() == 0:
            os.chown(self.data, user(), user())

    def run(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Return what the entry point does in `/data` as the image's user (as ourselves without root)."""
        (entry,) = [rest for instruction, rest in steps(1) if instruction == "ENTRYPOINT"]
        command = re.findall(r'"([^"]+)"', entry)
        place = {"/opt/koikoi": str(self.app), "/data": str(self.data), "$PATH": "/usr/bin:/bin"}
        env = environment(1)
        for old, new in place.items():
            env = {name: value.replace(old, new) for name, value in env.items()}
        env |= {f"KOIKOI_{name}": value for name, value in settings.items()}
        other = user() if os.geteuid() == 0 else None
        return subprocess.run(
            [str(self.app / "bin" / command[0]), *command[1:], *arguments],
            cwd=self.data,
            env={
                **env,
                "HOME": str(self.data),
                **{f"KOIKOI_{name}": value for name, value in settings.items()},
            },
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            user=other,
            group=other,
            extra_groups=None if other is None else (),
        )


def _copy(rest: str, source: Path) -> None:
    """Copy as COPY does, without what Docker is not shown."""
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    *names, target = rest.split()
    for name in names:
        place = source / target / Path(name).name if target.endswith("/") else source / target
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, place)
            continue
        for path in (ROOT / name).rglob("*"):
            relative = path.relative_to(ROOT)
            if path.is_file() and passes(relative.as_posix(), rules):
                copy = place / path.relative_to(ROOT / name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy)
