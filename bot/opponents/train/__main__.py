"""`python -m bot.opponents.train RULES`: learn the weights of a rule set, or go on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import click

from engine.rules.rule_sets import RuleSetId

HERE = Path(__file__).resolve().parent.parent / "weights"


@click.command()
@click.argument("rules", type=click.Choice([each.value for each in RuleSetId]))
@click.option(
    "--months", type=click.IntRange(1), default=3_000_000, show_default=True, help="How many months."
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed, another course."
)
@click.option(
    "--work",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("data/training"),
    show_default=True,
    help="Where the course is kept, so that it can be resumed.",
)
@click.option(
    "--to",
    type=click.Path(path_type=Path, file_okay=False),
    default=HERE,
    help="Where weights and log are written, from the first look on; without it the bot's own.",
)
def main(rules: str, months: int, seed: int, work: Path, to: Path) -> None:
    """Learn the weights of a rule set by self-play.

    A course that was interrupted goes on where it was, if months and seed are the same.
    """
    from bot.opponents.train.course import Training, train  # noqa: PLC0415 - compiles

    training = Training(RuleSetId(rules), months, seed)
    work.mkdir(parents=True, exist_ok=True)
    train(training, work / f"{rules}.npz", to, click.echo)


if __name__ == "__main__":
    main()
