"""One WebSocket of the gateway: the opcodes, the heartbeat, the close codes."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import WSMessage, WSMsgType, web

from bot.sandbox.common import stand_ins
from bot.sandbox.common.guard import cut_off
from bot.sandbox.common.incoming import parse_json
from bot.sandbox.gateway.compression import Compressor, make_compressor
from bot.sandbox.gateway.dispatches import KNOWN_INTENTS, PRIVILEGED
from bot.sandbox.gateway.members import request_members
from bot.sandbox.gateway.sessions import Gateway, Session, Sink
from bot.sandbox.world.state import World

log = logging.getLogger(__name__)

_MAX_FRAME: Final = 4096
_FRAMES_PER_MINUTE: Final = 120
_MAX_QUEUED: Final = 5000
_REFUSAL_SECONDS: Final = 0.5
_CUT: Final = -1
_BEAT_TRAVEL_SECONDS: Final = 0.02


class _CloseError(Exception):
    """The server ends the connection with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class GatewaySocket(Sink):
    """A connected client. One writer task sends what is queued, in order."""

    def __init__(self, world: World, gateway: Gateway, compressor: Compressor | None) -> None:
        self._world = world
        self._gateway = gateway
        self._compressor = compressor
        self._socket = web.WebSocketResponse(autoclose=False, max_msg_size=1 << 22, compress=False)
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self._session: Session | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._last_beat = time.monotonic()
        self._received: deque[float] = deque()
        self._handlers: dict[int, Callable[[Any], Awaitable[None] | None]] = {
            1: self._on_heartbeat,
            2: self._on_identify,
            3: self._on_ignored,
            4: self._on_ignored,
            6: self._on_resume,
            8: self._on_request_members,
            31: self._on_ignored,
        }

    def send(self, frame: str) -> None:
        """Queue one frame; a client that does not read is cut off."""
        if self._queue.qsize() >= _MAX_QUEUED:
            self._cut()
            return
        self._queue.put_nowait(frame)

    def send_op(self, op: int, data: object = None) -> None:
        """Queue a frame that is no event."""
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Queue a close; `cut` ends the TCP connection without one."""
        self._queue.put_nowait(code)

    def cut(self) -> None:
        """End the TCP connection without a close frame, after what is queued."""
        self._queue.put_nowait(_CUT)

    def invalidate(self, *, resumable: bool) -> None:
        """Op 9. The connection is unauthenticated again; the client may resume on the same socket."""
        session = self._session
        self._session = None
        if session is not None and resumable:
            session.sink, session.lost_at = None, time.time()
        elif session is not None:
            self._gateway.invalidate(session)
        self.send_op(9, data=resumable)

    async def run(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from the upgrade to its end."""
        await self._socket.prepare(request)
        transport = request.transport
        self._transport = transport if isinstance(transport, asyncio.WriteTransport) else None
        interval = self._world.settings.heartbeat_seconds
        self.send_op(10, {"heartbeat_interval": int(interval * 1000), "_trace": ["sandbox"]})
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._watch(interval))]
        clean = False
        try:
            clean = await self._read()
        except _CloseError as closing:
            await self._end(closing.code)
        finally:
            for task in tasks:
                task.cancel()
            if self._session is not None:
                self._gateway.lost(self._session, self, clean=clean)
            await self._socket.close()
        return self._socket

    async def _read(self) -> bool:
        """Handle frames until the client goes; true when it said goodbye with 1000 or 1001."""
        while True:
            message = await self._socket.receive()
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                await self._on_frame(message)
            elif message.type is WSMsgType.CLOSE:
                return message.data in (1000, 1001)
            elif message.type in (WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
                return False

    async def _on_frame(self, message: WSMessage) -> None:
        now = time.monotonic()
        self._received.append(now)
        while self._received[0] < now - 60:
            self._received.popleft()
        if len(self._received) > _FRAMES_PER_MINUTE:
            raise _CloseError(4008)
        size = len(message.data.encode()) if isinstance(message.data, str) else len(message.data)
        if size > _MAX_FRAME:
            raise _CloseError(4002)
        try:
            payload = parse_json(message.data)
            op = payload["op"]
        except (ValueError, TypeError, KeyError) as error:
            raise _CloseError(4002) from error
        handler = self._handlers.get(op) if type(op) is int else None
        if handler is None:
            raise _CloseError(4001)
        if self._session is None and op not in (1, 2, 6):
            raise _CloseError(4003)
        result = handler(payload.get("d"))
        if result is not None:
            await result

    def _on_heartbeat(self, data: Any) -> None:
        self._last_beat = time.monotonic()
        if type(data) is int and self._session is not None:
            if data > self._session.sequence:
                raise _CloseError(4007)
            self._session.acknowledge(data)
        # discord.py notes when a beat left after its thread has woken; an answer without any travel time
        # overtakes that note, and the client believes itself a whole interval behind.
        asyncio.get_running_loop().call_later(_BEAT_TRAVEL_SECONDS, self._acknowledge_beat)

    def _acknowledge_beat(self) -> None:
        if not self._socket.closed:
            self.send_op(11)

    def _on_ignored(self, data: Any) -> None:
        """Presence and voice states change nothing here."""

    async def _on_identify(self, data: Any) -> None:
        if self._session is not None:
            raise _CloseError(4005)
        if self._world.settings.never_ready:
            return
        if not isinstance(data, dict) or not isinstance(data.get("token"), str):
            raise _CloseError(4002)
        self._check_token(data["token"])
        intents = data.get("intents")
        if type(intents) is not int or intents & ~KNOWN_INTENTS or intents < 0:
            raise _CloseError(4013)
        if intents & PRIVILEGED & ~self._world.settings.privileged_intents:
            raise _CloseError(4014)
        shard = _read_shard(data.get("shard"))
        if not self._gateway.may_identify(shard[0]):
            # Held back for a moment: discord.py identifies again at once, which would go round in circles.
            await asyncio.sleep(min(_REFUSAL_SECONDS, self._world.settings.identify_seconds))
            self.send_op(9, data=False)
            return
        self._session = Session(intents, shard)
        self._gateway.identify(self._session, self)

    def _on_resume(self, data: Any) -> None:
        if self._session is not None:
            raise _CloseError(4005)
        if self._world.settings.never_ready:
            return
        if not isinstance(data, dict) or type(data.get("seq")) is not int:
            raise _CloseError(4002)
        self._check_token(str(data.get("token")))
        self._gateway.forget_lost()
        session = self._gateway.sessions.get(str(data.get("session_id")))
        if session is None or not session.can_replay(data["seq"]):
            self.send_op(9, data=False)
            return
        if data["seq"] > session.sequence:
            self._gateway.invalidate(session)
            raise _CloseError(4007)
        self._session = session
        self._gateway.resume(session, data["seq"], self)

    def _on_request_members(self, data: Any) -> None:
        if not isinstance(data, dict) or self._session is None:
            raise _CloseError(4002)
        request_members(self._world, self._session, data)

    def _check_token(self, token: str) -> None:
        if not hmac.compare_digest(token.removeprefix("Bot ").encode(), self._world.token.encode()):
            raise _CloseError(4004)

    async def _write(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                await self._end(item)
                return
            try:
                if self._compressor is None:
                    await self._socket.send_str(item)
                else:
                    await self._socket.send_bytes(self._compressor.pack(item))
            except ConnectionError:
                return

    async def _end(self, code: int) -> None:
        if code == _CUT:
            self._cut()
            return
        if code in (4007, 4009) and self._session is not None:
            self._gateway.invalidate(self._session)
        await self._socket.close(code=code)

    def _cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    async def _watch(self, interval: float) -> None:
        """Close when no heartbeat came for some intervals; the session stays resumable."""
        while True:
            await asyncio.sleep(interval / 4)
            if time.monotonic() - self._last_beat > interval * stand_ins.SILENT_INTERVALS:
                self.close(stand_ins.SILENT_CODE)
                return


def _read_shard(value: Any) -> tuple[int, int]:
    if value is None:
        return 0, 1
    try:
        number, count = value
    except (TypeError, ValueError) as error:
        raise _CloseError(4010) from error
    if type(number) is not int or type(count) is not int or not 0 <= number < count:
        raise _CloseError(4010)
    return number, count


async def serve_gateway(world: World, gateway: Gateway, request: web.Request) -> web.StreamResponse:
    """`GET /gateway?v=10&encoding=json[&compress=...]`, unless the gateway lets nobody in."""
    if world.settings.gateway_refused:
        return cut_off(request)
    compressor = make_compressor(request.query.get("compress"))
    socket = GatewaySocket(world, gateway, compressor)
    if request.query.get("v", "10") not in ("9", "10"):
        return await _refuse(request, 4012)
    if request.query.get("encoding", "json") != "json":
        return await _refuse(request, 4002)
    return await socket.run(request)


async def serve_resumes(world: World, gateway: Gateway, request: web.Request) -> web.StreamResponse:
    """`GET /gateway/resume`: the same, unless this host refuses."""
    if world.settings.resume_refused:
        return cut_off(request)
    return await serve_gateway(world, gateway, request)


async def _refuse(request: web.Request, code: int) -> web.WebSocketResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    await socket.close(code=code)
    return socket
