"""The shards that a process serves: by its settings, or by its host's name."""

from __future__ import annotations

import socket

import pytest
from pydantic import ValidationError

from bot.config import Settings
from bot.shards import Shard, number_of, trailing_number

SERVER = "postgresql://koikoi@db/koikoi"


def settings(**given: object) -> Settings:
    """Settings of nobody's environment."""
    return Settings(_env_file=None, **given)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def no_settings_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment says nothing of shards."""
    for name in ("SHARDS", "PROCESSES", "PROCESS", "DATABASE"):
        monkeypatch.delenv(f"KOIKOI_{name}", raising=False)


def test_a_servers_shard_is_that_of_discords_documents() -> None:
    assert number_of(197038439483310086, 16) == (197038439483310086 >> 22) % 16
    assert number_of(None, 16) == 0
    assert [Shard(number, 2).owns(1 << 22) for number in range(2)] == [False, True]


def test_shards_are_dealt_to_processes_in_turn_and_none_is_left_or_served_twice() -> None:
    dealt = [settings(shards=5, processes=2, process=each, database=SERVER).sharding.own for each in (0, 1)]

    assert [[shard.number for shard in own] for own in dealt] == [[0, 2, 4], [1, 3]]
    assert {shard.count for own in dealt for shard in own} == {5}


def test_a_process_alone_serves_all_shards_whatever_its_host_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "vps-7")

    assert settings().sharding.own == (Shard(0, 1),)
    assert [shard.number for shard in settings(shards=3).sharding.own] == [0, 1, 2]


@pytest.mark.parametrize(
    ("host", "number"), [("koikoi-12", 12), ("koikoi-0.koikoi.games.svc", 0), ("host4", 4), ("vps", None)]
)
def test_the_number_of_a_host_is_the_one_at_the_end_of_its_own_name(host: str, number: int | None) -> None:
    assert trailing_number(host) == number


def test_one_of_several_takes_its_number_from_the_hosts_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "koikoi-2")

    assert settings(shards=3, processes=3, database=SERVER).sharding.process == 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"processes": 2, "shards": 2, "process": 0}, "KOIKOI_PROCESSES above 1 needs KOIKOI_DATABASE"),
        ({"process": 1}, "KOIKOI_PROCESS must be 0"),
        ({"processes": 3, "shards": 2, "process": 0, "database": SERVER}, "must not be less than"),
        ({"processes": 2, "shards": 2, "process": 2, "database": SERVER}, "must be less than"),
        ({"processes": 2, "shards": 2, "database": SERVER}, "KOIKOI_PROCESS must be less than"),
        ({"shards": 0}, "greater than or equal to 1"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, object], told: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "vps")

    with pytest.raises(ValidationError, match=told):
        settings(**given)
