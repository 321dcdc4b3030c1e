"""Golden playthroughs: every seat's observation at every step, as text to read and to compare.

`records/NAME.json` is the match; its keys `title` and `since` say what it shows and from which action on it
is printed. `python -m tests.engine.golden` writes every `NAME.txt` again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.events import LastMove
from engine.play.observation import Observation, observe
from engine.play.state import Step
from engine.record.match_record import parse, replay
from engine.record.notation import format_action, format_move
from engine.rules.actions import Cut, Player

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.json"))

PUBLIC = tuple(
    tuple(line.split())
    for line in (
        "phase to_move month months deal dealer honba bound scores season_wins ranking",
        "order drawn draw_round row answered koi last_caller field_lights",
        "multipliers totals stakes yaku last_turn",
        "slots cleared flipped stock captured hand_counts shown_hands last trace",
    )
)
"""The lines on which the public's observation is told."""

SEAT = ("question", "hand", "dealt", "hand_yaku", "legal")
"""The fields of a seat's own line; any other one that differs from the public's observation is a leak."""

CONSTANT = ("rules", "participants", "viewer", "n")
"""Told once, or by the line of the step."""


def render(path: Path) -> str:
    """The playthrough of a record."""
    told = json.loads(path.read_text("ascii"))
    record = parse(told)
    head = [told["title"], f"{record.rules.id} {record.rules.changed()}, {record.participants} take part"]
    lines = [*head, ""]
    for number, step in enumerate(replay(record)):
        if number >= told.get("since", 0):
            action = format_action(record.actions[number - 1]) if number else "before the first action"
            lines += [f"--- {number}: {action}", *_step(step), ""]
    return "\n".join(line.rstrip() for line in lines)


def _step(step: Step) -> Iterator[str]:
    for event in step.events:
        told = event.to_json()
        yield f"  ! {told.pop('type')} {_text(told)}"
    public = observe(step.state, None)
    for names in PUBLIC:
        yield "  " + "  ".join(_named(public, names))
    players = step.state.participants if step.state.order is None else step.state.rules.seats
    for player in map(Player, range(players)):
        own = observe(step.state, player)
        leaks = [
            each.name
            for each in fields(own)
            if each.name not in (*SEAT, *CONSTANT) and getattr(own, each.name) != getattr(public, each.name)
        ]
        yield f"  {player}> " + "  ".join(_named(own, (*SEAT, *leaks)))


def _named(seen: Observation, names: tuple[str, ...]) -> Iterator[str]:
    """The fields that hold something; a number says nothing by being 0 where it counts.

    Of the trace its length: what it holds, the events have told.
    """
    for name in names:
        value = len(seen.trace) if name == "trace" else getattr(seen, name)
        nothing = (
            value is None
            or value is False
            or (name in ("honba", "row", "trace", "field_lights") and value == 0)
        )
        if not nothing and (isinstance(value, int) or value):
            yield f"{name}={_text(value)}"


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: ".", True: "yes", False: "no"}[value]
    if isinstance(value, int | str | Card | CardSet):
        return str(value) or "-"
    if isinstance(value, LastMove):
        return ",".join(_text(getattr(value, each.name)) for each in fields(value))
    if isinstance(value, Mapping):
        return "{" + " ".join(f"{key}:{_text(each)}" for key, each in value.items()) + "}"
    return _sequence(value) if isinstance(value, tuple | list) else format_move(value)


def _sequence(values: tuple[Any, ...] | list[Any]) -> str:
    if values and isinstance(values[0], Cut):
        return "cut:0..cut:47"
    texts = [_text(each) for each in values]
    cards = values and all(isinstance(each, Card | None) for each in values)
    return "".join(texts) if cards else f"({' '.join(texts)})"
