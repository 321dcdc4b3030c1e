"""A trial's requests: where they go, how many in a second, and what a report tells of them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from http import HTTPStatus

import discord.http
import pytest

from cogs.platform.raw_client import raw_client
from cogs.trial.questions import BY_ID
from cogs.trial.report import Finding, Report
from cogs.trial.trial import Patience
from cogs.trial.wire import TroubleError, Wire
from tests.support.patients import ELSEWHERE, answering, page
from tests.support.waiting import MOST_SECONDS


@pytest.fixture(autouse=True)
def address_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo what a test makes of Discord's address."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)


@contextlib.asynccontextmanager
async def wire(answer: bytes, pause: float = 0.0) -> AsyncIterator[Wire]:
    """Requests to something that says this to everybody."""
    async with answering(answer) as address, raw_client("a.secret.token", MOST_SECONDS) as client:
        discord.http.Route.BASE = address
        yield Wire(client, pause)


async def test_a_report_tells_no_page() -> None:
    """A refusal that is no JSON may show this machine's address."""
    html = b"<html>Your IP: 203.0.113.7</html>"
    async with wire(page(html, status=b"403 Forbidden")) as sent:
        await sent.call("GET", "/channels/1", allowed=(HTTPStatus.FORBIDDEN,))
    assert sent.sent == [f"GET /channels/1 403 {len(html)} letters, not JSON"]


async def test_an_answer_from_elsewhere_is_not_asked_for() -> None:
    """The token goes to the address of the settings and no further."""
    async with wire(ELSEWHERE) as sent:
        with pytest.raises(TroubleError, match="is not Discord"):
            await sent.call("GET", "/channels/1")
    assert [line.split()[:3] for line in sent.sent] == [["GET", "/channels/1", "302"]]


async def test_requests_keep_their_distance() -> None:
    """Three a second at most, as the host is told; also those about different things."""
    assert Patience().pause > 1 / 3
    async with wire(page(b"{}"), pause=0.1) as sent:
        began = time.monotonic()
        for number in range(4):
            await sent.call("GET", f"/channels/{number}")
        assert time.monotonic() - began > 0.29


def test_a_report_hides_names_ids_and_tokens() -> None:
    """In whatever Discord says of a request, in both forms of the report."""
    number = "123456789012345678"
    line = f'POST /webhooks/{number}/aW50.x_y-z/m 404 {{"message": "Kenta_花 in 花札 ({number})"}}'
    finding = Finding(BY_ID["nonce"], "two messages", requests=(line,))
    report = Report("1", "2026-11-27", [finding], "", 0, frozenset({"Kenta_花", "花札", ""}))
    shown = 'POST /webhooks/ID/TOKEN/m 404 {"message": "NAME in NAME (ID)"}'
    assert shown in report.as_markdown()
    assert shown.replace('"', r"\"") in report.as_json()
