"""The people who may invite: players choose for themselves, and a refused person learns no more than that."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from bot.errors import OtherUnwilling, Unwelcome
from bot.i18n import LOCALES, Languages
from bot.match.vocabulary import Challenges
from bot.storage.database.schema import blocks
from bot.wording import notes
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, BEN, CAT, PLACE, RunningService

pytestmark = pytest.mark.databases


async def invite(service: RunningService) -> None:
    """Ann opens a table for Ben and Cat; it is closed at once."""
    lobby = await service.manager.open_lobby(PLACE, ANN, make_rules("sannin"), invited=[BEN.user, CAT.user])
    await service.manager.leave(lobby.match, ANN.user)


async def test_who_takes_no_invitation_gets_none(service: RunningService) -> None:
    """From anybody, until they take them again; an open table they join all the same."""
    persons = service.manager.persons
    await invite(service)
    await persons.take_challenges(CAT.user, "Cat", Challenges.NONE)
    with pytest.raises(OtherUnwilling) as told:
        await invite(service)
    assert told.value.user == CAT.user
    lobby = await service.manager.open_lobby(PLACE, ANN, make_rules("classic"))
    await service.manager.join(lobby.match, CAT)
    await service.manager.leave(lobby.match, CAT.user)
    await persons.take_challenges(CAT.user, "Cat", Challenges.ALL)
    await service.manager.leave(lobby.match, ANN.user)
    await invite(service)


async def test_one_person_can_be_blocked(service: RunningService) -> None:
    """Others still invite, and so does the one who has blocked; twice is once; it can be taken back."""
    persons = service.manager.persons
    for _ in range(2):
        await persons.block(BEN.user, "Ben", {ANN.user: None, BEN.user: "Ben"})
    assert await persons.blocked(BEN.user) == (ANN.user,)
    with pytest.raises(OtherUnwilling):
        await invite(service)
    for host, guest in ((CAT, BEN), (BEN, ANN)):
        lobby = await service.manager.open_lobby(PLACE, host, make_rules("classic"), invited=[guest.user])
        await service.manager.leave(lobby.match, host.user)
    await persons.unblock(BEN.user, [ANN.user])
    await invite(service)


async def test_who_is_blocked_sits_down_at_no_open_table_of_theirs(service: RunningService) -> None:
    """Nor at one where their blocker sits. Others join; the one who has blocked joins theirs."""
    manager = service.manager
    await manager.persons.block(BEN.user, "Ben", {ANN.user: None})
    await manager.persons.take_challenges(CAT.user, "Cat", Challenges.NONE)
    for host, guests in ((BEN, []), (CAT, [BEN])):
        lobby = await manager.open_lobby(PLACE, host, make_rules("sannin"))
        for guest in guests:
            await manager.join(lobby.match, guest)
        with pytest.raises(Unwelcome):
            await manager.join(lobby.match, ANN)
        await manager.leave(lobby.match, BEN.user)
    await manager.join(lobby.match, ANN)
    await manager.leave(lobby.match, ANN.user)
    await manager.leave(lobby.match, CAT.user)
    lobby = await manager.open_lobby(PLACE, ANN, make_rules("sannin"))
    await manager.join(lobby.match, BEN)


async def test_an_invitation_is_never_refused(service: RunningService) -> None:
    """A person who invites somebody wants to play with them, and so does a person who accepts beside them."""
    manager = service.manager
    for one in (BEN, ANN):
        await manager.persons.block(one.user, one.name, {CAT.user: None})
    lobby = await manager.open_lobby(PLACE, ANN, make_rules("sannin"), invited=[BEN.user, CAT.user])
    await manager.join(lobby.match, BEN)
    await manager.join(lobby.match, CAT)


async def test_blocks_go_with_either_person(service: RunningService) -> None:
    """Nothing is left of one who deletes themself, on neither side."""
    persons = service.manager.persons
    await persons.block(BEN.user, "Ben", {ANN.user: "Ann"})
    await persons.block(ANN.user, "Ann", {CAT.user: "Cat"})
    await service.manager.forget(ANN.user)
    with service.store.reading() as tx:
        assert tx.execute(sa.select(blocks)).all() == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_refusal_says_no_more_than_that(service: RunningService, locale: str) -> None:
    """Equal words whether they take no invitation, have blocked the inviter, or are barred here."""
    words = Languages.load().pick(locale)
    said = notes.error(words, OtherUnwilling(BEN.user))
    assert f"<@{BEN.user}>" in said
    refused = notes.error(words, Unwelcome())
    hurtful = ("block", "ブロック", "차단", "barred", "禁止", "<@")
    assert not [each for each in hurtful[:-1] if each in said]
    assert not [each for each in hurtful if each in refused]


async def test_a_language_is_remembered_until_it_is_taken_back(service: RunningService) -> None:
    """In memory for every answer, from the rows after a start, and gone with the person."""
    persons = service.manager.persons
    await persons.speak(ANN.user, "Ann", "ja")
    await persons.speak(BEN.user, "Ben", "en")
    assert persons.language(ANN.user) == "ja"
    await persons.load()
    assert (persons.language(ANN.user), persons.language(CAT.user)) == ("ja", None)
    await persons.speak(BEN.user, "Ben", None)
    assert persons.language(BEN.user) is None
    await service.manager.forget(ANN.user)
    assert persons.language(ANN.user) is None
