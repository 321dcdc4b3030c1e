"""The vectors of the rules, exactly."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.cards.cardset import CardSet
from engine.cards.deck import format_cards
from engine.record import shuffle
from engine.record.match_record import loads, parse, replay
from engine.record.projection import line
from engine.rules.hand_yaku import hand_yaku
from engine.rules.options import make_rules
from engine.rules.points import Counted, shobu_calculation
from engine.rules.sheet import score
from engine.version import Version
from tests.support.builders import may_decide

pytestmark = pytest.mark.dealt_by_chance  # the vectors are of shuffles

VECTORS = Path(__file__).parents[2] / "vectors"
REPLAYS = [
    path
    for folder in ("replays", "replays2", "presets")
    for path in sorted((VECTORS / folder).glob("[0-9][0-9]-*.json"))
]


def rows(name: str) -> Iterator[dict[str, Any]]:
    for text in (VECTORS / name).read_text("ascii").splitlines():
        yield json.loads(text)


def test_captures_score() -> None:
    """Every captured set is worth exactly what the vector says, yaku by yaku."""
    for row in rows("score.jsonl"):
        found = score(make_rules(row["rules"], row["options"]), CardSet.parse(row["cards"]))
        assert (found, sum(found.values())) == (row["yaku"], row["total"]), row


def test_triggers() -> None:
    """Sannin's decisions come in exactly the turns that the vectors name."""
    rules = make_rules("sannin")
    for row in rows("triggers.jsonl"):
        before, hand, flip = (CardSet.parse(row[key]) for key in ("before", "after_hand", "after_flip"))
        decides = may_decide(rules, before.mask, hand.mask, flip.mask, bound=row["bound"])
        assert (decides, score(rules, flip)) == (row["decides"], row["yaku"]), row


def test_dealt_hands() -> None:
    """Every dealt hand has exactly the hand yaku that the vector says."""
    for row in rows("hands.jsonl"):
        found = hand_yaku(make_rules(row["rules"]), CardSet.parse(row["hand"]))
        assert (dict(found) or None) == row["hand_yaku"], row


def test_worked_examples() -> None:
    """The sheets' own examples come out, honba and koi-koi calls included."""
    for row in rows("examples.jsonl"):
        rules = make_rules(row["rules"])
        yaku = score(rules, CardSet.parse(row["cards"]))
        found = shobu_calculation(rules, yaku, honba=row["honba"], counted=Counted(row["koi"]))
        assert (yaku, found.total, found.points) == (row["yaku"], row["total"], row["points"]), row["why"]


def test_worked_examples_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`score` prints yaku, total and points of the sheets' examples."""
    for row in rows("examples.jsonl"):
        more = ["--honba", str(row["honba"]), "--koi", str(row["koi"])]
        assert main(["score", "--rules", row["rules"], *more, row["cards"]]) == 0
        assert json.loads(capsys.readouterr().out) == {key: row[key] for key in ("yaku", "total", "points")}


@pytest.mark.parametrize("file", ["presets/score.jsonl", "presets/examples.jsonl"])
def test_presets_score(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`score` prints what captures are worth by a preset's options, month, calls and lights."""
    for row in rows(file):
        options = row["options"].items()
        more = [
            f"--option={name}={value if isinstance(value, str) else json.dumps(value)}"
            for name, value in options
        ]
        more += [f"--{key}={row[key.replace('-', '_')]}" for key in ("koi", "other-koi", "field-lights")]
        more += [] if row["month"] is None else [f"--month={row['month']}"]
        assert main(["score", "--rules", row["rules"], *more, row["cards"]]) == 0, row
        told = {key: row[key] for key in ("yaku", "total", "points")}
        assert json.loads(capsys.readouterr().out) == told, row


@pytest.mark.parametrize("argument", ["--month=3", "--other-koi=1", "--field-lights=2"])
@pytest.mark.parametrize("rules", ["ishokai", "sannin"])
def test_arguments_of_presets_are_refused_elsewhere(
    rules: str, argument: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`ishokai` and `sannin` have no month cards, no calls of one side and no lights on the field."""
    assert main(["score", "--rules", rules, argument, "AI"]) == 2
    assert argument.partition("=")[0] in capsys.readouterr().err


def test_shuffles() -> None:
    """Seed, decks, salts and commitments are those of the vector."""
    told = json.loads((VECTORS / "shuffle.json").read_text("ascii"))
    seed = bytes.fromhex(told["seed"])
    for k, letters in enumerate(told["decks"]):
        deck, salt = shuffle.deck(seed, k), shuffle.salt(seed, k)
        assert format_cards(deck) == letters
        assert salt.hex() == told["salts"][k]
        assert shuffle.commitment(salt, deck) == told["commitments"][k]


def test_seed_from_secret_and_joins() -> None:
    """The seed follows from the secret and the join ids, in whatever order they are given."""
    told = json.loads((VECTORS / "shuffle.json").read_text("ascii"))["from_secret"]
    secret = bytes.fromhex(told["secret"])
    assert shuffle.new_commitment(secret) == told["secret_commitment"]
    for joins in (told["joins"], told["joins"][::-1]):
        seed = shuffle.seed_from(secret, joins)
        assert seed.hex() == told["seed"]
        assert format_cards(shuffle.deck(seed, 0)) == told["deck_0"]


def test_shuffles_of_version_2() -> None:
    """The seed follows from secret and message, deck 0 from the seed, the others from what was drawn too."""
    told = json.loads((VECTORS / "shuffle2.json").read_text("ascii"))
    secret, version = bytes.fromhex(told["secret"]), Version.CHOICES
    assert shuffle.new_commitment(secret) == told["secret_commitment"]
    seed = shuffle.seed_of_message(secret, int(told["message"]))
    assert seed.hex() == told["seed"]
    later = shuffle.key_of_later_decks(seed, told["draws"])
    assert later.hex() == told["key_of_later_decks"]
    for k, letters in enumerate(told["decks"]):
        key = later if k else seed
        deck, salt = shuffle.deck(key, k, version), shuffle.salt(key, k, version)
        assert (format_cards(deck), salt.hex()) == (letters, told["salts"][k])
        assert shuffle.commitment(salt, deck) == told["commitments"][k]


def test_the_draws_of_a_record() -> None:
    """The draws go into the decks by joining number, each participant's own in their order."""
    record = loads((VECTORS / "proof2.json").read_bytes())
    told = json.loads((VECTORS / "shuffle2.json").read_text("ascii"))
    assert shuffle.draws_of(record.actions) == told["draws"]


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_replays(path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """`replay` prints exactly the lines beside the record."""
    assert main(["replay", str(path)]) == 0
    assert capsysbinary.readouterr().out == path.with_suffix(".jsonl").read_bytes()


def test_digests() -> None:
    """All 240 matches replay to the bytes with the given SHA-256."""
    count = 0
    for row in rows("digests.jsonl"):
        digest = hashlib.sha256()
        for step in replay(parse(row["record"])):
            digest.update(f"{line(step)}\n".encode("ascii"))
        assert digest.hexdigest() == row["sha256"]
        count += 1
    assert count == 240
