"""Refusals of the user side: what a real client would not let a user do."""

from __future__ import annotations

from bot.sandbox.errors import SandboxError


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
