"""Images and containers without Docker: Debian's buildah and podman, with a store of their own in a folder.

There is no registry: the image that the Dockerfile begins FROM is made by mmdebstrap of the same Debian.
Packages come from where this machine takes its own, by the settings of its apt and its pip. Pip's are mounted
while the image is built; of them only empty mount points stay in it.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.processes.dockerfile import steps
from tests.support.sandbox.client import ROOT

PACKAGES = ("buildah", "podman", "crun", "mmdebstrap", "catatonit")
"""Debian's packages that are needed; each has a program of its own name."""
BASE = (
    *("--variant=minbase", "--mode=root", "--dpkgopt=force-unsafe-io"),
    "--include=python3,python3-venv,python3-pip,ca-certificates,tzdata",
    # As in Debian's own images: what apt keeps to be quick is 90 MB in a layer.
    *('--aptopt=Dir::Cache::pkgcache ""', '--aptopt=Dir::Cache::srcpkgcache ""'),
)
"""The command by which mmdebstrap makes an image like the one that the Dockerfile names."""
LIKE_PYTHON = "rm -f /usr/lib/python3*/EXTERNALLY-MANAGED && ln -s python3 /usr/bin/python"
"""The commands that make Debian's Python like the one of the image that the Dockerfile names."""
INSIDE = "TESTS_MOUNT_NAMESPACE"
CGROUPS = Path("/sys/fs/cgroup")
CERTIFICATES = Path("/etc/ssl/certs")
SECONDS = 900


class CannotRunError(Exception):
    """Containers cannot be built or run here; the sentence says why."""


def run(*command: str, seconds: float = SECONDS, given: str | None = None) -> str:
    """Return what a command says. Raises RuntimeError with the end of it where it fails."""
    done = attempt(*command, seconds=seconds, given=given)
    if done.returncode:
        said = f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        raise RuntimeError(f"{' '.join(command)[:300]} ended with {done.returncode}:\n{said}")
    return done.stdout


def attempt(
    *command: str, seconds: float = SECONDS, given: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command, which may fail, from the root of the repository."""
    return subprocess.run(
        command, cwd=ROOT, input=given, capture_output=True, text=True, timeout=seconds, check=False
    )


def must_be_possible() -> None:
    """Raise CannotRunError where no image can be built and run."""
    if not sys.platform.startswith("linux") or shutil.which("apt-get") is None:
        raise CannotRunError("This needs Debian, or a system that is made of it.")
    if missing := [name for name in PACKAGES if shutil.which(name) is None]:
        raise CannotRunError(f"Programs are missing: apt-get install {' '.join(missing)}")
    if os.geteuid() != 0:
        raise CannotRunError("This needs root: files of an image have many owners.")
    tried = attempt("unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt")
    if tried.returncode:
        raise CannotRunError(f"This process may not mount anything: {tried.stderr.strip()}")
    mirror()


def mirror() -> str:
    """Return the address of Debian's packages on this machine. Raises CannotRunError without one."""
    wanted = ("Created-By: Packages", "Label: Debian")
    found = attempt("apt-get", "indextargets", "--format", "$(REPO_URI)", *wanted).stdout.split()
    if not found:
        raise CannotRunError("apt knows no packages of Debian: apt-get update")
    return found[0]


def enter_namespace() -> None:
    """Begin this process again in a mount namespace of its own: what it mounts ends with it.

    crun refuses a system that has control groups of both versions, so there it sees those of version 2 alone.
    """
    if INSIDE not in os.environ:
        os.environ[INSIDE] = "1"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.orig_argv[1:]])
    if not (CGROUPS / "cgroup.controllers").exists():
        attempt("umount", "--lazy", "--recursive", str(CGROUPS))
        run("mount", "-t", "cgroup2", "none", str(CGROUPS))


@dataclass(frozen=True, slots=True)
class Containers:
    """A store of images and containers in a folder."""

    folder: Path

    @property
    def _store(self) -> tuple[str, ...]:
        root, state = self.folder / "store", self.folder / "state"
        return ("--root", str(root), "--runroot", str(state), "--storage-driver", "vfs")

    def podman(self, *arguments: str, **keywords: Any) -> str:
        """Return what a command of podman says. Raises RuntimeError where it fails."""
        return run("podman", *self._store, *arguments, **keywords)

    def attempt(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of podman, which may fail."""
        return attempt("podman", *self._store, *arguments)

    def _buildah(self, *arguments: str) -> str:
        return run("buildah", *self._store, *arguments)

    def make_base(self) -> str:
        """Make the image that the Dockerfile begins FROM, of Debian's packages; return its name."""
        (name,) = {rest.split()[0] for stage in (0, 1) for word, rest in steps(stage) if word == "FROM"}
        suite = name.rpartition("-")[2]
        archive = self.folder / "base.tar"
        run("mmdebstrap", *BASE, suite, str(archive), f"deb {mirror()} {suite} main")
        made = self._buildah("from", "scratch").strip()
        self._buildah("add", "--quiet", made, str(archive), "/")
        self._buildah("run", "--isolation", "chroot", made, "--", "sh", "-ec", LIKE_PYTHON)
        self._buildah("commit", "--quiet", "--rm", "--format", "docker", made, f"localhost/{name}")
        archive.unlink()
        return name

    def build(self, name: str) -> int:
        """Build the Dockerfile as it stands; return how many steps it had."""
        how = ("--format", "docker", "--isolation", "chroot", "--network", "host", "--pull-never")
        mounts = [part for each in self._pip_mounts() for part in ("--volume", f"{each}:ro")]
        return len(re.findall(r"STEP \d+/\d+", self._buildah("bud", *how, *mounts, "--tag", name, ".")))

    def _pip_mounts(self) -> list[str]:
        """Write this machine's settings of pip into one file; name it and the folders that it names."""
        settings = RawConfigParser()
        for line in run(sys.executable, "-m", "pip", "config", "list").splitlines():
            section, key, value = re.fullmatch(r"(:env:|\w+)\.([\w-]+)=(.*)", line).groups()  # type: ignore[union-attr]
            section = "global" if section == ":env:" else section
            if not settings.has_section(section):
                settings.add_section(section)
            settings[section][key] = ast.literal_eval(value)
        file = self.folder / "pip.conf"
        with file.open("w", encoding="utf-8") as opened:
            settings.write(opened)
        words = " ".join(value for section in settings.values() for value in section.values()).split()
        places = {CERTIFICATES, *(place for word in words if (place := _folder(word)) is not None)}
        return [f"{file}:/etc/pip.conf", *(f"{place}:{place}" for place in sorted(places))]


def _folder(word: str) -> Path | None:
    """Return the folder of this machine that a word of pip's settings leads to."""
    if word.startswith("file:///"):
        return Path(word.removeprefix("file://")).parent  # the files lie beside the list of their names
    place = Path(word)
    if not place.is_absolute() or not place.exists():
        return None
    return place if place.is_dir() else place.parent


NOT_ENFORCED = {"mem_limit", "memswap_limit"}
"""The limits by control groups, which podman is told to leave alone: not every machine can change them."""
USUAL = (
    "--cgroups=disabled",
    "--network=host",
    "--log-driver=k8s-file",
    "--health-interval=disable",
    "--ulimit=nofile=1024:4096",
)
"""Without systemd nobody calls the health check by itself; podman's own limit of files may be refused."""
ELSEWHERE = {"build", "image", "env_file", "environment", "volumes", "restart", "logging"}
"""The keys of a container that its caller sets."""


def options_of(service: dict[str, Any]) -> list[str]:
    """Return podman's options for a service of Compose. Raises ValueError for an unknown one."""
    found = [*USUAL]
    for key, value in service.items():
        match key, value:
            case "read_only", True:
                found += ["--read-only", "--read-only-tmpfs=false"]
            case "init", True:
                found += ["--init"]
            case "pids_limit", int(count):
                found += [f"--ulimit=nproc={count}:{count}"]  # of the image's user, who has nothing else here
            case "tmpfs" | "cap_drop" | "security_opt", [*values]:
                name = f"--{key.replace('_', '-')}"
                found += [f"{name}={each.removesuffix(':true')}" for each in values]
            case _ if key in NOT_ENFORCED | ELSEWHERE:
                continue
            case _:
                raise ValueError(f"compose.yaml has {key}: {value!r}, which is not known here")
    return found
