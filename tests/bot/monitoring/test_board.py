"""The Grafana board asks for what the bot measures, and for all of it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot import monitoring
from bot.match.vocabulary import CpuLevel
from bot.monitoring.metrics import Metrics, Snapshot

BOARD: dict[str, Any] = json.loads(
    (Path(monitoring.__file__).parent / "grafana.json").read_text(encoding="utf-8")
)
PANELS: list[dict[str, Any]] = BOARD["panels"]
OTHERS = {"up", "process_resident_memory_bytes", "process_cpu_seconds_total"}
"""The metrics of Prometheus itself, and those that every process tells."""
PROCESS = "instance"
"""The label by which Prometheus itself tells processes apart."""


def is_ours(name: str) -> bool:
    """Whether it is a measure of the bot, and not when the library has begun to count one."""
    return name.startswith("koikoi_") and not name.endswith("_created")


@cache
def measured() -> dict[str, set[str]]:
    """The names of all series of the bot with their labels, of which there is one sample each at least."""
    metrics = Metrics()
    metrics.press(lambda: 0.0).took(picture=True)
    metrics.stale("stale")
    metrics.edited("table", "done")
    with metrics.storing("read"), metrics.deciding(CpuLevel.EASY):
        pass
    look = Snapshot(
        *({"classic": 1},),
        gateway=0,
        reasons={"loop": True},
        degraded={"drawing": 1},
        database=1,
        free=1,
        copied=1,
        copy_seconds=1,
    )
    metrics.watch(lambda: look)
    metrics.answered("2xx")
    text = generate_latest(metrics.registry).decode()
    families = [each for each in text_string_to_metric_families(text) if is_ours(each.name)]
    assert not [family.name for family in families if not family.samples]
    return {sample.name: set(sample.labels) for family in families for sample in family.samples}


def questions() -> list[tuple[str, str]]:
    """Every expression with the text of its legend."""
    return [(target["expr"], target["legendFormat"]) for panel in PANELS for target in panel["targets"]]


def asked(expression: str) -> set[str]:
    """The names of series in an expression: words that are neither functions, labels nor texts."""
    bare = re.sub(r'"[^"]*"|\$\w+|by \([^)]*\)|\{[^}]*\}', "", expression)
    return set(re.findall(r"\b[a-z_]+\b(?!\s*\()", bare)) - {"or", "by"}


def test_the_board_asks_for_what_there_is() -> None:
    """No series is misspelt, and each of the bot's measures is on some panel."""
    series = measured()
    wanted = set().union(*(asked(expression) for expression, _ in questions()))
    assert wanted - set(series) == OTHERS
    shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in wanted}
    assert {re.sub(r"_(bucket|count|sum)$", "", name) for name in series} <= shown


def test_expressions_group_by_labels_that_there_are() -> None:
    """And their legends name no others."""
    for expression, legend in questions():
        labels = set().union(*(measured().get(name, set()) for name in asked(expression)))
        grouped = {each for group in re.findall(r"by \(([^)]*)\)", expression) for each in group.split(", ")}
        assert grouped <= labels | {PROCESS}, expression
        assert set(re.findall(r"\{\{(\w+)\}\}", legend)) <= (grouped or labels), expression


def test_of_several_processes_a_line_is_one_or_all_of_them() -> None:
    """Every expression puts the processes together, or tells them apart and says which one a line is."""
    for expression, legend in questions():
        assert re.search(r"\b(sum|count|min|max)\b", expression), expression
        apart = any(PROCESS in group.split(", ") for group in re.findall(r"by \(([^)]*)\)", expression))
        assert apart is (f"{{{{{PROCESS}}}}}" in legend), expression
    by_process = {name for text, legend in questions() if PROCESS in legend for name in asked(text)}
    assert {"koikoi_live_tables", "koikoi_loop_delay_seconds_bucket"} <= by_process


def test_the_panels_lie_side_by_side() -> None:
    """None covers another, none has another's number, all read the chosen Prometheus."""
    places = set[tuple[int, int]]()
    for panel in PANELS:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & places, panel["title"]
        places |= cells
        assert panel["datasource"]["uid"] == "${datasource}"
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
