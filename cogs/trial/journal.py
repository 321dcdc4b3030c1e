"""The things that a trial has made, in a file of the data folder: a killed trial's go with the next one."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from cogs.platform.raw_client import Json
from cogs.trial.place import Place, is_of_trial
from cogs.trial.wire import Wire

FILE: Final = "live-trial.jsonl"
MARK: Final = "koikoi-trial-"
"""Every message, thread and command of a trial has this and the trial's number in it."""

_OVERWRITE: Final = "/permissions/"
_GONE: Final = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)


class Journal:
    """The addresses of what has been made. A line is on disk before the next request is sent."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._made: dict[str, None] = {}
        self._channels: dict[str, None] = {}
        self._marks: dict[str, None] = {}
        self.guild = ""
        with suppress(FileNotFoundError):
            for line in self._file.read_text(encoding="utf-8").splitlines():
                with suppress(ValueError, LookupError, TypeError):  # the last line of a killed process
                    self._take(json.loads(line))

    @property
    def empty(self) -> bool:
        """Whether no trial has left anything."""
        return not self._channels

    def begin(self, mark: str, channel: str, guild: str) -> None:
        """Note a trial before it makes anything: its mark, channel and server."""
        self._note({"mark": mark, "channel": channel, "guild": guild})

    def look(self, channel: str) -> None:
        """Note another channel before anything is made there."""
        self._note({"channel": channel})

    def made(self, path: str) -> None:
        """Note the path that removes what was made."""
        self._note({"made": path})

    def gone(self, path: str) -> None:
        """Note that it is removed."""
        self._note({"gone": path})

    def _note(self, line: Json) -> None:
        self._take(line)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _take(self, line: Json) -> None:
        if "made" in line:
            self._made[line["made"]] = None
        elif "gone" in line:
            self._made.pop(line["gone"], None)
        else:
            self._channels[line["channel"]] = None
            self.guild = line.get("guild", self.guild)
            self._marks |= {mark: None for mark in (line.get("mark"),) if mark is not None}

    async def remove(self, wire: Wire, where: Place | None = None) -> list[str]:
        """Remove all that was noted, and return what could not be. Raises TroubleError.

        `where`: only what the bot made and a trial marked; the notes may be of any origin and age.
        """
        left = []
        # A thread goes before its messages, which cannot be removed while it is archived.
        for path in sorted(self._made, key=lambda path: path.count("/")):
            shown = path.partition(_OVERWRITE)[0]
            answer = await wire.call("GET", shown, allowed=_GONE) if where is not None else None
            if answer is None or where is None or self._may_go(path, answer.body, where):
                answer = await wire.call("DELETE", path, allowed=_GONE)
            if answer.status < HTTPStatus.BAD_REQUEST or answer.status == HTTPStatus.NOT_FOUND:
                self.gone(path)
            else:
                left.append(f"DELETE {path}: {answer.said}")
        return left

    async def sweep(self, wire: Wire, where: Place) -> list[str]:
        """Remove what all noted trials left, and return what could not be. Raises TroubleError."""
        # A killed process may have made something and not noted it.
        for path in await self._found(wire, where):
            self.made(path)
        left = await self.remove(wire, where)
        if not left:
            self.forget()
        return left

    def forget(self) -> None:
        """Note nothing of any trial any more."""
        self._file.unlink(missing_ok=True)
        for noted in (self._made, self._channels, self._marks):
            noted.clear()

    async def _found(self, wire: Wire, where: Place) -> list[str]:
        """Return the paths of everything of the bot's that has a noted mark."""
        commands = f"/applications/{where.application}/guilds/{self.guild}/commands"
        found = {commands: await _listed(wire, commands)}
        found["/channels"] = await _listed(wire, f"/guilds/{self.guild}/threads/active", "threads")
        for channel in self._channels:
            path = f"/channels/{channel}/messages"
            found[path] = await _listed(wire, f"{path}?limit=100")
            found["/channels"] += await _listed(
                wire, f"/channels/{channel}/threads/archived/public", "threads"
            )
        return [
            f"{path}/{each['id']}"
            for path, told in found.items()
            for each in told
            if self._is_ours(each, where)
        ]

    def _may_go(self, path: str, told: Any, where: Place) -> bool:
        """Whether what a noted path names is what a trial made. An overwrite is told by its channel."""
        _, overwrite, target = path.partition(_OVERWRITE)
        if not overwrite:
            return self._is_ours(told, where)
        match told:
            case {"permission_overwrites": [*written]}:
                found = [each for each in written if each["id"] == target]
                return any(is_of_trial(each, where.bot) or _says_nothing(each) for each in found)
        return False

    def _is_ours(self, told: Any, where: Place) -> bool:
        """Whether something is a message, thread or command of the bot's, and has a noted mark."""
        match told:
            case {"author": {"id": where.bot}, "content": said, "components": controls}:
                parts = [said, controls]
            case {"type": 10 | 11 | 12, "owner_id": where.bot, "name": name}:
                parts = [name]
            case {"application_id": where.application, "name": name, "description": _}:
                parts = [name]
            case _:
                return False
        return any(mark in json.dumps(parts) for mark in self._marks)


def _says_nothing(overwrite: Json) -> bool:
    return [overwrite["allow"], overwrite["deny"]] == ["0", "0"]


async def _listed(wire: Wire, path: str, key: str = "") -> list[Any]:
    """Return what a request lists; nothing where it is refused."""
    answer = await wire.call("GET", path, allowed=_GONE)
    if answer.status >= HTTPStatus.BAD_REQUEST:
        return []
    found: list[Any] = answer.body[key] if key else answer.body
    return found
