"""`koikoi export` and `koikoi import`: finished matches as files.

Each imports what it needs when it runs, as all commands do.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.maintenance.terminal import looked_up, put, stop, storage_sentence, whole_output
from bot.maintenance.terminal import settings as read_settings
from engine.terminal import content

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.ids import GuildId, MatchId
    from bot.match.hosted_match import HostedMatch
    from bot.match.match_file import MatchFile
    from bot.storage import Store


@click.command("export")
@click.argument("match", type=click.IntRange(1, 2**63 - 1))
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default="-")
@click.option("--anonymous", is_flag=True, help="Leave the names of its people out.")
def export_match(match: int, file: Path, anonymous: bool) -> None:
    """Write a finished MATCH to FILE, a new one, or to standard output; the bot may run.

    `python -m engine replay FILE` shows every move of it, `verify` checks its shuffles.
    """
    from bot.ids import MatchId
    from bot.match.match_file import dumps

    found = looked_up(read_settings(), lambda store: _finished(store, MatchId(match)))
    whole = dumps(found.anonymous() if anonymous else found)
    if file == Path("-"):
        with whole_output() as out:
            out.write(whole)
        return
    try:
        put(file, whole)
    except FileExistsError:
        stop(f"{file} is there already; nothing is overwritten.")
    click.echo(f"{file}: match {match}, {len(whole)} bytes")


async def _finished(store: Store, match: MatchId) -> MatchFile:
    """The match, or the end of the process where it cannot be had."""
    from bot.errors import MatchNotOver
    from bot.storage import imported, matches
    from bot.storage.backlog import BROKEN

    try:
        if (known := await store.read(imported.load, match)) is not None:
            return known[0]
        hosted = await store.read(matches.load, match)
        if hosted is None or (hosted.progress is None and not hosted.live):
            stop(f"There is no match {match}.")
        return _kept(hosted)
    except MatchNotOver:
        stop(f"Match {match} is not over: its cards are secret still.")
    except BROKEN as error:
        stop(f"The rows of match {match} make no match ({type(error).__name__}); koikoi check tells more.")


def _kept(hosted: HostedMatch) -> MatchFile:
    """A match that has ended as a file holds it. Raises MatchNotOver while its cards are secret still."""
    from bot.match import absence
    from bot.match.match_file import MatchFile
    from bot.match.view_builder import build_record, told_apart

    record, people = build_record(hosted), told_apart(hosted.entries)
    return MatchFile(record, people, hosted.started_at, hosted.ended_at, absence.places(hosted))


@click.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--server", type=click.IntRange(1, 2**63 - 1), help="The id of the server where it can be opened."
)
@click.option("--anonymous", is_flag=True, help="Leave the names of its people out.")
def import_match(file: Path, server: int | None, anonymous: bool) -> None:
    """Take in the match of FILE, as export has written it, while no bot runs; `-` is standard input.

    It gets a number of its own and is in no list and no rating. Nothing is stored of a broken file.
    """
    settings = read_settings()
    from bot.errors import StorageError
    from bot.ids import GuildId
    from bot.match import match_file
    from bot.storage.database.lock import DataFolderError
    from bot.storage.owners.exclusive import exclusive_database
    from engine.errors import EngineError

    name = "standard input" if file == Path("-") else str(file)
    try:
        read = match_file.loads(content(file, match_file.LARGEST + 1))
        match_file.check(read, datetime.now(UTC))
    except EngineError as error:
        stop(f"{name}: {error}")
    try:
        with exclusive_database(settings):
            guild = None if server is None else GuildId(server)
            match, new = asyncio.run(_stored(settings, read.anonymous() if anonymous else read, guild))
    except DataFolderError as error:
        stop(str(error))
    except StorageError as error:
        stop(storage_sentence(settings, error))
    click.echo(f"{name} is match {match} {'now' if new else 'already'}.")


async def _stored(settings: Settings, file: MatchFile, guild: GuildId | None) -> tuple[MatchId, bool]:
    from bot.storage import Store, imported
    from bot.storage.database import address

    store = await Store.open(address.of(settings))
    try:
        return await store.write(imported.add, file, guild, datetime.now(UTC))
    finally:
        await store.close()
