"""The files and animations of a finished match."""

from __future__ import annotations

from functools import partial

import discord
import structlog

from bot.errors import NoFinishedMatch, TooManyRequests
from bot.i18n import Words
from bot.ids import MatchId
from bot.match.finished import Moment, Replay
from bot.screens.finished import proof
from bot.screens.finished import replay as replay_screen
from bot.wording import buttons, months
from bot.wording.finished import keepsakes as wording
from cogs.content.controls import Button, Option, Rows, Select
from cogs.content.custom_id import BadCustomId, number
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.page_id import PagePress
from cogs.finished import files, kept_id
from cogs.finished.kept_id import FILES, PICK, STOP, VERIFY
from cogs.hosting.match_access import viewer_of
from cogs.hosting.services import Services
from cogs.messages.answer import ORIGINAL, Answer, heavy_work
from cogs.platform.discord_errors import unless_gone
from images.scene.table import ReplayScene

log = structlog.stdlib.get_logger(__name__)

MOST_OPTIONS = 25
"""Of a select."""
LONGEST_WAIT = 120.0
"""Seconds for which an animation is waited for once it is its turn; its token lives longer."""
PICTURE = "month.gif"


class Keepsakes:
    """Answers every press that asks for something to be kept."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId, NoFinishedMatch, MatchNotOver, StorageError."""
        match press.action, [number(each) for each in press.state]:
            case (action, [match]) if action == FILES:
                await self.files(answer, MatchId(match))
            case (action, [match]) if action == VERIFY:
                await self.verify(answer, MatchId(match))
            case (action, [match]) if action == STOP:
                await self._stop(answer)
            case (action, [match]) if action == PICK:
                await self.animation(answer, MatchId(match), number(answer.chosen or ""))
            case _:
                raise BadCustomId(press)

    @heavy_work
    async def files(self, answer: Answer, match: MatchId) -> None:
        """Log and record of a match, as files. Raises as `pressed`."""
        viewer = await viewer_of(self._services, answer, match)
        found, shown = await self._services.finished.replay(match, viewer)
        words = answer.words
        run = self._services.heavy.run
        papers = (await run(files.log, words, found, shown), await run(files.record, found))
        told = files.told(words, found, wording.files(words, match, files.name(match)))
        fair = Button(words.say(buttons.SHUFFLES), kept_id.verify(match))
        rows = (*_months(words, match, shown), (fair,))
        await answer.note(RenderedMessage(MessageContent(told, rows), documents=papers))

    @heavy_work
    async def verify(self, answer: Answer, match: MatchId) -> None:
        """Answer with the verdict on its shuffles, and the proof and the record as files.

        Raises as `pressed`.
        """
        found = await self._services.finished.match(match, await viewer_of(self._services, answer, match))
        run = self._services.heavy.run
        facts = await run(files.proven, found)
        papers = (await run(files.shuffles, answer.words, facts), await run(files.record, found))
        told = files.told(answer.words, found, proof.text(answer.words, facts))
        await answer.note(RenderedMessage(MessageContent(told), documents=papers))

    @heavy_work
    async def animation(self, answer: Answer, match: MatchId, deal: int) -> None:
        """Show a deal as an animation: first that it is being drawn, then in place of that the picture.

        Raises as `pressed`; NoFinishedMatch also where there is no such deal.
        """
        words, viewer = answer.words, await viewer_of(self._services, answer, match)
        _, shown = await self._services.finished.replay(match, viewer)
        facts = replay_screen.Facts(shown)
        try:
            scene = await self._services.heavy.run(replay_screen.month_scene, words, facts, deal)
        except ValueError as error:
            raise NoFinishedMatch from error
        stop = Button(words.say(buttons.CANCEL), kept_id.stop(match))
        sent, target = await answer.private(
            RenderedMessage(MessageContent(words.say(wording.BEING_DRAWN), ((stop,),)))
        )
        try:
            drawn = await self._drawn(answer, sent, scene)
        except TimeoutError:
            told = (await answer.worded(TooManyRequests())).content
            await _put(answer, target, RenderedMessage(MessageContent(told)))
            return
        if drawn is None:
            await _take_away(answer, target)
            return
        content = MessageContent(
            replay_screen.month_text(words, facts, deal),
            scene=scene,
            alt=replay_screen.month_alt(words, facts, deal),
            file=PICTURE,
        )
        await _put(answer, target, RenderedMessage(content, drawn))

    async def _drawn(self, answer: Answer, sent: discord.Message | None, scene: ReplayScene) -> bytes | None:
        """The animation for a message; None where nobody waits for it any more.

        Raises TimeoutError where it is not drawn in time.
        """
        animations, began = self._services.presenter.animations, self._services.clock.monotonic()
        async with self._services.clock.timeout(LONGEST_WAIT):
            drawn = await animations.draw_on(answer.user, sent.id if sent else answer.interaction.id, scene)
        took = round((self._services.clock.monotonic() - began) * 1000)
        log.info("animation", steps=len(scene.frames), bytes=len(drawn or b""), ms=took)
        return drawn

    async def _stop(self, answer: Answer) -> None:
        """Nobody waits for the animation on this message any more; the message goes."""
        if answer.pressed is not None:
            self._services.presenter.animations.leave(answer.user, answer.pressed.id)
        await answer.acknowledge()
        if answer.on_private_message:
            with unless_gone():
                await answer.interaction.delete_original_response()


def _months(words: Words, match: MatchId, shown: Replay) -> Rows:
    """A select of the months that can be had as an animation; the last ones where there are many."""
    dealt = {step.seen.deal: step.seen.month for step in shown.steps if step.moment is Moment.TABLE}
    options = tuple(
        Option(months.in_match(words, shown.rules, month), str(deal), words("Deck {n}", n=deal))
        for deal, month in dealt.items()
    )
    if not options:
        return ()
    press = kept_id.pick(match)
    return ((Select(words.say(wording.ANIMATION), press, options[-MOST_OPTIONS:]),),)


async def _take_away(answer: Answer, target: str) -> None:
    """Take a private message away that the same interaction has sent, unless it is gone."""
    with unless_gone():
        if target == ORIGINAL:
            await answer.interaction.delete_original_response()
        else:
            await answer.interaction.followup.delete_message(int(target))


async def _put(answer: Answer, target: str, message: RenderedMessage) -> None:
    """Show this in place of a private message that the same interaction has sent, unless it is gone."""
    with unless_gone():
        interaction = answer.interaction
        if target == ORIGINAL:
            await message.edit(interaction.client, interaction.edit_original_response)
        else:
            await message.edit(interaction.client, partial(interaction.followup.edit_message, int(target)))
