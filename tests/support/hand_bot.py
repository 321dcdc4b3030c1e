"""A small bot that sends hands of a match played here, so that a browser can measure them.

It runs as the sandbox's child: `python -m tests.sandbox.page.page_sandbox tests.support.hand_bot`.
"""

from __future__ import annotations

import functools
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import discord
from discord import app_commands

from bot.i18n import Words
from bot.match.views import MatchView, SeatView, TurnTime
from bot.sandbox.redirection import redirect
from bot.screens.hand import Look
from cogs.content.controls import view_of
from cogs.content.message import MessageContent
from cogs.messages.hand_rows import hand_content
from engine.cards.deck import DECK
from engine.rules.actions import Phase
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images import draw
from tests.gallery.played import KANA, LATIN, moments_inside, seen
from tests.support.wording_views import ENGLISH, JAPANESE

SEED = 64
"""Of the match: with a bound month, choices, and hands down to the last card."""
SIZES = ((RuleSetId.CLASSIC, 8), (RuleSetId.CLASSIC, 4), (RuleSetId.SANNIN, 7), (RuleSetId.SANNIN, 4))
"""Rule sets and numbers of cards; each has a command."""
QUESTIONS = tuple(
    (rule_set, phase)
    for rule_set in (RuleSetId.CLASSIC, RuleSetId.SANNIN)
    for phase in (Phase.FLIP, Phase.DECIDE)
)
"""Choices and decisions; each has a command too."""
Shown = Callable[[str], Iterator[tuple[MatchView, SeatView]]]
"""The hands of a command, in a language."""
_TURN = timedelta(minutes=7)


def asked(rule_set: RuleSetId, phase: Phase, locale: str) -> Iterator[tuple[MatchView, SeatView]]:
    """Everybody who is asked something in this phase, in a match of twelve months."""
    for view, seat in _played(rule_set, phase, locale):
        yield _timed(view), seat


@functools.cache
def _played(rule_set: RuleSetId, phase: Phase, locale: str) -> tuple[tuple[MatchView, SeatView], ...]:
    """Every moment of that match in which somebody is asked something in this phase, and who: it is played
    once.
    """
    rules = make_rules(rule_set, {"months": 12})
    views = (
        seen(rules, progress, KANA if locale == "ja" else LATIN)
        for progress in moments_inside(rules, SEED)
        if not progress.rests and progress.state.phase is phase
    )
    return tuple(
        (view, seat)
        for view in views
        for seat in view.seats
        if seat.observation is not None and seat.observation.legal
    )


def of_cards(rule_set: RuleSetId, cards: int) -> Shown:
    """Return everybody who is asked for a card of this number."""

    def found(locale: str) -> Iterator[tuple[MatchView, SeatView]]:
        for view, seat in asked(rule_set, Phase.PLAY, locale):
            if seat.observation is not None and len(seat.observation.hand) == cards:
                yield view, seat

    return found


def questions(rule_set: RuleSetId, phase: Phase) -> Shown:
    """Return the questions with the fullest hands among the players who are asked something in this phase."""

    def found(locale: str) -> Iterator[tuple[MatchView, SeatView]]:
        everybody = list(asked(rule_set, phase, locale))
        yield from sorted(everybody, key=lambda each: -_held(each[1]))

    return found


def _held(seat: SeatView) -> int:
    return 0 if seat.observation is None else len(seat.observation.hand)


def _timed(view: MatchView) -> MatchView:
    """With the line of a turn's time: matches of several people have a clock."""
    due = datetime.now(UTC) + _TURN
    return replace(view, turn_time=TurnTime(due, due - _TURN * 5 / 7, _TURN))


def content(words: Words, view: MatchView, seat: SeatView) -> MessageContent:
    """Return such a hand's message to a beginner, who is told most.

    An emoji of Unicode stands where the card's own would, as wide as that.
    """
    look = Look(emoji=dict.fromkeys(DECK, "🎴"), hint=True)
    return hand_content(words, replace(view, at_stake=False), seat, look, None)


class Dealer:
    """Sends some hands one after another, each to the person who asks."""

    def __init__(self, name: str, hands: Shown) -> None:
        self._name, self._hands = name, hands
        self._sent: Counter[str] = Counter()

    def command(self) -> app_commands.Command[Any, ..., None]:
        """`/classic-8`."""
        return app_commands.Command(name=self._name, description="Sends a hand", callback=self._send)

    async def _send(self, interaction: discord.Interaction) -> None:
        words = JAPANESE if interaction.locale is discord.Locale.japanese else ENGLISH
        found = list(self._hands(words.locale))
        shown = content(words, *found[self._sent[words.locale] % len(found)])
        self._sent[words.locale] += 1
        view = view_of(shown.rows)
        assert shown.scene is not None and view is not None
        file = discord.File(BytesIO(draw(shown.scene)), shown.file, description=shown.alt)
        await interaction.response.send_message(shown.content, file=file, view=view, ephemeral=True)


class HandBot(discord.Client):
    """Has one command."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        for rule_set, cards in SIZES:
            self.tree.add_command(Dealer(f"{rule_set}-{cards}", of_cards(rule_set, cards)).command())
        for rule_set, phase in QUESTIONS:
            self.tree.add_command(Dealer(f"{rule_set}-{phase}", questions(rule_set, phase)).command())
        await self.tree.sync()


def main() -> None:
    """Runs until it is told to stop."""
    token = os.environ["KOIKOI_TOKEN"]
    redirect(os.environ["KOIKOI_DISCORD"], token)
    HandBot().run(token)


if __name__ == "__main__":
    main()
