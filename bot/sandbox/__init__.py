"""A local Discord on loopback: gateway, REST and a page that looks like a chat client.

The rest of the product sees nothing else of it, and the production image holds the product without this
package. So importers import it only where they need it, and say in one line that it is not there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bot.sandbox.common.errors import CannotListenError, SandboxError

if TYPE_CHECKING:
    from bot.sandbox.redirection import redirect
    from bot.sandbox.server import run_sandbox

__all__ = ["CannotListenError", "SandboxError", "redirect", "run_sandbox"]

_HOMES = {"redirect": "bot.sandbox.redirection", "run_sandbox": "bot.sandbox.server"}


def __getattr__(name: str) -> object:
    """Loaded at the first use: the bot needs no server, and the server's process no discord.py."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
