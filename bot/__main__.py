"""The command line: `koikoi run`, `koikoi sandbox`, and what a person needs who looks after a running bot.

Each command imports what it needs when it runs: the sandbox shares its process with neither the library of
Discord nor that of the database.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.errors import StorageTrouble

USAGE_ERROR = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """A Discord bot that hosts koi-koi, the hanafuda card game."""


@main.command()
def run() -> None:
    """Run the bot. Settings come from the environment and from .env."""
    settings = _settings()
    from bot import log  # noqa: PLC0415 - see above

    log.set_up(settings.log_level, settings.log_format)
    _warn_of_unknown_settings()
    if settings.token is None or not settings.token.get_secret_value().strip():
        _stop(
            "KOIKOI_TOKEN is not set. Put the bot's token into the environment or into a file .env, "
            "or try the game without Discord: koikoi sandbox",
            status=USAGE_ERROR,
        )
    from bot.client import UnreachableError  # noqa: PLC0415 - see above
    from bot.errors import StorageTrouble, TokenRefused  # noqa: PLC0415
    from bot.sandbox.errors import SandboxError  # noqa: PLC0415
    from bot.storage.lock import DataFolderError, DataLock  # noqa: PLC0415
    from images.fonts import FontMissingError  # noqa: PLC0415
    from images.text import must_have_main_face  # noqa: PLC0415

    try:
        with DataLock(settings.data):
            must_have_main_face()
            asyncio.run(_serve(settings))
    except FontMissingError as error:
        _stop(f"There is {error}.")
    except (DataFolderError, UnreachableError) as error:
        _stop(str(error))
    except StorageTrouble as error:
        _stop(_storage_sentence(settings, error))
    except TokenRefused:
        _stop("Discord refuses the token in KOIKOI_TOKEN. Copy it anew from Discord's developer portal.")
    except SandboxError as error:
        _stop(f"KOIKOI_DISCORD: {error}.", status=USAGE_ERROR)


@main.command()
def migrate() -> None:
    """Bring the database to the newest schema; `run` does so by itself."""
    settings = _settings()
    from bot.errors import StorageTrouble  # noqa: PLC0415 - see above
    from bot.storage.lock import DataFolderError, DataLock  # noqa: PLC0415
    from bot.storage.migrate import migrate as upgrade  # noqa: PLC0415

    try:
        with DataLock(settings.data):
            applied = upgrade(settings.database)
    except DataFolderError as error:
        _stop(str(error))
    except StorageTrouble as error:
        _stop(_storage_sentence(settings, error))
    click.echo(f"Applied: {', '.join(applied)}" if applied else "Nothing to do.")


@main.command()
def health() -> None:
    """Say whether the bot on this data folder is well; ends with 1 if it is not."""
    settings = _settings()
    from bot.health import read, trouble  # noqa: PLC0415 - see above

    if (wrong := trouble(read(settings.data), settings, time.time())) is not None:
        _stop(wrong)
    click.echo("The bot is well: it runs, is connected to Discord, and its database answers.")


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, a new one, while the bot runs or not; `-` is standard output."""
    settings = _settings()
    from bot.storage.backup import BackupError, stream  # noqa: PLC0415 - see above
    from bot.storage.backup import backup as copy  # noqa: PLC0415

    try:
        if file == Path("-"):
            stream(settings.database, sys.stdout.buffer)
        else:
            click.echo(f"{file}: {copy(settings.database, file)} bytes")
    except BackupError as error:
        _stop(str(error))


@main.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port on this machine; 0 takes a free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The bot's data folder. Without it a new one, removed at the end, as the local Discord forgets too.",
)
@click.option("--open/--no-open", "opens", default=True, show_default=True, help="Open a browser.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write every exchange between the bot and the local Discord to this file.",
)
def sandbox(port: int, data: Path | None, opens: bool, record: Path | None) -> None:
    """Play on a local Discord with the bot in it, in a browser."""
    from bot.sandbox.errors import CannotListenError  # noqa: PLC0415 - see above
    from bot.sandbox.server import run_sandbox  # noqa: PLC0415
    from images.fonts import FontMissingError, main_face  # noqa: PLC0415

    try:
        font = main_face().path
    except FontMissingError as error:
        _stop(f"There is {error}.")
    serving = run_sandbox(
        port=port,
        data=data,
        # -P: a folder `bot` where the command was typed is not ours.
        bot_command=[sys.executable, "-P", "-m", "bot", "run"],
        fonts={"japanese": font},
        open_browser=opens,
        announce=lambda url: click.echo(f"The local Discord is open at {url}/ (Ctrl-C ends it and the bot)"),
        record=record,
    )
    try:
        status = asyncio.run(serving)
    except CannotListenError as error:
        _stop(f"{error} Choose another with --port; 0 takes a free one.")
    sys.exit(status)


async def _serve(settings: Settings) -> None:
    """Open the database and run the bot on it until it is told to stop."""
    from bot.client import serve  # noqa: PLC0415 - see above
    from bot.storage import Store  # noqa: PLC0415

    store = await Store.open(settings.database)
    try:
        await serve(settings, store, announce=_announce)
    finally:
        await store.close()


def _announce(link: str) -> None:
    """Tell whoever runs the bot how it comes to a server."""
    click.echo(f"To invite the bot to a server, open {link}")


def _settings() -> Settings:
    """The settings, or the end of the process with a line for each that is wrong (no value is shown)."""
    from pydantic import ValidationError  # noqa: PLC0415 - see above

    from bot.config import Settings  # noqa: PLC0415

    try:
        return Settings()
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False)
        _stop("\n".join(_fault_line(fault["loc"], fault["msg"]) for fault in faults), status=USAGE_ERROR)
    except UnicodeDecodeError:
        # Windows' own shell writes UTF-16.
        _stop(f"The file {Path('.env').absolute()} is not written in UTF-8.", status=USAGE_ERROR)
    except OSError as error:
        _stop(f"The file {Path('.env').absolute()} cannot be read: {error.strerror}.", status=USAGE_ERROR)


def _warn_of_unknown_settings() -> None:
    """A line of the log for each variable that somebody has misspelt: the setting keeps its default."""
    import structlog  # noqa: PLC0415 - see above

    from bot.config import unknown  # noqa: PLC0415

    for each in unknown():
        meant = {"nearest": each.nearest} if each.nearest else {}
        structlog.stdlib.get_logger("koikoi").warning(
            "unknown setting", name=each.name, where=each.where, **meant
        )


def _fault_line(place: tuple[int | str, ...], message: str) -> str:
    """What is wrong with one setting, or between several."""
    said = message.removeprefix("Value error, ")
    return f"KOIKOI_{str(place[0]).upper()}: {said}" if place else said


def _storage_sentence(settings: Settings, error: StorageTrouble) -> str:
    """What is wrong with the database, for the person who runs the bot."""
    from bot.storage.lock import user  # noqa: PLC0415 - see above

    why = {
        "locked": "is locked by another program",
        "full": "cannot grow: the disk is full",
        "unwritable": f"cannot be written by {user()}",
        "damaged": "is damaged; restore a backup",
        "newer": f"was written by a newer version of the bot{_how_to_go_back(settings.database)}",
    }.get(str(error.data.get("kind")), "cannot be used")
    return f"The database {settings.database.absolute()} {why}."


def _how_to_go_back(database: Path) -> str:
    """What else there is to say where the version that changed the database has left a copy."""
    from bot.storage.migrate import way_back  # noqa: PLC0415 - see above

    if (copy := way_back(database)) is None:
        return ""
    name = database.name
    return f"; to go back, remove {name}-wal and {name}-shm and put {copy.name} in its place"


def _stop(message: str, *, status: int = 1) -> NoReturn:
    """End the process with a message on standard error."""
    click.echo(message, err=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
