"""The files by which the bot is built and run elsewhere say of it what the code says. None is run here."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import make_url

from bot.config import Settings
from bot.monitoring.endpoint import HEALTH, METRICS
from tests.support.processes.dockerfile import environment, steps
from tests.support.sandbox.client import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MANIFESTS = [ROOT / name for name in ("compose.yaml", "compose.postgres.yaml", "kubernetes.yaml")]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def read(name: str) -> dict[Any, Any]:
    """A YAML file of the repository."""
    found: dict[Any, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("path", [*WORKFLOWS, *MANIFESTS], ids=lambda path: path.name)
def test_a_file_names_settings_that_there_are(path: Path) -> None:
    """It is YAML, and every word in it that begins as our variables do is one of them."""
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)
    words = path.read_text(encoding="utf-8").replace(":", " ").replace(",", " ").split()
    ours = {word for word in words if word.startswith("KOIKOI_")}
    known = {f"KOIKOI_{name.upper()}" for name in Settings.model_fields}
    assert ours <= known


def container() -> dict[str, Any]:
    """The bot's container in Kubernetes."""
    (found,) = pod()["containers"]
    return dict(found)


def pod() -> dict[str, Any]:
    """What Kubernetes runs."""
    return dict(read("kubernetes.yaml")["spec"]["template"]["spec"])


def test_kubernetes_runs_the_image_as_the_dockerfile_means_it() -> None:
    """Its user, nothing to write to but the volume and /tmp, no rights; the version is today's."""
    bot, context = container(), pod()["securityContext"]
    assert bot["image"].endswith(f"/koikoi:{VERSION}")
    assert ("USER", f"{context['runAsUser']}:{context['runAsGroup']}") in steps(1)
    assert context["fsGroup"] == context["runAsGroup"]
    assert bot["securityContext"] == {
        "readOnlyRootFilesystem": True,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
    }
    mounts = {each["name"]: each["mountPath"] for each in bot["volumeMounts"]}
    assert mounts == {"data": environment(1)["KOIKOI_DATA"], "tmp": "/tmp"}
    (claim,) = read("kubernetes.yaml")["spec"]["volumeClaimTemplates"]
    assert {claim["metadata"]["name"], *(each["name"] for each in pod()["volumes"])} == set(mounts)
    assert "command" not in bot and "args" not in bot, "the image's own are meant"


def test_kubernetes_settings_are_taken_and_open_the_port_that_it_probes() -> None:
    """Probes and Prometheus ask paths that the bot answers, on the port that the settings open to all."""
    bot = container()
    values = {each["name"]: each["value"] for each in bot["env"] if "value" in each}
    fields = {name.removeprefix("KOIKOI_").lower(): value for name, value in values.items()}
    settings = Settings(_env_file=None, **fields)
    assert settings.metrics_host == "0.0.0.0"
    (port,) = bot["ports"]
    assert port["containerPort"] == settings.metrics_port
    probes = {name: each["httpGet"] for name, each in bot.items() if name.endswith("Probe")}
    assert {each["port"] for each in probes.values()} == {port["name"]}
    paths = {name: each["path"] for name, each in probes.items()}
    assert paths == {"startupProbe": METRICS, "livenessProbe": METRICS, "readinessProbe": HEALTH}
    notes = read("kubernetes.yaml")["spec"]["template"]["metadata"]["annotations"]
    assert (notes["prometheus.io/port"], notes["prometheus.io/path"]) == (str(settings.metrics_port), METRICS)


def test_one_process_alone_writes_to_a_data_folder() -> None:
    """Until there are shards there is one replica, and its labels are those that it is found by."""
    spec = read("kubernetes.yaml")["spec"]
    assert spec["replicas"] == 1
    assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"]


def test_compose_leads_the_bot_to_its_postgresql() -> None:
    """By name, password and database of the service beside it, once that is ready; nobody else reaches it."""
    beside, alone = read("compose.postgres.yaml")["services"], read("compose.yaml")["services"]
    assert set(alone) == {"koikoi"} and set(beside) == {"koikoi", "postgres"}
    server, bot = beside["postgres"], beside["koikoi"]
    secret = server["environment"]["POSTGRES_PASSWORD"]
    assert secret.startswith("${POSTGRES_PASSWORD:?")
    address = make_url(bot["environment"]["KOIKOI_DATABASE"].replace(secret, "word"))
    assert (address.drivername, address.host, address.port) == ("postgresql", "postgres", 5432)
    assert address.password == "word"
    assert address.username == server["environment"]["POSTGRES_USER"]
    assert address.database == server["environment"]["POSTGRES_DB"]
    assert bot["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert server["healthcheck"]["test"][1:] == [
        *("pg_isready", f"--username={address.username}", f"--dbname={address.database}")
    ]
    assert "ports" not in server and "ports" not in bot
    (volume,) = server["volumes"]
    assert volume.split(":")[0] in read("compose.postgres.yaml")["volumes"]


def image_steps() -> list[dict[str, Any]]:
    """The steps of the workflow that builds the image."""
    workflow = read(".github/workflows/image.yml")
    assert workflow[True] == {"push": {"tags": ["v*"]}}, "YAML reads `on` as a word for true"
    return list(workflow["jobs"]["image"]["steps"])


def test_a_tag_has_the_image_built_for_both_processors_with_its_list() -> None:
    """From the repository itself, with an SBOM, under the name that a step before has worked out."""
    (build,) = [step["with"] for step in image_steps() if "build-push-action" in step.get("uses", "")]
    assert build["platforms"] == "linux/amd64,linux/arm64"
    assert (build["sbom"], build["push"], build["context"]) == (True, True, ".")
    (named,) = [step for step in image_steps() if step.get("id") == "name"]
    assert build["tags"] == "${{ steps.name.outputs.image }}" and "image=" in named["run"]


@pytest.mark.parametrize(("tag", "fits"), [(f"v{VERSION}", True), ("v0.0.0", False), (f"{VERSION}.1", False)])
def test_a_tag_that_is_not_the_version_builds_nothing(tmp_path: Path, tag: str, fits: bool) -> None:
    """The commands of the workflow are run as they stand there; the name is one that a registry takes."""
    output = tmp_path / "output"
    script = "\n".join(step["run"] for step in image_steps() if "run" in step)
    given = {"GITHUB_REF_NAME": tag, "GITHUB_REPOSITORY": "Some-One/Koikoi", "GITHUB_OUTPUT": str(output)}
    ended = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **given},
        check=False,
        timeout=60,
    )
    assert (ended.returncode == 0) is fits
    if fits:
        assert output.read_text(encoding="utf-8") == f"image=ghcr.io/some-one/koikoi:{VERSION}\n"
