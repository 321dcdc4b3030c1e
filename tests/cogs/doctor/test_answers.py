"""Whatever an answer holds, it becomes lines or is refused as none of Discord's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from bot.config import Settings
from bot.storage import Store
from cogs.doctor import gateway, uploads
from cogs.doctor.application import Application
from cogs.doctor.examination import OF_APPLICATION
from cogs.doctor.gateway import Gateway
from cogs.doctor.lines import Line, Status
from cogs.doctor.uploads import Command, Emojis
from cogs.gateway.client import Client
from cogs.gateway.registration import differing

NUMBERS = st.integers(-2, 2) | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False)
WORDS = st.sampled_from(
    ["0", "1", "bot", "https://[", "https://discord.com/oauth2/authorize?scope=a&permissions=x"]
)
KEYS = st.sampled_from(
    [
        *Application.model_fields,
        *Command.model_fields,
        *("scopes", "permissions", "oauth2_install_params", "0", "1"),
        *("shards", "session_start_limit", "total", "remaining", "reset_after", "items"),
    ]
)
LEAVES = st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | WORDS
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=12,
)
OBJECTS = st.dictionaries(KEYS, ANYTHING, max_size=8)


def read(kind: Any, body: Any) -> Any:
    """Return an answer as the doctor takes it; None: it is none."""
    try:
        return TypeAdapter(kind).validate_json(json.dumps(body))
    except ValidationError:
        return None


@pytest.mark.outside
@given(OBJECTS)
@example({"custom_install_url": "https://["})
@example(
    {"integration_types_config": {"0": {"oauth2_install_params": {"scopes": [], "permissions": "1" * 20}}}}
)
def test_an_application_of_any_kind_has_its_lines(body: dict[str, Any]) -> None:
    """One for each check."""
    if (told := read(Application, {"id": "1", "name": "x", **body})) is not None:
        assert all(isinstance(check(told), Line) for check in OF_APPLICATION)


@given(OBJECTS)
def test_a_gateway_of_any_kind_has_its_lines(body: dict[str, Any]) -> None:
    """Sessions and shards."""
    limit = {"total": 1, "remaining": 1, "reset_after": 1, **body}
    if (told := read(Gateway, {"shards": 1, "session_start_limit": limit})) is not None:
        assert isinstance(gateway.sessions(told), Line) and isinstance(gateway.shards(told, 1), Line)


@given(st.lists(OBJECTS.map(lambda each: {"type": 1, "name": "koikoi", **each}), max_size=3))
def test_commands_and_emoji_of_any_kind_are_compared(body: list[dict[str, Any]]) -> None:
    """Names come out of it, and nothing is raised."""
    if (told := read(list[Command], body)) is not None:
        assert all(isinstance(name, str) for name in differing([], [each.model_dump() for each in told]))
    if (emoji := read(Emojis, {"items": body})) is not None:
        assert isinstance(uploads.emoji(emoji, runs=True), Line)


def test_a_name_from_elsewhere_makes_no_line() -> None:
    """No sign that a terminal obeys is printed."""
    line = Line.warning("commands", "not ours: \x1b[2J\nok       token             fine", "Start the bot.")
    assert line.status is Status.WARNING
    assert [each for each in str(line) if not each.isprintable()] == ["\n"]


async def test_the_bot_asks_for_no_privileged_intent(tmp_path: Path) -> None:
    """As the doctor says: none is needed."""
    store = Store(tmp_path / "koikoi.db")
    intents = Client(Settings(_env_file=None, data=tmp_path), store).intents
    await store.close()
    assert not (intents.members or intents.presences or intents.message_content)
