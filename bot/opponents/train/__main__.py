"""`python -m bot.opponents.train RULES`: learn the weights of a rule set, or go on where it was stopped."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

import click

from engine.rules.rule_sets import RuleSetId

HERE = Path(__file__).resolve().parent.parent / "weights"


@click.command()
@click.argument("rules", type=click.Choice([each.value for each in RuleSetId]))
@click.option("--months", type=click.IntRange(1), help="How many months a course.")
@click.option("--courses", type=click.IntRange(1), help="How many, one after another.")
@click.option(
    "--mean",
    type=click.IntRange(1),
    help="How many months for what the courses' networks make of them on average.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="The first course's; others follow."
)
@click.option("--more", is_flag=True, help="Go on from the weights in --to.")
@click.option(
    "--work",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("data/training"),
    show_default=True,
    help="Where courses are kept, so that they can be resumed.",
)
@click.option(
    "--to",
    type=click.Path(path_type=Path, file_okay=False),
    default=HERE,
    help="Where weights and log are written in the end; without it the bot's own.",
)
def main(  # noqa: PLR0913 - an option each
    rules: str,
    months: int | None,
    courses: int | None,
    mean: int | None,
    seed: int,
    *,
    more: bool,
    work: Path,
    to: Path,
) -> None:
    """Learn the weights of a rule set by self-play and against the greedy player.

    Several courses, and then one for what their networks make of positions on average; without an option as
    many, and as long, as the bot's own weights come from. What was interrupted goes on where it was, if its
    months and its seed are the same.
    """
    from bot.opponents.train import course  # noqa: PLC0415 - compiles

    rule_set = RuleSetId(rules)
    if more:
        its_months, its_courses = course.MORE.get(rule_set, (course.CHUNK, 1))
        course.train_more(rule_set, months or its_months, courses or its_courses, work, to, click.echo)
        return
    usual = course.COURSES[rule_set]
    plan = islice(zip(cycle(usual), cycle(course.TRACES), strict=False), courses or len(usual))
    each = [
        course.Training(rule_set, months or its_months, seed + n, trace=trace)
        for n, (its_months, trace) in enumerate(plan)
    ]
    course.train(each, mean or course.MEAN_MONTHS[rule_set], work, to, click.echo)


if __name__ == "__main__":
    main()
