"""Rate limits. Discord publishes headers and rules but no numbers: these are stand-ins, in three profiles."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.common import stand_ins
from bot.sandbox.common.settings import RateProfile
from bot.sandbox.common.types import JsonObject

_MAJOR: Final = ("channel_id", "guild_id", "webhook_id", "webhook_token")
_CALLBACK: Final = "/interactions/{interaction_id}/{interaction_token}/callback"
_INVALID_WINDOW: Final = 600.0
_INVALID_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Limit:
    """The number of requests in a number of seconds."""

    requests: int
    seconds: float


_OPEN: Final = Limit(1000, 1.0)
_ORDINARY: Final = {
    RateProfile.REALISTIC: Limit(*stand_ins.READ_LIMIT),
    RateProfile.HOSTILE: Limit(10, 5.0),
}
_BY_TOKEN: Final = Limit(*stand_ins.TOKEN_EDIT_LIMIT), Limit(2, 2.0)
_SPECIAL: Final = {
    "POST /channels/{channel_id}/messages": (Limit(*stand_ins.SEND_LIMIT), Limit(2, 3.0)),
    "PATCH /channels/{channel_id}/messages/{message_id}": (Limit(*stand_ins.EDIT_LIMIT), Limit(2, 3.0)),
    "DELETE /channels/{channel_id}/messages/{message_id}": (Limit(*stand_ins.DELETE_LIMIT), Limit(1, 1.0)),
    "POST /webhooks/{webhook_id}/{webhook_token}": (Limit(*stand_ins.FOLLOW_UP_LIMIT), Limit(2, 2.0)),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": _BY_TOKEN,
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": _BY_TOKEN,
}
_GLOBAL: Final = Limit(50, 1.0)
_SHARED_FOLLOW_UPS: Final = Limit(*stand_ins.SHARED_LIMIT)
_HOSTILE_SHARED_EVERY: Final = 11
_HOSTILE_GLOBAL_EVERY: Final = 83


@dataclass(slots=True)
class _Window:
    """A fixed window that opens with its first request, as Discord's do."""

    limit: Limit
    ends: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        if now >= self.ends:
            self.ends, self.used = now + self.limit.seconds, 0
        if self.used >= self.limit.requests:
            return False
        self.used += 1
        return True

    def headers(self, now: float, bucket: str) -> dict[str, str]:
        """Return the state of the window, in the words of an answer; one that has not begun is whole."""
        open_ = now < self.ends
        wait = self.ends - now if open_ else self.limit.seconds
        return {
            "X-RateLimit-Limit": str(self.limit.requests),
            "X-RateLimit-Remaining": str(self.limit.requests - (self.used if open_ else 0)),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": bucket,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headers of an answer, and the body of a 429 when the request was refused."""

    headers: dict[str, str]
    refusal: JsonObject | None = None


@dataclass(slots=True)
class RateLimits:
    """Counts requests by route and major parameter (channel, guild, webhook id and token)."""

    _windows: dict[str, _Window] = field(default_factory=dict)
    _global: _Window = field(default_factory=lambda: _Window(_GLOBAL))
    _invalid: _Window = field(default_factory=lambda: _Window(Limit(_INVALID_MOST, _INVALID_WINDOW)))
    _seen: int = 0

    def check(self, profile: RateProfile, route: str, template: str, params: dict[str, str]) -> Verdict:
        """Count one request."""
        now = time.monotonic()
        if template == _CALLBACK:
            return Verdict({})
        bucket = hashlib.sha256(f"{profile}{route}".encode()).hexdigest()[:32]
        limit = _limit(profile, route)
        key = ":".join([profile, route, *(params.get(name, "") for name in _MAJOR)])
        window = self._window(key, limit, now)
        if profile is not RateProfile.OFF:
            refused = self._refuse_elsewhere(profile, template, params, now)
            if refused is not None:
                # The global limit is nobody's bucket; a shared one is told beside the route's own.
                own = {} if "X-RateLimit-Global" in refused.headers else window.headers(now, bucket)
                return Verdict(own | refused.headers, refused.refusal)
        accepted = window.take(now)
        headers = window.headers(now, bucket)
        return Verdict(headers) if accepted else _refusal(window.ends - now, "user", headers)

    def note_status(self, status: int, scope: str | None) -> bool:
        """Count invalid requests (401, 403, 429); false when the client would be banned for some time."""
        if status not in (401, 403, 429) or scope == "shared":
            return True
        return self._invalid.take(time.monotonic())

    def _refuse_elsewhere(
        self, profile: RateProfile, template: str, params: dict[str, str], now: float
    ) -> Verdict | None:
        """The limits beside a route's own: the bot's global one, shared ones, and hostile surprises."""
        self._seen += 1
        webhook = template.startswith("/webhooks/")
        if profile is RateProfile.HOSTILE:
            if self._seen % _HOSTILE_GLOBAL_EVERY == 0 and not webhook:
                return _refusal(0.4, "global", {})
            if self._seen % _HOSTILE_SHARED_EVERY == 0:
                return _refusal(0.3, "shared", {})
        if not webhook and not self._global.take(now):
            return _refusal(self._global.ends - now, "global", {})
        channel = params.get("follow_up_channel")
        if channel is not None:
            shared = self._window(f"follow-ups:{channel}", _SHARED_FOLLOW_UPS, now)
            if not shared.take(now):
                return _refusal(shared.ends - now, "shared", {})
        return None

    def _window(self, key: str, limit: Limit, now: float) -> _Window:
        if len(self._windows) > 2000:
            self._windows = {name: window for name, window in self._windows.items() if window.ends > now}
        return self._windows.setdefault(key, _Window(limit))


def _limit(profile: RateProfile, route: str) -> Limit:
    if profile is RateProfile.OFF:
        # Generous, but there: without headers discord.py sends one request at a time on each route.
        return _OPEN
    if route in _SPECIAL:
        return _SPECIAL[route][profile is RateProfile.HOSTILE]
    return _ORDINARY[profile]


def _refusal(seconds: float, scope: str, headers: dict[str, str]) -> Verdict:
    wait = max(0.05, seconds)
    # Rounded up, to whole seconds and to milliseconds: a client that obeys must not come back too early.
    extra = {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": scope}
    if scope == "global":
        extra["X-RateLimit-Global"] = "true"
    body = {
        "message": "You are being rate limited."
        if scope != "shared"
        else "The resource is being rate limited.",
        "retry_after": math.ceil(wait * 1000) / 1000,
        "global": scope == "global",
    }
    return Verdict(headers | extra, body)
