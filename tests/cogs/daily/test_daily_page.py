"""The deal of the day as people play it: in one note, with a list, and on the next day its review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from bot.i18n import Languages
from bot.ids import UserId
from bot.wording import people
from cogs.content.page_id import Page, PagePress, format_page, is_page, parse_page
from engine.record import match_record
from engine.record.verify import checks, unchecked
from tests.support.clocked_bot import CHANNEL, ClockedBot, clocked_bot
from tests.support.e2e.panels import choose, control
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json, buttons, selects

DIGEST = re.compile(r"[0-9a-f]{64}")
READ_BEFORE = "shown here on the day before: `"
DAY = 86_400.0


def offered(note: Json, *actions: str) -> Iterator[PagePress]:
    """Yield the presses on a note of the deal, of these actions."""
    for each in (*buttons(note), *selects(note)):
        if is_page(each["custom_id"]) and not each.get("disabled"):
            press = parse_page(each["custom_id"])
            if press.page is Page.DAILY and press.action in actions:
                yield press


async def opened(player: Player) -> Json:
    """The note that the command brings."""
    return await player.user.answer(await player.user.command("koikoi daily", channel=CHANNEL))


async def tap(player: Player, note: Json, *actions: str) -> Json:
    """Press the first button with one of these actions; the note afterwards."""
    press, *_ = offered(note, *actions)
    before = player.user.message(note["id"])
    await player.user.press(note, custom_id=format_page(press))
    return await player.user.wait_update(note, lambda m: m is not before)


async def fair(player: Player, note: Json) -> str:
    """Press *Fair?*: what the note beside the deal says. The deal has no digits, and stays as it is."""
    assert not DIGEST.findall(note["content"])
    press, *_ = offered(note, "fair")
    told = await player.user.answer(await player.user.press(note, custom_id=format_page(press)))
    assert told["flags"] & 64
    assert told["id"] != note["id"]
    assert (player.user.message(note["id"]) or {}).get("content") == note["content"]
    return str(told["content"])


def is_list(message: Json) -> bool:
    """Whether this is the list of the day, without digits, which leads to a deal of one's own."""
    return not DIGEST.findall(message["content"]) and any(
        each["custom_id"] == "kk0:daily:open" for each in buttons(message)
    )


async def played(player: Player, note: Json) -> Json:
    """Play to the end of the month, the first that is offered each time."""
    while list(offered(note, "move", "pick")):
        note = await tap(player, note, "move", "pick")
    return note


async def test_a_deal_from_its_cover_to_the_review_of_the_next_day(tmp_path: Path) -> None:
    """One note; the list only for who has finished; the review's *Fair?* proves its digest."""
    async with clocked_bot(tmp_path) as here:
        player = await here.player(0)
        cover = await opened(player)
        assert cover["flags"] & 64
        assert not cover["attachments"]
        _, tomorrow = DIGEST.findall(await fair(player, cover))
        hand = await tap(player, cover, "begin")
        assert hand["id"] == cover["id"]
        assert DIGEST.findall(await fair(player, hand))[1] == tomorrow
        assert [each["filename"] for each in hand["attachments"]] == ["hand.png"]
        assert all(is_page(each["custom_id"]) for each in buttons(hand))
        ended = await played(player, hand)
        assert ended["id"] == cover["id"]
        assert DIGEST.findall(await fair(player, ended))[1] == tomorrow
        told = await tap(player, ended, "standings")
        assert "(you)" in told["content"]
        await tap(player, told, "post")
        other = await here.player(1)
        public = await other.user.wait_for(lambda m: not m["flags"] & 64 and is_list(m))
        assert not public["attachments"]
        assert "(you)" not in public["content"]
        outcome = await other.user.press(public, custom_id="kk0:daily:open")
        theirs = await other.user.answer(outcome)
        assert theirs["flags"] & 64
        assert list(offered(theirs, "begin"))
        assert not list(offered(theirs, "standings", "review"))
        half = await tap(other, theirs, "begin")

        await here.clock.move(DAY)
        late = await tap(other, half, "move", "pick")
        assert list(offered(late, "begin")), "the day of what was pressed is over"
        assert READ_BEFORE + tomorrow in await fair(other, late)
        review = await tap(player, await opened(player), "review")
        assert not DIGEST.findall(review["content"]), "nobody has asked"
        shown = await fair(player, review)
        assert "Nobody here opened *Fair?* on the day before" in shown, "it was the first day"
        assert [press.state[0] for press in offered(review, "postreview")] == ["2026-11-22"]
        (secret,) = set(DIGEST.findall(shown)) - {sha256_of(shown)}
        await must_prove(here, player, review, secret)
        await tap(player, review, "postreview")
        await other.user.wait_for(lambda m: not m["flags"] & 64 and m["content"].startswith("**Review of"))
        ended = await played(other, await tap(other, late, "begin"))

        await here.clock.move(DAY)
        review = await tap(other, await opened(other), "review")
        shown = await fair(other, review)
        assert tomorrow == sha256_of(shown)
        assert READ_BEFORE in shown


async def test_a_week_follows_the_deal(tmp_path: Path) -> None:
    """The week takes the place of the deal, and leads back; it tells a deal begun from one not played."""
    async with clocked_bot(tmp_path) as here:
        player = await here.player(0)
        cover = await opened(player)
        assert not list(offered(cover, "week")), "nothing is in it yet"
        ended = await played(player, await tap(player, cover, "begin"))
        assert list(offered(ended, "week"))
        await here.clock.move(DAY)
        week = await tap(player, await opened(player), "week")
        first, today, yesterday, *_ = week["content"].split("\n")
        assert (first, today) == ("**Your week of deals**", "Mon, Nov 23: not played yet")
        assert re.fullmatch(r"Sun, Nov 22: \*\*[^*,]+\*\*", yesterday)
        cover = await tap(player, week, "back")
        assert list(offered(cover, "begin"))
        await tap(player, cover, "begin")
        week = await tap(player, ended, "week")
        assert week["content"].split("\n")[1] == "Mon, Nov 23: not finished yet"


async def test_one_line_is_shared_once(tmp_path: Path) -> None:
    """With the way to a deal of one's own; the note stays, and offers it no more."""
    async with clocked_bot(tmp_path) as here:
        player, other = await here.player(0, "ja"), await here.player(1)
        ended = await played(player, await tap(player, await opened(player), "begin"))
        again = await tap(player, ended, "share")
        assert again["content"] == ended["content"] and not list(offered(again, "share"))
        line = await other.user.wait_for(lambda m: not m["flags"] & 64 and is_list(m))
        assert line["content"].startswith(f"{player.user.name}, deal of the day Nov 22, 2026: **")
        assert "\n" not in line["content"] and not line["attachments"]
        late = await tap(other, await opened(other), "begin")
        assert not list(offered(late, "share"))
        late = await played(other, late)
        await here.clock.move(DAY)
        await other.user.press(late, custom_id=format_page(next(offered(late, "share"))))
        name = people.somebody(Languages.load().pick("en"), other.user.name)
        await player.user.wait_for(lambda m: m["content"].startswith(f"{name}, deal of the day"))
        assert (other.user.message(late["id"]) or {})["content"] == late["content"]


async def must_prove(here: ClockedBot, player: Player, review: Json, secret: str) -> None:
    """The files of a review hold the proof, the own moves, and a record that the engine checks."""
    proof, log, record = [await here.sandbox.fetch(each["url"]) for each in review["attachments"]]
    assert b"secret_commitment" in proof
    assert player.user.name.encode() in log
    found = match_record.loads(record)
    assert all(check.agrees for check in checks(found))
    assert not list(unchecked(found))
    assert secret.encode() in record


def sha256_of(proof: str) -> str:
    """The digest of the secret that the proof of a day names."""
    secret = re.findall(r"printf %s ([0-9a-f]{64})", proof)[0]
    digest = sha256(bytes.fromhex(secret)).hexdigest()
    assert digest in proof
    return digest


async def test_a_hand_in_words_that_asks_before_each_card(tmp_path: Path) -> None:
    """The list, the question and the way back lead through the month; the yaku come beside it."""
    async with clocked_bot(tmp_path) as here:
        player, persons = await here.player(0), here.client.manager.persons
        user = UserId(int(player.user.id))
        await persons.read_texts(user, "Ann", text=True)
        await persons.confirm_plays(user, "Ann", confirm=True)
        note = await tap(player, await opened(player), "begin")
        assert not note["attachments"]
        note = await tap(player, note, "list")
        await player.user.press(note, custom_id=control(note, "yaku"))
        await player.user.wait_for(lambda m: "Yaku in January" in m["content"] and bool(m["flags"] & 64))
        asked = await choose(player, note, "choose", first_line(note))
        assert list(offered(asked, "move"))
        back = await tap(player, asked, "hand")
        assert back["content"] == note["content"], "nothing is played yet"
        note = back
        while lines := list(offered(note, "choose", "move", "pick")):
            if lines[0].action == "choose":
                note = await choose(player, note, "choose", first_line(note))
            else:
                note = await tap(player, note, "move", "pick")
        assert list(offered(note, "standings"))


def first_line(note: Json) -> str:
    """Return the first line of a note's select."""
    return str(selects(note)[0]["options"][0]["value"])
