"""Everything that a run sends, held against who holds which card: no hand reaches anybody else, anywhere."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from bot.i18n import Languages
from bot.ids import MatchId
from bot.sandbox.world import events
from bot.sandbox.world.model import Message
from bot.wording.settings import person
from cogs.content.custom_id import Verb, format_press
from engine.cards.deck import format_cards
from tests.support.chaos.knowledge import Knowledge, knowledge, named
from tests.support.chaos.press_log import PressLog
from tests.support.chaos.table_people import Plan, SharedRun, TablePeople
from tests.support.e2e import panels, shown_messages
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.scripted_player import Player, match_presses, presses
from tests.support.sandbox.exchanges import load
from tests.support.sandbox.messages import PUBLIC_FILES
from tests.support.sandbox.user import RefusedError
from tests.support.waiting import until

pytestmark = pytest.mark.outside

WATCH_SECONDS, FIDGET_SECONDS = 0.03, 0.15
"""The pace of those who look, and of those who cannot sit still."""
HANDS = 6
"""The number of hands that must have been seen in each half, however long that takes."""
OFTEN = 3
"""The number with cards to play, of each of two people: a hand of a match that is over tells nothing."""
PUBLIC_VERBS = set(Verb) - {
    Verb.MOVE,
    Verb.PICK,
    Verb.CUT,
    Verb.CHOOSE,
    Verb.LIST,
    Verb.PICTURES,
    Verb.HINT,
}
RUNS = {
    "en": ("en-US", {"ack_seconds": "2.5", "hand_seconds": "2"}),
    "ja": ("ja", {"ack_seconds": "0", "hand_seconds": "2"}),
}
WANTED = re.compile(r"\(needs [^)]*\)|（あと[^）]*）")


@dataclass(frozen=True, slots=True)
class Sent:
    """A message as it was at one moment: who could see it, and all its words."""

    at: float
    audience: int | None
    text: str
    custom_ids: tuple[str, ...]
    files: tuple[str, ...]


def is_hand(sent: Sent) -> bool:
    """Whether a private message is a hand: it has its picture or, in text mode, the row of a hand alone."""
    verbs = {press.verb for press in match_presses(sent.custom_ids)}
    return "hand.png" in sent.files or (not sent.files and Verb.YAKU in verbs)


@dataclass(slots=True)
class Witness:
    """Writes down every message at every change, and every place where a hand lives."""

    here: LoopStage
    sent: list[Sent] = field(default_factory=list)
    hands: int = 0

    def on_event(self, event: events.Event) -> None:
        """A message was made or changed."""
        if isinstance(event, events.MessageCreated | events.MessageUpdated):
            message: Message = event.message
            files = tuple(each.filename for each in message.attachments)
            text = "\n".join([message.content, *(each.description or "" for each in message.attachments)])
            labels = "\n".join(str(each) for each in message.components)
            ids = tuple(shown_messages.custom_ids(message))
            self.sent.append(Sent(time.time(), message.audience, f"{text}\n{labels}", ids, files))

    def shown(self) -> list[Sent]:
        """Every hand at every change."""
        return [sent for sent in self.sent if sent.audience is not None and is_hand(sent)]

    def has_seen(self, number: int) -> bool:
        """Whether this number of hands was shown, some of two people with cards to play, and found again."""
        moves = Counter(
            sent.audience
            for sent in self.shown()
            if any(press.verb is Verb.MOVE for press in match_presses(sent.custom_ids))
        )
        often = [user for user, count in moves.items() if count >= OFTEN]
        texts = [sent for sent in self.shown() if not sent.files]
        return min(len(self.shown()), self.hands) > number and len(often) > 1 and len(texts) >= OFTEN

    async def watch(self) -> None:
        """Look again and again where the hands are."""
        while True:
            for row in ActionLog(self.here.data).hands():
                message = shown_messages.hand_message(self.here.server, row)
                assert message is None or message.audience == row.user, row
                self.hands += 1
            await asyncio.sleep(WATCH_SECONDS)


async def from_list(player: Player, channel: str, verb: Verb) -> None:
    """Press a button of `/koikoi games`, where the list has one by now."""
    await player.user.command("koikoi games", channel=channel)
    listed = [each for each in player.user.ephemerals(channel) if presses(each, Verb.BRING_DOWN)][-1:]
    offered = [press for each in listed for press in presses(each, verb)]
    if offered:
        await player.user.press(listed[0], custom_id=format_press(offered[0]))


async def fidget(here: LoopStage, shared: SharedRun, people: list[tuple[Player, str]]) -> None:
    """Act as people do beside playing: hands closed, opened in every way, pages reloaded, tables moved."""
    chance = random.Random(1)
    for number in itertools.count():
        await shared.gate.wait()
        player, channel = chance.choice(people)
        with suppress(RefusedError, AssertionError):
            match number % 6:
                case 0 | 3:
                    await from_list(player, channel, Verb.HAND)
                case 1:
                    table = [each for each in player.user.public(channel) if presses(each, Verb.HAND)][-1:]
                    await player.tap(table[0], Verb.HAND) if table else None
                case 2:
                    await player.user.dismiss(player.hands[-1]) if player.hands else None
                case 4:
                    await from_list(player, channel, Verb.BRING_DOWN)
                case 5:
                    closed = [each for each in player.user.ephemerals(channel) if presses(each, Verb.HAND)]
                    await player.tap(closed[-1], Verb.HAND) if closed else await player.user.reload()
        await asyncio.sleep(FIDGET_SECONDS)


async def in_text_mode(player: Player) -> None:
    """The hands in text mode name every card in the message, without a picture."""
    words = Languages.load().pick(player.user.locale)
    panel = await panels.choose(player, await panels.opened(player, "koikoi me"), "pick", "deck")
    await player.user.dismiss(await panels.press(player, panel, person.text(words, on=True)))


async def evening(here: LoopStage, witness: Witness, locale: str) -> None:
    """Three tables, people of both languages, one of them in text mode, two restarts."""
    await here.sandbox.control("guild", guild=here.sandbox.guild, preferred_locale=locale)
    languages = ("ja", "en-US", "ja", "en-GB", "en-US")
    players = [await here.player(index, language) for index, language in enumerate(languages)]
    await in_text_mode(players[1])
    shared = SharedRun(PressLog(), ActionLog(here.data), random.Random(2))
    body = {"user": players[0].user.id, "guild": here.sandbox.guild, "name": "alone"}
    alone = (await here.sandbox.post("/client/channels", body))["id"]
    tables = [
        TablePeople(shared, CHANNEL, players[:2], itertools.repeat(Plan("ishokai", 3))),
        TablePeople(shared, "tea-room", players[2:], itertools.repeat(Plan("sannin", 3))),
        TablePeople(shared, alone, players[4:], itertools.repeat(Plan("classic", 1, "normal"))),
    ]
    people = [(player, table.channel) for table in tables for player in table.people]
    shared.gate.set()
    work = [table.play() for table in tables]
    tasks = [asyncio.create_task(each) for each in [*work, witness.watch(), fidget(here, shared, people)]]
    for part in (1, 2):
        await until(partial(seen_or_ended, witness, HANDS * part, tasks), moving=here.moving)
        shared.gate.clear()
        shared.run += 1
        await here.restart()
        shared.gate.set()
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(ended, asyncio.CancelledError), ended


def seen_or_ended(witness: Witness, number: int, tasks: Sequence[asyncio.Task[None]]) -> bool:
    """Whether the witness has seen so much, or somebody plays no more."""
    return witness.has_seen(number) or any(each.done() for each in tasks)


def without_wanted(text: str) -> str:
    """A text without the cards that a yaku still needs: wherever they are, the rules alone name them."""
    return WANTED.sub("", text)


def leaks(sent: Sent, known: dict[MatchId, Knowledge]) -> Iterator[str]:
    """Cards that a message names to people who cannot know them in the match that it is about."""
    about = {press.match for press in match_presses(sent.custom_ids)}
    for match in about & set(known):
        course = known[match]
        if course.around(sent.at)[-1].over:
            continue
        allowed = course.allowed(sent.at, sent.audience)
        for name, cards in named(without_wanted(sent.text)):
            if not cards & allowed:
                yield f"{name} of match {match} to {sent.audience or 'all'}: {sent.text}"


@pytest.mark.parametrize("language", list(RUNS))
async def test_no_hand_reaches_anybody_else(tmp_path: Path, language: str) -> None:
    """Public words, alt texts, file names, custom ids, the log, and what each player sees of others."""
    locale, settings = RUNS[language]
    data = tmp_path / "data"
    async with stage(data, server_language=locale.split("-")[0], **settings) as here:
        witness = Witness(here)
        here.server.world.subscribe(witness.on_event)
        await evening(here, witness, locale)
    # Only now is the last press stored and shown.
    log = "\n".join(line.text for line in here.server.log.after(0))
    action_log = ActionLog(data)
    matches = [match for match, rows in action_log.actions().items() if rows]
    known = {match: await knowledge(action_log, match) for match in matches}
    assert [leak for sent in witness.sent for leak in leaks(sent, known)] == []
    assert list(named(log)) == []
    public = [sent for sent in witness.sent if sent.audience is None]
    for sent in public:
        assert set(sent.files) <= PUBLIC_FILES
        assert {press.verb for press in match_presses(sent.custom_ids)} <= PUBLIC_VERBS
    exchanges = load(data.with_name("data-exchanges.jsonl"))
    everything = (
        log + "".join(sent.text for sent in public) + str([each for each in exchanges if is_public(each)])
    )
    for course in known.values():
        for moment in course.moments:
            for hand in moment.hands.values():
                letters = format_cards(hand)
                assert len(hand) < 4 or letters not in everything, letters
    enough(witness, known)


def is_public(exchange: object) -> bool:
    """Whether an exchange made or changed what everybody sees."""
    assert isinstance(exchange, dict)
    return str(exchange["route"]).split(" ")[1].startswith("/channels/")


def enough(witness: Witness, known: dict[MatchId, Knowledge]) -> None:
    """The run was one in which something could have leaked, and the sieve would have caught it."""
    hands = witness.shown()
    assert witness.has_seen(HANDS * 2)
    caught = [sent for sent in hands if list(leaks(dataclasses.replace(sent, audience=None), known))]
    # Some hands show a month's end, or what the whole table may see; nearly every deal has others.
    assert len(caught) * 4 > len(hands), "a hand shown to all would not be noticed"
    assert len({sent.audience for sent in caught}) > 1
    assert any(not sent.files for sent in caught), "a hand in words shown to all would not be noticed"
