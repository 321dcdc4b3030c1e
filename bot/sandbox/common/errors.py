"""Discord's errors: a status, a numeric code, a message, and for 50035 a tree of field errors."""

from __future__ import annotations

import math
from typing import Final

from bot.sandbox.common.types import JsonObject


class SandboxError(Exception):
    """Root of all errors of the sandbox."""


class CannotListenError(SandboxError):
    """The port is taken or may not be used; the text is one sentence for the person who started it."""


class ApiError(SandboxError):
    """An error answer of the REST API."""

    retry_after: float | None = None
    """For a 429: the seconds until a retry makes sense."""

    def __init__(self, status: int, code: int, message: str, errors: JsonObject | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> JsonObject:
        """The JSON that Discord sends."""
        body: JsonObject = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": round(self.retry_after, 3), "global": False}
        return body

    def headers(self) -> dict[str, str]:
        """Return the headers of a 429 beside the limits of the route."""
        if self.retry_after is None:
            return {}
        return {"Retry-After": str(math.ceil(self.retry_after)), "X-RateLimit-Scope": "user"}


class NotServedError(SandboxError):
    """A real part of Discord that the sandbox does not have: answered 501 and counted, never passed over."""


_ERRORS: Final[dict[int, tuple[int, str]]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown permission overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30010: (400, "Maximum number of reactions reached (20)"),
    30015: (400, "Maximum number of attachments in a message reached (10)"),
    30032: (400, "Maximum number of application commands reached (100)."),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "Maximum number of follow up messages reached (5)"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50016: (
        400,
        "Provided too few or too many messages to delete. Must provide at least 2 and at most 100 messages.",
    ),
    50019: (400, "A message can only be pinned in the channel it was sent in"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50034: (400, "A message provided was too old to bulk delete"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50138: (400, "Failed to resize asset below the maximum size: 262144"),
    160002: (403, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}


def api_error(code: int, message: str | None = None) -> ApiError:
    """The error of that code with Discord's status and, unless another is given, its message."""
    status, text = _ERRORS[code]
    return ApiError(status, code, message or text)


def limit_error(code: int, retry_after: float) -> ApiError:
    """A 429 that is not the route's own limit; like every 429 it says when to come back."""
    error = api_error(code)
    error.retry_after = max(0.05, retry_after)
    return error


def unauthorized() -> ApiError:
    """A missing or wrong bot token."""
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    """A route that Discord does not have."""
    return ApiError(404, 0, "404: Not Found")


class FieldErrors:
    """Collects the field errors of one request; Discord reports all of them together."""

    def __init__(self) -> None:
        self._tree: JsonObject = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """One error at a path of keys and array indices."""
        node = self._tree
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def __bool__(self) -> bool:
        return bool(self._tree)

    def raise_if_any(self) -> None:
        """Raise 50035 when anything was collected."""
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", self._tree)


def field_error(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    """A 50035 with a single field error."""
    errors = FieldErrors()
    errors.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", errors._tree)


class RefusedError(SandboxError):
    """An answer with a short code and a sentence for developers."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message


def bad_request(message: str) -> RefusedError:
    """A body that makes no sense."""
    return RefusedError(400, "bad_request", message)


def out_of_range(message: str) -> RefusedError:
    """A value that the client would not let a user enter."""
    return RefusedError(400, "out_of_range", message)


def unknown(what: str) -> RefusedError:
    """Something that does not exist, or not for this user."""
    return RefusedError(404, f"unknown_{what}", f"there is no such {what}")


def forbidden(message: str) -> RefusedError:
    """Something that this user may not do here."""
    return RefusedError(403, "forbidden", message)
