"""`/koikoi help` and `/koikoi yaku`, and the pages behind them: all options, the cards, more of the yaku."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from bot.ids import MatchId, UserId
from bot.match.views import MatchView, View
from bot.match.vocabulary import Status
from bot.screens.lessons import deck_sheet, help
from bot.screens.notes import rules_in_force, yaku_sheet
from bot.screens.notes.yaku_month import Month
from bot.screens.parts import with_deck
from bot.wording import buttons, limits
from bot.wording.limits import CONTENT, Part
from bot.wording.people import Cast
from cogs.content import shared_buttons
from cogs.content.controls import Arrow, Button, Row, Rows, turning
from cogs.content.custom_id import BadCustomId, Press, Verb, number
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.page_id import Page, PagePress
from cogs.content.pictures import Urgency
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, heavy_work
from engine.errors import OptionError
from engine.rules.options import Rules
from engine.rules.presets import PresetId, named_rules, rules_name
from engine.rules.rule_sets import RuleSetId


class Sheet(StrEnum):
    """The sheets: the actions of the presses."""

    HELP = "help"
    OPTIONS = "options"
    CARDS = "cards"
    YAKU = "yaku"


DAILY: Final = "daily"
HERE: Final = "here"
Subject = MatchId | RuleSetId | PresetId | Literal["daily", "here"]
"""A match with its own rules, a rule set or preset as it is, the deal of the day, the server's new tables."""


class About(NamedTuple):
    """The rules that a sheet is about, and what is played by them; None: nothing."""

    rules: Rules
    view: View | None = None


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page of a sheet, the first is 0, as its buttons carry it."""

    sheet: Sheet
    subject: Subject
    page: int = 0

    @classmethod
    def read(cls, press: PagePress) -> SheetPage:
        """Return what a press asks for. Raises BadCustomId."""
        try:
            subject, page = press.state
            return cls(Sheet(press.action), _subject(subject), number(page))
        except (ValueError, OptionError) as error:
            raise BadCustomId(press) from error

    def row(self, pages: int) -> Row:
        """Return the buttons to the page before and the one after."""
        back, on = (replace(self, page=page).press() for page in (self.page - 1, self.page + 1))
        return (
            turning(Arrow.BACK, back, end=self.page == 0),
            turning(Arrow.NEXT, on, end=self.page == pages - 1),
        )

    def press(self) -> PagePress:
        """Return the press that leads to this page."""
        return PagePress(Page.SHEET, self.sheet.value, (str(self.subject), str(max(0, self.page))))


def _subject(text: str) -> Subject:
    """Return what a custom id names. Raises ValueError."""
    if text == DAILY:
        return DAILY
    if text == HERE:
        return HERE
    return MatchId(number(text)) if text.isdecimal() else rules_name(text)


class SheetPages:
    """Answers the presses below a sheet."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Turn to another page. Raises BadCustomId, NoSuchMatch, StorageError."""
        which = SheetPage.read(press)
        about = await self._about(answer, which.subject)
        await answer.instead(await shown(self._services, answer, which, about))

    async def _about(self, answer: Answer, subject: Subject) -> About:
        """Return what a sheet is about. Raises BadCustomId, NoSuchMatch, StorageError."""
        if isinstance(subject, RuleSetId | PresetId):
            return About(named_rules(subject))
        if subject == HERE:
            return About(await usual(self._services, answer))
        if subject == DAILY:
            place = answer.place
            if place is None or place.guild is None:
                raise BadCustomId(subject)
            today = await self._services.daily.look(place, answer.person)
            return About(today.rules, today.view)
        view = await self._services.manager.view(MatchId(subject))
        return About(view.rules, view)


async def usual(services: Services, answer: Answer) -> Rules:
    """Return the rules of the server's new tables; in direct messages those that all begin with."""
    return await services.manager.servers.rules(None if answer.place is None else answer.place.guild)


async def shown(services: Services, answer: Answer, which: SheetPage, about: About) -> RenderedMessage:
    """Return a page for the user. Raises TooManyRequests for one with a picture."""
    match which.sheet:
        case Sheet.HELP:
            return RenderedMessage(_help(answer, which, about))
        case Sheet.OPTIONS:
            return RenderedMessage(_options(answer, which, about))
        case Sheet.CARDS:
            return await _drawn(services, answer, _cards(answer, which))
        case Sheet.YAKU:
            return await _drawn(services, answer, _yaku(answer, which, about))


@heavy_work
async def _drawn(services: Services, answer: Answer, content: MessageContent) -> RenderedMessage:
    """Return a page with its picture, with the deck that the user has chosen; in text mode as text."""
    assert content.scene is not None
    person = await services.manager.persons.get(answer.user)
    if person is not None and person.text_mode:
        text = limits.fitted([Part(content.content, 1), Part(content.alt)], CONTENT)
        return RenderedMessage(MessageContent(text, content.rows))
    deck = await services.manager.persons.deck(answer.user)
    content = replace(content, scene=with_deck(content.scene, deck))
    return await render(content, services.presenter.pictures, Urgency.PRESS)


def _help(answer: Answer, which: SheetPage, about: About) -> MessageContent:
    """Return the game in five lines and the rules in force; the tutorial is the first button."""
    words = answer.words
    row = (
        shared_buttons.tutorial_button(words),
        Button(words.say(buttons.CARDS), replace(which, sheet=Sheet.CARDS).press()),
        Button(words.say(buttons.ALL_OPTIONS), replace(which, sheet=Sheet.OPTIONS).press()),
    )
    return MessageContent(help.text(words, help.Facts(about.rules, about.view is not None)), (row,))


def _options(answer: Answer, which: SheetPage, about: About) -> MessageContent:
    """Return the table of all options, with the way back: of a match to its rules."""
    view = about.view
    back = replace(which, sheet=Sheet.HELP).press() if view is None else Press(view.match, Verb.RULES)
    row = (Button(answer.words.say(buttons.BACK), back),)
    return MessageContent(rules_in_force.every_option(answer.words, about.rules), (row,))


def _cards(answer: Answer, which: SheetPage) -> MessageContent:
    """Return a season of the deck, with the way back."""
    page = min(which.page, deck_sheet.PAGES - 1)
    back = Button(answer.words.say(buttons.BACK), replace(which, sheet=Sheet.HELP, page=0).press())
    return MessageContent(
        "",
        rows=((*replace(which, page=page).row(deck_sheet.PAGES), back),),
        scene=deck_sheet.scene(answer.words, page),
        alt=deck_sheet.alt(answer.words, page),
        file="cards.png",
    )


def _yaku(answer: Answer, which: SheetPage, about: About) -> MessageContent:
    """Return the yaku: in a match those of the month that is played, as the user may know it."""
    month = None if about.view is None else month_of(about.view, answer.user)
    facts = yaku_sheet.Facts.of(about.rules, month)
    pages = yaku_sheet.pages(facts)
    facts = replace(facts, page=min(which.page, pages - 1))
    return MessageContent(
        content=yaku_sheet.text(answer.words, facts),
        rows=_below(answer, replace(which, page=facts.page), pages, about.view),
        scene=yaku_sheet.scene(answer.words, facts),
        alt=yaku_sheet.alt(answer.words, facts),
        file="yaku.png",
    )


def _below(answer: Answer, which: SheetPage, pages: int, view: View | None) -> Rows:
    """Return the ways to the other pages and, for who plays a match, to the cards that they have not seen."""
    row = which.row(pages) if pages > 1 else ()
    if isinstance(view, MatchView) and view.match == which.subject and view.seat_of(answer.user) is not None:
        row = (*row, Button(answer.words.say(buttons.UNSEEN), Press(view.match, Verb.UNSEEN)))
    return (row,) if row else ()


def month_of(view: View, user: UserId) -> Month | None:
    """Return the month that is played, as this user may know it: a player with their hand, others as all see
    it.

    None where no cards are played, or the drawn ones are looked at still.
    """
    if not isinstance(view, MatchView) or view.status is not Status.PLAYING or view.shows_draw:
        return None
    seat = view.seat_of(user)
    seen = view.public if seat is None else seat.observation
    return None if seen is None or view.rest is not None else Month.of(seen, Cast.of(view))
