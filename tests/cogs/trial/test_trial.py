"""A whole trial on the local Discord: every question gets its stand-in, and nothing is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox.common.settings import RateProfile
from cogs.trial.course import function_of
from cogs.trial.journal import Journal
from cogs.trial.questions import QUESTIONS, How, Question
from tests.support.sandbox.exchanges import findings, load
from tests.support.trial import Stage, person, stage

LIMITS = {each.id for each in QUESTIONS if each.id.endswith("-limit") and each.how is not How.OPEN} - {
    "size-limit"
}
"""Questions about the numbers of rate limits, which are wide open in most tests."""
LATE = "late-answer"


@pytest.mark.parametrize(
    "question", [each for each in QUESTIONS if each.how is not How.OPEN], ids=lambda each: each.id
)
def test_a_function_asks_every_question(question: Question) -> None:
    """One, named as the question is."""
    assert function_of(question).__name__ == question.id.replace("-", "_")


def tokens_die(stage: Stage) -> None:
    """Let the tokens of all presses die as soon as the trial waits for that."""

    def hear(line: str) -> None:
        if "dies in" in line:
            for each in stage.server.world.interactions.values():
                each.token_seconds = 0

    stage.on_line = hear


async def test_every_question_gets_its_stand_in(tmp_path: Path) -> None:
    """Question by question, in requests as Discord's document has them.

    What was made is gone, but for the old message that was there before.
    """
    wanted = [each for each in QUESTIONS if each.id not in LIMITS | {LATE}]
    async with stage(tmp_path, tmp_path / "record", heartbeat_seconds=2.0) as here, person(here):
        here.old_message()
        tokens_die(here)
        report = await here.hold(*(each.id for each in wanted))
        assert {
            each.question.id: each.came or each.why for each in report.findings if each.question in wanted
        } == {each.id: each.why or each.expected for each in wanted}
        assert (report.trouble, report.left) == ("", 0)
        assert here.left == (1, 0)
        assert Journal(tmp_path).empty
    seen = load(tmp_path / "record")
    assert len(seen) > 150
    assert not list(findings(seen))


@pytest.mark.outside
async def test_the_limits_are_those_of_the_stand_ins(tmp_path: Path) -> None:
    """As the headers tell them, with the limits on."""
    async with stage(tmp_path, rate_profile=RateProfile.REALISTIC) as here, person(here):
        report = await here.hold(*LIMITS)
        came = {each.question.id: each.came for each in report.findings if each.question.id in LIMITS}
        assert came == {each.id: each.expected for each in QUESTIONS if each.id in LIMITS}


async def test_an_answer_comes_too_late(tmp_path: Path) -> None:
    """The press fails on the person's screen before it is answered."""
    async with stage(tmp_path, ack_seconds=0.2) as here, person(here):
        report = await here.hold(LATE)
        (found,) = [each for each in report.findings if each.question.id == LATE]
        assert found.came == found.question.expected
