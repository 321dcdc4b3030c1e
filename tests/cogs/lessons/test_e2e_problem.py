"""`/koikoi problem` in the local Discord: asked, answered, counted once, shared, exported and deleted."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from bot.i18n import Languages
from bot.ids import UserId
from bot.match import problems as rows
from bot.match.problems import ProblemId
from bot.storage import problems as answers_of
from bot.wording import buttons as labels
from bot.wording import own_problems
from bot.wording import problems as wording
from cogs import problem_rows
from cogs.content.page_id import parse_page
from engine.rules.rule_sets import STANDARD, RuleSetId
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, Stage, stage
from tests.support.e2e.panels import press
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json, buttons

WORDS = Languages.load().pick("en")


async def asked(player: Player, channel: str = CHANNEL, **options: object) -> Json:
    """A problem, for nobody else to see, with its picture."""
    outcome = await player.user.command("koikoi problem", channel=channel, options=options)
    assert not outcome.failed
    note = await player.user.answer(outcome)
    assert note["flags"] & 64
    return note


def choices(note: Json) -> list[str]:
    """The custom ids of a problem's choices."""
    found = [each["custom_id"] for each in buttons(note)]
    return [each for each in found if parse_page(each).action == problem_rows.ANSWER]


def which(note: Json) -> ProblemId:
    """Return the problem that a note shows."""
    return problem_rows.read(parse_page(buttons(note)[0]["custom_id"])).which


async def answered(player: Player, note: Json, *, right: bool) -> Json:
    """Give the best answer, or another one; the note afterwards."""
    before = player.user.message(note["id"])
    places = list(range(len(choices(note))))
    best = rows.numbered(which(note)).best
    place = best if right else next(each for each in places if each != best)
    await player.user.press(note, custom_id=choices(note)[place])
    return await player.user.wait_update(note, lambda m: m is not before)


async def standing(here: LoopStage, player: Player) -> tuple[int, int, int]:
    """Return the stored counts of a player: solved, streak, best."""
    assert here.bot.client is not None
    done = await here.bot.client.store.read(answers_of.of, UserId(int(player.user.id)), STANDARD)
    return done.solved, done.streak, done.best


def stored(here: Stage) -> int:
    """Return the number of rows about problems."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        return int(database.execute("SELECT count(*) FROM problems").fetchone()[0])


async def test_the_first_answer_to_each_problem_counts_also_after_a_restart(tmp_path: Path) -> None:
    """Right and wrong answers make a streak; a second one to the same problem changes nothing."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        note = await asked(player)
        assert which(note) == ProblemId(STANDARD, 1)
        assert 2 <= len(choices(note)) <= rows.MOST_CHOICES
        assert note["attachments"][0]["description"]
        assert stored(here) == 0
        again = await asked(player)
        await here.restart()
        note = await answered(player, note, right=True)
        assert wording.verdict(WORDS, right=True) in note["content"]
        assert await standing(here, player) == (1, 1, 1)
        again = await answered(player, again, right=False)
        assert WORDS.say(wording.COUNTS_NO_MORE) in again["content"]
        assert await standing(here, player) == (1, 1, 1)
        mine = next(each for each in buttons(note) if each["label"] == WORDS.say(own_problems.BUTTON))
        told = await player.user.answer(await player.user.press(note, custom_id=mine["custom_id"]))
        assert told["content"] == WORDS.say(own_problems.NONE) and told["id"] != note["id"]
        note = await press(player, note, WORDS.say(wording.NEXT_BUTTON))
        assert which(note).number == 2
        note = await answered(player, note, right=False)
        assert wording.verdict(WORDS, right=False) in note["content"]
        assert await standing(here, player) == (1, 0, 1)
        last = len(rows.problems(RuleSetId.SANNIN))
        other = await asked(player, rules="sannin", number=last)
        assert which(other) == ProblemId(RuleSetId.SANNIN, last)
        refused = await asked(player, rules="sannin", number=last + 1)
        assert refused["content"] == wording.none_such(WORDS, last + 1, last)
        await here.must_be_clean()


def may_share(note: Json) -> bool:
    """Whether *Share*, or *Share my result*, can be pressed."""
    either = [WORDS.say(label) for label in (labels.SHARE, labels.SHARE_RESULT)]
    (share,) = [each for each in buttons(note) if each["label"] in either]
    return not share.get("disabled")


async def test_how_a_problem_went_is_shared_in_one_line(tmp_path: Path) -> None:
    """Right or wrong, without a picture and without the answer; an answer that did not count asks again."""
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1, "ja")
        name = player.user.name

        async def line(number: int, *, right: bool, counted: bool = True) -> Json:
            note = await answered(player, await asked(player, number=number), right=right)
            before = {each["id"] for each in other.user.public(CHANNEL)}
            note = await press(player, note, WORDS.say(labels.SHARE_RESULT if counted else labels.SHARE))
            assert not may_share(note) and wording.verdict(WORDS, right=right) in note["content"]
            shown = await other.user.wait_for(lambda m: m["id"] not in before and not m["flags"] & 64)
            assert [parse_page(each["custom_id"]).action for each in buttons(shown)] == [problem_rows.OPEN]
            return shown

        right, wrong = [await line(n, right=n == 1) for n in (1, 2)]
        again = await line(1, right=True, counted=False)
        assert right["content"] == wording.shared_answer(WORDS, name, STANDARD, 1, streak=1)
        assert wrong["content"] == wording.shared_answer(WORDS, name, STANDARD, 2, streak=None)
        assert not right["attachments"] and not wrong["attachments"]
        assert wording.shared(WORDS, name) in again["content"] and again["attachments"]
        await here.must_be_clean()


async def test_a_shared_problem_tells_no_answer_and_is_solved_in_private(tmp_path: Path) -> None:
    """Once for a message; *Solve it* opens it in private. In direct messages there is no *Share*."""
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1, "ja")
        note = await press(player, await asked(player, number=4), WORDS.say(labels.SHARE))
        assert not may_share(note) and choices(note)
        (shown,) = [each for each in other.user.public(CHANNEL) if each["attachments"]]
        assert wording.RIGHT not in shown["content"]
        assert [parse_page(each["custom_id"]).action for each in buttons(shown)] == [problem_rows.OPEN]
        solved = await other.user.answer(
            await other.user.press(shown, custom_id=buttons(shown)[0]["custom_id"])
        )
        assert which(solved) == ProblemId(STANDARD, 4)
        assert solved["flags"] & 64
        alone = await asked(player, player.user.direct)
        assert len(buttons(alone)) == len(choices(alone))
        await here.must_be_clean()
