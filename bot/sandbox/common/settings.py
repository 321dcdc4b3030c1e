"""Times, sizes and troubles of the sandbox. The defaults are Discord's; tests shorten their waits."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.sandbox.common import stand_ins
from bot.sandbox.common.types import JsonObject


class RateProfile(StrEnum):
    """The strictness of the rate limits."""

    OFF = "off"
    REALISTIC = "realistic"
    HOSTILE = "hostile"


class SettingsError(ValueError):
    """A setting that does not exist, or a value that it cannot have."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All times are in seconds, all sizes in bytes."""

    rate_profile: RateProfile = RateProfile.REALISTIC
    ack_seconds: float = stand_ins.ACK_SECONDS
    """An interaction without a callback is dead after this."""
    token_seconds: float = 900.0
    """Life of an interaction token."""
    heartbeat_seconds: float = 41.25
    resume_seconds: float = stand_ins.RESUME_SECONDS
    """The time in which a session without a connection can be resumed."""
    identify_seconds: float = 5.0
    """One IDENTIFY of each bucket of shards is accepted in each window of this length."""
    max_concurrency: int = 1
    """The number of buckets: a shard's is what its number leaves when it is divided by them."""
    sessions_a_day: int = 1000
    advised_shards: int = 1
    """The number of shards that a bot is advised to have."""
    latency_seconds: float = 0.0
    """Added to every REST answer."""
    date_ahead_seconds: float = 0.0
    """The time by which the `Date` of REST answers is ahead of this machine's clock."""
    edit_age_seconds: float = 3600.0
    """Messages older than this can be edited only a few times (error 30046)."""
    old_edit_limit: int = stand_ins.OLD_EDITS
    """Edits of one old message in `edit_age_seconds`."""
    thread_minute_seconds: float = 60.0
    """Length of a minute in `auto_archive_duration`."""
    attachment_bytes: int = stand_ins.FILE_BYTES
    request_bytes: int = 25 * 1024 * 1024
    privileged_intents: int = 0
    """Bits of the privileged intents that the application's owner has switched on."""
    resume_refused: bool = False
    """The host that READY names for resuming lets nobody in; the default gateway is well."""
    never_ready: bool = False
    """The gateway answers HELLO and heartbeats, and neither IDENTIFY nor RESUME."""
    gateway_refused: bool = False
    """A client that connects to the gateway, at any host, is cut off without an answer."""
    rest_refused: bool = False
    """Every REST request is cut off without an answer."""

    def changed(self, values: JsonObject) -> Settings:
        """Return settings with some replaced. Raises SettingsError for any bad one and changes nothing."""
        fields = {field.name: field for field in dataclasses.fields(self)}
        checked: dict[str, Any] = {}
        for name, value in values.items():
            if name not in fields:
                raise SettingsError(f"no setting {name!r}")
            checked[name] = _checked(name, getattr(self, name), value)
        return dataclasses.replace(self, **checked)

    def as_json(self) -> JsonObject:
        """The settings for the page."""
        return dataclasses.asdict(self)


def _checked(name: str, current: object, value: object) -> object:
    if isinstance(current, RateProfile):
        try:
            return RateProfile(str(value))
        except ValueError as error:
            raise SettingsError(f"{name} is one of {', '.join(RateProfile)}") from error
    if isinstance(current, bool):
        if not isinstance(value, bool):
            raise SettingsError(f"{name} is true or false")
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
        raise SettingsError(f"{name} is a number, 0 or more")
    return float(value) if isinstance(current, float) else int(value)
