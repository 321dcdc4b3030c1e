"""Records: faults name their place, mutated ones never crash, long ones need little memory."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.cards.deck import DECK, format_cards, parse_deck
from engine.errors import EngineError, IllegalAction
from engine.play.match import apply
from engine.play.state import new_match
from engine.record.match_record import Record, loads, parse, replay
from engine.record.projection import line
from engine.rules.actions import Action, Draw, Phase, Player
from engine.rules.options import make_rules
from tests.support import strategies
from tests.support.builders import deck_source, play_random, random_rules, rigged, seat_deck_for

ROOT = Path(__file__).parents[3]
Fault = Callable[[dict[str, Any]], Any]


def good() -> dict[str, Any]:
    """A whole record of a short match."""
    return play_random(make_rules("classic", {"months": 1}), 3).record()


def broken_late() -> dict[str, Any]:
    """A record whose second action is illegal."""
    return good() | {"actions": ["0 draw", "0 draw"]}


def put(key: str, value: object) -> Fault:
    return lambda record: record.__setitem__(key, value)


def put_at(key: str, index: int, value: object) -> Fault:
    return lambda record: record[key].__setitem__(index, value)


def swap_letter(record: dict[str, Any]) -> None:
    record["decks"][0] = record["decks"][0].replace("A", "B")


FAULTS: list[tuple[str, Fault]] = [
    ("format", lambda record: record.pop("format")),
    ("format", put("format", "koikoi-record/3")),
    ("format", put("format", ["koikoi-record/1"])),
    ("rules", lambda record: record.pop("rules")),
    ("rules", put("rules", "poker")),
    ("rules", put("rules", 3)),
    ("rules", put("rules", ["classic"])),
    ("options", put("options", None)),
    ("options", put("options", [])),
    ("options.months", put("options", {"months": 2})),
    ("options.months", put("options", {"months": 12.0})),
    ("options.months", put("options", {"months": "12"})),
    ("options.months", put("options", {"months": True})),
    ("options.oyaken", put("options", {"oyaken": True})),
    ("options.oyaken", put("options", {"oyaken": 13})),
    ("options.rain_sanko", put("options", {"rain_sanko": 1})),
    ("options.cup", put("options", {"cup": "neither"})),
    ("options.field_four", put("options", {"field_four": "void"})),
    ("options.goko_bonus", put("options", {"goko_bonus": 1})),
    ("options.colour", put("options", {"colour": 1})),
    ("options.a\\nb", put("options", {"a\nb": 1})),
    ("participants", put("participants", 1)),
    ("participants", put("participants", 9)),
    ("participants", put("participants", None)),
    ("participants", put("participants", True)),
    ("participants", put("participants", 2.0)),
    ("participants", put("participants", 10**400)),
    ("seat_deck", lambda record: record.pop("seat_deck")),
    ("seat_deck", put("seat_deck", "A" * 48)),
    ("seat_deck", put("seat_deck", format_cards(DECK)[:-1])),
    ("seat_deck", put("seat_deck", None)),
    ("decks", lambda record: record.pop("decks")),
    ("decks", put("decks", "ABC")),
    ("decks", put("decks", {})),
    ("decks[0]", swap_letter),
    ("decks[1]", lambda record: record["decks"].append("never dealt, but checked")),
    ("actions[1]", put("decks", [])),
    ("actions", lambda record: record.pop("actions")),
    ("actions", put("actions", "0 draw")),
    ("actions[2]", put_at("actions", 2, 7)),
    ("actions[2]", put_at("actions", 2, "0 draw")),
    ("actions[2]", put_at("actions", 2, "00 A")),
    ("actions[2]", put_at("actions", 2, "0 \ud800")),
    ("actions[2]", put_at("actions", 2, "7 resign")),
    ("actions[0]", put_at("actions", 0, "0 resign")),
    ("seed", put("seed", "xyz")),
    ("salts[0]", put("salts", ["00"])),
    ("commitments", put("commitments", {})),
    ("joins[0]", put("joins", [1])),
    ("joins[0]", put("joins", ["01"])),
    ("message", lambda record: record.update(format="koikoi-record/2", message="01")),
    ("actions[0]", put_at("actions", 0, "0 draw:1")),
    ("actions[0]", put_at("actions", 0, "0 draw:8")),
]


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("place", "fault"), FAULTS, ids=[f"{at}-{name}" for at, (name, _) in enumerate(FAULTS)]
)
def test_a_fault_is_named(
    place: str, fault: Fault, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error that begins with the place, exit status 2."""
    record = good()
    fault(record)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "ascii")
    assert main([command, str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{place}: ")
    assert said.endswith("\n")
    assert said.count("\n") == 1
    assert said.isascii()


def test_an_action_after_the_end_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The replay before the fault stands on standard output."""
    record = good()
    record["actions"].append("0 resign")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "ascii")
    assert main(["replay", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out.count("\n") == len(record["actions"])
    assert told.err.startswith(f"actions[{len(record['actions']) - 1}]: ")


def test_a_long_tie_at_the_draw_runs_out_of_cards() -> None:
    """A seat draw that needs a 49th card is an error of that action, and names the deck that ended."""
    deck = tuple(DECK[4 * month + position] for month in range(12) for position in (0, 1, 2, 3))
    state = new_match(make_rules("sannin"), deck, 4)
    for _ in range(12):
        for number in range(4):
            state = apply(state, Action(Player(number), Draw()), deck_source([])).state
    assert state.phase is Phase.SEATS
    with pytest.raises(IllegalAction, match=r"49th.*seat_deck"):
        apply(state, Action(Player(0), Draw()), deck_source([]))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
    st.sampled_from(["0 A", "1 shobu", "0 koikoi", "2 declare", "0 cut:3", "1 resign", "sannin", 10**30]),
)


@given(strategies.seeds, st.data())
@settings(max_examples=120, deadline=None)
def test_mutated_records_never_crash(seed: int, data: st.DataObject) -> None:
    """A record with random faults replays, or raises an EngineError of one ASCII line; nothing else."""
    chance = random.Random(seed)
    record = play_random(random_rules(chance), seed, limit=chance.randrange(60)).record()
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(record, chance, data.draw(JUNK))
    try:
        for step in replay(loads(json.dumps(record))):
            line(step)
    except EngineError as error:
        assert str(error).isascii()
        assert "\n" not in str(error)
        assert error.place


def mutate(record: dict[str, Any], chance: random.Random, junk: object) -> None:
    """Put junk somewhere, drop something, or change the order of something."""
    key = chance.choice([*record, "options", "participants", "seed", "joins", "salts"])
    value = record.get(key)
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        change = chance.randrange(4)
        if change == 0:
            value[at] = junk
        elif change == 1:
            del value[at]
        elif change == 2:
            value.insert(at, chance.choice(value))
        elif isinstance(value[at], str):
            letters = [*value[at]]
            letters[chance.randrange(len(letters))] = chance.choice("AZav> 09")
            value[at] = "".join(letters)
    elif isinstance(value, dict) and chance.random() < 0.8:
        value[chance.choice(["months", "cup", "oyaken", "teshi", "x"])] = junk
    elif chance.random() < 0.2:
        record.pop(key, None)
    else:
        record[key] = junk


def long_record(actions: int) -> Record:
    """A sannin match that is voided again and again: every deal has four of a month on its field."""
    rules = make_rules("sannin")
    told: dict[str, Any] = {
        "format": "koikoi-record/1",
        "rules": "sannin",
        "seat_deck": format_cards(seat_deck_for((0, 1, 2))),
        "decks": [format_cards(rigged(rules, field="klmn"))] * (actions // 4 + 1),
        "actions": ["0 draw", "1 draw", "2 draw"],
    }
    dealer = 0
    for _ in range(actions // 4):
        told["actions"] += [f"{(dealer + 1) % 3} cut:0", "0 ready", "1 ready", "2 ready"]
        dealer = (dealer + 2) % 3
    return parse(told)


def test_long_records_need_no_more_memory() -> None:
    """4,000 actions replay in less than 1 MB beyond the record itself, the same as 100 do."""
    for count in (100, 4_000):
        record = long_record(count)
        tracemalloc.start()
        steps = sum(1 for _ in replay(record))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert steps == count + 4
        assert peak < 1_000_000


def test_many_deals_in_one_action() -> None:
    """Thousands of deals that end by themselves are one action: no limit of recursion stands in the way."""
    rules = make_rules("classic")
    count = 3000
    decks = [rigged(rules, field="ABCD")] * count
    state = new_match(rules, seat_deck_for((0, 1)))
    state = apply(state, Action(Player(0), Draw()), deck_source([])).state
    step = apply(state, Action(Player(1), Draw()), deck_source([*decks, parse_deck("".join(EVEN))]))
    assert len(step.ended) == count
    assert (step.state.deal_number, step.state.month, step.state.phase) == (count + 1, 1, Phase.PLAY)


EVEN = [DECK[4 * (place % 12) + place // 12].letter for place in range(48)]


def test_a_broken_record_in_a_process_of_its_own(tmp_path: Path) -> None:
    """The real command ends with status 2 and one line, without a traceback."""
    path = tmp_path / "broken.json"
    path.write_text('{"format": "koikoi-record/1", "rules": "cla\\nssic"', "ascii")
    for arguments in (
        ["replay", str(path)],
        ["verify", str(tmp_path)],
        ["replay", str(tmp_path / "absent")],
        ["replay", ""],
    ):
        done = run(arguments)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert b": " in done.stderr


def test_replay_reads_standard_input() -> None:
    """`-` stands for standard input; the output is ASCII with line ends of one byte."""
    record = good()
    done = run(["replay", "-"], json.dumps(record).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("ascii").count("\n") == len(record["actions"]) + 1
    assert b"\r" not in done.stdout


SINKS = [sink for sink in (">/dev/full", ">&-") if sink == ">&-" or Path("/dev/full").exists()]
"""Outputs that cannot be written, as a shell says it."""


@pytest.mark.outside
@pytest.mark.parametrize("sink", SINKS)
@pytest.mark.parametrize("arguments", ["replay -", "verify -", "score --rules classic AB"])
def test_output_that_cannot_be_written(arguments: str, sink: str) -> None:
    """A full disk or a closed standard output is a fault like others: one line and status 2."""
    record = play_random(make_rules("classic"), 1, limit=0).record() | {"seed": bytes(32).hex()}
    done = run_in_shell(f"{arguments} {sink}", json.dumps(record).encode())
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert done.stderr.startswith(b"standard output: ")


def test_input_that_is_closed() -> None:
    """A closed standard input is a fault like others."""
    done = run_in_shell("replay - <&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"standard input: closed\n")


def test_a_fault_without_standard_error() -> None:
    """The status tells a fault without standard error, and standard output stays as it is."""
    done = run_in_shell("replay - 2>&-", json.dumps(broken_late()).encode())
    assert (done.returncode, done.stdout.count(b"\n"), done.stderr) == (2, 2, b"")


@pytest.mark.parametrize(("record", "status"), [(good(), 0), (broken_late(), 2)], ids=["good", "broken"])
def test_a_reader_that_has_seen_enough(record: dict[str, Any], status: int, tmp_path: Path) -> None:
    """A pipe that nobody reads ends the replay quietly; a fault that was met is told all the same."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "ascii")
    command = [sys.executable, "-m", "engine", "replay", str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=buffered()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read().count(b"\n") == (1 if status else 0)
    assert process.returncode == status


def test_output_is_ascii_wherever_it_goes() -> None:
    """The bytes do not depend on the encoding that the environment asks for."""
    text = json.dumps(good()).encode()
    asked = run_in_shell("replay -", text, PYTHONIOENCODING="utf-16")
    assert (asked.returncode, asked.stdout) == (0, run(["replay", "-"], text).stdout)


def buffered(**more: str) -> dict[str, str]:
    """The environment in which output waits in a buffer, as it does by default."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | more


def run_in_shell(arguments: str, text: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    command = ["sh", "-c", f'"$0" -m engine {arguments}', sys.executable]
    return subprocess.run(
        command, input=text, capture_output=True, cwd=ROOT, env=buffered(**more), check=False
    )


def run(arguments: list[str], text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=False)
