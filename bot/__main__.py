"""The command line: `koikoi run`, `koikoi sandbox`, and what a person needs who looks after a running bot.

Each command imports what it needs when it runs: the sandbox shares its process with neither the library of
Discord nor that of the database.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from bot.maintenance.commands import check, figures, ladder, months, ratings, seed_demo
from bot.maintenance.copying import backup, restore
from bot.maintenance.exchange import export_match, import_match
from bot.maintenance.review import review
from bot.maintenance.terminal import (
    USAGE_ERROR,
    Commands,
    SettingsError,
    announce,
    checked_settings,
    font_sentence,
    loading,
    stop,
    storage_sentence,
)
from bot.maintenance.terminal import settings as read_settings
from bot.maintenance.transfer import copy_database

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.config import Settings
    from cogs.doctor.lines import Line
    from cogs.gateway.reconnect import Timeouts


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="koikoi", message="koikoi %(version)s")
def main() -> None:
    """A Discord bot that hosts koi-koi, the hanafuda card game."""
    # Whatever is written holds tokens, secrets of matches, or what people did: for its owner alone, also in
    # a folder that others may look into.
    os.umask(0o077)


for command in (
    *(check, figures, ladder, months, ratings, seed_demo),
    *(backup, restore, export_match, import_match, review, copy_database),
):
    main.add_command(command)


@main.command()
@click.pass_obj
def run(waits: Timeouts | None) -> None:
    """Run the bot. Settings come from the environment and from .env.

    It ends with 75 where it asks for nothing but to be started again.
    """
    with loading():
        settings = read_settings()
        from bot import log  # noqa: PLC0415 - see above

    log.configure(settings.log_level, settings.log_format)
    _warn_of_settings()
    _must_have_token(settings)
    with loading():
        from bot.errors import ProcessEnd, StorageError, TokenRefused  # noqa: PLC0415
        from cogs.gateway import process  # noqa: PLC0415
        from cogs.gateway.reconnect import DEFAULT_TIMEOUTS  # noqa: PLC0415
        from images.drawing import faces  # noqa: PLC0415
        from images.drawing.fonts import FontMissingError  # noqa: PLC0415

    try:
        with _reporting(settings):
            faces.choose(settings.font)
            _warn_of_letters(settings)
            asyncio.run(process.serve(settings, announce=_announce, waits=waits or DEFAULT_TIMEOUTS))
    except FontMissingError as error:
        stop(font_sentence(error.tried))
    except ProcessEnd as error:
        stop(str(error), status=error.status)
    except StorageError as error:
        stop(storage_sentence(settings, error))
    except TokenRefused:
        stop("Discord refuses the token in KOIKOI_TOKEN. Copy it anew from Discord's developer portal.")


def _reporting(settings: Settings) -> AbstractContextManager[None]:
    """Reports faults inside, where that is wanted; the end of the process where nobody can be reported to."""
    if settings.sentry_dsn is None:
        return nullcontext()
    from bot.monitoring.reports import BadAddressError, Reports, reporting  # noqa: PLC0415 - seldom needed

    try:
        return reporting(Reports(settings.sentry_dsn.get_secret_value()))
    except BadAddressError:
        stop("KOIKOI_SENTRY_DSN: this is no DSN of a Sentry project.", status=USAGE_ERROR)


def _must_have_token(settings: Settings) -> None:
    """End the process where there is none."""
    if settings.token is None or not settings.token.get_secret_value().strip():
        stop(
            "KOIKOI_TOKEN is not set. Put the bot's token into the environment or into a file .env, "
            "or try the game without Discord: koikoi sandbox",
            status=USAGE_ERROR,
        )


@main.command()
def migrate() -> None:
    """Bring the database to the newest schema; `run` does so by itself."""
    settings = read_settings()
    from bot.errors import StorageError  # noqa: PLC0415 - see above
    from bot.storage.database import address  # noqa: PLC0415
    from bot.storage.database.lock import DataFolderError  # noqa: PLC0415
    from bot.storage.database.migrate import migrate as upgrade  # noqa: PLC0415
    from bot.storage.owners.exclusive import exclusive_database  # noqa: PLC0415

    try:
        with exclusive_database(settings):
            applied = upgrade(address.of(settings)).applied
    except DataFolderError as error:
        stop(str(error))
    except StorageError as error:
        stop(storage_sentence(settings, error))
    click.echo(f"Applied: {', '.join(applied)}" if applied else "Nothing to do.")


@main.command()
def health() -> None:
    """Say whether the bot on this data folder is well; ends with 1 if it is not."""
    settings = read_settings()
    from bot.service.health import fault, read  # noqa: PLC0415 - see above

    note = read(settings.data)
    if (found := fault(note, settings, time.time())) is not None:
        stop(found.sentence)
    click.echo("The bot is well: it runs, is connected to Discord, and its database answers.")
    for hint in () if note is None else note.hints:
        click.echo(hint)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects: check, status, found, todo.")
@click.option(
    "--live", type=click.IntRange(1), metavar="CHANNEL", help="Hold a trial in this channel, by its id."
)
@click.option("--yes", is_flag=True, help="Of a trial: begin without asking.")
@click.option("--alone", is_flag=True, help="Of a trial: no gateway session, and nobody has to press.")
@click.option("--only", multiple=True, metavar="QUESTION", help="Of a trial: ask this question.")
@click.option(
    "--report", type=click.Path(path_type=Path), help="Of a trial: write REPORT.md and REPORT.json."
)
def doctor(  # noqa: PLR0913, PLR0917 - one argument for each option
    as_json: bool, live: int | None, yes: bool, alone: bool, only: tuple[str, ...], report: Path | None
) -> None:
    """Check token, application, data and machine before a start, or while the bot runs; changes nothing.

    Each line is ok, warning or error, with the one thing to do. Ends with 0 if all is ok, with 1 if there are
    warnings, with 2 if there are errors.

    With --live it asks Discord what its documents do not tell, in a channel for tests while no bot runs.
    """
    if live is None and (yes or alone or only or report is not None):
        raise click.UsageError("--yes, --alone, --only and --report belong to a trial: --live CHANNEL")
    if live is not None and as_json:
        raise click.UsageError("A trial writes its JSON into a file: --report")
    if live is not None:
        _trial(live, alone=alone, only=only, yes=yes, report=report)
    from cogs.doctor.lines import exit_status  # noqa: PLC0415 - see above

    lines: list[Line] = []

    def tell(line: Line) -> None:
        lines.append(line)
        if not as_json:
            click.echo(line)

    _examine(tell)
    if as_json:
        click.echo(json.dumps([asdict(line) for line in lines], ensure_ascii=False, indent=2))
    sys.exit(exit_status(lines))


def _examine(tell: Callable[[Line], None]) -> None:
    """Tell the lines of the doctor, also where the settings cannot be used."""
    with loading():
        from bot import log  # noqa: PLC0415 - see above
        from bot.config import LogLevel  # noqa: PLC0415
        from bot.errors import ProcessEnd  # noqa: PLC0415
        from cogs.doctor.examination import examine  # noqa: PLC0415
        from cogs.doctor.lines import Line, of_settings  # noqa: PLC0415

    try:
        settings = checked_settings()
        log.configure(LogLevel.ERROR, settings.log_format)
        asyncio.run(examine(settings, tell))
    except SettingsError as error:
        for fault in error.faults:
            tell(of_settings(*fault))
    except ProcessEnd as error:
        tell(Line.error("doctor", str(error), "Mend that, and run the doctor again."))


def _trial(channel: int, *, alone: bool, only: tuple[str, ...], yes: bool, report: Path | None) -> NoReturn:
    """Hold a trial, and end the process."""
    settings = read_settings()
    _must_have_token(settings)
    from bot.errors import ProcessEnd, StorageError  # noqa: PLC0415 - see above
    from cogs.trial import command  # noqa: PLC0415
    from cogs.trial.course import Wish  # noqa: PLC0415

    try:
        sys.exit(command.run(settings, Wish(channel, alone, only), yes=yes, report=report))
    except ProcessEnd as error:
        stop(str(error), status=error.status)
    except StorageError as error:
        stop(storage_sentence(settings, error))


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
@click.option("--demo", is_flag=True, help="Begin with a server that has a past: full lists and profiles.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write every exchange between the bot and the local Discord to this file.",
)
def sandbox(port: int, data: Path | None, opens: bool, demo: bool, record: Path | None) -> None:
    """Play on a local Discord with the bot in it, in a browser."""
    from images.drawing.fonts import (  # noqa: PLC0415 - see above
        FontMissingError,
        latin_face,
        main_face,
    )

    settings = read_settings()
    try:
        from bot.sandbox import CannotListenError, run_sandbox  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "bot.sandbox":
            raise
        stop("This installation has no local Discord; a checkout of the sources has.", status=USAGE_ERROR)
    try:
        fonts = {"japanese": main_face(settings.font).path}
    except FontMissingError as error:
        stop(font_sentence(error.tried))
    serving = run_sandbox(
        port=port,
        data=data,
        # -P: a folder `bot` where the command was typed is not ours.
        bot_command=[sys.executable, "-P", "-m", "bot", "run"],
        fonts=fonts if (latin := latin_face()) is None else {**fonts, "latin": latin},
        open_browser=opens,
        prepare=_demo if demo else None,
        announce=lambda url: announce(f"The local Discord is open at {url}/ (Ctrl-C ends it and the bot)"),
        record=record,
    )
    try:
        status = asyncio.run(serving)
    except CannotListenError as error:
        stop(f"{error} Choose another with --port; 0 takes a free one.")
    sys.exit(status)


def _demo(server: int, channel: int, people: Mapping[int, str]) -> list[str]:
    """The command that gives the local Discord's server a past in which its five people have played."""
    users = [f"--user={user}={name}" for user, name in people.items()]
    place = [f"--server={server}", f"--channel={channel}"]
    return [sys.executable, "-P", "-m", "bot", "seed-demo", *place, *users]


def _announce(link: str) -> None:
    """Tell the host how the bot comes to a server."""
    announce(f"To invite the bot to a server, open {link}")


def _warn_of_settings() -> None:
    """Log a line for each variable that is misspelt, whose setting keeps its default, or given twice."""
    import structlog  # noqa: PLC0415 - see above

    from bot.config import repeated, unknown  # noqa: PLC0415

    log = structlog.stdlib.get_logger("koikoi")
    for each in unknown():
        meant = {"nearest": each.nearest} if each.nearest else {}
        log.warning("unknown setting", name=each.name, where=each.where, **meant)
    for twice in repeated():
        log.warning(
            "setting is in .env more than once; the last line counts", name=twice.name, lines=twice.lines
        )


def _warn_of_letters(settings: Settings) -> None:
    """Log which letters pictures will show wrong: without libfribidi, or with a font that lacks them."""
    import structlog  # noqa: PLC0415 - see above

    from images.drawing import faces  # noqa: PLC0415

    log = structlog.stdlib.get_logger("koikoi")
    if not faces.shapes_scripts():
        log.warning(
            "libfribidi is missing: pictures show Arabic, Hebrew and Indic names wrong",
            install="libfribidi0 (Debian, Ubuntu) or fribidi (others)",
        )
    if settings.font is not None and (missing := faces.without_japanese()):
        log.warning("KOIKOI_FONT lacks Japanese letters", font=str(settings.font), missing=missing)


if __name__ == "__main__":
    main()
