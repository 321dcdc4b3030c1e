"""Points discord.py at a sandbox. Imported only when KOIKOI_DISCORD is set, before any client is made."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import discord.asset
import discord.gateway
import discord.http
import yarl

from bot.sandbox.common.errors import SandboxError

_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_MARK: Final = "sandbox"
"""The middle part of a sandbox's tokens; a real one has a time there."""


class RedirectRefusedError(SandboxError):
    """The address is not on this machine, or the token is not a sandbox's."""


def redirect(base: str, token: str) -> None:
    """Send REST, gateway and CDN to `base`, or raise RedirectRefusedError and change nothing."""
    parts = urlsplit(base)
    if parts.scheme != "http" or parts.hostname not in _LOOPBACK or parts.path.strip("/"):
        raise RedirectRefusedError("the sandbox is reached by http on a loopback address only")
    pieces = token.split(".")
    if len(pieces) != 3 or pieces[1] != _MARK:
        raise RedirectRefusedError("only a sandbox's own token is sent to a sandbox")
    origin = f"http://{parts.netloc}"
    discord.http.Route.BASE = f"{origin}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{parts.netloc}/gateway")
    discord.asset.Asset.BASE = origin
