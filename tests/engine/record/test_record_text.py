"""The text of a record: what is no JSON, or no object, or means nothing, is refused in one line."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from engine.errors import EngineError, RecordError
from engine.record.match_record import loads
from engine.rules.options import make_rules
from tests.support.builders import play_random


def good() -> dict[str, Any]:
    """The record of a short match that has begun."""
    return play_random(make_rules("classic", {"months": 1}), 3, limit=5).record()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "record: not JSON: "),
        (b"{", "record: not JSON: "),
        (b"{} {}", "record: not JSON: Extra data"),
        (b"\xef\xbb\xbf{}", "record: not JSON: Unexpected UTF-8 BOM"),
        (b"[]", "record: not an object"),
        (b"null", "record: not an object"),
        (b"{}\xff", "record: not UTF-8 at byte 2"),
        (b'{"a": "\xed\xa0\x80"}', "record: not UTF-8 at byte 7"),
        (b"[" * 100_000, "record: nested too deep"),
        (b"1" * 5000, "record: not an object"),
        (b'{"format": "koikoi-record/1"}', "rules: missing"),
    ],
    ids=range(11),
)
def test_what_is_no_record_is_refused(text: bytes, told: str) -> None:
    """Texts that are not JSON, or no object, raise an error of one short line that says why."""
    with pytest.raises(EngineError) as caught:
        loads(text)
    assert str(caught.value).startswith(told)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_only_json_is_read(number: str) -> None:
    """Numbers that JSON does not have are refused, also in keys that nobody reads."""
    text = json.dumps(play_random(make_rules("classic"), 1, limit=5).record())
    assert loads(text)
    with pytest.raises(RecordError, match="not JSON"):
        loads(text.replace("{", f'{{"note": {number}, ', 1))


LONG_NUMBER = b"-" + b"9" * 5000


@pytest.mark.parametrize(
    ("key", "place"),
    [
        (b'"participants": 2', "participants"),
        (b'"months": 1', "options.months"),
        (b'"format": "koikoi-record/1"', "format"),
        (b'"0 draw"', "actions[0]"),
    ],
)
def test_a_long_number_is_a_fault_of_its_place(key: bytes, place: str) -> None:
    """A number of more digits than Python reads is named like any other value that does not fit."""
    text = json.dumps(good()).encode()
    assert text.count(key) == 1
    name = key[: key.index(b":") + 1] if b":" in key else b""
    with pytest.raises(EngineError) as caught:
        loads(text.replace(key, name + LONG_NUMBER))
    assert caught.value.place == place
    assert "a very large number" in str(caught.value)


def test_a_long_number_that_nobody_reads_is_ignored() -> None:
    """Other keys are ignored, whatever JSON stands there."""
    text = json.dumps(good()).encode()
    assert loads(text.replace(b"{", b'{"note": ' + LONG_NUMBER + b", ", 1)) == loads(text)


@pytest.mark.parametrize("key", ["actions", "oyaken"])
def test_a_key_that_stands_twice_is_refused(key: str) -> None:
    """Readers differ in which of the two counts, so neither does."""
    record = play_random(make_rules("classic", {"oyaken": 4}), 1, limit=5).record()
    text = json.dumps(record).replace(f'"{key}": ', f'"{key}": 5, "{key}": ', 1)
    with pytest.raises(RecordError, match=f"record: the key '{key}' stands twice"):
        loads(text)


@pytest.mark.parametrize("key", ["rules", "seat_deck", "decks", "actions", "options", "salts", "joins"])
def test_deep_values_are_faults_like_others(key: str) -> None:
    """A value nested just as deep as can be read raises an EngineError; telling it goes no deeper."""
    record = good() | {key: ["@"]}
    limit = sys.getrecursionlimit()
    for depth in range(limit - 60, limit + 10):
        with pytest.raises(EngineError) as caught:
            loads(json.dumps(record).replace('"@"', "[" * depth + "]" * depth))
        assert len(str(caught.value)) < 200
