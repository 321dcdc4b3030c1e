"""The reports to a Sentry: read as they leave, with secrets in every place where one might be."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot import log
from bot.config import LogFormat, LogLevel
from bot.monitoring.reports import BadAddressError, Reports, reporting
from cogs.content.custom_id import Verb
from cogs.presses.verbs import VERBS
from tests.support.clocked_bot import clocked_bot
from tests.support.command_process import command, logging_kept
from tests.support.e2e.e2e_stage import CHANNEL

DSN = "https://0123456789abcdef0123456789abcdef@sentry.invalid/7"
TOKEN, HAND, NAME, USER = "aW50ZXJhY3Rpb246MTIz", "01-light 08-moon", "Kenta_花", 1058897427169280020
SECRETS = (TOKEN, HAND, NAME, str(USER))


class Kept(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Envelope] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        """Keep one."""
        self.sent.append(envelope)

    @property
    def texts(self) -> list[str]:
        """Each as the bytes that would leave, read as text."""
        return [envelope.serialize().decode() for envelope in self.sent]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The report in each."""
        return [json.loads(text.splitlines()[2]) for text in self.texts]


@pytest.fixture
def kept() -> Iterator[Kept]:
    """Return the reports of a log in the bot's form; quiet, as its lines are not looked at here."""
    transport = Kept()
    with logging_kept():
        log.configure(LogLevel.INFO, LogFormat.JSON)
        with reporting(Reports(DSN, transport)):
            yield transport
    structlog.reset_defaults()


def deal(token: str, hand: str) -> None:
    """Fail with what a seat alone may know, and because of it."""
    try:
        raise KeyError(token)  # noqa: TRY301 - it is what the other comes from
    except KeyError as error:
        raise ValueError(f"{hand} of {NAME} at https://discord.com/api/webhooks/1/{token}") from error


def test_no_secret_leaves_wherever_it_stands(kept: Kept) -> None:
    """In an error's text, its cause, a variable, a field of the line, a library's own words."""
    ours, theirs = structlog.stdlib.get_logger("koikoi.test"), logging.getLogger("asyncio")
    try:
        deal(TOKEN, HAND)
    except ValueError as error:
        ours.exception("incident", incident="a1b2c3", user=USER, name=NAME, hand=HAND)
        ours.error("background work failed", task=f"cpu {USER}", exc_info=error)
        theirs.error(f"Task of {NAME} was never retrieved: {error!r}", exc_info=error)
        theirs.error("%s holds %s", NAME, HAND)
    ours.warning("no error", hand=HAND)
    first, second, third, fourth = kept.events
    assert not [secret for secret in SECRETS for text in kept.texts if secret in text]
    assert (first["message"], first["tags"]) == ("incident", {"incident": "a1b2c3"})
    assert second["message"] == "background work failed"
    assert third["message"] == fourth["message"] == "an error that a library tells of"
    for event in (first, second, third):
        cause, failure = event["exception"]["values"]
        assert (cause["type"], failure["type"]) == ("KeyError", "ValueError")
        frames = failure["stacktrace"]["frames"]
        assert [frame["function"] for frame in frames] == [
            "test_no_secret_leaves_wherever_it_stands",
            "deal",
        ]
        assert set(frames[-1]) == {"module", "filename", "function", "lineno", "in_app"}
    assert "exception" not in fourth


def test_a_report_says_nothing_of_the_machine(kept: Kept) -> None:
    """The library's own fields are known: numbers of its own, the time, the version, its name."""
    structlog.stdlib.get_logger("koikoi.test").error("broken")
    (event,) = kept.events
    added = {"event_id", "timestamp", "release", "environment", "platform", "sdk", "server_name"}
    assert set(event) == {"level", "logger", "message", *added}
    assert event["server_name"] == ""


async def test_an_incident_in_a_match_is_found_by_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who pressed reads the number that is reported; nobody in the match is in the report."""

    async def broken(_: object, answer: Any, press: object) -> None:
        raise LookupError(answer.person, answer.interaction.token, press)

    monkeypatch.setitem(VERBS, Verb.MORE, VERBS[Verb.MORE].__class__(broken, VERBS[Verb.MORE].deferral))
    transport = Kept()
    async with clocked_bot(tmp_path) as bot:
        player = await bot.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        hand = await player.hand_with(Verb.MORE)
        with reporting(Reports(DSN, transport)):
            await player.tap(hand, Verb.MORE)
        said = await player.user.wait_for(lambda m: "Incident" in m["content"])
    (event,) = transport.events
    assert re.findall(r"Incident `(\w+)`", said["content"]) == [event["tags"]["incident"]]
    (error,) = event["exception"]["values"]
    assert error["type"] == "LookupError"
    assert not re.search(r"\d{17}", transport.texts[0])


def test_what_is_no_address_is_refused_without_being_told() -> None:
    """The line names the setting and no part of what it was set to."""
    with pytest.raises(BadAddressError):
        Reports("sentry.example/secret-key")
    said = command("run", token="x", sentry_dsn="sentry.example/secret-key")
    assert said.status == 2
    assert "KOIKOI_SENTRY_DSN" in said.err
    assert "secret-key" not in said.err
