"""`score` and `verify` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.cards.deck import Deck, format_cards, parse_deck
from engine.errors import IllegalAction
from engine.play.legal import legal_moves, to_move
from engine.record import shuffle
from engine.record.match_record import parse, replay
from engine.record.notation import format_action
from engine.rules.actions import Action
from engine.rules.options import make_rules
from engine.version import Version
from tests.support.builders import play_random

pytestmark = pytest.mark.dealt_by_chance  # a shuffle is proved again

VECTORS = Path(__file__).parents[2] / "vectors"


def scored(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["score", *arguments]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        ("--rules ishokai --honba 1 --koi 2 CDGHKLOPSTW", (2 + 1) * 3),
        ("--rules classic UYkIg", 10),
        ("--rules classic --option seven_double=true UYkIg", 20),
        ("--rules league --option seven_double=true --option koi_multiplier=opponent --koi 3 UYkIg", 40),
        ("--rules league --option koi_multiplier=each --koi 3 UYk", 20),
        ("--rules league --koi 3 UYk", 5),
        ("--rules sannin --option goko_bonus=10 AIcos", 34),
        ("--rules ishokai --honba 3 --koi 2 ABC", 0),
        ("--rules classic --option cup=both EMQUgCDGHKLOPS", 2),
        ("--rules classic --option rain_sanko=false AIo", 0),
    ],
)
def test_points(arguments: str, points: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Points follow the rule set's formula."""
    assert scored(*arguments.split(), capsys=capsys)["points"] == points


def test_no_captures(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty text is no captures."""
    assert scored("--rules", "classic", "", capsys=capsys) == {"yaku": {}, "total": 0, "points": 0}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["score", "ABC"],
        ["score", "--rules", "poker", "ABC"],
        ["score", "--rules", "classic", "AA"],
        ["score", "--rules", "classic", "A!"],
        ["score", "--rules", "classic", "--honba", "-1", "A"],
        ["score", "--rules", "classic", "--koi", "1.5", "A"],
        ["score", "--rules", "classic", "--option", "months", "A"],
        ["score", "--rules", "classic", "--option", "months=12.0", "A"],
        ["score", "--rules", "classic", "--option", "oyaken=true", "A"],
        ["score", "--rules", "classic", "--option", 'cup="both"', "A"],
        ["score", "--rules", "classic", "--option", "cup=both", "--option", "cup=either", "A"],
        ["score", "--rules", "sannin", "--option", "cup=both", "A"],
        ["score", "--rules", "classic", "A", "B\nC"],
    ],
)
def test_bad_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2 and one line, for the command line's own faults too."""
    try:
        status = main(arguments)
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    told = capsys.readouterr()
    assert (status, told.out, told.err.count("\n")) == (2, "", 1)


def proven(**more: Any) -> dict[str, Any]:
    """The record of a finished match whose decks follow from a secret and three joins."""
    secret, joins = bytes(range(32)), ["987", "1234", "55"]
    seed = shuffle.seed_from(secret, joins)
    rules = make_rules("classic", {"months": 1})
    record = play_random(rules, 1, limit=0).record()
    record["seat_deck"] = format_cards(shuffle.deck(seed, 0))
    record["decks"] = [format_cards(shuffle.deck(seed, k)) for k in (1, 2, 3)]
    salts = [shuffle.salt(seed, k) for k in range(4)]
    return (
        record
        | {
            "actions": ["0 draw"],
            "seed": seed.hex(),
            "salts": [salt.hex() for salt in salts],
            "commitments": [shuffle.commitment(salt, shuffle.deck(seed, k)) for k, salt in enumerate(salts)],
            "secret": secret.hex(),
            "secret_commitment": shuffle.new_commitment(secret),
            "joins": joins,
        }
        | more
    )


def proof2() -> dict[str, Any]:
    """A whole match of version 2 with its proof and a second round in its draw."""
    told: dict[str, Any] = json.loads((VECTORS / "proof2.json").read_text("ascii"))
    return told


def verified(record: dict[str, Any], tmp_path: Path) -> int:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "ascii")
    return main(["verify", str(path)])


def without(record: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in keys}


ALL_OK = [f"deck {number}: ok" for number in range(4)]


@pytest.mark.parametrize("record", [proven(), proof2()], ids=["version 1", "version 2"])
def test_a_whole_chain_agrees(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each deck and status 0."""
    assert verified(record, tmp_path) == 0
    told = capsys.readouterr()
    assert (told.out.splitlines(), told.err) == (ALL_OK, "")


@pytest.mark.parametrize(
    ("dropped", "unchecked"),
    [
        ("secret", "secret (no secret), seed (no secret)"),
        ("secret_commitment", "secret (no secret_commitment)"),
        ("LINK", "seed (no LINK)"),
        ("secret LINK", "secret (no secret), seed (no secret, no LINK)"),
        ("seed", "seed (no seed)"),
        ("seed secret", "secret (no secret), seed (no secret, no seed), decks and salts 0-3 (no seed)"),
        ("seed LINK", "seed (no LINK, no seed), decks and salts 0-3 (no seed)"),
        ("salts", "salts 0-3 (no salts)"),
        ("commitments", "commitments 0-3 (no commitments)"),
        ("salts commitments", "salts 0-3 (no salts), commitments 0-3 (no commitments)"),
    ],
)
@pytest.mark.parametrize(("of", "link"), [(proven(), "joins"), (proof2(), "message")], ids=["1", "2"])
def test_a_missing_link_is_named(  # noqa: PLR0917 - parameters and fixtures
    of: dict[str, Any],
    link: str,
    dropped: str,
    unchecked: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Status 3, and the last line says what was not checked, and for want of which key."""
    assert verified(without(of, *dropped.replace("LINK", link).split()), tmp_path) == 3
    told = capsys.readouterr()
    assert told.out.splitlines() == [*ALL_OK, f"not checked: {unchecked}".replace("LINK", link)]
    assert told.err == ""


def test_later_decks_want_the_whole_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Version 2: where the record ends within the seat draw, only the seat deck is held to the seed."""
    record = proof2()
    del record["actions"][3:]
    assert verified(record, tmp_path) == 3
    assert capsys.readouterr().out.splitlines() == [
        *ALL_OK,  # salts and commitments agree with the decks
        "not checked: decks and salts 1-3 (no draws)",
    ]


def test_another_choice_makes_other_decks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Version 2: a draw that was changed afterwards no longer makes the decks that were dealt."""
    record = proof2()
    record["actions"][0] = "0 draw:2"
    assert verified(record, tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "deck 1: decks[0] does not agree"


def test_the_keys_of_the_other_version_are_ignored(tmp_path: Path) -> None:
    """A record of version 2 has no joins, and one of version 1 no message: neither stands for the other."""
    assert verified(without(proof2(), "message") | {"joins": ["55", "987", "1234"]}, tmp_path) == 3
    assert verified(without(proven(), "joins") | {"message": "1310720000000000777"}, tmp_path) == 3


@pytest.mark.outside
def test_what_holds_nothing_costs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of a million numbers without salt, deck or commitment makes no deck."""
    made: list[int] = []
    by_the_rules = shuffle.deck

    def counted(key: bytes, k: int, version: Version) -> Deck:
        made.append(k)
        return by_the_rules(key, k, version)

    monkeypatch.setattr(shuffle, "deck", counted)
    record = proof2()
    record["commitments"] += [None] * 1_000_000
    record["salts"] += [None] * 1_000_000
    assert verified(record, tmp_path) == 0
    assert made == [0, 1, 2, 3]
    record["commitments"][-1] = "0" * 64
    assert verified(record, tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "deck 1000003: commitments[1000003] does not agree"


def test_scattered_gaps_are_told_in_one_short_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However many numbers want something, a line says it."""
    record = proven()
    record["decks"] = [record["decks"][0]] * 40
    del record["seed"], record["joins"]
    record["commitments"] = [None, "0" * 64] * 20
    record["salts"] = [record["salts"][0], None] * 20
    record["commitments"][0] = shuffle.commitment(
        bytes.fromhex(record["salts"][0]), parse_deck(record["seat_deck"])
    )
    assert verified(record, tmp_path) == 3
    assert len(capsys.readouterr().out.splitlines()[-1]) < 500


def other_hex(text: str) -> str:
    return ("1" if text[0] != "1" else "2") + text[1:]


@pytest.mark.parametrize(
    ("key", "index", "named"),
    [
        ("secret_commitment", None, "secret_commitment"),
        ("seed", None, "seed"),
        ("salts", 2, "salts[2]"),
        ("commitments", 3, "commitments[3]"),
        ("commitments", 0, "commitments[0]"),
    ],
)
def test_the_first_disagreement_is_named(
    key: str, index: int | None, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 1, and the last line names what does not agree."""
    record = proven()
    if index is None:
        record[key] = other_hex(record[key])
    else:
        record[key][index] = other_hex(record[key][index])
    assert verified(record, tmp_path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert named in lines[-1]
    assert all(line.endswith(": ok") for line in lines[:-1])
    assert len(lines) == (index or 0) + 1


def test_exchanged_decks_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A deck that is not the seed's is named by its place in the record, with a seed and without."""
    record = proven()
    record["decks"][1] = record["decks"][2]
    assert verified(record, tmp_path) == 1
    assert capsys.readouterr().out == "deck 0: ok\ndeck 1: ok\ndeck 2: decks[1] does not agree\n"
    assert verified(without(record, "seed", "secret", "joins", "secret_commitment"), tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "deck 2: commitments[2] does not agree"


@pytest.mark.parametrize("dropped", [(), ("seed", "secret", "joins", "secret_commitment")])
def test_an_exchanged_deck_is_named_though_actions_do_not_fit_it(
    dropped: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cards changed places after the month was played: the deck is told, not the action that misses one."""
    record = proven(actions=["0 draw", "1 draw"])
    *_, dealt = replay(parse(record))
    player, *_ = to_move(dealt.state)
    move, *_ = legal_moves(dealt.state, player)
    record["actions"].append(format_action(Action(player, move)))
    assert verified(record, tmp_path) == 0
    capsys.readouterr()
    record["decks"][0] = record["decks"][0][::-1]
    with pytest.raises(IllegalAction):
        list(replay(parse(record)))
    assert verified(without(record, *dropped), tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("deck 1: ")


def test_a_record_in_progress(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check with a secret seed covers only decks whose salts are published."""
    record = without(proven(), "seed", "secret", "joins")
    record["salts"][2:] = [None]
    assert verified(record, tmp_path) == 3
    assert capsys.readouterr().out.splitlines() == [
        "deck 0: ok",
        "deck 1: ok",
        "not checked: secret (no secret), seed (no secret, no joins, no seed), decks 0-3 (no seed),"
        " salts 0-1 (no seed), salts 2-3 (no salts), commitments 2-3 (no seed)",
    ]


def test_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record without proofs, or with commitments alone, is status 2."""
    bare = without(proven(), "seed", "secret", "joins", "salts", "secret_commitment")
    for record in (bare, without(bare, "commitments")):
        assert verified(record, tmp_path) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_broken_record_is_not_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An illegal action is status 2, although the shuffles agree."""
    assert verified(proven(actions=["0 shobu"]), tmp_path) == 2
    assert capsys.readouterr().err.startswith("actions[0]: ")
