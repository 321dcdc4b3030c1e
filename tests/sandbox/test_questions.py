"""The questions to the real Discord: the page's table is the list, and the local Discord names each."""

from __future__ import annotations

import re

from cogs.trial.questions import BY_ID, QUESTIONS, How
from tests.sandbox.compare_report import differences, places_of
from tests.sandbox.question_table import PAGE, written
from tests.test_architecture import modules

NAMED = re.compile(r"Question: ([a-z-]+(?:, [a-z-]+)*)\.")
"""A stand-in in the local Discord names its questions so."""


def test_the_page_has_the_table_of_the_list() -> None:
    """`python -m tests.sandbox.question_table` would change nothing."""
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page)


def test_every_stand_in_names_its_question() -> None:
    """Each question is named in the local Discord, and nothing else is named as one."""
    texts = [path.read_text(encoding="utf-8") for path in modules("bot/sandbox")]
    named = {name for text in texts for found in NAMED.findall(text) for name in found.split(", ")}
    assert named == set(BY_ID)


def test_a_question_has_one_name_and_an_open_one_says_why() -> None:
    """Names are unique; only questions that stay open have a reason."""
    assert len(BY_ID) == len(QUESTIONS)
    assert all((each.how is How.OPEN) == bool(each.why) for each in QUESTIONS)


def test_a_report_is_compared_with_the_local_discord() -> None:
    """Each answer that it does not give, with the lines that make it."""
    nonce, early = BY_ID["nonce"], BY_ID["early-webhook"]
    told = [
        {"id": "nonce", "came": nonce.expected},
        {"id": "early-webhook", "came": "404 10008"},
        {"id": "late-answer", "came": None},
    ]
    (found,) = differences({"questions": told})
    (place,) = places_of(early.id)
    assert found.splitlines()[1:] == [f"  here: {early.expected}", "  came: 404 10008", f"  {place}"]
    assert place.startswith("bot/sandbox/common/stand_ins.py:")
