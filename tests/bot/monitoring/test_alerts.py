"""The alerts ask for what the bot measures, and each has its chapter on the page of what to do."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from bot import monitoring
from bot.errors import StorageErrorKind
from bot.service.health import Degraded, Reason
from tests.bot.monitoring.test_board import OTHERS, PROCESS, asked, measured
from tests.support.waiting import MOST_SECONDS

FOLDER = Path(monitoring.__file__).parent
FILE = FOLDER / "alerts.yaml"
(GROUP,) = yaml.safe_load(FILE.read_text(encoding="utf-8"))["groups"]
RULES: list[dict[str, Any]] = GROUP["rules"]
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
CHAPTERS = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


HEALTHY = {
    'up{job="koikoi",%s}': "1x180",
    'koikoi_unwell{reason="gateway",%s}': "0x180",
    'koikoi_degraded{what="drawing",%s}': "0x180",
    "koikoi_unanswered_presses_total{%s}": "0x180",
    'koikoi_storage_troubles_total{kind="full",%s}': "0x180",
    'koikoi_storage_troubles_total{kind="conflict",%s}': "0+1x180",
    "koikoi_free_bytes{%s}": "9e9x180",
    "koikoi_unshown_table_seconds{%s}": "2x180",
    'koikoi_incidents_total{of="press",%s}': "3x180",
    "koikoi_copy_interval_seconds{%s}": "86400x180",
    "koikoi_last_copy_timestamp_seconds{%s}": "0x180",
}
"""Series of a process to which nothing happens for three hours, a sample a minute."""
SYMPTOMS: dict[str, tuple[str, str, dict[str, str], str]] = {
    "KoikoiDown": ('up{job="koikoi",%s}', "0x180", {"job": "koikoi"}, "ill does not answer"),
    "KoikoiUnwell": (
        'koikoi_unwell{reason="gateway",%s}',
        "1x180",
        {"reason": "gateway"},
        "ill is not well: gateway",
    ),
    "KoikoiDegraded": (
        'koikoi_degraded{what="drawing",%s}',
        "1x180",
        {"what": "drawing"},
        "ill is well, but not all is done as it should be: drawing",
    ),
    "KoikoiPressesUnanswered": (
        "koikoi_unanswered_presses_total{%s}",
        "0+1x180",
        {},
        "ill left 10 presses in 10 minutes without an answer",
    ),
    "KoikoiStorageTroubles": (
        'koikoi_storage_troubles_total{kind="full",%s}',
        "0+1x180",
        {"kind": "full"},
        "the database of ill refuses transactions: full",
    ),
    "KoikoiDiskFull": ("koikoi_free_bytes{%s}", "9e8x180", {}, "858.3MiB are left for the data of ill"),
    "KoikoiTablesBehind": (
        "koikoi_unshown_table_seconds{%s}",
        "31x180",
        {},
        "a table of ill has not been shown for 31s",
    ),
    "KoikoiIncidents": (
        'koikoi_incidents_total{of="press",%s}',
        "0+1x180",
        {"of": "press"},
        "ill has logged 60 errors (press) in an hour",
    ),
    "KoikoiNoCopy": (
        "koikoi_copy_interval_seconds{%s}",
        "86400x180",
        {},
        "the database of ill has no new copy",
    ),
}
"""By alert: the series that has the symptom, its values, the labels and the sentence that it fires with."""


def test_each_alert_has_its_chapter() -> None:
    """Nine of them, and no chapter is about an alert that there is not."""
    assert [rule["alert"] for rule in RULES] == list(CHAPTERS)
    assert len(RULES) == 9
    for chapter in CHAPTERS.values():
        assert chapter.lstrip().startswith("**Players:**")


def test_alerts_ask_for_what_there_is() -> None:
    """No series and no label is misspelt; what is said of an alert names labels that it has."""
    series = measured()
    for rule in RULES:
        expression = re.sub(r"\[\w+\]", "", rule["expr"])
        names = asked(re.sub(r"\b\d[\d.e]*\b", "", expression)) - {"unless"}
        assert names and not names - set(series) - OTHERS, rule["alert"]
        labels = set().union(*(series.get(name, set()) for name in names)) | {PROCESS}
        grouped = {each for group in re.findall(r"by \(([^)]*)\)", expression) for each in group.split(", ")}
        filtered = set(re.findall(r"[{,](\w+)(?==|!=|=~|!~)", expression)) - {"job"}
        told = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        assert grouped | filtered <= labels, rule["alert"]
        assert told <= (grouped or labels), rule["alert"]
        assert rule["labels"]["severity"] in {"page", "ticket"}


def test_the_page_knows_every_reason_and_every_kind_of_trouble() -> None:
    """Words of labels that somebody looks up; a conflict is no fault, and others keep the bot away."""
    assert re.findall(r"^\| `(\w+)` \|", CHAPTERS["KoikoiUnwell"], re.MULTILINE) == [
        each.value for each in Reason
    ]
    assert re.findall(r"^\| `(\w+)` \|", CHAPTERS["KoikoiDegraded"], re.MULTILINE) == [
        each.value for each in Degraded
    ]
    kinds = set(re.findall(r"`(\w+)`", CHAPTERS["KoikoiStorageTroubles"])) - {"kind"}
    assert kinds == {each.value for each in StorageErrorKind} - {"conflict", "newer", "older"}


def test_prometheus_own_tool_takes_the_rules(tmp_path: Path) -> None:
    """With the tool at hand: the rules are well formed, and each fires for the subject of its chapter."""
    beside = str(Path(sys.executable).parent)
    for promtool in filter(None, [shutil.which("promtool") or shutil.which("promtool", path=beside)]):
        file = tmp_path / "tests.yaml"
        file.write_text(yaml.safe_dump(firing()), encoding="utf-8")
        for arguments in (("check", "rules", str(FILE)), ("test", "rules", str(file))):
            said = subprocess.run(
                [promtool, *arguments], capture_output=True, text=True, check=False, timeout=MOST_SECONDS
            )
            assert said.returncode == 0, said.stdout + said.stderr


def firing() -> dict[str, Any]:
    """For each rule, series of two processes of which one has its symptom, and what is to fire then."""
    severity = {rule["alert"]: rule["labels"]["severity"] for rule in RULES}
    assert set(SYMPTOMS) == set(severity)
    tests = []
    for name, (series, values, labels, summary) in SYMPTOMS.items():
        given = {each % 'instance="well"': healthy for each, healthy in HEALTHY.items()}
        given[series % 'instance="ill"'] = values
        told = {
            "exp_labels": {"severity": severity[name], PROCESS: "ill", **labels},
            "exp_annotations": {"summary": summary},
        }
        tests.append(
            {
                "interval": "1m",
                "input_series": [{"series": each, "values": samples} for each, samples in given.items()],
                "alert_rule_test": [{"eval_time": "3h", "alertname": name, "exp_alerts": [told]}],
            }
        )
    return {"rule_files": [str(FILE)], "evaluation_interval": "1m", "tests": tests}
