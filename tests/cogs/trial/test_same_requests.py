"""The doctor and the trial send what the bot sends: letter by letter, as a server hears it."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import discord
import discord.http
import pytest
from aiohttp import web

from cogs.messages.tokens import Token
from cogs.platform.raw_client import Json, RawClient, raw_client
from tests.support.waiting import MOST_SECONDS

TOKEN, APPLICATION = "a.secret.token", 42
USER: Json = {"id": "42", "username": "koikoi", "discriminator": "0", "avatar": None}
MESSAGE: Json = {"id": "7", "channel_id": "1", "content": "", "author": USER, "type": 0, "flags": 0}
MESSAGE |= {each: [] for each in ("attachments", "embeds", "components", "mentions", "mention_roles")}
MESSAGE |= dict.fromkeys(("pinned", "mention_everyone", "tts"), False)
MESSAGE |= {"timestamp": "2026-11-28T00:00:00+00:00", "edited_timestamp": None}


@dataclass(slots=True)
class Heard:
    """The requests that came to a server in Discord's place."""

    requests: list[tuple[Any, ...]] = field(default_factory=list)

    async def answer(self, request: web.BaseRequest) -> web.Response:
        """Note a request, without the words that part the halves of a form."""
        body, headers = await request.read(), dict(request.headers)
        if parted := re.search(r"boundary=(\w+)", headers.get("Content-Type", "")):
            body = body.replace(parted[1].encode(), b"PART")
            headers["Content-Type"] = "multipart/form-data"
        self.requests.append((request.method, request.raw_path, sorted(headers.items()), body))
        told = USER if request.path == "/users/@me" else MESSAGE
        return web.Response(body=json.dumps(told).encode(), content_type="application/json")


@contextlib.asynccontextmanager
async def both(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[discord.Client, RawClient, Heard]]:
    """The bot's client and the raw one, on one server."""
    heard = Heard()
    runner = web.ServerRunner(web.Server(heard.answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    async with (
        discord.Client(intents=discord.Intents.none(), application_id=APPLICATION) as bot,
        raw_client(TOKEN, MOST_SECONDS) as raw,
    ):
        bot.http.token = None
        await bot.http.static_login(TOKEN)
        heard.requests.clear()
        yield bot, raw, heard
    await runner.cleanup()


async def test_a_message_with_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Form, list of attachments, headers: a question about files is one about the bot's."""
    name, content = "Kōi Köi (1).png", b"\x89PNG"
    async with both(monkeypatch) as (bot, raw, heard):
        await bot.get_partial_messageable(1).send("words", file=discord.File(BytesIO(content), name))
        body = {"content": "words", "tts": False, "flags": 0}
        await raw.ask("POST", "/channels/1/messages", body, [(name, content)])
    mine, its = (re.sub(rb"\{.*\}", b"JSON", each[3]) for each in heard.requests)
    assert mine == its
    assert heard.requests[0][:2] == heard.requests[1][:2]
    assert attached(heard.requests[0][3]) == attached(heard.requests[1][3])
    assert names(heard.requests[0]) == names(heard.requests[1])


def attached(body: bytes) -> bytes:
    """Return what a form's JSON lists of its files."""
    found = re.search(rb'"attachments": ?\[[^]]*\]', body)
    assert found is not None
    return found[0].replace(b'": ', b'":').replace(b", ", b",")


def names(request: tuple[Any, ...]) -> list[tuple[str, str]]:
    """Return the headers of a request but its length."""
    return [each for each in request[2] if each[0] != "Content-Length"]


async def test_messages_of_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """`@original` is named as the bot names it, and no request has the bot's own token."""
    async with both(monkeypatch) as (bot, raw, heard):
        token = Token(bot, "of-a-press")
        await token.delete("@original")
        await raw.delete(APPLICATION, "of-a-press", "@original")
        await token._webhook.send("words", wait=True)
        await raw.follow_up(APPLICATION, "of-a-press", {"content": "words"})
        await token._webhook.edit_message(7, content="words")
        await raw.edit(APPLICATION, "of-a-press", "7", {"content": "words"})
    for mine, its in zip(heard.requests[::2], heard.requests[1::2], strict=True):
        assert mine[:2] == its[:2]
        assert names(mine) == names(its)
    assert TOKEN not in str(heard.requests)


async def test_a_request_of_the_bot_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The token, the client's name, the JSON."""
    async with both(monkeypatch) as (bot, raw, heard):
        await bot.http.request(discord.http.Route("PATCH", "/channels/1/messages/7"), json={"content": "ü"})
        await raw.ask("PATCH", "/channels/1/messages/7", {"content": "ü"})
    assert heard.requests[0] == heard.requests[1]
    assert ("Authorization", f"Bot {TOKEN}") in heard.requests[0][2]


async def test_a_raw_client_asks_nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would ask who the bot is as soon as it has a token."""
    async with both(monkeypatch) as (_, __, heard):
        assert heard.requests == []
        async with raw_client(TOKEN, MOST_SECONDS):
            assert heard.requests == []
