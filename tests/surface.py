"""The size of what people meet, measured: `python -m tests.surface`.

Counts commands, strings and words, then lets scripted people open the bot's screens in the local Discord, in
each language, and measures every message in Chromium at 390 x 844: its controls, lines and height in px. It
prints a table for `tests/README.md`.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.pofile import read_po
from playwright.async_api import Page

from bot.i18n import ENGLISH, catalogue_file
from bot.match.lessons import SCENES, TO_THE_DECISION, Step
from cogs.arenas.terms import OPEN
from cogs.content.arena_state import Action
from cogs.content.custom_id import Verb, format_press
from cogs.content.page_id import Page as PageName
from cogs.content.page_id import PagePress, format_page, is_page, parse_page
from cogs.lessons import lesson_rows
from engine.rules.actions import Shobu
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.lobbies import open_lobby
from tests.support.e2e.phone import phone
from tests.support.e2e.scripted_player import MOVES, Player, play_until, presses
from tests.support.sandbox.fonts import page_fonts
from tests.support.sandbox.messages import Json, buttons, selects

LOCALES = ("en-US", "ja", "ko")
PAGES = ("help", "yaku", "games", "leaderboard", "profile", "daily", "problem", "settings", "me")
"""The commands whose answer is a page, but for those of a match and of an arena."""
DECODED = "each => Promise.all([...each.querySelectorAll('img')].map((image) => image.decode()))"


@dataclass(slots=True)
class Seen:
    """A message on the phone: its height, and what can be pressed and read."""

    height: int
    buttons: int
    selects: int
    lines: int


@dataclass(slots=True)
class Looks:
    """The looks of one person in their language, by the names of the screens."""

    here: LoopStage
    page: Page
    player: Player
    seen: dict[str, Seen] = field(default_factory=dict)

    async def look(self, name: str, message: Json) -> Json:
        """Measure a message as it stands; of several of one name the tallest counts."""
        shown = self.page.locator(f'.pane.left .message[data-id="{message["id"]}"]')
        for each in buttons(message):
            await shown.locator(f'[data-custom-id="{each.get("custom_id", "")}"]').first.wait_for()
        await shown.evaluate(DECODED)
        height = await shown.evaluate("each => Math.ceil(each.getBoundingClientRect().height)")
        lines = len([line for line in message["content"].splitlines() if line])
        found = Seen(height, len(buttons(message)), len(selects(message)), lines)
        if name not in self.seen or self.seen[name].height < height:
            self.seen[name] = found
        return message

    async def use(self, command: str, **options: object) -> Json:
        """Give a command; the answer."""
        outcome = await self.player.user.command(command, channel=CHANNEL, options=options)
        return await self.player.user.answer(outcome)

    async def press(self, message: Json, custom_id: str, *, beside: bool = False) -> Json:
        """Press a button; the message afterwards, or the note that comes `beside` it."""
        user = self.player.user
        before = user.message(message["id"])
        outcome = await user.press(message, custom_id=custom_id)
        if beside:
            return await user.answer(outcome)
        return await user.wait_update(message, lambda each: each is not before)

    async def on_hand(self, verb: Verb) -> Json:
        """Press a button of the hand; the note that answers."""
        return await self.player.user.answer(await self.player.tap(self.player.hand, verb))


def on_page(message: Json, action: str) -> str:
    """Return the custom id of the first control of a page that does this."""
    ids = (each["custom_id"] for each in buttons(message) if is_page(each.get("custom_id", "")))
    found: str = next(each for each in ids if parse_page(each).action == action)
    return found


def pressing(message: Json, verb: Verb) -> str:
    """Return the custom id of the first button with this verb."""
    return format_press(presses(message, verb)[0])


async def tutorial(it: Looks) -> None:
    """Go through all steps up to both ends."""
    page = await it.use("koikoi help")
    opens = buttons(page)[0]["custom_id"]
    note = await it.press(page, opens, beside=True)
    for step, following in zip(TO_THE_DECISION, (*TO_THE_DECISION[1:], Step.WON), strict=True):
        await it.look("tutorial", note)
        wanted = SCENES[step].wanted
        on = (lesson_rows.AT, following.value) if wanted is None else (lesson_rows.CARD, step.value)
        state = on[1:] if wanted is None else (step.value, wanted.letter)
        note = await it.press(note, format_page(PagePress(PageName.LESSON, on[0], state)))
    await it.look("tutorial", note)


async def match(it: Looks) -> None:
    """Play a match of six months against the CPU, and look at all that it shows and leaves."""
    player = it.player
    lobby = await it.look("lobby", await open_lobby(player, months=6))
    note = await player.user.answer(await player.tap(lobby, Verb.RULES))
    await it.look("rules of a lobby", note)
    (levels, *_) = selects(lobby)
    easy = next(each["value"] for each in levels["options"] if "easy" in each["value"])
    await player.user.select(lobby, [easy], custom_id=levels["custom_id"])
    await player.hand_with(*MOVES)
    await it.here.rest()
    await it.look("hand", player.hand)
    await it.look("table", table_of(player))
    await it.look("More", await it.on_hand(Verb.MORE))
    await it.look("yaku in a match", await it.on_hand(Verb.YAKU))
    while not results(player):
        await play_until([player], lambda: bool(results(player)) or new(it) is not None)
        await it.here.rest()
        if (name := new(it)) is not None:
            await it.look(name, player.hand)
            await it.look(f"{name}, table", table_of(player))
    (result,) = results(player)
    await it.look("Result", result)
    for each in player.user.public():
        await it.look(f"left {each['id']}", each)
    left = [it.seen.pop(name) for name in [*it.seen] if name.startswith("left ")]
    it.seen["public messages of a match"] = Seen(
        sum(each.height for each in left), 0, 0, sum(each.lines for each in left)
    )
    await it.look("Review of a first match", await it.press(result, on_page(result, "open"), beside=True))


async def pages(it: Looks) -> None:
    """Look at the answers of the other commands."""
    for name in PAGES:
        await it.look(name, await it.use(f"koikoi {name}"))
    await it.look("matches", await it.use("koikoi replay"))
    await it.look("replay", await it.use("koikoi replay", match="1"))
    problem = await it.use("koikoi problem")
    await it.look("problem, answered", await it.press(problem, buttons(problem)[0]["custom_id"]))


async def arena(it: Looks) -> None:
    """Open an arena of one's own."""
    preview = await it.look("arena, preview", await it.use("koikoi arena", rules="classic"))
    await it.press(preview, on_page(preview, OPEN))
    wanted: Callable[[Json], bool] = lambda each: any(  # noqa: E731
        found["filename"] == "arena.png" for found in each["attachments"]
    )
    standing = await it.player.user.wait_for(wanted)
    await it.here.rest()
    standing = await it.look("arena", it.player.user.message(standing["id"]) or standing)
    await it.look("arena, More", await it.press(standing, on_page(standing, Action.WORDS), beside=True))


def new(it: Looks) -> str | None:
    """Return what the hand shows for the first time: a decision, the end of a month; None for neither."""
    found = presses(it.player.hand)
    name = "decision" if any(isinstance(each.move, Shobu) for each in found) else None
    name = "month's end" if any(each.verb is Verb.NEXT for each in found) else name
    return None if name in it.seen else name


def results(player: Player) -> list[Json]:
    """Return the results in the channel."""
    return [each for each in player.user.public() if presses(each, Verb.REMATCH)]


def table_of(player: Player) -> Json:
    """Return the table."""
    return next(each for each in reversed(player.user.public()) if presses(each, Verb.MORE))


SCENES_SEEN: tuple[Callable[[Looks], Awaitable[None]], ...] = (tutorial, match, pages, arena)


async def measured(locale: str) -> dict[str, Seen]:
    """Return the screens as somebody sees them in a language."""
    with tempfile.TemporaryDirectory() as folder:
        async with stage(Path(folder) / "data", None, False, None, page_fonts()) as here:
            player, other = await here.player(0, locale), await here.player(1, locale)
            async with phone(here, Path(folder), (player.user, other.user)) as shown:
                it = Looks(here, shown.page, player)
                for each in SCENES_SEEN:
                    await each(it)
    return it.seen


async def commands() -> tuple[int, int, int]:
    """Return how many commands, parameters of them and entries of menus there are."""
    with tempfile.TemporaryDirectory() as folder:
        async with stage(Path(folder) / "data") as here:
            found = await (await here.player(0)).user.commands(CHANNEL)
            await here.rest()
    group = [each for each in found if each["type"] == 1]
    each_command = [one for top in group for one in top.get("options", [])]
    parameters = sum(len(one.get("options", [])) for one in each_command)
    return len(each_command), parameters, len(found) - len(group)


def strings() -> tuple[int, int]:
    """Return how many strings there are, and how many words in English."""
    with catalogue_file(ENGLISH).open("rb") as file:
        ids = [each.id for each in read_po(file, locale=ENGLISH) if each.id]
    texts = [each if isinstance(each, str) else each[-1] for each in ids]
    read = (re.sub(r"\{[^}]*\}", "", each) for each in texts)
    return len(texts), sum(len(re.findall(r"[^\W\d_]+(?:['\u2019]\w+)?", each)) for each in read)


async def main() -> list[str]:
    """Return the lines of the tables."""
    number, parameters, menus = await commands()
    said, words = strings()
    lines = [
        f"{number} commands with {parameters} parameters, {menus} entries in the menu of a name; "
        f"{said} strings, {words} English words.",
        "",
        "| screen | buttons, lists | lines | px en | ja | ko |",
        "|---|---|---|---|---|---|",
    ]
    seen = [await measured(locale) for locale in LOCALES]
    screens = {name: found for each in reversed(seen) for name, found in each.items()}
    for name, found in screens.items():
        heights = " | ".join(str(each[name].height) if name in each else "" for each in seen)
        lines.append(f"| {name} | {found.buttons}, {found.selects} | {found.lines} | {heights} |")
    return lines


if __name__ == "__main__":
    print("\n".join(asyncio.run(main())))
