"""The image of the Dockerfile, used as in a container: by a user without rights, on a read-only tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.support.processes.containers import options_of
from tests.support.processes.dockerfile import Image, environment, steps, usable_python, user
from tests.support.sandbox.client import ROOT
from tests.support.waiting import MOST_SECONDS

pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """The image as folders; not in pytest's own, which are closed to other users."""
    python = usable_python()
    if python is None:
        pytest.skip("no Python here that a user without rights could run")
    folder = Path(tempfile.mkdtemp(prefix="koikoi-image-"))
    folder.chmod(0o755)
    try:
        made = Image(folder, python)
        made.build()
        yield made
    finally:
        shutil.rmtree(folder)


def everything(image: Image) -> dict[str, int]:
    """Every file outside `/data` with the time of its last change."""
    files = (path for path in image.folder.rglob("*") if image.data not in (path, *path.parents))
    return {str(path): path.lstat().st_mtime_ns for path in files}


def test_the_image_works_as_a_user_without_rights(image: Image) -> None:
    """The image's commands do their jobs and write into `/data` alone; what the image leaves out says so."""
    before = everything(image)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    said = image.run("--version")
    assert (said.returncode, said.stdout) == (0, f"koikoi {version}\n"), said.stderr
    said = image.run("migrate")
    assert said.returncode == 0, said.stderr
    assert sorted(path.name for path in image.data.iterdir()) == ["koikoi.db", "koikoi.lock"]
    if os.geteuid() == 0:
        assert {path.stat().st_uid for path in image.data.iterdir()} == {user()}
    said = image.run("check")
    assert said.returncode == 0, said.stderr
    said = image.run("backup", "copy.db")
    assert said.returncode == 0, said.stderr
    said = image.run("backup", str(image.app / "copy.db"))
    assert said.returncode == 1 and "cannot be written" in said.stderr
    said = image.run("sandbox")
    assert said.returncode == 2 and "has no local Discord" in said.stderr
    assert len(said.stderr.splitlines()) == 1
    assert everything(image) == before


def test_the_image_s_health_check_is_a_command_that_says_no_without_a_bot(image: Image) -> None:
    """As the HEALTHCHECK calls it; and the bot itself wants a token first."""
    (check,) = [rest for instruction, rest in steps(1) if instruction == "HEALTHCHECK"]
    assert check.endswith('CMD ["koikoi", "health"]')
    said = image.run("health")
    assert said.returncode == 1 and said.stderr.startswith("No bot runs on the data folder")
    (command,) = [rest for instruction, rest in steps(1) if instruction == "CMD"]
    assert command == '["run"]'
    said = image.run("run")
    assert said.returncode == 2 and "KOIKOI_TOKEN is not set" in said.stderr


def test_the_command_that_runs_the_image_does_so_as_compose_does() -> None:
    """The command knows every option of Compose's: it has podman's for it, or says that it leaves it out."""
    service = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["koikoi"]
    found = options_of(service)
    assert {"--init", "--read-only", "--read-only-tmpfs=false", "--cap-drop=ALL"} <= set(found)
    assert {"--security-opt=no-new-privileges", f"--ulimit=nproc={service['pids_limit']}:128"} <= set(found)
    with pytest.raises(ValueError, match="privileged"):
        options_of({**service, "privileged": True})


def test_the_command_that_runs_the_image_says_why_it_cannot(tmp_path: Path) -> None:
    """The command ends with 2 and a sentence if its programs are not installed, and makes nothing."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hosting.image", str(tmp_path / "pictures")],
        cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True, timeout=MOST_SECONDS, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("The image cannot be built and run here. This needs ")
    assert not list(tmp_path.iterdir())


def test_the_image_s_settings_are_settings() -> None:
    """The settings in its ENV lines exist, and lead into the volume."""
    ours = {name: value for name, value in environment(1).items() if name.startswith("KOIKOI_")}
    assert ours == {"KOIKOI_DATA": "/data"}
    assert [rest for instruction, rest in steps(1) if instruction == "VOLUME"] == ["/data"]


def test_the_image_has_the_library_that_shapes_names() -> None:
    """Pillow's wheel brings Raqm and not libfribidi, without which Arabic and Hebrew come out reversed."""
    installed = [rest for instruction, rest in steps(1) if instruction == "RUN" and "apt-get install" in rest]
    assert any("libfribidi0" in rest.split() for rest in installed)
