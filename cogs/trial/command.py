"""`koikoi doctor --live`: asks the host, holds a trial, and writes its report."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from bot.config import Settings
from bot.maintenance.terminal import stop
from bot.storage.owners.exclusive import exclusive_database
from cogs.doctor.lines import EXIT, Status
from cogs.trial.course import Wish, hold, look
from cogs.trial.questions import BY_ID, How
from cogs.trial.report import Report, State
from cogs.trial.wire import TroubleError

REPORT: Final = "live-trial-report"
WARNING: Final = """\
This puts {asked} questions to Discord in the channel {place}. Take a channel for tests.
- It posts, edits and deletes messages with small pictures there, tries one file of 10 MiB, and opens threads
  if it may. Discord refuses some of it, as it should. It makes at most three requests a second.
- With Manage Permissions there it denies the bot three rights in that channel for a moment.
- It edits one old text of the bot there, if there is one, to the same text.
{presses}- Stop this bot everywhere: on other machines it would answer the same presses.
- It stops at the first sign of trouble. At the end, and after Ctrl-C, it removes all that it made.
- {report} will hold the answers, without the token, ids and names.
Nobody has run it against the real Discord yet."""
PRESSES: Final = """\
- It begins one gateway session, and asks a person in the channel for some twenty presses, commands and forms.
  The last two questions wait for 17 minutes. Tables of the bot do not answer meanwhile.
"""


def run(settings: Settings, wish: Wish, *, yes: bool, report: Path | None) -> int:
    """Hold a trial, and return the exit status. Raises ProcessEnd, StorageError."""
    if unknown := [each for each in wish.only if each not in BY_ID]:
        raise click.BadParameter(f"no question is called {', '.join(unknown)}", param_hint="--only")
    file = report or settings.data / REPORT
    with exclusive_database(settings):
        try:
            place = asyncio.run(look(settings, wish)).shown
        except TroubleError as error:
            stop(str(error), status=EXIT[Status.ERROR])
        click.echo(_warning(wish, place, file))
        if not yes and not click.confirm("Go on?"):
            return 0
        found = asyncio.run(hold(settings, wish, click.echo))
        _write(found, file)
    return found.status


def _warning(wish: Wish, place: str, file: Path) -> str:
    asked = [each for each in wish.questions if each.how is not How.OPEN]
    alone = wish.alone or all(each.how is How.ALONE for each in asked)
    count = sum(each.how is How.ALONE for each in asked) if wish.alone else len(asked)
    told = "" if alone else PRESSES
    return WARNING.format(asked=count, place=place, presses=told, report=f"{file}.md")


def _write(found: Report, file: Path) -> None:
    """Write the report as Markdown and as JSON, and tell how the trial ended."""
    texts: Sequence[tuple[str, str]] = ((".md", found.as_markdown()), (".json", found.as_json()))
    for ending, text in texts:
        file.with_name(file.name + ending).write_text(text, encoding="utf-8")
    click.echo(f"{', '.join(f'{found.count(state)} {state}' for state in State)}: {file}.md and {file}.json")
    if found.trouble:
        stop(f"The trial ended early: {found.trouble}", status=found.status)
