"""The server around it all: who may come in, what is counted, limits of speed, files, the bot's process."""

from __future__ import annotations

import base64
import re
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.common.settings import RateProfile
from bot.sandbox.world.snowflakes import Snowflakes, created_at
from tests.sandbox.clients.raw_bot import RawBot, form, raw_bot
from tests.sandbox.clients.test_discord_py import picture
from tests.support.sandbox.client import QUICK, start_server
from tests.support.sandbox.exchanges import findings, load
from tests.support.sandbox.user import RefusedError


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


async def test_other_sites_stay_outside(bot: RawBot) -> None:
    """A foreign Host or Origin is turned away everywhere, sockets included."""
    url, session = bot.server.url, bot.session
    for headers, status in (
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": f"http://127.0.0.1:{bot.server.port + 1}"}, 403),
        ({"Origin": url}, 200),
        ({"Host": f"localhost:{bot.server.port}"}, 200),
    ):
        async with session.get(f"{url}/client/world", headers=headers) as response:
            assert response.status == status, headers
    for path in ("/gateway", f"/client/ws?user={bot.sandbox.users[0]['id']}"):
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url + path, headers={"Origin": "http://evil.example"})
    async with session.post(f"{url}/client/messages", data="{}") as response:
        assert response.status == 400


def listening(port: int) -> list[str]:
    """The addresses on which somebody listens at a port, as the kernel writes them."""
    fields = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return [field[1] for field in fields if field[3] == "0A" and field[1].endswith(f":{port:04X}")]


async def test_it_listens_on_loopback_alone(bot: RawBot) -> None:
    """The listening socket is bound to 127.0.0.1."""
    assert listening(bot.server.port) == [f"0100007F:{bot.server.port:04X}"]


async def test_routes_that_are_not_there(bot: RawBot) -> None:
    """Unknown routes are 404, wrong methods 405, real ones without a handler 501, and all are remembered."""
    unknown = await bot.call("GET", "/nowhere")
    assert (unknown.status, unknown.body) == (404, {"message": "404: Not Found", "code": 0})
    assert (await bot.call("PATCH", "/gateway")).status == 405
    real = await bot.call("GET", f"/guilds/{bot.sandbox.guild}/audit-logs")
    assert real.status == 501
    traffic = await bot.sandbox.traffic()
    assert traffic["unknown"] == ["GET /nowhere", "PATCH /gateway"]
    assert traffic["unimplemented"] == ["GET /guilds/{guild_id}/audit-logs"]
    await bot.sandbox.reset_traffic()
    assert (await bot.sandbox.traffic())["unimplemented"] == []


async def test_what_nobody_has_is_an_empty_list(tmp_path: Path) -> None:
    """Clients that ask for stickers, sounds and regions get true, empty answers that fit the document."""
    record = tmp_path / "record.jsonl"
    async with raw_bot(record=record) as bot:
        guild, application = bot.sandbox.guild, bot.server.world.application_id
        for path in (
            *(f"/guilds/{guild}/{name}" for name in ("emojis", "stickers", "scheduled-events")),
            f"/guilds/{guild}/soundboard-sounds",
            f"/applications/{application}/guilds/{guild}/commands/permissions",
            "/soundboard-default-sounds",
            "/sticker-packs",
            "/voice/regions",
        ):
            assert (await bot.call("GET", path)).status == 200
    assert list(findings(load(record))) == []


async def test_who_may_call_the_api(bot: RawBot) -> None:
    """A wrong token is 401, a missing user agent is stopped before the API, an odd one is noted once."""
    wrong = await bot.call("GET", "/users/@me", headers={"Authorization": "Bot wrong"})
    assert (wrong.status, wrong.body) == (401, {"message": "401: Unauthorized", "code": 0})
    agent = await bot.call("GET", "/users/@me", headers={"User-Agent": ""})
    assert agent.status == 403
    for _ in range(2):
        assert (await bot.call("GET", "/users/@me", headers={"User-Agent": "node"})).status == 200
    assert len([line for line in await bot.sandbox.log() if "User-Agent 'node'" in line["text"]]) == 1
    assert (await bot.call("GET", "/gateway", headers={"Authorization": ""})).status == 200


async def test_headers_of_every_answer(bot: RawBot) -> None:
    """Content type, Via and rate limit headers are Discord's; callbacks carry no limits."""
    answer = await bot.call("GET", "/users/@me")
    assert answer.headers["Content-Type"] == "application/json"
    assert "Via" in answer.headers
    names = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")
    assert all(f"X-RateLimit-{name}" in answer.headers for name in names)
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    answered = await bot.callback(interaction, 4, {"content": "x"})
    assert not any(name.startswith("X-RateLimit") for name in answered.headers)


async def test_a_realistic_limit_holds_and_passes() -> None:
    """The sixth message within five seconds is a 429 of its channel; another channel is free."""
    async with raw_bot(replace(QUICK, rate_profile=RateProfile.REALISTIC)) as bot:
        answers = [await bot.send(content=str(n)) for n in range(6)]
        assert [answer.status for answer in answers] == [200] * 5 + [429]
        assert [answer.headers["X-RateLimit-Remaining"] for answer in answers[:5]] == list("43210")
        refused = answers[5]
        assert refused.headers["X-RateLimit-Scope"] == "user"
        assert 0 < refused.body["retry_after"] <= 5
        assert refused.body["global"] is False
        assert int(refused.headers["Retry-After"]) >= 1
        assert (await bot.send("tea-room", content="x")).status == 200


async def test_a_hostile_service_refuses_often() -> None:
    """The hostile profile answers with shared and global 429s as well."""
    async with raw_bot(replace(QUICK, rate_profile=RateProfile.HOSTILE)) as bot:
        scopes = set()
        for _ in range(100):
            answer = await bot.call("GET", "/users/@me")
            scopes.add(answer.headers.get("X-RateLimit-Scope"))
        assert {"shared", "global", "user"} <= scopes


async def test_faults_on_demand(bot: RawBot) -> None:
    """The next `count` requests of a route fail as wished, then all is well."""
    route = "/channels/{channel_id}/messages"
    await bot.sandbox.control("fault", method="POST", route=route, status=503, count=2)
    assert [(await bot.send(content="x")).status for _ in range(3)] == [503, 503, 200]


async def test_a_fault_of_one_message_lets_the_others_through(bot: RawBot) -> None:
    """A request that is named by its message is sure to be the one that fails."""
    first, second = [(await bot.send(content=text)).body["id"] for text in "xy"]
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages/"
    route = "/channels/{channel_id}/messages/{message_id}"
    await bot.sandbox.control("fault", method="DELETE", route=route, status=503, message_id=second)
    assert [(await bot.call("DELETE", path + each)).status for each in (first, second, second)] == [
        204,
        503,
        204,
    ]


async def test_uploads_are_served_safely(bot: RawBot) -> None:
    """Pictures come with their own type, everything else as a download; links are signed."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    page = b"<script>alert(1)</script>"
    sent = await bot.call("POST", path, form=form({}, ("a.png", picture()), ("b.html", page)))
    image, other = sent.body["attachments"]
    async with bot.session.get(image["url"]) as response:
        assert response.content_type == "image/png"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    async with bot.session.get(other["url"]) as response:
        assert response.content_type == "application/octet-stream"
        assert response.headers["Content-Disposition"] == "attachment"
    forged = image["url"].split("?")[0]
    for url in (forged, image["url"].replace("hm=", "hm=0"), image["url"].replace("a.png", "b.png")):
        async with bot.session.get(url) as response:
            assert response.status == 404


async def test_a_message_that_is_read_again_has_good_addresses(
    bot: RawBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address lives for a day; the message tells a new one of the same file."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    sent = await bot.call("POST", path, form=form({}, ("a.png", picture())))
    (old,), true_time = sent.body["attachments"], time.time
    (same,) = (await bot.call("GET", f"{path}/{sent.body['id']}")).body["attachments"]
    assert same == old
    monkeypatch.setattr(time, "time", lambda: true_time() + 86_400)
    (new,) = (await bot.call("GET", f"{path}/{sent.body['id']}")).body["attachments"]
    for url, status in ((old["url"], 404), (new["url"], 200)):
        async with bot.session.get(url) as response:
            assert response.status == status


async def test_application_emojis(bot: RawBot) -> None:
    """Emojis have names, types and sizes; they work in buttons and are served to the page."""
    path = f"/applications/{bot.server.world.application_id}/emojis"
    encoded = "data:image/png;base64," + base64.b64encode(picture()).decode()
    made = await bot.call("POST", path, {"name": "pine", "image": encoded})
    assert made.status == 201
    twice = await bot.call("POST", path, {"name": "pine", "image": encoded})
    assert "name" in twice.field_codes()
    bad = await bot.call("POST", path, {"name": "松", "image": "data:image/png;base64,AAAA"})
    assert set(bad.field_codes()) == {"name", "image"}
    button = {"type": 2, "style": 1, "custom_id": "x", "emoji": {"id": made.body["id"], "name": "any"}}
    sent = await bot.send(components=[{"type": 1, "components": [button]}])
    assert sent.body["components"][0]["components"][0]["emoji"]["name"] == "pine"
    assert await bot.sandbox.fetch(f"{bot.server.url}/emojis/{made.body['id']}.png") == picture()


async def test_settings_are_checked(bot: RawBot) -> None:
    """Settings change while the sandbox runs; nonsense is refused and changes nothing."""
    changed = await bot.sandbox.control("settings", rate_profile="hostile", ack_seconds=1)
    assert (changed["settings"]["rate_profile"], changed["settings"]["ack_seconds"]) == ("hostile", 1.0)
    for values in ({"ack_seconds": -1}, {"rate_profile": "kind"}, {"nothing": 1}):
        with pytest.raises(RefusedError):
            await bot.sandbox.control("settings", **values)


async def test_the_page_cannot_be_left_by_its_paths(bot: RawBot) -> None:
    """Nothing above the page's folder is served, and what is served carries a policy."""
    above = ("../server.py", "%2e%2e/server.py", "..%2fserver.py", "../../server.py")
    for path in (*(f"/page/1/{each}" for each in above), *(f"/page/{each}" for each in above), "/fonts/none"):
        async with bot.session.get(f"{bot.server.url}{path}") as response:
            assert response.status == 404, path


async def test_the_bot_is_started_killed_and_started_again() -> None:
    """The child's output is kept, SIGKILL and SIGTERM end it, and its end is told."""
    code = "import os, time; print('token' * ('KOIKOI_TOKEN' in os.environ), flush=True); time.sleep(60)"
    async with start_server(bot_command=[sys.executable, "-c", code]) as (server, sandbox):
        await server.bot.start()
        user = await sandbox.user(0)
        first = (await sandbox.get("/client/world"))["bot"]
        assert first["running"]
        assert not first["connected"]
        await sandbox.wait_log("token")
        killed = (await sandbox.control("bot_kill"))["bot"]
        assert (killed["running"], killed["exit_code"]) == (False, -9)
        again = (await sandbox.control("bot_start"))["bot"]
        assert again["pid"] not in (None, first["pid"])
        assert again["starts"] == 2
        stopped = (await sandbox.control("bot_stop"))["bot"]
        assert stopped["exit_code"] == -15
        await user.wait_event("bot", lambda data: data["exit_code"] == -15)


def test_snowflakes_tell_the_time_and_never_repeat() -> None:
    """Ids increase strictly and encode the wall clock."""
    maker, before = Snowflakes(), time.time()
    made = [maker.next() for _ in range(5000)]
    after = time.time()
    assert made == sorted(set(made))
    assert before - 0.001 <= created_at(made[0]) <= after  # a snowflake holds whole milliseconds


async def test_a_browser_keeps_scripts_and_styles(bot: RawBot) -> None:
    """The browser asks for these files once: the page, which is loaded each time, names their version."""
    async with bot.session.get(bot.server.url) as page:
        assert page.headers["Cache-Control"] == "no-cache"
        (script,) = re.findall(r'src="(/page/[0-9a-f]{12,}/js/main.js)"', await page.text())
    async with bot.session.get(bot.server.url + script) as response:
        assert (response.status, response.content_type) == (200, "text/javascript")
        assert "immutable" in response.headers["Cache-Control"]
