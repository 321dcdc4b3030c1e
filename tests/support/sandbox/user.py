"""A user at the sandbox's page, as a test drives one: real requests, a real socket, nothing faked."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlencode

import aiohttp

from tests.support import waiting
from tests.support.sandbox.messages import Json, find_button, selects, text_of

if TYPE_CHECKING:
    from tests.support.sandbox.client import Sandbox

MessageOrId: TypeAlias = Json | str
LOADING = 128
"""The flag of a message whose content is still to come."""
AGAIN_SECONDS = 1.0
"""Seconds after which who waits for news looks again without any."""
NEWS_SECONDS = 0.5
"""Seconds between two looks at a screen on which nothing is new."""


class RefusedError(Exception):
    """The user side refused: what a real client would not let a user do."""

    def __init__(self, status: int, error: str, message: str) -> None:
        super().__init__(f"{status} {error}: {message}")
        self.status = status
        self.error = error
        self.message = message

    @property
    def changed(self) -> bool:
        """Whether the message changed, or went, between the look and the press."""
        return self.error in {"unseen", "disabled", "unknown_message", "out_of_range"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of an interaction. `message_id` is the message that was answered with, or edited."""

    interaction: str
    state: str
    callback: int | None
    message_id: str | None

    @property
    def failed(self) -> bool:
        """Whether the page shows "This interaction failed"."""
        return self.state == "failed"


async def something_new(users: Sequence[SandboxUser], seen: Sequence[int]) -> None:
    """Wait until one of these screens has had more events than were `seen`, a second at most."""
    if [len(user.events) for user in users] == list(seen):
        waits = [asyncio.ensure_future(user.news()) for user in users]
        try:
            await asyncio.wait(waits, timeout=AGAIN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()


class SandboxUser:
    """One user with one open screen."""

    def __init__(self, sandbox: Sandbox, profile: Json, locale: str) -> None:
        self._sandbox = sandbox
        self.profile = profile
        self.id: str = profile["id"]
        self.name: str = profile["global_name"] or profile["username"]
        self.locale = locale
        self.events: list[Json] = []
        self.guilds: list[Json] = []
        self.private: list[Json] = []
        self.modals: list[Json] = []
        self._messages: dict[str, Json] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def mention(self) -> str:
        """Return the mention of this user in a message."""
        return f"<@{self.id}>"

    @property
    def direct(self) -> str:
        """The channel of this user's direct messages with the bot."""
        found: str = next(each["id"] for each in self.private if each["type"] == 1)
        return found

    async def open(self) -> None:
        """Open the screen; what was said before is loaded, ephemeral messages are not."""
        sandbox = self._sandbox
        url = f"{sandbox.url}/client/ws?user={self.id}&locale={self.locale}"
        self._socket = await sandbox.session.ws_connect(url)
        hello = await self._socket.receive_json(timeout=waiting.MOST_SECONDS)
        assert hello["type"] == "hello"
        self.guilds, self.private = hello["data"]["guilds"], hello["data"]["private_channels"]
        self._messages = {}
        self._reader = asyncio.create_task(self._read(self._socket))
        for channel in [*(each for guild in self.guilds for each in guild["channels"]), *self.private]:
            path = f"/client/channels/{channel['id']}/messages?user={self.id}&limit=100"
            for message in (await sandbox.get(path))["messages"]:
                self._messages.setdefault(message["id"], message)

    async def news(self) -> None:
        """Wait for the next event on this screen."""
        self._news.clear()
        await self._news.wait()

    async def close(self) -> None:
        """Close the screen."""
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()

    async def reload(self) -> None:
        """Load the page again: ephemeral messages vanish."""
        await self.close()
        await self.open()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            event = frame.json()
            self._take(event["type"], event["data"])
            self.events.append(event)
            self._news.set()

    def _take(self, kind: str, data: Json) -> None:
        if kind in ("message_create", "message_update"):
            self._messages[data["id"]] = data
        elif kind == "message_delete":
            self._messages.pop(data["id"], None)
        elif kind == "modal":
            self.modals.append(data)
        elif kind == "guild_update":
            self.guilds = [data if guild["id"] == data["id"] else guild for guild in self.guilds]

    def messages(self, channel: str | None = None) -> list[Json]:
        """Return the messages on screen now, own ephemeral messages included, oldest first."""
        wanted = None if channel is None else self._sandbox.channel(channel)
        found = [shown for shown in self._messages.values() if wanted in (None, shown["channel_id"])]
        return sorted(found, key=lambda shown: int(shown["id"]))

    def ephemerals(self, channel: str | None = None) -> list[Json]:
        """The own ephemeral messages on screen."""
        return [message for message in self.messages(channel) if message["flags"] & 64]

    def public(self, channel: str | None = None) -> list[Json]:
        """The messages that others see as well."""
        return [message for message in self.messages(channel) if not message["flags"] & 64]

    def message(self, message_id: str) -> Json | None:
        """One message as it is on screen now."""
        return self._messages.get(message_id)

    def _current(self, message: MessageOrId) -> Json:
        message_id = message if isinstance(message, str) else message["id"]
        shown = self._messages.get(message_id)
        if shown is None:
            raise AssertionError(f"message {message_id} is not on the screen of {self.name}")
        return shown

    async def _arrived(self, message: MessageOrId) -> Json:
        """A message as it is on screen now; one that somebody else has seen already may still be coming."""
        message_id = message if isinstance(message, str) else message["id"]
        found: Json = await self.wait_until(lambda: self._messages.get(message_id), what=message_id)
        return found

    async def answer(self, outcome: Outcome) -> Json:
        """Wait for the message that an interaction was answered with, until the bot no longer "thinks"."""

        def told() -> Json | None:
            shown = self._messages.get(outcome.message_id or "")
            return None if shown is None or shown["flags"] & LOADING else shown

        found: Json = await self.wait_until(told, what=f"the answer {outcome.message_id}")
        return found

    def moving(self) -> object:
        """Return a value that changes as long as something happens, for `waiting.until`."""
        return self._sandbox.moving()

    async def wait_until(self, found: Callable[[], Any], what: str = "") -> Any:
        """Wait until a look at this screen gives something true, and return it."""

        def why() -> str:
            shown = "\n---\n".join(text_of(message)[:200] for message in self.messages()[-5:])
            return f"{self.name} waited for {what or found}; on screen:\n{shown}\n"

        return await waiting.until(found, why=why, moving=self.moving, every=NEWS_SECONDS, woken=self._news)

    async def wait_for(self, predicate: Callable[[Json], bool], *, channel: str | None = None) -> Json:
        """Wait until a message on screen fits; the latest one wins."""

        def latest() -> Json | None:
            return next((message for message in reversed(self.messages(channel)) if predicate(message)), None)

        found: Json = await self.wait_until(latest, "a message")
        return found

    async def wait_update(
        self,
        message: MessageOrId,
        predicate: Callable[[Json], bool] | None = None,
    ) -> Json:
        """Wait until one message fits, or, without a predicate, until its next change."""
        message_id = message if isinstance(message, str) else message["id"]
        before = self._messages.get(message_id)

        def changed() -> Json | None:
            shown = self._messages.get(message_id)
            if shown is None or (predicate is None and shown is before):
                return None
            return shown if predicate is None or predicate(shown) else None

        found: Json = await self.wait_until(changed, f"a change of {message_id}")
        return found

    async def wait_gone(self, message: MessageOrId) -> None:
        """Wait until a message left the screen."""
        message_id = message if isinstance(message, str) else message["id"]
        await self.wait_until(lambda: message_id not in self._messages, f"{message_id} to go")

    async def wait_event(self, kind: str, predicate: Callable[[Json], bool] = lambda _: True) -> Json:
        """Wait for an event of a kind, those that came before included."""

        def seen() -> Json | None:
            fits = (event["data"] for event in self.events if event["type"] == kind)
            return next(({"data": data} for data in fits if predicate(data)), None)

        found: Json = await self.wait_until(seen, f"a {kind}")
        data: Json = found["data"]
        return data

    async def _act(self, path: str, body: Mapping[str, Any]) -> Outcome:
        sent = {"user": self.id, "locale": self.locale, **body}
        return Outcome(**await self._sandbox.post(f"{path}?wait=1", sent))

    async def command(
        self, name: str, *, channel: str, options: Mapping[str, Any] | None = None, **keywords: Any
    ) -> Outcome:
        """Use a slash command, e.g. `koikoi play`, and wait until the bot acknowledged it or failed to."""
        chosen = {**(options or {}), **keywords}
        body = {"channel": self._sandbox.channel(channel), "name": name, "type": 1, "options": chosen}
        return await self._act("/client/commands", body)

    async def context(self, name: str, *, target: str, channel: str, kind: int = 2) -> Outcome:
        """Use a command of a user's (2) or a message's (3) context menu."""
        body = {"channel": self._sandbox.channel(channel), "name": name, "type": kind, "target": target}
        return await self._act("/client/commands", body)

    async def press(
        self, message: MessageOrId, button: str | None = None, *, custom_id: str | None = None
    ) -> Outcome:
        """Press a button by label, emoji name or custom id, as the message is on screen now."""
        shown = await self._arrived(message)
        wanted = custom_id or find_button(shown, button or "").get("custom_id")
        body = {"channel": shown["channel_id"], "message": shown["id"], "custom_id": wanted}
        return await self._act("/client/components", body)

    async def select(
        self, message: MessageOrId, values: list[str], *, custom_id: str | None = None
    ) -> Outcome:
        """Choose values of a select; of the only one unless a custom id is given."""
        shown = await self._arrived(message)
        if custom_id is None:
            (only,) = selects(shown)
            custom_id = only["custom_id"]
        body = {
            "channel": shown["channel_id"],
            "message": shown["id"],
            "custom_id": custom_id,
            "values": values,
        }
        return await self._act("/client/components", body)

    async def attempt(
        self, message: MessageOrId, custom_id: str, *, values: list[str] | None = None
    ) -> Outcome | None:
        """Press or choose what a look has found; None where it has changed or gone since: look again."""
        if self.message(message if isinstance(message, str) else message["id"]) is None:
            return None
        try:
            if values is None:
                outcome = await self.press(message, custom_id=custom_id)
            else:
                outcome = await self.select(message, values, custom_id=custom_id)
        except RefusedError as refused:
            if not refused.changed:
                raise
            return None
        assert not outcome.failed, (self.name, custom_id)
        return outcome

    async def press_offered(
        self, find: Callable[[], tuple[Json, str] | None], what: str = "a control"
    ) -> Outcome:
        """Press a control as soon as a look finds it; look again where it has changed or gone meanwhile."""

        async def pressed() -> Outcome | None:
            found = find()
            return None if found is None else await self.attempt(*found)

        outcome: Outcome = await self.wait_until(pressed, what)
        return outcome

    async def submit(self, modal: Json, values: Mapping[str, Any]) -> Outcome:
        """Submit a modal that the bot opened."""
        return await self._act(
            "/client/modals", {"interaction": modal["interaction"], "values": dict(values)}
        )

    async def upload(self, modal: Json, name: str, content: bytes) -> str:
        """Choose a file in a modal that the bot opened, and return its id: a value of the field."""
        query = urlencode({"user": self.id, "interaction": modal["interaction"], "name": name})
        return str((await self._sandbox.post(f"/client/uploads?{query}", content))["id"])

    async def autocomplete(
        self, name: str, focused: str, *, channel: str, options: Mapping[str, Any] | None = None
    ) -> list[Json]:
        """The choices that the bot offers for an option."""
        body = {
            "user": self.id,
            "locale": self.locale,
            "channel": self._sandbox.channel(channel),
            "name": name,
            "options": dict(options or {}),
            "focused": focused,
        }
        choices: list[Json] = (await self._sandbox.post("/client/autocomplete", body))["choices"]
        return choices

    async def commands(self, channel: str) -> list[Json]:
        """The commands that this user is offered in a channel."""
        query = f"user={self.id}&locale={self.locale}&channel={self._sandbox.channel(channel)}"
        found: list[Json] = (await self._sandbox.get(f"/client/commands?{query}"))["commands"]
        return found

    async def say(self, text: str, *, channel: str, reply_to: str | None = None) -> Json:
        """Write a message."""
        body = {"user": self.id, "channel": self._sandbox.channel(channel), "content": text}
        return await self._sandbox.post(
            "/client/messages", body | ({"reply_to": reply_to} if reply_to else {})
        )

    async def dismiss(self, message: MessageOrId) -> None:
        """Dismiss an own ephemeral message."""
        shown = self._current(message)
        await self._sandbox.post("/client/dismiss", {"user": self.id, "message": shown["id"]})

    async def delete(self, message: MessageOrId) -> None:
        """Delete a message."""
        shown = self._current(message)
        path = f"/client/messages/{shown['channel_id']}/{shown['id']}?user={self.id}"
        await self._sandbox.request("DELETE", path)
