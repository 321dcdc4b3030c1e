"""The notes of the deal of the day: pages of its list, and what proves it, in every language."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from bot.i18n import LOCALES, Languages
from bot.match.daily import Made, Review, Standing, Standings, Today
from bot.match.decisions import Decision, PlayersReview
from bot.match.vocabulary import CpuPlayer
from bot.screens import daily as screen
from bot.wording import daily as wording
from bot.wording import numbers
from engine.rules.actions import KoiKoi, Player, Shobu
from engine.rules.options import Rules, make_rules

RULES = make_rules("classic", {"months": 1})
SECRET = bytes(range(32))
DIGEST, NEXT = sha256(SECRET).hexdigest(), sha256(b"next").hexdigest()
HEX = re.compile(r"[0-9a-f]{12}")
PEOPLE = 45
OWN = 44


def standings(*, over: bool = False, announced: bool = True, name: str = "Player {n}") -> Standings:
    """A list of three pages; its reader is the last but one."""
    rows = tuple(
        Standing(n, name.format(n=n), 23 - n, own=n == OWN, hidden=False) for n in range(1, PEOPLE + 1)
    )
    return Standings("2026-11-24", over, RULES, rows, PEOPLE, announced, DIGEST)


def review(**changes: str) -> Review:
    """A day that is over, on which its reader has lost something by going on."""
    dear = Decision(7, 1, Player(0), KoiKoi(), Shobu(), 3.25)
    return Review(standings(over=True, **changes), SECRET.hex(), {}, PlayersReview((dear,), 0.0, 0.0))  # type: ignore[arg-type]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_list_is_turned_in_pages_of_twenty(locale: str) -> None:
    """Everybody stands on one page, the reader on each; no page shows digits before somebody asks."""
    words, facts = Languages.load().pick(locale), standings()
    assert screen.pages(facts) == 3
    told = [screen.standings(words, facts, page) for page in (1, 2, 3)]
    for n in range(1, PEOPLE + 1):
        assert sum(f"**{n}** Player {n}" in text for text in told) == (3 if n == OWN else 1)
    assert not any(HEX.search(text) for text in told)
    empty = Standings("2026-11-24", False, RULES, (), 0, True, DIGEST)
    assert screen.pages(empty) == 1
    assert screen.standings(words, empty, 1)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_shared_is_one_line_that_praises_where_there_is_something_to_praise(locale: str) -> None:
    """With how many are behind, and the streak, from two days on; however long the name is."""
    words = Languages.load().pick(locale)
    alone = Made("2026-11-24", RULES, 6, better_than=0, others=3, streak=1)
    best = Made("2026-11-24", RULES, 6, better_than=7, others=9, streak=12)
    pair = Made("2026-11-24", RULES, -3, better_than=1, others=1, streak=2)
    plain, full, two = [screen.shared(words, made, "X" * 32) for made in (alone, best, pair)]
    assert full.startswith(plain) and len(full) < 300
    assert all("\n" not in line and "X" * 32 in line for line in (plain, full, two))
    assert wording.better(words, 7, 9) in full and wording.in_succession(words, 12) in full
    assert wording.better(words, 1, 1) in two and numbers.MINUS in two


@pytest.mark.parametrize("locale", LOCALES)
def test_a_streak_is_told_before_and_after_the_deal_with_its_rule(locale: str) -> None:
    """The text names the streak, if any."""
    words = Languages.load().pick(locale)
    ends_at = datetime(2026, 11, 25, tzinfo=UTC)
    facts = ("2026-11-24", ends_at, RULES, CpuPlayer.NORMAL, DIGEST, True, NEXT)
    for streak in (0, 1, 12):
        for points in (None, 6):
            told = Today(*facts, begun=3, finished=2, earlier=None, view=None, points=points, streak=streak)
            said = screen.cover(words, told) if points is None else screen.above(words, told)
            assert (wording.streak(words, max(1, streak)) in said) is (streak > 0)


def test_what_a_deal_came_to_is_said_as_it_was() -> None:
    """The lead over the CPU player; where losers pay, what was won or paid."""
    words, ends_at = Languages.load().pick("en"), datetime(2026, 11, 25, tzinfo=UTC)

    def told(rules: Rules, points: int) -> str:
        facts = ("2026-11-24", ends_at, rules, CpuPlayer.NORMAL, DIGEST, True, NEXT)
        said = screen.above(words, Today(*facts, begun=3, finished=2, earlier=None, view=None, points=points))
        assert said.startswith("**Deal of the day: Nov 24, 2026. ") and said.endswith("**")
        return said.split("2026. ")[1].removesuffix("**")

    paid = make_rules("ishokai", {"months": 1})
    assert not RULES.losers_pay and paid.losers_pay
    assert told(RULES, -1) == "You are 1 point behind the CPU player."
    assert told(RULES, 6) == "You are 6 points ahead of the CPU player."
    assert told(RULES, 0) == told(paid, 0) == "You and the CPU player are level."
    assert told(paid, -6) == f"It brought you {numbers.MINUS}6 mon."


@pytest.mark.parametrize("locale", LOCALES)
def test_a_review_fits_however_long_the_names_are_and_its_proof_is_whole(locale: str) -> None:
    """Secret, digest and what to type are in *Fair?* in full, and not in the review before somebody asks."""
    words = Languages.load().pick(locale)
    for name in ("Player {n}", "_*_*_*_*_*_*_*_*_*_*_*_*_*_*{n:04}"):
        said = screen.review(words, review(name=name), 1)
        assert len(said) <= 2000
        assert not HEX.search(said)
        proof = screen.proof(words, review(name=name))
        assert len(proof) <= 2000
        assert proof.count(SECRET.hex()) == 2 and DIGEST in proof
    assert f"{numbers.MINUS}3.2" in screen.review(words, review(), 1)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_deck_that_nobody_was_told_of_is_called_so(locale: str) -> None:
    """In *Fair?* of the day and afterwards. It shows both digests in full, the cover none."""
    words = Languages.load().pick(locale)

    def today(*, announced: bool) -> Today:
        ends_at = datetime(2026, 11, 25, tzinfo=UTC)
        facts = ("2026-11-24", ends_at, RULES, CpuPlayer.NORMAL, DIGEST, announced, NEXT)
        return Today(*facts, begun=3, finished=2, earlier=None, view=None, points=None)

    read, unread = (screen.fair(words, today(announced=each)) for each in (True, False))
    assert read != unread
    assert all(digest in note for note in (read, unread) for digest in (DIGEST, NEXT))
    assert not HEX.search(screen.cover(words, today(announced=True)))
    first, later = [
        screen.proof(words, Review(standings(over=True, announced=each), SECRET.hex(), {}, None))
        for each in (False, True)
    ]
    assert first != later
