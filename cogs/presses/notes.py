"""Presses that are answered by a Note: yaku, more, shuffles, log, another match."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

import discord

from bot.errors import NoSuchMatch, NotInMatch
from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, Status
from bot.opponents import places
from bot.screens import score_sheet
from bot.screens.notes import about_match
from bot.screens.notes import unseen as not_seen
from bot.storage.records import profiles
from bot.storage.settings.practice import practice
from bot.wording import buttons, notes
from bot.wording.lessons import hint
from cogs.content.controls import Button, Rows, Style
from cogs.content.custom_id import BadCustomId, Press, Verb
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.pictures import Urgency
from cogs.finished.kept import Keepsakes
from cogs.hosting.repost import repost
from cogs.hosting.services import Services
from cogs.hosting.start_table import opened
from cogs.lessons import sheets
from cogs.lessons.sheets import About, Sheet, SheetPage
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.failures import say
from cogs.messages.hand_rows import absence_rows
from cogs.messages.table_rows import rung_button


async def yaku(services: Services, answer: Answer, press: Press) -> None:
    """Show the sheet of the yaku: a player theirs of the month in play, others what everybody sees."""
    view = await services.manager.view(press.match)
    await answer.note(
        await sheets.shown(services, answer, SheetPage(Sheet.YAKU, view.match), About(view.rules, view))
    )


async def more(services: Services, answer: Answer, press: Press) -> None:
    """Show what has no button on the table or the hand. Raises NoSuchMatch."""
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView):
        raise NoSuchMatch
    facts = about_match.Facts.of(view, answer.user)
    likes = await services.store.read(practice, answer.user, view.place.guild)
    below = more_rows(answer.words, facts, advised=likes.advice and not view.at_stake)
    await answer.note(RenderedMessage(MessageContent(about_match.more(answer.words, facts), below)))


async def shuffles(services: Services, answer: Answer, press: Press) -> None:
    """Show what proves the shuffles: all of it, once the match is over. Raises NoSuchMatch."""
    if await _is_over(services, press):
        await Keepsakes(services).verify(answer, press.match)
        return
    await say(answer, about_match.shuffles(answer.words, await _about(services, answer, press)))


async def unseen(services: Services, answer: Answer, press: Press) -> None:
    """Count the cards that a player has not seen. Raises NoSuchMatch, NotInMatch."""
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView):
        raise NoSuchMatch
    if view.seat_of(answer.user) is None:
        raise NotInMatch
    await say(answer, not_seen.text(answer.words, not_seen.Facts.of(view, answer.user)))


async def log(services: Services, answer: Answer, press: Press) -> None:
    """Show the months that have ended; of a match that is over, every move, as a file. Raises NoSuchMatch."""
    if await _is_over(services, press):
        await Keepsakes(services).files(answer, press.match)
        return
    told = about_match.log(answer.words, await _about(services, answer, press))
    fair = Button(answer.words.say(buttons.SHUFFLES), Press(press.match, Verb.SHUFFLES))
    await answer.note(RenderedMessage(MessageContent(told, ((fair,),))))


@heavy_work
async def scores(services: Services, answer: Answer, press: Press) -> None:
    """Show the score sheet, in words to somebody whose hands are texts. Raises NoSuchMatch."""
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView):
        raise NoSuchMatch
    facts, row = score_sheet.Facts.of(view), await services.manager.persons.get(answer.user)
    if row is not None and row.text_mode:
        await say(answer, score_sheet.in_words(answer.words, facts))
        return
    content = MessageContent(
        score_sheet.text(answer.words, facts),
        scene=score_sheet.scene(answer.words, facts),
        alt=score_sheet.alt(answer.words, facts),
        file="scores.png",
    )
    await answer.note(await render(content, services.presenter.pictures, Urgency.PRESS))


async def move_down(services: Services, answer: Answer, press: Press) -> None:
    """Post the table again, for somebody who takes part. Raises NotInMatch, NoSuchMatch."""
    view = await services.manager.view(press.match)
    if not any(one.user == answer.user for one in view.people):
        raise NotInMatch
    if view.status not in {Status.LOBBY, Status.PLAYING}:
        raise NoSuchMatch
    await answer.instead(RenderedMessage(MessageContent(await repost(services, answer, view))))


async def cancel(services: Services, answer: Answer, press: Press) -> None:
    """Put the Note away."""
    await _put_away(answer)


async def _put_away(answer: Answer) -> None:
    """Remove the Note. On a public message the original response would be that message: it stays."""
    await answer.acknowledge()
    if answer.on_private_message:
        with suppress(discord.NotFound):  # pressed twice
            await answer.interaction.delete_original_response()
        answer.let_go()


async def rematch(services: Services, answer: Answer, press: Press) -> None:
    """Play again by the same rules with the same people, once all who took part have pressed.

    Raises NotInMatch, UserBusy, ChannelBusy, StorageError.
    """
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView) or view.participant_of(answer.user) is None:
        raise NotInMatch
    again = services.manager.rematches.again
    await opened(
        services,
        answer,
        lambda place, thread: again(view, place, answer.person, locale=answer.locale, thread=thread),
        alone=sum(one.user is not None for one in view.people) == 1,
    )


async def next_rung(services: Services, answer: Answer, press: Press) -> None:
    """Play the next CPU player on the ladder by the same rules, unless it has been beaten meanwhile.

    Raises NotInMatch, UserBusy, ChannelBusy, StorageError.
    """
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView) or view.participant_of(answer.user) is None:
        raise NotInMatch
    assert press.number is not None
    if press.number >= len(CpuPlayer):
        raise BadCustomId(press)  # nobody but a forger
    cpu = tuple(CpuPlayer)[press.number]
    beaten = await services.store.read(profiles.seals_of, answer.user)
    if cpu in beaten:
        await answer.note(RenderedMessage(_beaten_already(answer.words, view, cpu, beaten)))
        return
    await opened(
        services,
        answer,
        lambda place, thread: services.manager.open_lobby(
            *(place, answer.person, view.rules),
            cpu=cpu,
            clock=view.clock,
            locale=answer.locale,
            thread=thread,
        ),
        alone=True,
    )


def _beaten_already(
    words: Words, view: MatchView, cpu: CpuPlayer, beaten: Collection[CpuPlayer]
) -> MessageContent:
    """Say that a rung lies behind somebody, with the next one to be pressed."""
    after = places.next_rung(view.rules.id, beaten)
    rows = () if after is None else ((rung_button(words, view.match, after, view.rules),),)
    return MessageContent(notes.beaten_already(words, cpu), rows)


async def _is_over(services: Services, press: Press) -> bool:
    """Whether a match has begun and ended."""
    view = await services.manager.view(press.match)
    return isinstance(view, MatchView) and view.status is not Status.PLAYING


async def _about(services: Services, answer: Answer, press: Press) -> about_match.Facts:
    view = await services.manager.view(press.match)
    if not isinstance(view, MatchView):
        raise NoSuchMatch
    return about_match.Facts.of(view, answer.user)


def more_rows(words: Words, facts: about_match.Facts, *, advised: bool = False) -> Rows:
    """Return the buttons under *More*: in rows that are none too long for a phone in any language.

    `advised`: whether a player may ask for the best move here. A player has *Yaku* on their hand.
    """
    rules = Button(words.say(buttons.RULES), Press(facts.match, Verb.RULES))
    log = Button(words.say(buttons.LOG), Press(facts.match, Verb.LOG))
    down = Button(words.say(buttons.MY_TABLE), Press(facts.match, Verb.BRING_DOWN))
    absent = absence_rows(words, facts.match, facts.choices)
    if not facts.may_end:
        yaku = Button(words.say(buttons.YAKU), Press(facts.match, Verb.YAKU))
        return (yaku, rules, log, *((down,) if facts.takes_part else ())), *absent
    best = (Button(words.say(hint.BUTTON), Press(facts.match, Verb.HINT)),) if advised else ()
    resign = Button(words.say(buttons.RESIGN), Press(facts.match, Verb.ASK_RESIGN), Style.DANGER)
    return (*best, rules, log), *absent, (down, resign)
