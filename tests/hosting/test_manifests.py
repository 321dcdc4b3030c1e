"""The files by which the bot is built and run elsewhere say of it what the code says. None is run here."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError
from sqlalchemy import make_url

from bot.config import Settings
from bot.monitoring.endpoint import HEALTH, METRICS
from bot.shards import Shard, trailing_number
from cogs.gateway.clients import CLOSING_SECONDS
from tests.support.processes.dockerfile import environment, steps
from tests.support.sandbox.client import ROOT
from tests.support.waiting import MOST_SECONDS

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MANIFESTS = [ROOT / name for name in ("compose.yaml", "compose.postgres.yaml", "kubernetes.yaml")]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def read(name: str) -> dict[Any, Any]:
    """A YAML file of the repository."""
    found: dict[Any, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("path", [*WORKFLOWS, *MANIFESTS], ids=lambda path: path.name)
def test_a_file_names_settings_that_there_are(path: Path) -> None:
    """The file is YAML, and every word in it that begins as our variables do is one of them."""
    parts = list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
    assert parts and all(isinstance(part, dict) for part in parts)
    words = path.read_text(encoding="utf-8").replace(":", " ").replace(",", " ").split()
    ours = {word for word in words if word.startswith("KOIKOI_")}
    known = {f"KOIKOI_{name.upper()}" for name in Settings.model_fields}
    assert ours <= known


KUBERNETES = (ROOT / "kubernetes.yaml").read_text(encoding="utf-8")
SET, BUDGET = yaml.safe_load_all(KUBERNETES)
POD: dict[str, Any] = SET["spec"]["template"]["spec"]
(BOT,) = POD["containers"]
DATABASE = "postgresql://koikoi:word@host/koikoi"


def settings_of(number: int, secret: dict[str, str], **scaled: int) -> Settings:
    """Return a pod's settings by its number. `secret`: what the host has made. `scaled`: other values."""
    fields: dict[str, object] = {}
    for each in BOT["env"]:
        match each.get("valueFrom"):
            case None:
                value = each["value"]
            case {"secretKeyRef": {"name": "koikoi", "key": key, **rest}}:
                assert key in secret or rest == {"optional": True}, f"the pod waits for {key}"
                value = secret.get(key)
            case {"fieldRef": {"fieldPath": "metadata.labels['apps.kubernetes.io/pod-index']"}}:
                value = str(number)
            case other:
                raise AssertionError(other)
        if value is not None:
            fields[each["name"].removeprefix("KOIKOI_").lower()] = value
    return Settings(_env_file=None, **{**fields, **scaled})  # type: ignore[arg-type]  # as the environment has them


def test_kubernetes_runs_the_image_as_the_dockerfile_means_it() -> None:
    """The image's user, nothing to write to but the volume and /tmp, no rights; the version is today's."""
    context = POD["securityContext"]
    assert BOT["image"].endswith(f"/koikoi:{VERSION}")
    assert ("USER", f"{context['runAsUser']}:{context['runAsGroup']}") in steps(1)
    assert context["fsGroup"] == context["runAsGroup"]
    assert BOT["securityContext"] == {
        "readOnlyRootFilesystem": True,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
    }
    mounts = {each["name"]: each["mountPath"] for each in BOT["volumeMounts"]}
    assert mounts == {"data": environment(1)["KOIKOI_DATA"], "tmp": "/tmp"}
    (claim,) = SET["spec"]["volumeClaimTemplates"]
    assert {claim["metadata"]["name"], *(each["name"] for each in POD["volumes"])} == set(mounts)
    assert "command" not in BOT and "args" not in BOT, "the image's own are meant"


def test_kubernetes_settings_are_taken_and_open_the_port_that_it_probes() -> None:
    """Probes and Prometheus ask paths that the bot answers, on the port that the settings open to all."""
    settings = settings_of(0, {"token": "word"})
    assert settings.metrics_host == "0.0.0.0"
    (port,) = BOT["ports"]
    assert port["containerPort"] == settings.metrics_port
    probes = {name: each["httpGet"] for name, each in BOT.items() if name.endswith("Probe")}
    assert {each["port"] for each in probes.values()} == {port["name"]}
    paths = {name: each["path"] for name, each in probes.items()}
    # One that waits for its shards answers the first of them, so nobody ends it; it is only not ready.
    assert paths == {"startupProbe": METRICS, "livenessProbe": METRICS, "readinessProbe": HEALTH}
    notes = SET["spec"]["template"]["metadata"]["annotations"]
    assert (notes["prometheus.io/port"], notes["prometheus.io/path"]) == (str(settings.metrics_port), METRICS)


def test_kubernetes_starts_every_process_that_the_settings_count() -> None:
    """Replicas, processes and shards agree; all start at once, have time to end, and are found by labels."""
    spec = SET["spec"]
    settings = settings_of(0, {"token": "word", "database": DATABASE})
    assert spec["replicas"] == settings.processes <= settings.shards
    assert spec["podManagementPolicy"] == "Parallel", "one that waits would keep the next from starting"
    assert POD["terminationGracePeriodSeconds"] > 2 * CLOSING_SECONDS
    assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"]
    assert BUDGET["spec"]["selector"] == spec["selector"]


@pytest.mark.parametrize(("replicas", "shards"), [(1, 1), (1, 3), (2, 2), (3, 4), (12, 12)])
def test_the_pods_of_kubernetes_share_the_shards(replicas: int, shards: int) -> None:
    """Whatever numbers a host writes there that agree: each shard is one pod's, by its number or its name."""
    secret, numbers = {"token": "word", "database": DATABASE}, {"processes": replicas, "shards": shards}
    pods = [settings_of(number, secret, **numbers) for number in range(replicas)]
    assert sorted(shard.number for pod in pods for shard in pod.sharding.own) == list(range(shards))
    assert {shard.count for pod in pods for shard in pod.sharding.own} == {shards}
    names = [f"{SET['metadata']['name']}-{number}" for number in range(replicas)]
    assert [trailing_number(name) for name in names] == [pod.process for pod in pods]
    with pytest.raises(ValidationError, match="KOIKOI_PROCESS must be"):
        settings_of(replicas, secret, **numbers)


def test_a_pod_of_kubernetes_alone_needs_no_database() -> None:
    """A secret with a token is enough; several pods without a database are refused, by the missing word."""
    alone = settings_of(0, {"token": "word"})
    assert alone.database is None and alone.sharding.own == (Shard(0, 1),)
    with pytest.raises(ValidationError, match="needs KOIKOI_DATABASE"):
        settings_of(0, {"token": "word"}, processes=2, shards=2)


SINCE = {"unhealthyPodEvictionPolicy": 26}
"""Fields of Kubernetes that are newer than its API groups, by the minor version that first takes them."""


def fields(value: object) -> set[str]:
    """Every name of a field in an object, at any depth."""
    if isinstance(value, list):
        return set().union(*map(fields, value))
    return set(value).union(*map(fields, value.values())) if isinstance(value, dict) else set()


def test_kubernetes_says_which_version_it_needs() -> None:
    """The first line and the README name the version that first takes the newest field, and no older one."""
    newest = max(SINCE[field] for field in fields([SET, BUDGET]) & set(SINCE))
    assert KUBERNETES.startswith(f"# Needs Kubernetes 1.{newest}: ")
    assert f"| run it in Kubernetes, 1.{newest} or newer |" in (ROOT / "bot" / "README.md").read_text(
        encoding="utf-8"
    )


def test_kubernetes_says_how_its_secret_is_made() -> None:
    """The commands of its comments name every key that the pods look for, and no other."""
    keys = {ref["key"] for each in BOT["env"] if (ref := each.get("valueFrom", {}).get("secretKeyRef"))}
    assert set(re.findall(r"--from-literal=(\w+)=", KUBERNETES)) == keys
    assert f"kubectl scale statefulset {SET['metadata']['name']} --replicas=0" in KUBERNETES


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


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_an_action_is_one_commit_with_its_version_beside_it(path: Path) -> None:
    """A tag can be moved to other code by the owner of the action; a commit cannot."""
    uses = re.findall(r"\buses:(.*)", path.read_text(encoding="utf-8"))
    assert uses
    for each in uses:
        assert re.fullmatch(r" [\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each), each


def test_an_action_is_the_same_commit_everywhere() -> None:
    """Two workflows that use one action use it in one version."""
    texts = [path.read_text(encoding="utf-8") for path in WORKFLOWS]
    pinned = {tuple(found) for text in texts for found in re.findall(r"uses: ([\w/-]+)@(.+)", text)}
    assert len(pinned) == len({name for name, _ in pinned})


def image_steps() -> list[dict[str, Any]]:
    """The steps of the workflow that builds the image."""
    workflow = read(".github/workflows/image.yml")
    assert workflow[True] == {"push": {"tags": ["v*"]}}, "YAML reads `on` as a word for true"
    return list(workflow["jobs"]["image"]["steps"])


def test_a_tag_has_the_image_built_for_both_processors_with_its_list() -> None:
    """From the repository itself, with an SBOM, under the name that a step before has computed."""
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
        timeout=MOST_SECONDS,
    )
    assert (ended.returncode == 0) is fits
    if fits:
        assert output.read_text(encoding="utf-8") == f"image=ghcr.io/some-one/koikoi:{VERSION}\n"
