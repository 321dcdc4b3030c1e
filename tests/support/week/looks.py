"""The person's looks at their phone at the end of the week: each is pressed, read and measured there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from bot.opponents.places import rungs
from bot.wording import people
from cogs.content.custom_id import Verb
from cogs.content.page_id import Page as Note
from cogs.messages.table_rows import OWN_LEVEL
from engine.rules.rule_sets import STANDARD
from tests.support.e2e.e2e_stage import CHANNEL
from tests.support.e2e.lobbies import is_lobby
from tests.support.e2e.scripted_player import presses
from tests.support.sandbox.messages import Json, buttons, text_of
from tests.support.sandbox.user import LOADING
from tests.support.week.days import ALONE, DAYS, MISSED, Week, match_of, page_button
from tests.support.wording_views import ENGLISH

CLIMBED = 4001
"""The secret of a match that is won against the first rung."""
FAULTS = """(shown) => {
  const found = [], room = document.documentElement.clientWidth;
  if (document.querySelector(".picture.broken")) found.push("a picture is broken");
  if (document.documentElement.scrollWidth > room) found.push("the page is wider than the phone");
  for (const each of [shown, ...shown.querySelectorAll("*")]) {
    const { left, right, width, height } = each.getBoundingClientRect();
    if (!width || !height || each.closest(".message-context")) continue;
    if (left < -0.5 || right > room + 0.5) found.push(`beyond the edge: ${each.textContent}`);
    const cuts = getComputedStyle(each).overflowX !== "visible";
    if (cuts && each.scrollWidth > each.clientWidth + 1) found.push(`cut: ${each.textContent}`);
  }
  for (const each of shown.querySelectorAll("img"))
    if (!each.complete || !each.naturalWidth) found.push(`not loaded: ${each.src}`);
  return found;
}"""
"""All that is not whole, or lies beyond the edge, but for the line on what a message answers: an excerpt."""
DECODED = "each => Promise.all([...each.querySelectorAll('img')].map((image) => image.decode()))"


@dataclass(slots=True)
class Looks:
    """A phone of the person, whose looks are kept as pictures in a folder."""

    week: Week
    page: Page
    folder: Path
    taken: int = 0

    def shown(self, message: Json) -> Locator:
        """A message on the phone."""
        return self.page.locator(f'.pane.left .message[data-id="{message["id"]}"]')

    async def use(self, *typed: str, wanted: Callable[[Json], bool] | None = None) -> Json:
        """Write a command, each part finished with Enter, and send it; the message that answers."""
        user, composer = self.week.person.user, self.page.locator(".pane.left .composer")
        known = {each["id"] for each in user.messages()}
        await composer.locator(".composer-text").click()
        for part in typed:
            await self.page.keyboard.type(part)
            row = composer.locator(".listbox-row").first
            await expect(row).to_contain_text(re.compile(re.escape(part.split(":")[-1]), re.IGNORECASE))
            await self.page.keyboard.press("Enter")
        await expect(composer.locator(".command-name")).to_have_text(typed[0])
        await self.page.keyboard.press("Enter")
        wanted = wanted or (lambda each: bool(each["flags"] & 64))
        return await user.wait_for(
            lambda each: each["id"] not in known and not each["flags"] & LOADING and wanted(each)
        )

    async def press(self, message: Json, label: str, *, beside: bool = False) -> Json:
        """Press a button by its label; the message afterwards, or the note that comes `beside` it."""
        user = self.week.person.user
        known, before = {each["id"] for each in user.messages()}, user.message(message["id"])
        await self.shown(message).get_by_role("button", name=label, exact=True).click()
        if not beside:
            return await user.wait_update(message, lambda each: each is not before)
        return await user.wait_for(
            lambda each: each["id"] not in known and each["flags"] & (64 | LOADING) == 64
        )

    async def look(self, name: str, message: Json, text: str = "") -> str:
        """Wait until a message stands on the phone as it is now, and all of it is whole; its text there."""
        shown = self.shown(message)
        for each in buttons(message):
            await expect(shown.locator(f'[data-custom-id="{each["custom_id"]}"]')).to_have_count(1)
        for at, each in enumerate(message["attachments"]):
            await expect(shown.locator(".picture img").nth(at)).to_have_attribute("src", each["url"])
        await expect(shown.locator(".message-content")).to_contain_text(text)
        await shown.evaluate(DECODED)
        await shown.evaluate("each => each.scrollIntoView({ block: 'start' })")
        await self.take(name, shown)
        return await shown.locator(".message-content").inner_text()

    async def take(self, name: str, shown: Locator) -> None:
        """Keep what the phone shows, and a part of it whole; nothing in that part is cut."""
        self.taken += 1
        await self.page.screenshot(path=self.folder / f"{self.taken:02}-{name}.png")
        await shown.screenshot(path=self.folder / f"{self.taken:02}-{name}-whole.png")
        faults = await shown.evaluate(FAULTS)
        assert not faults, (name, faults)


async def look_back(it: Looks) -> None:
    """Live the last day on the phone, and look at all that the coach has made of the week."""
    await look_at_week(it)
    it.week.secrets.chosen = ALONE[DAYS]
    await it.week.play_at_own_level(await it.use("/koikoi play", "months:1", wanted=is_lobby))
    await climb(it)
    await practise(it)
    profile = await it.use("/koikoi profile")
    text = await it.look("profile", profile)
    assert "Rating" in text, text


async def look_at_week(it: Looks) -> None:
    """Play the deal of the day; the week lists its days but the missed one, a Wednesday."""
    cover = await it.use("/koikoi daily")
    await it.look("deal", cover, "Deal of the day")
    ended = await it.week.play_deal(cover)
    await it.look("deal-ended", ended, "the CPU player")
    week = await it.press(ended, "My week")
    lines = (await it.look("week", week, "Your week of deals")).splitlines()
    days = [each for each in lines if re.match(r"\w{3}, Jun \d: ", each)]
    assert len(days) == DAYS - 1 and days[0].startswith("Sun, Jun 9: "), lines
    assert not any(each.startswith("Wed, ") for each in days), (MISSED, lines)
    assert any("Streak: 6 days" in each for each in lines), lines


async def climb(it: Looks) -> None:
    """Choose the first rung of the ladder in a lobby, win, read the review, and go on to the next rung."""
    first = rungs(STANDARD)[0]
    it.week.secrets.chosen = CLIMBED
    lobby = await it.use("/koikoi play", "months:3", wanted=is_lobby)
    await it.look("lobby", lobby, "choose a level")
    await it.shown(lobby).locator(".select").click()
    popover = it.page.locator(".popover")
    await expect(popover.locator(".listbox-row").first).to_contain_text("Rung 1 of 12")
    await it.take("levels", popover)
    own, ladder = (popover.locator(f'[data-value="{each}"]') for each in (OWN_LEVEL, first.value))
    it.week.offers.append(await it.week.own_level())
    likened = people.likened(ENGLISH, it.week.offers[-1], STANDARD)
    assert likened in await own.inner_text()
    await ladder.click()
    result = await it.week.play(match_of(lobby), it.week.person)
    await it.look("result", result, "さくら")
    assert buttons(result)[0]["label"] == "Review"
    await read_review(it, result, "You won in spite of the cards.")
    next_rung = next(each for each in buttons(result) if each.get("label", "").startswith("Next: "))["label"]
    assert "rung 2 of 12" in next_rung
    await it.shown(result).get_by_role("button", name=next_rung, exact=True).click()
    table = await it.week.person.user.wait_for(
        lambda each: bool(presses(each, Verb.HAND)) and "CPU" in text_of(each), channel=CHANNEL
    )
    await it.look("next-rung", table, "CPU")


async def read_review(it: Looks, message: Json, sentence: str) -> None:
    """Open the review of a match: a sentence comes first, on the picture too."""
    review = await it.press(message, "Review", beside=True)
    text = await it.look("review", review, sentence)
    assert text.splitlines()[0].startswith(sentence), text
    assert review["attachments"][0]["description"].startswith(sentence), text_of(review)


async def practise(it: Looks) -> None:
    """Go from a problem of the bot to the own mistake that is due; answer it rightly, and none is left."""
    problem = await it.use("/koikoi problem")
    await it.look("problem", problem)
    answered = await it.press(problem, buttons(problem)[0]["label"])
    await it.look("answered", answered)
    mine = await it.press(answered, "My mistakes", beside=True)
    await it.look("mistake", mine, "My problem")
    best = await it.week.answer_to(mine, right=True)
    right = await it.press(mine, next(each["label"] for each in buttons(mine) if each["custom_id"] == best))
    text = await it.look("mistake-answered", right, "In the match you chose: Koi-Koi")
    assert "It comes back in 10 days" in text or "It comes back in 9 days" in text, text
    await read_review(it, right, "One decision cost you the match: koi-koi in January.")
    nothing = await it.press(right, next(each["label"] for each in buttons(right)))
    await it.look("nothing-due", nothing, "None of your problems is due.")
    assert page_button(nothing, Note.MINE, "answer") is None
