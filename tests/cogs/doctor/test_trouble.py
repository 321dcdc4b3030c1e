"""A Discord that is away, slow, or no Discord at all ends the doctor with a line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.doctor import rest
from cogs.doctor.lines import Line, Status, exit_status
from cogs.platform import raw_client
from tests.support.patients import ELSEWHERE, answering, examined, lines, page
from tests.support.sandbox.client import start_server

HERE = ["data folder", "database", "free space", "fonts", "Raqm"]
"""The checks of this machine, which need no Discord."""
ROUTES = {
    "token": "/applications/@me",
    "session starts": "/gateway/bot",
    "emoji": "/applications/{application_id}/emojis",
    "commands": "/applications/{application_id}/commands",
}
TOKEN = "a.secret.token"


@pytest.mark.outside
@pytest.mark.parametrize("check", ROUTES)
@pytest.mark.parametrize(
    ("status", "says"),
    [(500, "HTTP status 500"), (403, "HTTP status 403"), (401, "refuses the token"), (302, "status 302")],
)
async def test_what_discord_refuses_is_the_last_that_it_is_asked(
    tmp_path: Path, check: str, status: int, says: str
) -> None:
    """At any of the questions: what was told before stands, and this machine is looked at all the same."""
    async with start_server() as (server, sandbox):
        well = list(await examined(server, tmp_path / "data"))
        await sandbox.control("fault", method="GET", route=ROUTES[check], status=status)
        found = await examined(server, tmp_path / "data")
    line = found[check]
    assert (line.status, says in line.found, bool(line.todo)) == (Status.ERROR, True, True), line
    assert list(found) == [*well[: well.index(check) + 1], "clock", *HERE]
    assert exit_status(found.values()) == 2


@pytest.mark.outside
@pytest.mark.parametrize("check", ["token", "commands"])
async def test_a_slow_discord_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    """An answer that does not come in time is an error, and the last question."""
    monkeypatch.setattr(rest, "SECONDS", 3.0)
    async with start_server() as (server, sandbox):
        await sandbox.control("fault", method="GET", route=ROUTES[check], status=0, delay=3600)
        found = await examined(server, tmp_path / "data")
    assert found[check].found == "Discord does not answer within 3 s"
    assert [*found][-5:] == HERE


async def test_a_short_wait_that_discord_names_is_waited(tmp_path: Path) -> None:
    """Once; a long one, or a second one, is told."""
    fault = {"method": "GET", "route": ROUTES["emoji"], "status": 429}
    async with start_server() as (server, sandbox):
        for wait, count, status in ((0.1, 1, Status.OK), (0.1, 2, Status.ERROR), (60, 1, Status.ERROR)):
            await sandbox.control("fault", **fault, count=count, retry_after=wait)
            line = (await examined(server, tmp_path / "data"))["emoji"]
            assert line.status is status, line
            assert line.todo is None or "too many requests" in line.found


async def test_a_discord_that_cuts_off_is_told(tmp_path: Path) -> None:
    """There is no time of Discord's then."""
    async with start_server() as (server, sandbox):
        await sandbox.control("settings", rest_refused=True)
        found = await examined(server, tmp_path / "data")
    assert [*found] == ["token", *HERE]
    assert found["token"].found.startswith("Discord cannot be reached: ")


ENDLESS = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
STRANGE = [
    b"",
    b"\x00\x01\x02\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort",
    page(b"<html>Log in to the hotel's network</html>"),
    page(b"{}", b"Date: yesterday\r\n"),
    page(b"[]"),
    page(b'{"id": [1], "name": null}'),
    page(b'{"id": "1", "name": "x", "integration_types_config": 7}'),
    page(b"\xff\xfe{"),
    page(b"no gzip", b"Content-Encoding: gzip\r\n"),
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 16\r\n\r\nerror code: 1015",
]


@pytest.mark.parametrize("answer", STRANGE, ids=range(len(STRANGE)))
async def test_whatever_answers_in_discord_s_place_is_one_line(tmp_path: Path, answer: bytes) -> None:
    """No answer of anybody's raises anything."""
    async with answering(answer) as address:
        found = await lines({"token": TOKEN, "api": address, "data": tmp_path / "data"})
    must_be_about_token(found)


async def test_an_answer_from_elsewhere_is_not_asked_for(tmp_path: Path) -> None:
    """The token goes to the address of the settings and no further."""
    async with answering(ELSEWHERE) as address:
        found = await lines({"token": TOKEN, "api": address, "data": tmp_path / "data"})
    must_be_about_token(found)
    assert found[0].found == "Discord answers with HTTP status 302"


async def test_an_answer_without_an_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a size that no true answer has."""
    monkeypatch.setattr(raw_client, "LARGEST", 1 << 20)
    async with answering(ENDLESS, over_and_over=True) as address:
        found = await lines({"token": TOKEN, "api": address, "data": tmp_path / "data"})
    must_be_about_token(found)


@pytest.mark.parametrize(
    ("setting", "token", "named"), [("api", TOKEN, "KOIKOI_API"), ("discord", "MTA.sandbox.x", "DNS")]
)
async def test_where_nobody_listens_the_place_to_look_is_named(
    tmp_path: Path, setting: str, token: str, named: str
) -> None:
    """The host's own proxy, or the network."""
    found = await lines({"token": token, setting: "http://127.0.0.1:1", "data": tmp_path / "data"})
    must_be_about_token(found)
    assert found[0].todo is not None and named in found[0].todo


def must_be_about_token(found: list[Line]) -> None:
    """The first question failed, and nothing else is wrong; nothing tells the token."""
    wrong = [line.check for line in found if line.status is not Status.OK and line.check != "clock"]
    assert wrong == ["token"]
    assert [line.check for line in found][-5:] == HERE
    assert not [line for line in found if TOKEN in str(line)]
