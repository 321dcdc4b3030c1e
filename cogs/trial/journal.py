"""The things that a trial has made, in a file of the data folder: a killed trial's go with the next one."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from cogs.trial.wire import Json, Wire

FILE: Final = "live-trial.jsonl"
MARK: Final = "koikoi-trial-"
"""Every message and thread of a trial has this and the trial's number in it."""

_GONE: Final = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)


class Journal:
    """The addresses of what has been made. A line is on disk before the next request is sent."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._made: dict[str, None] = {}
        self._channels: dict[str, None] = {}
        self.guild = ""
        with suppress(FileNotFoundError):
            for line in self._file.read_text(encoding="utf-8").splitlines():
                with suppress(ValueError):  # the last line of a killed process
                    self._take(json.loads(line))

    @property
    def empty(self) -> bool:
        """Whether no trial has left anything."""
        return not self._channels

    def look(self, channel: str, guild: str = "") -> None:
        """Note a channel before anything is made there."""
        self._note({"channel": channel, "guild": guild or self.guild})

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
            self.guild = line["guild"]

    async def remove(self, wire: Wire) -> list[str]:
        """Remove all that was noted, and return what could not be. Raises TroubleError."""
        left = []
        # A thread goes before its messages, which cannot be removed while it is archived.
        for path in sorted(self._made, key=lambda path: path.count("/")):
            answer = await wire.call("DELETE", path, allowed=_GONE)
            if answer.status < HTTPStatus.BAD_REQUEST or answer.status == HTTPStatus.NOT_FOUND:
                self.gone(path)
            else:
                left.append(f"DELETE {path}: {answer.said}")
        return left

    async def sweep(self, wire: Wire, bot: str) -> list[str]:
        """Remove also what a killed process may have made and not noted: it is found by its mark."""
        for path in await self._found(wire, bot):
            self.made(path)
        left = await self.remove(wire)
        if not left:
            self._file.unlink(missing_ok=True)
            self._channels.clear()
        return left

    async def _found(self, wire: Wire, bot: str) -> list[str]:
        """Return the paths of everything marked in the channels that were noted."""
        messages, threads = [], []
        for channel in self._channels:
            path = f"/channels/{channel}/messages"
            told = await _listed(wire, f"{path}?limit=100")
            messages += [f"{path}/{each['id']}" for each in told if _is_ours(each, bot)]
            told = await _listed(wire, f"/channels/{channel}/threads/archived/public", "threads")
            threads += [f"/channels/{each['id']}" for each in told if MARK in each["name"]]
        told = await _listed(wire, f"/guilds/{self.guild}/threads/active", "threads") if self.guild else []
        threads += [f"/channels/{each['id']}" for each in told if MARK in each["name"]]
        return [*threads, *messages]


async def _listed(wire: Wire, path: str, key: str = "") -> list[Any]:
    """Return what a request lists; nothing where it is refused."""
    answer = await wire.call("GET", path, allowed=_GONE)
    if answer.status >= HTTPStatus.BAD_REQUEST:
        return []
    found: list[Any] = answer.body[key] if key else answer.body
    return found


def _is_ours(message: Json, bot: str) -> bool:
    return message["author"]["id"] == bot and MARK in json.dumps(message)
