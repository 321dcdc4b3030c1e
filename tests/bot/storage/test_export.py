"""The export that somebody gets who asks for all that is stored about them."""

from __future__ import annotations

import json
from datetime import timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId
from bot.match import own_problems as own
from bot.match.decisions import Decision, PlayersReview
from bot.match.problems import ProblemId
from bot.match.vocabulary import MadeBy
from bot.opponents.confirming import Confirmed
from bot.service.watch.match_time import utc_now
from bot.storage import actions, own_problems, problems
from bot.storage.database.schema import metadata, people
from bot.storage.hands import HandRow, PressRow
from bot.storage.privacy.export import FORMAT
from cogs.settings.person.me import FILE, MOST_BYTES, paper_of
from engine.record.notation import parse_move
from engine.rules.actions import Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import PLACE, RunningService, running_service
from tests.support.traces import somebody

pytestmark = pytest.mark.databases

ANN, BEN, CAT = somebody(1, "Ann"), somebody(2, "Ben"), somebody(3, "Cat")
SCHEMA = json.loads(files("bot").joinpath("legal", "export.schema.json").read_text(encoding="utf-8"))
SHARED = {
    "guilds": "a server's",
    "seasons": "a server's",
    "daily_deals": "a server's",
    "rare_yaku": "a server's",
    "messages": "everybody's",
    "clocks": "a match's",
    "beats": "the bot's",
    "jobs": "the bot's",
    "results": "told with a match's result",
    "logs": "told as actions",
    "old_actions": "told as actions",
}
"""Tables that hold no row of one person's alone, or that are told under another name."""
TOLD = {
    "people": "person",
    "matches": "matches",
    "participants": "matches",
    "invitations": "invitations",
    "openings": "openings",
    "arenas": "arenas",
    "arena_people": "arenas",
    "daily_plays": "daily",
    "daily_streaks": "daily_streaks",
    "problems": "problems",
    "own_problems": "own_problems",
    "problem_work": "problem_work",
    "judged": "matches",
    "actions": "matches",
    "agreements": "matches",
    "wishes": "matches",
    "hands": "hands",
    "presses": "presses",
    "result_players": "matches",
    "result_yaku": "matches",
    "blocks": "blocked",
    "bars": "bars",
    "kept": "kept",
    "audit": "changes",
    "standings": "standings",
    "overall": "overall_ratings",
}
"""The places of each table's rows in an export."""


def must_fit(found: dict[str, Any]) -> None:
    """An export is what its schema says, after a journey through a file."""
    read = json.loads(paper_of(found).content)
    checker = Draft202012Validator(SCHEMA, format_checker=FormatChecker())
    assert [error.message for error in checker.iter_errors(read)] == []


async def a_life(service: RunningService) -> None:
    """Ann has finished a match, plays one, watches, waits, is invited, has set something."""
    await service.play(await service.match(ANN, BEN, months=3))
    live = await service.match(ANN, CAT)
    for _ in range(6):
        await service.move(live)
    await service.lobby(ANN, BEN)
    await service.manager.open_lobby(PLACE, CAT, make_rules("sannin"), invited=(ANN.user, BEN.user))
    at = utc_now() + timedelta(minutes=10)
    for who in (ANN, CAT):
        await service.store.hands.save(HandRow(live, who.user, f"token of {who.name}", "@original", at, "ja"))
        await service.store.presses.save(PressRow(live, who.user, f"token of {who.name}", at, "ja"))
    await service.manager.persons.set_zone(ANN.user, "Ann", "Asia/Tokyo")
    await service.store.write(_own_problem)
    for number, right in ((9, True), (2, True), (9, False)):
        which = ProblemId(RuleSetId.CLASSIC, number)
        await service.store.write(problems.answer, ANN, which, utc_now(), right=right)


def _own_problem(tx: Connection) -> None:
    """Both players of the first match have a decision of theirs confirmed, which took five seconds."""
    moves = [
        Decision(number, 1, Player(number), parse_move("O"), parse_move("Z"), 1.0) for number in range(2)
    ]
    own_problems.ask(tx, MatchId(1), [PlayersReview((each,), 0.0, 0.0) for each in moves])
    choices = own.loads("O 0.0 Z 1.5")
    while (one := own_problems.waiting(tx, utc_now())) is not None:
        own_problems.enter(tx, one, Confirmed(choices, by_match=False, seconds=5.0), utc_now())


async def test_it_is_what_its_schema_says(tmp_path: Path) -> None:
    """For somebody with much stored, with little, and with nothing."""
    Draft202012Validator.check_schema(SCHEMA)
    async with running_service(tmp_path) as service:
        await a_life(service)
        for who in (ANN, BEN, CAT, somebody(9)):
            must_fit(await service.manager.persons.export(who.user))


async def test_it_holds_what_is_theirs(tmp_path: Path) -> None:
    """Every kind of row that a life leaves."""
    async with running_service(tmp_path) as service:
        await a_life(service)
        found = await service.manager.persons.export(ANN.user)
    assert found["format"] == FORMAT
    assert found["discord_id"] == str(ANN.user)
    assert found["person"]["time_zone"] == "Asia/Tokyo"
    finished, live, lobby = found["matches"]
    assert finished["result"]["place"] in {1, 2}
    assert finished["result"]["rating"] is not None
    assert finished["agreements"]
    assert [each["status"] for each in found["matches"]] == ["over", "playing", "lobby"]
    assert [each["host"] for each in found["matches"]] == [True, True, True]
    assert live["actions"]
    assert lobby["actions"] == []
    assert lobby["join_id"] == str(ANN.join_id)
    assert len(found["invitations"]) == 1
    assert found["hands"][0]["token_stored"]
    assert {row["period"][0] for row in found["standings"]} == {"a", "m", "s"}
    assert found["overall_ratings"][0]["rated"] == 1
    (mine,) = found["own_problems"]
    assert (mine["match"], mine["state"], mine["choices"]) == (1, "kept", "O 0.0000 Z 1.5000")
    assert found["problem_work"]["seconds"] == 5
    (answers,) = found["problems"]
    assert answers == {"rules": "classic", "answered": [2, 9], "solved": 2, "streak": 2, "best": 2}


async def test_it_holds_nothing_of_others(tmp_path: Path) -> None:
    """No id, no name, no move and no key of anybody else; not their own key either."""
    async with running_service(tmp_path) as service:
        await a_life(service)
        text = json.dumps(await service.manager.persons.export(ANN.user))
        for other in (BEN, CAT):
            assert str(other.user) not in text
            assert str(other.join_id) not in text
            assert other.name not in text
        assert "token of" not in text
        with service.store.reading() as tx:
            others = sa.select(people.c.id).where(people.c.discord != ANN.user)
            numbers = [str(number) for number in tx.execute(others).scalars()]
        assert not any(number in text for number in numbers)


async def test_every_move_of_theirs_is_in_it_packed_or_not(tmp_path: Path) -> None:
    """The log as one piece tells the same as its rows."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=1)
        await service.play(match)
        with service.store.reading() as tx:
            made = actions.of_match(tx, match)
        before = (await service.manager.persons.export(ANN.user))["matches"][0]["actions"]
        theirs = [one.n for one in made if one.participant == 0 and one.made_by is MadeBy.USER]
        assert [each["n"] for each in before] == theirs
        with service.store.writing() as tx:
            actions.pack(tx, match)
        after = (await service.manager.persons.export(ANN.user))["matches"][0]["actions"]
        assert after == before


async def test_nothing_is_left_after_a_deletion(tmp_path: Path) -> None:
    """A forgotten person gets an empty export."""
    async with running_service(tmp_path) as service:
        await a_life(service)
        await service.manager.forget(ANN.user)
        found = await service.manager.persons.export(ANN.user)
        must_fit(found)
        assert found["person"] is None
        assert not any(found[name] for name in set(TOLD.values()) - {"person"})


async def test_a_match_of_a_server_that_left_is_told_without_it(tmp_path: Path) -> None:
    """The match's server and channel are known no more."""
    async with running_service(tmp_path) as service:
        await service.play(await service.match(ANN, BEN, months=3))
        await service.manager._deletion.server(GuildId(1))
        found = await service.manager.persons.export(ANN.user)
        must_fit(found)
        (match,) = found["matches"]
        assert (match["server"], match["channel"]) == (None, None)


def test_every_table_is_told_or_is_nobody_s() -> None:
    """A new table must be named here: as told in the export, or as one that holds nothing of one person's."""
    assert set(metadata.tables) == {*TOLD, *SHARED}
    assert set(TOLD.values()) <= set(SCHEMA["properties"])


def test_a_large_export_is_packed() -> None:
    """Discord takes ten mebibytes."""
    small = paper_of({"format": FORMAT})
    assert (small.name, json.loads(small.content)) == (FILE, {"format": FORMAT})
    large = paper_of({"matches": ["x" * MOST_BYTES]})
    assert large.name == f"{FILE}.zip"
    assert len(large.content) < MOST_BYTES
