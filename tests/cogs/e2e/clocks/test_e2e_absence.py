"""Somebody stops pressing: safe moves, claims, CPU players in their seat, and coming back, in the sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import Words
from bot.wording import notes
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, stage, table_of
from tests.support.e2e.match_of_two import asks_for_a_card
from tests.support.e2e.panels import my_hand
from tests.support.e2e.scripted_player import MOVES, Player, play_on, presses
from tests.support.sandbox.messages import Json
from tests.support.wording_views import ENGLISH, JAPANESE

TURN, BANK, REST = 120, 300, 60
CHOICES = {Verb.ASK_CLAIM, Verb.STAND_IN}


def verbs(message: Json) -> set[Verb]:
    """Return the verbs under a message."""
    return {press.verb for press in presses(message)}


def reminds(message: Json, player: Player, words: Words) -> bool:
    """Whether a message reminds a player of their turn in a language."""
    said = words(
        "{player}, it is your turn. Your time runs out {when}.", player=player.user.mention, when="|"
    )
    first, last = said.split("|")
    return str(message["content"]).startswith(first) and str(message["content"]).endswith(last)


async def mover_among(here: LoopStage, players: list[Player]) -> Player:
    """Return the player who is asked for a card, everybody's screen at rest; press what comes before it."""
    while True:
        await here.rest()
        asked = [player for player in players if player.hands and asks_for_a_card(player)]
        if asked and all(player.hands for player in players):
            return asked[0]
        for player in players:
            await player.move()


async def go_round(here: LoopStage, absent: Player, others: list[Player]) -> None:
    """Everybody but one plays on until that one is asked; a month that ends meanwhile is left behind."""
    while not presses(absent.hand, *MOVES):
        for player in others:
            await player.move()
        await here.rest()
        if Verb.NEXT in verbs(absent.hand):
            await here.pass_time(REST + 1)


async def into_a_month(here: LoopStage, player: Player) -> None:
    """A month that has ended meanwhile is left behind: a CPU player stops when it has a yaku."""
    await here.rest()
    while Verb.NEXT in verbs(player.hand):
        await player.move()
        await here.pass_time(REST + 1)


async def somebody_away(here: LoopStage, players: list[Player]) -> tuple[Player, list[Player]]:
    """The player to move first plays a turn, then nothing until they are away; they and the others."""
    absent = await mover_among(here, players)
    others = [player for player in players if player is not absent]
    while presses(absent.hand, *MOVES):
        await absent.move()
        await here.rest()
    await go_round(here, absent, others)
    await here.pass_time(TURN + BANK + 1)
    await go_round(here, absent, others)
    await here.pass_time(TURN + 1)
    return absent, others


@pytest.mark.outside
@pytest.mark.parametrize(("locale", "words"), [("en-US", ENGLISH), ("ja", JAPANESE)])
async def test_who_never_presses_is_played_for_once_then_the_match_may_be_ended(
    tmp_path: Path, locale: str, words: Words
) -> None:
    """A safe move that is told, then a choice for the opponent; nothing is won of who never played a card."""
    async with stage(tmp_path) as here:
        players = [await here.player(index, locale) for index in range(2)]
        await begin(*players, months=3)
        absent = await mover_among(here, players)
        (other,) = [player for player in players if player is not absent]
        before = absent.hand
        await here.pass_time((TURN + BANK) / 2 + 1)
        reminder = await other.user.wait_for(lambda m: reminds(m, absent, words))
        assert words("-# Time ran out, so the bot moved for you.") not in absent.hand["content"]
        await here.pass_time((TURN + BANK) / 2 + 1)
        await other.user.wait_gone(reminder)
        assert absent.hand["content"].startswith(words("-# Time ran out, so the bot moved for you."))
        assert presses(absent.hand, Verb.MOVE) != presses(before, Verb.MOVE)
        assert "time ran out: the bot moved for them." in table_of(other)["content"]
        assert not verbs(other.hand) & CHOICES
        await go_round(here, absent, [other])
        await here.pass_time(TURN / 2 + 1)
        await here.pass_time(TURN / 2 + 1)
        assert not [message for message in other.user.public() if reminds(message, absent, words)]
        assert "is away. Opponents may end the match without a result" in table_of(other)["content"]
        assert "is away" in table_of(other)["attachments"][0]["description"]
        assert verbs(table_of(other)) == {Verb.HAND, Verb.MORE}
        assert verbs(other.hand) >= CHOICES and Verb.COME_BACK in verbs(absent.hand)
        question = await other.user.answer(await other.tap(other.hand, Verb.ASK_CLAIM))
        assert verbs(question) == {Verb.CLAIM, Verb.CANCEL}
        assert question["content"] == notes.claim_question(words, winnable=False)
        await other.tap(question, Verb.CLAIM)
        ended = await other.user.wait_update(question, lambda m: not m["components"])
        assert ended["content"] == words("It has ended, without a result.")
        await here.rest()
        last = [message["content"] for message in other.user.public()]
        assert [line for line in last if "stayed away before everybody had played" in line]
        offered = [press.verb for message in other.user.public() for press in presses(message)]
        assert offered == [Verb.LOG]  # and the replay, a page of its own
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize(("locale", "words"), [("en-US", ENGLISH), ("ja", JAPANESE)])
async def test_who_stops_pressing_loses_to_a_claim(tmp_path: Path, locale: str, words: Words) -> None:
    """The opponent is asked again before they win."""
    async with stage(tmp_path) as here:
        players = [await here.player(index, locale) for index in range(2)]
        await begin(*players, months=3)
        _, (other,) = await somebody_away(here, players)
        assert "is away. Opponents may claim the win" in table_of(other)["content"]
        question = await other.user.answer(await other.tap(other.hand, Verb.ASK_CLAIM))
        assert verbs(question) == {Verb.CLAIM, Verb.CANCEL}
        assert question["content"] == notes.claim_question(words, winnable=True)
        await other.tap(question, Verb.CLAIM)
        result = await other.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert "stayed away: the win was claimed." in result["content"]
        claimed = await other.user.wait_update(question, lambda m: not m["components"])
        assert claimed["content"] == words("You have claimed the win.")
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("back", [True, False])
async def test_a_stand_in_plays_until_the_player_is_back(tmp_path: Path, back: bool) -> None:
    """The result is rated if they came back; else it says that a CPU player played, and nobody wins."""
    async with stage(tmp_path) as here:
        players = [await here.player(0), await here.player(1, "ja")]
        await begin(*players, months=3)
        absent, (other,) = await somebody_away(here, players)
        await other.tap(other.hand, Verb.STAND_IN)
        await into_a_month(here, other)
        assert "CPU Hato plays for" in table_of(other)["content"]
        assert not verbs(other.hand) & CHOICES and verbs(other.hand) & {Verb.NEXT, *MOVES}
        assert Verb.COME_BACK in verbs(absent.hand)
        if back:
            await absent.tap(absent.hand, Verb.COME_BACK)
            await here.rest()
            assert "plays for" not in table_of(other)["content"]
            assert f"{absent.user.name} is back." in table_of(other)["content"].splitlines()
            assert Verb.COME_BACK not in verbs(absent.hand)
            await go_round(here, absent, [other])
            assert await absent.move()
            await here.rest()
            assert "is back" not in table_of(other)["content"]
        quitting = await other.user.answer(await other.user.command("koikoi resign", channel=CHANNEL))
        await other.tap(quitting, Verb.RESIGN)
        result = await other.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert ("Rating:" in result["content"]) is back
        assert ("Unrated: a CPU player played for an absent" in result["content"]) is not back
        assert ("Nobody wins the match" in result["content"]) is not back
        await here.must_be_clean()


@pytest.mark.outside
async def test_an_absent_player_plays_on_without_a_button(tmp_path: Path) -> None:
    """A card that they press at last is played; nobody may claim any more, and is told so kindly."""
    async with stage(tmp_path) as here:
        players = [await here.player(0), await here.player(1)]
        await begin(*players, months=3)
        absent, (other,) = await somebody_away(here, players)
        question = await other.user.answer(await other.tap(other.hand, Verb.ASK_CLAIM))
        while presses(absent.hand, *MOVES):
            await absent.move()
            await here.rest()
        assert "is away" not in table_of(other)["content"]
        assert not verbs(other.hand) & CHOICES
        late = await other.tap(question, Verb.CLAIM)
        assert not late.failed
        await other.user.wait_for(lambda m: m["content"] == ENGLISH("Nobody is away: the match goes on."))
        await play_on(players)
        await here.must_be_clean()


@pytest.mark.outside
async def test_in_sannin_both_opponents_have_to_claim(tmp_path: Path) -> None:
    """One wish is told, and is not enough; a watcher's press is answered with a note."""
    async with stage(tmp_path) as here:
        players = [await here.player(0), await here.player(1, "ja"), await here.player(2)]
        await begin(*players, rules="sannin", months=3)
        absent, (first, second) = await somebody_away(here, players)
        for claimant, others in ((first, second), (second, first)):
            asked = await claimant.tap(claimant.hand, Verb.ASK_CLAIM)
            question = await claimant.user.answer(asked)
            await claimant.tap(question, Verb.CLAIM)
            if claimant is first:
                await here.rest()
                assert "Claims the win:" in table_of(others)["content"]
                assert Verb.ASK_CLAIM not in verbs(first.hand)
                assert Verb.ASK_CLAIM in verbs(second.hand)
        result = await absent.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert "stayed away: the win was claimed." in result["content"]
        await here.must_be_clean()


@pytest.mark.outside
async def test_more_offers_the_same_and_the_note_becomes_the_hand(tmp_path: Path) -> None:
    """Under *More* of the table, for whom the hand is out of sight; afterwards there is one hand."""
    async with stage(tmp_path) as here:
        players = [await here.player(0), await here.player(1)]
        await begin(*players, months=3)
        absent, (other,) = await somebody_away(here, players)
        more = await other.user.answer(await other.tap(table_of(other), Verb.MORE))
        assert verbs(more) >= CHOICES
        await other.tap(more, Verb.STAND_IN)
        await other.user.wait_until(lambda: len(other.hands) == 1)
        await into_a_month(here, other)
        more = await absent.user.answer(await absent.tap(table_of(absent), Verb.MORE))
        assert Verb.COME_BACK in verbs(more)
        await absent.tap(more, Verb.COME_BACK)
        await absent.user.wait_until(lambda: len(absent.hands) == 1)
        await into_a_month(here, other)
        again = await absent.tap(table_of(absent), Verb.MORE)
        assert Verb.COME_BACK not in verbs(await absent.user.answer(again))
        assert await my_hand(other)
        await here.must_be_clean()
