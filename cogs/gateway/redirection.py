"""The target of requests: Discord, a proxy of the host's, or a local Discord."""

from __future__ import annotations

import discord.http

from bot.config import Settings
from bot.errors import ProcessEnd
from bot.maintenance.terminal import USAGE_ERROR


class RedirectError(ProcessEnd):
    """KOIKOI_DISCORD cannot be obeyed."""

    status = USAGE_ERROR

    def __init__(self, why: str) -> None:
        super().__init__(f"KOIKOI_DISCORD: {why}.")


def redirect(settings: Settings) -> None:
    """Send the library where the settings say, before any client is made. Raises RedirectError.

    A proxy of REST keeps Discord's limits for all processes, which know nothing of each other's requests.
    """
    if settings.discord is not None:
        assert settings.token is not None
        _to_local(settings.discord, settings.token.get_secret_value())
    if settings.api is not None:
        discord.http.Route.BASE = f"{settings.api}/api/v{discord.http.INTERNAL_API_VERSION}"


def _to_local(address: str, token: str) -> None:
    """Send everything to a local Discord, or raise RedirectError."""
    try:
        from bot.sandbox import SandboxError, redirect  # noqa: PLC0415 - the production image has it not
    except ModuleNotFoundError as error:
        if error.name != "bot.sandbox":
            raise
        raise RedirectError("this installation cannot be sent to a local Discord") from error
    try:
        redirect(address, token)
    except SandboxError as error:
        raise RedirectError(str(error)) from error
