"""Sealing lines: no match is seen before its line stands and is stored, and no secret is posted twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.errors import LobbyNotReady, NotSealed, StorageError, StorageErrorKind
from bot.ids import MatchId
from bot.match.hosted_match import Change, HostedMatch
from bot.match.shuffles import commitment_of
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import CpuPlayer, Occasion, SealingLine, Status
from bot.service import sealing
from bot.storage import matches
from engine.record import match_record, verify
from engine.rules.options import make_rules
from engine.version import Version
from tests.support.manager_fixture import (
    ANN,
    BEN,
    FIRST_LINE,
    GUILD,
    PLACE,
    Recorder,
    RunningService,
    as_after_a_kill,
    running_service,
)
from tests.support.waiting import until

CLASSIC = make_rules("classic", {"months": 1})


class Slow(Recorder):
    """A recorder whose lines stand only when a test lets them."""

    def __init__(self) -> None:
        super().__init__()
        self.let = asyncio.Event()

    async def seal(self, view: LobbyView) -> SealingLine:
        line = await super().seal(view)
        await self.let.wait()
        return line


class Failing(Recorder):
    """A recorder that fails with these errors first."""

    def __init__(self, *errors: Exception) -> None:
        super().__init__()
        self.errors = list(errors)

    async def seal(self, view: LobbyView) -> SealingLine:
        line = await super().seal(view)
        if self.errors:
            raise self.errors.pop(0)
        return line


async def stored(service: RunningService, match: MatchId) -> HostedMatch:
    """A match as its rows have it."""
    hosted = await service.store.read(matches.load, match)
    assert hosted is not None
    return hosted


async def test_a_lobby_is_sealed_before_anybody_sees_it(tmp_path: Path) -> None:
    """One line with the commitment of its secret; what is published has the line's id, stored."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN)
        [(view, cause)] = service.recorder.published
        assert (cause.occasion, cause.user) == (Occasion.OPENED, ANN.user)
        assert isinstance(view, LobbyView) and view.sealed
        assert view.line == SealingLine(FIRST_LINE, PLACE.channel)
        assert service.recorder.lines == [view.secret_commitment]
        hosted = await stored(service, match)
        assert (hosted.line, hosted.version) == (view.line, Version.CHOICES)
        assert commitment_of(hosted.secret) == view.secret_commitment


async def test_while_the_line_is_awaited_nobody_sees_or_begins_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who opens is not kept waiting for long; presses that guess the number come too early."""
    monkeypatch.setattr(sealing, "WAITED_FOR", 0.05)
    slow = Slow()
    async with running_service(tmp_path, recorder=slow) as service:
        view = await service.manager.open_lobby(PLACE, ANN, CLASSIC)
        assert isinstance(view, LobbyView) and not view.sealed
        await service.manager.join(view.match, BEN)
        with pytest.raises(LobbyNotReady):
            await service.manager.start_match(view.match, ANN.user)
        assert slow.published == []
        slow.let.set()
        await until(lambda: bool(slow.published))
        assert (await service.manager.start_match(view.match, ANN.user)).status is Status.PLAYING


async def test_who_is_invited_and_comes_before_the_line_begins_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rematch may be complete before it is sealed: it begins as soon as it is."""
    monkeypatch.setattr(sealing, "WAITED_FOR", 0.05)
    slow = Slow()
    async with running_service(tmp_path, recorder=slow) as service:
        opened = await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited={BEN.user: "Ben"})
        joined = await service.manager.join(opened.match, BEN)
        assert isinstance(joined, LobbyView)
        slow.let.set()
        await until(lambda: bool(slow.published))
        assert isinstance(slow.published[0][0], MatchView)


async def test_a_line_that_may_stand_is_not_trusted(tmp_path: Path) -> None:
    """A request without an answer may have been done: the next line seals another secret."""
    failing = Failing(TimeoutError(), OSError())
    async with running_service(tmp_path, recorder=failing) as service:
        match = await service.lobby(ANN)
        assert len(failing.lines) == len(set(failing.lines)) == 3
        hosted = await stored(service, match)
        assert hosted.line == SealingLine(FIRST_LINE + 2, PLACE.channel)
        assert commitment_of(hosted.secret) == failing.lines[-1]
        assert len(failing.published) == 1


async def test_where_no_line_can_be_there_is_no_match(tmp_path: Path) -> None:
    """A person who opens is told; the lobby closes unseen, and stands in nobody's way."""
    failing = Failing(NotSealed())
    async with running_service(tmp_path, recorder=failing) as service:
        with pytest.raises(NotSealed):
            await service.manager.open_lobby(PLACE, ANN, CLASSIC)
        assert failing.published == []
        assert await service.manager.live_matches() == []
        assert (await stored(service, MatchId(1))).status is Status.CLOSED
        assert isinstance(await service.manager.open_lobby(PLACE, ANN, CLASSIC), LobbyView)


async def test_a_kill_between_posting_and_storing_throws_the_secret_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line stands and nobody knows of it: another secret is sealed after the start, and used."""
    monkeypatch.setattr(sealing, "WAITED_FOR", 0.05)
    slow = Slow()
    async with running_service(tmp_path, recorder=slow) as service:
        match = (await service.manager.open_lobby(PLACE, ANN, CLASSIC)).match
        before = await stored(service, match)
        assert slow.lines == [commitment_of(before.secret)]
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder, secret=lambda size: b"x" * size) as service:
        await until(lambda: bool(service.recorder.published))
        after = await stored(service, match)
        assert after.secret == b"x" * 32 != before.secret
        assert service.recorder.lines == [commitment_of(after.secret)]
        assert after.line is not None


async def test_a_kill_after_storing_seals_nothing_anew(tmp_path: Path) -> None:
    """A bound secret stays bound."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN)
        before = await stored(service, match)
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        await until(lambda: bool(service.recorder.published))
        assert service.recorder.lines == []
        after = await stored(service, match)
        assert (after.secret, after.line) == (before.secret, before.line)


async def test_an_id_that_cannot_be_stored_is_stored_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line stands, so its secret is kept: storage is waited for, and no second line comes."""
    update, failed = matches.update, list[MatchId]()

    def failing(
        tx: Connection, match: MatchId, before: HostedMatch, change: Change, now: object, **how: object
    ) -> object:
        if change.after.line is not None and before.line is None and len(failed) < 2:
            failed.append(match)
            raise StorageError(StorageErrorKind.LOCKED)
        return update(tx, match, before, change, now, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(matches, "update", failing)
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN)
        assert len(failed) == 2
        assert len(service.recorder.lines) == 1
        assert (await stored(service, match)).line == SealingLine(FIRST_LINE, PLACE.channel)


async def test_against_cpu_players_the_match_waits_for_its_line_and_holds_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored as a lobby, it counts as the match that it becomes: its channel stays free for others."""
    monkeypatch.setattr(sealing, "WAITED_FOR", 0.05)
    slow = Slow()
    async with running_service(tmp_path, recorder=slow) as service:
        await service.manager.servers.set(GUILD, "en", None, tables=1)
        waiting = await service.manager.open_lobby(PLACE, ANN, CLASSIC, cpu=CpuPlayer.EASY)
        assert isinstance(waiting, LobbyView) and not waiting.sealed
        await service.manager.open_lobby(PLACE, BEN, CLASSIC)  # one table a channel, and it is free
        slow.let.set()
        await until(lambda: len(slow.published) > 1)
        seen = await service.manager.view(waiting.match)
        assert isinstance(seen, MatchView) and seen.line is not None


@pytest.mark.outside
@pytest.mark.parametrize("rules", ["classic", "league", "ishokai", "sannin"])
async def test_the_record_of_a_whole_match_is_a_whole_chain(tmp_path: Path, rules: str) -> None:
    """Secret, line, draws, decks: the engine finds no link missing; another line would be found out."""
    async with running_service(tmp_path) as service:
        people = [ANN, BEN] if rules != "sannin" else [ANN]
        if rules == "sannin":
            made = make_rules(rules, {"months": 3})
            match = (await service.manager.open_lobby(PLACE, ANN, made, cpu=CpuPlayer.EASY)).match
        else:
            match = await service.match(*people, rules=rules, months=3)
        await service.draw(match)
        await service.play(match)
        record = await service.manager.record(match)
    assert record["format"] == "koikoi-record/2"
    assert record["message"] == str(FIRST_LINE) and "joins" not in record
    told = verify.verdict(match_record.parse(record))
    assert told.whole, told
    forged = verify.verdict(match_record.parse({**record, "message": str(FIRST_LINE + 1)}))
    assert not forged.whole
