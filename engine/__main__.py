"""`python -m engine replay | score | verify | bench`: the engine's command line (record.md).

Exit status 0; 1 where `verify` finds a mismatch; 2 with one line on standard error for anything broken; 3
where `verify` could not check the whole chain; 130 where somebody interrupts it.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from engine.cards.cardset import CardSet
from engine.errors import EngineError, OptionError, OptionTwice, RecordError, show
from engine.record.match_record import Record, loads, replay
from engine.record.projection import dumps, line
from engine.record.verify import verdict
from engine.rules.options import OPTIONS, Rules, make_rules
from engine.rules.points import Counted, shobu_calculation
from engine.rules.rule_sets import RULE_SETS, KoiMultiplier, RuleSetId
from engine.rules.sheet import score
from engine.terminal import content, drop, guarded, print_error

OK, MISMATCH, BROKEN, INCOMPLETE, INTERRUPTED = 0, 1, 2, 3, 130

LONGEST_INPUT = 16_000_000
"""Bytes of a record that are read; the longest matches have some hundred thousand."""


class _Once(argparse.Action):
    """Stores a value, and refuses a second one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Called by argparse at each time that the option is given."""
        given: list[str] = vars(namespace).setdefault("given", [])
        if self.dest in given:
            parser.error(f"argument {option_string}: given twice")
        given.append(self.dest)
        setattr(namespace, self.dest, values)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line and status 2, as for every other error."""
        print_error(" ".join(message.encode("ascii", "backslashreplace").decode().split()))
        raise SystemExit(BROKEN)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    try:
        return guarded(lambda: _run(arguments), failed=BROKEN, refused=(EngineError,), plain=True)
    except KeyboardInterrupt:
        if sys.stdout is not None:
            drop(sys.stdout)
        return INTERRUPTED


def _run(arguments: Sequence[str] | None) -> int:
    parsed = _parser().parse_args(arguments)
    return int(parsed.run(parsed))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m engine", description="Replay, score and verify koi-koi records; measure the engine."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replaying = commands.add_parser(
        "replay", help="print the state after every action, one JSON object a line"
    )
    replaying.add_argument("record", metavar="RECORD.json", help="a record, or - for standard input")
    replaying.set_defaults(run=_replay)
    _add_score(commands.add_parser("score", help="print what captured cards are worth"))
    verifying = commands.add_parser(
        "verify",
        help="check the shuffles of a record, from the secret to every commitment",
        description="Exit status 0: the whole chain was checked and agrees. 1: something does not agree (the"
        " last line names it). 2: the record is broken, or holds nothing to check. 3: what was checked"
        " agrees, but a link is missing (the last line, `not checked: ...`, says what, and for want of"
        " which key).",
    )
    verifying.add_argument("record", metavar="RECORD.json", help="a record, or - for standard input")
    verifying.set_defaults(run=_verify)
    timing = commands.add_parser("bench", help="print how fast the engine is here")
    timing.add_argument("--rules", action="append", choices=[str(each) for each in RULE_SETS])
    timing.add_argument("--seconds", action=_Once, type=_seconds, default=1.0, help="for each measurement")
    timing.set_defaults(run=_bench)
    return parser


def _add_score(scoring: argparse.ArgumentParser) -> None:
    """Give `score` its arguments."""
    scoring.add_argument("--rules", action=_Once, required=True, choices=[str(each) for each in RULE_SETS])
    scoring.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    scoring.add_argument("--honba", action=_Once, type=_count, default=0, help="ishokai's sticks")
    scoring.add_argument(
        *("--koi",),
        action=_Once,
        type=_count,
        default=0,
        help="koi-koi calls: of both, with `opponent` of the loser, with `own` of the winner",
    )
    scoring.add_argument(
        "--other-koi", action=_Once, type=_count, default=0, help="the loser's calls, for `own`"
    )
    scoring.add_argument("--month", action=_Once, type=_month, help="the month played, for `month_cards`")
    scoring.add_argument(
        "--field-lights", action=_Once, type=_lights, default=0, help="lights on the dealt field"
    )
    scoring.add_argument("cards", metavar="CARDS", help="captured cards in any order, each once")
    scoring.set_defaults(run=_score)


def _read(name: str) -> Record:
    if not name or "\0" in name:
        raise RecordError("RECORD.json", "no file name")
    text = content(name, LONGEST_INPUT + 1)
    if len(text) > LONGEST_INPUT:
        raise RecordError(show(name, quoted=False), f"longer than {LONGEST_INPUT // 1_000_000} MB")
    return loads(text)


def _replay(parsed: argparse.Namespace) -> int:
    for step in replay(_read(parsed.record)):
        sys.stdout.write(line(step) + "\n")
    return OK


def _score(parsed: argparse.Namespace) -> int:
    options: dict[str, object] = {}
    for text in parsed.option:
        name, sign, value = text.partition("=")
        if not sign:
            raise OptionError("--option", f"{show(text)} is not NAME=VALUE")
        if name in options:
            raise OptionTwice(f"--option {show(name, quoted=False)}")
        options[name] = _option_value(value)
    rules = make_rules(parsed.rules, options)
    try:
        captured = CardSet.parse(parsed.cards)
    except EngineError as error:
        error.place = "cards"
        raise
    _refuse_beside(rules, parsed)
    if parsed.month is not None:
        rules = rules.in_month(parsed.month)
    yaku = score(rules, captured)
    others = parsed.other_koi if rules.options.koi_multiplier is KoiMultiplier.OWN else 0
    boost = Counted(parsed.koi, others, parsed.field_lights)
    calculation = shobu_calculation(rules, yaku, honba=parsed.honba, counted=boost)
    print(dumps({"yaku": yaku, "total": calculation.total, "points": calculation.points}))
    return OK


def _refuse_beside(rules: Rules, parsed: argparse.Namespace) -> None:
    """Raise OptionError for an argument that is about options which this rule set does not offer."""
    for argument, option in (
        ("month", "month_cards"),
        ("other_koi", "koi_multiplier"),
        ("field_lights", "field_lights"),
    ):
        if argument in vars(parsed).get("given", []) and not OPTIONS[option].allowed(rules.id):
            raise OptionError(f"--{argument.replace('_', '-')}", f"does not fit {rules.id}")


def _verify(parsed: argparse.Namespace) -> int:
    record = _read(parsed.record)
    found = verdict(record)
    wrong = found.wrong
    if wrong is None:
        # An illegal action breaks a record whose shuffles agree. Where they do not, that comes first: hardly
        # an action fits a deck that was exchanged, and the deck is what is to be named.
        for _ in replay(record):
            pass
    if found.empty:
        raise RecordError(show(parsed.record, quoted=False), "holds nothing to check")
    for deck in found.decks:
        print(f"deck {deck}: ok")
    if wrong:
        subject = "" if wrong.deck is None else f"deck {wrong.deck}: "
        print(f"{subject}{wrong.place} does not agree")
        return MISMATCH
    if found.unchecked:
        print(f"not checked: {', '.join(found.unchecked)}")
        return INCOMPLETE
    return OK


def _bench(parsed: argparse.Namespace) -> int:
    from engine.bench import report  # noqa: PLC0415 - the other commands need no source of chance

    for told in report([RuleSetId(each) for each in parsed.rules or RULE_SETS], parsed.seconds):
        print(told, flush=True)
    return OK


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text):
        raise argparse.ArgumentTypeError(f"{show(text)} is no number of seconds")
    return float(text)


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{show(text)} is not a count")
    return int(text)


def _month(text: str) -> int:
    if not re.fullmatch(r"[1-9]|1[0-2]", text):
        raise argparse.ArgumentTypeError(f"{show(text)} is no month, 1 to 12")
    return int(text)


def _lights(text: str) -> int:
    if not re.fullmatch(r"[0-5]", text):
        raise argparse.ArgumentTypeError(f"{show(text)} is no number of lights, 0 to 5")
    return int(text)


def _option_value(text: str) -> object:
    """A value as in JSON, texts without quotes."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return text if isinstance(value, str) else value


if __name__ == "__main__":
    sys.exit(main())
