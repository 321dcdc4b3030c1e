"""The stored practice of a player, and their choice of hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import GuildId
from bot.match.vocabulary import Deck, Hints
from bot.storage.settings import persons
from bot.storage.settings.practice import PRACTISED, Practice, practice
from tests.support.manager_fixture import ANN, BEN, GUILD, running_service
from tests.support.records.world import NAMES, NOW, won, world

pytestmark = pytest.mark.databases


async def test_signs_are_explained_until_some_matches_are_finished(tmp_path: Path) -> None:
    """To strangers and beginners; people who choose how cards look have them so."""
    async with world(tmp_path) as made:
        ann = made.user(NAMES[0])
        with made.store.reading() as tx:
            assert practice(tx, ann) == Practice(hint=True, month_marks=True, deck=Deck.STANDARD, advice=True)
        for _ in range(PRACTISED):
            with made.store.reading() as tx:
                assert practice(tx, ann).hint
            await made.match(NOW, won(NAMES[0], NAMES[1]))
        with made.store.writing() as tx:
            persons.change(tx, ann, NAMES[0], NOW, month_marks=False, deck=Deck.CLEAR.value)
        with made.store.reading() as tx:
            assert practice(tx, ann) == Practice(hint=False, month_marks=False, deck=Deck.CLEAR, advice=True)


async def test_tips_are_chosen_for_good(tmp_path: Path) -> None:
    """Players who want none have none in their first match; players who want them always keep them."""
    async with world(tmp_path) as made:
        ann = made.user(NAMES[0])
        for hints, matches, told in ((Hints.NEVER, 0, False), (Hints.ALWAYS, PRACTISED, True)):
            for _ in range(matches):
                await made.match(NOW, won(NAMES[0], NAMES[1]))
            with made.store.writing() as tx:
                persons.change(tx, ann, NAMES[0], NOW, hints=hints.value)
            with made.store.reading() as tx:
                found = practice(tx, ann)
            assert found.hint is told


async def test_matches_without_a_result_teach_nobody(tmp_path: Path) -> None:
    """The players gave these matches up before everybody had played a card."""
    async with running_service(tmp_path) as service:
        for _ in range(PRACTISED):
            await service.manager.resign(await service.match(ANN, BEN), BEN.user)
        with service.store.reading() as tx:
            assert practice(tx, ANN.user).hint


async def test_a_server_can_leave_hints_to_those_who_want_them_always(tmp_path: Path) -> None:
    """Beginners there have none, strangers either; elsewhere, and in direct messages, nothing changes."""
    async with running_service(tmp_path) as service:
        await service.manager.servers.set(GUILD, "en", None, hints=False)
        for hints, told in ((None, False), (Hints.FIRST, False), (Hints.ALWAYS, True)):
            if hints is not None:
                await service.manager.persons.choose_hints(ANN.user, ANN.name, hints)
            with service.store.reading() as tx:
                here, elsewhere = (practice(tx, ANN.user, each) for each in (GUILD, GuildId(GUILD + 1)))
                assert here.hint is told and not here.advice, "nobody asks for the best move there"
                assert elsewhere.hint and elsewhere.advice
                assert practice(tx, ANN.user).hint
