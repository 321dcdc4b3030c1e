"""The settings of the bot: variables, in the environment or in `.env`, that begin with `KOIKOI_`."""

from __future__ import annotations

import re
import socket
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from dotenv.parser import Original, parse_stream
from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from bot.shards import Sharding, trailing_number

PREFIX = "KOIKOI_"
_QUOTES = set("'\"`“”‘’«»")
_NO_TEXT = {"Cc", "Cs", "Zl", "Zp"}
"""Unicode's categories of control characters, halves of surrogate pairs, and line ends."""
FILE = "sqlite://"
"""As the address of a database: none on a server, as if nothing were set."""
_SERVER = re.compile(
    r"postgres(ql)?://"
    r"([^:/@]*(:[^@]*)?@)?"  # user:password@
    r"(\[[^\]/?@]+\]|[^/:?@]*)(:\d+)?"  # host:port
    r"/[^/?@]+(\?[^@]*)?"  # /database?parameters
)


class LogLevel(StrEnum):
    """The least important lines that the log shows."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """The forms of log lines: for people or for programs."""

    CONSOLE = "console"
    JSON = "json"


Seconds = Annotated[float, Field(ge=0, le=1e9)]


class Settings(BaseSettings):
    """All settings with their defaults. Every time is in seconds, but for that of copies."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    token: SecretStr | None = Field(None, description="The bot's token, from Discord's developer portal.")
    data: Path = Field(Path("data"), description="Folder of the database, its copies and its lock.")
    database: SecretStr | None = Field(
        None,
        description="Address of a PostgreSQL database, instead of the SQLite file: "
        "`postgresql://user:password@host/database`.",
    )
    shards: Annotated[int, Field(ge=1, le=16_384)] = Field(
        1,
        description="Number of Discord shards in all; one for each 1,000 servers is good.",
    )
    processes: Annotated[int, Field(ge=1)] = Field(
        1,
        description="Number of processes that share the shards, each with its own data folder; more than "
        "one need `KOIKOI_DATABASE`.",
    )
    process: Annotated[int, Field(ge=0)] | None = Field(
        None,
        description="Number of this process, from 0; by default the number at the end of the host's name.",
    )
    copy_days: Annotated[float, Field(gt=0, le=36_500)] = Field(
        30,
        description="Days to keep the copies that the bot makes; the newest copy stays.",
    )
    backup_hours: Annotated[float, Field(gt=0, le=8760)] | None = Field(
        None, description="Hours between two automatic copies of the database file; none unless set."
    )
    backup_keep: Annotated[int, Field(ge=1, le=10_000)] = Field(
        7,
        description="Number of automatic copies to keep, each for `KOIKOI_COPY_DAYS` at most.",
    )
    host_name: Annotated[str, Field(max_length=100)] | None = Field(
        None, description="Who runs this bot, as `/koikoi me` names them."
    )
    host_contact: Annotated[str, Field(max_length=300)] | None = Field(
        None, description="How to reach them about privacy: a mail address, a link, a Discord name."
    )
    font: Path | None = Field(None, description="Font file to use instead of the packaged Japanese one.")
    discord: str | None = Field(None, description="Address of a local Discord, instead of the real one.")
    api: str | None = Field(
        None,
        description="Proxy of Discord's REST API that keeps its limits for all processes: `http://host:port`.",
    )
    drawing_processes: Annotated[int, Field(ge=0, le=64)] | None = Field(
        None,
        description="Number of processes that draw pictures, of at most 110 MB each; 0 draws in threads. By "
        "default 2, and 0 on one core.",
    )
    log_level: LogLevel = Field(LogLevel.INFO, description="`debug`, `info`, `warning` or `error`.")
    log_format: LogFormat = Field(
        LogFormat.CONSOLE, description="`console` for people or `json` for programs."
    )

    metrics_port: Annotated[int, Field(ge=0, le=65535)] | None = Field(
        None,
        description="Port that answers `/metrics` and `/healthz`; closed unless set. 0 takes a free port.",
    )
    metrics_host: str = Field(
        "127.0.0.1", description="Address on which that port is open; `0.0.0.0` opens it on all."
    )
    sentry_dsn: SecretStr | None = Field(
        None, description="Sentry that gets faults: incident numbers and traces, nobody's data."
    )

    lobby_seconds: Seconds = Field(600, description="Time until an idle lobby closes.")
    lobby_nudge_seconds: Seconds = Field(
        60, description="Time from full seats until the host is reminded to start."
    )
    draw_seconds: Seconds = Field(
        20, description="Time to draw a card for the seats before the bot draws one."
    )
    draw_again_seconds: Seconds = Field(8, description="Time to draw again after equal cards.")
    drawn_seconds: Seconds = Field(
        4,
        description="Time to show the drawn cards before the first month.",
    )
    cut_seconds: Seconds = Field(
        20, description="Time to cut the deck; after it the bot leaves the deck uncut."
    )
    ready_seconds: Seconds = Field(
        6, description="Time to declare a hand yaku after the last hand of a deal was shown."
    )
    live_turn_seconds: Annotated[Seconds, Field(gt=0)] = Field(
        120, description="Time for a turn in a live match, before the spare time is used."
    )
    live_bank_seconds: Seconds = Field(300, description="Spare time of each player for a whole live match.")
    slow_turn_seconds: Annotated[Seconds, Field(gt=0)] = Field(
        86_400, description="Time for a turn in a slow match."
    )
    rest_seconds: Seconds = Field(30, description="Pause between two months of a live match.")
    warn_seconds: Seconds = Field(
        518_400, description="Time without a move until a match is warned that it will be aborted."
    )
    aside_seconds: Annotated[float, Field(gt=0, le=1e9)] = Field(
        900,
        description="Time without a press until a match is set aside: one against CPU players alone, or one "
        "in which nobody chooses what happens about an absent player.",
    )
    resume_seconds: Annotated[float, Field(gt=0, le=1e9)] = Field(
        86_400, description="Time until a live match that rests ends, unless all its people resume it."
    )
    unplayed_seconds: Seconds = Field(
        86_400,
        description="Time without a move after which any player may end a match without a clock.",
    )
    idle_seconds: Seconds = Field(604_800, description="Time without a move until a match is aborted.")
    cpu_pause_min: Seconds = Field(0.6, description="Shortest pause before a CPU player moves.")
    cpu_pause_max: Seconds = Field(1.2, description="Longest pause before a CPU player moves.")
    cpu_stop_pause: Seconds = Field(
        2.5, description="Pause before a CPU player stops, so that people see the winning cards."
    )
    retry_seconds: Seconds = Field(2, description="Pause before the bot retries a failed write.")
    beat_seconds: Annotated[float, Field(gt=0)] = Field(
        10, description="Interval of the heartbeat; match clocks stand still while the bot is down."
    )

    health_beat_seconds: Seconds = Field(
        30,
        description="Time without a heartbeat, or without a stored row, after which `koikoi health` fails.",
    )
    health_gateway_seconds: Seconds = Field(
        120, description="Time without a connection to Discord after which `koikoi health` fails."
    )

    hand_seconds: Seconds = Field(840, description="Time until a private hand closes.")
    ack_seconds: Seconds = Field(
        1.5, description="Time after which a press is acknowledged before its picture is ready."
    )
    edit_seconds: Seconds = Field(1.2, description="Least time between two table edits in one channel.")
    restore_rate: Annotated[float, Field(gt=0, le=1e6)] = Field(
        40, description="Tables shown again per second after a start."
    )
    tables_per_channel: Annotated[int, Field(ge=1, le=10_000)] = Field(
        3,
        description="Most tables at once in a channel where the bot may open no thread for the second one; "
        "a server may set its own number, and has that many in the channel before threads.",
    )
    live_matches_per_user: Annotated[int, Field(ge=1, le=10_000)] = Field(
        1, description="Most live matches that one user may play at once in one server."
    )
    matches_per_user: Annotated[int, Field(ge=1, le=10_000)] = Field(
        3, description="Most slow or unclocked matches that one user may play at once in one server."
    )
    post_seconds: Seconds = Field(
        15, description="Time until a user may have the bot post in the same channel again."
    )
    invite_seconds: Seconds = Field(60, description="Time until a user may invite somebody again.")

    @model_validator(mode="after")
    def _pause_in_order(self) -> Self:
        if self.cpu_pause_min > self.cpu_pause_max:
            raise ValueError("KOIKOI_CPU_PAUSE_MIN must not be greater than KOIKOI_CPU_PAUSE_MAX")
        return self

    @model_validator(mode="after")
    def _heartbeats_often_enough(self) -> Self:
        if self.beat_seconds >= self.health_beat_seconds:
            raise ValueError("KOIKOI_BEAT_SECONDS must be less than KOIKOI_HEALTH_BEAT_SECONDS")
        return self

    @model_validator(mode="after")
    def _process_among_processes(self) -> Self:
        if self.processes == 1:
            if self.process:
                raise ValueError("KOIKOI_PROCESS must be 0, or KOIKOI_PROCESSES greater")
            return self
        if self.database is None:
            raise ValueError("KOIKOI_PROCESSES above 1 needs KOIKOI_DATABASE, a PostgreSQL database")
        if self.shards < self.processes:
            raise ValueError("KOIKOI_SHARDS must not be less than KOIKOI_PROCESSES")
        if self.sharding.process not in range(self.processes):
            raise ValueError("KOIKOI_PROCESS must be less than KOIKOI_PROCESSES, from 0")
        return self

    @field_validator("*", mode="before")
    @classmethod
    def _is_one_line(cls, value: object) -> object:
        """Refuse signs that no setting has; the line end of a file that holds the value may follow it."""
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        if not isinstance(text, str):
            return value
        text = text.rstrip("\r\n")
        if any(unicodedata.category(sign) in _NO_TEXT for sign in text):
            raise ValueError("has a line break or another sign in it that cannot be printed")
        if not text.strip():
            raise ValueError("is blank")
        return text

    @field_validator("token")
    @classmethod
    def _is_sent_in_a_header(cls, value: SecretStr | None) -> SecretStr | None:
        token = "" if value is None else value.get_secret_value().strip()
        if token[:1] in _QUOTES or token[-1:] in _QUOTES:
            raise ValueError("is in quotes; write it without them")
        if token.startswith("Bot "):
            raise ValueError("begins with the word Bot; write the token alone")
        if not re.fullmatch(r"[A-Za-z0-9._-]*", token):
            raise ValueError(
                "has a sign in it that no token has; copy it again from Discord's developer portal"
            )
        return value

    @field_validator("api", "discord")
    @classmethod
    def _is_an_origin(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        parts.port  # noqa: B018 - raises ValueError
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("write it as http://host:port")
        return value.rstrip("/")

    @field_validator("metrics_host")
    @classmethod
    def _is_a_host(cls, value: str) -> str:
        try:
            value.encode("idna")
        except UnicodeError:
            raise ValueError("write it as 127.0.0.1, ::1 or the name of a machine") from None
        return value

    @field_validator("database")
    @classmethod
    def _is_a_server(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None or value.get_secret_value() == FILE:
            return None
        check_server(value.get_secret_value())
        return value

    @property
    def sharding(self) -> Sharding:
        """Return the shards of this process."""
        number = self.process
        if number is None:
            number = trailing_number(socket.gethostname()) if self.processes > 1 else 0
        # No number is none of them, which is told when the settings are read.
        return Sharding(self.shards, self.processes, -1 if number is None else number)

    @property
    def database_file(self) -> Path:
        """The SQLite file inside the data folder."""
        return self.data / "koikoi.db"


def check_server(address: str) -> None:
    """Raise ValueError, which shows nothing of it, unless this is the address of a PostgreSQL database.

    A sign that stands for something else would move a part of the password into host or database, which are
    told. SQLAlchemy parses what is found good; to load it only for a check takes half a second.
    """
    if not _SERVER.fullmatch(address):
        raise ValueError(
            "write it as postgresql://user:password@host/database, "
            "in user and password %40 for @, %3A for : and %2F for /"
        )


@dataclass(frozen=True, slots=True)
class Repeated:
    """A setting that stands in `.env` more than once, and in which lines; the last one counts."""

    name: str
    lines: tuple[int, ...]


def repeated() -> list[Repeated]:
    """Find the settings that `.env` has more than once; values stay unread."""
    lines = dict[str, list[int]]()
    try:
        with Path(str(Settings.model_config["env_file"])).open(encoding="utf-8") as file:
            for each in parse_stream(file):
                if each.key is not None and (name := each.key.upper()).startswith(PREFIX):
                    lines.setdefault(name, []).append(_line(each.original))
    except OSError:
        return []
    return [Repeated(name, tuple(found)) for name, found in sorted(lines.items()) if len(found) > 1]


def _line(original: Original) -> int:
    """Return the line of a setting, behind the empty ones that were read with it."""
    before = original.string[: len(original.string) - len(original.string.lstrip())]
    return original.line + before.count("\n")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A variable that begins as ours do and sets nothing. `nearest`: what may have been meant."""

    name: str
    where: str
    nearest: str | None


def unknown() -> list[Unknown]:
    """Return the misspelt settings, in the environment and in `.env`; values stay unread."""
    settings = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    return [
        *_unknown(EnvSettingsSource(Settings), "environment", settings),
        *_unknown(DotEnvSettingsSource(Settings), ".env", settings),
    ]


def _unknown(source: EnvSettingsSource, where: str, known: set[str]) -> list[Unknown]:
    named = {name.upper() for name in source.env_vars}
    return [
        Unknown(_shown(name), where, _nearest(name, known))
        for name in sorted(named - known)
        if name.startswith(PREFIX)
    ]


def _shown(name: str) -> str:
    """A name without what no name has in it, and what follows: after `:` in place of `=`, the value."""
    return re.split(r"[^A-Z0-9_]", name, maxsplit=1)[0]


def _nearest(name: str, known: set[str]) -> str | None:
    # Without what all of them begin with, which would make each seem near.
    endings = [each.removeprefix(PREFIX) for each in sorted(known)]
    found = get_close_matches(_shown(name).removeprefix(PREFIX), endings, n=1)
    return f"{PREFIX}{found[0]}" if found else None
