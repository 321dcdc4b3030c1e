"""`koikoi check`, `figures`, `ratings rebuild`, `seed-demo`, `ladder` and `months`.

Each imports what it needs when it runs, as all commands do.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from bot.maintenance.terminal import looked_up, replays, stop, storage_sentence
from bot.maintenance.terminal import settings as read_settings

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.ids import UserId
    from bot.maintenance.demo import Demo
    from bot.storage import Store

LARGEST_ID = 2**63 - 1
_ID = click.IntRange(1, LARGEST_ID)
MOST_FAULTS = 100
"""Faults that are told one by one."""


@click.command()
def check() -> None:
    """Replay every stored match and compare it with its result, and all results with the standings.

    Names what differs, changes nothing; ends with 1 if anything does. The bot may run, also on what differs.
    """
    found, matches = looked_up(read_settings(), _check)
    if found:
        stop("One thing does not agree." if found == 1 else f"{found} things do not agree.")
    click.echo(f"{matches} matches were replayed; everything agrees.")


async def _check(store: Store) -> tuple[int, int]:
    from bot.storage.checking import faults

    found, matches, progress = 0, 0, replays()

    def tell(done: int, of: int) -> None:
        nonlocal matches
        matches = done
        progress(done, of)

    async for fault in faults(store, tell):
        found += 1
        if found <= MOST_FAULTS:
            click.echo(fault)
    return found, matches


@click.command("figures")
@click.option(
    "--months",
    type=click.IntRange(1, 120),
    default=12,
    show_default=True,
    help="How many months, this one included.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; null where a number is hidden.")
def figures(months: int, *, as_json: bool) -> None:
    """Count tables that found somebody, matches, and people who came back, by month; the bot may run.

    Months are those of UTC. Open tables are those that anybody on their server could join; they waited until
    the first other person came. Matches count where they began, by rule set. New people finished their first
    match in that month; they came back if they began another one seven days later or more. Numbers under 5
    are hidden.
    """
    from bot.maintenance import figures as counted

    found = looked_up(read_settings(), lambda store: store.read(counted.measured, datetime.now(UTC), months))
    click.echo(json.dumps(counted.as_json(found), indent=2) if as_json else counted.report(found))


@click.group()
def ratings() -> None:
    """Standings and ratings."""


@ratings.command()
@click.option("--judge", is_flag=True, help="Have the bot judge all matches anew, once it runs.")
def rebuild(*, judge: bool) -> None:
    """Make all standings and ratings again from the stored results, while no bot runs."""
    settings = read_settings()
    from bot.errors import StorageError
    from bot.storage.database.lock import DataFolderError
    from bot.storage.owners.exclusive import exclusive_database

    try:
        with exclusive_database(settings):
            wrong, to_judge = asyncio.run(_rebuild(settings, judge=judge))
    except DataFolderError as error:
        stop(str(error))
    except StorageError as error:
        stop(storage_sentence(settings, error))
    click.echo(f"All standings and ratings were made anew; {wrong} rows were not as they are now.")
    if judge:
        click.echo(f"{to_judge} matches will be judged anew in the background.")


async def _rebuild(settings: Settings, *, judge: bool) -> tuple[int, int]:
    from bot.storage import Store
    from bot.storage.database import address
    from bot.storage.records import judged, recount

    store = await Store.open(address.of(settings))
    try:
        return await store.write(recount.rebuild), await store.write(judged.again) if judge else 0
    finally:
        await store.close()


def _locale(_: click.Context, __: click.Parameter, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z-]{1,16}", value):
        raise click.BadParameter("write it as en or pt-BR")
    return value


@click.command("seed-demo")
@click.option(
    "--players", type=click.IntRange(3, 10_000), default=40, show_default=True, help="How many people."
)
@click.option("--matches", type=click.IntRange(0, 10**7), default=1_500, show_default=True, help="Matches.")
@click.option(
    "--days", type=click.IntRange(1, 3_650), default=100, show_default=True, help="Over how many days."
)
@click.option("--server", type=_ID, default=1, show_default=True, help="The server's id.")
@click.option("--channel", type=_ID, default=1, show_default=True, help="The channel's id.")
@click.option("--locale", default="en", callback=_locale, show_default=True, help="The server's language.")
@click.option("--user", "users", multiple=True, metavar="ID=NAME", help="Somebody known who plays too.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, other people.")
def seed_demo(  # noqa: PLR0913, PLR0917 - one argument for each option
    players: int,
    matches: int,
    days: int,
    server: int,
    channel: int,
    locale: str,
    users: tuple[str, ...],
    seed: int,
) -> None:
    """Fill an empty database with a server that has a past, while no bot runs."""
    settings = read_settings()
    from bot.errors import StorageError
    from bot.ids import ChannelId, GuildId
    from bot.maintenance.demo import Demo, NotEmptyError
    from bot.storage.database import address
    from bot.storage.database.lock import DataFolderError
    from bot.storage.owners.exclusive import exclusive_database

    demo = Demo(
        guild=GuildId(server),
        channel=ChannelId(channel),
        locale=locale,
        players=players,
        matches=matches,
        days=days,
        users=_known(users),
        seed=seed,
    )
    database = address.display_name(address.of(settings))
    try:
        with exclusive_database(settings):
            _seed(settings, demo)
    except NotEmptyError:
        stop(f"There are people in {database} already; only an empty database is filled.")
    except DataFolderError as error:
        stop(str(error))
    except StorageError as error:
        stop(storage_sentence(settings, error))
    click.echo(f"{matches} matches of {players} people are in {database}.")


def _known(users: tuple[str, ...]) -> dict[UserId, str]:
    """Names by id, of what was typed as 123=Sakura."""
    from bot.ids import UserId

    known = dict(each.partition("=")[::2] for each in users)
    for number, name in known.items():
        surrogates = any("\ud800" <= sign <= "\udfff" for sign in name)
        if (
            not re.fullmatch(r"[1-9][0-9]{0,18}", number)
            or int(number) > LARGEST_ID
            or not name
            or surrogates
        ):
            raise click.BadParameter("write it as 123=Sakura", param_hint="--user")
    return {UserId(int(number)): name for number, name in known.items()}


def _seed(settings: Settings, demo: Demo) -> None:
    """Fill the database in this thread: Ctrl-C ends that, and nothing is stored."""
    from bot.maintenance.demo import fill
    from bot.storage import Store
    from bot.storage.database import address
    from bot.storage.database.migrate import migrate

    migrate(address.of(settings))
    store = Store(address.of(settings))
    try:
        fill(store, demo, datetime.now(UTC))
    finally:
        asyncio.run(store.close())


@click.command("ladder")
@click.argument("rules")
@click.option("--player", default="hard", show_default=True, help="The CPU player that is measured.")
@click.option("--against", default="normal", show_default=True, help="The CPU player in all other seats.")
@click.option(
    "--decks", type=click.IntRange(2), default=100, show_default=True, help="How many sets of decks."
)
@click.option("--months", type=int, default=12, show_default=True, help="The length of a match.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, other decks.")
def ladder(  # noqa: PLR0913, PLR0917 - one argument for each option
    rules: str, player: str, against: str, decks: int, months: int, seed: int
) -> None:
    """Measure CPU players by RULES (a rule set or a preset): matches with the same decks for every seat.

    Players are easy, normal, hard and master, bold or careful ones hard-bold and so on; random makes any
    legal move. Prints the player's gain a month, that without luck, and the share of matches won, all with
    95 % intervals, and the time of a decision. Prints also how often the player stopped where that lost a
    match that it could still win.
    """
    from itertools import islice

    from bot.opponents import ladder as played
    from engine.errors import OptionError
    from engine.rules.presets import named_rules, rules_name

    for name, hint in ((player, "--player"), (against, "--against")):
        if name not in played.PLAYERS:
            raise click.BadParameter(f"one of {', '.join(played.PLAYERS)}", param_hint=hint)
    try:
        made = named_rules(rules_name(rules), months=months)
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    shown = range(decks // 10, decks + 1, max(1, decks // 10))
    for standing in islice(played.ladder(made, (player, against), seed), decks):
        if standing.decks == decks:
            click.echo(played.report(made, standing))
        elif standing.decks in shown:
            click.echo(f"{standing.decks} of {decks}: {played.report(made, standing)}", err=True)


@click.command("months")
@click.option("--rules", default="league", show_default=True, help="The rule set or preset.")
@click.option("--options", default="", help="Options that it changes, written as for /koikoi play.")
@click.option("--level", default="normal", show_default=True, help="The CPU player in every seat.")
@click.option(
    "--months", type=click.IntRange(1), default=2_000, show_default=True, help="Months, in matches of three."
)
@click.option(
    "--seed", type=click.IntRange(1), default=1, show_default=True, help="Another seed, other decks."
)
def months(  # one argument for each option
    rules: str, options: str, level: str, months: int, seed: int
) -> None:
    """Measure what months come to between equal CPU players.

    Prints the median of the cards that all players play in a month, and for each yaku the share of won
    months in which the winner had it.
    """
    from bot.i18n import Languages
    from bot.maintenance import months as counted
    from bot.opponents import ladder as players
    from bot.service.servers import MONTHS
    from bot.wording import house_rules as option_words
    from engine.errors import OptionError
    from engine.rules.presets import named_rules, rules_name

    if level not in players.PLAYERS:
        raise click.BadParameter(f"one of {', '.join(players.PLAYERS)}", param_hint="--level")
    try:
        name = rules_name(rules)
        chosen = option_words.read(Languages.load(), named_rules(name).id, options)
        made = named_rules(name, **{"months": MONTHS, **chosen})
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    click.echo(counted.report(counted.measured(made, players.chooser(level), months, seed)))
