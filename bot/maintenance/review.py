"""`koikoi review FILE`: what the decisions of a finished match lost, as the level *hard* judges them.

Imports what it needs when it runs, as all commands do.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.maintenance.terminal import stop
from engine.terminal import content

if TYPE_CHECKING:
    from bot.match.decisions import Decision, PlayersReview


@click.command("review")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
def review(file: Path) -> None:
    """Say for each player of the match in FILE what was lost, as the value network of *hard* judges it.

    FILE is one that export has written, `-` standard input. The output has the points that all decisions of a
    player lost against the best ones, the points by chance, and the judgement of decisions on koi-koi. Then
    come the costliest decisions by their action in the record, in its notation, and the chances to win, month
    by month. What was hidden counts against nobody.
    """
    from bot.match import match_file
    from bot.opponents.review import review as reviewed
    from engine.errors import EngineError

    name = "standard input" if file == Path("-") else str(file)
    try:
        read = match_file.loads(content(file, match_file.LARGEST + 1))
    except EngineError as error:
        stop(f"{name}: {error}")
    record = read.parsed()
    found = reviewed(record)
    for number, player in enumerate(found.players):
        for line in _lines(number, player, record.rules.rule_set.unit):
            click.echo(line)
    for month, shares in found.chances:
        told = " : ".join(f"{share:.0%}" for share in shares)
        click.echo(f"chance to win {f'after month {month}' if month else 'at the beginning'}: {told}")


def _lines(number: int, player: PlayersReview, unit: str) -> Iterator[str]:
    """Yield the lines about a player."""
    best = sum(not each.lost for each in player.calls)
    yield (
        f"player {number}: {player.lost:.1f} {unit} lost in {len(player.decisions)} decisions, "
        f"luck {player.luck:+.1f} {unit}, koi-koi judged as hard does {best} times of {len(player.calls)}"
    )
    yield from map(_line, player.costliest)


def _line(decision: Decision) -> str:
    from engine.record.notation import format_move

    made, better = format_move(decision.made), format_move(decision.best)
    return f"  -{decision.lost:.1f}  action {decision.action}, month {decision.month}: {made}; best {better}"
