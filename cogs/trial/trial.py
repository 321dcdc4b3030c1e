"""A trial in a channel: the means with which the questions are asked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from cogs.platform.raw_client import File, Json
from cogs.trial.journal import MARK, Journal
from cogs.trial.place import Place
from cogs.trial.session import Session
from cogs.trial.wire import Answer, Wire

EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15
COMMAND, COMPONENT, MODAL = 2, 3, 5
"""The kinds of interactions."""
DIRECT: Final = 1
"""The context of interactions in direct messages with the bot."""
REPLY, THINK, LATER, UPDATE, FORM = 4, 5, 6, 7, 9
"""The callbacks: a message; one that comes later; the message unchanged for now, or changed; a modal."""

ORIGINAL: Final = "@original"
"""The message of a press's callback, named as in a path."""
ByToken: TypeAlias = tuple[str, str]
"""A message of a press: the press's token, and the message's id or `@original`."""


class NotAskedError(Exception):
    """A question cannot be asked here; the text says why."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds. Tests shorten them."""

    pause: float = 0.35
    """Between two requests."""
    answer: float = 120.0
    """For an answer of Discord's."""
    press: float = 600.0
    """Until somebody presses."""
    late: float = 3.5
    """Until a press is too late to be answered."""
    token: float = 15 * 60 + 5.0
    """Until the token of a press is dead."""


@dataclass(slots=True)
class Press:
    """Something that somebody did, to be answered."""

    trial: Trial
    told: Json

    async def answer(self, kind: int, data: Json | None = None) -> Answer:
        """Answer it: the callback."""
        callback = {"type": kind} | ({} if data is None else {"data": data})
        answer = await self.trial.wire.by_token(
            "callback", lambda of: of.respond(int(self.told["id"]), self.token, callback)
        )
        if kind == REPLY and answer.status == 200:
            self.trial.keep(answer.body["resource"]["message"], (self.token, ORIGINAL))
        return answer

    async def follow(self, data: Json, *, allowed: Container[int] = ()) -> Answer:
        """Send a follow-up. `allowed`: statuses that are an answer too."""
        answer = await self.trial.wire.by_token(
            f"follow {self.token}",
            lambda of: of.follow_up(self.trial.application, self.token, data),
            allowed=allowed,
        )
        if answer.status == 200:
            self.trial.keep(answer.body, (self.token, answer.body["id"]))
        return answer

    async def edit(self, data: Json) -> Answer:
        """Edit the message of the callback."""
        return await self.trial.wire.by_token(
            f"edit {self.token}",
            lambda of: of.edit(self.trial.application, self.token, ORIGINAL, data),
        )

    async def delete(self) -> Answer:
        """Delete the message of the callback."""
        return await self.trial.remove_by_token(self.token, ORIGINAL)

    @property
    def token(self) -> str:
        """The press's own token."""
        return str(self.told["token"])


@dataclass(slots=True)
class Trial:
    """The state of a trial."""

    wire: Wire
    place: Place
    journal: Journal
    session: Session | None
    patience: Patience
    tell: Callable[[str], None]
    """Tells the host how the trial goes."""
    mark: str = field(default_factory=lambda: MARK + secrets.token_hex(3))
    turn: str = ""
    """The number of the press that is asked for, and of all."""
    deserted: bool = False
    """Whether nobody pressed when they were asked to."""
    people: set[str] = field(default_factory=set)
    """Ids of people who did something in the channel."""
    names: set[str] = field(default_factory=set)
    """Names of these people."""
    private: list[ByToken] = field(default_factory=list)
    """The ephemeral messages that are to be removed."""

    @property
    def label(self) -> str:
        """The text of a message."""
        return f"A trial of koikoi doctor, which removes this soon ({self.mark})."

    @property
    def application(self) -> int:
        """The number of the bot's application."""
        return int(self.place.application)

    @property
    def channel(self) -> str:
        """The path of the channel."""
        return f"/channels/{self.place.channel}"

    async def tidy(self) -> None:
        """Remove what a question has made. Raises TroubleError."""
        for each in self.private:
            await self.remove_by_token(*each)
        self.private.clear()
        await self.journal.remove(self.wire)

    async def remove_by_token(self, token: str, target: str) -> Answer:
        """Delete a message of a press's token."""
        return await self.wire.by_token(
            f"delete {token}", lambda of: of.delete(self.application, token, target)
        )

    def keep(self, message: Json, by_token: ByToken = ("", "")) -> None:
        """Note a message that was made; a public one in the journal, as it outlives a killed trial."""
        if message.get("flags", 0) & EPHEMERAL:
            self.private.append(by_token)
        else:
            self.journal.made(path_of(message))

    async def try_to_send(
        self, body: Json, files: Sequence[File] = (), channel: str = "", allowed: Container[int] = ()
    ) -> Answer:
        """Return the answer to a new message, be it a refusal."""
        if body.get("flags", 0) & COMPONENTS_V2:
            body["components"].append(text(self.label))
        else:
            body = {"content": self.label} | body
        answer = await self.wire.call(
            "POST", f"{channel or self.channel}/messages", body, files, allowed=allowed
        )
        if answer.status == 200:
            self.keep(answer.body)
        return answer

    async def send(self, body: Json | None = None, files: Sequence[File] = (), channel: str = "") -> Json:
        """Return a new message."""
        answer = await self.try_to_send(body or {}, files, channel)
        return dict(answer.demanded().body)

    async def edit(self, message: Json, body: Json, files: Sequence[File] = ()) -> Json:
        """Return an edited message."""
        return dict((await self.wire.demand("PATCH", path_of(message), body, files)).body)

    async def thread(self) -> str:
        """Return the path of a new thread on a new message. Raises NotAskedError."""
        self.need_threads()
        message = await self.send()
        made = await self.wire.demand("POST", f"{path_of(message)}/threads", {"name": self.mark})
        self.journal.made(f"/channels/{made.body['id']}")
        return f"/channels/{made.body['id']}"

    def need_threads(self) -> None:
        """Raise NotAskedError where the bot may not open threads and remove them."""
        if not self.place.threads:
            raise NotAskedError("the bot may not open threads there and remove them (Manage Threads)")

    async def overwrite(self, target: str, kind: int, deny: int = 0) -> Answer:
        """Set an overwrite of the channel that denies some rights. Raises NotAskedError.

        `kind`: 0 for a role, 1 for a member.
        """
        if not self.place.overwrites:
            raise NotAskedError(
                "it needs Manage Permissions there, without Administrator and an overwrite of the bot's own"
            )
        path = f"{self.channel}/permissions/{target}"
        body = {"type": kind, "allow": 0, "deny": deny}
        self.journal.made(path)  # first: one that is lost would keep the bot from speaking there
        answer = await self.wire.call("PUT", path, body, allowed=(HTTPStatus.FORBIDDEN,))
        if answer.status >= HTTPStatus.BAD_REQUEST:
            self.journal.gone(path)
        return answer

    async def press(self, channel: str = "", wish: str = "Press the button.") -> Press:
        """Ask for a press on a new message, and return it. Raises NotAskedError."""
        name = f"{self.mark}:{secrets.token_hex(3)}"
        body = {"content": f"{wish} ({self.turn}) {self.label}", "components": [row(button(name))]}
        await self.send(body, channel=channel)
        return await self.next(lambda told: told["data"].get("custom_id") == name, "press the button")

    async def command(self, where: str, *, direct: bool = False) -> Press:
        """Ask for the bot's command, and return its use. Raises NotAskedError.

        People who use it elsewhere at that time know nothing of a trial.
        """
        if not self.place.command:
            raise NotAskedError("the bot has no commands yet: start it once")
        if direct and not self.people:
            await (await self.press()).answer(LATER)
        await self.send({"content": f"Use {self.place.command} {where}. ({self.turn}) {self.label}"})

        def fits(told: Json) -> bool:
            if direct:
                return told.get("context") == DIRECT and person_of(told)["id"] in self.people
            return bool(told.get("channel_id") == self.place.channel)

        return await self.next(
            lambda told: told["type"] == COMMAND and fits(told), f"use its command {where}"
        )

    async def filled(self, press: Press, fields: Sequence[Json]) -> Press:
        """Open a form and return it once it is filled in. Raises NotAskedError."""
        name = f"{self.mark}:{secrets.token_hex(3)}"
        form = {"title": "A trial", "custom_id": name, "components": list(fields)}
        await press.answer(FORM, form)
        return await self.next(
            lambda told: told["type"] == MODAL and told["data"]["custom_id"] == name, "fill in the form"
        )

    async def next(self, fits: Callable[[Json], bool], wish: str) -> Press:
        """Return the next interaction that fits. Raises NotAskedError."""
        assert self.session is not None
        self.tell(f"  In the channel ({self.turn}): {wish}.")
        told = await self.session.next(fits, self.patience.press)
        if told is None:
            self.deserted = True
            raise NotAskedError("nobody did what was asked in time")
        person = person_of(told)
        self.people.add(person["id"])
        self.names |= {person["username"], person.get("global_name") or ""}
        return Press(self, told)


def person_of(told: Json) -> Json:
    """Return the user who did something."""
    return dict(told.get("user") or told["member"]["user"])


def path_of(message: Json) -> str:
    """Return the path of a message."""
    return f"/channels/{message['channel_id']}/messages/{message['id']}"


def row(*components: Json) -> Json:
    """Return a row of components."""
    return {"type": 1, "components": list(components)}


def button(name: str, **more: Any) -> Json:
    """Return a button."""
    return {"type": 2, "style": 1, "label": "Press", "custom_id": name} | more


def text(content: str) -> Json:
    """Return a text among components."""
    return {"type": 10, "content": content}


def picture(name: str) -> Json:
    """Return a picture among components: a file of the message, by its name."""
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}


def field_of(name: str, component: Json) -> Json:
    """Return a field of a form."""
    return {"type": 18, "label": name, "component": {"custom_id": name, "required": False} | component}
