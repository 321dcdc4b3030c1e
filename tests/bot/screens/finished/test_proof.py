"""The log of a match as a text, and the proof of its shuffles: what they say, and that it is true."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
from base64 import urlsafe_b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.finished import replay
from bot.match.shuffles import Shuffles, commitment_of, seed_of
from bot.screens.finished import proof, transcript
from bot.wording.limits import CONTENT
from engine.record import match_record
from engine.record.match_record import Proof, parse
from engine.record.notation import format_action
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import play_random, random_rules
from tests.support.wording_views import ENGLISH, EVERY, SHORT_NAMES, people

pytestmark = pytest.mark.dealt_by_chance  # a shuffle is proved again

VECTORS = Path(__file__).parents[3] / "vectors"
SECRET = bytes(range(32))
JOINS = (30, 4)


def proven(decks: int = 3) -> dict[str, Any]:
    """A record that ended in the draw, with the whole chain of its proof."""
    rules = random_rules(random.Random(1), RuleSetId.CLASSIC, months=3)
    shuffles = Shuffles(seed_of(SECRET, JOINS))
    made = Proof(
        seed=shuffles.seed,
        commitments=tuple(shuffles.commitment(each) for each in range(decks)),
        salts=tuple(shuffles.salt(each) for each in range(decks)),
        secret=SECRET,
        secret_commitment=commitment_of(SECRET),
        joins=JOINS,
    )
    seat_deck, *others = (shuffles.deck(each) for each in range(decks))
    return match_record.write(rules, seat_deck, others, (), proof=made)


def of(written: dict[str, Any]) -> proof.Facts:
    return proof.Facts.of(MatchId(12), "koikoi-12", written)


def without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in proven().items() if key not in keys}


def transcript_of(rule_set: RuleSetId, words: Words) -> tuple[str, match_record.Record]:
    rules = random_rules(random.Random(2), rule_set, months=3)
    match = play_random(rules, 2, participants=rules.seats + 1, koikoi=0.6)
    record = parse(match.record())
    shown = replay(record, people(match.participants, SHORT_NAMES))
    return transcript.text(words, transcript.Facts(record, shown)), record


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_log_holds_every_move_once_and_every_card_that_was_dealt(rule_set: RuleSetId, words: Words) -> None:
    """The moves in brackets are the record's actions in order; so are the decks at the end."""
    told, record = transcript_of(rule_set, words)
    moves = re.findall(r"\[(\d+ [^\]]+)\]$", told, re.MULTILINE)
    assert moves == [format_action(action) for action in record.actions]
    assert re.findall(r"^deck \d+: (\w{48})$", told, re.MULTILINE) == [record.seat_deck, *record.decks]
    hands = re.findall(r"\[(\w+)\]$", told, re.MULTILINE)
    assert len(hands) >= record.rules.seats * len(record.decks)
    assert "*" not in told and told.endswith("\n")


def test_a_log_tells_yaku_calculation_and_scores() -> None:
    """The log tells the yaku, how they were counted, the scores after each month, and the winner."""
    told, _ = transcript_of(RuleSetId.ISHOKAI, ENGLISH)
    for expected in ("  Yaku: ", "   Calculation: ", "   Changes: ", "   Scores: ", "  1. ", "Koi-koi! "):
        assert f"\n{expected}" in told
    assert "Watching: " in told


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_whole_chain_is_ticked(words: Words) -> None:
    """Secret, seed and every deck; nothing is left unchecked, and the note fits a message."""
    facts = of(proven())
    assert facts.agrees and facts.unchecked == ()
    assert (facts.secret, facts.seed) == (True, True)
    assert [deck.agrees for deck in facts.decks] == [True] * 3
    told = proof.text(words, facts)
    assert len(told) <= CONTENT
    assert told.count(proof.RIGHT) == 5 and proof.WRONG not in told
    assert all(deck.commitment and f"`{deck.commitment[:12]}`" in told for deck in facts.decks)


def test_what_does_not_agree_is_crossed() -> None:
    """Another card in one deck: that deck alone, and the first line says so."""
    written = proven()
    deck = written["decks"][0]
    written["decks"][0] = deck[1] + deck[0] + deck[2:]
    facts = of(written)
    assert not facts.agrees
    assert [each.agrees for each in facts.decks] == [True, False, True]
    told = proof.text(ENGLISH, facts)
    assert told.splitlines()[1].startswith("Something does not match")
    assert told.count(proof.WRONG) == 1


@pytest.mark.parametrize(
    ("written", "unchecked"),
    [
        (without("joins"), ("seed (no joins)",)),
        (without("secret"), ("secret (no secret)", "seed (no secret)")),
        (without("secret_commitment"), ("secret (no secret_commitment)",)),
        (
            without("seed", "secret"),
            ("secret (no secret)", "seed (no secret, no seed)", "decks and salts 0-2 (no seed)"),
        ),
        (without("commitments"), ("commitments 0-2 (no commitments)",)),
        (
            {**proven(), "commitments": [*proven()["commitments"][:1], None, proven()["commitments"][2]]},
            ("commitments 1 (no commitments)",),
        ),
    ],
)
def test_what_was_not_checked_is_named(written: dict[str, Any], unchecked: tuple[str, ...]) -> None:
    """And for want of what; nothing of it is ticked."""
    facts = of(written)
    assert facts.unchecked == unchecked and facts.agrees
    told = proof.text(ENGLISH, facts)
    assert "not everything could be" in told
    assert all(each in told for each in unchecked)


def test_the_newer_shuffles_are_checked_as_well() -> None:
    """Seed from the line that sealed the secret, later decks from the draws; the file says how both are."""
    written = json.loads((VECTORS / "proof2.json").read_text(encoding="utf-8"))
    facts = proof.Facts.of(MatchId(12), "koikoi-12", written, "https://discord.com/channels/1/2/3")
    assert facts.agrees and facts.unchecked == ()
    told = proof.text(ENGLISH, facts)
    assert "(https://discord.com/channels/1/2/3)" in told and proof.OPEN not in told
    assert told.count(proof.RIGHT) == 2 + len(facts.decks)
    told = proof.file(ENGLISH, facts)
    seal = urlsafe_b64encode(bytes.fromhex(written["secret_commitment"])).decode()[:43]
    assert f"The same in 43 characters: {seal}" in told, "as the line in the channel has it"
    assert "43 characters" not in proof.file(ENGLISH, of(proven())), "version 1 has no such line"
    keyed = re.findall(r"printf %s '([^']+)' \| openssl .* hexkey:(\w{64})", told)
    seed, later = (hmac.digest(bytes.fromhex(key), text.encode(), "sha256") for text, key in keyed)
    assert seed.hex() == written["seed"]
    salt = hmac.digest(later, b"koikoi/2|salt|1", "sha256")[:16]
    assert salt.hex() == written["salts"][1]


def test_a_draw_that_never_ended_leaves_later_decks_unchecked() -> None:
    """Without all draws nobody can compute them: the seat deck alone is ticked."""
    written = json.loads((VECTORS / "proof2.json").read_text(encoding="utf-8"))
    facts = of({**written, "actions": []})
    assert facts.decks[0].agrees and not any(deck.agrees for deck in facts.decks[1:])
    assert all("no draws" in each for each in facts.unchecked) and facts.unchecked


def test_many_decks_still_fit_a_note() -> None:
    """The last decks stand in the file alone if they are too many for a message."""
    facts = of(proven(90))
    assert len(proof.text(ENGLISH, facts)) <= CONTENT
    assert "python -m engine verify" in proof.text(ENGLISH, facts)
    assert proof.file(ENGLISH, facts).count("commitment ") == 90 + 1


def test_what_the_file_says_to_type_gives_what_it_says() -> None:
    """Done with SHA-256 and HMAC of the standard library alone, from the values in the file."""
    told, written = proof.file(ENGLISH, of(proven())), proven()
    secret = re.search(r"printf %s (\w{64}) \| xxd", told)
    assert secret and hashlib.sha256(bytes.fromhex(secret[1])).hexdigest() == written["secret_commitment"]
    keyed = re.search(r"printf %s '([^']+)' \| openssl dgst -sha256 -mac HMAC -macopt hexkey:(\w{64})", told)
    assert (
        keyed and hmac.digest(bytes.fromhex(keyed[2]), keyed[1].encode(), "sha256").hex() == written["seed"]
    )
    decks = re.findall(r"printf %s (\w{32}:\w{48}) \| sha256sum", told)
    assert [hashlib.sha256(each.encode()).hexdigest() for each in decks] == written["commitments"]


def test_a_record_without_a_proof_has_nothing_ticked() -> None:
    """As one that somebody wrote by hand: cards alone prove nothing."""
    facts = of(
        json.loads(
            json.dumps(without("seed", "secret", "secret_commitment", "joins", "salts", "commitments"))
        )
    )
    assert facts.agrees and len(facts.unchecked) == 5
    assert proof.RIGHT not in proof.text(ENGLISH, facts)
    assert replace(facts, secret=False).agrees is False
