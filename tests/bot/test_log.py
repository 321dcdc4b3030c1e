"""The log: one line an action, in both forms, and nothing in it that is secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot import log
from bot.config import LogFormat, LogLevel
from bot.match.views import MatchView
from bot.storage import matches
from engine.rules.actions import Declare, Ready
from tests.support.manager_fixture import ANN, TRIO, RunningService


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """The root logger as it was before."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def test_both_worlds_write_one_form(capsys: pytest.CaptureFixture[str]) -> None:
    """Our lines and those of the standard library come out as the same kind of JSON."""
    log.configure(LogLevel.INFO, LogFormat.JSON)
    structlog.stdlib.get_logger("koikoi.test").info("ours", match=3)
    logging.getLogger("discord.gateway").warning("theirs %s", 5)
    logging.getLogger("sqlalchemy.engine").info("INSERT of a token")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["event"], line["level"], line["logger"]) for line in lines] == [
        ("ours", "info", "koikoi.test"),
        ("theirs 5", "warning", "discord.gateway"),
    ]
    assert lines[0]["match"] == 3
    assert all("timestamp" in line for line in lines)


def test_a_traceback_shows_no_values(capsys: pytest.CaptureFixture[str]) -> None:
    """An unexpected error is logged with its trace, but without what variables held."""
    for form in LogFormat:
        log.configure(LogLevel.INFO, form)
        hand = "secret-cards"
        try:
            raise RuntimeError(len(hand))  # noqa: TRY301 - the trace is what is looked at
        except RuntimeError:
            structlog.stdlib.get_logger("koikoi.test").exception("broken")
        told = capsys.readouterr().err
        assert "RuntimeError" in told
        assert "secret-cards" not in told


async def test_one_line_an_action_and_no_secrets(
    service: RunningService, capsys: pytest.CaptureFixture[str]
) -> None:
    """An action is a line with match, number and user; no cards, and no line of the secret round."""
    log.configure(LogLevel.DEBUG, LogFormat.JSON)
    match = await service.match(*TRIO, rules="sannin", months=3)
    view = await service.play(match)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if "koikoi." in line]
    actions = [line for line in lines if line["event"] == "action"]
    stored = await service.store.read(matches.load, match)
    assert stored is not None
    made = enumerate(one.move for one in stored.begun.actions)
    told = [n for n, move in made if not isinstance(move, Ready | Declare)]
    assert [line["n"] for line in actions] == told and len(told) < view.n
    assert {line["match"] for line in actions} == {match}
    assert ANN.user in {line["user"] for line in actions}
    keys = {"event", "level", "logger", "timestamp", "match", "n", "player", "move", "by", "user"}
    assert all(set(line) == keys for line in actions)
    assert {line["move"] for line in actions} <= {
        "draw",
        "cut",
        "play",
        "choose",
        "shobu",
        "koikoi",
    }
    assert isinstance(view, MatchView)
    everything = json.dumps(lines)
    for _, secret in view.reveal.named():
        assert secret not in everything
